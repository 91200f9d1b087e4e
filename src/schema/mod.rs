//! The schema: the checked set of a component's fields, valid by construction, in the order of their declaration. Later
//! stages have no spans.

mod advice;
mod attribute;
mod attributes;
mod capabilities;
mod cases;
mod check;
mod checker;
mod errors;
mod features;
mod fields;
mod findings;
mod foreign;
mod inputs;
mod json_kinds;
mod misplaced;
mod named_type;
mod named_types;
mod names;
mod rest;
mod rules;
mod shapes;
mod words;

pub(crate) use advice::{AwaitedText, AwaitedWord, ReadPlace, awaited_word, place_at};
pub use advice::{ExpressionSite, RefusedSource, case_for_union, float_for_integer};
pub use attribute::is_attribute;
pub(crate) use attribute::{attribute_names, is_bool_attribute};
pub(crate) use capabilities::check_carried;
pub use check::{CheckOptions, check};
pub use confc_core::declaration::{Schema, ValueSource};
pub use features::{Feature, FeaturePolicy, Gate, UnknownFeature};
pub(crate) use inputs::is_of_inputs;
pub use inputs::{CheckedInputs, DeclaredInput, check_inputs};
pub(crate) use named_type::referred as referred_type;
pub(crate) use rules::RULE_ATTRIBUTES;
pub use rules::{
    BrokenBy, CanonicalRules, OperandOrigin, OperandOrigins, RuleBudget, RuleNames, RuleSource, RuleSources,
    UnknownName, bare_names, check_rules_over, definitions_too_costly, definitions_too_large,
    definitions_too_long, first_of_each, not_replaced, numbers_differ, refused_definition,
    refused_expression, report_broken, rules_of, with_path,
};
