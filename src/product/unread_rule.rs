//! Rules of a product that cannot be checked.

use super::declared::DeclaredComponent;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A rule that cannot be checked: it may read a component whose declaration could not be read, or an input whose
/// declaration has an error.
#[derive(Debug, Clone)]
pub(super) struct UnreadRule {
    /// The span of its check.
    pub(super) check: Span,
    /// The positions of the components that it may read.
    pub(super) reads: BTreeSet<usize>,
    /// The input that it may read, if that is the reason.
    pub(super) input: Option<String>,
    /// The component without a declaration that may declare a value in the rule's message sensitive, if that is the
    /// reason.
    pub(super) unknown_receiver: Option<usize>,
}

impl UnreadRule {
    /// Returns the rule if the name of one of the `unread` components is a word in its texts.
    pub(super) fn of(
        item: Node<'_>,
        names: &BTreeMap<&str, usize>,
        unread: &BTreeSet<usize>,
    ) -> Option<Self> {
        Self::named(item, names).filter(|rule| !rule.reads.is_disjoint(unread))
    }

    /// Returns the rule if its message shows values that a component without a declaration receives too. They may be
    /// secret.
    pub(super) fn showing_in_doubt(
        item: Node<'_>,
        names: &BTreeMap<&str, usize>,
        components: &[Option<DeclaredComponent<'_>>],
    ) -> Option<Self> {
        item.get("message").filter(|message| message.text().contains("${"))?;
        let rule = Self::named(item, names)?;
        let unknown = |at: &usize| components.get(*at)?.as_ref()?.unknown_receiver();
        let unknown_receiver = Some(rule.reads.iter().find_map(unknown)?);
        Some(Self { unknown_receiver, ..rule })
    }

    /// A rule that may read each component whose name is a word in its texts.
    pub(super) fn named(item: Node<'_>, names: &BTreeMap<&str, usize>) -> Option<Self> {
        let check = item.get("check").filter(|check| check.kind() == Kind::String)?;
        let texts = item.members().filter(|(_, value)| value.kind() == Kind::String);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut reads = BTreeSet::new();
        for (_, value) in texts {
            let words = value.text().split(|c| !is_part(c));
            reads.extend(words.filter_map(|word| names.get(word).copied()));
        }
        Some(Self { check: check.span(), reads, input: None, unknown_receiver: None })
    }
}
