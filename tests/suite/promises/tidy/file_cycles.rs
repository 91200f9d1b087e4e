//! Files of a room import one another without cycles.

use super::{File, SOURCES};
use std::collections::{BTreeMap, BTreeSet};

/// The path of a module from its crate: `layers`, `layers::patch`.
type Module = Vec<String>;

/// The modules of one crate that are files.
struct Crate {
    files: BTreeMap<Module, File>,
    /// For each module, the paths of the names that it imports.
    imports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

/// The `use` declarations of a file, and the rest of its code.
fn split_imports(file: &File) -> (Vec<(bool, Vec<String>)>, String) {
    let (mut imports, mut rest, mut open) = (Vec::new(), String::new(), None::<String>);
    for (_, line) in file.code() {
        let item = line.trim_start();
        let visible = item.strip_prefix("pub(").and_then(|item| item.split_once(") ")).map(|(_, item)| item);
        let item = visible.or(item.strip_prefix("pub ")).unwrap_or(item);
        if open.is_none() && !item.starts_with("use ") {
            rest.push_str(line.split(" // ").next().unwrap_or(line));
            rest.push('\n');
            continue;
        }
        let is_reexport = line.trim_start().starts_with("pub");
        let text = open.take().unwrap_or_else(|| format!("{} ", if is_reexport { "pub" } else { "own" }))
            + item.trim_start_matches("use ");
        match text.strip_suffix(';') {
            Some(whole) => {
                let (kind, tree) = whole.split_once(' ').unwrap_or(("own", whole));
                let tree: String = tree.replace(" as ", "#").split_whitespace().collect();
                imports.extend(expanded(&tree).into_iter().map(|path| (kind == "pub", path)));
            }
            None => open = Some(text),
        }
    }
    (imports, rest)
}

/// The paths of a tree of imports: `a::{b, c::d}`. A new name follows its path after `#`.
fn expanded(tree: &str) -> Vec<Vec<String>> {
    let Some((before, inside)) = tree.split_once('{') else {
        return vec![tree.split("::").map(str::to_owned).collect()];
    };
    let before: Vec<String> = before.split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let inside = inside.strip_suffix('}').unwrap_or(inside);
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in inside.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match parts.last_mut() {
            Some(part) if c != ',' || depth > 0 => part.push(c),
            Some(_) | None => parts.push(String::new()),
        }
    }
    let parts = parts.iter().filter(|part| !part.is_empty()).flat_map(|part| expanded(part));
    parts.map(|path| before.iter().cloned().chain(path).collect()).collect()
}

/// The paths in code that begin with `crate`, `super` or one of these modules.
fn paths_in(code: &str, modules: &BTreeSet<&str>) -> Vec<Vec<String>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("::") {
        let before = &code[..at];
        let start = before.rfind(|c| !is_word(c)).map_or(0, |end| end + 1);
        let first = &code[start..at];
        // A visibility such as `pub(in crate::a)` imports nothing.
        let is_first = !["::", "$", "pub(in "].iter().any(|before| code[..start].ends_with(before));
        if is_first && (matches!(first, "crate" | "super" | "self") || modules.contains(first)) {
            let end = code[start..].find(|c| !is_word(c) && c != ':').map_or(code.len(), |end| start + end);
            paths.push(code[start..end].split("::").map(str::to_owned).collect());
        }
    }
    paths
}

impl Crate {
    /// The crate of these files below the folder `sources`, without its tests.
    fn of(sources: &str, all: Vec<File>) -> Self {
        let mut files = BTreeMap::new();
        for file in all.into_iter().filter(|file| !file.is_test()) {
            let path = file.path.trim_start_matches(sources).trim_start_matches('/').trim_end_matches(".rs");
            let mut module: Module = path.split('/').map(str::to_owned).collect();
            module.pop_if(|last| last == "mod");
            files.insert(module, file);
        }
        let mut imports = BTreeMap::new();
        for (module, file) in &files {
            let named = |(_, path): (bool, Vec<String>)| {
                let last = path.last().cloned().unwrap_or_default();
                (last.rsplit('#').next().unwrap_or_default().to_owned(), path)
            };
            imports.insert(module.clone(), split_imports(file).0.into_iter().map(named).collect());
        }
        Self { files, imports }
    }

