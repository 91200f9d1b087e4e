//! Patterns in the dialect of JSON Schema, which is ECMA-262's with the flag `u`.

use std::iter::Peekable;
use std::str::Chars;

/// A pattern of `regex-lite`, anchored at both ends as it is meant, for a JSON Schema.
///
/// Translated is what means the same in both: characters, classes of characters and ranges, `.`, `\d`, `\w`
/// and their opposites, groups, alternatives, repetitions, `^` and `$`. `None` for a pattern with anything
/// else: `\s`, which is ASCII here only; word boundaries; flags; characters by their numbers; POSIX classes;
/// repetitions of repetitions; characters that are two units of UTF-16.
pub(super) fn ecma_pattern(pattern: &str) -> Option<String> {
    let mut translator = Translator { rest: pattern.chars().peekable(), out: String::new() };
    let has_alternatives = translator.pattern()?;
    let out = translator.out;
    Some(if has_alternatives { format!("^(?:{out})$") } else { format!("^{out}$") })
}

struct Translator<'p> {
    rest: Peekable<Chars<'p>>,
    out: String,
}

/// What a backslash and a letter stand for.
enum Escape {
    Character(char),
    Class(char),
}

impl Translator<'_> {
    /// Translates everything that is left; whether there are alternatives outside of groups. The pattern is
    /// a valid one of `regex-lite`.
    fn pattern(&mut self) -> Option<bool> {
        let (mut depth, mut has_alternatives) = (0_usize, false);
        // Whether what stands before can be repeated.
        let mut repeatable = false;
        while let Some(c) = self.rest.next() {
            repeatable = match c {
                '(' => {
                    self.group()?;
                    depth += 1;
                    false
                }
                ')' => {
                    depth = depth.checked_sub(1)?;
                    self.out.push(c);
                    true
                }
                '|' => {
                    has_alternatives |= depth == 0;
                    self.out.push(c);
                    false
                }
                '^' | '$' => {
                    self.out.push(c);
                    false
                }
                '*' | '+' | '?' | '{' => {
                    self.repetition(c).filter(|()| repeatable)?;
                    false
                }
                '.' => {
                    self.out.push_str(r"[^\n]");
                    true
                }
                '[' => {
                    self.class()?;
                    true
                }
                '\\' => {
                    match self.escape()? {
                        Escape::Character(c) => self.character(c)?,
                        Escape::Class(c) => self.out.extend(['\\', c]),
                    }
                    true
                }
                c => {
                    self.character(c)?;
                    true
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

    /// A repetition, lazy or not: `*`, `+`, `?`, `{2}`, `{2,}`, `{2,3}`.
    fn repetition(&mut self, first: char) -> Option<()> {
        self.out.push(first);
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
        Some(())
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
            Escape::Character(c) => self.out.push(one_unit(c)?),
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
        self.out.push(one_unit(c)?);
        Some(())
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Option<Escape> {
        Some(match self.rest.next()? {
            c @ ('d' | 'D' | 'w' | 'W') => Escape::Class(c),
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

/// A character that is one unit of UTF-16 too, so that nothing hangs on the flag.
fn one_unit(c: char) -> Option<char> {
    (c.len_utf16() == 1).then_some(c)
}

#[cfg(test)]
mod tests {
    use super::ecma_pattern;

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
}
