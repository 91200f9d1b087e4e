//! Reads the sources and holds them to the plan of the house: who may import whom, how long a file is, where
//! a diagnostic is made, and that a type's name is its own.

mod english;
mod file_cycles;

use confc::diagnostic::Code;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The rooms below the `src/` of each package with their ranks: a room imports rooms of lower rank only. What the
/// compiler takes from the core lies below all of its own.
const RANKS: &[(&str, &[(&str, u32)])] = &[
    (
        "core/src/",
        &[
            ("text", 0),
            ("types", 1),
            ("expr", 2),
            ("evaluation", 3),
            ("rules", 3),
            ("wire", 4),
            ("declaration", 5),
            ("values", 6),
            ("plan", 7),
        ],
    ),
    (
        "loader/src/",
        &[
            ("checksum", 0),
            ("error", 0),
            ("view", 0),
            ("field", 1),
            ("value", 1),
            ("declaration", 2),
            ("values", 3),
            ("client", 4),
            ("deserialize", 4),
            ("plan", 4),
        ],
    ),
    (
        "src/",
        &[
            ("text", 0),
            ("types", 0),
            ("diagnostic", 1),
            ("wire", 1),
            ("syntax", 2),
            ("value", 3),
            ("pointer", 3),
            ("manifest", 3),
            ("schema", 4),
            ("declaration", 5),
            ("secrets", 5),
            ("compile", 6),
            ("layers", 6),
            ("resolve", 7),
            ("provenance", 8),
            ("plan", 8),
            ("compare", 8),
            ("generate", 7),
            ("export", 8),
            ("edit", 8),
            ("draft", 9),
            ("product", 9),
            ("compilation", 9),
            ("disk", 10),
            ("build", 11),
            ("catalogue", 11),
            ("workspace", 11),
            ("server", 12),
            ("cli", 13),
        ],
    ),
];

/// Where the sources of the packages lie.
const SOURCES: &[&str] = &["src", "core/src", "loader/src"];
/// Where everything lies that is compiled.
const EVERYTHING: &[&str] =
    &["src", "tests", "benches", "core/src", "loader/src", "loader/examples", "loader/tests"];

const MAX_LINES: usize = 500;
const MAX_LINES_OF_TESTS: usize = 600;
const MAX_LINES_OF_MAIN: usize = 40;

/// Codes that more than one function names, and why. Any other is made in one place, so that what is said
/// about one kind of mistake is said in one way.
const MADE_IN_SEVERAL_PLACES: &[(&str, &str)] = &[
    ("E0102", "a file that is too large is refused before it is read, a text when it is"),
    ("E0113", "a text that is empty is helped by what is expected in it"),
    ("E0114", "a mistake is shown where reading stops, but of a string or a template where that begins"),
    ("E0123", "the reader of TOML refuses a text, or takes a number that is none"),
    ("E0204", "a section has another kind, or its text is no convention"),
    ("E0213", "what two files say differs in a section, or of a rule"),
    ("E0306", "a type object lacks an attribute, or a rule its condition"),
    ("E0308", "an attribute fits neither every type nor every role"),
    ("E0314", "a pattern is limited as it is written, and as it is compiled"),
    ("E0317", "an object of members, variants or cases is empty, or the cases are too few or too many"),
    ("E0320", "an entry of `mutability` is known, and stands once"),
    ("E0342", "a unit is declared, or counted in by an expression"),
    ("E0346", "two fields have one name, two cases have one text, or a member has the name of a tag"),
    ("E0348", "two cases take one kind, or a case is a union itself"),
    ("E0353", "null is ambiguous in a field, or in a case of a union"),
    ("E0401", "a literal is refused as it is written, or as a value"),
    ("E0403", "a literal is refused as it is written, or as a value"),
    ("E0404", "a literal is refused as it is written, or as a value"),
    ("E0409", "a literal is refused as it is written, or as a value"),
    ("E0422", "an operator does not fit a type, or its operand does not fit it"),
    ("E0424", "a path leads into what has no parts, or has a part that is no step"),
    ("E0451", "a rule has no answer for values, or an expression that somebody asks about"),
    ("E0460", "a quantity stands in a literal, or in an expression"),
    ("E0463", "a literal has a kind without a case, or a value behind the name of a case"),
    ("E0502", "a compiled file is too large to be read, or would be"),
    ("E0513", "a plan was made with another interface of its component, or of one that it reads"),
    ("E0515", "a plan is refused as a whole, or for something in it"),
    ("E0841", "two fields share a name in an environment file that is read, or written"),
    ("E0850", "a key of a document, or a name in an environment file"),
    ("E0854", "a document has nothing to draft from, or is something else than values"),
    ("E0856", "a schema is refused for its form, its types, its names or its references"),
    ("E0903", "usage is one code for whatever the arguments say that makes no sense"),
    ("W0101", "comments that no key stands below, and those above a key that has no documentation"),
];

