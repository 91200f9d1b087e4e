//! `confc explain`.

use super::inputs::{InputArguments, ResolvePurpose};
use super::outputs::PrintArguments;
use super::product::{self, explain::ProductQuestion};
use super::{Invocation, diagnostics, operands};
use crate::diagnostic::Code;
use crate::provenance::ValueQuery;
use crate::text::escape::quoted;
use crate::workspace::{FileKind, is_product};

/// Print the page of a diagnostic, or show where a value comes from
///
/// With only a CODE: the meaning of the diagnostic, its reason, and its fix. With a KEY and the arguments of `values`:
/// the value, every place that set or changed it, last first, and its default. With COMPONENT.KEY and a product: the
/// same for a component in an environment, through shared layers, sections and imports.
#[derive(Debug, clap::Args)]
pub(super) struct ExplainArguments {
    /// The code of a diagnostic, such as E0203, or the key of a field, or a path into its value: `server.port`,
    /// `tags[0]`, `labels["a.b"]`
    #[arg(value_name = "CODE|KEY")]
    subject: String,
    /// The declaration, compiled or as a manifest; or a product, `….product.json5`
    #[arg(value_name = "DECL|PRODUCT")]
    declaration: Option<String>,
    /// The environment of a product
    #[arg(long, value_name = "NAME")]
    environment: Option<String>,
    #[command(flatten)]
    output: PrintArguments,
    #[command(flatten)]
    inputs: InputArguments,
}

/// Prints a page in Markdown, or the provenance of a value. Fails if there is no such code or key.
pub(super) fn run(arguments: &ExplainArguments, invocation: &mut Invocation) {
    if !arguments.output.has_target(invocation) {
        return;
    }
    if let Some(declaration) = &arguments.declaration {
        let rest = arguments.inputs.operands_from(declaration);
        let all = [&[arguments.subject.as_str()], rest.as_slice()].concat();
        let found = operands::product_in_another_order(&all, arguments.environment.as_deref());
        if operands::reports(found, invocation) {
            return;
        }
    }
    match (&arguments.declaration, arguments.subject.parse::<Code>()) {
        // Keys have no capital letters.
        (Some(_), Ok(code)) => {
            let usage = format!("expected a key before the declaration, found the code `{code}`");
            let diagnostic = diagnostics::bad_usage(usage);
            invocation.report.push(diagnostic.help("for the page of the code, leave the declaration out"));
        }
        (Some(declaration), Err(_)) if arguments.environment.is_some() && FileKind::declares(declaration) => {
            let usage = format!(
                "`--environment` selects an environment of a product, but {} is a declaration",
                quoted(declaration)
            );
            let help = "leave out the flag, or write `confc explain COMPONENT.KEY PRODUCT`";
            invocation.report.push(diagnostics::bad_usage(usage).help(help));
        }
        (Some(product), Err(_)) if arguments.environment.is_some() || is_product(product) => {
            in_product(arguments, product, invocation);
        }
        (Some(declaration), Err(_)) => value(arguments, declaration, invocation),
        (None, _) if arguments.environment.is_some() => {
            let usage = "`--environment` is for a product: write `confc explain COMPONENT.KEY PRODUCT`";
            invocation.report.push(diagnostics::bad_usage(usage.into()));
        }
        (None, Ok(code)) => arguments.output.write(code.page(), invocation),
        (None, Err(_)) => invocation.report.push(diagnostics::unknown_code(&arguments.subject)),
    }
}

fn in_product(arguments: &ExplainArguments, product: &str, invocation: &mut Invocation) {
    if !arguments.inputs.gives_only_inputs() {
        let usage = "a product file names its own layers and settings: give only `--input` and `--environment` with it";
        return invocation.report.push(diagnostics::bad_usage(usage.into()));
    }
    let environment = arguments.environment.as_deref();
    let (subject, given) = (arguments.subject.as_str(), arguments.inputs.given());
    let question = ProductQuestion { subject, product, environment, given };
    product::explain::run(&question, &arguments.output, invocation);
}

fn value(arguments: &ExplainArguments, declaration: &str, invocation: &mut Invocation) {
    let rest = arguments.inputs.operands_from(declaration);
    let found =
        operands::in_another_order(("explain", "a key", arguments.inputs.more()), &arguments.subject, &rest);
    if operands::reports(found, invocation) {
        return;
    }
    if arguments.subject.starts_with(['$', '.', '/']) {
        let usage = "expected the key of a field, such as `server.port`, found a path of another language";
        let help = "begin with the key, and write `.` before each member";
        return invocation.report.push(diagnostics::bad_usage(usage.into()).help(help));
    }
    let Some(declared) = arguments.inputs.declared(declaration, invocation) else { return };
    let Some(config) = declared.config(declaration, invocation) else { return };
    let (places, default_places) = (declared.places(), declared.default_places());
    let Invocation { sources, report, .. } = invocation;
    let query = ValueQuery::read(config, &arguments.subject, &places, sources, report);
    let resolved = arguments.inputs.resolve(&declared, config, ResolvePurpose::Show, invocation);
    let (Some(query), Some(resolved)) = (query, resolved) else { return };
    let Invocation { sources, report, .. } = invocation;
    let provenance = arguments.inputs.provenance(config, &resolved, sources, &default_places);
    if let Some(text) = provenance.explain(&query, report) {
        arguments.output.write(text, invocation);
    }
}
