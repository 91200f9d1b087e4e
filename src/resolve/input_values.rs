//! Gives inputs the values of files and flags.

use super::merged::Inputs;
use super::missing_errors::Wanted;
use super::resolution::resolve_known;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::layers::assigned_inputs::{around, input_name, is_around_inputs};
use crate::layers::definition_errors;
use crate::layers::imports::Import;
use crate::layers::layer::Layer;
use crate::layers::outside::{InputDeclarations, KnownInputs, OutsideOrigin, OutsideValues};
use crate::syntax::{Format, Node};
use crate::text::Sources;
use crate::types::Value;
use crate::value::{SCHEMA, UNKNOWN_KEY, ValuePath, is_variable, variable_names};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl InputDeclarations {
    /// Gives the inputs values: first those of files, by their roots, then `given`, the texts `name=literal` of
    /// `option`. `is_whole` says whether all files could be read. Reports undeclared names, values that do not fit, and
    /// names with two different values.
    pub fn resolve<'d>(
        self,
        (files, mut is_whole): (impl Iterator<Item = Node<'d>>, bool),
        (option, given): (&str, &[String]),
        imports: Vec<Import>,
        sources: &mut Sources,
        report: &mut Report,
    ) -> OutsideValues {
        let (errors_before, of_plans) = (report.errors(), self.of_plans);
        let places = |path: &ValuePath<'_>| self.place(path);
        let mut found: BTreeMap<usize, (Value, OutsideOrigin)> = BTreeMap::new();
        let Some(config) = self.config() else {
            let mut undeclared = self.read_given((option, given), sources, report).undeclared;
            for root in files {
                let first = root.members().next();
                if let Some((key, _)) = first.filter(|(key, _)| !self.declared.may_declare(key.text())) {
                    undeclared.extend(root.members().map(|(key, _)| input_name(key)));
                    report.push(definition_errors::unknown_input(key.text(), Ok(key), of_plans, None));
                }
            }
            return OutsideValues::new(self.unknown(), imports).with_undeclared(undeclared);
        };
        let mut undeclared = BTreeSet::new();
        let mut layers = Vec::new();
        for root in files {
            undeclared.extend(self.report_undeclared(config, root, report));
            let mut wrong = report.of_part();
            let layer = Layer::read_literals(config, root, &places, &mut wrong);
            // They were reported as undeclared inputs.
            report.push_all_but(UNKNOWN_KEY, wrong);
            is_whole &= layer.as_ref().is_some_and(|layer| layer.is_whole);
            layers.extend(layer);
        }
        // Only an expression that reads an input needs its value.
        let wanted = Wanted { may_lack: true, ..Wanted::default() };
        let inputs = Inputs { layers: &layers, wanted, ..Inputs::default() };
        let mut found_wrong = report.of_part();
        let resolution = resolve_known(config, &inputs, &places, &mut found_wrong);
        report.push_all(found_wrong, definition_errors::of_input_files);
        for (at, trace) in resolution.resolved.traces().iter().enumerate() {
            let Some(value) = resolution.known(at) else { continue };
            let event = resolution.resolved.history().back_from(trace.last_within()).next();
            let place = event.and_then(|event| event.origin.place());
            let declared = self.declared.declared.get(at).map(|input| input.place);
            let origin = place.map(OutsideOrigin::Given).or(declared.map(OutsideOrigin::Default));
            found.extend(origin.map(|origin| (at, (value.clone(), origin))));
        }
        let given = self.read_given((option, given), sources, report);
        undeclared.extend(given.undeclared);
        let given = given.values.into_iter();
        found.extend(given.map(|(at, (value, place))| (at, (value, OutsideOrigin::Given(place)))));
        // A wrong value may be the one that seems to be missing.
        let is_sound = is_whole && report.errors() == errors_before;
        let missing = if is_sound { OutsideOrigin::Missing } else { OutsideOrigin::Refused };
        let inputs = KnownInputs::new(self.declared, found, &missing);
        OutsideValues::new(Arc::new(inputs), imports).with_undeclared(undeclared)
    }

    /// Reports the keys of a file with values of inputs that no text declares, and returns their names.
    fn report_undeclared(&self, config: &Config, root: Node<'_>, report: &mut Report) -> BTreeSet<Box<str>> {
        let mut undeclared = BTreeSet::new();
        let is_environment = root.document().format() == Format::Env;
        let names = is_environment.then(|| variable_names(config.as_struct()));
        for (key, value) in root.members() {
            let name = key.text();
            let is_input = match &names {
                Some(_) => is_variable(config.as_struct(), name),
                None => config.position(name).is_some(),
            };
            if is_input || self.declared.may_declare(name) || name == SCHEMA {
                continue;
            }
            let nearest = match &names {
                Some(names) => {
                    let names = names.iter().map(String::as_str);
                    report.suggestions().nearest(name, names).map(str::to_owned)
                }
                None => self.nearest(name, report),
            };
            undeclared.insert(input_name(key));
            let unknown = definition_errors::unknown_input(name, Ok(key), self.of_plans, nearest.as_deref());
            report.push(if is_around_inputs(config, value) { around(key, unknown) } else { unknown });
        }
        undeclared
    }
}
