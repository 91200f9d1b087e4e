//! The code actions of a text are the fixes that the commands print.

use super::expected::Converter;
use crate::client::Client;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The most actions in an answer of the server.
const MOST: usize = 50;

/// Compares the actions of each file that has diagnostics with the fixes of a command. Returns the differences, and the
/// number of actions.
pub(super) fn compare(client: &mut Client, path: &Path, lines: &[Value]) -> (String, usize) {
    let mut converter = Converter::new(path, BTreeMap::new());
    let mut expected: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for found in lines.iter().filter(|found| !found["primary"].is_null()) {
        let uri = converter.label(&found["primary"])["uri"].as_str().unwrap().to_owned();
        let of_file = expected.entry(uri).or_default();
        for fix in found["fixes"].as_array().into_iter().flatten() {
            let edits = fix["edits"].as_array().unwrap().iter();
            let edits: Vec<_> = edits.map(|edit| converter.edit(edit)).collect();
            of_file.push(action(&fix["title"], edits));
        }
    }
    let (mut out, mut count) = (String::new(), 0);
    for (uri, mut expected) in expected {
        let mut found = actions(client, &uri);
        expected.sort_by_cached_key(Value::to_string);
        found.sort_by_cached_key(Value::to_string);
        expected.dedup();
        found.dedup();
        count += found.len();
        let is_cut = found.len() == MOST;
        for missing in expected.iter().filter(|fix| !found.contains(fix) && !is_cut) {
            out += &format!("  {uri}\n    missing: {missing}\n");
        }
        for more in found.iter().filter(|fix| !expected.contains(fix)) {
            out += &format!("  {uri}\n    more:    {more}\n");
        }
    }
    (out, count)
}

/// The quick fixes of a whole text.
fn actions(client: &mut Client, uri: &str) -> Vec<Value> {
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1_000_000, "character": 0 } });
    let context = json!({ "diagnostics": [], "only": ["quickfix"] });
    let answer = client.ask("codeAction", uri, json!({ "range": range, "context": context }));
    let of = |found: &Value| {
        let changes = found["edit"]["documentChanges"].as_array().unwrap().iter();
        let edits = changes.flat_map(|change| {
            let uri = &change["textDocument"]["uri"];
            let edits = change["edits"].as_array().unwrap().iter();
            edits.map(move |edit| json!({ "uri": uri, "range": edit["range"], "text": edit["newText"] }))
        });
        action(&found["title"], edits.collect())
    };
    answer.as_array().into_iter().flatten().map(of).collect()
}

/// The title and the edits of a fix.
fn action(title: &Value, mut edits: Vec<Value>) -> Value {
    edits.sort_by_cached_key(Value::to_string);
    json!({ "title": title, "edits": edits })
}