/// Names that several types have, and why. Any other type of the core and the compiler has a name of its own.
const SHARED_TYPE_NAMES: &[(&str, &str)] =
    &[("FileMode", "one for Unix, and one for where files have no mode")];

/// One file of ours.
struct File {
    /// From the package's folder.
    path: String,
    text: String,
}

impl File {
    /// Every Rust file below these folders, in order.
    fn below(folders: &[&str]) -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut open: Vec<_> = folders.iter().map(|folder| root.join(folder)).collect();
        let mut files = Vec::new();
        while let Some(folder) = open.pop() {
            let entries =
                fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
            for path in entries.map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = fs::read_to_string(&path).unwrap();
                    let path = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                    files.push(Self { path, text });
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    }

    /// The `src/` of its package.
    fn sources(&self) -> Option<&'static str> {
        RANKS.iter().map(|(sources, _)| *sources).find(|sources| self.path.starts_with(sources))
    }

    /// The rank of a room in its package.
    fn rank(&self, room: &str) -> Option<u32> {
        let (_, rooms) = RANKS.iter().find(|(sources, _)| Some(*sources) == self.sources())?;
        rooms.iter().find(|(name, _)| *name == room).map(|(_, rank)| *rank)
    }

    /// The room it lies in: `None` for `src/lib.rs` and `src/main.rs`.
    fn room(&self) -> Option<&str> {
        let path = self.path.strip_prefix(self.sources()?)?;
        let room = path.split(['/', '.']).next()?;
        (!matches!(room, "lib" | "main")).then_some(room)
    }

    /// How many `super` lead out of its room.
    fn depth(&self) -> usize {
        let folders = self.sources().map_or(0, |sources| sources.split('/').count() - 2);
        let segments = self.path.split('/').count() - 1 - folders;
        if self.path.ends_with("/mod.rs") { segments - 1 } else { segments }
    }

    /// Whether it is compiled for tests only.
    fn is_test(&self) -> bool {
        self.path.starts_with("tests/") || self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    /// Its lines with their numbers, without comments.
    fn code_of_tests(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(n, line)| (n + 1, line));
        lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    /// Its lines with their numbers, without comments, and without the tests at its end.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(n, line)| (n + 1, line));
        let mut tests = self.is_test();
        let mut follows = false;
        lines.filter(move |(_, line)| {
            // `#[cfg(test)]` with a module in braces begins the tests; it also stands before `mod tests;`.
            tests |= follows && line.starts_with("mod ") && line.ends_with('{');
            follows = *line == "#[cfg(test)]" || (follows && line.starts_with("#["));
            !tests && !line.trim_start().starts_with("//")
        })
    }
}

/// Complaints, all at once.
#[derive(Default)]
struct Complaints(Vec<String>);

impl Complaints {
    fn that(&mut self, path: &str, line: usize, what: impl std::fmt::Display) {
        self.0.push(format!("{path}:{line}: {what}"));
    }

    #[track_caller]
    fn none(self) {
        assert!(self.0.is_empty(), "\n{}", self.0.join("\n"));
    }
}

