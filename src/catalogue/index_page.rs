//! `index.html`: the search, the components, the environments and the rules of the product.

use super::component_page::sentence;
use super::deprecated_page;
use super::field_section::rule_list;
use super::html::Html;
use super::model::{CatalogueModel, FieldCounts};
use super::page::{self, PageKind};

/// Writes the page.
pub(super) fn write(model: &CatalogueModel<'_, '_>) -> String {
    let mut html = Html::default();
    page::open(&mut html, PageKind::Index, model, None);
    html.raw("<h1>").text(model.input.title).raw("</h1>\n<p class=\"lead\">");
    html.count(model.components.len(), ["component", "components"]).raw(", ");
    html.count(model.input.values.count(), ["field", "fields"]).raw(", ");
    if model.is_without_environments() {
        html.raw("no environments.</p>\n");
    } else {
        html.count(model.environments().len(), ["environment", "environments"]).raw(".</p>\n");
    }
    search(&mut html);
    html.raw("<div id=\"page-overview\">\n");
    questions(&mut html, model);
    components(&mut html, model);
    environments(&mut html, model);
    if !model.rules.product.is_empty() {
        html.raw("<h2 id=\"page-rules\">Rules of the product</h2>\n");
        html.raw("<p>confc refuses values that break a rule.</p>\n");
        rule_list(&mut html, model, &model.rules.product);
    }
    untyped(&mut html, model);
    html.raw("</div>\n");
    page::close(&mut html);
    html.finish()
}

fn search(html: &mut Html) {
    html.raw("<div class=\"search\" role=\"search\">\n<label for=\"page-query\">Search for fields</label>\n");
    html.raw("<input id=\"page-query\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\" ");
    html.raw("placeholder=\"pool size\" aria-describedby=\"page-found\">\n");
    html.raw("<p id=\"page-found\" role=\"status\">The search needs scripts. The components are listed below.</p>\n");
    html.raw("<ul id=\"page-results\"></ul>\n</div>\n");
}

/// Links the pages that answer the first questions about a product, each with a number.
fn questions(html: &mut Html, model: &CatalogueModel<'_, '_>) {
    let mut total = FieldCounts::default();
    for component in &model.components {
        let counts = model.counts(component);
        total.differing += counts.differing;
        total.untyped += counts.untyped;
    }
    html.raw("<ul class=\"questions\">\n");
    if model.environments().len() > 1 {
        let texts = [
            "No field differs between environments",
            "field differs between environments",
            "fields differ between environments",
        ];
        question(html, "differences.html", total.differing, texts);
    }
    let texts = [
        "Nothing sets a deprecated field or uses an old name",
        "deprecated field or old name is still in use",
        "deprecated fields or old names are still in use",
    ];
    question(html, "deprecated.html", deprecated_page::count_set(model), texts);
    if total.untyped > 0 {
        question(html, "#page-untyped", total.untyped, ["", "field is untyped", "fields are untyped"]);
    }
    html.raw("</ul>\n");
}

/// Writes a link with a number and its text. `none` replaces both if the number is 0.
fn question(html: &mut Html, address: &str, number: usize, [none, one, many]: [&'static str; 3]) {
    html.raw("<li><a").attribute("href", address).raw(">");
    if number == 0 {
        html.raw(none);
    } else {
        html.raw("<b>").number(number).raw("</b> ").raw(if number == 1 { one } else { many });
    }
    html.raw("</a></li>\n");
}

fn components(html: &mut Html, model: &CatalogueModel<'_, '_>) {
    html.raw("<h2 id=\"page-components\">Components</h2>\n<ul class=\"cards\">\n");
    for component in &model.components {
        html.raw("<li><a class=\"key\"").attribute("href", &page::component_address(component.name));
        html.raw(">").text(component.name).raw("</a><p>");
        sentence(html, model, (component, "components/"));
        html.raw("</p></li>\n");
    }
    html.raw("</ul>\n");
}

fn environments(html: &mut Html, model: &CatalogueModel<'_, '_>) {
    html.raw("<h2 id=\"page-environments\">Environments</h2>\n<ul class=\"cards\">\n");
    let product = model.input.product;
    for (column, at) in model.input.environments.iter().enumerate() {
        let Some(environment) = product.environments.get(*at) else { continue };
        html.raw("<li><b class=\"key\">").text(environment.name).raw("</b>");
        if model.is_without_environments() {
            html.raw("<p>The product declares no environments, so it has this one.</p>");
        }
        let bases = environment.lineage.iter().filter(|base| *base != at);
        let bases: Vec<&str> = bases.filter_map(|base| Some(product.environments.get(*base)?.name)).collect();
        if !bases.is_empty() {
            html.raw("<p>Extends ");
            names(html, &bases);
            html.raw(".</p>");
        }
        let left_out = environment.without.keys().filter_map(|at| Some(product.components.get(*at)?.name));
        let left_out: Vec<&str> = left_out.collect();
        if !left_out.is_empty() {
            html.raw("<p>Leaves out ");
            names(html, &left_out);
            html.raw(".</p>");
        }
        let inputs = model.input.values.inputs(column);
        if !inputs.is_empty() {
            html.raw("<dl>");
            for input in inputs {
                html.raw("<dt>").text(&input.name).raw("</dt><dd>");
                match &input.shown {
                    Some(shown) => _ = html.code(shown),
                    None => _ = html.raw("<i>set</i>"),
                }
                html.raw("</dd>");
            }
            html.raw("</dl>");
        }
        html.raw("</li>\n");
    }
    html.raw("</ul>\n");
}

fn names(html: &mut Html, names: &[&str]) {
    for (at, name) in names.iter().enumerate() {
        html.raw(if at > 0 { ", " } else { "" }).code(name);
    }
}

/// Lists the fields whose type says nothing about their values.
fn untyped(html: &mut Html, model: &CatalogueModel<'_, '_>) {
    let untyped = model.positions(&|section| section.is_untyped());
    if untyped.is_empty() {
        return;
    }
    html.raw("<h2 id=\"page-untyped\">Untyped fields</h2>\n<p>Their type allows any JSON value of the listed kinds.</p>\n<ul>\n");
    for at in untyped {
        let Some(section) = model.section(at) else { continue };
        html.raw("<li>");
        page::field_link(html, model, at);
        html.raw(" <code class=\"type\">");
        page::short(html, &section.type_text());
        html.raw("</code></li>\n");
    }
    html.raw("</ul>\n");
}
