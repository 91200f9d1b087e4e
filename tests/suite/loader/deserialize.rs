//! Loaded values in structs of a component's own.

use crate::declaration::checksum::{integer, string, vector};
use crate::values::{field, file, seal, text};
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::types::{
    ArrayType, EnumType, Field, FloatKind, FloatType, IntegerKind, Key, List, MapEntries, MapType,
    StructType, Type, Value, Variant,
};
use confc_loader::{DeserializeError, ValueRef, Values};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap};

/// Loads values for these fields, in any order, and hands them on.
fn with_loaded<T>(fields: Vec<(Field, Value)>, then: impl FnOnce(&Values) -> T) -> T {
    let mut fields = fields;
    fields.sort_by(|(a, _), (b, _)| a.key.cmp(&b.key));
    let declaration: Declaration = seal(fields.iter().map(|(field, _)| field.clone()).collect());
    let values: Vec<Value> = fields.into_iter().map(|(_, value)| value).collect();
    let bytes = file(&declaration, &values, EmbeddedSchema::Omit);
    let declaration = confc_loader::Declaration::decode(&confc::declaration::encode(&declaration)).unwrap();
    then(&confc_loader::load(&declaration, &bytes).unwrap())
}

/// One field `a`, read as a struct with such a member.
fn one<T: DeserializeOwned>(ty: Type, value: Value) -> Result<T, DeserializeError> {
    #[derive(Deserialize)]
    struct One<T> {
        a: T,
    }
    with_loaded(vec![(field("a", ty), value)], |loaded| loaded.deserialize().map(|One { a }| a))
}

fn float(kind: FloatKind) -> Type {
    Type::Float(FloatType::new(kind))
}

fn array(count: u32, element: Type) -> Type {
    Type::Array(ArrayType { count, unique: false, element: Box::new(element) })
}

