//! What waits in a plan, for people.

use super::model::{CellContent, CellId, PlanExpression, PlanPlace, ValuePlan};
use crate::types::{Field, Value};

/// A field or member that waits for values.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WaitingField {
    /// Its path: `server.port`.
    pub path: String,
    /// The position of the field it is, or lies in.
    pub field: usize,
    /// Whether it is sensitive, or lies in what is, so that no expression of it may be shown.
    pub is_secret: bool,
    /// The expressions in it, in the order of their layers.
    pub definitions: Vec<WaitingDefinition>,
}

/// An expression that waits for values.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct WaitingDefinition {
    /// As its author wrote it. Untrusted text: escape it before printing.
    pub text: Box<str>,
    /// Whether it is a text with expressions in `${}`.
    pub is_template: bool,
    /// Whether it stands for a part of the value alone.
    pub is_part: bool,
    /// Where it stands, if the plan says.
    pub place: Option<PlanPlace>,
}

impl ValuePlan {
    /// Every field and member that waits, structs before their members.
    pub fn waiting(&self) -> impl Iterator<Item = WaitingField> {
        (0..).take(self.cells.len()).filter_map(|id| self.waiting_field(id))
    }

    /// What is known of the members of a struct in which something waits, for those who show it: the value of the member at
    /// the end of this way; `None` where it waits, or a part of it does.
    #[must_use]
    pub fn known_at(&self, way: &[u32]) -> Option<&Value> {
        let (field, members) = way.split_first()?;
        let mut cell = self.root(*field);
        let mut value = self.values.get(*field as usize)?;
        for member in members {
            value = value.as_members()?.get(*member as usize)?;
            cell = match cell.and_then(|id| self.cell(id)).map(|cell| &cell.content) {
                Some(CellContent::Members(members)) => super::model::find(members, *member),
                Some(CellContent::Definitions(_)) => return None,
                None => None,
            };
        }
        cell.is_none().then_some(value)
    }

    fn waiting_field(&self, id: CellId) -> Option<WaitingField> {
        let CellContent::Definitions(list) = &self.cell(id)?.content else { return None };
        let way = self.way(id);
        let (first, members) = way.split_first()?;
        let mut field: &Field = self.declaration.config()?.fields().get(*first as usize)?;
        let (mut path, mut is_secret) = (field.key.to_string(), field.sensitive);
        for member in members {
            field = field.ty.members().get(*member as usize)?;
            path.extend([".", field.key.as_str()]);
            is_secret |= field.sensitive;
        }
        let mut definitions = Vec::new();
        for definition in list {
            let is_part = !matches!(definition.term, super::model::PlanTerm::Expression(_));
            definition.term.each_expression(&mut |expression: &PlanExpression| {
                definitions.push(WaitingDefinition {
                    text: expression.text.clone(),
                    is_template: expression.is_template,
                    is_part,
                    place: expression.place.as_deref().cloned(),
                });
            });
        }
        Some(WaitingField { path, field: *first as usize, is_secret, definitions })
    }
}
