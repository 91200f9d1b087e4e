use super::{Build, Told};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder with a manifest `m.cml` and other files.
struct Package(tempfile::TempDir);

impl Package {
    fn new(manifest: &str) -> Self {
        let package = Self(tempfile::tempdir().unwrap());
        fs::create_dir(package.path("out")).unwrap();
        package.with("m.cml", manifest)
    }

    fn with(self, path: &str, text: &str) -> Self {
        fs::write(self.path(path), text).unwrap();
        self
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn text(&self, path: &str) -> String {
        self.path(path).to_str().unwrap().to_owned()
    }

    fn run(&self, build: &Build) -> Told {
        build.run(&self.path("m.cml"), Some(self.path("out")))
    }

    /// The instructions for Cargo, without the folder.
    fn instructions(&self, told: &Told) -> String {
        told.instructions.replace(&format!("{}/", self.text("")).replace("//", "/"), "")
    }

    /// The names of the written files.
    fn written(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("out")).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[track_caller]
    fn refuses(&self, told: &Told, said: &str) {
        assert!(told.errors > 0 && told.complaints.contains(said), "{said} in {}", told.complaints);
        assert_eq!(self.written(), [""; 0]);
    }
}

const GOOD: &str = "{ include: ['s.shard.cml'], config: { on: { type: 'bool' } } }";
const SHARD: &str = "{ config: { level: { type: 'uint8', min: 0 } } }";

#[test]
fn cargo_is_told_what_was_read_and_warned_of() {
    let package = Package::new(GOOD).with("s.shard.cml", SHARD);
    let told = package.run(&Build::new());
    assert_eq!((told.errors, told.complaints.as_str()), (0, ""));
    let instructions = package.instructions(&told);
    let lines: Vec<&str> = instructions.lines().collect();
    let [main, shard, warning] = *lines else { panic!("{lines:?}") };
    assert_eq!([main, shard], ["cargo::rerun-if-changed=m.cml", "cargo::rerun-if-changed=s.shard.cml"]);
    assert!(
        warning.starts_with("cargo::warning=s.shard.cml:1:37: warning: ") && warning.ends_with(" [W0301]"),
        "{warning}"
    );
    assert_eq!(package.written(), ["m.cm", "m.rs"]);
    let client = fs::read_to_string(package.path("out/m.rs")).unwrap();
    assert!(client.contains("pub struct Config {\n    level: u8,\n    on: bool,\n}\n"), "{client}");
}

#[test]
fn options_are_those_of_the_command_line() {
    let policy = "{ restricted_features: { structured_config: { allow: [] } } }";
    let package = Package::new("{ include: ['//a.shard.cml', 'b.shard.cml'] }").with("policy.json5", policy);
    fs::create_dir(package.path("root")).unwrap();
    fs::create_dir(package.path("more")).unwrap();
    let package = package
        .with("root/a.shard.cml", "{ config: { a: { type: 'bool' } } }")
        .with("more/b.shard.cml", "{ config: { b: { type: 'bool' } } }");
    let build = Build::new().include_root(package.text("root")).include_path(package.text("more"));
    let build = build.package_path("meta/m.cvf".parse().unwrap()).policy(package.text("policy.json5"));
    let build = build.type_name("DoorConfig".parse().unwrap());
    package.refuses(&package.run(&build), "error[E0324]");

    let told = package.run(&build.feature("structured_config".parse().unwrap()));
    assert_eq!(told.errors, 0, "{}", told.complaints);
    assert_eq!(told.instructions.lines().count(), 4, "{}", told.instructions);
    assert!(told.instructions.contains("policy.json5\n"));
    let client = fs::read_to_string(package.path("out/m.rs")).unwrap();
    assert!(client.contains("pub struct DoorConfig {\n    a: bool,\n    b: bool,\n}\n"), "{client}");
    assert!(fs::read(package.path("out/m.cm")).unwrap().windows(10).any(|bytes| bytes == b"meta/m.cvf"));
}

#[test]
fn what_is_wrong_fails_the_build_and_writes_nothing() {
    let package = Package::new(GOOD).with("s.shard.cml", "{ config: { on: { type: 'uint8' } } }");
    let told = package.run(&Build::new());
    package.refuses(&told, "error[E0326]");
    // Cargo runs the script again until the manifest is correct.
    assert_eq!(package.instructions(&told).lines().count(), 2);

    let package = Package::new("{ program: {} }");
    package.refuses(&package.run(&Build::new()), "error[E0418]");
    let package = Package::new("{ config: { config: { type: 'enum', variants: { a: 0 } } } }");
    package.refuses(&package.run(&Build::new()), "error[E0702]");
    let package = Package::new("\u{feff}{ config: { a: { type: 'bool' } } }");
    package
        .refuses(&Build::new().run(&package.path("absent.cml"), Some(package.path("out"))), "error[E0901]");
    package.refuses(&Build::new().run(&package.path("m.cml"), None), "error[E0705]");
    let told = Build::new().run(&package.path("m.cml"), Some(package.path("absent")));
    package.refuses(&told, "error[E0902]");
}

#[test]
fn a_path_is_no_instruction() {
    let evil = "s\ncargo::rustc-env=A=b.shard.cml";
    let package = Package::new("{ include: ['s\\ncargo::rustc-env=A=b.shard.cml'] }").with(evil, SHARD);
    let told = package.run(&Build::new());
    package.refuses(&told, "error[E0704]");
    assert!(!told.instructions.contains("rustc-env"), "{}", told.instructions);
    let told = Build::new().run(Path::new("a\ncargo::rustc-env=A=b"), Some(package.path("out")));
    package.refuses(&told, "error[E0704]");
    assert_eq!(told.instructions, "");
}
