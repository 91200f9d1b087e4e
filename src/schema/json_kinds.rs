//! The kinds of JSON values that a type takes.

use super::attributes::{Attribute, Attributes};
use super::check::Checker;
use super::errors;
use crate::syntax::Kind;
use crate::types::{JsonKind, JsonKinds, TypeBuilder};

impl Checker<'_> {
    /// Reads the kinds of a `json` type, if they are declared.
    pub(super) fn kinds(&mut self, attributes: &Attributes<'_>, builder: &mut TypeBuilder) {
        let Some(node) = attributes.value(Attribute::Kinds) else { return };
        let (mut kinds, mut is_valid) = (Vec::new(), true);
        for element in node.elements() {
            let named = |kind: &&JsonKind| element.kind() == Kind::String && kind.name() == element.text();
            match JsonKind::ALL.iter().find(named) {
                Some(kind) if !kinds.contains(kind) => {
                    kinds.push(*kind);
                    continue;
                }
                Some(_) => self.report.push(errors::types::repeated_json_kind(element)),
                None if element.kind() == Kind::Invalid => {}
                None => self.report.push(errors::types::unknown_json_kind(element)),
            }
            is_valid = false;
        }
        if !is_valid {
            return;
        }
        match JsonKinds::of(kinds).map(|kinds| builder.kinds(kinds)) {
            Some(Ok(())) => {}
            Some(Err(_)) => self.says_nothing(attributes, Attribute::Kinds, node),
            None if node.kind() == Kind::Invalid => {}
            None => self.report.push(errors::types::no_json_kinds(node)),
        }
    }
}
