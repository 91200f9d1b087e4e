//! How long a component framework waits for verified values: 25 mixed fields, and how that grows.
//!
//! Each line is the best of many batches, in one process; `cold` is the least of the first calls of 200 processes. What it is measured against does less: prost knows
//! neither damage nor canonical form, rkyv and serde_json know no schema but a Rust type.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a bench that fails may panic")]

use confc::declaration::{Config, Declaration};
use confc::plan::{EmbeddedSchema, encode};
use confc::schema::{Schema, ValueSource};
use confc::types::{
    ArrayType, Bounds, Component, EnumType, Field, FloatKind, FloatType, IntegerKind, IntegerType, Key, List,
    StringType, StructType, Type, Value, Variant, VectorType,
};
use confc_core::rules::{Rule, RuleText};
use confc_loader::{LoadOptions, Values, load};
use prost::Message as _;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

/// The messages of `proto/` as prost sees them.
mod proto {
    #![allow(clippy::all, missing_docs, unreachable_pub, dead_code, reason = "the code is generated")]

    include!(concat!(env!("OUT_DIR"), "/confc.v1.rs"));
}

fn main() {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    if let [mode, declared, values] = &*arguments
        && mode == "cold"
    {
        return first_calls(&read_file(declared), &read_file(values));
    }
    mixed();
    growth();
}

/// The time of one call: the best of 60 batches of about 2 ms.
fn best<T>(mut call: impl FnMut() -> T) -> Duration {
    let mut time = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| drop(black_box(call())));
        start.elapsed()
    };
    let once = time(3).max(Duration::from_nanos(3)) / 3;
    let calls = u32::try_from(2_000_000 / once.as_nanos().max(1)).unwrap_or(1).max(1);
    (0..60).map(|_| time(calls)).min().expect("60 batches") / calls
}

fn report(name: &str, time: Duration) {
    println!("{name:<56} {:>10.3} µs", time.as_nanos() as f64 / 1000.0);
}

fn read_file(path: impl AsRef<Path>) -> Vec<u8> {
    fs::read(path).expect("a file of the parent process")
}

/// Prints the nanoseconds of the first `decode` and the first `load` of this process.
fn first_calls(declared: &[u8], values: &[u8]) {
    let start = Instant::now();
    let declaration = confc_loader::Declaration::decode(declared).expect("valid");
    let decoded = start.elapsed();
    let start = Instant::now();
    let loaded = load(&declaration, values).expect("valid");
    println!("{} {}", decoded.as_nanos(), start.elapsed().as_nanos());
    drop(black_box(loaded));
}

/// The first calls of new processes, in which nothing is in a cache and no pattern is compiled.
fn cold(declared: &[u8], values: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let files = [folder.path().join("declaration"), folder.path().join("values")];
    fs::write(&files[0], declared).and_then(|()| fs::write(&files[1], values)).expect("a writable folder");
    let program = env::current_exe().expect("the path of this program");
    let mut least = [Duration::MAX; 2];
    for _ in 0..200 {
        let output = Command::new(&program).arg("cold").args(&files).output().expect("this program starts");
        let text = String::from_utf8(output.stdout).expect("digits");
        for (least, nanoseconds) in least.iter_mut().zip(text.split_whitespace()) {
            *least = (*least).min(Duration::from_nanos(nanoseconds.parse().expect("a number")));
        }
    }
    report("cold: Declaration::decode", least[0]);
    report("cold: load, every check", least[1]);
}

