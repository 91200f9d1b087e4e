//! `confc list`.

use super::product_files::ProductFiles;
use super::view::{self, GivenToView, ViewedPart};
use crate::cli::outputs::PrintArguments;
use crate::cli::{Invocation, diagnostics};
use crate::diagnostic::Diagnostic;
use crate::product::{ListedField, Listing, ListingForm, ListingOptions};
use crate::text::FieldPattern;
use crate::text::escape::{plain, quoted};
use crate::text::suggest;
use crate::value::listed;
use crate::workspace::is_product;

/// List the fields of a product's components with their value in each environment
///
/// Members of structs have their own paths. Sensitive values are shown as `<set>` or `<absent>`, and never whether they
/// differ. Values of components with mistakes are shown as `<failed>`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ListArguments {
    /// The product file
    #[arg(value_name = "PRODUCT")]
    product: String,
    /// Only fields whose `component.key` matches; `*` matches any text. A struct or component matches everything in it
    #[arg(value_name = "PATTERN")]
    pattern: Option<String>,
    /// Only this environment; repeat for more
    #[arg(long, value_name = "NAME")]
    environment: Vec<String>,
    /// Only fields whose value is not the same in all environments; sensitive ones are listed in any case
    #[arg(long)]
    differing: bool,
    /// Where each value came from
    #[arg(long)]
    origin: bool,
    /// A value for an input that environments leave open, as `name=literal`; repeat for more
    #[arg(long, value_name = "NAME=LITERAL")]
    input: Vec<String>,
    /// The output format
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: ListFormat,
    #[command(flatten)]
    output: PrintArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ListFormat {
    /// A line for each field, and one below it for each value, if it has several
    Text,
    /// One JSON object, for tools
    Json,
    /// A table for spreadsheets, as RFC 4180 has it
    Csv,
    /// A table in Markdown
    Markdown,
}

impl From<ListFormat> for ListingForm {
    fn from(format: ListFormat) -> Self {
        match format {
            ListFormat::Text => Self::Text,
            ListFormat::Json => Self::Json,
            ListFormat::Csv => Self::Csv,
            ListFormat::Markdown => Self::Markdown,
        }
    }
}

/// Prints the values. Fails if the product has a mistake, or if the pattern selects nothing.
pub(in crate::cli) fn run(arguments: &ListArguments, invocation: &mut Invocation) {
    let ListArguments { product, environment, input, output, .. } = arguments;
    if !output.has_target(invocation) {
        return;
    }
    if let Some(pattern) = arguments.pattern.as_deref().filter(|pattern| is_product(pattern))
        && !is_product(product)
    {
        let (product, pattern) = (plain(pattern), plain(product));
        let help = format!(
            "write `confc list {product} {pattern}`, or `--environment {pattern}` for an environment"
        );
        return invocation
            .report
            .push(diagnostics::bad_usage("expected the product first".into()).help(help));
    }
    let given = GivenToView::All(input);
    let product = (product.as_str(), ProductFiles::Disk);
    view::view(product, environment, given, ViewedPart::Values, invocation, |mut view, invocation| {
        let options = ListingOptions {
            form: arguments.format.into(),
            only_differing: arguments.differing,
            with_origins: arguments.origin,
            pattern: arguments.pattern.as_deref().map(FieldPattern::new),
        };
        let mut listing = Listing::new(&view.assembly, &view.environments, options);
        let is_usable = view.evaluate(invocation, |outcome, assembly, sources| {
            listing.add(&outcome, assembly, sources);
        });
        if !is_usable {
            return;
        }
        if let Some(pattern) = arguments.pattern.as_deref().filter(|_| listing.fields.is_empty()) {
            let all = ListingOptions {
                form: ListingForm::Text,
                only_differing: false,
                with_origins: false,
                pattern: None,
            };
            let all = Listing::new(&view.assembly, &[], all);
            let names: Vec<String> = all.fields.iter().map(ListedField::name).collect();
            let selector = FieldPattern::new(pattern);
            let by_native_name = all.fields.iter().find(|field| {
                let name = field.native_name(&view.assembly).unwrap_or_default();
                selector.selects(&name) || name.split_once('.').is_some_and(|(_, path)| path == pattern)
            });
            let native = by_native_name.map(ListedField::name);
            let components: Vec<&str> =
                view.product.components.iter().map(|component| component.name).collect();
            let mut found = nothing_fits(pattern, native, &names, &components);
            if view.product.environments.iter().any(|environment| environment.name == pattern) {
                found = found.without_help().help(format!("write `--environment {}`", plain(pattern)));
            }
            return invocation.report.push(found);
        }
        output.write(listing.write(view.name, &invocation.sources), invocation);
    });
}

/// The error of a pattern that selects nothing. `names` are those of all fields, `native` the one of a field whose native
/// name the pattern selects.
fn nothing_fits(pattern: &str, native: Option<String>, names: &[String], components: &[&str]) -> Diagnostic {
    let names = || names.iter().map(String::as_str);
    let keys = || names().filter_map(|name| name.split_once('.').map(|(_, key)| key));
    let of_component = |key: &str| {
        let mut whole = names().filter(|name| name.split_once('.').is_some_and(|(_, of)| of == key));
        let first = whole.next().unwrap_or_default().to_owned();
        if whole.next().is_some() { format!("*.{key}") } else { first }
    };
    let near = || suggest::nearest(pattern, names().chain(components.iter().copied())).map(str::to_owned);
    let nearest = native.or_else(near).or_else(|| {
        let exact = keys().find(|key| *key == pattern);
        exact.or_else(|| suggest::nearest(pattern, keys())).map(of_component)
    });
    let hint = nearest.as_deref().map(|nearest| format!(", did you mean {}?", quoted(nearest)));
    let said = format!("no field matches {}{}", quoted(pattern), hint.unwrap_or_default());
    let is_regex = pattern.contains(['(', ')', '|', '\\', '^', '$', '+']);
    let help = "write a path in which `*` matches any text, as in `app.*`";
    let found = diagnostics::bad_usage(said).help_if(is_regex.then_some(help));
    let is_listed = nearest.is_some() || is_regex;
    found.help_if((!is_listed).then(|| format!("the components are {}", listed(components.iter().copied()))))
}
