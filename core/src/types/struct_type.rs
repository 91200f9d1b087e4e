//! Structs: their members by key, and by the names in paths and literals.

use super::ty::StructMembers;
use super::{Field, MapType, NameIndex, StructType, Type};
use std::sync::Arc;

impl StructType {
    /// Sorts the members. A schema refuses the type if a name is repeated.
    #[must_use]
    pub fn new(mut members: Vec<Field>) -> Self {
        members.sort_unstable_by(|a, b| a.key.cmp(&b.key));
        Self::sorted(members)
    }

    /// A struct type of members that are sorted by key.
    pub(crate) fn sorted(members: Vec<Field>) -> Self {
        let rest = members.iter().position(Field::is_rest).and_then(|at| u32::try_from(at).ok());
        let holds_rest = rest.is_some() || members.iter().any(|member| member.ty.holds_rest());
        let holds_sensitive = members.iter().any(Field::holds_sensitive);
        let (fields, names) = (members.into(), NameIndex::default());
        Self(Arc::new(StructMembers { fields, names, rest, holds_rest, holds_sensitive }))
    }

    /// The members, by key.
    #[must_use]
    pub fn members(&self) -> &[Field] {
        &self.0.fields
    }

    /// The position of the member with this key.
    #[must_use]
    pub fn position(&self, key: &str) -> Option<usize> {
        self.members().binary_search_by(|member| member.key.as_str().cmp(key)).ok()
    }

    /// The position of the member with this name in paths and expressions: its key or an alias.
    #[must_use]
    pub fn position_in_path(&self, name: &str) -> Option<usize> {
        self.position(name).or_else(|| {
            let (at, is_alias) = self.find_name(name)?;
            is_alias.then_some(at)
        })
    }

    /// The position of the member with this native name or alias, and whether it is an alias.
    fn find_name(&self, name: &str) -> Option<(usize, bool)> {
        self.0.names.find(|at| Some(&self.members().get(at)?.names), name)
    }

    /// The position of the member with this name in literals: its native name or an alias. If a member has another native
    /// name, its key does not count, unless it is also an alias.
    #[must_use]
    pub fn position_in_literal(&self, name: &str) -> Option<usize> {
        let is_native =
            |at: &usize| self.members().get(*at).is_some_and(|member| member.names.is_native_key());
        let by_key = self.position(name).filter(is_native);
        by_key.or_else(|| Some(self.find_name(name)?.0))
    }

    /// The position of the member with this native name.
    #[must_use]
    pub fn position_of_native_name(&self, name: &str) -> Option<usize> {
        let at = self.position_in_literal(name)?;
        (self.members().get(at)?.native_name() == name).then_some(at)
    }

    /// The position of the rest, the member for entries that no other member takes, with the member and its map.
    #[must_use]
    pub fn rest(&self) -> Option<(usize, &Field, &MapType)> {
        let at = self.0.rest? as usize;
        let member = self.members().get(at)?;
        let Type::Map(map) = &member.ty else { return None };
        Some((at, member, map))
    }

    /// Whether it has a sensitive rest: a key that no member has may be a secret.
    #[must_use]
    pub fn hides_entries(&self) -> bool {
        self.rest().is_some_and(|(_, rest, _)| rest.sensitive)
    }

    /// Whether it is open, or a struct inside of it is.
    #[must_use]
    pub fn holds_rest(&self) -> bool {
        self.0.holds_rest
    }

    /// The rest if it takes an entry with this name: no member has the name in literals, and it is no operator.
    #[must_use]
    pub fn rest_for(&self, name: &str) -> Option<(usize, &Field, &MapType)> {
        self.rest().filter(|_| !name.starts_with('$') && self.position_in_literal(name).is_none())
    }

    /// The type of the value under this name in literals: the type of a member, or of an entry of the rest.
    #[must_use]
    pub fn type_in_literal(&self, name: &str) -> Option<&Type> {
        match self.position_in_literal(name) {
            Some(at) => self.members().get(at).map(|member| &member.ty),
            None => self.rest_for(name).map(|(_, _, map)| map.value()),
        }
    }

    /// The type of the member at this position, mutable. The order of members does not depend on it.
    pub(crate) fn member_type_mut(&mut self, at: usize) -> Option<&mut Type> {
        Some(&mut Arc::make_mut(&mut self.0).fields.get_mut(at)?.ty)
    }

    /// Removes the documentation of the members, at every depth.
    pub(super) fn forget_documentation(&mut self) {
        Arc::make_mut(&mut self.0).fields.iter_mut().for_each(Field::forget_documentation);
    }

    /// Removes the native names and aliases of the members, at every depth. A rest becomes an ordinary member.
    pub(super) fn forget_names(&mut self) {
        let members = Arc::make_mut(&mut self.0);
        members.fields.iter_mut().for_each(Field::forget_names);
        (members.names, members.rest, members.holds_rest) = (NameIndex::default(), None, false);
    }
}
