//! Measures the width of each container on one line.

use super::tokens::{LineStep, SyntaxToken, SyntaxTokenKind};
use crate::text::narrow;

/// The width of `{}` and `[]`.
pub(super) const EMPTY: u32 = 2;

/// A container whose end was not read yet.
struct OpenWidth {
    /// The position of its bracket among the tokens.
    at: usize,
    /// The width of both brackets, the white space beside them, and each item so far with its separator; without the
    /// end of the last item.
    width: u32,
    is_empty: bool,
}

/// Gives every token its width. Some containers are never put on one line: those that the author has broken directly
/// after the bracket, and those with a comment or a text of several lines.
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

/// Adds to the width of the innermost container.
fn add(open: &mut [OpenWidth], width: u32) {
    if let Some(inner) = open.last_mut() {
        inner.width = inner.width.saturating_add(width);
        inner.is_empty = false;
    }
}

/// The number of characters of a key or literal on one line.
fn columns(text: &str) -> u32 {
    if text.contains(['\n', '\r']) { SyntaxToken::NEVER } else { narrow(text.chars().count()) }
}
