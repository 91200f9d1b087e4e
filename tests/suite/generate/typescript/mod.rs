//! Generated TypeScript modules: they compile without findings at the strictest settings, are formatted, and
//! a program uses one.

mod shared;

use crate::support::awkward::evil;
use crate::support::command::{Answer, CONFC, Workspace};
use crate::support::pipeline::Compiled;
use crate::support::typescript::TypeScriptTools;
use crate::support::{arbitrary, random};
use crate::values::{config, seal_unchecked};
use confc::declaration::Declaration;
use confc::diagnostic::Report;
use confc::generate::{Client, Target, TypeName, TypeScriptImport, generate};
use confc::types::Component;
use proptest::strategy::{Strategy as _, ValueTree as _};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The module for a declaration; `None` if two names would be equal.
pub(crate) fn client(declaration: &Declaration) -> Option<String> {
    client_with(declaration, None)
}

/// As [`client`], with a runtime in another module if there is a specifier for it.
fn client_with(declaration: &Declaration, runtime: Option<TypeScriptImport>) -> Option<String> {
    let target = Target::TypeScript(Client { type_name: TypeName::default() }, runtime);
    let mut report = Report::new();
    let files = generate(&target, config(declaration), &|_| None, &mut report);
    assert_eq!(files.is_none(), report.has_errors());
    let [file] = <[_; 1]>::try_from(files?).expect("one file");
    Some(file.text)
}

/// Words of the language, of its library, and of the module.
const WORDS: &[&str] = &[
    "abstract",
    "any",
    "arguments",
    "array",
    "as",
    "async",
    "await",
    "big_int",
    "boolean",
    "break",
    "case",
    "catch",
    "class",
    "clear",
    "const",
    "constructor",
    "data_view",
    "default",
    "delete",
    "enum",
    "error",
    "eval",
    "export",
    "false",
    "for_tests",
    "function",
    "generic_value",
    "has_own_property",
    "import",
    "in",
    "infinity",
    "instanceof",
    "interface",
    "is_prototype_of",
    "json",
    "keyof",
    "length",
    "let",
    "load",
    "load_error",
    "map",
    "math",
    "name",
    "namespace",
    "never",
    "new",
    "null",
    "number",
    "object",
    "overrides",
    "partial",
    "private",
    "promise",
    "proxy",
    "prototype",
    "readonly",
    "record",
    "reg_exp",
    "rule_fault",
    "runtime_table",
    "schema_runtime",
    "secret",
    "set",
    "static",
    "string",
    "super",
    "symbol",
    "table",
    "table_field",
    "text_decoder",
    "then",
    "this",
    "to_json",
    "to_string",
    "true",
    "type",
    "typeof",
    "undefined",
    "unique",
    "unknown",
    "value",
    "value_of",
    "value_reader",
    "var",
    "void",
    "weak_map",
    "with",
    "yield",
];

/// Fields with every word as key, of this type. One word would be the name of the configuration.
fn fields(ty: impl Fn(usize) -> String) -> String {
    let each = WORDS.iter().enumerate().map(|(n, word)| format!("{word}: {{ {} }}", ty(n)));
    each.collect::<Vec<_>>().join(", ")
}

/// A different word for each number.
fn word(n: usize) -> &'static str {
    WORDS[n % WORDS.len()]
}

