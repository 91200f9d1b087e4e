//! Files of every kind, loaded by the module and by confc.

use super::{Sample, has_python, module, other_values, run, samples};
use crate::support::command::Workspace;
use crate::support::pipeline::Compiled;
use crate::support::random;
use crate::values::{canonical, extremes, unchecked};
use crate::wire::sealed;
use confc::declaration::{Declaration, Integrity};
use confc::plan::{EmbeddedSchema, encode};
use confc::types::{Field, JsonNode, JsonString, JsonText, List, MapEntries, Type, UnionValue, Value};
use confc_core::values::{LoadError, load, load_with};
use proptest::prelude::any;
use proptest::sample::Index;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use std::fmt::Write as _;

/// The size of the integrity at the end of a file.
const INTEGRITY: usize = 35;

/// A value as the driver prints it.
pub(super) fn text(ty: &Type, value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Unsigned(value) => value.to_string(),
        Value::Signed(value) => value.to_string(),
        Value::Float(value) => format!("f{:016x}", value.to_bits()),
        Value::String(text) => string(text),
        Value::Variant(number) => format!("v{number}"),
        Value::Absent | Value::Null => "none".into(),
        Value::Json(json) => json.fold(json_text),
        Value::Union(union) => {
            let case = &ty.cases()[union.case as usize];
            format!("{}={}", case.name, text(&case.ty, &union.value))
        }
        Value::Struct(values) => {
            let members = ty.members().iter().zip(values).map(|(member, value)| field_text(member, value));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::List(list) => {
            let ty = ty.element().expect("a list");
            format!(
                "[{}]",
                list.to_values().iter().map(|value| text(ty, value)).collect::<Vec<_>>().join(",")
            )
        }
        Value::Map(entries) => {
            let Type::Map(map) = ty else { panic!("a map") };
            let entries = entries
                .to_entries()
                .into_iter()
                .map(|(key, value)| format!("{}:{}", string(&key), text(map.value(), &value)));
            format!("<{}>", entries.collect::<Vec<_>>().join(","))
        }
    }
}

/// The value of a field or member.
fn field_text(field: &Field, value: &Value) -> String {
    let has_absent = value.is_absent() && field.takes_null();
    if has_absent { "absent".into() } else { text(&field.ty, value) }
}

fn string(text: &str) -> String {
    let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("s{hex}")
}

