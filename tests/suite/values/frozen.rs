//! Promised bytes: a value file that was written once is loaded forever, and written the same. What stands in
//! `testdata/frozen/` is never rewritten, by no tool and no hand.

use super::{config, declaration, field, file, seal, text};
use crate::declaration::checksum::{hex, integer, string, vector};
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::types::{
    ArrayType, EnumType, Field, FieldNames, FloatKind, FloatType, IntegerKind, JsonKinds, JsonText, JsonType,
    Key, List, MapEntries, MapType, NativeName, StructType, Type, UnionCase, UnionType, UnionValue, Value,
    Variant, VariantName,
};
use confc_core::values::load;
use std::fmt::Write as _;
use std::path::Path;

fn check(name: &str, declaration: &Declaration, values: &[Value], embedded_schema: EmbeddedSchema) {
    let mut expected = String::new();
    writeln!(expected, "checksum {}", hex(config(declaration).checksum().as_bytes())).unwrap();
    for line in file(declaration, values, embedded_schema).chunks(48) {
        writeln!(expected, "bytes {}", hex(line)).unwrap();
    }
    let path = Path::new("testdata/frozen/values").join(name).with_extension("txt");
    let frozen = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(frozen, expected, "{} does not hold what is written now", path.display());

    let digits: String = frozen.lines().filter_map(|line| line.strip_prefix("bytes ")).collect();
    let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    let frozen: Vec<u8> = pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect();
    assert_eq!(load(declaration, &frozen).unwrap().values(), values);
}

#[test]
fn types_of_the_rfc() {
    let declaration = declaration(&[
        ("enable_logging", Type::Bool),
        ("num_threads", integer(IntegerKind::Uint64)),
        ("tags", vector(10, string(20))),
    ]);
    let tags = Value::List(List::String(["a".into(), "".into(), "é".into()].into()));
    let values = [Value::Bool(true), Value::Unsigned(300), tags];
    check("rfc", &declaration, &values, EmbeddedSchema::Omit);
    check("rfc_echo", &declaration, &values, EmbeddedSchema::Include);
}

#[test]
fn every_type() {
    let key = |text: &str| Key::new(text).unwrap();
    let variant = |name, number| Variant::new(key(name), number);
    let colour = || Type::Enum(EnumType::new(vec![variant("red", 0), variant("blue", -1)]));
    let float = |kind| Type::Float(FloatType::new(kind));
    let secret = Field { sensitive: true, ..field("y", string(9)) };
    let pair = || Type::Struct(StructType::new(vec![field("x", Type::Bool), secret.clone()]));
    let pair_of = |x: bool| -> Box<[Value]> { [Value::Bool(x), text("s")].into() };
    let (signed, unsigned) = (Value::Signed, Value::Unsigned);
    let fields: Vec<(&str, Type, Value)> = vec![
        ("a_bool", Type::Bool, Value::Bool(false)),
        ("b_int8", integer(IntegerKind::Int8), signed(-128)),
        ("c_int16", integer(IntegerKind::Int16), signed(0)),
        ("d_int32", integer(IntegerKind::Int32), signed(i32::MAX.into())),
        ("e_int64", integer(IntegerKind::Int64), signed(i64::MIN)),
        ("f_uint8", integer(IntegerKind::Uint8), unsigned(255)),
        ("g_uint16", integer(IntegerKind::Uint16), unsigned(0)),
        ("h_uint32", integer(IntegerKind::Uint32), unsigned(u32::MAX.into())),
        ("i_uint64", integer(IntegerKind::Uint64), unsigned(u64::MAX)),
        ("j_float32", float(FloatKind::Float32), Value::Float(f64::from(0.1_f32))),
        ("k_float64", float(FloatKind::Float64), Value::Float(-0.1)),
        ("l_string", string(9), text("")),
        ("m_enum", colour(), Value::Variant(-1)),
        ("n_struct", pair(), Value::Struct(pair_of(true))),
        ("o_empty", vector(9, Type::Bool), Value::List(List::Bool([].into()))),
        ("p_enums", vector(9, colour()), Value::List(List::Variant([0, -1].into()))),
        ("q_structs", vector(9, pair()), Value::List(List::Struct([pair_of(true), pair_of(false)].into()))),
        (
            "r_array",
            Type::Array(ArrayType { count: 2, unique: true, element: Box::new(float(FloatKind::Float32)) }),
            Value::List(List::Float([0.0, -1.5].into())),
        ),
        ("s_bools", vector(9, Type::Bool), Value::List(List::Bool([true, false].into()))),
        ("t_int8s", vector(9, integer(IntegerKind::Int8)), Value::List(List::Signed([-1, 1].into()))),
        ("u_uint64s", vector(9, integer(IntegerKind::Uint64)), Value::List(List::Unsigned([1 << 63].into()))),
    ];
    let declaration = seal(fields.iter().map(|(key, ty, _)| field(key, ty.clone())).collect());
    let values: Vec<Value> = fields.into_iter().map(|(_, _, value)| value).collect();
    check("types", &declaration, &values, EmbeddedSchema::Include);
}

