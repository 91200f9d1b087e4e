//! Patterns of JSON Schema, which match anywhere in a string, as patterns of confc, which match the whole string.

/// The dialect of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PatternDialect {
    /// That of JavaScript, as JSON Schema requires.
    Ecma,
    /// That of Go, in which Kubernetes matches.
    Go,
}

/// Any text, line breaks included.
const ANYTHING: &str = "(?s:.*)";

/// Returns a pattern that accepts a whole string if the given one matches in it; `None` if its syntax has another meaning
/// in confc. `.` also takes carriage returns and U+2028 and U+2029 here, which JavaScript excludes. The caller checks
/// that the result compiles.
pub(super) fn whole_pattern(pattern: &str, dialect: PatternDialect) -> Option<String> {
    let alternatives: Vec<&str> = PatternScan::new(pattern, dialect).alternatives()?;
    let anchored: Option<Vec<&str>> = alternatives.iter().map(|one| inside(one)).collect();
    if let Some(anchored) = anchored {
        return Some(anchored.join("|"));
    }
    Some(match *alternatives {
        [one] => match (one.strip_prefix('^'), without_end(one)) {
            (Some(end), _) => format!("{end}{ANYTHING}"),
            (None, Some(start)) => format!("{ANYTHING}{start}"),
            (None, None) => format!("{ANYTHING}{one}{ANYTHING}"),
        },
        // The anchors in the alternatives still match only at the ends of the string.
        [..] => format!("{ANYTHING}(?:{pattern}){ANYTHING}"),
    })
}

/// The part between `^` and `$`.
fn inside(alternative: &str) -> Option<&str> {
    without_end(alternative.strip_prefix('^')?)
}

/// The part before a `$` at the end.
fn without_end(alternative: &str) -> Option<&str> {
    let start = alternative.strip_suffix('$')?;
    let escapes = start.len() - start.trim_end_matches('\\').len();
    (escapes % 2 == 0).then_some(start)
}

/// A walk over the characters of a pattern that stops at syntax whose meaning differs.
struct PatternScan<'p> {
    pattern: &'p str,
    dialect: PatternDialect,
    at: usize,
}

impl<'p> PatternScan<'p> {
    fn new(pattern: &'p str, dialect: PatternDialect) -> Self {
        Self { pattern, dialect, at: 0 }
    }

    fn left(&self) -> &'p str {
        self.pattern.get(self.at..).unwrap_or_default()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.left().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// The alternatives outside all groups.
    fn alternatives(mut self) -> Option<Vec<&'p str>> {
        let (mut found, mut start, mut depth) = (Vec::new(), 0, 0_usize);
        while let Some(c) = self.next() {
            match c {
                '\\' => self.escape(None)?,
                '[' => self.class()?,
                '(' if self.left().starts_with('?') => {
                    let is_known = ["?:", "?P<", "?<"].iter().any(|group| self.left().starts_with(group));
                    let looks_behind = ["?<=", "?<!"].iter().any(|group| self.left().starts_with(group));
                    if !is_known || looks_behind {
                        return None;
                    }
                    depth += 1;
                }
                '(' => depth += 1,
                ')' => depth = depth.checked_sub(1)?,
                // A count from nothing is text in JavaScript.
                '{' if self.left().starts_with(',') => return None,
                '|' if depth == 0 => {
                    found.push(self.pattern.get(start..self.at - 1)?);
                    start = self.at;
                }
                _ => {}
            }
        }
        found.push(self.pattern.get(start..)?);
        (depth == 0).then_some(found)
    }

    /// Reads a class after its bracket.
    fn class(&mut self) -> Option<()> {
        let is_negated = self.left().starts_with('^');
        self.at += usize::from(is_negated);
        // An empty class has another meaning elsewhere.
        if self.left().starts_with(']') {
            return None;
        }
        loop {
            match self.next()? {
                ']' => return Some(()),
                '\\' => self.escape(Some(is_negated))?,
                '[' if self.left().starts_with([':', '.', '=']) => return None,
                _ => {}
            }
        }
    }

    /// Reads an escape after its backslash. In a class, `negated` says whether it is negated.
    fn escape(&mut self, negated: Option<bool>) -> Option<()> {
        let is_go = self.dialect == PatternDialect::Go;
        let is_same = match self.next()? {
            'd' | 'D' | 'w' | 'W' | 'n' | 'r' | 't' | 'f' | 'v' | 'x' | 'u' => true,
            // White space beyond ASCII is white space in JavaScript only.
            's' => is_go || negated == Some(true),
            'S' => is_go || negated != Some(true),
            'b' | 'B' => negated.is_none() && !self.left().starts_with('{'),
            'A' | 'z' | 'a' => is_go,
            '<' | '>' => false,
            c => !c.is_ascii_alphanumeric(),
        };
        is_same.then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Pattern;

    fn whole(pattern: &str) -> Option<String> {
        whole_pattern(pattern, PatternDialect::Ecma)
    }

    #[test]
    fn anchors_are_removed_and_others_are_kept() {
        for (pattern, expected) in [
            ("^a$", "a"),
            ("^(a|b)$", "(a|b)"),
            ("^a$|^b$", "a|b"),
            ("^$|^b$", "|b"),
            ("^[|$]\\$$", "[|$]\\$"),
            ("^a", "a(?s:.*)"),
            ("a$", "(?s:.*)a"),
            ("a", "(?s:.*)a(?s:.*)"),
            ("^a|b$", "(?s:.*)(?:^a|b$)(?s:.*)"),
            ("^a\\$", "a\\$(?s:.*)"),
            ("\\S", "(?s:.*)\\S(?s:.*)"),
            ("^[^\\s]$", "[^\\s]"),
        ] {
            assert_eq!(whole(pattern).as_deref(), Some(expected), "{pattern}");
        }
    }

    #[test]
    fn patterns_with_another_meaning_are_not_translated() {
        for pattern in [
            "(?!a)",
            "(?<=a)b",
            "(?<!a)b",
            "(?i)a",
            "(?s).",
            "\\s",
            "[^\\S]",
            "[\\b]",
            "\\A",
            "\\<",
            "\\1",
            "\\cA",
            "\\p{L}",
            "[]a]",
            "[^]",
            "[[:alpha:]]",
            "a{,2}",
            "(",
            ")",
            "[a",
        ] {
            assert_eq!(whole(pattern), None, "{pattern}");
        }
        assert_eq!(whole_pattern("^\\s$", PatternDialect::Go).as_deref(), Some("\\s"));
    }

    #[test]
    fn a_translated_pattern_matches_the_same_strings() {
        for pattern in ["^a|b$", "a|^$", "^a$|b", "(^a|c)b", "a$", "^", "$", "", "^a\\|b", "b+?$"] {
            let search = regex_lite_search(pattern);
            let whole = Pattern::new(&whole(pattern).unwrap()).unwrap();
            for string in ["", "a", "b", "ab", "ba", "a\nb", "\n", "cb", "xcbx", "a|b", "abb\n"] {
                assert_eq!(whole.matches(string), search(string), "{pattern} {string:?}");
            }
        }
    }

    /// Whether a pattern matches anywhere, asked of the same engine with every part of the string.
    fn regex_lite_search(pattern: &str) -> impl Fn(&str) -> bool {
        let whole = Pattern::new(&format!("(?s:.*?)(?:{pattern})(?s:.*?)")).unwrap();
        move |string| whole.matches(string)
    }
}
