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

/// Reports each phrase in a line.
fn check(path: &str, number: usize, line: &str, phrases: &[(Regex, &str)], complaints: &mut Complaints) {
    // Types may be told apart.
    let line = line.replace("told apart", "");
    for (phrase, plain) in phrases {
        if let Some(found) = phrase.find(&line) {
            complaints.that(path, number, format_args!("instead of `{}` write: {plain}", found.as_str()));
        }
    }
}

#[test]
fn comments_and_pages_avoid_phrases_that_stop_a_reader() {
    let compiled = PHRASES.iter().map(|(phrase, plain)| (Regex::new(phrase).unwrap(), *plain));
    let phrases: Vec<(Regex, &str)> = compiled.collect();
    let mut complaints = Complaints::default();
    for file in File::below(SOURCES) {
        for (n, line) in file.text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//"))
        {
            check(&file.path, n + 1, line, &phrases, &mut complaints);
        }
    }
    let mut pages = 0;
    for folder in PAGES {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| matches!(extension.to_str(), Some("md" | "proto" | "json")))
            {
                let text = fs::read_to_string(&path).unwrap();
                for (n, line) in text.lines().enumerate() {
                    check(&path.display().to_string(), n + 1, line, &phrases, &mut complaints);
                }
                pages += 1;
            }
        }
    }
    assert!(pages > 100, "{pages} pages");
    complaints.none();
}
