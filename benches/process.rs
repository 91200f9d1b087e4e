//! Whole processes: what one compile costs a build, beside programs that do nothing and other compilers.
//!
//! `cargo bench --bench process` builds an empty Rust program twice, as cargo does by default (dynamic,
//! position-independent) and as confc is built (static), and writes a manifest of 25 fields and the same
//! fields as a FlatBuffers and a protobuf schema. Then it runs all of them in turn, a thousand rounds each
//! starting with another one, so that whatever else the machine does hits all alike. A tool that is not on
//! the PATH is said and left out.
//!
//! Read the ratios, not the times: times grow with the machine's load, ratios hardly. `wall` is what a
//! build waits, spawning included; `cpu` is user and system time of the process alone; `least` is the
//! quickest of all rounds. The ratio is that of the medians.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::component::{self, USUAL};
use measure::process::{self, Usage};
use measure::{median, minimum};
use std::error::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Command;

const ROUNDS: usize = 1_000;

/// One program and what its runs took.
struct Contender {
    name: &'static str,
    command: Command,
    /// Moved away before each run.
    moved: Option<String>,
    runs: Vec<Usage>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut contenders = contenders(folder.path())?;
    for round in 0..ROUNDS {
        contenders.rotate_left(1);
        for contender in &mut contenders {
            if let Some(output) = &contender.moved {
                // Not removed: where files were just removed, ext4 takes longer to make new ones.
                match fs::rename(output, format!("{output}-{round}")) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                    Ok(()) | Err(_) => {}
                }
            }
            let usage = process::run(&mut contender.command)?;
            // The first ones fill the caches.
            if round >= ROUNDS / 20 {
                contender.runs.push(usage);
            }
        }
    }
    let turned = ROUNDS % contenders.len();
    contenders.rotate_right(turned);
    print(&contenders);
    Ok(())
}

fn contenders(folder: &Path) -> Result<Vec<Contender>, Box<dyn Error>> {
    let path = |name: &str| folder.join(name).display().to_string();
    component::write_manifest(USUAL, &mut File::create(path("netstack.cml"))?)?;
    component::write_flatbuffers(USUAL, &mut File::create(path("netstack.fbs"))?)?;
    component::write_protobuf(USUAL, &mut File::create(path("netstack.proto"))?)?;
    fs::write(path("empty.rs"), "fn main() {}\n")?;
    let static_flags = ["-C", "target-feature=+crt-static", "-C", "relocation-model=static"];
    process::build(path("empty.rs"), path("empty"), &[])?;
    process::build(path("empty.rs"), path("static"), &static_flags)?;

    // Copies, as what is installed is one: how a linker writes a file decides how the kernel maps it.
    let copy = |program: &OsStr, name: &str| fs::copy(program, path(name)).map(|_| path(name));
    let confc = &copy(&process::confc(), "confc")?;
    let (empty, empty_static) =
        (copy(path("empty").as_ref(), "empty-copy")?, copy(path("static").as_ref(), "static-copy")?);
    let manifest = path("netstack.cml");
    let (same, fresh) = (path("same.cm"), path("fresh.cm"));
    let (layer, values) = (path("edge.json5"), path("same.cvf"));
    fs::write(&layer, component::VALUES)?;
    // The declaration that the values are for.
    process::run(Command::new(confc).args(["compile", &manifest, "-o", &same]))?;
    let mut contenders = vec![
        contender("empty Rust program, cargo's defaults", &empty, &[]),
        contender("empty Rust program, static", &empty_static, &[]),
        contender("/bin/true", "/bin/true", &[]),
        contender("confc --version", confc, &["--version"]),
        contender("confc check", confc, &["check", &manifest]),
        contender("confc compile, output unchanged", confc, &["compile", &manifest, "-o", &same]),
        contender("confc values, output unchanged", confc, &["values", &same, &layer, "-o", &values]),
        contender("confc verify", confc, &["verify", &same, &values]),
        Contender {
            moved: Some(fresh.clone()),
            ..contender("confc compile, new output", confc, &["compile", &manifest, "-o", &fresh])
        },
    ];
    let descriptors = format!("--descriptor_set_out={}", path("netstack.pb"));
    let include = format!("-I{}", folder.display());
    let (flatbuffers, protobuf) = (path("netstack.fbs"), path("netstack.proto"));
    let others = [
        contender("flatc -b --schema", "flatc", &["-b", "--schema", "-o", &path(""), &flatbuffers]),
        contender("protoc --descriptor_set_out", "protoc", &[&include, &descriptors, &protobuf]),
    ];
    for mut other in others {
        match process::run(&mut other.command) {
            Ok(_) => contenders.push(other),
            Err(error) => println!("left out: {} ({error})", other.name),
        }
    }
    Ok(contenders)
}

fn contender(name: &'static str, program: &str, arguments: &[&str]) -> Contender {
    let mut command = Command::new(program);
    command.args(arguments);
    Contender { name, command, moved: None, runs: Vec::new() }
}

fn print(contenders: &[Contender]) {
    let milliseconds = |contender: &Contender, of: fn(&Usage) -> std::time::Duration| -> Vec<f64> {
        contender.runs.iter().map(|usage| of(usage).as_secs_f64() * 1e3).collect()
    };
    let wall = |contender| milliseconds(contender, |usage| usage.wall);
    let cpu = |contender| milliseconds(contender, |usage| usage.cpu);
    let Some(empty) = contenders.first() else { return };
    let (empty_wall, empty_cpu) = (median(wall(empty)), median(cpu(empty)));
    println!("{} fields, {ROUNDS} rounds; milliseconds, and times the empty program", USUAL);
    println!("{:38} {:>7} {:>7} {:>7} {:>7} {:>7}", "", "wall", "least", "ratio", "cpu", "ratio");
    for contender in contenders {
        let (walls, cpu) = (wall(contender), median(cpu(contender)));
        let (least, wall) = (minimum(&walls), median(walls));
        let (wall_ratio, cpu_ratio) = (wall / empty_wall, cpu / empty_cpu);
        let name = contender.name;
        println!("{name:38} {wall:7.3} {least:7.3} {wall_ratio:7.2} {cpu:7.3} {cpu_ratio:7.2}");
    }
}
