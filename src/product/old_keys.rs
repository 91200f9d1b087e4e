//! Warnings of old names in texts that several components read.
//!
//! The native name is the remedy only if every reader of the old name has it as an alias, and no other component reads the
//! native name: another component may have either as its native name.

use super::assembly::Assembly;
use super::found::ProductReport;
use super::known_keys::KnownKeys;
use super::layer_list::LayerAudience;
use super::order::ProductLayer;
use super::texts::ValueText;
use crate::diagnostic::{Diagnostic, Report};
use crate::text::Span;
use crate::value::OLD_KEY;
use std::collections::{BTreeMap, BTreeSet};

/// A warning of an old name in a layer, kept until all readers of the key are known.
struct HeldOldKey<'a> {
    warning: Diagnostic,
    layer: ProductLayer<'a>,
    component: usize,
    environments: Vec<usize>,
}

impl Assembly<'_, '_> {
    /// The native name of a component's field with this name in layers.
    fn new_name(&self, component: usize, name: &str) -> Option<&str> {
        let fields = self.component(component)?.fields()?;
        let field = fields.members().get(fields.position_in_literal(name)?)?;
        Some(field.native_name())
    }
}

/// All warnings of old names, by the span of the key.
#[derive(Default)]
pub(super) struct OldKeys<'a> {
    held: BTreeMap<Span, Vec<HeldOldKey<'a>>>,
    /// The components for which a text is a layer of their own.
    readers: BTreeMap<&'a str, BTreeSet<usize>>,
}

impl<'a> OldKeys<'a> {
    /// Takes the warnings of old names out of the report of a layer.
    pub(super) fn hold(
        &mut self,
        mut found: Report,
        layer: &ProductLayer<'a>,
        (component, environments): (usize, &[usize]),
    ) -> Report {
        if layer.list.audience == LayerAudience::One {
            self.readers.entry(&layer.path.path).or_default().insert(component);
        }
        let mut rest = Report::new();
        for diagnostic in found.take_all() {
            let place = diagnostic.primary().map(|label| label.span);
            match place.filter(|_| diagnostic.code() == OLD_KEY) {
                Some(place) => self.held.entry(place).or_default().push(HeldOldKey {
                    warning: diagnostic,
                    layer: *layer,
                    component,
                    environments: environments.to_vec(),
                }),
                None => rest.push(diagnostic),
            }
        }
        rest.push_all(found, |diagnostic| diagnostic);
        rest
    }

    /// Reports the keys that are old for every component that reads them.
    pub(super) fn report(
        self,
        assembly: &Assembly<'a, '_>,
        known: &KnownKeys<'_>,
        found: &mut ProductReport,
    ) {
        let Self { held, readers } = self;
        // What a component reads whose declaration has mistakes is not known yet.
        let is_complete = (0..assembly.product.components.len()).all(|at| assembly.component(at).is_some());
        let mut roots: BTreeMap<&str, Vec<(u32, &str)>> = BTreeMap::new();
        for (place, held) in held {
            let Some(layer) = held.first().map(|first| first.layer) else { continue };
            let path = layer.path.path.as_str();
            let concerned: BTreeSet<usize> = held.iter().map(|of| of.component).collect();
            let is_old = |component: usize| concerned.contains(&component);
            let is_own = readers.get(path).is_none_or(|readers| readers.iter().all(|at| is_old(*at)));
            let is_shared = layer.list.audience != LayerAudience::Shared || {
                let root = assembly.texts.get(path).and_then(ValueText::root);
                let keys = roots.entry(path).or_insert_with(|| {
                    let members = root.into_iter().flat_map(|root| root.members());
                    let mut keys: Vec<_> = members.map(|(key, _)| (key.span().start, key.text())).collect();
                    keys.sort_unstable();
                    keys
                });
                let after = keys.partition_point(|(start, _)| *start <= place.start);
                let key = after.checked_sub(1).and_then(|at| keys.get(at));
                key.is_none_or(|(start, key)| {
                    let is_root = *start == place.start;
                    let new =
                        concerned.iter().filter_map(|at| assembly.new_name(*at, key)).filter(|_| is_root);
                    known.receivers(key).chain(new.flat_map(|new| known.receivers(new))).all(is_old)
                })
            };
            if is_own && is_shared {
                // Components may have different new names for it.
                let helps: BTreeSet<&[String]> = held.iter().map(|of| of.warning.helps()).collect();
                let is_same_for_all = is_complete && helps.len() == 1;
                for HeldOldKey { warning, component, environments, .. } in held {
                    let mut report = Report::new();
                    report.push(if is_same_for_all { warning } else { warning.without_fixes() });
                    found.add(report, &[component], &environments);
                }
            }
        }
    }
}
