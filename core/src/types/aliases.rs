//! Which of many fields an old key means.

use super::Key;
use std::sync::OnceLock;

/// The aliases of fields in the order of their texts: worked out when one is first looked for, since some look for
/// one after the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct AliasIndex(OnceLock<Box<[(usize, usize)]>>);

/// It follows from the fields, and is no part of a value.
impl PartialEq for AliasIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl AliasIndex {
    /// The position of the field that has this alias. `aliases_of` gives the aliases of the field at a position, and is
    /// always the same.
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
