//! Values of expressions in messages.

use super::check::{Checked, ExpressionType};
use super::operand::Operand;
use crate::text::escape;
use crate::types::{FloatKind, Type, float_text};
use std::fmt::{self, Display, Formatter};

/// The most characters of a string that are shown; a longer one is cut and ends in `…`.
pub const MAX_SHOWN: usize = 64;

/// A scalar in a message: see [`Checked::show`].
#[derive(Debug, Clone, Copy)]
pub struct ShownOperand<'a> {
    ty: ExpressionType,
    declared: Option<&'a Type>,
    operand: Operand<'a>,
}

impl Checked {
    /// Shows a value of this expression in a message: numbers in the shortest text of their type, variants by name,
    /// strings without quotes, escaped and cut at [`MAX_SHOWN`] characters. The contents of structs, lists and maps are
    /// not shown. `declared` is the type of an enum, which knows the names.
    #[must_use]
    pub fn show<'a>(&self, operand: Operand<'a>, declared: Option<&'a Type>) -> ShownOperand<'a> {
        ShownOperand { ty: self.ty, declared, operand }
    }
}

impl Display for ShownOperand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.operand, self.ty) {
            (Operand::Bool(value), _) => value.fmt(f),
            (Operand::Integer(value), _) => value.fmt(f),
            (Operand::Float(value), ExpressionType::Float(kind)) => f.write_str(&float_text(value, kind)),
            (Operand::Float(value), _) => f.write_str(&float_text(value, FloatKind::Float64)),
            (Operand::String(text), _) => escape::cut(text, MAX_SHOWN).fmt(f),
            (Operand::Variant(number), _) => match self.declared.and_then(|ty| ty.variant(number)) {
                Some(variant) => escape::cut(variant.name.as_str(), MAX_SHOWN).fmt(f),
                None => number.fmt(f),
            },
            (Operand::Absent, _) => f.write_str("not set"),
            (Operand::Null, _) => f.write_str("null"),
            (Operand::Struct(_) | Operand::Map(_) | Operand::Union(_), _) => f.write_str("{…}"),
            (Operand::Json(text), _) => escape::cut(text.as_str(), MAX_SHOWN).fmt(f),
            (Operand::List(_), _) => f.write_str("[…]"),
        }
    }
}
