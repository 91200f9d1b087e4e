//! Escapes in strings and names. Used only for text with a backslash.

use super::characters::{is_line_end, is_name_part, is_name_start};
use std::ops::Range;

/// The mistake in an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flaw {
    /// `\1` to `\9`, or `\0` before a digit: JSON5 has no octal escapes.
    Octal,
    /// `\x` without two hexadecimal digits after it.
    ShortHex,
    /// `\u` without four hexadecimal digits after it.
    ShortUnicode,
    /// One half of a surrogate pair without the other.
    LoneSurrogate,
    /// An escape in a name that is not `\u`.
    NotUnicode,
    /// A `\u` escape of a character that is not allowed at this place of a name.
    NotInName,
    /// A backslash before a character that means itself, as in `\d`: the text is valid without the backslash.
    WithoutEffect,
}

/// Receives each flawed escape, with its byte range in the text as written.
pub(super) type Tell<'a> = &'a mut dyn FnMut(Range<usize>, Flaw);

/// Appends the text between the quotes of a string with its escapes resolved. Reports every flawed escape with its byte
/// range in `raw`. The text must then not be used, unless all flaws are without effect.
///
/// ```text
/// EscapeSequence :: CharacterEscapeSequence | 0 [lookahead not DecimalDigit]
///                 | HexEscapeSequence | UnicodeEscapeSequence
/// LineContinuation :: \ LineTerminatorSequence
/// ```
pub(super) fn unescape(raw: &str, into: &mut String, tell: Tell<'_>) {
    let mut rest = raw;
    while let Some((plain, escape)) = rest.split_once('\\') {
        into.push_str(plain);
        let at = raw.len() - escape.len() - 1;
        let mut behind = escape.chars();
        let result = one(&mut behind);
        rest = behind.as_str();
        match result {
            Ok(Some(c)) => {
                // `\u0075` also means the character after its backslash, but has more of them.
                let is_itself = escape.strip_prefix(c) == Some(rest);
                if is_itself && !matches!(c, '\\' | '\'' | '"' | '/') {
                    tell(at..raw.len() - rest.len(), Flaw::WithoutEffect);
                }
                into.push(c);
            }
            Ok(None) => {}
            Err(flaw) => tell(at..raw.len() - rest.len(), flaw),
        }
    }
    into.push_str(rest);
}

/// The offset in the written text of a byte in the result of [`unescape`]. For an escaped character, the offset of the
/// escape.
pub(in crate::syntax) fn written_offset(raw: &str, offset: usize) -> usize {
    let (mut rest, mut made) = (raw, 0);
    while let Some((plain, escape)) = rest.split_once('\\') {
        if offset <= made + plain.len() {
            break;
        }
        made += plain.len();
        let mut behind = escape.chars();
        let escaped = one(&mut behind).ok().flatten().map_or(0, char::len_utf8);
        if offset < made + escaped {
            return raw.len() - escape.len() - 1;
        }
        made += escaped;
        rest = behind.as_str();
    }
    raw.len() - rest.len() + (offset - made).min(rest.len())
}

/// Reads one escape after its backslash; `None` for a line continuation.
fn one(rest: &mut std::str::Chars<'_>) -> Result<Option<char>, Flaw> {
    let Some(c) = rest.next() else { return Ok(None) };
    Ok(Some(match c {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        '0' if !rest.as_str().starts_with(|next: char| next.is_ascii_digit()) => '\0',
        '0'..='9' => return Err(Flaw::Octal),
        'x' => char::from_u32(hex(rest, 2).ok_or(Flaw::ShortHex)?).ok_or(Flaw::ShortHex)?,
        'u' => {
            let unit = hex(rest, 4).ok_or(Flaw::ShortUnicode)?;
            match char::from_u32(unit) {
                Some(c) => c,
                None => pair(unit, rest).ok_or(Flaw::LoneSurrogate)?,
            }
        }
        '\r' => {
            let text = rest.as_str();
            *rest = text.strip_prefix('\n').unwrap_or(text).chars();
            return Ok(None);
        }
        c if is_line_end(c) => return Ok(None),
        c => c,
    }))
}

/// The character of a surrogate pair whose first half was read. Takes the second half only if it is valid.
fn pair(high: u32, rest: &mut std::str::Chars<'_>) -> Option<char> {
    let mut behind = rest.as_str().strip_prefix("\\u")?.chars();
    let low = hex(&mut behind, 4)?;
    let mut decoded = char::decode_utf16([u16::try_from(high).ok()?, u16::try_from(low).ok()?]);
    let c = decoded.next()?.ok()?;
    *rest = behind;
    Some(c)
}

/// Reads exactly this many hexadecimal digits. With fewer, it reads those and returns `None`.
fn hex(rest: &mut std::str::Chars<'_>, digits: usize) -> Option<u32> {
    let mut value = 0;
    for _ in 0..digits {
        let mut behind = rest.clone();
        value = value * 16 + behind.next()?.to_digit(16)?;
        *rest = behind;
    }
    Some(value)
}

