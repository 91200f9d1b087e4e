//! What the reader of declarations refuses, and why: bytes that prost takes in silence, messages that break a rule.

use crate::wire::proto::{self, ConfigField, ConfigType, LayoutConstraint, LayoutParameter};
use crate::wire::sealed;
use confc::declaration::{Declaration, DecodeError, DecodeErrorKind as Kind};
use confc::types::limits::{MAX_FIELDS, MAX_PATTERN_SIZE};
use confc::types::{
    ConstraintKind as C, ConstraintViolation as Violation, NativeNameError, PackagePathError, RestProblem,
};
use confc::types::{PatternError, TypeKind, TypePart, TypeProblem as Problem, VariantNameError};
use prost::Message;
use proto::layout_constraint::Kind as Constraint;
use proto::layout_parameter::Kind as Parameter;

fn refused(content: &[u8]) -> DecodeError {
    Declaration::decode(&sealed(content)).expect_err("it was read")
}

// Bytes, written by hand.

pub(crate) fn varint(number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    prost::encoding::encode_varint(number, &mut bytes);
    bytes
}

/// A field that holds a varint.
pub(crate) fn v(number: u64, value: u64) -> Vec<u8> {
    [varint(number << 3), varint(value)].concat()
}

/// A field that holds these parts behind their length.
pub(crate) fn m(number: u64, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    [varint(number << 3 | 2), varint(content.len() as u64), content].concat()
}

/// `config` with these fields, `a: bool` behind them, and 32 zeros for a checksum.
fn config(fields: &[&[u8]]) -> Vec<u8> {
    let last = m(1, &[&m(1, &[b"z"]), &m(2, &[&v(1, 1)])]);
    m(10, &[&fields.concat(), &last, &m(2, &[&m(1, &[&[0; 32]])]), &m(3, &[&m(2, &[])])])
}

fn no_rest(rest: &str, problem: RestProblem) -> Kind {
    Kind::Rest { rest: rest.into(), problem }
}

/// A field `a` of this type kind, with these parts behind its type.
fn field(kind: u64, parameters: &[&[u8]], behind: &[&[u8]]) -> Vec<u8> {
    m(1, &[&m(1, &[b"a"]), &m(2, &[&v(1, kind), &parameters.concat()]), &behind.concat()])
}

/// `config` with an enum of one variant, which has these parts behind its number.
fn enumeration(behind: &[&[u8]]) -> Vec<u8> {
    config(&[&field(14, &[&m(2, &[&m(2, &[&m(1, &[b"v"]), &v(2, 1), &behind.concat()])])], &[])])
}

/// A vector of at most 9 elements of this type kind, and its default.
fn vector(kind: u64, default: &[&[u8]]) -> Vec<u8> {
    let element = m(2, &[&m(1, &[&v(1, kind)])]);
    field(11, &[&element, &m(3, &[&v(3, 9)])], &[&m(4, &[&m(2, default)])])
}

/// `program` with one member of this value.
fn program(value: &[u8]) -> Vec<u8> {
    m(1, &[&m(8, &[&m(1, &[&m(1, &[b"k"]), &m(2, &[value])])])])
}

fn check(cases: Vec<(&str, Vec<u8>, Kind)>) {
    for (name, content, expected) in cases {
        assert_eq!(refused(&content).into_kind(), expected, "{name}");
    }
}

