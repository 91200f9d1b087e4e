//! Modules of TypeScript that share a runtime.

use super::{check_program, client_with, of_user};
use crate::support::pipeline::Compiled;
use crate::support::typescript::TypeScriptTools;
use confc::declaration::Declaration;
use confc::generate::{Runtime, generate_runtime};

/// The file of the runtime.
pub(super) const PATH: &str = "src/confc.ts";

/// The specifier of the runtime.
const SPECIFIER: &str = "./confc.js";

/// The text of the runtime.
pub(super) fn runtime() -> String {
    generate_runtime(&Runtime::TypeScript).text
}

/// The module for a declaration, which imports the runtime; `None` if two names would be equal.
pub(super) fn client(declaration: &Declaration) -> Option<String> {
    client_with(declaration, Some(SPECIFIER.parse().expect("a specifier")))
}

/// Two clients work in one program: see `two.ts`. A program with one of them works as with an embedded runtime.
#[test]
#[ignore = "slow: compiles clients with a shared runtime"]
fn programs_use_clients_with_a_shared_runtime() {
    let Some(tools) = TypeScriptTools::find("modules of TypeScript with a shared runtime") else { return };
    let folder = of_user(&["--runtime", SPECIFIER]).with(PATH, runtime());
    let gate = "{ config: { key: { type: 'string', max_size: 40, sensitive: true } } }";
    folder.write("src/gate.ts", client(Compiled::of(gate).declaration()).expect("a module"));
    folder.write("src/two.ts", include_str!("two.ts"));
    folder.write("two.mjs", include_str!("two.mjs"));
    tools.compile(&folder);
    tools.check_format(&folder, &["src", "two.mjs"]);
    for program in ["run.mjs", "two.mjs"] {
        check_program(&folder, program);
    }

    folder.write(PATH, runtime().replace("RUNTIME_1", "RUNTIME_2"));
    let said = tools.refuse(&folder);
    assert!(said.contains("RUNTIME_1"), "{said}");
}

#[test]
fn a_client_has_no_copy_of_a_shared_runtime() {
    let declaration = Compiled::of("{ config: { on: { type: 'bool' } } }");
    let text = client(declaration.declaration()).expect("a module");
    assert!(text.contains("\nimport { RUNTIME_1, SchemaRuntime } from \"./confc.js\";\n"), "{text}");
    assert!(text.contains("\nimport type { PlainOptions, RuntimeTable } from \"./confc.js\";\n"), "{text}");
    assert!(text.lines().count() < 100, "{text}");
}
