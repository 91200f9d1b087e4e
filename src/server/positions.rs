//! Conversion between byte offsets and the positions of LSP. No other module calculates with positions.
//!
//! Lines end at LF, CRLF and a lone CR. A byte order mark at the start of a text has no column: clients leave it out of
//! the texts that they show and send, while a text from disk contains it.

use crate::text::narrow;
use lsp_types::{Position, PositionEncodingKind, Range};

/// The number of bytes between two stored counts of UTF-16 units. Positions in long lines are counted from the nearest
/// one, and not from the start of the line.
const STRIDE: usize = 1024;

/// The unit of the characters in positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PositionEncoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16, of which a character above U+FFFF has two.
    Utf16,
}

impl PositionEncoding {
    /// Selects UTF-8 if the client offers it, and UTF-16 otherwise, which each client supports.
    pub(super) fn select(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) { Self::Utf8 } else { Self::Utf16 }
    }

    /// The name in the answer to `initialize`, for clients that offer encodings.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// The lines of one text, in one encoding. It takes 4 bytes per line, and 4 bytes per [`STRIDE`] of bytes.
///
/// Each method must get the text that the table was made of. With another text positions are wrong, but nothing
/// panics in a release. A conversion takes logarithmic time plus the time to count at most three strides.
#[derive(Debug, Clone)]
pub(super) struct LineTable {
    /// The byte offsets at which lines start, ascending; at least one. The first is after the byte order mark.
    starts: Vec<u32>,
    /// How characters are counted.
    units: Units,
    /// The number of bytes of the text.
    length: usize,
}

/// How the units of an encoding are counted.
#[derive(Debug, Clone)]
enum Units {
    /// Each byte is a unit.
    Bytes,
    /// The number of UTF-16 units of the characters that start before each multiple of [`STRIDE`], up to the end of the
    /// text.
    Utf16(Vec<u32>),
}

impl LineTable {
    /// Finds the lines of a text in linear time.
    pub(super) fn new(text: &str, encoding: PositionEncoding) -> Self {
        let bytes = text.as_bytes();
        let ends_line = |at: usize, byte: u8| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let ends = bytes.iter().enumerate().filter(|(at, byte)| ends_line(*at, **byte));
        let starts = std::iter::once(mark).chain(ends.map(|(at, _)| at + 1)).map(narrow).collect();
        let units = match encoding {
            PositionEncoding::Utf16 if !text.is_ascii() => Units::Utf16(units_before_strides(bytes)),
            PositionEncoding::Utf16 | PositionEncoding::Utf8 => Units::Bytes,
        };
        Self { starts, units, length: text.len() }
    }

    /// The position of a byte offset. An offset within a character is rounded down to its start. An offset within a
    /// CRLF is the end of the line, and one after the text is the end of the text.
    pub(super) fn position(&self, text: &str, offset: u32) -> Position {
        debug_assert_eq!(self.length, text.len(), "the table belongs to another text");
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let (start, end) = self.line(text, line);
        let at = text.floor_char_boundary((offset as usize).min(end));
        let character = match &self.units {
            // An offset within the byte order mark is before the start.
            Units::Bytes => at.saturating_sub(start),
            Units::Utf16(before) => {
                units_before(text, before, at).saturating_sub(units_before(text, before, start))
            }
        };
        Position { line: narrow(line), character: narrow(character) }
    }

    /// The byte offset of a position. A position within a character is rounded down to its start. A position after the
    /// end of a line or of the text is that end.
    pub(super) fn offset(&self, text: &str, position: Position) -> u32 {
        debug_assert_eq!(self.length, text.len(), "the table belongs to another text");
        let (start, end) = self.line(text, position.line as usize);
        let character = position.character as usize;
        let at = match &self.units {
            Units::Bytes => text.floor_char_boundary(start.saturating_add(character).min(end)),
            Units::Utf16(before) => find(text, before, (start, end), character),
        };
        narrow(at)
    }

    /// The range between two byte offsets.
    pub(super) fn range(&self, text: &str, start: u32, end: u32) -> Range {
        Range { start: self.position(text, start), end: self.position(text, end) }
    }

    /// The byte offsets of a range, `(start, end)`. A range that ends before its start is empty, at its start.
    pub(super) fn offsets(&self, text: &str, range: Range) -> (u32, u32) {
        let start = self.offset(text, range.start);
        (start, self.offset(text, range.end).max(start))
    }

    /// The byte offsets of the start and the end of a line, without its line ending. Lines are counted from 0; a line
    /// after the last one is empty, at the end of the text.
    fn line(&self, text: &str, line: usize) -> (usize, usize) {
        let after = |line: usize| self.starts.get(line).map_or(text.len(), |&start| start as usize);
        let start = after(line);
        let whole = text.get(start..after(line.saturating_add(1))).unwrap_or_default();
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = line.strip_suffix('\r').unwrap_or(line);
        (start, start + line.len())
    }
}

/// The number of UTF-16 units before each multiple of [`STRIDE`] that is at most the length of the text.
fn units_before_strides(bytes: &[u8]) -> Vec<u32> {
    let totals = bytes.chunks_exact(STRIDE).scan(0, |total, stride| {
        *total += count_units(stride);
        Some(*total)
    });
    std::iter::once(0).chain(totals).map(narrow).collect()
}

/// The number of UTF-16 units of the characters that start in these bytes of UTF-8.
fn count_units(bytes: &[u8]) -> usize {
    /// The least first byte of a character above U+FFFF, which has two units.
    const FOUR_BYTES: u8 = 0xf0;
    // Continuation bytes are 0x80 to 0xbf.
    let is_continuation = |byte: u8| byte & 0xc0 == 0x80;
    bytes.iter().map(|&byte| usize::from(!is_continuation(byte)) + usize::from(byte >= FOUR_BYTES)).sum()
}

/// The number of UTF-16 units of the characters that start before a byte offset.
fn units_before(text: &str, before: &[u32], offset: usize) -> usize {
    let stride = offset / STRIDE;
    let counted = before.get(stride).map_or(0, |&units| units as usize);
    counted + count_units(text.as_bytes().get(stride * STRIDE..offset).unwrap_or_default())
}

/// The byte offset of a character in UTF-16 units of a line, which is a range of byte offsets.
fn find(text: &str, before: &[u32], (start, end): (usize, usize), character: usize) -> usize {
    let target = units_before(text, before, start).saturating_add(character);
    if target >= units_before(text, before, end) {
        return end;
    }
    // The stride may start before the line.
    let stride = before.partition_point(|&units| units as usize <= target).saturating_sub(1);
    let mut at = text.ceil_char_boundary(stride * STRIDE);
    let mut units = units_before(text, before, at);
    for c in text.get(at..end).unwrap_or_default().chars() {
        units += c.len_utf16();
        if units > target {
            break;
        }
        at += c.len_utf8();
    }
    at
}

#[cfg(test)]
mod tests;
