//! The diagnostics that a command prints as JSON, in the form in which the server publishes them.

use crate::client::{Published, uri_of};
use crate::positions::json_range;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The codes of mistakes that may appear only in an export. Commands make exports, and the server makes none.
const OF_EXPORTS: [&str; 5] = ["E0845", "E0886", "W0840", "W0841", "W0862"];

/// Runs a command in the root of the repository and returns its diagnostics. `path` is the last argument.
pub(super) fn diagnostics(arguments: &[&str], path: &Path) -> Vec<Value> {
    let mut command = Command::new(crate::command::program());
    command.current_dir(crate::ROOT).env_clear().args(arguments);
    command.args(["--message-format", "json", "--error-limit", "0"]);
    let output = command.arg(path.strip_prefix(crate::ROOT).unwrap()).output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{command:?}: {}", output.status);
    let text = String::from_utf8(output.stderr).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// Converts diagnostics of a command to the form of [`comparable`].
pub(super) struct Converter {
    /// The file of diagnostics without a position.
    subject: PathBuf,
    /// The ranges of the components' names in the product.
    components: BTreeMap<String, Value>,
    texts: BTreeMap<PathBuf, String>,
}

impl Converter {
    pub(super) fn new(subject: &Path, components: BTreeMap<String, Value>) -> Self {
        Self { subject: subject.to_owned(), components, texts: BTreeMap::new() }
    }

    /// The diagnostics that the server publishes, by file.
    pub(super) fn published(&mut self, diagnostics: &[Value]) -> Published {
        let mut published = Published::new();
        for found in diagnostics {
            for (path, diagnostic) in self.convert(found) {
                let of_file = published.entry(uri_of(&path)).or_default();
                if !of_file.contains(&diagnostic) {
                    of_file.push(diagnostic);
                }
            }
        }
        sort(&mut published);
        published
    }

    fn convert(&mut self, found: &Value) -> Vec<(PathBuf, Value)> {
        let shown = json!({
            "code": found["code"],
            "severity": if found["severity"] == "error" { 1 } else { 2 },
            "message": message(found),
            "related": found["secondary"].as_array().unwrap().iter().map(|label| self.label(label)).collect::<Vec<_>>(),
            "included": found["included_from"].as_array().unwrap().len(),
        });
        let with_range = |range: Value| {
            let mut shown = shown.clone();
            shown["range"] = range;
            shown
        };
        if found["primary"].is_null() {
            let file = found["file"].as_str().map(absolute);
            return vec![(file.unwrap_or_else(|| self.subject.clone()), with_range(json_range("", 0, 0)))];
        }
        let primary = self.label(&found["primary"]);
        if found["code"] == "E0416" && !self.components.is_empty() {
            let mut moved = shown.clone();
            moved["related"].as_array_mut().unwrap().push(primary);
            let names = found["components"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
            let at = |name: &str| {
                let mut moved = moved.clone();
                moved["range"] = self.components[name].clone();
                (self.subject.clone(), moved)
            };
            return names.map(at).collect();
        }
        let path = absolute(found["primary"]["file"].as_str().unwrap());
        vec![(path, with_range(primary["range"].clone()))]
    }

    /// The range and the new text of an edit.
    pub(super) fn edit(&mut self, edit: &Value) -> Value {
        let label = self.label(edit);
        json!({ "uri": label["uri"], "range": label["range"], "text": edit["text"] })
    }

    /// The range and the message of a label.
    pub(super) fn label(&mut self, label: &Value) -> Value {
        let path = absolute(label["file"].as_str().unwrap());
        let read =
            || fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let text = self.texts.entry(path.clone()).or_insert_with(read);
        let byte = |name: &str| label[name].as_u64().map_or(0, |at| usize::try_from(at).unwrap());
        let range = json_range(text, byte("byte_start"), byte("byte_end"));
        json!({ "uri": uri_of(&path), "range": range, "message": label["label"] })
    }
}

/// The published diagnostics, with only the members that are compared.
pub(super) fn comparable(published: &Published) -> Published {
    let of = |found: &Value| {
        let related = found["relatedInformation"].as_array().cloned().unwrap_or_default();
        let is_included = |related: &&Value| related["message"] == "included here";
        let others = related.iter().filter(|related| !is_included(related)).map(|related| {
            json!({
                "uri": related["location"]["uri"],
                "range": related["location"]["range"],
                "message": related["message"],
            })
        });
        json!({
            "code": found["code"],
            "severity": found["severity"],
            "message": found["message"],
            "range": found["range"],
            "related": others.collect::<Vec<_>>(),
            "included": related.iter().filter(is_included).count(),
        })
    };
    let all = published.iter();
    let mut all: Published = all.map(|(uri, found)| (uri.clone(), found.iter().map(of).collect())).collect();
    sort(&mut all);
    all
}

/// The differences between the diagnostics of a command and of the server, as text.
pub(super) fn differences_from_command(mut expected: Published, found: &Published) -> String {
    for (uri, diagnostics) in &mut expected {
        let found = found.get(uri).map_or(&[][..], Vec::as_slice);
        let is_of_export = |diagnostic: &Value| OF_EXPORTS.iter().any(|code| diagnostic["code"] == *code);
        diagnostics.retain(|diagnostic| found.contains(diagnostic) || !is_of_export(diagnostic));
    }
    differences(&expected, found)
}

/// The differences between the expected and the found diagnostics, as text.
pub(super) fn differences(expected: &Published, found: &Published) -> String {
    let mut out = String::new();
    let uris = expected.keys().chain(found.keys()).collect::<std::collections::BTreeSet<_>>();
    let none = Vec::new();
    for uri in uris {
        let (expected, found) = (expected.get(uri).unwrap_or(&none), found.get(uri).unwrap_or(&none));
        for missing in expected.iter().filter(|one| !found.contains(one)) {
            out += &format!("  {uri}\n    missing: {missing}\n");
        }
        for more in found.iter().filter(|one| !expected.contains(one)) {
            out += &format!("  {uri}\n    more:    {more}\n");
        }
    }
    out
}

/// The message of a diagnostic, with its notes and help.
fn message(found: &Value) -> String {
    let texts = |name: &str| {
        let texts = found[name].as_array().unwrap().iter();
        texts.map(|text| text.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut out = found["message"].as_str().unwrap().to_owned();
    for note in texts("notes") {
        out += &format!("\nnote: {note}");
    }
    for help in texts("help") {
        out += &format!("\nhelp: {help}");
    }
    out
}

/// The absolute form of a path relative to the root, without `.` and `..`.
fn absolute(path: &str) -> PathBuf {
    let mut out = PathBuf::from(crate::ROOT);
    for part in Path::new(path).components() {
        match part {
            std::path::Component::ParentDir => {
                out.pop();
            }
            std::path::Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

fn sort(published: &mut Published) {
    for found in published.values_mut() {
        found.sort_by_cached_key(Value::to_string);
    }
}
