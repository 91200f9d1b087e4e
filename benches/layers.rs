//! Many layers: what it costs to resolve them, and what it costs on top to write where every value came from.
//!
//! `cargo bench --bench layers` writes layers of a thousand fields each, every one of which overrides all
//! fields, and runs `confc values` on 25 to 100 of them, in turn without and with `--provenance`. Resolving is
//! linear if `us a literal` stays level. `ratio` is the processor time to that of the run without a provenance,
//! which tells every literal of every layer here: the most there can be to tell.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::median;
use measure::process::{self, Usage};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

const FIELDS: usize = 1_000;
const LAYERS: [usize; 3] = [25, 50, 100];
const ROUNDS: usize = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    let each = |line: fn(usize, usize) -> String, layer: usize| {
        (0..FIELDS).fold(String::new(), |mut text, field| {
            let _ = writeln!(text, "    field_{field:04}: {},", line(field, layer));
            text
        })
    };
    let manifest = each(|field, _| format!("{{ type: 'uint32', default: {field} }}"), 0);
    fs::write(path("m.cml"), format!("{{ config: {{\n{manifest}}} }}\n"))?;
    process::run(
        Command::new(process::confc()).arg("compile").arg(path("m.cml")).arg("-o").arg(path("m.cm")),
    )?;
    for layer in 0..LAYERS.iter().copied().max().unwrap_or_default() {
        let text = each(|field, layer| (field * 7 + layer).to_string(), layer);
        fs::write(path(&format!("{layer}.json5")), format!("{{\n{text}}}\n"))?;
    }
    println!(
        "{:>7} {:>10} {:>14} {:>14} {:>6}",
        "layers", "cpu ms", "us a literal", "provenance ms", "ratio"
    );
    for layers in LAYERS {
        let mut plain = Command::new(process::confc());
        plain.arg("values").arg(path("m.cm")).arg("-o").arg(path("out.cvf"));
        for layer in 0..layers {
            plain.arg("--override").arg(path(&format!("{layer}.json5")));
        }
        let mut traced = Command::new(process::confc());
        traced.args(plain.get_args()).arg("--provenance").arg(path("out.json"));
        let (mut without, mut with) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            without.push(process::run(&mut plain)?);
            with.push(process::run(&mut traced)?);
        }
        let (without, with) = (cpu(&without), cpu(&with));
        println!(
            "{layers:7} {:10.1} {:14.3} {:14.1} {:6.2}",
            without * 1e3,
            without * 1e6 / (layers * FIELDS) as f64,
            with * 1e3,
            with / without
        );
    }
    Ok(())
}

/// Median processor time in seconds.
fn cpu(runs: &[Usage]) -> f64 {
    median(runs.iter().map(|usage| usage.cpu.as_secs_f64()).collect())
}
