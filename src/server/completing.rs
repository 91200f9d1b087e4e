//! Half-typed texts, read with a placeholder at the cursor.

use crate::diagnostic::Report;
use crate::edit::written_key;
use crate::syntax::{Document, Format, Style, parse};
use crate::text::json::to_json;
use crate::text::{Sources, narrow};

/// The placeholder for the word at the cursor.
pub(super) const PLACEHOLDER: &str = "zzconfczz";

/// A parsed text with the placeholder.
pub(super) struct Completing {
    pub(super) document: Document,
    /// A byte offset in the placeholder.
    pub(super) offset: u32,
    pub(super) site: WordSite,
}

/// The quotes around the word at the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordQuotes {
    None,
    /// One before it, and none after it.
    Open(char),
    /// One on each side.
    Both(char),
}

/// The surroundings of the word at the cursor.
#[derive(Debug, Clone, Copy)]
pub(super) struct WordSite {
    pub(super) format: Format,
    quotes: WordQuotes,
    /// Whether the separator of a key and its value follows the word.
    is_separated: bool,
    /// The byte offsets of the word.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The readings of a text with a placeholder at the cursor, the likeliest first.
pub(super) fn completings(text: &str, offset: usize, format: Format) -> impl Iterator<Item = Completing> {
    let site = WordSite::of(text, offset, format);
    let before = text.get(..site.start).unwrap_or_default();
    let after = text.get(site.end..).unwrap_or_default();
    // A missing comma after it would hide what follows.
    let (key, value) = (site.key_candidate(), site.value_candidate());
    let with_comma = format!("{value},");
    let candidates =
        if site.follows_separator(before) { [value, with_comma, key] } else { [key, value, with_comma] };
    // Without the rest: a reader of YAML stops at the first line that does not fit, and an open bracket hides all of it.
    let mut rests = vec![after.to_owned(), closing_brackets(before, format)];
    if format == Format::Yaml {
        rests.push(String::new());
    }
    let readings = rests.into_iter().flat_map(move |after| {
        candidates.clone().into_iter().map(move |candidate| format!("{before}{candidate}{after}"))
    });
    readings.filter_map(move |text| {
        let at = site.start + text.get(site.start..)?.find(PLACEHOLDER)?;
        let source = Sources::new().add_plain(String::new(), text);
        let document = parse(format, &source, &mut Report::new());
        Some(Completing { document, offset: narrow(at + 1), site })
    })
}

/// The brackets that close what a text leaves open. In YAML and TOML only the last line counts, since brackets before it
/// may be a part of a text.
pub(super) fn closing_brackets(text: &str, format: Format) -> String {
    let text = if format.is_json() { text } else { text.rsplit('\n').next().unwrap_or_default() };
    let (mut open, mut quote, mut characters) = (Vec::new(), None, text.chars().peekable());
    while let Some(c) = characters.next() {
        match (c, quote) {
            ('\\', Some(_)) => _ = characters.next(),
            (c, Some(of)) if c == of => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(c),
            ('/', None) if format.is_json() && characters.peek() == Some(&'/') => {
                characters.by_ref().take_while(|c| *c != '\n').for_each(drop);
            }
            ('{', None) => open.push('}'),
            ('[', None) => open.push(']'),
            ('}' | ']', None) => _ = open.pop(),
            (_, None) => {}
        }
    }
    open.into_iter().rev().collect()
}

impl WordSite {
    fn of(text: &str, offset: usize, format: Format) -> Self {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$');
        let is_path = |c: char| is_word(c) || matches!(c, '.' | '/');
        let offset = text.floor_char_boundary(offset.min(text.len()));
        let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
        let around = before.trim_end_matches(is_path);
        let line = around.rsplit('\n').next().unwrap_or_default();
        let quote = around.chars().next_back().filter(|c| matches!(c, '"' | '\''));
        // An even number of quotes are those of texts before it.
        let quote = quote.filter(|quote| line.matches(*quote).count() % 2 == 1);
        // In quotes, a name of a path is a word.
        let is_in = |c: char| is_word(c) || (quote.is_some() && c == '.');
        let start = before.trim_end_matches(is_in).len();
        let end = offset + (after.len() - after.trim_start_matches(is_in).len());
        let rest = text.get(end..).unwrap_or_default();
        let quotes = match quote {
            Some(quote) if rest.starts_with(quote) => WordQuotes::Both(quote),
            Some(quote) => WordQuotes::Open(quote),
            None => WordQuotes::None,
        };
        let is_closed = matches!(quotes, WordQuotes::Both(_));
        let rest = if is_closed { rest.get(1..).unwrap_or_default() } else { rest };
        let separator = if format == Format::Toml { '=' } else { ':' };
        let is_separated = rest.trim_start_matches([' ', '\t']).starts_with(separator);
        Self { format, quotes, is_separated, start, end }
    }

