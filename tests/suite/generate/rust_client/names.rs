//! Schemas whose keys and texts are as awkward as they may be.

use super::Sample;
use crate::support::awkward::{EVIL, evil};
use crate::values::{config, seal_unchecked};
use confc::types::{
    ArrayType, EnumType, Field, IntegerKind, IntegerType, JsonText, Key, List, MapEntries, MapType,
    Mutability, StringType, StructType, Type, UnionCase, UnionType, UnionValue, Value, Variant, VectorType,
};

/// Words of Rust and of what is generated.
const WORDS: &[&str] = &[
    "as",
    "async",
    "await",
    "box",
    "break",
    "build",
    "builder",
    "clone",
    "config_overrides",
    "const",
    "continue",
    "crate",
    "default",
    "do",
    "dyn",
    "else",
    "enum",
    "eq",
    "err",
    "extern",
    "false",
    "fmt",
    "fn",
    "for",
    "from_bytes",
    "gen",
    "if",
    "impl",
    "in",
    "interface",
    "into",
    "into_value",
    "is_on",
    "let",
    "load",
    "load_with",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "ne",
    "new",
    "next",
    "none",
    "not",
    "ok",
    "option",
    "overrides",
    "pub",
    "ref",
    "result",
    "return",
    "self",
    "some",
    "static",
    "string",
    "struct",
    "super",
    "to_string",
    "trait",
    "true",
    "try",
    "type",
    "union",
    "unsafe",
    "use",
    "value",
    "values",
    "vec",
    "virtual",
    "where",
    "while",
    "yield",
];

pub(super) fn samples() -> Vec<Sample> {
    let samples = [
        words(scalar),
        words(structure),
        words(nested),
        words(union),
        vec![field("deep", deep())],
        vec![field("deep", deep_union())],
        vec![field("one", enumeration(WORDS.iter().copied()))],
        [evil(), vec![field("union", evil_union())]].concat(),
        many_fields(),
        many_variants(),
        long(),
    ];
    samples.map(sample).into()
}

fn sample(fields: Vec<Field>) -> Sample {
    let declaration = seal_unchecked(fields);
    let fields = || config(&declaration).fields().iter();
    let values = [0, 2].map(|case| fields().map(|field| value(&field.ty, case)).collect());
    Sample::new(declaration, values).expect("no names collide")
}

/// Some value of a type of these schemas. `case` is the position of the case of each union, modulo their number.
fn value(ty: &Type, case: usize) -> Value {
    let value = |ty| value(ty, case);
    match ty {
        Type::Bool => Value::Bool(true),
        Type::Integer(ty) if ty.kind.is_signed() => Value::Signed(-1),
        Type::Integer(_) => Value::Unsigned(1),
        Type::Float(_) => Value::Float(0.5),
        Type::String(_) => Value::String("x".into()),
        Type::Enum(ty) => Value::Variant(ty.variants()[0].number),
        Type::Struct(ty) => Value::Struct(ty.members().iter().map(|member| value(&member.ty)).collect()),
        Type::Vector(ty) => {
            let elements = vec![value(&ty.element)];
            Value::List(crate::support::arbitrary::list_of(&ty.element, elements))
        }
        Type::Array(ty) => {
            let values = (0..ty.count).map(|_| value(&ty.element)).collect();
            Value::List(crate::support::arbitrary::list_of(&ty.element, values))
        }
        Type::Map(ty) => {
            let key = ty.key().variants().first().map_or("x", |variant| variant.name.as_str());
            Value::Map(MapEntries::of(ty.value(), vec![(key.into(), value(ty.value()))]).unwrap())
        }
        Type::Json(_) => Value::Json(JsonText::default()),
        Type::Union(ty) => {
            let at = case % ty.cases().len();
            Value::from(UnionValue { case: u32::try_from(at).unwrap(), value: value(&ty.cases()[at].ty) })
        }
    }
}

fn field(key: &str, ty: Type) -> Field {
    Field::new(Key::new(key).unwrap(), ty)
}

fn string() -> Type {
    Type::String(StringType { max_size: 100, min_size: 0, pattern: None })
}

fn enumeration<'k>(names: impl IntoIterator<Item = &'k str>) -> Type {
    let variant = |(n, name)| Variant::new(Key::new(name).unwrap(), n - 3);
    Type::Enum(EnumType::new((0_i64..).zip(names).map(variant).collect()))
}

