//! Bounds the size of a text, which may repeat a short key for each of a million elements.

use super::ExportLimit;
use crate::text::escape;

/// A text with a limit.
#[derive(Debug)]
pub(super) struct BoundedText {
    text: String,
    limit: u64,
    is_full: bool,
}

impl BoundedText {
    /// An empty text with a limit, in bytes.
    pub(super) fn new(limit: u64) -> Self {
        Self { text: String::new(), limit, is_full: false }
    }

    /// Appends a part; does nothing once a part did not fit.
    pub(super) fn push(&mut self, part: &str) {
        self.is_full = self.is_full || (self.text.len() + part.len()) as u64 > self.limit;
        if !self.is_full {
            self.text.push_str(part);
        }
    }

    /// Appends a character.
    pub(super) fn put(&mut self, c: char) {
        self.push(c.encode_utf8(&mut [0; 4]));
    }

    /// Appends a text, with `escape` for each character that is not plain.
    pub(super) fn push_escaped(
        &mut self,
        text: &str,
        is_plain: impl Fn(char) -> bool,
        escape: impl Fn(char, &mut Self),
    ) {
        let mut rest = text;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| !is_plain(*c)) {
            let (plain, tail) = rest.split_at(at);
            self.push(plain);
            escape(c, self);
            rest = tail.get(c.len_utf8()..).unwrap_or_default();
        }
        self.push(rest);
    }

    /// Appends a text in double quotes, with the escapes that JSON and TOML share; `invisible` writes other characters
    /// that nobody can see.
    pub(super) fn push_quoted(&mut self, text: &str, invisible: impl Fn(char, &mut Self)) {
        self.put('"');
        let is_plain = |c| !matches!(c, '"' | '\\') && !escape::is_unsafe(c);
        self.push_escaped(text, is_plain, |c, out| match c {
            '"' => out.push("\\\""),
            '\\' => out.push("\\\\"),
            '\n' => out.push("\\n"),
            '\r' => out.push("\\r"),
            '\t' => out.push("\\t"),
            c => invisible(c, out),
        });
        self.put('"');
    }

    /// Whether a part did not fit, so that writing more is useless.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// The limit, in bytes.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether it has no text yet.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the text.
    ///
    /// # Errors
    /// The limit, if a part did not fit.
    pub(super) fn finish(self) -> Result<String, ExportLimit> {
        if self.is_full { Err(ExportLimit::Document { bytes: self.limit }) } else { Ok(self.text) }
    }
}