/// Manifests with words at every place of a name, and the longest names.
fn awkward() -> Vec<String> {
    let parent = "mutability: ['parent']";
    let plain = fields(|_| format!("type: 'bool', default: true, {parent}"));
    let structs = fields(|n| {
        let member = |at: usize| {
            format!("{}: {{ type: 'uint8', default: 1, sensitive: {} }}", word(n + at), at.is_multiple_of(2))
        };
        let members = (0..20).map(member).collect::<Vec<_>>().join(", ");
        format!("type: 'struct', fields: {{ {members} }}, optional: {}, {parent}", n.is_multiple_of(3))
    });
    let enums = fields(|n| {
        let variants = (0..9).map(|at| format!("{}: {at}", word(n + at))).collect::<Vec<_>>().join(", ");
        let free = "'__proto__': 90, '': 91, '*/': 92, \"\\u2028'\\\"\\\\\": 93, '${1}`': 94";
        let least = if n.is_multiple_of(5) { ", least: -9223372036854775808" } else { "" };
        format!("type: 'enum', variants: {{ {variants}, {free}{least} }}, default: '__proto__', {parent}")
    });
    let unions = fields(|n| {
        let [first, second, third] = [word(n + 1), word(n + 2), word(n + 3)];
        let map = "type: 'map', max_count: 2, key: { type: 'enum', variants: { a: 1 } }";
        format!(
            "type: 'union', cases: {{ {first}: {{ type: 'bool' }}, {third}: {{ type: 'string', max_size: 9, pattern: '[^*/]*' }},
             {second}: {{ type: 'struct', fields: {{ {first}: {{ type: 'uint8', default: 1 }}, m: {{ {map},
                value: {{ type: 'vector', max_count: 2, element: {{ type: 'uint64' }} }} }} }} }} }},
             sensitive: {}, optional: {}, nullable: {}, {parent}",
            n.is_multiple_of(3),
            n.is_multiple_of(2),
            n.is_multiple_of(5)
        )
    });
    let union = "{ type: 'union', cases: { x: { type: 'bool' },
        s: { type: 'struct', fields: { p: { type: 'uint8', default: 1 } } } } }";
    let map =
        format!("{{ type: 'map', max_count: 2, key: {{ type: 'string', max_size: 2 }}, value: {union} }}");
    let list = |inner: &str| format!("{{ type: 'vector', max_count: 2, element: {inner} }}");
    let nested = [&map, &list(union), &list(&list(union)), &list("{ type: 'json', max_size: 9 }")];
    let nested = nested.iter().enumerate().map(|(n, inner)| format!("n{n}: {}", list(inner)));
    let nested = nested.collect::<Vec<_>>().join(", ");
    let long = |letter: &str| letter.repeat(63) + "9";
    let longest = format!(
        "{}: {{ type: 'struct', fields: {{ {}: {{ type: 'vector', max_count: 3, element: {{ type: 'map', max_count: 3,
            key: {{ type: 'enum', variants: {{ {}: 1 }} }}, value: {{ type: 'union', cases: {{ {}: {{ type: 'bool' }},
            {}: {{ type: 'vector', max_count: 2, element: {{ type: 'struct', fields: {{ x: {{ type: 'float32',
            optional: true, nullable: true }} }} }} }} }} }} }} }}, x: {{ type: 'uint8', default: 3, optional: true }} }} }}",
        long("a"),
        long("b"),
        long("c"),
        long("d"),
        long("e")
    );
    [plain, structs, enums, unions, nested, longest]
        .map(|fields| format!("{{ config: {{ {fields} }} }}"))
        .into()
}

#[test]
fn awkward_names_and_texts_are_like_others() {
    let Some(tools) = TypeScriptTools::find("modules of TypeScript with awkward names") else { return };
    let folder = Workspace::named("typescript").with(shared::PATH, shared::runtime());
    for (n, manifest) in awkward().iter().enumerate() {
        let compiled = Compiled::of(manifest.as_str());
        folder.write(&format!("src/awkward{n}.ts"), client(compiled.declaration()).expect("a module"));
        let shared = shared::client(compiled.declaration()).expect("a module");
        folder.write(&format!("src/shared{n}.ts"), shared);
    }
    let evil = client(&seal_unchecked(evil())).expect("no names are equal");
    assert!(!evil.contains(['\u{202e}', '\u{1b}', '\0', '\u{feff}']), "{evil}");
    folder.write("src/evil.ts", evil);
    tools.compile(&folder);
    tools.check_format(&folder, &["src"]);
}

#[test]
fn documentation_marks_nothing_as_deprecated() {
    let manifest = "{ config: {\n/// */ @deprecated {@link a} */\n/// @internal\na: { type: 'bool' },\n\
                    /// b\nb: { type: 'bool', default: true, deprecated: '@a */ c' } } }";
    let text = client(Compiled::of(manifest).declaration()).expect("a module");
    let config = text.split("export interface Config {").nth(1).expect("the configuration");
    assert!(
        config.contains("   * \\*\\/ \\@deprecated \\{\\@link a\\} \\*\\/\n   * \\@internal\n"),
        "{config}"
    );
    assert!(config.contains("   * @deprecated \\@a \\*\\/ c\n   */\n  readonly b: boolean;\n"), "{config}");
}

#[test]
#[ignore = "slow: compiles 200 modules"]
fn random_schemas_compile_and_are_formatted() {
    let Some(tools) = TypeScriptTools::find("modules of TypeScript for random schemas") else { return };
    let mut runner = random::runner();
    let folder = Workspace::named("typescript").with(shared::PATH, shared::runtime());
    let mut count = 0;
    for n in 0..random::times(200) {
        let schema = arbitrary::schema().new_tree(&mut runner).expect("a schema").current();
        let declaration = Declaration::seal(Component::default(), Some(schema)).expect("it fits");
        let generate = if n.is_multiple_of(2) { client } else { shared::client };
        if let Some(text) = generate(&declaration) {
            folder.write(&format!("src/m{n}.ts"), text);
            count += 1;
        }
    }
    assert!(count > random::times(100), "{count}");
    tools.compile(&folder);
    tools.check_format(&folder, &["src"]);
}

