//! A law of texts in which one bracket is missing or one too many: there is one mistake, and it is at a bracket.

use crate::support::random::{Random, attempts};
use confc::diagnostic::Report;
use confc::syntax::{Format, parse};
use confc::text::Sources;

/// Writes a value of random depth, in one line or several.
fn value(random: &mut Random, format: Format, depth: usize, indent: usize, text: &mut String) {
    const SCALARS: [&str; 5] = ["1", "true", "\"a [b\"", "\"}\"", "-2.5"];
    if depth == 0 || random.once_in(3) {
        return text.push_str(random.pick(&SCALARS));
    }
    let is_object = random.once_in(2);
    let (open, close) = if is_object { ('{', '}') } else { ('[', ']') };
    // A table of TOML in braces is written in one line.
    let breaks = random.once_in(2) && (format != Format::Toml || !is_object);
    let inner = if breaks { indent + 2 } else { indent };
    text.push(open);
    for number in 0..random.below(4) {
        if number > 0 {
            text.push(',');
        }
        text.push_str(&if breaks { format!("\n{}", " ".repeat(inner)) } else { " ".into() });
        if is_object {
            let sign = if format == Format::Toml { " = " } else { ": " };
            text.push_str(&format!("k{number}{sign}"));
        }
        let depth = if breaks || format != Format::Toml { depth - 1 } else { 0 };
        value(random, format, depth, inner, text);
    }
    text.push_str(&if breaks { format!("\n{}", " ".repeat(indent)) } else { " ".into() });
    text.push(close);
}

/// A text of some fields, laid out as people do.
fn document(random: &mut Random, format: Format) -> String {
    let mut text = String::new();
    let is_json = format.is_json();
    if is_json {
        text.push_str("{\n");
    }
    for number in 0..=random.below(4) {
        if format == Format::Toml && random.once_in(4) {
            text.push_str(&format!("[table_{number}]\n"));
        }
        let (start, sign, end) = match format {
            Format::Json | Format::Json5 => ("  ", ": ", ",\n"),
            Format::Yaml => ("", ": ", "\n"),
            Format::Toml | Format::Env => ("", " = ", "\n"),
        };
        text.push_str(&format!("{start}field_{number}{sign}"));
        value(random, format, 3, start.len(), &mut text);
        text.push_str(end);
    }
    if is_json {
        text.push_str("}\n");
    }
    text
}

/// The places of a text outside of its strings, which hold no escapes.
fn outside_of_strings(text: &str) -> Vec<usize> {
    let mut is_in_string = false;
    let outside = |(at, c): (usize, char)| {
        is_in_string ^= c == '"';
        (!is_in_string && c != '"').then_some(at)
    };
    text.char_indices().filter_map(outside).collect()
}

/// Removes a bracket, or adds one in front of a bracket, a comma or the end of a line.
fn damaged(random: &mut Random, text: &str) -> Option<String> {
    let mut damaged = text.to_owned();
    let at = |chars: &[char]| -> Vec<usize> {
        outside_of_strings(text).into_iter().filter(|at| text[*at..].starts_with(chars)).collect()
    };
    if random.once_in(2) {
        let brackets = at(&['[', ']', '{', '}']);
        let at = *brackets.get(random.below(brackets.len().max(1)))?;
        damaged.remove(at);
    } else {
        let places = at(&['[', ']', '{', '}', ',', '\n']);
        let at = *places.get(random.below(places.len().max(1)))?;
        damaged.insert_str(at, random.pick(&["[", "]", "{", "}"]));
    }
    Some(damaged)
}

#[test]
fn one_bracket_is_one_mistake_at_a_bracket() {
    for format in [Format::Json5, Format::Toml, Format::Yaml] {
        let (mut refused, mut tried) = (0, 0);
        attempts(3_000, |random| {
            let text = document(random, format);
            let whole = Sources::new().add("t".into(), text.clone(), None);
            let mut report = Report::new();
            parse(format, &whole, &mut report);
            assert!(!report.has_errors(), "{text}");
            let Some(text) = damaged(random, &text) else { return };
            tried += 1;
            let source = Sources::new().add("t".into(), text.clone(), None);
            let mut report = Report::new();
            parse(format, &source, &mut report);
            let found = report.sorted();
            // Plain text of YAML may hold brackets.
            let [error] = found.as_slice() else {
                assert!(found.is_empty() && format == Format::Yaml, "{format:?}: {found:?}\n{text}");
                return;
            };
            let label = error.primary().expect("a syntax error has a place");
            let is_bracket = matches!(source.slice(label.span), "[" | "]" | "{" | "}");
            assert!(is_bracket, "{format:?}: {error:?}\n{text}");
            refused += 1;
        });
        assert!(refused * 10 > tried * 9, "{format:?}: {refused} of {tried}");
    }
}
