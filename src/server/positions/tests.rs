use super::*;

const ENCODINGS: [PositionEncoding; 2] = [PositionEncoding::Utf8, PositionEncoding::Utf16];

fn units(c: char, encoding: PositionEncoding) -> usize {
    match encoding {
        PositionEncoding::Utf8 => c.len_utf8(),
        PositionEncoding::Utf16 => c.len_utf16(),
    }
}

fn at(line: u32, character: u32) -> Position {
    Position { line, character }
}

fn position(text: &str, encoding: PositionEncoding, offset: u32) -> (u32, u32) {
    let position = LineTable::new(text, encoding).position(text, offset);
    (position.line, position.character)
}

fn offset(text: &str, encoding: PositionEncoding, line: u32, character: u32) -> u32 {
    LineTable::new(text, encoding).offset(text, at(line, character))
}

/// A naive second implementation: each line with its characters, and the offset of each.
struct Naive(Vec<Vec<(usize, Option<char>)>>);

impl Naive {
    /// The last entry of each line is its end, without a character.
    fn new(text: &str) -> Self {
        let mut lines = vec![Vec::new()];
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let line = lines.last_mut().unwrap();
            match c {
                '\u{feff}' if at == 0 => {}
                '\r' | '\n' => {
                    line.push((at, None));
                    if c == '\r' {
                        chars.next_if(|next| next.1 == '\n');
                    }
                    lines.push(Vec::new());
                }
                _ => line.push((at, Some(c))),
            }
        }
        lines.last_mut().unwrap().push((text.len(), None));
        Self(lines)
    }

    fn position(&self, encoding: PositionEncoding, offset: usize) -> Position {
        let (mut found, mut line_number) = (at(0, 0), 0);
        for line in &self.0 {
            let mut character = 0;
            for &(start, c) in line {
                if start <= offset {
                    found = at(line_number, narrow(character));
                }
                character += c.map_or(0, |c| units(c, encoding));
            }
            line_number += 1;
        }
        found
    }

    fn offset(&self, encoding: PositionEncoding, position: Position) -> usize {
        let Some(line) = self.0.get(position.line as usize) else {
            return self.0.last().unwrap().last().unwrap().0;
        };
        let (mut found, mut character) = (line[0].0, 0);
        for &(start, c) in line {
            if character <= position.character as usize {
                found = start;
            }
            character += c.map_or(0, |c| units(c, encoding));
        }
        found
    }
}

/// Compares all offsets and positions of a text with the naive implementation.
fn check(text: &str) {
    let naive = Naive::new(text);
    for encoding in ENCODINGS {
        let table = LineTable::new(text, encoding);
        for offset in 0..=text.len() + 2 {
            let position = table.position(text, narrow(offset));
            assert_eq!(position, naive.position(encoding, offset), "{text:?} {encoding:?} {offset}");
            let back = table.offset(text, position) as usize;
            assert_eq!(table.position(text, narrow(back)), position, "{text:?} {encoding:?} {offset}");
        }
        for (line, entries) in (0..).zip(&naive.0) {
            let length: usize = entries.iter().filter_map(|(_, c)| c.map(|c| units(c, encoding))).sum();
            for character in (0..=length + 2).map(narrow).chain([u32::MAX]) {
                let position = at(line, character);
                let offset = table.offset(text, position) as usize;
                assert_eq!(offset, naive.offset(encoding, position), "{text:?} {encoding:?} {position:?}");
                assert!(text.is_char_boundary(offset));
            }
            // The start of a character is the same position there and back.
            for &(start, _) in entries {
                let position = table.position(text, narrow(start));
                assert_eq!(table.offset(text, position) as usize, start, "{text:?} {encoding:?} {start}");
            }
        }
        for line in [narrow(naive.0.len()), u32::MAX] {
            assert_eq!(table.offset(text, at(line, 0)) as usize, text.len());
            assert_eq!(table.offset(text, at(line, u32::MAX)) as usize, text.len());
        }
    }
}

