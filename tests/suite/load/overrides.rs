//! What a parent may override.

use super::{config, field, file, seal, text};
use crate::checksum::{integer, string, vector};
use confc::declaration::Declaration;
use confc::types::{Bounds, Field, IntegerKind, IntegerType, Key, List, Misfit, Mutability, Type, Value};
use confc::values::Echo;
use confc_loader::values::{LoadError, OverrideError, load, load_with};

fn mutable(field: Field) -> Field {
    Field { mutability: Mutability { parent: true }, ..field }
}

fn example() -> (Declaration, Vec<u8>) {
    let limited = IntegerType { kind: IntegerKind::Uint8, bounds: Bounds::boxed(None, Some(9)) };
    let declaration = seal(vec![
        Field { aliases: [Key::new("old_a").unwrap()].into(), ..mutable(field("a", Type::Integer(limited))) },
        field("b", Type::Bool),
        mutable(field("c", vector(2, string(3)))),
        Field { sensitive: true, ..mutable(field("d", integer(IntegerKind::Int8))) },
    ]);
    let list = Value::List(List::String(["x".into()].into()));
    let values = [Value::Unsigned(1), Value::Bool(true), list, Value::Signed(-1)];
    let bytes = file(&declaration, &values, Echo::Leave);
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
        let after = load_with(&declaration, &bytes, overrides.clone()).unwrap();
        for (index, field) in config(&declaration).fields().iter().enumerate() {
            let names = || [&field.key].into_iter().chain(&field.aliases);
            let own = overrides.iter().find(|(key, _)| names().any(|name| name.as_str() == *key));
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
        (vec![("", one())], "override of ``: no field has this key"),
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
        let error = load_with(&declaration, &bytes, overrides.clone()).unwrap_err();
        assert!(matches!(error, LoadError::Override(_)), "{overrides:?}");
        assert_eq!(error.to_string(), expected, "{overrides:?}");
    }
    let error = load_with(&declaration, &bytes, [("a", Value::Unsigned(10))]).unwrap_err();
    let LoadError::Override(OverrideError::Misfit { key, misfit }) = error else { panic!("{error}") };
    assert_eq!(key.as_str(), "a");
    assert!(matches!(*misfit, Misfit::AboveMax { .. }));
}

#[test]
fn the_file_is_refused_before_the_overrides() {
    let (declaration, bytes) = example();
    let error = load_with(&declaration, &bytes[1..], [("e", Value::Bool(true))]).unwrap_err();
    assert!(matches!(error, LoadError::Decode(_)), "{error}");
}
