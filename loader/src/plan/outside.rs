//! What expressions of a plan read beside the fields: inputs, and other components.

use super::error::ProblemKind;
use super::finish::{FinishInputs, Problems};
use super::model::{PlanImport, ValuePlan};
use crate::expr::Outside;
use crate::types::{Field, StructType, Type, Value};
use crate::values::LoadedValues;
use std::collections::BTreeMap;

/// The types of what is outside, as expressions know them.
pub(super) struct OutsideTypes {
    inputs: StructType,
    imports: StructType,
}

impl OutsideTypes {
    pub(super) fn names(&self) -> Outside<'_> {
        Outside { inputs: &self.inputs, imports: &self.imports }
    }
}

/// The inputs and imports of a plan as fields.
pub(super) fn types(plan: &ValuePlan) -> OutsideTypes {
    let import = |import: &PlanImport| Field::new(import.name.clone(), Type::Struct(import.fields.clone()));
    OutsideTypes {
        inputs: plan.inputs.clone(),
        imports: StructType::new(plan.imports.iter().map(import).collect()),
    }
}

/// What is known of what is outside.
#[derive(Debug, Default)]
pub(super) struct GivenValues {
    /// One for each input; what stands for a value that is not known is never read.
    pub(super) inputs: Vec<Value>,
    /// For each import the values of its fields that are read.
    pub(super) imports: Vec<Vec<Value>>,
    /// For each input and then for each import, why it is not known.
    pub(super) lacks: Vec<Option<Lack>>,
}

/// Why something is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lack {
    /// Nobody gave it, which matters to those who read it.
    Missing,
    /// What was given is wrong, which was told.
    Refused,
}

/// What is given of inputs and imports. What is wrong is told.
pub(super) fn given(plan: &ValuePlan, given: FinishInputs<'_>, problems: &mut Problems) -> GivenValues {
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
    let mut imports: BTreeMap<usize, &LoadedValues> = BTreeMap::new();
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
        let values = self::import(import, imports.get(&at).copied());
        outside.lacks.push(values.as_ref().err().cloned().and_then(&mut lack));
        outside.imports.push(values.unwrap_or_default());
    }
    outside
}

/// The value of an input; an error without a kind is that nobody gave it.
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

/// The values of the fields of another component that are read; an error without a kind is that nobody gave them.
fn import(import: &PlanImport, given: Option<&LoadedValues>) -> Result<Vec<Value>, Option<ProblemKind>> {
    let name = || import.name.clone();
    let Some(given) = given else {
        return import.values.clone().map(Into::into).ok_or(None);
    };
    let found = given.config().checksum();
    if found != import.checksum {
        return Err(Some(ProblemKind::ImportChanged { name: name(), expected: import.checksum, found }));
    }
    let mut values = Vec::with_capacity(import.fields.members().len());
    for (at, field) in import.fields.members().iter().enumerate() {
        let key = || field.key.clone();
        // The checksum covers neither what is sensitive nor what a plan may make up.
        let declared = given.config().position(field.key.as_str());
        let (declared, value) = declared
            .and_then(|at| Some((given.config().fields().get(at)?, given.at(at)?)))
            .filter(|(declared, _)| is_same(declared, field))
            .ok_or_else(|| Some(ProblemKind::ImportDiffers { name: name(), key: key() }))?;
        let fixed = import.values.as_ref().and_then(|fixed| fixed.get(at));
        if fixed.is_some_and(|fixed| fixed != value) {
            return Err(Some(ProblemKind::ImportFixed { name: name(), key: declared.key.clone() }));
        }
        values.push(value.clone());
    }
    Ok(values)
}

/// Whether two fields have the same values and secrets, whatever else is said of them.
fn is_same(declared: &Field, planned: &Field) -> bool {
    let bare = |field: &Field| {
        let mut field = field.clone();
        field.forget_documentation();
        field.aliases = Box::default();
        field.deprecated = None;
        field.mutability = crate::types::Mutability::default();
        field.default = None;
        field
    };
    bare(declared) == bare(planned)
}
