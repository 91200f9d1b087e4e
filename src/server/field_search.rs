//! The search for fields of all products: one product after the other adds what it finds.

use super::subject::CheckSubject;
use super::texts::Texts;
use super::value_step::{DeclaredPlaces, ValueStep};
use super::view::SubjectView;
use crate::text::search::{SearchQuery, SearchRank, SearchedField};
use crate::types::Field;
use lsp_types::{Location, SymbolInformation, SymbolKind};
use std::collections::{BTreeSet, HashSet};

/// The most fields that a search finds.
const MAX_FOUND: usize = 200;

/// A search for fields, with its results so far.
pub(super) struct FieldSearch {
    query: SearchQuery,
    /// The subjects whose fields were searched.
    asked: BTreeSet<CheckSubject>,
    /// The best fields, in order; each has another place.
    found: Vec<FoundField>,
}

struct FoundField {
    rank: SearchRank,
    /// `component.path`; without the component for a manifest that no product names.
    name: String,
    is_struct: bool,
    location: Location,
}

impl FieldSearch {
    pub(super) fn new(query: &str) -> Self {
        Self { query: SearchQuery::new(query), asked: BTreeSet::new(), found: Vec::new() }
    }

    /// Whether the search has to ask a subject. A layer without a product has no fields of its own.
    pub(super) fn asks(&self, subject: &CheckSubject) -> bool {
        !matches!(subject, CheckSubject::Layer { .. }) && !self.asked.contains(subject)
    }

    /// Leaves out a subject, which cannot be read.
    pub(super) fn skip(&mut self, subject: CheckSubject) {
        self.asked.insert(subject);
    }

    /// Drops all results, because a text has changed.
    pub(super) fn restart(&mut self) {
        self.asked.clear();
        self.found.clear();
    }

    /// Adds the fields of a subject. Fields that share their declaration have one result, for the best of their names.
    pub(super) fn add(
        &mut self,
        view: &SubjectView<'_>,
        texts: &Texts<'_>,
        is_present: &dyn Fn(&Location) -> bool,
    ) {
        self.asked.insert(view.subject.clone());
        let Some(opened) = view.opened else { return };
        let declared = DeclaredPlaces::new(opened);
        let mut candidates = self.candidates(view);
        candidates.sort_by_key(|candidate| candidate.rank);
        let mut places = HashSet::new();
        let found = candidates.into_iter().filter_map(|candidate| {
            let steps: Vec<_> = candidate.fields.iter().copied().map(ValueStep::Member).collect();
            let place = declared.find(candidate.component, &steps, None)?;
            if !places.insert(place) {
                return None;
            }
            let location = texts.location(place).filter(is_present)?;
            let is_struct = candidate.fields.last().is_some_and(|field| field.ty.is_struct());
            Some(FoundField { rank: candidate.rank, name: candidate.name, is_struct, location })
        });
        self.found.extend(found.take(MAX_FOUND));
        self.found.sort_by_key(|found| found.rank);
        let mut met = HashSet::new();
        self.found.retain(|FoundField { location, .. }| {
            met.insert((location.uri.as_str().to_owned(), location.range))
        });
        self.found.truncate(MAX_FOUND);
    }

    /// The results.
    pub(super) fn symbols(&self) -> Vec<SymbolInformation> {
        let symbol = |found: &FoundField| {
            #[expect(deprecated, reason = "the field has no other default")]
            SymbolInformation {
                name: found.name.clone(),
                kind: if found.is_struct { SymbolKind::OBJECT } else { SymbolKind::FIELD },
                tags: None,
                deprecated: None,
                location: found.location.clone(),
                container_name: None,
            }
        };
        self.found.iter().map(symbol).collect()
    }

    /// The fields that the query finds, in the order of the product.
    fn candidates<'v>(&self, view: &SubjectView<'v>) -> Vec<RankedField<'v>> {
        let Some(opened) = view.opened else { return Vec::new() };
        let mut walk =
            FieldWalk { query: &self.query, component: (0, ""), fields: Vec::new(), found: Vec::new() };
        for (at, component) in opened.product.components.iter().enumerate() {
            let config = opened.assembly.component(at).and_then(|declared| declared.config());
            walk.component = (at, component.name);
            walk.members(config.map(|config| config.fields()).unwrap_or_default(), &SearchedPaths::default());
        }
        let mut found = walk.found;
        if matches!(view.subject, CheckSubject::Product(_)) {
            for candidate in &mut found {
                let component = opened.product.components.get(candidate.component);
                let component = component.map(|component| component.name).unwrap_or_default();
                candidate.name.insert_str(0, &format!("{component}."));
            }
        }
        found
    }
}

/// A field that the query finds.
struct RankedField<'v> {
    rank: SearchRank,
    /// The position of the component.
    component: usize,
    /// The field, or the fields to a member.
    fields: Vec<&'v Field>,
    /// The path.
    name: String,
}

struct FieldWalk<'q, 'v> {
    query: &'q SearchQuery,
    /// The position and the name of the component.
    component: (usize, &'v str),
    fields: Vec<&'v Field>,
    found: Vec<RankedField<'v>>,
}

/// The paths of a struct, each empty or with a `.` at its end.
#[derive(Default)]
struct SearchedPaths {
    path: String,
    native: String,
}

impl<'v> FieldWalk<'_, 'v> {
    /// Searches fields, and the members of structs among them. Recursion is limited by the depth of types.
    fn members(&mut self, fields: &'v [Field], around: &SearchedPaths) {
        for field in fields {
            let path = format!("{}{}", around.path, field.key);
            let native = format!("{}{}", around.native, field.native_name());
            let aliases: Vec<&str> = field.names_in_paths().skip(1).collect();
            self.fields.push(field);
            let searched = SearchedField {
                component: self.component.1,
                path: &path,
                native: &native,
                aliases: &aliases,
                documentation: field.doc.as_deref().unwrap_or_default(),
            };
            if let Some(rank) = self.query.rank(&searched) {
                let fields = self.fields.clone();
                self.found.push(RankedField {
                    rank,
                    component: self.component.0,
                    fields,
                    name: path.clone(),
                });
            }
            if field.ty.is_struct() {
                let inner = SearchedPaths { path: path + ".", native: native + "." };
                self.members(field.ty.members(), &inner);
            }
            self.fields.pop();
        }
    }
}
