//! ExpressionAdvice on operands of a type that an operator does not take.

use super::pieces::PieceKind;
use super::{ExpressionAdvice, RefusedText};
use crate::types::Type;
use confc_loader::expr::ExpressionType;
use std::ops::Range;

impl RefusedText<'_> {
    /// An operand of the wrong type, which was refused.
    pub(super) fn on_operand(&self, of: &str, found: &str) -> Option<ExpressionAdvice> {
        let range = self.range.clone();
        match (of, found) {
            ("in", "a string") => self.on_in_string(),
            ("!", _) => self.on_negated(),
            ("||", _) => self.on_default_by_or().or_else(|| self.on_no_bool(range)),
            ("&&" | "?:", _) => self.on_no_bool(range),
            ("+", "a string") => self.on_concatenation(),
            ("[…]", "a string") => {
                Some(ExpressionAdvice::new("ask with `startsWith`, `endsWith` or `contains`"))
            }
            ("contains", _) => {
                let value = self.operand_after(range.start)?;
                let call = self.part(value.clone()).find(".contains")?;
                let (arguments, end) = self.arguments(value.start + call + ".contains".len())?;
                let instead =
                    format!("{} in {}", arguments.first()?, self.part(value.start..value.start + call));
                self.rewrite(value.start..end, &instead)
            }
            (_, _) => None,
        }
    }

    /// `'x' in name`, `name in 'a,b'`.
    fn on_in_string(&self) -> Option<ExpressionAdvice> {
        let word = self.piece_before(self.range.start).filter(|word| self.word(word) == "in")?;
        let (part, of) = (self.operand_before(word.range.start)?, self.operand_after(word.range.end)?);
        let whole = part.start..of.end;
        let text = self.part(of.clone());
        if text.starts_with(['\'', '"']) && text.contains(',') {
            let elements: Vec<String> =
                text.trim_matches(['\'', '"']).split(',').map(|text| format!("'{}'", text.trim())).collect();
            return self.rewrite(of, &format!("[{}]", elements.join(", ")));
        }
        self.rewrite(whole, &format!("{text}.contains({})", self.part(part)))
    }

    /// `!name in …`, `!name`.
    fn on_negated(&self) -> Option<ExpressionAdvice> {
        let not = self.piece_before(self.range.start).filter(|not| self.word(not) == "!")?.range.start;
        let condition = self.condition_after(self.range.start)?;
        let inside = self.part(condition.clone());
        if condition.end > self.range.end
            && let Some(advice) = self.rewrite(not..condition.end, &format!("!({inside})"))
        {
            return Some(advice.saying("`!` takes a bool, and binds tighter than what follows"));
        }
        let value = self.refused();
        let candidates = [
            format!("size({value}) == 0"),
            format!("{value} == ''"),
            format!("{value} == 0"),
            format!("!has({value})"),
        ];
        self.rewrite_as(&(not..self.range.end), &candidates)
    }

    /// A value where a condition is expected.
    pub(super) fn on_no_bool(&self, range: Range<usize>) -> Option<ExpressionAdvice> {
        let range = if range.is_empty() { 0..self.text.len() } else { range };
        let value = self.part(range.clone()).trim();
        if let Some(inside) = value.strip_prefix(['\'', '"'])
            && let Some(inside) = inside.strip_suffix(['\'', '"'])
            && inside.contains(|c: char| !c.is_ascii_alphanumeric())
            && self.is_right_with(&range, inside)
        {
            return Some(
                ExpressionAdvice::new("remove the quotes")
                    .saying("a rule must be a condition, found a string in quotes"),
            );
        }
        if !value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')) {
            return None;
        }
        let asked = format!("has({value})");
        let candidates = match self.type_of(range.clone())? {
            ExpressionType::String(_) => [asked, format!("{value} != ''")],
            ExpressionType::Integer(..) => [asked, format!("{value} != 0")],
            ExpressionType::Float(_) => [asked, format!("{value} != 0.0")],
            ExpressionType::Vector | ExpressionType::Map => [asked, format!("size({value}) > 0")],
            ExpressionType::Struct
            | ExpressionType::Array
            | ExpressionType::Enum
            | ExpressionType::Bool
            | ExpressionType::Always(_) => [asked.clone(), asked],
        };
        let instead = candidates.iter().find(|instead| self.gets_past(&range, instead))?;
        Some(ExpressionAdvice::write(instead).at(range))
    }

    /// Two operands of different types; their operator was refused.
    pub(super) fn on_differing(&self) -> Option<ExpressionAdvice> {
        let operands = [self.operand_before(self.range.start)?, self.operand_after(self.range.end)?];
        let [left, right] = &operands;
        self.on_literal(left, right)
            .or_else(|| self.on_literal(right, left))
            .or_else(|| self.on_quotient(right))
            .or_else(|| operands.iter().find_map(|operand| self.as_double(operand)))
    }

    /// A literal beside an operand of another type, if it can be written in another way.
    fn on_literal(&self, operand: &Range<usize>, other: &Range<usize>) -> Option<ExpressionAdvice> {
        let text = self.part(operand.clone());
        let inside = text.strip_prefix(['\'', '"']).and_then(|text| text.strip_suffix(['\'', '"']));
        if let Some(inside) = inside {
            if let Some(advice) = self.quantity_for(operand, inside) {
                return Some(advice);
            }
            let is_right = !inside.is_empty() && self.is_right_with(operand, inside);
            return is_right
                .then(|| ExpressionAdvice::writing("write", inside, " without quotes").at(operand.clone()));
        }
        let kind = self.pieces.iter().find(|piece| piece.range == *operand).map(|piece| piece.kind);
        if kind == Some(PieceKind::Number) {
            let number: f64 = text.parse().ok()?;
            let whole = format!("{number:.0}");
            if let Some(Type::Enum(of)) = self.field_type(other.clone())
                && let Some(variant) = of.variants().iter().find(|variant| variant.number.to_string() == text)
            {
                return self.rewrite(operand.clone(), &format!("'{}'", variant.name));
            }
            let candidates = match self.is_bool(other.clone()) {
                true if text == "1" => vec!["true".into()],
                true if text == "0" => vec!["false".into()],
                true => Vec::new(),
                false if number.fract() == 0.0 => vec![whole, format!("'{text}'")],
                false => vec![format!("'{text}'")],
            };
            return self.rewrite_as(operand, &candidates);
        }
        None
    }

    /// An integer beside a float.
    fn as_double(&self, operand: &Range<usize>) -> Option<ExpressionAdvice> {
        let text = self.part(operand.clone());
        let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
        (is_name && self.is_integer(operand.clone()))
            .then(|| self.rewrite(operand.clone(), &format!("double({text})")))
            .flatten()
    }

    /// `ratio < 1/2`: a quotient of two integers beside a float.
    fn on_quotient(&self, first: &Range<usize>) -> Option<ExpressionAdvice> {
        let sign = self.piece_after(first.end).filter(|sign| self.word(sign) == "/")?;
        let second = self.operand_after(sign.range.end)?;
        let whole = first.start..second.end;
        let [first, second] = [first.clone(), second].map(|range| self.part(range));
        self.rewrite(whole, &format!("{first}.0 / {second}.0"))
    }

    /// The whole text, an integer, as a float. A quotient is divided as floats: `1/2` is 0 otherwise.
    pub(super) fn as_float(&self) -> Option<String> {
        let divided = self.pieces.iter().find(|piece| self.word(piece) == "/");
        let instead = match divided {
            Some(sign) => {
                let dividend = self.operand_before(sign.range.start)?;
                let text = self.part(dividend.clone());
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                let float = if is_number { format!("{text}.0") } else { format!("double({text})") };
                self.with(&dividend, &float)
            }
            None => format!("double({})", self.text.trim()),
        };
        let is_float = |ty| matches!(ty, ExpressionType::Float(_));
        let checked = RefusedText::new(&instead, 0..0, self.scope, self.site).type_of(0..instead.len());
        checked.is_some_and(is_float).then_some(instead)
    }

    /// The name of a variant beside an enum, which the enum lacks: it may be put together.
    pub(super) fn on_no_variant(&self) -> Option<ExpressionAdvice> {
        let is_plus = |piece: Option<&super::Piece>| piece.is_some_and(|piece| self.word(piece) == "+");
        let is_joined =
            is_plus(self.piece_after(self.range.end)) || is_plus(self.piece_before(self.range.start));
        is_joined
            .then(|| self.on_concatenation().map(|advice| advice.saying("`+` takes numbers, found a string")))
            .flatten()
    }

    /// `tags == []`
    pub(super) fn on_empty_list(&self) -> Option<ExpressionAdvice> {
        let before = self.part(0..self.range.start).trim_end();
        let operator = before.get(before.len().checked_sub(2)?..)?;
        let list = self.operand_before(before.len() - 2)?;
        let instead = format!("size({}) {operator} 0", self.part(list.clone()));
        self.rewrite(list.start..self.range.end, &instead)
    }

    /// `tags[-1]`
    pub(super) fn on_negative_index(&self) -> Option<ExpressionAdvice> {
        let text = self.part(0..self.text.len());
        let open = text.get(self.range.start..)?.find("[-").map(|at| at + self.range.start)?;
        let end = text.get(open..)?.find(']')? + open;
        let (list, number) = (self.operand_before(open)?, self.part(open + 2..end));
        let instead = format!("[size({}) - {number}]", self.part(list));
        self.rewrite(open..end + 1, &instead)
    }
}
