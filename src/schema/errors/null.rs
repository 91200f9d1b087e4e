//! Errors about fields in which a `null` would be ambiguous.

use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::syntax::{Kind, Node};
use crate::text::{Span, escape};
use crate::types::{Field, JsonKind, JsonType};
use crate::value::ValuePath;

/// A null that could mean two things.
fn ambiguous(message: impl Into<String>, place: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::E0353, message).at(place, label)
}

/// A `json` that is nullable.
pub(in crate::schema) fn nullable_json(attribute: Node<'_>, value: Node<'_>, ty: JsonType) -> Diagnostic {
    let help = match ty.kinds.contains(JsonKind::Null) {
        true => Help::new("remove it: `null` is among the `kinds`", RemedyKind::Remove).at(attribute.span()),
        false => {
            let kinds =
                JsonKind::ALL.iter().filter(|kind| **kind == JsonKind::Null || ty.kinds.contains(**kind));
            let kinds: Vec<String> = kinds.map(|kind| format!("\"{}\"", kind.name())).collect();
            format!("write `kinds: [{}]`", kinds.join(", ")).into()
        }
    };
    let message = "a `json` is not nullable: its `kinds` say whether it may be null";
    ambiguous(message, attribute.span().to(value.span()), "not for a `json`").help(help)
}

/// A default that gives a value to an optional field or member whose `null` is a value: the last of `fields`, which
/// begin with the field or member of the default, at this path.
pub(in crate::schema) fn default_beside_null(
    default: Node<'_>,
    fields: &[&Field],
    path: &ValuePath<'_>,
) -> Diagnostic {
    let (mut node, mut named) = (default, path.to_string());
    for member in fields.iter().skip(1) {
        node = member.names_in_literals().find_map(|name| node.get(name)).unwrap_or(node);
        named.extend([".", member.key.as_str()]);
    }
    let (named, is_own) = (escape::quoted(&named), fields.len() == 1);
    let no_default = if is_own { "it can have no default" } else { "no default can give it a value" };
    let message = format!("{named} is optional and takes `null` as a value, so {no_default}");
    let is_nullable = fields.last().is_some_and(|field| field.nullable);
    let help = match (is_own, node.kind(), is_nullable) {
        (false, _, _) => "leave it out of `default`, or do not declare it `optional`",
        (true, Kind::Null, _) => "remove `default` or `optional`",
        (true, _, true) => "remove `default`, `optional` or `nullable`",
        (true, _, false) => "remove `default`, `optional`, or `null` among the `kinds`",
    };
    ambiguous(message, node.span(), "`null` cannot take it away").help(help)
}
