//! `confc show --format json` of a value plan: the shape of a value file, with deferred values
//! (`schemas/show.schema.json`).

use super::show_plan::{PlanNeeds, WaitingReader, waits};
use crate::declaration::Config;
use crate::declaration::show::{ShownField, ShownRule, ShownSource, shown_field, shown_rule, shown_source};
use crate::text::json::to_json;
use confc_core::plan::{ValuePlan, WaitingDefinition, WaitingField};
use std::collections::BTreeMap;

#[derive(serde::Serialize)]
struct PlanJson<'a> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_source: Option<ShownSource<'a>>,
    fields: Vec<PlannedField<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<PlannedRule<'a>>,
    waits_for: NeedsJson<'a>,
}

#[derive(serde::Serialize)]
struct PlannedField<'a> {
    #[serde(flatten)]
    field: ShownField<'a>,
    /// The deferred values, in place of the value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waits: Vec<WaitingPart<'a>>,
}

/// A deferred field, or a deferred member in it.
#[derive(serde::Serialize)]
struct WaitingPart<'a> {
    path: &'a str,
    expressions: Vec<ShownExpression<'a>>,
}

#[derive(serde::Serialize)]
struct ShownExpression<'a> {
    /// `None` if the value is sensitive.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    template: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    sensitive: bool,
    #[serde(flatten)]
    place: Option<ExpressionPlace<'a>>,
}

#[derive(serde::Serialize)]
struct ExpressionPlace<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

#[derive(serde::Serialize)]
struct PlannedRule<'a> {
    #[serde(flatten)]
    rule: ShownRule<'a>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    waits: bool,
}

#[derive(serde::Serialize)]
struct NeedsJson<'a> {
    inputs: Vec<NeededInput<'a>>,
    components: Vec<NeededComponent<'a>>,
}

#[derive(serde::Serialize)]
struct NeededInput<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    sensitive: bool,
    needed_by: Vec<ShownReader<'a>>,
}

#[derive(serde::Serialize)]
struct NeededComponent<'a> {
    name: &'a str,
    /// The checksum of the declaration that the plan was made for.
    checksum: String,
    needed_by: Vec<ShownReader<'a>>,
}

#[derive(serde::Serialize)]
struct ShownReader<'a> {
    path: &'a str,
    #[serde(flatten)]
    place: Option<ExpressionPlace<'a>>,
}

/// A line of JSON with a line feed at the end, without sensitive values.
pub(super) fn json(plan: &ValuePlan) -> String {
    let waiting = plan.waiting();
    let mut parts: BTreeMap<usize, Vec<WaitingPart<'_>>> = BTreeMap::new();
    for field in &waiting {
        parts.entry(field.field).or_default().push(shown_part(plan, field));
    }
    let config = plan.declaration().config();
    let fields = config.map(Config::fields).unwrap_or_default().iter().enumerate();
    let fields = fields.map(|(at, field)| PlannedField {
        field: shown_field(field, plan.known(at)),
        waits: parts.remove(&at).unwrap_or_default(),
    });
    let rules = config.into_iter().flat_map(|config| {
        let rules = config.rules().list().iter();
        rules.map(move |rule| PlannedRule { rule: shown_rule(rule), waits: waits(rule, plan, config) })
    });
    let needs = PlanNeeds::of(plan, &waiting);
    let inputs = needs.inputs.iter().map(|(field, readers)| NeededInput {
        name: field.key.as_str(),
        ty: field.type_text().to_string(),
        sensitive: field.sensitive,
        needed_by: shown_readers(plan, readers),
    });
    let components = needs.components.iter().map(|(import, readers)| NeededComponent {
        name: import.name.as_str(),
        checksum: import.checksum.to_string(),
        needed_by: shown_readers(plan, readers),
    });
    let shown = PlanJson {
        version: 1,
        checksum: config.map(|config| config.checksum().to_string()),
        value_source: config.map(shown_source),
        fields: fields.collect(),
        rules: rules.collect(),
        waits_for: NeedsJson { inputs: inputs.collect(), components: components.collect() },
    };
    to_json(&shown) + "\n"
}

fn shown_part<'p>(plan: &'p ValuePlan, field: &'p WaitingField) -> WaitingPart<'p> {
    let expressions = field.definitions.iter().map(|definition| {
        let sensitive = field.is_secret || definition.is_secret;
        ShownExpression {
            text: Some(&*definition.text).filter(|_| !sensitive),
            template: definition.is_template && !sensitive,
            sensitive,
            place: shown_place(plan, definition),
        }
    });
    WaitingPart { path: &field.path, expressions: expressions.collect() }
}

fn shown_readers<'p>(plan: &'p ValuePlan, readers: &[WaitingReader<'p>]) -> Vec<ShownReader<'p>> {
    let shown = |(field, definition): &WaitingReader<'p>| {
        let (path, place) = (field.path.as_str(), shown_place(plan, definition));
        ShownReader { path, place }
    };
    readers.iter().map(shown).collect()
}

fn shown_place<'p>(plan: &'p ValuePlan, definition: &WaitingDefinition) -> Option<ExpressionPlace<'p>> {
    let place = definition.place.as_ref()?;
    let file = plan.sources().get(place.source as usize)?;
    Some(ExpressionPlace { file, line: place.line, column: place.column })
}
