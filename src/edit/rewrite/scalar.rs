//! Writes scalars.

use crate::syntax::plain::{self, Plain};
use crate::syntax::{Format, Number, Style, is_disputed, number};
use crate::text::escape::is_unsafe;
use std::fmt::Write as _;

/// The longest key, in written bytes. Readers of YAML accept 1,024 characters without `?` before them.
const MAX_KEY: usize = 1_000;

/// The place of a scalar.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScalarPlace<'a> {
    pub(super) syntax: Format,
    /// Whether it is in brackets.
    pub(super) flow: bool,
    /// Whether a block scalar is possible.
    pub(super) blocks: bool,
    /// The indentation of a block's lines, and its difference from the indentation of the container.
    pub(super) indentation: usize,
    pub(super) step: usize,
    pub(super) newline: &'a str,
}

/// Returns a number that readers of YAML 1.1 and 1.2 read alike; `None` if the format cannot express it.
pub(super) fn numeral(text: &str, syntax: Format) -> Option<String> {
    if syntax == Format::Json5 {
        return Some(text.into());
    }
    let negative = text.starts_with('-');
    let magnitude = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = if negative { "-" } else { "" };
    let yaml = syntax == Format::Yaml;
    match magnitude {
        "NaN" => return yaml.then(|| ".nan".into()),
        "Infinity" => return yaml.then(|| format!("{sign}.inf")),
        _ => {}
    }
    if magnitude.starts_with("0x") || magnitude.starts_with("0X") {
        return match number(text) {
            Number::Unsigned(_) if yaml => Some(format!("0x{}", magnitude.get(2..)?)),
            Number::Unsigned(value) => Some(value.to_string()),
            Number::Negative(value) => Some(value.to_string()),
            Number::Decimal(_) | Number::NonFinite(_) | Number::HexTooLarge(_) => None,
        };
    }
    let (mantissa, exponent) = match magnitude.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (magnitude, None),
    };
    let (whole, fraction) =
        mantissa.split_once('.').map_or((mantissa, None), |(whole, part)| (whole, Some(part)));
    let significant = whole.trim_start_matches('0');
    let mut written = format!("{sign}{}", if significant.is_empty() { "0" } else { significant });
    match fraction {
        Some(fraction) => written += &format!(".{}", if fraction.is_empty() { "0" } else { fraction }),
        None if exponent.is_some() => written += ".0",
        None => {}
    }
    if let Some(exponent) = exponent {
        let signed = exponent.starts_with(['+', '-']);
        written += &format!("e{}{exponent}", if signed { "" } else { "+" });
    }
    Some(written)
}

/// Returns a string, in the given style if possible, else in quotes.
pub(super) fn string(text: &str, style: Option<Style>, place: ScalarPlace<'_>) -> String {
    if place.syntax != Format::Yaml {
        let single = style == Some(Style::Single) && place.syntax == Format::Json5;
        return json(text, if single { '\'' } else { '"' });
    }
    let block = place.blocks && text.contains('\n');
    match style {
        Some(Style::Literal | Style::Folded) if place.blocks => {
            if style == Some(Style::Folded)
                && let Some(folded) = folded(text, place)
            {
                return folded;
            }
            literal(text, place).unwrap_or_else(|| quoted(text, None))
        }
        Some(Style::Double) => double(text),
        _ if block => literal(text, place).unwrap_or_else(|| double(text)),
        Some(Style::Single) => quoted(text, Some('\'')),
        _ if is_plain(text, place.flow) => text.into(),
        _ => quoted(text, None),
    }
}

/// Returns a key; `style` is the style of adjacent keys.
pub(super) fn key(text: &str, style: Option<Style>, syntax: Format) -> Option<String> {
    match syntax {
        Format::Json => Some(json(text, '"')),
        Format::Json5 => Some(match style {
            Some(Style::Plain) if is_name(text) => text.into(),
            Some(Style::Single) => json(text, '\''),
            _ => json(text, '"'),
        }),
        Format::Toml | Format::Env => None,
        Format::Yaml => {
            let key = match style {
                Some(Style::Double) => double(text),
                Some(Style::Single) => quoted(text, Some('\'')),
                _ if is_plain(text, true) => text.into(),
                _ => quoted(text, None),
            };
            (key.len() <= MAX_KEY).then_some(key)
        }
    }
}

/// Whether JSON5 allows a key without quotes. Only ASCII letters are considered.
fn is_name(text: &str) -> bool {
    let first = text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'));
    first && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'))
}

