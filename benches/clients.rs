//! The time in which generated clients load a value file, compared with JSON and protobuf in the same language.
//!
//! `cargo bench --bench clients` compiles the usual manifest of 25 fields and its value file, and generates a client in
//! each language. The programs in `benches/clients/` then load the same values from memory, again and again. `client`
//! makes every check that confc promises. `client, embedded schema` loads the default form of the file, which also
//! carries its schema. `JSON` parses the exported document with the parser of the language, and `protobuf` parses the
//! exported message; neither checks bounds, patterns or damage. C++ has no JSON in its library. `SHA-256` is a part of
//! `client`: in Rust, Go and Python it uses the same library as the client. In C++ and TypeScript it uses the client's
//! own code. The imports run in new processes of Python, after Python has compiled the modules.
//!
//! `us` is the processor time of one call, with the garbage collector of the language: the median of five rounds of
//! 0.3 s, in which the calls take turns, or of 21 processes for imports. `ratio` is relative to `JSON`, and for imports
//! to the import of the modules that such a client needs. Under load, times grow, and ratios grow less.
//!
//! The benchmark names each missing tool and leaves out its rows. C++ needs `c++`, Go needs `go`, and Python needs
//! `python3`. TypeScript needs `node` and the folder of npm that `CONFC_TYPESCRIPT` names, with the package
//! `typescript`. Protobuf needs `protoc`, and the runtimes: `libprotobuf-dev`, `golang-google-protobuf-dev` and
//! `protoc-gen-go` of Debian, and the packages `protobuf` of Python and `@bufbuild/protobuf` of npm.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::component::{self, USUAL};
use measure::process;
use std::error::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;
/// Compiles the program of a language, and returns the command that starts it.
type Prepare = fn() -> Outcome<Command>;

/// Debian installs packages of Go here.
const DEBIAN_GO: &str = "/usr/share/gocode";

fn main() -> Outcome {
    let folder = tempfile::tempdir()?;
    process::enter(folder.path())?;
    write_inputs()?;
    println!("{USUAL} fields, a value file of {} bytes", fs::metadata("values.cvf")?.len());
    println!("{:12} {:52} {:>9} {:>7}", "", "", "us", "ratio");
    let languages: [(&str, Prepare); 5] =
        [("Rust", rust), ("C++", cpp), ("Go", go), ("TypeScript", typescript), ("Python", python)];
    for (language, prepare) in languages {
        match prepare().and_then(|mut program| measured(&mut program)) {
            Ok(rows) => print(language, &rows),
            Err(error) => println!("left out: {language} ({error})"),
        }
    }
    Ok(())
}

/// Writes the value files, the exports, the message and the sources of all programs.
fn write_inputs() -> Outcome {
    component::write_manifest(USUAL, &mut File::create("usual.cml")?)?;
    fs::write("usual.json5", component::VALUES)?;
    let confc = |arguments: &str| run(process::confc(), arguments);
    confc("compile usual.cml -o usual.cm")?;
    confc("values usual.cm usual.json5 -o embedded.cvf")?;
    confc("values usual.cm usual.json5 --no-embedded-schema -o values.cvf")?;
    confc("export usual.cm values.cvf --sensitive include --format json -o values.json")?;
    confc("export usual.cm values.cvf --sensitive include --format binpb -o values.binpb")?;
    confc("generate proto usual.cm --package net --no-debug-redact -o values.proto")?;
    fs::create_dir("src")?;
    confc("generate rust usual.cm -o src/config.rs")?;
    confc("generate cpp usual.cm --namespace bench -o config.hpp")?;
    confc("generate go usual.cm --package main --type-name Client -o config.go")?;
    confc("generate python usual.cm -o config.py")?;
    confc("generate typescript usual.cm -o config.mts")?;
    for file in ["load.cpp", "load.go", "protobuf.go", "load.py", "load.mjs", "load.rs"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/clients").join(file);
        fs::copy(source, if file == "load.rs" { "src/main.rs" } else { file })?;
    }
    let outputs = "--cpp_out=. --python_out=. --descriptor_set_out=values.desc";
    succeeds("protobuf", run("protoc", &format!("{outputs} values.proto")));
    Ok(())
}

