//! How items are written: their documentation, and what keeps lints and `rustfmt` away from them.

use crate::generate::facts::code;
use crate::generate::model::{is_named, single};
use crate::text::markdown::prose;
use crate::types::Field;

/// For whatever is public: whether it is used, and from where, is for others to say.
pub(super) const PUBLIC: &str = "#[allow(dead_code, unreachable_pub, reason = \"generated\")]\n";

/// For methods that are named after keys.
pub(super) const NAMED_BY_KEYS: &str = "\
    #[allow(clippy::should_implement_trait, reason = \"the keys' names\")]\n\
    #[allow(clippy::wrong_self_convention, reason = \"the keys' names\")]\n";

/// For a type of this name, or with variants of these names: `a_b_c` is `ABC`.
pub(super) fn spelled_by_keys<'n>(mut names: impl Iterator<Item = &'n str>) -> &'static str {
    if names.any(|name| !name.bytes().any(|byte| byte.is_ascii_lowercase())) {
        "#[allow(clippy::upper_case_acronyms, reason = \"the keys' names\")]\n"
    } else {
        ""
    }
}

/// The items of a module.
pub(super) struct Items(String);

impl Items {
    /// None yet, behind this comment.
    pub(super) fn new(head: String) -> Self {
        Self(head)
    }

    /// Adds an item: what stands over it, and it itself. `rustfmt` is kept away from it: whatever its settings
    /// and however long the keys, it leaves the file as it is.
    pub(super) fn push(&mut self, head: &str, item: &str) {
        self.0 += &format!("\n{head}#[rustfmt::skip]\n{item}");
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

/// Text as documentation, which is safe to be read as Markdown.
pub(super) fn docs(indent: &str, text: &str) -> String {
    text.lines()
        .map(|line| if line.is_empty() { format!("{indent}///\n") } else { format!("{indent}/// {line}\n") })
        .collect()
}

/// What a user wrote about a field, member or variant, in Markdown; `None` where that is nothing.
pub(super) fn documentation(doc: Option<&str>) -> Option<String> {
    // An address that is no link is a warning of rustdoc's.
    let doc = doc.map(|doc| prose(doc).replace("://", "\\://"));
    doc.filter(|doc| !doc.is_empty())
}

/// What a field or member is for, in Markdown: its documentation, else its key; and its type.
pub(super) fn about(field: &Field) -> String {
    let doc = documentation(field.doc.as_deref())
        .unwrap_or_else(|| format!("The value of {}.", code(field.key.as_str())));
    if is_named(single(&field.ty)) {
        doc
    } else {
        format!("{doc}\n\nType: {}", code(&field.type_text().to_string()))
    }
}