    /// The file that a path in a module leads to, also through names that other modules export.
    fn file(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Vec::new(),
            "self" => from.clone(),
            "super" => from.split_last()?.1.to_vec(),
            _ => [from.as_slice(), std::slice::from_ref(first)].concat(),
        };
        if !self.files.contains_key(&at) && !at.is_empty() {
            return None;
        }
        let mut rest = rest.iter().peekable();
        while let Some(word) = rest.peek() {
            let inner = [at.as_slice(), std::slice::from_ref(*word)].concat();
            match word.as_str() {
                "super" => _ = at.pop(),
                _ if self.files.contains_key(&inner) => at = inner,
                _ => break,
            }
            rest.next();
        }
        let name = rest.next().and_then(|name| name.split('#').next()).unwrap_or_default();
        match self.imports.get(&at).and_then(|imports| imports.get(name)) {
            Some(path) if depth < 8 => self.file(&at, path, depth + 1).or(Some(at)),
            Some(_) | None => self.files.contains_key(&at).then_some(at),
        }
    }

    /// The other files of its room that a file imports. A module may export what it likes.
    fn uses(&self, module: &Module) -> BTreeSet<Module> {
        let (imports, rest) = split_imports(&self.files[module]);
        let children = self.files.keys().filter(|child| child.starts_with(module));
        let children = children.filter_map(|child| child.get(module.len())).map(String::as_str).collect();
        let own = imports.into_iter().filter(|(is_exported, _)| !is_exported).map(|(_, path)| path);
        let paths = own.chain(paths_in(&rest, &children));
        let found = paths.filter_map(|path| self.file(module, &path, 0));
        found.filter(|found| found != module && found.first() == module.first()).collect()
    }

    /// The cycles of files, each once, as paths.
    fn cycles(&self) -> Vec<Vec<String>> {
        let uses: BTreeMap<&Module, BTreeSet<Module>> =
            self.files.keys().map(|module| (module, self.uses(module))).collect();
        let reached = |from: &Module| {
            let (mut reached, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(next) = open.pop() {
                open.extend(uses[&next].iter().filter(|found| reached.insert((*found).clone())).cloned());
            }
            reached
        };
        let all: BTreeMap<&Module, BTreeSet<Module>> =
            uses.keys().map(|module| (*module, reached(module))).collect();
        let mut cycles = Vec::new();
        for (module, reached) in all.iter().filter(|(module, reached)| reached.contains(**module)) {
            let cycle: Vec<&Module> = reached.iter().filter(|other| all[other].contains(*module)).collect();
            if cycle.first() == Some(module) {
                cycles.push(cycle.iter().map(|module| self.files[*module].path.clone()).collect());
            }
        }
        cycles
    }
}

#[test]
fn files_of_a_room_form_no_cycle() {
    let crates = Vec::from_iter(SOURCES.iter().map(|sources| Crate::of(sources, File::below(&[sources]))));
    let files: usize = crates.iter().map(|of| of.files.len()).sum();
    assert!(files > 100, "{files} files");
    let cycles = crates.iter().flat_map(Crate::cycles);
    let complaints: Vec<String> = cycles.map(|cycle| format!("a cycle: {}", cycle.join(", "))).collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn a_cycle_of_files_is_found() {
    let cycles = |files: &[(&str, &str)]| {
        let file = |(path, text): &(&str, &str)| File { path: format!("src/{path}"), text: (*text).into() };
        Crate::of("src", files.iter().map(file).collect()).cycles()
    };
    let root = ("a/mod.rs", "mod b;\nmod c;\nmod d;\npub use c::C;\n");
    let straight = ("a/c.rs", "use super::d::D;\npub struct C;\n");
    let back = ("a/d.rs", "fn d(_: crate::a::b::B) {}\n");
    // Directly, through a name that the room exports, and by a path in the code.
    let by_path = ("a/b.rs", "use super::c::C;\npub struct B;\n");
    let by_name = ("a/b.rs", "use crate::a::{\n    C,\n};\npub struct B;\n");
    for b in [by_path, by_name] {
        let cycle = ["src/a/b.rs", "src/a/c.rs", "src/a/d.rs"];
        assert_eq!(cycles(&[root, b, straight, back]), [cycle]);
        assert_eq!(cycles(&[root, b, straight, ("a/d.rs", "// crate::a::b::B\n")]), [[""; 0]; 0]);
    }
}

#[test]
fn imports_are_found_in_trees_and_paths() {
    let words = |paths: Vec<Vec<String>>| paths.iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(words(expanded("a::{b,c::{self,d#e}}")), ["a::b", "a::c::self", "a::c::d#e"]);
    let found = paths_in(
        "pub(in crate::b) x(super::a::B::new(), $crate::c, d::e, f::g::d::h)",
        &BTreeSet::from(["d"]),
    );
    assert_eq!(words(found), ["super::a::B::new", "d::e"]);
}
