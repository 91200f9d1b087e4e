//! Placeholders of other tools in plain strings: confc keeps them as text.

use super::plain_text::PlainIn;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::syntax::Node;
use crate::text::Span;
use crate::text::escape::{self, quoted};
use crate::types::Type;
use crate::value::Subject;
use std::ops::Range;

/// The code of a text that other tools would change.
pub(super) const KEPT_AS_TEXT: Code = Code::W0805;

/// How far the end of a placeholder may be from its start, in bytes.
const MAX_LENGTH: usize = 256;

/// What other tools replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaceholderKind {
    /// `${NAME}`, as shells and Compose write it.
    Braces,
    /// `$(NAME)`, as Kubernetes and Make write it.
    Parentheses,
    /// `{{ … }}`, as Helm and Jinja write it.
    Template,
    /// `%(NAME)s`, as Python writes it.
    Percent,
    /// A whole text that another tool decrypts or looks up: `ENC[…]` of SOPS, `vault:…#key`.
    Reference,
    /// `<no value>`, which a template of Go leaves for an absent value.
    NoValue,
    /// `$NAME` in an environment file, and elsewhere as a whole text.
    Bare,
}

impl PlaceholderKind {
    /// Its form without the name in it.
    fn form(self) -> &'static str {
        match self {
            Self::Braces => "`${…}`",
            Self::Parentheses => "`$(…)`",
            Self::Template => "`{{ … }}`",
            Self::Percent => "`%(…)s`",
            Self::Reference => "a reference to a secret",
            Self::NoValue => "`<no value>`",
            Self::Bare => "`$…`",
        }
    }
}

/// The first placeholder in a text. Takes time linear in the text.
fn find(text: &str, is_environment: bool) -> Option<(PlaceholderKind, Range<usize>)> {
    let no_value = || text.find("<no value>").map(|at| (PlaceholderKind::NoValue, at..at + 10));
    variable(text, is_environment)
        .or_else(|| template(text))
        .or_else(|| percent(text))
        .or_else(|| reference(text))
        .or_else(no_value)
}

fn percent(text: &str) -> Option<(PlaceholderKind, Range<usize>)> {
    let start = text.find("%(")?;
    let length = name_length(text.get(start + 2..)?);
    let end = start + 2 + length + 2;
    (length > 0 && text.get(..end)?.ends_with(")s")).then_some((PlaceholderKind::Percent, start..end))
}

fn reference(text: &str) -> Option<(PlaceholderKind, Range<usize>)> {
    let is_encrypted = text.starts_with("ENC[") && text.ends_with(']');
    let is_looked_up = text.starts_with("vault:") && text.contains('#') && !text.contains(' ');
    (is_encrypted || is_looked_up).then_some((PlaceholderKind::Reference, 0..text.len()))
}

fn template(text: &str) -> Option<(PlaceholderKind, Range<usize>)> {
    let start = text.find("{{")?;
    let end = start + 2 + text.get(start + 2..)?.find("}}")? + 2;
    Some((PlaceholderKind::Template, start..end))
}

fn variable(text: &str, is_environment: bool) -> Option<(PlaceholderKind, Range<usize>)> {
    let takes_bare = is_environment || is_shell_variable(text);
    let mut at = 0;
    while let Some(start) = text.get(at..)?.find('$').map(|found| at + found) {
        let rest = text.get(start + 1..)?;
        // `$$` stands for a `$` in each of these tools.
        if rest.starts_with('$') {
            at = start + 2;
            continue;
        }
        at = start + 1;
        let bare = name_length(rest);
        let found = match rest.chars().next() {
            Some('{') => in_brackets(rest, '}').map(|length| (PlaceholderKind::Braces, length)),
            Some('(') => in_brackets(rest, ')')
                .filter(|length| name_length(rest.get(1..).unwrap_or_default()) + 2 == *length)
                .map(|length| (PlaceholderKind::Parentheses, length)),
            Some(_) | None => (takes_bare && bare > 0).then_some((PlaceholderKind::Bare, bare)),
        };
        if let Some((kind, length)) = found {
            return Some((kind, start..start + 1 + length));
        }
    }
    None
}

/// Whether a text is `$NAME`, in capitals as variables of the environment are.
fn is_shell_variable(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let name = text.strip_prefix('$').unwrap_or_default();
    name.len() > 1 && name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(is_part)
}

/// The length of the name at the start of a text, 0 if there is none.
fn name_length(text: &str) -> usize {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return 0;
    }
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len())
}

/// The length of a bracket with a name in it, up to the bracket that closes it.
fn in_brackets(text: &str, close: char) -> Option<usize> {
    let named = name_length(text.get(1..)?) > 0;
    let end = text.bytes().take(MAX_LENGTH).position(|byte| char::from(byte) == close)?;
    named.then_some(end + 1)
}

