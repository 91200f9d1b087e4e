//! User text made safe to print.
//!
//! A manifest, a path or a key may hold anything, and a terminal obeys control characters and reorders
//! text around bidirectional marks. Everything a user wrote passes through here before it is part of a
//! message.

use std::fmt::{self, Display, Formatter, Write as _};

/// Text longer than this many characters is cut in a message, with `…` behind it.
pub const MAX_QUOTED: usize = 120;

/// Prints text with every character that could steer a terminal written as an escape: controls (tab and
/// line feed too), bidirectional marks, line and paragraph separators, and other invisible format
/// characters. A backslash stays a backslash.
#[must_use]
pub fn plain(text: &str) -> Plain<'_> {
    Plain { text, limit: usize::MAX }
}

/// Prints text in backticks, escaped as [`plain`] does it and cut after [`MAX_QUOTED`] characters.
#[must_use]
pub fn quoted(text: &str) -> Quoted<'_> {
    Quoted(text)
}

/// Prints text as a JSON5 string literal in double quotes that reads back as the same text.
#[must_use]
pub fn literal(text: &str) -> Literal<'_> {
    Literal(text)
}

/// See [`plain`].
#[derive(Debug, Clone, Copy)]
pub struct Plain<'a> {
    text: &'a str,
    limit: usize,
}

impl Display for Plain<'_> {
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
pub struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", Plain { text: self.0, limit: MAX_QUOTED })
    }
}

/// See [`literal`].
#[derive(Debug, Clone, Copy)]
pub struct Literal<'a>(&'a str);

impl Display for Literal<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if is_unsafe(c) => {
                    let mut units = [0; 2];
                    for unit in c.encode_utf16(&mut units) {
                        write!(f, "\\u{unit:04x}")?;
                    }
                }
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// Whether a character is written as an escape: it steers the terminal, or cannot be seen in it.
#[must_use]
pub fn is_unsafe(c: char) -> bool {
    match c {
        ' '..='~' => false,
        c if c.is_control() => true,
        // Soft hyphen, Arabic letter mark, Hangul and Mongolian fillers and separators.
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}' => true,
        // Zero-width characters and joiners, bidirectional marks, separators, invisible operators.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        // Byte order mark, interlinear annotations, language tags and variation selectors' supplement.
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(quoted("a\u{1b}[31m\u{202e}b").to_string(), "`a\\u{1b}[31m\\u{202e}b`");
        assert_eq!(plain("tab\tnl\nß😀").to_string(), "tab\\u{9}nl\\u{a}ß😀");
        assert_eq!(literal("a\"\\\n\u{0}\u{e0001}").to_string(), "\"a\\\"\\\\\\n\\u0000\\udb40\\udc01\"");
    }

    #[test]
    fn long_text_is_cut() {
        let long = "x".repeat(MAX_QUOTED + 1);
        assert_eq!(quoted(&long).to_string(), format!("`{}…`", "x".repeat(MAX_QUOTED)));
        let fits = "x".repeat(MAX_QUOTED);
        assert_eq!(quoted(&fits).to_string(), format!("`{fits}`"));
    }
}
