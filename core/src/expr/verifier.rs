//! The state of the check of an expression: the stack of abstract values, open loops and costs.

use super::abstract_value::{Abstract, AbstractType};
use super::check::{CheckedInstruction, MapKeys};
use super::check_error::{CheckError, CheckErrorKind as Kind};
use super::instruction::{Expression, Quantifier, Slice, narrow_offset};
use super::operand_types::{Agreement, string_cost};
use super::scope::Scope;
use crate::types::{EnumType, MapType, Type};

/// The state of the check of an expression.
pub(super) struct Verifier<'s, 'e> {
    pub(super) scope: &'e Scope<'s>,
    pub(super) expression: &'e Expression,
    pub(super) code: Vec<CheckedInstruction>,
    pub(super) positions: Vec<u32>,
    pub(super) key_enums: Vec<EnumType>,
    /// Whether each instruction depends on a sensitive value.
    pub(super) secrets: Vec<bool>,
    pub(super) stack: Vec<Abstract<'s>>,
    pub(super) loops: Vec<OpenLoop<'s>>,
    /// The cost of the code since the innermost open loop began.
    pub(super) cost: u64,
    /// The largest cost of one instruction, and its position. A loop counts with its body.
    pub(super) dearest: (u64, usize),
    pub(super) depth: usize,
}

/// A loop whose body is being checked.
pub(super) struct OpenLoop<'s> {
    pub(super) quantifier: Quantifier,
    pub(super) name: Slice,
    pub(super) element: AbstractType<'s>,
    pub(super) is_secret: bool,
    pub(super) min_count: u32,
    pub(super) max_count: u32,
    /// The cost of the code around it.
    pub(super) cost: u64,
}

impl<'s> Verifier<'s, '_> {
    /// An error at one instruction.
    pub(super) fn error(&self, at: usize, kind: Kind) -> CheckError {
        CheckError { span: self.expression.spans(at).at, kind }
    }

    /// An error at an operand with all its parts.
    pub(super) fn error_of(&self, operand: Abstract<'_>, kind: Kind) -> CheckError {
        CheckError { span: self.expression.spans(operand.end).whole, kind }
    }

    pub(super) fn operand_error(
        &self,
        operand: Abstract<'_>,
        of: &'static str,
        expected: &'static str,
    ) -> CheckError {
        self.error_of(operand, Kind::Operand { of, expected, found: operand.ty.name() })
    }

    /// The error for two operands of different types.
    pub(super) fn differ(
        &self,
        at: usize,
        of: &'static str,
        left: Abstract<'_>,
        right: Abstract<'_>,
    ) -> CheckError {
        self.error(at, Kind::Differ { of, left: left.ty.name(), right: right.ty.name() })
    }

    /// Whether values of two types can be compared for equality.
    pub(super) fn is_same(&self, a: Abstract<'s>, b: Abstract<'s>) -> bool {
        self.scope.agree(a.ty, b.ty, Agreement::Shape)
    }

    /// The type of a value that has one of these two types: see [`AbstractType::hull`].
    pub(super) fn hull(&self, a: Abstract<'s>, b: Abstract<'s>) -> Option<AbstractType<'s>> {
        match (a.ty.identity(), b.ty.identity()) {
            (Some(_), Some(_)) => self.scope.agree(a.ty, b.ty, Agreement::Bounds).then_some(a.ty),
            (_, _) => a.ty.hull(b.ty),
        }
    }

    pub(super) fn charge(&mut self, steps: u64) {
        self.cost = self.cost.saturating_add(steps);
    }

    /// Removes the last operand, which must not be a list literal.
    pub(super) fn pop(&mut self) -> Result<Abstract<'s>, CheckError> {
        match self.stack.pop() {
            Some(list @ Abstract { ty: AbstractType::Elements(_), .. }) => {
                Err(self.error_of(list, Kind::ListLiteral))
            }
            Some(value) => Ok(value),
            // The parser emits no operator without its operands.
            None => Err(self.error(0, Kind::EmptyList)),
        }
    }

    pub(super) fn note_charge(&mut self, at: usize, charged: u64) {
        if charged > self.dearest.0 {
            self.dearest = (charged, at);
        }
    }

    /// The kind of keys of a map, as the evaluator needs it.
    pub(super) fn keys(&mut self, map: &MapType) -> MapKeys {
        let Type::Enum(ty) = map.key() else { return MapKeys::Strings };
        self.key_enums.push(ty.clone());
        MapKeys::Variants(narrow_offset(self.key_enums.len() - 1))
    }

    /// Charges for comparing two strings, or for looking at the end of one.
    pub(super) fn charge_strings(&mut self, a: AbstractType<'_>, b: AbstractType<'_>) {
        if let (AbstractType::String(a), AbstractType::String(b)) = (a, b) {
            self.charge(string_cost(a.max.min(b.max)));
        }
        if let (AbstractType::Json(a), AbstractType::Json(b)) = (a, b) {
            self.charge(string_cost(a.min(b)));
        }
    }
}
