//! Quantities as literals of numbers with units.

use super::Breaks;
use super::ranges::floats;
use crate::types::{NumberType, Type, float_text, quantity_text};

/// Whether some quantity fits a type with a unit. A number with more digits than a quantity may have is not checked.
pub(super) fn takes_quantities(ty: &Type) -> Breaks {
    let Some(unit) = ty.unit() else { return Breaks::No };
    let is_zero_or = |quantity: Option<String>, is_zero: bool| is_zero || quantity.is_some();
    let takes = match ty.number() {
        Some(NumberType::Integer(ty)) => {
            let (min, max) = ty.range();
            let takes = |number: i128| is_zero_or(quantity_text(number, unit), number == 0);
            takes(min) || takes(max) || (min < 0 && max > 0)
        }
        Some(NumberType::Float(ty)) => {
            let (min, max) = floats(ty);
            let takes =
                |number: f64| is_zero_or(quantity_text(float_text(number, ty.kind), unit), number == 0.0);
            takes(min) || takes(max) || (min < 0.0 && max > 0.0)
        }
        None => return Breaks::No,
    };
    if takes { Breaks::Yes } else { Breaks::May }
}
