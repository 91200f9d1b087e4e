//! Values that fit their types, at and between the limits, and values that may be beyond these limits.

use crate::support::random::Random;
use confc::types::{Field, FloatKind, JsonText, List, MapEntries, StructType, Type, UnionValue, Value};

/// How large values are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    Least,
    Most,
    Any,
}

/// The most elements or entries of a drawn list or map, unless its type needs more.
const MOST_ELEMENTS: usize = 4;

/// Texts that strings and keys are made of: one of them matches each pattern of the declarations.
pub(super) const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "ab",
    "abc",
    "aab",
    "hello",
    "hello there",
    "A",
    "AB",
    "7",
    "42",
    "a-b",
    "a_b",
    "x.y",
    "a\n",
    "\na",
    "\n",
    "\r",
    "\t",
    "\u{b}",
    " ",
    "é",
    "ß",
    "😀",
    "\u{202e}",
    "\u{2028}",
    "\0",
    "\u{10ffff}",
    "\u{d7ff}\u{e000}",
    "\"",
    "\\",
    "`",
    "10.0.0.1",
    "2026-01-31",
    "a@b.example",
    "/a/b",
    "00ff",
    "-1",
    "true",
    "null",
    "type",
    "port",
    "$a",
    "٣",
    "K",
    "ſ",
    "_",
    "]",
    "[",
    "^",
    "|",
    "aaaa",
    "x y z",
    "xx",
    "a\"b\\c\u{1f}\t",
    "key_",
    "a234567890123456789012345678901234567890123456789012345678901234",
    "a2345678901234567890123456789012345678901234567890123456789012345",
];

/// JSON texts, canonical or not.
const JSON: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-1",
    "18446744073709551615",
    "-9223372036854775808",
    "0.5",
    "1.0",
    "1.0e21",
    "1.0e-8",
    "0.0000001",
    "0.00000025",
    "-0.0000009999999999999997",
    "0.000001",
    "100000000000000000000.0",
    "\"\"",
    "\"é\\n\\u0000\"",
    "[]",
    "{}",
    "[null,1,{\"a\":[]}]",
    "{\"a\":1,\"b\":{\"\":\"x\"}}",
    "[[[[[[]]]]]]",
    "1",
];

/// A text that files replace by one of [`NOT_CANONICAL`], because no value can hold those.
pub(super) const TO_REPLACE: &str = "\"to replace\"";

/// Texts that are not canonical JSON.
pub(super) const NOT_CANONICAL: &[&str] = &[
    "",
    " 1",
    "1 ",
    "01",
    "-0",
    "-0.0",
    "+1",
    "1.",
    ".5",
    "1e5",
    "1.50",
    "1.0e-7",
    "1.0e7",
    "1.0E21",
    "1.0e+21",
    "1.0e021",
    "0.00000001",
    "18446744073709551616",
    "-9223372036854775809",
    "NaN",
    "e",
    "eeee",
    "--",
    "nul",
    "nulls",
    "True",
    "'a'",
    "\"\\u0041\"",
    "\"\\/\"",
    "\"\\u000A\"",
    "\"\n\"",
    "\"",
    "[1, 2]",
    "[1,]",
    "[",
    "]",
    "[1}",
    "{\"b\":1,\"a\":2}",
    "{\"a\":1,\"a\":2}",
    "{a:1}",
    "{\"a\" :1}",
    "{\"a\"}",
    "1,2",
];

/// The values of fields; `None` if a field has no value that is small enough.
pub(super) fn values(fields: &[Field], size: Size, random: &mut Random) -> Option<Vec<Value>> {
    fields.iter().map(|field| field_value(field, size, random)).collect()
}

fn field_value(field: &Field, size: Size, random: &mut Random) -> Option<Value> {
    let lacking = match size {
        Size::Least => true,
        Size::Most => false,
        Size::Any => random.once_in(4),
    };
    if lacking && field.optional && (!field.nullable || random.once_in(2)) {
        return Some(Value::Absent);
    }
    if lacking && field.nullable {
        return Some(Value::Null);
    }
    if size == Size::Any
        && random.once_in(4)
        && let Some(value) = field.unset_value()
    {
        return Some(value);
    }
    match value(&field.ty, size, random) {
        None if field.optional => Some(Value::Absent),
        None if field.nullable => Some(Value::Null),
        value => value,
    }
}

