//! Renames keys in sources, and keeps everything else.

use crate::syntax::{Document, Format, Node};
use crate::text::{SourceId, Span};
use std::collections::BTreeMap;

/// New names of keys.
#[derive(Debug, Default)]
pub(super) struct Renames {
    /// The new names by the places of the keys. Aliases that repeat a key share its place.
    by_place: BTreeMap<Span, String>,
}

impl Renames {
    /// Gives a key another name.
    pub(super) fn add(&mut self, place: Span, name: &str) {
        self.by_place.insert(place, name.into());
    }

    fn of(&self, source: SourceId) -> impl Iterator<Item = (Span, &str)> {
        let first = Span { source, start: 0, end: 0 };
        self.by_place
            .range(first..)
            .take_while(move |(place, _)| place.source == source)
            .map(|(place, name)| (*place, name.as_str()))
    }
}

/// Returns the text of a source with its keys renamed; `None` if no key in it is renamed.
pub(super) fn renamed(document: &Document, renames: &Renames) -> Option<String> {
    let text = document.source().text();
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for (place, name) in renames.of(document.source().id()) {
        let raw = document.source().slice(place);
        let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''));
        out.push_str(text.get(at..place.start as usize)?);
        out.extend(quote);
        out.push_str(name);
        out.extend(quote);
        at = place.end as usize;
    }
    (at > 0).then(|| out + text.get(at..).unwrap_or_default())
}

/// Whether another name can replace a key in its written form.
pub(super) fn can_rename(key: Node<'_>) -> bool {
    // The span of a dotted key in TOML covers only a part of it.
    if key.document().format() == Format::Toml {
        return false;
    }
    let raw = key.raw();
    let inside = ['"', '\''].into_iter().find_map(|quote| raw.strip_prefix(quote)?.strip_suffix(quote));
    inside.unwrap_or(raw) == key.text()
}
