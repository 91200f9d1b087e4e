//! One text for equal JSON values, to find equal items without comparing each with each.

use super::keys;
use crate::syntax::{Kind, Node, Number, number};
use std::fmt::Write as _;

/// A text that two values share exactly when they are equal: numbers by the value they are carried with,
/// members in any order. Strings and keys carry their length, so that nothing in them is taken for
/// structure.
pub(super) fn canonical(node: Node<'_>) -> String {
    let mut text = String::new();
    write_value(node, &mut text);
    text
}

fn write_value(node: Node<'_>, out: &mut String) {
    match node.kind() {
        Kind::Null => out.push('n'),
        Kind::True => out.push('t'),
        Kind::False => out.push('f'),
        Kind::Number => write_number(node.raw(), out),
        Kind::String => write_string(node.text(), out),
        Kind::Array => {
            out.push('[');
            node.elements().for_each(|element| write_value(element, out));
            out.push(']');
        }
        Kind::Object => {
            let mut members: Vec<_> = keys::members(node).collect();
            members.sort_by_key(|(key, _)| key.text());
            out.push('{');
            for (key, value) in members {
                write_string(key.text(), out);
                write_value(value, out);
            }
            out.push('}');
        }
        // It has been reported; two of them are as good as equal.
        Kind::Invalid => out.push('?'),
    }
}

fn write_number(raw: &str, out: &mut String) {
    match number(raw) {
        Number::Unsigned(value) => write_all(out, format_args!("#{value};")),
        Number::Negative(value) => write_all(out, format_args!("#{value};")),
        Number::Decimal(text) | Number::HexTooLarge(text) | Number::NonFinite(text) => {
            write_all(out, format_args!("#{text};"));
        }
    }
}

fn write_string(text: &str, out: &mut String) {
    write_all(out, format_args!("{}:{text}", text.len()));
}

fn write_all(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}
