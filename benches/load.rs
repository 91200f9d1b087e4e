//! How long a component framework waits for verified values: 25 mixed fields, and how that grows.
//!
//! Each line is the best of many batches, in one process; `cold` is the least of the first calls of 200 processes. What
//! it is measured against does less: prost knows neither damage nor canonical form. `cargo bench -p confc-opinions`
//! measures other crates.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a bench that fails may panic")]

#[path = "load/sample.rs"]
mod sample;

use confc::declaration::Declaration;
use confc::plan::{EmbeddedSchema, encode};
use confc::types::{ArrayType, FloatKind, IntegerKind, Type, Value, VectorType};
use confc_loader::{LoadOptions, load};
use prost::Message as _;
use sample::{best, field, integer, report, sample, seal, string, with_rules};
use sha2::{Digest, Sha256};
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
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
    let rules = ruled.config().expect("a schema").rules();
    let broken = || rules.broken(config.as_struct(), &values).count();
    assert_eq!(broken(), 0, "the values keep the rules");
    report("3 rules", best(broken));
    report("Declaration::decode, with 3 rules", best(decode_ruled));

    let checked = || prost_check(&declaration, &bytes);
    assert!(checked().is_some(), "prost reads what the loader reads");
    report("prost: decode, checksum, types", best(checked));
    report("prost: decode alone", best(|| proto::ValuesData::decode(&*bytes).expect("valid")));
    report("SHA-256 of the bytes", best(|| Sha256::digest(&bytes)));
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
                | proto::config_value::Kind::Union(_)
                | proto::config_value::Kind::Absent(_)
                | proto::config_value::Kind::Null(_) => None,
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
