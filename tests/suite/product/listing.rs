//! `confc list`: every form says the same, as readers of each understand it, and none tells of secrets.

use crate::support::command::Workspace;
use crate::support::products::{AWKWARD, product};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

fn list(workspace: &Workspace, arguments: &[&str]) -> String {
    let mut command = vec!["list", "a.product.json5"];
    command.extend(arguments);
    let answer = workspace.confc(&command);
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    answer.stdout
}

fn json(workspace: &Workspace, arguments: &[&str]) -> Value {
    let text = list(workspace, &[&["--format", "json"], arguments].concat());
    assert!(text.bytes().all(|byte| byte == b'\n' || byte >= b' '), "{text}");
    serde_json::from_str(&text).unwrap()
}

/// The cells of a listing as CSV, without the heading.
fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().terminator(csv::Terminator::CRLF).from_reader(text.as_bytes());
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
    rows.collect()
}

/// The cells of a listing as Markdown, without the heading.
fn markdown_rows(text: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut is_body = false;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::End(TagEnd::TableHead) => is_body = true,
            Event::Start(Tag::TableRow) => rows.push(Vec::new()),
            Event::Start(Tag::TableCell) if is_body => rows.last_mut().unwrap().push(String::new()),
            Event::Text(text) if is_body => rows.last_mut().unwrap().last_mut().unwrap().push_str(&text),
            Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableCell) | Event::End(_) => {}
            Event::Text(_) if !is_body => {}
            other => panic!("{other:?} in {text}"),
        }
    }
    rows
}

#[test]
fn all_forms_say_the_same() {
    let workspace = product("s", None);
    let listing = json(&workspace, &[]);
    let fields = listing["fields"].as_array().unwrap();
    let csv_text = list(&workspace, &["--format", "csv"]);
    let (csv, markdown) = (csv_rows(&csv_text), markdown_rows(&list(&workspace, &["--format", "markdown"])));
    assert!(fields.len() > AWKWARD.len());
    assert_eq!((csv.len(), markdown.len()), (fields.len(), fields.len()));
    for ((field, csv), markdown) in fields.iter().zip(&csv).zip(&markdown) {
        assert_eq!(csv[0], format!("a.{}", field["path"].as_str().unwrap()));
        assert_eq!(csv[1], field["type"].as_str().unwrap());
        for (at, environment) in ["plain", "one", "two"].iter().enumerate() {
            let (value, cell) = (&field["values"][environment], &csv[2 + at]);
            if let Some(value) = value.get("value").filter(|_| field["path"] != "keys") {
                let read: Value = json5::from_str(cell).unwrap_or_else(|error| panic!("{cell}: {error}"));
                assert_eq!(read.as_f64().is_some(), value.as_f64().is_some());
                assert!(read == *value || read.as_f64() == value.as_f64(), "{cell} {value}");
                assert!(!cell.starts_with(['=', '+', '@']), "{cell}");
            } else if field["path"] != "keys" {
                assert_eq!(cell, if value["set"] == true { "<set>" } else { "<absent>" });
            }
        }
        // White space at the ends of a cell is none of the text.
        let trimmed: Vec<&str> = csv.iter().map(|cell| cell.trim()).collect();
        assert_eq!(*markdown, trimmed);
    }
}

#[test]
fn no_form_tells_what_a_secret_is_or_that_two_differ() {
    let (one, other) = (product("alpha", None), product("bravo-1", Some("bravo-2")));
    for format in ["text", "json", "csv", "markdown"] {
        for more in [&[][..], &["--differing"]] {
            let arguments = [&["--format", format], more].concat();
            let (first, second) = (list(&one, &arguments), list(&other, &arguments));
            assert_eq!(first, second, "{arguments:?}");
            assert!(!first.contains("fallback"), "{first}");
            assert!(first.contains("token"), "{first}");
        }
    }
}

#[test]
fn what_differs_is_what_has_two_values() {
    let workspace = product("s", None);
    let (all, differing) = (json(&workspace, &[]), json(&workspace, &["--differing"]));
    let differing = differing["fields"].as_array().unwrap();
    let mut expected = Vec::new();
    for field in all["fields"].as_array().unwrap() {
        let values = field["values"].as_object().unwrap();
        let first = values.values().next().unwrap();
        let differs = values.values().any(|value| value != first);
        let is_secret = field.get("sensitive").is_some();
        assert!(is_secret || field["differs"] == differs, "{field}");
        if is_secret || differs {
            expected.push(field.clone());
        }
    }
    assert_eq!(*differing, expected);
    let paths: Vec<&str> = expected.iter().map(|field| field["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["keys", "maybe", "maybe.deep", "text_01", "token"]);
}

#[test]
fn origins_are_where_the_values_stand() {
    let workspace = product("s", None);
    let listing = json(&workspace, &["--origin"]);
    let mut places = 0;
    for field in listing["fields"].as_array().unwrap() {
        for value in field["values"].as_object().unwrap().values() {
            let origin = &value["origin"];
            let Some(file) = origin["file"].as_str() else { continue };
            let text = workspace.text(file);
            let number = |key: &str| usize::try_from(origin[key].as_u64().unwrap()).unwrap();
            let line = text.lines().nth(number("line") - 1).unwrap();
            let rest: String = line.chars().skip(number("column") - 1).collect();
            let key = field["path"].as_str().unwrap().rsplit('.').next().unwrap();
            let before = line.strip_suffix(rest.as_str()).unwrap().trim_end();
            let is_value = before.ends_with(':') && !rest.is_empty();
            assert!(is_value || key == "maybe", "{field} {before}");
            places += 1;
        }
    }
    assert!(places > AWKWARD.len());
}

/// What `confc diff --values` says of the products in two folders, as JSON and as text.
fn diff(workspace: &Workspace) -> (Value, String) {
    let run = |format: &str| {
        let products = ["diff", "old/a.product.json5", "new/a.product.json5", "--values", "--format", format];
        let answer = workspace.confc(&products);
        assert_eq!((answer.status, answer.stderr.as_str()), (Some(0), ""));
        answer.stdout
    };
    (serde_json::from_str(&run("json")).unwrap(), run("text"))
}

/// Two products in one folder.
fn both(old: &Workspace, new: &Workspace) -> Workspace {
    let workspace = Workspace::new();
    for (folder, of) in [("old", old), ("new", new)] {
        of.files().iter().for_each(|file| workspace.write(&format!("{folder}/{file}"), of.read(file)));
    }
    workspace
}

#[test]
fn a_product_has_not_changed_against_itself() {
    let product = product("s", None);
    let (changes, text) = diff(&both(&product, &product));
    assert_eq!((text.as_str(), &changes["values"]), ("", &serde_json::json!([])));
}

#[test]
fn another_secret_is_no_change_and_another_value_is_one() {
    let (old, new) = (product("alpha", None), product("bravo", None));
    let (changes, text) = diff(&both(&old, &new));
    assert_eq!((text.as_str(), &changes["values"]), ("", &serde_json::json!([])));
    new.write("two.json5", "{ number: 7, token: 'bravo', keys: [] }");
    let (changes, text) = diff(&both(&old, &new));
    let changed: Vec<&str> =
        changes["values"].as_array().unwrap().iter().map(|field| field["path"].as_str().unwrap()).collect();
    assert_eq!(changed, ["keys", "maybe", "maybe.deep", "number", "text_01"]);
    assert!(text.contains("a.number [int64]\n  two: -5 -> 7\n"), "{text}");
    assert!(!text.contains("alpha") && !text.contains("bravo"), "{text}");
}
