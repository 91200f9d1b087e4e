//! JSON values through the loader, without the compiler: the bytes are written here, by `proto/confc/v1`.

#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test that fails may panic, in its helpers too")]

mod bytes;

use bytes::{absent_value, checksum, numbered, sealed, sized};
use confc_loader::client::v1::{Builder, Interface, Json, Typed, members};
use confc_loader::{
    ConstraintError, Declaration, DecodeError, FinishOptions, Kind, LoadErrorKind, LoadOptions, Plan, Value,
    ValueRef, load,
};
use std::collections::BTreeMap;
use std::error::Error;

/// The fields of the declaration: keys and types as text.
const FIELDS: [(&str, &str); 5] = [
    ("affinity", "json:400"),
    ("extra", "json:20{kinds=object|null}?"),
    ("labels", "map<string:10,json:400>:4"),
    ("secret", "json:400"),
    ("tolerations", "vector<json:400>:4"),
];

/// Texts that are JSON, or nearly, and that no file may hold.
const NOT_CANONICAL: &[&str] = &[
    r#"{"b":1,"a":1}"#,
    r#"{"a":1,"a":2}"#,
    "[1 ]",
    "01",
    "1e3",
    "1.50",
    r#""\u0041""#,
    r#""\ud800""#,
    r#""\ud83d\ude00""#,
    "-0",
    "1e999",
    "18446744073709551616",
    "",
    "[1",
    "{}{}",
    "\u{feff}{}",
];

/// The declaration. Parents may override all fields but `secret`, which is sensitive.
fn declaration_bytes(default: &str) -> Vec<u8> {
    let constraint = |number, value| sized(3, numbered(number, value));
    let part = |ty: Vec<u8>| sized(2, sized(1, ty));
    let json = || [numbered(1, 18), constraint(1, 400)].concat();
    let string = [numbered(1, 10), constraint(1, 10)].concat();
    let extra = [numbered(1, 18), constraint(1, 20), constraint(11, 1), constraint(12, 0x30)].concat();
    let labels = [numbered(1, 17), part(string), part(json()), constraint(3, 4)].concat();
    let tolerations = [numbered(1, 11), part(json()), constraint(3, 4)].concat();
    let parent = || sized(3, [1]);
    let field =
        |key: &str, ty: Vec<u8>, rest: Vec<u8>| sized(1, [sized(1, key), sized(2, ty), rest].concat());
    let fields = [
        field("affinity", json(), [parent(), sized(4, json_value(default))].concat()),
        field("extra", extra, parent()),
        field("labels", labels, parent()),
        field("secret", json(), numbered(6, 1)),
        field("tolerations", tolerations, parent()),
    ];
    let schema = [fields.concat(), sized(2, checksum(&FIELDS)), sized(3, sized(2, []))].concat();
    sealed(&[sized(10, schema)])
}

fn declaration() -> Declaration {
    Declaration::decode(&declaration_bytes("{}")).unwrap()
}

/// `ConfigValue` of a JSON value.
fn json_value(text: impl AsRef<[u8]>) -> Vec<u8> {
    sized(1, sized(15, text))
}

/// `ConfigValue` of a vector of JSON values.
fn vector_value(texts: &[&str]) -> Vec<u8> {
    sized(2, jsons(texts))
}

/// `ConfigValue` of a map of JSON values.
fn map_value(keys: &[&str], texts: &[&str]) -> Vec<u8> {
    let keys: Vec<Vec<u8>> = keys.iter().map(|key| sized(1, key)).collect();
    sized(4, [keys.concat(), sized(2, jsons(texts))].concat())
}

/// `ConfigVectorValue` of JSON values.
fn jsons(texts: &[&str]) -> Vec<u8> {
    let texts: Vec<Vec<u8>> = texts.iter().map(|text| sized(1, text)).collect();
    sized(15, texts.concat())
}

