//! Texts `path=literal` of flags. The literal is read by the declared type of the path.

use super::literal_text::{lacks_quotes, literal_of_text, part_of, takes_text};
use super::plain_text::warn_in_flag;
use super::setting_errors;
use crate::declaration::Config;
use crate::diagnostic::{Diagnostic, Report};
use crate::secrets;
use crate::syntax::{Document, Format};
use crate::text::setting_path::{self, equals_sign};
use crate::text::{Source, Sources, Span, narrow};
use crate::types::{Field, JsonKind, Presence, Type, Value};
use crate::value::{self, Places, Spelling, Subject};
use std::sync::Arc;

/// Reads `key=literal` as a value of the field with that key. Returns the place of the literal, too. A string or the
/// name of a variant needs no quotes: it is everything after the `=`. A literal of any other type is JSON5. Members
/// that are missing in the literal of a struct have their defaults, as in a layer. `option` is the flag: mistakes are
/// shown as places in a text of that name. If the declaration has sensitive fields, the caller hides the secrets in the
/// text before anything is drawn.
///
/// `None` if there is a mistake, which is reported.
pub fn read_assignment<'c>(
    config: &'c Config,
    option: &str,
    text: &str,
    places: &Places<'_>,
    sources: &mut Sources,
    report: &mut Report,
) -> Option<(&'c Field, Value, Span)> {
    let errors_before = report.errors();
    let assignment = AssignmentText::split(config, option, text, sources, report)?;
    let subject = Subject::of_values(places);
    let (key, place) = assignment.path();
    if let Some(at) = key.find(['.', '['])
        && let Some(field) = key.get(..at).and_then(|key| config.fields().get(config.position_in_path(key)?))
    {
        report.push(setting_errors::part_of_field(option, field, config.fields(), place));
        return None;
    }
    let (_, field) = value::named(config.as_struct(), (key, place, Spelling::Key), &subject, report)?;
    let document = assignment.document(config, (&field.ty, field.presence()), report);
    let subject = subject.in_path(field);
    let default = field.default.as_ref();
    let root = document.root()?;
    let value = value::read_over(&field.ty, root, default, &subject, report);
    if value.is_some() {
        warn_in_flag(&field.ty, root, &subject, report);
    }
    value.filter(|_| report.errors() == errors_before).map(|value| (field, value, root.span()))
}

/// Whether a text is exactly the path of a declared value.
pub(super) fn is_path(config: &Config, text: &str) -> bool {
    type_at(config, text, true).is_some()
}

/// The declared type at the end of a path; `None` if it is not declared. The path may contain keys of entries, which
/// users choose, only if `entries` is set.
fn type_at<'c>(config: &'c Config, text: &str, entries: bool) -> Option<&'c Type> {
    let mut steps = setting_path::steps(text).into_iter();
    let field = steps.next().and_then(|key| config.fields().get(config.position(&key.text)?));
    let mut ty = field.map(|field| &field.ty);
    for step in steps {
        let outer = ty?;
        // A step without `.` or `[` before it may be a value that lost its `=`.
        if !text.get(step.start..).is_some_and(|rest| rest.starts_with(['.', '['])) {
            return None;
        }
        if let Type::Map(map) = outer {
            ty = Some(map.value()).filter(|_| entries);
            continue;
        }
        let step = &*step.text;
        let is_index = !step.is_empty() && step.bytes().all(|digit| digit.is_ascii_digit());
        let members = if outer.is_struct() { outer.members() } else { &[] };
        // Members are in ascending order of their keys.
        let member = members.binary_search_by(|member| member.key.as_str().cmp(step)).ok();
        let member = member.and_then(|at| members.get(at)).map(|member| &member.ty);
        ty = member.or_else(|| outer.element().filter(|_| is_index));
    }
    ty
}

/// The offset of the first key of a sensitive map in a path; `None` without such a key.
pub(crate) fn secret_entry(config: &Config, path: &str) -> Option<usize> {
    config.holds_sensitive_data_keys().then(|| secrets::secret_entry(config.as_struct(), path))?
}

/// A text `path=literal`.
pub(super) struct AssignmentText {
    source: Arc<Source>,
    /// The flag of the text.
    option: String,
    /// The position of the `=`.
    equals: usize,
}

