//! The deferred values of a plan, for people.

use super::fit::CellField;
use super::model::{PlanPlace, PlanTerm, ValuePlan};
use super::outside;
use super::term::{each_target, parse};
use crate::declaration::Config;
use crate::evaluation::{CellContent, CellId};
use crate::expr::{Definition, Scope, TypeClasses};

/// A deferred field or member.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingField {
    /// Its path: `server.port`.
    pub path: String,
    /// The position of the field, or of the field that contains the member.
    pub field: usize,
    /// Whether it, or a value around it, is sensitive, so that its expressions must not be shown.
    pub is_secret: bool,
    /// The expressions in it, in the order of their layers.
    pub definitions: Vec<WaitingDefinition>,
}

/// A deferred expression.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingDefinition {
    /// As its author wrote it. Untrusted text: escape it before printing.
    pub text: Box<str>,
    /// Whether it is a text with expressions in `${}`.
    pub is_template: bool,
    /// Whether its value is sensitive, or is a part of a sensitive value, so that it must not be shown.
    pub is_secret: bool,
    /// Whether it gives only a part of the value.
    pub is_part: bool,
    /// Its place, if the plan has it.
    pub place: Option<PlanPlace>,
    /// The names that it reads, as expressions write them: `workers`, `input("zone")`, `db.host`. Empty if it is not
    /// valid.
    pub reads: Vec<Box<str>>,
}

impl WaitingDefinition {
    /// The names that it reads, without members: a field's key, an input as `input("name")`, or the name of a
    /// component. A name is repeated if it is read with different members.
    pub fn read_roots(&self) -> impl Iterator<Item = &str> {
        // No name has a dot.
        self.reads.iter().filter_map(|read| read.split('.').next())
    }
}

impl ValuePlan {
    /// Every deferred field and member, in the order of the fields.
    #[must_use]
    pub fn waiting(&self) -> Vec<WaitingField> {
        let Some(config) = self.declaration.config() else { return Vec::new() };
        let (types, known) = (outside::types(self), TypeClasses::default());
        let scope = Scope::new(config.as_struct()).with_outside(types.names()).remembering(&known);
        self.cells.iter().filter_map(|(id, _)| self.waiting_field(id, config, &scope)).collect()
    }

    fn waiting_field(&self, id: CellId, config: &Config, scope: &Scope<'_>) -> Option<WaitingField> {
        let CellContent::Value(list) = &self.cells.get(id)?.content else { return None };
        let path = self.cells.path(id);
        let field = CellField::new(config.fields(), &path)?;
        let target = field.target();
        let mut definitions = Vec::new();
        for definition in list {
            let is_part = !matches!(definition.term, PlanTerm::Expression(_));
            each_target(&definition.term, &target, &mut |expression, target| {
                let parsed = parse(expression, scope, target);
                let reads = parsed.iter().flat_map(Definition::reads).map(|read| Box::from(read.path));
                definitions.push(WaitingDefinition {
                    text: expression.text.clone(),
                    is_template: expression.is_template,
                    is_secret: target.is_secret,
                    is_part,
                    place: expression.place.as_deref().cloned(),
                    reads: reads.collect(),
                });
            });
        }
        let position = *path.first()? as usize;
        let CellField { path, is_secret, .. } = field;
        Some(WaitingField { path, field: position, is_secret, definitions })
    }
}
