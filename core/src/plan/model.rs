//! The content of a plan.

use crate::declaration::{Checksum, Declaration};
use crate::evaluation::{CellContent, CellId, Cells, ValueTerm};
use crate::expr::{UnknownMembers, UnknownPart};
use crate::types::{Field, Key, StructType, Value};

/// A value plan for one declaration, read and checked. It has the known values, and the definitions of the unknown
/// ones.
///
/// Its `Debug` text contains no value.
#[derive(Clone)]
pub struct ValuePlan {
    pub(super) declaration: Declaration,
    /// The inputs, in ascending order of their names.
    pub(super) inputs: StructType,
    /// The values of inputs that were known when the plan was made, by position, ascending.
    pub(super) input_values: Vec<(u32, Value)>,
    pub(super) imports: Vec<PlanImport>,
    /// One value per field. A struct with a deferred member has all its members; a deferred value is absent.
    pub(super) values: Vec<Value>,
    /// The deferred fields and members, of one component.
    pub(super) cells: Cells<PlanDefinitions>,
    pub(super) sources: Vec<Box<str>>,
    pub(super) omits_embedded_schema: bool,
    /// The amount of the values of known definitions.
    pub(super) amount: u64,
    pub(super) origins: Vec<PlanOrigin>,
}

/// Another component that expressions read.
#[derive(Clone, PartialEq)]
pub struct PlanImport {
    /// Its name in this plan.
    pub name: Key,
    /// The checksum of its declaration.
    pub checksum: Checksum,
    /// The fields that are still read, in ascending order of their keys.
    pub fields: StructType,
    /// Their values, in the same order, if they were given when the plan was made.
    pub values: Option<Box<[Value]>>,
}

/// The definitions of one value, which must agree.
pub(super) type PlanDefinitions = Box<[PlanDefinition]>;

/// A value that others must agree with.
#[derive(Clone)]
pub(super) struct PlanDefinition {
    pub(super) term: PlanTerm,
    pub(super) place: Option<Box<PlanPlace>>,
}

/// A value with expressions in it.
pub(super) type PlanTerm = ValueTerm<Box<PlanExpression>>;

#[derive(Clone)]
pub(super) struct PlanExpression {
    pub(super) text: Box<str>,
    pub(super) is_template: bool,
    pub(super) place: Option<Box<PlanPlace>>,
}

/// A place in a layer that a plan was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanPlace {
    /// The position of the file among the [sources](ValuePlan::sources) of the plan.
    pub source: u32,
    /// The line, from 1 and at most [`MAX_LINE`](super::MAX_LINE).
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// Its position in the excerpt, in bytes.
    pub start: u16,
    /// Its length in the excerpt, in bytes.
    pub size: u16,
    /// The line or a part of it, without secrets; empty if nothing of it may be shown. Untrusted text: escape it before
    /// printing.
    pub excerpt: Box<str>,
}

/// The place that set a value which a rule reads: see [`ValuePlan::origins`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanOrigin {
    /// The position of a field, then those of members. The last step may be the index of an element, or of an entry in the
    /// order of the keys.
    pub path: Box<[u32]>,
    /// The kind of source, in the order in which they are applied: 0 a default, 1 a layer, 2 a patch, 3 a setting.
    pub precedence: u8,
    /// Whether the value is a default. `place` is then the operator or patch that removed the earlier value, if any.
    pub is_default: bool,
    /// The place, without an excerpt.
    pub place: Option<PlanPlace>,
}

impl PlanOrigin {
    /// The highest [`precedence`](Self::precedence).
    pub(super) const LAST: u8 = 3;
}

impl ValuePlan {
    /// The origins of values that rules read, in the order in which they were applied. A value that is not listed has the
    /// origin of the nearest listed value around it; without one, the value is a default.
    #[must_use]
    pub fn origins(&self) -> &[PlanOrigin] {
        &self.origins
    }

    /// The places of all definitions and of the expressions in them, with their excerpts.
    #[must_use]
    pub fn definition_places(&self) -> Vec<&PlanPlace> {
        let mut places = Vec::new();
        for (_, cell) in self.cells.iter() {
            let CellContent::Value(definitions) = &cell.content else { continue };
            for definition in definitions {
                places.extend(definition.place.as_deref());
                definition.term.each_expression(&mut |of| places.extend(of.place.as_deref()));
            }
        }
        places
    }

    /// The declaration that it was made for.
    #[must_use]
    pub fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    /// The inputs, in ascending order of their names: each with its type, and its value if that was known when the plan was
    /// made.
    pub fn inputs(&self) -> impl Iterator<Item = (&Field, Option<&Value>)> {
        self.inputs.members().iter().enumerate().map(|(at, field)| (field, self.input_value(at)))
    }

    /// The value of the input at this position, if it was known when the plan was made.
    fn input_value(&self, at: usize) -> Option<&Value> {
        let found = self.input_values.binary_search_by_key(&at, |(at, _)| *at as usize).ok()?;
        self.input_values.get(found).map(|(_, value)| value)
    }

    /// The other components that it reads, in ascending order of their names in this plan.
    #[must_use]
    pub fn imports(&self) -> &[PlanImport] {
        &self.imports
    }

    /// The files of the layers, as they were named when the plan was made. Untrusted text: escape it before printing.
    #[must_use]
    pub fn sources(&self) -> &[Box<str>] {
        &self.sources
    }

    /// Whether no value is deferred.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.cells.is_empty()
    }

    /// The value of a field, by its position; `None` if a part of it is deferred.
    #[must_use]
    pub fn known(&self, field: usize) -> Option<&Value> {
        let waits = u32::try_from(field).is_ok_and(|field| self.cells.root(0, field).is_some());
        self.values.get(field).filter(|_| !waits)
    }

    /// The unknown values.
    #[must_use]
    pub fn unknown(&self) -> UnknownMembers {
        self.unknown_but(&|_| false)
    }

    /// The values so far, one for each field. An unknown value has a placeholder, which must not be read.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The unknown values, if `is_known` decides which cells are known.
    pub(super) fn unknown_but(&self, is_known: &dyn Fn(CellId) -> bool) -> UnknownMembers {
        let mut unknown = UnknownMembers::default();
        self.add_unknown(self.cells.roots(0), is_known, &mut unknown);
        unknown
    }

    /// Adds the unknown parts of the cells of one struct. Recursion is limited by the depth of types.
    fn add_unknown(
        &self,
        cells: &[(u32, CellId)],
        is_known: &dyn Fn(CellId) -> bool,
        unknown: &mut UnknownMembers,
    ) {
        for (position, id) in cells {
            match self.cells.get(*id).map(|cell| &cell.content) {
                Some(CellContent::Members(members)) => {
                    let mut part = UnknownMembers::default();
                    self.add_unknown(members, is_known, &mut part);
                    unknown.insert(*position, UnknownPart::Members(part));
                }
                Some(CellContent::Value(_)) if is_known(*id) => {}
                Some(CellContent::Value(_)) | None => {
                    unknown.insert(*position, UnknownPart::Whole);
                }
            }
        }
    }
}

impl std::fmt::Debug for ValuePlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.inputs.members().iter().map(|input| input.key.as_str());
        f.debug_struct("ValuePlan")
            .field("inputs", &names.collect::<Vec<_>>())
            .field("waiting", &self.cells.len())
            .finish_non_exhaustive()
    }
}
