//! Values that were made for another version of the component.

use super::{config, declaration, field, file, refused, seal};
use crate::declaration::checksum::{integer, string, vector};
use crate::declaration::refused::m;
use crate::wire::sealed;
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::types::{Bounds, Field, IntegerKind, IntegerType, StructType, Type, Value};
use confc_core::values::{FieldDifference, FieldDifferences, LoadError, load};

/// The fields of the version the values were made for; all values are their defaults.
type Fields<'a> = &'a [(&'a str, Type)];

fn value(ty: &Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(false),
        Type::Integer(_) => Value::Unsigned(5),
        Type::String(_) => super::text(""),
        Type::Struct(ty) => Value::Struct(ty.members().iter().map(|member| value(&member.ty)).collect()),
        _ => Value::List(confc::types::List::Unsigned([].into())),
    }
}

fn made_for(old: &Declaration, embedded_schema: EmbeddedSchema) -> Vec<u8> {
    let values: Vec<Value> = config(old).fields().iter().map(|field| value(&field.ty)).collect();
    let bytes = file(old, &values, embedded_schema);
    assert!(load(old, &bytes).is_ok());
    bytes
}

/// What the error says differs between two versions.
#[track_caller]
fn differing(old: &Declaration, new: &Declaration) -> FieldDifferences {
    match refused(new, &made_for(old, EmbeddedSchema::Include)) {
        LoadError::ChecksumMismatch { differing: Some(differing), .. } => differing,
        other => panic!("{other}"),
    }
}

#[track_caller]
fn check(old: Fields<'_>, new: Fields<'_>, said: &[&str]) {
    let (old, new) = (declaration(old), declaration(new));
    let named = differing(&old, &new);
    let found: Vec<String> = named.named().iter().map(ToString::to_string).collect();
    assert_eq!((found, named.others()), (said.iter().map(ToString::to_string).collect(), 0));
    let without = refused(&new, &made_for(&old, EmbeddedSchema::Omit));
    assert!(matches!(without, LoadError::ChecksumMismatch { differing: None, .. }));
}

fn uint8() -> Type {
    integer(IntegerKind::Uint8)
}

#[test]
fn the_fields_that_differ_are_named() {
    let a = ("a", Type::Bool);
    let z = ("z", string(9));
    let added = "field `k` (`uint8`) is not in the values";
    let removed = "the values have `k` (`uint8`), which is not declared";
    check(&[a.clone(), z.clone()], &[a.clone(), ("k", uint8()), z.clone()], &[added]);
    check(&[a.clone(), ("k", uint8()), z.clone()], &[a.clone(), z.clone()], &[removed]);
    let renamed = "field `l` (`uint8`) is not in the values";
    check(&[a.clone(), ("k", uint8())], &[a.clone(), ("l", uint8())], &[removed, renamed]);
    let retyped = "field `k` is declared as `uint16`, but is `uint8` in the values";
    check(&[a.clone(), ("k", uint8())], &[a.clone(), ("k", integer(IntegerKind::Uint16))], &[retyped]);
    let bound = Type::Integer(IntegerType {
        kind: IntegerKind::Uint8,
        bounds: Bounds::boxed(None, Some(9)),
        unit: None,
    });
    let bounded = "field `k` is declared as `uint8{max=9}`, but is `uint8` in the values";
    check(&[("k", uint8()), z.clone()], &[("k", bound), z.clone()], &[bounded]);
    let sized = "field `z` is declared as `string:10`, but is `string:9` in the values";
    check(&[a.clone(), z], &[a, ("z", string(10))], &[sized]);
    let counted = "field `v` is declared as `vector<uint8>:2`, but is `vector<uint8>:1` in the values";
    check(&[("v", vector(1, uint8()))], &[("v", vector(2, uint8()))], &[counted]);
}

/// Two fields change places between two versions: readers without a checksum hand out one for the other.
#[test]
fn exchanged_fields_are_refused_and_both_are_named() {
    let (old, new) = (integer(IntegerKind::Uint16), integer(IntegerKind::Uint32));
    check(
        &[("retries", old.clone()), ("timeout", new.clone())],
        &[("retries", new), ("timeout", old)],
        &[
            "field `retries` is declared as `uint32`, but is `uint16` in the values",
            "field `timeout` is declared as `uint16`, but is `uint32` in the values",
        ],
    );
    // With one type for both there is nothing to exchange: values stand in the order of the keys.
    let fields = |first: &str, second: &str| seal([first, second].map(|key| field(key, uint8())).into());
    let (one, other) = (fields("retries", "timeout"), fields("timeout", "retries"));
    let bytes = file(&one, &[Value::Unsigned(3), Value::Unsigned(200)], EmbeddedSchema::Omit);
    let loaded = load(&other, &bytes).unwrap();
    assert_eq!(loaded.get("retries"), Some(&Value::Unsigned(3)));
    assert_eq!(loaded.get("timeout"), Some(&Value::Unsigned(200)));
}

#[test]
fn the_text_of_the_error_says_both_checksums_and_what_differs() {
    let (old, new) = (declaration(&[("a", Type::Bool)]), declaration(&[("a", uint8())]));
    let checksum = |of: &Declaration| config(of).checksum().to_string();
    let error = refused(&new, &made_for(&old, EmbeddedSchema::Include)).to_string();
    let said = format!(
        "the values were compiled for another interface: expected {}, found {}; \
         field `a` is declared as `uint8`, but is `bool` in the values",
        checksum(&new),
        checksum(&old),
    );
    assert_eq!(error, said);
}

#[test]
fn what_is_no_part_of_the_interface_does_not_matter() {
    let plain = field("a", uint8());
    let other = Field {
        default: Some(Value::Unsigned(1)),
        doc: Some("said".into()),
        sensitive: true,
        mutability: confc::types::Mutability { parent: true },
        ..plain.clone()
    };
    let (old, new) = (seal(vec![plain]), seal(vec![other]));
    assert!(load(&new, &made_for(&old, EmbeddedSchema::Include)).is_ok());
}

#[test]
fn many_differences_are_counted_and_long_types_are_cut_around_the_first() {
    let many = |ty: &Type| seal((0..25).map(|n| field(&format!("f{n:02}"), ty.clone())).collect());
    let named = differing(&many(&uint8()), &many(&Type::Bool));
    assert_eq!(
        (named.named().len(), named.others()),
        (FieldDifferences::MAX_NAMED, 25 - FieldDifferences::MAX_NAMED)
    );
    assert!(named.to_string().ends_with("; and 15 more differ"), "{named}");

    let large = |last: &Type| {
        let mut members: Vec<Field> = (0..100).map(|n| field(&format!("m{n:02}"), uint8())).collect();
        members.push(field("z", last.clone()));
        seal(vec![field("s", Type::Struct(StructType::new(members)))])
    };
    let named = differing(&large(&uint8()), &large(&Type::Bool));
    let said = "field `s` is declared as `…8:uint8,m99:uint8,z:bool>`, \
                but is `…8:uint8,m99:uint8,z:uint8>` in the values";
    assert_eq!(named.named().iter().map(ToString::to_string).collect::<Vec<_>>(), [said]);
}

#[test]
fn an_embedded_schema_is_hostile_text() {
    let declaration = declaration(&[("a", Type::Bool)]);
    let embedded_schema = |ty: &str| {
        let value = m(1, &[&m(1, &[&m(1, &[&[0x08, 1]])])]);
        let checksum = m(2, &[&m(1, &[&[0; 32]])]);
        let embedded_schema = m(15, &[&m(1, &[&m(1, &[b"a"]), &m(2, &[ty.as_bytes()])])]);
        refused(&declaration, &sealed(&[value, checksum, embedded_schema].concat()))
    };
    let error = embedded_schema("\u{1b}[2J\u{202e}\n").to_string();
    assert!(error.ends_with("but is `\\u{1b}[2J\\u{202e}\\u{a}` in the values"), "{error}");
    let long = embedded_schema(&"\u{1b}".repeat(100_000)).to_string();
    assert!(long.len() < 2000, "{}", long.len());
    // It may even lie: what it says is no reason to load.
    let LoadError::ChecksumMismatch { differing: Some(none), .. } = embedded_schema("bool") else { panic!() };
    assert_eq!((none.named(), none.to_string()), (&[] as &[FieldDifference], String::new()));
}
