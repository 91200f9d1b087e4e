//! Layers in YAML, read by others: what a text says is what it says to them.

use super::Read;
use crate::support::random::{Random, times};
use crate::syntax::readers::Readers;
use confc::syntax::is_disputed;
use serde_json::Value;
use std::collections::BTreeMap;

const PIECES: [&str; 52] = [
    "a", "a", "k: ", "b: ", "- ", "? ", ": ", "\n", "\n", "\n", "\n  ", "\n  ", "\n    ", "\r\n", " ", "  ",
    "\t", "#c", " # c", "'", "\"", "''", "\\", "\\n", "[", "]", "{", "}", ",", ", ", "&a ", "*a", "|\n  ",
    ">\n  ", "|-\n  ", "|+\n  ", "|2\n", "---\n", "...\n", "~", "yes", "1e3", "0x1F", "1_0", "é", "😀",
    "\u{a0}", "\u{feff}", "\u{2028}", "\u{85}", "-", "x: y",
];

/// Whether what a reader says can be what a layer says. The declared type decides what a plain text is: what is a
/// string here may be anything there, and a number here a string there. Keys are texts here.
fn agrees(ours: &Value, theirs: &Value) -> bool {
    let is_scalar = |value: &Value| value.get("#").is_some() || value.get("!").is_some();
    match (ours, theirs) {
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| agrees(ours, theirs))
        }
        (Value::Object(ours), Value::Object(members)) if !is_scalar(theirs) => {
            ours.len() == members.len()
                && ours.iter().all(|(key, ours)| match members.get(&format!("'{key}")) {
                    Some(theirs) => agrees(ours, theirs),
                    // It may be a number or a bool to others, which some of them write in their own way.
                    None => is_disputed(key) || key.starts_with(|c: char| c.is_ascii_digit() || c == '~'),
                })
        }
        (Value::String(ours), Value::String(theirs)) => ours == theirs,
        (Value::Number(ours), theirs) if is_scalar(theirs) => {
            let digits = theirs.get("#").and_then(Value::as_str);
            digits.is_none_or(|digits| digits.parse::<f64>().ok() == ours.as_f64())
        }
        (Value::Bool(ours), Value::Bool(theirs)) => ours == theirs,
        (Value::Null, Value::Null) => true,
        (Value::Array(_) | Value::Object(_), _) | (_, Value::Array(_)) => false,
        (Value::String(_), theirs) => !theirs.is_object() || is_scalar(theirs),
        (Value::Number(_) | Value::Bool(_) | Value::Null, theirs) => theirs.is_string(),
    }
}

#[test]
#[ignore = "slow: asks other readers, in Python and Go"]
fn what_a_layer_says_others_read_too() {
    let readers = Readers::new("layers that other readers of YAML read");
    let mut random = Random::stream(4);
    let mut texts: Vec<String> = (0..times(4000))
        .map(|_| (0..=random.below(14)).map(|_| random.pick(&PIECES)).collect())
        .filter(|text: &String| Read::yaml(text).is_accepted())
        .collect();
    texts.extend(
        [
            "s: |\n  x",
            "s: |\n  x\n",
            "s: |\n  x\n  ",
            "s: |\n  x\n   ",
            "s: |+\n  ",
            "s: |+\n\n  ",
            "s: >\n  x\n  y",
        ]
        .map(String::from),
    );
    let mut read = BTreeMap::new();
    for (text, opinions) in texts.iter().zip(readers.read(&texts)) {
        let ours = Read::yaml(text);
        let document = ours.json();
        // A block of the root may stand in the first column; most readers end it there.
        let root = matches!(document, Value::String(_)) && text.contains(['|', '>']);
        for (name, said) in opinions {
            let Some(said) = said.ok().filter(|_| !root) else { continue };
            let theirs = said.first().unwrap_or(&Value::Null);
            assert!(agrees(&document, theirs), "{name}: {text:?}: {document} and {theirs}");
            *read.entry(name).or_insert(0) += 1;
        }
    }
    println!("{} texts, read by {read:?}", texts.len());
    assert!(read.values().all(|count| *count > texts.len() / 2), "{} {read:?}", texts.len());
}
