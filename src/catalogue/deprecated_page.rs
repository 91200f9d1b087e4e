//! `deprecated.html`: deprecated fields and old names, with the layers that still use them.

use super::html::Html;
use super::model::{CatalogueModel, OldNameUse};
use super::page::{self, PageKind};
use super::prose::spans;
use super::sections::FieldSection;
use crate::provenance::ExplainedPlace;
use std::collections::{BTreeMap, BTreeSet};

/// The places that set a field, each with the positions of the environments.
type Setters = BTreeMap<ExplainedPlace, BTreeSet<usize>>;

/// Writes the page.
pub(super) fn write(model: &CatalogueModel<'_, '_>) -> String {
    let mut html = Html::default();
    page::open(&mut html, PageKind::Deprecated, model, Some("Deprecated"));
    html.raw("<h1>Deprecated</h1>\n<h2 id=\"page-fields\">Deprecated fields</h2>\n");
    fields(&mut html, model);
    html.raw("<h2 id=\"page-names\">Old names</h2>\n");
    old_names(&mut html, model);
    page::close(&mut html);
    html.finish()
}

/// The number of deprecated fields that are set, and of places with old names.
pub(super) fn count_set(model: &CatalogueModel<'_, '_>) -> usize {
    let set = deprecated(model).into_iter().filter(|at| !setters(model, *at).is_empty());
    set.count() + model.input.old_names.len()
}

fn deprecated(model: &CatalogueModel<'_, '_>) -> Vec<(usize, usize)> {
    model.positions(&|section| section.deprecated().is_some())
}

/// The places that set the field of a section, or a member of it.
fn setters(model: &CatalogueModel<'_, '_>, position: (usize, usize)) -> Setters {
    let mut setters = Setters::new();
    let (component, at) = position;
    let Some(component) = model.components.get(component) else { return setters };
    let Some(section) = component.sections.get(at) else { return setters };
    let members = format!("{}.", section.path);
    let is_within = |of: &&FieldSection<'_>| of.path == section.path || of.path.starts_with(&members);
    // The members of a struct follow it.
    let within = component.sections.iter().skip(at).take_while(is_within);
    for row in within.flat_map(|of| model.rows(of)) {
        let rows = row.content.explained.iter().flat_map(|explained| &explained.rows);
        for assignment in rows.filter(|row| row.gives_value()) {
            setters.entry(assignment.place).or_default().extend(&row.environments);
        }
    }
    setters
}

fn fields(html: &mut Html, model: &CatalogueModel<'_, '_>) {
    let deprecated = deprecated(model);
    if deprecated.is_empty() {
        html.raw("<p>No field is deprecated.</p>\n");
        return;
    }
    html.raw("<table class=\"fields\">\n<thead><tr><th>Field</th><th>Set by</th></tr></thead>\n<tbody>\n");
    for at in deprecated {
        let Some(section) = model.section(at) else { continue };
        html.raw("<tr><th>");
        page::field_link(html, model, at);
        html.raw("<p>");
        spans(html, section.deprecated().unwrap_or_default());
        html.raw("</p></th><td>");
        let setters = setters(model, at);
        if setters.is_empty() {
            let is_inner = section.is_inner;
            html.raw(if is_inner { "part of another value" } else { "nothing sets it" });
        } else {
            html.raw("<ul>\n");
            for (place, environments) in setters {
                html.raw("<li><span>");
                let columns: Vec<usize> = environments.into_iter().collect();
                page::environments(html, model.environments(), &columns);
                html.raw("</span> <span>");
                model.places.write_place(html, place);
                html.raw("</span></li>\n");
            }
            html.raw("</ul>\n");
        }
        html.raw("</td></tr>\n");
    }
    html.raw("</tbody>\n</table>\n");
}

fn old_names(html: &mut Html, model: &CatalogueModel<'_, '_>) {
    let named = model.positions(&|section| !section.aliases().is_empty());
    if named.is_empty() {
        html.raw("<p>No field has an old name.</p>\n");
        return;
    }
    if model.input.old_names.is_empty() {
        html.raw("<p>Nothing uses an old name.</p>\n");
    } else {
        html.raw("<p>These places use old names:</p>\n<ul class=\"uses\">\n");
        model.input.old_names.iter().for_each(|used| old_name(html, model, used));
        html.raw("</ul>\n");
    }
    html.raw("<table class=\"fields\">\n<thead><tr><th>Field</th><th>Old names</th></tr></thead>\n<tbody>\n");
    for at in named {
        let Some(section) = model.section(at) else { continue };
        html.raw("<tr><th>");
        page::field_link(html, model, at);
        html.raw("</th><td>");
        for (at, alias) in section.aliases().iter().enumerate() {
            html.raw(if at > 0 { ", " } else { "" }).code(alias.as_str());
        }
        html.raw("</td></tr>\n");
    }
    html.raw("</tbody>\n</table>\n");
}

fn old_name(html: &mut Html, model: &CatalogueModel<'_, '_>, used: &OldNameUse) {
    html.raw("<li>");
    model.places.write(html, used.place);
    html.raw(": ");
    spans(html, &used.message);
    html.raw(" <span class=\"where\">");
    let components = used.components.iter().filter_map(|at| model.components.get(*at));
    for component in components {
        html.raw("<a class=\"key\"").attribute("href", &page::component_address(component.name));
        html.raw(">").text(component.name).raw("</a> ");
    }
    page::environments(html, model.environments(), &used.environments);
    html.raw("</span></li>\n");
}
