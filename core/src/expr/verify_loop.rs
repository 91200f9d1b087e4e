//! The check of loops.

use super::abstract_value::{Abstract, AbstractType, Truth};
use super::check::{CheckedInstruction, MapKeys};
use super::check_error::{CheckError, CheckErrorKind as Kind};
use super::instruction::{Quantifier, Slice, narrow_offset};
use super::verifier::{OpenLoop, Verifier};
use crate::text;

impl<'s> Verifier<'s, '_> {
    /// Opens a loop. Returns the kind of keys if it goes over a map.
    pub(super) fn begin(
        &mut self,
        at: usize,
        quantifier: Quantifier,
        name: Slice,
    ) -> Result<MapKeys, CheckError> {
        let text = name.of(&self.expression.text);
        if self.scope.fields.position(text).is_some() {
            return Err(self.error(at, Kind::LoopNameIsField(text.into())));
        }
        let is_secret = self.stack.last().is_some_and(|list| list.is_secret);
        let mut keys = MapKeys::Strings;
        let (element, min_count, max_count) = match self.stack.last().copied() {
            Some(Abstract { ty: AbstractType::List(list), .. }) => {
                (AbstractType::of(list.element), list.min_count, list.max_count)
            }
            Some(elements @ Abstract { ty: AbstractType::Elements(count), .. }) => {
                let count_bounded = text::narrow(count);
                (self.element_of_literal(elements, count)?, count_bounded, count_bounded)
            }
            Some(Abstract { ty: AbstractType::Map(map), .. }) => {
                keys = self.keys(map);
                (AbstractType::of(map.key()), map.min_count, map.max_count)
            }
            Some(other) => {
                return Err(self.operand_error(
                    other,
                    quantifier.name(),
                    "a vector, an array, a list or a map",
                ));
            }
            None => return Err(self.error(at, Kind::EmptyList)),
        };
        let cost = std::mem::take(&mut self.cost);
        self.loops.push(OpenLoop { quantifier, name, element, is_secret, min_count, max_count, cost });
        Ok(keys)
    }

    pub(super) fn end(&mut self, at: usize, start: u16) -> Result<Abstract<'s>, CheckError> {
        let body = self.pop()?;
        let list = self.stack.pop();
        let (Some(open), Some(list)) = (self.loops.pop(), list) else {
            return Err(self.error(at, Kind::EmptyList));
        };
        let AbstractType::Bool(truth) = body.ty else {
            return Err(self.operand_error(body, open.quantifier.name(), "a condition"));
        };
        if let AbstractType::Elements(count) = list.ty {
            self.stack.truncate(self.stack.len().saturating_sub(count));
        }
        let bodies = self.cost.saturating_mul(open.max_count.into());
        self.note_charge(at, bodies);
        self.cost = open.cost.saturating_add(bodies);
        if let Some(CheckedInstruction::Loop { end, .. }) = self.code.get_mut(usize::from(start)) {
            *end = narrow_offset(at);
        }
        // Without elements, `all` is true and the others are false.
        let none = Truth::of(open.quantifier == Quantifier::All);
        let truth = if open.min_count == 0 { truth.or(none) } else { truth };
        let may_fail = list.may_fail || body.may_fail;
        Ok(Abstract {
            ty: AbstractType::Bool(truth),
            may_fail,
            is_literal: false,
            is_secret: false,
            may_lack_value: false,
            end: at,
        })
    }
}
