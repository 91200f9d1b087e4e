//! Drafted fields and their types, with the sizes that were seen.

use crate::types::{JsonKind, JsonKinds, NativeName, VariantName};
use std::borrow::Cow;

/// How to draft names that are not valid keys of fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum KeyNaming {
    /// The fields get keys in snake case, and the names stay.
    #[default]
    Keep,
    /// They become keys in snake case, and the sources are rewritten.
    Rename,
}

/// A field or member.
#[derive(Debug)]
pub(super) struct DraftField {
    pub(super) key: String,
    /// The name in texts of values, if it is not the key.
    pub(super) native: Option<String>,
    pub(super) doc: Option<String>,
    pub(super) ty: DraftType,
    pub(super) optional: bool,
    pub(super) nullable: bool,
    pub(super) sensitive: bool,
    /// Whether it takes the entries that no other member takes.
    pub(super) is_rest: bool,
    /// The default, as a literal of JSON5.
    pub(super) default: Option<String>,
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
    String(DraftString),
    /// Names of variants.
    Enum(Vec<VariantName>),
    Struct(Vec<DraftField>),
    Vector {
        count: DraftSize,
        min_count: Option<u64>,
        is_unique: bool,
        element: Box<DraftType>,
    },
    Map {
        count: DraftSize,
        key: Box<DraftString>,
        value: Box<DraftType>,
        /// Why it is not a struct, if that is a guess.
        why: Option<&'static str>,
    },
    Json {
        size: DraftSize,
        kinds: JsonKinds,
        /// Why there is no other type for the values.
        why: Cow<'static, str>,
    },
    /// A case for each kind of values, named by the kind.
    Union(Vec<(JsonKind, DraftType)>),
    /// Structs with a tag, whose text decides the case.
    Tagged(NativeName, Vec<DraftCase>),
}

impl DraftType {
    /// Moves null into the kinds of JSON, which is never nullable. Returns whether the field still has to be nullable.
    pub(super) fn take_null(&mut self, nullable: bool) -> bool {
        if let (Self::Json { kinds, .. }, true) = (self, nullable) {
            *kinds = kinds.with(JsonKinds::only(JsonKind::Null));
            return false;
        }
        nullable
    }
}

/// A case of a union with a tag.
#[derive(Debug)]
pub(super) struct DraftCase {
    pub(super) key: String,
    pub(super) text: VariantName,
    pub(super) doc: Option<String>,
    pub(super) fields: Vec<DraftField>,
    /// Keywords of the case's schema that are not drafted.
    pub(super) untold: Vec<Cow<'static, str>>,
}

/// A string and its constraints.
#[derive(Debug)]
pub(super) struct DraftString {
    pub(super) size: DraftSize,
    pub(super) min_size: Option<u64>,
    pub(super) pattern: Option<String>,
    /// Whether other readers of YAML take a text for a bool or a number.
    pub(super) is_disputed: bool,
}

impl From<DraftSize> for DraftString {
    fn from(size: DraftSize) -> Self {
        Self { size, min_size: None, pattern: None, is_disputed: false }
    }
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
    /// The size that is drafted where a schema has none.
    Usual,
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
