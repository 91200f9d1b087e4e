//! A rename keeps every product valid: the edited texts have no more errors than before.

use super::copied_shop;
use super::requests::more_files;
use crate::client::{Client, uri_of};
use crate::command::Workspace;
use crate::positions::{edited, json_position, position};
use crate::random::{Random, times};
use crate::threads::on_two_threads;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The renames of the usual run.
const RENAMES: usize = 100;
/// Names that some things may have and others must not.
const NAMES: [&str; 9] = ["pond", "new_name", "in", "self", "naïve", "Big Name", "x-1", "port", ""];

#[test]
fn renames_cause_no_errors() {
    let (next, accepted) = (AtomicUsize::new(0), AtomicUsize::new(0));
    on_two_threads(|half| {
        let space = Workspace::new();
        let mut renaming = Renames::new(&space, half);
        while next.fetch_add(1, Ordering::Relaxed) < times(RENAMES) {
            renaming.rename();
        }
        accepted.fetch_add(renaming.accepted, Ordering::Relaxed);
        renaming.client.end();
    });
    let (accepted, all) = (accepted.into_inner(), times(RENAMES));
    println!("{all} renames, {accepted} accepted");
    assert!(accepted * 20 > all && accepted * 2 < all, "of {all} renames {accepted} are accepted");
}

struct Renames {
    client: Client,
    random: Random,
    texts: BTreeMap<PathBuf, String>,
    /// The renames that have edits.
    accepted: usize,
}

impl Renames {
    fn new(space: &Workspace, half: usize) -> Self {
        let mut texts = copied_shop(space);
        for (name, text) in more_files() {
            space.write(name, &text);
            texts.insert(space.path(name), text);
        }
        let mut client = Client::start(space.folder());
        texts.iter().for_each(|(path, text)| client.open(path, text));
        Self { client, random: Random::stream(70 + half as u64), texts, accepted: 0 }
    }

    /// Renames something, checks the new texts, and restores the old ones.
    fn rename(&mut self) {
        let paths: Vec<_> = self.texts.keys().cloned().collect();
        let path = self.random.one_of(&paths).clone();
        let text = &self.texts[&path];
        let words: Vec<usize> =
            text.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
        let at = *self.random.one_of(&words);
        let to = *self.random.one_of(&NAMES);
        let place = json!({ "position": json_position(position(text, at)), "newName": to });
        let uri = uri_of(&path);
        let offered = self.client.ask("prepareRename", &uri, place.clone());
        let answer = self.client.ask_for("rename", &uri, place);
        let edit = answer.unwrap_or_default();
        let by_uri = edits(&edit);
        self.accepted += usize::from(!by_uri.is_empty());
        assert!(by_uri.is_empty() || !offered.is_null(), "{uri} {at}: a rename that is not offered");
        if by_uri.is_empty() {
            return;
        }
        let before = self.errors();
        for (uri, edits) in &by_uri {
            let path = paths.iter().find(|path| uri_of(path) == *uri).expect("edits are in open texts");
            let text = edited(&self.texts[path], edits);
            self.client.change(path, &text);
        }
        let after = self.errors();
        assert!(
            after.len() <= before.len(),
            "{uri} {at}: {to:?} for {offered} adds errors:\n{}\nbefore:\n{}\n{edit:#}",
            after.join("\n"),
            before.join("\n")
        );
        for uri in by_uri.keys() {
            let path = paths.iter().find(|path| uri_of(path) == *uri).unwrap();
            let text = self.texts[path].clone();
            self.client.change(path, &text);
        }
    }

    /// The errors, as text.
    fn errors(&mut self) -> Vec<String> {
        let published = self.client.published();
        let errors = published.values().flatten().filter(|found| found["severity"] == 1);
        errors.map(|found| format!("{} {}", found["range"], found["message"])).collect()
    }
}

/// The edits by the URIs of their files.
fn edits(edit: &Value) -> BTreeMap<String, Vec<Value>> {
    let changes = edit["documentChanges"].as_array().into_iter().flatten();
    let of = |change: &Value| {
        let uri = change["textDocument"]["uri"].as_str().unwrap().to_owned();
        (uri, change["edits"].as_array().unwrap().clone())
    };
    changes.map(of).collect()
}
