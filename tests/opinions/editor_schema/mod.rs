//! `schemas/` against the compiler: the JSON Schema of manifests says the same yes and no wherever a JSON
//! Schema can, and every case in which it cannot is listed with its reason.

mod differences;
pub(crate) mod mutations;
mod product;
mod real;
mod show;
mod valid;
mod verdicts;

use crate::validator::{errors, validator};
use confc::compile::{CompileOptions, ManifestInput};
use confc::diagnostic::{Code, Diagnostic, Report};
use confc::syntax::{Kind, Node, json5::parse, nearest_f64, number, source_from_bytes};
use confc::text::Sources;
use confc::text::files::{Files, MemoryFiles};
use jsonschema::Validator;
use serde_json::{Map, Number, Value};
use std::sync::LazyLock;

static MANIFEST: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../../../schemas/manifest.schema.json")));

/// The codes of the errors that the compiler reports; none where it compiles the manifest.
fn compiler(text: &str) -> Vec<Code> {
    compile(&MemoryFiles::new().with("m.cml", text), "m.cml", &CompileOptions::default())
}

/// As [`compiler`], for a manifest among other files; errors in those are not its own.
fn compile(files: &dyn Files, path: &str, options: &CompileOptions) -> Vec<Code> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let bytes = files.read(path, u64::MAX).unwrap_or_else(|error| panic!("{path}: {error}"));
    if let Some(source) = source_from_bytes(&mut sources, path, bytes, None, &mut report) {
        let input = ManifestInput::read(&source, path, files, options, &mut sources, &mut report);
        let declaration = input.compile(options, &mut report);
        assert_eq!(declaration.is_none(), report.has_errors(), "{path}");
    }
    let is_own = |found: &Diagnostic| found.primary().is_none_or(|label| label.span.source.index() == 0);
    let errors = report.sorted().into_iter().filter(|found| found.code().name().starts_with('E'));
    let errors = errors.filter(|found| is_own(found));
    errors.map(|error| error.code()).collect()
}

/// What the JSON Schema has against a manifest; `None` where the manifest's text is no JSON value.
fn json_schema(text: &str) -> Option<Vec<String>> {
    let value = value(text)?;
    Some(errors(&MANIFEST, &value))
}

/// What is wrong with two verdicts about one manifest, if anything is: both must say the same, unless what the
/// compiler says is [beyond](differences::BEYOND) a JSON Schema. A JSON Schema never refuses what compiles.
fn disagreement(text: &str, codes: &[Code]) -> Option<String> {
    let errors = json_schema(text)?;
    let same = codes.is_empty() == errors.is_empty();
    let beyond = |code: &Code| {
        // That a file cannot be read has no example in memory, so it is not listed; nor what small texts come to.
        matches!(code, Code::E0212 | Code::E0502)
            || differences::BEYOND.iter().any(|beyond| beyond.covers(*code, text))
    };
    let excused = errors.is_empty() && codes.iter().all(beyond);
    (!same && !excused).then(|| format!("the compiler: {codes:?}, the JSON Schema: {errors:?}\n{text}"))
}

/// A JSON5 text as a JSON value: of a repeated key the first stands. `None` where the text is broken, or a
/// number has no JSON value.
pub(crate) fn value(text: &str) -> Option<Value> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let source = source_from_bytes(&mut sources, "m.cml", text.into(), None, &mut report)?;
    let document = parse(&source, &mut report);
    if report.has_errors() {
        return None;
    }
    value_of(document.root()?)
}

fn value_of(node: Node<'_>) -> Option<Value> {
    Some(match node.kind() {
        Kind::Null => Value::Null,
        Kind::True => true.into(),
        Kind::False => false.into(),
        Kind::Number => number_of(node.raw())?.into(),
        Kind::String => node.text().into(),
        Kind::Array => node.elements().map(value_of).collect::<Option<Vec<Value>>>()?.into(),
        Kind::Object => {
            let mut members = Map::new();
            for (key, value) in node.members() {
                members.entry(key.text()).or_insert(value_of(value)?);
            }
            members.into()
        }
        Kind::Invalid => return None,
    })
}

fn number_of(raw: &str) -> Option<Number> {
    match number(raw).integer() {
        Ok(integer) => Number::from_i128(integer),
        Err(_) => Number::from_f64(nearest_f64(raw)),
    }
}
