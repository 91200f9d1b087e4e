//! How much of the configuration that other programs read `init` can declare: real data files and schemas of the corpus
//! are drafted, compiled, and written back. Nothing here uses code of `init`; the compiler runs as a process, and other
//! crates read and validate.
//!
//! Each test prints a row of the table, and its failures grouped by reason, the most frequent first.

mod data;
mod defaults;
mod draft;
mod draw;
mod openapi;
mod schemas;
mod shape;
mod typed;

use crate::support::corpus::folder;
use serde_json::{Number, Value};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

/// The lowest percentages of a sample that pass.
struct Floor {
    sample: &'static str,
    /// Files that can be drafted, where the manifest compiles.
    drafted: usize,
    /// Files that count as a success: written back equal, and for schemas typed too.
    success: usize,
    /// Leaves of data files that have a type.
    typed: usize,
}

const FLOORS: &[Floor] = &[
    Floor { sample: "data files", drafted: 99, success: 99, typed: 95 },
    Floor { sample: "overlays", drafted: 99, success: 99, typed: 0 },
    Floor { sample: "resources", drafted: 98, success: 98, typed: 0 },
    // One of the sixteen contains itself.
    Floor { sample: "chart schemas", drafted: 95, success: 93, typed: 0 },
    Floor { sample: "JSON Schemas", drafted: 90, success: 55, typed: 0 },
];

/// The result for one file. Each step requires the one before it, apart from `typed`.
#[derive(Clone, Debug, Default)]
struct Outcome {
    is_drafted: bool,
    is_accepted: bool,
    is_equal: bool,
    /// For data the leaves with a type and all leaves, for a schema 1 or 0 of 1.
    typed: (usize, usize),
    failures: Vec<Failure>,
}

/// The reason why a file failed at a step.
#[derive(Clone, Debug)]
struct Failure {
    step: &'static str,
    reason: String,
}

impl Outcome {
    fn fail(&mut self, step: &'static str, reason: impl Into<String>) {
        self.failures.push(Failure { step, reason: reason.into() });
    }

    /// Records the result of the only document.
    fn judge_one(&mut self, written: Written) {
        self.is_equal = written.is_ok();
        self.is_accepted = !matches!(written, Err(("values", _)));
        self.record(written);
    }

    /// Records why a document failed, if it did.
    fn record(&mut self, written: Written) {
        if let Err((step, reasons)) = written {
            self.failures.extend(reasons.into_iter().map(|reason| Failure { step, reason }));
        }
    }
}

