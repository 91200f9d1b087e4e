//! Rewrites values of attributes in the most likely intended form.

use crate::diagnostic::{Help, RemedyKind};
use crate::schema::attribute::Attribute;
use crate::schema::foreign;
use crate::syntax::{Kind, Node};
use crate::text::escape;
use crate::types::Key;

/// Rewrites the value of an attribute, if it has the wrong kind and its meaning is likely.
pub(super) fn rewritten(node: Node<'_>, attribute: Attribute) -> Option<Help> {
    match (attribute, node.kind()) {
        (Attribute::Variants, Kind::Array | Kind::String) => {
            let listed = node.text().split(['|', ',', ' ', '/']).filter(|_| node.kind() == Kind::String);
            let names = node.elements().map(Node::text).chain(listed);
            let all: Vec<&str> = names.collect();
            let numbered = foreign::numbered(all.iter().copied().filter(|name| Key::check(name).is_ok()));
            let numbered = numbered.unwrap_or_else(|| "{ debug: 0, info: 1 }".into());
            let help = format!("give each a number: `variants: {numbered}`");
            Some(match foreign::all_numbered(&all) {
                Some(whole) => Help::new(help, RemedyKind::Replace(whole)),
                None => help.into(),
            })
        }
        (Attribute::Fields, Kind::Array) => {
            Some("write an object, key → type: `fields: { x: { type: \"bool\" } }`".into())
        }
        (Attribute::Cases, Kind::Array) => {
            Some("write an object, name → type: `cases: { name: { type: … }, number: { type: … } }`".into())
        }
        (Attribute::Kinds | Attribute::Aliases, Kind::String) => {
            let help = format!("put it in brackets: `{}: [{}]`", attribute.name(), escape::plain(node.raw()));
            Some(Help::new(help, RemedyKind::Replace(format!("[{}]", node.raw()))))
        }
        (Attribute::Mutability, _) => {
            let help = "write `mutability: [\"parent\"]`";
            Some(Help::new(help, RemedyKind::Replace("[\"parent\"]".into())))
        }
        (Attribute::Deprecated, Kind::True) => {
            Some("say what to set instead: `deprecated: \"use `new_key`\"`".into())
        }
        (Attribute::Sensitive | Attribute::Optional | Attribute::Nullable | Attribute::Unique, _) => {
            rewritten_bool(node)
        }
        (_, _) => None,
    }
}

/// The bool that a word or number means: `yes` means `true`.
fn rewritten_bool(node: Node<'_>) -> Option<Help> {
    let word = match node.kind() {
        Kind::String => node.text().to_ascii_lowercase(),
        Kind::Number => node.numeral().to_owned(),
        Kind::Null => return Some("write `true`, or remove the attribute".into()),
        Kind::True | Kind::False | Kind::Array | Kind::Object | Kind::Invalid => return None,
    };
    Some(match word.as_str() {
        "true" | "false" => Help::unquote(),
        "yes" | "on" | "1" => Help::literal("true"),
        "no" | "off" | "0" => Help::literal("false"),
        _ => return None,
    })
}
