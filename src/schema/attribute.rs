//! The attributes of type objects, and the roles in which they are allowed.

use crate::types::{ConstraintKind, TypeKind};

macro_rules! attributes {
    ($($attribute:ident $name:literal)*) => {
        /// The name of an attribute.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Attribute { $($attribute),* }

        impl Attribute {
            pub(super) const ALL: &[Self] = &[$(Self::$attribute),*];

            /// Its name in manifests.
            pub(super) const fn name(self) -> &'static str {
                match self { $(Self::$attribute => $name),* }
            }

            pub(super) fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$attribute),)* _ => None }
            }
        }
    };
}

attributes! {
    Type "type"
    // Constraints.
    MaxSize "max_size"
    MinSize "min_size"
    MaxCount "max_count"
    MinCount "min_count"
    Count "count"
    Min "min"
    Max "max"
    Pattern "pattern"
    Unique "unique"
    Unit "unit"
    Kinds "kinds"
    Tag "tag"
    // Parts of a type.
    Element "element"
    Fields "fields"
    Variants "variants"
    Cases "cases"
    // Attributes of a field, not of its type, although the first two are constraints. A case may have a name, too.
    Optional "optional"
    Nullable "nullable"
    Default "default"
    Mutability "mutability"
    Sensitive "sensitive"
    Deprecated "deprecated"
    Name "name"
    Aliases "aliases"
    Rest "rest"
    // Attributes of an item that declares a configuration capability.
    Config "config"
    Key "key"
    From "from"
    Availability "availability"
    Dependency "dependency"
    Value "value"
}

/// The purpose of a type object, which decides which attributes it may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeRole {
    /// A field of the `config` section.
    Field,
    /// A member of a struct.
    Member,
    /// A type of `config_types`.
    NamedType,
    /// The element of a vector or array.
    Element,
    /// The key of a map.
    MapKey,
    /// The value of a map.
    MapValue,
    /// A case of a union.
    Case,
    /// A case of a union with a tag.
    TaggedCase,
    /// A `use` of a configuration capability.
    Use,
    /// A configuration capability that the component itself provides.
    Capability,
}

impl TypeRole {
    /// Whether it is a part of a type, and neither a field nor a capability.
    pub(super) const fn is_part(self) -> bool {
        matches!(self, Self::Element | Self::MapKey | Self::MapValue | Self::Case | Self::TaggedCase)
    }

    /// Its name in messages, with its article.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Field => "a field",
            Self::Member => "a member of a struct",
            Self::NamedType => "a type of `config_types`",
            Self::Element => "an element",
            Self::MapKey => "the key of a map",
            Self::MapValue => "the value of a map",
            Self::Case | Self::TaggedCase => "a case of a union",
            Self::Use => "a `use` of a configuration capability",
            Self::Capability => "a configuration capability",
        }
    }
}

impl Attribute {
    /// Whether it is a constraint or part of a type of this kind: a named type may have it.
    pub(super) fn is_of_type(self, type_kind: TypeKind) -> bool {
        self != Self::Type && self.fits(type_kind, TypeRole::NamedType).is_ok()
    }

    /// Whether a type object of this kind may have the attribute in this role.
    pub(super) fn fits(self, type_kind: TypeKind, role: TypeRole) -> Result<(), Misplaced> {
        let of_type = |fits: bool| if fits { Ok(()) } else { Err(Misplaced::TypeKind) };
        let of_role = |fits: bool| if fits { Ok(()) } else { Err(Misplaced::Role) };
        let constraint = |kind: ConstraintKind| of_type(type_kind.constraints().contains(&kind));
        match self {
            Self::Type => Ok(()),
            Self::MaxSize => constraint(ConstraintKind::MaxSize),
            Self::MinSize => constraint(ConstraintKind::MinSize),
            Self::MaxCount => constraint(ConstraintKind::MaxCount),
            Self::MinCount => constraint(ConstraintKind::MinCount),
            Self::Count => constraint(ConstraintKind::Count),
            Self::Min => constraint(ConstraintKind::Min),
            Self::Max => constraint(ConstraintKind::Max),
            Self::Pattern => constraint(ConstraintKind::Pattern),
            Self::Unique => constraint(ConstraintKind::Unique),
            Self::Unit => constraint(ConstraintKind::Unit),
            Self::Kinds => constraint(ConstraintKind::Kinds),
            Self::Tag => constraint(ConstraintKind::Tag),
            Self::Element => of_type(type_kind.is_list()),
            Self::Fields => of_type(type_kind == TypeKind::Struct),
            Self::Variants => of_type(type_kind == TypeKind::Enum),
            Self::Cases => of_type(type_kind == TypeKind::Union),
            Self::Default => of_role(matches!(role, TypeRole::Field | TypeRole::Member | TypeRole::Use)),
            Self::Mutability => of_role(role == TypeRole::Field),
            Self::Name => of_role(matches!(role, TypeRole::Field | TypeRole::Member | TypeRole::TaggedCase)),
            Self::Optional
            | Self::Nullable
            | Self::Sensitive
            | Self::Deprecated
            | Self::Aliases
            | Self::Rest => of_role(matches!(role, TypeRole::Field | TypeRole::Member)),
            Self::Key if role == TypeRole::Use => Ok(()),
            Self::Value if role == TypeRole::Capability => Ok(()),
            // On other types they look like the attributes of a capability.
            Self::Key | Self::Value => of_role(type_kind == TypeKind::Map),
            Self::From | Self::Availability | Self::Dependency => of_role(role == TypeRole::Use),
            Self::Config => of_role(matches!(role, TypeRole::Use | TypeRole::Capability)),
        }
    }
}

/// Whether the object of a field, member, element or configuration capability may have such a key.
#[must_use]
pub fn is_attribute(name: &str) -> bool {
    Attribute::from_name(name).is_some()
}

/// The names of the attributes that a field, or a member of a struct, may have. `type_kind` is its type, if it is known.
pub(crate) fn attribute_names(
    type_kind: Option<TypeKind>,
    is_member: bool,
) -> impl Iterator<Item = &'static str> {
    let role = if is_member { TypeRole::Member } else { TypeRole::Field };
    let may_fit = move |attribute: &&Attribute| match type_kind {
        Some(type_kind) => attribute.fits(type_kind, role).is_ok(),
        None => TypeKind::ALL.iter().any(|kind| attribute.fits(*kind, role).is_ok()),
    };
    Attribute::ALL.iter().filter(may_fit).map(|attribute| attribute.name())
}

/// Whether the value of an attribute of this name is a bool.
pub(crate) fn is_bool_attribute(name: &str) -> bool {
    let attribute = Attribute::from_name(name);
    attribute.is_some_and(|attribute| {
        matches!(
            attribute,
            Attribute::Unique
                | Attribute::Optional
                | Attribute::Nullable
                | Attribute::Sensitive
                | Attribute::Rest
        )
    })
}

/// Whether an attribute of this name fits a type in a role.
pub(super) fn fits_type(name: &str, type_kind: TypeKind, role: TypeRole) -> bool {
    Attribute::from_name(name).is_some_and(|attribute| attribute.fits(type_kind, role).is_ok())
}

/// Why an attribute does not fit.
pub(super) enum Misplaced {
    TypeKind,
    Role,
}
