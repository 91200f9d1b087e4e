//! The number of JSON values of at most a given size.

use super::count::Count;
use crate::types::{JsonKind, JsonType};

/// The largest size for which the table has counts. There are two members in an object from 12 bytes on.
const MAX_IN_TABLE: u32 = 9;

/// The largest size of which the table has all values. From 6 bytes on, numbers with exponents are missing.
const MAX_EXACT: u32 = 5;

/// The number of values of a type.
pub(super) fn values(ty: JsonType) -> Count {
    let table = JsonTable::new();
    let sizes = || 0..=ty.max_size.min(MAX_IN_TABLE) as usize;
    let of_kind = |kind| sizes().map(|size| table.of_kind(kind, size)).fold(0, u64::saturating_add);
    let least = ty.kinds.iter().map(of_kind).fold(0, u64::saturating_add);
    let is_short = |kind: JsonKind| matches!(kind, JsonKind::Null | JsonKind::Bool);
    if ty.max_size <= MAX_EXACT || ty.kinds.iter().all(is_short) {
        return Count::exactly(least);
    }
    Count { least, most: u64::MAX }
}

/// The number of strings of at most this many bytes, with their quotes. From 10 bytes on, there are more.
pub(super) fn strings(max_size: u32) -> u64 {
    let table = JsonTable::new();
    let sizes = 0..=max_size.min(MAX_IN_TABLE) as usize;
    sizes.map(|size| table.of_kind(JsonKind::String, size)).fold(0, u64::saturating_add)
}

/// Numbers of canonical texts, by their size from 0 on.
struct JsonTable {
    /// Contents of strings.
    contents: Vec<u64>,
    /// Values of every kind.
    values: Vec<u64>,
    /// One or more values with commas between them.
    sequences: Vec<u64>,
}

impl JsonTable {
    fn new() -> Self {
        /// The sizes of characters in strings, and the number of characters of each: ASCII without controls and
        /// escapes, the rest of the Basic Multilingual Plane, all others, and `\u` escapes.
        const CHARACTERS: [(usize, u64); 5] = [
            (1, 0x80 - 0x20 - 2),
            (2, 5 + 0x800 - 0x80),
            (3, 0x1_0000 - 0x800 - 0x800),
            (4, 0x11_0000 - 0x1_0000),
            (6, 0x20 - 3),
        ];
        let mut table = Self { contents: vec![1], values: Vec::new(), sequences: Vec::new() };
        for size in 0..=MAX_IN_TABLE as usize {
            let values = JsonKind::ALL.iter().map(|kind| table.of_kind(*kind, size)).sum();
            table.values.push(values);
            let with_more = product(&table.values, &table.sequences, size.saturating_sub(1));
            table.sequences.push(values + with_more);
            let before = |of: usize| (size + 1).checked_sub(of).and_then(|before| table.contents.get(before));
            let longer =
                CHARACTERS.iter().filter_map(|(of, count)| Some(before(*of)?.saturating_mul(*count)));
            let longer = longer.fold(0, u64::saturating_add);
            table.contents.push(longer);
        }
        table
    }

    /// The number of values of a kind with this size, by the counts for smaller sizes.
    fn of_kind(&self, kind: JsonKind, size: usize) -> u64 {
        let within = |counts: &[u64], around: usize| {
            size.checked_sub(around).and_then(|size| counts.get(size)).copied().unwrap_or_default()
        };
        match kind {
            JsonKind::Null => u64::from(size == 4),
            JsonKind::Bool => u64::from(size == 4 || size == 5),
            JsonKind::Number => numbers(size),
            JsonKind::String => within(&self.contents, 2),
            JsonKind::Array => u64::from(size == 2) + within(&self.sequences, 2),
            JsonKind::Object => {
                // Around a key and a value: `{"":}`.
                let member = size.checked_sub(5).map(|size| product(&self.contents, &self.values, size));
                u64::from(size == 2) + member.unwrap_or_default()
            }
        }
    }
}

