//! The names in expressions and rules. A layer, a manifest and a product can each name other things.

use super::super::value_step::ValueStep;
use super::sink::{NameSink, NameSpelling, NamedThing};
use crate::layers::OutsideValues;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{Field, Type, UnionCase, UnionType};
use crate::value::ValuePath;
use confc_core::expr::{ExpressionName, NameStep, Scope, names_in_expression, names_in_template};
use confc_core::rules::RuleText;

/// The names that expressions may read.
#[derive(Clone, Copy)]
pub(super) enum ReadableNames<'n> {
    /// The fields of this component, and inputs and imports.
    Component(usize, &'n OutsideValues),
    /// The fields of this component, for the rules of its manifest.
    Manifest(usize),
    /// All components and inputs, for the rules of the product.
    Product,
}

impl<'v> NameSink<'_, 'v> {
    /// The names in an expression, or in a text with expressions.
    pub(super) fn expression(&mut self, text: Node<'_>, is_template: bool, scope: ReadableNames<'_>) {
        let Some(names) = self.scope(scope).filter(|_| text.kind() == Kind::String) else { return };
        let find = if is_template { names_in_template } else { names_in_expression };
        let found = find(text.text(), &names, &[]);
        self.all(text, &found, scope);
    }

    /// The names in the texts of a rule.
    pub(super) fn rule(&mut self, rule: Node<'_>, scope: ReadableNames<'_>) {
        let Some(names) = self.scope(scope) else { return };
        let part = |key: &str| rule.get(key).filter(|node| node.kind() == Kind::String);
        let Some(check) = part("check") else { return };
        let (places, message) = (part("for"), part("message"));
        let text = |node: Option<Node<'_>>| node.map(|node| node.text().into());
        let written =
            RuleText { places: text(places), message: text(message), ..RuleText::new(check.text()) };
        let found = written.names(names);
        for (node, found) in [(places, found.places), (Some(check), found.check), (message, found.message)] {
            if let Some(node) = node {
                self.all(node, &found, scope);
            }
        }
    }

    fn scope<'n>(&'n self, scope: ReadableNames<'n>) -> Option<Scope<'n>> {
        let fields = |component| Some(self.opened.assembly.component(component)?.config()?.as_struct());
        match scope {
            ReadableNames::Component(component, outside) => {
                Some(Scope::new(fields(component)?).with_outside(outside.names()))
            }
            ReadableNames::Manifest(component) => Some(Scope::new(fields(component)?)),
            ReadableNames::Product => Some(self.opened.assembly.rule_scope().0),
        }
    }

    fn all(&mut self, text: Node<'_>, names: &[ExpressionName], scope: ReadableNames<'_>) {
        for name in names {
            let is_variant = matches!(name.steps.last(), Some(NameStep::Variant(_)));
            let thing = self.named(&name.steps, scope);
            let declared = thing.as_ref().and_then(|thing| self.declared(thing));
            let is_quoted = is_variant || matches!(thing, Some(NamedThing::Input(_)));
            let spelling = if is_quoted { NameSpelling::Quoted } else { NameSpelling::Expression };
            self.push_in_text(text, name.span.range(), (declared, thing), spelling);
        }
    }

    /// The thing at these steps.
    fn named(&self, steps: &[NameStep], scope: ReadableNames<'_>) -> Option<NamedThing<'v>> {
        let (NameStep::Member(first), rest) = steps.split_first()? else { return None };
        let first = *first as usize;
        match scope {
            ReadableNames::Component(component, outside) => {
                let fields = self.opened.assembly.component(component).and_then(|of| of.fields());
                let Some(outside_at) = first.checked_sub(fields.map_or(0, |fields| fields.members().len()))
                else {
                    return self.part(component, steps);
                };
                match outside_at.checked_sub(outside.inputs().members().len()) {
                    Some(import) => self.import(component, import, rest, outside),
                    None => self.input(outside.inputs().members().get(outside_at)),
                }
            }
            ReadableNames::Manifest(component) => self.part(component, steps),
            ReadableNames::Product => {
                let (scope, positions) = self.opened.assembly.rule_scope();
                match positions.get(first) {
                    Some(component) if rest.is_empty() => {
                        Some(NamedThing::Component { component: *component, import: None })
                    }
                    Some(component) => self.part(*component, rest),
                    None => self.input(scope.inputs().get(first - positions.len())),
                }
            }
        }
    }

    /// The place where a thing is declared.
    fn declared(&self, thing: &NamedThing<'v>) -> Option<Span> {
        match thing {
            NamedThing::Part { component, steps, variant } => self.places.find(*component, steps, *variant),
            NamedThing::Component { import: Some(place), .. } => Some(*place),
            NamedThing::Component { component, import: None } => {
                Some(self.opened.product.components.get(*component)?.place)
            }
            NamedThing::Input(input) => {
                self.opened.assembly.inputs().place(&ValuePath::Field((*input).into()))
            }
        }
    }

    fn input(&self, input: Option<&Field>) -> Option<NamedThing<'v>> {
        let assembly = self.opened.assembly;
        let inputs = assembly.inputs().config()?.as_struct();
        let at = inputs.position(input?.key.as_str())?;
        inputs.members().get(at).map(NamedThing::Input)
    }

    /// An import is named by the component that imports; what follows is a part of the imported one.
    fn import(
        &self,
        component: usize,
        at: usize,
        rest: &[NameStep],
        outside: &OutsideValues,
    ) -> Option<NamedThing<'v>> {
        let (name, _) = outside.imports().nth(at)?;
        let imports = &self.opened.product.components.get(component)?.imports;
        let import = imports.iter().find(|import| import.name == name.key.as_str())?;
        match rest.is_empty() {
            true => Some(NamedThing::Component { component: import.component, import: Some(import.place) }),
            false => self.part(import.component, rest),
        }
    }

    /// A part of a component's values.
    fn part(&self, component: usize, steps: &[NameStep]) -> Option<NamedThing<'v>> {
        let assembly = self.opened.assembly;
        let fields = assembly.component(component)?.config()?.as_struct();
        let (first, rest) = steps.split_first()?;
        let NameStep::Member(first) = first else { return None };
        let field = fields.members().get(*first as usize)?;
        let (mut ty, mut found, mut variant) = (&field.ty, vec![ValueStep::Member(field)], None);
        for step in rest {
            match (step, ty) {
                (NameStep::Member(at), Type::Union(of)) => {
                    let case = of.case(*at)?;
                    found.push(ValueStep::Case(of, case));
                    ty = &case.ty;
                }
                (NameStep::Member(at), ty_of) => {
                    let member = ty_of.inner_struct()?.members().get(*at as usize)?;
                    found.push(ValueStep::Member(member));
                    ty = &member.ty;
                }
                (NameStep::Element, Type::Map(map)) => {
                    found.push(ValueStep::Entry);
                    ty = map.value();
                }
                (NameStep::Element, list) => {
                    found.push(ValueStep::Element);
                    ty = list.element()?;
                }
                // The variants of keys are declared apart.
                (NameStep::Key, _) => return None,
                (NameStep::Variant(number), Type::Enum(of)) => {
                    variant = Some(of.by_number(*number)?.name.as_str());
                }
                (NameStep::Variant(_), _) => return None,
            }
        }
        Some(NamedThing::Part { component, steps: found, variant })
    }
}

/// The case of a union that a text of its tag selects.
pub(super) fn tagged_case<'t>(of: &'t UnionType, text: &str) -> Option<&'t UnionCase> {
    of.case_tagged(text).map(|(_, case)| case)
}
