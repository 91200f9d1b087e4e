//! Advice on names of variants without quotes.

use super::pieces::{Fragment, PieceKind};
use super::{ExpressionAdvice, RefusedText};
use crate::diagnostic::{Help, RemedyKind};
use crate::text::escape::{literal, quoted};
use crate::text::suggest::Suggestions;
use crate::types::EnumType;
use confc_core::expr::{CheckErrorKind, DefinitionErrorKind, SyntaxErrorKind};
use confc_core::rules::RuleErrorKind;

/// A string literal that is the name of no variant: names have no control characters.
const NO_VARIANT: &str = r"'\n'";

/// The most pieces of a text that are read as one name, and the most names that are replaced to find an enum.
const MAX_PIECES: usize = 8;

/// The string literal in an expression for the name of a variant.
pub(super) fn name_in_quotes(name: &str) -> String {
    match name.contains(['\'', '\\']) {
        true => literal(name).to_string(),
        false => format!("'{name}'"),
    }
}

/// Whether the refused part may be a name without quotes.
fn may_be_unquoted(kind: &RuleErrorKind) -> bool {
    matches!(
        kind,
        RuleErrorKind::Syntax(
            SyntaxErrorKind::UpperCase(_) | SyntaxErrorKind::Null | SyntaxErrorKind::Reserved(_)
        ) | RuleErrorKind::Check(CheckErrorKind::UnknownField(_) | CheckErrorKind::Operand { .. })
    )
}

impl<'t> RefusedText<'t> {
    /// A variant without quotes where one is expected: `pull == Always`, `media == text/plain`, `flag == true`.
    pub(super) fn on_unquoted_variant(
        &self,
        kind: &RuleErrorKind,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        let starts = if let RuleErrorKind::Check(CheckErrorKind::Differ { .. }) = kind {
            self.words_beside()
        } else if may_be_unquoted(kind) {
            vec![self.at.start]
        } else {
            return None;
        };
        let name = starts.into_iter().find_map(|start| self.variant_from(start, suggestions))?;
        let literal = name_in_quotes(name.text);
        if !self.gets_past(name, &literal) {
            return None;
        }
        if !self.is_right_with(name, &literal) {
            let help = "write the names of variants in quotes, such as";
            return Some(ExpressionAdvice::writing(help, &literal, "").at(name));
        }
        Some(match name == self.at {
            true => {
                ExpressionAdvice::writing("write the name of a variant in quotes:", &literal, "").at(name)
            }
            false => ExpressionAdvice::write(&literal)
                .saying(format!("the name of a variant must be in quotes, found {}", quoted(name.text)))
                .quoting(name.text)
                .at(name),
        })
    }

    /// The positions of the words and numbers in the operands beside the refused operator.
    fn words_beside(&self) -> Vec<usize> {
        let operands = [self.operand_before(self.at.start), self.operand_after(self.at.end)];
        let is_inside = |at: Fragment<'_>| {
            operands.iter().flatten().any(|operand| operand.start <= at.start && at.end <= operand.end)
        };
        let words =
            self.pieces.iter().filter(|piece| matches!(piece.kind, PieceKind::Word | PieceKind::Number));
        words.map(|piece| piece.at).filter(|at| is_inside(*at)).map(|at| at.start).take(MAX_PIECES).collect()
    }

    /// The longest text from a position on that is a variant of the enum expected there.
    fn variant_from(&self, start: usize, suggestions: &mut Suggestions) -> Option<Fragment<'t>> {
        self.ends_after(start).into_iter().rev().map(|end| self.fragment(start..end)).find(|name| {
            let of = self.expected_enum(*name, suggestions);
            of.is_some_and(|of| of.by_name(name.text).is_some())
        })
    }

    /// The ends of the first pieces from a position on that belong to one condition.
    fn ends_after(&self, start: usize) -> Vec<usize> {
        let end = self.condition_after(start).map_or(start, |condition| condition.end);
        let pieces = self.pieces.iter().skip_while(|piece| piece.at.start < start);
        pieces.map(|piece| piece.at.end).take_while(|at| *at <= end).take(MAX_PIECES).collect()
    }

    /// The enum of which a variant is expected in place of a part. Other names may be wrong, too.
    fn expected_enum(&self, part: Fragment<'_>, suggestions: &mut Suggestions) -> Option<EnumType> {
        let mut text = self.with(part, NO_VARIANT);
        for _ in 0..MAX_PIECES {
            suggestions.read_again(&text)?;
            let error = self.refusal(&text)?;
            if let DefinitionErrorKind::Check(CheckErrorKind::NotAVariant { name, of }) = error.kind {
                return (&*name == "\n").then_some(of);
            }
            let is_name = matches!(
                error.kind,
                DefinitionErrorKind::Syntax(SyntaxErrorKind::UpperCase(_))
                    | DefinitionErrorKind::Check(CheckErrorKind::UnknownField(_))
            );
            let range = error.span.range();
            if !is_name || range.start <= part.start {
                return None;
            }
            text.replace_range(range, NO_VARIANT);
        }
        None
    }

    /// A word near a variant of the enum expected in its place. A word is the text up to a blank.
    pub(super) fn near_variant(&self, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        if self.target.is_some_and(|target| target.is_secret) {
            return None;
        }
        let start = self.at.start;
        let is_word = |end: &usize| !self.part(start..*end).contains(char::is_whitespace);
        let end = self.ends_after(start).into_iter().take_while(is_word).last()?;
        let word = self.fragment(start..end);
        let of = self.expected_enum(word, suggestions)?;
        let nearest = suggestions.variant(word.text, of.variants().iter().map(|one| one.name.as_str()))?;
        let literal = name_in_quotes(nearest);
        let help =
            Help::new(format!("did you mean {}?", quoted(&literal)), RemedyKind::Replace(literal.clone()));
        let meant = ExpressionAdvice::new(help).at(word);
        self.gets_past(word, &literal).then_some(meant)
    }
}
