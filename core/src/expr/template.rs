//! Templates: texts with `${expression}` in them, split into parts.

use super::instruction::TextSpan;

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TemplatePart<'t> {
    /// Literal text; `${` for a `$${`.
    Text(&'t str),
    /// An expression, and its position in bytes.
    Expression(usize, &'t str),
}

/// The parts of a template, in order, found on demand. `$${` means `${`, and every other `$` means itself. An
/// expression ends at the first `}` outside quotes. An error is the position of a `${` that is not closed.
pub(crate) struct TemplateParts<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> TemplateParts<'t> {
    /// The parts of this text.
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }
}

impl<'t> Iterator for TemplateParts<'t> {
    type Item = Result<TemplatePart<'t>, TextSpan>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        if rest.starts_with("$${") {
            self.at += "$${".len();
            return Some(Ok(TemplatePart::Text("${")));
        }
        if let Some(inner) = rest.strip_prefix("${") {
            let start = self.at + "${".len();
            let Some(size) = end_of_expression(inner) else {
                let open = TextSpan::new(self.at, start);
                self.at = self.text.len();
                return Some(Err(open));
            };
            self.at = start + size + 1;
            return Some(Ok(TemplatePart::Expression(start, inner.get(..size).unwrap_or_default())));
        }
        // The literal text ends where the next `${` or `$${` may begin.
        let dollar = rest.char_indices().skip(1).find(|(_, c)| *c == '$').map_or(rest.len(), |(at, _)| at);
        let (text, _) = rest.split_at_checked(dollar)?;
        self.at += dollar;
        Some(Ok(TemplatePart::Text(text)))
    }
}

/// The start of the expression that is open at the end of a template, after its `${`.
#[must_use]
pub fn open_expression(text: &str) -> Option<usize> {
    TemplateParts::new(text).find_map(Result::err).map(|open| open.range().end)
}

/// The position of the first `}` outside strings.
fn end_of_expression(text: &str) -> Option<usize> {
    let (mut quote, mut is_escaped) = (None, false);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), b'\\') => is_escaped = true,
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'}') => return Some(at),
            (None, _) => {}
        }
    }
    None
}
