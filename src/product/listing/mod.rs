//! Fields of a product and their value in each environment, for people and tools.
//!
//! A struct is listed by its members, each under its own path; an optional one is listed itself too, as there or not. Of
//! what is sensitive only that it is set is kept here, so that no form can show more.

mod changes;
mod csv;
mod json;
mod markdown;
mod pattern;
mod text;

pub use changes::{ChangedValues, changed_values, changes_json, changes_text};
pub use pattern::FieldPattern;

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::evaluate::{ComponentOutcome, EnvironmentOutcome};
use crate::declaration::Config;
use crate::declaration::show::json_value;
use crate::layers::ValuePath;
use crate::provenance::{Provenance, ValueOrigin};
use crate::text::Sources;
use crate::text::json::to_json;
use crate::types::{Field, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How values are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListingForm {
    /// A block of lines for each field.
    Text,
    /// One JSON object, for tools.
    Json,
    /// A table as RFC 4180 has it, for spreadsheets.
    Csv,
    /// A table in Markdown.
    Markdown,
}

/// What to list.
#[derive(Debug, Clone)]
pub struct ListingOptions {
    /// The form of the values, and of the whole.
    pub form: ListingForm,
    /// Only fields whose value is not the same everywhere, and all sensitive ones, of which that is not told.
    pub only_differing: bool,
    /// Where each value came from too.
    pub with_origins: bool,
    /// Only fields that it selects.
    pub pattern: Option<FieldPattern>,
}

/// What a field has in one environment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ListedValue {
    /// The environment leaves the component out.
    LeftOut,
    /// Something is wrong with the component, which is told elsewhere.
    Failed,
    /// No value.
    Absent,
    /// A value that is not told: it is sensitive, or a struct whose members are listed.
    Set,
    /// A value: a JSON5 literal, or JSON in that form. What is sensitive within it is left out.
    Value(Rc<str>),
}

/// A field, or a member of one, with what it has in each environment.
#[derive(Debug)]
pub struct ListedField {
    /// The name of the component.
    pub component: String,
    /// The path in the component: `pool.size`.
    pub path: String,
    /// The type, with `?` behind it where it is optional.
    pub ty: String,
    /// Whether it is sensitive, or lies in what is.
    pub is_secret: bool,
    /// Whether elements of it, or members of those, are sensitive.
    pub holds_secrets: bool,
    /// One for each environment of the listing.
    pub values: Vec<ListedValue>,
    /// One for each environment, where they were asked for.
    origins: Vec<Option<ValueOrigin>>,
    /// The position of the component, and how the field is reached from its fields.
    component_position: usize,
    steps: Vec<usize>,
    /// Each text once.
    texts: BTreeSet<Rc<str>>,
}

impl ListedField {
    /// `component.path`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}.{}", self.component, self.path)
    }

    /// Whether it has not the same everywhere; never of what is sensitive. Environments without the component, or where it
    /// failed, do not count.
    #[must_use]
    pub fn differs(&self) -> bool {
        let is_known = |value: &&ListedValue| !matches!(value, ListedValue::LeftOut | ListedValue::Failed);
        let mut known = self.values.iter().filter(is_known);
        let first = known.next();
        !self.is_secret && known.any(|other| Some(other) != first)
    }
}

/// Fields of a product with their values.
#[derive(Debug)]
pub struct Listing {
    /// The names of the environments.
    pub environments: Vec<String>,
    /// The fields in the order of the components, and of the keys of each.
    pub fields: Vec<ListedField>,
    /// The names of all components that have fields.
    components: BTreeSet<String>,
    options: ListingOptions,
}

impl Listing {
    /// A listing without values yet; `environments` are the positions of those that will be added.
    #[must_use]
    pub fn new(assembly: &Assembly<'_, '_>, environments: &[usize], options: ListingOptions) -> Self {
        let product = assembly.product;
        let names = environments.iter().filter_map(|at| product.environments.get(*at));
        let names = names.map(|environment| environment.name.to_owned()).collect();
        let mut listing =
            Self { environments: names, fields: Vec::new(), components: BTreeSet::new(), options };
        for (at, component) in product.components.iter().enumerate() {
            let declared = assembly.components.get(at).and_then(Option::as_ref);
            let Some(config) = declared.and_then(DeclaredComponent::config) else { continue };
            listing.components.insert(component.name.to_owned());
            let is_selected = listing.selects(component.name);
            let from =
                Reached { component: at, name: component.name, steps: &[], path: "", is_secret: false };
            listing.rows(config.fields(), from, is_selected);
        }
        listing
    }

    fn selects(&self, name: &str) -> bool {
        self.options.pattern.as_ref().is_none_or(|pattern| pattern.selects(name))
    }

