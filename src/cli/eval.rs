//! `confc eval`.

use super::inputs::{InputArguments, ResolvePurpose};
use super::{Invocation, diagnostics};
use crate::declaration::show::json_value;
use crate::schema::refused_expression;
use crate::text::json::to_json;
use crate::text::narrow;
use crate::types::{FloatType, Type, Value};
use confc_loader::expr::{Checked, Evaluation, Expression, ExpressionType, Operand, Scope};
use confc_loader::rules::RuleErrorKind;
use std::ops::Range;

/// Evaluate an expression over values, as rules do
///
/// The LAYERs and whatever else sets values are those of `confc values`. Names in EXPR are the keys of fields. The answer
/// is one JSON literal, or `<set>` where it depends on what is sensitive. Rules are not checked.
#[derive(Debug, clap::Args)]
pub(super) struct EvalArguments {
    /// An expression in the language of rules, such as `size(servers) * workers`
    #[arg(value_name = "EXPR")]
    expression: String,
    /// The declaration, compiled or as a manifest
    #[arg(value_name = "DECL")]
    declaration: String,
    #[command(flatten)]
    inputs: InputArguments,
}

/// Prints the value. The answer is no where there is none.
pub(super) fn run(arguments: &EvalArguments, invocation: &mut Invocation) {
    let Some(declared) = arguments.inputs.declared(&arguments.declaration, invocation) else { return };
    let Some(config) = declared.config(&arguments.declaration, invocation) else { return };
    let source = invocation.sources.add("EXPR".into(), arguments.expression.clone(), None);
    let checked = match checked(&arguments.expression, &Scope::new(config.as_struct())) {
        Ok(checked) => Some(checked),
        Err((range, kind)) => {
            let place = source.span(narrow(range.start), narrow(range.end));
            invocation.report.push(refused_expression(&kind, place, config.as_struct()));
            None
        }
    };
    let resolved = arguments.inputs.resolve(&declared, config, ResolvePurpose::Show, invocation);
    let (Some(checked), Some(resolved)) = (checked, resolved) else { return };
    match checked.evaluate(resolved.values(), None) {
        Evaluation { result: Ok(value), .. } => {
            let text = if checked.is_secret() { "<set>".into() } else { json(&checked, value) };
            invocation.print(text + "\n");
        }
        Evaluation { result: Err(fault), .. } => {
            let at = fault.span.range();
            let place = source.span(narrow(at.start), narrow(at.end));
            let fault = Some(fault).filter(|_| !checked.is_secret());
            invocation.report.push(diagnostics::not_evaluated(fault, place));
        }
    }
}

/// An expression that fits the fields, or where it does not and why.
fn checked(text: &str, names: &Scope<'_>) -> Result<Checked, (Range<usize>, RuleErrorKind)> {
    let parsed = Expression::parse(text).map_err(|error| (error.span.range(), error.kind.into()))?;
    parsed.check(names).map_err(|error| (error.span.range(), error.kind.into()))
}

/// A value as one JSON literal: variants by name, floats in the shortest text of their type; sensitive members are left
/// out.
fn json(checked: &Checked, value: Operand<'_>) -> String {
    match (value, checked.ty()) {
        (Operand::Bool(value), _) => value.to_string(),
        (Operand::Integer(value), _) => value.to_string(),
        (Operand::Float(value), ExpressionType::Float(kind)) => {
            to_json(&json_value(&Type::Float(FloatType::new(*kind)), &Value::Float(value)))
        }
        (Operand::String(text), _) => to_json(text),
        (Operand::Variant(number), ExpressionType::Declared(ty)) => {
            to_json(&json_value(ty, &Value::Variant(number)))
        }
        (Operand::Struct(members), ExpressionType::Declared(ty)) => {
            to_json(&json_value(ty, &Value::Struct(members.into())))
        }
        (Operand::List(list), ExpressionType::Declared(ty)) => {
            to_json(&json_value(ty, &Value::List(list.clone())))
        }
        // No other value is of another type than its expression.
        (Operand::Float(value), _) => value.to_string(),
        (Operand::Variant(number), _) => number.to_string(),
        (Operand::Struct(_) | Operand::List(_), _) => String::new(),
    }
}
