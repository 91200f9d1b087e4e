//! Generated Python modules: Python runs them, and type checkers and `black` check them. `conformance` tests
//! their verdicts, too.

mod api;
mod json;
mod nested;
mod nullable;
mod patterns;
mod rules;
mod shared;
mod tools;
mod unions;
mod verdicts;

use crate::support::command::Workspace;
use crate::support::{arbitrary, random, skip};
use confc::declaration::{Config, Declaration};
use confc::diagnostic::Report;
use confc::generate::{Client, PythonImport, Target, TypeName, generate};
use confc::plan::{EmbeddedSchema, encode};
use confc::types::{Component, Value};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Declarations with rules of every form, this many rules in each. The frozen corpus has them in this order.
pub(crate) fn declared_rules(at_once: usize) -> Vec<Declaration> {
    let forms = [rules::forms, nested::forms, nullable::forms, json::forms, unions::forms];
    forms.into_iter().flat_map(|forms| forms(at_once)).map(|sample| sample.declaration).collect()
}

/// Declarations with random rules.
pub(crate) fn drawn_rules(count: usize) -> Vec<Declaration> {
    rules::drawn_samples(count).into_iter().map(|sample| sample.declaration).collect()
}

/// The module for a schema.
pub(crate) fn module(config: &Config) -> Option<String> {
    module_with(config, None)
}

/// As [`module`], with a runtime in another module if there is a name for it.
fn module_with(config: &Config, runtime: Option<PythonImport>) -> Option<String> {
    let mut report = Report::new();
    let client = Client { type_name: TypeName::default() };
    let files = generate(&Target::Python(client, runtime), config, &|_| None, &mut report)?;
    assert!(!report.has_errors());
    let [file] = &*files else { panic!("one file") };
    Some(file.text.clone())
}

pub(super) use rules::drawn_declaration;

/// A schema with the values of a file for it.
#[derive(Clone)]
pub(super) struct Sample {
    pub(super) declaration: Declaration,
    values: Vec<Value>,
}

impl Sample {
    fn config(&self) -> &Config {
        self.declaration.config().expect("a schema")
    }

    fn bytes(&self, embedded_schema: EmbeddedSchema) -> Vec<u8> {
        encode(self.config(), &self.values, embedded_schema).unwrap()
    }
}

/// Rules of every form, this many in each schema. The samples have no values.
pub(super) fn rule_forms(at_once: usize) -> Vec<Sample> {
    let rules = [rules::forms(at_once), nested::forms(at_once), json::forms(at_once)];
    [rules.concat(), nullable::forms(at_once), unions::forms(at_once)].concat()
}

/// Schemas of every shape with values, the same in every run.
fn samples(number: usize) -> Vec<Sample> {
    let mut runner = random::runner();
    let mut samples = Vec::new();
    while samples.len() < number {
        let schema = arbitrary::schema().new_tree(&mut runner).unwrap().current();
        let declaration = Declaration::seal(Component::default(), Some(schema)).unwrap();
        let fields = declaration.config().expect("a schema").fields();
        let small = fields.iter().all(arbitrary::may_resolve);
        if !small || module(declaration.config().expect("a schema")).is_none() {
            continue;
        }
        let values = other_values(&declaration, &mut runner);
        samples.push(Sample { declaration, values });
    }
    samples
}

fn other_values(declaration: &Declaration, runner: &mut TestRunner) -> Vec<Value> {
    let fields = declaration.config().expect("a schema").fields();
    arbitrary::members(fields).new_tree(runner).unwrap().current()
}

/// Whether there is a Python of the oldest version that is promised, or a later one.
fn has_python(test: &str) -> bool {
    skip::has_python(test, 10)
}

/// What a program of Python in the folder prints for this input; every warning is an error in it.
#[track_caller]
fn run(workspace: &Workspace, program: &str, input: &str) -> String {
    let mut python = Command::new("python3")
        .args(["-W", "error", "-B", program])
        .current_dir(workspace.folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = python.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().unwrap();
    let written = writer.join().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
    written.unwrap();
    String::from_utf8(output.stdout).unwrap()
}
