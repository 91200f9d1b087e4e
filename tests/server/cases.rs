//! Runs the cases in `testdata/_lsp`. A case is one text with the files of a workspace, requests, and their answers.
//!
//! A case begins with a comment. Each line that begins with `### ` begins a step, to which the lines below it belong.
//! `‸` marks a position in a text, and is not part of the text. `␍` is a lone CR.
//!
//! - `### PATH [bom] [crlf]`: a file on disk, with a byte order mark, and with CRLF at the ends of lines.
//! - `### open PATH`, `### change PATH`: opens a document, or changes its text. Without a text, it has the file's text.
//! - `### close PATH`, `### save PATH`, `### remove PATH`: closes, saves, or removes a file.
//! - `### write PATH`: a program changes the file on disk, and the client reports it.
//! - `### settings JSON`: the settings.
//! - `### capabilities JSON`: members that replace those of the client's capabilities. The session must not have begun.
//! - `### hover PATH`, `completion`, `definition`, `references`, `prepare`: asks at each mark of the text.
//! - `### rename PATH NAME`: asks for another name of what is at each mark. The answer has the edits.
//! - `### actions PATH`: asks at each mark, or about the whole text if it has none.
//! - `### fixall PATH`, `### format PATH`, `### symbols PATH`, `### folding PATH`: asks about the text.
//! - `### hints PATH`: asks about the text between two marks, or about the whole text.
//! - `### symbols-of QUERY`: asks for the fields that the words find.
//! - `### diagnostics`: the diagnostics of all files.
//!
//! The lines below a request are its answer. `BLESS=1` rewrites all answers. `CONFC_CASE=NAME` runs one case.

mod answers;
mod steps;

use crate::client::{Client, Options, uri_of};
use crate::command::Workspace;
use crate::positions::{json_position, json_range};
use crate::threads::on_two_threads;
use answers::Answers;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use steps::{Step, Text};

/// The folder of the cases.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/_lsp");
/// Fewer cases mean that the folder is wrong.
const LEAST: usize = 40;

