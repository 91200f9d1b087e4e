//! Changes as text and as JSON: both forms tell of them, and neither of a secret.

use crate::support::changes::{for_random_pairs, printed};
use crate::values::{config, seal};
use confc::compare::{ChangeKind, CompareMode, Exemption, Outcome, compare, judge};
use confc::types::{Field, Key, StringType, Type, Value};

#[test]
fn both_forms_tell_of_changes() {
    for_random_pairs(|text, json| {
        let shown: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(text.is_empty(), shown["changes"].as_array().unwrap().is_empty());
        assert!(!text.chars().any(|c| c != '\n' && confc::text::escape::is_unsafe(c)), "{text}");
    });
}

/// Every value that somebody could mean by a secret, on either side, at every depth.
#[test]
fn no_default_of_a_sensitive_field_is_printed() {
    let string = |secret: &str, sensitive: bool| Field {
        sensitive,
        default: Some(Value::String(secret.into())),
        ..Field::new(
            Key::new("a").unwrap(),
            Type::String(StringType { max_size: 20, min_size: 0, pattern: None }),
        )
    };
    let within = |field: Field, sensitive: bool, own: bool| {
        let default = field.default.clone().filter(|_| own).map(|value| Value::Struct([value].into()));
        let ty = Type::Struct(confc::types::StructType::new(vec![field]));
        Field { sensitive, default, ..Field::new(Key::new("s").unwrap(), ty) }
    };
    let mut shapes: Vec<[Field; 2]> = Vec::new();
    for [a, b] in [[true, true], [true, false], [false, true]] {
        shapes.push([string("hunter2", a), string("hunter3", b)]);
        for own in [true, false] {
            shapes.push([within(string("hunter2", a), false, own), within(string("hunter3", b), false, own)]);
            shapes.push([within(string("hunter2", false), a, own), within(string("hunter3", false), b, own)]);
        }
    }
    for [old, new] in shapes {
        let (old, new) = (seal(vec![old]), seal(vec![new]));
        for text in printed(&old, &new, CompareMode::Full, &[]) {
            assert!(text.contains("default-changed") && text.contains("<set>"), "{text}");
            assert!(!text.contains("hunter"), "{text}");
        }
        assert_eq!(config(&old).checksum(), config(&new).checksum());
    }
}

#[test]
fn exemptions_are_read_and_used() {
    let exemption = |text: &str| text.parse::<Exemption>().map_err(|error| error.to_string());
    assert_eq!(
        exemption("min-raised:a.b"),
        Ok(Exemption { kind: ChangeKind::MinRaised, field: "a.b".into() })
    );
    let no_field = "expected CHANGE:FIELD, such as `field-removed:server.port`";
    assert_eq!(exemption("min-raised"), Err(no_field.into()));
    assert_eq!(exemption("min-raised:"), Err(no_field.into()));
    assert_eq!(
        exemption("min-rised:a").unwrap_err(),
        "there is no kind of change `min-rised`; did you mean `min-raised`?"
    );
    assert_eq!(
        exemption("\u{1b}[2J:a").unwrap_err(),
        "there is no kind of change `\\u{1b}[2J`; `confc diff` prints the kind of each change"
    );

    let with =
        |keys: &[&str]| seal(keys.iter().map(|key| Field::new(Key::new(key).unwrap(), Type::Bool)).collect());
    let (old, new) = (with(&["a", "b", "c"]), with(&["c"]));
    let changes = compare(&old, &new);
    let allow = [
        "field-removed-required:b",
        "field-removed-required:c",
        "field-removed-required:b",
        "field-removed:a",
    ];
    let allow = allow.map(|text| exemption(text).unwrap());
    let verdict = judge(&changes, CompareMode::Backward, &allow);
    assert_eq!(verdict.outcomes, [Outcome::Breach, Outcome::Exempt]);
    // An exemption that stands there twice is used twice.
    assert_eq!(verdict.used, [0, 2].into());
    assert_eq!(verdict.breaches(), 1);
}
