//! Laws over all schemas and values.

use super::{config, declared, file, samples, seal, seal_unchecked, unchecked};
use crate::declaration::checksum::{integer, string, vector};
use crate::support::random::{self, Tally};
use crate::wire::{proto, sealed};
use confc::declaration::{Declaration, Integrity};
use confc::plan::{EmbeddedSchema, encode};
use confc::types::{Field, Value, limits::MAX_ENCODED_SIZE};
use confc_core::values::{LoadError, load, load_with};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use prost::Message;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The size of the integrity field.
const INTEGRITY: usize = 35;

proptest! {
    #![proptest_config(random::cases(400))]

    #[test]
    fn what_is_written_loads((declaration, values) in declared()) {
        for embedded_schema in [EmbeddedSchema::Include, EmbeddedSchema::Omit] {
            let bytes = file(&declaration, &values, embedded_schema);
            let loaded = load(&declaration, &bytes).unwrap();
            prop_assert_eq!(loaded.values(), &values);
            prop_assert_eq!(loaded.len(), values.len());
            for ((field, value), written) in loaded.iter().zip(&values) {
                prop_assert_eq!(value, written);
                prop_assert_eq!(loaded.get(field.key.as_str()), Some(written));
            }
            prop_assert_eq!(loaded.get("nothing_of_that_name_is_generated"), None);
            prop_assert_eq!(loaded.at(values.len()), None);
        }
    }

    #[test]
    fn what_would_not_load_is_not_written(
        (declaration, mut values) in declared(),
        (_, others) in declared(),
        (change, at, other) in (0..4_usize, any::<Index>(), any::<Index>()),
    ) {
        match change {
            0 => {}
            1 => *at.get_mut(&mut values) = other.get(&others).clone(),
            2 => values.push(other.get(&others).clone()),
            _ => drop(values.pop()),
        }
        for embedded_schema in [EmbeddedSchema::Include, EmbeddedSchema::Omit] {
            let written = encode(config(&declaration), &values, embedded_schema);
            // A value for no field is not even written unchecked.
            let fields = config(&declaration).fields().len();
            if values.len() > fields {
                prop_assert_eq!(written, Err(LoadError::Count { expected: fields, found: values.len() }));
                continue;
            }
            let bytes = unchecked(&declaration, &values, embedded_schema);
            match load(&declaration, &bytes) {
                Ok(loaded) => {
                    prop_assert_eq!(loaded.values(), &values);
                    prop_assert_eq!(written, Ok(bytes));
                }
                Err(_) => {
                    // No other error of `load` is left: there is a schema, and its checksum is what is written.
                    let told = matches!(written, Err(LoadError::Count { .. } | LoadError::ConstraintViolation { .. }));
                    prop_assert!(told, "{:?}", written);
                }
            }
        }
    }

    #[test]
    fn prost_reads_and_writes_the_same_bytes((declaration, values) in declared()) {
        let bytes = file(&declaration, &values, EmbeddedSchema::Include);
        let data = proto::ValuesData::decode(bytes.as_slice()).unwrap();
        prop_assert_eq!(data.encode_to_vec(), bytes);
        let embedded_schema = data.embedded_schema.unwrap().fields;
        for (field, echoed) in config(&declaration).fields().iter().zip(&embedded_schema) {
            prop_assert_eq!(field.key.as_str(), &echoed.key);
            prop_assert_eq!(field.type_text().to_string(), &*echoed.r#type);
            prop_assert_eq!(field.holds_sensitive(), echoed.sensitive);
        }
        prop_assert_eq!(embedded_schema.len(), values.len());
    }

    #[test]
    fn every_other_schema_is_refused((one, values) in declared(), (other, _) in declared()) {
        let bytes = file(&one, &values, EmbeddedSchema::Include);
        if config(&one).checksum() != config(&other).checksum() {
            let error = load(&other, &bytes).unwrap_err();
            let LoadError::ChecksumMismatch { expected, found, differing } = error else {
                panic!("{error}");
            };
            prop_assert_eq!((expected, found), (config(&other).checksum(), config(&one).checksum()));
            prop_assert!(!differing.unwrap().named().is_empty());
        }
    }

    #[test]
    fn no_value_of_a_sensitive_field_is_in_the_debug_text((declaration, values) in declared()) {
        let mut fields = config(&declaration).fields().to_vec();
        fields.iter_mut().for_each(|field| field.sensitive = true);
        let declaration = seal(fields);
        let bytes = file(&declaration, &values, EmbeddedSchema::Include);
        let debug = format!("{:?}", load(&declaration, &bytes).unwrap());
        let shown = |value: &Value| if value.is_absent() { "null" } else { "<set>" };
        let fields = config(&declaration).fields().iter().zip(&values);
        let keys = fields.map(|(field, value)| format!("{}: {}", field.key, shown(value)));
        prop_assert_eq!(debug, format!("{{{}}}", keys.collect::<Vec<_>>().join(", ")));
    }
}

#[test]
fn random_changes_are_refused_or_loaded_as_written() {
    let tally = Tally::default();
    proptest!(random::cases(400), |(
        (declaration, values) in declared(),
        at in any::<Index>(),
        insert in proptest::collection::vec(any::<u8>(), 0..4),
        remove in 0..4_usize,
    )| {
        let bytes = file(&declaration, &values, EmbeddedSchema::Omit);
        let mut content = bytes[..bytes.len() - INTEGRITY].to_vec();
        let at = at.index(content.len());
        content.splice(at..(at + remove).min(bytes.len() - INTEGRITY), insert);
        tally.count(check_loaded(&declaration, &sealed(&content), EmbeddedSchema::Omit));
    });
    tally.demand(1, 50);
}

/// What is loaded encodes to the same bytes.
fn check_loaded(declaration: &Declaration, bytes: &[u8], embedded_schema: EmbeddedSchema) -> bool {
    let Ok(loaded) = load_with(declaration, bytes, Integrity::Trust, []) else { return false };
    for (field, value) in loaded.iter() {
        assert_eq!(field.check(value), Ok(()));
    }
    let again = file(declaration, loaded.values(), embedded_schema);
    let content = bytes.len() - INTEGRITY;
    assert_eq!(again[..content], bytes[..content]);
    true
}

#[test]
fn any_flipped_or_missing_byte_is_refused() {
    for (declaration, values) in samples(12) {
        for embedded_schema in [EmbeddedSchema::Include, EmbeddedSchema::Omit] {
            let bytes = file(&declaration, &values, embedded_schema);
            for at in 0..bytes.len() {
                let refused = load(&declaration, &bytes[..at]);
                assert!(matches!(refused, Err(LoadError::Decode(_))), "cut off at {at}");
                for bit in 0..8 {
                    let mut bytes = bytes.clone();
                    bytes[at] ^= 1 << bit;
                    let refused = load(&declaration, &bytes);
                    assert!(matches!(refused, Err(LoadError::Decode(_))), "bit {bit} of byte {at}");
                }
            }
        }
    }
}

#[test]
fn any_flipped_byte_that_is_trusted_is_an_error_or_other_values() {
    let mut loaded = 0;
    for (declaration, values) in samples(40) {
        let bytes = file(&declaration, &values, EmbeddedSchema::Omit);
        for at in 0..bytes.len() - INTEGRITY {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                loaded += usize::from(check_loaded(&declaration, &bytes, EmbeddedSchema::Omit));
            }
            assert!(
                !check_loaded(&declaration, &sealed(&bytes[..at]), EmbeddedSchema::Omit),
                "cut off at {at}"
            );
        }
    }
    assert!(loaded > 0, "some flipped bytes are other values");
}

