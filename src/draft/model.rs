//! What is drafted: fields and their types, with what was seen of them.

use std::borrow::Cow;

/// What becomes of keys that are not in the grammar of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyNaming {
    /// They are reported.
    Keep,
    /// They are drafted in snake case, and the sources are rewritten.
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
    /// What a schema says of it, or of what lies in it beside members, that is not drafted: keywords.
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
    Enum(Vec<String>),
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

/// A size or count, and why it is that.
#[derive(Debug, Clone, Copy)]
pub(super) struct DraftSize {
    pub(super) max: u64,
    pub(super) origin: SizeOrigin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SizeOrigin {
    /// So many were seen.
    Seen(usize),
    /// Nothing was seen.
    Guessed,
    /// A schema says so.
    Declared,
    /// Somebody could learn something from it.
    Secret,
}

impl DraftSize {
    /// The smallest bound that is drafted.
    const LEAST: u64 = 16;

    /// The next power of two.
    pub(super) fn seen(count: usize, is_secret: bool) -> Self {
        // A secret's length is told as roughly as other sizes, and no more closely.
        let least = if is_secret { 4 * Self::LEAST } else { Self::LEAST };
        let max = (count as u64).checked_next_power_of_two().unwrap_or(u64::MAX).max(least);
        let origin = if is_secret { SizeOrigin::Secret } else { SizeOrigin::Seen(count) };
        Self { max: max.min(u32::MAX.into()), origin }
    }

    /// Of what was not seen.
    pub(super) fn guessed(max: u64) -> Self {
        Self { max, origin: SizeOrigin::Guessed }
    }
}

impl DraftType {
    /// Whether it can be an element of a vector, or a value of a map.
    pub(super) fn is_element(&self) -> bool {
        !matches!(self, Self::Vector { .. } | Self::Map { .. })
    }
}