impl AssignmentText {
    /// Splits a text at its first `=` outside brackets. `None` if it has none, which is reported.
    pub(crate) fn split(
        config: &Config,
        option: &str,
        text: &str,
        sources: &mut Sources,
        report: &mut Report,
    ) -> Option<Self> {
        let Some(equals) = equals_sign(text) else {
            // Text that is not a declared path may be a secret, even if it looks like the key of an entry.
            let is_open = type_at(config, text, false).is_some();
            let may_tell = is_open || !config.holds_sensitive();
            let path = text.split_once(':').map(|(path, _)| path);
            let path = path.filter(|path| type_at(config, path, false).is_some());
            report.push(match path {
                Some(path) => setting_errors::colon_after_path(option, path),
                None => setting_errors::no_equals_sign(option, text, may_tell),
            });
            return None;
        };
        let appended = text.get(..equals).and_then(|path| path.strip_suffix('+'));
        let appended = appended.filter(|path| secret_entry(config, path).is_none());
        if let Some((path, ty)) = appended.and_then(|path| Some((path, type_at(config, path, true)?))) {
            report.push(setting_errors::adds_to(option, path, ty));
            return None;
        }
        // There may be many flags, so the name identifies one. The text after a key with `:` is not part of a path.
        let path = text.get(..equals).unwrap_or_default();
        let end = path.find(|c: char| c == ':' || c.is_whitespace());
        let end = end.into_iter().chain(secret_entry(config, path)).min();
        let key = end.and_then(|at| path.get(..at));
        let name = key.map_or_else(|| format!("{option} {path}"), |key| format!("{option} {key}…"));
        Some(Self {
            source: sources.add_without_file(name, text.into(), None),
            option: option.into(),
            equals,
        })
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The text before the `=`.
    pub(crate) fn path(&self) -> (&str, Span) {
        let place = self.place(0, self.equals);
        (self.source.slice(place), place)
    }

    fn place(&self, start: usize, end: usize) -> Span {
        self.source.span(narrow(start), narrow(end))
    }

    /// The text after the `=`.
    fn literal(&self) -> Span {
        self.place(self.equals + 1, self.source.text().len())
    }

    /// Reports what other tools accept in such a flag: several paths, and lists in braces.
    fn other_habit(&self, config: &Config, ty: &Type, place: Span) -> Option<Diagnostic> {
        let text = self.source.slice(place);
        if let Some(second) = second_setting(config, text) {
            let second = self.place(self.equals + 1 + second, self.source.text().len());
            return Some(setting_errors::several_settings(&self.option, second));
        }
        if lacks_quotes(text.trim(), ty) {
            return Some(setting_errors::texts_without_quotes(&self.option, self.path().0, ty, place));
        }
        let is_list = ty.element().is_some() && text.trim().starts_with('{') && !text.contains(':');
        is_list.then(|| setting_errors::list_in_braces(&self.option, self.path().0, place))
    }

    /// The text after the `=`, as a literal of a field or a part. An empty text means "no value", except for strings.
    pub(crate) fn document(
        &self,
        config: &Config,
        (ty, presence): (&Type, Presence),
        report: &mut Report,
    ) -> Document {
        let place = self.literal();
        let text = self.source.slice(place);
        // Any text is a string or may name a variant.
        let is_text = takes_text(ty);
        if !is_text && text.trim().is_empty() {
            let (path, _) = self.path();
            report.push(setting_errors::no_literal(&self.option, path, ty, place));
            return Document::unread(Format::Json5, &self.source);
        }
        if let (Some(Type::String(_)), Some(second)) =
            (ty.for_kind(JsonKind::String), second_setting(config, text))
        {
            let second = self.place(self.equals + 1 + second, self.source.text().len());
            report.push(setting_errors::setting_in_text(&self.option, self.path().0, second));
        }
        if let Some(error) = self.other_habit(config, ty, place).filter(|_| !is_text) {
            report.push(error);
            return Document::unread(Format::Json5, &self.source);
        }
        let part = |part| part_of(place, part);
        literal_of_text(text, (&self.source, &part), (ty, presence), report)
    }
}

/// The position of a second `path=…` after a comma in a text `path=literal`. There is no string or bracket before it.
fn second_setting(config: &Config, literal: &str) -> Option<usize> {
    let mut at = 0;
    for part in literal.split(',') {
        if at > 0 && part.split_once('=').is_some_and(|(path, _)| is_path(config, path.trim())) {
            return Some(at);
        }
        if part.contains(['"', '\'', '[', '{']) {
            return None;
        }
        at += part.len() + 1;
    }
    None
}
