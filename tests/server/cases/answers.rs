//! Writes answers of the server as readable text.

use super::steps::Text;
use crate::client::{Published, uri_of};
use crate::positions::{covered, edited, is_inside, lines};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The characters of the longest text that is shown in full.
const SHOWN: usize = 60;

/// Writes answers with paths relative to the workspace folder.
pub(super) struct Answers<'c> {
    folder: String,
    root: String,
    texts: &'c BTreeMap<String, Text>,
}

impl<'c> Answers<'c> {
    pub(super) fn new(folder: &Path, texts: &'c BTreeMap<String, Text>) -> Self {
        Self { folder: folder.to_str().unwrap().to_owned(), root: uri_of(folder) + "/", texts }
    }

    /// The answer to a request about a text.
    pub(super) fn of(&self, request: &str, name: &str, answer: &Value) -> String {
        if answer.is_null() {
            return "null\n".into();
        }
        let text = match request {
            "hover" => self.hover(name, answer),
            "completion" => self.completion(name, answer),
            "definition" => format!("{}\n", self.location(answer)),
            "references" => self.locations(answer),
            "prepare" => format!("{} {}\n", self.range(name, &answer["range"]), answer["placeholder"]),
            "rename" => self.edited_places(answer),
            "actions" => answer.as_array().unwrap().iter().map(|action| self.action(action)).collect(),
            "fixall" => self.fix_all(name, answer),
            "format" => self.formatted(name, answer),
            "symbols" => self.symbols(name, answer, 0),
            "symbols-of" => self.fields(answer),
            "folding" => self.folding(name, answer),
            "hints" => self.hints(name, answer),
            _ => panic!("{request} has no form"),
        };
        let text = self.relative(&text);
        if text.is_empty() { "nothing\n".into() } else { text }
    }

    /// A text with `%` for the workspace folder.
    pub(super) fn relative(&self, text: &str) -> String {
        text.replace(&self.folder, "%")
    }

    /// The path of a URI in the workspace.
    fn name(&self, uri: &Value) -> String {
        let uri = uri.as_str().unwrap();
        uri.strip_prefix(&self.root).unwrap_or(uri).to_owned()
    }

    /// A range, with the text that it covers.
    fn range(&self, name: &str, range: &Value) -> String {
        let shown = |place: &Value| format!("{}:{}", place["line"], place["character"]);
        let mut shown = format!("{}-{}", shown(&range["start"]), shown(&range["end"]));
        if let Some(text) = self.texts.get(name) {
            assert!(is_inside(&text.content, range), "{name} has no {shown}");
            shown += &format!(" {:?}", shortened(covered(&text.content, range)));
        }
        shown
    }

    fn location(&self, location: &Value) -> String {
        let name = self.name(&location["uri"]);
        format!("{name} {}", self.range(&name, &location["range"]))
    }

    fn hover(&self, name: &str, hover: &Value) -> String {
        let contents = &hover["contents"];
        let kind = if contents["kind"] == "markdown" { "" } else { "plain text\n" };
        let value = contents["value"].as_str().unwrap().trim_end();
        format!("{}\n{kind}{value}\n", self.range(name, &hover["range"]))
    }

    fn completion(&self, name: &str, list: &Value) -> String {
        assert_eq!(list["isIncomplete"], false);
        let items = list["items"].as_array().unwrap();
        let mut out = String::new();
        let mut shown_range = String::new();
        for item in items {
            let range = self.range(name, &item["textEdit"]["range"]);
            if range != shown_range {
                out += &format!("{range}\n");
                shown_range = range;
            }
            out += &format!(
                "  {} → {:?}",
                item["label"].as_str().unwrap(),
                item["textEdit"]["newText"].as_str().unwrap()
            );
            for member in ["detail", "tags"] {
                let value = &item[member];
                if !value.is_null() {
                    out += &format!(" · {}", value.as_str().map_or_else(|| value.to_string(), str::to_owned));
                }
            }
            let documentation = item["documentation"]["value"].as_str().unwrap_or_default();
            let documentation = shortened(&documentation.trim().replace('\n', " / "));
            out += &if documentation.is_empty() { "\n".into() } else { format!(" · {documentation}\n") };
        }
        out
    }

    fn action(&self, action: &Value) -> String {
        let preferred = if action["isPreferred"] == true { ", preferred" } else { "" };
        let codes = action["diagnostics"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|found| found["code"].as_str().unwrap());
        let codes = codes.collect::<Vec<_>>().join(" ");
        let mut out = format!(
            "{} ({}{preferred}) {codes}\n",
            action["title"].as_str().unwrap(),
            action["kind"].as_str().unwrap()
        );
        let places = self.edited_places(&action["edit"]);
        places.lines().for_each(|line| out += &format!("  {line}\n"));
        out
    }

    /// The places of edits, with their new texts.
    fn edited_places(&self, edit: &Value) -> String {
        let mut out = String::new();
        for (name, edits) in self.edits(edit) {
            for edit in edits {
                let text = edit["newText"].as_str().unwrap();
                out += &format!("{name} {} → {text:?}\n", self.range(&name, &edit["range"]));
            }
        }
        out
    }

