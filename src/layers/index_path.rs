//! Paths into values as users write them: `mtu`, `server.port`, `tags[0]`, `labels.team`, `labels["a.b"]`.

use super::errors;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::text::setting_path::bracketed;
use crate::text::{Source, Span, escape, narrow};
use crate::types::{Key, MapType, Type, Value};
use crate::value::{self, Spelling, Subject, ValuePath};

/// The path to a field or a part of its value, by positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexPath {
    /// The position of the field.
    pub(crate) field: usize,
    /// The steps from the field to a part of its value.
    pub(crate) steps: Vec<IndexStep>,
}

/// One step into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum IndexStep {
    /// To a member of a struct, by its position.
    Member(usize),
    /// To an element of a vector or array, from 0. There may be fewer.
    Element(usize),
    /// To the entry of a map with this key. There may be none.
    Entry(Box<str>),
}

/// The type at the end of a path, with the default that applies there.
pub(super) type PathTarget<'a> = (&'a Type, Option<&'a Value>);

/// Reads the end of a path, given its target, its subject and the steps that led to it.
pub(super) type End<'e, T> = dyn FnMut(PathTarget<'_>, &Subject<'_>, &[IndexStep], &mut Report) -> T + 'e;

/// Reads a path in a text, and calls `end` at its end. `subject` is for all fields. `None` if the path has no target,
/// which is reported.
pub(crate) fn read<T>(
    config: &Config,
    source: &Source,
    place: Span,
    subject: &Subject<'_>,
    report: &mut Report,
    end: &mut End<'_, T>,
) -> Option<(IndexPath, T)> {
    let text = source.slice(place);
    if text.is_empty() {
        report.push(errors::no_path(place));
        return None;
    }
    if let Some(sign) = text.chars().next().filter(|sign| matches!(sign, '/' | '.')) {
        let path = if sign == '/' { path_of_pointer(text) } else { text.trim_start_matches('.').into() };
        let is_declared = super::assignment_text::is_path(config, &path);
        report.push(errors::sign_before_path(sign, is_declared.then_some(path.as_str()), place));
        return None;
    }
    let mut walk = PathReader { source, rest: place, steps: Vec::new(), report, end };
    let (key, place) = walk.key();
    let name = (key, place, Spelling::Key);
    let (at, field) = value::named(config.as_struct(), name, subject, walk.report)?;
    let found = walk.on((&field.ty, field.default.as_ref()), &subject.in_path(field))?;
    Some((IndexPath { field: at, steps: walk.steps }, found))
}

struct PathReader<'a, 'e, T> {
    source: &'a Source,
    /// The unread rest.
    rest: Span,
    steps: Vec<IndexStep>,
    report: &'a mut Report,
    end: &'a mut End<'e, T>,
}

