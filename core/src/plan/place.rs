//! Places in the layers that a plan was made of.

use super::model::PlanPlace;
use super::{MAX_EXCERPT, MAX_LINE};
use crate::text::escape::steers;
use crate::text::repeated;
use crate::wire::{DecodeError, DecodeErrorKind as Kind, Message};

/// The fewest bytes of a source: a name of one byte.
const LEAST_SOURCE: usize = 1;

/// Checks places, and that sources are numbered in the order of their first use.
#[derive(Debug, Default)]
pub(super) struct PlaceCheck {
    /// The number of sources so far.
    seen: u32,
}

impl PlaceCheck {
    /// Reads an optional place.
    ///
    /// # Errors
    /// An invalid message or place.
    pub(super) fn optional(
        &mut self,
        message: &mut Message<'_>,
        number: u64,
    ) -> Result<Option<PlanPlace>, DecodeError> {
        let Some(at) = message.message(number)? else { return Ok(None) };
        let place = PlanPlace::read(at)?;
        if place.source > self.seen {
            return Err(at.error(Kind::PlanPlace));
        }
        self.seen = self.seen.max(place.source + 1);
        Ok(Some(place))
    }

    /// Checks that places name each source once, and no other. `at` is the message before the sources.
    ///
    /// # Errors
    /// Sources that no place names, or that are named twice.
    pub(super) fn check(&self, sources: &[Box<str>], at: &Message<'_>) -> Result<(), DecodeError> {
        let mut sorted: Vec<&str> = sources.iter().map(|source| &**source).collect();
        sorted.sort_unstable();
        if repeated(&sorted).is_some() || sources.len() != self.seen as usize {
            let (expected, found) = (self.seen as usize, sources.len());
            return Err(at.error_here(Kind::PlanSources { expected, found }));
        }
        Ok(())
    }
}

/// Reads the names of the sources.
///
/// # Errors
/// An invalid message.
pub(super) fn sources(message: &mut Message<'_>, number: u64) -> Result<Vec<Box<str>>, DecodeError> {
    let mut sources: Vec<Box<str>> = Vec::with_capacity(message.count(number, LEAST_SOURCE));
    while let Some(source) = message.text(number)? {
        sources.push(source.into());
    }
    Ok(sources)
}

impl PlanPlace {
    /// Reads a place.
    ///
    /// # Errors
    /// An invalid message, or a place outside its excerpt.
    pub(super) fn read(message: Message<'_>) -> Result<Self, DecodeError> {
        Self::parts(message)?.ok_or_else(|| message.error(Kind::PlanPlace))
    }

    fn parts(mut message: Message<'_>) -> Result<Option<Self>, DecodeError> {
        let number = |found: Option<u64>| u32::try_from(found.unwrap_or_default()).ok();
        let source = number(message.unsigned(1)?).and_then(|from_one| from_one.checked_sub(1));
        let line = number(message.unsigned(2)?).filter(|line| (1..=MAX_LINE).contains(line));
        let column = number(message.unsigned(3)?).filter(|column| (1..=MAX_LINE).contains(column));
        let excerpt = message.text(4)?.unwrap_or_default();
        let start = message.unsigned(5)?.unwrap_or_default();
        let size = message.unsigned(6)?.unwrap_or_default();
        message.end()?;
        let (Ok(start), Ok(size)) = (u16::try_from(start), u16::try_from(size)) else { return Ok(None) };
        let end = usize::from(start) + usize::from(size);
        let is_valid = excerpt.get(start.into()..end).is_some()
            && excerpt.chars().nth(MAX_EXCERPT).is_none()
            && !excerpt.chars().any(steers);
        let (Some(source), Some(line), Some(column), true) = (source, line, column, is_valid) else {
            return Ok(None);
        };
        Ok(Some(Self { source, line, column, start, size, excerpt: excerpt.into() }))
    }
}
