//! Phrases that comments and pages avoid, because a reader stops at each.

use super::{Complaints, File, SOURCES};
use regex::Regex;
use std::fs;
use std::path::Path;

/// Phrases, each with a plainer one.
const PHRASES: &[(&str, &str)] = &[
    (r"\b(is|are) told\b", "`f` reports"),
    (r"\bstands? (in|behind|beside|there)\b", "is in, is after, is beside"),
    (r"\bbehind (it|them|which)\b", "after it"),
    (r"\bhangs? on\b", "depends on"),
    (r"\bmeant from\b", "relative to"),
    (r"\bnobody knows\b", "is unknown"),
    (r"\bof which nothing\b", "a second sentence"),
    (r"//[/!] # (Errors|Panics|Examples|Safety) \S", "the heading on a line of its own"),
];

/// Pages and specifications that people read.
const PAGES: &[&str] =
    &[".", "docs", "src/diagnostic/pages", "proto/confc/v1", "proto/confc/worker", "schemas"];

/// The phrases, compiled.
struct Phrases(Vec<(Regex, &'static str)>);

impl Phrases {
    fn new() -> Self {
        Self(PHRASES.iter().map(|(phrase, plain)| (Regex::new(phrase).unwrap(), *plain)).collect())
    }

    /// Reports each phrase in lines of a file.
    fn check<'a>(
        &self,
        path: &str,
        lines: impl Iterator<Item = (usize, &'a str)>,
        complaints: &mut Complaints,
    ) {
        for (number, line) in lines {
            // Types may be told apart.
            let line = line.replace("told apart", "");
            for (phrase, plain) in &self.0 {
                if let Some(found) = phrase.find(&line) {
                    let what = format_args!("instead of `{}` write: {plain}", found.as_str());
                    complaints.that(path, number, what);
                }
            }
        }
    }

    /// Reports each phrase in the comments of a source.
    fn check_comments(&self, file: &File, complaints: &mut Complaints) {
        let comments = numbered(&file.text).filter(|(_, line)| line.trim_start().starts_with("//"));
        self.check(&file.path, comments, complaints);
    }
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(n, line)| (n + 1, line))
}

#[test]
fn comments_and_pages_avoid_phrases_that_stop_a_reader() {
    let phrases = Phrases::new();
    let mut complaints = Complaints::default();
    let files = File::below(SOURCES);
    assert!(files.len() > 100, "{} files", files.len());
    files.iter().for_each(|file| phrases.check_comments(file, &mut complaints));
    let mut pages = 0;
    for folder in PAGES {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| matches!(extension.to_str(), Some("md" | "proto" | "json")))
            {
                let text = fs::read_to_string(&path).unwrap();
                phrases.check(&path.display().to_string(), numbered(&text), &mut complaints);
                pages += 1;
            }
        }
    }
    assert!(pages > 100, "{pages} pages");
    complaints.none();
}

#[test]
fn each_phrase_is_found_in_comments_only() {
    let comments = "\
//! The user is told of it.
/// The key stands in the table.
// The list is behind it.
    // All of it hangs on a flag.
    /// The path is meant from here.
// Why nobody knows.
// An input of which nothing counts.
/// # Errors If there is one.
// Two types are told apart by `is_told`.
let text = \"it stands in no comment\";
";
    let mut complaints = Complaints::default();
    let file = File { path: "src/a.rs".into(), text: comments.into() };
    Phrases::new().check_comments(&file, &mut complaints);
    let found: Vec<&str> = complaints.0.iter().filter_map(|found| found.split('`').nth(1)).collect();
    let expected = [
        "is told",
        "stands in",
        "behind it",
        "hangs on",
        "meant from",
        "nobody knows",
        "of which nothing",
        "/// # Errors I",
    ];
    assert_eq!(found, expected);
    assert_eq!(found.len(), PHRASES.len());
    assert!(complaints.0[4].starts_with("src/a.rs:5: "), "{}", complaints.0[4]);
}
