//! Generated C++ headers: two compilers find nothing in them, they are formatted, and a program uses one.

mod shared;

use crate::ROOT;
use crate::support::awkward::evil;
use crate::support::command::{Workspace, works};
use crate::support::pipeline::Compiled;
use crate::support::{arbitrary, random, skip};
use crate::values::{config, seal_unchecked};
use confc::declaration::Declaration;
use confc::diagnostic::Report;
use confc::generate::{Client, CppInclude, CppNamespace, Target, TypeName, generate};
use confc::types::Component;
use proptest::strategy::{Strategy as _, ValueTree as _};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The strictest options with which headers compile without warnings.
const WARNINGS: &[&str] = &[
    "-std=c++17",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wsign-conversion",
    "-Wshadow",
    "-Werror",
];

/// The header for a declaration, in this namespace; `None` if two names would be equal.
pub(crate) fn client(declaration: &Declaration, namespace: &str) -> Option<String> {
    client_with(declaration, namespace, None)
}

/// As [`client`], with a runtime in another header if there is a path for it.
fn client_with(declaration: &Declaration, namespace: &str, runtime: Option<CppInclude>) -> Option<String> {
    let client = Client { type_name: TypeName::default() };
    let target = Target::Cpp(client, namespace.parse().expect("a namespace"), runtime);
    let mut report = Report::new();
    let files = generate(&target, config(declaration), &|_| None, &mut report);
    assert_eq!(files.is_none(), report.has_errors());
    let [file] = <[_; 1]>::try_from(files?).expect("one file");
    Some(file.text)
}