/// Whether every reader of YAML 1.1 and 1.2 reads the text without quotes as this string. `flow` is whether it is in
/// brackets, where readers differ on `?` and `:`, or is a key.
fn is_plain(text: &str, flow: bool) -> bool {
    let indicator = |c: char| ",[]{}#&*!|>'\"%@`?:".contains(c);
    let dash = text == "-" || text.starts_with("- ") || text.starts_with("---") || text.starts_with("...");
    let starts = text.chars().next().is_some_and(|c| !indicator(c) && !c.is_whitespace()) && !dash;
    let ends = !text.ends_with(|c: char| c.is_whitespace() || c == ':');
    let inside =
        !text.contains(": ") && !text.contains(" #") && !text.chars().any(|c| is_special(c) || c == '\n');
    let brackets = flow && (text.contains([',', '[', ']', '{', '}', '?', ':']) || text.starts_with('-'));
    let is_text = matches!(plain::read(text), Plain::Text) && !is_disputed(text);
    starts && ends && inside && !brackets && is_text
}

/// Whether a character needs an escape or would change without one, such as tabs and unusual line breaks.
fn is_special(c: char) -> bool {
    is_escaped(c) && c != '\n'
}

/// Whether a character must be escaped in double quotes: an unsafe one, or U+FFFE or U+FFFF, which YAML does not allow.
fn is_escaped(c: char) -> bool {
    is_unsafe(c) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Uses single quotes if they are possible and either requested or save escapes; else double quotes.
fn quoted(text: &str, quote: Option<char>) -> String {
    let single = !text.chars().any(|c| is_special(c) || c == '\n');
    if single && (quote == Some('\'') || text.contains(['"', '\\'])) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    double(text)
}

fn double(text: &str) -> String {
    format!("\"{}\"", escaped(text, '"', Format::Yaml))
}

fn json(text: &str, quote: char) -> String {
    format!("{quote}{}{quote}", escaped(text, quote, Format::Json))
}

/// Escapes a text for these quotes. In single quotes of YAML it has no line breaks.
pub(in crate::edit) fn escaped(text: &str, quote: char, syntax: Format) -> String {
    if quote == '\'' && syntax == Format::Yaml {
        return text.replace('\'', "''");
    }
    let mut into = String::with_capacity(text.len());
    for c in text.chars() {
        let _ = match c {
            '\\' => into.write_str("\\\\"),
            '\n' => into.write_str("\\n"),
            '\r' => into.write_str("\\r"),
            '\t' => into.write_str("\\t"),
            c if c == quote => write!(into, "\\{c}"),
            c if is_escaped(c) && u32::from(c) > 0xffff && syntax == Format::Yaml => {
                write!(into, "\\U{:08x}", u32::from(c))
            }
            c if is_escaped(c) => {
                c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(into, "\\u{unit:04x}"))
            }
            c => into.write_char(c),
        };
    }
    into
}

/// Whether a block can hold the text: its characters need no escapes and are not all white space.
pub(super) fn fits_block(text: &str) -> bool {
    !text.trim().is_empty() && !text.chars().any(|c| is_special(c) && c != '\t')
}

/// Returns a block that keeps its lines; `None` if no block can hold the text.
fn literal(text: &str, place: ScalarPlace<'_>) -> Option<String> {
    if !fits_block(text) {
        return None;
    }
    let first = text.trim_start_matches('\n');
    // A block whose first line begins with white space states its indentation.
    let says = first.starts_with([' ', '\t']);
    let digit = if says { place.step.to_string() } else { String::new() };
    if says && !(1..=9).contains(&place.step) {
        return None;
    }
    Some(format!("|{digit}{}{}", chomping(text), lines(text, place)))
}

/// Returns a folded block with one line of text.
fn folded(text: &str, place: ScalarPlace<'_>) -> Option<String> {
    let line = text.strip_suffix('\n').unwrap_or(text);
    let one = !line.contains('\n') && !line.starts_with([' ', '\t']) && fits_block(text);
    one.then(|| format!(">{}{}", chomping(text), lines(text, place)))
}

pub(super) fn chomping(text: &str) -> &'static str {
    match text.strip_suffix('\n') {
        None => "-",
        Some(rest) if rest.ends_with('\n') => "+",
        Some(_) => "",
    }
}

/// The lines of a block, each after a line break.
fn lines(text: &str, place: ScalarPlace<'_>) -> String {
    let mut block = String::new();
    for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
        block.push_str(place.newline);
        if !line.is_empty() {
            block.extend(std::iter::repeat_n(' ', place.indentation));
            block.push_str(line);
        }
    }
    block
}
