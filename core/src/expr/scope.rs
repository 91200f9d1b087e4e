//! What the names of an expression mean.

use super::abstract_value::AbstractType;
use super::operand::Operand;
use super::operand_types::Agreement;
use super::unknown::{UnknownMembers, UnknownPart};
use crate::types::{Field, StructType, Type, Value};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

/// What the names of an expression mean: the fields of a schema, `self` where a rule has one, and what is outside the
/// schema where a layer may read it.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'s> {
    pub(super) fields: &'s StructType,
    pub(super) outside: Option<Outside<'s>>,
    pub(super) place: Option<Place<'s>>,
    pub(super) known: KnownTypes<'s>,
}

impl<'s> Scope<'s> {
    /// The fields, and no `self`.
    #[must_use]
    pub fn new(fields: &'s StructType) -> Self {
        Self { fields, outside: None, place: None, known: KnownTypes::None }
    }

    /// The fields.
    #[must_use]
    pub fn fields(&self) -> &'s StructType {
        self.fields
    }

    /// What `input('name')` reads, by name.
    #[must_use]
    pub fn inputs(&self) -> &'s [Field] {
        self.outside.map_or(&[][..], |outside| outside.inputs.members())
    }

    /// Other components, by the names that they have here.
    #[must_use]
    pub fn imports(&self) -> &'s [Field] {
        self.outside.map_or(&[][..], |outside| outside.imports.members())
    }

    /// The type of what stands at a position: see [`with_outside`](Self::with_outside).
    pub(crate) fn ty(&self, position: usize) -> Option<&'s Type> {
        let fields = self.fields.members();
        let Some(at) = position.checked_sub(fields.len()) else { return Some(&fields.get(position)?.ty) };
        let inputs = self.outside?.inputs.members();
        let Some(at) = at.checked_sub(inputs.len()) else { return Some(&inputs.get(at)?.ty) };
        Some(&self.outside?.imports.members().get(at)?.ty)
    }

    /// The same with what is outside the schema. Their values stand behind those of the fields: first one for each input,
    /// then one for each import, both in the order of their types.
    #[must_use]
    pub fn with_outside(self, outside: Outside<'s>) -> Self {
        Self { outside: Some(outside), ..self }
    }

    /// The same with what is outside the schema, if there is anything.
    #[must_use]
    pub(crate) fn with(self, outside: Option<Outside<'s>>) -> Self {
        Self { outside, ..self }
    }

    /// The same, remembering which types agree: for many expressions over the same fields.
    #[must_use]
    pub fn remembering(self, known: &'s TypeClasses) -> Self {
        Self { known: KnownTypes::Classes(known), ..self }
    }

    /// The same, for an expression that was accepted with these fields before: its types are not compared again.
    #[must_use]
    pub fn again(self) -> Self {
        Self { known: KnownTypes::Agreeing, ..self }
    }

    /// Whether two types agree, which is looked at once for all expressions of a scope that remembers. Both are parts of the
    /// fields, or of what is outside.
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

    /// Whether a value of one type shows what is sensitive in the place of the other, which agrees with it.
    pub(super) fn reveals(&self, found: AbstractType<'_>, target: AbstractType<'_>) -> bool {
        match (found.identity(), target.identity(), self.known) {
            (Some(one), Some(other), KnownTypes::Classes(known)) => {
                known.reveal((one, other), || found.reveals(target))
            }
            (_, _, _) => found.reveals(target),
        }
    }

    /// The same, where `self` is of this type; `is_secret` says whether it must not be shown.
    #[must_use]
    pub fn with_self(self, ty: &'s Type, is_secret: bool) -> Self {
        Self { place: Some(Place { ty, is_secret }), ..self }
    }
}

/// What definitions of values may read beside the fields of their component.
#[derive(Debug, Clone, Copy)]
pub struct Outside<'s> {
    /// What `input('name')` reads: a field for each input.
    pub inputs: &'s StructType,
    /// Other components by the names that they have here: a struct of its fields for each. No name is one of a field.
    pub imports: &'s StructType,
}

