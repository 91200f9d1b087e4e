//! Thousands of components: a process for each, or one call for all.
//!
//! `cargo bench --bench batch` writes 2,000 manifests of 25 fields, and takes in turn, three rounds, what a build would
//! take with a process for each component (an empty Rust program, `confc compile`, and flatc and protoc with the same
//! fields where they are on the PATH), one after the other, and with one call for all of them: `confc batch` with a line
//! for each, with new outputs and with outputs that are there already, and `confc compile --out-dir`. `wall` is the
//! quickest round. `confc worker` gets all requests at once, in JSON. The last row is the memory of a batch of 10,000 lines.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::component::{self, USUAL};
use measure::process;
use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const COMPONENTS: usize = 2_000;
const ROUNDS: usize = 3;
/// For memory.
const MANY: usize = 10_000;

/// One way to build all components.
struct Way {
    name: &'static str,
    /// What is run, once or for each component.
    commands: Vec<Command>,
    before: Preparation,
    wall: Duration,
}

/// What is done before a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Preparation {
    Nothing,
    /// No output is there.
    RemoveOutputs,
    /// All outputs are there.
    Run,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let mut ways = ways(folder)?;
    for _ in 0..ROUNDS {
        ways.rotate_left(1);
        for way in &mut ways {
            match way.before {
                Preparation::Nothing => {}
                Preparation::RemoveOutputs => {
                    fs::remove_dir_all(folder.join("out"))?;
                    fs::create_dir(folder.join("out"))?;
                }
                Preparation::Run => way.run()?,
            }
            let start = Instant::now();
            way.run()?;
            way.wall = way.wall.min(start.elapsed());
        }
    }
    let turned = ROUNDS % ways.len();
    ways.rotate_right(turned);
    let empty = ways.first().map_or(Duration::MAX, |way| way.wall).as_secs_f64();
    println!("{COMPONENTS} components of {USUAL} fields; seconds, and times as many empty programs");
    for way in &ways {
        let wall = way.wall.as_secs_f64();
        println!("{:56} {wall:8.3} {:8.3}", way.name, wall / empty);
    }
    let jobs: String = (0..MANY).map(|n| line(n % COMPONENTS, n)).collect();
    fs::write(folder.join("many.txt"), jobs)?;
    let usage = process::run(&mut command(folder, &["batch", "many.txt"]))?;
    println!("memory of a batch of {MANY} lines: {:.1} MB", usage.peak as f64 / 1e6);
    Ok(())
}

impl Way {
    fn run(&mut self) -> io::Result<()> {
        self.commands.iter_mut().try_for_each(|command| process::run(command).map(drop))
    }
}

fn line(manifest: usize, output: usize) -> String {
    format!("compile {manifest}.cml -o out/{output}.cm --depfile out/{output}.d\n")
}

fn request(n: usize) -> String {
    let words = format!("\"compile\",\"{n}.cml\",\"-o\",\"out/{n}.cm\",\"--depfile\",\"out/{n}.d\"");
    format!("{{\"arguments\":[{words}],\"requestId\":{}}}\n", n + 1)
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_confc"));
    command.current_dir(folder).args(arguments);
    command
}

fn ways(folder: &Path) -> Result<Vec<Way>, Box<dyn Error>> {
    fs::create_dir(folder.join("out"))?;
    let mut manifests = vec!["compile".to_owned(), "--out-dir".to_owned(), "out".to_owned()];
    for n in 0..COMPONENTS {
        component::write_manifest(USUAL, &mut File::create(folder.join(format!("{n}.cml")))?)?;
        component::write_flatbuffers(USUAL, &mut File::create(folder.join(format!("{n}.fbs")))?)?;
        component::write_protobuf(USUAL, &mut File::create(folder.join(format!("{n}.proto")))?)?;
        manifests.push(format!("{n}.cml"));
    }
    fs::write(folder.join("jobs.txt"), (0..COMPONENTS).map(|n| line(n, n)).collect::<String>())?;
    fs::write(folder.join("empty.rs"), "fn main() {}\n")?;
    process::build(folder.join("empty.rs"), folder.join("empty"), &[])?;
    let way = |name, before, commands| Way { name, commands, before, wall: Duration::MAX };
    let each =
        |name, before, one: &dyn Fn(usize) -> Command| way(name, before, (0..COMPONENTS).map(one).collect());
    let (nothing, fresh, same) = (Preparation::Nothing, Preparation::RemoveOutputs, Preparation::Run);
    let compile = |n: usize| {
        let [manifest, output, depfile] = [format!("{n}.cml"), format!("out/{n}.cm"), format!("out/{n}.d")];
        command(folder, &["compile", &manifest, "-o", &output, "--depfile", &depfile])
    };
    let batch = || vec![command(folder, &["batch", "jobs.txt"])];
    fs::write(folder.join("requests"), (0..COMPONENTS).map(request).collect::<String>())?;
    let worker = || {
        let mut command = Command::new("sh");
        command.current_dir(folder).args(["-c", "exec \"$0\" worker < requests > answers"]);
        command.arg(env!("CARGO_BIN_EXE_confc"));
        vec![command]
    };
    let out_dir = || {
        let mut command = command(folder, &[]);
        command.args(&manifests);
        vec![command]
    };
    let mut ways = vec![
        each("an empty Rust program each", nothing, &|_| Command::new(folder.join("empty"))),
        each("confc compile each, new outputs", fresh, &compile),
        way("confc batch, new outputs", fresh, batch()),
        way("confc batch, outputs unchanged", same, batch()),
        way("confc worker, new outputs", fresh, worker()),
        way("confc worker, outputs unchanged", same, worker()),
        way("confc compile --out-dir, new outputs", fresh, out_dir()),
        way("confc compile --out-dir, outputs unchanged", same, out_dir()),
    ];
    let schema = |n: usize| {
        let mut command = Command::new("flatc");
        command.current_dir(folder).args(["-b", "--schema", "-o", "out", &format!("{n}.fbs")]);
        command
    };
    let descriptors = |n: usize| {
        let mut command = Command::new("protoc");
        let (output, input) = (format!("--descriptor_set_out=out/{n}.pb"), format!("{n}.proto"));
        command.current_dir(folder).args(["-I.", &output, &input]);
        command
    };
    for other in [
        each("flatc -b --schema each", fresh, &schema),
        each("protoc --descriptor_set_out each", fresh, &descriptors),
    ] {
        let mut other = other;
        match other.commands.first_mut().map(process::run) {
            Some(Err(error)) => println!("left out: {} ({error})", other.name),
            Some(Ok(_)) | None => ways.push(other),
        }
    }
    Ok(ways)
}
