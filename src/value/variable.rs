//! Names of fields in environment files: the keys on the path to a field, joined by `_`, in upper case.

use crate::diagnostic::Code;
use crate::syntax::{Format, Node};
use crate::types::limits::MAX_KEY_SIZE;
use crate::types::{Field, StructType, Type};

/// The code for two fields with the same name.
pub(crate) const SAME_NAME: Code = Code::E0841;

/// The name of a field or member from the keys on its path.
pub(crate) fn variable_name<'k>(keys: impl IntoIterator<Item = &'k str>) -> String {
    let keys: Vec<&str> = keys.into_iter().collect();
    keys.join("_").to_ascii_uppercase()
}

/// A step to the field that a variable sets: a position in a struct, and the key or alias in the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VariableStep<'n> {
    pub(crate) at: usize,
    pub(crate) spelled: &'n str,
}

/// Every path to a field or member with this name. A struct has no variable, only its members have.
///
/// `lower` is the name in lower case, from [`lower_name`].
pub(crate) fn variable_paths<'n>(fields: &StructType, lower: &'n str) -> Vec<Vec<VariableStep<'n>>> {
    let (mut found, mut path) = (Vec::new(), Vec::new());
    visit(fields, lower, &mut path, &mut found);
    found
}

/// The name in lower case, as keys are; `None` if the name is not in upper case, so that no field has it.
pub(crate) fn lower_name(name: &str) -> Option<String> {
    let is_upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    name.bytes().all(is_upper).then(|| name.to_ascii_lowercase())
}

/// Whether a variable is most likely a part of a wrapped value, or a value that lost the `=` after its name: no program
/// has such a name, or several signs follow it, as in base64.
pub(crate) fn is_torn_variable(name: &str, value: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    !name.bytes().all(is_part) || value.starts_with('=')
}

/// Whether a field or member has this name.
pub(crate) fn is_variable(fields: &StructType, name: &str) -> bool {
    lower_name(name).is_some_and(|lower| !variable_paths(fields, &lower).is_empty())
}

/// Whether the value of a variable is sensitive, or contains a sensitive part. `None` if no field has this name.
pub(crate) fn variable_secrecy(fields: &StructType, name: &str) -> Option<bool> {
    let lower = lower_name(name)?;
    let paths = variable_paths(fields, &lower);
    let is_secret = |path: &Vec<VariableStep<'_>>| {
        let path = variable_fields(fields, path);
        path.iter().any(|field| field.sensitive) || path.last().is_some_and(|field| field.holds_sensitive())
    };
    (!paths.is_empty()).then(|| paths.iter().any(is_secret))
}

/// The positions of the fields that a key at the root of a layer sets, in whole or in part.
pub(crate) fn fields_of_key(fields: &StructType, key: Node<'_>) -> Vec<usize> {
    if key.document().format() != Format::Env {
        return fields.position_in_literal(key.text()).into_iter().collect();
    }
    let Some(lower) = lower_name(key.text()) else { return Vec::new() };
    variable_paths(fields, &lower).iter().filter_map(|path| path.first()).map(|step| step.at).collect()
}

/// The fields and members on a path.
pub(crate) fn variable_fields<'f>(fields: &'f StructType, path: &[VariableStep<'_>]) -> Vec<&'f Field> {
    let mut members = fields.members();
    let on_path = path.iter().map_while(|step| {
        let field = members.get(step.at)?;
        members = if field.ty.is_struct() { field.ty.members() } else { &[] };
        Some(field)
    });
    on_path.collect()
}

/// The keys that may begin the path to a field with this name.
pub(crate) fn first_keys(lower: &str) -> impl Iterator<Item = &str> {
    let joints = lower.bytes().take(MAX_KEY_SIZE + 1).enumerate().filter(|(_, byte)| *byte == b'_');
    joints.filter_map(|(at, _)| lower.get(..at)).chain([lower])
}

/// Recurses as deep as structs nest.
fn visit<'n>(
    fields: &StructType,
    rest: &'n str,
    path: &mut Vec<VariableStep<'n>>,
    found: &mut Vec<Vec<VariableStep<'n>>>,
) {
    if let Some((at, field)) = named(fields, rest)
        && !field.ty.is_struct()
    {
        path.push(VariableStep { at, spelled: rest });
        found.push(path.clone());
        path.pop();
    }
    for first in first_keys(rest) {
        let Some(rest) = rest.get(first.len() + 1..) else { continue };
        if let Some((at, Field { ty: Type::Struct(inner), .. })) = named(fields, first) {
            path.push(VariableStep { at, spelled: first });
            visit(inner, rest, path, found);
            path.pop();
        }
    }
}

fn named<'f>(fields: &'f StructType, name: &str) -> Option<(usize, &'f Field)> {
    let at = fields.position_in_path(name)?;
    Some((at, fields.members().get(at)?))
}

/// The names of all fields and members, sorted, without duplicates.
pub(crate) fn variable_names(fields: &StructType) -> Vec<String> {
    let (mut names, mut path) = (Vec::new(), Vec::new());
    list(fields, &mut path, &mut names);
    names.sort_unstable();
    names.dedup();
    names
}

fn list<'f>(fields: &'f StructType, path: &mut Vec<&'f str>, names: &mut Vec<String>) {
    for field in fields.members() {
        path.push(field.key.as_str());
        match &field.ty {
            Type::Struct(inner) => list(inner, path, names),
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => names.push(variable_name(path.iter().copied())),
        }
        path.pop();
    }
}
