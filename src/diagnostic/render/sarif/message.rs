//! The message of a result, with the header and the remarks of the text form.

use super::shape::SarifText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::parts::{related, remarks, spelled};
use crate::text::{Sources, escape};
use std::fmt::Write as _;

/// The form in which a message names the places of causes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelForm {
    /// By links to the related locations of a result.
    Linked,
    /// By file, line and column: a notification has no related locations.
    Named,
}

/// The sentence, a line for each cause, notes and help.
pub(super) fn message(diagnostic: &Diagnostic, sources: &Sources, form: LabelForm) -> SarifText {
    let mut text = literal(&escape::plain(diagnostic.message()).to_string());
    let outside = diagnostic.primary().filter(|label| sources.of(label.span).is_some_and(|at| !at.is_file()));
    if let Some(place) = outside.and_then(|label| spelled(sources, label.span)) {
        text += &format!("\nat {}", literal(&place));
    }
    let (causes, more) = related(diagnostic, sources);
    for (at, (span, label)) in causes.iter().enumerate() {
        let Some(place) = spelled(sources, *span) else { continue };
        let is_file = sources.of(*span).is_some_and(|source| source.is_file());
        let place = if is_file && form == LabelForm::Linked {
            format!("[{}]({})", link_text(&place), id(at))
        } else {
            literal(&place)
        };
        text.push('\n');
        text += &place;
        if !label.is_empty() {
            text += &format!(": {}", literal(label));
        }
    }
    for (kind, remark) in remarks(diagnostic, more) {
        let _ = write!(text, "\n{kind}: {}", literal(&remark));
    }
    SarifText { text, markdown: None }
}

/// The number by which a link refers to the related location at this index.
pub(super) fn id(at: usize) -> usize {
    at + 1
}

/// Escapes text for a message, where braces are placeholders and `[…](…)` is a link to a number or a URI.
/// Both begin with a letter or digit.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let mut behind = rest.clone();
        let is_link = behind.next() == Some('(') && behind.next().is_some_and(char::is_alphanumeric);
        match c {
            '{' | '}' => out.extend([c, c]),
            ']' if is_link => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// As above, inside a link.
fn link_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' | '}' => out.extend([c, c]),
            '[' | ']' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{link_text, literal};

    #[test]
    fn text_is_neither_a_placeholder_nor_a_link() {
        assert_eq!(
            literal("uint8{max=3} [a](http://b) [a-z]([0-9]) \\"),
            "uint8{{max=3}} [a\\](http://b) [a-z]([0-9]) \\"
        );
        assert_eq!(link_text("a[0]{1}\\.cml:1:2"), "a\\[0\\]{{1}}\\\\.cml:1:2");
    }
}
