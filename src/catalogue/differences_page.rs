//! `differences.html`: the fields whose values differ between environments, as `confc list --differing` lists them.

use super::html::Html;
use super::model::CatalogueModel;
use super::page::{self, PageKind};
use super::sections::FieldSection;
use std::fmt::Write as _;

/// Writes the page, or the parts of a long one.
pub(super) fn write(model: &CatalogueModel<'_, '_>) -> Vec<String> {
    let differing = model.positions(&|section| model.differs(section));
    let is_compared = model.environments().len() > 1;
    let secret = model.positions(&|section| {
        is_compared && section.listed.is_some() && (section.is_secret || section.has_secret_parts())
    });
    let mut secrets = secret.iter().filter_map(|at| model.section(*at));
    let has_parts = secrets.any(FieldSection::has_secret_parts);
    let count = differing.len();
    let mut bodies: Vec<(String, Html)> = Vec::new();
    for (rows, is_secret) in [(differing, false), (secret, true)] {
        let mut rows = rows.into_iter().peekable();
        while let Some(first) = rows.peek().copied() {
            let is_full = bodies.last().is_none_or(|(_, body)| body.len() > page::MAX_PART);
            if is_full {
                bodies.push((name(model, first), Html::default()));
            }
            let Some((_, body)) = bodies.last_mut() else { break };
            if is_secret {
                body.raw("<h2 id=\"page-secrets\">Secrets</h2>\n<p>Secret values are never compared.");
                body.raw(if has_parts {
                    " Values with secret parts are compared without these parts.</p>\n"
                } else {
                    "</p>\n"
                });
            } else {
                choice(body, model);
            }
            table(body, model, &mut rows, is_secret);
        }
    }
    if bodies.is_empty() {
        bodies.push((String::new(), Html::default()));
    }
    let named = bodies.iter().enumerate().map(|(part, (first, _))| (file(part), first.clone()));
    let parts: Vec<(String, String)> = named.collect();
    let page = |(part, (_, body)): (usize, &(String, Html))| {
        let mut html = Html::default();
        page::open(&mut html, PageKind::Differences, model, Some("Differences"));
        html.raw("<h1>Differences</h1>\n<p class=\"lead\">");
        match count {
            _ if model.is_without_environments() => {
                html.raw("The product declares no environments, so there is nothing to compare.");
            }
            _ if !is_compared => {
                html.raw("The catalogue has one environment, so there is nothing to compare.");
            }
            0 => _ = html.raw("No field differs between environments."),
            1 => _ = html.raw("1 field differs between environments."),
            count => _ = html.number(count).raw(" fields differ between environments."),
        }
        html.raw("</p>\n");
        page::parts(&mut html, &parts, part);
        html.part(body);
        page::close(&mut html);
        html.finish()
    };
    bodies.iter().enumerate().map(page).collect()
}

/// The file of a part of the page, from 0.
pub(super) fn file(part: usize) -> String {
    if part == 0 { "differences.html".into() } else { format!("differences-{}.html", part + 1) }
}

/// The name of a field in the list of parts.
fn name(model: &CatalogueModel<'_, '_>, at: (usize, usize)) -> String {
    let component = model.components.get(at.0).map(|component| component.name).unwrap_or_default();
    let path = model.section(at).map(|section| section.path.as_str()).unwrap_or_default();
    format!("{component}.{path}")
}

/// Writes the choice of two environments. A script then shows only the fields that differ between them.
fn choice(html: &mut Html, model: &CatalogueModel<'_, '_>) {
    if model.environments().len() < 3 {
        return;
    }
    html.raw("<form class=\"choice\" hidden>\n");
    for (id, label) in [("page-first", "Compare"), ("page-second", "with")] {
        html.raw("<label for=\"")
            .raw(id)
            .raw("\">")
            .raw(label)
            .raw("</label>\n<select id=\"")
            .raw(id)
            .raw("\">\n");
        html.raw("<option value=\"\">all</option>\n");
        for (at, name) in model.environments().iter().enumerate() {
            html.raw("<option value=\"").number(at).raw("\">").text(name).raw("</option>\n");
        }
        html.raw("</select>\n");
    }
    html.raw("<output id=\"page-count\"></output>\n</form>\n");
}

/// Writes rows until the page is full.
fn table(
    html: &mut Html,
    model: &CatalogueModel<'_, '_>,
    rows: &mut impl Iterator<Item = (usize, usize)>,
    is_secret: bool,
) {
    html.raw("<table class=\"fields\"").raw(if is_secret { "" } else { " id=\"page-differences\"" });
    html.raw(">\n<thead><tr><th>Field</th><th>Values</th></tr></thead>\n<tbody>\n");
    for at in rows {
        let Some(section) = model.section(at) else { continue };
        html.raw("<tr><th>");
        page::field_link(html, model, at);
        html.raw(" <code class=\"type\">");
        page::short(html, &section.type_text());
        html.raw("</code>");
        if section.has_secret_parts() {
            html.raw(" <span class=\"tag\">secret parts</span>");
        }
        html.raw("</th><td><ul>\n");
        for (value, columns) in model.values(section) {
            let mut numbers = String::new();
            for column in &columns {
                // Writing to a string cannot fail.
                let _ = write!(numbers, "{column} ");
            }
            html.raw("<li").attribute("data-in", numbers.trim_end()).raw("><span>");
            page::environments(html, model.environments(), &columns);
            html.raw("</span> <span>");
            page::value(html, value, None);
            html.raw("</span></li>\n");
        }
        html.raw("</ul></td></tr>\n");
        if html.len() > page::MAX_PART {
            break;
        }
    }
    html.raw("</tbody>\n</table>\n");
}