/// A JSON value.
fn json_text(node: JsonNode<'_, String>) -> String {
    match node {
        JsonNode::Null => "none".into(),
        JsonNode::Bool(value) => value.to_string(),
        JsonNode::Number(text) if text.contains('.') => {
            format!("f{:016x}", text.parse::<f64>().unwrap().to_bits())
        }
        JsonNode::Number(text) => text.into(),
        JsonNode::String(text) => string(&text.text()),
        JsonNode::Array(elements) => format!("[{}]", elements.join(",")),
        JsonNode::Object(members) => {
            let member = |(key, value): &(JsonString<'_>, String)| format!("{}:{value}", string(&key.text()));
            format!("<{}>", members.iter().map(member).collect::<Vec<_>>().join(","))
        }
    }
}

pub(super) fn all(declaration: &Declaration, values: &[Value]) -> String {
    let fields = declaration.config().expect("a schema").fields();
    let texts: Vec<String> =
        fields.iter().zip(values).map(|(field, value)| field_text(field, value)).collect();
    format!("ok {{{}}}", texts.join(","))
}

/// What confc says, as the driver prints it.
fn verdict(declaration: &Declaration, bytes: &[u8]) -> String {
    match load(declaration, bytes) {
        Ok(loaded) => all(declaration, loaded.values()),
        Err(LoadError::Decode(_)) => "DecodeError".into(),
        Err(error @ LoadError::ChecksumMismatch { .. }) => format!("ChecksumMismatch {error}"),
        Err(error @ LoadError::Count { .. }) => format!("CountMismatch {error}"),
        Err(LoadError::ConstraintViolation { key, .. }) => format!("Misfit {key}"),
        Err(LoadError::Rule(broken)) => format!("BrokenRule {broken}"),
        Err(error) => panic!("{error}"),
    }
}

/// Jobs for the driver, with the answers that are expected.
#[derive(Default)]
pub(super) struct Jobs {
    pub(super) input: String,
    pub(super) expected: Vec<String>,
}

impl Jobs {
    pub(super) fn load(&mut self, n: usize, declaration: &Declaration, bytes: &[u8]) {
        writeln!(self.input, "m{n} load {}", hex(bytes)).unwrap();
        self.expected.push(verdict(declaration, bytes));
    }

    /// Runs the jobs in the samples' modules.
    #[track_caller]
    pub(super) fn check(&self, samples: &[Sample]) {
        let workspace = Workspace::new().with("driver.py", include_str!("driver.py"));
        for (n, sample) in samples.iter().enumerate() {
            workspace.write(&format!("m{n}.py"), module(sample.config()).expect("a module"));
        }
        let answers = run(&workspace, "driver.py", &self.input);
        assert_eq!(answers.lines().count(), self.expected.len());
        for ((answer, expected), job) in answers.lines().zip(&self.expected).zip(self.input.lines()) {
            // Paths inside of a field are the module's own.
            let answer = match answer.strip_prefix("Misfit ") {
                Some(path) => format!("Misfit {}", path.split(['.', '[']).next().unwrap_or_default()),
                None => answer.to_owned(),
            };
            let expected: String = expected.chars().flat_map(python_escape).collect();
            let sample = job.strip_prefix('m').and_then(|job| job.split(' ').next()?.parse::<usize>().ok());
            let fields = || samples[sample.unwrap()].config().fields().iter();
            let types =
                || fields().map(|field| format!("{}: {}", field.key, field.type_text())).collect::<Vec<_>>();
            assert_eq!(answer, expected, "{job} {:#?}", types());
        }
    }
}

/// A character as Python's `unicode_escape` writes it.
fn python_escape(c: char) -> Vec<char> {
    let code = u32::from(c);
    let text = match c {
        '\\' => "\\\\".into(),
        ' '..='~' => c.to_string(),
        '\n' => "\\n".into(),
        _ if code <= 0xff => format!("\\x{code:02x}"),
        _ if code <= 0xffff => format!("\\u{code:04x}"),
        _ => format!("\\U{code:08x}"),
    };
    text.chars().collect()
}

/// Bytes as the driver reads them.
pub(super) fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("={digits}")
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
#[ignore = "slow: runs clients in Python"]
fn what_confc_loads_python_loads_and_what_it_refuses_is_refused_at_the_same_check() {
    if !has_python("what_confc_loads_python_loads_and_what_it_refuses_is_refused_at_the_same_check") {
        return;
    }
    let samples = samples(60);
    let with_unions = samples.iter().filter(|sample| sample.holds(Type::holds_union)).count();
    assert!(with_unions > 5, "{with_unions}");
    let mut runner = random::runner();
    let mut jobs = Jobs::default();
    for (n, sample) in samples.iter().enumerate() {
        let declaration = &sample.declaration;
        for embedded_schema in [EmbeddedSchema::Include, EmbeddedSchema::Omit] {
            jobs.load(n, declaration, &sample.bytes(embedded_schema));
        }
        let bytes = sample.bytes(EmbeddedSchema::Include);
        for _ in 0..random::times(60) {
            jobs.load(n, declaration, &mutant(&bytes, &mut runner));
        }
        // Of another component. A client without JSON or unions does not know their form.
        let others = (n + 1..samples.len()).chain(0..=n).map(|n| &samples[n]);
        let is_known = |other: &&Sample| {
            let holds = |holds: fn(&Type) -> bool| sample.holds(holds) || !other.holds(holds);
            holds(Type::holds_json) && holds(Type::holds_union)
        };
        let other = others.into_iter().find(is_known).expect("itself");
        jobs.load(n, declaration, &other.bytes(EmbeddedSchema::Include));
        jobs.load(n, declaration, &other.bytes(EmbeddedSchema::Omit));
        // The right checksum over the values of another component, of one field too many, of too few.
        let checksum_on = |values: &[u8]| {
            let bytes = unchecked(&sample.declaration, &[], EmbeddedSchema::Omit);
            sealed(&[values, &bytes[..bytes.len() - INTEGRITY]].concat())
        };
        let values_of = |sample: &Sample| {
            let checksum = unchecked(&sample.declaration, &[], EmbeddedSchema::Omit).len();
            let bytes = sample.bytes(EmbeddedSchema::Omit);
            bytes[..bytes.len() - checksum].to_vec()
        };
        jobs.load(n, declaration, &checksum_on(&values_of(other)));
        jobs.load(n, declaration, &checksum_on(&[values_of(sample), values_of(other)].concat()));
        jobs.load(n, declaration, &checksum_on(&[]));
        // Damaged or cut off, as bytes from a disk are.
        for cut in (0..bytes.len()).step_by(1 + n) {
            jobs.load(n, declaration, &bytes[..cut]);
        }
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 1;
        jobs.load(n, declaration, &damaged);
    }
    let counted = |start: &str| jobs.expected.iter().filter(|expected| expected.starts_with(start)).count();
    for (start, least) in
        [("ok", 300), ("DecodeError", 1000), ("Misfit", 25), ("ChecksumM", 200), ("Count", 50)]
    {
        assert!(counted(start) >= least, "{start}: {}", counted(start));
    }
    jobs.check(&samples);
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
    // Bounds are checked after an enum is read: each order of the two checks occurs.
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
        assert_eq!(jobs.expected.last().map(String::as_str), Some(&*format!("Misfit {first}")));
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
            jobs.load(n, &sample.declaration, &unchecked(&other.declaration, &[], EmbeddedSchema::Include));
        }
    }
    for said in ["…", "and 2 more differ", "and 1 more differ", r"\u202e", "is not in the values"] {
        assert!(jobs.expected.iter().any(|expected| expected.contains(said)), "{said}");
    }
    jobs.check(&samples);
}

