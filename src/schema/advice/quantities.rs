//! Advice on numbers with units and other letters.

use super::pieces::{Fragment, PieceKind, unquoted};
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::types::{Unit, UnitFamily};
use crate::value::{as_quantity, unit_of};

/// The message for a quantity in place of a number.
const NOT_IN_CALL: &str = "a quantity must be an argument of `quantity`";

impl RefusedText<'_> {
    /// The unit of the other side of a comparison.
    fn unit_beside(&self, part: Fragment<'_>) -> Option<Unit> {
        let signs = ['<', '>', '=', '!', ' ', '+', '-'];
        let before = self.before(part.start).trim_end_matches(signs).len();
        let after = self.text.len() - self.after(part.end).trim_start_matches(signs).len();
        let left = (before < part.start).then(|| self.operand_before(before)).flatten();
        let right = (after > part.end).then(|| self.operand_after(after)).flatten();
        [left, right].into_iter().flatten().find_map(|operand| self.type_at(operand)?.unit())
    }

    /// A quantity in place of a number.
    pub(super) fn quantity_for(&self, part: Fragment<'_>, text: &str) -> Option<ExpressionAdvice> {
        let unit = self.unit_beside(part)?;
        let meant = as_quantity(text, unit.family())?;
        self.rewrite(part, &format!("quantity('{meant}', '{unit}')"))
    }

    /// `64MiB`, `1_000` or `5u` where a number is expected.
    pub(super) fn on_number_with_letters(&self) -> Option<ExpressionAdvice> {
        let number = self.piece_after(self.at.start).filter(|piece| piece.kind == PieceKind::Number)?.at;
        let text = number.text;
        let digits = text.replace('_', "");
        if text.contains('_') && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = "a number must not have `_` between its digits";
            return self.rewrite(number, &digits).map(|advice| advice.saying(message));
        }
        if let Some(advice) = self.quantity_for(number, text) {
            return Some(advice.saying(NOT_IN_CALL));
        }
        let letters = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let families = [UnitFamily::Bytes, UnitFamily::Time];
        let is_unit = families.iter().any(|family| unit_of(letters, *family, false).is_some());
        let is_short = matches!(letters, "k" | "K" | "M" | "G" | "T");
        if let (true, Some(unit)) = (is_short, self.unit_beside(number)) {
            let number = text.trim_end_matches(letters);
            let letter = letters.to_uppercase();
            let decimal = if letter == "K" { "k" } else { letter.as_str() };
            let said = format!(
                "write `quantity('{number}{letter}iB', '{unit}')` or `quantity('{number}{decimal}B', '{unit}')`"
            );
            return (unit.family() == UnitFamily::Bytes).then(|| ExpressionAdvice::new(said).quoting(text));
        }
        if is_unit && self.site == ExpressionSite::Layer {
            let help = format!("write the value without `$expr`: `\"{text}\"`");
            let is_whole = self.pieces.len() == 1;
            return is_whole.then(|| ExpressionAdvice::new(help).quoting(text).at(number));
        }
        let help =
            "compare with a plain number, or give the field a `unit` and write `quantity('64MiB', 'B')`";
        is_unit.then(|| ExpressionAdvice::new(help).at(number))
    }

    /// `64 MiB`: a unit after a number.
    pub(super) fn on_unit_after_number(&self, number: Fragment<'_>) -> Option<ExpressionAdvice> {
        let quantity = self.fragment(number.to(self.at));
        self.quantity_for(quantity, quantity.text).map(|advice| advice.saying(NOT_IN_CALL))
    }

    /// Wrong arguments of `quantity`.
    pub(super) fn on_quantity(&self) -> Option<ExpressionAdvice> {
        let mut before = self.pieces.iter().rev().filter(|piece| piece.at.end <= self.at.start);
        let name = before.find(|piece| piece.is("quantity"))?.at;
        let (arguments, end) = self.arguments(name.end)?;
        let call = self.fragment(name.start..end);
        let texts: Vec<&str> = arguments.into_iter().map(unquoted).collect();
        self.quantity_for(call, texts.first()?).or_else(|| self.quantity_for(call, &texts.concat()))
    }
}
