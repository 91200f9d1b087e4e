//! The functions that check the rules of a configuration.

use super::absence::is_set;
use super::expression::{PythonScope, code, lambda, sorted_keys};
use super::field_part::{CaseClass, FieldPart};
use super::imports::UsedImports;
use super::layout::{GroupPart, PythonExpression, literal};
use super::names::attribute;
use crate::declaration::Config;
use crate::text::escape;
use crate::types::{Field, FloatKind, StructType};
use confc_core::expr::ExpressionType;
use confc_core::rules::{MessageView, Rule, RuleView, ScopeStep};

/// A function for each rule, and one that calls them all. The classes that they use must be before them.
pub(super) fn functions(config: &Config, root: &str, used: &mut UsedImports) -> String {
    let fields = StructType::new(config.fields().to_vec());
    let mut out = String::new();
    let mut calls = String::new();
    let mut writer = RuleWriter { out: &mut out, root, fields: &fields, indices: 0 };
    for (n, rule) in config.rules().list().iter().enumerate() {
        // The rules were checked against these fields.
        if let Some(view) = rule.view(&fields) {
            *writer.out += &format!("\n\ndef _check_rule_{}(config: {root}) -> None:\n", n + 1);
            writer.write(rule, &view);
            calls += &format!("    _check_rule_{}(config)\n", n + 1);
        }
    }
    out += &format!(
        "\n\ndef _check_rules(config: {root}) -> None:\n    \
         \"\"\"Raises `BrokenRule` for the first rule that is broken.\"\"\"\n{calls}"
    );
    used.cast = true;
    out
}

struct RuleWriter<'w, 's> {
    out: &'w mut String,
    /// The class of the configuration.
    root: &'s str,
    fields: &'s StructType,
    /// The number of loops around the current code.
    indices: usize,
}

/// The path to a place so far.
struct PlacePath<'s> {
    code: String,
    /// The type of the value there; `None` of the configuration.
    part: Option<FieldPart<'s>>,
    /// The text of the path in an f-string.
    text: String,
    members: &'s [Field],
}

impl<'s> RuleWriter<'_, 's> {
    fn write(&mut self, rule: &Rule, view: &RuleView<'_>) {
        let mut indent = 4;
        let mut scope = PythonScope { root: self.root, fields: self.fields, place: None };
        let mut place = None;
        if let Some(steps) = &view.places {
            self.indices = 0;
            let path = self.places(steps, view.is_place_secret, &mut indent);
            scope.place = path.part;
            let format = if path.text.contains('{') { "f" } else { "" };
            place = Some(PythonExpression::atom(format!("{format}\"{}\"", path.text)));
        }
        let mut parts: Vec<GroupPart> =
            vec![literal(rule.text()).into(), lambda(code(&view.check, &scope)).into()];
        if let Some(message) = &view.message {
            parts.push(GroupPart::named("message", lambda(self::message(message, &scope))));
        }
        parts.extend(place.map(|place| GroupPart::named("place", place)));
        parts.extend(rule.name().map(|name| GroupPart::named("name", literal(name.as_str()))));
        if view.check.is_secret() {
            parts.push(GroupPart::named("secret", PythonExpression::atom("True")));
        }
        PythonExpression::call("_Rule.check", parts).statement(self.out, indent, "", "");
    }

    /// Writes the loops over the places of a rule, the last of which is `place`.
    fn places(&mut self, steps: &[ScopeStep], is_secret: bool, indent: &mut usize) -> PlacePath<'s> {
        let mut path = PlacePath {
            code: "config".into(),
            part: None,
            text: String::new(),
            members: self.fields.members(),
        };
        for (at, step) in steps.iter().enumerate() {
            match step {
                ScopeStep::Member(position) => {
                    if let Some(case) = path.part.as_ref().and_then(|part| part.case(*position)) {
                        let is_case = format!("if isinstance({}, {}):", path.code, case.path);
                        PythonExpression::atom(is_case).statement(self.out, *indent, "", "");
                        *indent += 4;
                        path.code += &format!(".{}", CaseClass::ATTRIBUTE);
                        path.text += &format!(".{}", case.case.name);
                        path.members = case.case.ty.members();
                        path.part = Some(case.value());
                        continue;
                    }
                    let Some(field) = path.members.get(*position as usize) else { break };
                    let key = field.key.as_str();
                    path.code += &format!(".{}", attribute(key));
                    let around = path.part.as_ref().map_or(self.root, |part| &part.class);
                    path.part = Some(FieldPart::of(field, &format!("{around}.")));
                    path.text += &format!("{}{key}", if path.text.is_empty() { "" } else { "." });
                    if field.presence().may_lack_value() {
                        let is_set = format!("if {}:", is_set(field, &path.code));
                        let is_set = PythonExpression::atom(is_set);
                        is_set.statement(self.out, *indent, "", "");
                        *indent += 4;
                    }
                }
                // This is always the last step.
                ScopeStep::Keys => {
                    let keys = sorted_keys(PythonExpression::atom(path.code));
                    keys.statement(self.out, *indent, "for place in ", ":");
                    *indent += 4;
                    path.code = "place".into();
                    path.part = path.part.and_then(|map| map.key());
                    path.text += if is_secret { "[]" } else { "{_Rule.step(place)}" };
                }
                ScopeStep::Elements => {
                    self.indices += 1;
                    let index = format!("n{}", self.indices);
                    let element = match at + 1 == steps.len() {
                        true => "place".into(),
                        false => format!("element{}", self.indices),
                    };
                    let head = match is_secret {
                        true => format!("for {element} in {}:", path.code),
                        false => format!("for {index}, {element} in enumerate({}):", path.code),
                    };
                    PythonExpression::atom(head).statement(self.out, *indent, "", "");
                    *indent += 4;
                    path.code = element;
                    path.part = path.part.and_then(|list| list.contents());
                    path.text += &if is_secret { "[]".into() } else { format!("[{{{index}}}]") };
                }
            }
            path.members = path.part.as_ref().map_or(&[], |part| part.ty.members());
        }
        if path.code != "place" {
            PythonExpression::atom(path.code.clone()).statement(self.out, *indent, "place = ", "");
        }
        path
    }
}

/// The message of a rule.
fn message(parts: &[MessageView<'_>], scope: &PythonScope<'_>) -> PythonExpression {
    let mut all: Vec<GroupPart> = Vec::new();
    let mut text = String::new();
    for part in parts {
        match part {
            MessageView::Text(part) => text += &escape::plain(part).to_string(),
            MessageView::Value(checked, _) => {
                if !text.is_empty() {
                    all.push(literal(&std::mem::take(&mut text)).into());
                }
                let shown = match checked.ty() {
                    ExpressionType::Bool | ExpressionType::Always(_) => "boolean",
                    ExpressionType::Integer(..) => "integer",
                    ExpressionType::Float(FloatKind::Float32) => "float32",
                    ExpressionType::Float(FloatKind::Float64) => "float64",
                    ExpressionType::String(_) => "string",
                    // A message never shows structs, lists, maps or JSON values.
                    ExpressionType::Enum
                    | ExpressionType::Struct
                    | ExpressionType::Vector
                    | ExpressionType::Array
                    | ExpressionType::Map
                    | ExpressionType::Json
                    | ExpressionType::Union => "variant",
                };
                let value = code(checked, scope);
                all.push(
                    lambda(PythonExpression::call(format!("_Shown.{shown}"), vec![value.into()])).into(),
                );
            }
        }
    }
    if all.is_empty() {
        return literal(&text);
    }
    if !text.is_empty() {
        all.push(literal(&text).into());
    }
    PythonExpression::call("_Rule.message", all)
}
