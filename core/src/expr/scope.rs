//! Scopes: what the names of an expression refer to.

use super::abstract_value::AbstractType;
use super::operand::Operand;
use super::operand_types::Agreement;
use super::unknown::{UnknownMembers, UnknownPart};
use crate::types::{Field, StructType, Type, Value};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

/// The names that an expression may read: the fields of a schema, `self` in a rule for places, and inputs and imports
/// in a layer.
///
/// Invariant: no import has the name of a field.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'s> {
    pub(super) fields: &'s StructType,
    pub(super) outside: Option<Outside<'s>>,
    pub(super) place: Option<Place<'s>>,
    pub(super) known: KnownTypes<'s>,
}

impl<'s> Scope<'s> {
    /// A scope of these fields, without `self`.
    #[must_use]
    pub fn new(fields: &'s StructType) -> Self {
        Self { fields, outside: None, place: None, known: KnownTypes::None }
    }

    /// The fields.
    #[must_use]
    pub fn fields(&self) -> &'s StructType {
        self.fields
    }

    /// The type of `self`, if there is one.
    #[must_use]
    pub fn self_type(&self) -> Option<&'s Type> {
        Some(self.place?.ty)
    }

    /// The inputs that `input('name')` reads, by name.
    #[must_use]
    pub fn inputs(&self) -> &'s [Field] {
        self.outside.map_or(&[][..], |outside| outside.inputs.members())
    }

    /// Other components, by the names that they have here.
    #[must_use]
    pub fn imports(&self) -> &'s [Field] {
        self.outside.map_or(&[][..], |outside| outside.imports.members())
    }

    /// The position of the first input. Inputs come after fields: see [`with_outside`](Self::with_outside).
    pub(super) fn first_input(&self) -> usize {
        self.fields.members().len()
    }

    /// The type at a position: see [`with_outside`](Self::with_outside).
    pub(crate) fn ty(&self, position: usize) -> Option<&'s Type> {
        let Some(at) = position.checked_sub(self.first_input()) else {
            return Some(&self.fields.members().get(position)?.ty);
        };
        let inputs = self.outside?.inputs.members();
        let Some(at) = at.checked_sub(inputs.len()) else { return Some(&inputs.get(at)?.ty) };
        Some(&self.outside?.imports.members().get(at)?.ty)
    }

    /// Adds inputs and imports. Their values come after those of the fields: one for each input, then one for each
    /// import, in the order of their types.
    #[must_use]
    pub fn with_outside(self, outside: Outside<'s>) -> Self {
        Self { outside: Some(outside), ..self }
    }

    /// Adds inputs and imports, if there are any.
    #[must_use]
    pub(crate) fn with(self, outside: Option<Outside<'s>>) -> Self {
        Self { outside, ..self }
    }

    /// Remembers which types agree, for many expressions over the same fields.
    #[must_use]
    pub fn remembering(self, known: &'s TypeClasses) -> Self {
        Self { known: KnownTypes::Classes(known), ..self }
    }

    /// Skips the comparison of types, for an expression that was accepted with these fields before.
    #[must_use]
    pub fn again(self) -> Self {
        Self { known: KnownTypes::Agreeing, ..self }
    }

    /// Whether two types agree. A scope that remembers compares each pair once. Both types must be parts of this scope.
    pub(super) fn agree(&self, one: AbstractType<'_>, other: AbstractType<'_>, agreement: Agreement) -> bool {
        let compare = || match agreement {
            Agreement::Shape => one.is_same(other),
            Agreement::Bounds => one.hull(other).is_some(),
        };
        match (one.identity(), other.identity(), self.known) {
            (Some(one), Some(other), KnownTypes::Classes(known)) => {
                known.agree((one, other), agreement, compare)
            }
            (Some(_), Some(_), KnownTypes::Agreeing) => true,
            (_, _, _) => compare(),
        }
    }

    /// Whether a value of type `found` shows a sensitive part at a place of type `target`. The types agree.
    pub(super) fn reveals(&self, found: AbstractType<'_>, target: AbstractType<'_>) -> bool {
        match (found.identity(), target.identity(), self.known) {
            (Some(one), Some(other), KnownTypes::Classes(known)) => {
                known.reveal((one, other), || found.reveals(target))
            }
            (_, _, _) => found.reveals(target),
        }
    }

    /// Adds `self` with this type; `is_secret` says whether it must not be shown.
    #[must_use]
    pub fn with_self(self, ty: &'s Type, is_secret: bool) -> Self {
        Self { place: Some(Place { ty, is_secret }), ..self }
    }
}

/// The inputs and imports that definitions may read besides the fields of their component.
#[derive(Debug, Clone, Copy)]
pub struct Outside<'s> {
    /// One field for each input.
    pub inputs: &'s StructType,
    /// The imported components: for each the name of the import, with a struct of the fields of the component. No
    /// import has the name of a field.
    pub imports: &'s StructType,
}

