//! Lines with only comments.

use super::positions::LineTable;
use crate::syntax::Format;
use crate::text::narrow;
use lsp_types::Position;
use std::ops::Range;

/// The ends of lines, as editors count lines.
const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// The first and the last line of each run of lines with only comments. `scalars` are the byte offsets of all keys and
/// scalars, in ascending order. Takes time linear in the text, apart from finding the lines of comments.
pub(super) fn comment_runs(
    text: &str,
    format: Format,
    scalars: &[(u32, u32)],
    table: &LineTable,
) -> Vec<(u32, u32)> {
    let line = |offset: usize| table.position(text, narrow(offset)).line;
    let mut runs: Vec<(u32, u32)> = Vec::new();
    let mut open: Option<(u32, u32)> = None;
    let (mut at, mut is_alone) = (table.offset(text, Position::default()) as usize, true);
    for comment in comments(text, format, scalars) {
        let between = text.get(at..comment.start).unwrap_or_default();
        end_line_with_text(&mut open, between);
        let (is_same_line, before) = match between.rsplit_once(LINE_ENDS) {
            Some((_, before)) => (false, before),
            None => (true, between),
        };
        is_alone = is_blank(before) && (is_alone || !is_same_line);
        let (first, last) = (line(comment.start), line(comment.end));
        match &mut open {
            Some((_, end)) if is_alone && first <= *end + 1 => *end = last,
            _ => {
                runs.extend(open.take());
                open = is_alone.then_some((first, last));
            }
        }
        at = comment.end;
    }
    end_line_with_text(&mut open, text.get(at..).unwrap_or_default());
    runs.extend(open);
    runs
}

/// Removes the last line from a run if it has other text after the comment.
fn end_line_with_text(open: &mut Option<(u32, u32)>, after: &str) {
    let rest = after.split(LINE_ENDS).next().unwrap_or_default();
    if !is_blank(rest) {
        *open = open.and_then(|(first, last)| Some((first, last.checked_sub(1)?)));
    }
}

fn is_blank(text: &str) -> bool {
    text.trim_start().is_empty()
}

/// The byte offsets of comments, which are between scalars. The line ends after a comment are not part of it.
fn comments(text: &str, format: Format, scalars: &[(u32, u32)]) -> Vec<Range<usize>> {
    let end = narrow(text.len());
    let (mut found, mut start) = (Vec::new(), 0);
    for &(scalar, behind) in scalars.iter().chain([&(end, end)]) {
        let gap = text.get(start as usize..scalar as usize).unwrap_or_default();
        let mut at = 0;
        while let Some(comment) = next_comment(gap.get(at..).unwrap_or_default(), format) {
            let offset = start as usize + at;
            found.push(offset + comment.start..offset + comment.end);
            at += comment.end;
        }
        start = start.max(behind);
    }
    found
}

/// The first comment in a text without scalars.
fn next_comment(text: &str, format: Format) -> Option<Range<usize>> {
    let at = text.find(if format.is_json() { '/' } else { '#' })?;
    let comment = text.get(at..).unwrap_or_default();
    let length = match comment.strip_prefix("/*") {
        Some(inside) => inside.find("*/").map_or(comment.len(), |length| length + 4),
        None => comment.find(LINE_ENDS).unwrap_or(comment.len()),
    };
    Some(at..at + length)
}

#[cfg(test)]
mod tests {
    use super::comment_runs;
    use crate::server::positions::{LineTable, PositionEncoding};
    use crate::syntax::Format;
    use crate::text::narrow;

    fn runs(text: &str, format: Format) -> Vec<(u32, u32)> {
        // The scalars of these texts are letters.
        let scalars = text.char_indices().filter(|(_, c)| c.is_ascii_lowercase());
        let scalars: Vec<_> = scalars.map(|(at, _)| (narrow(at), narrow(at + 1))).collect();
        comment_runs(text, format, &scalars, &LineTable::new(text, PositionEncoding::Utf16))
    }

    #[test]
    fn runs_consist_of_lines_with_only_comments() {
        for (text, expected) in [
            ("// 1\n  // 2\n\n// 3", &[(0, 1), (3, 3)][..]),
            ("\u{feff}// 1\r// 2\r\n// 3\r\na", &[(0, 2)]),
            ("{ a: // 1\n// 2\n// 3\n}", &[(1, 2)]),
            ("/* 1\n*/ // 2\n/* 3 */", &[(0, 2)]),
            ("/* 1\n 2 */ a // 3\n// 4", &[(0, 0), (2, 2)]),
            ("a /* 1\n// 2 */\n// 3", &[(2, 2)]),
            ("a /* 1 */ /* 2\n*/ // 3\n// 4", &[(2, 2)]),
            ("/* 1 */ a", &[]),
            ("[/* 1 */\n// 2\n]// 3", &[(1, 1)]),
            ("", &[]),
        ] {
            let found: Vec<_> = runs(text, Format::Json5);
            assert_eq!(found, expected, "{text:?}");
        }
        assert_eq!(runs("# 1\na: &x#y b # 2\n# 3\n# 4", Format::Yaml), [(0, 0), (2, 3)]);
    }

    #[test]
    fn many_comments_in_a_line_take_linear_time() {
        let text = " ".repeat(1 << 18) + &"/**/".repeat(1 << 16) + "a";
        assert_eq!(runs(&text, Format::Json5), []);
    }
}
