//! The sections of a manifest that confc carries as they are written.

use super::Datum;

/// The sections of a manifest that are carried as they are written, nothing interpreted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "each is the section of the same name")]
pub struct Component {
    pub program: Option<Datum>,
    pub uses: Option<Datum>,
    pub expose: Option<Datum>,
    pub offer: Option<Datum>,
    pub capabilities: Option<Datum>,
    pub children: Option<Datum>,
    pub collections: Option<Datum>,
    pub environments: Option<Datum>,
    pub facets: Option<Datum>,
    pub disable: Option<Datum>,
    /// The `x-…` keys, in the order they were written.
    pub extensions: Vec<(Box<str>, Datum)>,
}

impl Component {
    /// The sections that are there, by the keys that a manifest has for them, the `x-…` keys last.
    pub fn sections(&self) -> impl Iterator<Item = (&str, &Datum)> {
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
            extensions,
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
        let sections = sections.into_iter().filter_map(|(name, section)| Some((name, section.as_ref()?)));
        sections.chain(extensions.iter().map(|(name, datum)| (&**name, datum)))
    }
}
