//! What a parent may override.

use super::{config, field, file, seal, text};
use crate::declaration::checksum::{integer, string, vector};
use confc::declaration::{Declaration, Integrity};
use confc::diagnostic::Report;
use confc::plan::EmbeddedSchema;
use confc::text::Sources;
use confc::types::{
    Bounds, ConstraintViolation, Field, FieldNames, IntegerKind, IntegerType, Key, List, Mutability, Type,
    Value,
};
use confc::types::{EnumType, FloatKind, FloatType, Variant};
use confc_core::values::{LoadError, OverrideError, load, load_with, override_from_text};

fn mutable(field: Field) -> Field {
    Field { mutability: Mutability { parent: true }, ..field }
}

fn example() -> (Declaration, Vec<u8>) {
    let limited = IntegerType { kind: IntegerKind::Uint8, bounds: Bounds::boxed(None, Some(9)), unit: None };
    let declaration = seal(vec![
        Field {
            names: FieldNames::new(None, vec![Key::new("old_a").unwrap().into()]),
            ..mutable(field("a", Type::Integer(limited)))
        },
        field("b", Type::Bool),
        mutable(field("c", vector(2, string(3)))),
        Field { sensitive: true, ..mutable(field("d", integer(IntegerKind::Int8))) },
    ]);
    let list = Value::List(List::String(["x".into()].into()));
    let values = [Value::Unsigned(1), Value::Bool(true), list, Value::Signed(-1)];
    let bytes = file(&declaration, &values, EmbeddedSchema::Omit);
    (declaration, bytes)
}

fn strings(strings: &[&str]) -> Value {
    Value::List(List::String(strings.iter().map(|text| (*text).into()).collect()))
}

#[test]
fn a_parent_overrides_what_it_may_and_nothing_else_changes() {
    let (declaration, bytes) = example();
    let before = load(&declaration, &bytes).unwrap();
    let cases: Vec<Vec<(&str, Value)>> = vec![
        vec![],
        vec![("a", Value::Unsigned(9))],
        vec![("old_a", Value::Unsigned(9))],
        vec![("c", strings(&["", "abc"]))],
        vec![("d", Value::Signed(-128)), ("a", Value::Unsigned(0))],
    ];
    for overrides in cases {
        let after = load_with(&declaration, &bytes, Integrity::Check, overrides.clone()).unwrap();
        for (index, field) in config(&declaration).fields().iter().enumerate() {
            let own = overrides.iter().find(|(key, _)| field.names_in_paths().any(|name| name == *key));
            let expected = own.map(|(_, value)| value).or(before.at(index));
            assert_eq!(after.at(index), expected, "{} of {overrides:?}", field.key);
        }
    }
}

#[test]
fn everything_else_is_refused() {
    let (declaration, bytes) = example();
    let one = || Value::Unsigned(1);
    let cases: Vec<(Vec<(&str, Value)>, &str)> = vec![
        (vec![("e", one())], "override of `e`: no field has this key"),
        (vec![("", one())], "override of `\"\"`: no field has this key"),
        (vec![("\u{1b}[2J", one())], "override of `\\u{1b}[2J`: no field has this key"),
        (vec![("b", Value::Bool(false))], "override of `b`: the field is not mutable by the parent"),
        (vec![("b", one())], "override of `b`: the field is not mutable by the parent"),
        (vec![("a", one()), ("a", one())], "override of `a`: the key is given twice"),
        (vec![("old_a", one()), ("a", one())], "override of `a`: the key is given twice"),
        (vec![("old_a", Value::Unsigned(10))], "override of `a`: expected at most 9, found 10"),
        (
            vec![("a", one()), ("d", Value::Signed(1)), ("a", one())],
            "override of `a`: the key is given twice",
        ),
        (vec![("a", Value::Unsigned(10))], "override of `a`: expected at most 9, found 10"),
        (vec![("a", Value::Unsigned(256))], "override of `a`: expected uint8 (0 to 9), found 256"),
        (vec![("a", Value::Signed(1))], "override of `a`: expected uint8{max=9}"),
        (vec![("a", text("1"))], "override of `a`: expected uint8{max=9}"),
        (
            vec![("c", strings(&["abc", "abcd"]))],
            "override of `c`: element 1: expected at most 3 bytes, found 4",
        ),
        (vec![("c", strings(&["", "", ""]))], "override of `c`: expected at most 2 elements, found 3"),
        (vec![("d", Value::Signed(777))], "override of `d`: expected a number in the range of int8"),
    ];
    for (overrides, expected) in cases {
        let error = load_with(&declaration, &bytes, Integrity::Check, overrides.clone()).unwrap_err();
        assert!(matches!(error, LoadError::Override(_)), "{overrides:?}");
        assert_eq!(error.to_string(), expected, "{overrides:?}");
    }
    let error = load_with(&declaration, &bytes, Integrity::Check, [("a", Value::Unsigned(10))]).unwrap_err();
    let LoadError::Override(OverrideError::ConstraintViolation { key, violation }) = error else {
        panic!("{error}")
    };
    assert_eq!(key.as_str(), "a");
    assert!(matches!(*violation, ConstraintViolation::AboveMax { .. }));
}

