//! Plain and block texts of YAML that most likely mean other values.

use super::quantity::is_literal;
use super::{KEPT_AS_TEXT, Subject};
use crate::diagnostic::Diagnostic;
use crate::syntax::{Format, Kind, Node};
use crate::types::Type;

/// The header of a block text: `|`, `>-`.
fn indicator(node: Node<'_>) -> Option<&str> {
    let is_block = node.kind() == Kind::String
        && node.document().format() == Format::Yaml
        && node.raw().starts_with(['|', '>']);
    is_block.then(|| node.raw().split_whitespace().next()).flatten()
}

/// The help for a block text whose content would fit the type if it were written as a plain scalar.
pub(super) fn without_indicator(ty: &Type, node: Node<'_>) -> Option<String> {
    let indicator = indicator(node)?;
    let text = node.text().trim();
    let is_meant = match ty {
        Type::Bool => matches!(text, "true" | "false"),
        Type::Integer(of) => is_literal(ty, text) || of.unit.is_some() && of.quantity(text).is_ok(),
        Type::Float(of) => is_literal(ty, text) || of.unit.is_some() && of.quantity(text).is_ok(),
        Type::Enum(of) => of.by_name(text).is_some(),
        Type::Vector(_) | Type::Array(_) => text.starts_with(['-', '[']),
        Type::Struct(_) | Type::Map(_) => text.contains(':'),
        Type::String(_) | Type::Json(_) | Type::Union(_) => false,
    };
    is_meant.then(|| format!("remove the `{indicator}`: it makes one string of the lines below it"))
}

/// Whether a string of YAML is plain text, on one line or several.
fn is_plain(node: Node<'_>) -> bool {
    node.kind() == Kind::String
        && node.document().format() == Format::Yaml
        && !node.raw().starts_with(['"', '\'', '|', '>'])
}

/// The help for a plain text that is a member or an entry without the space after its `:`, or several in lines.
pub(super) fn without_space(ty: &Type, node: Node<'_>) -> Option<&'static str> {
    let (key, value) = node.text().split_once(':').filter(|_| is_plain(node))?;
    let is_key = match ty {
        Type::Struct(of) => of.position_in_literal(key).is_some(),
        // `http://host` and `C:\dir` are no entries.
        Type::Map(_) => !key.contains(' ') && !value.starts_with(['/', '\\']),
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Json(_)
        | Type::Union(_) => false,
    };
    let help = match node.raw().contains('\n') {
        true => "write a space after the `:` of each key",
        false => "write a space after the `:`",
    };
    (is_key && !value.is_empty()).then_some(help)
}

/// The help for a bool or number with a space beside it that is not the one of the space bar, such as U+00A0.
pub(super) fn without_foreign_space(ty: &Type, node: Node<'_>) -> Option<String> {
    let text = node.text();
    let space = text.chars().find(|c| !c.is_ascii()).map(u32::from)?;
    let is_bool = matches!(ty, Type::Bool) && matches!(text.trim(), "true" | "false");
    (is_bool || is_literal(ty, text.trim())).then(|| match node.raw().starts_with(['"', '\'']) {
        true => format!("remove the quotes, and the character U+{space:04X} in them"),
        false => format!("remove the character U+{space:04X} beside it, which only looks like a space"),
    })
}

/// The warning for a block text of one line, which includes the line break after it.
pub(crate) fn kept_line_break(node: Node<'_>, subject: &Subject<'_>) -> Option<Diagnostic> {
    let indicator = indicator(node).filter(|indicator| !indicator.contains('+'))?;
    let line = node.text().strip_suffix('\n')?;
    let message = format!("the value of `{}` includes the line break at its end", subject.shown_path());
    (!line.contains('\n')).then(|| {
        Diagnostic::new(KEPT_AS_TEXT, message)
            .at(node.span(), "taken with its line break")
            .help(format!("write `{indicator}-` to leave it out, or the text on the line of its key"))
            .help(format!("if it is part of the text, write `{indicator}+`"))
    })
}

/// The warning for a plain text that goes on in a line with a dash: an element that is indented further than the one
/// above it.
pub(crate) fn kept_dash(node: Node<'_>, subject: &Subject<'_>) -> Option<Diagnostic> {
    let has_dash = || node.raw().lines().skip(1).any(|line| line.trim_start().starts_with("- "));
    (is_plain(node) && has_dash()).then(|| {
        let path = subject.shown_path();
        let message = format!("the value of `{path}` goes on in a line that begins with `- `");
        Diagnostic::new(KEPT_AS_TEXT, message)
            .at(node.span(), "taken as one text")
            .help("for another element, indent the line like the element above it")
            .help("if it is part of the text, put the text in quotes")
    })
}

/// The remedy for plain text of YAML that only other readers take as a number.
pub(super) fn spelled_otherwise(ty: &Type, node: Node<'_>) -> Option<&'static str> {
    let is_plain = node.kind() == Kind::String && node.raw() == node.text();
    let magnitude = node.text().trim_start_matches(['+', '-']);
    let is_meant = matches!(ty, Type::Integer(_) | Type::Float(_))
        && magnitude.starts_with(|c: char| c.is_ascii_digit())
        && magnitude.chars().all(|c| c.is_ascii_hexdigit() || "_:.xXoObB".contains(c));
    (is_plain && is_meant)
        .then_some("write the number with decimal digits only, or as `0x` and hexadecimal digits")
}
