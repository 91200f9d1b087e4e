//! Writes documentation as comments, in which no text of a user is anything but text.

use crate::generate::facts::{Described, code, documentation, facts};
use crate::generate::model::Member;
use crate::types::Type;

/// Returns a text in Markdown as a comment.
pub(super) fn comment(indent: &str, text: &str) -> String {
    let line = |line: &str| match line.strip_suffix('\\') {
        // A comment that ends in a backslash goes on in the next line.
        Some(start) => format!("{indent}/// {start}&#92;\n"),
        None if line.is_empty() => format!("{indent}///\n"),
        None => format!("{indent}/// {line}\n"),
    };
    text.lines().map(line).collect()
}

/// The documentation of a member with its facts.
pub(super) fn about(member: &Member<'_>) -> String {
    let Member { field, default, secret, .. } = *member;
    let doc = documentation(field.doc.as_deref(), || format!("The value of {}.", code(field.key.as_str())));
    let states = match (field.optional, field.nullable) {
        (true, true) => "\n- `std::nullopt` is absent; inside another `std::optional` it is `null`",
        (_, _) => "",
    };
    let facts: String =
        facts(&Described { field, default, secret }).iter().map(|fact| format!("\n- {fact}")).collect();
    format!("{doc}\n{facts}{states}")
}

/// The documentation of a case with its type.
pub(super) fn about_case(name: &str, doc: Option<&str>, ty: &Type) -> String {
    let doc = documentation(doc, || format!("The case {}.", code(name)));
    if ty.members().is_empty() { format!("{doc}\n\n- Type: {}", code(&ty.to_string())) } else { doc }
}
