//! `confc diff` of two products: interfaces by component, and values by component and environment.

use super::product_files::ProductFiles;
use super::view::{GivenToView, ProductView, ViewedPart, view};
use crate::cli::diff::{ChangeReport, DiffArguments, DiffFormat, NO_OLDER_VERSION};
use crate::cli::files::GitFiles;
use crate::cli::{Invocation, diagnostics};
use crate::compare::compare;
use crate::diagnostic::Severity;
use crate::product::{Listing, ListingForm, ListingOptions, changed_values, changes_json, changes_text};
use crate::syntax::limits::MAX_EDITED_SIZE;
use crate::text::escape::quoted;
use crate::text::files::Files;
use crate::text::json::to_json;
use crate::workspace::{LoadedDeclaration, is_product};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::ErrorKind;

/// Increased when a member changes its meaning or is removed, but not for a new member.
const VERSION: u32 = 1;

/// Whether a comparison is between products.
pub(in crate::cli) fn are_products(arguments: &DiffArguments) -> bool {
    let named = [Some(&arguments.old), arguments.new.as_ref()];
    arguments.values || named.iter().flatten().any(|path| is_product(path))
}

/// Compares two products. `None` if one, or a component of one, cannot be read, which is reported.
pub(in crate::cli) fn add(
    report: &mut ChangeReport,
    arguments: &DiffArguments,
    paths: [&str; 2],
    invocation: &mut Invocation,
) -> Option<()> {
    if let Some(other) = paths.iter().find(|path| !is_product(path)) {
        let said = format!("expected two products, found {}", quoted(other));
        let help = "the name of a product ends in `.product.json5`";
        let without = (arguments.values && paths.iter().all(|path| !is_product(path)))
            .then_some("leave out `--values` to compare declarations");
        invocation.report.push(diagnostics::bad_usage(said).help(without.unwrap_or(help)));
        return None;
    }
    if !reads_manifests_itself(arguments, invocation) {
        return None;
    }
    let [old, new] = paths.map(|path| (path, ProductFiles::Disk));
    let (text, done) = compared(report, arguments, (old, new), paths, invocation);
    report.text = text;
    done
}

/// Compares a product with itself at a revision. Returns the changes, and `None` with them if one of the two, or a
/// component of one, cannot be read, which is reported.
pub(in crate::cli) fn against(
    report: &mut ChangeReport,
    arguments: &DiffArguments,
    (path, git): (&str, &GitFiles),
    invocation: &mut Invocation,
) -> (String, Option<()>) {
    if !reads_manifests_itself(arguments, invocation) {
        return (String::new(), None);
    }
    let old = ProductFiles::Revision(git);
    let old_name = old.name(path);
    let is_absent = Files::read(git, path, MAX_EDITED_SIZE);
    let is_absent = is_absent.is_err_and(|error| error.kind() == ErrorKind::NotFound);
    if is_absent {
        return all_new(arguments, (path, &old_name), invocation);
    }
    // Users cannot change a revision to avoid warnings.
    let part = invocation.report.of_part();
    let before = std::mem::replace(&mut invocation.report, part);
    let both = ((path, old), (path, ProductFiles::Disk));
    let (text, done) = compared(report, arguments, both, [&old_name, path], invocation);
    let mut found = std::mem::replace(&mut invocation.report, before);
    let before_path = old.name("");
    for diagnostic in found.take_all() {
        let source = diagnostic.primary().and_then(|label| invocation.sources.of(label.span));
        let is_old = source.is_some_and(|source| source.name().starts_with(&before_path));
        if !is_old || diagnostic.code().severity() == Severity::Error {
            invocation.report.push(diagnostic);
        }
    }
    invocation.report.push_all(found, |diagnostic| diagnostic);
    (text, done)
}

/// The changes of a product that the revision does not have. `None` with them if it cannot be read, which is reported.
fn all_new(
    arguments: &DiffArguments,
    (path, old_name): (&str, &str),
    invocation: &mut Invocation,
) -> (String, Option<()>) {
    let before = invocation.report.errors();
    let (mut text, mut done) = (String::new(), None);
    let (given, part) = (GivenToView::All(&[]), ViewedPart::Interfaces);
    view((path, ProductFiles::Disk), &[], given, part, invocation, |view, invocation| {
        let components = view.product.components.iter();
        let components = components.map(|component| (component.name.to_owned(), ComponentChange::New));
        let environments = built(&view).into_iter().map(|name| (name.to_owned(), true));
        let (components, environments) = (components.collect(), environments.collect());
        let comparison = ProductComparison { components, environments, values: None, is_complete: true };
        text = match arguments.format {
            DiffFormat::Text => NO_OLDER_VERSION.to_owned(),
            DiffFormat::Json => comparison.json([old_name, path]),
        };
        done = (invocation.report.errors() == before).then_some(());
    });
    (text, done)
}