impl<'a, T> PathReader<'a, '_, T> {
    /// Takes bytes off the rest.
    fn take(&mut self, size: usize) -> (&'a str, Span) {
        let behind = self.rest.start + narrow(size);
        let taken = Span { end: behind, ..self.rest };
        self.rest.start = behind;
        (self.source.slice(taken), taken)
    }

    /// A key, up to the next step.
    fn key(&mut self) -> (&'a str, Span) {
        let rest = self.source.slice(self.rest);
        self.take(rest.find(['.', '[']).unwrap_or(rest.len()))
    }

    /// Reads the rest of a path from a value of this type. Recursion is limited by the depth of types.
    fn on(&mut self, (ty, default): PathTarget<'_>, subject: &Subject<'_>) -> Option<T> {
        match (self.source.slice(self.rest).bytes().next(), ty) {
            (None, _) => Some((self.end)((ty, default), subject, &self.steps, self.report)),
            (Some(b'.'), Type::Map(map)) => self.entry(map, subject),
            (Some(b'['), Type::Map(map)) => self.quoted_entry(map, subject),
            (Some(b'.'), _) => self.member((ty, default), subject),
            (Some(_), _) => self.element(ty, subject),
        }
    }

    /// An entry by a key that needs no quotes.
    fn entry(&mut self, map: &MapType, subject: &Subject<'_>) -> Option<T> {
        let (_, dot) = self.take(1);
        let (key, place) = self.key();
        if Key::check(key).is_err() {
            let more = self.dots_in_key(key);
            let key = format!("{key}{}", self.source.slice(more)).replace("\\.", ".");
            let key = key.trim_matches(errors::QUOTES);
            self.report.push(errors::unquoted_entry(key, dot.to(place).to(more), subject));
            return None;
        }
        self.on_entry(map, (key, place), subject)
    }

    /// The rest of a key that has dots in quotes, or after a `\` as Helm writes them; empty for any other key.
    fn dots_in_key(&mut self, key: &str) -> Span {
        let (start, mut is_escaped) = (self.rest.start, key.ends_with('\\'));
        let mut inside = key.chars();
        if let Some(quote) = inside.next().filter(|first| errors::QUOTES.contains(first))
            && !inside.as_str().contains(quote)
        {
            let rest = self.source.slice(self.rest);
            self.take(rest.find(quote).map_or(0, |at| at + 1));
        }
        while is_escaped && self.source.slice(self.rest).starts_with('.') {
            self.take(1);
            let (part, _) = self.key();
            is_escaped = part.ends_with('\\');
        }
        Span { start, end: self.rest.start, ..self.rest }
    }

    /// An entry by a key in quotes, with the escapes of JSON.
    fn quoted_entry(&mut self, map: &MapType, subject: &Subject<'_>) -> Option<T> {
        let rest = self.source.slice(self.rest);
        let size = bracketed(rest).unwrap_or(rest.len());
        let (bracket, place) = self.take(size);
        let quoted = bracket.strip_prefix('[').and_then(|quoted| quoted.strip_suffix(']'));
        let Some(key) = quoted.and_then(|quoted| serde_json::from_str::<String>(quoted).ok()) else {
            self.report.push(errors::no_entry_key(bracket, place, subject));
            return None;
        };
        self.on_entry(map, (&key, place), subject)
    }

    fn on_entry(&mut self, map: &MapType, key: (&str, Span), subject: &Subject<'_>) -> Option<T> {
        value::check_entry_key(map, key, subject, self.report)?;
        self.steps.push(IndexStep::Entry(key.0.into()));
        self.on((map.value(), None), &subject.entry(key.0))
    }

    fn member(&mut self, (ty, default): PathTarget<'_>, subject: &Subject<'_>) -> Option<T> {
        let (_, dot) = self.take(1);
        let (key, place) = self.key();
        let Type::Struct(structure) = ty else {
            let meant = index(key).filter(|_| ty.element().is_some());
            let help = match (meant, &subject.path) {
                (Some(index), path) => Some(format!(
                    "write `{path}[{index}]` for an element that is there; to add one, set the whole list"
                )),
                (None, ValuePath::Entry(map, Some(first))) if !subject.sensitive => {
                    let rest = self.source.slice(self.rest);
                    let (more, behind) = rest.split_at(rest.find('[').unwrap_or(rest.len()));
                    let entry = format!("{first}.{key}{more}");
                    let entry = escape::literal(&entry);
                    Some(format!(
                        "write `{map}[{entry}]{behind}` if it is one key, in single quotes for the shell"
                    ))
                }
                (None, ValuePath::Entry(map, _)) => {
                    Some(format!("write a key with a dot in brackets and quotes: `{map}[\"a.b\"]`"))
                }
                (None, _) => None,
            };
            self.report
                .push(errors::steps_of_path(errors::no_such_step(ty, dot.to(place), subject)).help_if(help));
            return None;
        };
        let (at, member) = value::named(structure, (key, place, Spelling::Key), subject, self.report)?;
        self.steps.push(IndexStep::Member(at));
        let default = default.and_then(Value::as_members).and_then(|values| values.get(at));
        self.on((&member.ty, default.or(member.default.as_ref())), &subject.in_path(member))
    }

    fn element(&mut self, ty: &Type, subject: &Subject<'_>) -> Option<T> {
        let rest = self.source.slice(self.rest);
        let (bracket, place) = self.take(rest.find(']').map_or(rest.len(), |close| close + 1));
        let digits = bracket.strip_prefix('[').and_then(|digits| digits.strip_suffix(']'));
        let Some(index) = digits.and_then(index) else {
            let name = digits.unwrap_or_default().trim_matches(errors::QUOTES);
            let members = if ty.is_struct() { ty.members() } else { &[] };
            let member = members.iter().map(|member| member.key.as_str()).find(|key| *key == name);
            self.report.push(errors::no_index(place, member));
            return None;
        };
        let Some(element) = ty.element() else {
            self.report.push(errors::steps_of_path(errors::no_such_step(ty, place, subject)));
            return None;
        };
        self.steps.push(IndexStep::Element(index));
        self.on((element, None), &subject.element(index))
    }
}

/// The path with the steps of a JSON Pointer, even if it has no target.
fn path_of_pointer(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer.split('/').skip(1) {
        match index(step) {
            Some(index) => path.push_str(&format!("[{index}]")),
            None if path.is_empty() => path.push_str(step),
            None => path.extend([".", step]),
        }
    }
    path
}

/// An index: digits without a leading zero.
fn index(digits: &str) -> Option<usize> {
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    let canonical = plain && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| canonical)
}
