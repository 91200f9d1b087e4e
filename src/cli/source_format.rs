//! The formats of texts by the names of their files.

use crate::syntax::Format;
use crate::text::Source;

/// The format of a text, if the name of its file shows it.
pub(super) fn format_of(source: &Source) -> Option<Format> {
    let name = source.name();
    if name.ends_with(".cml") { Some(Format::Json5) } else { Format::of(name) }
}
