//! Requests for clients in Python, which must answer as the loader does. `conformance` has the requests for
//! clients in all languages.

use super::{Sample, has_python, module, run};
use crate::conformance::answers::{bytes, loaded, text_of};
use crate::conformance::python::TESTEE;
use crate::support::command::Workspace;
use crate::support::pipeline::Compiled;
use crate::values::{canonical, unchecked};
use crate::wire::sealed;
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::types::Value;
use proptest::prelude::any;
use proptest::sample::Index;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use std::fmt::Write as _;

/// The size of the integrity at the end of a file.
const INTEGRITY: usize = 35;

/// Requests with their expected answers.
#[derive(Default)]
pub(super) struct Jobs {
    input: String,
    expected: Vec<String>,
}

impl Jobs {
    pub(super) fn load(&mut self, n: usize, declaration: &Declaration, file: &[u8]) {
        writeln!(self.input, "m{n} load {}", bytes(file)).unwrap();
        self.expected.push(loaded(declaration, file, Vec::new()));
    }

    /// Loads a file with the value that another file has for this key.
    pub(super) fn replaced(
        &mut self,
        n: usize,
        declaration: &Declaration,
        [file, from]: [&[u8]; 2],
        (key, value): (&str, Value),
    ) {
        writeln!(self.input, "m{n} override {} {} {key}", bytes(file), bytes(from)).unwrap();
        self.expected.push(loaded(declaration, file, vec![(key, value)]));
    }

    /// The expected answers, with the texts of errors in plain text.
    pub(super) fn said(&self) -> Vec<String> {
        let said = |answer: &String| match answer.split_once(' ') {
            Some((kind @ ("rule" | "checksum"), text)) => {
                format!("{kind} {}", text_of(text).expect("a text"))
            }
            Some(_) | None => answer.clone(),
        };
        self.expected.iter().map(said).collect()
    }

    /// The last expected answer.
    pub(super) fn last(&self) -> &str {
        self.expected.last().expect("an answer")
    }

    /// Sends the requests to the modules of the samples, and compares the answers.
    #[track_caller]
    pub(super) fn check(&self, samples: &[Sample]) {
        let workspace = Workspace::new().with("testee.py", TESTEE);
        for (n, sample) in samples.iter().enumerate() {
            workspace.write(&format!("m{n}.py"), module(sample.config()).expect("a module"));
        }
        let answers = run(&workspace, "testee.py", &self.input);
        assert_eq!(answers.lines().count(), self.expected.len());
        for ((answer, expected), job) in answers.lines().zip(&self.expected).zip(self.input.lines()) {
            assert_eq!(answer, expected, "{}", job.chars().take(400).collect::<String>());
        }
    }
}

/// A file with something changed and an integrity that is right again.
pub(super) fn mutant(bytes: &[u8], runner: &mut TestRunner) -> Vec<u8> {
    let mut content = bytes[..bytes.len() - INTEGRITY].to_vec();
    let (at, bit, kind) = (any::<Index>(), 0..8_u32, 0..6).new_tree(runner).unwrap().current();
    let at = at.index(content.len());
    match kind {
        0 => content.truncate(at),
        1 => drop(content.remove(at)),
        2 => content.insert(at, content[at]),
        _ => content[at] ^= 1 << bit,
    }
    sealed(&content)
}

#[test]
fn no_form_but_the_one_is_loaded() {
    if !has_python("no_form_but_the_one_is_loaded") {
        return;
    }
    let (declaration, files) = canonical::broken();
    let mut jobs = Jobs::default();
    for file in &files {
        jobs.load(0, &declaration, file);
    }
    jobs.check(&[Sample { declaration, values: Vec::new() }]);
}

#[test]
fn of_several_wrong_fields_the_first_is_named() {
    if !has_python("of_several_wrong_fields_the_first_is_named") {
        return;
    }
    let schema = "{ config: {
        level: { type: 'enum', variants: { low: 1 } },
        most: { type: 'float32', max: 5.0 },
        port: { type: 'uint16', min: 9 },
        side: { type: 'enum', variants: { left: 1 } },
    } }";
    let declaration = Compiled::of(schema).declaration().clone();
    let mut jobs = Jobs::default();
    for wrong in 1..16_u8 {
        let is_wrong = |n: u8| wrong & (1 << n) != 0;
        let values = [
            Value::Variant(if is_wrong(0) { 7 } else { 1 }),
            Value::Float(if is_wrong(1) { 6.0 } else { 1.0 }),
            Value::Unsigned(if is_wrong(2) { 1 } else { 10 }),
            Value::Variant(if is_wrong(3) { 7 } else { 1 }),
        ];
        jobs.load(0, &declaration, &unchecked(&declaration, &values, EmbeddedSchema::Omit));
        let first = ["level", "most", "port", "side"][wrong.trailing_zeros() as usize];
        assert_eq!(jobs.last(), format!("constraint {first}"));
    }
    jobs.check(&[Sample { declaration, values: Vec::new() }]);
}

#[test]
fn what_differs_is_said_in_the_same_words() {
    if !has_python("what_differs_is_said_in_the_same_words") {
        return;
    }
    let schema = |stanza: String| {
        let compiled = Compiled::of(format!("{{ config: {{ {stanza} }} }}"));
        Sample { declaration: compiled.declaration().clone(), values: Vec::new() }
    };
    let long = |from: usize, last: &str| {
        let variants: Vec<String> = (from..from + 30).map(|n| format!("v{n:03}: {n}")).collect();
        format!("{{ type: 'enum', variants: {{ {}, {last}: 1000 }} }}", variants.join(", "))
    };
    let some = |keys: std::ops::Range<usize>, ty: &str| {
        keys.map(|n| format!("k{n}: {{ type: '{ty}' }}")).collect::<Vec<_>>().join(", ")
    };
    let samples = [
        schema(format!("a: {}, b: {}, c: {{ type: 'bool' }}", long(0, "x"), long(5, "x"))),
        schema(format!("a: {}, b: {}, c: {{ type: 'uint8' }}", long(0, "y"), long(0, "x"))),
        schema("a: { type: 'string', max_size: 9, pattern: '[\\u202e\\u001b]é' }".into()),
        schema(some(0..10, "bool")),
        schema(some(0..10, "uint8")),
        schema(some(0..11, "bool")),
        schema(some(5..17, "int8")),
    ];
    let mut jobs = Jobs::default();
    for (n, sample) in samples.iter().enumerate() {
        for other in samples.iter().filter(|other| other.declaration != sample.declaration) {
            let file = unchecked(&other.declaration, &[], EmbeddedSchema::Include);
            jobs.load(n, &sample.declaration, &file);
        }
    }
    for said in ["…", "and 2 more differ", "and 1 more differ", r"\u202e", "is not in the values"] {
        assert!(jobs.said().iter().any(|expected| expected.contains(said)), "{said}");
    }
    jobs.check(&samples);
}
