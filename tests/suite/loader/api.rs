//! The public interface of `confc-loader`: its items are those of a list, and none shows a type of `confc-core`.
//!
//! Modules, types, traits, functions and constants are items, and so are methods, constants of types, public fields and
//! items of traits. Variants are listed with their enum and do not count. Implementations of traits are not listed.
//! `BLESS=loader-api` writes the list again; a longer list needs a line in the changelog.
//!
//! The test reads sources as `rustfmt` lays them out: an item begins a line, at the margin or one step in. The lint
//! `unreachable_pub` ensures that everything that is `pub` can be used from outside.

use std::fs;
use std::path::Path;

/// The most items that the interface may have.
const MAX_ITEMS: usize = 143;

/// The list, relative to this package.
const LIST: &str = "tests/suite/loader/api.txt";

/// A file of the loader.
struct LoaderFile {
    /// Its path below `loader/src/`.
    path: String,
    /// Its text, without the tests at its end.
    text: String,
}

/// One item of the interface.
struct Item {
    /// The kind and the path, as in `fn Values::get`; for an enum with its variants.
    name: String,
    /// What its users see of it: the declaration without a body.
    shown: String,
}

/// Every file below a folder.
fn files(folder: &Path, root: &Path, found: &mut Vec<LoaderFile>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, root, found);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap().to_owned();
            found.push(LoaderFile {
                path: path.strip_prefix(root).unwrap().to_str().unwrap().to_owned(),
                text,
            });
        }
    }
}

fn loader_files() -> Vec<LoaderFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("loader/src");
    let mut found = Vec::new();
    files(&root, &root, &mut found);
    found
}

/// The word at the beginning of a text.
fn word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap()
}

/// The kind and the name of the item that a text declares.
fn kind_and_name(text: &str) -> Option<(&'static str, &str)> {
    let text = if text.starts_with("const fn ") { &text["const ".len()..] } else { text };
    let kinds = ["struct", "enum", "trait", "fn", "const", "static", "type", "mod"];
    kinds.into_iter().find_map(|kind| Some((kind, word(text.strip_prefix(kind)?.strip_prefix(' ')?))))
}

/// The declaration at the beginning of these lines, without its body or value.
fn declaration(lines: &[&str]) -> String {
    let text = lines.join("\n");
    text.split(['{', ';', '=']).next().unwrap().to_owned()
}

/// The items one step in, of a type or trait with this path; `before` is what each of them begins with.
fn members(path: &str, lines: &[&str], before: &str) -> Vec<Item> {
    let mut items = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(line) = line.strip_prefix("    ").and_then(|line| line.strip_prefix(before)) else {
            continue;
        };
        let item = kind_and_name(line);
        let (kind, name) = item.or_else(|| Some(("field", line.split_once(": ")?.0))).unwrap_or_default();
        if !name.is_empty() && name == word(name) {
            items.push(Item { name: format!("{kind} {path}::{name}"), shown: declaration(&lines[at..]) });
        }
    }
    items
}

/// Every item of a file.
fn items(file: &LoaderFile) -> Vec<Item> {
    let module = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    // All other folders are private, and their items are exported at the top.
    let module = if module.starts_with("client") { module.replace('/', "::") + "::" } else { String::new() };
    let lines: Vec<&str> = file.text.lines().collect();
    let mut items = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let body = &lines[at + 1..];
        let end =
            body.iter().position(|line| !line.is_empty() && !line.starts_with(' ')).unwrap_or(body.len());
        let body = &body[..end];
        if let Some(implemented) = line.strip_prefix("impl").filter(|line| !line.contains(" for ")) {
            let ty = implemented.split_once("> ").map_or(implemented.trim_start(), |(_, ty)| ty);
            items.extend(members(&format!("{module}{}", word(ty)), body, "pub "));
        }
        let Some((kind, name)) = line.strip_prefix("pub ").and_then(kind_and_name) else { continue };
        let path = format!("{module}{name}");
        let mut item = Item { name: format!("{kind} {path}"), shown: declaration(&lines[at..]) };
        let inside = match kind {
            "struct" => members(&path, body, "pub "),
            "trait" => members(&path, body, ""),
            _ => Vec::new(),
        };
        if kind == "struct" {
            item.shown.clear();
        } else if kind == "enum" {
            let lines = || body.iter().filter_map(|line| line.strip_prefix("    "));
            let variants = lines().map(word).filter(|name| name.starts_with(|c: char| c.is_uppercase()));
            item.name += &format!(" {{ {} }}", variants.collect::<Vec<_>>().join(", "));
            // Without the names of the variants and comments.
            let fields = lines().filter(|line| !line.trim_start().starts_with("//"));
            item.shown = fields.map(|line| &line[word(line).len()..]).collect::<Vec<_>>().join("\n");
        }
        items.push(item);
        items.extend(inside);
    }
    items
}

/// What a file imports from the core: names of types and functions, and modules as `name::`.
fn core_names(text: &str) -> Vec<String> {
    let mut names = vec!["confc_core".to_owned()];
    for import in text.split("use confc_core::").skip(1) {
        let import = import.split(';').next().unwrap();
        let (path, last) = import.split_once("::{").unwrap_or(("", import));
        for name in last.trim_end_matches('}').split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let name = if name == "self" { path } else { name };
            let name = name.rsplit(" as ").next().unwrap().rsplit("::").next().unwrap();
            let is_module = name.starts_with(|c: char| c.is_lowercase());
            names.push(if is_module { format!("{name}::") } else { name.to_owned() });
        }
    }
    names
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the list is written on request")]
fn the_interface_is_the_one_that_is_listed() {
    let mut names: Vec<String> = loader_files().iter().flat_map(items).map(|item| item.name).collect();
    names.sort();
    let list = names.join("\n") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(LIST);
    if std::env::var("BLESS").is_ok_and(|blessed| blessed == "loader-api") {
        fs::write(&path, &list).unwrap();
    }
    let listed = fs::read_to_string(&path).unwrap();
    let added: Vec<&str> =
        list.lines().filter(|name| !listed.lines().any(|listed| listed == *name)).collect();
    let removed: Vec<&str> =
        listed.lines().filter(|name| !list.lines().any(|listed| listed == *name)).collect();
    assert!(list == listed, "{LIST} does not list {added:?}, and lists {removed:?}, which are not there");
    assert!(names.len() <= MAX_ITEMS, "{} items are more than {MAX_ITEMS}", names.len());
}

#[test]
fn no_item_shows_a_type_of_the_core() {
    for file in loader_files() {
        assert!(!file.text.contains("pub use confc_core"), "{} exports an item of the core", file.path);
        let hidden = |line: &&str| line.trim_start().starts_with("pub ") && line.contains('$');
        assert_eq!(file.text.lines().find(hidden), None, "{}: a macro makes an item", file.path);
        let core = core_names(&file.text);
        for item in items(&file) {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let shows = |name: &&String| {
                item.shown.match_indices(&***name).any(|(at, _)| {
                    let after = &item.shown[at + name.len()..];
                    !item.shown[..at].ends_with(is_part)
                        && (name.ends_with(':') || !after.starts_with(is_part))
                })
            };
            assert_eq!(core.iter().find(shows), None, "{} shows it", item.name);
        }
    }
}
