//! JSON Patches, RFC 6902: lists of operations, read from a document and applied to trees.

mod apply;
mod read;

pub use apply::{Allowance, Excess, Missing, PatchError, PatchErrorKind, ValueSummary};

use super::{Data, Pointer, SourceSpans, Tree};
use crate::text::Span;

/// A list of operations that are applied in order, all of them or none.
#[derive(Debug, Clone)]
pub struct Patch {
    /// The operations, in order.
    pub operations: Vec<Operation>,
}

/// One operation.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The span of the whole operation in the patch document.
    pub place: Span,
    /// The path of the operation.
    pub path: Reference,
    /// The action at this path.
    pub action: Action,
}

/// A pointer and its spans.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The pointer.
    pub pointer: Pointer,
    /// The spans of the string.
    pub written: SourceSpans,
}

/// The action of an operation.
#[derive(Debug, Clone)]
pub enum Action {
    /// Sets a member, or inserts an element before the one at the path. At the root, replaces the document.
    Add(Tree<SourceSpans>),
    /// Removes the value at the path, which must exist.
    Remove,
    /// Replaces the value at the path, which must exist.
    Replace(Tree<SourceSpans>),
    /// Removes a value and adds it at the path.
    Move(Reference),
    /// Adds a copy of another value at the path.
    Copy(Reference),
    /// Fails unless this value is at the path.
    Test(Tree<SourceSpans>),
}

impl Action {
    /// The names of the operations.
    pub const NAMES: [&'static str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

    /// The name of the operation.
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

    /// The value in the patch document that it adds or compares with.
    #[must_use]
    pub fn value(&self) -> Option<&Tree<SourceSpans>> {
        match self {
            Self::Add(value) | Self::Replace(value) | Self::Test(value) => Some(value),
            Self::Remove | Self::Move(_) | Self::Copy(_) => None,
        }
    }

    /// Takes the action, and leaves the same action with `null` as its value.
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

/// The two forms of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// RFC 6902: `op`, `path`, `from`, `value`. As the RFC demands, other members are ignored.
    Standard,
    /// Karmada: `operator`, `subPath`, `from`, `value`, and no other members.
    Karmada,
}