#[test]
fn every_case_has_its_answers() {
    let only = env::var_os("CONFC_CASE").map(|only| only.into_string().expect("CONFC_CASE is UTF-8"));
    let is_blessing = env::var_os("BLESS").is_some_and(|value| value == "1");
    assert!(!is_blessing || env::var_os("CI").is_none(), "CI does not rewrite answers");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(CASES).expect("the folder exists").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= LEAST, "there are only {} cases", paths.len());
    paths.retain(|path| only.as_ref().is_none_or(|only| path.to_str().unwrap().contains(only)));
    assert!(!paths.is_empty(), "CONFC_CASE names no case");
    let failures = Mutex::new(Vec::new());
    let queue = Mutex::new(paths);
    on_two_threads(|_| {
        loop {
            let Some(path) = queue.lock().unwrap().pop() else { return };
            let failure = check(&path, is_blessing);
            failures.lock().unwrap().extend(failure);
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

/// Runs a case. Returns the difference if its answers are wrong.
fn check(path: &Path, is_blessing: bool) -> Option<String> {
    let before = fs::read_to_string(path).unwrap();
    let run = std::panic::catch_unwind(|| Run::of(&before));
    let Ok(after) = run else { return Some(format!("{}: panics", path.display())) };
    if before == after {
        return None;
    }
    if is_blessing {
        fs::write(path, after).unwrap();
        return None;
    }
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let at = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let shown = |lines: &[&str]| {
        lines.iter().skip(at).take(12).map(|line| format!("    {line}\n")).collect::<String>()
    };
    Some(format!("{}:{}: expected\n{}  found\n{}", path.display(), at + 1, shown(&before), shown(&after)))
}

/// The run of a case.
struct Run {
    space: Workspace,
    texts: BTreeMap<String, Text>,
    client: Option<Client>,
    settings: Value,
    capabilities: Option<Value>,
}

impl Run {
    /// Runs a case and returns its text with the answers of this run.
    fn of(case: &str) -> String {
        let (comment, steps) = steps::read(case);
        let mut run = Self {
            space: Workspace::new(),
            texts: BTreeMap::new(),
            client: None,
            settings: Value::Null,
            capabilities: None,
        };
        let mut out = comment;
        for step in steps {
            out += &format!("### {}\n", step.line);
            match run.step(&step) {
                None => out += &step.body,
                Some(answer) => out += &format!("{}\n\n", answer.trim_end()),
            }
        }
        run.client.unwrap().end();
        out.trim_end().to_owned() + "\n"
    }

    fn client(&mut self) -> &mut Client {
        let options = || Options {
            settings: self.settings.clone(),
            capabilities: self.capabilities.clone(),
            log: None,
        };
        self.client.get_or_insert_with(|| Client::with(self.space.folder(), options()))
    }

    /// Takes a step. Returns the answer if the step is a request.
    fn step(&mut self, step: &Step) -> Option<String> {
        let (word, name) = step.words();
        let path = self.space.path(name);
        match word {
            "open" | "change" => {
                let text =
                    if step.has_text() { step.text() } else { Text::read(&path, self.texts.get(name)) };
                let content = text.content.clone();
                self.texts.insert(name.to_owned(), text);
                let client = self.client();
                if word == "open" { client.open(&path, &content) } else { client.change(&path, &content) }
            }
            "close" => {
                self.client().close(&path);
                self.texts.insert(name.to_owned(), Text::read(&path, None));
            }
            "save" => self.client().save(&path),
            "write" | "remove" => self.change_on_disk(step, name),
            "settings" => {
                self.settings = serde_json::from_str(step.rest()).unwrap();
                let settings = self.settings.clone();
                if let Some(client) = &mut self.client {
                    client.configure(settings);
                }
            }
            "capabilities" => {
                assert!(self.client.is_none(), "the session has begun");
                self.capabilities = Some(serde_json::from_str(step.rest()).unwrap());
            }
            "hover" | "completion" | "definition" | "references" | "prepare" | "rename" => {
                return Some(self.at_marks(step));
            }
            "actions" | "fixall" | "format" | "symbols" | "folding" | "hints" => {
                return Some(self.about(word, name));
            }
            "symbols-of" => {
                let query = step.line.strip_prefix("symbols-of").unwrap().trim_start();
                let found = self.client().search(query);
                return Some(self.answers().of(word, "", &found));
            }
            "diagnostics" => {
                let published = self.client().published();
                return Some(self.answers().diagnostics(&published));
            }
            _ => self.file(step),
        }
        None
    }

    fn file(&mut self, step: &Step) {
        let (name, mut text, mut mark) = (step.words().0, step.text(), "");
        for option in step.rest().split_whitespace() {
            match option {
                "bom" => mark = "\u{feff}",
                "crlf" => text = text.with_crlf(),
                _ => panic!("`{}` is neither a request nor a file with options", step.line),
            }
        }
        self.space.write(name, format!("{mark}{}", text.content));
        self.texts.insert(name.to_owned(), text);
    }

    fn change_on_disk(&mut self, step: &Step, name: &str) {
        let path = self.space.path(name);
        let kind = if step.words().0 == "remove" {
            fs::remove_file(&path).unwrap();
            3
        } else {
            let text = step.text();
            fs::write(&path, &text.content).unwrap();
            self.texts.insert(name.to_owned(), text);
            2
        };
        self.client().report_change(&path, kind);
    }

    fn answers(&self) -> Answers<'_> {
        Answers::new(self.space.folder(), &self.texts)
    }

    /// The answers to a request at each mark of a text.
    fn at_marks(&mut self, step: &Step) -> String {
        let (word, name) = step.words();
        let method = if word == "prepare" { "prepareRename" } else { word };
        let (text, uri) = (self.texts[name].clone(), uri_of(&self.space.path(name)));
        assert!(!text.marks.is_empty(), "{name} has no mark");
        let mut out = String::new();
        for (at, &mark) in text.marks.iter().enumerate() {
            let position = json_position(text.position(mark));
            let mut more = json!({ "position": position });
            match method {
                "references" => more["context"] = json!({ "includeDeclaration": true }),
                "rename" => more["newName"] = json!(step.rest().strip_prefix(name).unwrap().trim()),
                _ => {}
            }
            let answer = self.client().ask_for(method, &uri, more);
            if text.marks.len() > 1 {
                out += &format!("## {}: {}\n", at + 1, text.around(mark));
            }
            out += &match answer {
                Ok(answer) => self.answers().of(word, name, &answer),
                Err(refusal) => format!("refused: {}\n", self.answers().relative(&refusal)),
            };
        }
        out
    }

    /// The answers to a request about a whole text, or at each mark.
    fn about(&mut self, word: &str, name: &str) -> String {
        let (text, uri) = (self.texts[name].clone(), uri_of(&self.space.path(name)));
        let (method, only) = match word {
            "format" => ("formatting", Value::Null),
            "symbols" => ("documentSymbol", Value::Null),
            "folding" => ("foldingRange", Value::Null),
            "hints" => ("inlayHint", Value::Null),
            "fixall" => ("codeAction", json!(["source.fixAll"])),
            _ => ("codeAction", json!(["quickfix"])),
        };
        let ranges: Vec<_> = match text.marks.as_slice() {
            marks @ [_, ..] if word == "actions" => marks.iter().map(|&mark| (mark, mark)).collect(),
            &[start, end] if word == "hints" => vec![(start, end)],
            _ => vec![(0, text.content.len())],
        };
        let mut out = String::new();
        for (start, end) in ranges {
            let more = json!({
                "range": json_range(&text.content, start, end),
                "context": { "diagnostics": [], "only": only },
                "options": { "tabSize": 4, "insertSpaces": true },
            });
            let answer = self.client().ask(method, &uri, more);
            out += &self.answers().of(word, name, &answer);
        }
        out
    }
}
