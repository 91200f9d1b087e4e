//! The sections of a manifest that confc carries as they are written.

use super::JsonValue;

/// The sections of a manifest that are carried as they are written, nothing interpreted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "each is the section of the same name")]
pub struct Component {
    pub program: Option<JsonValue>,
    pub uses: Option<JsonValue>,
    pub expose: Option<JsonValue>,
    pub offer: Option<JsonValue>,
    pub capabilities: Option<JsonValue>,
    pub children: Option<JsonValue>,
    pub collections: Option<JsonValue>,
    pub environments: Option<JsonValue>,
    pub facets: Option<JsonValue>,
    pub disable: Option<JsonValue>,
    /// The `x-…` keys, in the order they were written.
    pub extensions: Vec<(Box<str>, JsonValue)>,
}

impl Component {
    /// The sections that are there, by the keys that a manifest has for them, the `x-…` keys last.
    pub fn sections(&self) -> impl Iterator<Item = (&str, &JsonValue)> {
        let extensions = self.extensions.iter().map(|(name, json)| (&**name, json));
        self.named().map(|(name, json)| (name as &str, json)).chain(extensions)
    }

    /// The same without the `x-…` keys.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&'static str, &JsonValue)> {
        let Self {
            program,
            uses,
            expose,
            offer,
            capabilities,
            children,
            collections,
            environments,
            facets,
            disable,
            extensions: _,
        } = self;
        let sections = [
            ("program", program),
            ("use", uses),
            ("expose", expose),
            ("offer", offer),
            ("capabilities", capabilities),
            ("children", children),
            ("collections", collections),
            ("environments", environments),
            ("facets", facets),
            ("disable", disable),
        ];
        sections.into_iter().filter_map(|(name, section)| Some((name, section.as_ref()?)))
    }
}
