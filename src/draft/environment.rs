//! Environment files: `KEY=value` lines, of which all values are strings.

use super::errors;
use crate::diagnostic::Report;
use crate::text::{Source, Span, narrow};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An environment file.
#[derive(Debug)]
pub struct EnvironmentFile {
    source: Arc<Source>,
    variables: Vec<EnvironmentVariable>,
}

/// A line of one.
#[derive(Debug)]
pub struct EnvironmentVariable {
    /// Its name.
    pub name: String,
    /// Its value, without the quotes around it.
    pub value: String,
    pub(super) name_place: Span,
    pub(super) value_place: Span,
}

impl EnvironmentFile {
    /// Reads a text: lines `KEY=value`, perhaps with `export` in front and with quotes around the value; empty lines and
    /// comments. What is anything else is reported, and so is a name that is there twice. Messages show names and no values.
    pub fn read(source: &Arc<Source>, report: &mut Report) -> Self {
        let (mut variables, mut start, mut hidden) = (Vec::new(), 0, Vec::new());
        let mut names = BTreeMap::new();
        for line in source.text().split_inclusive('\n') {
            let at = start;
            start += line.len();
            let line = line.trim_end_matches(['\n', '\r']);
            let trimmed = line.trim_start();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                hidden.push((narrow(at), narrow(at + line.len())));
                continue;
            }
            let text = trimmed.strip_prefix("export ").unwrap_or(trimmed).trim_start();
            let name_start = at + line.len() - text.len();
            let place = |from: usize, to: usize| source.span(narrow(from), narrow(to));
            match text.split_once('=') {
                Some((name, value)) if !name.trim().is_empty() => {
                    let value_start = name_start + name.len() + 1;
                    let name = name.trim_end();
                    let name_place = place(name_start, name_start + name.len());
                    if let Some(first) = names.insert(name, name_place) {
                        report.push(errors::two_become_one(name, [name, name], [first, name_place]));
                    }
                    hidden.push((narrow(value_start), narrow(at + line.len())));
                    variables.push(EnvironmentVariable {
                        name: name.into(),
                        value: unquoted(value).into(),
                        name_place,
                        value_place: place(value_start, at + line.len()),
                    });
                }
                Some(_) | None => {
                    hidden.push((narrow(at), narrow(at + line.len())));
                    report.push(errors::not_a_variable(place(name_start, at + line.len())));
                }
            }
        }
        // Nobody has said which of them are secret.
        source.mask(hidden);
        Self { source: source.clone(), variables }
    }

    /// Its text.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Its variables, in order.
    #[must_use]
    pub fn variables(&self) -> &[EnvironmentVariable] {
        &self.variables
    }
}

/// A value without the quotes around it, and without a comment behind it.
fn unquoted(value: &str) -> Cow<'_, str> {
    let begins_with_space = value.starts_with([' ', '\t']);
    let value = value.trim();
    let is_end = |rest: &str| {
        let comment = rest.trim_start();
        comment.is_empty() || (comment.len() < rest.len() && comment.starts_with('#'))
    };
    if let Some((inside, rest)) = value.strip_prefix('\'').and_then(|value| value.split_once('\''))
        && is_end(rest)
    {
        return inside.into();
    }
    if let Some((inside, rest)) = value.strip_prefix('"').and_then(in_double_quotes)
        && is_end(rest)
    {
        return inside.into();
    }
    if value.starts_with('#') && begins_with_space {
        return "".into();
    }
    let comment = value
        .match_indices('#')
        .find(|(at, _)| value.get(..*at).is_some_and(|before| before.ends_with([' ', '\t'])));
    comment.and_then(|(at, _)| value.get(..at)).map_or(value, str::trim_end).into()
}

/// What stands before the quote that closes a text, and what stands behind that.
fn in_double_quotes(text: &str) -> Option<(String, &str)> {
    let (mut inside, mut characters) = (String::new(), text.chars());
    loop {
        match characters.next()? {
            '"' => return Some((inside, characters.as_str())),
            '\\' => match characters.next()? {
                escaped @ ('"' | '\\' | '$' | '`') => inside.push(escaped),
                other => inside.extend(['\\', other]),
            },
            c => inside.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unquoted;

    #[test]
    fn values_end_before_comments_and_have_no_quotes() {
        for (written, value) in [
            ("a b", "a b"),
            ("\"a b\"", "a b"),
            ("'a \\b'", "a \\b"),
            ("v # c", "v"),
            ("v#c", "v#c"),
            ("\"v # c\" # d", "v # c"),
            ("'v'#c", "'v'#c"),
            ("\"a\\\"b\"", "a\"b"),
            ("\"a\\n\"", "a\\n"),
            ("\"open", "\"open"),
            (" # c", ""),
            ("", ""),
        ] {
            assert_eq!(unquoted(written), value, "{written}");
        }
    }
}
