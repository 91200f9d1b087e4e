//! The lines of a changed text that come from the text before all changes.

use crate::diagnostic::Edit;
use crate::edit::hunks::{DiffLine, LineFate, compare, hunks};
use crate::text::Source;

/// For each line of a changed text, its number in the text before all changes, from 0, if it is unchanged.
#[derive(Debug, Clone)]
pub(crate) struct LineOrigins(Vec<Option<usize>>);

impl LineOrigins {
    /// The lines of a text without changes.
    pub(crate) fn of(text: &str) -> Self {
        Self((0..text.split_inclusive('\n').count()).map(Some).collect())
    }

    /// The lines after edits of `text`, which are in the order of the text and do not touch each other.
    pub(crate) fn carry(&mut self, text: &str, edits: &[Edit]) {
        let mut edits = edits.iter().peekable();
        let mut lines = text.split_inclusive('\n').zip(std::mem::take(&mut self.0));
        let mut start = 0;
        while let Some((line, origin)) = lines.next() {
            let mut end = start + line.len();
            let begins_before = |edit: &&Edit, end: usize| {
                let at = edit.span.start as usize;
                at < end || (at == end && end == text.len())
            };
            if !edits.peek().is_some_and(|edit| begins_before(edit, end)) {
                self.0.push(origin);
                start = end;
                continue;
            }
            // The lines that edits change, and those that are joined to them.
            let (mut changed, mut at) = (String::new(), start);
            loop {
                while let Some(edit) = edits.next_if(|edit| begins_before(edit, end)) {
                    changed += text.get(at..edit.span.start as usize).unwrap_or_default();
                    changed += &edit.text;
                    at = edit.span.end as usize;
                }
                let rest = text.get(at..end).unwrap_or_default();
                let last = if rest.is_empty() { changed.as_str() } else { rest };
                if at <= end && (last.is_empty() || last.ends_with('\n')) {
                    break;
                }
                let Some((line, _)) = lines.next() else { break };
                end += line.len();
            }
            changed += text.get(at..end).unwrap_or_default();
            self.0.extend(changed.split_inclusive('\n').map(|_| None));
            start = end;
        }
        if text.is_empty() {
            let inserted: String = edits.map(|edit| edit.text.as_str()).collect();
            self.0.extend(inserted.split_inclusive('\n').map(|_| None));
        }
    }

    /// The changes between two texts as a unified diff, with `…` for all that is hidden in either.
    pub(crate) fn diff(&self, name: &str, old: &Source, new: &Source) -> String {
        let texts = (lines(old), lines(new));
        let (old, new) = (shown_lines(old), shown_lines(new));
        let part =
            |lines: &[String], from: usize, to: usize| lines.get(from..to).unwrap_or_default().concat();
        // The unchanged lines, and the ends of both texts.
        let kept = self.0.iter().enumerate().filter_map(|(at, origin)| Some(((*origin)?, at)));
        let kept = kept.chain([(old.len(), new.len())]);
        let (mut parts, mut at) = (Vec::new(), (0, 0));
        for (old_line, new_line) in kept {
            let is_changed = texts.0.get(at.0..old_line) != texts.1.get(at.1..new_line);
            let (goes, comes) = (part(&old, at.0, old_line), part(&new, at.1, new_line));
            parts.push((goes, comes, is_changed, old.get(old_line)));
            at = (old_line + 1, new_line + 1);
        }
        let mut lines: Vec<DiffLine<'_>> = Vec::new();
        for (old, new, is_changed, kept) in &parts {
            if old == new && *is_changed {
                // Only what is hidden has changed.
                lines.extend(old.split_inclusive('\n').map(|line| (LineFate::Goes, line)));
                lines.extend(new.split_inclusive('\n').map(|line| (LineFate::Comes, line)));
            } else {
                compare(old, new, &mut lines);
            }
            lines.extend(kept.iter().map(|line| (LineFate::Stays, line.as_str())));
        }
        hunks(name, &lines)
    }
}

/// The lines of a text, each with its line break.
fn lines(source: &Source) -> Vec<&str> {
    source.text().split_inclusive('\n').collect()
}

/// The lines of a text as they may be shown, each with its line break.
fn shown_lines(source: &Source) -> Vec<String> {
    let mut start = 0;
    let line = |line: &str| {
        let end = start + crate::text::narrow(line.len());
        let mut shown = source.shown(source.span(start, end)).into_owned();
        if line.ends_with('\n') && !shown.ends_with('\n') {
            shown.push('\n');
        }
        start = end;
        shown
    };
    lines(source).into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::LineOrigins;
    use crate::diagnostic::Edit;
    use crate::text::Sources;

    /// The origins after edits, each a range and its text.
    fn carried(text: &str, edits: &[(u32, u32, &str)]) -> Vec<Option<usize>> {
        let source = Sources::new().add(String::new(), text.into(), None);
        let edit = |(start, end, text): &(u32, u32, &str)| Edit {
            span: source.span(*start, *end),
            text: (*text).into(),
        };
        let edits: Vec<Edit> = edits.iter().map(edit).collect();
        let mut origins = LineOrigins::of(text);
        origins.carry(text, &edits);
        origins.0
    }

    #[test]
    fn changed_lines_have_no_origin() {
        assert_eq!(carried("a\nb\nc\n", &[]), [Some(0), Some(1), Some(2)]);
        assert_eq!(carried("a\nb\nc\n", &[(2, 3, "x")]), [Some(0), None, Some(2)]);
        assert_eq!(carried("a\nb\nc\n", &[(2, 4, "")]), [Some(0), Some(2)]);
        assert_eq!(carried("a\nb\nc\n", &[(1, 2, "")]), [None, Some(2)]);
        assert_eq!(carried("a\nb\nc\n", &[(2, 2, "x\ny\n")]), [Some(0), None, None, None, Some(2)]);
        assert_eq!(carried("a\nb", &[(3, 3, "\nc\n")]), [Some(0), None, None]);
        assert_eq!(carried("a\nb\nc\n", &[(0, 1, "x"), (4, 5, "y")]), [None, Some(1), None]);
        assert_eq!(carried("", &[(0, 0, "x\ny")]), [None, None]);
        assert_eq!(carried("a\n", &[(0, 2, "")]), []);
    }
}
