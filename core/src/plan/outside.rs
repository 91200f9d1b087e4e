//! The inputs and imports of a plan, which expressions read besides the fields.

use super::error::ProblemKind;
use super::model::{PlanImport, ValuePlan};
use super::problems::Problems;
use crate::declaration::Config;
use crate::expr::Outside;
use crate::types::{Field, FieldNames, Mutability, StructType, Type, Value};
use crate::values::LoadedValues;
use std::collections::BTreeMap;

/// The types of inputs and imports in expressions.
pub(super) struct OutsideTypes {
    inputs: StructType,
    imports: StructType,
}

impl OutsideTypes {
    pub(super) fn names(&self) -> Outside<'_> {
        Outside { inputs: &self.inputs, imports: &self.imports }
    }
}

/// The source of the values of another component.
#[derive(Debug, Clone, Copy)]
pub(super) enum GivenImport<'a> {
    /// All values are known.
    Loaded(&'a LoadedValues),
    /// The values of the component at this position, with this schema, which is evaluated together with this one.
    Together(usize, &'a Config),
}

/// The given inputs and imports, in any order.
pub(super) struct GivenOutside<'a> {
    pub(super) inputs: Vec<(&'a str, Value)>,
    pub(super) imports: Vec<(&'a str, GivenImport<'a>)>,
}

/// The inputs and imports of a plan as fields.
pub(super) fn types(plan: &ValuePlan) -> OutsideTypes {
    types_with(plan, &[])
}

/// As [`types`], with the given imports. A component that is evaluated together with this one has all its fields.
pub(super) fn types_with(plan: &ValuePlan, given: &[PlanImportValues<'_>]) -> OutsideTypes {
    let import = |(at, import): (usize, &PlanImport)| {
        let fields = match given.get(at) {
            Some(PlanImportValues::Together(_, config)) => config.as_struct().clone(),
            Some(PlanImportValues::Known(_)) | None => import.fields.clone(),
        };
        Field::new(import.name.clone(), Type::Struct(fields))
    };
    let imports = plan.imports.iter().enumerate().map(import).collect();
    OutsideTypes { inputs: plan.inputs.clone(), imports: StructType::new(imports) }
}

/// The values of another component.
#[derive(Debug)]
pub(super) enum PlanImportValues<'a> {
    /// The values of the fields that are read; empty if they are unknown.
    Known(Vec<Value>),
    /// The values of the component at this position, which is evaluated together with this one.
    Together(usize, &'a Config),
}

/// The known inputs and imports.
#[derive(Debug, Default)]
pub(super) struct GivenValues<'a> {
    /// One value per input. The placeholder of an unknown value must not be read.
    pub(super) inputs: Vec<Value>,
    /// One for each import.
    pub(super) imports: Vec<PlanImportValues<'a>>,
    /// The reason why each input, and then each import, is unknown.
    pub(super) lacks: Vec<Option<Lack>>,
}

/// Why an input or import is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lack {
    /// It was not given. That is an error only if an expression reads it.
    Missing,
    /// The given value is wrong, which was reported.
    Refused,
}

/// The values of inputs and imports. Reports every mistake.
pub(super) fn given<'a>(
    plan: &ValuePlan,
    given: GivenOutside<'a>,
    problems: &mut Problems,
) -> GivenValues<'a> {
    let mut tell = |kind| problems.push(plan, String::new(), None, kind);
    let find = |name: &str| plan.inputs.position(name);
    let mut inputs: BTreeMap<usize, Value> = BTreeMap::new();
    for (name, value) in given.inputs {
        match find(name).map(|at| (at, inputs.get(&at))) {
            None => tell(ProblemKind::UnknownInput { name: name.into() }),
            Some((_, Some(first))) if *first != value => tell(ProblemKind::GivenTwice { name: name.into() }),
            Some((_, Some(_))) => {}
            Some((at, None)) => _ = inputs.insert(at, value),
        }
    }
    let find = |name: &str| plan.imports.binary_search_by(|import| import.name.as_str().cmp(name));
    let mut imports: BTreeMap<usize, GivenImport<'_>> = BTreeMap::new();
    for (name, values) in given.imports {
        match find(name).map(|at| imports.insert(at, values)) {
            Err(_) => tell(ProblemKind::UnknownImport { name: name.into() }),
            Ok(Some(_)) => tell(ProblemKind::GivenTwice { name: name.into() }),
            Ok(None) => {}
        }
    }
    let mut outside = GivenValues::default();
    let mut lack = |kind: Option<ProblemKind>| {
        let lack = if kind.is_some() { Lack::Refused } else { Lack::Missing };
        kind.into_iter().for_each(&mut tell);
        Some(lack)
    };
    for (at, input) in plan.inputs().enumerate() {
        let value = self::input(input, inputs.remove(&at));
        outside.lacks.push(value.as_ref().err().cloned().and_then(&mut lack));
        outside.inputs.push(value.unwrap_or(Value::Absent));
    }
    for (at, import) in plan.imports.iter().enumerate() {
        let values = match imports.get(&at) {
            None => import.values.clone().map(Into::into).ok_or(None).map(PlanImportValues::Known),
            Some(GivenImport::Loaded(given)) => loaded(import, given).map(PlanImportValues::Known),
            Some(GivenImport::Together(at, config)) => {
                declared(import, config).map(|_| PlanImportValues::Together(*at, config)).map_err(Some)
            }
        };
        outside.lacks.push(values.as_ref().err().cloned().and_then(&mut lack));
        outside.imports.push(values.unwrap_or(PlanImportValues::Known(Vec::new())));
    }
    outside
}

