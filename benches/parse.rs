//! The JSON5 reader beside the `json5` crate: megabytes of manifest a second.
//!
//! `cargo bench --bench parse` writes a manifest of about ten megabytes with comments and documentation, and
//! has it read in turn by processes of one reading each, because the heap that one reading leaves behind
//! changes the next one's time. A process prints how long its reading took, the file already in memory:
//! `confc::syntax::json5::parse` gives a document with spans, documentation and repeated keys, the `json5` crate a
//! bare `serde_json::Value`. Taking the result apart again is not timed.
//!
//! Read the ratio and the least time; both readers see the same noise.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use confc::diagnostic::Report;
use confc::text::Sources;
use measure::{component, median, minimum};
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const FIELDS: usize = 100_000;
const ROUNDS: usize = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [_, "--confc", path] => read_once(path, with_confc),
        [_, "--json5", path] => read_once(path, with_json5),
        _ => compare(),
    }
}

fn with_confc(text: String) -> Result<Duration, Box<dyn Error>> {
    let source = Sources::new().add("manifest".into(), text, None);
    let mut report = Report::new();
    let start = Instant::now();
    let document = confc::syntax::json5::parse(&source, &mut report);
    let taken = start.elapsed();
    if document.is_complete() { Ok(taken) } else { Err("the manifest has errors".into()) }
}

fn with_json5(text: String) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let value: serde_json::Value = json5::from_str(&text)?;
    let taken = start.elapsed();
    if value.is_object() { Ok(taken) } else { Err("the manifest is no object".into()) }
}

/// Prints the seconds that one reading takes.
fn read_once(path: &str, read: fn(String) -> Result<Duration, Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    println!("{}", read(fs::read_to_string(path)?)?.as_secs_f64());
    Ok(())
}

fn compare() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("manifest.cml");
    component::write_manifest(FIELDS, &mut BufWriter::new(File::create(&path)?))?;
    let (mut confc, mut json5) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        confc.push(seconds("--confc", &path)?);
        json5.push(seconds("--json5", &path)?);
    }
    let megabytes = fs::metadata(&path)?.len() as f64 / 1e6;
    println!("{FIELDS} fields, {megabytes:.1} MB, {ROUNDS} rounds");
    println!("{:28} {:>9} {:>9} {:>9} {:>9}", "", "ms", "least ms", "MB/s", "best MB/s");
    for (name, all) in [("confc::syntax::json5::parse", &confc), ("json5 into a Value", &json5)] {
        let (median, least) = (median(all.clone()), minimum(all));
        let (speed, best) = (megabytes / median, megabytes / least);
        println!("{name:28} {:9.1} {:9.1} {speed:9.0} {best:9.0}", median * 1e3, least * 1e3);
    }
    println!("ratio {:.2}", median(json5) / median(confc));
    Ok(())
}

/// Has a process of its own read the file.
fn seconds(reader: &str, path: &Path) -> Result<f64, Box<dyn Error>> {
    let output = Command::new(std::env::current_exe()?).arg(reader).arg(path).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}