/// Whether no flags say how manifests are read, which a product says itself. Reports such flags.
fn reads_manifests_itself(arguments: &DiffArguments, invocation: &mut Invocation) -> bool {
    if arguments.manifest.says_anything() || arguments.input_format.is_some() {
        let usage = "a product says itself how its manifests are read: leave the flags about manifests out";
        invocation.report.push(diagnostics::bad_usage(usage.into()));
        return false;
    }
    true
}

/// A product file, and the place of its files.
type PlacedProduct<'a> = (&'a str, ProductFiles<'a>);

/// Compares two products, which the report calls by these names. Returns the changes, and `None` with them if a part
/// could not be compared, which is reported.
fn compared(
    report: &mut ChangeReport,
    arguments: &DiffArguments,
    (old, new): (PlacedProduct<'_>, PlacedProduct<'_>),
    names: [&str; 2],
    invocation: &mut Invocation,
) -> (String, Option<()>) {
    let part = if arguments.values { ViewedPart::Values } else { ViewedPart::Interfaces };
    let (mut text, mut done) = (String::new(), None);
    let given = arguments.input.as_slice();
    let without_effect = RefCell::new(Vec::new());
    let given = GivenToView::Either(given, &without_effect);
    view(old, &[], given, part, invocation, |mut old_view, invocation| {
        view(new, &[], given, part, invocation, |mut new_view, invocation| {
            let mut comparison = ProductComparison::default();
            comparison.interfaces(report, arguments, [&old_view, &new_view], invocation);
            comparison.environments([&old_view, &new_view]);
            let is_usable = match part {
                ViewedPart::Values => {
                    let old = listing(&mut old_view, arguments.format, invocation);
                    let new = listing(&mut new_view, arguments.format, invocation);
                    let values = old.zip(new).map(|(old, new)| changed(&old, &new, arguments.format));
                    comparison.values = values;
                    comparison.values.is_some()
                }
                ViewedPart::Interfaces => !invocation.report.could_not_run(),
            };
            text = match arguments.format {
                DiffFormat::Text => comparison.text(),
                DiffFormat::Json => comparison.json(names),
            };
            done = (is_usable && comparison.is_complete).then_some(());
        });
    });
    (text, done)
}

/// The changes between two products.
#[derive(Default)]
struct ProductComparison {
    /// The change of each component by its name, in the requested format.
    components: Vec<(String, ComponentChange)>,
    /// The environments that only one product has; `true` for a new one.
    environments: Vec<(String, bool)>,
    values: Option<String>,
    /// Whether all declarations could be compared.
    is_complete: bool,
}

/// The change of a component.
enum ComponentChange {
    New,
    Removed,
    /// The comparison of its interfaces, in the requested format.
    Changed(String),
}

impl ProductComparison {
    fn interfaces(
        &mut self,
        report: &mut ChangeReport,
        arguments: &DiffArguments,
        [old, new]: [&ProductView<'_, '_>; 2],
        invocation: &mut Invocation,
    ) {
        self.is_complete = true;
        let old_names: BTreeMap<&str, usize> = positions(old);
        let new_names: BTreeMap<&str, usize> = positions(new);
        for (at, component) in new.product.components.iter().enumerate() {
            let name = component.name.to_owned();
            let Some(before) = old_names.get(component.name) else {
                self.components.push((name, ComponentChange::New));
                continue;
            };
            let (Some(before), Some(after)) = (declared(old, *before), declared(new, at)) else {
                self.is_complete = false;
                continue;
            };
            if !compare(&before.declaration, &after.declaration).is_empty() {
                let text = report.compare([before, after], arguments, invocation);
                self.components.push((name, ComponentChange::Changed(text)));
            }
        }
        for component in &old.product.components {
            if !new_names.contains_key(component.name) {
                self.components.push((component.name.to_owned(), ComponentChange::Removed));
            }
        }
    }

