//! The names in a product file: components, environments, imports and inputs, paths of settings, and rules.

use super::scope::ReadableNames;
use super::sink::{NameSink, NameSpelling};
use crate::syntax::{Kind, Node};
use crate::text::Span;

/// Visits the product file.
pub(super) fn visit(sink: &mut NameSink<'_, '_>) {
    let product = sink.opened.product;
    if !sink.wants(product.source().id()) {
        return;
    }
    let mut reader = ProductNames { sink };
    reader.sources(product.root());
    for (key, value) in product.root().members() {
        match key.text() {
            "inputs" => reader.sink.inputs(value),
            "components" => reader.components(value),
            "environments" => reader.environments(value),
            _ => {}
        }
    }
}

struct ProductNames<'n, 's, 'v> {
    sink: &'n mut NameSink<'s, 'v>,
}

/// The members of an object, and none of another value.
fn members<'d>(object: Node<'d>) -> impl Iterator<Item = (Node<'d>, Node<'d>)> {
    (object.kind() == Kind::Object).then(|| object.members()).into_iter().flatten()
}

/// The elements of a list, or a single value.
fn elements<'d>(list: Node<'d>) -> impl Iterator<Item = Node<'d>> {
    let is_list = list.kind() == Kind::Array;
    let (many, one) = (is_list.then(|| list.elements()), (!is_list).then_some(list));
    many.into_iter().flatten().chain(one)
}

impl<'v> ProductNames<'_, '_, 'v> {
    fn components(&mut self, components: Node<'v>) {
        for (name, object) in members(components) {
            self.component(name, NameSpelling::Key);
            let at = self.sink.opened.product.component(name.text());
            for (import, target) in object.get("imports").into_iter().flat_map(members) {
                let imports = at.and_then(|at| self.sink.opened.product.components.get(at));
                let declared = imports.and_then(|of| of.imports.iter().find(|of| of.name == import.text()));
                self.sink.push(import.span(), declared.map(|of| of.place), NameSpelling::Key);
                self.component(target, NameSpelling::Text);
            }
            self.settings(at, object);
        }
    }

    fn environments(&mut self, environments: Node<'v>) {
        for (name, object) in members(environments) {
            self.environment(name, NameSpelling::Key);
            for base in object.get("extends").into_iter().flat_map(elements) {
                self.environment(base, NameSpelling::Text);
            }
            for component in object.get("without").into_iter().flat_map(elements) {
                self.component(component, NameSpelling::Text);
            }
            for (component, object) in object.get("components").into_iter().flat_map(members) {
                self.component(component, NameSpelling::Key);
                self.settings(self.sink.opened.product.component(component.text()), object);
            }
            if let Some(inputs) = object.get("inputs") {
                self.sink.inputs(inputs);
            }
            self.sources(object);
        }
    }

    /// The rules and exports of the product or an environment.
    fn sources(&mut self, object: Node<'v>) {
        for rule in object.get("rules").into_iter().flat_map(elements) {
            if rule.kind() == Kind::Object {
                self.sink.rule(rule, ReadableNames::Product);
            }
        }
        for export in object.get("exports").into_iter().flat_map(elements) {
            let components = (export.kind() == Kind::Object).then(|| export.get("components")).flatten();
            for component in components.into_iter().flat_map(elements) {
                self.component(component, NameSpelling::Text);
            }
        }
    }

    fn settings(&mut self, component: Option<usize>, object: Node<'v>) {
        let settings = (object.kind() == Kind::Object).then(|| object.get("set")).flatten();
        for setting in settings.into_iter().flat_map(members) {
            if let Some(component) = component {
                self.sink.setting(setting, component);
            }
        }
    }

    fn component(&mut self, name: Node<'_>, spelling: NameSpelling) {
        let product = self.sink.opened.product;
        let declared = product.component(name.text()).and_then(|at| product.components.get(at));
        self.push(name, declared.map(|component| component.place), spelling);
    }

    fn environment(&mut self, name: Node<'_>, spelling: NameSpelling) {
        let environments = &self.sink.opened.product.environments;
        let declared = environments.iter().find(|environment| environment.name == name.text());
        self.push(name, declared.and_then(|environment| environment.place), spelling);
    }

    fn push(&mut self, name: Node<'_>, declared: Option<Span>, spelling: NameSpelling) {
        if name.kind() == Kind::String {
            self.sink.push(name.span(), declared, spelling);
        }
    }
}