#[test]
fn a_flipped_byte_of_the_embedded_schema_changes_no_value() {
    let (mut loaded, mut refused) = (0, 0);
    for (declaration, values) in samples(12) {
        let without = file(&declaration, &values, EmbeddedSchema::Omit).len() - INTEGRITY;
        let bytes = file(&declaration, &values, EmbeddedSchema::Include);
        for at in without..bytes.len() - INTEGRITY {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                if let Ok(loaded) = load_with(&declaration, &bytes, Integrity::Trust, []) {
                    assert_eq!(loaded.values(), values);
                }
                let data = proto::ValuesData::decode(&bytes[..]).map(|data| data.encode_to_vec());
                let same = data.is_ok_and(|again| again == bytes);
                let loads = load_with(&declaration, &bytes, Integrity::Trust, []).is_ok();
                *(if loads { &mut loaded } else { &mut refused }) += 1;
                assert!(same || !loads, "bit {bit} of byte {at} is loaded, but not canonical");
            }
        }
    }
    assert!(loaded > refused / 20 && refused > loaded / 20, "{loaded} loaded, {refused} refused");
}

#[test]
fn samples_are_of_every_shape() {
    let samples = samples(200);
    for type_kind in confc::types::TypeKind::ALL {
        let fields = samples.iter().flat_map(|(declaration, _)| config(declaration).fields());
        assert!(fields.map(|field| field.ty.kind()).any(|of| of == *type_kind), "no {}", type_kind.name());
    }
}

