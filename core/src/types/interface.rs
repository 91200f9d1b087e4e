//! The interface of types and fields, which determines the values that they admit.

use super::{Bound, Constraint, Field, JsonKinds, Presence, Type, UnionCase, Variant};

impl Type {
    /// The constraints in ascending order of their numbers, each kind once.
    pub fn constraints(&self) -> impl Iterator<Item = Constraint<'_>> {
        self.constraints_of_field(Presence::REQUIRED)
    }

    /// As [`constraints`](Self::constraints), with those of a field or member of this type among them.
    pub(crate) fn constraints_of_field(&self, presence: Presence) -> impl Iterator<Item = Constraint<'_>> {
        self.constraint_list(presence).into_iter().flatten()
    }

    /// As [`constraints_of_field`](Self::constraints_of_field), for readers that pass over them twice.
    #[inline]
    pub(crate) fn constraint_list(&self, presence: Presence) -> [Option<Constraint<'_>>; 6] {
        let [first, second, third] = match self {
            Self::Bool | Self::Enum(_) | Self::Struct(_) | Self::Union(_) => [None, None, None],
            Self::Integer(ty) => {
                let (min, max) = ty.bounds.as_deref().map_or((None, None), |bounds| (bounds.min, bounds.max));
                let min = min.map(|min| Constraint::Min(Bound::Integer(min)));
                [min, max.map(|max| Constraint::Max(Bound::Integer(max))), ty.unit.map(Constraint::Unit)]
            }
            Self::Float(ty) => {
                let (min, max) = ty.bounds.as_deref().map_or((None, None), |bounds| (bounds.min, bounds.max));
                let min = min.map(|min| Constraint::Min(Bound::Float(min, ty.kind)));
                [
                    min,
                    max.map(|max| Constraint::Max(Bound::Float(max, ty.kind))),
                    ty.unit.map(Constraint::Unit),
                ]
            }
            Self::String(ty) => [
                Some(Constraint::MaxSize(ty.max_size)),
                (ty.min_size > 0).then_some(Constraint::MinSize(ty.min_size)),
                ty.pattern.as_deref().map(|pattern| Constraint::Pattern(pattern.text())),
            ],
            Self::Vector(ty) => [
                Some(Constraint::MaxCount(ty.max_count)),
                (ty.min_count > 0).then_some(Constraint::MinCount(ty.min_count)),
                ty.unique.then_some(Constraint::Unique),
            ],
            Self::Array(ty) => {
                [Some(Constraint::Count(ty.count)), ty.unique.then_some(Constraint::Unique), None]
            }
            Self::Map(ty) => [
                Some(Constraint::MaxCount(ty.max_count)),
                (ty.min_count > 0).then_some(Constraint::MinCount(ty.min_count)),
                None,
            ],
            Self::Json(ty) => [Some(Constraint::MaxSize(ty.max_size)), None, None],
        };
        let Presence { optional, nullable } = presence;
        let optional = optional.then_some(Constraint::Optional);
        let nullable = nullable.then_some(Constraint::Nullable);
        // No type has both kinds and a tag.
        let [fifth, last] = if let Self::Union(ty) = self {
            [nullable, ty.tag().map(|tag| Constraint::Tag(tag.as_str()))]
        } else {
            let kinds = if let Self::Json(ty) = self { Some(ty.kinds) } else { None };
            let kinds = kinds.filter(|kinds| *kinds != JsonKinds::ALL_BUT_NULL);
            [kinds.map(Constraint::Kinds), nullable]
        };
        [first, second, third, optional, fifth, last]
    }

    /// Whether RFC-0146 has this type with these constraints, so that the first version of the checksum covers it.
    #[must_use]
    pub(crate) fn is_in_rfc(&self) -> bool {
        self.kind().is_in_rfc()
            && self.constraints().all(Constraint::is_required)
            && self.element().is_none_or(|element| element.element().is_none() && element.is_in_rfc())
    }

    /// Whether two types admit the same values under the same names. Documentation and the attributes of members, such
    /// as defaults, do not count.
    #[must_use]
    pub fn is_same_interface(&self, other: &Self) -> bool {
        if self.kind() != other.kind() || !self.constraints().eq(other.constraints()) {
            return false;
        }
        match self {
            Self::Bool | Self::Integer(_) | Self::Float(_) | Self::String(_) | Self::Json(_) => true,
            Self::Enum(_) => {
                let same = |(a, b): (&Variant, &Variant)| a.name == b.name && a.number == b.number;
                self.variants().len() == other.variants().len()
                    && self.variants().iter().zip(other.variants()).all(same)
            }
            Self::Struct(_) => {
                let same = |(a, b): (&Field, &Field)| {
                    a.key == b.key && a.presence() == b.presence() && a.ty.is_same_interface(&b.ty)
                };
                self.members().len() == other.members().len()
                    && self.members().iter().zip(other.members()).all(same)
            }
            Self::Vector(_) | Self::Array(_) | Self::Map(_) => {
                self.parts().zip(other.parts()).all(|(a, b)| a.is_same_interface(b))
            }
            Self::Union(_) => {
                let same =
                    |(a, b): (&UnionCase, &UnionCase)| a.name == b.name && a.ty.is_same_interface(&b.ty);
                self.cases().len() == other.cases().len() && self.cases().iter().zip(other.cases()).all(same)
            }
        }
    }
}

impl Field {
    /// Whether two fields are equal in everything except documentation.
    #[must_use]
    pub fn is_equal_but_for_documentation(&self, other: &Self) -> bool {
        let bare = |field: &Self| {
            let mut field = field.clone();
            field.forget_documentation();
            field
        };
        bare(self) == bare(other)
    }

    /// Its constraints and those of its type, in ascending order of their numbers, each kind once.
    pub fn constraints(&self) -> impl Iterator<Item = Constraint<'_>> {
        self.ty.constraints_of_field(self.presence())
    }

    /// Whether RFC-0146 has such fields, so that the first version of the checksum covers it.
    #[must_use]
    pub(crate) fn is_in_rfc(&self) -> bool {
        self.presence() == Presence::REQUIRED && self.ty.is_in_rfc()
    }
}

#[cfg(test)]
mod tests {
    use crate::types::Type;

    #[test]
    fn interfaces_differ_by_any_part() {
        let texts = [
            "bool",
            "uint8",
            "uint8{max=9}",
            "string:9",
            "enum<a=0>",
            "enum<a=1>",
            "enum<a=0,b=1>",
            "enum<b=0>",
            "struct<a:bool>",
            "struct<a:bool,b:bool>",
            "struct<a:bool?>",
            "struct<a:uint8>",
            "struct<b:bool>",
            "vector<bool>:3",
            "vector<bool>:4",
            "vector<uint8>:3",
            "array<bool>:3",
            "map<string:3,bool>:2",
            "map<string:4,bool>:2",
            "map<string:3,uint8>:2",
            "union<a=bool,b=uint8>",
            "union<a=bool,b=uint8,c=string:3>",
            "union<a=bool,c=uint8>",
            "union<a=bool,b=uint16>",
        ];
        let types: Vec<Type> =
            texts.iter().map(|text| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))).collect();
        for (one, ty) in types.iter().enumerate() {
            for (two, other) in types.iter().enumerate() {
                assert_eq!(ty.is_same_interface(other), one == two, "{} and {}", texts[one], texts[two]);
            }
        }
    }
}
