//! Clients in Go: generated files compile, `go vet` finds nothing in them, `gofmt` does not change them, and
//! programs use them as their documentation says. `conformance::go` tests the answers of clients.

mod shared;

use crate::support::awkward::evil;
use crate::support::command::Workspace;
use crate::support::pipeline::Compiled;
use crate::support::skip::has_tool;
use crate::support::{arbitrary, random};
use crate::values::config;
use confc::declaration::Declaration;
use confc::diagnostic::Report;
use confc::generate::{Client, GoImport, Target, generate};
use confc::types::{EnumType, Field, IntegerKind, IntegerType, Key, StructType, Type, Variant, VectorType};
use proptest::strategy::{Strategy as _, ValueTree as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The number of arbitrary schemas whose clients are compiled.
const SAMPLES: usize = 60;

/// A client in a package with this name; `None` if its names collide.
pub(crate) fn client(declaration: &Declaration, package: &str) -> Option<String> {
    client_with(declaration, package, None)
}

/// As [`client`], with a runtime in another package if there is a path for it.
fn client_with(declaration: &Declaration, package: &str, runtime: Option<GoImport>) -> Option<String> {
    let client = Client { type_name: "Config".parse().expect("a name") };
    let target = Target::Go(client, package.parse().expect("a package"), runtime);
    let mut report = Report::new();
    let files = generate(&target, config(declaration), &|_| None, &mut report);
    assert_eq!(files.is_none(), report.has_errors());
    files?.into_iter().next().map(|file| file.text)
}

/// Generates a client in a package.
type GenerateClient = fn(&Declaration, &str) -> Option<String>;

/// A module of Go, `testee`, in a folder that stays until the next run.
pub(crate) struct Module(PathBuf);

impl Module {
    /// An empty one for Go 1.19, the oldest version that clients compile with.
    pub(crate) fn new(name: &str) -> Self {
        let module = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = fs::remove_dir_all(&module.0);
        module.write("go.mod", "module testee\n\ngo 1.19\n");
        module
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    /// Runs `go` with these arguments; panics unless it succeeds.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &[&str]) {
        self.run_program("go", arguments);
    }

    /// Panics if `go vet` finds anything, or `gofmt` would change anything.
    #[track_caller]
    pub(crate) fn check(&self) {
        self.run(&["vet", "./..."]);
        assert_eq!(self.run_program("gofmt", &["-l", "."]), "", "gofmt would change these files");
    }

    #[track_caller]
    fn run_program(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.output(program, arguments);
        let [said, failed] =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(output.status.success(), "{program} {arguments:?}: {said}{failed}");
        said
    }

    fn output(&self, program: &str, arguments: &[&str]) -> Output {
        Command::new(program)
            .args(arguments)
            .current_dir(&self.0)
            .envs([("GOFLAGS", "-mod=mod"), ("GOPROXY", "off"), ("GOTOOLCHAIN", "local")])
            .output()
            .expect("it can be started")
    }
}

/// Words of Go, of the runtime and of generated code.
const WORDS: &[&str] = &[
    "all",
    "any",
    "append",
    "bool",
    "break",
    "build",
    "builder",
    "byte",
    "bytes",
    "case",
    "chan",
    "changed",
    "checksum_error",
    "confc",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "err_load",
    "error",
    "fallthrough",
    "false",
    "fmt",
    "for",
    "format",
    "from",
    "func",
    "given",
    "go",
    "goto",
    "if",
    "import",
    "init",
    "interface",
    "iota",
    "json",
    "len",
    "main",
    "make",
    "map",
    "marshal_json",
    "new",
    "new_secret",
    "nil",
    "nullable",
    "package",
    "panic",
    "range",
    "return",
    "rule_error",
    "secret",
    "select",
    "set_value",
    "string",
    "struct",
    "switch",
    "to",
    "true",
    "type",
    "var",
    "value",
];

fn field(key: &str, ty: Type) -> Field {
    Field::new(Key::new(key).expect("a key"), ty)
}

/// A field for each word.
fn words(ty: impl Fn() -> Type) -> Vec<Field> {
    WORDS.iter().map(|word| field(word, ty())).collect()
}

#[test]
#[ignore = "slow: it compiles packages"]
fn awkward_names_and_texts_compile() {
    if !has_tool("clients in Go with awkward names", "go") || !has_tool("the form of clients in Go", "gofmt")
    {
        return;
    }
    let bool_members = || Type::Struct(StructType::new(words(|| Type::Bool)));
    let variant = |(number, word): (usize, &&str)| {
        Variant::new(Key::new(word).expect("a key"), i64::try_from(number).expect("a few"))
    };
    let variants = || EnumType::new(WORDS.iter().enumerate().map(variant).collect());
    let structure = || {
        let small = Type::Struct(StructType::new(vec![field(
            "x",
            Type::Integer(IntegerType::new(IntegerKind::Int8)),
        )]));
        Type::Vector(VectorType { max_count: 2, min_count: 0, unique: false, element: Box::new(small) })
    };
    let long = vec![field(&"a_b".repeat(21), Type::Enum(variants())), field(&"l".repeat(64), bool_members())];
    let samples = [
        words(|| Type::Bool),
        words(structure),
        vec![field("one", Type::Enum(variants()))],
        vec![field("one", bool_members())],
        evil(),
        long,
    ];
    let module = Module::new("go-names");
    shared::write_runtime(&module);
    for (at, mut fields) in samples.into_iter().enumerate() {
        fields.sort_by(|a, b| a.key.cmp(&b.key));
        let declaration = crate::values::seal_unchecked(fields);
        for (package, generate) in
            [(format!("names{at}"), client as GenerateClient), (format!("shared{at}"), shared::client)]
        {
            let text = generate(&declaration, &package).expect("no names collide");
            module.write(&format!("{package}/config.go"), &text);
        }
    }
    module.check();
}

#[test]
#[ignore = "slow: it compiles packages"]
fn arbitrary_clients_compile() {
    if !has_tool("arbitrary clients in Go", "go") {
        return;
    }
    let module = Module::new("go-arbitrary");
    shared::write_runtime(&module);
    let mut runner = random::runner();
    for at in 0..random::times(SAMPLES) {
        let fields = arbitrary::fields(3).new_tree(&mut runner).expect("fields").current();
        let package = format!("p{at}");
        let generate = if at.is_multiple_of(2) { client } else { shared::client };
        if let Some(text) = generate(&crate::values::seal_unchecked(fields), &package) {
            module.write(&format!("{package}/config.go"), &text);
        }
    }
    module.run(&["vet", "./..."]);
}

#[test]
fn the_file_is_used_as_its_documentation_says() {
    if !has_tool("a program with a client in Go", "go") {
        return;
    }
    let module = of_user("go-api", &[]);
    module.write("door/api_test.go", include_str!("api_test.go"));
    module.write("door/fuzz_test.go", include_str!("fuzz_test.go"));
    module.run(&["test", "./..."]);
}

/// A module with the client of `api.cml`, generated with these further options, and the files that its test reads.
fn of_user(name: &str, options: &[&str]) -> Module {
    let module = Module::new(name);
    let workspace = Workspace::new()
        .with("api.cml", include_str!("api.cml"))
        .with("values.json5", include_str!("api.json5"))
        .with("short.json5", "{ token: 'abc', server: { key: 'k' } }")
        .with("other.cml", "{ config: { only: { type: 'bool' } } }")
        .with("other.json5", "{ only: true }");
    let path = ["--config-package-path", "etc/door.cvf"];
    workspace.confc(&[&["compile", "api.cml", "-o", "api.cm"], &path[..]].concat()).silent();
    let generate = ["generate", "go", "api.cm", "--package", "door", "--type-name", "Door"];
    let text = workspace.confc(&[&generate[..], options].concat()).with_status(0).stdout;
    module.write("door/config.go", &text);
    for (declaration, values, file) in [
        ("api.cm", "values.json5", "values.cvf"),
        ("api.cm", "short.json5", "short.cvf"),
        ("other.cml", "other.json5", "other.cvf"),
    ] {
        let file = module.path(&format!("door/{file}"));
        workspace.confc(&["values", declaration, values, "-o", file.to_str().expect("a name")]).silent();
    }
    let values = module.path("door/values.cvf");
    for (sensitive, name) in [("omit", "plain.json"), ("include", "all.json")] {
        let values = values.to_str().expect("a name");
        let plain =
            workspace.confc(&["export", "api.cm", values, "--format", "json", "--sensitive", sensitive]);
        module.write(&format!("door/{name}"), &plain.with_status(0).stdout);
    }
    module
}

/// The runtime is a file of Go by itself.
#[test]
fn the_runtime_is_formatted_and_vetted() {
    if !has_tool("the runtime of clients in Go", "go") || !has_tool("the form of the runtime in Go", "gofmt")
    {
        return;
    }
    let module = Module::new("go-runtime");
    module.write("runtime.go", include_str!("../../../../src/generate/go/runtime.go"));
    for (name, text) in [
        ("api/api_test.go", include_str!("api_test.go")),
        ("fuzz/fuzz_test.go", include_str!("fuzz_test.go")),
        ("glue/glue.go", include_str!("../../conformance/go/glue.go")),
        ("main/main.go", include_str!("../../conformance/go/main.go")),
    ] {
        module.write(&format!("text/{name}"), text);
    }
    assert_eq!(module.run_program("gofmt", &["-l", "."]), "", "gofmt would change these files");
    module.run(&["vet", "."]);
}

/// The blocks of Go in a page.
fn blocks(page: &str) -> impl Iterator<Item = &str> {
    page.split("```go\n").skip(1).filter_map(|block| block.split("```").next())
}

/// The blocks of `docs/go.md` compile: a program, declarations, and statements of functions.
#[test]
#[ignore = "slow: it compiles packages"]
fn the_page_is_true() {
    if !has_tool("the programs in docs/go.md", "go") {
        return;
    }
    let page = include_str!("../../../../docs/go.md");
    let file = |name: &str| {
        let (_, rest) = page.split_once(&format!("// {name}\n")).expect("a file");
        rest.split("```").next().expect("its text")
    };
    let manifest = file("door.cml");
    let workspace = Workspace::new().with("door.cml", manifest).with("prod.json5", file("prod.json5"));
    let module = Module::new("go-page");
    let values = module.path("door.cvf");
    module.write("go.mod", "module example.org/door\n\ngo 1.19\n");
    let declaration = Compiled::of(manifest).declaration().clone();
    module.write("config/config.go", &client(&declaration, "config").expect("a client"));
    let imports = ["errors", "log", "os", "strings", "sync/atomic", "example.org/door/config"];
    let imports: Vec<String> = imports.iter().map(|path| format!("\t{path:?}\n")).collect();
    let mut shown = format!("package main\n\nimport (\n{})\n", imports.concat());
    for (at, block) in blocks(page).enumerate() {
        if block.starts_with("package main") {
            module.write("main.go", block);
        } else if block.contains("\nfunc ") {
            shown += &format!("\n{block}");
        } else {
            let used = if block.contains("c, err :=") { "_, _ = c, err" } else { "" };
            shown += &format!("\nfunc shown{at}(data []byte, err error) {{\n{block}\n{used}\n}}\n");
        }
    }
    module.write("shown.go", &shown);
    module.run(&["vet", "./..."]);
    let values = values.to_str().expect("a name");
    workspace.confc(&["values", "door.cml", "prod.json5", "-o", values]).silent();
    let printed = module.run_program("go", &["run", "."]);
    assert!(page.contains(&format!("$ go run .\n{printed}```")), "{printed}");
}
