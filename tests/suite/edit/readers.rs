//! What is written, read by others: what was asked for is there, and all else is what it was.

use super::{edited, patched, styles, within};
use crate::support::random::{Random, times};
use crate::syntax::readers::{Opinions, Readers};
use crate::syntax::resource::read;
use confc::syntax::Format::Yaml;
use serde_json::{Map, Value, json};

const STRINGS: &[&str] = &[
    "a",
    "yes",
    "No",
    "on",
    "y",
    "017",
    "0o17",
    "1_000",
    "1e3",
    "1.0e+3",
    "12:30",
    "190:20:30",
    "2024-01-31",
    "2024-01-31T00:00:00Z",
    "~",
    "null",
    "",
    " a",
    "a ",
    "a: b",
    "a #b",
    "- a",
    "-a",
    "?",
    "=",
    "<<",
    ".",
    ".5",
    "0x1F",
    "-0x1F",
    "*a",
    "&a",
    "!a",
    "%a",
    "@a",
    "`a",
    "a\nb",
    "a\nb\n",
    "\n a\n",
    "a\tb",
    "é😀",
    "\u{85}",
    "\u{2028}",
    "'",
    "\"",
    "\\",
    "{a}",
    "[a",
    "a, b",
    "---",
    "...",
    "| a",
    "nginx:1.19.1",
    "--flag=1",
    "1.2.3",
    "+1",
    "0b1",
    "inf",
    ".inf",
    ".NaN",
    "0X2",
    "-0X2",
    "0B1",
    "0O7",
    "-0o7",
    "0_7",
    "-_0x1F",
    "0_x1F",
    "0b-1",
    "http://h/p?x=1",
    "a?",
    "?a",
    "a:b",
    "\u{fffe}",
];

/// A value in the notation of the readers: see `read.py`.
fn noted(value: &Value) -> Value {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
        Value::Number(number) => {
            let float = number.as_f64().unwrap();
            let digits = number.as_i64().map_or_else(|| format!("{float}"), |exact| exact.to_string());
            json!({"#": digits})
        }
        Value::Array(elements) => elements.iter().map(noted).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, member)| (format!("'{key}"), noted(member))).collect()
        }
    }
}

/// An object of the notation, none of its scalars.
fn members(value: &Value) -> Option<&Map<String, Value>> {
    value.as_object().filter(|members| !members.contains_key("#") && !members.contains_key("!"))
}

/// A step into an object or an array.
#[derive(Debug, Clone)]
enum Step {
    Key(String),
    Index(usize),
}

/// One change.
#[derive(Debug, Clone)]
struct Change {
    op: &'static str,
    path: Vec<Step>,
    value: Value,
}

impl Change {
    /// A change at a random place of a document that a reader has read.
    fn new(random: &mut Random, mut at: &Value) -> Self {
        let mut path = Vec::new();
        loop {
            let keys: Vec<_> =
                members(at).into_iter().flat_map(Map::keys).filter(|key| key.starts_with('\'')).collect();
            let count = at.as_array().map_or(keys.len(), Vec::len);
            let container = at.is_array() || members(at).is_some();
            if container && (count == 0 || random.once_in(4)) {
                path.push(match at {
                    Value::Array(_) => Step::Index(random.below(count + 1)),
                    _ => Step::Key(styles::key(random)),
                });
                return Self { op: "add", path, value: styles::value(random, 2) };
            }
            if !container || (!path.is_empty() && random.once_in(4)) {
                let op = if path.is_empty() || random.once_in(2) { "replace" } else { "remove" };
                return Self { op, path, value: styles::value(random, 2) };
            }
            let number = random.below(count);
            (path, at) = match at {
                Value::Array(elements) => ([path, vec![Step::Index(number)]].concat(), &elements[number]),
                _ => ([path, vec![Step::Key(keys[number][1..].into())]].concat(), &at[keys[number].as_str()]),
            };
        }
    }

    /// As an operation of a JSON Patch.
    fn operation(&self) -> Value {
        let step = |step: &Step| match step {
            Step::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            Step::Index(index) => format!("/{index}"),
        };
        json!({"op": self.op, "path": self.path.iter().map(step).collect::<String>(), "value": self.value})
    }

    /// Makes it on what a reader has read; `None` where that reader has no such place.
    fn make(&self, mut at: &mut Value) -> Option<()> {
        let Some((last, way)) = self.path.split_last() else {
            *at = noted(&self.value);
            return Some(());
        };
        for step in way {
            at = match step {
                Step::Key(key) => at.get_mut(format!("'{key}"))?,
                Step::Index(index) => at.get_mut(*index)?,
            };
        }
        match (last, self.op) {
            (Step::Index(index), "add") => at.as_array_mut()?.insert(*index, noted(&self.value)),
            (Step::Index(index), "remove") => drop(at.as_array_mut()?.remove(*index)),
            (Step::Index(index), _) => *at.get_mut(*index)? = noted(&self.value),
            (Step::Key(key), op) => {
                members(at)?;
                let (key, members) = (format!("'{key}"), at.as_object_mut()?);
                if op != "add" && !members.contains_key(&key) {
                    return None;
                }
                match op {
                    "remove" => drop(members.remove(&key)),
                    _ => drop(members.insert(key, noted(&self.value))),
                }
            }
        }
        Some(())
    }
}

/// The one document that each reader has read; none where it has not.
fn documents(opinions: &Opinions) -> impl Iterator<Item = (&str, Option<&Value>)> {
    opinions.iter().map(|(name, said)| {
        let one = said.as_ref().ok().filter(|documents| documents.len() == 1);
        (name.as_str(), one.map(|documents| &documents[0]))
    })
}