#[test]
fn maps() {
    let level = |name, number| Variant::new(Key::new(name).unwrap(), number);
    let level = Type::Enum(EnumType::new(vec![level("low", 1), level("high", 0)]));
    let pair = Type::Struct(StructType::new(vec![field("x", Type::Bool), field("y", string(9))]));
    let pair_of = |x: bool| -> Box<[Value]> { [Value::Bool(x), text("s")].into() };
    let maps = [
        (
            "a_labels",
            MapType::new(string(20), string(9), 10),
            vec![("team", text("edge")), ("a.b", text("")), ("é", text("ü"))],
        ),
        ("b_empty", MapType::new(string(9), Type::Bool, 3), vec![]),
        (
            "c_levels",
            MapType::new(level, integer(IntegerKind::Int16), 2),
            vec![("low", Value::Signed(-1)), ("high", Value::Signed(300))],
        ),
        (
            "d_structs",
            MapType::new(string(2), pair, 2).at_least(1),
            vec![("y", Value::Struct(pair_of(false))), ("x", Value::Struct(pair_of(true)))],
        ),
    ];
    let fields = maps.iter().map(|(key, map, _)| field(key, Type::Map(map.clone()))).collect();
    let values = maps.iter().map(|(_, map, entries)| {
        let entries = entries.iter().map(|(key, value)| ((*key).into(), value.clone())).collect();
        Value::Map(MapEntries::of(map.value(), entries).unwrap())
    });
    let values: Vec<Value> = values.collect();
    check("maps", &seal(fields), &values, EmbeddedSchema::Include);
}

/// Fields of JSON values, with a value each.
pub(crate) fn json() -> Vec<(Field, Value)> {
    let text = |text: &str| JsonText::new(text).unwrap();
    let all = JsonType { max_size: u32::MAX, kinds: JsonKinds::ALL };
    let objects = JsonType { max_size: 99, kinds: JsonKinds::from_bits(0x30).unwrap() };
    let map = MapType::new(string(9), Type::Json(objects), 3);
    let of_map = MapEntries::ascending(
        ["a".into(), "b".into()].into(),
        List::Json([text("null"), text("{\"x\":{}}")].into()),
    );
    let canonical = "{\"\\n\":[1.0,1,1.0e21,-9223372036854775808],\"A\":\"\u{7f}\\u0000\",\"\u{ffff}\":true,\"\u{1f600}\":null}";
    vec![
        (field("a_any", Type::Json(JsonType::new(4096))), Value::Json(text(canonical))),
        (Field { optional: true, ..field("b_null", Type::Json(all)) }, Value::Json(text("null"))),
        (Field { optional: true, ..field("c_absent", Type::Json(all)) }, Value::Absent),
        (
            field("d_list", vector(9, Type::Json(JsonType::new(9)))),
            Value::List(List::Json([text("[]"), text("0"), text("\"\"")].into())),
        ),
        (field("e_map", Type::Map(map)), Value::Map(of_map.unwrap())),
    ]
}

#[test]
fn json_values() {
    let (fields, values): (Vec<_>, Vec<_>) = json().into_iter().unzip();
    check("json", &seal(fields), &values, EmbeddedSchema::Include);
}

