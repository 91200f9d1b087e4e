//! Selects the fields to write.

use super::node::{ExportNode, SelectedContent, SelectedField, is_null, member_default};
use crate::types::{Field, MapEntries, Value};

/// The fields in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SensitiveFields {
    /// Fields that are not sensitive.
    Omit,
    /// Only sensitive fields.
    Only,
    /// All fields.
    Include,
}

/// Everything to write.
#[derive(Debug)]
pub(super) struct Selection<'a> {
    pub(super) members: Vec<SelectedField<'a>>,
    /// The number of values left out because they are sensitive.
    pub(super) left_out: usize,
}

impl<'a> Selection<'a> {
    /// Selects from fields and their values.
    pub(super) fn new(fields: &'a [Field], values: &'a [Value], wanted: SensitiveFields) -> Self {
        let mut selector = FieldSelector { wanted, left_out: 0 };
        let members = selector.members(fields, values, SelectedInside { default: None, is_sensitive: false });
        Self { members, left_out: selector.left_out }
    }
}

struct FieldSelector {
    wanted: SensitiveFields,
    left_out: usize,
}

/// Properties of a struct that its members inherit.
#[derive(Clone, Copy)]
struct SelectedInside<'a> {
    /// Its default, which takes precedence over those of its members.
    default: Option<&'a Value>,
    is_sensitive: bool,
}

impl FieldSelector {
    fn members<'a>(
        &mut self,
        fields: &'a [Field],
        values: &'a [Value],
        around: SelectedInside<'a>,
    ) -> Vec<SelectedField<'a>> {
        let each = fields.iter().zip(values).enumerate();
        let selected = each.filter_map(|(at, (field, value))| {
            let default = member_default(around.default, at, field);
            let around = SelectedInside { default, is_sensitive: around.is_sensitive || field.sensitive };
            self.selected((at, field), value, around)
        });
        selected.collect()
    }

    fn selected<'a>(
        &mut self,
        (position, field): (usize, &'a Field),
        value: &'a Value,
        around: SelectedInside<'a>,
    ) -> Option<SelectedField<'a>> {
        if let (Value::Struct(members), true) = (value, field.ty.is_struct())
            && (!around.is_sensitive || self.wanted != SensitiveFields::Omit)
        {
            let members = self.members(field.ty.members(), members, around);
            // A struct that is present is written, even without members. A document of sensitive fields repeats only
            // structs that hold some.
            let is_said = match self.wanted {
                SensitiveFields::Omit | SensitiveFields::Include => true,
                SensitiveFields::Only => around.is_sensitive,
            };
            let is_selected = is_said || !members.is_empty();
            let content = SelectedContent::Members(members);
            return is_selected.then_some(SelectedField {
                field,
                position,
                value,
                is_secret: false,
                content,
            });
        }
        // A rest without entries has nothing to write.
        let is_empty_rest = field.is_rest() && value.as_map().is_some_and(MapEntries::is_empty);
        if is_empty_rest || (value.is_absent() && !is_null(field, around.default)) {
            return None;
        }
        // A vector or map with a sensitive part cannot be split. An absent value reveals nothing about its parts.
        let is_sensitive = around.is_sensitive || (!value.is_absent() && field.ty.holds_sensitive());
        let is_wanted = match self.wanted {
            SensitiveFields::Omit => !is_sensitive,
            SensitiveFields::Only => is_sensitive,
            SensitiveFields::Include => true,
        };
        if !is_wanted && is_sensitive && !value.is_absent() {
            self.left_out += 1;
        }
        let content = SelectedContent::Value(ExportNode::of(&field.ty, value, around.default));
        is_wanted.then_some(SelectedField { field, position, value, is_secret: is_sensitive, content })
    }
}
