//! Environment files as layers: each variable sets the field or member that `confc export --format env` writes under its
//! name.

use super::assignment::{AssignedValue, Assignment};
use super::assignment_reader::{LayerReader, OperatorUse, read};
use super::definition_reader::DefinitionReader;
use super::literal_text::literal;
use super::placeholder::warn_of_dialect;
use super::plain_text::warn_in_variable;
use super::variable_errors as errors;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{Field, StructType, Type};
use crate::value::{
    Spelling, Subject, VariableStep, deprecated, first_keys, key_and_alias, lower_name, old_key,
    variable_fields, variable_name, variable_names, variable_paths,
};
use std::collections::BTreeMap;

/// The most unknown names that get a suggestion. Each compares all names.
const MAX_SUGGESTED: usize = 64;

/// Assigns the variables of an environment file to the fields of a schema, by the position of the field, ascending.
/// Reports names of no field or of several fields.
pub(crate) fn assignments<'d>(
    ty: &StructType,
    given: impl Iterator<Item = (Node<'d>, Node<'d>)>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Vec<(usize, Assignment)> {
    let definitions = &DefinitionReader::default();
    let reader = LayerReader { operators: OperatorUse::Allowed, definitions };
    let mut variables = VariableReader { root: ty, reader, names: None, unknown: 0, report };
    let mut members = BTreeMap::new();
    for (key, value) in given.filter(|(key, _)| key.kind() != Kind::Invalid) {
        let lower = lower_name(key.text());
        let paths = lower.as_deref().map(|lower| variable_paths(ty, lower)).unwrap_or_default();
        match paths.as_slice() {
            [path] => {
                variables.assign(ty.members(), (&[], path), (key, Some(value)), &mut members, subject);
            }
            [] => variables.unknown(key, &mut members, subject),
            [one, other, ..] => {
                let paths = [one, other].map(|path| dotted(ty, path));
                variables.report.push(errors::variable_of_two(key, &paths));
            }
        }
    }
    into_assignments(members)
}

/// The members of one struct that the variables set so far, by position.
type VariableMembers<'d> = BTreeMap<usize, VariableMember<'d>>;

