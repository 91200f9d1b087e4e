//! Reads environment files into a tape: an object with a string for each line `NAME=value`.
//!
//! A value is everything after the first `=`, as `docker run --env-file` reads it and `confc export --format env` writes
//! it. Quotes, `$` and ` #` are part of it.

use super::document::Document;
use super::errors;
use super::format::Format;
use super::places::content_start;
use super::tape::Kind;
use crate::diagnostic::{Report, Severity};
use crate::text::{Source, Span, narrow};
use std::sync::Arc;

/// See [`super::parse`].
pub(super) fn parse(source: &Arc<Source>, report: &mut Report) -> Document {
    let text = source.text();
    let mut document = Document::new(Format::Env, source);
    let start = content_start(text);
    let root = document.open(Kind::Object, narrow(start));
    let (mut at, mut may_go_on, mut goes_on) = (start, false, false);
    for whole in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = line.strip_suffix('\r').unwrap_or(line);
        match EnvLine::of(line) {
            EnvLine::Nothing => (may_go_on, goes_on) = (false, false),
            // The last line of a text in base64.
            EnvLine::Variable { value, .. } if goes_on && line.get(value..).is_some_and(is_padding) => {}
            EnvLine::Variable { name, value } => {
                (may_go_on, goes_on) = (true, false);
                document.push_name(narrow(at + name.start), narrow(at + name.end));
                document.push_name(narrow(at + value), narrow(at + line.len()));
            }
            EnvLine::Other(place) => {
                let place = source.span(narrow(at + place.start), narrow(at + place.end));
                document.mark_incomplete();
                may_go_on &= !begins_variable(line);
                // Further lines of a text follow from its second one.
                if !(goes_on && may_go_on) {
                    report.push_with(Severity::Error, || match is_header(line) {
                        true => errors::section(place),
                        false => errors::no_variable(place, sign_of(source, at, line), may_go_on),
                    });
                }
                goes_on = may_go_on;
            }
        }
        at += whole.len();
    }
    document.close(root, narrow(text.len()));
    document.finish(Vec::new());
    document
}

/// Whether the text after the first `=` is only base64 padding.
fn is_padding(text: &str) -> bool {
    text.chars().all(|c| c == '=')
}

/// Whether a line without `=` begins like a variable: `PORT 80`, `PORT: 80`.
fn begins_variable(line: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let rest = line.trim_start_matches(is_of_name);
    rest.len() < line.len() && rest.starts_with([' ', '\t', ':'])
}

/// One line, with offsets in it.
enum EnvLine {
    /// An empty line, or a comment.
    Nothing,
    Variable {
        name: std::ops::Range<usize>,
        /// The start of the value.
        value: usize,
    },
    /// Any other line, with the smallest wrong text.
    Other(std::ops::Range<usize>),
}

impl EnvLine {
    fn of(line: &str) -> Self {
        let content = line.trim_start();
        if content.is_empty() || content.starts_with('#') {
            return Self::Nothing;
        }
        let text = content.strip_prefix("export ").map_or(content, str::trim_start);
        let start = line.len() - text.len();
        let Some((name, _)) = text.split_once('=') else {
            return Self::Other(start..start + text.trim_end().len());
        };
        let end = start + name.len();
        match name.find(char::is_whitespace) {
            _ if name.is_empty() => Self::Other(end..end + 1),
            Some(space) => Self::Other(start + space..end),
            None => Self::Variable { name: start..end, value: end + 1 },
        }
    }
}

/// The separator between the name and the value of a line, if it is not `=` alone: `NAME: value`,
/// `NAME = value`. `at` is the start of the line.
fn sign_of(source: &Source, at: usize, line: &str) -> Option<Span> {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let value = rest.trim_start().strip_prefix(['=', ':'])?.trim_start();
    let [start, end] = [rest, value].map(|rest| narrow(at + line.len() - rest.len()));
    (rest.len() < line.trim_start().len() && !value.is_empty()).then(|| source.span(start, end))
}

/// Whether a line is the header of a section, as in INI files.
fn is_header(line: &str) -> bool {
    let name = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    name.is_some_and(|name| {
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
    })
}