    fn environments(&mut self, views: [&ProductView<'_, '_>; 2]) {
        let [old, new] = views.map(built);
        let [in_old, in_new] = [&old, &new].map(|names| names.iter().copied().collect::<BTreeSet<&str>>());
        let added = new.iter().filter(|name| !in_old.contains(*name)).map(|name| (*name, true));
        let removed = old.iter().filter(|name| !in_new.contains(*name)).map(|name| (*name, false));
        self.environments = added.chain(removed).map(|(name, is_new)| (name.to_owned(), is_new)).collect();
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for (name, is_new) in &self.environments {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "environment {name}: {}", if *is_new { "new" } else { "removed" });
        }
        for (name, change) in &self.components {
            let _ = match change {
                ComponentChange::New => writeln!(out, "component {name}: new"),
                ComponentChange::Removed => writeln!(out, "component {name}: removed"),
                ComponentChange::Changed(_) => Ok(()),
            };
        }
        for (name, change) in &self.components {
            if let ComponentChange::Changed(text) = change {
                let gap = if out.is_empty() { "" } else { "\n" };
                let _ = writeln!(out, "{gap}component {name}:\n{}", text.trim_end());
            }
        }
        if let Some(values) = self.values.as_deref().filter(|values| !values.is_empty()) {
            let gap = if out.is_empty() { "" } else { "\n" };
            let _ = write!(out, "{gap}{values}");
        }
        out
    }

    /// A line of JSON, described by `schemas/product-changes.schema.json`.
    fn json(&self, [old, new]: [&str; 2]) -> String {
        let components: Vec<String> = self
            .components
            .iter()
            .map(|(name, change)| {
                let name = to_json(name);
                match change {
                    ComponentChange::New => format!("{{\"component\":{name},\"status\":\"new\"}}"),
                    ComponentChange::Removed => format!("{{\"component\":{name},\"status\":\"removed\"}}"),
                    ComponentChange::Changed(text) => {
                        let interface = text.trim_end();
                        format!("{{\"component\":{name},\"status\":\"changed\",\"interface\":{interface}}}")
                    }
                }
            })
            .collect();
        let environments = self.environments.iter().map(|(name, is_new)| {
            let status = if *is_new { "new" } else { "removed" };
            format!("{{\"environment\":{},\"status\":\"{status}\"}}", to_json(name))
        });
        let environments: Vec<String> = environments.collect();
        let values = self.values.as_ref().map(|values| format!(",\"values\":{values}")).unwrap_or_default();
        format!(
            "{{\"version\":{VERSION},\"old\":{},\"new\":{},\"environments\":[{}],\"components\":[{}]{values}}}\n",
            to_json(old),
            to_json(new),
            environments.join(","),
            components.join(",")
        )
    }
}

/// All values of a product, except those of failed components. `None` if none can be used.
fn listing(
    view: &mut ProductView<'_, '_>,
    format: DiffFormat,
    invocation: &mut Invocation,
) -> Option<Listing> {
    let form = match format {
        DiffFormat::Text => ListingForm::Text,
        DiffFormat::Json => ListingForm::Json,
    };
    let options = ListingOptions { form, only_differing: false, with_origins: false, pattern: None };
    let mut listing = Listing::new(&view.assembly, &view.environments, options);
    let is_usable =
        view.evaluate(invocation, |outcome, assembly, sources| listing.add(&outcome, assembly, sources));
    is_usable.then_some(listing)
}

/// The changed values, in the requested format.
fn changed(old: &Listing, new: &Listing, format: DiffFormat) -> String {
    let changed = changed_values(old, new);
    match format {
        DiffFormat::Text => changes_text(&changed),
        DiffFormat::Json => changes_json(&changed),
    }
}

/// The names of the environments that a product builds.
fn built<'v>(view: &ProductView<'v, '_>) -> Vec<&'v str> {
    let built = view.product.built().filter_map(|at| view.product.environments.get(at));
    built.map(|environment| environment.name).collect()
}

fn positions<'d>(view: &ProductView<'_, 'd>) -> BTreeMap<&'d str, usize> {
    view.product.components.iter().enumerate().map(|(at, component)| (component.name, at)).collect()
}

fn declared<'v>(view: &ProductView<'v, '_>, at: usize) -> Option<&'v LoadedDeclaration> {
    Some(&view.files.get(at)?.as_ref()?.declared)
}
