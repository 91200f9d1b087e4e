//! Exports: their keys, their components, and the number of their files.

use super::model::{MAX_EXPORTED_FILES, Product, ProductExport, ProductExportOption};
use super::paths::{check_output, check_placeholders};
use super::read::ProductReader;
use super::shape::{ProductObject, is, is_switch, is_text, is_text_or, members_once};
use super::{advice, errors, limit_errors};
use crate::diagnostic::{Diagnostic, Report};
use crate::export::{ExportOption, OptionShape};
use crate::syntax::{Kind, Node};
use crate::text::{Span, suggest};
use std::collections::{BTreeMap, BTreeSet};

/// The keys of an export.
pub(crate) fn export_keys() -> impl Iterator<Item = &'static str> {
    ["format", "path", "components"].into_iter().chain(ExportOption::ALL.map(ExportOption::key))
}

impl<'d> Product<'d> {
    /// The positions of the components of an export in an environment.
    pub fn exported<'p>(
        &'p self,
        export: &'p ProductExport<'d>,
        environment: usize,
    ) -> impl Iterator<Item = usize> + 'p {
        let all = if export.components.is_none() { 0..self.components.len() } else { 0..0 };
        let named = export.components.iter().flatten().map(|(component, _)| *component);
        named.chain(all).filter(move |component| !self.leaves_out(*component, environment))
    }

    /// Counts the files of exports. The error is their number, and the span of the export that exceeds the limit.
    pub(super) fn check_exported(&self) -> Result<(), (usize, Span)> {
        let (mut count, mut first_beyond) = (0, None);
        for environment in self.built() {
            for export in self.exports_in(environment) {
                // An environment leaves out few components, which need not be looked up.
                count += export.components.as_ref().map_or(self.components.len(), BTreeMap::len);
                if count > MAX_EXPORTED_FILES {
                    first_beyond.get_or_insert(export.path.span());
                }
            }
        }
        first_beyond.map_or(Ok(()), |place| Err((count, place)))
    }

    /// The error for outputs of a run that have more bytes than this limit together.
    #[must_use]
    pub fn outputs_too_large(&self, limit: u64) -> Diagnostic {
        limit_errors::outputs_too_large(limit, self.root.span().at_start())
    }

    /// The error for a product with more items of a kind, such as fields, than a catalogue may have.
    #[must_use]
    pub(crate) fn too_large_for_catalogue(&self, (count, what): (usize, &str), limit: usize) -> Diagnostic {
        let said = format!("the catalogue of the product has {count} {what}, the limit is {limit}");
        limit_errors::too_large_for_catalogue(said, self.root.span().at_start())
    }

    /// The exports of each component with exports in an environment, by the component's position.
    #[must_use]
    pub fn exports_by_component(&self, environment: usize) -> BTreeMap<usize, Vec<&ProductExport<'d>>> {
        let mut exports: BTreeMap<usize, Vec<&ProductExport<'d>>> = BTreeMap::new();
        for export in self.exports_in(environment) {
            for component in self.exported(export, environment) {
                exports.entry(component).or_default().push(export);
            }
        }
        exports
    }
}

impl<'d> ProductExport<'d> {
    /// The value of an option, if it is given.
    #[must_use]
    pub fn option(&self, option: ExportOption) -> Option<Node<'d>> {
        self.options.iter().find(|given| given.option == option).map(|given| given.value)
    }
}

impl<'d> ProductExportOption<'d> {
    /// The parts of an option whose value has the right kind: nothing if it is off, a part for each key of an object.
    pub fn of(option: ExportOption, value: Node<'d>) -> impl Iterator<Item = Self> {
        let is_one = matches!(value.kind(), Kind::String | Kind::True);
        let one = is_one.then_some(Self { option, key: None, value });
        let each = members_once(value).into_iter();
        one.into_iter().chain(each.map(move |(key, value)| Self { option, key: Some(key), value }))
    }
}