/// The values of what a [`Scope`] names.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScopeValues<'v> {
    /// One a field of the schema, in their order.
    pub fields: &'v [Value],
    /// One an input.
    pub inputs: &'v [Value],
    /// Which of the components each import is.
    pub imports: &'v [usize],
    /// The values of components, for each one a field.
    pub components: &'v [Vec<Value>],
    /// The values that are not known; `None` if all are.
    pub unknown: Option<UnknownScope<'v>>,
}

/// The values of a [`Scope`] that are not known.
#[derive(Debug, Clone, Copy)]
pub struct UnknownScope<'v> {
    /// By the positions of fields and of inputs.
    pub fields: &'v UnknownMembers,
    /// Of `self`.
    pub place: Option<&'v UnknownPart>,
}

impl<'v> ScopeValues<'v> {
    /// Those of the fields, where nothing is read but fields.
    #[must_use]
    pub fn of_fields(fields: &'v [Value]) -> Self {
        Self { fields, ..Self::default() }
    }

    /// What stands at a position: see [`Scope::with_outside`].
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

/// What `self` stands for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'s> {
    pub(super) ty: &'s Type,
    pub(super) is_secret: bool,
}

/// What is known of the types that an expression compares.
#[derive(Debug, Clone, Copy)]
pub(super) enum KnownTypes<'s> {
    /// Nothing: they are compared.
    None,
    /// Which of them agreed in the expressions before it.
    Classes(&'s TypeClasses),
    /// That all of them agree, since the expression was accepted before.
    Agreeing,
}

/// Which declared types of one schema agree, as far as its expressions have asked: a type may have a million variants, and
/// each is looked at once for each kind of agreement, however many expressions compare its values.
///
/// Agreeing is transitive. So there is a tree for all types that are known to agree, and two trees become one when the types
/// at their roots are compared and do: each comparison takes a root away. Types are told apart by their addresses.
#[derive(Debug, Default)]
pub struct TypeClasses {
    trees: RefCell<TypeTrees>,
    asked: Cell<usize>,
}

#[derive(Debug, Default)]
struct TypeTrees {
    /// The type above each that is no root.
    above: HashMap<(usize, Agreement), usize>,
    /// Pairs that do not agree, which no rule compares that is accepted.
    differing: HashSet<(usize, usize, Agreement)>,
    /// Whether a value of the first shows what is sensitive in the place of the second.
    revealing: HashMap<(usize, usize), bool>,
}

/// How many types and pairs are remembered. After so many others a type is compared again: since the steps of all rules
/// are limited, no type is compared more than some tens of times.
const MAX_REMEMBERED: usize = 14_000;

impl TypeClasses {
    /// More than all of them ever take, in bytes, also while a table grows.
    pub const MAX_MEMORY: usize = 3 << 18;

    /// How often it was asked whether types agree.
    pub(crate) fn asked(&self) -> usize {
        self.asked.get()
    }

    /// Whether the types at two addresses agree; `compare` is asked if that is not known.
    pub(super) fn agree(
        &self,
        (one, other): (usize, usize),
        agreement: Agreement,
        compare: impl FnOnce() -> bool,
    ) -> bool {
        self.asked.set(self.asked.get().saturating_add(1));
        // Found out at a glance, and not always so: values of some types are never compared.
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

    /// As [`agree`](Self::agree), of whether a value of the first shows what is sensitive in the place of the second.
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
    /// Begins again where as much is remembered as may be.
    fn forget(&mut self) {
        if self.above.len() + self.differing.len() + self.revealing.len() >= MAX_REMEMBERED {
            *self = Self::default();
        }
    }

    /// The root of the tree of a type. Halves the way there, so that ways stay short.
    fn root(&mut self, mut ty: usize, agreement: Agreement) -> usize {
        while let Some(&above) = self.above.get(&(ty, agreement)) {
            let Some(&further) = self.above.get(&(above, agreement)) else { return above };
            self.above.insert((ty, agreement), further);
            ty = further;
        }
        ty
    }
}
