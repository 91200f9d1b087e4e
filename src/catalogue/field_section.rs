//! The section of a field on its component's page: its documentation, its facts, and its values with their origins.

use super::html::Html;
use super::model::{CatalogueModel, ComponentModel};
use super::page;
use super::prose::{paragraphs, spans};
use super::rules::{CatalogueRule, RuleReference};
use super::sections::{FieldSection, SectionContent};
use super::values::CollectedRow;
use crate::generate::{NATIVE_NAME, case_facts, case_in_layers, facts_without_cases};
use crate::product::ListedValue;
use crate::provenance::{ExplainedRow, ExplainedValue};

/// The most elements or entries of a value whose places are listed.
const MAX_ELEMENTS: usize = 100;

/// Writes the section of a field, member or case.
pub(super) fn write(
    html: &mut Html,
    model: &CatalogueModel<'_, '_>,
    (component, at): (&ComponentModel<'_>, usize),
    section: &FieldSection<'_>,
) {
    let class = if section.is_inner { " class=\"field inner\">\n" } else { " class=\"field\">\n" };
    html.raw("<section").attribute("id", &section.path).raw(class);
    heading(html, model, section);
    if let Some(why) = section.deprecated() {
        html.raw("<p class=\"warn\"><strong>Deprecated:</strong> ");
        spans(html, why);
        html.raw("</p>\n");
    }
    if let Some(documentation) = section.documentation() {
        html.raw("<div class=\"doc\">\n");
        paragraphs(html, documentation);
        html.raw("</div>\n");
    }
    facts(html, section);
    values(html, model, section);
    rules(html, model, (component, at), section);
    html.raw("</section>\n");
}

fn heading(html: &mut Html, model: &CatalogueModel<'_, '_>, section: &FieldSection<'_>) {
    let [open, close] = if section.is_inner { ["<h4>", "</h4>\n"] } else { ["<h3>", "</h3>\n"] };
    html.raw("<div class=\"head\">").raw(open).raw("<a");
    html.attribute("href", &format!("#{}", section.path)).raw(">").text(&section.path).raw("</a>").raw(close);
    if let Some(native) = &section.native {
        html.raw("<span class=\"native\">named ").code(native).raw(" in layers</span>\n");
    }
    if let SectionContent::Case(..) = section.content {
        html.raw("<span class=\"tag\">case</span>\n");
    }
    if section.is_secret {
        html.raw("<span class=\"tag\">secret</span>\n");
    }
    if section.has_secret_parts() {
        html.raw("<span class=\"tag\">secret parts</span>\n");
    }
    if section.is_untyped() {
        html.raw("<span class=\"tag\">untyped</span>\n");
    }
    if section.deprecated().is_some() {
        html.raw("<span class=\"tag old\">deprecated</span>\n");
    }
    if model.differs(section) {
        html.raw("<span class=\"tag differs\">differs</span>\n");
    }
    html.raw("</div>\n");
}

/// Writes the facts that `confc generate markdown` lists, each with its name.
fn facts(html: &mut Html, section: &FieldSection<'_>) {
    let facts = match section.content {
        SectionContent::Field(described) => facts_without_cases(&described),
        SectionContent::Case(case, tag) => {
            std::iter::once(case_in_layers(case, tag)).chain(case_facts(case)).collect()
        }
    };
    html.raw("<dl>\n");
    for fact in &facts {
        let (name, text) = fact.split_once(": ").unwrap_or(("", fact));
        if name == NATIVE_NAME && section.native.is_some() {
            // The heading shows it.
            continue;
        }
        html.raw("<dt>").text(name).raw("</dt><dd>");
        spans(html, text);
        html.raw("</dd>\n");
    }
    for (variant, documentation) in section.documented_variants() {
        html.raw("<dt>").code(variant.name.as_str()).raw("</dt><dd>");
        paragraphs(html, documentation);
        html.raw("</dd>\n");
    }
    html.raw("</dl>\n");
}

fn values(html: &mut Html, model: &CatalogueModel<'_, '_>, section: &FieldSection<'_>) {
    let rows = model.rows(section);
    if rows.is_empty() {
        return;
    }
    html.raw("<table class=\"values\">\n<thead><tr><th>Environments</th>");
    html.raw("<th>Value</th><th>From</th></tr></thead>\n<tbody>\n");
    let is_struct = section.ty().is_struct();
    for CollectedRow { content, environments } in rows {
        let explained = content.explained.as_ref();
        html.raw("<tr><th>");
        page::environments(html, model.environments(), environments);
        html.raw("</th><td>");
        let shown = explained.and_then(|explained| explained.shown.strip_prefix(" = "));
        page::value(html, &content.value, shown);
        html.raw("</td><td>");
        match explained {
            Some(explained) => origin(html, model, explained),
            None => match content.value {
                ListedValue::Set if is_struct => _ = html.raw("its members"),
                ListedValue::Absent => _ = html.raw("the struct around it is not set"),
                ListedValue::LeftOut
                | ListedValue::Failed
                | ListedValue::Deferred
                | ListedValue::Set
                | ListedValue::Value(_) => {}
            },
        }
        html.raw("</td></tr>\n");
    }
    html.raw("</tbody>\n</table>\n");
}

fn origin(html: &mut Html, model: &CatalogueModel<'_, '_>, explained: &ExplainedValue) {
    if explained.rows.is_empty() {
        html.raw(if explained.is_unset { "nothing sets it" } else { "nothing sets an entry" });
        return;
    }
    html.raw("<details><summary>");
    match explained.deciding() {
        Some(row) => {
            let is_default = row.action.is_none();
            html.raw(if is_default { "its default" } else { "" });
            let place = model.places.place_text(row.place).filter(|_| !is_default);
            html.text(place.as_deref().unwrap_or_default());
        }
        None => _ = html.raw("nothing sets it"),
    }
    html.raw("</summary>\n<ol class=\"chain\">\n");
    for row in &explained.rows {
        chain_row(html, model, row);
    }
    html.raw("</ol>\n");
    if !explained.parts.is_empty() {
        html.raw("<ul class=\"chain\">\n");
        for part in explained.parts.iter().take(MAX_ELEMENTS) {
            html.raw("<li>").code(&part.path);
            page::short(html, &part.shown);
            model.places.write_place(html.raw(" from "), part.place);
            html.raw("</li>\n");
        }
        if let Some(more) = explained.parts.len().checked_sub(MAX_ELEMENTS).filter(|more| *more > 0) {
            html.raw("<li>and ").number(more).raw(" more</li>\n");
        }
        html.raw("</ul>\n");
    }
    html.raw("</details>");
}

fn chain_row(html: &mut Html, model: &CatalogueModel<'_, '_>, row: &ExplainedRow) {
    html.raw("<li><b>").raw(row.action_name()).raw("</b> ");
    model.places.write_place(html, row.place);
    if !row.text.is_empty() {
        html.raw(" <code>").text(&row.text).raw("</code>");
    }
    if !row.reads.is_empty() {
        html.raw("<ul>\n");
        for read in &row.reads {
            html.raw("<li").raw(depth_class(read.depth)).raw(">reads ").code(&read.name);
            page::short(html, &read.shown);
            model.places.write_origin(html.raw(" from "), read.from);
            html.raw("</li>\n");
        }
        if row.more > 0 {
            html.raw("<li>and ").number(row.more).raw(" more</li>\n");
        }
        html.raw("</ul>\n");
    }
    html.raw("</li>\n");
}

/// The class that indents a read.
fn depth_class(depth: usize) -> &'static str {
    match depth {
        0 | 1 => "",
        2 => " class=\"d2\"",
        3 => " class=\"d3\"",
        _ => " class=\"d4\"",
    }
}

