//! Listings: the fields of a product with their value in each environment, for people and tools.
//!
//! The members of a struct are listed, each under its own path; an optional struct is listed itself too, as set or
//! absent. Of a sensitive value, a listing only knows that it is set, so no form can show more.

mod changes;
mod csv;
mod json;
mod markdown;
mod text;
mod write;

pub use changes::{ChangedValues, changed_values, changes_json, changes_text};

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::evaluate::{ComponentOutcome, EnvironmentOutcome};
use crate::declaration::Config;
use crate::declaration::show::json_value;
use crate::layers::ValuePath;
use crate::provenance::{Provenance, ValueOrigin, is_from};
use crate::text::json::to_json;
use crate::text::{FieldPattern, Sources, Span};
use crate::types::{Field, Type, Value};
use confc_core::expr::{UnknownMembers, UnknownPart};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The forms of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListingForm {
    /// One block of lines per field.
    Text,
    /// One JSON object, for tools.
    Json,
    /// A table of RFC 4180, for spreadsheets.
    Csv,
    /// A table in Markdown.
    Markdown,
}

/// The options of a listing.
#[derive(Debug, Clone)]
pub struct ListingOptions {
    /// The form of the listing and its values.
    pub form: ListingForm,
    /// Only fields whose values differ, and all sensitive fields, whose values are not compared.
    pub only_differing: bool,
    /// Whether to list the origin of each value.
    pub with_origins: bool,
    /// Only the fields that the pattern selects.
    pub pattern: Option<FieldPattern>,
}

/// The value of a field in one environment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ListedValue {
    /// The environment leaves the component out.
    LeftOut,
    /// The component has an error, which is reported.
    Failed,
    /// It depends on inputs that have no value yet.
    Deferred,
    /// The field is absent.
    Absent,
    /// The value is not shown: it is sensitive, or a struct whose members are listed.
    Set,
    /// A JSON5 literal, or JSON in that form, without its sensitive parts.
    Value(Rc<str>),
}

/// A field, or a member of one, with its value in each environment.
#[derive(Debug)]
pub struct ListedField {
    /// The name of the component.
    pub component: String,
    /// The path in the component: `pool.size`.
    pub path: String,
    /// The type, with a `?` if the field is optional.
    pub ty: String,
    /// Whether it is sensitive, or is inside a sensitive value.
    pub is_secret: bool,
    /// The type, if it has sensitive elements or entries, or sensitive members in these.
    with_secrets: Option<Type>,
    /// One for each environment of the listing.
    pub values: Vec<ListedValue>,
    /// One for each environment, if origins are listed.
    origins: Vec<Option<ValueOrigin>>,
    /// The position of the component, and the path of positions from its fields.
    component_position: usize,
    steps: Vec<usize>,
    /// Equal texts are kept once.
    texts: BTreeSet<Rc<str>>,
}

impl ListedField {
    /// `component.path`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}.{}", self.component, self.path)
    }

    /// `component.path` with native names, which patterns do not match.
    #[must_use]
    pub fn native_name(&self, assembly: &Assembly<'_, '_>) -> Option<String> {
        let mut fields = assembly.component(self.component_position)?.config()?.fields();
        let mut name = self.component.clone();
        for step in &self.steps {
            let field = fields.get(*step)?;
            name.push('.');
            name.push_str(field.native_name());
            fields = field.ty.members();
        }
        Some(name)
    }

    /// The position of its component.
    pub(crate) fn component_position(&self) -> usize {
        self.component_position
    }

    /// The position of the field in its component, then the positions of members on the path.
    pub(crate) fn steps(&self) -> &[usize] {
        &self.steps
    }

    /// The origin of its value in the environment at this position, if origins are listed.
    pub(crate) fn origin(&self, at: usize) -> Option<&ValueOrigin> {
        self.origins.get(at)?.as_ref()
    }

    /// Whether a literal of a layer gives the value in an environment, at least in part. False if the component has no
    /// values there. See [`is_from`].
    pub(crate) fn is_from(&self, literal: Span, outcome: &EnvironmentOutcome) -> bool {
        let resolved = match outcome.components.get(self.component_position) {
            Some(ComponentOutcome::Resolved(resolved)) => &**resolved,
            Some(ComponentOutcome::Waiting(of)) => of.values.so_far(),
            Some(ComponentOutcome::LeftOut | ComponentOutcome::NoSchema | ComponentOutcome::Withheld)
            | None => {
                return false;
            }
        };
        is_from(resolved, &self.steps, literal)
    }

    /// Whether its values differ. Never true for sensitive fields. Environments without the component, or with errors
    /// in it, do not count.
    #[must_use]
    pub fn differs(&self) -> bool {
        let is_known = |value: &&ListedValue| {
            !matches!(value, ListedValue::LeftOut | ListedValue::Failed | ListedValue::Deferred)
        };
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
    /// The names of all components with fields.
    components: BTreeSet<String>,
    options: ListingOptions,
}

