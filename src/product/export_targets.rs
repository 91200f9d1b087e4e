//! The targets of exports, and the mistakes in them.

use super::found::ProductReport;
use super::model::{Product, ProductExport, ProductExportOption};
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind, Report};
use crate::export::{
    self, AskedTarget, ExportFormat, GivenOption, OptionSpelling, meant_formats, object_name,
};
use crate::syntax::Node;
use crate::text::Span;
use crate::text::escape::quoted;
use crate::text::suggest::nearest;
use clap::ValueEnum as _;

/// Checks all exports of a product before anything is evaluated. Adds each mistake to the components of the export.
pub(crate) fn check_exports(product: &Product<'_>, environments: &[usize], found: &mut ProductReport) {
    for environment in environments {
        for export in product.exports_in(*environment) {
            for at in product.exported(export, *environment) {
                let name = product.components.get(at).map_or("", |component| component.name);
                let of = product.environments.get(*environment).map_or("", |environment| environment.name);
                if let Err(error) = export_target(export, name, of) {
                    let mut report = Report::new();
                    report.push(*error);
                    found.add(report, &[at], &[*environment]);
                }
            }
        }
    }
}

/// The options of an export for a component in an environment, by their names.
pub(crate) fn given_options(
    export: &ProductExport<'_>,
    component: &str,
    environment: &str,
) -> Vec<GivenOption> {
    let given = export.options.iter().map(|ProductExportOption { option, key, value }| GivenOption {
        option: *option,
        key: key.map(|key| key.text().to_owned()),
        value: option.value_for(value.text(), component, environment),
    });
    given.collect()
}

/// The target of an export for the component and environment with these names.
pub(crate) fn export_target(
    export: &ProductExport<'_>,
    component: &str,
    environment: &str,
) -> Result<AskedTarget, Box<Diagnostic>> {
    let format = format(export.format)?;
    let given = given_options(export, component, environment);
    let own_name = object_name(component);
    export::target(format, &given, &own_name, OptionSpelling::Keys).map_err(|refused| {
        let at = refused.at.and_then(|at| export.options.get(at));
        let node = at.map_or(export.path, |at| at.key.filter(|_| refused.is_key).unwrap_or(at.value));
        let found = bad_export(node.span(), refused.said.clone());
        let value = refused.at.and_then(|at| given.get(at)).map_or(own_name.as_str(), |given| &given.value);
        let found = found.quoting(node.span(), value);
        // A name without the placeholder would be the same for all components.
        let is_replaced = at.is_some_and(|at| at.option.has_placeholders() && at.value.text().contains('{'));
        let help = refused.help(OptionSpelling::Keys).filter(|_| !is_replaced);
        let found = found.help_if(help);
        Box::new(match &refused.meant {
            Some((_, meant)) => found.quoting(node.span(), meant),
            None => found,
        })
    })
}

/// The format with a name.
fn format(node: Node<'_>) -> Result<ExportFormat, Box<Diagnostic>> {
    let format = node.text();
    ExportFormat::from_str(format, false).map_err(|_| {
        let said = format!("there is no format {} of exports", quoted(format));
        let unknown = bad_export(node.span(), said);
        let formats = ExportFormat::names();
        let near = || nearest(format, formats.iter().map(String::as_str));
        let meant: Vec<String> = match meant_formats(format) {
            [] => near().into_iter().map(|name| format!("`\"{name}\"`")).collect(),
            meant => meant.iter().map(|name| format!("`\"{name}\"`")).collect(),
        };
        Box::new(match meant.as_slice() {
            [] => {
                let names: Vec<String> = formats.iter().map(|name| format!("`{name}`")).collect();
                unknown.note(format!("the formats are {}", names.join(", ")))
            }
            [one] => {
                let written = RemedyKind::Replace(one.trim_matches('`').to_owned());
                unknown.help(Help::new(format!("write {one}"), written))
            }
            meant => unknown.help(format!("write {}", meant.join(" or "))),
        })
    })
}

/// E0886: an export that is not possible.
pub(crate) fn bad_export(place: Span, message: String) -> Diagnostic {
    Diagnostic::new(Code::E0886, message).at(place, "in this export")
}