    fn rows(&mut self, fields: &[Field], from: Reached<'_>, is_selected: bool) {
        for (at, field) in fields.iter().enumerate() {
            let separator = if from.path.is_empty() { "" } else { "." };
            let path = format!("{}{separator}{}", from.path, field.key);
            let steps: Vec<usize> = from.steps.iter().copied().chain([at]).collect();
            let is_secret = from.is_secret || field.sensitive;
            let is_selected = is_selected || self.selects(&format!("{}.{path}", from.name));
            let is_struct = field.ty.is_struct();
            if is_selected && (!is_struct || field.optional) {
                self.fields.push(ListedField {
                    component: from.name.to_owned(),
                    path: path.clone(),
                    ty: if is_struct { "struct?".into() } else { field.type_text().to_string() },
                    is_secret,
                    holds_secrets: !is_struct && field.ty.holds_sensitive(),
                    values: Vec::new(),
                    origins: Vec::new(),
                    component_position: from.component,
                    steps: steps.clone(),
                    texts: BTreeSet::new(),
                });
            }
            if is_struct {
                let inner = Reached { steps: &steps, path: &path, is_secret, ..from };
                self.rows(field.ty.members(), inner, is_selected);
            }
        }
    }

    /// Adds the values of the next environment. `sources` hold the texts that values came from.
    pub fn add(&mut self, outcome: &EnvironmentOutcome, assembly: &Assembly<'_, '_>, sources: &Sources) {
        let (form, with_origins) = (self.options.form, self.options.with_origins);
        // The fields of a component stand together, and to ask where its defaults stand costs all of them.
        for fields in self.fields.chunk_by_mut(|a, b| a.component_position == b.component_position) {
            let Some(at) = fields.first().map(|field| field.component_position) else { continue };
            let declared = assembly.components.get(at).and_then(Option::as_ref);
            let config = declared.and_then(DeclaredComponent::config);
            let known = match (outcome.components.get(at), config) {
                (Some(ComponentOutcome::Resolved(resolved)), Some(config)) => Ok((config, resolved)),
                (Some(ComponentOutcome::LeftOut), _) => Err(ListedValue::LeftOut),
                (_, _) => Err(ListedValue::Failed),
            };
            let places = declared.filter(|_| with_origins).map(DeclaredComponent::default_places);
            let places = |path: &ValuePath<'_>| places.as_ref().and_then(|places| places(path));
            let provenance = known.as_ref().ok().map(|(config, resolved)| {
                let (layers, patches, others) = (&[], &[], &[]);
                let default_places = &places;
                Provenance { config, resolved, layers, patches, sources, default_places, others }
            });
            for field in fields {
                let value = match &known {
                    Ok((config, resolved)) => field.value(config, resolved.values(), form),
                    Err(value) => value.clone(),
                };
                field.values.push(value);
                if with_origins {
                    let origin = provenance.and_then(|provenance| provenance.origin_of(&field.steps));
                    field.origins.push(origin);
                }
            }
        }
    }

    /// The fields that are to be shown.
    fn shown(&self) -> impl Iterator<Item = &ListedField> {
        let all = !self.options.only_differing;
        self.fields.iter().filter(move |field| all || field.is_secret || field.differs())
    }

    /// The listing of a product in its form, with a line feed at its end unless it is empty. `name` is what the product is
    /// called, `sources` hold the texts that values came from.
    #[must_use]
    pub fn write(&self, name: &str, sources: &Sources) -> String {
        match self.options.form {
            ListingForm::Text => text::text(self, sources),
            ListingForm::Json => json::json(self, name, sources),
            ListingForm::Csv => csv::csv(self, sources),
            ListingForm::Markdown => markdown::markdown(self, sources),
        }
    }
}

/// How far the fields of a component were followed.
#[derive(Clone, Copy)]
struct Reached<'a> {
    component: usize,
    name: &'a str,
    steps: &'a [usize],
    path: &'a str,
    is_secret: bool,
}

impl ListedField {
    fn value(&mut self, config: &Config, values: &[Value], form: ListingForm) -> ListedValue {
        let Some((first, rest)) = self.steps.split_first() else { return ListedValue::Failed };
        let (Some(mut field), Some(mut value)) = (config.fields().get(*first), values.get(*first)) else {
            return ListedValue::Failed;
        };
        for step in rest {
            if value.is_absent() {
                return ListedValue::Absent;
            }
            let member = value.as_members().and_then(|members| members.get(*step));
            let (Some(of), Some(found)) = (field.ty.members().get(*step), member) else {
                return ListedValue::Failed;
            };
            (field, value) = (of, found);
        }
        if value.is_absent() {
            return ListedValue::Absent;
        }
        if self.is_secret || field.ty.is_struct() {
            return ListedValue::Set;
        }
        let text: String = match form {
            ListingForm::Json => to_json(&json_value(&field.ty, value)),
            ListingForm::Text | ListingForm::Csv | ListingForm::Markdown => field.ty.show(value).to_string(),
        };
        if let Some(known) = self.texts.get(text.as_str()) {
            return ListedValue::Value(Rc::clone(known));
        }
        let text: Rc<str> = text.into();
        self.texts.insert(Rc::clone(&text));
        ListedValue::Value(text)
    }
}

impl ListedValue {
    /// As tables and lines for people have it.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::LeftOut => "<left out>",
            Self::Failed => "<failed>",
            Self::Absent => "<absent>",
            Self::Set => "<set>",
            Self::Value(text) => text,
        }
    }
}
