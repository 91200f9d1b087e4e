//! The writer of pages. All user text passes through [`Html::text`] or [`Html::attribute`], which escape it.

use crate::text::escape;
use std::fmt::Write as _;

/// A page, or a part of one. Markup is `'static`, so it is never user text.
#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
}

impl Html {
    /// Adds markup.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.out.push_str(markup);
        self
    }

    /// Adds text. Characters that control a terminal or the direction of text become visible escapes, as in messages.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~');
        if text.bytes().all(is_plain) {
            self.escape(text);
        } else {
            let shown = escape::plain(text).to_string();
            self.escape(&shown);
        }
        self
    }

    /// Adds an attribute of the element whose tag is open.
    pub(super) fn attribute(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.raw(" ").raw(name).raw("=\"").text(value).raw("\"")
    }

    /// Adds a number.
    pub(super) fn number(&mut self, number: usize) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{number}");
        self
    }

    /// Adds a number and its noun: `1 field`, `2 fields`.
    pub(super) fn count(&mut self, number: usize, [one, many]: [&'static str; 2]) -> &mut Self {
        self.number(number).raw(" ").raw(if number == 1 { one } else { many })
    }

    /// Adds text in an element for code.
    pub(super) fn code(&mut self, text: &str) -> &mut Self {
        self.raw("<code>").text(text).raw("</code>")
    }

    /// Its size in bytes.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// Adds another part.
    pub(super) fn part(&mut self, part: &Self) -> &mut Self {
        self.out.push_str(&part.out);
        self
    }

    /// The text of the page.
    pub(super) fn finish(self) -> String {
        self.out
    }

    fn escape(&mut self, text: &str) {
        let mut start = 0;
        for (at, byte) in text.bytes().enumerate() {
            let escaped = match byte {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                b'\'' => "&#39;",
                _ => continue,
            };
            self.out.push_str(text.get(start..at).unwrap_or_default());
            self.out.push_str(escaped);
            start = at + 1;
        }
        self.out.push_str(text.get(start..).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::Html;

    #[test]
    fn text_is_never_markup() {
        for (text, expected) in [
            ("a b", "a b"),
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\"><img onerror='x'>&amp;", "&quot;&gt;&lt;img onerror=&#39;x&#39;&gt;&amp;amp;"),
            ("ä\u{2028}\u{202e}\n<", "ä\\u{2028}\\u{202e}\\u{a}&lt;"),
        ] {
            let mut html = Html::default();
            html.text(text);
            assert_eq!(html.finish(), expected);
            let mut html = Html::default();
            html.raw("<a").attribute("href", text);
            assert_eq!(html.finish(), format!("<a href=\"{expected}\""));
        }
    }
}
