//! Clients in Rust: what is generated compiles without a warning and says what the value file says.
//!
//! All clients are modules of one package, which is compiled once, against the loader alone. A harness that is
//! written here, from the schema and not by the generator, goes through each of them by its accessors.

mod harness;
mod names;

use crate::support::command::{Answer, CONFC};
use crate::support::json::exact_json;
use crate::support::pipeline::Compiled;
use crate::support::random;
use crate::support::skip::has_tool;
use crate::values::unchecked::unchecked;
use crate::values::{config, declared, extremes};
use confc::declaration::Declaration;
use confc::diagnostic::Report;
use confc::generate::{Client, SerdeTraits, Target, TypeName, generate};
use confc::plan::{EmbeddedSchema, encode};
use confc::types::{Field, Value};
use confc_core::values::load;
use harness::Harness;
use proptest::strategy::{Strategy as _, ValueTree};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How many arbitrary schemas are compiled.
const SAMPLES: usize = 32;

/// A client's module; `None` where its names collide.
fn client(declaration: &Declaration) -> Option<String> {
    let target = Target::Rust(Client { type_name: TypeName::default() }, SerdeTraits::Serialize);
    let mut report = Report::new();
    let files = generate(&target, config(declaration), &|_| None, &mut report);
    assert_eq!(files.is_none(), report.has_errors());
    let [file] = <[_; 1]>::try_from(files?).unwrap();
    Some(file.text)
}

/// A package that depends on the loader, in a folder that stays, so that the loader is compiled once.
struct Package(PathBuf);

impl Package {
    /// An empty one, with the versions that this package was tested with.
    fn new(name: &str) -> Self {
        let package = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = fs::remove_dir_all(&package.0);
        package.write("Cargo.lock", fs::read(root().join("Cargo.lock")).unwrap());
        // Nearer than that of this package.
        package.write("rustfmt.toml", "");
        package
    }

    /// An empty package that depends on the loader and serde.
    fn of_client(name: &str) -> Self {
        let package = Self::new(name);
        let manifest = format!(
            "[package]\nname = {name:?}\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nconfc-loader = {{ path = {:?} }}\nserde = \"1\"\nserde_json = \"1\"\n",
            root().join("loader")
        );
        package.write("Cargo.toml", manifest);
        package
    }