#[test]
#[ignore = "slow: asks other readers, in Python and Go"]
fn strings_are_strings_to_all_readers() {
    let readers = Readers::new("strings that other readers of YAML read");
    let mut random = Random::stream(1);
    let more: Vec<String> = (0..times(300)).map(|_| styles::string(&mut random)).collect();
    let strings: Vec<&str> = STRINGS.iter().copied().chain(more.iter().map(String::as_str)).collect();
    let places = [
        ("k: x\n", "/k"),
        ("k: 'x'\nl: 1\n", "/k"),
        ("k: {k: x}\n", "/k/k"),
        ("k: |\n  x\n", "/k"),
        ("k: >-\n    x\n", "/k"),
        ("k: |\n  x", "/k"),
        ("- x\n", "/0"),
        ("- - [x, 'x']\n", "/0/0/1"),
        ("x", ""),
    ];
    for (text, path) in places {
        let write = |string: &&str| {
            let value = serde_json::to_string(string).unwrap();
            edited(
                Yaml,
                text,
                &format!("[{{\"op\": \"replace\", \"path\": \"{path}\", \"value\": {value}}}]"),
            )
        };
        let texts: Vec<String> = strings.iter().map(write).collect();
        for ((text, string), opinions) in texts.iter().zip(&strings).zip(readers.read(&texts)) {
            for (name, found) in documents(&opinions) {
                let found = found.and_then(|found| found.pointer(&path.replace("/k", "/'k")));
                assert_eq!(found.and_then(Value::as_str), Some(*string), "{name}: {text:?}: {opinions:?}");
            }
        }
    }
}

#[test]
#[ignore = "slow: asks other readers, in Python and Go"]
fn edited_texts_are_to_all_readers_what_was_asked_for() {
    let readers = Readers::new("edits that other readers of YAML read");
    let mut random = Random::stream(2);
    let texts: Vec<String> = (0..times(800)).map(|_| styles::document(&mut random)).collect();
    let (mut made, mut changes, mut refused) = (Vec::new(), Vec::new(), 0);
    let before = readers.read(&texts);
    for (text, opinions) in texts.iter().zip(&before) {
        let Some(document) = documents(opinions).find_map(|(_, document)| document) else { continue };
        let mut document = document.clone();
        let mut own = Vec::new();
        for _ in 0..=random.below(3) {
            let change = Change::new(&mut random, &document);
            change.make(&mut document).expect("a place of it");
            own.push(change);
        }
        let operations: Vec<Value> = own.iter().map(Change::operation).collect();
        match patched(&read(Yaml, text).unwrap(), &json!(operations).to_string()) {
            Ok(rewritten) => {
                made.push(rewritten.text);
                changes.push((text, opinions, own));
            }
            Err(_) => refused += 1,
        }
    }
    let mut checked = 0;
    for ((new, (old, before, own)), after) in made.iter().zip(&changes).zip(readers.read(&made)) {
        let after: Vec<_> = documents(&after).collect();
        for ((name, old_document), (_, found)) in documents(before).zip(after) {
            let Some(mut wanted) = old_document.cloned() else { continue };
            if own.iter().all(|change| change.make(&mut wanted).is_some()) {
                assert_eq!(found, Some(&wanted), "{name}: {old:?} {own:?}\n{new:?}");
                checked += 1;
            }
        }
    }
    println!("{} texts, {refused} edits refused, {checked} opinions", texts.len());
    // Keys of more than a thousand characters, tags, anchors, and blank lines that a block would take.
    assert!(readers.is_empty() || (refused * 4 < texts.len() && checked > made.len()), "{refused} {checked}");
}

#[test]
#[ignore = "slow: asks other readers, in Python and Go"]
fn texts_in_strings_are_to_all_readers_what_they_became() {
    let readers = Readers::new("texts in strings that other readers of YAML read");
    let mut random = Random::stream(3);
    let (mut outer, mut inner) = (Vec::new(), Vec::new());
    for _ in 0..times(500) {
        let text = styles::document(&mut random).replace("\r\n", "\n");
        let (indentation, chomping) = (" ".repeat(3 + random.below(3)), ["", "-", "+"][random.below(3)]);
        let lines = text.lines().map(|line| match line.is_empty() {
            true => "\n".to_owned(),
            false => format!("{indentation}{line}\n"),
        });
        let header = format!("|{}{chomping}", indentation.len() - 1);
        let mut around = format!("kind: x\ndata:\n t: {header}\n{}", lines.collect::<String>());
        around += ["", "\n", " u: 1\n", "# end\n"][random.below(4)];
        if random.once_in(3) {
            around.truncate(around.trim_end_matches('\n').len());
        }
        let resource = read(Yaml, &around).unwrap();
        let Some(text) = super::trees(&resource).ok().and_then(|trees| {
            let string = trees[0].at(&super::Pointer::parse("/data/t").unwrap())?;
            match &string.data {
                confc::pointer::Data::String(text) => Some(text.to_string()),
                _ => None,
            }
        }) else {
            continue;
        };
        let Ok(embedded) = read(Yaml, &text) else { continue };
        let operations =
            json!([{"op": "replace", "path": "", "value": styles::value(&mut random, 2)}]).to_string();
        let (Ok(new), Ok(around)) =
            (patched(&embedded, &operations), within(&resource, "/data/t", Yaml, &operations))
        else {
            continue;
        };
        outer.push(around.text);
        inner.push(new.text);
    }
    assert!(outer.len() > times(200), "{}", outer.len());
    for ((outer, inner), opinions) in outer.iter().zip(&inner).zip(readers.read(&outer)) {
        for (name, found) in documents(&opinions) {
            let found = found.and_then(|found| found.pointer("/'data/'t"));
            assert_eq!(found.and_then(Value::as_str), Some(inner.as_str()), "{name}: {outer:?}");
        }
    }
}
