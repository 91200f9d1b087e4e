//! How long other crates take for what the loader does, beside the loader: 25 mixed fields, and 3 rules of them.
//!
//! Each line is the best of many batches, in one process. The others do less: `rkyv` and `serde_json` know no schema but
//! a Rust type. `cel` evaluates the same rules.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a bench that fails may panic")]

mod cel_context;
#[path = "../../benches/load/sample.rs"]
#[allow(dead_code, reason = "the bench of the loader needs more of it")]
mod sample;

use cel_context::cel_context;
use confc::declaration::Config;
use confc::plan::{EmbeddedSchema, encode};
use confc::types::Value;
use confc_core::rules::Rule;
use confc_loader::load;
use sample::{best, report, sample, with_rules};
use serde::{Deserialize, Serialize};
use std::hint::black_box;

fn main() {
    let (declaration, values) = sample();
    let config = declaration.config().expect("a schema");
    let bytes = encode(config, &values, EmbeddedSchema::Omit).expect("the values fit");
    let declared = confc::declaration::encode(&declaration);
    let facade = confc_loader::Declaration::decode(&declared).expect("valid");
    report("load, every check", best(|| load(&facade, &bytes).expect("valid")));
    let loaded = load(&facade, &bytes).expect("valid");
    report(
        "deserialize what is loaded into a struct",
        best(|| loaded.deserialize::<Plain>().expect("it has these fields")),
    );
    let plain: Plain = loaded.deserialize().expect("it has these fields");
    let json = serde_json::to_string(&plain).expect("it has a JSON form");
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

    rules(with_rules(&declaration).config().expect("a schema"), &values);
}

/// The rules alone, and the same expressions in the crate `cel`, both compiled, with the values at hand.
fn rules(config: &Config, values: &[Value]) {
    let broken = || config.rules().broken(config.as_struct(), values).count();
    assert_eq!(broken(), 0, "the values keep the rules");
    report("3 rules", best(broken));

    let context = cel_context(config.fields(), values);
    let text = |rule: &Rule| cel::Program::compile(rule.check()).expect("CEL too");
    let programs: Vec<_> = config.rules().list().iter().map(text).collect();
    let hold = || programs.iter().all(|program| program.execute(&context) == Ok(cel::Value::Bool(true)));
    assert!(hold(), "the values keep the rules");
    report("cel: the same 3 rules", best(hold));
}

/// The content as a Rust type.
#[derive(Deserialize, Serialize, rkyv::Archive, rkyv::Serialize)]
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

#[derive(Deserialize, Serialize, rkyv::Archive, rkyv::Serialize)]
struct Point {
    x: i32,
    y: i32,
}