/// A program of a user, which also checks that secrets stay hidden.
#[test]
fn a_program_uses_the_client() {
    let Some(tools) = TypeScriptTools::find("a program with a client in TypeScript") else { return };
    let folder = of_user(&[]);
    assert!(!folder.text("src/config.ts").contains("hunter2"));
    tools.compile(&folder);
    let own = own();
    let sources =
        [own.join("user.ts"), own.join("run.mjs"), own.join("../../conformance/typescript/testee.mjs")];
    let sources: Vec<&str> = sources.iter().map(|path| path.to_str().expect("a path")).collect();
    tools.check_format(&folder, &sources);
    check_program(&folder, "run.mjs");
}

/// The folder of this test.
fn own() -> PathBuf {
    Path::new(crate::ROOT).join("tests/suite/generate/typescript")
}

/// A folder with `user.ts`, its client, which is generated with these further options, and its files.
fn of_user(options: &[&str]) -> Workspace {
    let folder = Workspace::named("typescript");
    let text = |name: &str| std::fs::read_to_string(own().join(name)).expect("a file of this test");
    let manifest = text("user.cml");
    let confc = |arguments: &[&str]| {
        Answer::of(Command::new(CONFC).args(arguments).current_dir(folder.folder())).silent()
    };
    for (name, manifest) in
        [("door", manifest.clone()), ("gate", manifest.replace("min: 1, default: 80", "min: 2, default: 80"))]
    {
        folder.write(&format!("{name}.cml"), manifest);
        folder.write("values.json5", text("user.json5"));
        confc(&["values", &format!("{name}.cml"), "values.json5", "-o", &format!("{name}.cvf")]);
    }
    confc(&["export", "door.cml", "door.cvf", "--format", "json", "--sensitive", "omit", "-o", "door.json"]);
    folder.write("src/user.ts", text("user.ts"));
    folder.write("run.mjs", text("run.mjs"));
    confc(&[&["generate", "typescript", "door.cml", "-o", "src/config.ts"], options].concat());
    folder
}

#[track_caller]
fn check_program(folder: &Workspace, program: &str) {
    let output = Command::new("node").arg(program).current_dir(folder.folder()).output();
    let output = output.expect("node starts");
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Declarations of what the page uses from Node.js, whose types are in a separate package.
const NODE: &str = "declare module \"node:fs\" {
  export function readFileSync(path: string): Uint8Array;
  export function watch(path: string, changed: () => void): void;
}
declare const console: { log(...values: readonly unknown[]): void };
";

/// The output of the first program of the page.
const PRINTED: &str = "open for 5 s, push, tells alarm.example.org\n";

/// Blocks with names are files, and commands and programs run as the page says.
#[test]
fn the_page_is_true() {
    let Some(tools) = TypeScriptTools::find("the page about TypeScript") else { return };
    let folder = Workspace::named("typescript").with("src/node.d.ts", NODE);
    let page = std::fs::read_to_string(Path::new(crate::ROOT).join("docs/typescript.md")).expect("the page");
    let mut commands = 0;
    for block in page.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').expect("a block");
        let name = text.lines().next().unwrap_or_default().trim_start_matches(['/', '#', ' ']);
        match language {
            "ts" => folder.write(&format!("src/{name}"), text.to_owned() + "\n"),
            "json5" | "yaml" => folder.write(name, text),
            // Commands that need a network, and the output of the program.
            "text" => assert!(text.ends_with(PRINTED.trim_end()), "{text}"),
            _ => {
                for line in text.lines() {
                    let arguments: Vec<&str> =
                        line.strip_prefix("confc ").expect("a command").split(' ').collect();
                    Answer::of(Command::new(CONFC).args(arguments).current_dir(folder.folder())).silent();
                    commands += 1;
                }
            }
        }
    }
    assert_eq!(commands, 4);
    tools.compile(&folder);
    tools.check_format(&folder, &["src"]);
    for (program, expected) in [("main.js", PRINTED), ("tests.js", "443 [ 'open_s' ]\n")] {
        let output =
            Command::new("node").arg(Path::new("out").join(program)).current_dir(folder.folder()).output();
        assert_eq!(String::from_utf8_lossy(&output.expect("node starts").stdout), expected);
    }
}

/// Lines of documentation and comments do not count.
#[test]
fn the_size_grows_by_a_few_lines_for_each_field() {
    let lines = |count: usize| {
        let mut fields = String::new();
        for n in 0..count {
            let _ = write!(
                fields,
                "f{n}: {{ type: '{}', mutability: ['parent'] }}, ",
                ["bool", "uint16", "float64"][n % 3]
            );
        }
        let text =
            client(Compiled::of(format!("{{ config: {{ {fields} }} }}")).declaration()).expect("a module");
        text.lines().filter(|line| !line.trim_start().starts_with(['/', '*'])).count()
    };
    assert!(lines(250) - lines(50) <= 8 * 200, "{}", lines(250) - lines(50));
}
