//! Questions about the types and members inside a type.

use super::{Field, Type, UnionCase};

impl Type {
    /// Whether keys of objects in its values are data: it is a map or a `json`, or a part of it is one.
    #[must_use]
    pub fn holds_data_keys(&self) -> bool {
        self.holds(&|ty| matches!(ty, Self::Map(_) | Self::Json(_)))
    }

    /// Whether it is an open struct, or a part of it is one. Takes constant time for a struct.
    #[must_use]
    pub fn holds_rest(&self) -> bool {
        if let Self::Struct(ty) = self {
            return ty.holds_rest();
        }
        self.contents().is_some_and(Self::holds_rest) || self.cases().iter().any(|case| case.ty.holds_rest())
    }

    /// Whether it is a `json`, or a part of it is one.
    #[must_use]
    pub fn holds_json(&self) -> bool {
        self.holds(&Self::is_json)
    }

    /// Whether it is such a type, or a part, member or case of it is one.
    fn holds(&self, is_such: &dyn Fn(&Self) -> bool) -> bool {
        let members = if let Self::Struct(ty) = self { ty.members() } else { &[] };
        is_such(self)
            || self.contents().is_some_and(|contents| contents.holds(is_such))
            || members.iter().any(|member| member.ty.holds(is_such))
            || self.cases().iter().any(|case| case.ty.holds(is_such))
    }

    /// The cases of a union, or of the unions in a vector, array or map; empty for other types.
    #[must_use]
    pub fn inner_cases(&self) -> &[UnionCase] {
        self.contents().map_or_else(|| self.cases(), Self::inner_cases)
    }

    /// Whether its objects may be values of a struct with a sensitive rest.
    #[must_use]
    pub fn hides_entries(&self) -> bool {
        let hides = |ty: &Self| matches!(ty, Self::Struct(ty) if ty.hides_entries());
        hides(self) || self.cases().iter().any(|case| hides(&case.ty))
    }

    /// Whether a member somewhere inside is sensitive. Takes constant time for a struct and for a union.
    #[must_use]
    pub fn holds_sensitive(&self) -> bool {
        match self {
            Self::Struct(ty) => ty.0.holds_sensitive,
            Self::Union(ty) => ty.0.holds_sensitive,
            Self::Vector(_) | Self::Array(_) | Self::Map(_) => {
                self.contents().is_some_and(Self::holds_sensitive)
            }
            Self::Bool
            | Self::Integer(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Enum(_)
            | Self::Json(_) => false,
        }
    }

    /// Calls a function with each member of the struct itself, or of the structs in its parts and cases. Members inside
    /// members are not visited.
    pub fn each_member<'t>(&'t self, then: &mut dyn FnMut(&'t Field)) {
        if let Self::Struct(ty) = self {
            return ty.members().iter().for_each(then);
        }
        self.contents().into_iter().for_each(|contents| contents.each_member(then));
        self.cases().iter().for_each(|case| case.ty.each_member(then));
    }

    /// Whether a member is such a member: of the struct itself, or of the structs in its parts and cases. Members inside
    /// members do not count.
    pub fn any_member(&self, is_such: &dyn Fn(&Field) -> bool) -> bool {
        if let Self::Struct(ty) = self {
            return ty.members().iter().any(is_such);
        }
        self.contents().is_some_and(|contents| contents.any_member(is_such))
            || self.cases().iter().any(|case| case.ty.any_member(is_such))
    }
}
