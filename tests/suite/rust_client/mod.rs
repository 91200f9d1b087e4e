//! Clients in Rust: what is generated compiles without a warning and says what the value file says.
//!
//! All clients are modules of one package, which is compiled once, against the loader alone. A harness that is
//! written here, from the schema and not by the generator, goes through each of them by its accessors.

mod harness;
mod names;

use crate::load::{config, declared};
use crate::skip::has_tool;
use confc::declaration::Declaration;
use confc::diagnostic::Report;
use confc::generate::{Client, Target, TypeName, generate};
use confc::types::{Field, Value};
use confc::values::{Echo, encode};
use harness::Harness;
use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::TestRunner;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many arbitrary schemas are compiled.
const SAMPLES: usize = 32;

/// A client's module; `None` where its names collide.
fn client(declaration: &Declaration) -> Option<String> {
    let target = Target::Rust(Client { type_name: TypeName::default() });
    let mut report = Report::new();
    let files = generate(&target, config(declaration), &|_| None, &mut report);
    assert_eq!(files.is_none(), report.has_errors());
    let [file] = <[_; 1]>::try_from(files?).unwrap();
    Some(file.text)
}

/// A package that depends on the loader, in a folder that stays, so that the loader is compiled once.
struct Package(PathBuf);

impl Package {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(folder.join("src"));
        fs::create_dir_all(folder.join("src")).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let manifest = format!(
            "[package]\nname = {name:?}\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nconfc = {{ path = {root:?}, default-features = false }}\n\n\
             [profile.dev]\ndebug = false\nincremental = false\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self(folder)
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(path), content).unwrap();
    }

    /// Runs cargo in it and gives what the command printed.
    #[track_caller]
    fn cargo(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO"));
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients");
        command.args(arguments).arg("--offline").arg("--target-dir").arg(target).current_dir(&self.0);
        // The flags of whoever runs the tests are not meant for it.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}\n{stderr}");
        String::from_utf8(output.stdout).unwrap()
    }
}

/// Two value files for one declaration.
struct Sample {
    declaration: Declaration,
    values: [Vec<Value>; 2],
    module: String,
}

impl Sample {
    fn new(declaration: Declaration, values: [Vec<Value>; 2]) -> Option<Self> {
        let module = client(&declaration)?;
        Some(Self { declaration, values, module })
    }

    fn fields(&self) -> &[Field] {
        config(&self.declaration).fields()
    }
}

/// Arbitrary declarations of which a client can be made, the same in every run.
fn arbitrary() -> Vec<Sample> {
    let mut runner = TestRunner::deterministic();
    let strategy = declared().prop_flat_map(|(declaration, values)| {
        let others: Vec<_> =
            config(&declaration).fields().iter().map(|field| crate::arbitrary::value(&field.ty)).collect();
        (proptest::prelude::Just((declaration, values)), others)
    });
    let mut samples = Vec::new();
    while samples.len() < SAMPLES {
        let ((declaration, values), others) = strategy.new_tree(&mut runner).unwrap().current();
        samples.extend(Sample::new(declaration, [values, others]));
    }
    samples
}

#[test]
fn clients_compile_without_warnings_and_say_what_value_files_say() {
    let package = Package::new("confc-clients");
    let mut samples = arbitrary();
    samples.extend(names::samples());
    let mut harness = Harness::default();
    for (n, sample) in samples.iter().enumerate() {
        package.write(&format!("src/client_{n}.rs"), &sample.module);
        for (m, values) in sample.values.iter().enumerate() {
            let bytes = encode(config(&sample.declaration), values, Echo::Keep);
            package.write(&format!("src/values_{n}_{m}.cvf"), bytes);
        }
        harness.add(n, sample);
    }
    package.write("src/main.rs", harness.main());
    let printed = package.cargo(&["run", "--quiet"]);
    let expected = harness.expected();
    for (n, (printed, expected)) in printed.lines().zip(expected.lines()).enumerate() {
        assert_eq!(printed, expected, "line {}", n + 1);
    }
    assert_eq!(printed.lines().count(), expected.lines().count());

    // What others say about the same sources.
    let test = "clients_compile_without_warnings_and_say_what_value_files_say";
    if has_tool(test, "rustfmt") {
        let files: Vec<_> = (0..samples.len()).map(|n| format!("src/client_{n}.rs")).collect();
        let mut command = Command::new("rustfmt");
        let command = command.args(["--edition", "2024", "--check"]).args(&files).current_dir(&package.0);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    if has_tool(test, "cargo-clippy") {
        package.cargo(&["clippy", "--quiet"]);
    }
}
