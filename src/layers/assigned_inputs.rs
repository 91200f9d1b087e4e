//! Values of the inputs of a product: those of a flag, and those of each environment.

use super::assignment_text::read_assignment;
use super::definition_errors;
use super::outside::{InputDeclarations, KnownInputs, OutsideOrigin};
use super::plain_text::warn_in_input;
use super::setting_errors;
use crate::declaration::Config;
use crate::diagnostic::{Diagnostic, Report};
use crate::syntax::{Format, Node};
use crate::text::escape::quoted;
use crate::text::{Sources, Span};
use crate::types::Value;
use crate::value::{self, Subject, ValuePath};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The values of inputs from a flag, by the positions of the inputs.
#[derive(Debug)]
pub(crate) struct InputsOfFlag {
    pub(crate) values: BTreeMap<usize, (Value, Span)>,
    /// The given names without an input. They were reported.
    pub(crate) undeclared: BTreeSet<Box<str>>,
    /// Whether all texts are valid.
    is_sound: bool,
}

/// The given values of inputs, by position, and the origin of the other inputs.
#[derive(Debug, Clone)]
pub(crate) struct InputValues {
    pub(crate) found: BTreeMap<usize, (Value, OutsideOrigin)>,
    pub(crate) missing: OutsideOrigin,
    /// Whether a given name is not the name of an input, so that any input may have been meant.
    pub(super) has_unknown: bool,
}

impl InputValues {
    /// Whether a given name is not the name of an input, which was reported. Any input may have been meant.
    pub(crate) fn has_unknown(&self) -> bool {
        self.has_unknown
    }
}

/// Whether the value of an unknown key is an object of inputs.
pub(crate) fn is_around_inputs(config: &Config, value: Node<'_>) -> bool {
    let mut inner = value.members().map(|(key, _)| config.position(key.text())).peekable();
    inner.peek().is_some() && inner.all(|position| position.is_some())
}

/// The error about an unknown key whose object contains inputs.
pub(crate) fn around(key: Node<'_>, unknown: Diagnostic) -> Diagnostic {
    unknown
        .without_help()
        .help(format!("write the inputs directly, without {} around them", quoted(key.text())))
}

/// The name of the input that a key of a file means.
pub(crate) fn input_name(key: Node<'_>) -> Box<str> {
    let name = key.text();
    let is_variable = key.document().format() == Format::Env;
    if is_variable { name.to_ascii_lowercase().into() } else { name.into() }
}

impl InputDeclarations {
    /// Reads the texts `name=literal` of a flag. A repeated name must have the same value. Reports every mistake.
    pub(crate) fn read_given(
        &self,
        (option, given): (&str, &[String]),
        sources: &mut Sources,
        report: &mut Report,
    ) -> InputsOfFlag {
        let errors_before = report.errors();
        let places = |path: &ValuePath<'_>| self.place(path);
        let mut found: BTreeMap<usize, (Value, Span)> = BTreeMap::new();
        let mut undeclared = BTreeSet::new();
        let may_have_secrets = self.declared.may_have_secrets();
        for text in given {
            let name = text.split('=').next().unwrap_or_default();
            let is_known = self.config().is_some_and(|config| config.position(name).is_some());
            let may_be_declared = self.declared.may_declare(name);
            if !is_known && text.contains('=') {
                if !may_be_declared {
                    let nearest = self.nearest(name, report);
                    undeclared.insert(name.into());
                    let (given, nearest) = (Err(option), nearest.as_deref());
                    report.push(definition_errors::unknown_input(name, given, self.of_plans, nearest));
                }
                continue;
            }
            if !is_known && (self.config().is_none() || may_be_declared || may_have_secrets) {
                // A text without a name may be only the value, which may be a secret.
                report.push(setting_errors::no_equals_sign(option, text, false));
                continue;
            }
            let Some(config) = self.config() else { continue };
            let read = read_assignment(config, option, text, &places, sources, report);
            let Some((field, value, place)) = read else { continue };
            let Some(at) = config.position(field.key.as_str()) else { continue };
            match found.get(&at) {
                Some((first, first_place)) if *first != value => {
                    report.push(definition_errors::input_given_twice(option, field, place, *first_place));
                }
                Some(_) => {}
                None => _ = found.insert(at, (value, place)),
            }
        }
        InputsOfFlag { values: found, undeclared, is_sound: report.errors() == errors_before }
    }

    /// The values of inputs: defaults, then `given`, then the literals of `assigned`, where later ones win. An input
    /// with a wrong value has no value, so that no other value replaces the wrong one; the mistake is reported.
    pub(crate) fn assigned(
        &self,
        assigned: &[(Node<'_>, Node<'_>)],
        given: &InputsOfFlag,
        report: &mut Report,
    ) -> InputValues {
        let errors_before = report.errors();
        let places = |path: &ValuePath<'_>| self.place(path);
        let mut found: BTreeMap<usize, (Value, OutsideOrigin)> = BTreeMap::new();
        for (at, input) in self.declared.declared.iter().enumerate() {
            if let Some(default) = &input.field.default {
                found.insert(at, (default.clone(), OutsideOrigin::Default(input.place)));
            }
        }
        found.extend(
            given
                .values
                .iter()
                .map(|(at, (value, place))| (*at, (value.clone(), OutsideOrigin::Given(*place)))),
        );
        let mut last: BTreeMap<&str, (Node<'_>, Node<'_>)> = BTreeMap::new();
        for (name, value) in assigned {
            last.insert(name.text(), (*name, *value));
        }
        let mut has_unknown = false;
        for (name, value) in last.into_values() {
            let field = self.config().and_then(|config| {
                let at = config.position(name.text())?;
                Some((at, config.fields().get(at)?))
            });
            let Some((at, field)) = field else {
                if self.declared.may_declare(name.text()) {
                    continue;
                }
                let nearest = self.nearest(name.text(), report);
                let unknown =
                    definition_errors::unknown_input(name.text(), Ok(name), false, nearest.as_deref());
                report.push(unknown);
                has_unknown = true;
                continue;
            };
            let subject = Subject::of_values(&places);
            let subject = subject.field(field);
            match value::read_over(&field.ty, value, field.default.as_ref(), &subject, report) {
                Some(read) => {
                    warn_in_input((&field.ty, value), &subject, report);
                    found.insert(at, (read, OutsideOrigin::Given(value.span())));
                }
                // Its default, or the value of a flag, is not the intended value.
                None => _ = found.remove(&at),
            }
        }
        // A wrong value may be the one that seems to be missing.
        let is_sound = given.is_sound && report.errors() == errors_before;
        let missing = if is_sound { OutsideOrigin::Missing } else { OutsideOrigin::Refused };
        InputValues { found, missing, has_unknown }
    }

    /// The inputs with these values.
    pub(crate) fn known(&self, inputs: &InputValues) -> Arc<KnownInputs> {
        let InputValues { found, missing, .. } = inputs;
        Arc::new(KnownInputs::new(self.declared.clone(), found.clone(), missing))
    }
}
