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
