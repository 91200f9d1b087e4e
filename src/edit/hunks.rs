//! Unified diffs of texts whose corresponding lines are known.

use std::fmt::Write as _;

/// The number of unchanged lines shown beside changes.
const CONTEXT: usize = 3;

/// Whether a line is unchanged, removed or added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineFate {
    Stays,
    Goes,
    Comes,
}

/// A line with its line feed, which the last one may lack.
pub(super) type DiffLine<'t> = (LineFate, &'t str);

/// Adds the lines of two corresponding parts. Equal lines at both ends are unchanged.
pub(super) fn compare<'t>(old: &'t str, new: &'t str, lines: &mut Vec<DiffLine<'t>>) {
    if old == new {
        return lines.extend(new.split_inclusive('\n').map(|line| (LineFate::Stays, line)));
    }
    let mut old = old.split_inclusive('\n').peekable();
    let mut new = new.split_inclusive('\n').peekable();
    while let Some(line) = old.next_if(|line| new.peek() == Some(line)) {
        new.next();
        lines.push((LineFate::Stays, line));
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (old.collect(), new.collect());
    let alike = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (goes, stays) = old.split_at(old.len() - alike);
    let (comes, _) = new.split_at(new.len() - alike);
    lines.extend(goes.iter().map(|line| (LineFate::Goes, *line)));
    lines.extend(comes.iter().map(|line| (LineFate::Comes, *line)));
    lines.extend(stays.iter().map(|line| (LineFate::Stays, *line)));
}

/// Returns the changed lines, with context; empty without changes.
pub(super) fn hunks(name: &str, lines: &[DiffLine<'_>]) -> String {
    let mut out = String::new();
    // The number of lines in each text before the remaining ones.
    let (mut rest, mut numbers) = (lines, (0, 0));
    while let Some(first) = rest.iter().position(|(fate, _)| *fate != LineFate::Stays) {
        let start = first.saturating_sub(CONTEXT);
        let (before, behind) = rest.split_at(start);
        (numbers.0, numbers.1) = (numbers.0 + before.len(), numbers.1 + before.len());
        let (hunk, behind) = behind.split_at(length(behind));
        if out.is_empty() {
            let name = header_name(name);
            let _ = write!(out, "--- {name}\n+++ {name}\n");
        }
        write_hunk(hunk, &mut numbers, &mut out);
        rest = behind;
    }
    out
}

/// The number of lines in the hunk that begins here. It ends where the unchanged lines exceed the context of two
/// changes.
fn length(lines: &[DiffLine<'_>]) -> usize {
    let mut end = 0;
    for (at, (fate, _)) in lines.iter().enumerate() {
        if *fate != LineFate::Stays {
            end = at + 1;
        } else if at >= end + 2 * CONTEXT && end > 0 {
            break;
        }
    }
    (end + CONTEXT).min(lines.len())
}

/// Writes a hunk, and counts its lines.
fn write_hunk(hunk: &[DiffLine<'_>], numbers: &mut (usize, usize), out: &mut String) {
    let count = |without: LineFate| hunk.iter().filter(|(fate, _)| *fate != without).count();
    let (old, new) = (count(LineFate::Comes), count(LineFate::Goes));
    // An empty range counts from the line before it.
    let first = |before: usize, count: usize| before + usize::from(count > 0);
    let _ = writeln!(out, "@@ -{},{old} +{},{new} @@", first(numbers.0, old), first(numbers.1, new));
    (numbers.0, numbers.1) = (numbers.0 + old, numbers.1 + new);
    for (fate, line) in hunk {
        out.push(match fate {
            LineFate::Stays => ' ',
            LineFate::Goes => '-',
            LineFate::Comes => '+',
        });
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// A name as `patch` and `git apply` read it: quoted if needed, and ended by a tab if it has a space.
fn header_name(name: &str) -> String {
    let is_plain = |c: char| !c.is_control() && c != '"' && c != '\\';
    if name.chars().all(is_plain) {
        let tab = if name.contains(' ') { "\t" } else { "" };
        return format!("{name}{tab}");
    }
    let mut quoted = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if is_plain(c) => quoted.push(c),
            c => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    let _ = write!(quoted, "\\{byte:03o}");
                }
            }
        }
    }
    quoted + "\""
}
