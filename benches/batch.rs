//! Thousands of components: a process for each, or one call for all.
//!
//! `cargo bench --bench batch` writes 2,000 manifests of 25 fields, and takes in turn, three rounds, what a build would
//! take with a process for each component (an empty Rust program, `confc compile`, and flatc and protoc with the same
//! fields where they are on the PATH), one after the other, and with one call for all of them: `confc batch` with a line
//! for each, with new outputs and with outputs that are there already, and `confc compile --out-dir`; and the value files
//! of all components, each of one layer, both ways. `compile` writes one file or, as builds have it, a depfile too, which
//! flatc, protoc and `--out-dir` do not. `confc worker` gets all requests at once, in JSON.
//!
//! `wall` is the quickest round, `cpu` the least user and system time of a round, which other load on the machine changes
//! less. The last row is the memory of a batch of 10,000 lines. `TMPDIR` says which file system it is about.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::component::{self, USUAL};
use measure::process;
use std::error::Error;
use std::fs::{self, File};
use std::io;
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
    /// User and system time.
    cpu: Duration,
}

/// What is done before a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Preparation {
    Nothing,
    /// No output is there. Those of earlier rounds are moved away: where files were just removed, file systems take
    /// longer to make new ones (ext4 looks at the recently removed ones each time).
    MoveOutputs,
    /// All outputs are there.
    Run,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    process::enter(folder.path())?;
    let mut ways = ways()?;
    let mut moved = 0;
    for _ in 0..ROUNDS {
        ways.rotate_left(1);
        for way in &mut ways {
            match way.before {
                Preparation::Nothing => {}
                Preparation::MoveOutputs => {
                    fs::rename("out", format!("old-{moved}"))?;
                    fs::create_dir("out")?;
                    moved += 1;
                }
                Preparation::Run => _ = way.run()?,
            }
            let start = Instant::now();
            let cpu = way.run()?;
            way.wall = way.wall.min(start.elapsed());
            way.cpu = way.cpu.min(cpu);
        }
    }
    let turned = ROUNDS % ways.len();
    ways.rotate_right(turned);
    let empty = ways.first().map_or(Duration::MAX, |way| way.wall).as_secs_f64();
    println!("{COMPONENTS} components of {USUAL} fields");
    println!("{:48} {:>8} {:>8} {:>8}", "", "wall s", "to empty", "cpu s");
    for way in &ways {
        let (wall, cpu) = (way.wall.as_secs_f64(), way.cpu.as_secs_f64());
        println!("{:48} {wall:8.3} {:8.3} {cpu:8.3}", way.name, wall / empty);
    }
    let jobs: String = (0..MANY).map(|n| line(n % COMPONENTS, n)).collect();
    fs::write("many.txt", jobs)?;
    let usage = process::run(&mut command(&["batch", "many.txt"]))?;
    println!("memory of a batch of {MANY} lines: {:.1} MB", usage.peak as f64 / 1e6);
    Ok(())
}

impl Way {
    /// Runs all commands; the answer is their user and system time.
    fn run(&mut self) -> io::Result<Duration> {
        self.commands.iter_mut().map(|command| Ok(process::run(command)?.cpu)).sum()
    }
}

fn line(manifest: usize, output: usize) -> String {
    format!("compile {manifest}.cml -o out/{output}.cm --depfile out/{output}.d\n")
}

fn request(n: usize) -> String {
    let words = format!("\"compile\",\"{n}.cml\",\"-o\",\"out/{n}.cm\",\"--depfile\",\"out/{n}.d\"");
    format!("{{\"arguments\":[{words}],\"requestId\":{}}}\n", n + 1)
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new("./confc");
    command.args(arguments);
    command
}

