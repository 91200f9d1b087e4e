//! Block scalars at the end of a text.

use std::borrow::Cow;

/// The characters that end a line.
const BREAKS: [char; 2] = ['\n', '\r'];

/// Whether the parser has added a line break to a block scalar that the text does not have: the last line of the scalar
/// is the last line of the text, without a line break. `start` and `end` are the parser's places of the scalar, which
/// starts at the first character of its first line.
fn is_unterminated(source: &str, (start, end): (u32, u32), said: &str) -> bool {
    if (end as usize) < source.len() || source.ends_with(BREAKS) {
        return false;
    }
    let (before, block) = source.split_at_checked(start as usize).unwrap_or((source, ""));
    if said.trim_matches('\n').is_empty() {
        // The scalar has only empty lines, and the parser lets it begin at its `|`. Each line break after the header
        // belongs to the scalar, and the text after the last one is not a line.
        return said.len() >= block.replace("\r\n", "\n").matches(BREAKS).count();
    }
    let line = |text: &str| text.rfind(BREAKS).map_or(0, |at| at + 1);
    let indentation = before.len() - line(before);
    // Spaces up to the indentation of the block are not a line of it.
    source.len() - line(source) > indentation
}

/// The text of a block scalar, without the line break that the parser adds if the text ends without one. The
/// specification and other readers have no line break there. `place` is the parser's place of the scalar.
pub(crate) fn block_text<'t>(source: &str, place: (u32, u32), said: Cow<'t, str>) -> Cow<'t, str> {
    if !said.ends_with('\n') || !is_unterminated(source, place, &said) {
        return said;
    }
    match said {
        Cow::Borrowed(said) => Cow::Borrowed(said.strip_suffix('\n').unwrap_or(said)),
        Cow::Owned(mut said) => {
            said.pop();
            Cow::Owned(said)
        }
    }
}
