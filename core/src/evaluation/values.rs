//! The values that expressions read.

use super::cell::{CellId, Cells};
use crate::expr::ScopeValues;
use crate::types::Value;

/// The known values of components: first those of the components that are evaluated, then those of imported components.
#[derive(Debug, Default)]
pub struct KnownValues(Vec<Vec<Value>>);

/// The targets of the names in the expressions of a component.
#[derive(Debug, Clone)]
pub struct NameTargets {
    /// The position of the component among those that are evaluated.
    pub component: usize,
    /// The number of its fields.
    pub fields: usize,
    /// The number of its inputs.
    pub inputs: usize,
    /// For each import the position of its values in [`KnownValues`].
    pub imports: Vec<usize>,
}

impl NameTargets {
    /// The cell that a name refers to, or the cell of the value that contains it. `None` for an input, and for a value
    /// without a cell.
    #[must_use]
    pub fn cell<C>(&self, cells: &Cells<C>, field: usize, members: &[u32]) -> Option<CellId> {
        let Some(outside) = field.checked_sub(self.fields) else {
            return cells.at(self.component, u32::try_from(field).ok()?, members);
        };
        let import = self.imports.get(outside.checked_sub(self.inputs)?)?;
        let (field, members) = members.split_first()?;
        cells.at(*import, *field, members)
    }
}

impl KnownValues {
    /// Adds the values of a component, one for each field. Returns its position.
    pub fn add(&mut self, values: Vec<Value>) -> usize {
        self.0.push(values);
        self.0.len() - 1
    }

    /// The values of a component.
    #[must_use]
    pub fn of(&self, component: usize) -> &[Value] {
        self.0.get(component).map_or(&[], Vec::as_slice)
    }

    /// Keeps the value of a cell, by its [path](Cells::path). Returns whether the path exists.
    pub fn keep(&mut self, component: usize, path: &[u32], value: Value) -> bool {
        let Some((field, members)) = path.split_first() else { return false };
        let mut place = self.0.get_mut(component).and_then(|values| values.get_mut(*field as usize));
        for member in members {
            place = match place {
                Some(Value::Struct(values)) => values.get_mut(*member as usize),
                Some(_) | None => None,
            };
        }
        place.map(|place| *place = value).is_some()
    }

    /// The values for the expressions of a component with these inputs.
    #[must_use]
    pub fn scope<'v>(&'v self, names: &'v NameTargets, inputs: &'v [Value]) -> ScopeValues<'v> {
        let fields = self.of(names.component);
        ScopeValues { fields, inputs, imports: &names.imports, components: &self.0, unknown: None }
    }

    /// The values of all components.
    #[must_use]
    pub fn into_components(self) -> Vec<Vec<Value>> {
        self.0
    }
}
