//! Promised bytes. A declaration that was compiled once is read, and compiles to the same bytes, forever:
//! what stands in `testdata/frozen/` is never rewritten, by no tool and no hand. A change of the format
//! adds files.

use crate::declaration::checksum::{declaration, hex, integer, string, vector};
use confc::declaration::{Declaration, preimage};
use confc::schema::{Schema, ValueSource};
use confc::types::{
    ArrayType, Bounds, Component, EnumType, Field, FieldNames, FloatKind, FloatType, IntegerKind,
    IntegerType, JsonValue, Key, List, MapEntries, MapType, Mutability, NativeName, Pattern, StringType,
    StructType, Type, Value, Variant, VariantName, VectorType,
};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// Compares with the frozen text and reads the declaration back from it.
pub(crate) fn check(name: &str, declaration: &Declaration) {
    let bytes = confc::declaration::encode(declaration);
    let mut expected = String::new();
    if let Some(config) = declaration.config() {
        writeln!(expected, "preimage {}", hex(&preimage(config.fields(), config.rules()))).unwrap();
        writeln!(expected, "checksum {}", hex(config.checksum().as_bytes())).unwrap();
    }
    for line in bytes.chunks(48) {
        writeln!(expected, "bytes {}", hex(line)).unwrap();
    }
    let path = Path::new("testdata/frozen/declarations").join(name).with_extension("txt");
    let frozen = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(frozen, expected, "{} does not hold what is written now", path.display());

    let digits: String = frozen.lines().filter_map(|line| line.strip_prefix("bytes ")).collect();
    let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    let frozen: Vec<u8> = pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect();
    assert_eq!(Declaration::decode(&frozen).as_ref(), Ok(declaration));
}

#[test]
fn types_of_the_rfc() {
    check("bool", &declaration(&[("enable_logging", Type::Bool)]));
    check("string", &declaration(&[("a", string(100))]));
    check("vector", &declaration(&[("tags", vector(10, string(20)))]));
    let threads = [("enable_advanced_features", Type::Bool), ("num_threads", integer(IntegerKind::Uint64))];
    check("threads", &declaration(&threads));
}

#[test]
fn nested_lists_and_maps() {
    let with_default = |(field, default)| Field { default: Some(default), ..field };
    check("nested", &sealed(crate::values::frozen::nested().into_iter().map(with_default).collect()));
}

#[test]
fn json_values() {
    check("json", &with_defaults(crate::values::frozen::json()));
}

#[test]
fn nullable_fields_and_members() {
    check("nullable", &with_defaults(crate::values::frozen::nullable()));
}

#[test]
fn union_values() {
    check("unions", &with_defaults(crate::values::frozen::unions()));
}

#[test]
fn unions_with_a_tag() {
    check("tags", &with_defaults(crate::values::frozen::tags()));
}

/// A declaration of these fields, with their values as defaults where a default is allowed.
fn with_defaults(fields: Vec<(Field, Value)>) -> Declaration {
    let default =
        |(field, value): (Field, Value)| Field { default: Some(value).filter(|_| !field.optional), ..field };
    sealed(fields.into_iter().map(default).collect())
}

fn key(key: &str) -> Key {
    Key::new(key).unwrap()
}

fn field(key: &str, ty: Type) -> Field {
    Field::new(Key::new(key).unwrap(), ty)
}

fn sealed(fields: Vec<Field>) -> Declaration {
    let schema = Schema::new(fields, ValueSource::Capabilities).unwrap();
    Declaration::seal(Component::default(), Some(schema)).unwrap()
}

fn float(kind: FloatKind, min: Option<f64>, max: Option<f64>) -> Type {
    Type::Float(FloatType { kind, bounds: Bounds::boxed(min, max), unit: None })
}

fn bounded(kind: IntegerKind, min: Option<i128>, max: Option<i128>) -> Type {
    Type::Integer(IntegerType { kind, bounds: Bounds::boxed(min, max), unit: None })
}

fn colour() -> Type {
    let variant = |name, number| Variant::new(key(name), number);
    Type::Enum(EnumType::new(vec![variant("red", 0), variant("green", -1), variant("blue", i64::MAX)]))
}

