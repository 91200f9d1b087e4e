//! What the tools of Python say of the modules: they find nothing.

use super::{declared_rules, drawn_rules, module, samples, shared};
use crate::support::awkward::evil;
use crate::support::command::Workspace;
use crate::support::pipeline::Compiled;
use crate::support::skip::has_tool;
use crate::values::seal_unchecked;
use std::process::Command;

/// Keys that mean something to Python or to the module, as fields of every kind.
const WORDS: &[&str] = &[
    "and",
    "as",
    "assert",
    "async",
    "await",
    "bool",
    "break",
    "bytes",
    "case",
    "check",
    "class",
    "classmethod",
    "cls",
    "config",
    "continue",
    "data",
    "dataclass",
    "def",
    "del",
    "dict",
    "elif",
    "else",
    "enum",
    "except",
    "false",
    "field",
    "finally",
    "float",
    "for",
    "for_tests",
    "from",
    "global",
    "hash",
    "if",
    "import",
    "in",
    "int",
    "is",
    "key",
    "kind",
    "lambda",
    "len",
    "list",
    "load",
    "load_error",
    "load_with",
    "mapping",
    "match",
    "members",
    "overrides",
    "secret",
    "confc_struct",
    "absent",
    "changed",
    "to_dict",
    "mro",
    "name",
    "none",
    "nonlocal",
    "not",
    "object",
    "or",
    "pass",
    "path",
    "print",
    "property",
    "raise",
    "re",
    "return",
    "self",
    "set",
    "staticmethod",
    "str",
    "super",
    "true",
    "try",
    "tuple",
    "type",
    "typing",
    "value",
    "values",
    "while",
    "with",
    "yield",
];

/// A name as long as they get.
fn long(letter: &str) -> String {
    letter.repeat(63) + "9"
}

/// Fields of lists and maps in lists and maps, eight levels deep. Each level doubles the time that mypy 1.0 takes.
fn nested_fields() -> String {
    let letters: String =
        ["x", "y", "z"].iter().zip(0..).map(|(one, n)| format!("{}: {n}, ", long(one))).collect();
    let letters = format!("{{ type: 'enum', variants: {{ {letters} }} }}");
    let deep = (0..6).fold(letters.clone(), |inner, n| match n % 3 {
        0 => format!("{{ type: 'vector', max_count: 300, unique: true, element: {inner} }}"),
        1 => format!("{{ type: 'map', max_count: 300, min_count: 1, key: {letters}, value: {inner} }}"),
        _ => format!("{{ type: 'array', count: 1, element: {inner} }}"),
    });
    let row = "{ type: 'vector', max_count: 3, element: { type: 'uint8' } }";
    let rows = format!("type: 'vector', max_count: 3, element: {row}, default: [[1, 2], []]");
    format!("deep: {deep}, {}: {deep}, rows: {{ {rows}, mutability: ['parent'] }}", long("n"))
}

/// Fields or members of JSON of every form, with every word and the longest names as keys.
fn json_fields(are_members: bool) -> String {
    let kinds = ["'object'", "'array'", "'object', 'null'", "'array', 'null'", "'number', 'bool'", "'null'"];
    let text = format!("{{ {}: [{{ a: ['é\\u0000\\'', -1, 1e21, [], {{}}, true] }}, 'b'] }}", long("k"));
    let parent = if are_members { "" } else { ", mutability: ['parent']" };
    let keys = WORDS.iter().map(|word| (*word).to_owned()).chain([long("n"), long("m")]);
    let field = |(n, key): (usize, String)| {
        let json = format!("type: 'json', max_size: 999, kinds: [{}]", kinds[n % kinds.len()]);
        let array = format!("{{ type: 'array', count: 2, unique: true, element: {{ {json} }} }}");
        let map = "type: 'map', max_count: 9, key: { type: 'string', max_size: 9 }";
        let ty = match n % 3 {
            0 => json,
            1 => format!("type: 'vector', max_count: 9, unique: true, element: {array}"),
            _ => format!("{map}, value: {{ type: 'json', max_size: 999 }}, default: {{ a: {text}, b: 1 }}"),
        };
        let (optional, sensitive) = (n % 4 != 0 && n % 3 != 2, n % 5 == 0);
        format!("{key}: {{ {ty}, optional: {optional}, sensitive: {sensitive}{parent} }}, ")
    };
    keys.enumerate().map(field).collect()
}

