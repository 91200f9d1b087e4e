//! Patterns in the dialects of other tools, where they certainly mean the same there.

use super::backtracking::may_explode;
use std::iter::Peekable;
use std::str::Chars;

/// Whose regular expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// Those of JSON Schema: ECMA-262's with the flag `u`.
    Ecma,
    /// Those of Python's `re`, for strings and with the flag `ASCII`.
    Python,
}

/// A pattern of `regex-lite`, anchored at both ends as it is meant, for a JSON Schema.
///
/// Translated is what means the same in both: characters, classes of characters and ranges, `.`, `\d`, `\w`
/// and their opposites, groups, alternatives, repetitions of what takes a character, `^` and `$`. `None` for a
/// pattern with anything else: `\s`, which is ASCII here only; word boundaries; flags; characters by their
/// numbers; POSIX classes; repetitions of repetitions; characters that are two units of UTF-16.
pub(super) fn ecma_pattern(pattern: &str) -> Option<String> {
    let (out, has_alternatives) = translated(pattern, Dialect::Ecma)?;
    Some(if has_alternatives { format!("^(?:{out})$") } else { format!("^{out}$") })
}

/// A pattern of `regex-lite` for `re.fullmatch` with the flag `ASCII`, where it means the same: as
/// [`ecma_pattern`], and with `\s` and any character. `None` also where `re` may take exponentially long.
pub(super) fn python_pattern(pattern: &str) -> Option<String> {
    let (out, _) = translated(pattern, Dialect::Python)?;
    (!may_explode(&out)).then_some(out)
}

/// The pattern without anchors, and whether there are alternatives outside of groups.
fn translated(pattern: &str, dialect: Dialect) -> Option<(String, bool)> {
    let mut translator = Translator { rest: pattern.chars().peekable(), out: String::new(), dialect };
    let has_alternatives = translator.pattern()?;
    Some((translator.out, has_alternatives))
}

struct Translator<'p> {
    rest: Peekable<Chars<'p>>,
    out: String,
    dialect: Dialect,
}

/// What a backslash and a letter stand for.
enum Escape {
    Character(char),
    Class(char),
}

/// What is known of a group, or of the whole pattern, up to the place that is read.
#[derive(Default)]
struct GroupState {
    /// Whether an alternative before this one can match nothing.
    earlier_can_be_empty: bool,
    /// Whether this alternative matches at least one character.
    matches_text: bool,
    /// The same without the part that was read last, which a repetition may take away.
    before: bool,
}

impl GroupState {
    /// Notes a part that may be repeated; `matches_text` says whether it always takes a character.
    fn meet(&mut self, matches_text: bool) -> bool {
        self.before = self.matches_text;
        self.matches_text |= matches_text;
        matches_text
    }

    /// Notes that the part read last may be left out.
    fn forget(&mut self) {
        self.matches_text = self.before;
    }

    fn next_alternative(&mut self) {
        let earlier_can_be_empty = !self.always_matches_text();
        *self = Self { earlier_can_be_empty, ..Self::default() };
    }

    fn always_matches_text(&self) -> bool {
        self.matches_text && !self.earlier_can_be_empty
    }
}

