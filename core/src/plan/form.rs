//! Checks whether slots and terms are canonical, for any types.

use super::place::PlaceCheck;
use crate::types::limits::MAX_LEVELS;
use crate::wire::{self, DecodeError, DecodeErrorKind as Kind, Message};

/// The number of cases of `PlanSlot`.
pub(super) const SLOT_CASES: u64 = 3;

/// The number of cases of `PlanTerm`.
pub(super) const TERM_CASES: u64 = 6;

/// The fewest bytes of a term: an absent value.
pub(super) const LEAST_TERM: usize = 4;

/// The fewest bytes of a definition: such a term.
pub(super) const LEAST_DEFINITION: usize = 6;

/// Checks a slot of a field or member whose type is at this level. Returns the number of deferred slots, itself
/// included.
///
/// # Errors
/// An invalid message, or a slot that could be written as a value.
pub(super) fn slot(
    message: Message<'_>,
    level: usize,
    places: &mut PlaceCheck,
) -> Result<usize, DecodeError> {
    check_level(&message, level)?;
    match message.case(SLOT_CASES)? {
        1 => wire::check_form(message.only_message(1, SLOT_CASES)?).map(|()| 0),
        2 => {
            let mut list = message.only_message(2, SLOT_CASES)?;
            let mut waiting = 0;
            while let Some(one) = list.message(1)? {
                waiting += slot(one, level + 1, places)?;
            }
            list.end()?;
            if waiting == 0 { Err(message.error(Kind::PlanKnown)) } else { Ok(waiting + 1) }
        }
        case => {
            let mut list = message.only_message(case, SLOT_CASES)?;
            let mut count = 0;
            while let Some(mut one) = list.message(1)? {
                term(one.needed(1, "a term")?, level, places)?;
                places.optional(&mut one, 2)?;
                one.end()?;
                count += 1;
            }
            list.end()?;
            if count > 0 { Ok(1) } else { Err(message.error(Kind::Missing { what: "a definition" })) }
        }
    }
}

fn check_level(message: &Message<'_>, level: usize) -> Result<(), DecodeError> {
    if level > MAX_LEVELS { Err(message.error(Kind::ValueTooDeep)) } else { Ok(()) }
}

/// Checks a term whose type is at this level. Returns whether it contains an expression.
fn term(message: Message<'_>, level: usize, places: &mut PlaceCheck) -> Result<bool, DecodeError> {
    check_level(&message, level)?;
    let case = message.case(TERM_CASES)?;
    let mut inner = message.only_message(case, TERM_CASES)?;
    let waits = match case {
        1 => return wire::check_form(inner).map(|()| false),
        2 => {
            let text = inner.text(1)?;
            // Only a template may be empty (`$text: ""`), an expression may not.
            if !inner.flag(2)? && text.is_none() {
                return Err(message.error(Kind::Missing { what: "an expression" }));
            }
            places.optional(&mut inner, 3)?;
            true
        }
        3 | 4 => {
            let mut waits = false;
            while let Some(one) = inner.message(1)? {
                waits |= term(one, level + 1, places)?;
            }
            waits
        }
        5 => entries(&mut inner, level + 1, places)?,
        _ => {
            if inner.unsigned(1)?.is_none() {
                return Err(inner.error(Kind::UnionCase { number: 0 }));
            }
            term(inner.needed(2, "a term")?, level + 1, places)?
        }
    };
    inner.end()?;
    if waits { Ok(true) } else { Err(message.error(Kind::PlanKnown)) }
}

/// Checks the entries of a map whose values have types at this level.
fn entries(message: &mut Message<'_>, level: usize, places: &mut PlaceCheck) -> Result<bool, DecodeError> {
    let start = *message;
    let (mut expected, mut found, mut last, mut ascends) = (0, 0, None, true);
    while let Some(key) = message.optional_text(1)? {
        ascends &= last.is_none_or(|last| last < key);
        (expected, last) = (expected + 1, Some(key));
    }
    let mut waits = false;
    while let Some(one) = message.message(2)? {
        waits |= term(one, level, places)?;
        found += 1;
    }
    if expected != found {
        return Err(start.error(Kind::EntryValues { expected, found }));
    }
    if ascends { Ok(waits) } else { Err(start.error(Kind::EntryOrder)) }
}
