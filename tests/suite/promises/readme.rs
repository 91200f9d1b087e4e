//! The README's tour, pages of docs/ and of examples/wild/, run as they stand: files are written, commands run, and what
//! they print is compared.

use crate::support::command::{Workspace, program};
use crate::support::products::files;
use crate::support::skip::has_python;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands that the README shows to someone who sets up a machine.
const SET_UP: &[&str] = &["sh examples/tour.sh", "cargo test"];

/// A fenced block: its language and its lines.
struct Block<'a> {
    language: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(language) if !open => {
                blocks.push(Block { language, lines: Vec::new() });
                open = true;
            }
            Some(_) => open = false,
            None if open => blocks.last_mut().expect("an open block").lines.push(line),
            None => {}
        }
    }
    blocks
}

/// Where cargo puts the examples: beside the folder of the command itself.
fn example(name: &str) -> PathBuf {
    let command = Path::new(env!("CARGO_BIN_EXE_confc"));
    command.parent().expect("a folder").join("examples").join(name)
}

/// Runs a command of the README and gives everything that it prints.
fn run(line: &str, folder: &Path) -> String {
    let mut words = line.split(' ');
    let mut command = match words.next() {
        Some("confc") => Command::new(program()),
        Some("cargo") => {
            assert_eq!([words.next(), words.next()], [Some("run"), Some("--example")], "{line}");
            let command = Command::new(example(words.next().expect("an example")));
            assert_eq!(words.next(), Some("--"), "{line}");
            command
        }
        Some(tool @ ("cmp" | "python3")) => Command::new(tool),
        Some(_) | None => panic!("the README runs `{line}`"),
    };
    command.args(words).current_dir(folder).env_clear();
    // What a package installs may be a script, whose interpreter is in the `PATH`.
    command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("`{line}`: {error}; `cargo test` builds the examples"));
    let printed = [output.stdout, output.stderr].concat();
    String::from_utf8(printed).expect("UTF-8")
}

/// What the README's program, a `main` that returns an error, prints of values made for another interface.
#[test]
fn the_example_says_in_words_what_is_skewed() {
    let workspace = Workspace::new();
    let write = |name: &str, text: &str| fs::write(workspace.path(name), text).expect("a file");
    write("old.cml", "{ config: { a: { type: 'uint8' }, b: { type: 'bool' } } }");
    write("new.cml", "{ config: { a: { type: 'uint16' } } }");
    for line in [
        "confc compile new.cml -o new.cm",
        "confc compile old.cml -o old.cm",
        "confc values old.cm --set a=1 --set b=true -o old.cvf",
    ] {
        assert_eq!(run(line, workspace.folder()), "", "$ {line}");
    }
    let checksum = |name: &str| {
        let shown = run(&format!("confc show {name}"), workspace.folder());
        shown.lines().find_map(|line| line.strip_prefix("Checksum: ").map(str::to_owned)).expect("a checksum")
    };
    let expected = format!(
        "Error: the values were compiled for another interface
  expected {}
     found {}
  field `a` is declared as `uint16`, but is `uint8` in the values
  the values have `b` (`bool`), which is not declared
  help: compile the values again, against this declaration, with `confc values`
",
        checksum("new.cm"),
        checksum("old.cm")
    );
    let said = run("cargo run --example thermostat -- new.cm old.cvf", workspace.folder());
    assert_eq!(said, expected);
    let said = run("cargo run --example thermostat -- new.cml old.cvf", workspace.folder());
    assert!(said.starts_with("Error: byte ") && said.lines().count() == 1, "{said}");
}

/// How much of a page was tried.
#[derive(Debug, Default)]
struct Tried {
    files: usize,
    commands: usize,
    programs: usize,
}

/// Does what a page does, from top to bottom in one folder, and compares what is printed. A block that names a file
/// beside the page is a part of that file.
fn follow(page: &str, workspace: &Workspace) -> Tried {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("a page");
    let mut tried = Tried::default();
    for Block { language, lines } in blocks(&text) {
        let text = lines.join("\n") + "\n";
        match language {
            "json5" | "yaml" | "python" => {
                let name = lines[0].trim_start_matches(['/', '#', ' ']);
                let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join(page).with_file_name(name);
                match fs::read_to_string(beside) {
                    Ok(file) => {
                        assert!(file.contains(&lines[1..].join("\n")), "{page}: {name} has no {text}")
                    }
                    Err(_) => fs::write(workspace.path(name), &text).expect("a file of the page"),
                }
                tried.files += 1;
            }
            // The tests of clients compile them.
            "rust" if page == "docs/rust.md" => tried.programs += 1,
            "rust" => {
                let path = concat!(env!("CARGO_MANIFEST_DIR"), "/loader/examples/thermostat.rs");
                let example = fs::read_to_string(path).expect("the example");
                assert!(example.ends_with(&text), "loader/examples/thermostat.rs is not the one in {page}");
                tried.programs += 1;
            }
            "console" => tried.commands += run_all(page, lines, workspace),
            "go" if page == "docs/go.md" => tried.programs += 1,
            "text" => {}
            other => panic!("{page}: a block of {other}: say here how it is held to be true"),
        }
    }
    tried
}