    /// Writes a file; its folders too.
    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Runs cargo in it, of which nothing is fetched, and gives what the command printed.
    #[track_caller]
    fn cargo(&self, arguments: &[&str]) -> String {
        let output = self.try_cargo(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}\n{stderr}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn try_cargo(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO"));
        // That of these tests: much of what a build script with the compiler in it needs is built there.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        command.args(arguments).current_dir(&self.0);
        let settings = [
            ("CARGO_NET_OFFLINE", "true"),
            ("CARGO_PROFILE_DEV_DEBUG", "0"),
            ("CARGO_INCREMENTAL", "0"),
            ("CARGO_TARGET_DIR", target.to_str().unwrap()),
        ];
        // The flags of whoever runs the tests are not meant for it.
        command.envs(settings).env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command.output().unwrap()
    }
}

/// The folder of this package.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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

/// Adds a client that code written by hand uses, with two value files: one of its own, and one for another
/// interface.
fn by_hand(package: &Package) {
    let folder = root().join("tests/suite/generate/rust_client");
    package.write("src/by_hand.rs", fs::read(folder.join("_by_hand.rs")).unwrap());
    for (name, manifest) in [("door", MANIFEST.to_owned()), ("gate", MANIFEST.replace("600", "700"))] {
        package.write(&format!("{name}.cml"), manifest);
        package.write(&format!("{name}.json5"), VALUES);
        let (cml, json5, cvf) = (format!("{name}.cml"), format!("{name}.json5"), format!("src/{name}.cvf"));
        let mut confc = Command::new(CONFC);
        Answer::of(confc.args(["values", &cml, &json5, "-o", &cvf]).current_dir(&package.0)).silent();
    }
    package.write("src/broken.cvf", broken(&fs::read(package.0.join("src/door.cvf")).unwrap()));
    let mut confc = Command::new(CONFC);
    let confc = confc.args(["generate", "rust", "door.cml", "-o", "src/by_hand/door.rs"]);
    fs::create_dir_all(package.0.join("src/by_hand")).unwrap();
    Answer::of(confc.current_dir(&package.0)).silent();
    let text = fs::read_to_string(package.0.join("src/by_hand/door.rs")).unwrap();
    assert!(!text.contains("secret") && !text.contains("9876"), "{text}");
}

/// A value file like this one that breaks a rule, which confc would not write.
fn broken(good: &[u8]) -> Vec<u8> {
    let declaration = Compiled::of(MANIFEST).declaration().clone();
    let loaded = load(&declaration, good).unwrap();
    let at = loaded.config().position("open_s").unwrap();
    let mut values = loaded.into_values();
    values[at] = Value::Unsigned(500);
    unchecked(&declaration, &values, EmbeddedSchema::Include)
}

const VALUES: &str =
    "{ code: '1234', hush: null, login: { user: 'ada' }, seal: 'secret', stamp: { day: 1 } }";

const MANIFEST: &str = "{ config: {
    mode: { type: 'enum', variants: { push: 0, pull: 1 }, default: 'pull', mutability: ['parent'] },
    open_s: { type: 'uint16', min: 1, max: 600, default: 5, mutability: ['parent'] },
    old: { type: 'bool', default: false, deprecated: 'use a \\'new\\' one', mutability: ['parent'] },
    tags: { type: 'vector', max_count: 2, element: { type: 'string', max_size: 3 }, default: ['a', 'b'] },
    code: { type: 'string', max_size: 4, sensitive: true, default: '9876' },
    login: {
        type: 'struct',
        sensitive: true,
        fields: { user: { type: 'string', max_size: 9 }, port: { type: 'uint8', max: 9, default: 1 } },
        default: { user: 'secret', port: 7 },
    },
    inner: {
        type: 'struct',
        fields: {
            port: { type: 'uint8', default: 1 },
            token: { type: 'string', max_size: 9, sensitive: true, default: 'none' },
        },
        default: { port: 2, token: 'secret' },
    },
    limit: { type: 'uint8', optional: true, mutability: ['parent'] },
    pin: { type: 'string', max_size: 9, optional: true, sensitive: true },
    proxy: { type: 'struct', optional: true, default: { host: 'h' }, fields: {
        host: { type: 'string', max_size: 9 }, port: { type: 'uint16', optional: true },
    } },
    vault: { type: 'string', max_size: 9, optional: true, sensitive: true, default: 'secret' },
    data: { type: 'json', max_size: 20, default: { b: [1e0], a: null }, mutability: ['parent'] },
    parts: { type: 'vector', max_count: 2, element: { type: 'json', max_size: 9 }, default: ['x', 1] },
    rest: { type: 'json', max_size: 9, kinds: ['array', 'null'], optional: true, mutability: ['parent'] },
    gap: { type: 'uint8', nullable: true, default: null, mutability: ['parent'] },
    hush: { type: 'string', max_size: 9, nullable: true, optional: true, sensitive: true },
    note: { type: 'string', max_size: 9, nullable: true, optional: true, mutability: ['parent'] },
    site: { type: 'struct', nullable: true, default: {}, fields: {
        floor: { type: 'int8', nullable: true, default: 1 },
        zone: { type: 'string', max_size: 9, nullable: true, optional: true },
    } },
    port: { type: 'union', default: 80, mutability: ['parent'], cases: {
        name: { type: 'string', max_size: 4 }, number: { type: 'uint16', min: 1 },
    } },
    routes: { type: 'map', max_count: 2, key: { type: 'string', max_size: 9 }, value: { type: 'union', cases: {
        full: { type: 'struct', fields: {
            path: { type: 'string', max_size: 9 },
            peer: { type: 'union', optional: true, cases: {
                host: { type: 'string', max_size: 9 }, id: { type: 'uint8' },
            } },
            weight: { type: 'uint8', max: 9, default: 1 },
        } },
        some: { type: 'vector', max_count: 2, element: { type: 'enum', variants: { x: 0, y: 1 } } },
    } }, default: { a: { path: 'p' }, b: ['x'] } },
    seal: { type: 'union', sensitive: true, optional: true, cases: {
        on: { type: 'bool' }, text: { type: 'string', max_size: 9 },
    } },
    sink: { type: 'union', tag: 'type', default: { type: 'drop' }, cases: {
        drop: { type: 'struct', fields: {} },
        file: { type: 'struct', fields: { path: { type: 'string', max_size: 9 } } },
    } },
    stamp: { type: 'union', optional: true, cases: {
        at: { type: 'struct', fields: {
            by: { type: 'string', max_size: 9, sensitive: true, default: 'secret' }, day: { type: 'uint8' },
        } },
        never: { type: 'bool' },
    } },
}, config_rules: [
    { name: 'long', check: \"open_s < 500 || mode == 'push'\", message: 'nothing pulls for ${open_s} s' },
    { check: 'byte_size(code) > 2' },
] }";

