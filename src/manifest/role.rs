//! Roles of the keys in `config` and `config_types`: fields, attributes of a type, variants, cases, or keys that only look
//! like them, such as the members of a `default`.

/// The role of the keys of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyRole {
    /// Fields or struct members: the `config` object itself, and `fields` objects inside it.
    Fields,
    /// Named types: the `config_types` object.
    NamedTypes,
    /// Attributes of a type.
    Type,
    /// Variants of an enum.
    Variants,
    /// Cases of a union.
    Cases,
    /// None of these.
    Other,
}

impl KeyRole {
    /// The role of the object under this key of a manifest.
    pub(super) fn of_section(name: &str) -> Self {
        match name {
            "config" => Self::Fields,
            "config_types" => Self::NamedTypes,
            _ => Self::Other,
        }
    }

    /// The role of the object under this key, in an object with this role.
    pub(super) fn of_member(self, key: &str) -> Self {
        match (self, key) {
            (Self::Fields | Self::NamedTypes | Self::Cases, _)
            | (Self::Type, "element" | "key" | "value") => Self::Type,
            (Self::Type, "fields") => Self::Fields,
            (Self::Type, "variants") => Self::Variants,
            (Self::Type, "cases") => Self::Cases,
            (Self::Type | Self::Variants | Self::Other, _) => Self::Other,
        }
    }

    /// Whether `///` above a key is its documentation.
    pub(super) fn is_documented(self) -> bool {
        match self {
            Self::Fields | Self::NamedTypes | Self::Variants | Self::Cases => true,
            Self::Type | Self::Other => false,
        }
    }
}