#[test]
#[ignore = "slow: runs clients in Python"]
fn values_beside_their_limits_are_judged_alike() {
    if !has_python("values_beside_their_limits_are_judged_alike") {
        return;
    }
    let mut runner = random::runner();
    let samples = samples(40);
    let mut jobs = Jobs::default();
    for (n, sample) in samples.iter().enumerate() {
        // One value of the same form for looser limits, written under the checksum of the tighter ones.
        for (at, field) in sample.config().fields().iter().enumerate() {
            for _ in 0..4 {
                let mut values = sample.values.clone();
                values[at] = loosened(&field.ty, &values[at], &mut runner);
                jobs.load(
                    n,
                    &sample.declaration,
                    &unchecked(&sample.declaration, &values, EmbeddedSchema::Omit),
                );
            }
        }
    }
    let violations = jobs.expected.iter().filter(|expected| expected.starts_with("Misfit")).count();
    assert!(violations > 100, "{violations}");
    jobs.check(&samples);
}

#[test]
fn every_type_is_loaded_at_its_extremes_and_at_every_depth() {
    if !has_python("every_type_is_loaded_at_its_extremes_and_at_every_depth") {
        return;
    }
    let both = |(declaration, values): (Declaration, [Vec<Value>; 2])| {
        values.map(|values| Sample { declaration: declaration.clone(), values })
    };
    let samples: Vec<Sample> = extremes().into_iter().flat_map(both).collect();
    let mut jobs = Jobs::default();
    for (n, sample) in samples.iter().enumerate() {
        let bytes = sample.bytes(EmbeddedSchema::Include);
        jobs.load(n, &sample.declaration, &bytes);
    }
    assert!(jobs.expected.iter().all(|expected| expected.starts_with("ok")), "{:?}", jobs.expected);
    jobs.check(&samples);
}

