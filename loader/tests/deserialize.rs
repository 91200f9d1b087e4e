//! Values in types of a component, and the sentences of those that do not fit.

#![cfg(all(test, feature = "serde"))]
#![allow(clippy::unwrap_used, reason = "a test that fails may panic, in its helpers too")]

use confc_loader::{Declaration, LoadOptions, Value, Values};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// The values of `texts.cvf`, some of which are overridden.
fn values() -> Values {
    let declaration = Declaration::decode(include_bytes!("data/texts.cm")).unwrap();
    let map: BTreeMap<&str, bool> = [("k.1", true)].into();
    let options = LoadOptions::new()
        .override_text("either=-7")
        .override_text("float=0.5")
        .override_text("mode=tls")
        .override_text("secret=1min")
        .override_text("text=é")
        .override_value("map", map)
        .override_value("struct", Value::members([false.into()]))
        .override_value("vector", vec!["a", "b"]);
    options.load(&declaration, include_bytes!("data/texts.cvf")).unwrap()
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Plain,
    Tls,
    Null,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Either {
    All(Vec<bool>),
    Name(String),
    On(bool),
    Size(i16),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Tagged {
    A { x: bool },
    B { y: bool },
}

#[derive(Debug, PartialEq, Deserialize)]
struct Inner {
    a: bool,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Everything {
    array: [bool; 1],
    big: u64,
    bool: bool,
    either: Either,
    float: f32,
    json: String,
    long: f64,
    map: BTreeMap<String, bool>,
    maybe: Option<u8>,
    memory: i64,
    mode: Mode,
    null_or_absent: Option<Option<i8>>,
    nullable: Option<i8>,
    secret: u32,
    small: i8,
    #[serde(rename = "struct")]
    structure: Inner,
    tagged: Tagged,
    text: String,
    vector: (String, String),
}

#[test]
fn values_become_members() {
    let values = values();
    let everything: Everything = values.deserialize().unwrap();
    let expected = Everything {
        array: [true],
        big: 0,
        bool: false,
        either: Either::Size(-7),
        float: 0.5,
        json: "1".into(),
        long: 0.0,
        map: [("k.1".to_owned(), true)].into(),
        maybe: None,
        memory: 1,
        mode: Mode::Tls,
        null_or_absent: None,
        nullable: None,
        secret: 60,
        small: 0,
        structure: Inner { a: false },
        tagged: Tagged::A { x: true },
        text: "é".into(),
        vector: ("a".into(), "b".into()),
    };
    assert_eq!(everything, expected);
}

/// The error of the values as a type with one member.
fn refused<T: DeserializeOwned>() -> String {
    values().deserialize::<T>().err().map_or_else(|| "accepted".into(), |error| error.to_string())
}

macro_rules! refused {
    ($key:ident: $ty:ty) => {{
        #[derive(Deserialize)]
        struct Only {
            #[allow(dead_code, reason = "it is never read")]
            $key: $ty,
        }
        refused::<Only>()
    }};
}

#[test]
fn values_that_do_not_fit_are_named() {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Other {
        Size(#[allow(dead_code, reason = "it is never read")] bool),
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}
    for (refused, expected) in [
        (refused!(bool: u8), "field `bool`: expected u8, found boolean `false`"),
        (refused!(small: String), "field `small`: expected a string, found integer `0`"),
        (refused!(text: char), "accepted"),
        (refused!(text: u8), "field `text`: expected u8, found string \"é\""),
        (refused!(float: bool), "field `float`: expected a boolean, found floating point `0.5`"),
        (refused!(maybe: u8), "field `maybe`: expected u8, found no value"),
        (refused!(nullable: i8), "field `nullable`: expected i8, found no value"),
        (refused!(array: [bool; 2]), "field `array`: invalid length 1, expected an array of length 2"),
        (refused!(array: (u8,)), "field `array[0]`: expected u8, found boolean `true`"),
        (refused!(vector: Vec<u8>), "field `vector[0]`: expected u8, found string \"a\""),
        (refused!(map: BTreeMap<String, u8>), "field `map[\"k.1\"]`: expected u8, found boolean `true`"),
        (refused!(map: Vec<bool>), "field `map`: expected a sequence, found map"),
        (refused!(structure: Inner), "missing field `structure`"),
        (refused!(mode: Other), "field `mode`: unknown variant `tls`, expected `size`"),
        (refused!(either: Other), "field `either`: expected a boolean, found integer `-7`"),
        (
            refused!(tagged: Mode),
            "field `tagged`: unknown variant `a`, expected one of `plain`, `tls`, `null`",
        ),
        (refused!(secret: String), "field `secret`: expected a string, found another value"),
        (refused!(secret: u8), "accepted"),
        (refused!(json: u8), "field `json`: expected u8, found string \"1\""),
        (refused!(other: u8), "missing field `other`"),
        (refused::<Nothing>(), "unknown field `array`, there are no fields"),
    ] {
        assert_eq!(refused, expected);
    }
}