/// The rooms that a text names behind `crate::`, nested braces too.
fn rooms_named(code: &str) -> Vec<(usize, &str)> {
    fn word(text: &str) -> &str {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        &text[..end]
    }
    let mut named = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let start = at + "crate::".len();
        let Some(inside) = code[start..].strip_prefix('{') else {
            named.push((start, word(&code[start..])));
            continue;
        };
        let (mut depth, mut expected, base) = (1, true, start + 1);
        for (offset, c) in inside.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => expected = true,
                c if expected && c.is_alphanumeric() => {
                    named.push((base + offset, word(&inside[offset..])));
                    expected = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    named
}

#[test]
fn rooms_are_found_in_nested_imports() {
    let code = "use crate::text::{Span, escape};\nuse crate::{json5::{self, Node}, manifest,\n types};\n\
        use $crate::x; let a = crate::wire::b();";
    let named: Vec<_> = rooms_named(code).into_iter().map(|(_, room)| room).collect();
    assert_eq!(named, ["text", "json5", "manifest", "types", "wire"]);
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let mut complaints = Complaints::default();
    for file in File::below(SOURCES) {
        let Some(room) = file.room() else { continue };
        let Some(own) = file.rank(room) else {
            complaints.that(
                &file.path,
                1,
                format_args!("the room `{room}` has no rank: give it one in tidy.rs"),
            );
            continue;
        };
        // As many lines as the file has, so that numbers hold.
        let mut lines = vec![""; file.text.lines().count()];
        for (number, line) in file.code() {
            lines[number - 1] = line;
        }
        let code = lines.join("\n");
        for (at, named) in rooms_named(&code) {
            let line = code[..at].lines().count();
            match file.rank(named) {
                _ if named == room => {}
                None => complaints.that(&file.path, line, format_args!("`{named}` is no room")),
                Some(rank) if rank < own => {}
                Some(rank) => {
                    let what =
                        format_args!("`{room}` ({own}) imports `{named}` ({rank}), which is not below it");
                    complaints.that(&file.path, line, what);
                }
            }
        }
        let out = "super::".repeat(file.depth());
        for (number, line) in file.code().filter(|(_, line)| line.contains(&out)) {
            complaints.that(&file.path, number, format_args!("leaves the room by `super`: {}", line.trim()));
        }
    }
    complaints.none();
}

/// Rooms whose tests are elsewhere.
const TESTED_ELSEWHERE: &[(&str, &str)] = &[
    ("build", "examples/client, which is built in a test of generated clients"),
    ("compilation", "examples/compile.rs and the documentation of the crate"),
    ("server", "tests/server, which runs it as a process; modules of tests beside the code"),
    ("text", "modules of tests beside the code"),
    ("workspace", "every case of a command that reads files; tests/server for open texts"),
];

#[test]
fn every_room_has_a_folder_of_tests() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let rooms = RANKS.iter().filter(|(sources, _)| *sources != "loader/src/").flat_map(|(_, rooms)| *rooms);
    for room in rooms.map(|(room, _)| *room).chain(["loader"]) {
        let is_elsewhere = TESTED_ELSEWHERE.iter().any(|(name, _)| *name == room);
        let has_folder = suite.join(room).join("mod.rs").is_file();
        assert_ne!(has_folder, is_elsewhere, "tests/suite/{room}/mod.rs, or a line in TESTED_ELSEWHERE");
    }
}

/// Where the disk, the environment and the process may be asked. Everywhere else the same arguments give the
/// same answer.
const ASKS_THE_SYSTEM: &[&str] = &["src/disk/", "src/cli/", "src/build/"];