fn level() -> Type {
    let variant = |name, number| Variant::new(Key::new(name).unwrap(), number);
    Type::Enum(EnumType::new(vec![variant("debug", -1), variant("info", 5)]))
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Level {
    Debug,
    Info,
}

#[test]
fn integers_at_their_extremes() {
    let unsigned = |kind, n: u64| (integer(kind), Value::Unsigned(n));
    let signed = |kind, n: i64| (integer(kind), Value::Signed(n));
    macro_rules! extremes {
        ($case:ident $($kind:ident $ty:ident)*) => {$(
            for n in [$ty::MIN, $ty::MAX] {
                let (ty, value) = $case(IntegerKind::$kind, n.into());
                assert_eq!(one::<$ty>(ty.clone(), value.clone()), Ok(n));
                assert_eq!(one::<i128>(ty.clone(), value.clone()), Ok(n.into()));
                assert_eq!(one::<Option<$ty>>(ty, value), Ok(Some(n)));
            }
        )*};
    }
    extremes!(unsigned Uint8 u8 Uint16 u16 Uint32 u32 Uint64 u64);
    extremes!(signed Int8 i8 Int16 i16 Int32 i32 Int64 i64);
    // Into any type that holds the value, and no other.
    let (ty, value) = unsigned(IntegerKind::Uint16, 255);
    assert_eq!(one::<u8>(ty, value), Ok(255));
    let (ty, value) = unsigned(IntegerKind::Uint16, 256);
    let error = one::<u8>(ty, value).unwrap_err();
    assert_eq!(
        (error.path(), error.to_string().as_str()),
        ("a", "field `a`: expected u8, found integer `256`")
    );
    let (ty, value) = signed(IntegerKind::Int8, -1);
    assert!(one::<u64>(ty, value).is_err());
}

#[test]
fn floats_bools_and_strings() {
    assert_eq!(one::<bool>(Type::Bool, Value::Bool(true)), Ok(true));
    for n in [f32::MIN, f32::MAX, f32::MIN_POSITIVE, 0.1] {
        let value = || Value::Float(n.into());
        assert_eq!(one::<f32>(float(FloatKind::Float32), value()), Ok(n));
        assert_eq!(one::<f64>(float(FloatKind::Float32), value()), Ok(n.into()));
    }
    for n in [f64::MIN, f64::MAX, f64::MIN_POSITIVE, 0.1] {
        assert_eq!(one::<f64>(float(FloatKind::Float64), Value::Float(n)), Ok(n));
    }
    assert_eq!(one::<String>(string(9), text("é")), Ok("é".into()));
    assert_eq!(one::<char>(string(9), text("é")), Ok('é'));
    assert_eq!(one::<Box<str>>(string(9), text("")), Ok("".into()));
    assert!(one::<bool>(string(9), text("true")).is_err());
    assert!(one::<String>(Type::Bool, Value::Bool(true)).is_err());
}

#[test]
fn enums_by_name() {
    assert_eq!(one::<Level>(level(), Value::Variant(-1)), Ok(Level::Debug));
    assert_eq!(one::<String>(level(), Value::Variant(5)), Ok("info".into()));
    assert_eq!(one::<Level>(string(9), text("info")), Ok(Level::Info));
    assert!(one::<i64>(level(), Value::Variant(5)).is_err());
    let list = || Value::List(List::Variant([5, -1, 5].into()));
    assert_eq!(one(vector(9, level()), list()), Ok(vec![Level::Info, Level::Debug, Level::Info]));
    #[derive(Debug, Deserialize)]
    enum Other {
        #[serde(rename = "debug")]
        Debug,
    }
    let error = one::<Vec<Other>>(vector(9, level()), list()).unwrap_err().to_string();
    assert_eq!(error, "field `a[0]`: unknown variant `info`, expected `debug`");
    assert!(one::<Level>(Type::Bool, Value::Bool(true)).is_err());
    let only = one::<Vec<Other>>(vector(9, level()), Value::List(List::Variant([-1].into()))).unwrap();
    assert!(matches!(only[..], [Other::Debug]));
}

#[test]
fn vectors_and_arrays() {
    let numbers = |n: &[u64]| Value::List(List::Unsigned(n.into()));
    let uint16 = || integer(IntegerKind::Uint16);
    let list = || vector(9, uint16());
    assert_eq!(one::<Vec<u16>>(list(), numbers(&[1, 65535])), Ok(vec![1, 65535]));
    assert_eq!(one::<Vec<u16>>(list(), numbers(&[])), Ok(vec![]));
    assert_eq!(one::<[u16; 3]>(array(3, uint16()), numbers(&[1, 2, 3])), Ok([1, 2, 3]));
    assert_eq!(one::<(u8, u64, i32)>(array(3, uint16()), numbers(&[1, 2, 3])), Ok((1, 2, 3)));
    for n in [&[1, 2][..], &[1, 2, 3, 4]] {
        // Serde's own arrays would pass over what stands behind their length.
        let error = one::<[u16; 3]>(list(), numbers(n)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("field `a`: invalid length {}", n.len())), "{error}");
    }
    let strings = Value::List(List::String(["x".into(), "".into()].into()));
    assert_eq!(one::<Vec<String>>(vector(9, string(9)), strings), Ok(vec!["x".into(), String::new()]));
    let bools = Value::List(List::Bool([true, false].into()));
    assert_eq!(one::<[bool; 2]>(vector(9, Type::Bool), bools), Ok([true, false]));
    let floats = Value::List(List::Float([0.5].into()));
    assert_eq!(one::<Vec<f32>>(vector(9, float(FloatKind::Float32)), floats), Ok(vec![0.5]));
    let signed = Value::List(List::Signed([i64::MIN].into()));
    assert_eq!(one::<Vec<i64>>(vector(9, integer(IntegerKind::Int64)), signed), Ok(vec![i64::MIN]));
    let error = one::<Vec<u8>>(list(), numbers(&[1, 2, 300])).unwrap_err();
    assert_eq!(error.path(), "a[2]");
}