fn mixed() {
    let (declaration, values) = sample();
    let config = declaration.config().expect("a schema");
    let bytes = encode(config, &values, EmbeddedSchema::Omit).expect("the values fit");
    let with_schema = encode(config, &values, EmbeddedSchema::Include).expect("the values fit");
    let declared = confc::declaration::encode(&declaration);
    let decode = || confc_loader::Declaration::decode(&declared).expect("valid");
    let facade = decode();
    println!("{} fields: {} bytes, {} with echo", values.len(), bytes.len(), with_schema.len());

    report("load, every check", best(|| load(&facade, &bytes).expect("valid")));
    let trusting = LoadOptions::new().skip_integrity();
    report("load, integrity trusted", best(|| trusting.load(&facade, &bytes).expect("valid")));
    report("load, every check, with echo", best(|| load(&facade, &with_schema).expect("valid")));
    report("Declaration::decode", best(decode));
    cold(&declared, &bytes);

    let ruled = with_rules(&declaration);
    let ruled_bytes = encode(ruled.config().expect("a schema"), &values, EmbeddedSchema::Omit);
    let ruled_bytes = ruled_bytes.expect("the values keep the rules");
    let ruled_declared = confc::declaration::encode(&ruled);
    let decode_ruled = || confc_loader::Declaration::decode(&ruled_declared).expect("valid");
    let ruled_facade = decode_ruled();
    report("load, every check, with 3 rules", best(|| load(&ruled_facade, &ruled_bytes).expect("valid")));
    rules(ruled.config().expect("a schema"), &values);
    report("Declaration::decode, with 3 rules", best(decode_ruled));

    let checked = || prost_check(&declaration, &bytes);
    assert!(checked().is_some(), "prost reads what the loader reads");
    report("prost: decode, checksum, types", best(checked));
    report("prost: decode alone", best(|| proto::ValuesData::decode(&*bytes).expect("valid")));
    report("SHA-256 of the bytes", best(|| Sha256::digest(&bytes)));

    let loaded = load(&facade, &bytes).expect("valid");
    report("deserialize what is loaded into a struct", best(|| read::<Plain>(&loaded)));
    let plain: Plain = read(&loaded);
    let json = json(&plain);
    println!("JSON of the same content: {} bytes", json.len());
    let parse = || serde_json::from_str::<Plain>(&json).expect("valid");
    report("serde_json into a struct", best(parse));
    let archive = rkyv::to_bytes::<rkyv::rancor::Error>(&plain).expect("it can be archived");
    println!("rkyv of the same content: {} bytes", archive.len());
    let access = || {
        let archived = rkyv::access::<ArchivedPlain, rkyv::rancor::Error>(&archive).expect("valid");
        black_box(archived.n_uint8)
    };
    report("rkyv: checked access", best(access));
}

/// The rules alone, and the same expressions in the crate `cel`, both compiled, with the values at hand.
fn rules(config: &Config, values: &[Value]) {
    let broken = || config.rules().broken(config.as_struct(), values).count();
    assert_eq!(broken(), 0, "the values keep the rules");
    report("3 rules", best(broken));

    let mut context = cel::Context::default();
    let size = |text: Arc<String>| i64::try_from(text.len()).expect("small");
    context.add_function("byte_size", size).expect("a name");
    for (field, value) in config.fields().iter().zip(values) {
        if let Some(value) = cel_value(field, value) {
            context.add_variable_from_value(field.key.as_str(), value);
        }
    }
    let text = |rule: &Rule| cel::Program::compile(rule.check()).expect("CEL too");
    let programs: Vec<_> = config.rules().list().iter().map(text).collect();
    let hold = || programs.iter().all(|program| program.execute(&context) == Ok(cel::Value::Bool(true)));
    assert!(hold(), "the values keep the rules");
    report("cel: the same 3 rules", best(hold));
}

/// The value of a field that the rules read.
fn cel_value(field: &Field, value: &Value) -> Option<cel::Value> {
    let text = |text: &str| cel::Value::String(Arc::new(text.to_owned()));
    match value {
        Value::Signed(number) => Some(cel::Value::Int(*number)),
        Value::Unsigned(number) => i64::try_from(*number).ok().map(cel::Value::Int),
        Value::String(value) => Some(text(value)),
        Value::Variant(number) => field.ty.variant(*number).map(|variant| text(variant.name.as_str())),
        Value::List(List::String(list)) => {
            Some(cel::Value::List(Arc::new(list.iter().map(|value| text(value)).collect())))
        }
        Value::Bool(_)
        | Value::Float(_)
        | Value::Struct(_)
        | Value::List(_)
        | Value::Map(_)
        | Value::Absent => None,
    }
}