#[test]
fn numbers_that_are_written_in_another_way() {
    let boolean = |behind: &[&[u8]]| field(1, &[], behind);
    let single = |kind: u64, value: &[u8]| config(&[&field(kind, &[], &[&m(4, &[&m(1, &[value])])])]);
    let uint32 = |value: &[u8]| single(4, &[&varint(4 << 3), value].concat());
    let cases: Vec<(&str, Vec<u8>, Kind)> = vec![
        ("overlong varint", uint32(&[0x87, 0x80, 0x00]), Kind::Overlong),
        ("overlong zero", uint32(&[0x80, 0x00]), Kind::Overlong),
        ("overlong tag", vec![0x8a, 0x00, 0x00], Kind::Overlong),
        ("overlong length", vec![0x0a, 0x80, 0x00], Kind::Overlong),
        ("11 bytes of varint", uint32(&[0xff; 11]), Kind::VarintTooLarge),
        ("65 bits", uint32(&[&[0xff; 9][..], &[0x02]].concat()), Kind::VarintTooLarge),
        ("2^32 + 5 as a uint32", uint32(&varint((1 << 32) + 5)), Kind::Not32Bit),
        ("2^31 as a sint32", single(8, &v(8, 1 << 32)), Kind::Not32Bit),
        (
            "layout 2^33 + 1",
            config(&[&field((1 << 33) + 1, &[], &[])]),
            Kind::TypeKind { number: (1 << 33) + 1 },
        ),
        ("bool of 2", single(1, &v(1, 2)), Kind::NotBool),
        ("flag of 2", config(&[&boolean(&[&v(6, 2)])]), Kind::NotBool),
        ("flag of 0", config(&[&boolean(&[&v(6, 0)])]), Kind::DefaultWritten { number: 6 }),
        ("empty doc", config(&[&boolean(&[&m(5, &[])])]), Kind::DefaultWritten { number: 5 }),
        ("empty doc of variant", enumeration(&[&m(3, &[])]), Kind::DefaultWritten { number: 3 }),
        ("empty deprecated", config(&[&boolean(&[&m(7, &[])])]), Kind::DefaultWritten { number: 7 }),
        (
            "empty name",
            config(&[&boolean(&[&m(9, &[])])]),
            Kind::NativeNameText { error: NativeNameError::Empty },
        ),
        ("layout 0", config(&[&field(0, &[], &[])]), Kind::DefaultWritten { number: 1 }),
        ("empty key", config(&[&m(1, &[&m(1, &[])])]), Kind::DefaultWritten { number: 1 }),
    ];
    check(cases);
}

#[test]
fn fields_and_cases_that_are_unknown_repeated_or_out_of_place() {
    let boolean = |behind: &[&[u8]]| field(1, &[], behind);
    let cases: Vec<(&str, Vec<u8>, Kind)> = vec![
        ("tag 0", vec![0x02, 0x00], Kind::UnknownField { number: 0 }),
        ("unknown section", v(13, 1), Kind::UnknownField { number: 13 }),
        ("unknown field", config(&[&boolean(&[&v(11, 1)])]), Kind::UnknownField { number: 11 }),
        ("rest of no map", config(&[&boolean(&[&v(10, 1)])]), no_rest("a", RestProblem::NoMap)),
        ("rest that is none", config(&[&boolean(&[&v(10, 0)])]), Kind::DefaultWritten { number: 10 }),
        ("rest with a name", config(&[&boolean(&[&m(9, &[b"x"]), &v(10, 1)])]), Kind::RestWithName),
        ("rest with an alias", config(&[&boolean(&[&m(8, &[b"x"]), &v(10, 1)])]), Kind::RestWithName),
        ("unknown case", program(&v(9, 1)), Kind::UnknownField { number: 9 }),
        ("unknown behind a case", program(&[v(3, 1), v(9, 1)].concat()), Kind::UnknownField { number: 9 }),
        ("wire type 6", vec![0x0e, 0x00], Kind::WireType { number: 1, expected: 2, found: 6 }),
        ("group", vec![0x0b, 0x0c], Kind::WireType { number: 1, expected: 2, found: 3 }),
        ("number as text", program(&m(3, &[])), Kind::WireType { number: 3, expected: 0, found: 2 }),
        ("doc twice", config(&[&boolean(&[&m(5, &[b"x"]), &m(5, &[b"x"])])]), Kind::Repeated { number: 5 }),
        (
            "doc of variant twice",
            enumeration(&[&m(3, &[b"x"]), &m(3, &[b"x"])]),
            Kind::Repeated { number: 3 },
        ),
        (
            "doc before number",
            config(&[&field(14, &[&m(2, &[&m(2, &[&m(1, &[b"v"]), &m(3, &[b"x"]), &v(2, 1)])])], &[])]),
            Kind::Missing { what: "a variant's number" },
        ),
        ("unknown in variant", enumeration(&[&m(3, &[b"x"]), &m(4, &[])]), Kind::UnknownField { number: 4 }),
        ("section twice", [m(1, &[&m(8, &[])]), m(1, &[&m(8, &[])])].concat(), Kind::Repeated { number: 1 }),
        ("name twice", config(&[&boolean(&[&m(9, &[b"x"]), &m(9, &[b"x"])])]), Kind::Repeated { number: 9 }),
        (
            "name before alias",
            config(&[&boolean(&[&m(9, &[b"x"]), &m(8, &[b"y"])])]),
            Kind::Order { number: 8, after: 9 },
        ),
        ("scrambled", config(&[&boolean(&[&v(6, 1), &m(5, &[b"x"])])]), Kind::Order { number: 5, after: 6 }),
        ("empty oneof", program(&[]), Kind::EmptyOneof),
        ("empty default", config(&[&boolean(&[&m(4, &[])])]), Kind::EmptyOneof),
        ("two cases", program(&[v(2, 1), v(3, 1)].concat()), Kind::SecondCase),
        ("case twice", program(&[v(3, 1), v(3, 1)].concat()), Kind::SecondCase),
        ("merged cases", program(&[m(7, &[]), m(7, &[])].concat()), Kind::SecondCase),
        (
            "another case",
            config(&[&boolean(&[&m(4, &[&m(1, &[&v(2, 1)])])])]),
            Kind::WrongCase { expected: 1, found: 2 },
        ),
        (
            "vector of a scalar",
            config(&[&boolean(&[&m(4, &[&m(2, &[])])])]),
            Kind::WrongCase { expected: 1, found: 2 },
        ),
    ];
    check(cases);
}

