//! What is written, read by PyYAML: a reader of YAML 1.1.

use super::edited;
use crate::skip::skip;
use confc::resource::Syntax::Yaml;
use std::io::Write as _;
use std::process::{Command, Stdio};

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
];

#[test]
fn strings_are_strings_to_readers_of_yaml_1_1() {
    let has = Command::new("python3").args(["-c", "import yaml"]).stderr(Stdio::null()).status();
    if !has.is_ok_and(|status| status.success()) {
        return skip("strings that PyYAML reads", "python3 with PyYAML is missing");
    }
    for text in ["k: x\n", "k: 'x'\n", "k: {k: x}\n", "k: |\n  x\n", "- x\n"] {
        let path = if text.starts_with('-') {
            "/0"
        } else if text.contains('{') {
            "/k/k"
        } else {
            "/k"
        };
        let documents = STRINGS.iter().map(|string| {
            let value = serde_json::to_string(string).unwrap();
            edited(
                Yaml,
                text,
                &format!("[{{\"op\": \"replace\", \"path\": \"{path}\", \"value\": {value}}}]"),
            )
        });
        let stream: String = documents.map(|document| format!("---\n{document}")).collect();
        let script =
            "import json, sys, yaml\nprint(json.dumps(list(yaml.safe_load_all(sys.stdin.buffer.read()))))";
        let mut python = Command::new("python3")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it ran above");
        python.stdin.take().unwrap().write_all(stream.as_bytes()).unwrap();
        let output = python.wait_with_output().unwrap();
        let found: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(found.len(), STRINGS.len());
        for (found, string) in found.iter().zip(STRINGS) {
            assert_eq!(
                found.pointer(path).and_then(serde_json::Value::as_str),
                Some(*string),
                "{text:?} {string:?}"
            );
        }
    }
}
