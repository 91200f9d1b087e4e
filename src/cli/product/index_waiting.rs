//! The deferred part of the index of an environment.

use super::errors::export_misnamed;
use super::index_reader::{FileExists, IndexReader, elements, members, optional_text, text, texts, typed};
use super::{earlier, index_errors as errors};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::export::{ExportOption, OptionShape};
use crate::product::export_target;
use crate::product::{MAX_BASES, ProductExport, ProductExportOption};
use crate::syntax::{Document, Kind, Node};
use crate::text::Span;
use crate::text::escape::{plain, quoted};
use crate::types::{Field, Key, StructType, Type, TypeReader, Value};
use crate::value::{self, Subject, ValuePath};
use crate::workspace::FileKind;
use confc_core::expr::{Outside, Scope};
use confc_core::rules::{MAX_RULES_COST, Rule, RuleChecker, RuleText};
use std::collections::{BTreeMap, BTreeSet};

/// The deferred rules and exports of an environment.
#[derive(Debug, Default)]
pub(super) struct ListedWaiting<'d> {
    pub(super) rules: ListedRules,
    /// The exports that are not made yet, by component.
    pub(super) exports: BTreeMap<String, Vec<ProductExport<'d>>>,
}

/// The rules of the product in an environment.
#[derive(Debug, Default)]
pub(super) struct ListedRules {
    pub(super) rules: Vec<ListedRule>,
    /// The keys of components that are secret although their declarations do not mark them as sensitive.
    pub(super) secret: BTreeMap<String, BTreeSet<String>>,
}

/// The inputs in an index.
#[derive(Debug, Default)]
pub(super) struct ListedInputs {
    /// The names of the inputs that the environment gives a value itself.
    pub(super) given: BTreeSet<String>,
    /// The inputs that rules read, by name.
    pub(super) of_rules: BTreeMap<String, ListedInput>,
}

impl ListedInputs {
    /// The inputs without a value that rules read.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &ListedInput> {
        self.of_rules.values().filter(|input| input.value.is_none())
    }
}

/// An input that rules read.
#[derive(Debug)]
pub(super) struct ListedInput {
    pub(super) field: Field,
    /// Its value, if it already had one.
    pub(super) value: Option<Value>,
    /// The place of its name.
    pub(super) place: Span,
}

/// A rule of the product.
#[derive(Debug)]
pub(super) struct ListedRule {
    pub(super) text: RuleText,
    /// The place of its check in the index.
    pub(super) place: Span,
    /// Its line in the product file, as in the index.
    pub(super) line: String,
    pub(super) column: String,
}

impl IndexReader {
    /// Reads the inputs of an environment. `waits` is whether something is deferred there, according to the index of
    /// the product. Reports every mistake.
    pub(super) fn inputs(document: &Document, waits: bool, report: &mut Report) -> Option<ListedInputs> {
        let mut listed = ListedInputs::default();
        let Some(waiting) = waiting_in(document, waits, report)? else { return Some(listed) };
        let given = texts(elements(waiting, "inputs", report)?, "names of inputs", report)?;
        listed.given = given.into_iter().collect();
        if waiting.get("rule_inputs").is_some() {
            let mut types = TypeReader::default();
            for (name, value) in members(waiting, "rule_inputs", report)? {
                let input = rule_input((name, value), &mut types, report)?;
                listed.of_rules.insert(name.text().to_owned(), input);
            }
        }
        Some(listed)
    }

    /// Reads the deferred rules and exports of an environment. Reports every mistake.
    pub(super) fn waiting<'d>(
        &mut self,
        document: &'d Document,
        report: &mut Report,
    ) -> Option<ListedWaiting<'d>> {
        let mut listed = ListedWaiting::default();
        let Some(waiting) = waiting_in(document, false, report)? else { return Some(listed) };
        for rule in elements(waiting, "rules", report)? {
            listed.rules.rules.push(self::rule(rule, report)?);
        }
        for export in elements(waiting, "exports", report)? {
            let component = text(export, "component", report)?.text().to_owned();
            let (format, path) = (text(export, "format", report)?, text(export, "path", report)?);
            self.path(path, FileExists::NotYet, report)?;
            let mut options = Vec::new();
            for option in ExportOption::ALL {
                options.extend(export_options(export, option, report)?);
            }
            let export = ProductExport { format, path, components: None, options };
            listed.exports.entry(component).or_default().push(export);
        }
        if waiting.get("secret").is_some() {
            for (component, keys) in members(waiting, "secret", report)? {
                if keys.kind() != Kind::Array {
                    report
                        .push(errors::bad_index(keys.span(), "the keys in the index must be a list".into()));
                    return None;
                }
                let keys = texts(keys.elements().collect(), "keys", report)?;
                listed.rules.secret.insert(component.text().to_owned(), keys.into_iter().collect());
            }
        }
        Some(listed)
    }
}