/// Fields or members of unions, with every word and the longest names as keys, and as names of cases.
fn union_fields(are_members: bool) -> String {
    let (first, last, more) = (long("n"), long("m"), long("o"));
    // One type would have the name of the configuration.
    let words = WORDS.iter().copied().filter(|word| are_members || *word != "config");
    let words: Vec<&str> = words.chain([&*first, &*last, &*more]).collect();
    let parent = if are_members { "" } else { ", mutability: ['parent']" };
    let field = |(n, key): (usize, &&str)| {
        let case = |at: usize| words[(n + at) % words.len()];
        let text = "{ type: 'string', max_size: 9, pattern: '[a-z]{1,9}' }";
        let members = format!(
            "{}: {{ type: 'bool', default: true }}, {}: {{ type: 'enum', variants: {{ a: 0 }}, default: 'a' }}",
            case(1),
            case(2)
        );
        let inner =
            format!("{{ type: 'union', cases: {{ {}: {text}, {}: {{ type: 'bool' }} }} }}", case(3), case(4));
        let mut cases = format!(
            "{}: {{ type: 'json', max_size: 99, kinds: ['number', 'bool'] }}, {}: {text}, \
             {}: {{ type: 'vector', max_count: 9, unique: true, element: {inner} }}, \
             {}: {{ type: 'struct', fields: {{ {members} }} }}",
            case(0),
            case(1),
            case(2),
            case(3),
        );
        if n % 2 == 0 {
            let map = "type: 'map', max_count: 9, key: { type: 'enum', variants: { a: 0, b: 1 } }";
            cases = format!(
                "{}: {{ {map}, value: {inner} }}, {}: {{ type: 'float32', min: 1 }}",
                case(0),
                case(1)
            );
        }
        let ty = format!("type: 'union', cases: {{ {cases} }}");
        let map = "type: 'map', max_count: 9, key: { type: 'string', max_size: 9 }";
        let ty = match n % 4 {
            0 => format!("{ty}, default: {{ a: 'x', b: true }}"),
            1 => format!(
                "type: 'vector', max_count: 9, unique: true, element: {{ {ty} }}, default: ['x', ['y'], {{}}]"
            ),
            2 => format!("{map}, value: {{ {ty} }}"),
            _ => format!("{ty}, nullable: true, optional: true"),
        };
        format!("{key}: {{ {ty}, sensitive: {}{parent} }}, ", n % 5 == 0)
    };
    words.iter().enumerate().map(field).collect()
}

/// Names as long as they get, in classes within classes.
fn deep_fields() -> String {
    let mut deep = format!("{}: {{ type: 'uint8', max: 9, default: 3 }}", long("z"));
    deep += ", s: { type: 'string', max_size: 200, pattern: '[a-z]{1,150}|[0-9a-f]{1,150}|[a-z]{1,150}|[0-9a-f]{1,150}' }";
    for letter in ["a", "b", "c", "d", "f", "g"] {
        let variants = format!("{}: -9223372036854775808, {}: 1", long("x"), long("y"));
        let text = "é\\\\'".repeat(30);
        deep = format!(
            "{}: {{ type: 'struct', fields: {{ {deep} }} }}, \
             {}: {{ type: 'enum', variants: {{ {variants} }}, default: '{}' }}, \
             {}: {{ type: 'vector', max_count: 4294967295, min_count: 1, unique: true, element: \
             {{ type: 'string', max_size: 300 }}, default: [\"{text}\", 'b'], sensitive: {} }}",
            long(letter),
            long("e"),
            long("y"),
            long("v"),
            letter == "c",
        );
    }
    deep
}

