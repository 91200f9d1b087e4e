//! The page of a component: its fields with their values, its rules, its sources and its readers.

use super::applied::AppliedEntry;
use super::field_section::{self, rule_list};
use super::graph;
use super::html::Html;
use super::model::{CatalogueModel, ComponentModel};
use super::page::{self, PageKind};
use super::places::NamedFile;
use super::sections::FieldSection;

/// The page of a component, or the parts of a long one.
pub(super) struct ComponentPages {
    /// The texts.
    pub(super) texts: Vec<String>,
    /// The position of the first section of each part.
    pub(super) first_sections: Vec<usize>,
}

/// Writes the pages of the component at a position.
pub(super) fn write(
    model: &CatalogueModel<'_, '_>,
    (component, at): (&ComponentModel<'_>, usize),
) -> ComponentPages {
    let (mut bodies, mut first_sections) = (vec![Html::default()], vec![0]);
    for (number, section) in component.sections.iter().enumerate() {
        let is_full = bodies.last().is_some_and(|body| body.len() > page::MAX_PART);
        if is_full && section.is_top() {
            bodies.push(Html::default());
            first_sections.push(number);
        }
        if let Some(body) = bodies.last_mut() {
            field_section::write(body, model, (component, at), section);
        }
    }
    let firsts = first_sections.iter().map(|first| component.sections.get(*first));
    let named = |(part, section): (usize, Option<&FieldSection<'_>>)| {
        let first = section.map(|section| section.path.clone()).unwrap_or_default();
        (page::component_page(component.name, part), first)
    };
    let parts: Vec<(String, String)> = firsts.enumerate().map(named).collect();
    let ends = first_sections.iter().skip(1).copied().chain([component.sections.len()]);
    let ranges: Vec<_> = first_sections.iter().copied().zip(ends).collect();
    let written = bodies.iter().zip(ranges).enumerate();
    let texts = written.map(|(part, (body, (start, end)))| {
        let sections = component.sections.get(start..end).unwrap_or_default();
        part_of_page(model, (component, at), (&parts, part), (sections, body))
    });
    ComponentPages { texts: texts.collect(), first_sections }
}

/// Writes a part of the page. The first one also has the rules and the sources of the component.
fn part_of_page(
    model: &CatalogueModel<'_, '_>,
    (component, at): (&ComponentModel<'_>, usize),
    (parts, part): (&[(String, String)], usize),
    (sections, body): (&[FieldSection<'_>], &Html),
) -> String {
    let rules = model.rules.own.get(at).map(Vec::as_slice).unwrap_or_default();
    let mut html = Html::default();
    page::open(&mut html, PageKind::Component, model, Some(component.name));
    html.raw("<h1 class=\"key\">").text(component.name).raw("</h1>\n<p class=\"lead\">");
    sentence(&mut html, model, (component, ""));
    html.raw("</p>\n");
    page::parts(&mut html, parts, part);
    if !sections.is_empty() {
        html.raw("<div class=\"columns\">\n");
        contents(&mut html, model, (component.name, sections), !rules.is_empty());
        html.raw("<div>\n<h2 class=\"unseen\">Fields</h2>\n").part(body).raw("</div>\n</div>\n");
    }
    if part == 0 {
        if !rules.is_empty() {
            html.raw("<h2 id=\"page-rules\">Rules</h2>\n<p>confc refuses values that break a rule.</p>\n");
            rule_list(&mut html, model, rules);
        }
        origins(&mut html, model, component);
    }
    page::close(&mut html);
    html.finish()
}

/// Summarizes a component: the numbers of its fields, and the components that it reads. `up` leads to the folder of
/// components.
pub(super) fn sentence(
    html: &mut Html,
    model: &CatalogueModel<'_, '_>,
    (component, up): (&ComponentModel<'_>, &'static str),
) {
    let counts = model.counts(component);
    match counts.listed {
        0 => _ = html.raw("No fields"),
        listed => _ = html.count(listed, ["field", "fields"]),
    }
    if counts.listed > 0 && model.environments().len() > 1 {
        match counts.differing {
            0 => _ = html.raw(", no differences"),
            count => _ = html.raw(", ").count(count, ["differs", "differ"]),
        }
    }
    if counts.secret > 0 {
        html.raw(", ").count(counts.secret, ["is secret", "are secret"]);
    }
    if counts.with_secret_parts > 0 {
        html.raw(", ").count(counts.with_secret_parts, ["has secret parts", "have secret parts"]);
    }
    if counts.untyped > 0 {
        html.raw(", ").count(counts.untyped, ["is untyped", "are untyped"]);
    }
    html.raw(".");
    for (at, (_, target)) in component.imports.iter().enumerate() {
        html.raw(if at == 0 { " Reads " } else { ", " });
        component_link(html, target, up);
    }
    if !component.imports.is_empty() {
        html.raw(".");
    }
    if !component.left_out.is_empty() {
        html.raw(" Left out of ");
        page::environments(html, model.environments(), &component.left_out);
        html.raw(".");
    }
}

/// Links the sections of a part, the rules and the sources.
fn contents(
    html: &mut Html,
    model: &CatalogueModel<'_, '_>,
    (name, sections): (&str, &[FieldSection<'_>]),
    has_rules: bool,
) {
    html.raw("<nav class=\"toc\" aria-label=\"On this page\">\n<ul>\n");
    for section in sections.iter().filter(|section| !section.is_inner) {
        html.raw("<li><a").attribute("href", &format!("#{}", section.path)).raw(">");
        html.text(&section.path).raw("</a>");
        if model.differs(section) {
            html.raw("<span class=\"dot\" title=\"differs between environments\"></span>");
        }
        html.raw("</li>\n");
    }
    html.raw("</ul>\n<ul>\n");
    let first = page::component_page(name, 0);
    if has_rules {
        html.raw("<li><a").attribute("href", &format!("{first}#page-rules")).raw(">Rules</a></li>\n");
    }
    html.raw("<li><a").attribute("href", &format!("{first}#page-origins"));
    html.raw(">Sources and readers</a></li>\n</ul>\n</nav>\n");
}

/// Writes the sources of the component, and the components that read it.
fn origins(html: &mut Html, model: &CatalogueModel<'_, '_>, component: &ComponentModel<'_>) {
    html.raw("<h2 id=\"page-origins\">Sources and readers</h2>\n");
    graph::write(html, component);
    html.raw("<dl class=\"origins\">\n<dt>Declared in</dt><dd>");
    model.places.write_file(html, &component.file);
    html.raw("</dd>\n");
    if !component.includes.is_empty() {
        html.raw("<dt>Includes</dt><dd><ul>\n");
        for file in &component.includes {
            model.places.write_file(html.raw("<li>"), file);
            html.raw("</li>\n");
        }
        html.raw("</ul></dd>\n");
    }
    if !component.applied.is_empty() {
        html.raw("<dt>Values from, in order</dt><dd><ol>\n");
        for entry in &component.applied {
            applied_entry(html, model, entry);
        }
        html.raw("</ol></dd>\n");
    }
    if !component.imports.is_empty() {
        html.raw("<dt>Reads</dt><dd><ul>\n");
        for (name, target) in &component.imports {
            html.raw("<li>");
            component_link(html, target, "");
            if name != target {
                html.raw(" as ").code(name);
            }
            html.raw("</li>\n");
        }
        html.raw("</ul></dd>\n");
    }
    if !component.importers.is_empty() {
        html.raw("<dt>Read by</dt><dd><ul>\n");
        for name in &component.importers {
            html.raw("<li>");
            component_link(html, name, "");
            html.raw("</li>\n");
        }
        html.raw("</ul></dd>\n");
    }
    html.raw("</dl>\n");
}

fn applied_entry(html: &mut Html, model: &CatalogueModel<'_, '_>, entry: &AppliedEntry<'_>) {
    html.raw("<li>");
    match entry.file {
        Some(path) => {
            model.places.write_file(html, &NamedFile { name: (&*entry.name).into(), path, line: 1 })
        }
        None => _ = html.code(&entry.name),
    }
    html.raw(" <span class=\"where\">").raw(entry.key).raw(", ");
    model.places.write(html, entry.place);
    html.raw("</span> ");
    page::environments(html, model.environments(), &entry.environments);
    html.raw("</li>\n");
}

fn component_link(html: &mut Html, name: &str, up: &'static str) {
    html.raw("<a class=\"key\" href=\"").raw(up).text(&page::component_page(name, 0)).raw("\">");
    html.text(name).raw("</a>");
}
