//! A name, and the receiver of names.

use super::super::value_step::{DeclaredPlaces, ValueStep};
use super::super::view::Opened;
use crate::syntax::Node;
use crate::text::{SourceId, Span};
use crate::types::Field;
use std::ops::Range;

/// A name in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct TextName {
    /// Its place.
    pub(in super::super) at: Span,
    /// The place where the thing that it names is declared; the same for the declaration itself.
    pub(in super::super) declared: Span,
    pub(in super::super) spelling: NameSpelling,
    /// Whether the thing is a field with a native name beside its key.
    pub(in super::super) has_native_name: bool,
}

/// The thing that a name in an expression or rule means.
#[derive(Debug, Clone)]
pub(in super::super) enum NamedThing<'v> {
    /// A part of a component's values, or a variant of it.
    Part { component: usize, steps: Vec<ValueStep<'v>>, variant: Option<&'v str> },
    /// A component. `import` is the place of its import, if the name is imported.
    Component { component: usize, import: Option<Span> },
    /// An input.
    Input(&'v Field),
}

/// How a name is written at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum NameSpelling {
    /// The key of an object, which is a key of the declaration: in a manifest or a product.
    Key,
    /// The key of an object of values, which is a native name or an alias.
    Native,
    /// A string, which is the name as a whole.
    Text,
    /// A string that refers to a named type.
    TypeReference,
    /// A word of an expression.
    Expression,
    /// A step of a path of `set`.
    Setting,
    /// A string in quotes inside of an expression.
    Quoted,
    /// A step of a JSON Pointer, which is a native name or an alias.
    Pointer,
    /// A variable of an environment file, which spells a whole path.
    Variable,
}

/// The receiver of names, for some texts of a product.
pub(super) struct NameSink<'s, 'v> {
    pub(super) opened: &'s Opened<'v>,
    pub(super) places: DeclaredPlaces<'v>,
    /// The only text whose names are wanted.
    pub(super) only: Option<SourceId>,
    /// Takes a name and, in an expression or rule, the thing that it means.
    pub(super) take: &'s mut dyn FnMut(TextName, Option<NamedThing<'v>>),
}

impl<'v> NameSink<'_, 'v> {
    /// Whether names of a text are wanted.
    pub(super) fn wants(&self, source: SourceId) -> bool {
        self.only.is_none_or(|only| only == source)
    }

    pub(super) fn push(&mut self, at: Span, declared: Option<Span>, spelling: NameSpelling) {
        if let Some(declared) = declared {
            (self.take)(TextName { at, declared, spelling, has_native_name: false }, None);
        }
    }

    /// A name of a part of a component's values, or of a variant of it.
    pub(super) fn push_part(
        &mut self,
        at: Span,
        (component, steps, variant): (usize, &[ValueStep<'v>], Option<&str>),
        spelling: NameSpelling,
    ) {
        let Some(declared) = self.places.find(component, steps, variant) else { return };
        let has_native_name = match (variant, steps.last()) {
            (None, Some(ValueStep::Member(field))) => field.native_name() != field.key.as_str(),
            (_, _) => false,
        };
        (self.take)(TextName { at, declared, spelling, has_native_name }, None);
    }

    /// A name in the text of a string. A part of a string with escapes has no place of its own.
    pub(super) fn push_in_text(
        &mut self,
        text: Node<'_>,
        part: Range<usize>,
        (declared, thing): (Option<Span>, Option<NamedThing<'v>>),
        spelling: NameSpelling,
    ) {
        let at = text.span_of_text(part.clone());
        let is_verbatim = text.document().source().slice(at).len() == part.len();
        if let Some(declared) = declared.filter(|_| is_verbatim) {
            (self.take)(TextName { at, declared, spelling, has_native_name: false }, thing);
        }
    }
}