/// Values that fit, in the order of the fields.
fn fitting() -> [Vec<u8>; 5] {
    [
        json_value(r#"{"weight":1.0}"#),
        json_value("null"),
        map_value(&["a", "b"], &["1", r#""x""#]),
        json_value(r#"{"password":"hunter2"}"#),
        vector_value(&["[1,2]", "false"]),
    ]
}

/// `fitting`, with another value for the field at this position.
fn fitting_but(at: usize, value: Vec<u8>) -> [Vec<u8>; 5] {
    bytes::but(fitting(), at, value)
}

fn value_file(values: &[Vec<u8>; 5]) -> Vec<u8> {
    bytes::value_file(&FIELDS, values)
}

fn plan_file(values: &[Vec<u8>; 5]) -> Vec<u8> {
    bytes::plan_file(&FIELDS, values)
}

fn json(text: &str) -> Json {
    Json::try_from(text).unwrap()
}

#[test]
fn json_is_read_as_its_text() {
    let loaded = load(&declaration(), &value_file(&fitting())).unwrap();
    assert_eq!(loaded.get("affinity").and_then(ValueRef::as_json), Some(r#"{"weight":1.0}"#));
    assert_eq!(loaded.get("affinity").and_then(ValueRef::as_str), None);
    assert_eq!(loaded.get("extra"), Some(ValueRef::Json("null")));
    let labels = loaded.get("labels").and_then(ValueRef::as_map).unwrap();
    assert_eq!(
        labels.iter().collect::<Vec<_>>(),
        [("a", ValueRef::Json("1")), ("b", ValueRef::Json(r#""x""#))]
    );
    assert_eq!(labels.get("b").and_then(ValueRef::as_json), Some(r#""x""#));
    let tolerations = loaded.get("tolerations").and_then(ValueRef::as_list).unwrap();
    assert_eq!(tolerations.iter().filter_map(ValueRef::as_json).collect::<Vec<_>>(), ["[1,2]", "false"]);
    assert_eq!(tolerations.get(2), None);
    let shown = format!("{loaded:?}");
    assert!(shown.contains("weight") && !shown.contains("hunter2"), "{shown}");
    let other = load(&declaration(), &value_file(&fitting_but(1, absent_value()))).unwrap();
    assert_eq!(other.get("extra"), Some(ValueRef::Absent));
    assert_ne!(other, loaded);
}

#[test]
fn a_declaration_says_that_a_field_is_json() {
    let declaration = declaration();
    let config = declaration.config().unwrap();
    let types: Vec<String> = config.fields().map(|field| format!("{field:?}")).collect();
    assert_eq!(types, FIELDS.map(|(key, ty)| format!("{key}: {ty}")));
    assert_eq!(config.field("affinity").unwrap().ty().kind(), Kind::Json);
    assert_eq!(config.field("affinity").unwrap().default(), Some(ValueRef::Json("{}")));
    assert_eq!(config.field("labels").unwrap().ty().element().map(|ty| ty.kind()), Some(Kind::Json));
}

/// As an attacker would write them, who can also write the integrity field.
#[test]
fn texts_that_are_not_canonical_are_refused() {
    let declaration = declaration();
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let places = |text: &str| {
        [
            fitting_but(0, json_value(text)),
            fitting_but(2, map_value(&["a", "b"], &["1", text])),
            fitting_but(3, json_value(text)),
            fitting_but(4, vector_value(&[text, "1"])),
        ]
    };
    for accepted in
        [&deep(64), r#"{"a":1,"b":1}"#, "1.5", "1000.0", r#""A""#, "\"\u{1f600}\"", "18446744073709551615"]
    {
        for values in places(accepted) {
            load(&declaration, &value_file(&values)).unwrap();
            Plan::decode(&declaration, &plan_file(&values)).unwrap();
        }
        Declaration::decode(&declaration_bytes(accepted)).unwrap();
    }
    for refused in NOT_CANONICAL.iter().copied().chain([&*deep(65)]) {
        for values in places(refused) {
            let bytes = value_file(&values);
            for options in [LoadOptions::new(), LoadOptions::new().skip_integrity()] {
                let error = options.load(&declaration, &bytes).unwrap_err();
                assert_eq!(error.kind(), LoadErrorKind::Decode, "{refused}: {error:?}");
                let source = error.source().and_then(|source| source.downcast_ref::<DecodeError>()).unwrap();
                assert!(source.to_string().contains(": a JSON value is refused: "), "{refused}: {source}");
                assert!(source.offset() > 0 && source.offset() < bytes.len(), "{refused}: {source}");
            }
            Plan::decode(&declaration, &plan_file(&values)).unwrap_err();
        }
        let error = Declaration::decode(&declaration_bytes(refused)).unwrap_err().to_string();
        assert!(error.contains(": a JSON value is refused: "), "{refused}: {error}");
        assert!(Value::json(refused).is_err() && Json::try_from(refused).is_err(), "{refused}");
    }
    // A surrogate in UTF-8.
    let bytes = value_file(&fitting_but(0, json_value(b"\"\xed\xa0\x80\"")));
    assert_eq!(load(&declaration, &bytes).unwrap_err().kind(), LoadErrorKind::Decode);
}

#[test]
fn json_that_does_not_fit_is_refused() {
    let declaration = declaration();
    let long = format!("\"{}\"", "a".repeat(399));
    let text = sized(1, sized(10, "{}"));
    for (at, value, key, message) in [
        (
            0,
            json_value("null"),
            "affinity",
            "expected JSON of the kind bool|number|string|array|object, found null",
        ),
        (1, json_value("[]"), "extra", "expected JSON of the kind object|null, found array"),
        (1, json_value(r#"{"a":"0123456789abc"}"#), "extra", "at most 20"),
        (3, json_value(&long), "secret", "at most 400"),
        (4, vector_value(&["1", "null"]), "tolerations", "element 1: expected JSON of the kind"),
        (0, text, "affinity", "expected json:400"),
        (4, sized(2, sized(10, sized(1, "{}"))), "tolerations", "expected vector<json:400>:4"),
        (0, absent_value(), "affinity", "expected json:400"),
    ] {
        let error = load(&declaration, &value_file(&fitting_but(at, value))).unwrap_err();
        assert_eq!((error.kind(), error.key()), (LoadErrorKind::Constraint, Some(key)), "{error:?}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn a_parent_overrides_json() {
    let declaration = declaration();
    let bytes = value_file(&fitting());
    let value =
        |key: &str, value: Value| LoadOptions::new().override_value(key, value).load(&declaration, &bytes);
    let taken = value("affinity", Value::json("[1.0]").unwrap()).unwrap();
    assert_eq!(taken.get("affinity"), Some(ValueRef::Json("[1.0]")));
    assert_eq!(value("affinity", json("[1.0]").into()).unwrap(), taken);
    // A value that was read is taken as it is, alone, in a vector and in a map.
    for key in ["affinity", "extra", "labels", "tolerations"] {
        let again = Value::from(taken.get(key).unwrap());
        assert_eq!(value(key, again).unwrap().get(key), taken.get(key));
    }
    let taken = value("tolerations", vec![json("{}")].into()).unwrap();
    assert_eq!(
        taken.get("tolerations").and_then(ValueRef::as_list).unwrap().get(0),
        Some(ValueRef::Json("{}"))
    );
    let taken = value("labels", BTreeMap::from([("c", json("2"))]).into()).unwrap();
    assert_eq!(taken.get("labels").and_then(ValueRef::as_map).unwrap().get("c"), Some(ValueRef::Json("2")));
    let taken = value("extra", None::<Json>.into()).unwrap();
    assert_eq!(taken.get("extra"), Some(ValueRef::Absent));
    for (key, refused) in [
        ("affinity", "{}".into()),
        ("affinity", Value::json("null").unwrap()),
        ("affinity", ValueRef::Json("{ }").into()),
        ("extra", ValueRef::Json("{ }").into()),
        ("tolerations", vec!["{}"].into()),
        ("tolerations", json("[]").into()),
    ] {
        let error = value(key, refused).unwrap_err();
        assert_eq!((error.kind(), error.key()), (LoadErrorKind::Override, Some(key)), "{error:?}");
        assert!(error.source().is_some_and(|source| source.is::<ConstraintError>()), "{error:?}");
    }
    let error = LoadOptions::new().override_text("affinity={}").load(&declaration, &bytes).unwrap_err();
    let message = "override of `affinity`: a vector, an array, a map, a struct or JSON cannot be set as text";
    assert_eq!((error.kind(), error.to_string()), (LoadErrorKind::Override, message.to_owned()));
}

/// The loader writes JSON as the compiler does.
#[test]
fn a_finished_plan_is_the_value_file() {
    let declaration = declaration();
    for values in [fitting(), fitting_but(1, absent_value()), fitting_but(4, vector_value(&[]))] {
        let plan = Plan::decode(&declaration, &plan_file(&values)).unwrap();
        let finished = plan.finish(FinishOptions::new()).unwrap();
        assert_eq!(finished.bytes(), value_file(&values));
        assert_eq!(*finished.values(), load(&declaration, &value_file(&values)).unwrap());
    }
}

/// A client as `confc generate rust` writes it.
#[derive(Debug, Clone, PartialEq)]
struct Client {
    affinity: Json,
    extra: Option<Json>,
    labels: BTreeMap<Box<str>, Json>,
    secret: Json,
    tolerations: Box<[Json]>,
}

impl Typed for Client {
    fn from_value(value: Value) -> Option<Self> {
        let mut members = members(value)?;
        Some(Self {
            affinity: Typed::from_value(members.next()?)?,
            extra: Typed::from_value(members.next()?)?,
            labels: Typed::from_value(members.next()?)?,
            secret: Typed::from_value(members.next()?)?,
            tolerations: Typed::from_value(members.next()?)?,
        })
    }

    fn into_value(self) -> Value {
        Value::members([
            Typed::into_value(self.affinity),
            Typed::into_value(self.extra),
            Typed::into_value(self.labels),
            Typed::into_value(self.secret),
            Typed::into_value(self.tolerations),
        ])
    }
}

#[test]
fn clients_have_json() {
    let interface: &'static Interface = Box::leak(Box::new(Interface::new(declaration_bytes("{}").leak())));
    let loaded: Client = interface.load(&value_file(&fitting()), &LoadOptions::new()).unwrap();
    let expected = Client {
        affinity: json(r#"{"weight":1.0}"#),
        extra: Some(json("null")),
        labels: [("a".into(), json("1")), ("b".into(), json(r#""x""#))].into(),
        secret: json(r#"{"password":"hunter2"}"#),
        tolerations: [json("[1,2]"), json("false")].into(),
    };
    assert_eq!(loaded, expected);
    assert_eq!(Client::from_value(loaded.clone().into_value()), Some(loaded));

    let mut builder = Builder::new(interface, &[], &[]);
    builder.set(2, BTreeMap::<Box<str>, Json>::from([("a".into(), json("[]"))]));
    builder.set(3, json("1"));
    builder.set(4, Box::<[Json]>::from([json("{}")]));
    let built: Client = builder.clone().build().unwrap();
    assert_eq!((built.affinity, built.extra, built.secret), (json("{}"), None, json("1")));
    assert_eq!((built.tolerations, built.labels), ([json("{}")].into(), [("a".into(), json("[]"))].into()));
    builder.set(0, json("null"));
    let error = builder.build::<Client>().unwrap_err();
    assert!(error.source().is_some_and(|source| source.is::<ConstraintError>()), "{error}");
}

#[cfg(feature = "serde")]
#[test]
fn json_is_a_string_for_serde() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Config<'a> {
        affinity: &'a str,
        extra: Option<String>,
        #[serde(borrow)]
        labels: BTreeMap<&'a str, &'a str>,
        tolerations: Vec<String>,
    }
    #[derive(Debug, serde::Deserialize)]
    enum Variant {
        #[serde(rename = "null")]
        Null,
    }
    let loaded = load(&declaration(), &value_file(&fitting())).unwrap();
    let config: Config<'_> = loaded.deserialize().unwrap();
    let labels = [("a", "1"), ("b", r#""x""#)].into();
    let tolerations = vec!["[1,2]".into(), "false".into()];
    let expected = Config { affinity: r#"{"weight":1.0}"#, extra: Some("null".into()), labels, tolerations };
    assert_eq!(config, expected);

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "no value is read")]
    struct Extra {
        extra: Variant,
    }
    let error = loaded.deserialize::<Extra>().unwrap_err();
    assert_eq!(error.path(), "extra", "{error}");
    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "no value is read")]
    struct Secret {
        secret: u8,
    }
    let error = loaded.deserialize::<Secret>().unwrap_err();
    assert_eq!(error.to_string(), "field `secret`: expected u8, found another value");
}
