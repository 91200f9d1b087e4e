//! Documentation and facts as HTML: paragraphs, and code in backticks. Nothing else is markup.

use super::html::Html;

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

/// Writes text with code spans of Markdown: code between runs of equally many backticks.
pub(super) fn spans(html: &mut Html, text: &str) {
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let (before, opened) = rest.split_at(start);
        let fence = opened.len() - opened.trim_start_matches('`').len();
        let (ticks, inside) = opened.split_at(fence);
        html.text(before);
        let Some(end) = closing(inside, fence) else {
            // Without an end, the backticks are text.
            html.text(ticks);
            rest = inside;
            continue;
        };
        html.code(unpadded(inside.get(..end).unwrap_or_default()));
        rest = inside.get(end + fence..).unwrap_or_default();
    }
    html.text(rest);
}

/// The offset of the next run of exactly this many backticks.
fn closing(text: &str, fence: usize) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = text.get(from..)?.find('`') {
        let start = from + found;
        let run = text.get(start..)?;
        let length = run.len() - run.trim_start_matches('`').len();
        if length == fence {
            return Some(start);
        }
        from = start + length;
    }
    None
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