#[test]
fn lengths_texts_and_lists() {
    let boolean = |behind: &[&[u8]]| field(1, &[], behind);
    let half = config(&[&field(13, &[], &[&m(4, &[&m(1, &[&[12 << 3 | 1, 0, 0, 0, 0]])])])]);
    let cases: Vec<(&str, Vec<u8>, Kind)> = vec![
        ("length past the end", vec![0x0a, 0x70, 0x00], Kind::Truncated),
        ("length of 2^31", vec![0x0a, 0x80, 0x80, 0x80, 0x80, 0x08], Kind::Truncated),
        (
            "length of 2^63",
            vec![0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
            Kind::Truncated,
        ),
        ("half a double", half, Kind::Truncated),
        ("not UTF-8", program(&m(6, &[&[0xff]])), Kind::NotUtf8),
        ("not UTF-8 in a variant", enumeration(&[&m(3, &[&[0xc3]])]), Kind::NotUtf8),
        ("not UTF-8 in a doc", config(&[&boolean(&[&m(5, &[&[0xc3]])])]), Kind::NotUtf8),
        ("list not packed", config(&[&vector(4, &[&m(4, &[&v(1, 1)])])]), Kind::NotPacked { number: 1 }),
        (
            "empty list written",
            config(&[&vector(4, &[&m(4, &[&m(1, &[])])])]),
            Kind::DefaultWritten { number: 1 },
        ),
        (
            "list in two parts",
            config(&[&vector(4, &[&m(4, &[&m(1, &[&[1]]), &m(1, &[&[2]])])])]),
            Kind::Repeated { number: 1 },
        ),
        ("list ends in a number", config(&[&vector(4, &[&m(4, &[&m(1, &[&[0x80]])])])]), Kind::Truncated),
        ("half a float", config(&[&vector(12, &[&m(11, &[&m(1, &[&[0; 6]])])])]), Kind::Truncated),
        ("list of bools of 2", config(&[&vector(1, &[&m(1, &[&m(1, &[&[2]])])])]), Kind::NotBool),
        ("null of 0", program(&v(1, 0)), Kind::Null { number: 0 }),
        ("null of 2", program(&v(1, 2)), Kind::Null { number: 2 }),
        ("mutability not packed", config(&[&boolean(&[&v(3, 1)])]), Kind::NotPacked { number: 3 }),
        ("empty mutability", config(&[&boolean(&[&m(3, &[])])]), Kind::DefaultWritten { number: 3 }),
        (
            "something in Capabilities",
            m(10, &[&field(1, &[], &[]), &m(2, &[&m(1, &[&[0; 32]])]), &m(3, &[&m(2, &[&v(1, 1)])])]),
            Kind::UnknownField { number: 1 },
        ),
    ];
    check(cases);
}

#[test]
fn errors_say_where() {
    let error = refused(&config(&[&field(1, &[], &[&m(5, &[])])]));
    assert_eq!((error.offset(), error.field()), (11, "a"));
    let text = "byte 11: field `a`: field number 5 is written but empty: it must be left out";
    assert_eq!(error.to_string(), text);
}

// Messages, written by prost.

pub(super) fn named(key: &str, ty: ConfigType) -> ConfigField {
    ConfigField { key: key.into(), r#type: Some(ty), ..ConfigField::default() }
}

fn ty(type_kind: TypeKind, parameters: Vec<Parameter>, constraints: Vec<Constraint>) -> ConfigType {
    ConfigType {
        layout: type_kind.number().into(),
        parameters: parameters.into_iter().map(|kind| LayoutParameter { kind: Some(kind) }).collect(),
        constraints: constraints.into_iter().map(|kind| LayoutConstraint { kind: Some(kind) }).collect(),
    }
}

pub(super) fn boolean() -> ConfigType {
    ty(TypeKind::Bool, vec![], vec![])
}

fn variant(name: &str, number: Option<i64>) -> Parameter {
    Parameter::Variant(proto::EnumVariant { name: name.into(), number, ..proto::EnumVariant::default() })
}

pub(super) fn structure(members: Vec<ConfigField>) -> ConfigType {
    ty(TypeKind::Struct, members.into_iter().map(Parameter::Member).collect(), vec![])
}

fn unsigned(n: u64) -> proto::Bound {
    proto::Bound { kind: Some(proto::bound::Kind::Unsigned(n)) }
}

fn signed(n: i64) -> proto::Bound {
    proto::Bound { kind: Some(proto::bound::Kind::Signed(n)) }
}

fn real(n: f64) -> proto::Bound {
    proto::Bound { kind: Some(proto::bound::Kind::Real(n)) }
}

fn default(kind: proto::config_single_value::Kind) -> Option<proto::ConfigValue> {
    let single = proto::ConfigSingleValue { kind: Some(kind) };
    Some(proto::ConfigValue { kind: Some(proto::config_value::Kind::Single(single)) })
}

fn schema(fields: Vec<ConfigField>) -> proto::ConfigSchema {
    let sha256 = proto::config_checksum::Kind::Sha256(vec![0; 32]);
    let path = proto::config_value_source::Kind::PackagePath("meta/a.cvf".into());
    proto::ConfigSchema {
        fields,
        checksum: Some(proto::ConfigChecksum { kind: Some(sha256) }),
        value_source: Some(proto::ConfigValueSource { kind: Some(path) }),
        rules: vec![],
    }
}

fn refused_schema(schema: proto::ConfigSchema) -> DecodeError {
    let component = proto::Component { config: Some(schema), ..proto::Component::default() };
    refused(&component.encode_to_vec())
}

pub(super) fn refused_fields(fields: Vec<ConfigField>) -> DecodeError {
    refused_schema(schema(fields))
}

/// Why a field `a` of this type is refused.
pub(super) fn refused_type(ty: ConfigType) -> Kind {
    let error = refused_fields(vec![named("a", ty)]);
    assert!(error.field().starts_with('a'), "{error}");
    error.into_kind()
}

pub(super) fn text(text: &str) -> confc_core::wire::WireText {
    text.into()
}

#[test]
fn schemas() {
    let ok = || vec![named("a", boolean())];
    let changed = |change: fn(&mut proto::ConfigSchema)| {
        let mut schema = schema(ok());
        change(&mut schema);
        refused_schema(schema).into_kind()
    };
    assert_eq!(refused_fields(vec![]).into_kind(), Kind::NoFields);
    assert_eq!(changed(|schema| schema.checksum = None), Kind::Missing { what: "a checksum" });
    assert_eq!(changed(|schema| schema.value_source = None), Kind::Missing { what: "a value source" });
    assert_eq!(changed(|schema| schema.checksum.as_mut().unwrap().kind = None), Kind::EmptyOneof);
    assert_eq!(changed(|schema| schema.value_source.as_mut().unwrap().kind = None), Kind::EmptyOneof);
    let outside = changed(|schema| {
        let path = proto::config_value_source::Kind::PackagePath("../../etc/x".into());
        schema.value_source.as_mut().unwrap().kind = Some(path);
    });
    assert_eq!(outside, Kind::PackagePath { error: PackagePathError::Relative });
    let short = changed(|schema| {
        let sha256 = proto::config_checksum::Kind::Sha256(vec![0; 31]);
        schema.checksum.as_mut().unwrap().kind = Some(sha256);
    });
    assert_eq!(short, Kind::ChecksumSize { found: 31 });
    assert!(matches!(refused_fields(ok()).into_kind(), Kind::Checksum { found, .. } if found.0 == [0; 32]));
}

#[test]
#[ignore = "slow: a million fields"]
fn a_million_fields_and_no_more() {
    let error = |first: &[u8], fields: usize| {
        // By hand, since a million small vectors take their time.
        let mut bytes = Vec::new();
        for n in 0..fields {
            bytes.extend([0x0a, 14, 0x0a, 8]);
            bytes.extend(format!("a{n:07}").bytes());
            bytes.extend([0x12, 2, 0x08, 1]);
        }
        refused(&config(&[first, &bytes])).into_kind()
    };
    // One field is a struct with a member, one stands behind all others.
    let member = m(2, &[&m(3, &[&m(1, &[b"a"]), &m(2, &[&v(1, 1)])])]);
    let structure = field(15, &[&member], &[]);
    assert!(matches!(error(&structure, MAX_FIELDS - 3), Kind::Checksum { .. }));
    assert_eq!(error(&structure, MAX_FIELDS - 2), Kind::TooManyFields);
}

#[test]
fn attributes() {
    let mutable =
        |mutability: &[i32]| ConfigField { mutability: mutability.to_vec(), ..named("a", boolean()) };
    assert_eq!(refused_fields(vec![mutable(&[0])]).into_kind(), Kind::Mutability { number: 0 });
    assert_eq!(refused_fields(vec![mutable(&[2])]).into_kind(), Kind::Mutability { number: 2 });
    assert_eq!(refused_fields(vec![mutable(&[1, 1])]).into_kind(), Kind::Mutability { number: 1 });
    assert_eq!(refused_type(structure(vec![mutable(&[1])])), Kind::MemberMutability);
    let deprecated = ConfigField { deprecated: "gone".into(), ..named("a", boolean()) };
    assert_eq!(refused_fields(vec![deprecated]).into_kind(), Kind::DeprecatedWithoutDefault);
    for end in ["\r", "\u{2028}", "\u{2029}"] {
        let doc = format!("one{end}two");
        let documented = ConfigField { doc: doc.clone(), ..named("a", boolean()) };
        assert_eq!(refused_fields(vec![documented]).into_kind(), Kind::Doc);
        let variant = proto::EnumVariant { name: "v".into(), number: Some(0), doc };
        assert_eq!(refused_type(ty(TypeKind::Enum, vec![Parameter::Variant(variant)], vec![])), Kind::Doc);
    }
    let untyped = ConfigField { key: "a".into(), ..ConfigField::default() };
    assert_eq!(refused_fields(vec![untyped]).into_kind(), Kind::Missing { what: "a type" });
}

#[test]
fn defaults() {
    use proto::config_single_value::Kind as Single;
    let with = |ty: ConfigType, kind: Single| ConfigField { default: default(kind), ..named("a", ty) };
    let refuse = |ty: ConfigType, kind: Single| refused_fields(vec![with(ty, kind)]).into_kind();
    let unfit = |violation: Violation| Kind::Default { violation: Box::new(violation) };
    let plain = |type_kind| ty(type_kind, vec![], vec![]);
    let range = Violation::Range { type_kind: "uint8", min: 0, max: 255, found: 256, unit: None };
    assert_eq!(refuse(plain(TypeKind::Uint8), Single::Uint8(256)), unfit(range));
    for float in [f64::NAN, f64::INFINITY, -0.0] {
        assert_eq!(refuse(plain(TypeKind::Float64), Single::Float64(float)), unfit(Violation::NotCanonical));
    }
    assert_eq!(refuse(plain(TypeKind::Float32), Single::Float32(-0.0)), unfit(Violation::NotCanonical));
    let short = ty(TypeKind::String, vec![], vec![Constraint::MaxSize(2)]);
    let long = Violation::TooLong { max: 2, found: 3 };
    assert_eq!(refuse(short, Single::String("abc".into())), unfit(long));
    let one = ty(TypeKind::Enum, vec![variant("x", Some(1))], vec![]);
    assert_eq!(refuse(one.clone(), Single::Enum(2)), unfit(Violation::UnknownVariant { number: 2 }));
    // The number is the value: of a sensitive field it is not told.
    let secret = ConfigField { sensitive: true, ..with(one, Single::Enum(77_777)) };
    let error = refused_fields(vec![secret]).to_string();
    assert!(error.contains("expected a variant") && !error.contains("77777"), "{error}");

    let pair = || structure(vec![named("x", boolean()), named("y", boolean())]);
    let values = |number: usize| {
        let values = vec![default(Single::Bool(true)).unwrap(); number];
        Single::Struct(proto::StructValue { values })
    };
    assert_eq!(refuse(pair(), values(1)), Kind::Members { expected: 2, found: 1 });
    assert_eq!(refuse(pair(), values(3)), Kind::Members { expected: 2, found: 3 });
    let member = with(plain(TypeKind::Uint8), Single::Uint8(256));
    let error = refused_fields(vec![named("s", structure(vec![member]))]);
    assert!(matches!(error.kind(), Kind::Default { .. }) && error.field() == "s.a", "{error}");
}

#[test]
fn lists_of_defaults() {
    use proto::config_value::Kind as Value;
    use proto::config_vector_value::Kind as List;
    let element = Parameter::NestedType(ty(TypeKind::Uint8, vec![], vec![]));
    let vector = ty(
        TypeKind::Vector,
        vec![element.clone()],
        vec![Constraint::MaxCount(2), Constraint::MinCount(1), Constraint::Unique(true)],
    );
    let array = ty(TypeKind::Array, vec![element], vec![Constraint::Count(2)]);
    let refuse = |ty: &ConfigType, case: fn(proto::ConfigVectorValue) -> Value, values: &[u32]| {
        let list = List::Uint8(proto::Uint32List { values: values.to_vec() });
        let value = proto::ConfigValue { kind: Some(case(proto::ConfigVectorValue { kind: Some(list) })) };
        refused_fields(vec![ConfigField { default: Some(value), ..named("a", ty.clone()) }]).into_kind()
    };
    let unfit = |violation: Violation| Kind::Default { violation: Box::new(violation) };
    assert_eq!(refuse(&vector, Value::Vector, &[1, 2, 3]), unfit(Violation::TooMany { max: 2, found: 3 }));
    assert_eq!(refuse(&vector, Value::Vector, &[]), unfit(Violation::TooFew { min: 1, found: 0 }));
    assert_eq!(refuse(&vector, Value::Vector, &[1, 1]), unfit(Violation::Repeated { first: 0, again: 1 }));
    assert_eq!(refuse(&vector, Value::Array, &[1]), Kind::WrongCase { expected: 2, found: 3 });
    assert_eq!(refuse(&array, Value::Array, &[1]), unfit(Violation::WrongCount { expected: 2, found: 1 }));
    assert_eq!(refuse(&array, Value::Vector, &[1, 2]), Kind::WrongCase { expected: 3, found: 2 });
}

#[test]
fn parts_of_types() {
    let unknown = ConfigType { layout: 99, ..boolean() };
    assert_eq!(refused_type(unknown), Kind::TypeKind { number: 99 });
    assert_eq!(refused_type(ConfigType::default()), Kind::TypeKind { number: 0 });
    let nested = || Parameter::NestedType(boolean());
    let parts = |type_kind: TypeKind, expected, found| {
        assert_eq!(type_kind.expected_parts(), expected);
        Problem::Parts { type_kind, found }.into()
    };
    let bool_of = ty(TypeKind::Bool, vec![nested()], vec![]);
    assert_eq!(refused_type(bool_of), parts(TypeKind::Bool, "nothing", 1));
    let count = || vec![Constraint::MaxCount(1)];
    let none = ty(TypeKind::Vector, vec![], count());
    assert_eq!(refused_type(none), parts(TypeKind::Vector, "one type", 0));
    let two = ty(TypeKind::Vector, vec![nested(), nested()], count());
    assert_eq!(refused_type(two), parts(TypeKind::Vector, "one type", 2));
    let empty = ty(TypeKind::Enum, vec![], vec![]);
    assert_eq!(refused_type(empty), parts(TypeKind::Enum, "at least one variant", 0));
    assert_eq!(refused_type(structure(vec![])), parts(TypeKind::Struct, "at least one member", 0));
    let mixed = ty(TypeKind::Enum, vec![variant("x", Some(0)), nested()], vec![]);
    assert_eq!(refused_type(mixed), Kind::WrongCase { expected: 2, found: 1 });
    let map = ty(TypeKind::Map, vec![nested(), nested()], count());
    let type_kind = TypeKind::Bool;
    assert_eq!(refused_type(map), Problem::Part { part: TypePart::Key, type_kind }.into());

    let variants = |variants: Vec<Parameter>| refused_type(ty(TypeKind::Enum, variants, vec![]));
    let order = Kind::KeyOrder { key: text("x"), after: text("x") };
    assert_eq!(variants(vec![variant("x", Some(1)), variant("x", Some(2))]), order);
    let order = Kind::KeyOrder { key: text("x"), after: text("y") };
    assert_eq!(variants(vec![variant("y", Some(1)), variant("x", Some(2))]), order);
    let twice = vec![variant("x", Some(7)), variant("y", Some(8)), variant("z", Some(7))];
    assert_eq!(variants(twice), Problem::VariantTwice { number: 7 }.into());
    assert_eq!(variants(vec![variant("x", None)]), Kind::Missing { what: "a variant's number" });
    let error = VariantNameError::Control { at: 1 };
    assert_eq!(variants(vec![variant("x\n", Some(1))]), Kind::VariantName { error });
}

#[test]
fn constraints() {
    let list = |type_kind, constraints| ty(type_kind, vec![Parameter::NestedType(boolean())], constraints);
    let string = |constraints| ty(TypeKind::String, vec![], constraints);
    let missing = |kind, type_kind| Problem::Missing { kind, type_kind };
    let over = |min, max| Problem::MinOverMax { min, max };
    let order = |kind, after| Problem::Order { kind, after };
    let max_size = Constraint::MaxSize(5);
    let max_count = Constraint::MaxCount(5);
    let cases = [
        (string(vec![]), missing(C::MaxSize, TypeKind::String)),
        (list(TypeKind::Vector, vec![]), missing(C::MaxCount, TypeKind::Vector)),
        (list(TypeKind::Array, vec![]), missing(C::Count, TypeKind::Array)),
        (string(vec![Constraint::MaxSize(0)]), Problem::Zero { kind: C::MaxSize }),
        (list(TypeKind::Vector, vec![Constraint::MaxCount(0)]), Problem::Zero { kind: C::MaxCount }),
        (list(TypeKind::Array, vec![Constraint::Count(0)]), Problem::Zero { kind: C::Count }),
        (string(vec![max_size.clone(), Constraint::MinSize(6)]), over(C::MinSize, C::MaxSize)),
        (
            list(TypeKind::Vector, vec![max_count.clone(), Constraint::MinCount(6)]),
            over(C::MinCount, C::MaxCount),
        ),
        (string(vec![max_size.clone(), Constraint::MinSize(0)]), Problem::Redundant { kind: C::MinSize }),
        (
            list(TypeKind::Vector, vec![max_count.clone(), Constraint::MinCount(0)]),
            Problem::Redundant { kind: C::MinCount },
        ),
        (
            list(TypeKind::Vector, vec![max_count.clone(), Constraint::Unique(false)]),
            Problem::Redundant { kind: C::Unique },
        ),
        (string(vec![Constraint::MinSize(1), max_size.clone()]), order(C::MaxSize, C::MinSize)),
        (string(vec![max_size.clone(), max_size.clone()]), order(C::MaxSize, C::MaxSize)),
        (
            string(vec![max_size, Constraint::Unique(true)]),
            Problem::Unfit { kind: C::Unique, type_kind: TypeKind::String },
        ),
        (
            ty(TypeKind::Bool, vec![], vec![Constraint::Min(unsigned(1))]),
            Problem::Unfit { kind: C::Min, type_kind: TypeKind::Bool },
        ),
        (
            list(TypeKind::Array, vec![max_count]),
            Problem::Unfit { kind: C::MaxCount, type_kind: TypeKind::Array },
        ),
    ];
    for (ty, expected) in cases {
        assert_eq!(refused_type(ty), expected.into());
    }
}

#[test]
fn bounds() {
    let bounded = |type_kind, bounds| ty(type_kind, vec![], bounds);
    let bound = |kind, violation| Kind::from(Problem::Bound { kind, violation: Box::new(violation) });
    let outside = |kind, type_kind, min, max, found| {
        bound(kind, Violation::Range { type_kind, min, max, found, unit: None })
    };
    let over = Kind::from(Problem::MinOverMax { min: C::Min, max: C::Max });
    let unlike = |kind| bound(kind, Violation::NotCanonical);
    let wrong = |expected, found| Kind::WrongCase { expected, found };
    let (min, max) = (|bound| vec![Constraint::Min(bound)], |bound| vec![Constraint::Max(bound)]);
    let cases = [
        (bounded(TypeKind::Uint8, max(unsigned(256))), outside(C::Max, "uint8", 0, 255, 256)),
        (bounded(TypeKind::Int8, min(signed(-129))), outside(C::Min, "int8", -128, 127, -129)),
        (bounded(TypeKind::Uint8, max(unsigned(255))), Problem::Redundant { kind: C::Max }.into()),
        (bounded(TypeKind::Uint8, min(unsigned(0))), Problem::Redundant { kind: C::Min }.into()),
        (bounded(TypeKind::Int64, min(signed(i64::MIN))), Problem::Redundant { kind: C::Min }.into()),
        (bounded(TypeKind::Uint64, max(unsigned(u64::MAX))), Problem::Redundant { kind: C::Max }.into()),
        (
            bounded(TypeKind::Uint8, vec![Constraint::Min(unsigned(2)), Constraint::Max(unsigned(1))]),
            over.clone(),
        ),
        (bounded(TypeKind::Float64, vec![Constraint::Min(real(2.0)), Constraint::Max(real(1.0))]), over),
        (bounded(TypeKind::Uint8, min(signed(1))), wrong(1, 2)),
        (bounded(TypeKind::Int8, min(unsigned(1))), wrong(2, 1)),
        (bounded(TypeKind::Float32, min(unsigned(1))), wrong(3, 1)),
        (bounded(TypeKind::Float64, min(real(f64::NAN))), unlike(C::Min)),
        (bounded(TypeKind::Float64, max(real(f64::INFINITY))), unlike(C::Max)),
        (bounded(TypeKind::Float64, max(real(-0.0))), unlike(C::Max)),
        (bounded(TypeKind::Float32, min(real(0.1))), unlike(C::Min)),
        (bounded(TypeKind::Float32, max(real(f64::MAX))), unlike(C::Max)),
        (bounded(TypeKind::Float32, max(proto::Bound { kind: None })), Kind::EmptyOneof),
    ];
    for (ty, expected) in cases {
        assert_eq!(refused_type(ty), expected);
    }
}

#[test]
fn patterns() {
    let pattern = |pattern: &str| {
        let constraints = vec![Constraint::MaxSize(5), Constraint::Pattern(pattern.into())];
        match refused_type(ty(TypeKind::String, vec![], constraints)) {
            Kind::Pattern { error, .. } => error,
            other => panic!("{other}"),
        }
    };
    assert!(matches!(pattern("("), PatternError::Invalid(_)));
    assert!(matches!(pattern("a)(b"), PatternError::Invalid(_)));
    assert_eq!(pattern("(a{50}){50}"), PatternError::TooLarge);
    assert_eq!(pattern(&"a".repeat(MAX_PATTERN_SIZE + 1)), PatternError::TooLong);
}

#[test]
fn sections() {
    let negative = |n: i64| program(&v(4, n.cast_unsigned()));
    assert_eq!(refused(&negative(0)).into_kind(), Kind::NotNegative { found: 0 });
    assert_eq!(refused(&negative(5)).into_kind(), Kind::NotNegative { found: 5 });
    for number in ["1", "-1", "+1.5", "", "0x10", "inf"] {
        let kind = refused(&program(&m(5, &[number.as_bytes()]))).into_kind();
        assert_eq!(kind, Kind::Number { text: text(number) });
    }
    let member = |key: &[u8]| m(1, &[&m(1, &[key]), &m(2, &[&v(3, 0)])]);
    let map = |members: &[&[u8]]| m(1, &[&m(8, members)]);
    let twice = refused(&map(&[&member(b"k"), &member(b""), &member(b"k")])).into_kind();
    assert_eq!(twice, Kind::MemberTwice { key: text("k") });
    assert_eq!(refused(&map(&[&m(1, &[&m(2, &[&v(3, 0)])])])).into_kind(), Kind::Missing { what: "a key" });
    assert_eq!(refused(&map(&[&m(1, &[&m(1, &[b"k"])])])).into_kind(), Kind::Missing { what: "a value" });

    let (list, map) = (m(7, &[]), m(8, &[]));
    for (number, section) in [(1, "program"), (9, "facets"), (11, "disable")] {
        let kind = refused(&m(number, &[&list])).into_kind();
        assert_eq!(kind, Kind::Section { section, expected: "a map" });
    }
    let lists = ["use", "expose", "offer", "capabilities", "children", "collections", "environments"];
    for (number, section) in (2..).zip(lists) {
        let kind = refused(&m(number, &[&map])).into_kind();
        assert_eq!(kind, Kind::Section { section, expected: "a list" });
    }

    let extension = |key: &str| m(12, &[&m(1, &[key.as_bytes()]), &m(2, &[&v(3, 0)])]);
    assert_eq!(refused(&extension("a")).into_kind(), Kind::Extension { key: text("a") });
    let twice = refused(&[extension("x-a"), extension("x-b"), extension("x-a")].concat()).into_kind();
    assert_eq!(twice, Kind::MemberTwice { key: text("x-a") });
}
