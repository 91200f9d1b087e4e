//! Literals with canaries, written in the style of each format.

use crate::support::random::Random;
use confc::syntax::Format;

/// Letters and digits that no other text of a run has four of in a row, whatever their case.
const LETTERS: &[u8] = b"QXZJKVW";
const DIGITS: &[u8] = b"689";
/// Letters or digits of a canary.
const SIZE: usize = 12;
/// So many in a row are a leak.
const TOLD: usize = 4;

/// The canaries of a project.
#[derive(Debug, Default, Clone)]
pub(super) struct Canaries(Vec<String>);

impl Canaries {
    fn of(&mut self, random: &mut Random, alphabet: &[u8]) -> String {
        let canary: String = (0..SIZE).map(|_| char::from(*random.one_of(alphabet))).collect();
        self.0.push(canary.clone());
        canary
    }

    /// A canary of letters.
    pub(super) fn word(&mut self, random: &mut Random) -> String {
        self.of(random, LETTERS)
    }

    /// A canary that is a number.
    pub(super) fn number(&mut self, random: &mut Random) -> String {
        self.of(random, DIGITS)
    }

    /// The first canary of which a text shows four characters in a row, as they are or as escapes.
    pub(super) fn shown_in(&self, text: &[u8]) -> Option<&str> {
        let text = without_checksums(&without_escapes(&text.to_ascii_uppercase()));
        let is_shown = |canary: &&String| {
            canary.as_bytes().windows(TOLD).any(|part| text.windows(TOLD).any(|shown| shown == part))
        };
        let in_alphabets =
            |part: &[u8]| [LETTERS, DIGITS].iter().any(|all| part.iter().all(|c| all.contains(c)));
        if !text.windows(TOLD).any(in_alphabets) {
            return None;
        }
        self.0.iter().find(is_shown).map(String::as_str)
    }
}

/// Replaces `\x51` and `\u0051` with the characters that they stand for. The text is in upper case.
fn without_escapes(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let digits = match after.first() {
            Some(b'X') if *first == b'\\' => after.get(1..3),
            Some(b'U') if *first == b'\\' => after.get(1..5),
            _ => None,
        };
        let code = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32) {
            Some(c) if c.is_ascii() => {
                plain.push(c.to_ascii_uppercase() as u8);
                rest = &after[1 + digits.map_or(0, <[u8]>::len)..];
            }
            Some(_) | None => {
                plain.push(*first);
                rest = after;
            }
        }
    }
    plain
}

/// Removes runs of 64 hexadecimal digits, which may have four digits of a canary by chance.
fn without_checksums(text: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(text.len());
    for run in text.chunk_by(|a, b| a.is_ascii_hexdigit() == b.is_ascii_hexdigit()) {
        if run.len() < 64 || !run[0].is_ascii_hexdigit() {
            kept.extend_from_slice(run);
        }
    }
    kept
}

/// A value before it is written in a format.
#[derive(Debug, Clone)]
pub(super) enum Literal {
    /// Written as it is: a number, a bool.
    Bare(String),
    Text(String),
    List(Vec<Literal>),
    Object(Vec<(String, Literal)>),
}

impl Literal {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn bare(text: impl Into<String>) -> Self {
        Self::Bare(text.into())
    }

    pub(super) fn object<const N: usize>(entries: [(&str, Self); N]) -> Self {
        Self::Object(entries.map(|(key, value)| (key.to_owned(), value)).into())
    }

    /// The literal with other keys in its objects.
    pub(super) fn with_keys(&self, of: &mut dyn FnMut(&str) -> String) -> Self {
        match self {
            Self::Bare(_) | Self::Text(_) => self.clone(),
            Self::List(elements) => Self::List(elements.iter().map(|value| value.with_keys(of)).collect()),
            Self::Object(entries) => {
                Self::Object(entries.iter().map(|(key, value)| (of(key), value.with_keys(of))).collect())
            }
        }
    }

