//! `confc eval`.

use super::inputs::InputArguments;
use super::outputs::PrintArguments;
use super::{Invocation, diagnostics, operands};
use crate::declaration::show::{json_of, json_value};
use crate::layers::definition_errors::eval_without_value;
use crate::schema::{ExpressionSite, RefusedSource, refused_expression};
use crate::text::json::to_json;
use crate::text::narrow;
use crate::text::suggest::Suggestions;
use crate::types::{FloatType, Type, Value};
use crate::workspace::is_product;
use confc_core::expr::{
    CheckErrorKind, Checked, Evaluation, Expression, ExpressionType, Fault, FaultKind, Operand, Scope,
    ScopeValues,
};
use confc_core::rules::{MAX_RULES_COST, RuleErrorKind};
use std::ops::Range;

/// Evaluate an expression over values, as rules do
///
/// The LAYERs and all flags that set values work as for `confc values`. EXPR reads fields and members (`server.port`),
/// inputs (`input('zone')`) and components of `--import` (`db.host`); put an EXPR that begins with `-` into parentheses
/// and quotes: `'(-1)'`. The result is one JSON literal, or `<set>` if it depends on a sensitive value. Rules are not
/// checked.
#[derive(Debug, clap::Args)]
pub(super) struct EvalArguments {
    /// An expression in the language of rules, such as `size(servers) * workers`
    #[arg(value_name = "EXPR")]
    expression: String,
    /// The declaration, compiled or as a manifest
    #[arg(value_name = "DECL")]
    declaration: String,
    #[command(flatten)]
    output: PrintArguments,
    #[command(flatten)]
    inputs: InputArguments,
}

/// The literal of an absent value.
const NULL: &str = "null";

/// The note on an expression that costs too much.
const COST_LIMIT: &str = "EXPR has the same limit as all rules of a manifest";

/// Prints the value. Fails if the expression has no value.
pub(super) fn run(arguments: &EvalArguments, invocation: &mut Invocation) {
    if !arguments.output.has_target(invocation) {
        return;
    }
    if is_product(&arguments.expression) {
        let product = diagnostics::product_in_place_of("declaration", &arguments.expression);
        return invocation.report.push(product);
    }
    let rest = arguments.inputs.operands_from(&arguments.declaration);
    let found = operands::in_another_order(
        ("eval", "an expression", arguments.inputs.more()),
        &arguments.expression,
        &rest,
    );
    if operands::reports(found, invocation) {
        return;
    }
    let Some(declared) = arguments.inputs.declared(&arguments.declaration, invocation) else { return };
    let Some(config) = declared.config(&arguments.declaration, invocation) else { return };
    let source = invocation.sources.add_plain("EXPR".into(), arguments.expression.clone());
    let (resolved, outside) = arguments.inputs.resolve_to_evaluate(&declared, config, invocation);
    let scope = Scope::new(config.as_struct()).with_outside(outside.names());
    let place = |range: Range<usize>| source.span(narrow(range.start), narrow(range.end));
    let (checked, declared_type) = match checked(&arguments.expression, &scope) {
        Ok(checked) => checked,
        // The mistake in the input was reported.
        Err((_, RuleErrorKind::Check(CheckErrorKind::UnknownInput(name)))) if outside.is_refused(&name) => {
            return;
        }
        // The mistake in the component was reported.
        Err((_, RuleErrorKind::Check(CheckErrorKind::UnknownField(name))))
            if arguments.inputs.imports_as(&name) =>
        {
            return;
        }
        Err((range, kind)) => {
            let refused = RefusedSource {
                text: &arguments.expression,
                range,
                is_template: false,
                site: ExpressionSite::CommandLine,
                within: "",
                target: None,
                place: &place,
            };
            let refused = refused_expression(&kind, &refused, &scope, &mut Suggestions::default());
            let is_costly = matches!(kind, RuleErrorKind::TooCostly { .. });
            return invocation.report.push(if is_costly { refused.note(COST_LIMIT) } else { refused });
        }
    };
    let Some(resolved) = resolved else { return };
    for read in checked.reads() {
        let position = read.field.and_then(|field| (field as usize).checked_sub(config.fields().len()));
        if let Some(position) = position
            && !outside.check_read(position, place(read.span.range()), &mut invocation.report)
        {
            return;
        }
    }
    let components = outside.import_values();
    let imports: Vec<usize> = (0..components.len()).collect();
    let (fields, inputs) = (resolved.values(), outside.input_values());
    let values = ScopeValues { fields, inputs, imports: &imports, components: &components, unknown: None };
    match checked.evaluate_in(values) {
        Evaluation { result: Ok(value), .. } => {
            let text = if checked.is_secret() {
                "<set>".into()
            } else {
                json(&checked, declared_type.as_ref(), value)
            };
            arguments.output.write(text + "\n", invocation);
        }
        Evaluation { result: Err(Fault { kind, .. }), .. }
            if checked.is_selection() && kind.has_no_value() =>
        {
            arguments.output.write(format!("{}\n", nothing(&checked, kind)), invocation);
        }
        Evaluation { result: Err(fault), .. } => {
            let is_secret = checked.is_secret();
            let part = if is_secret { 0..arguments.expression.len() } else { fault.span.range() };
            invocation.report.push(eval_without_value(fault.kind, place(part), is_secret));
        }
    }
}