#[test]
fn structs_and_what_borrows() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Server<'a> {
        host: &'a str,
        port: Option<u16>,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Config<'a> {
        #[serde(borrow)]
        servers: Vec<Server<'a>>,
        #[serde(borrow)]
        main: Server<'a>,
        #[serde(default)]
        more: Option<bool>,
    }
    let members = || vec![field("host", string(9)), field("port", integer(IntegerKind::Uint16))];
    let server = || Type::Struct(StructType::new(members()));
    let of = |host: &str, port: u64| -> Box<[Value]> { [text(host), Value::Unsigned(port)].into() };
    let fields = || {
        vec![
            (
                field("servers", vector(9, server())),
                Value::List(List::Struct([of("a", 1), of("b", 2)].into())),
            ),
            (field("main", server()), Value::Struct(of("c", 3))),
        ]
    };
    with_loaded(fields(), |loaded| {
        let server = |host, port| Server { host, port: Some(port) };
        let expected =
            Config { servers: vec![server("a", 1), server("b", 2)], main: server("c", 3), more: None };
        assert_eq!(loaded.deserialize::<Config<'_>>(), Ok(expected));
        // As a whole it is a map, also behind an option and a newtype.
        #[derive(Debug, Deserialize)]
        struct Newtype<'a>(#[serde(borrow)] Option<Config<'a>>);
        assert_eq!(loaded.deserialize::<Newtype<'_>>().unwrap().0.unwrap().main.host, "c");
        let map: BTreeMap<&str, serde::de::IgnoredAny> = loaded.deserialize().unwrap();
        assert_eq!(map.into_keys().collect::<Vec<_>>(), ["main", "servers"]);
    });
    let said = |fields: Vec<(Field, Value)>| {
        with_loaded(fields, |loaded| loaded.deserialize::<Config<'_>>().unwrap_err().to_string())
    };
    let with = |more: (Field, Value)| fields().into_iter().chain([more]).collect::<Vec<_>>();
    let unknown = said(with((field("x", Type::Bool), Value::Bool(true))));
    assert_eq!(unknown, "unknown field `x`, expected one of `servers`, `main`, `more`");
    let missing = said(fields().into_iter().take(1).collect());
    assert_eq!(missing, "missing field `main`");
    let other = said(with((field("more", string(9)), text("\u{1b}"))));
    assert_eq!(other, "field `more`: expected a boolean, found string \"\\u{1b}\"");
}

#[test]
fn errors_name_the_path_and_no_secret() {
    let secret = |field: Field| Field { sensitive: true, ..field };
    let members = vec![secret(field("pin", integer(IntegerKind::Uint32))), field("user", string(9))];
    let account = Type::Struct(StructType::new(members));
    let values: Box<[Value]> = [Value::Unsigned(77_777), text("x")].into();
    let list = || Value::List(List::Struct([values.clone()].into()));
    #[derive(Debug, Deserialize)]
    struct Account<T> {
        #[expect(dead_code, reason = "only read into")]
        pin: T,
    }
    let error = one::<Vec<Account<u8>>>(vector(9, account.clone()), list()).unwrap_err();
    assert_eq!(error.path(), "a[0].pin");
    assert_eq!(error.to_string(), "field `a[0].pin`: expected u8, found another value");

    /// Says what it was given.
    #[derive(Debug, Deserialize)]
    #[serde(try_from = "u32")]
    struct Talkative;
    impl TryFrom<u32> for Talkative {
        type Error = String;
        fn try_from(n: u32) -> Result<Self, String> {
            Err(format!("{n} is wrong"))
        }
    }
    let error = one::<Vec<Account<Talkative>>>(vector(9, account), list()).unwrap_err();
    assert_eq!(error.to_string(), "field `a[0].pin`: the component refuses the value");
    let error = one::<Talkative>(integer(IntegerKind::Uint32), Value::Unsigned(7)).unwrap_err();
    assert_eq!(error.to_string(), "field `a`: 7 is wrong");
    let fields = vec![(secret(field("a", string(9))), text("hunter2"))];
    let error = with_loaded(fields, |loaded| loaded.deserialize::<BTreeMap<String, u8>>().unwrap_err());
    assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
}

#[test]
fn maps_of_entries() {
    let entries = |value: &Type, entries: &[(&str, Value)]| {
        let entries = entries.iter().map(|(key, value)| ((*key).into(), value.clone())).collect();
        Value::Map(MapEntries::of(value, entries).unwrap())
    };
    let uint16 = integer(IntegerKind::Uint16);
    let numbers = || MapType::new(string(9), uint16.clone(), 9);
    let two = || entries(&uint16, &[("b", Value::Unsigned(2)), ("a.b", Value::Unsigned(300))]);
    let expected = [("a.b".to_owned(), 300), ("b".to_owned(), 2)];
    assert_eq!(
        one::<BTreeMap<String, u16>>(Type::Map(numbers()), two()),
        Ok(BTreeMap::from(expected.clone()))
    );
    assert_eq!(one::<HashMap<String, u16>>(Type::Map(numbers()), two()), Ok(HashMap::from(expected)));
    let none = one::<BTreeMap<String, u16>>(Type::Map(numbers()), entries(&uint16, &[]));
    assert_eq!(none, Ok(BTreeMap::new()));
    // The keys may be those of a struct, or variants.
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Known {
        b: u16,
        #[serde(rename = "a.b")]
        ab: Option<u16>,
        #[serde(default)]
        c: bool,
    }
    assert_eq!(one::<Known>(Type::Map(numbers()), two()), Ok(Known { b: 2, ab: Some(300), c: false }));
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Name {
        Debug,
        Info,
    }
    let by_level = MapType::new(level(), level(), 9);
    let levels = entries(&level(), &[("info", Value::Variant(-1)), ("debug", Value::Variant(5))]);
    let expected = BTreeMap::from([(Name::Debug, Level::Info), (Name::Info, Level::Debug)]);
    assert_eq!(one(Type::Map(by_level), levels), Ok(expected));
    // What is wrong is said at its entry.
    let error = one::<BTreeMap<String, u8>>(Type::Map(numbers()), two()).unwrap_err();
    assert_eq!(error.path(), "a[\"a.b\"]");
    assert_eq!(error.to_string(), "field `a[\"a.b\"]`: expected u8, found integer `300`");
    assert!(one::<Vec<u16>>(Type::Map(numbers()), two()).is_err());
    // A key is as secret as its field.
    let secret = Field { sensitive: true, ..field("a", Type::Map(numbers())) };
    let value = entries(&uint16, &[("hunter2", Value::Unsigned(300))]);
    let error = with_loaded(vec![(secret, value)], |loaded| {
        loaded.deserialize::<BTreeMap<String, BTreeMap<String, u8>>>().unwrap_err()
    });
    assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
    assert_eq!(error.path(), "a[\u{2026}]");
}

#[test]
fn lists_and_maps_nest() {
    let uint16 = integer(IntegerKind::Uint16);
    let list = || vector(9, array(2, uint16.clone()));
    let map = || Type::Map(MapType::new(level(), list(), 9));
    let pairs = List::List([[1, 2], [3, 300]].map(|pair| List::Unsigned(pair.into())).into());
    let entries = MapEntries::of(&list(), vec![("info".into(), Value::List(pairs.clone()))]).unwrap();
    assert_eq!(one::<Vec<[u16; 2]>>(list(), Value::List(pairs)), Ok(vec![[1, 2], [3, 300]]));
    let maps = || Value::List(List::Map([entries.clone()].into()));
    let expected = vec![BTreeMap::from([("info".to_owned(), vec![(1, 2), (3, 300)])])];
    assert_eq!(one::<Vec<BTreeMap<String, Vec<(u16, u16)>>>>(vector(9, map()), maps()), Ok(expected));
    let error = one::<Vec<BTreeMap<String, Vec<Vec<u8>>>>>(vector(9, map()), maps()).unwrap_err();
    assert_eq!(error.to_string(), "field `a[0].info[1][1]`: expected u8, found integer `300`");
    let none = Value::List(List::Map([].into()));
    assert_eq!(one::<Vec<BTreeMap<String, u8>>>(vector(9, map()), none), Ok(Vec::new()));
}

#[test]
fn what_may_be_absent_is_an_option() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Newtype(Option<u8>);
    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        x: Option<u8>,
        y: bool,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Component {
        absent: Option<u8>,
        inner: Option<Inner>,
        list: Option<Vec<Inner>>,
        level: Option<Level>,
        newtype: Newtype,
        nothing: (),
        other: Option<Inner>,
        set: Option<Box<str>>,
    }
    let optional = |key: &str, ty: Type| Field { optional: true, ..field(key, ty) };
    let pair = || {
        let members = vec![optional("x", integer(IntegerKind::Uint8)), field("y", Type::Bool)];
        Type::Struct(StructType::new(members))
    };
    let pair_of = |x: Value| -> Box<[Value]> { [x, Value::Bool(true)].into() };
    let byte = || integer(IntegerKind::Uint8);
    let fields = || {
        vec![
            (optional("absent", byte()), Value::Absent),
            (optional("inner", pair()), Value::Struct(pair_of(Value::Absent))),
            (
                optional("list", vector(2, pair())),
                Value::List(List::Struct([pair_of(Value::Unsigned(1)), pair_of(Value::Absent)].into())),
            ),
            (optional("level", level()), Value::Absent),
            (optional("newtype", byte()), Value::Absent),
            (optional("nothing", byte()), Value::Absent),
            (optional("other", pair()), Value::Absent),
            (optional("set", string(3)), text("abc")),
        ]
    };
    with_loaded(fields(), |loaded| {
        let inner = |x| Inner { x, y: true };
        let expected = Component {
            absent: None,
            inner: Some(inner(None)),
            list: Some(vec![inner(Some(1)), inner(None)]),
            level: None,
            newtype: Newtype(None),
            nothing: (),
            other: None,
            set: Some("abc".into()),
        };
        assert_eq!(loaded.deserialize(), Ok(expected));
        assert_eq!(loaded.get("absent"), Some(ValueRef::Absent));
        let shown = "{absent: null, inner: { x: null, y: true }, level: null, \
            list: [{ x: 1, y: true }, { x: null, y: true }], newtype: null, nothing: null, other: null, set: \"abc\"}";
        assert_eq!(format!("{loaded:?}"), shown);
        // Nothing is left out silently.
        let map: BTreeMap<String, serde::de::IgnoredAny> = loaded.deserialize().unwrap();
        assert_eq!(map.len(), 8);
    });
    // A component that needs a value says which one it lacks.
    let read = |ty: Type| with_loaded(vec![(optional("a", ty), Value::Absent)], needing);
    fn needing(loaded: &Values) -> String {
        #[derive(Debug, Deserialize)]
        struct One {
            #[expect(dead_code, reason = "it is never made")]
            a: u8,
        }
        loaded.deserialize::<One>().unwrap_err().to_string()
    }
    assert_eq!(read(byte()), "field `a`: expected u8, found no value");
}
