//! Clients in Go answer the cases as the loader does.

use super::declarations::Declared;
use super::large;
use super::runner::{Testee, check};
use crate::generate::go::{Module, client};
use crate::support::skip::has_tool;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

/// Builds a program with the clients of these declarations, each in its own package.
fn testee(declarations: &[Declared]) -> Testee {
    let module = Module::new("go-testee");
    let mut without = BTreeSet::new();
    let (mut imports, mut table) = (String::new(), String::new());
    for (at, declared) in declarations.iter().enumerate() {
        let name = &declared.name;
        let Some(client) = client(&declared.declaration, name) else {
            without.insert(at);
            continue;
        };
        module.write(&format!("{name}/config.go"), &client);
        module.write(&format!("{name}/glue.go"), &glue(declared));
        writeln!(imports, "\t\"testee/{name}\"").expect("a string takes everything");
        writeln!(table, "\t\"{name}\": {name}.Answer,").expect("a string takes everything");
    }
    let main =
        include_str!("main.go").replace("\t// Imports.\n", &imports).replace("\t// Clients.\n", &table);
    module.write("main.go", &main);
    module.run(&["build", "-o", "testee", "."]);
    Testee { command: Command::new(module.path("testee")), without }
}

/// The file that gives the testee access to the internals of a client.
fn glue(declared: &Declared) -> String {
    let fields = declared.fields().iter().enumerate().filter(|(_, field)| field.mutability.parent);
    let entries: Vec<String> = fields.map(|(at, field)| format!("\"{}\": {at}", field.key)).collect();
    let load = if entries.is_empty() {
        "return LoadConfig(file)"
    } else {
        "return LoadConfigWith(file, ConfigOverrides{given})"
    };
    let text = include_str!("glue.go").replace("package client", &format!("package {}", declared.name));
    format!(
        "{text}
var overridable = map[string]int{{{}}}

func loadWith(file []byte, given confcGiven) (*Config, error) {{ {load} }}
",
        entries.join(", ")
    )
}

#[test]
#[ignore = "slow: it builds a client for each declaration"]
fn go_answers_all_cases() {
    if !has_tool("Go clients and the conformance corpus", "go") {
        return;
    }
    let (declarations, cases) = large();
    check("go", testee(&declarations), &declarations, &cases);
}