    /// The literal in one line, but for strings that a format breaks.
    pub(super) fn written(&self, format: Format, random: &mut Random) -> String {
        match self {
            // A list or an object is JSON in one line.
            Self::List(_) | Self::Object(_) if format == Format::Env => self.written(Format::Json, random),
            Self::Bare(text) => text.clone(),
            Self::Text(text) => string(text, format, random),
            Self::List(elements) => {
                let elements: Vec<_> = elements.iter().map(|value| value.written(format, random)).collect();
                format!("[{}]", elements.join(", "))
            }
            Self::Object(entries) => {
                let sign = if format == Format::Toml { " =" } else { ":" };
                let mut entry = |(key, value): &(String, Self)| {
                    format!("{}{sign} {}", written_key(key, format), value.written(format, random))
                };
                let entries: Vec<_> = entries.iter().map(&mut entry).collect();
                format!("{{ {} }}", entries.join(", "))
            }
        }
    }

    /// The literal of an entry of a block in YAML, after the colon of its key.
    pub(super) fn block(&self, random: &mut Random, indent: usize) -> String {
        let space = " ".repeat(indent);
        match self {
            Self::Object(entries) if !entries.is_empty() && random.once_in(2) => {
                let mut entry = |(key, value): &(String, Self)| {
                    let value = value.block(random, indent + 2);
                    format!("\n{space}{}:{value}", written_key(key, Format::Yaml))
                };
                entries.iter().map(&mut entry).collect()
            }
            Self::List(elements) if !elements.is_empty() && random.once_in(2) => {
                let mut element =
                    |value: &Self| format!("\n{space}- {}", value.written(Format::Yaml, random));
                elements.iter().map(&mut element).collect()
            }
            Self::Text(text) if random.once_in(5) => format!(" {}\n{space}{text}", random.pick(&["|", ">-"])),
            Self::Text(text) if random.once_in(12) => format!(" &{text} x"),
            Self::Text(text) if random.once_in(12) => format!(" !{text} x"),
            Self::Text(text) if random.once_in(12) => format!(" *{text}"),
            _ => format!(" {}", self.written(Format::Yaml, random)),
        }
    }
}

/// A key as a format writes it.
pub(super) fn written_key(key: &str, format: Format) -> String {
    let is_plain = key.bytes().all(|c| match format {
        Format::Json | Format::Json5 | Format::Env => c.is_ascii_alphanumeric() || c == b'_',
        Format::Toml => c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-'),
        Format::Yaml => c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-' | b'.' | b'/' | b' '),
    });
    match format {
        Format::Env => key.to_ascii_uppercase(),
        Format::Json5 if key.starts_with('$') => key.to_owned(),
        Format::Json5 | Format::Toml | Format::Yaml if is_plain => key.to_owned(),
        Format::Json | Format::Json5 | Format::Toml | Format::Yaml => format!("\"{key}\""),
    }
}

/// A string in one of the ways in which a format writes it.
fn string(text: &str, format: Format, random: &mut Random) -> String {
    let double = || format!("\"{text}\"");
    let escaped = || text.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect::<String>();
    // What is quoted already, as an expression, is quoted by the other quote.
    if text.contains('\'') || format == Format::Json {
        return double();
    }
    match random.below(8) {
        0 | 1 => format!("'{text}'"),
        2 if format != Format::Env => format!("\"{}\"", escaped()),
        3 if format == Format::Json5 && text.len() > 4 => format!("'{}\\\n{}'", &text[..4], &text[4..]),
        3 if format == Format::Toml => format!("\"\"\"\n{text}\"\"\""),
        2..=6 if format == Format::Env => text.to_owned(),
        3..=6 if format == Format::Yaml && !text.contains(['{', '$']) => text.to_owned(),
        // What somebody writes who forgets the quotes.
        7 if random.once_in(4) => text.to_owned(),
        _ => double(),
    }
}

#[test]
fn canaries_are_found_where_they_are_shown() {
    let canaries = Canaries(vec!["QXZJKVWQXZJK".into(), "689689968866".into()]);
    for shown in ["a: QXZJ", "aqxzjb", "\\u0051\\u0058Z\\x4a", "9688", "\"sha256:9688\""] {
        assert!(canaries.shown_in(shown.as_bytes()).is_some(), "{shown}");
    }
    let checksum = "9688".repeat(16);
    for text in ["QXZ", "QX ZJ", "6 8 9 6", "JZXQ", &checksum] {
        assert_eq!(canaries.shown_in(text.as_bytes()), None, "{text}");
    }
}
