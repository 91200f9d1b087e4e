//! Writes items: their documentation, and attributes against lints and `rustfmt`.

use crate::generate::facts::code;
use crate::generate::member_part::{is_named, single};
use crate::text::markdown::prose;
use crate::types::{Field, Type, UnionCase};
use std::fmt::Display;

/// Attributes of public items: whether and from where they are used is unknown.
pub(super) const PUBLIC: &str = "#[allow(dead_code, unreachable_pub, reason = \"generated\")]\n";

/// Attributes of methods named after keys.
pub(super) const NAMED_BY_KEYS: &str = "\
    #[allow(clippy::should_implement_trait, reason = \"the keys' names\")]\n\
    #[allow(clippy::wrong_self_convention, reason = \"the keys' names\")]\n";

/// Attributes of an enum with variants named after keys.
pub(super) const VARIANTS_NAMED_BY_KEYS: &str =
    "#[allow(clippy::enum_variant_names, reason = \"the keys' names\")]\n";

/// Attributes of items with long types.
pub(super) const COMPLEX_TYPES: &str = "#[allow(clippy::type_complexity, reason = \"the schema's types\")]\n";

/// Attributes of a type with this name, or with variants of these names: `a_b_c` is `ABC`.
pub(super) fn spelled_by_keys<'n>(mut names: impl Iterator<Item = &'n str>) -> &'static str {
    if names.any(|name| !name.bytes().any(|byte| byte.is_ascii_lowercase())) {
        "#[allow(clippy::upper_case_acronyms, reason = \"the keys' names\")]\n"
    } else {
        ""
    }
}

/// The implementation of `Element` for a named type; `list` is the function that makes a list of such elements.
pub(super) fn element(name: &str, list: &str) -> String {
    format!(
        "impl ::confc_loader::client::v1::Element for {name} {{
    fn into_list(elements: Box<[Self]>) -> ::confc_loader::Value {{
        ::confc_loader::client::v1::{list}
    }}
}}
"
    )
}

/// The traits that a type derives; `secret` says that it is inside a secret, and has the `Debug` of [`hidden`].
pub(super) fn derives(secret: bool) -> &'static str {
    if secret { "#[derive(Clone, PartialEq)]\n" } else { "#[derive(Debug, Clone, PartialEq)]\n" }
}

/// An implementation of `Debug` for a type inside a secret. It shows nothing of the value, nor which case it is.
pub(super) fn hidden(name: &str) -> String {
    format!(
        "impl ::core::fmt::Debug for {name} {{
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{
        f.write_str(\"{name}(<set>)\")
    }}
}}
"
    )
}

/// The items of a module.
pub(super) struct Items(String);

impl Items {
    /// An empty list of items after this comment.
    pub(super) fn new(head: String) -> Self {
        Self(head)
    }

    /// Adds an item with its head. `rustfmt` skips it, with any settings and any length of keys.
    pub(super) fn push(&mut self, head: &str, item: &str) {
        self.0 += &format!("\n{head}#[rustfmt::skip]\n{item}");
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

/// Returns a text as documentation that is safe as Markdown.
pub(super) fn docs(indent: &str, text: &str) -> String {
    text.lines()
        .map(|line| if line.is_empty() { format!("{indent}///\n") } else { format!("{indent}/// {line}\n") })
        .collect()
}

/// The user's documentation of a field, member or variant, in Markdown; `None` without any.
pub(super) fn documentation(doc: Option<&str>) -> Option<String> {
    // rustdoc warns about an address that is not a link.
    let doc = doc.map(|doc| prose(doc).replace("://", "\\://"));
    doc.filter(|doc| !doc.is_empty())
}

/// The documentation of a field or member in Markdown, else its key; and its type.
pub(super) fn about(field: &Field) -> String {
    let doc = documentation(field.doc.as_deref())
        .unwrap_or_else(|| format!("The value of {}.", code(field.key.as_str())));
    with_type(doc, &field.ty, &field.type_text())
}

/// The documentation of a case in Markdown, else its name; and its type.
pub(super) fn about_case(case: &UnionCase) -> String {
    let doc = documentation(case.doc.as_deref())
        .unwrap_or_else(|| format!("The case {}.", code(case.name.as_str())));
    with_type(doc, &case.ty, &case.ty)
}

/// Adds the text of a type, unless it is a named type.
fn with_type(doc: String, ty: &Type, text: &dyn Display) -> String {
    if is_named(single(ty)) { doc } else { format!("{doc}\n\nType: {}", code(&text.to_string())) }
}
