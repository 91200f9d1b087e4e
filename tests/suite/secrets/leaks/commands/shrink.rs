//! A project that shows a secret, made as small as it goes.

use super::lines::{self, Line};
use super::{Leak, Tried};
use crate::support::command::Workspace;
use crate::support::random::Tally;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The leak, if it is still there.
fn leak(tried: &Tried, line: &Line) -> Option<Leak> {
    let (space, tally) = (Workspace::new(), Tally::default());
    if line.arguments.iter().any(|argument| argument.starts_with("good/")) {
        tried.prepare(&space, &tally);
    }
    tried.write(&space, true);
    tried.run(&space, line, &tally)
}

/// Leaves out edits, parts and arguments as long as a canary is shown, and describes what remains.
pub(super) fn smallest(tried: &mut Tried, mut line: Line) -> String {
    // Of a command that ran before the damage the damage is not the cause.
    if lines::before().iter().any(|before| before.arguments == line.arguments) {
        tried.edits.clear();
    }
    for at in (0..tried.edits.len()).rev() {
        let edit = tried.edits.remove(at);
        if leak(tried, &line).is_none() {
            tried.edits.insert(at, edit);
        }
    }
    let groups: BTreeSet<u32> =
        tried.texts.iter().flat_map(|text| &text.parts).flat_map(|part| part.groups).collect();
    let groups: Vec<u32> = groups.into_iter().filter(|group| *group != 0).collect();
    for size in [64, 16, 4, 1] {
        for some in groups.chunks(size) {
            let before = tried.without.clone();
            tried.without.extend(some);
            if tried.without.len() > before.len() && leak(tried, &line).is_none() {
                tried.without = before;
            }
        }
    }
    for at in (1..line.arguments.len()).rev() {
        let is_flag = |at: usize| line.arguments.get(at).is_none_or(|argument| argument.starts_with("--"));
        if !is_flag(at) || line.arguments[at] == "--out-dir" {
            continue;
        }
        let has_value = !line.arguments[at].contains('=') && !is_flag(at + 1);
        let mut shorter = line.clone();
        shorter.arguments.drain(at..=at + usize::from(has_value));
        // What is left may be no command at all.
        if leak(tried, &shorter).is_some_and(|leak| !leak.shown.contains("Usage:")) {
            line = shorter;
        }
    }
    described(tried, &line)
}

fn described(tried: &Tried, line: &Line) -> String {
    let mut said = String::new();
    let Some(leak) = leak(tried, line) else {
        return format!("{:?} shows a secret, but not again", line.arguments);
    };
    let _ =
        writeln!(said, "{} is shown in {} by: confc {}", leak.canary, leak.place, line.arguments.join(" "));
    let _ = writeln!(said, "{}", leak.shown);
    for edit in &tried.edits {
        let _ = writeln!(said, "{edit:?}");
    }
    for text in &tried.texts {
        let is_read = line.arguments.iter().any(|argument| argument.contains(&*text.path));
        let is_damaged = tried.edits.iter().any(|edit| edit.is_of(text));
        let is_product = line.arguments.iter().any(|argument| argument.contains("product"));
        if is_read || is_damaged || is_product || text.path.ends_with("cml") {
            let _ = writeln!(said, "--- {}\n{}", text.path, text.written(&tried.without, &tried.edits));
        }
    }
    said
}
