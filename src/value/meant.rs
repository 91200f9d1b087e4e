//! The most likely meaning of unknown keys.

use super::key_errors::Meant;
use super::subject::{Spelling, Subject, ValuePath};
use crate::diagnostic::Report;
use crate::syntax::{Format, Kind, Node};
use crate::text::suggest::Suggestions;
use crate::types::{JsonKind, StructType, Type};
use std::borrow::Cow;

/// The meaning of an unknown key: a field with a similar name, or a member of the struct beside it.
pub(super) fn meant<'f>(
    fields: &'f StructType,
    (name, spelling): (&str, Spelling),
    value: Option<Node<'_>>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<Meant<'f>> {
    let suggestions = report.suggestions();
    let is_root = matches!(subject.path, ValuePath::Root);
    let has = |name: &str| spelling.find(fields, name).is_some();
    if let Some(field) = spelling.find_other(fields, name) {
        return Some(Meant::Name(spelling.of(field)));
    }
    if let Some((key, _)) = name.split_once(':')
        && value.is_some_and(|value| value.kind() == Kind::Null && value.raw().is_empty())
        && let Some(field) = spelling.find(fields, key)
    {
        return Some(Meant::Joined(spelling.of(field)));
    }
    // A flag names a path, a layer the key of an object.
    if is_root
        && value.is_none()
        && let Some(path) = dotted(fields, (name, spelling))
    {
        return Some(Meant::Path(path));
    }
    let near = suggestions.nearest(name, fields.members().iter().map(|field| spelling.of(field)));
    if let Some(near) = near {
        return Some(Meant::Name(near));
    }
    if value.is_some_and(has_anchor) {
        return Some(Meant::Anchored);
    }
    let mut inner = value.into_iter().flat_map(Node::members).peekable();
    if is_root && inner.peek().is_some() && inner.all(|(key, _)| has(key.text())) {
        return Some(Meant::Around);
    }
    // `max.conns` in TOML, and `server_host`.
    let joined = value.into_iter().flat_map(Node::members).map(|(key, _)| format!("{name}_{}", key.text()));
    if let Some(joined) = suggestions.find(joined, |joined| has(joined)) {
        return Some(Meant::Path(joined));
    }
    let split = name.match_indices('_').filter_map(|(at, _)| Some((name.get(..at)?, name.get(at + 1..)?)));
    // The path of a flag ends at a union. A literal of a layer may be of its struct.
    let is_literal = value.is_some();
    let is_member = |(outer, inner): &(&str, &str)| {
        let outer = spelling.find(fields, outer).and_then(|outer| struct_in(&outer.ty, is_literal));
        outer.is_some_and(|ty| spelling.find(ty, inner).is_some())
    };
    if let Some((outer, inner)) = suggestions.find(split, is_member) {
        return Some(Meant::Path(format!("{outer}.{inner}")));
    }
    let is_toml = value.is_some_and(|value| value.document().format() == Format::Toml);
    let sought = SoughtName { name, spelling, is_literal, is_toml };
    elsewhere(fields, sought, subject, suggestions).or_else(|| {
        // `log-level` and `logLevel` for `level`.
        let mut words =
            name.char_indices().filter(|(at, c)| *at > 0 && (c.is_uppercase() || matches!(c, '-' | '_')));
        let (last, _) = words.next_back()?;
        let last = name.get(last..)?.trim_start_matches(['-', '_']).to_ascii_lowercase();
        let field = suggestions.find(fields.members(), |field| spelling.of(field) == last)?;
        (last.len() >= 3).then(|| Meant::Name(spelling.of(field)))
    })
}

/// The struct type that a type is, or the struct that is a case of it if unions without a tag count.
fn struct_in(ty: &Type, with_cases: bool) -> Option<&StructType> {
    let ty = if with_cases { ty.for_kind(JsonKind::Object)? } else { ty };
    if let Type::Struct(ty) = ty { Some(ty) } else { None }
}

/// An unknown name, whose field is sought elsewhere.
#[derive(Clone, Copy)]
struct SoughtName<'n> {
    name: &'n str,
    spelling: Spelling,
    /// Whether it is a key of a literal, and not part of a path.
    is_literal: bool,
    is_toml: bool,
}

/// The path of a member whose keys are separated by `/`: `listen/port`, `/listen/port`.
fn dotted(fields: &StructType, (name, spelling): (&str, Spelling)) -> Option<String> {
    let path = name.strip_prefix('/').unwrap_or(name);
    let mut keys = path.split('/').filter(|_| name.contains('/')).peekable();
    keys.peek()?;
    let mut fields = Some(fields);
    for key in keys {
        fields = spelling.find(fields?, key)?.ty.inner_struct();
    }
    Some(path.replace('/', "."))
}

/// Whether a value of YAML has an anchor.
fn has_anchor(value: Node<'_>) -> bool {
    if value.document().format() != Format::Yaml {
        return false;
    }
    let before = value.document().source().text().get(..value.span().start as usize).unwrap_or_default();
    // A line may be very long, and have many such values.
    let word = before.trim_end().rsplit([' ', ':', '\n']).next().unwrap_or_default();
    word.starts_with('&') && word.len() > 1
}

/// The nearest member or field with the same name: in a struct beside it, at the root, or deeper.
fn elsewhere<'f>(
    fields: &'f StructType,
    SoughtName { name, spelling, is_literal, is_toml }: SoughtName<'_>,
    subject: &Subject<'_>,
    suggestions: &mut Suggestions,
) -> Option<Meant<'f>> {
    const DEEPEST: usize = 4;
    let mut level: Vec<(String, &'f StructType)> = vec![(String::new(), fields)];
    for depth in 1..=DEEPEST {
        let mut structs = Vec::new();
        for (path, fields) in &level {
            for field in fields.members() {
                suggestions.find([()], |()| true)?;
                if let Some(ty) = struct_in(&field.ty, is_literal) {
                    let name = spelling.of(field);
                    structs.push((format!("{path}{name}."), ty, name));
                }
            }
        }
        let found = structs.iter().find(|(_, ty, _)| spelling.find(ty, name).is_some());
        match found {
            Some((_, _, outer)) if depth == 1 => return Some(Meant::MemberOf(outer)),
            Some((path, ..)) => return Some(Meant::Path(format!("{path}{name}"))),
            None => {}
        }
        let of_root = subject.root.and_then(|root| spelling.find(root, name));
        if let Some(field) = of_root.filter(|_| depth == 1 && !matches!(subject.path, ValuePath::Root)) {
            return Some(Meant::OfRoot { field: spelling.of(field).to_owned(), is_toml });
        }
        level = structs.into_iter().map(|(path, ty, _)| (path, ty)).collect();
    }
    None
}

/// The path that an unknown key most likely means.
pub(super) fn meant_path<'f>(meant: Option<&Meant<'f>>, name: &str) -> Option<Cow<'f, str>> {
    match meant {
        Some(Meant::Name(name) | Meant::Set(name) | Meant::Joined(name)) => Some(Cow::Borrowed(*name)),
        Some(Meant::MemberOf(outer)) => Some(format!("{outer}.{name}").into()),
        Some(Meant::Path(path)) => Some(path.clone().into()),
        // A key that contains dots is the path itself.
        Some(Meant::OfRoot { .. } | Meant::Around | Meant::Anchored) | None => {
            name.contains('.').then(|| name.to_owned().into())
        }
    }
}