/// Prepares a separate package, which is compiled like a user's package, with the versions of this one.
fn rust() -> Outcome<Command> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::copy(root.join("Cargo.lock"), "Cargo.lock")?;
    let manifest = format!(
        "[package]\nname = \"load\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         confc-loader = {{ path = {:?} }}\nrustix = {{ version = \"1\", features = [\"time\"] }}\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n\
         sha2 = {{ version = \"0.11\", default-features = false }}\n",
        root.join("loader")
    );
    fs::write("Cargo.toml", manifest)?;
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--offline"]).env("CARGO_TARGET_DIR", &target);
    output(&mut cargo)?;
    Ok(Command::new(target.join("release/load")))
}

fn cpp() -> Outcome<Command> {
    const FLAGS: &str = "-std=c++17 -O2 load.cpp -o load";
    let with_protobuf = format!("{FLAGS} -DPROTOBUF values.pb.cc -lprotobuf -pthread");
    if !succeeds("protobuf in C++", run("c++", &with_protobuf)) {
        run("c++", FLAGS)?;
    }
    Ok(Command::new("./load"))
}

fn go() -> Outcome<Command> {
    // Go finds Debian's packages by a path, and not as modules.
    let build = |files: &str| {
        let mut go = Command::new("go");
        go.args(["build", "-o", "load-go", "load.go", "config.go"]).args(files.split_whitespace());
        output(go.envs([("GO111MODULE", "off"), ("GOPATH", DEBIAN_GO), ("GOTOOLCHAIN", "local")]))
    };
    let generated = run("protoc", "--go_out=. --go_opt=Mvalues.proto=./;main values.proto");
    if !succeeds("protobuf in Go", generated.and_then(|()| build("protobuf.go values.pb.go"))) {
        build("")?;
    }
    Ok(Command::new("./load-go"))
}

fn typescript() -> Outcome<Command> {
    let folder = std::env::var_os("CONFC_TYPESCRIPT").ok_or("`CONFC_TYPESCRIPT` is not set")?;
    // The client's function for SHA-256 is private.
    let client = fs::read_to_string("config.mts")?;
    fs::write("config.mts", client + "\nexport { sha256 };\n")?;
    let compiler = Path::new(&folder).join("node_modules/.bin/tsc");
    run(compiler, "--target es2022 --module nodenext --strict config.mts")?;
    let mut node = Command::new("node");
    node.arg("load.mjs");
    Ok(node)
}

fn python() -> Outcome<Command> {
    let mut python = Command::new("python3");
    // Python keeps the compiled modules, so imports do not compile them.
    python.arg("load.py").env_remove("PYTHONDONTWRITEBYTECODE");
    Ok(python)
}

/// Runs a program that prints lines of a time in nanoseconds, a tab and a label, several for each label.
fn measured(program: &mut Command) -> Outcome<Vec<(String, f64)>> {
    let output = program.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(output.status.to_string().into());
    }
    let mut rows: Vec<(String, Vec<f64>)> = Vec::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let (time, label) = line.split_once('\t').ok_or("a line without a tab")?;
        match rows.iter_mut().find(|(known, _)| known == label) {
            Some((_, times)) => times.push(time.parse()?),
            None => rows.push((label.to_owned(), vec![time.parse()?])),
        }
    }
    Ok(rows.into_iter().map(|(label, times)| (label, measure::median(times))).collect())
}

fn print(language: &str, rows: &[(String, f64)]) {
    for (label, time) in rows {
        let base = if label.starts_with("import") { "import of dataclasses" } else { "JSON" };
        let base = rows.iter().find(|(label, _)| label.starts_with(base));
        let ratio = base.map_or_else(String::new, |(_, base)| format!("{:.2}", time / base));
        println!("{language:12} {label:52} {:9.2} {ratio:>7}", time / 1e3);
    }
}

/// Runs a program with arguments without spaces.
fn run(program: impl AsRef<OsStr>, arguments: &str) -> Outcome {
    output(Command::new(program).args(arguments.split_whitespace()))
}

/// Runs a program. Fails with the first line of its error.
fn output(command: &mut Command) -> Outcome {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let message = [output.stdout, output.stderr].concat();
    Err(format!("{name}: {}", String::from_utf8_lossy(&message).lines().next().unwrap_or_default()).into())
}

/// Whether a step succeeded. Otherwise prints what is left out, and why.
fn succeeds(name: &str, result: Outcome) -> bool {
    result.inspect_err(|error| println!("left out: {name} ({error})")).is_ok()
}
