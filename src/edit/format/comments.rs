//! Separates the content of comments from their layout.

/// The largest width of a tab, in columns.
const TAB: usize = 4;

/// White space, including the byte order mark.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The text without trailing white space.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}

/// The lines of a text, with any kind of line break.
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

/// The number of columns to remove from the lines of a block comment that begins on a line with this indentation. It is
/// the same for all lines, so they keep their distances. It does not exceed the indentation of the leftmost line, so no
/// line begins before its comment.
pub(super) fn shift(comment: &str, indentation: usize) -> usize {
    let columns = lines(comment).skip(1).map(indented).filter(|(_, text)| !text.is_empty());
    columns.map(|(columns, _)| columns).fold(indentation, usize::min)
}

/// Whether two block comments are equal except for their indentation.
pub(super) fn are_alike(one: &str, other: &str) -> bool {
    lines(one).map(|line| indented(line).1).eq(lines(other).map(|line| indented(line).1))
}