/// Runs the commands of a block, and gives their number.
fn run_all(page: &str, lines: Vec<&str>, workspace: &Workspace) -> usize {
    let mut steps: Vec<(&str, String)> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push((command, String::new())),
            (None, Some((_, expected))) => *expected += &format!("{line}\n"),
            (None, None) => panic!("{page}: `{line}` stands behind no command"),
        }
    }
    let steps: Vec<_> = steps.iter().filter(|(command, _)| !SET_UP.contains(command)).collect();
    for (command, expected) in &steps {
        assert_eq!(run(command, workspace.folder()), *expected, "{page}: $ {command}");
    }
    steps.len()
}

#[test]
fn the_tour_is_true() {
    let tried = follow("README.md", &Workspace::new());
    assert!(tried.files >= 3 && tried.commands >= 5 && tried.programs == 1, "the README: {tried:?}");
}

/// Pages of docs/ with commands that are not run here, and why.
const NOT_RUN: &[(&str, &str)] = &[
    ("editors.md", "settings of editors, and a command for the declaration that the reader has"),
    ("speed.md", "benchmarks"),
    ("cpp.md", "programs in C++: has a test of its own"),
    ("peers.md", "needs files of examples/: has a test of its own"),
];

/// Every other page with commands; each begins with files of its own.
#[test]
fn pages_are_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut pages = 0;
    for entry in fs::read_dir(&folder).expect("docs/") {
        let name = entry.expect("an entry of a folder").file_name();
        let name = name.to_str().expect("a name in UTF-8");
        let text = fs::read_to_string(folder.join(name)).expect("a page");
        if !text.contains("```console") || NOT_RUN.iter().any(|(page, _)| *page == name) {
            continue;
        }
        if name == "python.md" && !has_python("pages_are_true", 10) {
            continue;
        }
        let tried = follow(&format!("docs/{name}"), &Workspace::new());
        assert!(tried.files >= 2 && tried.commands >= 4, "docs/{name}: {tried:?}");
        pages += 1;
    }
    assert!(pages >= 2, "only {pages} pages of docs/ were tried");
}

/// What the comparison says of confc; the other tools it quotes need not be there.
#[test]
fn the_comparison_is_true() {
    let workspace = Workspace::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/peers/confc");
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry of a folder");
        fs::copy(entry.path(), workspace.path(&entry.file_name().to_string_lossy())).expect("a copy");
    }
    let tried = follow("docs/peers.md", &workspace);
    assert!(tried.commands >= 4, "docs/peers.md: {tried:?}");
}

/// Configuration of real programs; the page of each is followed in a copy of its folder.
#[test]
fn the_examples_of_real_programs_are_true() {
    for name in ["fastapi", "helm", "otel-collector", "vector"] {
        if name == "fastapi" && !has_python("the_examples_of_real_programs_are_true", 10) {
            continue;
        }
        let example = format!("examples/wild/{name}");
        let workspace = Workspace::new();
        for (path, content) in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(&example)) {
            workspace.write(path.to_str().expect("a path in UTF-8"), content);
        }
        let tried = follow(&format!("{example}/README.md"), &workspace);
        assert!(tried.files >= 1 && tried.commands >= 5, "{example}: {tried:?}");
    }
}

/// What the pages show is what `confc fmt` makes of it; the page on the layout shows other ones, too.
#[test]
fn manifests_of_the_pages_are_laid_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut laid_out = 0;
    for page in pages.chain([root.join("README.md")]).filter(|page| !page.ends_with("layout.md")) {
        let text = fs::read_to_string(&page).unwrap();
        for block in text.split("```json5\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            let workspace = Workspace::new().with("block.json5", block);
            let answer = workspace.confc(&["fmt", "--check", "block.json5"]);
            assert!(!answer.stderr.contains("E0830"), "{}: {}", page.display(), answer.stdout);
            laid_out += usize::from(answer.status == Some(0));
        }
    }
    assert!(laid_out > 10, "{laid_out}");
}
