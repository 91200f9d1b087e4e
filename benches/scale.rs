//! Large manifests: processor time and memory of a whole compile, from a thousand fields to a hundred
//! thousand.
//!
//! `cargo bench --bench scale` writes the manifests and runs in turn `confc compile`, a process that reads
//! the same text with the `json5` crate into a `serde_json::Value` and ends there, and one that drops the
//! value too, as a program does that says nothing against it. Processor time is user and system time of the
//! whole process as the system tells it.
//!
//! Read `ratio` (1.00: what the crate takes to build its tree), and `us a field`, which stays
//! level from 1,000 fields up if the compile is linear. `peak` is the greatest resident memory of the
//! process; a process that does next to nothing has a megabyte or two, so bytes of memory for each byte of
//! input mean something only in the larger rows.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::process::{self, Usage};
use measure::{component, median};
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::process::Command;

/// How this program is told to be the process that builds a tree, or that drops it too.
const BUILD: &str = "--json5";
const DROP: &str = "--json5-and-drop";

/// Numbers of fields, and how often each is compiled.
const SIZES: [(usize, usize); 3] = [(1_000, 200), (10_000, 60), (100_000, 20)];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [_, BUILD, path] => {
            std::mem::forget(tree(path)?);
            Ok(())
        }
        [_, DROP, path] => tree(path).map(drop),
        _ => compare(),
    }
}

fn tree(path: &str) -> Result<serde_json::Value, Box<dyn Error>> {
    Ok(json5::from_str(&fs::read_to_string(path)?)?)
}

fn compare() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (manifest, output) = (folder.path().join("manifest.cml"), folder.path().join("manifest.cm"));
    println!(
        "{:>8} {:>8} {:20} {:>8} {:>6} {:>11} {:>8} {:>15}",
        "fields", "MB", "", "cpu ms", "ratio", "us a field", "peak MB", "memory / input"
    );
    for (fields, rounds) in SIZES {
        component::write_manifest(fields, &mut BufWriter::new(File::create(&manifest)?))?;
        let mut compile = Command::new(process::confc());
        compile.arg("compile").arg(&manifest).arg("-o").arg(&output);
        let mut build = Command::new(std::env::current_exe()?);
        build.arg(BUILD).arg(&manifest);
        let mut drop = Command::new(std::env::current_exe()?);
        drop.arg(DROP).arg(&manifest);
        let (mut compiles, mut builds, mut drops) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            compiles.push(process::run(&mut compile)?);
            builds.push(process::run(&mut build)?);
            drops.push(process::run(&mut drop)?);
        }
        let input = fs::metadata(&manifest)?.len() as f64;
        let of_json5 = cpu(&builds);
        for (name, runs) in
            [("confc compile", &compiles), ("json5 into a Value", &builds), ("and dropped", &drops)]
        {
            let (cpu, peak) = (cpu(runs), peak(runs));
            println!(
                "{fields:8} {:8.2} {name:20} {:8.2} {:6.2} {:11.2} {:8.1} {:15.1}",
                input / 1e6,
                cpu * 1e3,
                cpu / of_json5,
                cpu * 1e6 / fields as f64,
                peak / 1e6,
                peak / input,
            );
        }
    }
    Ok(())
}

/// Median processor time in seconds.
fn cpu(runs: &[Usage]) -> f64 {
    median(runs.iter().map(|usage| usage.cpu.as_secs_f64()).collect())
}

/// Median of the greatest resident memory in bytes.
fn peak(runs: &[Usage]) -> f64 {
    median(runs.iter().map(|usage| usage.peak as f64).collect())
}