impl ListedRules {
    /// The components with a schema as fields for rules. Values that the product keeps secret are sensitive.
    pub(super) fn fields<'c>(&self, components: impl Iterator<Item = (&'c str, &'c Config)>) -> StructType {
        let mut fields = Vec::new();
        for (name, config) in components {
            let Ok(key) = Key::new(name) else { continue };
            let ty = match self.secret.get(name) {
                Some(keys) => {
                    let kept = |field: &Field| {
                        let sensitive = field.sensitive || keys.contains(field.key.as_str());
                        Field { sensitive, ..field.clone() }
                    };
                    StructType::new(config.fields().iter().map(kept).collect())
                }
                None => config.as_struct().clone(),
            };
            fields.push(Field::new(key, Type::Struct(ty)));
        }
        StructType::new(fields)
    }

    /// Checks the rules against components and inputs. Reports rules that do not fit. `None` if all of them together
    /// cost too much.
    pub(super) fn checked_rules(
        &self,
        fields: &StructType,
        inputs: &StructType,
        report: &mut Report,
    ) -> Option<Vec<(Rule, &ListedRule)>> {
        let nothing = StructType::new(Vec::new());
        let outside = Outside { inputs, imports: &nothing };
        let mut rules: Vec<(Rule, &ListedRule)> = Vec::with_capacity(self.rules.len());
        let (mut checker, mut cost) = (RuleChecker::new(fields).with_outside(outside), 0_u64);
        for listed in &self.rules {
            let text = &listed.text;
            // The index does not show which values a shared layer keeps secret, so messages are omitted.
            let silent = || RuleText { message: None, ..text.clone() };
            match checker.check_alone(text.clone()).or_else(|_| checker.check_alone(silent())) {
                Ok(rule) => {
                    cost = cost.saturating_add(rule.cost());
                    rules.push((rule, listed));
                }
                Err(error) => report.push(errors::bad_rule(listed.place, &error.to_string())),
            }
        }
        if cost > MAX_RULES_COST * (MAX_BASES as u64 + 1) {
            let place = self.rules.first().map(|rule| rule.place);
            let costly = |place| errors::bad_rule(place, "all of them take too many steps");
            place.map(costly).into_iter().for_each(|found| report.push(found));
            return None;
        }
        Some(rules)
    }

    /// Reports rules that do not fit the components of their environment, and inputs that no rule reads.
    pub(super) fn check<'c>(
        &self,
        components: impl Iterator<Item = (&'c str, &'c Config)>,
        inputs: &ListedInputs,
        report: &mut Report,
    ) {
        let fields = self.fields(components);
        let types = StructType::new(inputs.of_rules.values().map(|input| input.field.clone()).collect());
        let places: Vec<Span> = inputs.of_rules.values().map(|input| input.place).collect();
        let Some(rules) = self.checked_rules(&fields, &types, report) else { return };
        let nothing = StructType::new(Vec::new());
        let outside = Outside { inputs: &types, imports: &nothing };
        let names = Scope::new(&fields).with_outside(outside);
        readers_of_inputs(&rules, names, (&types, &places), report);
    }
}

impl ListedWaiting<'_> {
    /// Reports exports of components without a plan, and exports that are not possible.
    pub(super) fn check_exports(&self, has_plan: &dyn Fn(&str) -> bool, report: &mut Report) {
        for (component, exports) in &self.exports {
            if !has_plan(component) {
                let said = format!("{} has no plan, so its exports cannot wait for one", quoted(component));
                let place = exports.first().map(|export| export.path.span());
                let unplanned = place.map(|place| errors::bad_index(place, said));
                unplanned.into_iter().for_each(|found| report.push(found));
                continue;
            }
            for export in exports {
                if let Err(found) = export_target(export, component, "") {
                    report.push(*found);
                    continue;
                }
                let (path, place) = (export.path.text(), export.path.span());
                if let Some(kind) = FileKind::of_in_any_case(path) {
                    report.push(export_misnamed(path, kind.name(), place));
                    continue;
                }
                let lower = path.to_lowercase();
                if matches!(lower.split('/').next(), Some("index.json" | earlier::EARLIER)) {
                    let why = "belongs to another output, or is below one";
                    report.push(errors::hostile_path(place, path, why));
                }
            }
        }
    }
}

/// The rules that read each input, by the positions of the inputs. Reports inputs that no rule reads.
pub(super) fn readers_of_inputs(
    rules: &[(Rule, &ListedRule)],
    names: Scope<'_>,
    (inputs, places): (&StructType, &[Span]),
    report: &mut Report,
) -> BTreeMap<usize, Vec<Span>> {
    let mut readers: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
    for (rule, listed) in rules {
        for at in rule.ready_among(names).inputs().into_keys() {
            readers.entry(at).or_default().push(listed.place);
        }
    }
    for (at, (input, place)) in inputs.members().iter().zip(places).enumerate() {
        if !readers.contains_key(&at) {
            report.push(errors::unread_input(*place, input.key.as_str()));
        }
    }
    readers
}

