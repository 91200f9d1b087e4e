//! `confc catalogue`.

use super::catalogue_folder::CatalogueFolder;
use super::product_files::ProductFiles;
use super::view::{self, GivenToView, ProductView, ViewedPart};
use crate::catalogue::{
    CatalogueFile, CatalogueInput, CatalogueValues, DeclaringFile, MAX_FIELDS, MAX_VALUES, OldNameUse,
    SourceLinks, files,
};
use crate::cli::{Invocation, path_values};
use crate::compile::ManifestInput;
use crate::syntax::Document;
use crate::value::OLD_KEY;
use crate::workspace::PRODUCT_EXTENSION;

/// Make a static site of a product: each field with its facts, values and origins
///
/// The site needs no server and no network: open `index.html` in a browser. It has a page for each component, a search,
/// and pages of the fields that differ between environments and of deprecated fields. Sensitive values are shown as set
/// or not set. The folder must be empty or hold an earlier catalogue, whose files are replaced. Nothing is written if
/// the product has a mistake.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct CatalogueArguments {
    /// The product file
    #[arg(value_name = "PRODUCT")]
    product: String,
    /// The folder to write to; it is created if it is missing
    #[arg(long, value_name = "DIR", value_parser = path_values::folder)]
    out_dir: String,
    /// Only this environment; repeat for more
    #[arg(long, value_name = "NAME")]
    environment: Vec<String>,
    /// A value for an input that environments leave open, as `name=literal`; repeat for more
    #[arg(long, value_name = "NAME=LITERAL")]
    input: Vec<String>,
    /// The title of the site, if it is not the name of the product file
    #[arg(long, value_name = "TITLE", value_parser = title)]
    title: Option<String>,
    /// The address of sources, with `{path}` for the path below the include root and `{line}` for the line
    #[arg(long, value_name = "TEMPLATE", value_parser = SourceLinks::read)]
    source_url: Option<SourceLinks>,
}

fn title(text: &str) -> Result<String, &'static str> {
    if text.trim().is_empty() { Err("expected a title that is not blank") } else { Ok(text.to_owned()) }
}

/// Writes the site. Fails if the product has a mistake, or if the folder holds other files.
pub(in crate::cli) fn run(arguments: &CatalogueArguments, invocation: &mut Invocation) {
    let CatalogueArguments { product, out_dir, environment, input, .. } = arguments;
    let mut made = None;
    let (given, product) = (GivenToView::All(input), (product.as_str(), ProductFiles::Disk));
    view::view(product, environment, given, ViewedPart::Values, invocation, |view, invocation| {
        made = make(view, arguments, invocation);
    });
    match made.filter(|_| invocation.objections() == 0) {
        Some(files) => CatalogueFolder::new(out_dir).write(files, invocation),
        None => invocation.conclude("nothing was written".into()),
    }
}

/// Makes the files. `None` if the product has a mistake or is too large, which is reported.
fn make(
    mut view: ProductView<'_, '_>,
    arguments: &CatalogueArguments,
    invocation: &mut Invocation,
) -> Option<Vec<CatalogueFile>> {
    let environments = view.environments.clone();
    let mut values = CatalogueValues::new(&view.assembly, &environments);
    let total = values.count().saturating_mul(environments.len());
    let limits = [((values.count(), "fields"), MAX_FIELDS), ((total, "values"), MAX_VALUES)];
    if let Some((count, limit)) = limits.into_iter().find(|((count, _), limit)| count > limit) {
        invocation.report.push(view.product.too_large_for_catalogue(count, limit));
        return None;
    }
    // Old names count even if their warnings are not reported.
    let old_names = view.found.with_code(OLD_KEY).filter_map(|(found, components, used_in)| {
        let columns = environments.iter().enumerate().filter(|(_, at)| used_in.contains(at));
        Some(OldNameUse {
            place: found.primary()?.span,
            message: found.message().to_owned(),
            components: components.iter().copied().collect(),
            environments: columns.map(|(column, _)| column).collect(),
        })
    });
    let old_names = old_names.collect();
    let is_usable = view.evaluate(invocation, |outcome, assembly, sources| {
        values.add(&outcome, assembly, sources);
    });
    if !is_usable || invocation.report.has_errors() {
        return None;
    }
    let manifests = view.files.iter().map(|file| {
        let manifest = file.as_ref().and_then(|file| file.declared.manifest());
        manifest.map(declaring_files).unwrap_or_default()
    });
    let name = view.name.strip_suffix(PRODUCT_EXTENSION).unwrap_or(view.name);
    let input = CatalogueInput {
        product: view.product,
        assembly: &view.assembly,
        sources: &invocation.sources,
        environments: &environments,
        values: &values,
        manifests: manifests.collect(),
        old_names,
        title: arguments.title.as_deref().unwrap_or(name),
        links: arguments.source_url.as_ref(),
    };
    Some(files(&input))
}

/// The files of a manifest, the manifest first.
fn declaring_files(manifest: &ManifestInput) -> Vec<DeclaringFile> {
    let file = |document: &Document| {
        let source = document.source();
        let fields = document.root().and_then(|root| root.get("config"));
        let line = fields.map_or(1, |fields| source.place(fields.span().start).line);
        DeclaringFile { path: source.name().to_owned(), line }
    };
    manifest.documents().iter().map(file).collect()
}
