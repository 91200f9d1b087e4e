//! Reads the pages of a catalogue as a browser does: the values and origins of each field.

use std::collections::BTreeMap;

/// A row of the values of a field.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PageRow {
    /// The names of the environments, or `all environments`.
    pub(super) environments: Vec<String>,
    /// The value, without markup.
    pub(super) value: String,
    /// The lines of the chain: action, place and line of the text, and the values that it reads.
    pub(super) chain: Vec<String>,
}

/// The rows of each field on a component's page, by the address of the field.
pub(super) fn rows(page: &str) -> BTreeMap<String, Vec<PageRow>> {
    let mut fields = BTreeMap::new();
    for section in page.split("<section id=\"").skip(1) {
        let (id, section) = section.split_once('"').unwrap();
        let body = between(section, "<tbody>", "</tbody>").unwrap_or_default();
        fields.insert(text(id), body.split("<tr>").skip(1).map(row).collect());
    }
    fields
}

fn row(row: &str) -> PageRow {
    let (head, rest) = row.split_once("</th>").unwrap();
    let (value, origin) = rest.split_once("</td>").unwrap();
    let environments = head.split("<span class=\"env\">").skip(1);
    let environments = environments.map(|name| text(name.split("</span>").next().unwrap())).collect();
    let chain = origin.split("<li").skip(1).map(|item| text(&format!("<li{item}")));
    PageRow { environments, value: text(value), chain: chain.collect() }
}

/// The text between two marks.
pub(super) fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    text.split_once(open)?.1.split_once(close).map(|(inside, _)| inside)
}

/// The text of markup, with single spaces.
pub(super) fn text(markup: &str) -> String {
    let mut text = String::new();
    let mut rest = markup;
    while let Some((before, tag)) = rest.split_once('<') {
        text += before;
        rest = tag.split_once('>').unwrap_or((tag, "")).1;
    }
    text += rest;
    for (escape, mark) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
        text = text.replace(escape, mark);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