/// Modules to look at: of every shape, with every word, and with texts that would end a string.
fn modules() -> Workspace {
    let workspace = Workspace::new().with(shared::PATH, shared::runtime());
    for (n, sample) in samples(12).iter().enumerate() {
        workspace.write(&format!("m{n}.py"), module(sample.config()).expect("a module"));
        workspace.write(&format!("shared_m{n}.py"), shared::module(sample.config()).expect("a module"));
    }
    let fields = |words: &[&str], ty: &dyn Fn(&str) -> String| {
        words.iter().map(|word| format!("{word}: {}", ty(word))).collect::<Vec<_>>().join(", ")
    };
    let parent = "mutability: ['parent']";
    // This word and those after it: each of them is in some of what is made of each of them.
    let from = |word: &str, count: usize| -> Vec<&'static str> {
        let others = WORDS.iter().copied().cycle();
        others.skip_while(|other| *other != word).take(count).collect()
    };
    let plain = fields(WORDS, &|_| format!("{{ type: 'bool', default: true, {parent} }}"));
    // One class has the name of the configuration; a user would choose another one.
    let classes: Vec<&str> = WORDS.iter().copied().filter(|word| *word != "config").collect();
    let some: Vec<&str> = classes.iter().copied().step_by(4).collect();
    let structs = fields(&some, &|word| {
        let members = fields(&from(word, 30), &|_| "{ type: 'uint8', sensitive: true, default: 1 }".into());
        format!("{{ type: 'struct', fields: {{ {members} }} }}")
    });
    let enums = fields(&classes, &|word| {
        let variants = from(word, 10).into_iter().zip(0..).map(|(word, n)| format!("{word}: {n}"));
        let variants = variants.collect::<Vec<_>>().join(", ");
        format!("{{ type: 'enum', variants: {{ {variants} }}, default: '{word}', {parent} }}")
    });
    // A map beside them: its annotations must mean the type that they name.
    let enums = enums
        + ", a_map: { type: 'map', max_count: 2, key: { type: 'string', max_size: 2 }, value: { type: 'uint8' } }";
    let many = fields(&classes, &|_| {
        "{ type: 'vector', max_count: 2, element: { type: 'enum', variants: { a: 0 } }, default: ['a', 'a'] }"
            .into()
    });
    // Documentation that begins and ends with what a string of Python does not take.
    let said = ["\"", "\"\"", "\"\"\"", "\"\"\"\"", "\"a\"", "\\", "a \\\"", " ", "\\N"].iter().enumerate();
    let said: String = said.map(|(n, said)| format!("\n/// {said}\nv{n}: {n},")).collect();
    let said = format!("a: {{ type: 'enum', variants: {{ {said} }} }}");
    // Variants with names that are not keys, as keys of a map in a struct with a default, which is made with the class.
    let wide = "é".repeat(120);
    let free =
        ["", "None", "mro", "name", "A/B", "a_b", "\\\"\\\\", "\\u202e", &wide].into_iter().enumerate();
    let free: String = free.map(|(n, name)| format!("\"{name}\": {n}, ")).collect();
    let free = format!("type: 'enum', variants: {{ {free} }}");
    let map = format!("type: 'map', max_count: 9, key: {{ {free} }}, value: {{ {free} }}");
    let free = format!(
        "e: {{ {free}, default: 'A/B' }}, l: {{ type: 'vector', max_count: 2, element: {{ {free} }}, default: [''] }}, \
         s: {{ type: 'struct', fields: {{ m: {{ {map}, default: {{ 'A/B': '', a_b: 'None' }} }} }} }}"
    );
    let stanzas = [
        ("json", json_fields(false)),
        ("json_members", format!("a: {{ type: 'struct', fields: {{ {} }} }}", json_fields(true))),
        ("nested", nested_fields()),
        ("unions", union_fields(false)),
        ("union_members", format!("a: {{ type: 'struct', fields: {{ {} }} }}", union_fields(true))),
        ("deep", deep_fields()),
        ("plain", plain),
        ("structs", structs),
        ("enums", enums),
        ("free", free),
        ("many", many),
        ("said", said),
    ];
    for (name, stanza) in stanzas {
        let compiled = Compiled::of(format!("{{ config: {{ {stanza} }} }}"));
        let config = compiled.declaration().config().expect("a schema");
        workspace.write(&format!("words_{name}.py"), module(config).expect("a module"));
        workspace.write(&format!("shared_{name}.py"), shared::module(config).expect("a module"));
    }
    // Rules are data in tables, so a module may hold many of them.
    for (n, declaration) in declared_rules(1_000).into_iter().chain(drawn_rules(3)).enumerate() {
        let config = declaration.config().expect("a schema");
        workspace.write(&format!("rule{n}.py"), module(config).expect("a module"));
    }
    let evil = seal_unchecked(evil());
    workspace.write("evil.py", module(evil.config().expect("a schema")).expect("a module"));
    workspace
}

/// Removes the runtime from clients, because it is the same in all of them. Its own module keeps it.
fn leave_out_repetitions(workspace: &Workspace) {
    const START: &str = "\n\n# fmt: off\n";
    for name in workspace.files().iter().filter(|name| *name != shared::PATH) {
        let text = workspace.text(name);
        let (before, own) = text.split_once(START).expect("the end of the runtime");
        if before.contains("\nclass LoadError(") {
            workspace.write(name, format!("\"\"\"Own.\"\"\"\n{START}{own}"));
        }
    }
}

#[track_caller]
fn finds_nothing(workspace: &Workspace, program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).current_dir(workspace.folder()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

#[test]
#[ignore = "slow: checks many clients"]
fn mypy_finds_nothing() {
    if has_tool("mypy_finds_nothing", "mypy") {
        finds_nothing(&modules(), "mypy", &["--strict", "--no-incremental", "--python-version", "3.10", "."]);
    }
}

#[test]
#[ignore = "slow: checks many clients"]
fn pyright_finds_nothing() {
    if has_tool("pyright_finds_nothing", "pyright") {
        let workspace = modules();
        let strict = r#"{ "typeCheckingMode": "strict", "pythonVersion": "3.10" }"#;
        workspace.write("pyrightconfig.json", strict);
        finds_nothing(&workspace, "pyright", &[]);
    }
}

#[test]
#[ignore = "slow: formats many clients"]
fn black_changes_nothing() {
    if has_tool("black_changes_nothing", "black") {
        let workspace = modules();
        leave_out_repetitions(&workspace);
        finds_nothing(&workspace, "black", &["--check", "--diff", "--quiet", "."]);
    }
}

#[test]
#[ignore = "slow: imports many clients"]
fn python_imports_them_without_a_warning() {
    if super::has_python("python_imports_them_without_a_warning") {
        let workspace = modules();
        let names: Vec<String> =
            workspace.files().iter().map(|file| file.trim_end_matches(".py").into()).collect();
        workspace.write("all.py", names.iter().map(|name| format!("import {name}\n")).collect::<String>());
        super::run(&workspace, "all.py", "");
    }
}