/// Warns of a placeholder in a string that stays as it is written.
pub(super) fn warn(node: Node<'_>, subject: &Subject<'_>, plain_in: PlainIn, report: &mut Report) {
    let path = subject.path.to_string();
    let place = |part: Range<usize>| if subject.sensitive { node.span() } else { node.span_of_text(part) };
    warn_of_text(node.text(), &place, (&path, subject.sensitive), plain_in, report);
}

/// As [`warn`], of a text whose parts are at `place`.
pub(super) fn warn_of_text(
    text: &str,
    place: &dyn Fn(Range<usize>) -> Span,
    (path, is_secret): (&str, bool),
    plain_in: PlainIn,
    report: &mut Report,
) {
    let Some((kind, part)) = find(text, plain_in == PlainIn::Environment) else { return };
    let written = text.get(part.clone()).unwrap_or_default();
    let shown = if is_secret || kind == PlaceholderKind::Reference {
        kind.form().into()
    } else {
        quoted(written).to_string()
    };
    let said = format!("{shown} in the value of `{}` stays as it is written", escape::plain(path));
    let place = place(part);
    let diagnostic = Diagnostic::new(KEPT_AS_TEXT, said)
        .at(place, "not replaced")
        .quoting(place, written)
        .note("confc does not replace placeholders of other tools");
    let replace = match kind {
        PlaceholderKind::NoValue => "a template left it for an absent value: give the template that value",
        PlaceholderKind::Template => "render the template first, and use the result",
        PlaceholderKind::Reference => "let the other tool replace it before confc reads it",
        PlaceholderKind::Braces
        | PlaceholderKind::Parentheses
        | PlaceholderKind::Percent
        | PlaceholderKind::Bare => {
            "write the value in its place, or let the other tool replace it before confc reads it"
        }
    };
    let keep = match (plain_in, kind) {
        (PlainIn::Layer, PlaceholderKind::Braces) => {
            Some("if it is meant as it stands, write `{ $text: \"…\" }` with `$${` for `${`")
        }
        (PlainIn::Layer, _) => Some("if it is meant as it stands, write `{ $text: \"…\" }`"),
        (PlainIn::Literal | PlainIn::Environment, PlaceholderKind::Braces) => Some(
            "if it is meant as it stands, write `{ $text: \"…\" }` with `$${` for `${` in a layer of JSON5, YAML or TOML",
        ),
        (PlainIn::Literal | PlainIn::Environment, _) => {
            Some("if it is meant as it stands, write `{ $text: \"…\" }` in a layer of JSON5, YAML or TOML")
        }
        (PlainIn::Input, _) => None,
    };
    report.push(diagnostic.help(replace).help_if(keep.map(str::to_owned)));
}

/// Warns of a string that is written without quotes and has some in its text: plain ones in a flag, those of a word
/// processor anywhere. Returns whether there is a warning.
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
    let said = format!("the value of `{}` includes its quotes", subject.path);
    report.push(
        Diagnostic::new(KEPT_AS_TEXT, said)
            .at(node.span(), "taken as it is written")
            .help(help)
            .help("if they are part of the text, set it in a layer with another pair of quotes around it"),
    );
    true
}

/// Warns of a string in an environment file that other readers of such files read differently: in quotes, or with a comment
/// or white space around it. Returns whether there is a warning.
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
    let said = format!("the value of `{}` includes {what}", subject.path);
    report.push(
        Diagnostic::new(KEPT_AS_TEXT, said)
            .at(node.span(), "taken as it is written")
            .note("a value is everything after `=`, as `docker run --env-file` reads it; shells and Compose do not")
            .help(do_what)
            .help("if it is meant as it stands, set it in a layer of JSON5, YAML or TOML"),
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

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn placeholders_of_other_tools_are_found() {
        for (text, found) in [
            ("${HOME}/x", "${HOME}"),
            ("a ${DB_HOST:-localhost}", "${DB_HOST:-localhost}"),
            ("${env.HOME}", "${env.HOME}"),
            ("$(HOST):80", "$(HOST)"),
            ("{{ .Values.x }}", "{{ .Values.x }}"),
            ("${{ secrets.TOKEN }}", "{{ secrets.TOKEN }}"),
            ("<no value>", "<no value>"),
            ("$$ ${a}", "${a}"),
            ("$DB_HOST", "$DB_HOST"),
            ("%(host)s:80", "%(host)s"),
            ("ENC[AES256_GCM,data:x]", "ENC[AES256_GCM,data:x]"),
            ("vault:secret/db#pw", "vault:secret/db#pw"),
        ] {
            assert_eq!(find(text, false).and_then(|(_, part)| text.get(part)), Some(found), "{text}");
        }
        for text in [
            "", "$", "$home", "$HOME/x", "$5", "$${HOME}", "$$(HOME)", "${", "${}", "${1}", "$(a|b)",
            "^a$(b c)", "{{", "}} {{", "{x}", "<value>",
        ] {
            assert_eq!(find(text, false), None, "{text}");
        }
        assert_eq!(find("$HOME/x", true).map(|(_, part)| part), Some(0..5));
        assert_eq!(find("pa$$word 5$", true), None);
    }
}
