//! Null values through the loader, without the compiler: the bytes are written here.

#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test that fails may panic, in its helpers too")]

mod bytes;

use bytes::{absent_value, checksum, numbered, sealed, sized};
use confc_loader::client::v1::{Builder, Interface, Typed, members};
use confc_loader::{
    ConstraintError, Declaration, FinishOptions, LoadErrorKind, LoadOptions, Plan, Value, ValueRef, load,
};
use std::error::Error;

/// The fields of the declaration: keys and types as text.
const FIELDS: [(&str, &str); 5] = [
    ("limit", "uint8{nullable}?"),
    ("name", "string:9{nullable}"),
    ("port", "uint16{nullable}"),
    ("server", "struct<weight:uint8{nullable}?>{nullable}"),
    ("tags", "vector<string:9>:2"),
];

/// `LayoutConstraint`: `optional` and `nullable`.
const OPTIONAL: u8 = 11;
const NULLABLE: u8 = 13;

/// `ConfigType` with these flags.
fn ty(kind: usize, flags: &[u8]) -> Vec<u8> {
    let flags: Vec<Vec<u8>> = flags.iter().map(|flag| sized(3, numbered(*flag, 1))).collect();
    [numbered(1, kind), flags.concat()].concat()
}

/// `ConfigField`.
fn field(key: &str, ty: Vec<u8>, rest: Vec<u8>) -> Vec<u8> {
    [sized(1, key), sized(2, ty), rest].concat()
}

/// `ConfigType` of a string of at most nine bytes.
fn string(flags: &[u8]) -> Vec<u8> {
    let flags: Vec<Vec<u8>> = flags.iter().map(|flag| sized(3, numbered(*flag, 1))).collect();
    [numbered(1, 10), sized(3, numbered(1, 9)), flags.concat()].concat()
}

/// The declaration. Parents may override all fields but `name`, which is sensitive.
fn declaration_bytes() -> Vec<u8> {
    let parent = || sized(3, [1]);
    let weight = field("weight", ty(2, &[OPTIONAL, NULLABLE]), Vec::new());
    let server = [numbered(1, 15), sized(2, sized(3, weight)), sized(3, numbered(NULLABLE, 1))].concat();
    let tags = [numbered(1, 11), sized(2, sized(1, string(&[]))), sized(3, numbered(3, 2))].concat();
    let fields = [
        field("limit", ty(2, &[OPTIONAL, NULLABLE]), parent()),
        field("name", string(&[NULLABLE]), numbered(6, 1)),
        field("port", ty(3, &[NULLABLE]), [parent(), sized(4, null_value())].concat()),
        field("server", server, parent()),
        field("tags", tags, parent()),
    ];
    let schema =
        [fields.map(|field| sized(1, field)).concat(), sized(2, checksum(&FIELDS)), sized(3, sized(2, []))];
    sealed(&[sized(10, schema.concat())])
}

fn declaration() -> Declaration {
    Declaration::decode(&declaration_bytes()).unwrap()
}

/// `ConfigValue` of null.
fn null_value() -> Vec<u8> {
    sized(6, [])
}

/// `ConfigValue` of a single value of a case with a number.
fn number_value(case: u8, number: usize) -> Vec<u8> {
    sized(1, numbered(case, number))
}

/// `ConfigValue` of a struct.
fn struct_value(member: Vec<u8>) -> Vec<u8> {
    sized(1, sized(14, sized(1, member)))
}

