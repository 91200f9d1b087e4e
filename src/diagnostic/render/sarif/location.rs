//! Places, as SARIF has them.

use super::message::{id, literal};
use super::shape::{
    SarifArtifactLocation, SarifLocation, SarifLogicalLocation, SarifPhysicalLocation, SarifRegion, SarifText,
};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::parts::related;
use crate::text::{STDIN_NAME, Source, Sources, Span, escape};
use std::fmt::Write as _;

/// The place of a diagnostic; none if it is about no input.
pub(super) fn located(diagnostic: &Diagnostic, sources: &Sources) -> Vec<SarifLocation> {
    let place = match (diagnostic.primary(), diagnostic.file()) {
        (Some(label), _) => location(label.span, &label.text, sources),
        (None, Some(STDIN_NAME)) => Some(logical(STDIN_NAME)),
        (None, Some(file)) => Some(physical(file, None)),
        (None, None) => None,
    };
    place.into_iter().collect()
}

/// The places of its causes that are in files, with the ids that links in its message refer to.
pub(super) fn related_locations(diagnostic: &Diagnostic, sources: &Sources) -> Vec<SarifLocation> {
    let (causes, _) = related(diagnostic, sources);
    let causes = causes.iter().enumerate().filter_map(|(at, (span, label))| {
        sources.of(*span).filter(|source| source.is_file())?;
        Some(SarifLocation { id: Some(id(at)), ..location(*span, label, sources)? })
    });
    causes.collect()
}

/// A place with its label.
fn location(span: Span, label: &str, sources: &Sources) -> Option<SarifLocation> {
    let source = sources.of(span)?;
    let place = if source.is_file() {
        physical(source.name(), Some(region(source, span)))
    } else {
        logical(source.name())
    };
    let message = SarifText { text: literal(&escape::plain(label).to_string()), markdown: None };
    Some(SarifLocation { message: Some(message).filter(|_| !label.is_empty()), ..place })
}

fn physical(name: &str, region: Option<SarifRegion>) -> SarifLocation {
    let artifact_location = SarifArtifactLocation { uri: uri(name) };
    let physical_location = Some(SarifPhysicalLocation { artifact_location, region });
    SarifLocation { id: None, physical_location, logical_locations: Vec::new(), message: None }
}

/// The location of a text without a file. A viewer cannot show a place in it, so the message contains the
/// place.
fn logical(name: &str) -> SarifLocation {
    let name = SarifLogicalLocation { fully_qualified_name: escape::plain(name).to_string() };
    SarifLocation { id: None, physical_location: None, logical_locations: vec![name], message: None }
}

/// The region of a span. As in our own positions, lines and columns count from 1, and the end is after the last
/// character.
pub(super) fn region(source: &Source, span: Span) -> SarifRegion {
    let (start, end) = (source.place(span.start), source.place(span.end));
    SarifRegion {
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}

/// A path as spelled, as a URI: relative to the folder that confc runs in, unless it is absolute.
pub(super) fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut uri = String::with_capacity(path.len() + 8);
    if path.starts_with('/') {
        uri += "file://";
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn a_path_is_a_uri() {
        for (path, expected) in [
            ("a/b-1_c~.cml", "a/b-1_c~.cml"),
            ("./a.cml", "a.cml"),
            ("../a.cml", "../a.cml"),
            ("/a b/c.cml", "file:///a%20b/c.cml"),
            ("c:100%,ß?#.cml", "c%3A100%25%2C%C3%9F%3F%23.cml"),
            ("a\n\u{1b}\u{202e}", "a%0A%1B%E2%80%AE"),
        ] {
            assert_eq!(uri(path), expected);
        }
    }
}
