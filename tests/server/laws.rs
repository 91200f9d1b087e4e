//! Laws of the server that hold for all texts.

mod edits;
mod equality;
mod expected;
mod fixes;
mod requests;
mod typing;

use crate::client::{Client, Options};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// The files below these folders of the repository, sorted.
fn files_below(folders: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut left: Vec<PathBuf> = folders.iter().map(|folder| Path::new(crate::ROOT).join(folder)).collect();
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { left.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// The files below `testdata` and `examples` whose names end so, with their texts as editors show them. Files that are
/// not UTF-8 are left out, since editors cannot send them.
fn texts(ends: &[&str]) -> Vec<(PathBuf, String)> {
    let files = files_below(&["testdata", "examples"]).into_iter();
    let files = files.filter(|path| ends.iter().any(|end| path.to_str().unwrap().ends_with(end)));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).ok()?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        Some((path, text))
    };
    files.filter_map(read).collect()
}

/// A session in the repository that searches for no products.
fn without_products() -> Client {
    let settings = json!({ "products": ["no-such.product.json5"] });
    Client::with(Path::new(crate::ROOT), Options { settings, ..Options::default() })
}
