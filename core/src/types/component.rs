//! The sections of a manifest that confc copies without interpreting them.

use super::JsonValue;

/// The sections of a manifest that confc copies exactly, without interpreting them.
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
    /// The `x-…` keys, in the order of the manifest.
    pub extensions: Vec<(Box<str>, JsonValue)>,
}

impl Component {
    /// The present sections with their keys in a manifest, the `x-…` keys last.
    pub fn sections(&self) -> impl Iterator<Item = (&str, &JsonValue)> {
        let extensions = self.extensions.iter().map(|(name, json)| (&**name, json));
        self.named().map(|(name, json)| (name as &str, json)).chain(extensions)
    }

    /// The present sections without the `x-…` keys.
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
