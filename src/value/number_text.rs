//! Remedies for strings that most likely mean numbers: with quotes, commas, units or arithmetic.

use super::Subject;
use super::block_text::spelled_otherwise;
use super::quantity::{in_bytes, is_counted, is_literal};
use crate::diagnostic::Help;
use crate::syntax::{Node, is_numeral};
use crate::types::{Type, Unit};

/// The remedy for a string that most likely means a number.
pub(super) fn number_by_text(ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> Option<Help> {
    let text = node.text();
    if is_literal(ty, text.trim()) {
        return Some(Help::unquote());
    }
    if let Some(decimal) = with_decimal_point(text) {
        if let Type::Integer(_) = ty {
            return Some("write a whole number".into());
        }
        return is_literal(ty, &decimal).then(|| Help::literal(&decimal));
    }
    if is_grouped(text) {
        let digits = text.replace(',', "");
        return Some(match is_literal(ty, &digits) {
            true => Help::literal(&digits),
            false => "write the digits without `,` between them".into(),
        });
    }
    if let Some(digits) = without_underscores(ty, text) {
        return Some(Help::literal(&digits));
    }
    if let Some(help) = around_number(ty, text, node.raw().starts_with(['"', '\''])) {
        return Some(help.into());
    }
    if spelled_otherwise(ty, node).is_some() {
        return None;
    }
    let help = without_unit(ty, text, subject.what == "default").or_else(|| as_expression(text, subject));
    help.map(Help::from)
}

/// The remedy for arithmetic over fields at the place of a value: `high - 1`.
fn as_expression(text: &str, subject: &Subject<'_>) -> Option<String> {
    let is_sign = |c: char| matches!(c, ' ' | '+' | '-' | '*' | '/' | '%' | '(' | ')');
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let fields = subject.root.filter(|_| subject.aliases)?;
    let is_field = |word: &str| {
        let name = word.split('.').next().unwrap_or_default();
        fields.position(name).is_some()
    };
    let words = || text.split(is_sign).filter(|word| !word.is_empty());
    let is_computed = words().any(is_field)
        && words().all(|word| is_field(word) || is_numeral(word))
        && text.chars().all(|c| is_sign(c) || is_name(c))
        && text.ends_with(|c| is_name(c) || c == ')');
    is_computed.then(|| format!("write an expression in a layer: `{{ $expr: \"{text}\" }}`"))
}

/// The remedy for a number with other text around it.
fn around_number(ty: &Type, text: &str, is_quoted: bool) -> Option<&'static str> {
    if text.strip_suffix(',').is_some_and(|number| is_literal(ty, number)) {
        return Some("remove the `,`");
    }
    if text.strip_suffix(';').is_some_and(|number| is_literal(ty, number)) {
        return Some("remove the `;`");
    }
    if text.strip_prefix('=').is_some_and(is_counted) {
        return Some("remove the `=` in front of the number");
    }
    if text.contains(',') && is_literal(ty, &text.replace(',', "")) {
        return Some("write the digits without `,` between them");
    }
    let starts = |sign: &str| text.split_once(sign).is_some_and(|(number, _)| is_literal(ty, number.trim()));
    match is_quoted {
        // YAML reads this as a comment.
        false if starts(" #") || starts("\t#") => Some("put the comment on a line of its own"),
        false if starts("//") || starts("/*") => Some("start a comment with `#`"),
        false if starts("#") => Some("write a space in front of the `#` of a comment"),
        true | false => None,
    }
}

/// A number with a decimal comma, `1,5`, with a decimal point.
fn with_decimal_point(text: &str) -> Option<String> {
    let is_whole = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once(',')?;
    let is_decimal = is_numeral(whole) && is_whole(fraction) && !fraction.is_empty() && !is_grouped(text);
    is_decimal.then(|| format!("{whole}.{fraction}"))
}

/// A number with `_` between its digits, `1_000`, without them.
pub(super) fn without_underscores(ty: &Type, text: &str) -> Option<String> {
    let digits = text.contains('_').then(|| text.replace('_', ""))?;
    is_literal(ty, &digits).then_some(digits)
}

/// Whether a number has `,` before each group of three digits.
fn is_grouped(text: &str) -> bool {
    let mut groups = text.split(',');
    let is_three = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    text.contains(',') && groups.next().is_some_and(is_numeral) && groups.all(is_three)
}

/// The remedy for a number with a unit at the place of a number: `30s`, `1.5 GiB`, `50%`.
fn without_unit(ty: &Type, text: &str, is_default: bool) -> Option<String> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | '_');
    let unit = text.trim_start_matches(is_part);
    let number = text.strip_suffix(unit)?;
    let unit_starts = |c: char| c.is_alphabetic() || matches!(c, '%' | '°' | ' ');
    let is_counted = number.trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit());
    if !is_counted || !unit.starts_with(unit_starts) || is_numeral(text) {
        return None;
    }
    let hundredth = (unit.trim() == "%").then(|| number.parse::<f32>().ok()).flatten();
    let hundredth =
        hundredth.map(|percent| (percent / 100.0).to_string()).filter(|text| is_literal(ty, text));
    if let (true, Ok(unit)) = (is_default, unit.trim().parse::<Unit>()) {
        return Some(format!("declare `unit: \"{unit}\"` beside its type, or write the number alone"));
    }
    let bytes = in_bytes(text);
    if !bytes.is_empty() {
        let fitting = bytes.into_iter().filter(|(_, bytes)| is_literal(ty, &bytes.to_string()));
        let fitting: Vec<String> =
            fitting.map(|(spelled, bytes)| format!("`{bytes}` for {spelled}")).collect();
        return (!fitting.is_empty())
            .then(|| format!("if the field counts bytes, write {}", fitting.join(" or ")));
    }
    if let (Type::Float(_), "m", Ok(whole)) = (ty, unit.trim(), number.parse::<f64>()) {
        let thousandth = whole / 1000.0;
        return Some(format!(
            "write `{thousandth}` if `m` is a thousandth, as in Kubernetes, or else the number alone, in the unit that the field counts"
        ));
    }
    match (hundredth, is_literal(ty, number)) {
        (Some(hundredth), true) => Some(format!("write `{hundredth}`, or `{number}` without the `%`")),
        (Some(hundredth), false) => Some(format!("write `{hundredth}`")),
        (None, true) => Some("write the number alone, in the unit that the field counts".into()),
        (None, false) => None,
    }
}
