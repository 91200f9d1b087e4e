//! What a declaration has at a place of a document.

use super::manifest::Stanza;
use crate::types::{Field, Type};
use std::collections::HashSet;

/// What belongs at a place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape<'a> {
    /// An object with these fields; some of them have these aliases.
    Fields(&'a [Field], &'a HashSet<&'a str>),
    /// A value of this type.
    Type(&'a Type, &'a HashSet<&'a str>),
    /// A value of the type that a manifest writes here.
    Written(&'a Stanza<'a>),
    /// Nobody knows what.
    Nothing,
}

impl<'a> Shape<'a> {
    /// What belongs under a key, and whether it is sensitive. `None` where the key is not known.
    pub(super) fn member(self, key: &str) -> Option<(Self, bool)> {
        let (fields, aliases) = match self {
            Self::Fields(fields, aliases) => (fields, aliases),
            Self::Type(Type::Struct(ty), aliases) => (ty.members(), aliases),
            Self::Written(stanza) => {
                let member = stanza.members.get(key)?;
                return Some((Self::Written(member), member.sensitive));
            }
            Self::Type(..) | Self::Nothing => return None,
        };
        let at = fields.binary_search_by(|field| field.key.as_str().cmp(key)).ok();
        let by_alias =
            || fields.iter().position(|field| field.aliases.iter().any(|name| name.as_str() == key));
        let at = at.or_else(|| aliases.contains(key).then(by_alias).flatten())?;
        let field = fields.get(at)?;
        Some((Self::Type(&field.ty, aliases), field.sensitive))
    }

    /// What belongs in an array; `None` where no array does.
    pub(super) fn element(self) -> Option<Self> {
        match self {
            Self::Type(ty, aliases) => Some(Self::Type(ty.element()?, aliases)),
            Self::Written(stanza) => stanza.element.as_deref().map(Self::Written),
            Self::Fields(..) | Self::Nothing => None,
        }
    }

    /// Whether something in what belongs here is sensitive.
    pub(super) fn has_secrets(self) -> bool {
        match self {
            Self::Fields(fields, _) => fields.iter().any(Field::holds_sensitive),
            Self::Type(ty, _) => ty.holds_sensitive(),
            Self::Written(stanza) => stanza.holds_sensitive(),
            Self::Nothing => false,
        }
    }
}
