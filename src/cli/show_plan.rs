//! `confc show` of a value plan.

use crate::declaration::Config;
use crate::diagnostic::quoted_whole;
use crate::text::escape::plain;
use crate::types::{Field, Value};
use confc_core::plan::{PlanImport, ValuePlan, WaitingDefinition, WaitingField};
use confc_core::rules::{Rule, RuleVerdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The plan as lines: its missing inputs and imports, its deferred values, and its known values.
pub(super) fn text(name: &str, plan: &ValuePlan) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "Manifest: {}", plain(name));
    let waiting = plan.waiting();
    let needs = PlanNeeds::of(plan, &waiting);
    let (inputs, components) = needs.texts(plan);
    let counted = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        count => Some(format!("{count} {what}s")),
    };
    let parts = [counted(inputs.len(), "input"), counted(components.len(), "component")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => text += "Value plan: complete\n",
        false => _ = writeln!(text, "Value plan: complete but for {}", parts.join(" and ")),
    }
    for need in inputs.into_iter().chain(components) {
        let _ = writeln!(text, "  {need}");
    }
    text += "Configuration:\n";
    let Some(config) = plan.declaration().config() else { return text };
    let mut parts_of: BTreeMap<usize, Vec<&WaitingField>> = BTreeMap::new();
    for part in &waiting {
        parts_of.entry(part.field).or_default().push(part);
    }
    for (at, field) in config.fields().iter().enumerate() {
        let head = format!("  {} [{}]", field.key, plain(&field.type_text().to_string()));
        match plan.known(at) {
            Some(Value::Absent) => _ = writeln!(text, "{head} = not set"),
            Some(_) if field.sensitive => _ = writeln!(text, "{head} = <set>"),
            Some(value) => _ = writeln!(text, "{head} = {}", plain(&field.ty.show(value).to_string())),
            None => match parts_of.get(&at).map_or(&[][..], Vec::as_slice) {
                [whole] if whole.path == field.key.as_str() => {
                    let said = definitions(&whole.definitions, whole.is_secret);
                    let _ = writeln!(text, "{head} waits: {said}");
                }
                parts => {
                    let _ = writeln!(text, "{head} waits:");
                    for part in parts {
                        let said = definitions(&part.definitions, part.is_secret);
                        let _ = writeln!(text, "    {}: {said}", plain(&part.path));
                    }
                }
            },
        }
    }
    let rules = config.rules().list();
    if !rules.is_empty() {
        let (hold, wait): (Vec<_>, Vec<_>) = rules.iter().partition(|rule| !waits(rule, plan, config));
        let _ = write!(text, "Rules: {} {}", hold.len(), if hold.len() == 1 { "holds" } else { "hold" });
        if !wait.is_empty() {
            let names: Vec<String> = wait.iter().map(|rule| quoted_whole(rule.id())).collect();
            let waits = if wait.len() == 1 { "waits" } else { "wait" };
            let _ = write!(text, ", {} {waits}: {}", wait.len(), names.join(", "));
        }
        text.push('\n');
    }
    text
}

/// Whether the result of a rule depends on deferred values.
pub(super) fn waits(rule: &Rule, plan: &ValuePlan, config: &Config) -> bool {
    rule.ready(config.as_struct()).verdict(plan.values(), &plan.unknown()) == RuleVerdict::Open
}

/// The replacement of an expression with a sensitive value.
const HIDDEN: &str = "an expression that is not shown";

/// The expressions of a field or member, or [`HIDDEN`].
fn definitions(list: &[WaitingDefinition], is_secret: bool) -> String {
    if is_secret {
        return HIDDEN.into();
    }
    let shown = |definition: &WaitingDefinition| {
        if definition.is_secret {
            return HIDDEN.into();
        }
        let text = plain(&definition.text);
        if definition.is_template { format!("\"{text}\"") } else { text.to_string() }
    };
    let shown: Vec<String> = list.iter().map(shown).collect();
    shown.join(", ")
}

/// An expression with its field or member.
pub(super) type WaitingReader<'p> = (&'p WaitingField, &'p WaitingDefinition);

/// The missing inputs and imports of a plan, each with the expressions that read it.
pub(super) struct PlanNeeds<'p> {
    pub(super) inputs: Vec<(&'p Field, Vec<WaitingReader<'p>>)>,
    pub(super) components: Vec<(&'p PlanImport, Vec<WaitingReader<'p>>)>,
}

impl<'p> PlanNeeds<'p> {
    /// The missing inputs and imports that an expression reads.
    pub(super) fn of(plan: &'p ValuePlan, waiting: &'p [WaitingField]) -> Self {
        let mut readers: BTreeMap<&str, Vec<WaitingReader<'p>>> = BTreeMap::new();
        for field in waiting {
            for definition in &field.definitions {
                let roots: BTreeSet<&str> = definition.read_roots().collect();
                roots.into_iter().for_each(|root| readers.entry(root).or_default().push((field, definition)));
            }
        }
        let mut needs = Self { inputs: Vec::new(), components: Vec::new() };
        for (field, _) in plan.inputs().filter(|(_, value)| value.is_none()) {
            let name = format!("input(\"{}\")", field.key);
            needs.inputs.extend(readers.remove(name.as_str()).map(|readers| (field, readers)));
        }
        for import in plan.imports().iter().filter(|import| import.values.is_none()) {
            let readers = readers.remove(import.name.as_str());
            needs.components.extend(readers.map(|readers| (import, readers)));
        }
        needs
    }

    /// A line for each input and each import.
    fn texts(&self, plan: &ValuePlan) -> (Vec<String>, Vec<String>) {
        let shown = |(field, definition): &WaitingReader<'_>| {
            let place = definition.place.as_ref().and_then(|place| {
                let file = plan.sources().get(place.source as usize)?;
                Some(format!(" ({}:{}:{})", plain(file), place.line, place.column))
            });
            format!("{}{}", quoted_whole(&field.path), place.unwrap_or_default())
        };
        let shown = |readers: &[WaitingReader<'_>]| readers.iter().map(shown).collect::<Vec<_>>().join(", ");
        let input = |(field, readers): &(&Field, Vec<WaitingReader<'_>>)| {
            let ty = field.type_text().to_string();
            format!("{} [{}] needed by {}", field.key, plain(&ty), shown(readers))
        };
        let component = |(import, readers): &(&PlanImport, Vec<WaitingReader<'_>>)| {
            format!("the component {} needed by {}", import.name, shown(readers))
        };
        (self.inputs.iter().map(input).collect(), self.components.iter().map(component).collect())
    }
}