/// Time a field must not grow with the number of fields.
fn growth() {
    for number in [100, 1_000, 10_000, 100_000] {
        let fields = (0..number).map(|n| {
            let ty = match n % 3 {
                0 => Type::Bool,
                1 => integer(IntegerKind::Uint32),
                _ => string(20),
            };
            field(&format!("f{n:06}"), ty)
        });
        let values: Vec<Value> = (0..number)
            .map(|n: u64| match n % 3 {
                0 => Value::Bool(n.is_multiple_of(2)),
                1 => Value::Unsigned(n),
                _ => Value::String(format!("text {n}").into()),
            })
            .collect();
        let declaration = seal(fields.collect());
        let bytes = encode(declaration.config().expect("a schema"), &values, EmbeddedSchema::Omit)
            .expect("the values fit");
        let declared = confc::declaration::encode(&declaration);
        let facade = confc_loader::Declaration::decode(&declared).expect("valid");
        let time = best(|| load(&facade, &bytes).expect("valid"));
        let each = time.as_nanos() as f64 / number as f64;
        println!(
            "{number:>7} fields, {:>8} bytes: {:>10.1} µs, {each:.1} ns a field",
            bytes.len(),
            time.as_nanos() as f64 / 1000.0
        );
    }
}

fn read<'de, T: Deserialize<'de>>(loaded: &'de Values) -> T {
    loaded.deserialize().expect("it has these fields")
}

/// The content as a Rust type.
#[derive(Deserialize, rkyv::Archive, rkyv::Serialize)]
struct Plain {
    b_a: bool,
    b_b: bool,
    b_c: bool,
    b_d: bool,
    e_mode: String,
    f_float32: f32,
    f_float64: f64,
    n_int16: i16,
    n_int32: i32,
    n_int64: i64,
    n_int8: i8,
    n_uint16: u16,
    n_uint32: u32,
    n_uint64: u64,
    n_uint8: u8,
    n_with_bounds: u32,
    s_a: String,
    s_b: String,
    s_c: String,
    s_d: String,
    t_point: Point,
    v_array: [u16; 3],
    v_numbers: Vec<u32>,
    v_strings: Vec<String>,
    v_unique: Vec<i64>,
}

#[derive(Deserialize, rkyv::Archive, rkyv::Serialize)]
struct Point {
    x: i32,
    y: i32,
}

fn json(plain: &Plain) -> String {
    let Plain { t_point: Point { x, y }, v_array, v_numbers, v_strings, v_unique, .. } = plain;
    serde_json::json!({
        "b_a": plain.b_a, "b_b": plain.b_b, "b_c": plain.b_c, "b_d": plain.b_d, "e_mode": plain.e_mode,
        "f_float32": plain.f_float32, "f_float64": plain.f_float64, "n_int16": plain.n_int16,
        "n_int32": plain.n_int32, "n_int64": plain.n_int64, "n_int8": plain.n_int8,
        "n_uint16": plain.n_uint16, "n_uint32": plain.n_uint32, "n_uint64": plain.n_uint64,
        "n_uint8": plain.n_uint8, "n_with_bounds": plain.n_with_bounds, "s_a": plain.s_a, "s_b": plain.s_b,
        "s_c": plain.s_c, "s_d": plain.s_d, "t_point": { "x": x, "y": y }, "v_array": v_array,
        "v_numbers": v_numbers, "v_strings": v_strings, "v_unique": v_unique,
    })
    .to_string()
}

fn field(key: &str, ty: Type) -> Field {
    Field::new(Key::new(key).expect("a key"), ty)
}

fn seal(fields: Vec<Field>) -> Declaration {
    let schema =
        Schema::new(fields, ValueSource::PackagePath(Default::default())).expect("the fields are valid");
    Declaration::seal(Component::default(), Some(schema)).expect("the fields are valid")
}

fn integer(kind: IntegerKind) -> Type {
    Type::Integer(IntegerType::new(kind))
}

fn string(max_size: u32) -> Type {
    Type::String(StringType { max_size, min_size: 0, pattern: None })
}

fn vector(element: Type, unique: bool) -> Type {
    Type::Vector(VectorType { max_count: 20, min_count: 0, unique, element: Box::new(element) })
}

