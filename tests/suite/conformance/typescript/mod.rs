//! Clients of TypeScript for all declarations of the corpus, and a program that answers the cases with them.

use super::declarations::Declared;
use super::large;
use super::runner::{Testee, check};
use crate::generate::typescript::client;
use crate::support::command::Workspace;
use crate::support::typescript::TypeScriptTools;
use std::collections::BTreeSet;
use std::process::Command;

/// Compiles the clients of declarations, each with the functions for the testee.
fn testee(declarations: &[Declared], tools: &TypeScriptTools, folder: &Workspace) -> Testee {
    let mut without = BTreeSet::new();
    for (at, declared) in declarations.iter().enumerate() {
        match client(&declared.declaration) {
            Some(text) => folder.write(&format!("src/{}.ts", declared.name), text + include_str!("glue.ts")),
            None => _ = without.insert(at),
        }
    }
    tools.compile(folder);
    folder.write("testee.mjs", include_str!("testee.mjs"));
    let mut command = Command::new("node");
    command.arg("testee.mjs").arg(folder.path("out")).current_dir(folder.folder());
    Testee { command, without }
}

#[test]
#[ignore = "slow: compiles 150 clients"]
fn clients_of_typescript_answer_as_the_loader_does() {
    if let Some(tools) = TypeScriptTools::find("the answers of clients in TypeScript") {
        let (declarations, cases) = large();
        let folder = Workspace::named("conformance-typescript");
        check("TypeScript", testee(&declarations, &tools, &folder), &declarations, &cases);
    }
}
