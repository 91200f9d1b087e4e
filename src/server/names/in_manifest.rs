//! The names in manifests: declared keys, references to named types, rules, and literals of defaults.

use super::super::value_step::ValueStep;
use super::scope::ReadableNames;
use super::sink::{NameSink, NameSpelling};
use crate::layers::OutsideValues;
use crate::schema::referred_type;
use crate::syntax::{Document, Kind, Node};
use crate::text::Span;
use crate::types::{StructType, Type};
use crate::workspace::ComponentFile;
use std::collections::{BTreeMap, BTreeSet};

/// Visits the manifests of these components, with their includes.
pub(super) fn visit(sink: &mut NameSink<'_, '_>, components: &BTreeSet<usize>) {
    let opened = sink.opened;
    for component in components {
        let file: Option<&ComponentFile> = opened.components.get(*component).and_then(Option::as_ref);
        let Some(manifest) = file.and_then(|file| file.declared.manifest()) else { continue };
        let documents = manifest.documents();
        if !documents.iter().any(|document| sink.wants(document.source().id())) {
            continue;
        }
        let types = named_types(documents);
        let mut reader =
            ManifestNames { sink, component: *component, types: &types, visited: BTreeSet::new() };
        for document in documents {
            if reader.sink.wants(document.source().id()) {
                reader.document(document);
            }
        }
    }
}

/// The keys and type objects of the named types, by name. The first declaration of a name is kept.
type NamedTypeNodes<'v> = BTreeMap<&'v str, (Node<'v>, Node<'v>)>;

fn named_types(documents: &[Document]) -> NamedTypeNodes<'_> {
    let sections = documents.iter().filter_map(|document| document.root()?.get("config_types"));
    let types = sections.filter(|types| types.kind() == Kind::Object).flat_map(|types| types.members());
    let mut found = NamedTypeNodes::new();
    for (key, object) in types {
        found.entry(key.text()).or_insert((key, object));
    }
    found
}

struct ManifestNames<'n, 's, 'v> {
    sink: &'n mut NameSink<'s, 'v>,
    component: usize,
    types: &'n NamedTypeNodes<'v>,
    /// The type objects of named types that are read already.
    visited: BTreeSet<Span>,
}

impl<'v> ManifestNames<'_, '_, 'v> {
    fn document(&mut self, document: &'v Document) {
        let Some(root) = document.root().filter(|root| root.kind() == Kind::Object) else { return };
        let of = self.sink.opened.assembly.component(self.component);
        let Some(config) = of.and_then(|of| of.config()) else { return };
        for (key, section) in root.members() {
            match (key.text(), section.kind()) {
                ("config", Kind::Object) => self.members(section, config.as_struct(), &[]),
                ("config_types", Kind::Object) => {
                    for (name, object) in section.members() {
                        self.type_name(name.span(), name.text(), NameSpelling::Key);
                        self.reference(object);
                    }
                }
                ("config_rules", Kind::Array) => section.elements().for_each(|rule| {
                    if rule.kind() == Kind::Object {
                        self.sink.rule(rule, ReadableNames::Manifest(self.component));
                    }
                }),
                ("use", Kind::Array) => {
                    section.elements().for_each(|item| self.used(item, config.as_struct()))
                }
                (_, _) => {}
            }
        }
    }

    /// An item of `use` names a field by its `key`.
    fn used(&mut self, item: Node<'v>, fields: &'v StructType) {
        if item.kind() != Kind::Object || item.get("config").is_none() {
            return;
        }
        let Some(key) = item.get("key") else { return };
        let Some(field) = fields.position(key.text()).and_then(|at| fields.members().get(at)) else { return };
        let steps = [ValueStep::Member(field)];
        self.sink.push_part(key.span(), (self.component, &steps, None), NameSpelling::Text);
        self.type_object(item, &field.ty, &steps);
    }

    /// The declared keys of fields or members.
    fn members(&mut self, object: Node<'v>, of: &'v StructType, around: &[ValueStep<'v>]) {
        for (key, inner) in object.members() {
            let Some(field) = of.position(key.text()).and_then(|at| of.members().get(at)) else { continue };
            let mut steps = around.to_vec();
            steps.push(ValueStep::Member(field));
            self.sink.push_part(key.span(), (self.component, &steps, None), NameSpelling::Key);
            if inner.kind() == Kind::Object {
                self.type_object(inner, &field.ty, &steps);
            }
        }
    }

    /// The names in a type object. Recursion is limited by the levels of types.
    fn type_object(&mut self, object: Node<'v>, ty: &'v Type, steps: &[ValueStep<'v>]) {
        self.reference(object);
        if let Some(default) = object.get("default") {
            self.sink.literal(default, ty, (self.component, steps, &OutsideValues::default()));
        }
        let named = object.get("type").and_then(referred_type).and_then(|name| self.types.get(name));
        if let Some((_, named)) = named
            && named.kind() == Kind::Object
            && self.visited.insert(named.span())
        {
            self.type_object(*named, ty, steps);
        }
        let part = |key: &str, kind: Kind| object.get(key).filter(|part| part.kind() == kind);
        if let (Some(members), Some(of)) =
            (part("fields", Kind::Object), ty.inner_struct().filter(|_| ty.is_struct()))
        {
            self.members(members, of, steps);
        }
        if let (Some(variants), Type::Enum(_)) = (part("variants", Kind::Object), ty) {
            for (key, _) in variants.members() {
                self.sink.push_part(key.span(), (self.component, steps, Some(key.text())), NameSpelling::Key);
            }
        }
        if let (Some(cases), Type::Union(of)) = (part("cases", Kind::Object), ty) {
            for (key, inner) in cases.members() {
                let case = of.position(key.text()).and_then(|at| of.case(at));
                let Some(case) = case else { continue };
                let mut steps = steps.to_vec();
                steps.push(ValueStep::Case(of, case));
                self.sink.push_part(key.span(), (self.component, &steps, None), NameSpelling::Key);
                if inner.kind() == Kind::Object {
                    self.type_object(inner, &case.ty, &steps);
                }
            }
        }
        let (inner, step, of) = if let Type::Map(map) = ty {
            ("value", ValueStep::Entry, Some(map.value()))
        } else {
            ("element", ValueStep::Element, ty.element())
        };
        if let (Some(inner), Some(of)) = (part(inner, Kind::Object), of) {
            let mut steps = steps.to_vec();
            steps.push(step);
            self.type_object(inner, of, &steps);
        }
        if let (Some(key), Type::Map(_)) = (part("key", Kind::Object), ty) {
            self.reference(key);
        }
    }

    /// The named type that a type object refers to.
    fn reference(&mut self, object: Node<'v>) {
        let Some(ty) = object.get("type").filter(|_| object.kind() == Kind::Object) else { return };
        if let Some(name) = referred_type(ty) {
            self.type_name(ty.span(), name, NameSpelling::TypeReference);
        }
    }

    fn type_name(&mut self, at: Span, name: &str, spelling: NameSpelling) {
        let declared = self.types.get(name).map(|(key, _)| key.span());
        self.sink.push(at, declared, spelling);
    }
}
