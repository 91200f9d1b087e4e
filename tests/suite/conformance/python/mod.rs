//! The clients in Python answer as the loader does.

use super::declarations::Declared;
use super::large;
use super::runner::{Testee, check};
use crate::generate::python::module;
use crate::support::command::Workspace;
use crate::support::skip;
use std::collections::BTreeSet;
use std::process::Command;

/// The program that answers requests for the clients beside it.
pub(crate) const TESTEE: &str = include_str!("testee.py");

/// Writes a client for each declaration that can have one.
fn testee(workspace: &Workspace, declarations: &[Declared]) -> Testee {
    workspace.write("testee.py", TESTEE);
    let mut without = BTreeSet::new();
    for (at, declared) in declarations.iter().enumerate() {
        match module(declared.declaration.config().expect("a schema")) {
            Some(text) => workspace.write(&format!("{}.py", declared.name), text),
            None => drop(without.insert(at)),
        }
    }
    let mut command = Command::new("python3");
    command.args(["-W", "error", "-B", "testee.py"]).current_dir(workspace.folder());
    Testee { command, without }
}

#[test]
#[ignore = "slow: runs clients in Python"]
fn python_answers_as_the_loader_does() {
    if skip::has_python("python_answers_as_the_loader_does", 10) {
        let (workspace, (declarations, cases)) = (Workspace::new(), large());
        check("python", testee(&workspace, &declarations), &declarations, &cases);
    }
}
