//! Digests of values: numbers that differ for most different values. They find equal elements faster than comparisons do.

use super::{JsonText, List, MapEntries, UnionValue, Value};

/// A value with a digest. Equal values have equal digests.
pub(super) trait Digest {
    /// The digest of this value after others, which have this digest.
    fn digest(&self, before: u64) -> u64;
}

/// An odd number near 2^64 / φ: its products with close numbers differ in their upper halves.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

impl Digest for u64 {
    fn digest(&self, before: u64) -> u64 {
        let product = (before ^ *self).wrapping_mul(FACTOR);
        product ^ product >> 32
    }
}

impl Digest for i64 {
    fn digest(&self, before: u64) -> u64 {
        self.cast_unsigned().digest(before)
    }
}

impl Digest for f64 {
    fn digest(&self, before: u64) -> u64 {
        // The sum is never -0, which equals 0.
        (self + 0.0).to_bits().digest(before)
    }
}

/// The digest reads only this many bytes of a text, so that long texts are not slower than in a comparison.
const TEXT_START: usize = 128;

impl Digest for str {
    fn digest(&self, before: u64) -> u64 {
        let bytes = self.as_bytes();
        let (words, rest) = bytes.get(..TEXT_START).unwrap_or(bytes).as_chunks();
        let last = rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let before = words
            .iter()
            .fold(before ^ bytes.len() as u64, |digest, word| u64::from_le_bytes(*word).digest(digest));
        last.digest(before)
    }
}

impl<T: Digest> Digest for [T] {
    fn digest(&self, before: u64) -> u64 {
        self.iter().fold(before ^ self.len() as u64, |digest, element| element.digest(digest))
    }
}

impl<T: Digest + ?Sized> Digest for Box<T> {
    fn digest(&self, before: u64) -> u64 {
        (**self).digest(before)
    }
}

impl Digest for JsonText {
    fn digest(&self, before: u64) -> u64 {
        self.as_str().digest(before)
    }
}

impl Digest for UnionValue {
    fn digest(&self, before: u64) -> u64 {
        self.value.digest(u64::from(self.case).digest(before))
    }
}

impl Digest for MapEntries {
    fn digest(&self, before: u64) -> u64 {
        self.values().digest(self.keys().digest(before))
    }
}

impl Digest for bool {
    fn digest(&self, before: u64) -> u64 {
        u64::from(*self).digest(before)
    }
}

impl Digest for Value {
    fn digest(&self, before: u64) -> u64 {
        match self {
            Self::Bool(value) => value.digest(before),
            Self::Unsigned(number) => number.digest(before),
            Self::Signed(number) | Self::Variant(number) => number.digest(before),
            Self::Float(number) => number.digest(before),
            Self::String(text) => text.digest(before),
            Self::Struct(values) => values.digest(before),
            Self::List(list) => list.digest(before),
            Self::Map(entries) => entries.digest(before),
            Self::Json(text) => text.digest(before),
            Self::Union(value) => value.digest(before),
            Self::Absent => 2_u64.digest(before),
            Self::Null => 3_u64.digest(before),
        }
    }
}

impl Digest for List {
    fn digest(&self, before: u64) -> u64 {
        match self {
            Self::Bool(list) => list.digest(before),
            Self::Unsigned(list) => list.digest(before),
            Self::Signed(list) | Self::Variant(list) => list.digest(before),
            Self::Float(list) => list.digest(before),
            Self::String(list) => list.digest(before),
            Self::Struct(list) => list.digest(before),
            Self::List(list) => list.digest(before),
            Self::Map(list) => list.digest(before),
            Self::Json(list) => list.digest(before),
            Self::Union(list) => list.digest(before),
        }
    }
}
