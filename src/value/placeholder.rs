//! Placeholders of other tools in strings, which confc does not replace.

use crate::diagnostic::{Code, Diagnostic};
use crate::text::Span;
use crate::text::escape::{self, quoted};
use std::ops::Range;

/// The code for a text that other tools would change.
pub(crate) const KEPT_AS_TEXT: Code = Code::W0805;

/// The note for each placeholder.
const NOT_REPLACED: &str = "confc does not replace placeholders of other tools";

/// The largest distance from the start of a placeholder to its end, in bytes.
const MAX_LENGTH: usize = 256;

/// The forms of placeholders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlaceholderKind {
    /// `${NAME}`, as shells and Compose write it.
    Braces,
    /// `$(NAME)`, as Kubernetes and Make write it.
    Parentheses,
    /// `{{ … }}`, as Helm and Jinja write it.
    Template,
    /// `%(NAME)s`, as Python writes it.
    Percent,
    /// A text that another tool decrypts or looks up: `ENC[…]` of SOPS, `vault:…#key`.
    Reference,
    /// `<no value>`, which a Go template writes for an absent value.
    NoValue,
    /// `$NAME` in an environment file, or as a whole text elsewhere.
    Bare,
}

impl PlaceholderKind {
    /// The form without its name.
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

    /// The remedy that keeps the placeholder as text.
    pub(crate) fn kept_by_text(self) -> &'static str {
        match self {
            Self::Braces => "to keep it as it is, write `{ $text: \"…\" }` with `$${` for `${`",
            Self::Parentheses
            | Self::Template
            | Self::Percent
            | Self::Reference
            | Self::NoValue
            | Self::Bare => "to keep it as it is, write `{ $text: \"…\" }`",
        }
    }

    /// The remedy that gives the placeholder its value.
    fn remedy(self) -> &'static str {
        match self {
            Self::NoValue => "a template left it for an absent value: give the template that value",
            Self::Template => "render the template first, and use the result",
            Self::Reference => "let the other tool replace it before confc reads it",
            Self::Braces | Self::Parentheses | Self::Percent | Self::Bare => {
                "write the value in its place, or let the other tool replace it before confc reads it"
            }
        }
    }
}

/// The first placeholder in a text. Takes time linear in the text.
pub(crate) fn find_placeholder(text: &str, is_environment: bool) -> Option<(PlaceholderKind, Range<usize>)> {
    let no_value = || text.find("<no value>").map(|at| (PlaceholderKind::NoValue, at..at + 10));
    variable(text, is_environment)
        .or_else(|| template(text))
        .or_else(|| percent(text))
        .or_else(|| reference(text))
        .or_else(no_value)
}

/// The last part of the name in the first placeholder: `region` in `{{ .Values.region }}`.
pub(crate) fn name_in(text: &str) -> Option<&str> {
    let (_, part) = find_placeholder(text, false)?;
    let is_sign = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let path = text.get(part)?.trim_matches(is_sign);
    let is_path = path.chars().all(|c| !is_sign(c) || c == '.');
    path.rsplit('.').next().filter(|_| is_path)
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
        // `$$` means `$` in each of these tools.
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

/// Whether a text is `$NAME` in upper case, like environment variables.
fn is_shell_variable(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let name = text.strip_prefix('$').unwrap_or_default();
    name.len() > 1 && name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(is_part)
}

/// The length of the name at the start of a text; 0 without a name.
fn name_length(text: &str) -> usize {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return 0;
    }
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len())
}

/// The length of a bracket with a name in it, including the closing bracket.
fn in_brackets(text: &str, close: char) -> Option<usize> {
    let named = name_length(text.get(1..)?) > 0;
    let end = text.bytes().take(MAX_LENGTH).position(|byte| char::from(byte) == close)?;
    named.then_some(end + 1)
}

/// The warning for a string with a placeholder. `is_bare` is whether `$NAME` counts as one.
pub(crate) fn kept(
    text: &str,
    place: &dyn Fn(Range<usize>) -> Span,
    (what, path, is_secret): (&str, &str, bool),
    is_bare: bool,
) -> Option<(PlaceholderKind, Diagnostic)> {
    let (kind, part) = find_placeholder(text, is_bare)?;
    let written = text.get(part.clone()).unwrap_or_default();
    let shown = if is_secret || kind == PlaceholderKind::Reference {
        kind.form().into()
    } else {
        quoted(written).to_string()
    };
    let said = format!("{shown} in the {what} of `{}` stays as it is written", escape::plain(path));
    let place = place(part);
    let diagnostic = Diagnostic::new(KEPT_AS_TEXT, said).at(place, "not replaced").quoting(place, written);
    Some((kind, diagnostic.note(NOT_REPLACED).help(kind.remedy())))
}

/// The note and the remedy for a string that does not fit because it is a placeholder. `$NAME` counts as one.
pub(super) fn explained(text: &str) -> Option<(&'static str, &'static str)> {
    find_placeholder(text, true).map(|(kind, _)| (NOT_REPLACED, kind.remedy()))
}

#[cfg(test)]
mod tests {
    use super::find_placeholder;

    #[test]
    fn a_placeholder_names_an_input() {
        let name = |text| super::name_in(text);
        assert_eq!(name("db.{{ .Values.region }}.example"), Some("region"));
        assert_eq!(name("${region}"), Some("region"));
        assert_eq!(name("{{ .Values.region | quote }}"), None);
        assert_eq!(name("region"), None);
    }

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
            assert_eq!(
                find_placeholder(text, false).and_then(|(_, part)| text.get(part)),
                Some(found),
                "{text}"
            );
        }
        for text in [
            "", "$", "$home", "$HOME/x", "$5", "$${HOME}", "$$(HOME)", "${", "${}", "${1}", "$(a|b)",
            "^a$(b c)", "{{", "}} {{", "{x}", "<value>",
        ] {
            assert_eq!(find_placeholder(text, false), None, "{text}");
        }
        assert_eq!(find_placeholder("$HOME/x", true).map(|(_, part)| part), Some(0..5));
        assert_eq!(find_placeholder("pa$$word 5$", true), None);
    }
}