/// Appends a name with its escapes resolved, as [`unescape`] does for strings.
///
/// ```text
/// IdentifierStart :: \ UnicodeEscapeSequence
/// IdentifierPart  :: \ UnicodeEscapeSequence
/// ```
///
/// An escape must mean a character that the name could have unescaped. Each escape is one character, so a surrogate pair
/// is refused.
pub(super) fn unescape_name(raw: &str, into: &mut String, tell: Tell<'_>) {
    let mut rest = raw;
    while let Some((plain, escape)) = rest.split_once('\\') {
        into.push_str(plain);
        let at = raw.len() - escape.len() - 1;
        let mut behind = escape.strip_prefix('u').unwrap_or(escape).chars();
        let result = if escape.starts_with('u') { hex(&mut behind, 4) } else { None };
        rest = behind.as_str();
        let allowed = if at == 0 { is_name_start } else { is_name_part };
        match result.map(char::from_u32) {
            Some(Some(c)) if allowed(c) => into.push(c),
            Some(_) => tell(at..raw.len() - rest.len(), Flaw::NotInName),
            None if escape.starts_with('u') => tell(at..raw.len() - rest.len(), Flaw::ShortUnicode),
            None => tell(at..at + 1, Flaw::NotUnicode),
        }
    }
    into.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    type Flaws = Vec<(Range<usize>, Flaw)>;

    fn read(raw: &str) -> (String, Flaws) {
        let (mut text, mut flaws) = (String::new(), Vec::new());
        unescape(raw, &mut text, &mut |range, flaw| flaws.push((range, flaw)));
        (text, flaws)
    }

    fn read_name(raw: &str) -> (String, Flaws) {
        let (mut text, mut flaws) = (String::new(), Vec::new());
        unescape_name(raw, &mut text, &mut |range, flaw| flaws.push((range, flaw)));
        (text, flaws)
    }

    #[test]
    fn escapes_of_strings() {
        for (raw, text) in [
            (r"\b\f\n\r\t\v\0", "\u{8}\u{c}\n\r\t\u{b}\0"),
            (r#"\'\"\\\/"#, "'\"\\/"),
            (r"\x41\xe9\xE9", "Aéé"),
            (r"A\u00e9\u20AC", "Aé€"),
            (r"\u0075\x78", "ux"),
            (r"\ud83d\ude00", "😀"),
            (r"\0a", "\0a"),
            ("a\\\nb\\\r\nc\\\rd\\\u{2028}e\\\u{2029}f", "abcdef"),
            ("\\\n\nb", "\nb"),
        ] {
            assert_eq!(read(raw), (text.into(), vec![]), "{raw}");
        }
    }

    #[test]
    fn escapes_of_characters_that_mean_themselves_are_told() {
        let lost = |range| (range, Flaw::WithoutEffect);
        assert_eq!(read(r"\a\ß\."), ("aß.".into(), vec![lost(0..2), lost(2..5), lost(5..7)]));
    }

    #[test]
    fn flawed_escapes_of_strings_are_all_told() {
        for (raw, flaws) in [
            (r"\1 \8", vec![(0..2, Flaw::Octal), (3..5, Flaw::Octal)]),
            (r"\01", vec![(0..2, Flaw::Octal)]),
            (r"a\x4", vec![(1..4, Flaw::ShortHex)]),
            (r"\xg1", vec![(0..2, Flaw::ShortHex)]),
            (r"\u12", vec![(0..4, Flaw::ShortUnicode)]),
            (r"\u{41}", vec![(0..2, Flaw::ShortUnicode)]),
            (r"\ud83d", vec![(0..6, Flaw::LoneSurrogate)]),
            (r"\ud83d\n", vec![(0..6, Flaw::LoneSurrogate)]),
            (r"\ude00\ud83d", vec![(0..6, Flaw::LoneSurrogate), (6..12, Flaw::LoneSurrogate)]),
            (r"\ud83d\ud83d\ude00", vec![(0..6, Flaw::LoneSurrogate)]),
            (r"\ud83d\u12", vec![(0..6, Flaw::LoneSurrogate), (6..10, Flaw::ShortUnicode)]),
        ] {
            assert_eq!(read(raw).1, flaws, "{raw}");
        }
    }

    #[test]
    fn escapes_of_names() {
        assert_eq!(read_name(r"\u0061b\u0063"), ("abc".into(), vec![]));
        assert_eq!(read_name(r"a\u0030"), ("a0".into(), vec![]));
        for (raw, flaws) in [
            (r"\u0030", vec![(0..6, Flaw::NotInName)]),
            (r"a\u002d", vec![(1..7, Flaw::NotInName)]),
            (r"\ud835\udc00", vec![(0..6, Flaw::NotInName), (6..12, Flaw::NotInName)]),
            (r"a\u00", vec![(1..5, Flaw::ShortUnicode)]),
            (r"a\n", vec![(1..2, Flaw::NotUnicode)]),
        ] {
            assert_eq!(read_name(raw).1, flaws, "{raw}");
        }
    }
}