#[test]
fn only_the_edges_ask_the_system() {
    let mut complaints = Complaints::default();
    for file in File::below(SOURCES) {
        let asks =
            ["std::fs", "std::env", "std::process", "File::open", "io::stdin", "io::stdout", "io::stderr"];
        let may =
            ASKS_THE_SYSTEM.iter().any(|edge| file.path.starts_with(edge)) || file.path == "src/main.rs";
        // The command line and build scripts go to the disk through `disk`.
        let is_disk = file.path.starts_with("src/disk/");
        for (number, line) in file.code() {
            let asked = asks.iter().find(|asked| line.contains(*asked));
            let refused = asked.filter(|asked| !may || (**asked == "std::fs" && !is_disk));
            if let Some(asked) = refused {
                complaints.that(&file.path, number, format_args!("`{asked}` is not for this place"));
            }
        }
    }
    complaints.none();
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut complaints = Complaints::default();
    for file in File::below(EVERYTHING) {
        let lines = file.text.lines().count();
        let is_test = !SOURCES.iter().any(|sources| file.path.starts_with(sources));
        let limit = if is_test { MAX_LINES_OF_TESTS } else { MAX_LINES };
        if lines > limit {
            complaints.that(&file.path, lines, format_args!("more than {limit} lines"));
        }
        if file.path == "src/main.rs" && lines > MAX_LINES_OF_MAIN {
            complaints.that(&file.path, lines, format_args!("more than {MAX_LINES_OF_MAIN} lines"));
        }
        // What a module's own tests are, their place says.
        let documented = file.text.starts_with("//!") || file.text.starts_with("#![doc");
        if !documented && !file.path.ends_with("tests.rs") {
            complaints.that(&file.path, 1, "does not begin with `//!` and what it is for");
        }
    }
    complaints.none();
}

#[test]
fn nothing_is_left_for_later_or_for_everyone() {
    // Split, so that this file does not find itself.
    let later = [concat!("TO", "DO"), concat!("FIX", "ME")];
    let mut complaints = Complaints::default();
    for file in File::below(EVERYTHING) {
        let stem = file.path.rsplit('/').next().unwrap().trim_end_matches(".rs");
        let is_vague = |name: &str| matches!(name, "utils" | "util" | "helpers" | "misc" | "common");
        if file.path.split('/').any(is_vague) || is_vague(stem) {
            complaints.that(&file.path, 1, "a module of this name is for nothing in particular");
        }
        for (number, line) in file.text.lines().enumerate() {
            if let Some(word) = later.iter().find(|word| line.contains(*word)) {
                complaints.that(&file.path, number + 1, format_args!("{word}: do it, or open an issue"));
            }
        }
        for (number, line) in file.code().filter(|(_, line)| line.contains("::*")) {
            let imports = line.trim_start().starts_with("use ") || line.trim_start().starts_with("pub use ");
            if imports {
                complaints.that(&file.path, number, "imports everything: name what is used");
            }
        }
    }
    complaints.none();
}

#[test]
fn what_is_left_out_of_every_day_says_that_it_is_slow_and_why() {
    let mut complaints = Complaints::default();
    for file in File::below(EVERYTHING) {
        // Split, so that this file does not find itself.
        let ignore = concat!("#[", "ignore");
        for (number, line) in file.text.lines().enumerate().filter(|(_, line)| line.contains(ignore)) {
            if !line.trim_start().starts_with(&format!("{ignore} = \"slow: ")) {
                complaints.that(&file.path, number + 1, "write `slow: ` and what takes long");
            }
        }
    }
    complaints.none();
}

#[test]
fn what_is_random_takes_its_seed_from_one_place() {
    let mut complaints = Complaints::default();
    let own = [
        "TestRunner::new(",
        "TestRunner::deterministic(",
        "TestRunner::default(",
        "ProptestConfig",
        "RandomState",
    ];
    for file in File::below(EVERYTHING) {
        if file.path == "tests/random/mod.rs" || file.path == "tests/suite/promises/tidy.rs" {
            continue;
        }
        // What is shipped hashes keys that strangers choose; only tests need to be run again alike.
        let shipped: Vec<usize> =
            file.sources().into_iter().flat_map(|_| file.code()).map(|(number, _)| number).collect();
        for (number, line) in file.code_of_tests().filter(|(number, _)| !shipped.contains(number)) {
            if let Some(own) = own.iter().find(|own| line.contains(*own)) {
                complaints.that(&file.path, number, format_args!("`{own}`: take it from tests/random/"));
            }
            let block = line.trim_start().starts_with("proptest!");
            let next = file.text.lines().nth(number).unwrap_or_default();
            if block && !line.contains("(random::cases(") && !next.contains("(random::cases(") {
                complaints.that(&file.path, number, "how `proptest!` runs is for `random::cases` to say");
            }
        }
    }
    complaints.none();
}