/// Writes the rules that read a field.
fn rules(
    html: &mut Html,
    model: &CatalogueModel<'_, '_>,
    (component, at): (&ComponentModel<'_>, usize),
    section: &FieldSection<'_>,
) {
    let Some(references) = model.rules.by_path.get(at).and_then(|rules| rules.get(&section.path)) else {
        return;
    };
    html.raw("<p class=\"rules\">Rules that read it:</p>\n<ul class=\"rules\">\n");
    for reference in references {
        // The rules are on the first part of the page.
        let (rules, number, page) = match reference {
            RuleReference::Own(number) => {
                (model.rules.own.get(at), *number, page::component_page(component.name, 0))
            }
            RuleReference::Product(number) => {
                (Some(&model.rules.product), *number, "../index.html".to_owned())
            }
        };
        let Some(rule) = number.checked_sub(1).and_then(|at| rules?.get(at)) else { continue };
        html.raw("<li><a").attribute("href", &format!("{page}#rule-{number}")).raw(">");
        html.code(rule.name.as_deref().unwrap_or(&rule.text)).raw("</a></li>\n");
    }
    html.raw("</ul>\n");
}

/// Writes a list of rules, each with its address.
pub(super) fn rule_list(html: &mut Html, model: &CatalogueModel<'_, '_>, rules: &[CatalogueRule]) {
    html.raw("<ul class=\"rule-list\">\n");
    for rule in rules {
        html.raw("<li id=\"rule-").number(rule.number).raw("\">");
        if let Some(name) = &rule.name {
            html.raw("<b>").text(name).raw("</b> ");
        }
        html.code(&rule.text);
        if let Some(message) = &rule.message {
            html.raw("<p>").text(message).raw("</p>");
        }
        if let Some(place) = rule.place {
            html.raw("<p class=\"where\">");
            page::environments(html, model.environments(), &rule.environments);
            html.raw(" ");
            model.places.write(html, place);
            html.raw("</p>");
        }
        html.raw("</li>\n");
    }
    html.raw("</ul>\n");
}
