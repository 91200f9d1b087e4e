//! Separates the content of comments from their layout.

/// The largest width of a tab, in columns.
const TAB: usize = 4;

/// White space, including the byte order mark.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Without white space at its end.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}

/// The lines of a text, however they are broken.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// The columns of white space at the start of a line, and the rest of the line.
pub(super) fn indented(line: &str) -> (usize, &str) {
    let rest = line.trim_start_matches(is_blank);
    let blank = line.get(..line.len() - rest.len()).unwrap_or_default();
    let columns = blank.chars().fold(0, |column, c| match c {
        '\u{feff}' => column,
        '\t' => column + TAB - column % TAB,
        _ => column + 1,
    });
    (columns, trimmed(rest))
}

/// By how much less than in the source the lines of a block comment are indented, compared with the line that it begins
/// in: the leftmost of them by nothing, or by as much as it was indented more. So each keeps its distance to the others,
/// and to the line that the comment begins in unless that would put it outside.
pub(super) fn shift(comment: &str, indentation: usize) -> usize {
    let columns = lines(comment).skip(1).map(indented).filter(|(_, text)| !text.is_empty());
    columns.map(|(columns, _)| columns).fold(indentation, usize::min)
}

/// Whether two block comments are equal except for their indentation.
pub(super) fn are_alike(one: &str, other: &str) -> bool {
    lines(one).map(|line| indented(line).1).eq(lines(other).map(|line| indented(line).1))
}
