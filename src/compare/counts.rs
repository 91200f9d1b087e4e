//! The number of values of a type, to decide whether it has any and how long lists of unique elements can be.

use super::count::Count;
use super::{json_counts, ranges};
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::types::{
    ArrayType, Field, FloatKind, FloatType, IntegerType, MapType, StringType, Type, VectorType, to_f32,
};

/// The lengths of lists or maps: the allowed numbers of elements, and the largest possible number. The latter may be
/// smaller, since keys and `unique` elements must differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lengths {
    /// The smallest allowed number.
    pub(super) min: u32,
    /// The largest allowed number.
    pub(super) max: u32,
    /// The length of the longest list.
    pub(super) longest: Count,
}

/// An upper bound for the elements of any list: a value file has at most this many bytes, and an element takes at least
/// one.
const MAX_ELEMENTS: u64 = MAX_ENCODED_SIZE as u64;

/// The largest `max_size` for which strings are counted: there are too many longer ones.
const MAX_COUNTED_SIZE: u32 = 10;

/// Whether a type has any value. A type with a pattern counts as one with values.
pub(super) fn has_values(ty: &Type) -> bool {
    values(ty).most > 0
}

/// Whether a field has any value, or may be absent or null.
pub(super) fn may_resolve(field: &Field) -> bool {
    field.presence().may_lack_value() || has_values(&field.ty)
}

/// The lengths of lists of a type; `None` for types that are not vectors or arrays.
pub(super) fn lengths(ty: &Type) -> Option<Lengths> {
    let (min, max, unique, element) = match ty {
        Type::Vector(VectorType { min_count, max_count, unique, element }) => {
            (*min_count, *max_count, *unique, element)
        }
        Type::Array(ArrayType { count, unique, element }) => (*count, *count, *unique, element),
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Map(_)
        | Type::Json(_)
        | Type::Union(_) => return None,
    };
    let longest = values(element).map(|values| longest(values, max, unique));
    Some(Lengths { min, max, longest })
}

/// The lengths of a map.
pub(super) fn entries(ty: &MapType) -> Lengths {
    let (keys, values) = (keys(ty), values(ty.value()));
    let longest = |keys, values| largest(keys, values, ty.max_count);
    let longest = Count { least: longest(keys.least, values.least), most: longest(keys.most, values.most) };
    Lengths { min: ty.min_count, max: ty.max_count, longest }
}

/// The number of possible keys of a map, which must not begin with `$`.
pub(super) fn keys(ty: &MapType) -> Count {
    let Type::String(key) = ty.key() else { return values(ty.key()) };
    let behind_sign = StringType {
        max_size: key.max_size.saturating_sub(1),
        min_size: key.min_size.saturating_sub(1),
        pattern: None,
    };
    let all = strings(key);
    let most = if all == u64::MAX { all } else { all - strings(&behind_sign) };
    Count { least: if key.pattern.is_some() { 0 } else { most }, most }
}

/// The number of entries in the largest map, with this many possible keys and values.
fn largest(keys: u64, values: u64, max: u32) -> u64 {
    if values == 0 { 0 } else { u64::from(max).min(MAX_ELEMENTS).min(keys) }
}

/// The length of the longest list, with this many possible elements.
fn longest(values: u64, max: u32, unique: bool) -> u64 {
    let max = u64::from(max).min(MAX_ELEMENTS);
    if unique || values == 0 { max.min(values) } else { max }
}

/// The number of values of a type.
pub(super) fn values(ty: &Type) -> Count {
    match ty {
        Type::Bool => Count::exactly(2),
        Type::Integer(ty) => Count::exactly(integers(ty)),
        Type::Float(ty) => Count::exactly(floats(ty)),
        Type::String(ty) => {
            let most = strings(ty);
            Count { least: if ty.pattern.is_some() { 1 } else { most }, most }
        }
        Type::Enum(ty) => Count::exactly(ty.variants().len() as u64),
        Type::Struct(ty) => ty.members().iter().fold(Count::exactly(1), |all, member| {
            let lacking = u64::from(member.optional) + u64::from(member.nullable);
            let of = values(&member.ty).map(|of| of.saturating_add(lacking));
            let product = |all: u64, of: u64| all.saturating_mul(of);
            Count { least: product(all.least, of.least), most: product(all.most, of.most) }
        }),
        Type::Vector(VectorType { min_count, max_count, unique, element }) => {
            values(element).map(|values| lists(values, *min_count, *max_count, *unique))
        }
        Type::Array(ArrayType { count, unique, element }) => {
            values(element).map(|values| lists(values, *count, *count, *unique))
        }
        Type::Map(ty) => {
            let (keys, values) = (keys(ty), values(ty.value()));
            Count {
                least: maps(keys.least, values.least, ty).unwrap_or(1),
                most: maps(keys.most, values.most, ty).unwrap_or(u64::MAX),
            }
        }
        Type::Json(ty) => json_counts::values(*ty),
        Type::Union(ty) => ty.cases().iter().fold(Count::exactly(0), |all, case| {
            let of = values(&case.ty);
            Count { least: all.least.saturating_add(of.least), most: all.most.saturating_add(of.most) }
        }),
    }
}

fn integers(ty: &IntegerType) -> u64 {
    let (min, max) = ty.range();
    u64::try_from(max - min).map_or(u64::MAX, |between| between.saturating_add(1))
}

