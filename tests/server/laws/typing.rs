//! Texts that are typed character by character, in one session.

use super::expected::{comparable, differences};
use crate::client::Client;
use crate::random::{Random, times};
use std::path::{Path, PathBuf};

/// The longest text that is typed.
const LONGEST: usize = 6000;

#[test]
fn typed_manifests_end_as_fresh_ones() {
    let manifests = sample(super::texts(&[".cml"]), 40, &mut Random::stream(1));
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
fn typed_layers_end_as_fresh_ones() {
    let ends = [".yaml", ".yml", ".toml", ".json", ".json5", ".env"];
    let layers = sample(super::texts(&ends), 40, &mut Random::stream(2));
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

/// A random part of the texts, or all of them in a long run.
fn sample(texts: Vec<(PathBuf, String)>, usual: usize, random: &mut Random) -> Vec<(PathBuf, String)> {
    let mut texts: Vec<_> = texts.into_iter().filter(|(_, text)| text.len() <= LONGEST).collect();
    random.shuffle(&mut texts);
    texts.truncate(if times(1) > 1 { usize::MAX } else { times(usual) });
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
    assert!(differences.is_empty(), "{} differs from a fresh start:\n{differences}", path.display());
}
