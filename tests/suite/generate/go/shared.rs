//! Clients in Go that share a runtime.

use super::{Module, client_with, of_user};
use crate::support::pipeline::Compiled;
use crate::support::skip::has_tool;
use confc::declaration::Declaration;
use confc::generate::{Runtime, generate_runtime};

/// The import path of the runtime.
const PATH: &str = "testee/confc";

/// The file of the runtime.
const FILE: &str = "confc/confc.go";

/// A client in a package with this name, which imports the runtime; `None` if its names collide.
pub(super) fn client(declaration: &Declaration, package: &str) -> Option<String> {
    client_with(declaration, package, Some(PATH.parse().expect("a path")))
}

fn runtime() -> String {
    generate_runtime(&Runtime::Go("confc".parse().expect("a package"))).text
}

/// Writes the runtime into a module.
pub(super) fn write_runtime(module: &Module) {
    module.write(FILE, &runtime());
}

/// Two clients work in one program: see `two_test.go`. A program with one of them works as with an embedded runtime.
#[test]
#[ignore = "slow: it compiles packages"]
fn programs_use_clients_with_a_shared_runtime() {
    let test = "clients in Go with a shared runtime";
    if !has_tool(test, "go") || !has_tool(test, "gofmt") {
        return;
    }
    let module = of_user("go-shared", &["--runtime", PATH]);
    write_runtime(&module);
    // A client has no names of its own for types with parameters.
    let api = include_str!("api_test.go").replace("door.Secret[", "confc.Secret[");
    let api = api.replace("door.Nullable[", "confc.Nullable[");
    module.write(
        "door/api_test.go",
        &api.replace("\t\"testee/door\"", "\t\"testee/confc\"\n\t\"testee/door\""),
    );
    let gate = "{ config: { any: { type: 'json', max_size: 9 } } }";
    let gate = client(Compiled::of(gate).declaration(), "gate").expect("no names collide");
    module.write("gate/config.go", &gate);
    module.write("two/two_test.go", include_str!("two_test.go"));
    module.check();
    module.run(&["test", "./..."]);

    module.write(FILE, &runtime().replace("ConfcRuntime1", "ConfcRuntime2"));
    let output = module.output("go", &["build", "./..."]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("ConfcRuntime1"), "{said}");
}

#[test]
fn a_client_has_no_copy_of_a_shared_runtime() {
    let declaration = Compiled::of("{ config: { on: { type: 'bool' } } }");
    let text = client(declaration.declaration(), "door").expect("no names collide");
    assert!(text.contains("\nimport (\n\tconfc \"testee/confc\"\n)\n"), "{text}");
    assert!(text.lines().count() < 120, "{text}");
}
