//! Random damage of texts, as typing causes it: pieces are missing, repeated or inserted.

use crate::random::Random;
use crate::random::texts::PIECES;

/// Pieces that mean something to confc, or in TOML.
const MORE_PIECES: &[&str] = &[
    "\r",
    ">-\n",
    "true",
    "$expr",
    "{ $expr: \"a\" }",
    "${",
    "= ",
    "[t]\n",
    "[[t]]\n",
    "\"\"\"",
    "'''",
    "config",
    "type: \"bool\"",
    "default: 1",
    "include: [\"x\"]",
    "# confc: a.cml\n",
    "components",
    "set: { a: 1 }",
    "..",
    "/",
];

/// Damages a text in a few places.
pub(crate) fn damaged(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(3) {
        let (one, other) = (boundary(&text, random), boundary(&text, random));
        let (start, end) = (one.min(other), one.max(other));
        match random.below(8) {
            0 => text.truncate(one),
            1 => drop(text.drain(start..end)),
            2 => {
                let copied = text[start..end].to_owned();
                if copied.len() < 2000 {
                    text.insert_str(one, &copied);
                }
            }
            3 => {
                let next = text[one..].chars().next().map_or(one, |c| one + c.len_utf8());
                text.drain(one..next);
            }
            _ => text.insert_str(one, piece(random)),
        }
    }
    text
}

/// A text with one slip: a character is missing, or there is a piece too many. After two slips, a secret may be part of
/// another value.
pub(crate) fn slipped(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    let at = boundary(&text, random);
    if random.once_in(2) {
        text.insert_str(at, piece(random));
    } else if at < text.len() {
        text.remove(at);
    }
    text
}

/// A random piece.
fn piece(random: &mut Random) -> &'static str {
    let pieces = if random.once_in(2) { PIECES } else { MORE_PIECES };
    random.pick(pieces)
}

/// The start of a random character, or the end.
pub(crate) fn boundary(text: &str, random: &mut Random) -> usize {
    text.floor_char_boundary(random.below(text.len() + 1))
}
