//! Conventions for native names: the `config_names` of a manifest.

use crate::syntax::Node;
use crate::text::{SourceId, Span};
use crate::types::NativeName;
use std::collections::BTreeMap;

/// A way to spell the words of a key as a native name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameConvention {
    Camel,
    Pascal,
    Kebab,
}

/// Two `_` in a row in a key: the word between them is empty, so that other keys would have the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EmptyWord;

impl NameConvention {
    /// Every convention.
    pub(crate) const ALL: [Self; 3] = [Self::Camel, Self::Pascal, Self::Kebab];

    /// Its name, spelled by itself.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Camel => "camelCase",
            Self::Pascal => "PascalCase",
            Self::Kebab => "kebab-case",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|convention| convention.name() == name)
    }

    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(Self::name)
    }

    /// The native name of a field with this key; `None` if it is the key itself. The words of a key are what `_`
    /// separates.
    pub(crate) fn native_name(self, key: &str) -> Result<Option<NativeName>, EmptyWord> {
        if key.contains("__") {
            return Err(EmptyWord);
        }
        let mut name = String::with_capacity(key.len());
        for (at, word) in key.split('_').enumerate() {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            let raises = match self {
                Self::Camel => at > 0,
                Self::Pascal => true,
                Self::Kebab => false,
            };
            if self == Self::Kebab && at > 0 {
                name.push('-');
            }
            name += &if raises { first.to_ascii_uppercase() } else { first.to_owned() };
            name += rest;
        }
        Ok(Some(name).filter(|name| name != key).and_then(|name| NativeName::new(&name).ok()))
    }
}

/// The convention of each file that has one.
#[derive(Debug, Default)]
pub(crate) struct NameConventions(BTreeMap<SourceId, (NameConvention, Span)>);

impl NameConventions {
    pub(super) fn insert(&mut self, place: Span, convention: NameConvention) {
        self.0.entry(place.source).or_insert((convention, place));
    }

    /// The convention of the file that contains a field.
    pub(crate) fn at(&self, key: Node<'_>) -> Option<NameConvention> {
        self.0.get(&key.span().source).map(|(convention, _)| *convention)
    }

    /// Whether no file has a convention.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The place of each `config_names`.
    pub(crate) fn places(&self) -> impl Iterator<Item = Span> {
        self.0.values().map(|(_, place)| *place)
    }
}

#[cfg(test)]
mod tests {
    use super::NameConvention::{self, Camel, Kebab, Pascal};

    fn name(convention: NameConvention, key: &str) -> Option<String> {
        convention.native_name(key).unwrap().map(|name| name.as_str().to_owned())
    }

    #[test]
    fn words_are_spelled_by_the_convention() {
        for (key, names) in [
            ("replica_count", ["replicaCount", "ReplicaCount", "replica-count"]),
            ("a_1_b2_c", ["a1B2C", "A1B2C", "a-1-b2-c"]),
            ("tls", ["tls", "Tls", "tls"]),
        ] {
            let found = [Camel, Pascal, Kebab].map(|convention| name(convention, key).unwrap_or(key.into()));
            assert_eq!(found, names);
        }
        assert_eq!((name(Camel, "tls"), name(Kebab, "tls")), (None, None), "the key is no other name");
        assert!(Camel.native_name("a__b").is_err());
    }
}
