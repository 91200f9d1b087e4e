//! Clients of C++ for all declarations of the corpus, compiled into one program that answers the cases.

use super::declarations::{self, Declared};
use super::runner::{Testee, check};
use super::{frozen_cases, large};
use crate::generate::cpp::{Compiler, client};
use crate::support::command::Workspace;
use crate::support::skip;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

/// The number of files that contain the clients. Each is compiled separately.
const UNITS: usize = 4;

/// Writes a unit with some of the clients.
fn unit(at: usize, declared: &[&Declared], folder: &Workspace) {
    let (mut includes, mut answers) = (String::new(), String::new());
    for Declared { name, declaration, .. } in declared {
        let fields = declaration.config().expect("a schema").fields().iter();
        let overridable = fields.filter(|field| field.mutability.parent);
        let keys: Vec<String> = overridable.map(|field| format!("{:?}", field.key.as_str())).collect();
        let _ = writeln!(includes, "#include \"{name}.hpp\"");
        let _ = writeln!(
            answers,
            "  if (declaration == \"{name}\") return answer<::{name}::Config>(::{name}::table::table, {{{}}}, request);",
            keys.join(", ")
        );
    }
    let text = format!(
        "{includes}#include \"testee.hpp\"\n\n\
         std::string answer_{at}(const std::string &declaration, const Request &request);\n\n\
         std::string answer_{at}(const std::string &declaration, const Request &request) {{\n{answers}  return {{}};\n}}\n"
    );
    folder.write(&format!("unit{at}.cpp"), text);
}

/// Compiles a program with the clients of declarations, and returns the folder that must outlive it.
fn testee(declarations: &[Declared], compiler: Compiler, options: &[&str]) -> (Testee, Workspace) {
    let folder = Workspace::named("conformance-cpp");
    let mut without = BTreeSet::new();
    let mut units: [Vec<&Declared>; UNITS] = Default::default();
    for (at, declared) in declarations.iter().enumerate() {
        match client(&declared.declaration, &declared.name) {
            Some(text) => {
                folder.write(&format!("{}.hpp", declared.name), text);
                units[at % UNITS].push(declared);
            }
            None => _ = without.insert(at),
        }
    }
    let declare = |at| format!("std::string answer_{at}(const std::string &, const Request &);\n");
    let ask = |at| format!("  if (found.empty()) found = answer_{at}(declaration, request);\n");
    let (declare, ask): (String, String) = ((0..UNITS).map(declare).collect(), (0..UNITS).map(ask).collect());
    folder.write(
        "answers.hpp",
        format!(
            "#include \"testee.hpp\"\n\n{declare}
inline std::string answer_of(const std::string &declaration, const Request &request) {{
  std::string found;
{ask}  return found;
}}
"
        ),
    );
    folder.write("testee.hpp", include_str!("testee.hpp"));
    folder.write("testee.cpp", include_str!("testee.cpp"));
    let runtime = ["-include", &format!("{}.hpp", declarations[0].name)];
    let mut objects = vec![compiler.compile(&folder, "testee.cpp", &[options, &runtime].concat())];
    for (at, declared) in units.iter().enumerate() {
        unit(at, declared, &folder);
        objects.push(compiler.compile(&folder, &format!("unit{at}.cpp"), options));
    }
    let program = compiler.link(&folder, &objects, "testee", options);
    (Testee { command: Command::new(program), without }, folder)
}

#[test]
#[ignore = "slow: compiles 150 clients"]
fn clients_of_cpp_answer_as_the_loader_does() {
    if skip::has_tool("the answers of clients in C++", "g++") {
        let (declarations, cases) = large();
        let (testee, _folder) = testee(&declarations, Compiler::GCC, &[]);
        check("C++", testee, &declarations, &cases);
    }
}

/// Sends frozen cases, also flips and cuts, to clients that check their memory accesses and arithmetic.
#[test]
#[ignore = "slow: compiles clients with checks"]
fn clients_of_cpp_behave_with_any_bytes() {
    if !skip::has_tool("the behaviour of clients in C++", "g++") {
        return;
    }
    let mut declarations = declarations::frozen();
    declarations.truncate(12);
    let mut cases = frozen_cases();
    cases.retain(|case| case.declaration < declarations.len());
    let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let (testee, _folder) = testee(&declarations, Compiler::GCC, &options);
    check("C++ with checks", testee, &declarations, &cases);
}
