//! What a program and its tests do with the module.

use super::{has_python, module, run};
use crate::support::command::Workspace;
use crate::support::pipeline::Compiled;
use confc::declaration::Config;

#[test]
fn the_module_is_used_as_its_documentation_says() {
    if has_python("the_module_is_used_as_its_documentation_says") {
        run(&of_user(module), "api.py", "");
    }
}

/// A folder with `api.py`, its client and its files.
pub(super) fn of_user(module: fn(&Config) -> Option<String>) -> Workspace {
    let compiled = Compiled::of(include_str!("api.cml"));
    let config = compiled.declaration().config().expect("a schema");
    let workspace = Workspace::new()
        .with("api.cml", include_str!("api.cml"))
        .with("values.json5", include_str!("api.json5"))
        .with("config.py", module(config).expect("a module"))
        .with("api.py", include_str!("api.py"));
    workspace.confc(&["values", "api.cml", "values.json5", "-o", "values.cvf"]).silent();
    let shown = workspace.confc(&["show", "api.cml", "values.cvf", "--format", "json"]).with_status(0);
    workspace.write("shown.json", shown.stdout);
    workspace
}