/// Values that fit, in the order of the fields.
fn fitting() -> [Vec<u8>; 5] {
    let tags = sized(2, sized(10, sized(1, "a")));
    [null_value(), null_value(), null_value(), struct_value(null_value()), tags]
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

#[test]
fn null_and_absent_are_two_values() {
    let loaded = load(&declaration(), &value_file(&fitting())).unwrap();
    for key in ["limit", "name", "port"] {
        let value = loaded.get(key).unwrap();
        assert!(value.is_null() && !value.is_absent(), "{key}");
    }
    let server = loaded.get("server").and_then(ValueRef::as_map).unwrap();
    assert_eq!(server.get("weight"), Some(ValueRef::Null));
    // That a secret is null is secret.
    let shown = r#"{limit: null, name: <set>, port: null, server: { weight: null }, tags: ["a"]}"#;
    assert_eq!(format!("{loaded:?}"), shown);

    let other = load(&declaration(), &value_file(&fitting_but(0, absent_value()))).unwrap();
    assert_eq!(other.get("limit"), Some(ValueRef::Absent));
    assert_ne!(other, loaded);
    let other = load(&declaration(), &value_file(&fitting_but(3, null_value()))).unwrap();
    assert_eq!(other.get("server"), Some(ValueRef::Null));
    let other = load(&declaration(), &value_file(&fitting_but(3, struct_value(absent_value())))).unwrap();
    assert_eq!(other.get("server").and_then(ValueRef::as_map).unwrap().get("weight"), Some(ValueRef::Absent));
}

#[test]
fn a_declaration_says_that_a_field_is_nullable() {
    let declaration = declaration();
    let config = declaration.config().unwrap();
    let types: Vec<String> = config.fields().map(|field| format!("{field:?}")).collect();
    assert_eq!(types, FIELDS.map(|(key, ty)| format!("{key}: {ty}")));
    let presence = config.fields().map(|field| (field.is_optional(), field.is_nullable()));
    let expected = [(true, true), (false, true), (false, true), (false, true), (false, false)];
    assert_eq!(presence.collect::<Vec<_>>(), expected);
    assert_eq!(config.field("port").unwrap().default(), Some(ValueRef::Null));
    assert_eq!(config.field("name").unwrap().default(), None);
}

#[test]
fn null_that_does_not_fit_is_refused() {
    let declaration = declaration();
    let list_of_null = sized(2, sized(10, null_value()));
    for (at, value, key, message) in [
        (4, null_value(), "tags", "expected vector<string:9>:2"),
        (4, absent_value(), "tags", "expected vector<string:9>:2"),
        (1, absent_value(), "name", "expected string:9"),
        (2, absent_value(), "port", "expected uint16"),
        (3, absent_value(), "server", "expected struct<weight:uint8{nullable}?>"),
    ] {
        let error = load(&declaration, &value_file(&fitting_but(at, value.clone()))).unwrap_err();
        assert_eq!((error.kind(), error.key()), (LoadErrorKind::Constraint, Some(key)), "{error:?}");
        assert!(error.to_string().contains(message), "{error}");
        Plan::decode(&declaration, &plan_file(&fitting_but(at, value))).unwrap_err();
    }
    // Lists hold single values alone, and null has no content.
    for (at, value) in [(4, list_of_null), (0, sized(6, [1])), (0, numbered(6, 0))] {
        let error = load(&declaration, &value_file(&fitting_but(at, value.clone()))).unwrap_err();
        assert_eq!(error.kind(), LoadErrorKind::Decode, "{error:?}");
        Plan::decode(&declaration, &plan_file(&fitting_but(at, value))).unwrap_err();
    }
}

#[test]
fn declarations_in_which_null_is_ambiguous_are_refused() {
    let refused = |field: Vec<u8>| {
        let schema = [sized(1, field), sized(2, checksum(&FIELDS)), sized(3, sized(2, []))].concat();
        Declaration::decode(&sealed(&[sized(10, schema)])).unwrap_err().to_string()
    };
    let default = |value: Vec<u8>| sized(4, value);
    let json = [numbered(1, 18), sized(3, numbered(1, 9)), sized(3, numbered(NULLABLE, 1))].concat();
    let part = [numbered(1, 11), sized(2, sized(1, ty(2, &[NULLABLE]))), sized(3, numbered(3, 2))].concat();
    for (field, message) in [
        (
            field("a", ty(2, &[OPTIONAL, NULLABLE]), default(number_value(2, 1))),
            "an optional field or member for which null is a value must not have a default",
        ),
        (
            field("a", ty(2, &[OPTIONAL, NULLABLE]), default(null_value())),
            "an optional field or member for which null is a value must not have a default",
        ),
        (field("a", ty(2, &[OPTIONAL]), default(null_value())), "expected the case with field number 1"),
        (field("a", ty(2, &[]), default(null_value())), "expected the case with field number 1"),
        (field("a", ty(2, &[NULLABLE]), default(absent_value())), "expected the case with field number 1"),
        (field("a", ty(2, &[NULLABLE, OPTIONAL]), Vec::new()), "order"),
        (field("a", ty(2, &[NULLABLE, NULLABLE]), Vec::new()), "order"),
        (field("a", json, Vec::new()), "nullable"),
        (field("a", part, Vec::new()), "only fields and members can be `optional` or `nullable`"),
    ] {
        let error = refused(field);
        assert!(error.contains(message), "{message}: {error}");
    }
}

#[test]
fn a_parent_overrides_by_null() {
    let declaration = declaration();
    let bytes = value_file(&fitting_but(2, number_value(3, 80)));
    let value =
        |key: &str, value: Value| LoadOptions::new().override_value(key, value).load(&declaration, &bytes);
    let text = |text: &str| LoadOptions::new().override_text(text).load(&declaration, &bytes);
    assert_eq!(value("port", Value::null()).unwrap().get("port"), Some(ValueRef::Null));
    assert_eq!(text("port=null").unwrap().get("port"), Some(ValueRef::Null));
    assert_eq!(text("port=443").unwrap().get("port"), Some(ValueRef::Unsigned(443)));
    // In a field that is nullable and optional, the text `null` is null.
    assert_eq!(text("limit=null").unwrap().get("limit"), Some(ValueRef::Null));
    assert_eq!(value("limit", Value::absent()).unwrap().get("limit"), Some(ValueRef::Absent));
    assert_eq!(value("server", Value::null()).unwrap().get("server"), Some(ValueRef::Null));
    let server = Value::members([Value::absent()]);
    let taken = value("server", server).unwrap();
    assert_eq!(taken.get("server").and_then(ValueRef::as_map).unwrap().get("weight"), Some(ValueRef::Absent));
    // A value that was read is taken as it is.
    for key in ["limit", "port", "server"] {
        let again = Value::from(taken.get(key).unwrap());
        assert_eq!(value(key, again).unwrap().get(key), taken.get(key));
    }
    for (key, refused) in
        [("port", Value::absent()), ("tags", Value::null()), ("server", Value::members([Value::members([])]))]
    {
        let error = value(key, refused).unwrap_err();
        assert_eq!((error.kind(), error.key()), (LoadErrorKind::Override, Some(key)), "{error:?}");
        assert!(error.source().is_some_and(|source| source.is::<ConstraintError>()), "{error:?}");
    }
}

/// The loader writes null as the compiler does.
#[test]
fn a_finished_plan_is_the_value_file() {
    let declaration = declaration();
    for values in [fitting(), fitting_but(0, absent_value()), fitting_but(3, null_value())] {
        let plan = Plan::decode(&declaration, &plan_file(&values)).unwrap();
        let finished = plan.finish(FinishOptions::new()).unwrap();
        assert_eq!(finished.bytes(), value_file(&values));
        assert_eq!(*finished.values(), load(&declaration, &value_file(&values)).unwrap());
    }
}

/// Clients as `confc generate rust` writes them.
#[derive(Debug, Clone, PartialEq)]
struct Client {
    limit: Option<Option<u8>>,
    name: Option<Box<str>>,
    port: Option<u16>,
    server: Option<Server>,
    tags: Box<[Box<str>]>,
}

#[derive(Debug, Clone, PartialEq)]
struct Server {
    weight: Option<Option<u8>>,
}

impl Typed for Client {
    fn from_value(value: Value) -> Option<Self> {
        let mut members = members(value)?;
        Some(Self {
            limit: Typed::from_value(members.next()?)?,
            name: Typed::from_value(members.next()?)?,
            port: Typed::from_value(members.next()?)?,
            server: Typed::from_value(members.next()?)?,
            tags: Typed::from_value(members.next()?)?,
        })
    }

    fn into_value(self) -> Value {
        Value::members([
            Typed::into_value(self.limit),
            Typed::into_value(Some(self.name)),
            Typed::into_value(Some(self.port)),
            Typed::into_value(Some(self.server)),
            Typed::into_value(self.tags),
        ])
    }
}

impl Typed for Server {
    fn from_value(value: Value) -> Option<Self> {
        let mut members = members(value)?;
        Some(Self { weight: Typed::from_value(members.next()?)? })
    }

    fn into_value(self) -> Value {
        Value::members([Typed::into_value(self.weight)])
    }
}

#[test]
fn clients_have_options() {
    let interface: &'static Interface = Box::leak(Box::new(Interface::new(declaration_bytes().leak())));
    let loaded = |values: &[Vec<u8>; 5]| -> Client {
        interface.load(&value_file(values), &LoadOptions::new()).unwrap()
    };
    let expected = Client {
        limit: Some(None),
        name: None,
        port: None,
        server: Some(Server { weight: Some(None) }),
        tags: ["a".into()].into(),
    };
    assert_eq!(loaded(&fitting()), expected);
    assert_eq!(loaded(&fitting_but(0, absent_value())).limit, None);
    assert_eq!(loaded(&fitting_but(0, number_value(2, 7))).limit, Some(Some(7)));
    assert_eq!(loaded(&fitting_but(3, struct_value(absent_value()))).server, Some(Server { weight: None }));
    assert_eq!(loaded(&fitting_but(3, null_value())).server, None);
    for values in [fitting(), fitting_but(0, absent_value()), fitting_but(3, null_value())] {
        let client = loaded(&values);
        assert_eq!(Client::from_value(client.clone().into_value()), Some(client));
    }

    let mut builder = Builder::new(interface, &[], &[]);
    builder.set(1, Some(None::<Box<str>>));
    builder.set(4, Box::<[Box<str>]>::default());
    let built: Client = builder.clone().build().unwrap();
    // The default of `port` is null; nothing sets the member of `server`.
    let expected = Client {
        limit: None,
        name: None,
        port: None,
        server: Some(Server { weight: None }),
        tags: Box::default(),
    };
    assert_eq!(built, expected);
    builder.set(2, None::<u16>);
    let error = builder.build::<Client>().unwrap_err();
    assert!(error.source().is_some_and(|source| source.is::<ConstraintError>()), "{error}");
}

#[cfg(feature = "serde")]
#[test]
fn null_is_none_for_serde() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Config<'a> {
        limit: Option<Option<u8>>,
        name: Option<&'a str>,
        port: Option<u16>,
        server: Option<Inner>,
    }
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Inner {
        weight: Option<Option<u8>>,
    }
    let read = |values: &[Vec<u8>; 5]| load(&declaration(), &value_file(values)).unwrap();
    let loaded = read(&fitting());
    let server = Some(Inner { weight: Some(None) });
    let expected = Config { limit: Some(None), name: None, port: None, server };
    assert_eq!(loaded.deserialize(), Ok(expected));
    let [absent, seven] = [absent_value(), number_value(2, 7)].map(|value| read(&fitting_but(0, value)));
    assert_eq!(absent.deserialize::<Config<'_>>().unwrap().limit, None);
    assert_eq!(seven.deserialize::<Config<'_>>().unwrap().limit, Some(Some(7)));

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "no value is read")]
    struct Port {
        port: u16,
    }
    let error = loaded.deserialize::<Port>().unwrap_err();
    assert_eq!(error.to_string(), "field `port`: expected u16, found no value");
}
