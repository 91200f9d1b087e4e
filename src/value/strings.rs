//! The strings in a literal.

use super::literal_type::{LiteralType, member_type};
use super::reserved::is_operator;
use crate::syntax::{Kind, Node};
use crate::types::Type;

/// Calls a function with each string of a literal of a type, except names of variants. Recursion is limited by the
/// depth of documents.
pub(crate) fn each_string<'d>(ty: &Type, node: Node<'d>, then: &mut dyn FnMut(Node<'d>)) {
    // A text in a JSON value is data of another program.
    if let Type::Json(_) = ty {
        return;
    }
    if let Type::Union(of) = ty {
        // An operator is for the union as a whole.
        if !of.takes_json_objects() && node.members().any(|(key, _)| is_operator(key.text())) {
            return node.members().for_each(|(_, operand)| each_string(ty, operand, then));
        }
        let Some(of) = LiteralType::of(ty, &node) else { return };
        // The text of a tag is the name of a case.
        return each_string_in(of.ty, node, &|key| of.is_tag(key), then);
    }
    each_string_in(ty, node, &|_| false, then);
}

/// As [`each_string`], for a type that is no union. `is_tag` are the keys of an object whose texts do not count.
fn each_string_in<'d>(
    ty: &Type,
    node: Node<'d>,
    is_tag: &dyn Fn(&str) -> bool,
    then: &mut dyn FnMut(Node<'d>),
) {
    match node.kind() {
        // A variant may have any name, also one that looks like a placeholder.
        Kind::String if matches!(ty, Type::Enum(_)) => {}
        Kind::String => then(node),
        Kind::Array => {
            let element = ty.element().unwrap_or(ty);
            node.elements().for_each(|node| each_string(element, node, then));
        }
        Kind::Object => {
            let members = node.members().filter(|(key, _)| !is_tag(key.text()));
            members.for_each(|(key, node)| each_string(part_type(ty, key.text()), node, then));
        }
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Invalid => {}
    }
}

/// The type of the value with this key in an object. The operand of an operator has the type of the whole value.
fn part_type<'t>(ty: &'t Type, key: &str) -> &'t Type {
    if is_operator(key) { ty } else { member_type(ty, key).unwrap_or(ty) }
}