impl<'d> ProductReader<'d, '_> {
    /// Reads the exports of a product or an environment.
    pub(super) fn exports(&mut self, object: &ProductObject<'d>) -> Vec<ProductExport<'d>> {
        let exports = object.list("exports", self.report);
        let exports = self.objects(exports, ("exports", object));
        exports.into_iter().filter_map(|export| self.export(export)).collect()
    }

    fn export(&mut self, export: Node<'d>) -> Option<ProductExport<'d>> {
        let keys: Vec<&str> = export_keys().collect();
        let (mut found, mut meant) = (BTreeMap::<&str, Node<'d>>::new(), BTreeSet::new());
        let mut options = Vec::new();
        for (key, value) in members_once(export) {
            if !keys.contains(&key.text()) {
                let nearest = advice::export_key_for_word(key.text())
                    .or_else(|| suggest::nearest(key.text(), keys.iter().copied()));
                meant.extend(nearest);
                self.report.push(errors::unknown_export_key(key, &keys, nearest));
                continue;
            }
            let what = format!("`{}` of an export", key.text());
            if let Some(option) = ExportOption::of_key(key.text()) {
                let help = (option == ExportOption::Sensitive).then(|| advice::on_sensitive(export).into());
                if is_option(option, value, &what, help, self.report)
                    && has_known_names(option, value, self.report)
                {
                    options.extend(ProductExportOption::of(option, value));
                }
            } else if key.text() == "components" || is_text(value, &what, self.report) {
                found.insert(key.text(), value);
            }
        }
        let components = found.get("components").map(|list| self.components_of(*list));
        for (key, help) in [
            ("format", "add for example `format: \"env\"`"),
            ("path", "add a path below the output folder: `path: \"{environment}/{component}.env\"`"),
        ] {
            if export.get(key).is_none() && !meant.contains(key) {
                let missing = errors::missing("an export", &format!("`{key}`"), export.span(), help);
                self.report.push(missing);
            }
        }
        let path = found.get("path").copied().filter(|path| check_output(*path, self.report));
        Some(ProductExport { format: found.get("format").copied()?, path: path?, components, options })
    }

    fn components_of(&mut self, list: Node<'d>) -> BTreeMap<usize, Span> {
        if list.kind() != Kind::Array {
            let help = (list.kind() == Kind::String).then(|| advice::in_brackets(list));
            self.report.push(errors::wrong_kind(list, "`components` of an export", "a list").help_if(help));
        }
        let what = "an element of `components` of an export";
        let names = list.elements().filter(|name| is_text(*name, what, self.report)).collect();
        let names = self.once(names, "`components` of an export");
        names.into_iter().filter_map(|name| Some((self.component_named(name)?, name.span()))).collect()
    }
}

/// Whether names in braces in the texts of an option are known, if they are replaced there. Reports the others.
fn has_known_names(option: ExportOption, value: Node<'_>, report: &mut Report) -> bool {
    if !option.has_placeholders() {
        return true;
    }
    let mut are_known = true;
    for ProductExportOption { value, .. } in ProductExportOption::of(option, value) {
        let is_label = option == ExportOption::Labels;
        let what = if is_label { "the label".into() } else { format!("the `{}`", option.key()) };
        are_known &= check_placeholders(&what, value, report);
    }
    are_known
}

/// Whether the value of an option has the right kind. Reports other values.
fn is_option(
    option: ExportOption,
    value: Node<'_>,
    what: &str,
    help: Option<String>,
    report: &mut Report,
) -> bool {
    match option.shape() {
        OptionShape::Text => is_text_or(value, what, help, report),
        OptionShape::Switch => is_switch(value, what, report).is_some(),
        OptionShape::SwitchOrText if value.kind() == Kind::String => is_text(value, what, report),
        OptionShape::SwitchOrText => {
            matches!(value.kind(), Kind::True | Kind::False)
                || is(value, Kind::String, (what, "`true`, `false` or a string"), None::<&str>, report)
        }
        OptionShape::Texts => {
            let help = Some("write an object: `{ KEY: \"VALUE\" }`".to_owned());
            let what_each = format!("a value in {what}");
            is(value, Kind::Object, (what, "an object"), help, report)
                && members_once(value).into_iter().all(|(_, value)| {
                    let help = matches!(value.kind(), Kind::True | Kind::False | Kind::Number);
                    let help = help.then(|| "put it in quotes".to_owned());
                    is(value, Kind::String, (&what_each, "a string"), help, report)
                })
        }
    }
}
