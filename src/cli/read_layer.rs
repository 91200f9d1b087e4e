//! Layers of one component, read from files.

use super::values_file::{LayerUse, ValuesFile};
use crate::declaration::Config;
use crate::diagnostic::{Diagnostic, Report};
use crate::layers::{Layer, MergeStrategy, OutsideValues};
use crate::syntax::{Format, Kind, duplicate_key};
use crate::value::{Places, is_variable};
use std::collections::BTreeSet;

/// Reads a layer of the component, or the members that the component declares of a shared layer. `None` if it could not
/// be read.
pub(super) fn read_layer(
    config: &Config,
    read: &ValuesFile,
    strategy: MergeStrategy,
    outside: &OutsideValues,
    places: &Places<'_>,
    report: &mut Report,
) -> Option<Layer> {
    let (document, root) = (read.document.as_deref()?, read.root()?);
    let errors_before = report.errors();
    for repeated in document.repeated() {
        report.push(duplicate_key(document, repeated));
    }
    let layer = if read.use_of() == LayerUse::Shared && root.kind() == Kind::Object {
        let fields = config.as_struct();
        let keys: BTreeSet<usize> =
            root.members().filter_map(|(key, _)| fields.position_of_native_name(key.text())).collect();
        // If a layer has both a key and its alias, the alias is meant for another component, which declares it as a
        // key.
        let is_environment = document.format() == Format::Env;
        let members = root.members().filter(|(key, _)| {
            if is_environment {
                return is_variable(fields, key.text());
            }
            let known = fields.position_in_literal(key.text());
            known
                .is_some_and(|at| fields.position_of_native_name(key.text()).is_some() || !keys.contains(&at))
        });
        let mut found = report.of_part();
        let layer = Layer::read_members(config, (root, members), strategy, outside, places, &mut found);
        report.push_all(found, Diagnostic::without_safe_fixes);
        Some(layer)
    } else {
        Layer::read_object(config, root, strategy, outside, places, report)
    };
    let is_sound = report.errors() == errors_before;
    layer.map(|mut layer| {
        layer.is_sound &= is_sound;
        layer
    })
}