fn words(ty: impl Fn(&str) -> Type) -> Vec<Field> {
    let mutability = Mutability { parent: true };
    WORDS.iter().map(|word| Field { mutability, ..field(word, ty(word)) }).collect()
}

fn scalar(_: &str) -> Type {
    string()
}

fn structure(word: &str) -> Type {
    Type::Struct(StructType::new(vec![
        field(word, Type::Bool),
        field("a_b_c", enumeration(["a_b_c", "self"])),
    ]))
}

/// Maps with keys of these names in lists of lists.
fn nested(word: &str) -> Type {
    let map = Type::Map(MapType::new(enumeration(["x", word]), structure(word), 2));
    vector(vector(Type::Map(MapType::new(string(), map, 2))))
}

/// As many levels as types may have.
fn deep() -> Type {
    let around = |ty, n: u32| match n % 3 {
        0 => vector(ty),
        1 => Type::Map(MapType::new(enumeration(["x", "y"]), ty, 2)),
        _ => Type::Array(ArrayType::new(ty, 1)),
    };
    (0..31).fold(enumeration(["a", "b"]), around)
}

/// Unions with keys and structs of these names.
fn union(word: &str) -> Type {
    let map = Type::Map(MapType::new(enumeration(["x", word]), structure(word), 2));
    let object = if word < "m" { structure(word) } else { map };
    vector(cases(vec![
        (word, object),
        ("a_l_l", enumeration(["a_b_c", word])),
        ("a_b_c", vector(structure(word))),
    ]))
}

fn cases(cases: Vec<(&str, Type)>) -> Type {
    let case = |(name, ty)| UnionCase::new(Key::new(name).unwrap(), ty);
    Type::Union(UnionType::new(cases.into_iter().map(case).collect()))
}

fn evil_union() -> Type {
    let evil =
        |name: &str, ty| UnionCase { name: Key::new(name).unwrap(), ty, text: None, doc: Some(EVIL.into()) };
    Type::Union(UnionType::new(vec![evil("text", string()), evil("object", structure("text"))]))
}

/// As many levels as types may have, half of them unions.
fn deep_union() -> Type {
    let innermost = cases(vec![("a", Type::Bool), ("b", enumeration(["a", "b"]))]);
    (0..15).fold(innermost, |ty, n| {
        let around =
            if n % 2 == 0 { vector(ty) } else { Type::Struct(StructType::new(vec![field("a", ty)])) };
        cases(vec![("a", around), ("b", string())])
    })
}

fn vector(element: Type) -> Type {
    Type::Vector(VectorType::new(element, 2))
}

fn many_fields() -> Vec<Field> {
    let ty = || Type::Integer(IntegerType::new(IntegerKind::Uint16));
    (0..1000).map(|n| field(&format!("field_{n}"), ty())).collect()
}

fn many_variants() -> Vec<Field> {
    let names: Vec<String> = (0..128).map(|n| format!("variant_{n}")).collect();
    let ty = || enumeration(names.iter().map(String::as_str));
    let default = Some(Value::List(List::Variant((-3..125).collect())));
    let list =
        Type::Vector(VectorType { max_count: 200, min_count: 0, unique: false, element: Box::new(ty()) });
    let array = Type::Array(ArrayType { count: 3, unique: false, element: Box::new(ty()) });
    vec![field("one", ty()), Field { default, ..field("several", list) }, field("three", array)]
}

/// Keys as long as they may be, on every level.
fn long() -> Vec<Field> {
    let key = |c: &str| c.repeat(64);
    let mut ty = enumeration([key("v").as_str(), key("w").as_str()]);
    for c in ["b", "a"] {
        let element = Box::new(Type::Struct(StructType::new(vec![
            field(&key(c), ty),
            field(&key("z"), string()),
            field("a", Type::Bool),
        ])));
        ty = Type::Vector(VectorType { max_count: 2, min_count: 0, unique: false, element });
    }
    let sizes = [10, 20, 24, 25, 26, 27, 30, 40, 45, 50, 55, 56, 57, 58, 59, 60];
    let mutability = Mutability { parent: true };
    let scalars = sizes.iter().map(|size| Field { mutability, ..field(&"s".repeat(*size), string()) });
    scalars.chain([field(&key("x"), ty)]).collect()
}