/// The number of pairs with this size in all.
fn product(first: &[u64], second: &[u64], size: usize) -> u64 {
    let pairs =
        first.iter().enumerate().filter_map(|(of, count)| Some(count * second.get(size.checked_sub(of)?)?));
    pairs.sum()
}

/// The number of numbers without an exponent, for sizes up to [`MAX_IN_TABLE`].
fn numbers(size: usize) -> u64 {
    // Digits of which the first or the last is no zero, unless it is alone.
    let digits = |count: usize| match u32::try_from(count) {
        Ok(0) | Err(_) => 0,
        Ok(1) => 10,
        Ok(count) => 9 * 10_u64.pow(count - 1),
    };
    let unsigned = |size: usize| {
        let points = (1..size).filter_map(|whole| Some((whole, size.checked_sub(whole + 1)?)));
        digits(size) + points.map(|(whole, rest)| digits(whole) * digits(rest)).sum::<u64>()
    };
    // The two zeros have no sign.
    let zeros = u64::from(size == 2 || size == 4);
    unsigned(size) + size.checked_sub(1).map_or(0, unsigned) - zeros
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{JsonKinds, JsonText};

    /// The numbers of canonical texts of this size from these characters, by kind.
    fn counted(characters: &[u8], size: usize) -> Vec<u64> {
        let mut counts = vec![0; JsonKind::ALL.len()];
        let power = |place: usize| characters.len().pow(u32::try_from(place).unwrap());
        for n in 0..power(size) {
            let text: Vec<u8> =
                (0..size).map(|place| characters[n / power(place) % characters.len()]).collect();
            if let Ok(text) = JsonText::new(String::from_utf8(text).unwrap()) {
                counts[text.kind() as usize] += 1;
            }
        }
        counts
    }

    #[test]
    fn the_table_has_every_short_value() {
        let table = JsonTable::new();
        let of_size = |size| JsonKind::ALL.iter().map(|kind| table.of_kind(*kind, size)).collect::<Vec<_>>();
        let ascii: Vec<u8> = (0..0x80).collect();
        for size in 1..=3 {
            assert_eq!(of_size(size), counted(&ascii, size), "{size}");
        }
        for size in 4..=5 {
            let number = JsonKind::Number as usize;
            assert_eq!(of_size(size)[number], counted(b"0123456789-.e", size)[number], "{size}");
        }
        // `[…,…]`, `[[…]]`, `[0.0]` and the like; `{"":0}` and `{"a":0}`.
        let [string, array, object] = [JsonKind::String, JsonKind::Array, JsonKind::Object];
        assert_eq!(table.of_kind(string, 4), 94 * 94 + 1925);
        assert_eq!(table.of_kind(array, 5), table.values[3] + 10 * 10);
        assert_eq!([5, 6, 7].map(|size| table.of_kind(object, size)), [0, 10, 94 * 10 + table.values[2]]);
    }

    #[test]
    fn values_are_counted() {
        let count = |ty: &str| {
            let crate::types::Type::Json(ty) = ty.parse().unwrap() else { panic!("{ty} is no json") };
            values(ty)
        };
        for (ty, expected) in [
            ("json:1", 10),
            ("json:2", 10 + 99 + 3),
            ("json:3{kinds=bool}", 0),
            ("json:4{kinds=bool}", 1),
            ("json:4{kinds=bool|null}", 2),
            ("json:4096{kinds=bool|null}", 3),
            ("json:1{kinds=string|array|object}", 0),
            ("json:5{kinds=object}", 1),
        ] {
            assert_eq!(count(ty), Count::exactly(expected), "{ty}");
        }
        let many = values(JsonType { max_size: u32::MAX, kinds: JsonKinds::of([JsonKind::Object]).unwrap() });
        assert!(many.least > 1_000_000 && many.most == u64::MAX, "{many:?}");
    }
}