/// The deferred part of an index. The inner `None` means that it has none, in accordance with the index of the product.
fn waiting_in<'d>(document: &'d Document, waits: bool, report: &mut Report) -> Option<Option<Node<'d>>> {
    const KEYS: [&str; 5] = ["inputs", "rule_inputs", "rules", "exports", "secret"];
    let root = document.root()?;
    let components = root.get("components");
    let mut components = components.iter().flat_map(|components| components.members());
    let has_plans = components.any(|(_, of)| of.get("plan").is_some());
    if !has_plans && !waits && root.get("waiting").is_none() {
        return Some(None);
    }
    let waiting = typed(root, "waiting", (Kind::Object, "an object"), report)?;
    if let Some((key, _)) = waiting.members().find(|(key, _)| !KEYS.contains(&key.text())) {
        let said = format!("expected no {} in `waiting` of the index", quoted(key.text()));
        report.push(errors::bad_index(key.span(), said).quoting(key.span(), key.text()));
        return None;
    }
    Some(Some(waiting))
}

/// Reads an option of an export.
fn export_options<'d>(
    export: Node<'d>,
    option: ExportOption,
    report: &mut Report,
) -> Option<Vec<ProductExportOption<'d>>> {
    let key = option.key();
    if export.get(key).is_none() {
        return Some(Vec::new());
    }
    let value = match option.shape() {
        OptionShape::SwitchOrText if export.get(key).is_some_and(|value| value.kind() != Kind::String) => {
            typed(export, key, (Kind::True, "`true` or a string"), report)?
        }
        OptionShape::Text | OptionShape::SwitchOrText => text(export, key, report)?,
        OptionShape::Switch => typed(export, key, (Kind::True, "`true`"), report)?,
        OptionShape::Texts => {
            let value = typed(export, key, (Kind::Object, "an object"), report)?;
            texts(value.members().map(|(_, value)| value).collect(), key, report)?;
            value
        }
    };
    Some(ProductExportOption::of(option, value).collect())
}

/// Reads an input of rules: its type, and its value if it had one.
fn rule_input(
    (name, node): (Node<'_>, Node<'_>),
    types: &mut TypeReader,
    report: &mut Report,
) -> Option<ListedInput> {
    let place = name.span();
    let Ok(key) = Key::new(name.text()) else {
        let said = format!("{} is no name of an input", quoted(name.text()));
        report.push(errors::bad_index(place, said).quoting(place, name.text()));
        return None;
    };
    let written = text(node, "type", report)?;
    let ty = match types.read(written.text()) {
        Ok(ty) => ty,
        Err(error) => {
            let said = format!("expected the type of an input: {}", plain(&error.to_string()));
            report.push(errors::bad_index(written.span(), said));
            return None;
        }
    };
    let sensitive = node.get("sensitive").is_some_and(|sensitive| sensitive.kind() != Kind::False);
    let field = Field { sensitive, ..Field::new(key, ty) };
    let value = match node.get("value") {
        Some(_) if sensitive => {
            // The message does not show the value.
            report.push(errors::bad_index(place, "expected no value of a sensitive input".into()));
            return None;
        }
        Some(value) => {
            let declared = |_: &ValuePath<'_>| None;
            let subject = Subject::of_values(&declared);
            Some(value::read_over(&field.ty, value, None, &subject.field(&field), report)?)
        }
        None => None,
    };
    Some(ListedInput { field, value, place })
}

fn rule(node: Node<'_>, report: &mut Report) -> Option<ListedRule> {
    let check = text(node, "check", report)?;
    let places = optional_text(node, "for", report)?;
    let message = optional_text(node, "message", report)?;
    let name = match optional_text(node, "name", report)? {
        Some(name) => match Key::new(name.text()) {
            Ok(key) => Some(key),
            Err(_) => {
                let said = format!("{} is no name of a rule", quoted(name.text()));
                report.push(errors::bad_index(name.span(), said).quoting(name.span(), name.text()));
                return None;
            }
        },
        None => None,
    };
    let number = |key: &str, report: &mut Report| {
        typed(node, key, (Kind::Number, "a number"), report).map(|number| number.numeral().to_owned())
    };
    let (line, column) = (number("line", report)?, number("column", report)?);
    let boxed = |node: Node<'_>| Box::from(node.text());
    let text = RuleText { check: boxed(check), places: places.map(boxed), message: message.map(boxed), name };
    Some(ListedRule { text, place: check.span(), line, column })
}