#[test]
fn a_parent_takes_away_only_what_is_optional() {
    let optional = |key: &str| Field { optional: true, ..mutable(field(key, Type::Bool)) };
    let declaration = seal(vec![optional("a"), mutable(field("b", Type::Bool))]);
    let bytes = file(&declaration, &[Value::Bool(true), Value::Bool(true)], EmbeddedSchema::Omit);
    let loaded =
        load_with(&declaration, &bytes, Integrity::Check, [("a", Value::from(None::<bool>))]).unwrap();
    assert_eq!(loaded.values(), [Value::Absent, Value::Bool(true)]);
    let back = file(&declaration, loaded.values(), EmbeddedSchema::Omit);
    assert_eq!(
        load_with(&declaration, &back, Integrity::Check, [("a", true.into())]).unwrap().get("a"),
        Some(&Value::Bool(true))
    );
    let refused = load_with(&declaration, &bytes, Integrity::Check, [("b", Value::Absent)]).unwrap_err();
    assert_eq!(refused.to_string(), "override of `b`: expected bool");
    let refused = load_with(&declaration, &bytes, Integrity::Check, [("a", Value::Unsigned(1))]).unwrap_err();
    assert_eq!(refused.to_string(), "override of `a`: expected bool?");
}

#[test]
fn the_file_is_refused_before_the_overrides() {
    let (declaration, bytes) = example();
    let error =
        load_with(&declaration, &bytes[1..], Integrity::Check, [("e", Value::Bool(true))]).unwrap_err();
    assert!(matches!(error, LoadError::Decode(_)), "{error}");
}

/// What the compiler reads of such a text, if it fits.
fn compiled(declaration: &Declaration, text: &str) -> Option<Value> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let read = confc::layers::read_assignment(
        declaration.config().unwrap(),
        "--parent-override",
        text,
        &|_| None,
        &mut sources,
        &mut report,
    );
    read.map(|(_, value, _)| value)
}

#[test]
fn texts_are_read_as_the_compiler_reads_them() {
    let variant = |name: &str, number| Variant::new(Key::new(name).unwrap(), number);
    let variants = EnumType::new(vec![variant("low", 0), variant("high", -3)]);
    let float = |kind| Type::Float(FloatType::new(kind));
    let fields = vec![
        field("b", Type::Bool),
        field("e", Type::Enum(variants)),
        field("f", float(FloatKind::Float32)),
        field("g", float(FloatKind::Float64)),
        field("i", integer(IntegerKind::Int8)),
        field("s", string(9)),
        field("u", integer(IntegerKind::Uint64)),
    ];
    let optional = fields.iter().map(|field| Field { optional: true, ..field.clone() });
    let declarations = [seal(optional.collect()), seal(fields)];
    let pieces = [
        "",
        "-",
        "+",
        "0",
        "1",
        "00",
        "9",
        "128",
        "0x",
        "0X1f",
        ".",
        "e",
        "E",
        "e3",
        "5",
        "18446744073709551615",
    ];
    let words = [
        "true",
        "false",
        "True",
        "null",
        " null ",
        "Null",
        "low",
        "high",
        "'low'",
        " 7 ",
        "NaN",
        "Infinity",
        "1_0",
        "x",
        "3.4028236e38",
        "1e309",
    ];
    let mut literals: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    for a in pieces {
        for b in pieces {
            literals.extend(["", "0", "5", "e2"].map(|c| format!("{a}{b}{c}")));
        }
    }
    let (mut read, mut absent) = (0, 0);
    let fields = declarations
        .iter()
        .flat_map(|declaration| config(declaration).fields().iter().map(move |field| (declaration, field)));
    for (declaration, field) in fields {
        for literal in &literals {
            let text = format!("{}={literal}", field.key);
            let found = override_from_text(config(declaration), &text).ok().map(|(_, value)| value);
            let found = found.filter(|value| field.check(value).is_ok());
            assert_eq!(found, compiled(declaration, &text), "{text}");
            read += usize::from(found.is_some());
            absent += usize::from(found.is_some_and(|value| value.is_absent()));
        }
    }
    // Two spellings each, but of the string.
    assert!(read > 2_000 && absent == 12, "{read}, {absent}");
}
