//! Unions through the loader, without the compiler: the bytes are written here.

#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test that fails may panic, in its helpers too")]

mod bytes;

use bytes::{absent_value, checksum, numbered, sealed, sized};
use confc_loader::client::v1::{Builder, Interface, Typed, case, members, of_case};
use confc_loader::{
    ConstraintError, Declaration, FinishOptions, Kind, LoadErrorKind, LoadOptions, Plan, Value, ValueRef,
    load,
};
use std::error::Error;

/// The fields of the declaration: keys and types as text.
const FIELDS: [(&str, &str); 2] = [
    ("port", "union<name=string:9,number=uint16>"),
    ("routes", "vector<union<full=struct<weight:uint8>,off=bool>>:2"),
];

/// `ConfigType` with these parameters.
fn ty(kind: usize, parameters: &[Vec<u8>]) -> Vec<u8> {
    let parameters: Vec<Vec<u8>> = parameters.iter().map(|one| sized(2, one)).collect();
    [numbered(1, kind), parameters.concat()].concat()
}

/// `LayoutParameter` with a case.
fn union_case(name: &str, ty: Vec<u8>) -> Vec<u8> {
    sized(4, [sized(1, name), sized(2, ty)].concat())
}

/// The declaration, whose parent may override all fields.
fn declaration_bytes() -> Vec<u8> {
    let string = [ty(10, &[]), sized(3, numbered(1, 9))].concat();
    let port = ty(19, &[union_case("name", string), union_case("number", ty(3, &[]))]);
    let weight = sized(3, [sized(1, "weight"), sized(2, ty(2, &[]))].concat());
    let route = ty(19, &[union_case("full", ty(15, &[weight])), union_case("off", ty(1, &[]))]);
    let routes = [ty(11, &[sized(1, route)]), sized(3, numbered(3, 2))].concat();
    let field = |(key, ty): (&str, Vec<u8>)| sized(1, [sized(1, key), sized(2, ty), sized(3, [1])].concat());
    let fields = [("port", port), ("routes", routes)].map(field).concat();
    sealed(&[sized(10, [fields, sized(2, checksum(&FIELDS)), sized(3, sized(2, []))].concat())])
}

fn declaration() -> Declaration {
    Declaration::decode(&declaration_bytes()).unwrap()
}

/// `UnionValue` with the number of a case and a `ConfigValue`.
fn union_value(case: usize, value: Vec<u8>) -> Vec<u8> {
    [numbered(1, case), sized(2, value)].concat()
}

/// `ConfigValue` of a single value of a case with a number.
fn number_value(case: u8, number: usize) -> Vec<u8> {
    sized(1, numbered(case, number))
}

/// Values that fit: port 80; the object `{ weight: 3 }`, and `true`.
fn fitting() -> [Vec<u8>; 2] {
    let weight = sized(1, sized(14, sized(1, number_value(2, 3))));
    let routes = [union_value(1, weight), union_value(2, number_value(1, 1))];
    let unions = routes.map(|route| sized(1, route)).concat();
    [sized(7, union_value(2, number_value(3, 80))), sized(2, sized(18, unions))]
}

/// `fitting`, with another union for the port.
fn with_port(port: Vec<u8>) -> [Vec<u8>; 2] {
    bytes::but(fitting(), 0, sized(7, port))
}

fn value_file(values: &[Vec<u8>; 2]) -> Vec<u8> {
    bytes::value_file(&FIELDS, values)
}

#[test]
fn a_union_is_a_case_and_its_value() {
    let declaration = declaration();
    let types: Vec<String> =
        declaration.config().unwrap().fields().map(|field| format!("{field:?}")).collect();
    assert_eq!(types, FIELDS.map(|(key, ty)| format!("{key}: {ty}")));
    let port = declaration.config().unwrap().field("port").unwrap().ty();
    let cases: Vec<_> = port.cases().map(|case| (case.name(), case.ty().kind(), case.doc())).collect();
    assert_eq!(cases, [("name", Kind::String, None), ("number", Kind::Uint16, None)]);

    let loaded = load(&declaration, &value_file(&fitting())).unwrap();
    let port = loaded.get("port").and_then(ValueRef::as_union).unwrap();
    assert_eq!((port.case(), port.value()), ("number", ValueRef::Unsigned(80)));
    let routes = loaded.get("routes").and_then(ValueRef::as_list).unwrap();
    let routes: Vec<_> = routes.iter().map(|route| route.as_union().unwrap()).collect();
    assert_eq!(routes.iter().map(|route| route.case()).collect::<Vec<_>>(), ["full", "off"]);
    assert_eq!(routes[0].value().as_map().unwrap().get("weight"), Some(ValueRef::Unsigned(3)));
    assert_eq!(routes[1].value(), ValueRef::Bool(true));
}

