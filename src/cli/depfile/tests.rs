use super::{Inexpressible, depfile};
use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Output};

fn rule(target: &str, input: &str) -> Result<String, Inexpressible> {
    let inputs = [input.to_owned()];
    depfile(target, &inputs).map_err(|(_, why)| why)
}

#[test]
fn the_escapes() {
    assert_eq!(rule("out", "a b"), Ok("out: a\\ b\n".into()));
    assert_eq!(rule("out", "a\\ b"), Ok("out: a\\\\\\ b\n".into()));
    assert_eq!(rule("c:/o#1", "x$y"), Ok("c\\:/o\\#1: x$$y\n".into()));
    assert_eq!(rule("out", "a\\b%"), Ok("out: a\\b%\n".into()));
    assert_eq!(depfile("out", &[]), Ok("out:\n".into()));
}

#[test]
fn what_cannot_be_expressed_is_refused() {
    use Inexpressible::{Archive, Backslash, Character, Control, Empty, Home, Last};
    let inputs = [
        ("", Empty),
        ("a\tb", Control),
        ("a\nb", Control),
        ("a;b", Character(';')),
        ("~/a", Home),
        ("a\\", Last('\\')),
        ("a ", Last(' ')),
        ("lib(x)", Archive),
        ("a\\#b", Backslash('#')),
    ];
    for (input, why) in inputs {
        assert_eq!(rule("out", input), Err(why));
        assert_eq!(rule(input, "in"), Err(why));
    }
    assert_eq!(rule("a%b", "in"), Err(Character('%')));
}

/// Every ASCII character at the start, in the middle, at the end, and after backslashes.
fn paths() -> BTreeSet<String> {
    let shapes = ["x_y", "_y", "x_", "x\\_y", "x\\\\_y", "x__y", "x_y_z", "d/_/y", "_"];
    let characters = (1..128_u8).map(char::from).chain(['ß', '\u{85}', '日']);
    let paths = characters.flat_map(|c| shapes.map(|shape| shape.replace('_', &c.to_string())));
    // Both tools remove `.` and a trailing slash from a path: the file is the same, but not the spelling.
    paths
        .filter(|path| !path.ends_with('/') && !path.contains("//") && !path.split('/').any(|p| p == "."))
        .collect()
}

/// Runs a tool, or reports that it is missing.
fn tool(folder: &Path, name: &str, arguments: &[&str]) -> Option<Output> {
    let output = Command::new(name).args(arguments).current_dir(folder).env("LC_ALL", "C").output();
    if output.is_err() {
        // Writes around the capture of the test runner, which hides the output of tests that pass.
        let _ = writeln!(io::stderr(), "SKIPPED: {name} is not installed, so it was not asked");
    }
    output.ok()
}

/// The error of Make names the missing input and its target, which shows that Make has read both names. Built-in rules
/// are off, since they could make `.y`.
#[test]
fn make_reads_the_paths_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut wanted = Vec::new();
    let mut makefile = String::from("all:\n");
    for (n, path) in paths().iter().enumerate() {
        if let Ok(text) = rule(&format!("out{n}"), path) {
            makefile += &format!("{text}all: out{n}\n");
            wanted.push(format!("No rule to make target '{path}', needed by 'out{n}'."));
        }
        let target = format!("t{n}{path}");
        if let Ok(text) = rule(&target, &format!("in{n}")) {
            makefile += &format!("{text}{}", rule("all", &target).unwrap());
            wanted.push(format!("No rule to make target 'in{n}', needed by '{target}'."));
        }
    }
    std::fs::write(folder.path().join("Makefile"), makefile).unwrap();
    let Some(output) = tool(folder.path(), "make", &["-k", "-r"]) else { return };
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(wanted.len() > 1_000, "{}", wanted.len());
    for line in wanted {
        assert!(said.contains(&line), "make does not say: {line}\n{}", said.lines().next().unwrap());
    }
}

/// Ninja lists the paths that it has read from depfiles.
#[test]
fn ninja_reads_the_paths_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut build =
        String::from("rule r\n  command = cp $in $out.d && touch $out\n  deps = gcc\n  depfile = $out.d\n");
    let mut wanted = Vec::new();
    for (n, path) in paths().iter().enumerate() {
        if let Ok(text) = rule(&format!("out{n}"), path) {
            std::fs::write(folder.path().join(format!("d{n}")), text).unwrap();
            build += &format!("build out{n}: r d{n}\n");
            wanted.push((format!("out{n}: #deps 1,"), format!("    {path}\n")));
        }
    }
    std::fs::write(folder.path().join("build.ninja"), build).unwrap();
    let Some(output) = tool(folder.path(), "ninja", &["-k", "0"]) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let listed = tool(folder.path(), "ninja", &["-t", "deps"]).unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    for (head, line) in wanted {
        let (_, entry) = listed.split_once(&head).unwrap_or_else(|| panic!("no {head} for {line}"));
        let entry = entry.split_once('\n').map_or("", |(_, rest)| rest);
        assert!(entry.starts_with(&line), "ninja read {:?} instead of {line:?}", entry.lines().next());
    }
}