#[test]
fn lines_end_at_lf_crlf_and_cr() {
    for encoding in ENCODINGS {
        let text = "a\nb\r\nc\rd\n\re";
        let lines: Vec<_> = (0..12).map(|offset| position(text, encoding, offset)).collect();
        let expected =
            [(0, 0), (0, 1), (1, 0), (1, 1), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (5, 0), (5, 1)];
        assert_eq!(lines, expected);
        assert_eq!(position("\r\r\n\n", encoding, 99), (3, 0));
        // Unicode has more line endings, which LSP does not have.
        assert_eq!(position("a\u{2028}\u{85}\u{b}\u{c}b", encoding, 99).0, 0);
    }
}

#[test]
fn characters_are_counted_in_units() {
    let text = "é𐐀x";
    let of = |encoding| [0, 2, 6, 7].map(|offset| position(text, encoding, offset).1);
    assert_eq!(of(PositionEncoding::Utf8), [0, 2, 6, 7]);
    assert_eq!(of(PositionEncoding::Utf16), [0, 1, 3, 4]);
}

#[test]
fn positions_within_a_character_are_its_start() {
    let text = "é𐐀x";
    let offsets = |encoding| (0..=8).map(|n| offset(text, encoding, 0, n)).collect::<Vec<_>>();
    assert_eq!(offsets(PositionEncoding::Utf16), [0, 2, 2, 6, 7, 7, 7, 7, 7]);
    assert_eq!(offsets(PositionEncoding::Utf8), [0, 0, 2, 2, 2, 2, 6, 7, 7]);
    for (within, start) in [(1, 0), (3, 1), (4, 1), (5, 1)] {
        assert_eq!(position(text, PositionEncoding::Utf16, within), (0, start));
    }
}

#[test]
fn a_byte_order_mark_has_no_column() {
    for encoding in ENCODINGS {
        for text in ["\u{feff}", "\u{feff}ab", "\u{feff}\nab", "\u{feff}\r\n"] {
            for offset in 0..=3 {
                assert_eq!(position(text, encoding, offset), (0, 0), "{text:?}");
            }
            assert_eq!(offset(text, encoding, 0, 0), 3);
        }
        assert_eq!(position("\u{feff}ab", encoding, 4), (0, 1));
        assert_eq!(offset("\u{feff}ab", encoding, 0, 1), 4);
        // Only the first one is a mark.
        let unit = narrow(units('\u{feff}', encoding));
        assert_eq!(position("\u{feff}\u{feff}a", encoding, 6), (0, unit));
        assert_eq!(position("a\n\u{feff}b", encoding, 5), (1, unit));
    }
}

#[test]
fn positions_after_an_end_are_that_end() {
    for encoding in ENCODINGS {
        for (text, ends) in [("", &[0][..]), ("ab\ncd", &[2, 5]), ("ab\r\n\rc\n", &[2, 4, 6, 7])] {
            for (line, end) in (0..).zip(ends) {
                assert_eq!(offset(text, encoding, line, 7), *end, "{text:?} {line}");
                assert_eq!(offset(text, encoding, line, u32::MAX), *end, "{text:?} {line}");
            }
            let end = narrow(text.len());
            assert_eq!(offset(text, encoding, narrow(ends.len()), 0), end);
            assert_eq!(offset(text, encoding, u32::MAX, u32::MAX), end);
            assert_eq!(position(text, encoding, u32::MAX), position(text, encoding, end));
        }
    }
}

#[test]
fn ranges_are_pairs_of_positions() {
    let text = "é\r\n𐐀b";
    let table = LineTable::new(text, PositionEncoding::Utf16);
    let range = table.range(text, 2, 8);
    assert_eq!(range, Range { start: at(0, 1), end: at(1, 2) });
    // The offset within the CRLF is rounded down.
    assert_eq!(table.range(text, 3, 8).start, at(0, 1));
    assert_eq!(table.offsets(text, range), (2, 8));
    assert_eq!(table.offsets(text, Range { start: at(1, 2), end: at(0, 0) }), (8, 8));
    assert_eq!(table.offsets(text, table.range(text, 0, u32::MAX)), (0, 9));
}

