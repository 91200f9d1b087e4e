//! The index of the aliases of fields.

use super::Key;
use std::sync::OnceLock;

/// The aliases of fields, sorted. They are sorted at the first search and kept, since callers search for many names.
#[derive(Debug, Clone, Default)]
pub(crate) struct AliasIndex(OnceLock<Box<[(usize, usize)]>>);

/// All indexes are equal: an index follows from the fields.
impl PartialEq for AliasIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl AliasIndex {
    /// The position of the field that has this alias. `aliases_of` gives the aliases of the field at a position, the
    /// same in every call.
    pub(crate) fn position<'f>(
        &self,
        aliases_of: impl Fn(usize) -> Option<&'f [Key]>,
        name: &str,
    ) -> Option<usize> {
        let text = |(field, alias): (usize, usize)| Some(aliases_of(field)?.get(alias)?.as_str());
        let sorted = self.0.get_or_init(|| {
            let counts = (0..).map_while(|field| Some((field, aliases_of(field)?.len())));
            let mut aliases: Box<[_]> =
                counts.flat_map(|(field, count)| (0..count).map(move |alias| (field, alias))).collect();
            aliases.sort_unstable_by_key(|at| text(*at));
            aliases
        });
        let found = sorted.binary_search_by(|at| text(*at).cmp(&Some(name))).ok()?;
        sorted.get(found).map(|(field, _)| *field)
    }
}