enum VariableMember<'d> {
    /// A value, and the name that sets it. `None` if an unknown name was most likely meant to set it.
    Value(Option<Node<'d>>, Assignment),
    /// A struct, and the first name that sets a member of it.
    Struct(Span, VariableMembers<'d>),
}

fn into_assignments(members: VariableMembers<'_>) -> Vec<(usize, Assignment)> {
    let assigned = members.into_iter().map(|(at, member)| match member {
        VariableMember::Value(_, assignment) => (at, assignment),
        VariableMember::Struct(place, members) => {
            (at, Assignment { place, value: AssignedValue::Members(into_assignments(members)) })
        }
    });
    assigned.collect()
}

struct VariableReader<'a, 'r> {
    root: &'a StructType,
    reader: LayerReader<'a>,
    /// All names of the schema, made for the first unknown name.
    names: Option<Vec<String>>,
    /// The number of unknown names so far.
    unknown: usize,
    report: &'r mut Report,
}

impl VariableReader<'_, '_> {
    /// Assigns a value along `path`, the rest of the path after earlier steps. Without a value, the field counts as
    /// set. Recursion is limited by the depth of structs.
    fn assign<'d>(
        &mut self,
        fields: &[Field],
        (taken, path): (&[&str], &[VariableStep<'_>]),
        (key, value): (Node<'d>, Option<Node<'d>>),
        members: &mut VariableMembers<'d>,
        subject: &Subject<'_>,
    ) {
        let Some((step, rest)) = path.split_first() else { return };
        let Some(field) = fields.get(step.at) else { return };
        let inner = subject.in_path(field);
        let keys: Vec<&str> = taken.iter().copied().chain([field.key.as_str()]).collect();
        let is_old = step.spelled != field.key.as_str();
        if let (Type::Struct(ty), [_, ..]) = (&field.ty, rest) {
            let is_new = !members.contains_key(&step.at);
            if is_new && value.is_some() {
                self.warn(key, field, (is_old, &keys, rest), subject);
            }
            let new = || VariableMember::Struct(key.span(), BTreeMap::new());
            if let VariableMember::Struct(_, members) = members.entry(step.at).or_insert_with(new) {
                self.assign(ty.members(), (&keys, rest), (key, value), members, &inner);
            }
            return;
        }
        let Some(value) = value else {
            let nothing = Assignment { place: key.span(), value: AssignedValue::Invalid };
            members.entry(step.at).or_insert(VariableMember::Value(None, nothing));
            return;
        };
        match members.get(&step.at) {
            Some(VariableMember::Value(Some(first), _)) => {
                // A repeated name is reported with the document.
                if first.text() != key.text() {
                    self.report.push(key_and_alias([*first, key], Spelling::Key, field, subject));
                }
            }
            Some(VariableMember::Value(None, _) | VariableMember::Struct(..)) | None => {
                self.warn(key, field, (is_old, &keys, rest), subject);
                let assignment = self.value(&field.ty, value, &inner);
                members.insert(step.at, VariableMember::Value(Some(key), assignment));
            }
        }
    }

    /// Warns about old names and deprecated fields.
    fn warn(
        &mut self,
        key: Node<'_>,
        field: &Field,
        (is_old, keys, rest): (bool, &[&str], &[VariableStep<'_>]),
        subject: &Subject<'_>,
    ) {
        if is_old {
            let new = variable_name(keys.iter().copied().chain(rest.iter().map(|step| step.spelled)));
            self.report.push(old_key((key.text(), key.span(), Spelling::Key), &new, field, subject));
        }
        if let Some(why) = &field.deprecated {
            self.report.push(deprecated((key.span(), Spelling::Key), field, why, subject));
        }
    }

    fn value(&mut self, ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> Assignment {
        let document = literal(node, (ty, subject.presence), self.report);
        let root = document.root().filter(|root| root.kind() != Kind::Invalid);
        let value = root.map_or(AssignedValue::Invalid, |root| {
            let value = read(ty, root, self.reader, subject, self.report);
            // A value that does not fit already has a message.
            if value != AssignedValue::Invalid && !warn_of_dialect(node, ty, subject, self.report) {
                warn_in_variable(self.root, (ty, root), subject, self.report);
            }
            value
        });
        Assignment { place: node.span(), value }
    }

    /// Reports an unknown name. The field that was most likely meant counts as set.
    fn unknown<'d>(&mut self, key: Node<'d>, members: &mut VariableMembers<'d>, subject: &Subject<'_>) {
        self.unknown += 1;
        let is_near = self.unknown <= MAX_SUGGESTED;
        let upper = upper_name(key.text());
        let is_index = |name: &str| name.rsplit('_').next().is_some_and(|end| end.parse::<u32>().is_ok());
        let is_part = is_index(&upper) && is_near && self.around(&upper).is_some();
        let names = self.names.get_or_insert_with(|| variable_names(self.root));
        let suggestions = self.report.suggestions();
        let owned = |found: Vec<&str>| found.into_iter().map(str::to_owned).collect::<Vec<String>>();
        let within = if is_near { owned(members_of(names, &upper)) } else { Vec::new() };
        let nearest = (is_near && !is_part && within.is_empty())
            .then(|| suggestions.nearest(&upper, names.iter().map(String::as_str)))
            .flatten()
            .map(str::to_owned);
        let has_no_nearest = is_near && nearest.is_none();
        let longer = if has_no_nearest { owned(names_around(names, &upper)) } else { Vec::new() };
        let unknown = errors::unknown_variable(key, nearest.as_deref(), (&within, &longer), names);
        let around = has_no_nearest.then(|| self.around(&upper)).flatten();
        self.report.push(match &around {
            Some((name, ty)) => errors::part_of_variable(key, name, ty),
            None => unknown,
        });
        let around = around.map(|(name, _)| name);
        for meant in nearest.into_iter().chain(around).chain(within).chain(longer) {
            let lower = lower_name(&meant);
            let paths = lower.as_deref().map(|lower| variable_paths(self.root, lower)).unwrap_or_default();
            if let Some(path) = paths.first() {
                self.assign(self.root.members(), (&[], path), (key, None), members, subject);
            }
        }
    }
}

impl VariableReader<'_, '_> {
    /// The map, vector or array whose part a name seems to mean: `LABELS_TEAM`, `TAGS_0`.
    fn around(&self, upper: &str) -> Option<(String, Type)> {
        let lower = upper.to_ascii_lowercase();
        first_keys(&lower).find_map(|first| {
            let path = variable_paths(self.root, first).into_iter().next()?;
            let field = *variable_fields(self.root, &path).last()?;
            matches!(field.ty, Type::Map(_) | Type::Vector(_) | Type::Array(_))
                .then(|| (first.to_ascii_uppercase(), field.ty.clone()))
        })
    }
}

/// The names of the members of the struct `outer`, from sorted names.
fn members_of<'n>(names: &'n [String], outer: &str) -> Vec<&'n str> {
    let prefix = format!("{outer}_");
    let first = names.partition_point(|name| *name < prefix);
    let behind = names.iter().skip(first);
    behind.map_while(|name| name.starts_with(&prefix).then_some(name.as_str())).collect()
}

/// A name in upper case, with `_` between the words of `camelCase`.
fn upper_name(name: &str) -> String {
    let mut upper = String::with_capacity(name.len());
    let mut is_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && is_lower {
            upper.push('_');
        }
        is_lower = c.is_ascii_lowercase();
        upper.push(c.to_ascii_uppercase());
    }
    upper
}

/// The names that differ from `name` by a prefix: the longest one that `name` ends with, or else those that end with
/// `name`; none if these are too many to help.
fn names_around<'n>(names: &'n [String], name: &str) -> Vec<&'n str> {
    const MOST: usize = 4;
    let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('_'));
    let shorter = names.iter().filter(|known| ends(name, known)).max_by_key(|known| known.len());
    if let Some(shorter) = shorter {
        return vec![shorter];
    }
    let longer: Vec<&str> = names.iter().map(String::as_str).filter(|known| ends(known, name)).collect();
    if longer.len() > MOST { Vec::new() } else { longer }
}

/// The keys on a path, joined by dots.
fn dotted(ty: &StructType, path: &[VariableStep<'_>]) -> String {
    let keys: Vec<&str> = variable_fields(ty, path).iter().map(|field| field.key.as_str()).collect();
    keys.join(".")
}