/// Nullable fields and members, with a value each.
pub(crate) fn nullable() -> Vec<(Field, Value)> {
    let nullable = |field: Field| Field { nullable: true, ..field };
    let both = |field: Field| Field { optional: true, ..nullable(field) };
    let pair = || {
        let x = both(field("x", string(9)));
        Type::Struct(StructType::new(vec![x, nullable(field("y", integer(IntegerKind::Uint8)))]))
    };
    let pair_of = |x: Value, y: Value| -> Box<[Value]> { [x, y].into() };
    let pairs = [pair_of(Value::Null, Value::Unsigned(1)), pair_of(Value::Absent, Value::Null)];
    vec![
        (nullable(field("a_null", integer(IntegerKind::Int64))), Value::Null),
        (nullable(field("b_value", vector(3, Type::Bool))), Value::List(List::Bool([true].into()))),
        (both(field("c_null", Type::Map(MapType::new(string(2), Type::Bool, 2)))), Value::Null),
        (both(field("d_absent", Type::Bool)), Value::Absent),
        (both(field("e_null", pair())), Value::Null),
        (field("f_members", pair()), Value::Struct(pair_of(Value::Absent, Value::Null))),
        (field("g_list", vector(9, pair())), Value::List(List::Struct(pairs.into()))),
    ]
}

#[test]
fn nullable_fields_and_members() {
    let (fields, values): (Vec<_>, Vec<_>) = nullable().into_iter().unzip();
    check("nullable", &seal(fields), &values, EmbeddedSchema::Include);
}

/// Fields of unions, with a value each.
pub(crate) fn unions() -> Vec<(Field, Value)> {
    let ty = |text: &str| text.parse::<Type>().unwrap();
    let case = |case, value| UnionValue { case, value };
    let port = || ty("union<name=string:15,number=uint16{min=1}>");
    let pair: Box<[Value]> = [Value::Signed(-1), Value::Absent].into();
    let any = JsonText::new("{\"x\":[null]}").unwrap();
    let of_map = MapEntries::ascending(
        ["k".into()].into(),
        List::Union([case(1, Value::List(List::Union([case(1, Value::Unsigned(9))].into())))].into()),
    );
    let all = "union<a=bool,b=float32,c=string:9,d=vector<uint8>:3,e=struct<x:int8,y:bool?>>";
    vec![
        (field("a_name", port()), case(0, text("http")).into()),
        (field("b_number", port()), case(1, Value::Unsigned(8080)).into()),
        (Field { optional: true, ..field("c_absent", port()) }, Value::Absent),
        (
            field("d_all", vector(9, ty(all))),
            Value::List(List::Union(
                [
                    case(0, Value::Bool(false)),
                    case(1, Value::Float(-0.5)),
                    case(2, text("")),
                    case(3, Value::List(List::Unsigned([0, 255].into()))),
                    case(4, Value::Struct(pair)),
                ]
                .into(),
            )),
        ),
        (field("e_any", ty("union<a=bool,b=json:99{kinds=array|object}>")), case(1, Value::Json(any)).into()),
        (
            field("f_deep", ty("map<string:2,union<a=bool,b=vector<union<c=bool,d=uint8>>:2>>:3")),
            Value::Map(of_map.unwrap()),
        ),
    ]
}

#[test]
fn union_values() {
    let (fields, values): (Vec<Field>, Vec<Value>) = unions().into_iter().unzip();
    check("unions", &seal(fields), &values, EmbeddedSchema::Include);
}

/// Fields of unions with a tag, with a value each.
pub(crate) fn tags() -> Vec<(Field, Value)> {
    let case = |case, value| UnionValue { case, value };
    let named = |name: &str, text: Option<&str>, members: Vec<Field>| {
        let ty = Type::Struct(StructType::new(members));
        UnionCase {
            text: text.map(|text| VariantName::new(text).unwrap()),
            ..UnionCase::new(Key::new(name).unwrap(), ty)
        }
    };
    let tagged = |tag: &str, cases| Type::Union(UnionType::with_tag(NativeName::new(tag).ok(), cases));
    let sink = || {
        let console = named("console", None, vec![field("color", Type::Bool)]);
        let nothing = named("nothing", Some(""), vec![Field { optional: true, ..field("why", string(9)) }]);
        let others = Type::Map(MapType::new(string(9), integer(IntegerKind::Uint8), 2));
        let others = Field { names: FieldNames::rest(), ..field("others", others) };
        let s3 = named("s3", Some("aws_s3"), vec![field("bucket", string(63)), others]);
        tagged("type", vec![console, nothing, s3])
    };
    let entries = MapEntries::ascending(["x".into()].into(), List::Unsigned([7].into())).unwrap();
    let bucket: Box<[Value]> = [text("logs"), Value::Map(entries)].into();
    let console = |color: bool| case(0, Value::Struct([Value::Bool(color)].into()));
    let step = |name: String| named(&name, None, vec![field("by", integer(IntegerKind::Uint8))]);
    let many = (0..7).map(|at| step(format!("c{at}"))).collect();
    vec![
        (field("a_console", sink()), console(true).into()),
        (field("b_nothing", sink()), case(1, Value::Struct([Value::Absent].into())).into()),
        (field("c_s3", sink()), case(2, Value::Struct(bucket)).into()),
        (Field { optional: true, nullable: true, ..field("d_null", sink()) }, Value::Null),
        (
            field("e_list", vector(3, sink())),
            Value::List(List::Union([console(false), console(true)].into())),
        ),
        (
            field("f_many", tagged("\"@ kind\" é", many)),
            case(6, Value::Struct([Value::Unsigned(9)].into())).into(),
        ),
    ]
}

