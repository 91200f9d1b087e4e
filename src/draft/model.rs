//! Drafted fields and their types, with the sizes that were seen.

use crate::types::VariantName;
use std::borrow::Cow;

/// How to draft keys that are not valid keys of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyNaming {
    /// Report them.
    Keep,
    /// Draft them in snake case, and rewrite the sources.
    Rename,
}

/// A field or member.
#[derive(Debug)]
pub(super) struct DraftField {
    pub(super) key: String,
    pub(super) doc: Option<String>,
    pub(super) ty: DraftType,
    pub(super) optional: bool,
    pub(super) sensitive: bool,
    /// Keywords of the field's schema, and of nested schemas except those of members, that are not drafted.
    pub(super) untold: Vec<Cow<'static, str>>,
}

#[derive(Debug)]
pub(super) enum DraftType {
    Bool,
    Integer {
        is_unsigned: bool,
        min: Option<i128>,
        max: Option<i128>,
    },
    Float {
        min: Option<String>,
        max: Option<String>,
    },
    String(DraftSize),
    /// Names of variants.
    Enum(Vec<VariantName>),
    Struct(Vec<DraftField>),
    Vector {
        count: DraftSize,
        is_unique: bool,
        element: Box<DraftType>,
    },
    Map {
        count: DraftSize,
        key: DraftSize,
        value: Box<DraftType>,
    },
}

/// A size or count, and its origin.
#[derive(Debug, Clone, Copy)]
pub(super) struct DraftSize {
    pub(super) max: u64,
    pub(super) origin: SizeOrigin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SizeOrigin {
    /// The largest one that was seen.
    Seen(usize),
    /// A guess, since no value was seen.
    Guessed,
    /// The size in the schema.
    Declared,
    /// A rough bound, since the exact one would reveal the length of a secret.
    Secret,
}

impl DraftSize {
    /// The smallest bound that is drafted.
    const LEAST: u64 = 16;

    /// The next power of two that is not less than a size that was seen.
    pub(super) fn seen(count: usize, is_secret: bool) -> Self {
        // The bound of a secret is rougher, and shows less of its length.
        let least = if is_secret { 4 * Self::LEAST } else { Self::LEAST };
        let max = (count as u64).checked_next_power_of_two().unwrap_or(u64::MAX).max(least);
        let origin = if is_secret { SizeOrigin::Secret } else { SizeOrigin::Seen(count) };
        Self { max: max.min(u32::MAX.into()), origin }
    }

    /// A guess without observations.
    pub(super) fn guessed(max: u64) -> Self {
        Self { max, origin: SizeOrigin::Guessed }
    }
}
