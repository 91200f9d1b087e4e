//! Inlay hints: where a value in a layer does not hold, the environments with another value.

use super::requested_document::RequestedDocument;
use super::subject::CheckSubject;
use super::view::Opened;
use crate::product::{
    EnvironmentOutcome, LayerAudience, ListedField, ListedValue, Listing, ListingForm, ListingOptions,
    TextPlace, ValueText,
};
use crate::syntax::{Format, Kind, Node};
use crate::text::escape::plain;
use crate::text::{FieldPattern, Span};
use crate::types::{StructType, Type};
use lsp_types::{InlayHint, InlayHintLabel, Range};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The most hints of one answer.
const MAX_HINTS: usize = 1_000;
/// The most values in a hint, and the most environments of each.
const MAX_SHOWN: usize = 3;
/// The most characters of a value.
const MAX_VALUE: usize = 40;

/// The hints in a range of a layer, in order. `None` for files without environments, and for answers by earlier texts.
pub(super) fn inlay_hints(requested: &RequestedDocument<'_, '_>, range: Range) -> Option<Vec<InlayHint>> {
    let view = requested.view;
    let is_product = matches!(view.subject, CheckSubject::Product(_)) && !view.is_earlier;
    let opened = view.opened.filter(|_| is_product)?;
    let (start, end) = requested.texts.offsets(requested.source, range);
    let id = requested.source.id();
    let texts = opened.texts.iter().filter(|(_, text)| text.source.as_ref().is_some_and(|of| of.id() == id));
    let mut literals = Vec::new();
    for (path, text) in texts {
        for ((component, audience), environments) in receivers(&opened, view.done(), path) {
            let (found, path) = (Vec::new(), String::new());
            let environments = environments.into();
            let mut walk = LiteralWalk { range: (start, end), component, environments, path, found };
            walk.text(&opened, text, audience);
            literals.append(&mut walk.found);
        }
    }
    let several =
        literals.iter().any(|literal| Some(literal.component) != literals.first().map(|of| of.component));
    let overridden = overridden(requested, &opened, &literals, several);
    let hints = overridden.iter().map(|(span, values)| InlayHint {
        position: requested.range(*span).end,
        label: InlayHintLabel::String(label(values)),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    });
    Some(hints.take(MAX_HINTS).collect())
}

/// The components that receive values from a text, each with the positions of its environments among the results.
fn receivers(
    opened: &Opened<'_>,
    outcomes: &[EnvironmentOutcome],
    path: &str,
) -> BTreeMap<(usize, LayerAudience), Vec<usize>> {
    let mut receivers: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (at, outcome) in outcomes.iter().enumerate() {
        for component in 0..opened.product.components.len() {
            let layers = opened.product.sources(component, outcome.environment).layers;
            let own = layers.iter().filter(|layer| layer.path.path == path);
            let audiences: BTreeSet<_> = own.map(|layer| layer.list.audience).collect();
            audiences.into_iter().for_each(|of| receivers.entry((component, of)).or_default().push(at));
        }
    }
    receivers
}

/// A value that a layer gives to a field of a component.
struct FieldLiteral {
    component: usize,
    /// The path of the field.
    path: String,
    span: Span,
    /// The positions of the environments that receive it.
    environments: Rc<[usize]>,
}

/// The search for the values of fields in a layer.
struct LiteralWalk {
    /// The byte offsets of the range.
    range: (u32, u32),
    component: usize,
    environments: Rc<[usize]>,
    path: String,
    found: Vec<FieldLiteral>,
}

impl LiteralWalk {
    fn text(&mut self, opened: &Opened<'_>, text: &ValueText, audience: LayerAudience) {
        // The paths in a text inside of a string are not those of the document, and variables have no hints.
        let is_within = matches!(text.place, TextPlace::Embedded(..)) || text.format == Format::Env;
        let declared = opened.assembly.component(self.component).filter(|_| !is_within);
        let name = opened.product.components.get(self.component).map_or("", |component| component.name);
        let is_section = audience == LayerAudience::Sections;
        let root = text.root().and_then(|root| if is_section { root.get(name) } else { Some(root) });
        if let (Some(fields), Some(root)) = (declared.and_then(|declared| declared.fields()), root) {
            self.members(fields, root);
        }
    }

