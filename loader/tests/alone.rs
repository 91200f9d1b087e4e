//! The loader as other programs have it: without the compiler, with default features only, on files that were made before.
//! The compiler's tests try random declarations and values.

#![cfg(test)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that fails may panic, in its helpers too"
)]

use confc_loader::{
    Checksum, ConstraintError, Declaration, Kind, LoadErrorKind, LoadOptions, Value, ValueRef, ValueSource,
    Values, is_plan, is_value_file, load,
};
use std::error::Error;

const DECLARATION: &[u8] = include_bytes!("data/echo.cm");
const VALUES: &[u8] = include_bytes!("data/echo.cvf");

fn declaration() -> Declaration {
    Declaration::decode(DECLARATION).unwrap()
}

#[test]
fn what_was_compiled_is_loaded() {
    let declaration = declaration();
    let loaded = load(&declaration, VALUES).unwrap();
    let keys: Vec<&str> = loaded.iter().map(|(field, _)| field.key()).collect();
    assert_eq!(keys, ["greeting", "retries", "tags", "token"]);
    assert_eq!(loaded.get("greeting").and_then(ValueRef::as_str), Some("hello"));
    assert_eq!(loaded.get("retries"), Some(ValueRef::Unsigned(3)));
    assert_eq!(loaded.get("token").and_then(ValueRef::as_str), Some("hunter2"));
    assert_eq!(loaded.get("other"), None);
    let tags = loaded.get("tags").and_then(ValueRef::as_list).unwrap();
    assert_eq!(tags.iter().filter_map(ValueRef::as_str).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!((tags.get(1), tags.get(2)), (Some(ValueRef::String("b")), None));
    assert!(!format!("{loaded:?}").contains("hunter2"), "{loaded:?}");
    assert_eq!(loaded.declaration(), declaration);
    assert!(is_value_file(VALUES) && !is_value_file(DECLARATION) && !is_plan(VALUES));
}

#[test]
fn a_declaration_says_what_it_declares() {
    let declaration = declaration();
    let config = declaration.config().unwrap();
    let checksum = config.checksum();
    assert_eq!(checksum.to_string().parse::<Checksum>(), Ok(checksum));
    assert_eq!(config.value_source(), ValueSource::PackagePath("meta/echo.cvf"));
    assert!(config.holds_sensitive() && declaration.sections().next().is_none());
    let types: Vec<String> = config.fields().map(|field| format!("{field:?}")).collect();
    let expected =
        ["greeting: string:20", "retries: uint8{max=9}", "tags: vector<string:10>:4", "token: string:40"];
    assert_eq!(types, expected);
    let retries = config.field("retries").unwrap();
    assert_eq!((retries.ty().kind(), retries.is_overridable()), (Kind::Uint8, true));
    let tags = config.field("tags").unwrap().ty();
    assert_eq!(tags.element().map(|ty| ty.kind()), Some(Kind::String));
    assert!(config.field("token").unwrap().is_sensitive() && config.field("other").is_none());
}

/// Programs may compare, copy and send values and errors.
#[test]
fn values_and_errors_may_be_sent() {
    fn may_be_sent<T: Send + Sync + 'static>() {}
    may_be_sent::<Values>();
    may_be_sent::<Declaration>();
    may_be_sent::<confc_loader::LoadError>();
    may_be_sent::<confc_loader::FinishError>();
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
    let is_refused =
        |bytes: &[u8]| load(&declaration, bytes).is_err_and(|error| error.kind() == LoadErrorKind::Decode);
    for at in 0..VALUES.len() {
        assert!(is_refused(&VALUES[..at]), "the values, cut off at {at}");
        for bit in 0..8 {
            let mut bytes = VALUES.to_vec();
            bytes[at] ^= 1 << bit;
            assert!(is_refused(&bytes), "the values, bit {bit} of byte {at}");
        }
    }
}

/// As an attacker would make them, who can also make the integrity field.
#[test]
fn values_that_fit_no_type_are_never_loaded() {
    let declaration = declaration();
    let before = load(&declaration, VALUES).unwrap();
    let options = LoadOptions::new().skip_integrity();
    let (mut loaded, mut refused) = (0, 0);
    for at in 0..VALUES.len() {
        for bit in 0..8 {
            let mut bytes = VALUES.to_vec();
            bytes[at] ^= 1 << bit;
            match options.load(&declaration, &bytes) {
                Ok(found) => {
                    let retries = found.get("retries").and_then(ValueRef::as_unsigned);
                    assert!(retries.is_some_and(|retries| retries < 10), "{found:?}");
                    loaded += usize::from(found != before);
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
    for other in [include_bytes!("data/narrower.cm").as_slice(), include_bytes!("data/fewer.cm")] {
        let error = load(&Declaration::decode(other).unwrap(), VALUES).unwrap_err();
        assert_eq!(error.kind(), LoadErrorKind::Checksum, "{error:?}");
        let differences: Vec<String> = error.differences().map(|one| one.to_string()).collect();
        assert!(matches!(&*differences, [one] if one.contains("`retries`")), "{differences:?}");
        assert!(error.to_string().ends_with(&differences[0]), "{error}");
    }
}

#[test]
fn a_parent_overrides_what_it_may() {
    let declaration = declaration();
    let text = |text| LoadOptions::new().override_text(text).load(&declaration, VALUES);
    assert_eq!(text("retries=9").unwrap().get("retries"), Some(ValueRef::Unsigned(9)));
    assert_eq!(text("greeting=hi").unwrap().get("greeting"), Some(ValueRef::String("hi")));
    let value = |key, value| LoadOptions::new().override_value(key, value).load(&declaration, VALUES);
    assert_eq!(value("retries", 9_u8.into()).unwrap(), text("retries=9").unwrap());
    for (refused, key) in [
        (text("retries=-1"), Some("retries")),
        (text("retries=x"), Some("retries")),
        (text("retries"), None),
        (text("other=1"), Some("other")),
        (text("tags=x"), Some("tags")),
        (value("tags", vec!["x"].into()), Some("tags")),
        (value("retries", 10_u8.into()), Some("retries")),
        (value("retries", 256_u16.into()), Some("retries")),
        (value("retries", Value::absent()), Some("retries")),
        (value("x", true.into()), Some("x")),
    ] {
        let error = refused.unwrap_err();
        assert_eq!((error.kind(), error.key()), (LoadErrorKind::Override, key), "{error:?}");
        let is_source = |source: &(dyn Error + 'static)| {
            source.is::<ConstraintError>() && error.to_string().ends_with(&source.to_string())
        };
        assert!(error.source().is_none_or(is_source), "{error:?}");
    }
    let options = LoadOptions::new()
        .override_text("token=hunter2")
        .override_text("hunter2")
        .override_value("retries", 7);
    assert!(!format!("{options:?}").contains(['2', '7']), "{options:?}");
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
