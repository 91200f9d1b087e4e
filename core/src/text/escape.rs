//! User text made safe to print.
//!
//! A manifest, a path or a key may hold anything, and a terminal obeys control characters and reorders
//! text around bidirectional marks. Everything a user wrote passes through here before it is part of a
//! message.

use std::fmt::{self, Display, Formatter, Write as _};

/// The most characters of a text in a message; a longer one is cut and ends in `…`.
pub const MAX_QUOTED: usize = 120;

/// Prints text with an escape for every character that could control a terminal: controls (including tab and line
/// feed), bidirectional marks, line and paragraph separators, and other invisible format characters. A backslash stays
/// a backslash.
#[must_use]
pub fn plain(text: &str) -> EscapedPlain<'_> {
    EscapedPlain { text, limit: usize::MAX }
}

/// As [`plain`], cut after this many characters, with `…` at the end.
#[must_use]
pub fn cut(text: &str, limit: usize) -> EscapedPlain<'_> {
    EscapedPlain { text, limit }
}

/// The text of `shown`, escaped and cut as by [`cut`]. Printing stops at the limit, so a large value costs no more than a
/// small one.
#[must_use]
pub fn cut_shown(shown: impl Display, limit: usize) -> String {
    let mut start = Start { text: String::new(), left: limit.saturating_add(1) };
    // An error means that more text would follow, which `cut` sees by the one character more.
    let _ = write!(start, "{shown}");
    cut(&start.text, limit).to_string()
}

/// The first characters that are written to it. Writing more fails.
struct Start {
    text: String,
    left: usize,
}

impl fmt::Write for Start {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(c);
        }
        Ok(())
    }
}

/// Prints text in backticks, escaped as [`plain`] does it and cut after [`MAX_QUOTED`] characters. Prints an empty text
/// as `""`.
#[must_use]
pub fn quoted(text: &str) -> EscapedQuoted<'_> {
    EscapedQuoted(text)
}

/// Prints text as a JSON5 string literal in double quotes that reads back as the same text.
#[must_use]
pub fn literal(text: &str) -> EscapedLiteral<'_> {
    EscapedLiteral(text)
}

/// See [`plain`].
#[derive(Debug, Clone, Copy)]
pub struct EscapedPlain<'a> {
    text: &'a str,
    limit: usize,
}

impl Display for EscapedPlain<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (n, c) in self.text.chars().enumerate() {
            if n == self.limit {
                return f.write_char('…');
            }
            if is_unsafe(c) { write!(f, "\\u{{{:x}}}", u32::from(c))? } else { f.write_char(c)? }
        }
        Ok(())
    }
}

/// See [`quoted`].
#[derive(Debug, Clone, Copy)]
pub struct EscapedQuoted<'a>(&'a str);

impl Display for EscapedQuoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = if self.0.is_empty() { "\"\"" } else { self.0 };
        write!(f, "`{}`", EscapedPlain { text, limit: MAX_QUOTED })
    }
}

/// See [`literal`].
#[derive(Debug, Clone, Copy)]
pub struct EscapedLiteral<'a>(&'a str);

impl Display for EscapedLiteral<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if is_unsafe(c) => write_units(c, f)?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// Writes text as a JSON string with the fewest escapes: only `"`, `\` and the characters below U+0020 have one. This
/// is the form of canonical texts, which are hashed. It is not safe to print.
///
/// # Errors
/// Only those of the writer.
pub fn write_canonical(text: &str, f: &mut impl fmt::Write) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Prints a canonical JSON text so that it is safe to print and reads back as the same value: characters that could
/// control a terminal, or are invisible in it, become escapes.
#[must_use]
pub fn json<T: Display>(text: T) -> EscapedJson<T> {
    EscapedJson(text)
}

/// See [`json`].
#[derive(Debug, Clone, Copy)]
pub struct EscapedJson<T>(T);

impl<T: Display> Display for EscapedJson<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(JsonEscaper(f), "{}", self.0)
    }
}

/// Escapes what is written to it.
struct JsonEscaper<'f, 'o>(&'f mut Formatter<'o>);

impl fmt::Write for JsonEscaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Such characters stand only in strings.
        text.chars()
            .try_for_each(|c| if is_unsafe(c) { write_units(c, self.0) } else { self.0.write_char(c) })
    }
}

/// Writes a character as escapes of its UTF-16 code units.
fn write_units(c: char, f: &mut Formatter<'_>) -> fmt::Result {
    let mut units = [0; 2];
    c.encode_utf16(&mut units).iter().try_for_each(|unit| write!(f, "\\u{unit:04x}"))
}

/// Whether a character is written as an escape, since it could control the terminal or is invisible in it.
#[must_use]
pub fn is_unsafe(c: char) -> bool {
    match c {
        ' '..='~' => false,
        c if c.is_control() => true,
        // Soft hyphen, grapheme joiner, Arabic letter mark.
        '\u{ad}' | '\u{34f}' | '\u{61c}' => true,
        // Fillers of Hangul and vowels of Khmer that show nothing, the Braille cell without dots.
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' => true,
        // Variation selectors, of Mongolian with its separator.
        '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' => true,
        // Zero-width characters and joiners, bidirectional marks, separators, invisible operators.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        // Byte order mark, interlinear annotations, and the reserved characters before them.
        '\u{feff}' | '\u{fff0}'..='\u{fffb}' => true,
        // Format characters of hieroglyphs, shorthand and musical notes.
        '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => true,
        // Language tags, the supplement of variation selectors, and the reserved characters among them.
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// Whether a character is not allowed in documentation: controls except the tab, and characters that reorder the text
/// around them. A comment has no escapes, so they would be printed raw.
#[must_use]
pub fn steers(c: char) -> bool {
    match c {
        '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(quoted("a\u{1b}[31m\u{202e}b").to_string(), "`a\\u{1b}[31m\\u{202e}b`");
        assert_eq!(plain("tab\tnl\nß😀").to_string(), "tab\\u{9}nl\\u{a}ß😀");
        assert_eq!(literal("a\"\\\n\u{0}\u{e0001}").to_string(), "\"a\\\"\\\\\\n\\u0000\\udb40\\udc01\"");
    }

    #[test]
    fn what_is_unsafe_is_what_unicode_says_is_not_seen() {
        // These format characters are visible: they are signs before numbers.
        let seen = regex::Regex::new(r"\p{Prepended_Concatenation_Mark}").unwrap();
        let unseen = r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]";
        let unseen = regex::Regex::new(unseen).unwrap();
        let reorders = regex::Regex::new(r"\p{Bidi_Control}").unwrap();
        let all: String = ('\0'..=char::MAX).collect();
        let found = |regex: regex::Regex| -> BTreeSet<char> {
            regex.find_iter(&all).filter_map(|found| found.as_str().chars().next()).collect()
        };
        let (seen, unseen, reorders) = (found(seen), found(unseen), found(reorders));
        for c in all.chars() {
            assert_eq!(is_unsafe(c), unseen.contains(&c) && !seen.contains(&c), "{c:?}");
            assert_eq!(steers(c), reorders.contains(&c) || (c.is_control() && c != '\t'), "{c:?}");
        }
    }

    #[test]
    fn long_text_is_cut() {
        let long = "x".repeat(MAX_QUOTED + 1);
        assert_eq!(quoted(&long).to_string(), format!("`{}…`", "x".repeat(MAX_QUOTED)));
        let fits = "x".repeat(MAX_QUOTED);
        assert_eq!(quoted(&fits).to_string(), format!("`{fits}`"));
    }
}