/// The name of the function that a line begins.
fn function(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("fn ")?;
    let qualifies = |word: &str| matches!(word, "const" | "async" | "pub") || word.starts_with("pub(");
    let before = before.replace("pub(in ", "pub(");
    let is_item = before.split_whitespace().all(qualifies);
    is_item.then(|| rest.split(['(', '<']).next()).flatten()
}

#[test]
fn each_code_is_made_in_one_place() {
    let mut places: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for file in File::below(SOURCES) {
        let mut current = "";
        for (_, line) in file.code() {
            current = function(line).unwrap_or(current);
            for code in Code::ALL.iter().filter(|code| line.contains(&format!("Code::{code}"))) {
                places.entry(code.name()).or_default().insert(format!("{} in {}", current, file.path));
            }
            // A row of a table of messages begins with its code.
            if let Some((code, row)) = line.trim_start().split_once(' ').filter(|(_, row)| row.contains('{'))
                && let Some(code) = Code::ALL.iter().find(|known| known.name() == code)
            {
                places.entry(code.name()).or_default().insert(format!("{row} in {}", file.path));
            }
        }
    }
    let mut complaints = Vec::new();
    for code in Code::ALL {
        let excepted = MADE_IN_SEVERAL_PLACES.iter().any(|(name, _)| *name == code.name());
        match places.get(code.name()) {
            None => complaints.push(format!("{code} is never made: remove it from the table, or make it")),
            Some(places) if (places.len() > 1) != excepted => {
                complaints.push(format!("{code}: {places:?} (listed as an exception: {excepted})"));
            }
            Some(_) => {}
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The name of the type that a line declares. Associated types, which are indented, are no types of their own.
fn declared_type(line: &str) -> Option<&str> {
    let visible = line.trim_start();
    let item = match visible.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => visible,
    };
    let (keyword, rest) = item.trim_start_matches("unsafe ").split_once(' ')?;
    let is_alias = keyword == "type" && !line.starts_with(' ');
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    // A macro takes the name of what it declares: `$name`.
    (is_alias || matches!(keyword, "struct" | "enum" | "trait" | "union"))
        .then_some(name)
        .filter(|name| !name.is_empty())
}

#[test]
fn types_are_found_by_their_declarations() {
    for (line, name) in [
        ("pub(in crate::disk) struct FileMode {", Some("FileMode")),
        ("struct Unit;", Some("Unit")),
        ("    pub enum Inner<'a> {", Some("Inner")),
        ("pub unsafe trait Marked: Sized {", Some("Marked")),
        ("pub type Alias<'a> = dyn Fn(&'a str);", Some("Alias")),
        ("    type Error = LoadError;", None),
        ("        pub enum $name {", None),
        ("let structure = enumerate(struct_of);", None),
    ] {
        assert_eq!(declared_type(line), name, "{line}");
    }
}

#[test]
fn a_name_is_that_of_one_type() {
    let mut declared: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // The loader wraps types of the core under their names, and shows none of the core's.
    for file in File::below(SOURCES).into_iter().filter(|file| !file.path.starts_with("loader/")) {
        for (number, line) in file.code() {
            if let Some(name) = declared_type(line) {
                declared.entry(name.to_owned()).or_default().push(format!("{}:{number}", file.path));
            }
        }
    }
    let mut complaints = Vec::new();
    for (name, places) in &declared {
        let excepted = SHARED_TYPE_NAMES.iter().any(|(shared, _)| shared == name);
        if (places.len() > 1) != excepted {
            complaints.push(format!("{name}: {places:?} (listed as an exception: {excepted})"));
        }
    }
    let unknown = SHARED_TYPE_NAMES.iter().filter(|(shared, _)| !declared.contains_key(*shared));
    complaints.extend(unknown.map(|(shared, _)| format!("{shared}: there is no such type")));
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
