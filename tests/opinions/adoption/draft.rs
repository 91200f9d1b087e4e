//! One draft in a folder of its own, and the commands on it.

use super::defaults::StatedDefaults;
use super::shape::Shape;
use super::{Outcome, Written, difference};
use crate::support::command::{Answer, Workspace, program};
use serde_json::Value;
use std::path::Path;

/// A draft that compiles.
pub(super) struct Draft {
    workspace: Workspace,
    /// The type of the whole document, as `show` prints the declaration.
    pub(super) shape: Shape,
}

impl Draft {
    /// Drafts and compiles a manifest with these arguments of `init`.
    pub(super) fn new(init: &[&str], outcome: &mut Outcome) -> Option<Self> {
        let workspace = Workspace::named("confc-adoption-");
        let commands: [(&str, &[&str]); 3] = [
            ("init", &[&["init", "-o", "m.cml"], init].concat()),
            ("compile", &["compile", "m.cml", "-o", "m.cm"]),
            ("show", &["show", "m.cm", "--format", "json"]),
        ];
        let mut printed = String::new();
        for (step, arguments) in commands {
            match run(&workspace, arguments) {
                Ok(stdout) => printed = stdout,
                Err(reasons) => {
                    outcome.record(Err((step, reasons)));
                    return None;
                }
            }
        }
        outcome.is_drafted = true;
        let shown: Value = serde_json::from_str(&printed).expect("JSON of `show`");
        Some(Self { workspace, shape: Shape::of_fields(&shown["fields"]) })
    }

    /// The size of the manifest, in bytes.
    pub(super) fn size(&self) -> u64 {
        self.workspace.path("m.cml").metadata().map_or(0, |found| found.len())
    }

    /// Writes a document as a layer; its path.
    pub(super) fn layer(&self, document: &Value) -> &'static str {
        self.workspace.write("layer.json", document.to_string());
        "layer.json"
    }

    /// Checks values, exports them, and compares the result with the expected document. The export may add members with
    /// these defaults.
    pub(super) fn write_back(
        &self,
        values: &[&str],
        expected: &Value,
        defaults: &StatedDefaults<'_>,
    ) -> Written {
        let values = [&["values", "m.cm", "-o", "v.cvf"], values].concat();
        run(&self.workspace, &values).map_err(|reasons| ("values", reasons))?;
        let export = ["export", "m.cm", "v.cvf", "--format", "json", "--sensitive", "include"];
        let exported = run(&self.workspace, &export).map_err(|reasons| ("export", reasons))?;
        let mut exported = serde_json::from_str(&exported).expect("JSON of `export`");
        defaults.remove_added(expected, &mut exported);
        difference(expected, &exported).map_or(Ok(()), |difference| Err(("equal", vec![difference])))
    }
}

/// Runs the compiler; what it printed, or its errors.
fn run(workspace: &Workspace, arguments: &[&str]) -> Result<String, Vec<String>> {
    let arguments = [arguments, &["--message-format", "short"]].concat();
    let answer = Answer::of(&mut workspace.command(program(), &arguments));
    if answer.status == Some(0) {
        return Ok(answer.stdout);
    }
    let errors = answer.stderr.lines().filter_map(|line| line.split_once("error: "));
    let errors: Vec<_> = errors.map(|(_, error)| error.to_owned()).collect();
    Err(if errors.is_empty() { vec![format!("{answer:?}")] } else { errors })
}

/// A path as an argument.
pub(super) fn argument(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}