/// A compiler of C++.
#[derive(Clone, Copy)]
pub(crate) struct Compiler(&'static str);

impl Compiler {
    pub(crate) const GCC: Self = Self("g++");
    const CLANG: Self = Self("clang++");

    /// The installed compilers. A missing one is reported as by `skip::has_tool`.
    fn all(test: &str) -> Vec<Self> {
        [Self::GCC, Self::CLANG].into_iter().filter(|Self(program)| skip::has_tool(test, program)).collect()
    }

    /// Compiles a file, in which every warning is an error. Returns the object.
    #[track_caller]
    pub(crate) fn compile(self, folder: &Workspace, file: &str, options: &[&str]) -> String {
        let object = format!("{file}.{}.o", self.0);
        let arguments = [WARNINGS, options, &["-c", file, "-o", &object]].concat();
        self.run(folder, &arguments);
        object
    }

    /// Links objects to a program.
    #[track_caller]
    pub(crate) fn link(
        self,
        folder: &Workspace,
        objects: &[String],
        program: &str,
        options: &[&str],
    ) -> PathBuf {
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        self.run(folder, &[&objects, options, &["-o", program]].concat());
        folder.path(program)
    }

    #[track_caller]
    fn run(self, folder: &Workspace, arguments: &[&str]) {
        let output = self.output(folder, arguments);
        assert!(output.status.success(), "{}: {}", self.0, String::from_utf8_lossy(&output.stderr));
    }

    fn output(self, folder: &Workspace, arguments: &[&str]) -> Output {
        let output = Command::new(self.0).args(arguments).current_dir(folder.folder()).output();
        output.expect("the compiler starts")
    }
}

/// Headers compile without a warning in two units of one program, without exceptions and type information. Some may
/// include a runtime.
#[track_caller]
fn check_clean(compilers: &[Compiler], headers: &[String]) {
    let folder = Workspace::named("cpp").with(shared::PATH, shared::runtime());
    let mut unit = String::new();
    for (at, text) in headers.iter().enumerate() {
        folder.write(&format!("h{at}.hpp"), text);
        unit += &format!("#include \"h{at}.hpp\"\n");
    }
    folder.write("other.cpp", &unit);
    folder.write("main.cpp", unit + "int main() { return 0; }\n");
    for compiler in compilers {
        let options = ["-fno-exceptions", "-fno-rtti"];
        let objects = ["main.cpp", "other.cpp"].map(|file| compiler.compile(&folder, file, &options));
        compiler.link(&folder, &objects, "program", &[]);
    }
}

/// `clang-format` does not change a text with the style that the text names.
#[track_caller]
fn check_formatted(text: &str) {
    let style = text.lines().find_map(|line| line.strip_prefix("// clang-format --style='"));
    let style = style.and_then(|style| style.strip_suffix('\'')).expect("the text names its style");
    let mut formatter = Command::new("clang-format")
        .arg(format!("--style={style}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the formatter starts");
    let mut stdin = formatter.stdin.take().expect("it is piped");
    let input = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = formatter.wait_with_output().expect("the formatter ends");
    writer.join().expect("it does not panic").expect("the formatter reads all");
    let formatted = String::from_utf8(output.stdout).expect("UTF-8");
    let changed = text.lines().zip(formatted.lines()).find(|(before, after)| before != after);
    assert_eq!(changed, None);
    assert!(text == formatted, "lines were added or removed at the end");
}

/// Names that are words of C++, of the runtime or of its platform.
const NAMES: &str = r#"{ config: {
    class: { type: "uint8", min: 1, default: 7 }, int: { type: "int64", max: 5, min: -9223372036854775807 },
    operator: { type: "struct", fields: { operator: { type: "bool" }, this: { type: "string", max_size: 3 } } },
    value: { type: "struct", fields: { value: { type: "union", cases: { value: { type: "uint8" },
        value_value: { type: "string", max_size: 9, } } } } }, members: { type: "struct", fields: { members: { type: "bool" } } },
    builder: { type: "struct", fields: { build: { type: "uint64", default: 18446744073709551615 }, load: { type: "bool" } } },
    overrides: { type: "struct", fields: { overrides: { type: "bool" } }, mutability: ["parent"] },
    std: { type: "vector", max_count: 2, element: { type: "struct", fields: { string: { type: "string", max_size: 2 } } } },
    confc: { type: "json", max_size: 9, optional: true, mutability: ["parent"] }, table: { type: "bool", default: true },
    size: { type: "uint32", max: 9 }, errno: { type: "float32", min: -1.5 }, linux: { type: "float64", max: 1e300 },
    take: { type: "bool", mutability: ["parent"], optional: true }, give: { type: "bool", nullable: true, default: null },
    clear_take: { type: "bool", mutability: ["parent"], deprecated: "what??/ \"now\"", default: false },
    settings: { type: "array", count: 3, element: { type: "enum", variants: { default: 0, delete: -1, "": 5, "??/": 6 } },
        default: ["default", "", "??/"] },
    map: { type: "map", max_count: 2, key: { type: "enum", variants: { public: 1, if: 0 } }, value: { type: "bool" } },
    text: { type: "string", max_size: 40, pattern: "[\"\\\\?/]*", default: "??/\\\"" },
    none: { type: "vector", max_count: 3, element: { type: "uint8" }, default: [] },
    tag: { type: "union", tag: "k", cases: { tag: { type: "struct", fields: {} }, other: { type: "struct", fields: { x: { type: "bool" } } } } },
}, config_rules: [ { name: "r", check: "size < 9", message: "??/ ${size} \"" }, { check: "text != '??/'" } ] }"#;

#[test]
fn words_of_the_language_are_names_like_others() {
    let test = "headers of C++ with awkward names";
    let compiled = Compiled::of(NAMES);
    let text = client(compiled.declaration(), "a::b_c::d1").expect("no names are equal");
    let short = shared::client(compiled.declaration(), "a::b_c::d2").expect("no names are equal");
    let texts = [text, short];
    check_clean(&Compiler::all(test), &texts);
    if skip::has_tool(test, "clang-format") {
        texts.iter().for_each(|text| check_formatted(text));
    }
}