/// An error is the step that failed, and its reasons.
type Written = Result<(), (&'static str, Vec<String>)>;

/// The folder of the corpus with real configuration.
fn wild(test: &str) -> Option<PathBuf> {
    folder(test).map(|corpus| corpus.join("wild"))
}

/// Applies a function to all items, on all cores; results are in the order of the items.
fn on_all_cores<T: Sync, R: Send>(items: &[T], apply: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (Mutex::new(items.iter().enumerate()), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let item = next.lock().unwrap().next();
            let Some((at, item)) = item else { break };
            let result = apply(item);
            done.lock().unwrap().push((at, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Prints a sample's row and failures, and fails if a percentage is below its floor.
fn judge(sample: &str, outcomes: &[(String, Outcome)], is_success: impl Fn(&Outcome) -> bool) {
    let percent = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
    let count = |has: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|(_, outcome)| has(outcome)).count();
    let files = outcomes.len();
    let (drafted, accepted, equal) =
        (count(&|o| o.is_drafted), count(&|o| o.is_accepted), count(&|o| o.is_equal));
    let success = count(&is_success);
    let typed = outcomes.iter().fold((0, 0), |sum, (_, o)| (sum.0 + o.typed.0, sum.1 + o.typed.1));
    let part = format!("{}/{}", typed.0, typed.1);
    let reached = percent(success, files);
    // One call, since tests run side by side.
    println!(
        "{:<14} files drafted accepted equal         typed percent\n\
         {sample:<14} {files:>5} {drafted:>7} {accepted:>8} {equal:>5} {part:>13} {reached:>6.1}%\n{}",
        "sample",
        grouped_failures(outcomes)
    );
    let floor = FLOORS.iter().find(|floor| floor.sample == sample).expect("a floor for each sample");
    let mut low = Vec::new();
    for (what, part, all, floor) in [
        ("drafted", drafted, files, floor.drafted),
        ("success", success, files, floor.success),
        ("typed", typed.0, typed.1, floor.typed),
    ] {
        if 100 * part < floor * all.max(1) {
            low.push(format!("{what} {:.1} % of {all}, required {floor} %", percent(part, all)));
        }
    }
    assert!(low.is_empty(), "{sample}: {}", low.join("; "));
}

/// Lists failures grouped by step and reason, with up to three of the reasons and ten of the names in each group.
fn grouped_failures(outcomes: &[(String, Outcome)]) -> String {
    let mut groups: BTreeMap<(&str, String), Vec<(&str, &str)>> = BTreeMap::new();
    for (name, outcome) in outcomes {
        for failure in &outcome.failures {
            let group = groups.entry((failure.step, without_names(&failure.reason))).or_default();
            group.push((name, &failure.reason));
        }
    }
    let mut groups: Vec<_> = groups
        .iter()
        .map(|((step, _), group)| {
            let names = distinct(group.iter().map(|(name, _)| *name));
            let reasons = distinct(group.iter().map(|(_, reason)| *reason));
            let (files, reasons) = (names.len(), first(3, &reasons).join("\n        or: "));
            (files, format!("{files:>5} {step}: {reasons}\n      {}\n", first(10, &names).join(", ")))
        })
        .collect();
    groups.sort_by_key(|(files, _)| std::cmp::Reverse(*files));
    groups.into_iter().map(|(_, lines)| lines).collect()
}

/// The texts in their order, each once.
fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    texts.filter(|text| seen.insert(*text)).collect()
}

/// At most this many of a list.
fn first<'l, 'a>(count: usize, list: &'l [&'a str]) -> &'l [&'a str] {
    &list[..list.len().min(count)]
}

/// A reason without the places and names that differ between files: what is in backticks, and numbers.
fn without_names(reason: &str) -> String {
    let outside: String = reason.split('`').step_by(2).collect();
    outside.chars().filter(|char| !char.is_ascii_digit() && *char != '-').collect()
}

/// Compares JSON values, and numbers by amount; the first difference, after its JSON Pointer.
fn difference(expected: &Value, found: &Value) -> Option<String> {
    first_difference(expected, Some(found)).map(|(pointer, what)| format!("`{pointer}` {what}"))
}

/// The pointer and kind of the first difference. `found` is `None` where an object lacks the key.
fn first_difference(expected: &Value, found: Option<&Value>) -> Option<(String, String)> {
    let under = |step: &str, inside: Option<(String, String)>| {
        let (pointer, what) = inside?;
        Some((format!("/{}{pointer}", step.replace('~', "~0").replace('/', "~1")), what))
    };
    let here = |what: String| Some((String::new(), what));
    match (expected, found) {
        (Value::Number(one), Some(Value::Number(other))) if is_same_amount(one, other) => None,
        (Value::Array(one), Some(Value::Array(other))) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.find_map(|(at, (one, other))| under(&at.to_string(), first_difference(one, Some(other))))
        }
        (Value::Object(one), Some(Value::Object(other))) => {
            let added = other.iter().find(|(key, _)| !one.contains_key(*key));
            let added = added.and_then(|(key, value)| under(key, here(format!("{} is added", brief(value)))));
            let inside =
                |(key, value): (&String, &Value)| under(key, first_difference(value, other.get(key)));
            one.iter().find_map(inside).or(added)
        }
        (one, Some(other)) if one == other => None,
        (one, Some(other)) => here(format!("{} became {}", brief(one), brief(other))),
        (one, None) => here(format!("{} is lost", brief(one))),
    }
}

fn is_same_amount(one: &Number, other: &Number) -> bool {
    let integer = |number: &Number| number.as_i128();
    match (integer(one), integer(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one.as_f64() == other.as_f64(),
    }
}

/// The kind of a value, with its text in backticks.
fn brief(value: &Value) -> String {
    let text: String = value.to_string().chars().take(60).collect();
    let empty = if matches!(text.as_str(), "{}" | "[]") { "empty " } else { "" };
    format!("{empty}{} `{}`", shape::kind_of(value), text.replace('`', "'"))
}

/// The paths of all files directly in a folder, in order.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// A file's name with the name of its folder.
fn name(path: &Path) -> String {
    let parts: Vec<_> = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join("/")
}

#[test]
fn differences_are_found() {
    let differ = |one: &str, other: &str| {
        difference(&serde_json::from_str(one).unwrap(), &serde_json::from_str(other).unwrap())
    };
    assert_eq!(differ(r#"{ "a": [1, 2.5e0], "b": null }"#, r#"{ "b": null, "a": [1.0, 2.5] }"#), None);
    assert_eq!(
        differ("9007199254740993", "9007199254740992").as_deref(),
        Some("`` number `9007199254740993` became number `9007199254740992`")
    );
    assert_eq!(
        differ(r#"{ "a/b": [{}] }"#, r#"{ "a/b": [null] }"#).as_deref(),
        Some("`/a~1b/0` empty object `{}` became null `null`")
    );
    assert_eq!(differ(r#"{ "a": null }"#, "{}").as_deref(), Some("`/a` null `null` is lost"));
}
