//! Values that are not known yet.

use std::collections::BTreeMap;

/// The unknown members of a struct, or the unknown fields of a schema, by position. All other members are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnknownMembers {
    members: BTreeMap<u32, UnknownPart>,
}

/// The unknown part of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownPart {
    /// All of the member is unknown, even whether it has a value.
    Whole,
    /// The member is a struct that has a value, and some of its own members are unknown.
    Members(UnknownMembers),
}

impl UnknownMembers {
    /// Whether all members are known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The positions of the members that are unknown, wholly or in part, in ascending order.
    pub fn positions(&self) -> impl Iterator<Item = u32> {
        self.members.keys().copied()
    }

    /// The unknown part of the member at this position; `None` if all of it is known.
    #[must_use]
    pub fn get(&self, position: u32) -> Option<&UnknownPart> {
        self.members.get(&position)
    }

    /// Makes a part of a member unknown. A struct stays known if all of its members are.
    pub fn insert(&mut self, position: u32, part: UnknownPart) {
        match part {
            UnknownPart::Members(members) if members.is_empty() => {}
            part @ (UnknownPart::Whole | UnknownPart::Members(_)) => _ = self.members.insert(position, part),
        }
    }

    /// The unknown part at a path of members; `first` is a member of this struct.
    #[must_use]
    pub fn at(&self, first: u32, path: &[u32]) -> Option<&UnknownPart> {
        self.get(first)?.at(path)
    }
}

impl UnknownPart {
    /// The unknown part at a path of members.
    #[must_use]
    pub fn at(&self, path: &[u32]) -> Option<&Self> {
        path.iter().try_fold(self, |part, position| match part {
            Self::Whole => Some(part),
            Self::Members(members) => members.get(*position),
        })
    }
}
