//! The character classes of the grammar.
//!
//! ASCII bytes are looked up in a table, other characters in the Unicode tables.

use unicode_general_category::{GeneralCategory, get_general_category};

/// The characters of names and numbers: letters, digits, `$` and `_`.
pub(super) const WORD: u8 = 1;
/// The characters that end the plain run of a string: both quotes, a backslash, LF, CR.
pub(super) const STRING_STOP: u8 = 2;
/// The bytes that may end a line: LF, CR, and the first byte of U+2028 and U+2029.
pub(super) const LINE_STOP: u8 = 4;

/// The classes of each byte.
static CLASSES: [u8; 256] = classes();

/// Whether a byte has one of these classes.
#[inline]
pub(super) fn is(byte: u8, class: u8) -> bool {
    CLASSES.get(usize::from(byte)).is_some_and(|classes| classes & class != 0)
}

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which checks every index")]
#[expect(clippy::cast_possible_truncation, reason = "the index stays below 256")]
const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'$' | b'_' => WORD,
            b'"' | b'\'' | b'\\' => STRING_STOP,
            b'\n' | b'\r' => STRING_STOP | LINE_STOP,
            0xe2 => LINE_STOP,
            _ => 0,
        };
        byte += 1;
    }
    table
}

/// ```text
/// IdentifierStart :: UnicodeLetter | $ | _
/// ```
pub(super) fn is_name_start(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic() || c == '$' || c == '_';
    }
    matches!(
        get_general_category(c),
        GeneralCategory::UppercaseLetter
            | GeneralCategory::LowercaseLetter
            | GeneralCategory::TitlecaseLetter
            | GeneralCategory::ModifierLetter
            | GeneralCategory::OtherLetter
            | GeneralCategory::LetterNumber
    )
}

/// ```text
/// IdentifierPart :: IdentifierStart | UnicodeCombiningMark | UnicodeDigit
///                 | UnicodeConnectorPunctuation | <ZWNJ> | <ZWJ>
/// ```
pub(super) fn is_name_part(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '$' || c == '_';
    }
    is_name_start(c)
        || matches!(c, '\u{200c}' | '\u{200d}')
        || matches!(
            get_general_category(c),
            GeneralCategory::NonspacingMark
                | GeneralCategory::SpacingMark
                | GeneralCategory::DecimalNumber
                | GeneralCategory::ConnectorPunctuation
        )
}

/// ```text
/// WhiteSpace :: <TAB> | <VT> | <FF> | <SP> | <NBSP> | <BOM> | any other of category Zs
/// ```
pub(super) fn is_space(c: char) -> bool {
    match c {
        '\t' | '\u{b}' | '\u{c}' | ' ' | '\u{a0}' | '\u{feff}' => true,
        c => !c.is_ascii() && get_general_category(c) == GeneralCategory::SpaceSeparator,
    }
}

/// ```text
/// LineTerminator :: <LF> | <CR> | <LS> | <PS>
/// ```
pub(super) fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_es5() {
        for c in ['a', 'Z', '$', '_', 'ß', 'ǅ', 'ʰ', '中', 'Ⅻ', '𐐀'] {
            assert!(is_name_start(c) && is_name_part(c), "{c}");
        }
        for c in ['0', '\u{301}', '\u{903}', '٣', '\u{200c}', '\u{200d}', '‿'] {
            assert!(!is_name_start(c) && is_name_part(c), "{c}");
        }
        for c in ['-', '.', ' ', '😀', '²', '\u{a0}', '\u{0}', '“', '№'] {
            assert!(!is_name_start(c) && !is_name_part(c), "{c}");
        }
    }

    #[test]
    fn the_table_agrees_with_the_predicates() {
        for c in '\0'..='\u{7f}' {
            let byte = u8::try_from(c).unwrap();
            assert_eq!(is(byte, WORD), is_name_part(c), "{c:?}");
            assert_eq!(is(byte, LINE_STOP), is_line_end(c), "{c:?}");
        }
        for c in ['\u{2028}', '\u{2029}'] {
            let mut bytes = [0; 3];
            c.encode_utf8(&mut bytes);
            assert!(is(bytes[0], LINE_STOP));
        }
    }

    #[test]
    fn white_space_is_what_the_specification_lists() {
        for c in ['\t', '\u{b}', '\u{c}', ' ', '\u{a0}', '\u{feff}', '\u{2003}', '\u{3000}'] {
            assert!(is_space(c), "{c:?}");
        }
        for c in ['\u{85}', '\u{180e}', '\u{200b}', '\u{2028}', '\n', 'x'] {
            assert!(!is_space(c), "{c:?}");
        }
    }
}