/// A value of a type.
#[expect(clippy::too_many_lines, reason = "a part for each kind of type")]
fn value(ty: &Type, size: Size, random: &mut Random) -> Option<Value> {
    Some(match ty {
        Type::Bool => Value::Bool(size != Size::Least && (size == Size::Most || random.once_in(2))),
        Type::Integer(ty) => {
            let (min, max) = ty.range();
            let number = match size {
                Size::Least => min,
                Size::Most => max,
                Size::Any => {
                    let near = [
                        min,
                        max,
                        0,
                        1,
                        min + 1,
                        max - 1,
                        (min + max) / 2,
                        i128::from(random.word().cast_signed()),
                    ];
                    (*random.one_of(&near)).clamp(min, max)
                }
            };
            if ty.kind.is_signed() {
                Value::Signed(number.try_into().ok()?)
            } else {
                Value::Unsigned(number.try_into().ok()?)
            }
        }
        Type::Float(of) => {
            let (least, most) = match of.kind {
                FloatKind::Float32 => (f64::from(f32::MIN), f64::from(f32::MAX)),
                FloatKind::Float64 => (f64::MIN, f64::MAX),
            };
            let bounds = of.bounds.as_deref();
            let min = bounds.and_then(|bounds| bounds.min).unwrap_or(least);
            let max = bounds.and_then(|bounds| bounds.max).unwrap_or(most);
            let numbers =
                [min, max, 0.0, 0.5, -1.5, 1.0, 3.0, f64::from(f32::MIN_POSITIVE), f64::from(0.1f32)];
            let number = match size {
                Size::Least => min,
                Size::Most => max,
                Size::Any => *random.one_of(&numbers),
            };
            let number = Value::Float(number);
            if ty.check(&number).is_ok() { number } else { Value::Float(min) }
        }
        Type::String(_) => Value::String(text(ty, size, random)?.into()),
        Type::Enum(of) => {
            let variants = of.variants();
            Value::Variant(match size {
                Size::Least => variants.first()?.number,
                Size::Most => variants.last()?.number,
                Size::Any => random.one_of(variants).number,
            })
        }
        Type::Struct(of) => Value::Struct(values(of.members(), size, random)?.into()),
        Type::Vector(of) => {
            let count = count((of.min_count, of.max_count), size, random)?;
            Value::List(list(ty, &of.element, count, size, random)?)
        }
        Type::Array(of) => {
            let count = count((of.count, of.count), size, random)?;
            Value::List(list(ty, &of.element, count, size, random)?)
        }
        Type::Map(of) => {
            let count = count((of.min_count, of.max_count), size, random)?;
            let mut entries: Vec<(Box<str>, Value)> = Vec::new();
            for _ in 0..4 * count {
                let key: String = match of.key() {
                    Type::Enum(of) => random.one_of(of.variants()).name.as_str().into(),
                    key => text(key, Size::Any, random)?,
                };
                if entries.len() < count
                    && of.check_key(&key).is_ok()
                    && entries.iter().all(|(one, _)| **one != *key)
                {
                    entries.push((key.into(), value(of.value(), size, random)?));
                }
            }
            let entries = Value::Map(MapEntries::of(of.value(), entries)?);
            if ty.check(&entries).is_err() {
                return None;
            }
            entries
        }
        Type::Json(_) => {
            let fits: Vec<Value> = JSON
                .iter()
                .filter_map(|text| Some(Value::Json(JsonText::new(*text).ok()?)))
                .filter(|value| ty.check(value).is_ok())
                .collect();
            match size {
                Size::Least => fits.first()?.clone(),
                Size::Most => fits.last()?.clone(),
                Size::Any => random.one_of(&fits).clone(),
            }
        }
        Type::Union(of) => {
            let case = match size {
                Size::Least => 0,
                Size::Most => of.cases().len() - 1,
                Size::Any => random.below(of.cases().len()),
            };
            let value = value(&of.cases()[case].ty, size, random)?;
            UnionValue { case: u32::try_from(case).ok()?, value }.into()
        }
    })
}

/// A string of a type.
fn text(ty: &Type, size: Size, random: &mut Random) -> Option<String> {
    let Type::String(of) = ty else { return None };
    let fits = |text: &str| ty.check(&Value::String(text.into())).is_ok();
    let sized = |size: u32| "x".repeat((size as usize).min(300));
    let mut texts = match size {
        Size::Least => vec![sized(of.min_size)],
        Size::Most => vec![sized(of.max_size)],
        Size::Any => vec![sized(of.min_size), sized(of.max_size), (*random.one_of(TEXTS)).into()],
    };
    random.shuffle(&mut texts);
    let first = random.below(TEXTS.len());
    let others = TEXTS.iter().cycle().skip(first).take(TEXTS.len()).map(|text| (*text).to_owned());
    texts.into_iter().chain(others).find(|text| fits(text))
}

fn count((least, most): (u32, u32), size: Size, random: &mut Random) -> Option<usize> {
    let (least, most) = (least as usize, most as usize);
    let few = most.min(least.max(MOST_ELEMENTS));
    (least <= 300).then_some(match size {
        Size::Least => least,
        Size::Most => few,
        Size::Any => least + random.below(few - least + 1),
    })
}

fn list(ty: &Type, element: &Type, count: usize, size: Size, random: &mut Random) -> Option<List> {
    let mut elements: Vec<Value> = Vec::with_capacity(count);
    for _ in 0..8 * count {
        if elements.len() == count {
            break;
        }
        let size = if ty.wants_unique() { Size::Any } else { size };
        let one = value(element, size, random)?;
        if !ty.wants_unique() || !elements.contains(&one) {
            elements.push(one);
        }
    }
    let list = List::from_values(element, elements)?;
    ty.check(&Value::List(list.clone())).is_ok().then_some(list)
}