/// Arbitrary declarations of which a client can be made, the same in every run.
fn arbitrary() -> Vec<Sample> {
    let mut runner = random::runner();
    let strategy = declared().prop_flat_map(|(declaration, values)| {
        let others = crate::support::arbitrary::members(config(&declaration).fields());
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
fn a_client_embeds_the_rules_of_its_interface() {
    let declaration = Compiled::of(MANIFEST).declaration().clone();
    let module = client(&declaration).unwrap();
    let (_, literal) = module.split_once("b\"").unwrap();
    let (mut characters, mut bytes) = (literal.chars(), Vec::new());
    loop {
        match characters.next().unwrap() {
            '"' => break,
            '\\' => match characters.next().unwrap() {
                '\n' => {}
                'x' => {
                    let digits: String = characters.by_ref().take(2).collect();
                    bytes.push(u8::from_str_radix(&digits, 16).unwrap());
                }
                quoted => bytes.push(u8::try_from(quoted).unwrap()),
            },
            plain => bytes.push(u8::try_from(plain).unwrap()),
        }
    }
    let embedded = Declaration::decode(&bytes).unwrap();
    assert_eq!(config(&embedded).rules(), config(&declaration).rules());
    assert_eq!(config(&embedded).checksum(), config(&declaration).checksum());
}

#[test]
#[ignore = "slow: builds a package of many clients"]
fn clients_compile_without_warnings_and_say_what_value_files_say() {
    let package = Package::of_client("confc-clients");
    let mut samples = arbitrary();
    samples.extend(names::samples());
    let ends = |(declaration, values)| Sample::new(declaration, values).expect("no names collide");
    samples.extend(extremes().into_iter().map(ends));
    let mut harness = Harness::default();
    for (n, sample) in samples.iter().enumerate() {
        package.write(&format!("src/client_{n}.rs"), &sample.module);
        for (m, values) in sample.values.iter().enumerate() {
            let bytes = encode(config(&sample.declaration), values, EmbeddedSchema::Include).unwrap();
            package.write(&format!("src/values_{n}_{m}.cvf"), bytes);
        }
        harness.add(n, sample);
    }
    by_hand(&package);
    package.write("src/main.rs", harness.main());
    let printed = package.cargo(&["run", "--quiet"]);
    let expected = harness.expected();
    for (n, (printed, expected)) in printed.lines().zip(expected.lines()).enumerate() {
        // `serde_json` and `confc export` differ in white space and in the order of members.
        if !expected.starts_with('{') || exact_json(printed) != exact_json(expected) {
            assert_eq!(printed, expected, "line {}", n + 1);
        }
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
    package.cargo(&["doc", "--quiet", "--no-deps", "--document-private-items"]);
}

#[test]
#[ignore = "slow: builds a package"]
fn a_case_added_is_an_error_where_all_cases_were_named() {
    let package = Package::of_client("confc-cases");
    package.write(
        "src/main.rs",
        "mod client;
        fn main() {
            let port = client::Port::Number(80);
            match port {
                client::Port::Name(name) => println!(\"{name}\"),
                client::Port::Number(number) => println!(\"{number}\"),
            }
        }",
    );
    let client_of = |cases: &str| {
        let compiled =
            Compiled::of(format!("{{ config: {{ port: {{ type: 'union', cases: {{ {cases} }} }} }} }}"));
        package.write("src/client.rs", client(compiled.declaration()).unwrap());
    };
    let cases = "name: { type: 'string', max_size: 9 }, number: { type: 'uint16' }";
    client_of(cases);
    assert_eq!(package.cargo(&["run", "--quiet"]), "80\n");
    client_of(&format!("{cases}, off: {{ type: 'bool' }}"));
    let output = package.try_cargo(&["check", "--quiet"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && stderr.contains("`Port::Off(_)` not covered"), "{stderr}");
}

#[test]
#[ignore = "slow: builds the compiler once more, for a build script"]
fn the_example_is_built_by_its_build_script_and_runs() {
    let example = root().join("examples/client");
    let package = Package::new("door");
    for file in ["build.rs", "door.cml", "door.json5", "shards/logging.shard.cml", "src/main.rs"] {
        package.write(file, fs::read(example.join(file)).unwrap());
    }
    let manifest = fs::read_to_string(example.join("Cargo.toml")).unwrap();
    let manifest = manifest.replace("\"../../loader\"", &format!("{:?}", root().join("loader")));
    package.write("Cargo.toml", manifest.replace("\"../..\"", &format!("{:?}", root())));
    Answer::of(
        Command::new(CONFC)
            .args(["values", "door.cml", "door.json5", "-o", "door.cvf"])
            .current_dir(&package.0),
    )
    .silent();
    let printed = package.cargo(&["run", "--quiet", "--", "door.cvf", "30"]);
    assert_eq!(printed, "hello, from 8 to 20\nopen for 30 of at most 600 seconds\n");
    package.cargo(&["test", "--quiet"]);
}

/// The blocks of a page that begin with this line.
fn blocks<'p>(page: &'p str, fence: &str) -> Vec<&'p str> {
    page.split(fence).skip(1).filter_map(|block| block.split("```").next()).collect()
}

/// The program of `docs/rust.md` prints what its comment says, and the other blocks compile beside it.
#[test]
#[ignore = "slow: builds a package"]
fn the_page_is_true() {
    let page = include_str!("../../../../docs/rust.md");
    let package = Package::of_client("confc-page");
    for text in blocks(page, "```json5\n") {
        let (name, _) = text.split_once('\n').expect("a name");
        package.write(name.trim_start_matches("// "), text);
    }
    for arguments in [
        &["generate", "rust", "door.cml", "--serde", "-o", "src/door.rs"][..],
        &["values", "door.cml", "prod.json5", "-o", "door.cvf"],
    ] {
        fs::create_dir_all(package.0.join("src")).expect("a folder");
        Answer::of(Command::new(CONFC).args(arguments).current_dir(&package.0)).silent();
    }
    let [program, others @ ..] = &*blocks(page, "```rust\n") else { panic!("the page has no program") };
    let others = others.concat();
    let others = format!("#[allow(dead_code)]\nmod others {{\nuse super::*;\n{others}}}\n");
    package.write("src/main.rs", format!("#![deny(warnings)]\n{program}\n{others}"));
    let (_, printed) = program.split_once("    // ").expect("a comment says what is printed");
    assert_eq!(Some(package.cargo(&["run", "--quiet"]).trim_end()), printed.lines().next());
}
