//! The inputs that the plans and indexes of a folder declare. All must declare an input in the same way.

use super::index_errors;
use super::index_waiting::ListedInputs;
use crate::cli::plan_diagnostics;
use crate::diagnostic::Report;
use crate::types::Field;
use confc_core::plan::ValuePlan;
use std::collections::BTreeMap;

/// The inputs that plans and rules read, each once.
#[derive(Debug, Default)]
pub(super) struct IndexInputs {
    /// The inputs by name, each with the first file that declares it.
    inputs: BTreeMap<String, (Field, String)>,
    has_errors: bool,
}

impl IndexInputs {
    /// Adds the inputs of a plan; `file` is its name. Reports inputs that another file declares differently.
    pub(super) fn add_plan(&mut self, plan: &ValuePlan, file: &str, report: &mut Report) {
        for (field, _) in plan.inputs() {
            let (first, other) = self.first(field, file);
            if first != field {
                let differ = plan_diagnostics::inputs_differ(file, other, field.key.as_str());
                report.push(differ);
                self.has_errors = true;
            }
        }
    }

    /// Adds the inputs that rules of an environment read; `index` is the name of its index. Reports inputs that another
    /// file declares differently.
    pub(super) fn add_of_rules(&mut self, listed: &ListedInputs, index: &str, report: &mut Report) {
        for (name, input) in &listed.of_rules {
            let (first, other) = self.first(&input.field, index);
            // An index has less information about a type than a plan.
            if first.ty.to_string() != input.field.ty.to_string()
                || first.holds_sensitive() != input.field.holds_sensitive()
            {
                report.push(index_errors::input_differs(input.place, name, other));
                self.has_errors = true;
            }
        }
    }

    /// The first declaration of an input with its file. Adds this declaration if it is the first.
    fn first(&mut self, field: &Field, file: &str) -> &(Field, String) {
        let name = field.key.to_string();
        self.inputs.entry(name).or_insert_with(|| (field.clone(), file.to_owned()))
    }

    /// The inputs in the order of their names; `None` if a mistake was reported.
    pub(super) fn fields(self) -> Option<Vec<Field>> {
        let fields = self.inputs.into_values().map(|(field, _)| field).collect();
        (!self.has_errors).then_some(fields)
    }
}
