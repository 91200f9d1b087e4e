//! Canonical texts of JSON values, which find equal items without comparing each pair.

use super::keys;
use crate::syntax::{Kind, Node, Number, number};
use std::fmt::Write as _;

/// The canonical text of a value: two values have the same text if and only if they are equal. Numbers are compared as
/// they are carried, members in any order. Strings and keys have their length before them, so their content is never
/// read as structure.
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
        // The parser has reported it; two of them count as equal.
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
