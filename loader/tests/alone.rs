//! The loader as other programs have it: nothing of the compiler, no feature but the default ones, files that were
//! made before. What holds for all declarations and values, the compiler's tests try on random ones.

#![cfg(test)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that fails may panic, in its helpers too"
)]

use confc_loader::declaration::{Declaration, Integrity};
use confc_loader::types::{Bounds, Component, Field, Type, Value};
use confc_loader::values::{
    LoadError, from_embedded_schema, load, load_with, load_with_integrity, override_from_text,
};

const DECLARATION: &[u8] = include_bytes!("data/echo.cm");
const VALUES: &[u8] = include_bytes!("data/echo.cvf");

fn declaration() -> Declaration {
    Declaration::decode(DECLARATION).unwrap()
}

/// The declaration with other fields.
fn changed(change: impl FnOnce(&mut Vec<Field>)) -> Declaration {
    let declaration = declaration();
    let config = declaration.config().unwrap();
    let mut fields = config.fields().to_vec();
    change(&mut fields);
    let schema = confc_loader::declaration::Schema::new(fields, config.value_source().clone()).unwrap();
    Declaration::seal(Component::default(), Some(schema)).unwrap()
}

#[test]
fn what_was_compiled_is_loaded() {
    let declaration = declaration();
    let loaded = load(&declaration, VALUES).unwrap();
    let keys: Vec<&str> = loaded.iter().map(|(field, _)| field.key.as_str()).collect();
    assert_eq!(keys, ["greeting", "retries", "tags", "token"]);
    assert_eq!(loaded.get("greeting").and_then(Value::as_str), Some("hello"));
    assert_eq!(loaded.get("retries"), Some(&Value::Unsigned(3)));
    assert_eq!(loaded.get("token").and_then(Value::as_str), Some("hunter2"));
    assert_eq!(loaded.get("other"), None);
    assert!(!format!("{loaded:?}").contains("hunter2"), "{loaded:?}");
    let (echoed, values) = from_embedded_schema(VALUES).unwrap();
    assert_eq!(echoed.config().unwrap().checksum(), declaration.config().unwrap().checksum());
    assert_eq!(values, loaded.values());
}

#[test]
fn any_flipped_or_missing_byte_is_refused() {
    let declaration = declaration();
    for at in 0..DECLARATION.len() {
        assert!(Declaration::decode(&DECLARATION[..at]).is_err(), "the declaration, cut off at {at}");
        for bit in 0..8 {
            let mut bytes = DECLARATION.to_vec();
            bytes[at] ^= 1 << bit;
            assert!(Declaration::decode(&bytes).is_err(), "the declaration, bit {bit} of byte {at}");
        }
    }
    let is_refused = |bytes: &[u8]| matches!(load(&declaration, bytes), Err(LoadError::Decode(_)));
    for at in 0..VALUES.len() {
        assert!(is_refused(&VALUES[..at]), "the values, cut off at {at}");
        for bit in 0..8 {
            let mut bytes = VALUES.to_vec();
            bytes[at] ^= 1 << bit;
            assert!(is_refused(&bytes), "the values, bit {bit} of byte {at}");
        }
    }
}

/// As somebody would make them who also makes the integrity.
#[test]
fn values_that_fit_no_type_are_never_loaded() {
    let declaration = declaration();
    let before = load(&declaration, VALUES).unwrap();
    let (mut loaded, mut refused) = (0, 0);
    for at in 0..VALUES.len() {
        for bit in 0..8 {
            let mut bytes = VALUES.to_vec();
            bytes[at] ^= 1 << bit;
            match load_with_integrity(&declaration, &bytes, Integrity::Trust) {
                Ok(found) => {
                    assert!(found.iter().all(|(field, value)| field.check(value).is_ok()), "{found:?}");
                    loaded += usize::from(found.values() != before.values());
                }
                Err(error) => {
                    assert!(!error.to_string().contains(char::is_control), "{error:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(loaded > 50 && refused > 500, "{loaded} loaded, {refused} refused");
}

#[test]
fn values_for_another_interface_are_refused() {
    let narrower = changed(|fields| {
        let retries = fields.iter_mut().find(|field| field.key.as_str() == "retries").unwrap();
        let Type::Integer(ty) = &mut retries.ty else { unreachable!("it is a number") };
        ty.bounds = Bounds::boxed(None, Some(8));
    });
    let fewer = changed(|fields| fields.retain(|field| field.key.as_str() != "retries"));
    for other in [narrower, fewer] {
        let error = load(&other, VALUES).unwrap_err();
        assert!(matches!(error, LoadError::ChecksumMismatch { .. }), "{error:?}");
        assert!(error.to_string().contains("`retries`"), "{error}");
    }
    let reordered = changed(|fields| fields.reverse());
    assert_eq!(load(&reordered, VALUES).unwrap().get("retries"), Some(&Value::Unsigned(3)));
}

#[test]
fn a_parent_overrides_what_it_may() {
    let declaration = declaration();
    let config = declaration.config().unwrap();
    let with = |text| {
        let overridden = override_from_text(config, text).unwrap();
        load_with(&declaration, VALUES, [overridden]).unwrap()
    };
    assert_eq!(with("retries=9").get("retries"), Some(&Value::Unsigned(9)));
    assert_eq!(with("greeting=hi").get("greeting").and_then(Value::as_str), Some("hi"));
    for text in ["retries=-1", "retries=x", "other=1", "tags=x", "retries"] {
        assert!(override_from_text(config, text).is_err(), "{text}");
    }
    for (key, value) in [
        ("tags", Value::Bool(true)),
        ("retries", Value::Unsigned(10)),
        ("retries", Value::Unsigned(256)),
        ("x", Value::Bool(true)),
    ] {
        let refused = load_with(&declaration, VALUES, [(key, value)]).unwrap_err();
        assert!(matches!(refused, LoadError::Override(_)), "{refused:?}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn values_are_read_into_a_struct() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Echo<'a> {
        greeting: &'a str,
        retries: u8,
        tags: Vec<String>,
    }
    let loaded = load(&declaration(), VALUES).unwrap();
    let echo: Echo<'_> = loaded.deserialize().unwrap();
    assert_eq!(echo, Echo { greeting: "hello", retries: 3, tags: vec!["a".into(), "b".into()] });
    let error = loaded.deserialize::<std::collections::BTreeMap<String, bool>>().unwrap_err();
    assert_eq!(error.path(), "greeting");
}
