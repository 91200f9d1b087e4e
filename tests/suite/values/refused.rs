//! Files that are whole and in their one form, and still no values of the declaration.

use super::{config, declaration, field, file, refused, seal, text, unchecked};
use crate::declaration::checksum::{integer, string, vector};
use crate::wire::{proto, sealed};
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::schema::{Schema, ValueSource};
use confc::types::{
    ArrayType, Bounds, Component, ConstraintViolation, EnumType, Field, IntegerKind, IntegerType, Key, List,
    StructType, Type, Value, Variant,
};
use confc_core::values::{LoadError, load};
use prost::Message;

/// The size of the integrity field.
const INTEGRITY: usize = 35;

/// The file with its checksum replaced by the declaration's, and an integrity that is its own.
fn forged(declaration: &Declaration, bytes: &[u8]) -> Vec<u8> {
    let mut data = proto::ValuesData::decode(bytes).unwrap();
    let sha256 = proto::config_checksum::Kind::Sha256(config(declaration).checksum().as_bytes().to_vec());
    data.checksum = Some(proto::ConfigChecksum { kind: Some(sha256) });
    let bytes = data.encode_to_vec();
    sealed(&bytes[..bytes.len() - INTEGRITY])
}

#[test]
fn a_declaration_without_schema_takes_no_values() {
    let one = declaration(&[("a", Type::Bool)]);
    let none = Declaration::seal(Component::default(), None).unwrap();
    for bytes in [file(&one, &[Value::Bool(true)], EmbeddedSchema::Include), Vec::new()] {
        assert_eq!(refused(&none, &bytes), LoadError::NoSchema);
    }
}

/// What took down eight million machines in 2024: one value more than the reader had fields for.
#[test]
fn one_value_more_or_fewer_is_refused_even_with_the_right_checksum() {
    let fields = |number: usize| {
        let fields = (0..number).map(|n| field(&format!("f{n:02}"), integer(IntegerKind::Uint32)));
        seal(fields.collect())
    };
    let values = |number: u64| (0..number).map(|n| Value::Unsigned(n + 1)).collect::<Vec<_>>();
    let twenty = fields(20);
    for number in [0, 1, 19, 21, 22, 40] {
        let made = fields(number.max(1));
        for embedded_schema in [EmbeddedSchema::Include, EmbeddedSchema::Omit] {
            let bytes = forged(&twenty, &unchecked(&made, &values(number as u64), embedded_schema));
            let expected = LoadError::Count { expected: 20, found: number };
            assert_eq!(refused(&twenty, &bytes), expected);
            assert_eq!(
                expected.to_string(),
                format!("expected one value for each field (20), found {number}")
            );
        }
    }
    assert!(
        load(&twenty, &forged(&twenty, &file(&fields(20), &values(20), EmbeddedSchema::Include))).is_ok()
    );
}

/// Values of other types under the right checksum: what a forger or a bug in a writer makes.
#[track_caller]
fn violation(expected: Field, found: (Type, Value), said: &str) {
    let key = expected.key.as_str().to_owned();
    let right = seal(vec![field("a", Type::Bool), expected]);
    let made = seal(vec![field("a", Type::Bool), field(&key, found.0)]);
    let bytes = forged(&right, &unchecked(&made, &[Value::Bool(true), found.1], EmbeddedSchema::Include));
    let error = refused(&right, &bytes);
    assert!(matches!(error, LoadError::ConstraintViolation { .. }), "{error}");
    assert_eq!(error.to_string(), format!("field `{key}`: {said}"));
}

fn bounded(kind: IntegerKind, min: i128, max: i128) -> Type {
    Type::Integer(IntegerType { kind, bounds: Bounds::boxed(Some(min), Some(max)), unit: None })
}

#[test]
fn values_of_other_types() {
    let uint8 = || integer(IntegerKind::Uint8);
    let one = || Value::Unsigned(1);
    violation(field("z", uint8()), (Type::Bool, Value::Bool(true)), "expected uint8");
    violation(field("z", uint8()), (integer(IntegerKind::Uint16), one()), "expected uint8");
    violation(field("z", uint8()), (integer(IntegerKind::Int8), Value::Signed(1)), "expected uint8");
    let list = Value::List(List::Unsigned([1].into()));
    violation(field("z", vector(3, uint8())), (uint8(), one()), "expected vector<uint8>:3");
    violation(field("z", uint8()), (vector(3, uint8()), list.clone()), "expected uint8");
    let array = Type::Array(ArrayType { count: 1, unique: false, element: Box::new(uint8()) });
    violation(field("z", array), (vector(3, uint8()), list.clone()), "expected array<uint8>:1");
    let strings = vector(3, string(9));
    violation(field("z", strings), (vector(3, uint8()), list), "expected vector<string:9>:3");
}

