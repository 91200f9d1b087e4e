//! The comments between two tokens, and the token that each belongs to.

use super::tokens::{LineStep, SyntaxToken, SyntaxTokenKind};

/// Comments between two tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gap<'l> {
    /// The token before them; `None` at the start of the text.
    pub(super) previous: Option<&'l SyntaxToken>,
    pub(super) comments: &'l [SyntaxToken],
    /// The token after them; `None` at the end of the text.
    pub(super) next: Option<&'l SyntaxToken>,
}

impl<'l> Gap<'l> {
    /// Splits off the gap at the start of these tokens.
    pub(super) fn split(
        previous: Option<&'l SyntaxToken>,
        tokens: &'l [SyntaxToken],
    ) -> (Self, &'l [SyntaxToken]) {
        let count = tokens.iter().take_while(|token| token.is_comment()).count();
        let (comments, rest) = tokens.split_at(count);
        (Self { previous, comments, next: rest.first() }, rest)
    }

    /// Divides the comments: those in the line of the previous token belong to it.
    pub(super) fn divide(&self) -> (&'l [SyntaxToken], &'l [SyntaxToken]) {
        let in_line = |comment: &&SyntaxToken| comment.step == LineStep::Same;
        let count = self.comments.iter().take_while(in_line).count();
        let ends_line =
            count < self.comments.len() || self.next.is_none_or(|next| next.step > LineStep::Same);
        let is_behind_bracket = self.previous.is_some_and(SyntaxToken::opens);
        let closes = self.next.is_some_and(SyntaxToken::closes);
        let count = match (ends_line, is_behind_bracket, closes) {
            (true, _, _) | (false, false, true) => count,
            (false, true, _) => 0,
            // An item begins in the same line: comments after the comma belong to it.
            (false, false, false) => self.comments.iter().take_while(|comment| !comment.is_separated).count(),
        };
        self.comments.split_at(count)
    }
}

/// Whether a comment at the start of its line looks like documentation, but is not. Directly above a key, it would
/// become documentation.
pub(super) fn may_document(comment: &SyntaxToken, text: &str) -> bool {
    let text = comment.text(text);
    comment.kind == SyntaxTokenKind::LineComment && text.starts_with("///") && !text.starts_with("////")
}
