//! `confc explain COMPONENT.KEY PRODUCT`: where a value of a component came from in an environment.

use super::product_files::ProductFiles;
use super::view::{self, GivenToView, ProductView, ViewedPart};
use crate::cli::outputs::PrintArguments;
use crate::cli::{Invocation, diagnostics};
use crate::product::{DeclaredComponent, known_names};
use crate::provenance::ValueQuery;
use crate::text::escape::{plain, quoted};
use crate::text::suggest;

/// The value to explain.
pub(in crate::cli) struct ProductQuestion<'q> {
    /// `COMPONENT.KEY`, optionally followed by a path into the value.
    pub(in crate::cli) subject: &'q str,
    pub(in crate::cli) product: &'q str,
    /// `None` is allowed if the product has a single environment.
    pub(in crate::cli) environment: Option<&'q str>,
    /// The texts `name=literal` of inputs.
    pub(in crate::cli) given: &'q [String],
}

/// Prints the provenance of a value. Fails if there is no such value, or if it has a mistake.
pub(in crate::cli) fn run(
    question: &ProductQuestion<'_>,
    output: &PrintArguments,
    invocation: &mut Invocation,
) {
    let names: Vec<String> = question.environment.iter().map(|name| (*name).to_owned()).collect();
    view::view(
        (question.product, ProductFiles::Disk),
        &names,
        GivenToView::All(question.given),
        ViewedPart::Values,
        invocation,
        |view, invocation| {
            if let Some(text) = explain(question, view, invocation) {
                output.write(text, invocation);
            }
        },
    );
}

fn refuse<T>(message: String, invocation: &mut Invocation) -> Option<T> {
    invocation.report.push(diagnostics::bad_usage(message));
    None
}

fn explain(
    question: &ProductQuestion<'_>,
    mut view: ProductView<'_, '_>,
    invocation: &mut Invocation,
) -> Option<String> {
    let Some((name, path)) = question.subject.split_once('.') else {
        let message = format!("expected `COMPONENT.KEY`, found {}", quoted(question.subject));
        let refused = diagnostics::bad_usage(message).help_if(meant_path(question.subject, &view));
        invocation.report.push(refused);
        return None;
    };
    let Some(component) = view.product.component(name) else {
        let named = |environment: &str| view.product.environments.iter().any(|of| of.name == environment);
        if named(name) && path.contains('.') {
            let help = format!("write `{} --environment {name}`", plain(path));
            let message = format!("expected `COMPONENT.KEY`, found the environment {} first", quoted(name));
            invocation.report.push(diagnostics::bad_usage(message).help(help));
            return None;
        }
        let known = view.product.components.iter().map(|component| component.name);
        let nearest = suggest::nearest(name, known);
        let hint = nearest.map(|nearest| format!(", did you mean {}?", quoted(nearest)));
        let known = view.product.components.iter().map(|component| component.name);
        let known = || known_names("component", known).map(|known| format!(": {known}"));
        let hint = hint.or_else(known).unwrap_or_default();
        let message = format!("the product has no component {}{hint}", quoted(name));
        return refuse(message, invocation);
    };
    let &[environment] = view.environments.as_slice() else {
        let built = view.product.built().filter_map(|at| view.product.environments.get(at));
        let names: Vec<String> = built.map(|environment| format!("`{}`", environment.name)).collect();
        let message = format!("which environment? Pass `--environment` with one of {}", names.join(", "));
        return refuse(message, invocation);
    };
    if view.product.leaves_out(component, environment) {
        let of = view.product.environments.get(environment).map_or("", |environment| environment.name);
        let message = format!("the environment {} leaves out the component {}", quoted(of), quoted(name));
        return refuse(message, invocation);
    }
    let mut found = None;
    let is_usable = view.evaluate(invocation, |outcome, _, _| found = Some(outcome));
    let outcome = found.filter(|_| is_usable)?;
    let declared: &DeclaredComponent<'_> = view.assembly.component(component)?;
    let Some(config) = declared.config() else {
        invocation.report.push(diagnostics::no_schema(declared.file));
        return None;
    };
    let places = declared.places();
    let Invocation { sources, report, .. } = invocation;
    let query = ValueQuery::read(config, path, &places, sources, report)?;
    let mut text = None;
    // The reason of a failed component was reported.
    view.assembly.each_provenance(&outcome, sources, |at, provenance| {
        if at == component {
            text = provenance.explain(&query, report);
        }
    });
    text
}

/// The help for the name of a component, or only a key, in place of a path. `None` if the word is neither.
fn meant_path(name: &str, view: &ProductView<'_, '_>) -> Option<String> {
    if let Some(path) = name.contains('/').then(|| name.trim_matches('/').replace('/', ".")) {
        return Some(format!("write `.` between the names: {}", quoted(&path)));
    }
    if view.product.component(name).is_some() {
        return Some(format!("add the key of a field: `{name}.KEY`"));
    }
    let mut components = view.product.components.iter().enumerate();
    components.find_map(|(at, component)| {
        let fields = view.assembly.component(at)?.config()?.as_struct();
        if fields.position_in_path(name).is_some() {
            return Some(format!("write the component before it: `{}.{name}`", component.name));
        }
        let field = fields.members().get(fields.position_of_native_name(name)?)?;
        Some(format!("write the component and the key: `{}.{}`", component.name, field.key))
    })
}
