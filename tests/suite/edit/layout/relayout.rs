//! What a text may be laid out like without making a difference: white space in lines, line breaks, commas behind last
//! items. What makes one: whether the line ends directly behind an opening bracket, where it ends beside comments, and
//! whether empty lines are between items.

use super::{TEXTS, laid_out};
use crate::support::random::{Random, attempts};
use confc::syntax::Format;

/// A token with what was in front of it.
#[derive(Debug, Clone, Copy)]
struct WrittenToken<'t> {
    text: &'t str,
    /// How many line breaks.
    breaks: usize,
}

impl WrittenToken<'_> {
    fn is_comment(self) -> bool {
        self.text.starts_with('/')
    }

    fn opens(self) -> bool {
        matches!(self.text, "{" | "[")
    }

    fn closes(self) -> bool {
        matches!(self.text, "}" | "]")
    }

    /// Whether a value or item ends with it.
    fn ends_item(self) -> bool {
        !self.opens() && !self.is_comment() && !matches!(self.text, "," | ":")
    }
}

/// The tokens of a text that can be read; comments too.
fn tokens(text: &str) -> Vec<WrittenToken<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut breaks) = (text.trim_start_matches('\u{feff}'), 0);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => 1 + string(&rest[1..], first),
            '/' if rest.starts_with("/*") => rest.find("*/").unwrap() + 2,
            '/' => rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(rest.len()),
            '{' | '}' | '[' | ']' | ',' | ':' => 1,
            '\r' | '\n' | '\u{2028}' | '\u{2029}' => {
                breaks += usize::from(!rest.starts_with("\r\n"));
                rest = &rest[first.len_utf8()..];
                continue;
            }
            c if c.is_whitespace() || c == '\u{feff}' => {
                rest = &rest[c.len_utf8()..];
                continue;
            }
            _ => rest
                .find(|c: char| c.is_whitespace() || "{}[],:/\"'\u{feff}".contains(c))
                .unwrap_or(rest.len()),
        };
        tokens.push(WrittenToken { text: &rest[..length], breaks: std::mem::take(&mut breaks) });
        rest = &rest[length..];
    }
    tokens
}

/// How long the rest of a string is.
fn string(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if !escaped && c == quote {
            return at + 1;
        }
        escaped = !escaped && c == '\\';
    }
    text.len()
}

/// How many line breaks may be between two tokens instead: at least and at most.
fn breaks_between(before: WrittenToken<'_>, token: WrittenToken<'_>) -> (usize, usize) {
    let as_written = match token.breaks {
        0 => (0, 0),
        1 => (1, 1),
        _ => (2, 4),
    };
    match (before, token) {
        // Empty lines behind a bracket go.
        (before, token) if before.opens() && token.closes() => (0, 3),
        (before, token) if before.opens() && !token.is_comment() => {
            (token.breaks.min(1), token.breaks.min(1) * 3)
        }
        (before, token) if before.is_comment() || token.is_comment() => as_written,
        (_, token) if token.closes() || token.text == ":" => (0, 3),
        (before, _) if before.text == ":" => (0, 3),
        // Between items.
        (_, token) if token.breaks > 1 => (2, 4),
        (_, _) => (0, 1),
    }
}

/// Writes tokens in another layout that makes no difference.
fn relay(tokens: &[WrittenToken<'_>], random: &mut Random) -> String {
    let mut out = String::from(if random.once_in(4) { "\u{feff}" } else { "" });
    let mut before: Option<WrittenToken<'_>> = None;
    for (at, token) in tokens.iter().copied().enumerate() {
        if let Some(before) = before {
            let next_closes = tokens.get(at + 1).is_some_and(|next| next.closes());
            if token.text == "," && next_closes && before.ends_item() && random.once_in(2) {
                // What comes next is apart from the last item, whatever is in between.
                continue;
            }
            let is_before_comment = tokens.get(at + 1).is_some_and(|next| next.is_comment());
            let (least, most) = match token.text {
                // The comma does not count: how far the comment is from what is before that does.
                "," if is_before_comment => (token.breaks, token.breaks),
                _ => breaks_between(before, token),
            };
            space(&mut out, least + random.below(most - least + 1), random);
            if token.closes() && before.ends_item() && random.once_in(2) {
                out.push(',');
                space(&mut out, random.below(3), random);
            }
        }
        out.push_str(token.text);
        before = Some(token);
    }
    space(&mut out, usize::from(tokens.last().is_some_and(|last| last.text.starts_with("//"))), random);
    out
}

/// White space with so many line breaks.
fn space(out: &mut String, breaks: usize, random: &mut Random) {
    const SPACES: &[&str] = &["", " ", "\t", "   ", "\u{a0}", "\u{b}", "        "];
    let is_in_comment = out.rsplit(['\n', '\u{2028}']).next().is_some_and(|line| line.contains("//"));
    // White space at the end of documentation is part of it.
    out.push_str(if is_in_comment { "" } else { random.pick(SPACES) });
    for _ in 0..breaks {
        out.push_str(random.pick(&["\n", "\r\n", "\n", "\u{2028}"]));
        out.push_str(random.pick(SPACES));
    }
}

#[test]
fn what_means_nothing_makes_no_difference() {
    attempts(600, |random| {
        let text = *random.one_of(TEXTS);
        let tokens = tokens(text);
        let expected = laid_out(Format::Json5, text).unwrap();
        let other = relay(&tokens, random);
        assert_eq!(laid_out(Format::Json5, &other).as_deref(), Some(&*expected), "{text:?} as {other:?}");
    });
}

#[test]
fn what_makes_a_difference_is_known() {
    let laid_out = |text| laid_out(Format::Json5, text).unwrap();
    for (one, other) in [
        ("[1]", "[\n1]"),
        ("[\n1,2]", "[\n1,\n\n2]"),
        ("[1, /* a */ 2]", "[1, /* a */\n2]"),
        ("[1 /* a */]", "[1\n/* a */]"),
        ("{ // a\n}", "{\n// a\n}"),
        ("/* a */ 1", "/* a */\n1"),
    ] {
        assert_ne!(laid_out(one), laid_out(other), "{one:?}");
    }
}
