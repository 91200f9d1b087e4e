//! After random edits, the server publishes the same diagnostics as a new server with the same texts.

use super::copied_shop;
use super::expected::{comparable, differences};
use crate::client::{Client, Options, uri_of};
use crate::command::Workspace;
use crate::damage::{boundary, damaged};
use crate::positions::{json_position, position};
use crate::random::{Random, times};
use crate::threads::on_two_threads;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bursts of edits in the usual run.
const BURSTS: usize = 200;
/// The bursts of one session.
const OF_SESSION: usize = 25;
/// The most edits of a burst.
const MOST: usize = 12;

#[test]
fn edited_texts_have_the_diagnostics_of_a_new_session() {
    let sessions = times(BURSTS).div_ceil(OF_SESSION);
    let next = AtomicUsize::new(0);
    on_two_threads(|_| {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= sessions {
                return;
            }
            Editing::run(at as u64);
        }
    });
    println!("{} bursts", sessions * OF_SESSION);
}

/// The diagnostics of a broken product or manifest do not depend on earlier texts.
#[test]
fn a_broken_text_has_no_past() {
    let product = "{ components: { a: { manifest: \"a.cml\" } }, environments: { e: {} } }";
    let manifest = "{ include: [\"s.cml\"], config: { a: { type: \"boool\" } } }";
    let shard = "{ config: { b: { type: \"boool\" } } }";
    for broken in ["x.product.json5", "a.cml", "s.cml"] {
        let space = Workspace::new();
        let files = [("x.product.json5", product), ("a.cml", manifest), ("s.cml", shard)];
        let (mut live, mut fresh) = (Client::start(space.folder()), Client::start(space.folder()));
        for (name, text) in files {
            let path = space.path(name);
            live.open(&path, text);
            live.settle();
            let text = if name == broken { &text[..text.len() - 1] } else { text };
            fresh.open(&path, text);
        }
        let path = space.path(broken);
        live.change(&path, &fresh.open[&path]);
        let differences = differences(&comparable(&fresh.published()), &comparable(&live.published()));
        assert!(differences.is_empty(), "{broken} is broken:\n{differences}");
        live.end();
        fresh.end();
    }
}

/// A folder disappears with a file that a manifest includes. Some clients report the folder. Others report nothing, so
/// the next request must notice it.
#[test]
fn removed_folders_are_noticed() {
    for is_reported in [true, false] {
        let space = Workspace::new();
        let (below, path) = (space.path("sub"), space.path("a.cml"));
        space.write("sub/s.cml", "{ config: { b: { type: \"bool\" } } }");
        let mut client = Client::start(space.folder());
        client.open(&path, "{ include: [\"sub/s.cml\"], config: { a: { type: \"bool\" } } }");
        assert!(client.published().is_empty());
        fs::remove_dir_all(&below).unwrap();
        if is_reported {
            client.report_change(&below, 3);
        }
        client.ask("hover", &uri_of(&path), json!({ "position": { "line": 0, "character": 0 } }));
        assert_eq!(client.published().len(), 1, "reported: {is_reported}");
        client.end();
    }
}

/// A session with a workspace that changes at random.
struct Editing {
    space: Workspace,
    client: Client,
    random: Random,
    /// The original texts of the product's files.
    originals: BTreeMap<PathBuf, String>,
    settings: Value,
    /// The edits of the current burst, which a failure prints.
    done: Vec<String>,
}

impl Editing {
    fn run(session: u64) {
        let space = Workspace::new();
        let originals = copied_shop(&space);
        let client = Client::start(space.folder());
        let random = Random::stream(1000 + session);
        let (settings, done) = (Value::Null, Vec::new());
        let mut editing = Self { space, client, random, originals, settings, done };
        for burst in 0..OF_SESSION {
            editing.done.clear();
            for _ in 0..1 + editing.random.below(MOST) {
                editing.edit();
            }
            editing.check(session, burst);
        }
        editing.client.end();
    }

    /// Compares the diagnostics with those of a new server that opens the same texts.
    fn check(&mut self, session: u64, burst: usize) {
        let found = comparable(&self.client.published());
        let options = Options { settings: self.settings.clone(), ..Options::default() };
        let mut fresh = Client::with(self.space.folder(), options);
        let mut open: Vec<_> = self.client.open.iter().collect();
        self.random.shuffle(&mut open);
        for (path, text) in open {
            fresh.open(path, text);
        }
        let expected = comparable(&fresh.published());
        let differences = differences(&expected, &found);
        let root = uri_of(self.space.folder());
        assert!(
            differences.is_empty(),
            "session {session}, burst {burst}: {:#?}\nopen: {:?}\n{}",
            self.done,
            self.client.open.keys(),
            differences.replace(&root, "")
        );
        fresh.end();
    }