/// A value of the same form that may be beyond the limits of its type. JSON may be [`TO_REPLACE`].
pub(super) fn loosened(ty: &Type, value: &Value, random: &mut Random) -> Value {
    if random.once_in(4) {
        return value.clone();
    }
    // Even if the type is neither optional nor nullable.
    if random.once_in(8) {
        return if random.once_in(2) { Value::Absent } else { Value::Null };
    }
    match (ty, value) {
        (Type::Integer(ty), Value::Unsigned(n)) => {
            let above = u64::try_from(ty.range().1 + 1).unwrap_or(*n);
            Value::Unsigned(if above > u64::from(u32::MAX) { *n } else { above })
        }
        (Type::Integer(ty), Value::Signed(n)) => {
            let below = i64::try_from(ty.range().0 - 1).unwrap_or(*n);
            Value::Signed(if i32::try_from(below).is_ok() { below } else { *n })
        }
        (Type::Float(_), _) => {
            Value::Float(*random.one_of(&[-0.0, f64::NAN, f64::INFINITY, 3.0e38, -1.0, f64::MIN]))
        }
        (Type::String(ty), Value::String(text)) => {
            let long = "x".repeat((ty.max_size as usize).min(300) + 1);
            let texts = [
                long,
                String::new(),
                format!("{text}\n"),
                format!("é{text}"),
                (*random.one_of(TEXTS)).into(),
            ];
            Value::String(random.one_of(&texts).as_str().into())
        }
        (Type::Json(ty), Value::Json(_)) => {
            let long = format!("\"{}\"", "x".repeat((ty.max_size as usize).min(300) - 1));
            let texts = ["null", "true", "1", "1.0", "[]", "{}", &long];
            let text = if random.once_in(2) { random.one_of(&texts) } else { TO_REPLACE };
            Value::Json(JsonText::new(text).expect("it is canonical"))
        }
        (Type::Union(ty), Value::Union(union)) => {
            let UnionValue { case, value } = &**union;
            let number = u32::try_from(random.below(ty.cases().len() + 1)).expect("few cases");
            match random.below(3) {
                // Another case with this value, or one that does not exist.
                0 => UnionValue { case: number, value: value.clone() }.into(),
                1 => UnionValue { case: u32::MAX - 1, value: value.clone() }.into(),
                _ => {
                    let value = loosened(&ty.cases()[*case as usize].ty, value, random);
                    UnionValue { case: *case, value }.into()
                }
            }
        }
        (Type::Enum(_), Value::Variant(number)) => Value::Variant(number.wrapping_add(1)),
        (Type::Struct(ty), Value::Struct(values)) => Value::Struct(loosened_members(ty, values, random)),
        (Type::Vector(_) | Type::Array(_), Value::List(list)) => {
            Value::List(loosened_list(ty.element().expect("a list"), list, random))
        }
        (Type::Map(ty), Value::Map(entries)) => {
            let mut entries: Vec<(Box<str>, Value)> = entries.to_entries();
            if let Some((key, _)) = entries.first_mut()
                && random.once_in(3)
            {
                *key = (*random.one_of(TEXTS)).into();
            }
            let mut seen = Vec::new();
            entries.retain(|(key, _)| {
                !seen.contains(key) && {
                    seen.push(key.clone());
                    true
                }
            });
            for (_, value) in &mut entries {
                *value = loosened_element(ty.value(), value, random);
            }
            Value::Map(MapEntries::of(ty.value(), entries).expect("the same kind, each key once"))
        }
        (_, value) => value.clone(),
    }
}

fn loosened_members(ty: &StructType, values: &[Value], random: &mut Random) -> Box<[Value]> {
    ty.members().iter().zip(values).map(|(member, value)| loosened(&member.ty, value, random)).collect()
}

/// The list with its first element again, or with other elements.
fn loosened_list(element: &Type, list: &List, random: &mut Random) -> List {
    let mut values = list.to_values();
    if random.once_in(2) {
        values.iter_mut().for_each(|value| *value = loosened_element(element, value, random));
    } else {
        values.extend(list.get(0));
    }
    List::from_values(element, values).expect("the same kind")
}

/// As [`loosened`], but never absent or null.
fn loosened_element(ty: &Type, value: &Value, random: &mut Random) -> Value {
    match loosened(ty, value, random) {
        Value::Absent | Value::Null => value.clone(),
        other => other,
    }
}

#[test]
fn texts_of_json_are_canonical_or_not() {
    JSON.iter().for_each(|text| assert_eq!(JsonText::check(text), Ok(()), "{text}"));
    NOT_CANONICAL.iter().for_each(|text| assert!(JsonText::check(text).is_err(), "{text}"));
}