/// The value of an input. An error without a kind means that it was not given.
fn input(
    (field, fixed): (&Field, Option<&Value>),
    given: Option<Value>,
) -> Result<Value, Option<ProblemKind>> {
    let name = || field.key.clone();
    if let Some(given) = &given {
        field.check(given).map_err(|violation| {
            let violation = if field.sensitive { violation.without_value() } else { violation };
            Some(ProblemKind::Input { name: name(), violation: Box::new(violation) })
        })?;
    }
    match (fixed, given) {
        (Some(fixed), Some(given)) if *fixed != given => Err(Some(ProblemKind::InputFixed { name: name() })),
        (Some(fixed), _) => Ok(fixed.clone()),
        (None, Some(given)) => Ok(given),
        (None, None) => field.default.clone().ok_or(None),
    }
}

/// The positions in its schema of the fields of another component that are read.
fn declared(import: &PlanImport, config: &Config) -> Result<Vec<usize>, ProblemKind> {
    let name = || import.name.clone();
    let found = config.checksum();
    if found != import.checksum {
        return Err(ProblemKind::ImportChanged { name: name(), expected: import.checksum, found });
    }
    let position = |field: &Field| {
        // The checksum does not cover sensitivity, and a plan may be forged, so fields are compared.
        let at = config.position(field.key.as_str());
        let at = at.filter(|at| config.fields().get(*at).is_some_and(|declared| is_same(declared, field)));
        at.ok_or_else(|| ProblemKind::ImportDiffers { name: name(), key: field.key.clone() })
    };
    import.fields.members().iter().map(position).collect()
}

/// The values of the fields of another component that are read.
fn loaded(import: &PlanImport, given: &LoadedValues) -> Result<Vec<Value>, Option<ProblemKind>> {
    let positions = declared(import, given.config())?;
    fixed(import, &positions, given.values())?;
    Ok(positions.into_iter().filter_map(|at| given.at(at).cloned()).collect())
}

/// Checks that the values of another component are those that the plan was made with. `positions` are the positions of
/// the fields that are read.
fn fixed(import: &PlanImport, positions: &[usize], values: &[Value]) -> Result<(), ProblemKind> {
    let Some(fixed) = &import.values else { return Ok(()) };
    for ((field, fixed), at) in import.fields.members().iter().zip(fixed).zip(positions) {
        if values.get(*at) != Some(fixed) {
            let (name, key) = (import.name.clone(), field.key.clone());
            return Err(ProblemKind::ImportFixed { name, key });
        }
    }
    Ok(())
}

/// As [`fixed`], for a component that was evaluated together with this one.
pub(super) fn fixed_together(
    import: &PlanImport,
    config: &Config,
    values: &[Value],
) -> Result<(), ProblemKind> {
    fixed(import, &declared(import, config)?, values)
}

/// Whether two fields have the same types and secrets. Other attributes, such as names in literals, do not count.
fn is_same(declared: &Field, planned: &Field) -> bool {
    let [declared, planned] = [declared, planned].map(|field| {
        let mut field = bare_field(field);
        field.forget_names();
        field
    });
    declared == planned
}

/// The part of an import's field that a plan keeps: its key, its type, and whether it is optional, nullable or sensitive.
#[must_use]
pub fn bare_field(field: &Field) -> Field {
    let mut field = Field { names: FieldNames::default(), deprecated: None, default: None, ..field.clone() };
    field.mutability = Mutability::default();
    field.forget_documentation();
    field
}
