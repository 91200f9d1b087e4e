//! The check of lists and maps as operands.

use super::abstract_value::{Abstract, AbstractType, Truth, is_float64, typed_element};
use super::check::{CheckedInstruction, MapKeys};
use super::check_error::{CheckError, CheckErrorKind as Kind};
use super::fault::FaultKind;
use super::instruction::BinaryOperator;
use super::operand_types::looked_at;
use super::verifier::Verifier;
use super::verify_operator::Verified;
use crate::types::{MapType, Type, TypeKind};

impl<'s> Verifier<'s, '_> {
    /// Checks a list literal. Its elements stay on the stack. Literals among them take the type of the first float64
    /// that is not a literal. Without one, they take the type of the first element that is not a literal. If all are
    /// literals, one float makes all of them floats.
    pub(super) fn list(&mut self, at: usize, count: u8) -> Verified<'s> {
        let count = usize::from(count);
        let first = self.stack.len().saturating_sub(count);
        let elements = self.stack.get(first..).unwrap_or_default();
        let is_float = |element: &&Abstract<'_>| matches!(element.ty, AbstractType::Float(_));
        let typed = typed_element(elements);
        let Some(leader) = typed.or_else(|| elements.iter().find(is_float)).or(elements.first()).copied()
        else {
            return Err(self.error(at, Kind::EmptyList));
        };
        let mut may_fail = false;
        for position in first..self.stack.len() {
            let Some(mut element) = self.stack.get(position).copied() else { break };
            if let AbstractType::Elements(_) = element.ty {
                return Err(self.error_of(element, Kind::ListLiteral));
            }
            self.adapt(&mut element, &leader)?;
            if !self.is_same(leader, element) {
                return Err(self.differ(element.end, "[…]", leader, element));
            }
            may_fail |= element.may_fail;
            if let Some(place) = self.stack.get_mut(position) {
                *place = element;
            }
        }
        let list = CheckedInstruction::List(u8::try_from(count).unwrap_or(u8::MAX));
        Ok((list, AbstractType::Elements(count), may_fail))
    }

    /// The type and range of the elements of the list literal on top of the stack.
    pub(super) fn element_of_literal(
        &self,
        list: Abstract<'s>,
        count: usize,
    ) -> Result<AbstractType<'s>, CheckError> {
        let end = self.stack.len().saturating_sub(1);
        let elements = self.stack.get(end.saturating_sub(count)..end).unwrap_or_default();
        let mut hull: Option<Abstract<'s>> = None;
        for element in elements {
            let before = hull.unwrap_or(*element);
            let Some(ty) = self.hull(before, *element) else {
                return Err(self.no_hull(list.end, "[…]", before, *element));
            };
            hull = Some(Abstract { ty, ..*element });
        }
        hull.map(|hull| hull.ty).ok_or_else(|| self.error(list.end, Kind::EmptyList))
    }

    pub(super) fn is_in(&mut self, at: usize) -> Verified<'s> {
        let checked = CheckedInstruction::Binary(BinaryOperator::In);
        let Some(list) = self.stack.pop() else { return Err(self.error(at, Kind::EmptyList)) };
        match list.ty {
            AbstractType::Elements(count) => {
                let first = self.stack.len().saturating_sub(count);
                let mut elements = self.stack.split_off(first);
                let mut value = self.pop()?;
                let typed = typed_element(&elements).copied();
                let Some(leader) = typed.or(elements.first().copied()) else {
                    return Err(self.error(at, Kind::EmptyList));
                };
                self.adapt(&mut value, &leader)?;
                for element in &mut elements {
                    if typed.is_none() || is_float64(&value) {
                        self.adapt(element, &value)?;
                    }
                    if !self.is_same(value, *element) {
                        return Err(self.differ(at, "in", value, *element));
                    }
                    self.charge(value.ty.weight().min(element.ty.weight()));
                }
                Ok((checked, AbstractType::Bool(Truth::ANY), value.may_fail || list.may_fail))
            }
            AbstractType::List(of) => {
                let mut value = self.pop()?;
                let element = AbstractType::of(of.element);
                let beside = Abstract { ty: element, is_literal: false, ..list };
                self.adapt(&mut value, &beside)?;
                if !self.is_same(value, beside) {
                    return Err(self.differ(at, "in", value, beside));
                }
                let each = value.ty.weight().min(element.weight());
                self.charge(each.saturating_mul(of.max_count.into()));
                Ok((checked, AbstractType::Bool(Truth::ANY), value.may_fail || list.may_fail))
            }
            AbstractType::Map(map) => {
                let key = self.pop()?;
                let keys = self.look_up("in", map, key)?;
                let checked = CheckedInstruction::HasEntry(keys);
                Ok((checked, AbstractType::Bool(Truth::ANY), key.may_fail || list.may_fail))
            }
            AbstractType::Bool(_)
            | AbstractType::Integer(_)
            | AbstractType::Float(_)
            | AbstractType::String(_)
            | AbstractType::Enum(_)
            | AbstractType::Struct(_)
            | AbstractType::Json(_)
            | AbstractType::Union(_) => {
                Err(self.operand_error(list, "in", "a vector, an array, a list or a map on its right"))
            }
        }
    }

    pub(super) fn index(&mut self) -> Verified<'s> {
        let (index, list) = (self.pop()?, self.pop()?);
        if let AbstractType::Map(map) = list.ty {
            let keys = self.look_up("[…]", map, index)?;
            if is_never_key(index.ty, map) {
                return Err(self.error_of(index, Kind::AlwaysFails(FaultKind::NoEntry)));
            }
            return Ok((CheckedInstruction::Entry(keys), AbstractType::of(map.value()), true));
        }
        let AbstractType::List(of) = list.ty else {
            return Err(self.operand_error(list, "[…]", "a vector, an array or a map"));
        };
        let AbstractType::Integer(interval) = index.ty else {
            return Err(self.operand_error(index, "[…]", "an integer"));
        };
        if interval.max < 0 || interval.min >= of.max_count.into() {
            return Err(self.error_of(index, Kind::AlwaysFails(FaultKind::IndexOutside)));
        }
        let is_inside = interval.min >= 0 && interval.max < of.min_count.into();
        let may_fail = list.may_fail || index.may_fail || !is_inside;
        Ok((CheckedInstruction::Index, AbstractType::of(of.element), may_fail))
    }

    /// Checks a key that is looked up in a map, charges for the search, and returns the kind of keys.
    fn look_up(
        &mut self,
        of: &'static str,
        map: &'s MapType,
        mut key: Abstract<'s>,
    ) -> Result<MapKeys, CheckError> {
        let keys = Abstract { ty: AbstractType::of(map.key()), is_literal: false, ..key };
        self.adapt(&mut key, &keys)?;
        if !self.is_same(key, keys) {
            let expected = match map.key().kind() == TypeKind::Enum {
                true => "a variant, as the keys of the map are",
                false => "a string, as the keys of the map are",
            };
            return Err(self.operand_error(key, of, expected));
        }
        self.charge(looked_at(map.max_count.into()).saturating_mul(key.ty.weight()));
        Ok(self.keys(map))
    }
}

/// Whether a string is too long or too short to be a key of the map.
fn is_never_key(key: AbstractType<'_>, map: &MapType) -> bool {
    match (key, map.key()) {
        (AbstractType::String(sizes), Type::String(keys)) => {
            sizes.min > keys.max_size || sizes.max < keys.min_size
        }
        (_, _) => false,
    }
}