impl Translator<'_> {
    /// Translates everything that is left; whether there are alternatives outside of groups. The pattern is
    /// a valid one of `regex-lite`.
    fn pattern(&mut self) -> Option<bool> {
        let (mut outer, mut level, mut has_alternatives) = (Vec::new(), GroupState::default(), false);
        // Whether what stands before can be repeated.
        let mut repeatable = false;
        while let Some(c) = self.rest.next() {
            repeatable = match c {
                '(' => {
                    self.group()?;
                    outer.push(std::mem::take(&mut level));
                    false
                }
                ')' => {
                    let group = std::mem::replace(&mut level, outer.pop()?);
                    self.out.push(c);
                    level.meet(group.always_matches_text());
                    // What can be nothing is not repeated in the same way by all.
                    group.always_matches_text()
                }
                '|' => {
                    has_alternatives |= outer.is_empty();
                    self.out.push(c);
                    level.next_alternative();
                    false
                }
                // In Python `$` also matches before a line feed at the end.
                '$' if self.dialect == Dialect::Python => {
                    self.out.push_str(r"\Z");
                    false
                }
                '^' | '$' => {
                    self.out.push(c);
                    false
                }
                '*' | '+' | '?' | '{' => {
                    let may_be_none = self.repetition(c).filter(|_| repeatable)?;
                    if may_be_none {
                        level.forget();
                    }
                    false
                }
                '.' => {
                    self.out.push_str(r"[^\n]");
                    level.meet(true)
                }
                '[' => {
                    self.class()?;
                    level.meet(true)
                }
                '\\' => {
                    match self.escape()? {
                        Escape::Character(c) => self.character(c)?,
                        Escape::Class(c) => self.out.extend(['\\', c]),
                    }
                    level.meet(true)
                }
                c => {
                    self.character(c)?;
                    level.meet(true)
                }
            };
        }
        Some(has_alternatives)
    }

    /// What opens a group; nobody asks what groups capture.
    fn group(&mut self) -> Option<()> {
        if self.eat('?') && !self.eat(':') {
            return None;
        }
        self.out.push_str("(?:");
        Some(())
    }

    /// A repetition, lazy or not: `*`, `+`, `?`, `{2}`, `{2,}`, `{2,3}`; whether it may be of nothing.
    fn repetition(&mut self, first: char) -> Option<bool> {
        self.out.push(first);
        let may_be_none = match first {
            '{' => self.rest.peek() == Some(&'0'),
            first => first != '+',
        };
        if first == '{' {
            loop {
                let c = self.rest.next().filter(|c| matches!(c, '0'..='9' | ',' | '}'))?;
                self.out.push(c);
                if c == '}' {
                    break;
                }
            }
        }
        if self.eat('?') {
            self.out.push('?');
        }
        Some(may_be_none)
    }

    /// A class in brackets, of which the first is read.
    fn class(&mut self) -> Option<()> {
        self.out.push('[');
        if self.eat('^') {
            self.out.push('^');
        }
        let mut empty = true;
        // Here and before the closing bracket, `-` stands for itself.
        while self.eat('-') {
            self.out.push_str(r"\-");
            empty = false;
        }
        loop {
            let item = match self.rest.next()? {
                ']' if !empty => break,
                // A bracket that stands for itself, or a POSIX class.
                ']' | '[' => return None,
                '\\' => self.escape()?,
                c => Escape::Character(c),
            };
            empty = false;
            self.class_item(&item)?;
            let mut ahead = self.rest.clone();
            let is_range = ahead.next() == Some('-') && ahead.next() != Some(']');
            if is_range {
                self.rest.next();
                let end = match self.rest.next()? {
                    '\\' => self.escape()?,
                    c => Escape::Character(c),
                };
                let (Escape::Character(_), Escape::Character(_)) = (item, &end) else { return None };
                self.out.push('-');
                self.class_item(&end)?;
            }
        }
        self.out.push(']');
        Some(())
    }

    fn class_item(&mut self, item: &Escape) -> Option<()> {
        match *item {
            Escape::Class(c) => self.out.extend(['\\', c]),
            Escape::Character(c @ ('\\' | '[' | ']' | '^' | '-')) => self.out.extend(['\\', c]),
            // Twice in a class, Python keeps these for operators.
            Escape::Character(c @ ('&' | '|' | '~')) if self.dialect == Dialect::Python => {
                self.out.extend(['\\', c]);
            }
            Escape::Character(c) => self.plain(c)?,
        }
        Some(())
    }

    /// A character that stands for itself, outside of classes.
    fn character(&mut self, c: char) -> Option<()> {
        if matches!(
            c,
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/'
        ) {
            self.out.push('\\');
        }
        self.plain(c)
    }

    /// A character as it is. Of two units of UTF-16, it would hang on the flag what it means.
    fn plain(&mut self, c: char) -> Option<()> {
        if self.dialect == Dialect::Ecma && c.len_utf16() > 1 {
            return None;
        }
        self.out.push(c);
        Some(())
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Option<Escape> {
        Some(match self.rest.next()? {
            c @ ('d' | 'D' | 'w' | 'W') => Escape::Class(c),
            c @ ('s' | 'S') if self.dialect == Dialect::Python => Escape::Class(c),
            'n' => Escape::Character('\n'),
            't' => Escape::Character('\t'),
            'r' => Escape::Character('\r'),
            'f' => Escape::Character('\u{c}'),
            'v' => Escape::Character('\u{b}'),
            // These two are boundaries of words.
            '<' | '>' => return None,
            c if c.is_ascii_punctuation() => Escape::Character(c),
            _ => return None,
        })
    }

    fn eat(&mut self, c: char) -> bool {
        self.rest.next_if_eq(&c).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{ecma_pattern, python_pattern};

    #[test]
    fn what_means_the_same_is_translated() {
        for (pattern, expected) in [
            ("", "^$"),
            ("[a-z]+", "^[a-z]+$"),
            ("a|b", "^(?:a|b)$"),
            ("(a|b)c?", "^(?:a|b)c?$"),
            (r"\d{3}-\d{4,}?", r"^\d{3}-\d{4,}?$"),
            (".*", r"^[^\n]*$"),
            (r"\-\#/é\}", r"^-#\/é\}$"),
            (r"}\]]", r"^\}\]\]$"),
            ("[-a^.-]", r"^[\-a\^.\-]$"),
            (r"[^\]\\-a\d]", r"^[^\]\\-a\d]$"),
            ("[--a]", r"^[\-\-a]$"),
            ("^a$|b", "^(?:^a$|b)$"),
            (r"[\d-]-a]", r"^[\d\-]-a\]$"),
        ] {
            assert_eq!(ecma_pattern(pattern).as_deref(), Some(expected), "{pattern}");
        }
    }

    #[test]
    fn what_might_mean_something_else_is_not() {
        for pattern in [
            "()*",
            "(a*)+",
            "(|a)?",
            "(a?b{0,2})*",
            r"\s",
            r"\S",
            r"\b",
            r"\B",
            r"\<a",
            r"\A",
            r"\z",
            r"\x41",
            r"\u{41}",
            "(?i)a",
            "(?i:a)",
            "(?P<n>a)",
            "(?<n>a)",
            "[[:alpha:]]",
            "[]a]",
            "[^]]",
            r"[\s]",
            "a**",
            "a{2}{3}",
            "a{ 2 }",
            "^*",
            "😀",
            "[😀]",
        ] {
            assert_eq!(ecma_pattern(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn python_has_its_own_ways() {
        for (pattern, expected) in [
            ("", ""),
            ("a|b", "a|b"),
            (r"^\s*$", r"^\s*\Z"),
            ("[a&&b~~|-]", r"[a\&\&b\~\~\|\-]"),
            ("😀+", "😀+"),
        ] {
            assert_eq!(python_pattern(pattern).as_deref(), Some(expected), "{pattern}");
        }
        for pattern in [r"\bа", "(?i)a", "a**", "[[:alpha:]]", r"\x41"] {
            assert_eq!(python_pattern(pattern), None, "{pattern}");
        }
    }
}
