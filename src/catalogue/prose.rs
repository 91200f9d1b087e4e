//! Documentation and facts as HTML: paragraphs, and code in backticks. Nothing else is markup.

use super::html::Html;
use std::collections::BTreeMap;

/// Writes documentation: empty lines separate paragraphs.
pub(super) fn paragraphs(html: &mut Html, text: &str) {
    let mut paragraph = String::new();
    for line in text.split('\n').map(str::trim).chain([""]) {
        if line.is_empty() {
            if !paragraph.is_empty() {
                html.raw("<p>");
                spans(html, &paragraph);
                html.raw("</p>\n");
                paragraph.clear();
            }
            continue;
        }
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(line);
    }
}

/// Writes text with code spans of Markdown: code between runs of equally many backticks. A run without an equal one
/// after it is text. Takes time linear in the text, times the logarithm of the number of runs.
pub(super) fn spans(html: &mut Html, text: &str) {
    let runs = runs(text);
    let mut closing: Vec<Option<usize>> = Vec::new();
    let mut next: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, (_, length)) in runs.iter().enumerate().rev() {
        closing.push(next.insert(*length, at));
    }
    closing.reverse();
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let (mut written, mut at) = (0, 0);
    while let (Some((start, length)), Some(closing)) = (runs.get(at), closing.get(at)) {
        html.text(part(written, *start));
        let inside = start + length;
        match closing.and_then(|closing| Some((closing, runs.get(closing)?))) {
            Some((closing, (end, _))) => {
                html.code(unpadded(part(inside, *end)));
                (written, at) = (end + length, closing + 1);
            }
            None => {
                html.text(part(*start, inside));
                (written, at) = (inside, at + 1);
            }
        }
    }
    html.text(part(written, text.len()));
}

/// The offset and the length of each run of backticks.
fn runs(text: &str) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in text.match_indices('`') {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == at => *length += 1,
            Some(_) | None => runs.push((at, 1)),
        }
    }
    runs
}

/// A code span without the spaces that pad it.
fn unpadded(code: &str) -> &str {
    let inner = code.strip_prefix(' ').and_then(|code| code.strip_suffix(' '));
    inner.filter(|inner| !inner.trim_matches(' ').is_empty()).unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::{paragraphs, spans};
    use crate::catalogue::html::Html;

    #[test]
    fn backticks_make_code() {
        for (text, expected) in [
            ("a `b` c", "a <code>b</code> c"),
            ("`` a`b `` <", "<code>a`b</code> &lt;"),
            ("a ` b", "a ` b"),
            ("a ``b` c`", "a ``b<code> c</code>"),
            ("`<b>`", "<code>&lt;b&gt;</code>"),
            ("``` a `` b ` c", "``` a `` b ` c"),
            ("`a``b` ``c", "<code>a``b</code> ``c"),
        ] {
            let mut html = Html::default();
            spans(&mut html, text);
            assert_eq!(html.finish(), expected, "{text}");
        }
    }

    #[test]
    fn empty_lines_separate_paragraphs() {
        let mut html = Html::default();
        paragraphs(&mut html, "\nOne\n  line.\n\n[two](javascript:x) **bold**\n");
        assert_eq!(html.finish(), "<p>One line.</p>\n<p>[two](javascript:x) **bold**</p>\n");
    }
}
