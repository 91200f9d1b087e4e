//! Places in files as pages show them: names relative to the product file, with links to a site of sources.

use super::html::Html;
use super::source_links::SourceLinks;
use crate::manifest::{normalized_path, relative_path};
use crate::provenance::{ExplainedPlace, ReadOrigin};
use crate::text::{Sources, Span};
use std::borrow::Cow;

/// A line of a file, with the name of the file on pages.
pub(super) struct NamedFile<'p> {
    /// Its path relative to the product file.
    pub(super) name: Cow<'p, str>,
    /// Its path.
    pub(super) path: &'p str,
    /// The line.
    pub(super) line: u32,
}

/// Names places, so that pages do not depend on the working directory.
pub(super) struct PlaceNames<'p> {
    sources: &'p Sources,
    /// The name of each source.
    names: Vec<String>,
    /// The path of each source under the include root, if there are links and it is a file there.
    linked: Vec<Option<String>>,
    links: Option<&'p SourceLinks>,
    /// The include root.
    root: String,
}

impl<'p> PlaceNames<'p> {
    /// Names the places in these sources. `folder` is the folder of the product file, `root` the include root.
    pub(super) fn new(
        sources: &'p Sources,
        (folder, root): (&str, &str),
        links: Option<&'p SourceLinks>,
    ) -> Self {
        let root = normalized_path(root);
        let (mut names, mut linked) = (Vec::new(), Vec::new());
        for source in sources.iter() {
            let path = normalized_path(source.name());
            let has_link = links.is_some() && source.is_file();
            linked.push(if has_link { under_root(&root, &path) } else { None });
            names.push(match source.is_file() {
                true => relative_path(folder, &path),
                false => source.name().to_owned(),
            });
        }
        Self { sources, names, linked, links, root }
    }

    /// The name of the source that contains a span.
    pub(super) fn file(&self, span: Span) -> &str {
        self.names.get(span.source.index()).map_or("", String::as_str)
    }

    /// The file, line and column of a span, or only the name of a text that is not a file, such as a flag.
    pub(super) fn text(&self, span: Span) -> String {
        let Some(source) = self.sources.of(span) else { return String::new() };
        let name = self.file(span);
        if !source.is_file() {
            return name.to_owned();
        }
        let at = source.place(span.start);
        format!("{name}:{}:{}", at.line, at.column)
    }

    /// The text of an assignment's place; `None` if it is unknown.
    pub(super) fn place_text(&self, place: ExplainedPlace) -> Option<String> {
        match place {
            ExplainedPlace::Nowhere => None,
            ExplainedPlace::Default => Some("the default".into()),
            ExplainedPlace::Located(span) | ExplainedPlace::Named(span) => Some(self.text(span)),
        }
    }

    /// Writes a span, as a link if it has one.
    pub(super) fn write(&self, html: &mut Html, span: Span) {
        let path = self.linked.get(span.source.index()).and_then(Option::as_ref);
        let text = self.text(span);
        if let Some((links, path)) = self.links.zip(path)
            && let Some(source) = self.sources.of(span)
        {
            let address = links.address(path, source.place(span.start).line);
            html.raw("<a").attribute("href", &address).raw(">").text(&text).raw("</a>");
        } else {
            html.text(&text);
        }
    }

    /// Writes the name of a file, as a link to its line if it has one.
    pub(super) fn write_file(&self, html: &mut Html, file: &NamedFile<'_>) {
        let path = self.links.and_then(|_| under_root(&self.root, &normalized_path(file.path)));
        if let Some((links, path)) = self.links.zip(path) {
            html.raw("<a").attribute("href", &links.address(&path, file.line)).raw(">");
            html.code(&file.name).raw("</a>");
        } else {
            html.code(&file.name);
        }
    }

    /// Writes the place of an assignment.
    pub(super) fn write_place(&self, html: &mut Html, place: ExplainedPlace) {
        match place {
            ExplainedPlace::Nowhere => {}
            ExplainedPlace::Default => _ = html.raw("the default"),
            ExplainedPlace::Located(span) | ExplainedPlace::Named(span) => self.write(html, span),
        }
    }

    /// Writes the origin of a value that an expression has read.
    pub(super) fn write_origin(&self, html: &mut Html, from: ReadOrigin) {
        match from {
            ReadOrigin::Nobody => _ = html.raw("no layer"),
            ReadOrigin::DefaultOfInput(span) => self.write(html.raw("its default, "), span),
            ReadOrigin::Place(place) => self.write_place(html, place),
            ReadOrigin::OtherComponent => _ = html.raw("the values of another component"),
            ReadOrigin::Members => _ = html.raw("its members"),
        }
    }
}

/// The path of a file under the include root; `None` for another file.
fn under_root(root: &str, path: &str) -> Option<String> {
    Some(relative_path(root, path)).filter(|path| !path.starts_with(".."))
}