fn floats(ty: &FloatType) -> u64 {
    // The bits of positive floats have the same order as their values. -0 is not a value.
    let place = |number: f64| {
        let bits = match ty.kind {
            FloatKind::Float32 => i64::from(to_f32(number.abs()).to_bits()),
            FloatKind::Float64 => number.abs().to_bits().cast_signed(),
        };
        if number < 0.0 { -bits } else { bits }
    };
    let (min, max) = ranges::floats(ty);
    place(min).abs_diff(place(max)).saturating_add(1)
}

/// The number of texts in UTF-8 of the allowed sizes.
fn strings(ty: &StringType) -> u64 {
    if ty.max_size > MAX_COUNTED_SIZE {
        return u64::MAX;
    }
    // The number of characters that take one, two, three and four bytes.
    const CHARACTERS: [u64; 4] = [0x80, 0x800 - 0x80, 0x1_0000 - 0x800 - 0x800, 0x11_0000 - 0x1_0000];
    let mut of_size: Vec<u64> = vec![1];
    for _ in 0..ty.max_size {
        let shorter = of_size.iter().rev().zip(CHARACTERS);
        let texts = shorter.fold(0_u64, |all, (texts, last)| all.saturating_add(texts.saturating_mul(last)));
        of_size.push(texts);
    }
    of_size.iter().skip(ty.min_size as usize).fold(0, |all, texts| all.saturating_add(*texts))
}

/// The number of lists of elements with this many values.
fn lists(values: u64, min: u32, max: u32, unique: bool) -> u64 {
    let (min, longest) = (u64::from(min), longest(values, max, unique));
    if min > longest {
        return 0;
    }
    if values == 1 && !unique {
        return longest - min + 1;
    }
    let (mut all, mut of_length) = (0_u64, 1_u64);
    // With two or more values, the counts soon overflow, or the values are used up.
    for length in 0..=longest {
        if of_length == u64::MAX {
            return u64::MAX;
        }
        if length >= min {
            all = all.saturating_add(of_length);
        }
        of_length = of_length.saturating_mul(if unique { values - length } else { values });
    }
    all
}

/// The number of maps with this many possible keys and values; `None` if there are too many to count.
fn maps(keys: u64, values: u64, ty: &MapType) -> Option<u64> {
    let (min, largest) = (u64::from(ty.min_count), largest(keys, values, ty.max_count));
    if min > largest {
        return Some(0);
    }
    // The number of ways to choose the keys, and to give each a value.
    let (mut all, mut choices, mut given) = (0_u64, 1_u128, 1_u128);
    for count in 0..=largest {
        let of_count = choices.checked_mul(given);
        if count >= min {
            all = all.saturating_add(of_count.and_then(|n| u64::try_from(n).ok()).unwrap_or(u64::MAX));
        }
        if all == u64::MAX {
            break;
        }
        choices = choices.checked_mul((keys - count).into())? / u128::from(count + 1);
        given = given.checked_mul(values.into())?;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::{Count, values};

    #[test]
    fn values_are_counted() {
        let count = |ty: &str| values(&ty.parse().unwrap_or_else(|error| panic!("{ty}: {error}")));
        for (ty, expected) in [
            ("bool", 2),
            ("uint8{min=3,max=9}", 7),
            ("int8", 256),
            ("uint64", u64::MAX),
            ("float32{min=1,max=1}", 1),
            ("float32{min=-1e-45,max=1e-45}", 3),
            ("float64{min=0,max=5e-324}", 2),
            ("string:1", 129),
            ("string:2{min_size=2}", 128 * 128 + 1920),
            (
                "string:4{min_size=4}",
                128_u64.pow(4) + 3 * 1920 * 128 * 128 + 1920 * 1920 + 2 * 61440 * 128 + 1_048_576,
            ),
            ("string:100", u64::MAX),
            ("enum<a=0,b=1>", 2),
            ("struct<a:bool,b:enum<a=0,b=1,c=2>>", 6),
            ("struct<a:bool?,b:array<bool>:3{unique}?>", 3),
            ("struct<a:bool{nullable}?,b:array<bool>:3{unique,nullable}>", 4),
            ("vector<bool>:2", 7),
            ("vector<bool>:2{unique}", 5),
            ("vector<bool>:2{min_count=1,unique}", 4),
            ("vector<bool>:4294967295", u64::MAX),
            ("vector<enum<a=0>>:4294967295", 64 * 1024 * 1024 + 1),
            ("vector<bool>:3{min_count=3,unique}", 0),
            ("vector<struct<a:vector<bool>:3{min_count=3,unique}>>:3", 1),
            ("array<bool>:3", 8),
            ("array<bool>:2{unique}", 2),
            ("array<bool>:3{unique}", 0),
            ("array<uint64>:4294967295", 0),
            ("map<enum<a=0,b=1>,bool>:2", 1 + 2 * 2 + 4),
            ("map<enum<a=0,b=1>,bool>:9{min_count=2}", 4),
            ("map<enum<a=0,b=1>,bool>:9{min_count=3}", 0),
            ("map<string:1,bool>:1", 1 + 2 * 128),
            ("map<string:1{min_size=1},enum<a=0>>:1{min_count=1}", 127),
            ("map<string:20,bool>:1", u64::MAX),
        ] {
            assert_eq!(count(ty), Count::exactly(expected), "{ty}");
        }
        assert_eq!(count("string:1{pattern=\"a\"}"), Count { least: 1, most: 129 });
        assert_eq!(count("map<string:1{pattern=\"a\"},bool>:1"), Count { least: 1, most: 1 + 2 * 128 });
        assert_eq!(
            count("vector<string:1{pattern=\"a\"}>:2{min_count=2,unique}"),
            Count { least: 0, most: 129 * 128 }
        );
    }
}