#[test]
fn every_type_and_constraint() {
    let pattern = Some(Arc::new(Pattern::new(r"[a-z]+\.\d").unwrap()));
    let point = Type::Struct(StructType::new(vec![
        field("x", float(FloatKind::Float32, None, None)),
        field("y", float(FloatKind::Float32, Some(-0.5), Some(0.5))),
    ]));
    check(
        "types",
        &sealed(vec![
            field("array", Type::Array(ArrayType { count: 2, unique: true, element: Box::new(Type::Bool) })),
            field("colour", colour()),
            field("float", float(FloatKind::Float64, Some(0.1), None)),
            field("int8", bounded(IntegerKind::Int8, Some(-127), Some(126))),
            field("uint64", bounded(IntegerKind::Uint64, Some(1), Some(i128::from(u64::MAX) - 1))),
            field("string", Type::String(StringType { max_size: 9, min_size: 3, pattern })),
            field(
                "vector",
                Type::Vector(VectorType {
                    max_count: u32::MAX,
                    min_count: 1,
                    unique: true,
                    element: Box::new(point),
                }),
            ),
        ]),
    );
}

#[test]
fn documentation_of_variants() {
    let documented =
        Variant { doc: Some("As of fire.\n\nNot of blood.".into()), ..Variant::new(key("red"), 0) };
    let ty = Type::Enum(EnumType::new(vec![documented, Variant::new(key("green"), -1)]));
    check("variants", &sealed(vec![field("colour", ty)]));
}

#[test]
fn names_of_variants_that_are_not_keys() {
    let variant = |name: &str, number| Variant::new(VariantName::new(name).unwrap(), number);
    let names =
        [("", 2), ("IfNotPresent", 1), ("text/plain; charset=utf-8", -1), ("naïve \u{202e}", 7), ("a", 0)];
    let ty = EnumType::new(names.map(|(name, number)| variant(name, number)).into());
    let long = EnumType::new(vec![variant(&"é".repeat(127), i64::MIN)]);
    let labels = MapType::new(Type::Enum(ty.clone()), Type::Enum(long), 3);
    let default = Some(Value::Variant(-1));
    check(
        "variant-names",
        &sealed(vec![Field { default, ..field("mode", Type::Enum(ty)) }, field("labels", Type::Map(labels))]),
    );
}

#[test]
fn native_names() {
    let native = |name: &str| NativeName::new(name).unwrap();
    let named = |name: &str, aliases: &[&str], field: Field| Field {
        names: FieldNames::new(Some(native(name)), aliases.iter().copied().map(native).collect()),
        ..field
    };
    let pool = StructType::new(vec![
        named("maxSize", &["max_size", "max-size"], field("max_size", integer(IntegerKind::Uint8))),
        named("a b.c \u{202e}é", &[], field("size", Type::Bool)),
    ]);
    check(
        "native-names",
        &sealed(vec![
            named(&"é".repeat(128), &[], field("long", Type::Bool)),
            named("connectionPool", &["pool"], field("pool", Type::Struct(pool))),
            Field { names: FieldNames::new(None, vec![native("8080")]), ..field("port", Type::Bool) },
        ]),
    );
}

#[test]
fn open_structs() {
    let rest = |key: &str, value: Type| {
        let names = FieldNames::rest();
        Field { names, ..field(key, Type::Map(MapType::new(string(20), value, 3))) }
    };
    let inner = StructType::new(vec![
        Field { sensitive: true, ..field("token", string(9)) },
        Field { sensitive: true, ..rest("others", string(9)) },
    ]);
    check(
        "rest",
        &sealed(vec![
            Field { sensitive: true, ..field("auth", Type::Struct(inner)) },
            Field { sensitive: true, mutability: Mutability { parent: true }, ..rest("extra", Type::Bool) },
        ]),
    );
}

#[test]
fn every_attribute_and_shape_of_default() {
    let with = |key: &str, ty: Type, default: Value| Field { default: Some(default), ..field(key, ty) };
    let list = |key: &str, element: Type, default: List| with(key, vector(9, element), Value::List(default));
    let pair = Type::Struct(StructType::new(vec![field("x", Type::Bool), field("y", vector(2, colour()))]));
    let values = |x: bool, y: &[i64]| -> Box<[Value]> {
        [Value::Bool(x), Value::List(List::Variant(y.into()))].into()
    };
    check(
        "attributes",
        &sealed(vec![
            Field {
                mutability: Mutability { parent: true },
                doc: Some("How often.\nNot never.".into()),
                sensitive: true,
                deprecated: Some("use `b`".into()),
                names: FieldNames::new(None, vec![key("old").into(), key("older").into()]),
                ..with("a", integer(IntegerKind::Uint8), Value::Unsigned(0))
            },
            list("bools", Type::Bool, List::Bool([true, false].into())),
            list("empty", string(1), List::String(Box::default())),
            list("floats", float(FloatKind::Float32, None, None), List::Float([0.0, -1.5].into())),
            list("int64s", integer(IntegerKind::Int64), List::Signed([i64::MIN, -1, 0].into())),
            list("strings", string(9), List::String(["".into(), "é".into()].into())),
            list("structs", pair.clone(), List::Struct([values(true, &[0, -1]), values(false, &[])].into())),
            with("struct", pair, Value::Struct(values(false, &[i64::MAX]))),
            with("int32", integer(IntegerKind::Int32), Value::Signed(-2)),
            with("uint64", integer(IntegerKind::Uint64), Value::Unsigned(u64::MAX)),
            with("float64", float(FloatKind::Float64, None, None), Value::Float(0.1)),
            with("string", string(9), Value::String("πr²".into())),
            with("variant", colour(), Value::Variant(-1)),
        ]),
    );
}