/// What stock protoc prints of a message of confc.
pub(super) fn decoded(bytes: &[u8], message: &str, file: &str) -> String {
    let mut child = Command::new("protoc")
        .args([
            "--proto_path=proto",
            &format!("--decode=confc.v1.{message}"),
            &format!("confc/v1/{file}.proto"),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{message}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn stock_protoc_reads_value_files() {
    if !crate::support::skip::has_tool("stock_protoc_reads_value_files", "protoc") {
        return;
    }
    for (declaration, values) in samples(40) {
        let bytes = file(&declaration, &values, EmbeddedSchema::Include);
        let text = decoded(&bytes, "ValuesData", "values");
        // It prints fields it does not know by their numbers alone.
        let unknown = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        assert_eq!(text.lines().find(unknown), None, "{text}");
        assert_eq!(text.lines().filter(|line| *line == "values {").count(), values.len(), "{text}");
    }
}

#[test]
fn values_are_read_by_key_by_position_and_by_kind() {
    let declaration = super::declaration(&[("b", confc::types::Type::Bool), ("s", string(9))]);
    let bytes = file(&declaration, &[Value::Bool(true), super::text("x\u{1b}")], EmbeddedSchema::Omit);
    let loaded = load(&declaration, &bytes).unwrap();
    assert_eq!(loaded.get("b").and_then(Value::as_bool), Some(true));
    assert_eq!(loaded.at(1).and_then(Value::as_str), Some("x\u{1b}"));
    assert_eq!(loaded.get("b").and_then(Value::as_str), None);
    assert_eq!(loaded.declaration(), &declaration);
    assert_eq!(format!("{loaded:?}"), r#"{b: true, s: "x\u001b"}"#);
}

#[test]
fn nothing_is_written_that_would_not_load() {
    use confc::types::{Bounds, FloatKind, FloatType, IntegerKind, IntegerType, List, Type};
    let uint8 = |bounds| Type::Integer(IntegerType { kind: IntegerKind::Uint8, bounds, unit: None });
    let cases = [
        (uint8(None), Value::Unsigned(1 << 40)),
        (uint8(None), Value::Unsigned(256)),
        (uint8(Bounds::boxed(None, Some(9))), Value::Unsigned(10)),
        (uint8(None), Value::Signed(1)),
        (integer(IntegerKind::Int32), Value::Signed(1 << 40)),
        (Type::Float(FloatType::new(FloatKind::Float32)), Value::Float(0.1)),
        (Type::Float(FloatType::new(FloatKind::Float64)), Value::Float(f64::NAN)),
        (vector(9, uint8(None)), Value::List(List::Unsigned([1, 1 << 40].into()))),
        (vector(1, uint8(None)), Value::List(List::Unsigned([1, 2].into()))),
        (string(2), super::text("abc")),
        (Type::Bool, super::text("")),
    ];
    for (ty, value) in cases {
        let declaration = super::declaration(&[("a", ty)]);
        let config = config(&declaration);
        let written = encode(config, std::slice::from_ref(&value), EmbeddedSchema::Omit);
        assert!(matches!(written, Err(LoadError::ConstraintViolation { .. })), "{value:?}: {written:?}");
        // As a default, which no check has seen: it is refused, not replaced.
        let field = Field { default: Some(value), ..config.fields()[0].clone() };
        assert!(Declaration::decode(&confc::declaration::encode(&seal_unchecked(vec![field]))).is_err());
    }
    for bound in [-1, 1 << 40, i128::from(u64::MAX) + 1, i128::MIN] {
        let declaration = seal_unchecked(vec![super::field("a", uint8(Bounds::boxed(Some(bound), None)))]);
        assert!(Declaration::decode(&confc::declaration::encode(&declaration)).is_err(), "{bound}");
    }
    let declaration = super::declaration(&[("a", Type::Bool)]);
    for values in [&[][..], &[Value::Bool(true), Value::Bool(true)]] {
        let expected = LoadError::Count { expected: 1, found: values.len() };
        assert_eq!(encode(config(&declaration), values, EmbeddedSchema::Omit), Err(expected));
    }
}

#[test]
fn a_file_that_is_too_large_to_load_is_not_written() {
    let declaration = super::declaration(&[("s", string(u32::MAX))]);
    let text = |size: usize| [super::text(&"x".repeat(size))];
    let written = |size| encode(config(&declaration), &text(size), EmbeddedSchema::Omit);
    let overhead = written(MAX_ENCODED_SIZE - 1_000).unwrap().len() - (MAX_ENCODED_SIZE - 1_000);
    let most = MAX_ENCODED_SIZE - overhead;
    let bytes = written(most).unwrap();
    assert_eq!(bytes.len(), MAX_ENCODED_SIZE);
    assert_eq!(load(&declaration, &bytes).unwrap().values(), text(most));
    let error = written(most + 1).unwrap_err();
    let bytes = unchecked(&declaration, &text(most + 1), EmbeddedSchema::Omit);
    assert_eq!(load(&declaration, &bytes).unwrap_err(), error);
}