#[test]
fn values_of_no_case_are_refused() {
    let declaration = declaration();
    for port in [
        union_value(0, number_value(3, 80)),
        union_value(3, number_value(3, 80)),
        union_value(1, number_value(3, 80)),
        union_value(2, sized(1, sized(10, "a"))),
        union_value(2, sized(7, union_value(2, number_value(3, 80)))),
        union_value(2, absent_value()),
        numbered(1, 2),
        sized(2, number_value(3, 80)),
    ] {
        let error = load(&declaration, &value_file(&with_port(port.clone()))).unwrap_err();
        assert!(matches!(error.kind(), LoadErrorKind::Constraint | LoadErrorKind::Decode), "{error:?}");
        Plan::decode(&declaration, &bytes::plan_file(&FIELDS, &with_port(port))).unwrap_err();
    }
}

#[test]
fn a_parent_overrides_by_a_case() {
    let (declaration, bytes) = (declaration(), value_file(&fitting()));
    let value = |value: Value| LoadOptions::new().override_value("port", value).load(&declaration, &bytes);
    let text = |text: &str| LoadOptions::new().override_text(text).load(&declaration, &bytes);
    assert_eq!(value(of_case(1, 443_u16)).unwrap(), text("port=443").unwrap());
    assert_eq!(value(of_case(0, Box::<str>::from("443"))).unwrap(), text("port=\"443\"").unwrap());
    // A value that was read is taken as it is.
    let taken = text("port=http").unwrap();
    let again = Value::from(taken.get("port").unwrap());
    assert_eq!(value(again).unwrap(), taken);
    for (refused, message) in [
        (of_case(1, 65_536_u32), "case `number`: expected uint16 (0 to 65535), found 65536"),
        (of_case(0, Box::<str>::from("0123456789")), "case `name`: expected at most 9 bytes, found 10"),
        (of_case(2, true), "expected the number of a case, found 2"),
        (80_u16.into(), "expected union<name=string:9,number=uint16>"),
    ] {
        let error = value(refused).unwrap_err();
        assert_eq!((error.kind(), error.key()), (LoadErrorKind::Override, Some("port")), "{error:?}");
        assert!(error.source().is_some_and(|source| source.is::<ConstraintError>()), "{error:?}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

/// The loader writes unions as the compiler does.
#[test]
fn a_finished_plan_is_the_value_file() {
    let declaration = declaration();
    let plan = Plan::decode(&declaration, &bytes::plan_file(&FIELDS, &fitting())).unwrap();
    assert_eq!(plan.finish(FinishOptions::new()).unwrap().bytes(), value_file(&fitting()));
}

/// The struct in a case of `routes`, as `confc generate rust` writes it.
#[derive(Debug, PartialEq)]
struct RoutesFull {
    weight: u8,
}

impl Typed for RoutesFull {
    fn from_value(value: Value) -> Option<Self> {
        Some(Self { weight: Typed::from_value(members(value)?.next()?)? })
    }

    fn into_value(self) -> Value {
        Value::members([Typed::into_value(self.weight)])
    }
}

/// The path to a struct in a case has the position of the case.
#[test]
fn structs_in_cases_have_builders() {
    let interface: &'static Interface = Box::leak(Box::new(Interface::new(declaration_bytes().leak())));
    let mut builder = Builder::new(interface, &[1, 0], &[]);
    let error = builder.clone().build::<RoutesFull>().unwrap_err();
    assert_eq!(error.to_string(), "`weight` is not set and has no default");
    builder.set(0, 7_u8);
    assert_eq!(format!("{builder:?}"), "{\"weight\"}");
    assert_eq!(builder.build(), Ok(RoutesFull { weight: 7 }));
    // No other path leads to a struct.
    for path in [&[0, 0][..], &[1, 1], &[1, 2], &[1], &[2]] {
        assert!(Builder::new(interface, path, &[]).build::<RoutesFull>().is_err(), "{path:?}");
    }
    assert_eq!(case(of_case(0, true)), Some((0, true.into())));
}