    fn locations(&self, places: &Value) -> String {
        places.as_array().unwrap().iter().map(|place| format!("{}\n", self.location(place))).collect()
    }

    /// The edits of each file.
    fn edits(&self, edit: &Value) -> Vec<(String, Vec<Value>)> {
        if let Some(changes) = edit["changes"].as_object() {
            let of = |(uri, edits): (&String, &Value)| (self.name(&Value::String(uri.clone())), list(edits));
            return changes.iter().map(of).collect();
        }
        let changes = edit["documentChanges"].as_array().unwrap().iter();
        changes.map(|change| (self.name(&change["textDocument"]["uri"]), list(&change["edits"]))).collect()
    }

    fn fix_all(&self, name: &str, actions: &Value) -> String {
        let action = match actions.as_array().unwrap().as_slice() {
            [] => return String::new(),
            [action] => action,
            _ => panic!("{actions} has several actions"),
        };
        let edits = self.edits(&action["edit"]);
        let [(of, edits)] = edits.as_slice() else { panic!("several files are changed") };
        assert_eq!(of, name);
        edited(&self.texts[name].content, edits).replace('\r', "␍")
    }

    fn formatted(&self, name: &str, edits: &Value) -> String {
        let edits = list(edits);
        let text = edited(&self.texts[name].content, &edits).replace('\r', "␍");
        format!("{} edits\n{text}", edits.len())
    }

    fn symbols(&self, name: &str, symbols: &Value, depth: usize) -> String {
        let mut out = String::new();
        for symbol in symbols.as_array().unwrap() {
            let range =
                if symbol["location"].is_null() { &symbol["range"] } else { &symbol["location"]["range"] };
            let selection = &symbol["selectionRange"];
            out +=
                &format!("{}{} ({})", "  ".repeat(depth), symbol["name"].as_str().unwrap(), symbol["kind"]);
            if !selection.is_null() {
                out += &format!(" {}", self.range(name, selection));
                let text = &self.texts[name].content;
                assert!(covered(text, range).contains(covered(text, selection)));
            }
            out += &format!(" in {}\n", self.range(name, range));
            if !symbol["children"].is_null() {
                out += &self.symbols(name, &symbol["children"], depth + 1);
            }
        }
        out
    }

    fn fields(&self, symbols: &Value) -> String {
        let line = |symbol: &Value| {
            let name = symbol["name"].as_str().unwrap();
            format!("{name} ({}) {}\n", symbol["kind"], self.location(&symbol["location"]))
        };
        symbols.as_array().unwrap().iter().map(line).collect()
    }

    /// Each range with its first line and its last one.
    fn folding(&self, name: &str, ranges: &Value) -> String {
        let lines = lines(&self.texts[name].content);
        let line = |range: &Value| {
            let shown = |end: &str| {
                let line = &range[format!("{end}Line")];
                let character = &range[format!("{end}Character")];
                let at = usize::try_from(line.as_u64().unwrap()).unwrap();
                let text = shortened(lines[at].trim());
                let column = if character.is_null() { String::new() } else { format!(":{character}") };
                format!("{line}{column} {text:?}")
            };
            let kind = range["kind"].as_str().map(|kind| format!(" ({kind})")).unwrap_or_default();
            format!("{} … {}{kind}\n", shown("start"), shown("end"))
        };
        ranges.as_array().unwrap().iter().map(line).collect()
    }

    /// Each hint after the text before it in its line.
    fn hints(&self, name: &str, hints: &Value) -> String {
        let line = |hint: &Value| {
            let start = json!({ "line": hint["position"]["line"], "character": 0 });
            let before = json!({ "start": start, "end": hint["position"] });
            assert_eq!(hint["paddingLeft"], true);
            format!("{} {}\n", self.range(name, &before), hint["label"].as_str().unwrap())
        };
        hints.as_array().unwrap().iter().map(line).collect()
    }

    /// The diagnostics of all files.
    pub(super) fn diagnostics(&self, published: &Published) -> String {
        let mut out = String::new();
        for (uri, diagnostics) in published {
            let name = self.name(&Value::String(uri.clone()));
            for found in diagnostics {
                assert_eq!(found["source"], "confc");
                let severity = match found["severity"].as_u64() {
                    Some(1) => "error",
                    Some(2) => "warning",
                    Some(3) => "information",
                    other => panic!("{other:?} is not a severity that the server uses"),
                };
                let message = found["message"].as_str().unwrap().replace('\n', "\n  ");
                let code = found["code"].as_str().unwrap_or_default();
                out +=
                    &format!("{name} {}: {severity} {code}: {message}", self.range(&name, &found["range"]));
                out += &if found["tags"].is_null() { "\n".into() } else { format!(" {}\n", found["tags"]) };
                for related in found["relatedInformation"].as_array().into_iter().flatten() {
                    let message = related["message"].as_str().unwrap();
                    out += &format!("  at {}: {message}\n", self.location(&related["location"]));
                }
            }
        }
        if out.is_empty() { "nothing\n".into() } else { self.relative(&out) }
    }
}

fn list(values: &Value) -> Vec<Value> {
    values.as_array().unwrap().clone()
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        text.into()
    } else {
        text.chars().take(SHOWN).collect::<String>() + "…"
    }
}