#[test]
fn maps_and_their_defaults() {
    let labels = || MapType::new(string(20), integer(IntegerKind::Uint32), 10).at_least(1);
    let pair =
        || Type::Struct(StructType::new(vec![field("x", Type::Bool), field("y", vector(2, colour()))]));
    let entries = |entries: Vec<(&str, Value)>, value: &Type| {
        let entries = entries.into_iter().map(|(key, value)| (key.into(), value)).collect();
        Some(Value::Map(MapEntries::of(value, entries).unwrap()))
    };
    let with = |key: &str, map: MapType, default: Vec<(&str, Value)>| {
        let default = entries(default, map.value());
        Field { default, ..field(key, Type::Map(map)) }
    };
    let pattern = Some(Arc::new(Pattern::new("[a-z.]+").unwrap()));
    let named = Type::String(StringType { max_size: 9, min_size: 2, pattern });
    let values: Box<[Value]> = [Value::Bool(true), Value::List(List::Variant([-1].into()))].into();
    check(
        "maps",
        &sealed(vec![
            field("bare", Type::Map(labels())),
            with(
                "by_name",
                MapType::new(colour(), string(9), u32::MAX),
                vec![("red", Value::String("é".into())), ("blue", Value::String("".into()))],
            ),
            with("empty", MapType::new(string(1), Type::Bool, 1), vec![]),
            with("labels", labels(), vec![("é", Value::Unsigned(7)), ("z", Value::Unsigned(0))]),
            with("structs", MapType::new(named, pair(), 3), vec![("a.b", Value::Struct(values))]),
        ]),
    );
}

#[test]
fn optional_fields_and_members() {
    let optional = |field: Field| Field { optional: true, ..field };
    let pair = || {
        let default =
            Field { default: Some(Value::Unsigned(80)), ..field("y", integer(IntegerKind::Uint16)) };
        Type::Struct(StructType::new(vec![optional(field("x", Type::Bool)), optional(default)]))
    };
    let absent = Value::Struct([Value::Absent, Value::Unsigned(1)].into());
    check(
        "optional",
        &sealed(vec![
            optional(field("bool", Type::Bool)),
            optional(field("int8", bounded(IntegerKind::Int8, Some(-127), Some(126)))),
            optional(field("struct", pair())),
            optional(Field { deprecated: Some("no".into()), ..field("vector", vector(9, pair())) }),
            Field { default: Some(absent), ..field("with_default", pair()) },
        ]),
    );
}

#[test]
fn sections_as_they_are_written() {
    let text = |text: &str| JsonValue::String(text.into());
    let map = |members: Vec<(&str, JsonValue)>| {
        JsonValue::Map(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
    };
    let numbers = JsonValue::List(
        [
            JsonValue::Unsigned(0),
            JsonValue::Unsigned(u64::MAX),
            JsonValue::Negative(-1),
            JsonValue::Number("1.50e+3".into()),
            JsonValue::Number("-0".into()),
            JsonValue::Number("-Infinity".into()),
        ]
        .into(),
    );
    let component = Component {
        program: Some(map(vec![("runner", text("elf")), ("binary", text("bin/a")), ("", JsonValue::Null)])),
        uses: Some(JsonValue::List([map(vec![("protocol", text("p"))])].into())),
        facets: Some(map(vec![("numbers", numbers), ("flag", JsonValue::Bool(false))])),
        disable: Some(map(vec![])),
        extensions: vec![("x-z".into(), JsonValue::Null), ("x-a".into(), JsonValue::List(Box::default()))],
        ..Component::default()
    };
    check("sections", &Declaration::seal(component, None).unwrap());
}