#[test]
fn no_text_ends_a_comment_or_literal() {
    let test = "headers of C++ with awkward texts";
    let text = client(&seal_unchecked(evil()), "evil").expect("no names are equal");
    assert!(!text.contains(['\u{202e}', '\u{1b}', '\u{feff}', '\0']));
    check_clean(&Compiler::all(test), std::slice::from_ref(&text));
    if skip::has_tool(test, "clang-format") {
        check_formatted(&text);
    }
}

#[test]
#[ignore = "slow: compiles 40 schemas"]
fn headers_of_random_schemas_are_clean() {
    let test = "headers of C++ for random schemas";
    let mut runner = random::runner();
    let mut headers = Vec::new();
    while headers.len() < random::times(40) {
        let schema = arbitrary::schema().new_tree(&mut runner).unwrap().current();
        let declaration = Declaration::seal(Component::default(), Some(schema)).unwrap();
        let generate = if headers.len() % 2 == 0 { client } else { shared::client };
        headers.extend(generate(&declaration, &format!("c{}", headers.len())));
    }
    for some in headers.chunks(50) {
        check_clean(&Compiler::all(test), some);
    }
    if skip::has_tool(test, "clang-format") {
        headers.iter().for_each(|text| check_formatted(text));
    }
}

#[test]
fn namespaces_are_names() {
    for namespace in ["a", "acme::door", "A1::b_c"] {
        assert!(namespace.parse::<CppNamespace>().is_ok(), "{namespace}");
    }
    for namespace in
        ["", "a::", "::a", "a:b", "1a", "a b", "_a", "a__b", "std", "a::std", "confc", "a::class", "é"]
    {
        assert!(namespace.parse::<CppNamespace>().is_err(), "{namespace}");
    }
}

/// A folder with the client and the value files of `user.cml`.
fn of_user(client: fn(&Declaration, &str) -> Option<String>) -> Workspace {
    let folder = Workspace::named("cpp-user");
    let compiled = Compiled::of(include_str!("user.cml"));
    folder.write("config.hpp", client(compiled.declaration(), "acme::door").expect("no names are equal"));
    folder.write("user.cml", include_str!("user.cml"));
    folder.write("user.json5", include_str!("user.json5"));
    for (file, setting) in [("values.cvf", "port=80"), ("other.cvf", "port=81")] {
        folder.confc(&["values", "user.cml", "user.json5", "--set", setting, "-o", file]).with_status(0);
    }
    folder
}

/// Compiles a file to a program, runs it, and returns its output.
#[track_caller]
fn check_program(compiler: Compiler, folder: &Workspace, file: &str) -> String {
    let object = compiler.compile(folder, file, &[]);
    let program = compiler.link(folder, &[object], "program", &[]);
    let output = Command::new(program).current_dir(folder.folder()).output().expect("it starts");
    assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A program like those of users works: see `user.cpp`.
#[test]
fn a_program_uses_a_client() {
    for compiler in Compiler::all("a program with a client of C++") {
        let folder = of_user(client);
        folder.write("user.cpp", include_str!("user.cpp"));
        check_program(compiler, &folder, "user.cpp");
    }
}

/// The commands and programs of `docs/cpp.md` work.
#[test]
fn the_page_is_true() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/cpp.md")).expect("the page");
    for compiler in Compiler::all("the page about C++") {
        let folder = Workspace::named("cpp-page");
        let mut programs = Vec::new();
        for block in page.split("\n```").skip(1).step_by(2) {
            let (language, text) = block.split_once('\n').expect("a line");
            let name = text.lines().next().and_then(|line| line.strip_prefix("// "));
            if let Some(name) = name {
                folder.write(name, format!("{text}\n"));
                programs.extend((language == "cpp").then(|| name.to_owned()));
            }
            for command in text.lines().filter_map(|line| line.strip_prefix("$ confc ")) {
                folder.confc(&command.split(' ').collect::<Vec<_>>()).with_status(0);
            }
        }
        folder
            .confc(&["values", "door.cm", "door.json5", "--set", "port=81", "-o", "other.cvf"])
            .with_status(0);
        assert_eq!(programs, ["main.cpp", "parent.cpp", "test.cpp", "both.cpp", "reload.cpp"]);
        for name in programs {
            let printed = check_program(compiler, &folder, &name);
            assert!(name != "main.cpp" || page.contains(&format!("$ ./main\n{printed}```")), "{printed}");
        }
    }
}

