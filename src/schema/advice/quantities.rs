//! Advice on numbers with units and other letters.

use super::pieces::{Piece, PieceKind};
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::types::{Unit, UnitFamily};
use crate::value::{as_quantity, unit_of};
use std::ops::Range;

impl RefusedText<'_> {
    /// The unit of what a part is compared with.
    fn unit_beside(&self, range: &Range<usize>) -> Option<Unit> {
        let signs = ['<', '>', '=', '!', ' ', '+', '-'];
        let before = self.part(0..range.start).trim_end_matches(signs).len();
        let rest = self.part(range.end..self.text.len());
        let after = self.text.len() - rest.trim_start_matches(signs).len();
        let [left, right] = [
            (before < range.start).then(|| self.operand_before(before)).flatten(),
            (after > range.end).then(|| self.operand_after(after)).flatten(),
        ];
        left.and_then(|left| self.unit_of(left)).or_else(|| right.and_then(|right| self.unit_of(right)))
    }

    /// A quantity in the place of a number.
    pub(super) fn quantity_for(&self, range: &Range<usize>, text: &str) -> Option<ExpressionAdvice> {
        let unit = self.unit_beside(range)?;
        let meant = as_quantity(text, unit.family())?;
        self.rewrite(range.clone(), &format!("quantity('{meant}', '{unit}')"))
    }

    /// `64MiB`, `1_000` or `5u` where a number is expected.
    pub(super) fn on_number_with_letters(&self) -> Option<ExpressionAdvice> {
        let piece = self.piece_after(self.range.start).filter(|piece| piece.kind == PieceKind::Number)?;
        let range = piece.range.clone();
        let text = self.word(piece);
        let digits = text.replace('_', "");
        if text.contains('_') && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = "a number must not have `_` between its digits";
            return self.rewrite(range, &digits).map(|advice| advice.saying(message));
        }
        if let Some(advice) = self.quantity_for(&range, text) {
            return Some(advice.saying("a quantity must be an argument of `quantity`"));
        }
        let letters = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let is_unit = [UnitFamily::Bytes, UnitFamily::Time]
            .iter()
            .any(|family| unit_of(letters, *family, false).is_some());
        let is_short = matches!(letters, "k" | "K" | "M" | "G" | "T");
        if let (true, Some(unit)) = (is_short, self.unit_beside(&range)) {
            let number = text.trim_end_matches(letters);
            let letter = letters.to_uppercase();
            let decimal = if letter == "K" { "k" } else { letter.as_str() };
            let said = format!(
                "write `quantity('{number}{letter}iB', '{unit}')` or `quantity('{number}{decimal}B', '{unit}')`"
            );
            return (unit.family() == UnitFamily::Bytes).then(|| ExpressionAdvice::new(said).quoting(text));
        }
        if is_unit && self.site == ExpressionSite::Layer {
            let whole = self.pieces.len() == 1;
            let help = format!("write the value without `$expr`: `\"{text}\"`");
            return whole.then(|| ExpressionAdvice::new(help).quoting(text).at(range));
        }
        is_unit.then(|| {
            ExpressionAdvice::new(
                "compare with a plain number, or give the field a `unit` and write `quantity('64MiB', 'B')`",
            )
            .at(range)
        })
    }

    /// `64 MiB`: a unit after a number.
    pub(super) fn on_unit_after_number(&self, number: &Piece) -> Option<ExpressionAdvice> {
        if number.kind != PieceKind::Number {
            return None;
        }
        let range = number.range.start..self.range.end;
        let message = "a quantity must be an argument of `quantity`";
        self.quantity_for(&range, self.part(range.clone())).map(|advice| advice.saying(message))
    }

    /// Wrong arguments of `quantity`.
    pub(super) fn on_quantity(&self) -> Option<ExpressionAdvice> {
        let name = self
            .pieces
            .iter()
            .rev()
            .find(|piece| piece.range.end <= self.range.start && self.word(piece) == "quantity")?;
        let (arguments, end) = self.arguments(name.range.end)?;
        let range = name.range.start..end;
        let quantity =
            arguments.iter().map(|text| text.trim_matches(['\'', '"'])).collect::<Vec<_>>().join("");
        let first = arguments.first()?.trim_matches(['\'', '"']);
        self.quantity_for(&range, first).or_else(|| self.quantity_for(&range, &quantity))
    }
}
