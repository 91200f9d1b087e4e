//! Warnings about strings that confc keeps as they are written, in layers, settings and inputs.

use crate::diagnostic::{Diagnostic, Report};
use crate::syntax::Node;
use crate::text::Span;
use crate::types::{Field, Type};
use crate::value::{KEPT_AS_TEXT, Subject, kept};
use std::ops::Range;

/// The kind of source of a plain string, which decides how its help is worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlainIn {
    /// In a layer.
    Layer,
    /// In a setting or a patch, which have no expressions.
    Literal,
    /// In the value of an input.
    Input,
    /// In an environment file.
    Environment,
}

/// Warns about a placeholder in a string, which is kept literally.
pub(super) fn warn(node: Node<'_>, subject: &Subject<'_>, plain_in: PlainIn, report: &mut Report) {
    let path = subject.shown_path().to_string();
    let place = |part: Range<usize>| if subject.sensitive { node.span() } else { node.span_of_text(part) };
    warn_of_text(node.text(), &place, (&path, subject.sensitive), plain_in, report);
}

/// Warns about a placeholder with the name of an input, which an expression in its place would read.
pub(super) fn warn_of_input(node: Node<'_>, subject: &Subject<'_>, input: &Field, report: &mut Report) {
    let path = subject.shown_path().to_string();
    let place = |part: Range<usize>| if subject.sensitive { node.span() } else { node.span_of_text(part) };
    let Some((kind, found)) = kept(node.text(), &place, ("value", &path, subject.sensitive), false) else {
        return;
    };
    let read = format!("write `${{input('{}')}}` in its place, in a `{{ $text: \"…\" }}`", input.key);
    report.push(found.without_help().help(read).help(kind.kept_by_text()));
}

/// As [`warn`], for a text whose parts are at `place`.
pub(super) fn warn_of_text(
    text: &str,
    place: &dyn Fn(Range<usize>) -> Span,
    (path, is_secret): (&str, bool),
    plain_in: PlainIn,
    report: &mut Report,
) {
    let is_environment = plain_in == PlainIn::Environment;
    let Some((kind, diagnostic)) = kept(text, place, ("value", path, is_secret), is_environment) else {
        return;
    };
    let keep = match plain_in {
        PlainIn::Layer => Some(kind.kept_by_text().to_owned()),
        PlainIn::Literal | PlainIn::Environment => {
            Some(format!("{} in a layer of JSON5, YAML or TOML", kind.kept_by_text()))
        }
        PlainIn::Input => None,
    };
    report.push(diagnostic.help_if(keep));
}

/// Warns about quotes in the text of a string without quotes: plain quotes in a flag, and typographic quotes anywhere.
/// Returns whether there is a warning.
pub(super) fn warn_of_quotes(node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> bool {
    let text = node.text();
    let help = match (text.chars().next(), text.chars().next_back()) {
        (Some('"'), Some('"')) | (Some('\''), Some('\'')) => "remove the quotes",
        (Some('“' | '”' | '„'), Some('“' | '”')) | (Some('‘' | '’' | '‚'), Some('‘' | '’')) => {
            "use plain quotes, `\"` or `'`, or none"
        }
        (_, _) => return false,
    };
    if node.raw() != text || text.chars().nth(1).is_none() {
        return false;
    }
    let said = format!("the value of `{}` includes its quotes", subject.shown_path());
    report.push(
        Diagnostic::new(KEPT_AS_TEXT, said)
            .at(node.span(), "taken as it is written")
            .help(help)
            .help("if they are part of the text, set it in a layer with another pair of quotes around it"),
    );
    true
}

/// Warns about a string in an environment file that other readers of such files read differently: in quotes, or with a
/// comment or white space around it. Returns whether there is a warning.
pub(super) fn warn_of_dialect(node: Node<'_>, ty: &Type, subject: &Subject<'_>, report: &mut Report) -> bool {
    if !matches!(ty, Type::String(_)) {
        return false;
    }
    let text = node.text();
    let is_quoted =
        ['"', '\''].iter().any(|quote| text.len() > 1 && text.starts_with(*quote) && text.ends_with(*quote));
    let (what, do_what) = if is_quoted {
        ("its quotes", "remove the quotes")
    } else if text.contains(" #") || text.contains("\t#") {
        ("what looks like a comment", "put the comment on a line of its own")
    } else if holds_variable(text) {
        ("what looks like another variable", "write each variable on a line of its own")
    } else if text.trim() != text {
        ("the white space around it", "remove the white space")
    } else {
        return false;
    };
    let said = format!("the value of `{}` includes {what}", subject.shown_path());
    report.push(
        Diagnostic::new(KEPT_AS_TEXT, said)
            .at(node.span(), "taken as it is written")
            .note("a value is everything after `=`, as `docker run --env-file` reads it; shells and Compose do not")
            .help(do_what)
            .help("to keep it as it is, set it in a layer of JSON5, YAML or TOML"),
    );
    true
}

/// Whether a text goes on with a variable: ` NAME=`.
fn holds_variable(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    text.split(' ').skip(1).filter_map(|word| word.split_once('=')).any(|(name, _)| {
        name.len() > 1 && name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(is_part)
    })
}
