//! Headers of C++ that share a runtime.

use super::{Compiler, WARNINGS, check_formatted, check_program, client_with, of_user};
use crate::support::pipeline::Compiled;
use crate::support::skip;
use confc::declaration::Declaration;
use confc::generate::{Runtime, generate_runtime};

/// The path of the runtime.
pub(super) const PATH: &str = "acme/confc-1.hpp";

/// The text of the runtime.
pub(super) fn runtime() -> String {
    generate_runtime(&Runtime::Cpp).text
}

/// The header for a declaration, in this namespace, which includes the runtime; `None` if two names would be equal.
pub(super) fn client(declaration: &Declaration, namespace: &str) -> Option<String> {
    client_with(declaration, namespace, Some(PATH.parse().expect("a path")))
}

/// Two clients work in one program: see `two.cpp`. A program with one of them works as with an embedded runtime.
#[test]
#[ignore = "slow: compiles clients with a shared runtime"]
fn programs_use_clients_with_a_shared_runtime() {
    for compiler in Compiler::all("headers of C++ with a shared runtime") {
        let folder = of_user(client).with(PATH, runtime());
        folder.write("user.cpp", include_str!("user.cpp"));
        check_program(compiler, &folder, "user.cpp");
        let gate = "{ config: { code: { type: 'string', max_size: 9, sensitive: true } } }";
        folder
            .write("gate.hpp", client(Compiled::of(gate).declaration(), "gate").expect("no names are equal"));
        folder.write("gate.cml", gate);
        folder.write("gate.json5", "{ code: 'hunter2' }");
        folder.confc(&["values", "gate.cml", "gate.json5", "-o", "gate.cvf"]).with_status(0);
        folder.write("two.cpp", include_str!("two.cpp"));
        check_program(compiler, &folder, "two.cpp");

        folder.write(PATH, runtime().replace("kRuntime1", "kRuntime2"));
        let output = compiler.output(&folder, &[WARNINGS, &["-c", "two.cpp", "-o", "two.o"]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("kRuntime1"), "{said}");
    }
}

#[test]
fn a_client_has_no_copy_of_a_shared_runtime() {
    let declaration = Compiled::of("{ config: { on: { type: 'bool' } } }");
    let text = client(declaration.declaration(), "acme").expect("no names are equal");
    assert!(text.contains("\n#pragma once\n\n#include \"acme/confc-1.hpp\"\n\nnamespace acme {\n"), "{text}");
    assert!(text.lines().count() < 120, "{text}");
    if skip::has_tool("the form of headers with a shared runtime", "clang-format") {
        check_formatted(&text);
        check_formatted(&runtime());
    }
}