fn ways() -> Result<Vec<Way>, Box<dyn Error>> {
    fs::create_dir("out")?;
    let mut manifests = vec!["compile".to_owned(), "--out-dir".to_owned(), "out".to_owned()];
    for n in 0..COMPONENTS {
        component::write_manifest(USUAL, &mut File::create(format!("{n}.cml"))?)?;
        fs::write(format!("{n}.json5"), component::VALUES)?;
        component::write_flatbuffers(USUAL, &mut File::create(format!("{n}.fbs"))?)?;
        component::write_protobuf(USUAL, &mut File::create(format!("{n}.proto"))?)?;
        manifests.push(format!("{n}.cml"));
    }
    fs::write("jobs.txt", (0..COMPONENTS).map(|n| line(n, n)).collect::<String>())?;
    let of_one_output = |n| format!("compile {n}.cml -o out/{n}.cm\n");
    fs::write("one-output.txt", (0..COMPONENTS).map(of_one_output).collect::<String>())?;
    fs::write("empty.rs", "fn main() {}\n")?;
    process::build("empty.rs", "built", &[])?;
    // Copies, as what is installed is one: how a linker writes a file decides how the kernel maps it.
    fs::copy("built", "empty")?;
    fs::copy(process::confc(), "confc")?;
    let (nothing, fresh, same) = (Preparation::Nothing, Preparation::MoveOutputs, Preparation::Run);
    let compile = |n: usize| {
        let [manifest, output, depfile] = [format!("{n}.cml"), format!("out/{n}.cm"), format!("out/{n}.d")];
        command(&["compile", &manifest, "-o", &output, "--depfile", &depfile])
    };
    let compile_one_output =
        |n: usize| command(&["compile", &format!("{n}.cml"), "-o", &format!("out/{n}.cm")]);
    let batch = |jobs: &str| vec![command(&["batch", jobs])];
    // What value files are made for, where no round moves it away.
    process::run(&mut command(&["compile", "0.cml", "-o", "0.cm"]))?;
    let values = |n: usize| {
        let [layer, output] = [format!("{n}.json5"), format!("out/{n}.cvf")];
        command(&["values", "0.cm", &layer, "-o", &output])
    };
    let of_values = |n| format!("values 0.cm {n}.json5 -o out/{n}.cvf\n");
    fs::write("values.txt", (0..COMPONENTS).map(of_values).collect::<String>())?;
    fs::write("requests", (0..COMPONENTS).map(request).collect::<String>())?;
    let worker = || {
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$0\" worker < requests > answers"]);
        command.arg("./confc");
        vec![command]
    };
    let out_dir = || {
        let mut command = command(&[]);
        command.args(&manifests);
        vec![command]
    };
    let mut ways = vec![
        each("an empty Rust program each", nothing, &|_| Command::new("./empty")),
        each("confc compile each, one output, new", fresh, &compile_one_output),
        each("confc compile each, with depfiles, new", fresh, &compile),
        way("confc batch, one output, new", fresh, batch("one-output.txt")),
        way("confc batch, one output, unchanged", same, batch("one-output.txt")),
        way("confc batch, with depfiles, new", fresh, batch("jobs.txt")),
        way("confc batch, with depfiles, unchanged", same, batch("jobs.txt")),
        each("confc values each, new outputs", fresh, &values),
        way("confc batch of values, new outputs", fresh, batch("values.txt")),
        way("confc batch of values, outputs unchanged", same, batch("values.txt")),
        way("confc worker, new outputs", fresh, worker()),
        way("confc worker, outputs unchanged", same, worker()),
        way("confc compile --out-dir, new outputs", fresh, out_dir()),
        way("confc compile --out-dir, outputs unchanged", same, out_dir()),
    ];
    ways.extend(others());
    Ok(ways)
}

/// The other compilers, of those that are there.
fn others() -> Vec<Way> {
    let schema = |n: usize| {
        let mut command = Command::new("flatc");
        command.args(["-b", "--schema", "-o", "out", &format!("{n}.fbs")]);
        command
    };
    let descriptors = |n: usize| {
        let mut command = Command::new("protoc");
        let (output, input) = (format!("--descriptor_set_out=out/{n}.pb"), format!("{n}.proto"));
        command.args(["-I.", &output, &input]);
        command
    };
    let mut all = vec![
        each("flatc -b --schema each", Preparation::MoveOutputs, &schema),
        each("protoc --descriptor_set_out each", Preparation::MoveOutputs, &descriptors),
    ];
    all.retain_mut(|other| match other.commands.first_mut().map(process::run) {
        Some(Err(error)) => {
            println!("left out: {} ({error})", other.name);
            false
        }
        Some(Ok(_)) | None => true,
    });
    all
}

fn way(name: &'static str, before: Preparation, commands: Vec<Command>) -> Way {
    Way { name, commands, before, wall: Duration::MAX, cpu: Duration::MAX }
}

/// A process for each component.
fn each(name: &'static str, before: Preparation, one: &dyn Fn(usize) -> Command) -> Way {
    way(name, before, (0..COMPONENTS).map(one).collect())
}
