//! JSON Patches, RFC 6902: lists of operations, read from a document and applied to trees.

mod apply;
mod read;

pub use apply::{Allowance, Excess, Missing, PatchError, PatchErrorKind, ValueSummary};

use super::{Data, Pointer, SourceSpans, Tree};
use crate::text::Span;

/// Operations that are applied one after the other, all of them or none.
#[derive(Debug, Clone)]
pub struct Patch {
    /// The operations, in order.
    pub operations: Vec<Operation>,
}

/// One operation.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The whole operation in the patch document.
    pub place: Span,
    /// What it is about.
    pub path: Reference,
    /// What it does there.
    pub action: Action,
}

/// A pointer, and where it is written.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The pointer.
    pub pointer: Pointer,
    /// The string it was read from.
    pub written: SourceSpans,
}

/// What an operation does.
#[derive(Debug, Clone)]
pub enum Action {
    /// Sets a member, or puts an element before the one at the path; at the root, replaces everything.
    Add(Tree<SourceSpans>),
    /// Takes away what is at the path.
    Remove,
    /// Puts something else at the path, where something must be.
    Replace(Tree<SourceSpans>),
    /// Takes something away and adds it at the path.
    Move(Reference),
    /// Adds at the path what is elsewhere too.
    Copy(Reference),
    /// Changes nothing, and fails unless this is at the path.
    Test(Tree<SourceSpans>),
}

impl Action {
    /// The names of the operations.
    pub const NAMES: [&'static str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Add(_) => "add",
            Self::Remove => "remove",
            Self::Replace(_) => "replace",
            Self::Move(_) => "move",
            Self::Copy(_) => "copy",
            Self::Test(_) => "test",
        }
    }

    /// What it brings in from the patch document, or compares with.
    #[must_use]
    pub fn value(&self) -> Option<&Tree<SourceSpans>> {
        match self {
            Self::Add(value) | Self::Replace(value) | Self::Test(value) => Some(value),
            Self::Remove | Self::Move(_) | Self::Copy(_) => None,
        }
    }

    /// Takes the action, and leaves one that differs only in its value, which is `null` at the same place.
    #[must_use]
    pub(crate) fn take(&mut self) -> Self {
        let emptied = |value: &Tree<SourceSpans>| Tree { mark: value.mark, data: Data::Null };
        let left = match self {
            Self::Add(value) => Self::Add(emptied(value)),
            Self::Remove => Self::Remove,
            Self::Replace(value) => Self::Replace(emptied(value)),
            Self::Move(from) => Self::Move(from.clone()),
            Self::Copy(from) => Self::Copy(from.clone()),
            Self::Test(value) => Self::Test(emptied(value)),
        };
        std::mem::replace(self, left)
    }
}

/// How operations are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// RFC 6902: `op`, `path`, `from`, `value`. Other members are ignored, as it wants.
    Standard,
    /// Karmada: `operator`, `subPath`, `from`, `value`, and no other members.
    Karmada,
}
