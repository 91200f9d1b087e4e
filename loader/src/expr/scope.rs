//! What the names of an expression mean.

use super::operand_types::Agreement;
use crate::types::{StructType, Type};
use std::cell::RefCell;
use std::collections::HashMap;

/// What the names of an expression mean: the fields of a schema, and `self` where a rule has one.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'s> {
    pub(super) fields: &'s StructType,
    pub(super) place: Option<Place<'s>>,
    pub(super) known: Option<&'s TypePairs>,
}

impl<'s> Scope<'s> {
    /// The fields, and no `self`.
    #[must_use]
    pub fn new(fields: &'s StructType) -> Self {
        Self { fields, place: None, known: None }
    }

    /// The same, remembering which types agree: for many expressions over the same fields.
    #[must_use]
    pub fn remembering(self, known: &'s TypePairs) -> Self {
        Self { known: Some(known), ..self }
    }

    /// The same, where `self` is of this type; `is_secret` says whether it must not be shown.
    #[must_use]
    pub fn with_self(self, ty: &'s Type, is_secret: bool) -> Self {
        Self { place: Some(Place { ty, is_secret }), ..self }
    }
}

/// What `self` stands for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'s> {
    pub(super) ty: &'s Type,
    pub(super) is_secret: bool,
}

/// Pairs of declared types of one schema that were compared, and whether they agree. Each pair is looked at once, however
/// many expressions compare their values: a type may have a million variants.
#[derive(Debug, Default)]
pub struct TypePairs(RefCell<HashMap<(usize, usize, Agreement), bool>>);

impl TypePairs {
    /// Whether a pair agrees; `compare` is asked the first time.
    pub(super) fn get_or_compare(
        &self,
        pair: (usize, usize, Agreement),
        compare: impl FnOnce() -> bool,
    ) -> bool {
        *self.0.borrow_mut().entry(pair).or_insert_with(compare)
    }
}