/// An expression that fits the fields, with its declared type if it has one. An error has the place that does not fit,
/// and the reason.
fn checked(text: &str, names: &Scope<'_>) -> Result<(Checked, Option<Type>), (Range<usize>, RuleErrorKind)> {
    let parsed = Expression::parse(text).map_err(|error| (error.span.range(), error.kind.into()))?;
    let (checked, ty) =
        parsed.check_with_type(names).map_err(|error| (error.span.range(), error.kind.into()))?;
    match checked.cost() {
        cost if cost > MAX_RULES_COST => Err((checked.dearest().range(), RuleErrorKind::TooCostly { cost })),
        _ => Ok((checked, ty)),
    }
}

/// The text of a selected field, member or case without a value. That a secret is absent is not secret; that it is null,
/// or of another case, is.
fn nothing(checked: &Checked, kind: FaultKind) -> &'static str {
    if checked.is_secret() && kind != FaultKind::NothingSet { "<set>" } else { NULL }
}

/// A value as one JSON literal. Variants are names, floats are the shortest text of their type, and sensitive members
/// are omitted.
fn json(checked: &Checked, declared: Option<&Type>, value: Operand<'_>) -> String {
    let of_type = |ty: &Type, value: &Value| to_json(&json_value(ty, value));
    match (value, checked.ty(), declared) {
        (Operand::Bool(value), _, _) => value.to_string(),
        (Operand::Integer(value), _, _) => value.to_string(),
        (Operand::Float(value), ExpressionType::Float(kind), _) => {
            of_type(&Type::Float(FloatType::new(kind)), &Value::Float(value))
        }
        (Operand::String(text), _, _) => to_json(text),
        (Operand::Json(text), _, _) => to_json(&json_of(text)),
        (Operand::Variant(number), _, Some(ty)) => of_type(ty, &Value::Variant(number)),
        (Operand::Struct(members), _, Some(ty)) => of_type(ty, &Value::Struct(members.into())),
        (Operand::List(list), _, Some(ty)) => of_type(ty, &Value::List(list.clone())),
        (Operand::Map(entries), _, Some(ty)) => of_type(ty, &Value::Map(entries.clone())),
        (Operand::Union(value), _, Some(ty)) => of_type(ty, &value.clone().into()),
        // Only floats may differ in type from their expressions.
        (Operand::Float(value), _, _) => value.to_string(),
        (Operand::Variant(number), _, None) => number.to_string(),
        (Operand::Struct(_) | Operand::List(_) | Operand::Map(_) | Operand::Union(_), _, None) => {
            String::new()
        }
        (Operand::Absent | Operand::Null, _, _) => NULL.into(),
    }
}