/// Types whose values take much memory per byte of a file, each with the literal of a small value.
const LARGE: [(&str, &str); 5] = [
    (r#"{ type: "string", max_size: 9 }"#, "''"),
    (r#"{ type: "vector", max_count: 9, element: { type: "bool" } }"#, "[true]"),
    (r#"{ type: "map", max_count: 9, key: { type: "string", max_size: 9 }, value: { type: "bool" } }"#, "{}"),
    (r#"{ type: "struct", fields: { x: { type: "bool", optional: true } } }"#, "{}"),
    (r#"{ type: "enum", variants: { a: 0 } }"#, "'a'"),
];

/// A client allocates at most 32 bytes for each byte of a file.
#[test]
fn memory_is_limited() {
    for compiler in Compiler::all("the memory of clients in C++").into_iter().take(1) {
        let folder = Workspace::named("cpp-memory");
        let (mut includes, mut calls) = (String::new(), String::new());
        for (at, (element, literal)) in LARGE.iter().enumerate() {
            let manifest = format!(
                r#"{{ config: {{ list: {{ type: "vector", max_count: "MAX", element: {element} }} }} }}"#
            );
            let compiled = Compiled::of(manifest.as_str());
            let text = client(compiled.declaration(), &format!("m{at}")).expect("no names are equal");
            let [header, manifest_file, layer, values] =
                ["hpp", "cml", "json5", "cvf"].map(|extension| format!("m{at}.{extension}"));
            folder.write(&header, text);
            folder.write(&manifest_file, manifest);
            folder.write(&layer, format!("{{ list: [{}] }}", format!("{literal}, ").repeat(20_000)));
            let arguments = ["values", &manifest_file, &layer, "--no-embedded-schema", "-o", &values];
            folder.confc(&arguments).with_status(0);
            includes += &format!("#include \"{header}\"\n");
            calls += &format!("  check<::m{at}::Config>(\"{values}\");\n");
        }
        folder.write("memory.hpp", include_str!("memory.hpp"));
        let main = format!("{includes}#include \"memory.hpp\"\n\nint main() {{\n{calls}}}\n");
        folder.write("memory.cpp", main);
        let object = compiler.compile(&folder, "memory.cpp", &["-O1"]);
        let program = compiler.link(&folder, &[object], "memory", &[]);
        let output = Command::new(program).current_dir(folder.folder()).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// `CONFC_TIMES` multiplies the time.
#[test]
#[ignore = "slow: random bytes"]
fn random_bytes_do_no_harm() {
    let test = "a client of C++ with random bytes";
    if !skip::has_tool(test, "clang++") {
        return;
    }
    let folder = of_user(client);
    folder.write("fuzz.cpp", include_str!("fuzz.cpp"));
    let options = ["-g", "-O1", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"];
    let arguments = [&options[..], &["-std=c++17", "fuzz.cpp", "-o", "fuzz"]].concat();
    let mut compiler = Command::new("clang++");
    if !works(compiler.args(arguments).current_dir(folder.folder())) {
        skip::needs(test, "libFuzzer");
        return;
    }
    folder.write("seeds/values.cvf", folder.read("values.cvf"));
    let time = format!("-max_total_time={}", random::times(10));
    let mut fuzzer = Command::new(folder.path("fuzz"));
    let output = fuzzer.args(["seeds", &time, "-max_len=4096"]).current_dir(folder.folder()).output();
    let output = output.expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