/// The values for the names of a [`Scope`].
#[derive(Debug, Clone, Copy, Default)]
pub struct ScopeValues<'v> {
    /// One value for each field of the schema, in order.
    pub fields: &'v [Value],
    /// One value for each input.
    pub inputs: &'v [Value],
    /// The index of each import in `components`.
    pub imports: &'v [usize],
    /// The values of components, one for each of their fields.
    pub components: &'v [Vec<Value>],
    /// The unknown values; `None` if all values are known.
    pub unknown: Option<UnknownScope<'v>>,
}

/// The unknown values of a [`Scope`].
#[derive(Debug, Clone, Copy)]
pub struct UnknownScope<'v> {
    /// By the positions of fields and inputs.
    pub fields: &'v UnknownMembers,
    /// The unknown part of `self`.
    pub place: Option<&'v UnknownPart>,
}

impl<'v> ScopeValues<'v> {
    /// Values of fields only.
    #[must_use]
    pub fn of_fields(fields: &'v [Value]) -> Self {
        Self { fields, ..Self::default() }
    }

    /// The value at a position: see [`Scope::with_outside`].
    pub(super) fn get(&self, position: usize) -> Option<Operand<'v>> {
        if let Some(value) = self.fields.get(position) {
            return Some(value.into());
        }
        let outside = position.checked_sub(self.fields.len())?;
        if let Some(value) = self.inputs.get(outside) {
            return Some(value.into());
        }
        let component = self.imports.get(outside.checked_sub(self.inputs.len())?)?;
        Some(Operand::Struct(self.components.get(*component)?))
    }
}

/// The value of `self`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'s> {
    pub(super) ty: &'s Type,
    pub(super) is_secret: bool,
}

/// The way in which a scope decides whether two types agree.
#[derive(Debug, Clone, Copy)]
pub(super) enum KnownTypes<'s> {
    /// It compares them.
    None,
    /// It remembers earlier comparisons.
    Classes(&'s TypeClasses),
    /// All types agree, since the expression was accepted before.
    Agreeing,
}

/// The known agreement of the declared types of a schema. A type may have a million variants, so each type is visited
/// once per kind of agreement, for any number of expressions.
///
/// Agreement is transitive. So all types that are known to agree form a tree. Two trees are joined if the types at
/// their roots are compared and agree: each comparison takes a root away. Types are distinguished by their addresses.
#[derive(Debug, Default)]
pub struct TypeClasses {
    trees: RefCell<TypeTrees>,
    asked: Cell<usize>,
}

#[derive(Debug, Default)]
struct TypeTrees {
    /// The parent of each type that is not a root.
    above: HashMap<(usize, Agreement), usize>,
    /// Pairs that do not agree.
    differing: HashSet<(usize, usize, Agreement)>,
    /// Whether a value of the first type shows a sensitive part at a place of the second type.
    revealing: HashMap<(usize, usize), bool>,
}

/// The most types and pairs that are remembered; then all are forgotten. Since the steps of all rules are limited, each
/// type is compared at most some tens of times.
const MAX_REMEMBERED: usize = 14_000;

impl TypeClasses {
    /// An upper bound of the memory of all tables in bytes, also while one of them grows.
    pub const MAX_MEMORY: usize = 3 << 18;

    /// The number of times that `agree` was called.
    pub(crate) fn asked(&self) -> usize {
        self.asked.get()
    }

    /// Whether the types at two addresses agree; calls `compare` if that is not known.
    pub(super) fn agree(
        &self,
        (one, other): (usize, usize),
        agreement: Agreement,
        compare: impl FnOnce() -> bool,
    ) -> bool {
        self.asked.set(self.asked.get().saturating_add(1));
        // The address alone does not decide: values of some types are never compared.
        if one == other {
            return compare();
        }
        let mut trees = self.trees.borrow_mut();
        let (one, other) = (trees.root(one, agreement), trees.root(other, agreement));
        let pair = (one, other, agreement);
        if one == other || trees.differing.contains(&pair) {
            return one == other;
        }
        trees.forget();
        let agree = compare();
        if agree {
            trees.above.insert((other, agreement), one);
        } else {
            trees.differing.insert(pair);
        }
        agree
    }

    /// As [`agree`](Self::agree), for whether a value of the first type shows a sensitive part at a place of the
    /// second.
    fn reveal(&self, pair: (usize, usize), compare: impl FnOnce() -> bool) -> bool {
        self.asked.set(self.asked.get().saturating_add(1));
        let mut trees = self.trees.borrow_mut();
        if let Some(reveals) = trees.revealing.get(&pair) {
            return *reveals;
        }
        trees.forget();
        let reveals = compare();
        trees.revealing.insert(pair, reveals);
        reveals
    }
}

impl TypeTrees {
    /// Forgets everything if the tables are full.
    fn forget(&mut self) {
        if self.above.len() + self.differing.len() + self.revealing.len() >= MAX_REMEMBERED {
            *self = Self::default();
        }
    }

    /// Finds the root of the tree of a type. Halves the path to it, so that paths stay short.
    fn root(&mut self, mut ty: usize, agreement: Agreement) -> usize {
        while let Some(&above) = self.above.get(&(ty, agreement)) {
            let Some(&further) = self.above.get(&(above, agreement)) else { return above };
            self.above.insert((ty, agreement), further);
            ty = further;
        }
        ty
    }
}
