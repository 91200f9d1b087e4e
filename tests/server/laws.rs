//! Laws of the server, for all texts.

mod edits;
mod equality;
mod expected;
mod fixes;
mod renames;
mod requests;
mod typing;
#[cfg(target_os = "linux")]
mod work;

use crate::client::{Client, Options};
use crate::command::{Workspace, files_below};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The files below `testdata` and `examples` whose names have one of these endings, with their texts as editors show
/// them. Files that are not UTF-8 are left out, since editors cannot send them.
fn texts(endings: &[&str]) -> Vec<(PathBuf, String)> {
    let files = ["testdata", "examples"].into_iter().flat_map(|folder| {
        let folder = Path::new(crate::ROOT).join(folder);
        files_below(&folder).into_iter().map(move |name| folder.join(name))
    });
    let files = files.filter(|path| endings.iter().any(|ending| path.to_str().unwrap().ends_with(ending)));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).ok()?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        Some((path, text))
    };
    files.filter_map(read).collect()
}

/// Copies the files of the shop in `examples`. Returns their paths with their texts.
fn copied_shop(space: &Workspace) -> BTreeMap<PathBuf, String> {
    let shop = Path::new(crate::ROOT).join("examples/shop");
    let copy = |name: String| {
        let text = fs::read_to_string(shop.join(&name)).unwrap();
        space.write(&name, &text);
        (space.path(&name), text)
    };
    files_below(&shop).into_iter().map(copy).collect()
}

/// A session in the repository that checks no products.
fn without_products() -> Client {
    let settings = json!({ "products": ["no-such.product.json5"] });
    Client::with(Path::new(crate::ROOT), Options { settings, ..Options::default() })
}
