//! What a program and its tests do with the module.

use super::{has_python, module, run};
use crate::support::command::{Workspace, works};
use crate::support::pipeline::Compiled;
use crate::support::{random, skip};
use confc::declaration::Config;
use std::process::Command;

#[test]
fn the_module_is_used_as_its_documentation_says() {
    if has_python("the_module_is_used_as_its_documentation_says") {
        run(&of_user(module), "api.py", "");
    }
}

/// `CONFC_TIMES` multiplies the time.
#[test]
#[ignore = "slow: random bytes"]
fn random_bytes_do_no_harm() {
    let test = "a client of Python with random bytes";
    if !has_python(test) {
        return;
    }
    if !works(Command::new("python3").args(["-c", "import atheris"])) {
        return skip::needs(test, "atheris");
    }
    let folder = of_user(module);
    folder.write("fuzz.py", include_str!("fuzz.py"));
    folder.write("seeds/values.cvf", folder.read("values.cvf"));
    let time = format!("-max_total_time={}", random::times(10));
    let arguments = ["-B", "fuzz.py", "seeds", &time, "-max_len=4096"];
    let output =
        Command::new("python3").args(arguments).current_dir(folder.folder()).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
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
