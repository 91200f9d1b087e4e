//! Diffs: they lead from the old text to the new one, also when other programs apply them.

use super::{TEXTS, laid_out, read};
use crate::support::command::{Answer, Workspace};
use crate::support::random::{Random, attempts};
use crate::support::skip::has_tool;
use confc::edit::{Formatted, format};
use confc::syntax::Format;

/// Asserts that the edits and the diff of a text lead to its canonical layout, and that the diff shows little context.
pub(super) fn check(old: &str, formatted: &Formatted<'_>) {
    assert_eq!(with_edits(old, formatted), formatted.text(), "the edits of {old:?}");
    let diff = formatted.unified_diff("a");
    assert_eq!(apply(old, &diff), formatted.text(), "{old:?}: {diff}");
    assert_eq!(diff.is_empty(), !formatted.is_changed());
    let stays = diff.split_inclusive('\n').filter(|line| line.starts_with(' ')).count();
    let hunks = diff.split_inclusive('\n').filter(|line| line.starts_with("@@")).count();
    let changes = diff.split_inclusive('\n').filter(|line| line.starts_with(['-', '+'])).count();
    assert!(stays <= 6 * (hunks + changes), "{diff}");
}

/// Applies the edits of a layout.
fn with_edits(old: &str, formatted: &Formatted<'_>) -> String {
    let (mut new, mut at) = (String::new(), 0);
    for (start, end, text) in formatted.edits() {
        new += &old[at..start as usize];
        new += &text;
        at = end as usize;
    }
    new + &old[at..]
}

/// Applies a unified diff.
fn apply(old: &str, diff: &str) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let (mut new, mut at) = (String::new(), 0);
    let lines: Vec<&str> = diff.split_inclusive('\n').collect();
    for (number, line) in lines.iter().enumerate().skip(2) {
        let ends_text = lines.get(number + 1).is_some_and(|next| next.starts_with('\\'));
        let text = if ends_text { line[1..].trim_end_matches('\n') } else { &line[1..] };
        match line.as_bytes()[0] {
            b'@' => {
                let (first, count) =
                    line.split([' ', '-']).nth(2).and_then(|part| part.split_once(',')).unwrap();
                let first = first.parse::<usize>().unwrap() - usize::from(count != "0");
                new.extend(old[at..first].iter().copied());
                at = first;
            }
            b' ' | b'-' => {
                assert_eq!(old[at], text, "{diff}");
                at += 1;
                new.push_str(if line.starts_with(' ') { text } else { "" });
            }
            b'+' => new.push_str(text),
            b'\\' => {}
            other => panic!("{other} in {diff}"),
        }
    }
    new.extend(old[at..].iter().copied());
    new
}

/// A text of many parts of others, so that a diff has several hunks.
fn long(random: &mut Random) -> String {
    let good = laid_out(Format::Json5, "[\n{ a: 1 },\n// b\n[2], // c\n'd']").unwrap();
    let mut text = String::from("[\n");
    for _ in 0..random.below(12) {
        let part = if random.once_in(3) { *random.one_of(TEXTS) } else { &good };
        text.push_str(part.trim_start_matches('\u{feff}'));
        text.push_str("\n,\n");
    }
    text + "]"
}

#[test]
fn diffs_lead_to_the_canonical_layout() {
    attempts(100, |random| {
        let text = long(random);
        laid_out(Format::Json5, &text).unwrap_or_else(|| panic!("{text}"));
    });
}

#[test]
fn other_programs_apply_diffs() {
    let name = "diffs of layouts";
    let (git, patch) = (has_tool(name, "git"), has_tool(name, "patch"));
    let crlf = TEXTS[0].replace('\n', "\r\n");
    let many = TEXTS.join("\n,\n").replace('\u{feff}', "");
    for text in TEXTS.iter().copied().chain([crlf.as_str(), "\n\n[1]", &format!("[\n{many}\n]")]) {
        let document = read(Format::Json5, text).unwrap_or_else(|| panic!("{text}"));
        let formatted = format(&document).unwrap();
        for file in ["a.json5", "a b.json5", "ä\"\\.json5"] {
            let workspace = Workspace::new().with(file, text).with("d", formatted.unified_diff(file));
            if git {
                let arguments = ["apply", "-p0", "--check", "--whitespace=nowarn", "d"];
                Answer::of(&mut workspace.command("git", &arguments)).silent();
            }
            if patch {
                let arguments = ["-p0", "--binary", "--no-backup-if-mismatch", "-s", "-i", "d"];
                Answer::of(&mut workspace.command("patch", &arguments)).silent();
                assert_eq!(workspace.text(file), formatted.text(), "{file}");
            } else if git {
                let arguments = ["apply", "-p0", "--whitespace=nowarn", "d"];
                Answer::of(&mut workspace.command("git", &arguments)).silent();
                assert_eq!(workspace.text(file), formatted.text(), "{file}");
            }
        }
    }
}