#[test]
fn values_of_unions_with_a_tag() {
    let (fields, values): (Vec<Field>, Vec<Value>) = tags().into_iter().unzip();
    check("tags", &seal(fields), &values, EmbeddedSchema::Include);
}

/// Fields of lists and maps in lists and maps, with a value each.
pub(crate) fn nested() -> Vec<(Field, Value)> {
    let level = |name, number| Variant::new(Key::new(name).unwrap(), number);
    let level = Type::Enum(EnumType::new(vec![level("low", 1), level("high", 0)]));
    let small = |element| Type::Array(ArrayType { count: 2, unique: true, element: Box::new(element) });
    let map = |key, value| Type::Map(MapType::new(key, value, 3).at_least(1));
    let entries = |key: &str, values| MapEntries::ascending([key.into()].into(), values).unwrap();
    let number = |n| List::Unsigned([n].into());
    let pair = Type::Struct(StructType::new(vec![field("x", vector(2, vector(2, Type::Bool)))]));
    let bools = Value::List(List::List([List::Bool([].into()), List::Bool([true].into())].into()));
    vec![
        (
            field("a_lists", vector(9, vector(3, string(9)))),
            Value::List(List::List([List::String(["é".into()].into()), List::String([].into())].into())),
        ),
        (
            field("b_arrays", small(small(integer(IntegerKind::Int8)))),
            Value::List(List::List([List::Signed([1, -2].into()), List::Signed([1, 2].into())].into())),
        ),
        (
            field("c_maps", vector(9, map(level, Type::Bool))),
            Value::List(List::Map([entries("low", List::Bool([true].into()))].into())),
        ),
        (
            field("d_lists", map(string(9), vector(9, integer(IntegerKind::Uint16)))),
            Value::Map(entries("k", List::List([number(300)].into()))),
        ),
        (
            field("e_maps", map(string(9), map(string(2), integer(IntegerKind::Uint64)))),
            Value::Map(entries("k", List::Map([entries("a", number(u64::MAX))].into()))),
        ),
        (
            field("f_structs", vector(2, vector(2, pair))),
            Value::List(List::List([List::Struct([[bools].into()].into())].into())),
        ),
    ]
}

#[test]
fn nested_lists_and_maps() {
    let (fields, values): (Vec<Field>, Vec<Value>) = nested().into_iter().unzip();
    check("nested", &seal(fields), &values, EmbeddedSchema::Include);
}

#[test]
fn optional_fields_and_members() {
    let optional = |field: Field| Field { optional: true, ..field };
    let pair =
        || Type::Struct(StructType::new(vec![optional(field("x", Type::Bool)), field("y", string(9))]));
    let declaration = seal(vec![
        optional(field("a", integer(IntegerKind::Uint8))),
        optional(field("b", integer(IntegerKind::Uint8))),
        optional(field("c", pair())),
        field("d", pair()),
        field("e", vector(9, pair())),
    ]);
    let pair_of = |x: Value| -> Box<[Value]> { [x, text("s")].into() };
    let values = [
        Value::Absent,
        Value::Unsigned(0),
        Value::Absent,
        Value::Struct(pair_of(Value::Absent)),
        Value::List(List::Struct([pair_of(Value::Bool(false)), pair_of(Value::Absent)].into())),
    ];
    check("optional", &declaration, &values, EmbeddedSchema::Include);
}
