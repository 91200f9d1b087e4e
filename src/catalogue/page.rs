//! The frame of all pages: head, navigation, and small parts that several pages share.

use super::html::Html;
use super::model::CatalogueModel;
use crate::product::ListedValue;

/// The content security policy of each page: only scripts, styles and images of the catalogue.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; \
                      form-action 'none'";

/// The most environments that are shown next to a value. A longer list is folded.
const MAX_NAMED: usize = 12;

/// A page of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageKind {
    /// `index.html`.
    Index,
    /// `components/NAME.html`.
    Component,
    /// `differences.html`.
    Differences,
    /// `deprecated.html`.
    Deprecated,
}

impl PageKind {
    /// The relative path from the page to the folder of the catalogue.
    fn up(self) -> &'static str {
        match self {
            Self::Component => "../",
            Self::Index | Self::Differences | Self::Deprecated => "",
        }
    }
}

/// Writes the start of a page: head, skip link and navigation. The title of the page is `heading` and the title of the
/// catalogue.
pub(super) fn open(html: &mut Html, page: PageKind, model: &CatalogueModel<'_, '_>, heading: Option<&str>) {
    let (title, up) = (model.input.title, page.up());
    html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.raw("<meta http-equiv=\"Content-Security-Policy\"").attribute("content", POLICY).raw(">\n");
    html.raw("<meta name=\"referrer\" content=\"no-referrer\">\n");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    if let Some(heading) = heading {
        html.text(heading).raw(" – ");
    }
    html.text(title).raw("</title>\n<link rel=\"stylesheet\" href=\"").raw(up).raw("style.css\">\n");
    if page == PageKind::Index {
        html.raw("<script src=\"data.js\" defer></script>\n");
    }
    html.raw("<script src=\"").raw(up).raw("app.js\" defer></script>\n</head>\n<body>\n");
    html.raw("<a class=\"skip\" href=\"#page-main\">Skip to the content</a>\n<header class=\"bar\">\n<div class=\"frame\">\n");
    html.raw("<a class=\"home\" href=\"").raw(up).raw("index.html\">").text(title).raw("</a>\n");
    html.raw("<nav aria-label=\"Pages\">\n");
    let links = [
        (PageKind::Index, "index.html", "Overview"),
        (PageKind::Differences, "differences.html", "Differences"),
        (PageKind::Deprecated, "deprecated.html", "Deprecated"),
    ];
    for (target, address, text) in links {
        html.raw("<a href=\"").raw(up).raw(address).raw("\"");
        html.raw(if page == target { " aria-current=\"page\">" } else { ">" }).raw(text).raw("</a>\n");
    }
    html.raw("</nav>\n");
    if page != PageKind::Index {
        html.raw("<a class=\"find\" href=\"").raw(up).raw("index.html#q=\">Search <kbd>/</kbd></a>\n");
    }
    html.raw("</div>\n</header>\n<main class=\"frame\" id=\"page-main\" tabindex=\"-1\">\n");
}

/// Writes the end of a page.
pub(super) fn close(html: &mut Html) {
    html.raw("</main>\n</body>\n</html>\n");
}

/// Links the section of a component at these positions, from a page in the folder of the catalogue.
pub(super) fn field_link(
    html: &mut Html,
    model: &CatalogueModel<'_, '_>,
    (component, section): (usize, usize),
) {
    let Some(of) = model.components.get(component) else { return };
    let Some(path) = of.sections.get(section).map(|section| section.path.as_str()) else { return };
    let page = component_page(of.name, model.part(component, section));
    html.raw("<a class=\"key\"").attribute("href", &format!("components/{page}#{path}")).raw(">");
    html.text(of.name).raw(".").text(path).raw("</a>");
}

/// The most bytes of sections or rows on one page. A longer page has several parts.
pub(super) const MAX_PART: usize = 1 << 20;

/// The file of a part of a component's page, from 0. No name of a component contains `-`, so no two files have the same
/// name.
pub(super) fn component_page(name: &str, part: usize) -> String {
    if part == 0 && !is_device(name) { format!("{name}.html") } else { format!("{name}-{}.html", part + 1) }
}

/// The address of a component's page, from a page in the folder of the catalogue.
pub(super) fn component_address(name: &str) -> String {
    format!("components/{}", component_page(name, 0))
}

/// Whether this is the name of a device on Windows, where no file has this name, whatever its extension.
fn is_device(name: &str) -> bool {
    let is_port = |number: &str| matches!(number.as_bytes(), [b'1'..=b'9']);
    matches!(name, "aux" | "con" | "nul" | "prn")
        || ["com", "lpt"].iter().any(|kind| name.strip_prefix(kind).is_some_and(is_port))
}

/// Links the parts of a page, if it has several. `parts` has the file and the first entry of each.
pub(super) fn parts(html: &mut Html, parts: &[(String, String)], current: usize) {
    if parts.len() < 2 {
        return;
    }
    html.raw("<nav class=\"parts\" aria-label=\"Parts\">\n<ol>\n");
    for (at, (file, first)) in parts.iter().enumerate() {
        html.raw("<li><a").attribute("href", file).attribute("data-first", first);
        html.raw(if at == current { " aria-current=\"page\">" } else { ">" }).raw("from ").text(first);
        html.raw("</a></li>\n");
    }
    html.raw("</ol>\n</nav>\n");
}

/// Writes the names of environments at these positions.
pub(super) fn environments(html: &mut Html, names: &[String], columns: &[usize]) {
    if columns.len() == names.len() && names.len() > 1 {
        html.raw("<span class=\"env\">all environments</span>");
        return;
    }
    let is_long = columns.len() > MAX_NAMED;
    if is_long {
        html.raw("<details><summary>").number(columns.len()).raw(" environments</summary>");
    }
    for (at, name) in columns.iter().filter_map(|at| names.get(*at)).enumerate() {
        html.raw(if at > 0 { " " } else { "" }).raw("<span class=\"env\">").text(name).raw("</span>");
    }
    if is_long {
        html.raw("</details>");
    }
}

/// The most characters of a value that a page shows.
const MAX_VALUE: usize = 2_000;

/// The most characters of a type in a table, and of a value in a list.
const MAX_SHORT: usize = 200;

/// Writes a text that is complete in another place. A long text is cut.
pub(super) fn short(html: &mut Html, text: &str) {
    match text.char_indices().nth(MAX_SHORT) {
        Some((end, _)) => html.text(text.get(..end).unwrap_or_default()).raw("…"),
        None => html.text(text),
    };
}

/// Writes a value, in the words of messages. `shown` replaces the listed literal.
pub(super) fn value(html: &mut Html, value: &ListedValue, shown: Option<&str>) {
    match value {
        ListedValue::LeftOut => _ = html.raw("<i>left out</i>"),
        ListedValue::Failed => _ = html.raw("<i>failed</i>"),
        ListedValue::Deferred => _ = html.raw("<i>deferred</i>"),
        ListedValue::Absent => _ = html.raw("<i>not set</i>"),
        ListedValue::Set => _ = html.raw("<i>set</i>"),
        ListedValue::Value(listed) => {
            let text = shown.unwrap_or(listed);
            match text.char_indices().nth(MAX_VALUE) {
                Some((end, _)) => {
                    html.code(text.get(..end).unwrap_or_default());
                    html.raw(" <i>and ").number(text.len() - end).raw(" more bytes</i>");
                }
                None => _ = html.code(text),
            }
        }
    }
}