#[test]
fn utf_8_is_selected_where_it_is_offered() {
    let kinds = [PositionEncodingKind::UTF32, PositionEncodingKind::UTF16, PositionEncodingKind::UTF8];
    assert_eq!(PositionEncoding::select(&kinds), PositionEncoding::Utf8);
    assert_eq!(PositionEncoding::select(&kinds[..2]), PositionEncoding::Utf16);
    assert_eq!(PositionEncoding::select(&kinds[..1]), PositionEncoding::Utf16);
    assert_eq!(PositionEncoding::select(&[]), PositionEncoding::Utf16);
    assert_eq!(PositionEncoding::Utf8.kind().as_str(), "utf-8");
    assert_eq!(PositionEncoding::Utf16.kind().as_str(), "utf-16");
}

#[test]
fn short_texts_agree_with_a_naive_implementation() {
    const PARTS: [&str; 7] = ["a", "é", "𐐀", "\u{feff}", "\r", "\n", "ß"];
    // All texts of at most five parts, then longer ones.
    let mut texts = vec![String::new()];
    for start in 0.. {
        let Some(text) = texts.get(start).cloned() else { break };
        check(&text);
        if text.chars().count() < 5 {
            texts.extend(PARTS[..6].iter().map(|part| text.clone() + part));
        }
    }
    assert_eq!(texts.len(), 1 + 6 + 36 + 216 + 1296 + 7776);
    let mut state = 1_u64;
    for _ in 0..300 {
        let mut text = String::new();
        for _ in 0..60 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text += PARTS[usize::try_from(state >> 33).unwrap() % PARTS.len()];
        }
        check(&text);
    }
}

#[test]
fn long_lines_agree_with_a_naive_implementation() {
    // With each number of bytes before, other characters lie across the ends of strides.
    for before in ["", "\u{feff}", "x", "é\n", "a\r\n", "ab\r"] {
        for part in ["x", "é", "ß𐐀", "a€𐐀"] {
            let text = format!("{before}{}\nend", part.repeat(3 * STRIDE / part.len() + 5));
            let naive = Naive::new(&text);
            for encoding in ENCODINGS {
                let table = LineTable::new(&text, encoding);
                for line in 0..naive.0.len() {
                    check_line(&text, &table, &naive, encoding, line);
                }
            }
        }
    }
}

/// Compares one line with the naive implementation in linear time.
fn check_line(text: &str, table: &LineTable, naive: &Naive, encoding: PositionEncoding, line: usize) {
    let mut character = 0;
    for &(start, c) in &naive.0[line] {
        let position = at(narrow(line), narrow(character));
        for offset in start..start + c.map_or(1, char::len_utf8) {
            assert_eq!(table.position(text, narrow(offset)), position, "{encoding:?} {offset}");
        }
        let width = c.map_or(1, |c| units(c, encoding));
        for within in (character..character + width).map(narrow) {
            assert_eq!(table.offset(text, at(narrow(line), within)) as usize, start, "{encoding:?} {within}");
        }
        character += width;
    }
}

#[test]
fn texts_whose_length_is_a_multiple_of_the_stride_have_an_end() {
    for part in ["é", "𐐀"] {
        let text = part.repeat(2 * STRIDE / part.len());
        assert_eq!(text.len(), 2 * STRIDE);
        let table = LineTable::new(&text, PositionEncoding::Utf16);
        let end = table.position(&text, narrow(text.len()));
        assert_eq!(end.character as usize, text.encode_utf16().count());
        assert_eq!(table.offset(&text, end) as usize, text.len());
    }
}

/// Counting from the start of the line for each position would take a minute and more.
#[test]
fn many_positions_in_one_long_line_are_quick() {
    let text = "a€𐐀xyz".repeat(1_000_000);
    let table = LineTable::new(&text, PositionEncoding::Utf16);
    for n in 0..10_000_u32 {
        let (offset, character) = (n * 1_100, n * 700);
        assert_eq!(table.position(&text, offset), at(0, character));
        assert_eq!(table.offset(&text, at(0, character)), offset);
    }
    assert_eq!(table.position(&text, u32::MAX), at(0, 7_000_000));
}

#[test]
fn many_lines_are_quick() {
    let text = "é\r\n".repeat(1_000_000);
    let table = LineTable::new(&text, PositionEncoding::Utf16);
    for line in (0..1_000_000).step_by(100) {
        assert_eq!(table.position(&text, line * 4 + 3), at(line, 1));
        assert_eq!(table.offset(&text, at(line, 9)), line * 4 + 2);
    }
}
