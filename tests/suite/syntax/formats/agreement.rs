//! Generated texts, read by us in two formats or by another reader too.

use super::Read;
use crate::support::random::{self, Tally};
use confc::syntax::Format;
use proptest::prelude::{Just, Strategy, prop_oneof};
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::TestCaseError;
use proptest::{collection, prop_assert, prop_assert_eq, proptest};
use serde_json::Value;

/// A string of JSON in its quotes: every escape, and characters as they are. YAML counts U+FEFF, most controls and the
/// line breaks of 1.1 out of a text; a JSON writer escapes what it must.
fn json_string() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[ !#-\\[\\]-~]{1,5}",
        1 => "[é…中😀]",
        2 => "\\\\[bfnrt\"\\\\/]",
        1 => "\\\\u[0-9a-cA-C][0-9a-f]{3}",
        1 => "\\\\ud83d\\\\ude[0-9a-f]{2}",
    ];
    collection::vec(piece, 0..4).prop_map(|pieces| format!("\"{}\"", pieces.concat()))
}

fn json_number() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,4})?([eE][+-]?[0-9]{1,2})?"
}

fn space() -> impl Strategy<Value = String> {
    prop_oneof![4 => Just(String::new()), 2 => Just(" ".to_owned()), 1 => "[ ]{0,2}\n[ ]{0,4}", 1 => Just("\r\n\t".to_owned())]
}

/// A text of JSON in some layout.
fn json_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        1 => prop_oneof![Just("null"), Just("true"), Just("false")].prop_map(String::from),
        3 => json_number(),
        3 => json_string(),
    ];
    leaf.prop_recursive(5, 50, 5, |value| {
        let spaced =
            (space(), value, space()).prop_map(|(before, value, after)| before + &value + &after).boxed();
        let member = (space(), json_string(), spaced.clone())
            .prop_map(|(before, key, value)| format!("{before}{key}:{value}"));
        let joined = |items: BoxedStrategy<String>| {
            (collection::vec(items, 0..5), space()).prop_map(|(items, after)| items.join(",") + &after)
        };
        prop_oneof![
            joined(spaced).prop_map(|items| format!("[{items}]")),
            joined(member.boxed()).prop_map(|items| format!("{{{items}}}")),
        ]
    })
}

/// What YAML reads must be what JSON5 reads, down to repeated keys.
fn reads_alike(text: &str) -> Result<(), TestCaseError> {
    let (json, yaml) = (Read::new(Format::Json5, text), Read::yaml(text));
    yaml.check();
    prop_assert!(json.document.is_complete(), "{:?}: {:?}", text, json.told());
    prop_assert!(yaml.document.is_complete(), "{:?}: {:?}", text, yaml.told());
    prop_assert_eq!(json.json(), yaml.json(), "{:?}", text);
    let repeated = |read: &Read| -> Vec<_> { read.document.repeated().to_vec() };
    prop_assert_eq!(repeated(&json), repeated(&yaml), "{:?}", text);
    Ok(())
}

fn toml_key() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-d]", 1 => "[a-d]\\.[a-d]", 1 => "\"[a-d é]{0,2}\"", 1 => "'[a-d.]{0,2}' ?\\. ?[0-9]{1,2}"]
}

fn toml_value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[+-]?(0|[1-9](_?[0-9]){0,17})",
        "[+-]?(0|[1-9](_?[0-9]){0,5})\\.[0-9](_?[0-9]){0,3}([eE][+-]?[0-9]{1,2})?",
        "0x[0-9a-fA-F](_?[0-9a-fA-F]){0,14}",
        "0o[0-7](_?[0-7]){0,19}",
        "0b[01](_?[01]){0,40}",
        "[+-]?(inf|nan)",
        "true|false",
        "\"([ !#-\\[\\]-~é]|\\\\[btnfr\"\\\\]|\\\\u00e[0-9]){0,6}\"",
        "'[ -&(-~é]{0,6}'",
        "\"\"\"\n?([a-c \"]{0,1}[a-c\n]|\\\\\n {0,3}b){0,4}\"\"\"",
        "'''\n?([a-c \\\\]|'[a-c]|\n){0,4}'''",
    ];
    leaf.prop_recursive(3, 12, 4, |value| {
        let member = (toml_key(), value.clone()).prop_map(|(key, value)| format!("{key} = {value}"));
        prop_oneof![
            collection::vec(value, 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
            collection::vec(member, 0..3).prop_map(|members| format!("{{ {} }}", members.join(", "))),
        ]
    })
}

fn toml_text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        6 => (toml_key(), toml_value()).prop_map(|(key, value)| format!("{key} = {value}\n")),
        1 => toml_key().prop_map(|key| format!("[{key}] # header\n")),
        1 => toml_key().prop_map(|key| format!("[[{key}]]\r\n")),
        1 => Just("# comment\n\n".to_owned()),
    ];
    collection::vec(line, 0..8).prop_map(|lines| lines.concat())
}

/// The crate's own value in the form of ours.
fn theirs(value: &toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.as_str().into(),
        toml::Value::Integer(value) => (*value).into(),
        toml::Value::Float(value) => (*value).into(),
        toml::Value::Boolean(value) => (*value).into(),
        toml::Value::Datetime(_) => panic!("none is generated"),
        toml::Value::Array(elements) => elements.iter().map(theirs).collect(),
        toml::Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), theirs(value))).collect(),
    }
}

proptest! {
    #![proptest_config(random::cases(1000))]

    #[test]
    fn json_is_read_alike_as_json5_and_as_yaml(text in json_text()) {
        reads_alike(&text)?;
    }
}

#[test]
fn toml_is_read_as_by_its_own_types() {
    let tally = Tally::default();
    proptest!(random::cases(1_000), |(text in toml_text())| {
        let ours = Read::toml(&text);
        ours.check();
        let theirs = text.parse::<toml::Table>().ok().map(|table| theirs(&toml::Value::Table(table)));
        prop_assert_eq!(ours.is_accepted(), theirs.is_some(), "{:?}: {:?}", text, ours.told());
        tally.count(theirs.is_some());
        if let Some(theirs) = theirs {
            prop_assert_eq!(ours.json(), theirs, "{:?}", text);
        }
    });
    tally.demand(20, 10);
}