    /// Finds the values of fields or members in an object. Recursion is limited by the depth of the document.
    fn members(&mut self, fields: &StructType, object: Node<'_>) {
        for (key, value) in object.members() {
            // An alias has the place of its target, which is before it.
            let is_alias = object.document().format() == Format::Yaml && value.span().start < key.span().end;
            if is_alias {
                continue;
            }
            if matches!(key.text(), "$override" | "$append") {
                self.members(fields, value);
            }
            let field = fields.position_in_literal(key.text()).and_then(|at| fields.members().get(at));
            let Some(field) = field else { continue };
            let length = self.path.len();
            self.path += if length > 0 { "." } else { "" };
            self.path += field.key.as_str();
            let is_object = value.kind() == Kind::Object;
            if let Type::Struct(inner) = &field.ty
                && is_object
            {
                self.members(inner, value);
            } else if !(field.ty.is_json() && is_object) {
                // Objects of JSON are merged, and no part has an origin.
                self.value(value.span());
            }
            self.path.truncate(length);
        }
    }

    fn value(&mut self, span: Span) {
        let (start, end) = self.range;
        if start <= span.end && span.end <= end {
            let (component, path) = (self.component, self.path.clone());
            self.found.push(FieldLiteral {
                component,
                path,
                span,
                environments: Rc::clone(&self.environments),
            });
        }
    }
}

/// The values of environments in which a literal does not hold, each with the names of its environments. A sensitive
/// value is `None`.
type OtherValues = Vec<(Option<String>, Vec<String>)>;

/// The literals that do not hold in all environments that receive them.
fn overridden(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    literals: &[FieldLiteral],
    several: bool,
) -> BTreeMap<Span, OtherValues> {
    let name = |literal: &FieldLiteral| opened.product.components.get(literal.component).map(|of| of.name);
    let outcomes = requested.view.done();
    let wanted: BTreeSet<_> = literals.iter().map(|literal| (name(literal), literal.path.as_str())).collect();
    let only = literals.first().and_then(name).filter(|_| !several);
    let options = ListingOptions {
        form: ListingForm::Markdown,
        only_differing: false,
        with_origins: false,
        pattern: only.map(FieldPattern::new),
    };
    let environments: Vec<usize> = outcomes.iter().map(|outcome| outcome.environment).collect();
    let mut listing = Listing::new(opened.assembly, &environments, options);
    listing.fields.retain(|field| wanted.contains(&(Some(field.component.as_str()), field.path.as_str())));
    outcomes.iter().for_each(|outcome| listing.add(outcome, opened.assembly, requested.view.sources));
    let fields = listing.fields.iter().map(|field| ((field.component.as_str(), field.path.as_str()), field));
    let fields: BTreeMap<_, &ListedField> = fields.collect();
    let mut found: BTreeMap<Span, OtherValues> = BTreeMap::new();
    for literal in literals {
        let component = name(literal).unwrap_or_default();
        let Some(field) = fields.get(&(component, literal.path.as_str())) else { continue };
        for at in literal.environments.iter() {
            let (Some(value), Some(outcome)) = (field.values.get(*at), outcomes.get(*at)) else { continue };
            let is_unknown =
                matches!(value, ListedValue::Failed | ListedValue::LeftOut | ListedValue::Deferred);
            if is_unknown || field.is_from(literal.span, outcome) {
                continue;
            }
            let environment = listing.environments.get(*at).map(String::as_str).unwrap_or_default();
            let place = if several { format!("{environment} ({component})") } else { environment.to_owned() };
            let text = (!field.is_secret).then(|| shortened(value.text()));
            let values = found.entry(literal.span).or_default();
            // One more than is shown is enough.
            let is_full = values.len() > MAX_SHOWN;
            match values.iter_mut().find(|(other, _)| *other == text) {
                Some((_, places)) if places.len() > MAX_SHOWN => {}
                Some((_, places)) => places.push(place),
                None if is_full => {}
                None => values.push((text, vec![place])),
            }
        }
    }
    found
}

/// `overridden in qa, prod: 8; test: 9`, with at most [`MAX_SHOWN`] of each.
fn label(values: &OtherValues) -> String {
    let limited = |texts: Vec<String>, separator: &str| {
        let more = texts.len() > MAX_SHOWN;
        let shown = texts.into_iter().take(MAX_SHOWN).chain(more.then(|| "…".to_owned()));
        shown.collect::<Vec<_>>().join(separator)
    };
    let row = |(value, places): &(Option<String>, Vec<String>)| {
        let places = limited(places.clone(), ", ");
        value.as_ref().map_or_else(|| places.clone(), |value| format!("{places}: {value}"))
    };
    format!("overridden in {}", limited(values.iter().map(row).collect(), "; "))
}

fn shortened(text: &str) -> String {
    let text = plain(text).to_string();
    match text.char_indices().nth(MAX_VALUE) {
        Some((at, _)) => text.get(..at).unwrap_or_default().to_owned() + "…",
        None => text,
    }
}
