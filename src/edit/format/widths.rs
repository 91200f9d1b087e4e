//! How wide each container is in one line.

use super::tokens::{LineStep, SyntaxToken, SyntaxTokenKind};
use crate::text::narrow;

/// `{}` and `[]`.
pub(super) const EMPTY: u32 = 2;

/// A container of which not all has been seen.
struct OpenWidth {
    /// Where its bracket is among the tokens.
    at: usize,
    /// Both brackets, the white space beside them, and each item so far with what is behind it; without what is behind
    /// the last of all.
    width: u32,
    is_empty: bool,
}

/// Gives every token its width. A container never goes into one line that the author has broken directly after its
/// bracket, or that holds a comment or a text of several lines.
pub(super) fn measure(text: &str, tokens: &mut [SyntaxToken]) {
    let mut open: Vec<OpenWidth> = Vec::new();
    let mut is_broken = false;
    for at in 0..tokens.len() {
        let Some(token) = tokens.get_mut(at) else { continue };
        if std::mem::take(&mut is_broken) && token.step != LineStep::Same && !token.closes() {
            add(&mut open, SyntaxToken::NEVER);
        }
        match token.kind {
            SyntaxTokenKind::OpenObject => open.push(OpenWidth { at, width: 2, is_empty: true }),
            SyntaxTokenKind::OpenArray => open.push(OpenWidth { at, width: 0, is_empty: true }),
            SyntaxTokenKind::Key | SyntaxTokenKind::Literal => {
                token.width = columns(token.text(text));
                // `: ` or `, `
                add(&mut open, token.width.saturating_add(2));
            }
            SyntaxTokenKind::LineComment | SyntaxTokenKind::BlockComment | SyntaxTokenKind::Documentation => {
                token.width = SyntaxToken::NEVER;
                add(&mut open, SyntaxToken::NEVER);
            }
            SyntaxTokenKind::CloseObject | SyntaxTokenKind::CloseArray => {
                let Some(closed) = open.pop() else { continue };
                let width = if closed.is_empty { EMPTY } else { closed.width };
                if let Some(opening) = tokens.get_mut(closed.at) {
                    opening.width = width;
                }
                add(&mut open, width.saturating_add(2));
            }
        }
        is_broken = tokens.get(at).is_some_and(SyntaxToken::opens);
    }
}

/// Adds to the innermost container.
fn add(open: &mut [OpenWidth], width: u32) {
    if let Some(inner) = open.last_mut() {
        inner.width = inner.width.saturating_add(width);
        inner.is_empty = false;
    }
}

/// How many characters a key or literal has, if it is in one line.
fn columns(text: &str) -> u32 {
    if text.contains(['\n', '\r']) { SyntaxToken::NEVER } else { narrow(text.chars().count()) }
}
