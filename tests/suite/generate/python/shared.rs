//! Modules of Python that share a runtime.

use super::{api, has_python, module_with, run};
use crate::support::pipeline::Compiled;
use confc::declaration::Config;
use confc::generate::{Runtime, generate_runtime};

/// The file of the runtime.
pub(super) const PATH: &str = "confc.py";

/// The text of the runtime.
pub(super) fn runtime() -> String {
    generate_runtime(&Runtime::Python).text
}

/// The module for a schema, which imports the runtime.
pub(super) fn module(config: &Config) -> Option<String> {
    module_with(config, Some("confc".parse().expect("a name")))
}

fn gate(name: &str) -> String {
    let compiled = Compiled::of("{ config: { key: { type: 'string', max_size: 9, sensitive: true } } }");
    let config = compiled.declaration().config().expect("a schema");
    module_with(config, Some(name.parse().expect("a name"))).expect("a module")
}

/// Two clients work in one program: see `two.py`. A program with one of them works as with an embedded runtime.
#[test]
#[ignore = "slow: runs programs with a shared runtime"]
fn programs_use_clients_with_a_shared_runtime() {
    if !has_python("modules of Python with a shared runtime") {
        return;
    }
    let folder = api::of_user(module).with(PATH, runtime());
    run(&folder, "api.py", "");
    let folder = folder
        .with("gate.py", gate("confc"))
        .with("package/__init__.py", "")
        .with("package/confc.py", runtime())
        .with("package/gate.py", gate(".confc"))
        .with("two.py", include_str!("two.py"));
    run(&folder, "two.py", "");

    folder.write(PATH, runtime().replace("RUNTIME_1", "RUNTIME_2"));
    let refused = "try:\n    import gate\nexcept ImportError as error:\n    print(error)\n";
    folder.write("refused.py", refused);
    let said = run(&folder, "refused.py", "");
    assert!(said.contains("cannot import name 'RUNTIME_1' from 'confc'"), "{said}");
}

#[test]
fn a_client_has_no_copy_of_a_shared_runtime() {
    let text = gate("acme.confc");
    assert!(text.contains("\nfrom acme.confc import (\n    ABSENT,\n"), "{text}");
    assert!(text.lines().count() < 120, "{text}");
}
