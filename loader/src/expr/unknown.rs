//! Values that are not known yet.

use std::collections::BTreeMap;

/// The members of a struct, or the fields of a schema, that are not known: by their positions. All others are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnknownMembers {
    members: BTreeMap<u32, UnknownPart>,
}

/// How much of a member is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownPart {
    /// Nothing of it is known, not even whether it has a value.
    Whole,
    /// It is a struct that has a value; some of its members are not known.
    Members(UnknownMembers),
}

impl UnknownMembers {
    /// Whether all members are known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The positions of the members of which a part is not known, ascending.
    pub fn positions(&self) -> impl Iterator<Item = u32> {
        self.members.keys().copied()
    }

    /// The unknown part of the member at this position; `None` if all of it is known.
    #[must_use]
    pub fn get(&self, position: u32) -> Option<&UnknownPart> {
        self.members.get(&position)
    }

    /// Makes a part of a member unknown. A struct of which all members are known stays known.
    pub fn insert(&mut self, position: u32, part: UnknownPart) {
        match part {
            UnknownPart::Members(members) if members.is_empty() => {}
            part @ (UnknownPart::Whole | UnknownPart::Members(_)) => _ = self.members.insert(position, part),
        }
    }

    /// The unknown part of what a path of members leads to, which begins at a member of this struct.
    #[must_use]
    pub fn at(&self, first: u32, path: &[u32]) -> Option<&UnknownPart> {
        self.get(first)?.at(path)
    }
}

impl UnknownPart {
    /// The unknown part of what a path of members leads to.
    #[must_use]
    pub fn at(&self, path: &[u32]) -> Option<&Self> {
        path.iter().try_fold(self, |part, position| match part {
            Self::Whole => Some(part),
            Self::Members(members) => members.get(*position),
        })
    }
}