/// A value of the same form that may be beyond the limits of its type.
fn loosened(ty: &Type, value: &Value, runner: &mut TestRunner) -> Value {
    let one_in = |n: u32, runner: &mut TestRunner| (0..n).new_tree(runner).unwrap().current() == 0;
    if one_in(4, runner) {
        return value.clone();
    }
    // Whether it is optional, nullable or not.
    if one_in(8, runner) {
        return if one_in(2, runner) { Value::Absent } else { Value::Null };
    }
    match (ty, value) {
        (Type::Integer(ty), Value::Unsigned(n)) => {
            let bounds = ty.bounds.as_deref();
            let near =
                bounds.and_then(|bounds| bounds.max).map_or(*n, |max| u64::try_from(max + 1).unwrap_or(*n));
            Value::Unsigned(near.min(u32::MAX.into()))
        }
        (Type::Integer(ty), Value::Signed(n)) => {
            let bounds = ty.bounds.as_deref();
            let near =
                bounds.and_then(|bounds| bounds.min).map_or(*n, |min| i64::try_from(min - 1).unwrap_or(*n));
            Value::Signed(near.max(i32::MIN.into()).min(i32::MAX.into()))
        }
        (Type::Float(_), _) => {
            Value::Float([-0.0, f64::NAN, f64::INFINITY, 3.0e38, -1.0][runner_index(runner, 5)])
        }
        (Type::String(ty), Value::String(text)) => {
            let size = (ty.max_size as usize).min(300) + 1;
            let texts = ["x".repeat(size), String::new(), format!("{text}\n"), format!("é{text}")];
            Value::String(texts[runner_index(runner, texts.len())].as_str().into())
        }
        (Type::Json(ty), Value::Json(_)) => {
            let long = format!("\"{}\"", "x".repeat((ty.max_size as usize).min(300) - 1));
            let texts = ["null", "true", "1", "1.0", "[]", "{}", &long];
            Value::Json(JsonText::new(texts[runner_index(runner, texts.len())]).unwrap())
        }
        (Type::Union(ty), Value::Union(union)) => {
            let UnionValue { case, value } = &**union;
            let number = u32::try_from(runner_index(runner, ty.cases().len() + 1)).unwrap();
            match runner_index(runner, 3) {
                // Another case with this value, or one that does not exist.
                0 => UnionValue { case: number, value: value.clone() }.into(),
                1 => UnionValue { case: u32::MAX - 1, value: value.clone() }.into(),
                _ => {
                    let value = loosened(&ty.cases()[*case as usize].ty, value, runner);
                    UnionValue { case: *case, value }.into()
                }
            }
        }
        (Type::Enum(_), Value::Variant(number)) => Value::Variant(number.wrapping_add(1)),
        (Type::Struct(ty), Value::Struct(values)) => Value::Struct(
            ty.members()
                .iter()
                .zip(values)
                .map(|(member, value)| loosened(&member.ty, value, runner))
                .collect(),
        ),
        (Type::Vector(_) | Type::Array(_), Value::List(list)) => {
            Value::List(loosened_list(ty.element().expect("a list"), list, runner))
        }
        (Type::Map(ty), Value::Map(entries)) => {
            let (keys, values) = entries.clone().into_parts();
            // Each key has one value, so none is repeated.
            let values = loosened_each(ty.value(), &values, runner);
            Value::Map(MapEntries::ascending(keys, values).expect("the same keys"))
        }
        (_, value) => value.clone(),
    }
}

/// The list with its first element again, or with other elements.
fn loosened_list(element: &Type, list: &List, runner: &mut TestRunner) -> List {
    if runner_index(runner, 2) == 0 {
        return loosened_each(element, list, runner);
    }
    let mut values = list.to_values();
    values.extend(list.get(0));
    List::from_values(element, values).expect("the same kind")
}

fn loosened_each(element: &Type, list: &List, runner: &mut TestRunner) -> List {
    let one = |value: Value| match loosened(element, &value, runner) {
        // No element is absent or null.
        Value::Absent | Value::Null => value,
        other => other,
    };
    List::from_values(element, list.to_values().into_iter().map(one).collect()).expect("the same kind")
}

fn runner_index(runner: &mut TestRunner, len: usize) -> usize {
    (0..len).new_tree(runner).unwrap().current()
}

#[test]
#[ignore = "slow: runs clients in Python"]
fn a_parent_overrides_what_it_may() {
    if !has_python("a_parent_overrides_what_it_may") {
        return;
    }
    let mut runner = random::runner();
    let samples = samples(60);
    let mut jobs = Jobs::default();
    for (n, sample) in samples.iter().enumerate() {
        let fields = sample.config().fields();
        let others = other_values(&sample.declaration, &mut runner);
        let open: Vec<(&str, Value)> = fields
            .iter()
            .zip(&others)
            .filter(|(field, _)| field.mutability.parent)
            .map(|(field, value)| (field.key.as_str(), value.clone()))
            .collect();
        if open.is_empty() {
            continue;
        }
        let bytes = sample.bytes(EmbeddedSchema::Include);
        let keys: Vec<&str> = open.iter().map(|(key, _)| *key).collect();
        let other = encode(sample.config(), &others, EmbeddedSchema::Omit).unwrap();
        writeln!(jobs.input, "m{n} override {} {} {}", hex(&bytes), hex(&other), keys.join(" ")).unwrap();
        let loaded = load_with(
            &sample.declaration,
            &bytes,
            Integrity::Check,
            open.iter().map(|(key, value)| (*key, value.clone())),
        );
        jobs.expected.push(all(&sample.declaration, loaded.expect("overrides that fit").values()));
    }
    assert!(jobs.expected.len() > 30, "{}", jobs.expected.len());
    jobs.check(&samples);
}
