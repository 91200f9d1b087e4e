//! A component of 25 mixed fields with their values, and the time of a call on them.

use confc::declaration::Declaration;
use confc::schema::{Schema, ValueSource};
use confc::types::{
    ArrayType, Bounds, Component, EnumType, Field, FloatKind, FloatType, IntegerKind, IntegerType, Key, List,
    StringType, StructType, Type, Value, Variant, VectorType,
};
use confc_core::rules::RuleText;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The time of one call: the best of 60 batches of about 2 ms.
pub(crate) fn best<T>(mut call: impl FnMut() -> T) -> Duration {
    let mut time = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| drop(black_box(call())));
        start.elapsed()
    };
    let once = time(3).max(Duration::from_nanos(3)) / 3;
    let calls = u32::try_from(2_000_000 / once.as_nanos().max(1)).unwrap_or(1).max(1);
    (0..60).map(|_| time(calls)).min().expect("60 batches") / calls
}

pub(crate) fn report(name: &str, time: Duration) {
    println!("{name:<56} {:>10.3} µs", time.as_nanos() as f64 / 1000.0);
}

pub(crate) fn field(key: &str, ty: Type) -> Field {
    Field::new(Key::new(key).expect("a key"), ty)
}

pub(crate) fn seal(fields: Vec<Field>) -> Declaration {
    let schema =
        Schema::new(fields, ValueSource::PackagePath(Default::default())).expect("the fields are valid");
    Declaration::seal(Component::default(), Some(schema)).expect("the fields are valid")
}

pub(crate) fn integer(kind: IntegerKind) -> Type {
    Type::Integer(IntegerType::new(kind))
}

pub(crate) fn string(max_size: u32) -> Type {
    Type::String(StringType { max_size, min_size: 0, pattern: None })
}

fn vector(element: Type, unique: bool) -> Type {
    Type::Vector(VectorType { max_count: 20, min_count: 0, unique, element: Box::new(element) })
}

/// The same with rules that its values keep.
pub(crate) fn with_rules(declaration: &Declaration) -> Declaration {
    let config = declaration.config().expect("a schema");
    let rules = [
        "n_int8 < n_int16 || n_uint16 <= n_with_bounds * 100",
        "e_mode != \"safe\" || byte_size(s_a) > 0",
        "v_strings.all(s, byte_size(s) < 20 && !s.startsWith(\"x\"))",
    ];
    let schema = Schema::new(config.fields().to_vec(), config.value_source().clone()).expect("valid fields");
    let schema = schema.with_rules(rules.map(RuleText::new)).expect("valid rules");
    Declaration::seal(declaration.component().clone(), Some(schema)).expect("valid")
}

/// The fields with their values.
pub(crate) fn sample() -> (Declaration, Vec<Value>) {
    let variant = |name, number| Variant::new(Key::new(name).expect("a name"), number);
    let modes = EnumType::new(vec![variant("fast", 0), variant("safe", 1)]);
    let bounds = Bounds::boxed(Some(1), Some(1000));
    let float = |kind| Type::Float(FloatType::new(kind));
    let members = ["x", "y"].map(|key| field(key, integer(IntegerKind::Int32)));
    let array = ArrayType { count: 3, unique: false, element: Box::new(integer(IntegerKind::Uint16)) };
    let text = |text: &str| Value::String(text.into());
    let sample = BTreeMap::from([
        ("b_a", (Type::Bool, Value::Bool(true))),
        ("b_b", (Type::Bool, Value::Bool(false))),
        ("b_c", (Type::Bool, Value::Bool(true))),
        ("b_d", (Type::Bool, Value::Bool(false))),
        ("e_mode", (Type::Enum(modes), Value::Variant(1))),
        ("f_float32", (float(FloatKind::Float32), Value::Float(0.5))),
        ("f_float64", (float(FloatKind::Float64), Value::Float(0.1))),
        ("n_int16", (integer(IntegerKind::Int16), Value::Signed(-300))),
        ("n_int32", (integer(IntegerKind::Int32), Value::Signed(-70_000))),
        ("n_int64", (integer(IntegerKind::Int64), Value::Signed(i64::MIN))),
        ("n_int8", (integer(IntegerKind::Int8), Value::Signed(-3))),
        ("n_uint16", (integer(IntegerKind::Uint16), Value::Unsigned(8080))),
        ("n_uint32", (integer(IntegerKind::Uint32), Value::Unsigned(4_000_000_000))),
        ("n_uint64", (integer(IntegerKind::Uint64), Value::Unsigned(u64::MAX))),
        ("n_uint8", (integer(IntegerKind::Uint8), Value::Unsigned(7))),
        (
            "n_with_bounds",
            (
                Type::Integer(IntegerType { kind: IntegerKind::Uint32, bounds, unit: None }),
                Value::Unsigned(500),
            ),
        ),
        ("s_a", (string(100), text("https://example.com/a/path?with=query"))),
        ("s_b", (string(20), text("verbose"))),
        ("s_c", (string(50), text("eth0"))),
        ("s_d", (string(200), text("/var/lib/service/data"))),
        (
            "t_point",
            (
                Type::Struct(StructType::new(members.into())),
                Value::Struct([Value::Signed(-1), Value::Signed(1)].into()),
            ),
        ),
        ("v_array", (Type::Array(array), Value::List(List::Unsigned([80, 443, 8080].into())))),
        (
            "v_numbers",
            (
                vector(integer(IntegerKind::Uint32), false),
                Value::List(List::Unsigned([1, 2, 3, 5, 800, 13, 21, 340_000].into())),
            ),
        ),
        (
            "v_strings",
            (
                vector(string(20), false),
                Value::List(List::String(["alpha".into(), "beta".into(), "gamma".into()].into())),
            ),
        ),
        (
            "v_unique",
            (
                vector(integer(IntegerKind::Int64), true),
                Value::List(List::Signed([-1, 1, 0, i64::MAX].into())),
            ),
        ),
    ]);
    let fields = sample.iter().map(|(key, (ty, _))| field(key, ty.clone())).collect();
    (seal(fields), sample.into_values().map(|(_, value)| value).collect())
}
