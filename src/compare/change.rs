//! The changes between two declarations.

use super::{Breaks, ChangeKind};
use crate::types::{Field, NativeName};
use crate::value;
use std::fmt::{self, Display, Formatter};

/// One difference between two declarations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change<'d> {
    /// The kind of difference.
    pub kind: ChangeKind,
    /// The subject, as `--allow` names it: a field, member or element, such as `server.port`, `peers[].name` or, for
    /// the keys of a map, `labels[key]`, by its new key if it has one; `config` for the whole schema; or the name of a
    /// section.
    pub subject: String,
    /// The old side.
    pub old: Side<'d>,
    /// The new side.
    pub new: Side<'d>,
    /// Whether the new schema refuses values that are valid for the old one because of this change.
    pub backward: Breaks,
    /// Whether the old schema refuses values that are valid for the new one because of this change.
    pub forward: Breaks,
    /// For an added field, the removed one beside it that was probably renamed to it.
    pub renamed_from: Option<FieldPath<'d>>,
}

/// One side of a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Side<'d> {
    /// The field; `None` for changes of the schema or a section.
    pub path: Option<FieldPath<'d>>,
    /// The changed part in a few words that are safe to print, without values of sensitive fields. `None` if this side
    /// lacks it.
    pub text: Option<String>,
}

impl<'d> Change<'d> {
    /// A change that breaks as much as its kind.
    pub(super) fn new(kind: ChangeKind, old: Side<'d>, new: Side<'d>) -> Self {
        let subject = new.path.as_ref().or(old.path.as_ref()).map(FieldPath::to_string).unwrap_or_default();
        let (backward, forward) = (kind.backward(), kind.forward());
        Self { kind, subject, old, new, backward, forward, renamed_from: None }
    }

    /// The native name of the field that changed, if that is not its key.
    #[must_use]
    pub fn native(&self) -> Option<&str> {
        self.new.path.as_ref().or(self.old.path.as_ref())?.native()
    }

    /// Sets another subject.
    pub(super) fn about(self, subject: String) -> Self {
        Self { subject, ..self }
    }

    /// Limits the breakage of the change, backward and forward.
    pub(super) fn within(self, (backward, forward): (Breaks, Breaks)) -> Self {
        Self { backward: self.backward.min(backward), forward: self.forward.min(forward), ..self }
    }
}

/// The path from a schema to a field, a member or an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldPath<'d>(pub(super) Vec<PathStep<'d>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathStep<'d> {
    /// A field or member.
    Field {
        key: &'d str,
        /// Its native name, if that is not the key.
        native: Option<&'d str>,
    },
    /// All elements of a list, or all values of a map.
    Element,
    /// All keys of a map.
    MapKey,
    /// The case of a union with this name.
    Case(&'d str),
}

impl<'d> PathStep<'d> {
    pub(super) fn of(field: &'d Field) -> Self {
        Self::Field { key: field.key.as_str(), native: field.names.native().map(NativeName::as_str) }
    }
}

impl FieldPath<'_> {
    /// The native name of the field at the end of the path; `None` if it is the key.
    #[must_use]
    pub fn native(&self) -> Option<&str> {
        match self.0.last()? {
            PathStep::Field { native, .. } => *native,
            PathStep::Element | PathStep::MapKey | PathStep::Case(_) => None,
        }
    }

    /// Calls `then` with the path as a `ValuePath`. An element has no index: it means all elements.
    pub fn with<T>(&self, then: impl FnOnce(&value::ValuePath<'_>) -> T) -> T {
        fn go<T>(
            steps: &[PathStep<'_>],
            path: &value::ValuePath<'_>,
            then: impl FnOnce(&value::ValuePath<'_>) -> T,
        ) -> T {
            let Some((step, steps)) = steps.split_first() else { return then(path) };
            match (step, path) {
                (PathStep::Field { key, .. }, value::ValuePath::Root) => {
                    go(steps, &value::ValuePath::Field((*key).into()), then)
                }
                (PathStep::Field { key, .. }, path) => {
                    go(steps, &value::ValuePath::Member(path, (*key).into()), then)
                }
                (PathStep::Element, path) => go(steps, &value::ValuePath::Element(path, 0), then),
                (PathStep::MapKey, path) => go(steps, &value::ValuePath::Entry(path, None), then),
                (PathStep::Case(name), path) => go(steps, &value::ValuePath::Case(path, name), then),
            }
        }
        go(&self.0, &value::ValuePath::Root, then)
    }
}

impl Display for FieldPath<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (n, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Field { key, .. } if n == 0 => f.write_str(key)?,
                PathStep::Field { key, .. } => write!(f, ".{key}")?,
                PathStep::Case(name) => write!(f, ".{name}")?,
                PathStep::Element => f.write_str("[]")?,
                PathStep::MapKey => f.write_str("[key]")?,
            }
        }
        Ok(())
    }
}
