//! The lists of layers in a product file: the key, the receivers and the merge strategy of each.

use crate::layers::MergeStrategy;

/// The receivers of a layer of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LayerAudience {
    /// Every component that declares one of its keys.
    Shared,
    /// Every component that has a section in it.
    Sections,
    /// One component.
    One,
}

/// A list of layers of a product, a component, an environment, or a component in an environment.
///
/// Lists are ordered as they are applied: those that unify before those that override, then by their receivers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LayerList {
    /// How its layers are merged with the layers before them.
    pub strategy: MergeStrategy,
    /// The receivers of its layers.
    pub audience: LayerAudience,
}

impl LayerList {
    /// All lists, in order.
    pub const ALL: [Self; 6] = [
        Self { strategy: MergeStrategy::Unify, audience: LayerAudience::Shared },
        Self { strategy: MergeStrategy::Unify, audience: LayerAudience::Sections },
        Self { strategy: MergeStrategy::Unify, audience: LayerAudience::One },
        Self { strategy: MergeStrategy::Override, audience: LayerAudience::Shared },
        Self { strategy: MergeStrategy::Override, audience: LayerAudience::Sections },
        Self { strategy: MergeStrategy::Override, audience: LayerAudience::One },
    ];

    /// Its key in a product file.
    #[must_use]
    pub fn key(self) -> &'static str {
        match (self.strategy, self.audience) {
            (MergeStrategy::Unify, LayerAudience::Shared) => "shared",
            (MergeStrategy::Unify, LayerAudience::Sections) => "sections",
            (MergeStrategy::Unify, LayerAudience::One) => "layers",
            (MergeStrategy::Override, LayerAudience::Shared) => "shared_overrides",
            (MergeStrategy::Override, LayerAudience::Sections) => "section_overrides",
            (MergeStrategy::Override, LayerAudience::One) => "overrides",
        }
    }

    /// The list with this key.
    pub(super) fn named(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|list| list.key() == key)
    }

    /// The key of the list with the same merge strategy and these receivers.
    pub(super) fn key_for(self, audience: LayerAudience) -> &'static str {
        Self { audience, ..self }.key()
    }
}
