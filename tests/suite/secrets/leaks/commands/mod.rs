//! Whole runs of the program on random projects: manifests, layers, patches, settings, inputs and products with a canary
//! at every sensitive place, and up to three slips of the pen in any of the texts. No canary may be shown on stdout, on
//! stderr or in a file that others may read.

mod edits;
mod fields;
mod lines;
mod literal;
mod naming;
mod products;
mod project;
mod shrink;

use crate::support::command::{Workspace, program};
use crate::support::random::{Random, Tally, attempts};
use edits::{Edit, Text};
use lines::{Line, Lines};
use literal::Canaries;
use project::Project;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

/// How many projects. On each the commands of a round are run, and those that make what they read.
const PROJECTS: usize = 80;

/// A project in which some texts have slips.
struct Tried {
    texts: Vec<Text>,
    edits: Vec<Edit>,
    /// Groups of parts that are left out.
    without: BTreeSet<u32>,
    canaries: Canaries,
}

/// A canary that was shown.
struct Leak {
    canary: String,
    /// The stream or the file.
    place: String,
    shown: String,
}

impl Tried {
    /// Writes all texts, with their slips or without.
    fn write(&self, space: &Workspace, is_damaged: bool) {
        for text in &self.texts {
            let edits: &[Edit] = if is_damaged { &self.edits } else { &[] };
            space.write(&text.path, text.written(&self.without, edits));
        }
    }

    /// Makes what other commands read, from texts without slips.
    fn prepare(&self, space: &Workspace, tally: &Tally) -> Option<(Line, Leak)> {
        self.write(space, false);
        fs::create_dir_all(space.path("good")).unwrap();
        let leak = lines::before().into_iter().find_map(|line| {
            let leak = self.run(space, &line, tally)?;
            Some((line, leak))
        });
        self.write(space, true);
        leak
    }

    /// Runs a command, which may write to `out`, and looks for canaries.
    fn run(&self, space: &Workspace, line: &Line, tally: &Tally) -> Option<Leak> {
        let _ = fs::remove_dir_all(space.path("out"));
        fs::create_dir(space.path("out")).unwrap();
        let arguments: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
        let output = space.command(program(), &arguments).output().unwrap();
        tally.count(output.status.success());
        assert!(matches!(output.status.code(), Some(0..=2)), "{arguments:?}: {output:?}");
        let mut places = vec![("stderr".to_owned(), output.stderr)];
        if !line.prints_source {
            places.push(("stdout".to_owned(), output.stdout));
        }
        for path in space.files().into_iter().filter(|path| path.starts_with("out/")) {
            // A declaration holds its defaults, and is as public as its manifest.
            let mode = fs::metadata(space.path(&path)).unwrap().permissions().mode();
            if mode & 0o077 != 0 && !path.ends_with(".cm") {
                let content = space.read(&path);
                places.push((path, content));
            }
        }
        let is_draft = arguments.first() == Some(&"init");
        if is_draft && self.edits.iter().any(Edit::breaks_line) {
            // A comment on its own line documents the next field (docs/secrets.md).
            return None;
        }
        places.into_iter().find_map(|(place, content)| {
            let folder = space.folder().to_str().expect("a path in UTF-8");
            let shown = without_hashes(&String::from_utf8_lossy(&content).replace(folder, ""));
            let canary = self.canaries.shown_in(shown.as_bytes())?.to_owned();
            Some(Leak { canary, place, shown })
        })
    }
}

/// A text without the hashes in names of objects, which may contain the letters of a canary.
fn without_hashes(text: &str) -> String {
    let is_hash = |part: &str| part.len() == 10 && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let line =
        |line: &str| match line.trim_start().strip_prefix("name: ").and_then(|name| name.rsplit_once('-')) {
            Some((name, hash)) if is_hash(hash) => format!("name: {name}\n"),
            _ => format!("{line}\n"),
        };
    text.lines().map(line).collect()
}

/// Tries a project, and returns what shows a canary, made small.
fn try_project(random: &mut Random, whole: &Tally, damaged: &Tally) -> Option<String> {
    let project = Project::random(random);
    let edits = (0..random.below(4)).map(|_| Edit::random(random, &project.texts)).collect();
    let mut canaries = project.canaries.clone();
    let lines: Vec<Line> =
        (0..lines::COMMANDS).map(|at| Lines::draw(random, &project, &mut canaries, at)).collect();
    let mut tried = Tried { texts: project.texts, edits, without: BTreeSet::new(), canaries };
    let space = Workspace::new();
    let found = tried.prepare(&space, whole).or_else(|| {
        lines.into_iter().find_map(|line| tried.run(&space, &line, damaged).map(|leak| (line, leak)))
    });
    found.map(|(line, _)| shrink::smallest(&mut tried, line))
}

#[test]
fn no_command_shows_a_secret() {
    /// So many leaks are made small and described; then no more are looked for.
    const MAX_LEAKS: usize = 10;
    let (whole, damaged) = (Tally::default(), Tally::default());
    let mut leaks = Vec::new();
    attempts(PROJECTS, |random| {
        if leaks.len() < MAX_LEAKS {
            leaks.extend(try_project(random, &whole, &damaged));
        }
    });
    assert!(leaks.is_empty(), "{} leaks:\n{}", leaks.len(), leaks.join("\n====\n"));
    println!("before damage {whole:?}, after it {damaged:?}");
    whole.demand(50, 1);
    damaged.demand(15, 20);
}