    /// Whether the word is in quotes already.
    pub(super) fn is_quoted(&self) -> bool {
        self.quotes != WordQuotes::None
    }

    /// Whether a key takes the quote after it, too, so that its separator follows the quote.
    pub(super) fn takes_quote(&self) -> bool {
        matches!(self.quotes, WordQuotes::Both(_)) && !self.is_separated && self.format != Format::Env
    }

    fn key_candidate(&self) -> String {
        let separated = match self.format {
            Format::Toml => " = 0",
            Format::Json5 => ": 0,",
            Format::Json | Format::Yaml => ": 0",
            Format::Env => "",
        };
        let separated = if self.is_separated { "" } else { separated };
        match (self.quotes, self.format) {
            (WordQuotes::Both(_), _) => PLACEHOLDER.to_owned(),
            (WordQuotes::Open(quote), _) => format!("{PLACEHOLDER}{quote}{separated}"),
            (WordQuotes::None, Format::Json) => format!("\"{PLACEHOLDER}\"{separated}"),
            (WordQuotes::None, _) => format!("{PLACEHOLDER}{separated}"),
        }
    }

    fn value_candidate(&self) -> String {
        match (self.quotes, self.format) {
            (WordQuotes::Both(_), _) | (WordQuotes::None, Format::Yaml | Format::Env) => {
                PLACEHOLDER.to_owned()
            }
            (WordQuotes::Open(quote), _) => format!("{PLACEHOLDER}{quote}"),
            (WordQuotes::None, Format::Json5 | Format::Json | Format::Toml) => format!("\"{PLACEHOLDER}\""),
        }
    }

    /// Whether the text before the word ends with the separator of a key and its value, or with the start of a list.
    fn follows_separator(&self, before: &str) -> bool {
        let before = if self.is_quoted() { before.trim_end_matches(['"', '\'']) } else { before };
        match self.format {
            Format::Toml | Format::Env => before.trim_end_matches([' ', '\t']).ends_with(['=', '[']),
            Format::Yaml => before.trim_end_matches([' ', '\t']).ends_with([':', '[']),
            Format::Json5 | Format::Json => before.trim_end().ends_with([':', '[']),
        }
    }

    /// A word as a string in this format.
    pub(super) fn string(&self, word: &str) -> String {
        match (self.quotes, self.format) {
            (WordQuotes::Both(_), _) | (WordQuotes::None, Format::Env) => word.to_owned(),
            (WordQuotes::Open(quote), _) => format!("{word}{quote}"),
            (WordQuotes::None, Format::Yaml) => {
                written_key(word, Style::Plain, self.format).unwrap_or_else(|| to_json(word))
            }
            (WordQuotes::None, Format::Json5 | Format::Json | Format::Toml) => to_json(word),
        }
    }

    /// A word as a key in this format, with its separator.
    pub(super) fn key(&self, word: &str) -> String {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let takes_dollar = matches!(self.format, Format::Json5 | Format::Yaml);
        let name = word.strip_prefix('$').filter(|_| takes_dollar).unwrap_or(word);
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_bare = match self.format {
            Format::Json => false,
            Format::Json5 | Format::Toml | Format::Env => begins && name.chars().all(is_name),
            // A scalar without quotes is a string in each key.
            Format::Yaml => begins && name.chars().all(|c| is_name(c) || matches!(c, '-' | '.' | '/')),
        };
        let key = match self.quotes {
            WordQuotes::Both(_) if self.is_separated => word.to_owned(),
            // The edit replaces the quote after the word.
            WordQuotes::Both(quote) | WordQuotes::Open(quote) => format!("{word}{quote}"),
            WordQuotes::None if is_bare => word.to_owned(),
            WordQuotes::None => to_json(word),
        };
        match self.format {
            _ if self.is_separated => key,
            Format::Toml => format!("{key} = "),
            Format::Env => format!("{key}="),
            Format::Json5 | Format::Json | Format::Yaml => format!("{key}: "),
        }
    }
}