/// The same with rules that its values keep.
fn with_rules(declaration: &Declaration) -> Declaration {
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

/// The fields of [`Plain`] with their values.
fn sample() -> (Declaration, Vec<Value>) {
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

/// What a framework would write around prost: decode, compare the checksum and the count, and check every
/// value against its type with the rules of this crate.
fn prost_check(declaration: &Declaration, bytes: &[u8]) -> Option<proto::ValuesData> {
    use proto::config_value::Kind;
    let config = declaration.config()?;
    let data = proto::ValuesData::decode(bytes).ok()?;
    let proto::config_checksum::Kind::Sha256(sha256) = data.checksum.as_ref()?.kind.as_ref()?;
    let fields = config.fields();
    if sha256 != config.checksum().as_bytes() || data.values.len() != fields.len() {
        return None;
    }
    let fits = |ty: &Type, value: Option<&proto::ConfigValue>| match (ty, value?.kind.as_ref()?) {
        (Type::Vector(VectorType { element, .. }), Kind::Vector(list))
        | (Type::Array(ArrayType { element, .. }), Kind::Array(list)) => list_fits(ty, element, list),
        (_, Kind::Single(value)) => single_fits(ty, value),
        _ => None,
    };
    let mut pairs = fields.iter().zip(&data.values);
    pairs.all(|(field, value)| fits(&field.ty, value.value.as_ref()).is_some()).then_some(data)
}

fn single_fits(ty: &Type, value: &proto::ConfigSingleValue) -> Option<()> {
    use IntegerKind as I;
    use proto::config_single_value::Kind;
    match (ty, value.kind.as_ref()?) {
        (Type::Bool, Kind::Bool(_)) => Some(()),
        (Type::String(ty), Kind::String(text)) => ty.check(text).ok(),
        (Type::Float(ty), Kind::Float32(n)) if ty.kind == FloatKind::Float32 => ty.check((*n).into()).ok(),
        (Type::Float(ty), Kind::Float64(n)) if ty.kind == FloatKind::Float64 => ty.check(*n).ok(),
        (Type::Enum(ty), Kind::Enum(n)) => ty.by_number(*n).map(drop),
        (Type::Struct(ty), Kind::Struct(found)) if ty.members().len() == found.values.len() => {
            let mut pairs = ty.members().iter().zip(&found.values);
            let fits = |value: &proto::ConfigValue, ty: &Type| match value.kind.as_ref()? {
                proto::config_value::Kind::Single(value) => single_fits(ty, value),
                proto::config_value::Kind::Vector(_)
                | proto::config_value::Kind::Array(_)
                | proto::config_value::Kind::Map(_)
                | proto::config_value::Kind::Absent(_) => None,
            };
            pairs.all(|(member, value)| fits(value, &member.ty).is_some()).then_some(())
        }
        (Type::Integer(ty), value) => {
            let number: i128 = match (ty.kind, value) {
                (I::Uint8, Kind::Uint8(n)) | (I::Uint16, Kind::Uint16(n)) | (I::Uint32, Kind::Uint32(n)) => {
                    (*n).into()
                }
                (I::Int8, Kind::Int8(n)) | (I::Int16, Kind::Int16(n)) | (I::Int32, Kind::Int32(n)) => {
                    (*n).into()
                }
                (I::Uint64, Kind::Uint64(n)) => (*n).into(),
                (I::Int64, Kind::Int64(n)) => (*n).into(),
                _ => return None,
            };
            ty.check(number).ok()
        }
        _ => None,
    }
}

fn list_fits(ty: &Type, element: &Type, list: &proto::ConfigVectorValue) -> Option<()> {
    use proto::config_vector_value::Kind;
    match (element, list.kind.as_ref()?) {
        (Type::Integer(of), Kind::Uint16(list)) if of.kind == IntegerKind::Uint16 => {
            ty.check_count(list.values.len()).ok()?;
            list.values.iter().try_for_each(|n| of.check((*n).into())).ok()
        }
        (Type::Integer(of), Kind::Uint32(list)) if of.kind == IntegerKind::Uint32 => {
            ty.check_count(list.values.len()).ok()?;
            list.values.iter().try_for_each(|n| of.check((*n).into())).ok()
        }
        (Type::Integer(of), Kind::Int64(list)) if of.kind == IntegerKind::Int64 => {
            ty.check_count(list.values.len()).ok()?;
            list.values.iter().try_for_each(|n| of.check((*n).into())).ok()?;
            let mut sorted = list.values.clone();
            sorted.sort_unstable();
            (!sorted.windows(2).any(|pair| matches!(pair, [a, b] if a == b))).then_some(())
        }
        (Type::String(of), Kind::String(list)) => {
            ty.check_count(list.values.len()).ok()?;
            list.values.iter().try_for_each(|text| of.check(text)).ok()
        }
        _ => None,
    }
}
