//! A text that is typed character by character has the same diagnostics as one that is opened whole.

use super::expected::{comparable, differences};
use crate::client::Client;
use crate::random::{Random, times};
use std::path::{Path, PathBuf};

/// The bytes of the longest text that is typed.
const LONGEST: usize = 6000;
/// The texts of each kind in the usual run.
const TEXTS: usize = 40;

#[test]
fn typed_manifests_have_the_diagnostics_of_opened_ones() {
    let manifests = sample(&[".cml"], &mut Random::stream(1));
    let mut client = super::without_products();
    for (path, text) in &manifests {
        type_text(&mut client, path, text, &mut Random::stream(text.len() as u64));
        let typed = comparable(&client.published());
        let mut fresh = super::without_products();
        fresh.open(path, text);
        assert_no_difference(path, &comparable(&fresh.published()), &typed);
        fresh.end();
        client.close(path);
    }
    println!("{} manifests", manifests.len());
    client.end();
}

#[test]
fn typed_layers_have_the_diagnostics_of_opened_ones() {
    let endings = [".yaml", ".yml", ".toml", ".json", ".json5", ".env"];
    let layers = sample(&endings, &mut Random::stream(2));
    for (path, text) in &layers {
        // The products beside a layer are checked, too.
        let root = path.parent().unwrap();
        let mut client = Client::start(root);
        type_text(&mut client, path, text, &mut Random::stream(text.len() as u64));
        let typed = comparable(&client.published());
        client.end();
        let mut fresh = Client::start(root);
        fresh.open(path, text);
        assert_no_difference(path, &comparable(&fresh.published()), &typed);
        fresh.end();
    }
    println!("{} layers", layers.len());
}

/// Some random texts of files with these endings, or all of them in a long run.
fn sample(endings: &[&str], random: &mut Random) -> Vec<(PathBuf, String)> {
    let mut texts = super::texts(endings);
    texts.retain(|(_, text)| text.len() <= LONGEST);
    assert!(texts.len() > TEXTS, "there are only {} texts", texts.len());
    random.shuffle(&mut texts);
    if times(1) == 1 {
        texts.truncate(TEXTS);
    }
    texts
}

/// Types a text without waiting for the server, apart from a few pauses.
fn type_text(client: &mut Client, path: &Path, text: &str, random: &mut Random) {
    client.open(path, "");
    for (at, c) in text.char_indices() {
        client.change(path, &text[..at + c.len_utf8()]);
        if random.once_in(100) {
            client.settle();
        }
    }
}

fn assert_no_difference(path: &Path, fresh: &crate::client::Published, typed: &crate::client::Published) {
    let differences = differences(fresh, typed);
    assert!(differences.is_empty(), "{} differs in a new session:\n{differences}", path.display());
}
