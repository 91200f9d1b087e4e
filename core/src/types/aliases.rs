//! Which of many fields an old key means.

use super::{Field, Key};
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
    /// The position of the field that has this alias; `fields` are always the same.
    pub(crate) fn position(&self, fields: &[Field], name: &str) -> Option<usize> {
        let text = |(field, alias): (usize, usize)| Some(fields.get(field)?.aliases.get(alias)?.as_str());
        let sorted = self.0.get_or_init(|| {
            let of_field =
                |(at, field): (usize, &Field)| (0..field.aliases.len()).map(move |alias| (at, alias));
            let mut aliases: Box<[_]> = fields.iter().enumerate().flat_map(of_field).collect();
            aliases.sort_unstable_by_key(|at| text(*at));
            aliases
        });
        let found = sorted.binary_search_by(|at| text(*at).cmp(&Some(name))).ok()?;
        sorted.get(found).map(|(field, _)| *field)
    }
}

/// An alias that is another alias of these fields, or one of their keys.
pub(crate) fn taken_alias(fields: &[Field], is_key: impl Fn(&Key) -> bool) -> Option<&Key> {
    let mut aliases: Vec<&Key> = Vec::with_capacity(fields.iter().map(|field| field.aliases.len()).sum());
    aliases.extend(fields.iter().flat_map(|field| &field.aliases));
    aliases.sort_unstable();
    let twice = aliases.windows(2).find_map(|pair| match pair {
        [a, b] if a == b => Some(*a),
        _ => None,
    });
    twice.or_else(|| aliases.iter().copied().find(|alias| is_key(alias)))
}
