//! The comments between two lexemes that are none, and what each of them belongs to.

use super::lexemes::{Lexeme, LexemeKind, LineStep};

/// Comments between two lexemes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gap<'l> {
    /// `None` at the start of the text.
    pub(super) previous: Option<&'l Lexeme>,
    pub(super) comments: &'l [Lexeme],
    /// `None` at its end.
    pub(super) next: Option<&'l Lexeme>,
}

impl<'l> Gap<'l> {
    /// The gap at the start of these lexemes, and what comes after it.
    pub(super) fn split(previous: Option<&'l Lexeme>, lexemes: &'l [Lexeme]) -> (Self, &'l [Lexeme]) {
        let count = lexemes.iter().take_while(|lexeme| lexeme.is_comment()).count();
        let (comments, rest) = lexemes.split_at(count);
        (Self { previous, comments, next: rest.first() }, rest)
    }

    /// The comments that belong to what is before them, since they are in its line, and the others.
    pub(super) fn divide(&self) -> (&'l [Lexeme], &'l [Lexeme]) {
        let in_line = |comment: &&Lexeme| comment.step == LineStep::Same;
        let count = self.comments.iter().take_while(in_line).count();
        let ends_line =
            count < self.comments.len() || self.next.is_none_or(|next| next.step > LineStep::Same);
        let is_behind_bracket = self.previous.is_some_and(Lexeme::opens);
        let closes = self.next.is_some_and(Lexeme::closes);
        let count = match (ends_line, is_behind_bracket, closes) {
            (true, _, _) | (false, false, true) => count,
            (false, true, _) => 0,
            // An item begins in the same line: what is behind the comma belongs to that.
            (false, false, false) => self.comments.iter().take_while(|comment| !comment.is_separated).count(),
        };
        self.comments.split_at(count)
    }
}

/// Whether a comment looks like documentation and is none, though nothing is before it in its line: directly above a key
/// it would become what it is not.
pub(super) fn may_document(comment: &Lexeme, text: &str) -> bool {
    let text = comment.text(text);
    comment.kind == LexemeKind::LineComment && text.starts_with("///") && !text.starts_with("////")
}