#[test]
fn values_beyond_their_constraints() {
    let uint8 = || integer(IntegerKind::Uint8);
    let small = || bounded(IntegerKind::Uint8, 1, 9);
    let number = |n| (uint8(), Value::Unsigned(n));
    violation(field("z", small()), number(0), "expected at least 1, found 0");
    violation(field("z", small()), number(10), "expected at most 9, found 10");
    violation(field("z", uint8()), number(256), "expected uint8 (0 to 255), found 256");
    violation(field("z", string(3)), (string(9), text("four")), "expected at most 3 bytes, found 4");
    let list = |values: &[u64]| (vector(9, uint8()), Value::List(List::Unsigned(values.into())));
    violation(field("z", vector(9, small())), list(&[1, 2, 10]), "element 2: expected at most 9, found 10");
    violation(field("z", vector(2, uint8())), list(&[1, 2, 3]), "expected at most 2 elements, found 3");
    let Type::Vector(different) = vector(9, uint8()) else { unreachable!() };
    let different = Type::Vector(confc::types::VectorType { unique: true, ..different });
    let said = "expected all elements to differ, but element 3 equals element 1";
    violation(field("z", different), list(&[1, 2, 3, 2]), said);
    let float = |kind| Type::Float(confc::types::FloatType::new(kind));
    let float64 = float(confc::types::FloatKind::Float64);
    for n in [f64::NAN, f64::INFINITY, -0.0] {
        let said = "expected a finite number in canonical form";
        violation(field("z", float64.clone()), (float64.clone(), Value::Float(n)), said);
    }
    let variants = vec![Variant::new(Key::new("on").unwrap(), 1)];
    let enumeration = Type::Enum(EnumType::new(variants));
    let said = "expected the number of a variant, found 2";
    violation(field("z", enumeration.clone()), (enumeration, Value::Variant(2)), said);
}

#[test]
fn values_of_members() {
    let pair = |x: Type, y: Type| Type::Struct(StructType::new(vec![field("x", x), field("y", y)]));
    let uint8 = || integer(IntegerKind::Uint8);
    let values = |x: u64, y: u64| -> Box<[Value]> { [Value::Unsigned(x), Value::Unsigned(y)].into() };
    let structure = |x, y| (pair(uint8(), uint8()), Value::Struct(values(x, y)));
    let small = pair(uint8(), bounded(IntegerKind::Uint8, 1, 9));
    violation(field("z", small.clone()), structure(1, 10), "member `y`: expected at most 9, found 10");
    violation(field("z", pair(uint8(), Type::Bool)), structure(1, 1), "member `y`: expected bool");
    let single = Type::Struct(StructType::new(vec![field("x", uint8())]));
    violation(field("z", single.clone()), structure(1, 1), "expected 1 members, found 2");
    let single = (single, Value::Struct([Value::Unsigned(1)].into()));
    violation(field("z", small.clone()), single, "expected 2 members, found 1");
    let list = Value::List(List::Struct([values(1, 1), values(1, 0)].into()));
    let list = || (vector(9, pair(uint8(), uint8())), list.clone());
    violation(field("z", vector(9, small)), list(), "element 1: member `y`: expected at least 1, found 0");
    let said = "element 0: member `x`: expected bool";
    violation(field("z", vector(9, pair(Type::Bool, uint8()))), list(), said);
}

#[test]
fn sensitive_values_are_never_said() {
    let secret = |ty: Type| Field { sensitive: true, ..field("z", ty) };
    let small = || bounded(IntegerKind::Uint32, 100, 200);
    let uint32 = integer(IntegerKind::Uint32);
    for found in [77_777, 7] {
        let side = if found > 200 { "most 200" } else { "least 100" };
        let value = (uint32.clone(), Value::Unsigned(found));
        violation(secret(small()), value, &format!("expected a number of at {side}"));
        let member = Type::Struct(StructType::new(vec![secret(small())]));
        let structure = Type::Struct(StructType::new(vec![field("z", uint32.clone())]));
        let value = (structure, Value::Struct([Value::Unsigned(found)].into()));
        violation(field("s", member), value, &format!("member `z`: expected a number of at {side}"));
    }
}

/// A file may be wrong in every way at once: the first check that it fails is named.
#[test]
fn the_first_check_that_fails_is_named() {
    let right = declaration(&[("a", integer(IntegerKind::Uint8)), ("b", Type::Bool)]);
    let value = |n: u64| Value::Unsigned(n);
    let other = declaration(&[("a", integer(IntegerKind::Uint16))]);
    // Another checksum, too few values, and one of another type.
    let bytes = file(&other, &[value(7)], EmbeddedSchema::Omit);
    assert!(matches!(refused(&right, &bytes), LoadError::ChecksumMismatch { differing: None, .. }));
    // Too few values, and one of another type.
    let bytes = forged(&right, &bytes);
    assert_eq!(refused(&right, &bytes), LoadError::Count { expected: 2, found: 1 });
    // Not in its one form behind all of that: an unknown field before the integrity.
    let content = &bytes[..bytes.len() - INTEGRITY];
    let bytes = sealed(&[content, &[0x80, 0x01, 1]].concat());
    assert!(matches!(refused(&right, &bytes), LoadError::Decode(_)));
    // Two values that do not fit: the first.
    let two = declaration(&[("a", integer(IntegerKind::Uint16)), ("b", integer(IntegerKind::Uint16))]);
    let bytes = forged(&right, &file(&two, &[value(7), value(8)], EmbeddedSchema::Omit));
    let expected = ConstraintViolation::Kind { expected: "uint8".into() };
    let error = LoadError::ConstraintViolation { key: Key::new("a").unwrap(), violation: Box::new(expected) };
    assert_eq!(refused(&right, &bytes), error);
}

#[test]
fn where_values_come_from_does_not_matter() {
    let fields = || vec![field("a", Type::Bool)];
    let with = |value_source| {
        Declaration::seal(Component::default(), Some(Schema::new(fields(), value_source).unwrap())).unwrap()
    };
    let bytes = file(&with(ValueSource::Capabilities), &[Value::Bool(true)], EmbeddedSchema::Include);
    assert!(load(&with(ValueSource::PackagePath("meta/a.cvf".parse().unwrap())), &bytes).is_ok());
}
