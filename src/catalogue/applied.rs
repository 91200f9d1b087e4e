//! Everything that sets values of a component, in the order in which it is applied.

use crate::product::{Assembly, Product, split_pointer};
use crate::text::Span;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A layer, a patch, or a member of `set`.
pub(super) struct AppliedEntry<'c> {
    /// The path of the file relative to the product file, or the path of the field.
    pub(super) name: Cow<'c, str>,
    /// The path of the file; `None` for a member of `set`.
    pub(super) file: Option<&'c str>,
    /// The key in the product file that has it.
    pub(super) key: &'static str,
    /// Its place in the product file.
    pub(super) place: Span,
    /// The positions of the environments that use it.
    pub(super) environments: Vec<usize>,
    stage: AppliedStage,
}

/// The stages of setting values. Each applies everything of the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AppliedStage {
    Layers,
    Patches,
    Settings,
}

/// Returns everything that sets values of a component. The order is the one in each environment, unless two environments
/// extend the same ones in different orders. `environments` are the positions of the environments of the catalogue.
pub(super) fn applied<'c>(
    (product, assembly): (&Product<'_>, &Assembly<'c, '_>),
    component: usize,
    environments: &[usize],
) -> Vec<AppliedEntry<'c>> {
    let mut chain = AppliedChain::default();
    for (column, environment) in environments.iter().enumerate() {
        if product.leaves_out(component, *environment) {
            continue;
        }
        let sources = assembly.sources(component, *environment);
        let layers =
            sources.layers.into_iter().map(|layer| (layer.path, layer.list.key(), AppliedStage::Layers));
        let patches = sources.patches.into_iter().map(|path| (path, "patches", AppliedStage::Patches));
        let files = layers.chain(patches).map(|(path, key, stage)| AppliedEntry {
            name: Cow::Borrowed(&path.relative),
            file: Some(split_pointer(&path.path).0),
            key,
            place: path.place,
            environments: Vec::new(),
            stage,
        });
        let settings = sources.settings.into_iter().map(|setting| AppliedEntry {
            name: setting.shown_path(),
            file: None,
            key: "set",
            place: setting.path.span(),
            environments: Vec::new(),
            stage: AppliedStage::Settings,
        });
        chain.add(files.chain(settings), column);
    }
    chain.finish()
}

/// Entries of several environments in one order.
#[derive(Default)]
struct AppliedChain<'c> {
    entries: Vec<AppliedEntry<'c>>,
    /// The positions of the entries, by their places in the product file.
    known: BTreeMap<Span, usize>,
    first: Option<usize>,
    /// The entry after each.
    next: Vec<Option<usize>>,
}

impl<'c> AppliedChain<'c> {
    /// Adds the entries of the environment at a column. A new entry follows the entry that it follows there.
    fn add(&mut self, entries: impl Iterator<Item = AppliedEntry<'c>>, column: usize) {
        let mut before: Option<usize> = None;
        for entry in entries {
            let at = *self.known.entry(entry.place).or_insert(self.entries.len());
            if at == self.entries.len() {
                self.entries.push(entry);
                let link = before.and_then(|before| self.next.get_mut(before)).unwrap_or(&mut self.first);
                let after = link.replace(at);
                self.next.push(after);
            }
            if let Some(entry) = self.entries.get_mut(at) {
                entry.environments.push(column);
            }
            before = Some(at);
        }
    }

    /// The entries in their order, stage after stage.
    fn finish(self) -> Vec<AppliedEntry<'c>> {
        let mut entries: Vec<Option<AppliedEntry<'c>>> = self.entries.into_iter().map(Some).collect();
        let mut ordered = Vec::with_capacity(entries.len());
        let mut at = self.first;
        while let Some(position) = at {
            ordered.extend(entries.get_mut(position).and_then(Option::take));
            at = self.next.get(position).copied().flatten();
        }
        // The sort is stable.
        ordered.sort_by_key(|entry| entry.stage);
        ordered
    }
}

#[cfg(test)]
mod tests {
    use super::{AppliedChain, AppliedEntry, AppliedStage};
    use crate::text::Sources;
    use std::borrow::Cow;

    /// The chain of these environments, whose entries are letters: `p` to `r` are patches, `s` to `z` settings.
    fn chain(environments: &[&'static str]) -> String {
        let source = Sources::new().add("p".into(), " ".repeat(256), None);
        let mut chain = AppliedChain::default();
        for (column, entries) in environments.iter().enumerate() {
            let entries = entries.char_indices().map(|(at, letter)| AppliedEntry {
                name: Cow::Borrowed(&entries[at..=at]),
                file: None,
                key: "",
                place: source.span(letter.into(), u32::from(letter) + 1),
                environments: Vec::new(),
                stage: match letter {
                    'a'..='o' => AppliedStage::Layers,
                    'p'..='r' => AppliedStage::Patches,
                    _ => AppliedStage::Settings,
                },
            });
            chain.add(entries, column);
        }
        chain.finish().into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn the_order_is_that_of_each_environment() {
        for (environments, expected) in [
            (&["abc"][..], "abc"),
            (&["ac", "abc"], "abc"),
            (&["bc", "ac"], "abc"),
            (&["ap", "abp"], "abp"),
            (&["abp", "aq"], "abqp"),
            (&["as", "aps", "bt"], "bapts"),
            (&["", "a"], "a"),
        ] {
            assert_eq!(chain(environments), expected, "{environments:?}");
        }
    }
}