    fn edit(&mut self) {
        let path = self.file();
        let is_open = self.client.open.contains_key(&path);
        match self.random.below(12) {
            0..=3 if is_open => {
                let text = self.text(&path);
                self.note("change", &path, &text);
                self.client.change(&path, &text);
            }
            4 if is_open => {
                self.note("close", &path, "");
                self.client.close(&path);
            }
            5 if is_open => self.save(&path),
            6 | 7 => self.ask(&path),
            8 => self.change_disk(&path),
            9 if self.random.once_in(4) => self.configure(),
            _ if !is_open => {
                let text = self.text(&path);
                self.note("open", &path, &text);
                self.client.open(&path, &text);
            }
            _ => {}
        }
    }

    /// A file of the product, or one beside it.
    fn file(&mut self) -> PathBuf {
        let known: Vec<_> = self.originals.keys().cloned().collect();
        let more =
            ["other.product.json5", "values/new.yaml", "lone.cml", "components/none.cml", "a b[é].json5"];
        if self.random.once_in(8) {
            return self.space.path(self.random.pick(&more));
        }
        self.random.one_of(&known).clone()
    }

    /// A new text for a file: its original, a damaged version of it, or the text of another file.
    fn text(&mut self, path: &Path) -> String {
        let original = self.originals.get(path).cloned();
        let lone = "# confc: ../components/cache.cml\ncache_memory: 64MiB\nport: 1\n".to_owned();
        match self.random.below(6) {
            0 | 1 => original.unwrap_or(lone),
            2 => self
                .client
                .open
                .get(path)
                .cloned()
                .or(original)
                .map_or(lone, |text| damaged(&text, &mut self.random)),
            3 if self.random.once_in(3) => {
                let texts: Vec<_> = self.originals.values().cloned().collect();
                self.random.one_of(&texts).clone()
            }
            _ => damaged(&original.unwrap_or(lone), &mut self.random),
        }
    }

    fn save(&mut self, path: &Path) {
        if !self.random.once_in(4) {
            self.write(path);
        }
        self.note("save", path, "");
        self.client.save(path);
    }

    /// Writes the open text of a file to disk.
    fn write(&mut self, path: &Path) {
        let Some(text) = self.client.open.get(path) else { return };
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A program changes, creates or removes a file.
    fn change_disk(&mut self, path: &Path) {
        let exists = path.exists();
        if exists && self.random.once_in(4) {
            self.note("remove", path, "");
            fs::remove_file(path).unwrap();
            return self.client.report_change(path, 3);
        }
        let text = self.text(path);
        self.note("write", path, &text);
        fs::write(path, text).unwrap();
        self.client.report_change(path, if exists { 2 } else { 1 });
    }

    /// Sends a request without waiting for the answer.
    fn ask(&mut self, path: &Path) {
        let text = self.client.open.get(path).cloned().unwrap_or_default();
        let place = json_position(position(&text, boundary(&text, &mut self.random)));
        if self.random.once_in(8) {
            let query = *self.random.one_of(&["", "port"]);
            self.client.begin("workspace/symbol", json!({ "query": query }));
            return;
        }
        let method =
            *self.random.one_of(&["hover", "completion", "definition", "documentSymbol", "formatting"]);
        let params = json!({
            "textDocument": { "uri": uri_of(path) },
            "position": place,
            "options": { "tabSize": 2, "insertSpaces": true },
        });
        self.note(method, path, "");
        self.client.begin(&format!("textDocument/{method}"), params);
    }

    fn configure(&mut self) {
        let settings = [
            Value::Null,
            json!({ "products": ["shop.product.json5"] }),
            json!({ "products": ["other.product.json5", "preview.product.json5"] }),
            json!({ "includePath": ["components"], "features": ["structs"] }),
        ];
        self.settings = self.random.one_of(&settings).clone();
        self.note("configure", Path::new(""), &self.settings.to_string());
        self.client.configure(self.settings.clone());
    }

    fn note(&mut self, what: &str, path: &Path, text: &str) {
        let path = path.strip_prefix(self.space.folder()).unwrap_or(path);
        self.done.push(format!("{what} {} {text}", path.display()));
    }
}