impl Listing {
    /// A listing without values; `environments` are the positions of those that will be added.
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
            if is_selected && (!is_struct || field.presence().may_lack_value()) {
                self.fields.push(ListedField {
                    component: from.name.to_owned(),
                    path: path.clone(),
                    // The members have rows of their own.
                    ty: if is_struct {
                        format!("struct{}", field.presence())
                    } else {
                        field.type_text().to_string()
                    },
                    is_secret,
                    with_secrets: (!is_struct && field.ty.holds_sensitive()).then(|| field.ty.clone()),
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

    /// Adds the values of the next environment. `sources` has the texts of the values.
    pub fn add(&mut self, outcome: &EnvironmentOutcome, assembly: &Assembly<'_, '_>, sources: &Sources) {
        let (form, with_origins) = (self.options.form, self.options.with_origins);
        // The fields of a component are adjacent, and finding its defaults takes time for all of them.
        for fields in self.fields.chunk_by_mut(|a, b| a.component_position == b.component_position) {
            let Some(at) = fields.first().map(|field| field.component_position) else { continue };
            let declared = assembly.components.get(at).and_then(Option::as_ref);
            let config = declared.and_then(DeclaredComponent::config);
            let unknown = match outcome.components.get(at) {
                Some(ComponentOutcome::Waiting(of)) => Some(of.values.unknown()),
                Some(_) | None => None,
            };
            let known = match (outcome.components.get(at), config) {
                (Some(ComponentOutcome::Resolved(resolved)), Some(config)) => Ok((config, &**resolved)),
                (Some(ComponentOutcome::Waiting(of)), Some(config)) => Ok((config, of.values.so_far())),
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
                    Ok(_) if unknown.is_some_and(|unknown| field.is_unknown(unknown)) => {
                        ListedValue::Deferred
                    }
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

    /// The fields to show.
    fn shown(&self) -> impl Iterator<Item = &ListedField> {
        let all = !self.options.only_differing;
        self.fields.iter().filter(move |field| all || field.is_secret || field.differs())
    }
}

/// The component or struct whose fields are listed.
#[derive(Clone, Copy)]
struct Reached<'a> {
    component: usize,
    name: &'a str,
    steps: &'a [usize],
    path: &'a str,
    is_secret: bool,
}

impl ListedField {
    /// Whether it, or something around it, is unknown.
    fn is_unknown(&self, unknown: &UnknownMembers) -> bool {
        let mut members = unknown;
        for step in &self.steps {
            match u32::try_from(*step).ok().and_then(|step| members.get(step)) {
                Some(UnknownPart::Whole) => return true,
                Some(UnknownPart::Members(inner)) => members = inner,
                None => return false,
            }
        }
        false
    }

    fn value(&mut self, config: &Config, values: &[Value], form: ListingForm) -> ListedValue {
        let Some((first, rest)) = self.steps.split_first() else { return ListedValue::Failed };
        let (Some(mut field), Some(mut value)) = (config.fields().get(*first), values.get(*first)) else {
            return ListedValue::Failed;
        };
        for step in rest {
            if !value.is_of_type() {
                // That a secret is absent is not secret; that it is null is.
                let is_hidden = self.is_secret && value.is_null();
                return if is_hidden { ListedValue::Set } else { ListedValue::Absent };
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
        if self.is_secret || (field.ty.is_struct() && !value.is_null()) {
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
    /// The value in tables and lines for people.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::LeftOut => "<left out>",
            Self::Failed => "<failed>",
            Self::Deferred => "<deferred>",
            Self::Absent => "<absent>",
            Self::Set => "<set>",
            Self::Value(text) => text,
        }
    }
}
