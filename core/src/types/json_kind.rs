//! The kinds of JSON values.

use std::fmt::{self, Display, Formatter};

/// The kind of a JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum JsonKind {
    Bool,
    Number,
    String,
    Array,
    Object,
    Null,
}

impl JsonKind {
    /// All kinds, in the order of type texts.
    pub const ALL: &[Self] = &[Self::Bool, Self::Number, Self::String, Self::Array, Self::Object, Self::Null];

    /// Its name in manifests and type texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
            Self::Null => "null",
        }
    }

    /// Its values in words: `strings`.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Bool => "bools",
            Self::Number => "numbers",
            Self::String => "strings",
            Self::Array => "arrays",
            Self::Object => "objects",
            Self::Null => "nulls",
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Bool => 0x01,
            Self::Number => 0x02,
            Self::String => 0x04,
            Self::Array => 0x08,
            Self::Object => 0x10,
            Self::Null => 0x20,
        }
    }
}

/// The kinds that a `json` type accepts: at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct JsonKinds(u8);

impl JsonKinds {
    /// All kinds but null: what a type accepts without the attribute.
    pub const ALL_BUT_NULL: Self = Self(0x1f);

    /// All kinds.
    pub const ALL: Self = Self(0x3f);

    /// The set with this byte in the checksum and on the wire. `None` if it is empty or has another bit.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits == 0 || bits > Self::ALL.0 { None } else { Some(Self(bits)) }
    }

    /// Its byte in the checksum and on the wire.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of a single kind.
    #[must_use]
    pub const fn only(kind: JsonKind) -> Self {
        Self(kind.bit())
    }

    /// The kinds of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The first kind of both sets, in the order of type texts.
    #[must_use]
    pub fn first_common(self, other: Self) -> Option<JsonKind> {
        self.iter().find(|kind| other.contains(*kind))
    }

    /// The set of these kinds; `None` if there are none.
    #[must_use]
    pub fn of(kinds: impl IntoIterator<Item = JsonKind>) -> Option<Self> {
        Self::from_bits(kinds.into_iter().fold(0, |bits, kind| bits | kind.bit()))
    }

    /// The set of the kinds in its text: names with `|` between them, in any order. `None` if a name is unknown.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let kind = |name: &str| JsonKind::ALL.iter().copied().find(|kind| kind.name() == name);
        Self::of(text.split('|').map(kind).collect::<Option<Vec<_>>>()?)
    }

    /// Whether it has a kind.
    #[must_use]
    pub const fn contains(self, kind: JsonKind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// The kinds, in the order of type texts.
    pub fn iter(self) -> impl Iterator<Item = JsonKind> + Clone {
        JsonKind::ALL.iter().copied().filter(move |kind| self.contains(*kind))
    }
}

/// `array|object`.
impl Display for JsonKinds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (n, kind) in self.iter().enumerate() {
            f.write_str(if n > 0 { "|" } else { "" })?;
            f.write_str(kind.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::JsonKinds;

    #[test]
    fn kinds_are_sets() {
        assert_eq!(JsonKinds::ALL_BUT_NULL.to_string(), "bool|number|string|array|object");
        assert_eq!(
            JsonKinds::from_text("object|array").map(|kinds| kinds.to_string()),
            Some("array|object".into())
        );
        assert_eq!(JsonKinds::from_text("array|"), None);
        assert_eq!((JsonKinds::from_bits(0), JsonKinds::from_bits(0x40)), (None, None));
    }
}
