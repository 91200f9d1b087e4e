//! Restricted features: their uses in a manifest, and the check that the uses are allowed.

use super::errors;
use crate::diagnostic::{Help, Report};
use crate::text::{Span, escape, suggest};
use crate::types::TypeForm;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

macro_rules! features {
    ($($feature:ident $name:literal $what:literal)*) => {
        /// A part of the language whose use a policy may restrict.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Feature {
            $(
                #[doc = $what]
                $feature,
            )*
        }

        impl Feature {
            /// All features.
            pub const ALL: &[Self] = &[$(Self::$feature),*];

            /// Its name in `--features` and policies.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$feature => $name),* }
            }

            /// A description in words.
            #[must_use]
            pub const fn what(self) -> &'static str {
                match self { $(Self::$feature => $what),* }
            }
        }
    };
}

features! {
    StructuredConfig "structured_config" "the `config` section"
    Defaults "defaults" "default values"
    Floats "floats" "floating-point types"
    Enums "enums" "enum types"
    NativeNames "native_names" "names other than keys"
    Structs "structs" "struct types"
    Arrays "arrays" "array types"
    Maps "maps" "map types"
    Json "json" "JSON values of any shape"
    OpenStructs "open_structs" "structs that take other names"
    Unions "unions" "union types"
    NamedTypes "named_types" "types with names"
    NestedLists "nested_lists" "lists and maps in lists and maps"
    Ranges "ranges" "optional bounds and `unique`"
    Patterns "patterns" "patterns of strings"
    ParentOverrides "parent_overrides" "fields that the parent may set"
    Aliases "aliases" "other names of a field"
    ConfigCapabilities "config_capabilities" "configuration capabilities"
    Rules "rules" "rules between fields"
    Optional "optional" "fields that may have no value"
    Nullable "nullable" "fields that may be null"
    Units "units" "units of numbers"
}

impl Feature {
    /// The feature that types of a form need.
    pub(super) const fn of(form: TypeForm) -> Option<Self> {
        match form {
            TypeForm::Bool | TypeForm::Integer(_) | TypeForm::String | TypeForm::Vector => None,
            TypeForm::Float(_) => Some(Self::Floats),
            TypeForm::Enum => Some(Self::Enums),
            TypeForm::Struct => Some(Self::Structs),
            TypeForm::Array => Some(Self::Arrays),
            TypeForm::Map => Some(Self::Maps),
            TypeForm::Json => Some(Self::Json),
            TypeForm::Union => Some(Self::Unions),
        }
    }
}

/// The error of an unknown name of a feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFeature {
    name: String,
}

impl FromStr for Feature {
    type Err = UnknownFeature;

    fn from_str(name: &str) -> Result<Self, UnknownFeature> {
        let found = Self::ALL.iter().copied().find(|feature| feature.name() == name);
        found.ok_or_else(|| UnknownFeature { name: name.into() })
    }
}

impl Error for UnknownFeature {}

/// The message and the help on one line.
impl Display for UnknownFeature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.help().text())
    }
}

impl UnknownFeature {
    /// The message on one line, without the help.
    #[must_use]
    pub fn message(&self) -> String {
        format!("expected the name of a feature, found {}", escape::quoted(&self.name))
    }

    /// The nearest name, or all of them.
    #[must_use]
    pub fn help(&self) -> Help {
        let names = || Feature::ALL.iter().map(|feature| feature.name());
        match suggest::nearest(&self.name, names()) {
            Some(nearest) => Help::meant(nearest),
            None => format!("the features are {}", names().collect::<Vec<_>>().join(", ")).into(),
        }
    }
}

/// The first use of each feature in a manifest.
#[derive(Debug, Default)]
pub(super) struct FeatureUses {
    first: [Option<Span>; Feature::ALL.len()],
}

impl FeatureUses {
    /// Records a use. Files are read in order, so the first recorded use is the first in the manifest.
    #[expect(clippy::indexing_slicing, reason = "there is a place for each feature")]
    pub(super) fn note(&mut self, feature: Feature, place: Span) {
        self.first[feature as usize].get_or_insert(place);
    }

    /// Reports every feature that is used but not admitted, at its first use.
    pub(super) fn check(&self, gate: &Gate<'_>, report: &mut Report) {
        let Some(policy) = gate.policy else { return };
        for (&feature, place) in Feature::ALL.iter().zip(self.first) {
            if let Some(place) = place
                && policy.restricts(feature, gate.manifest)
                && !gate.features.contains(&feature)
            {
                let of = (policy.name(), gate.manifest);
                report.push(errors::restricted((feature.name(), feature.what()), place, of));
            }
        }
    }
}

/// The restricted features that a manifest may use. Without a policy, all features are allowed.
#[derive(Debug, Default, Clone, Copy)]
pub struct Gate<'a> {
    /// The features that this invocation admits.
    pub features: &'a [Feature],
    /// The policy that restricts features.
    pub policy: Option<&'a FeaturePolicy>,
    /// The path of the main manifest under the include root, with `/` between segments; `None` outside it.
    pub manifest: Option<&'a str>,
}

/// A policy file: `{ restricted_features: { structs: { allow: ["//src/net/**"] } } }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeaturePolicy {
    name: String,
    restricted: BTreeMap<Feature, Vec<Glob>>,
}

impl FeaturePolicy {
    /// Reads a policy. `name` is the name of the file, as the user wrote it.
    ///
    /// Reports a text that is not JSON5, repeats a key, or is not a policy, with file, line and column. An unknown
    /// feature, or a glob that does not begin with `//`, is such an error.
    pub fn read(name: &str, text: &str, report: &mut Report) -> Option<Self> {
        match json5::from_str::<PolicyFile>(text) {
            Ok(file) => Some(Self { name: name.into(), restricted: file.restricted }),
            Err(error) => {
                let place = error.position().map_or((1, 1), |place| (place.line + 1, place.column + 1));
                report.push(errors::invalid_policy(name, place, &error.to_string(), text));
                None
            }
        }
    }

    /// The name of its file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a feature is restricted for the manifest at this path under the include root.
    #[must_use]
    pub fn restricts(&self, feature: Feature, manifest: Option<&str>) -> bool {
        let Some(allow) = self.restricted.get(&feature) else { return false };
        !manifest.is_some_and(|manifest| allow.iter().any(|glob| glob.matches(manifest)))
    }
}

struct PolicyFile {
    restricted: BTreeMap<Feature, Vec<Glob>>,
}

impl<'de> Deserialize<'de> for PolicyFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let sections: Unique<PolicySection, Unique<Feature, Restriction>> =
            Unique::deserialize(deserializer)?;
        let features = sections.0.into_iter().flat_map(|(_, features)| features.0);
        Ok(Self { restricted: features.map(|(feature, restriction)| (feature, restriction.allow)).collect() })
    }
}

/// The one section of a policy.
#[derive(PartialEq)]
struct PolicySection;

impl<'de> Deserialize<'de> for PolicySection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FromText(|text: &str| match text {
            "restricted_features" => Ok(Self),
            other => Err(format!("expected `restricted_features`, found the key `{other}`")),
        }))
    }
}

impl<'de> Deserialize<'de> for Feature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let said = |unknown: UnknownFeature| unknown.to_string();
        deserializer.deserialize_str(FromText(|text: &str| text.parse().map_err(said)))
    }
}

/// Converts a string while it is read, so that an error has the position of the string.
struct FromText<F>(F);

impl<'de, T, F: FnOnce(&str) -> Result<T, String>> Visitor<'de> for FromText<F> {
    type Value = T;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(E::custom)
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Restriction {
    allow: Vec<Glob>,
}

/// An object without repeated keys, since one of two restrictions of a feature would be lost.
struct Unique<K, T>(Vec<(K, T)>);

impl<'de, K: Deserialize<'de> + PartialEq, T: Deserialize<'de>> Deserialize<'de> for Unique<K, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct UniqueVisitor<K, T>(std::marker::PhantomData<(K, T)>);

        impl<'de, K: Deserialize<'de> + PartialEq, T: Deserialize<'de>> Visitor<'de> for UniqueVisitor<K, T> {
            type Value = Unique<K, T>;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries: Vec<(K, T)> = Vec::new();
                while let Some(key) = map.next_key()? {
                    if entries.iter().any(|(known, _)| *known == key) {
                        return Err(A::Error::custom("a key is given twice in this object"));
                    }
                    entries.push((key, map.next_value()?));
                }
                Ok(Unique(entries))
            }
        }

        deserializer.deserialize_map(UniqueVisitor(std::marker::PhantomData))
    }
}

/// A path pattern under the include root. `*` matches any text within a segment, `**` any number of segments.
///
/// It has its own matcher, because `globset` makes a program 900 KB larger. The small matchers (`fast-glob`,
/// `glob-match`) give a meaning to `?`, `[` and `{`, which are characters of a path here. Their `/**` at the end
/// matches at least one segment.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Glob {
    segments: Vec<String>,
}

impl<'de> Deserialize<'de> for Glob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FromText(|text: &str| match text.strip_prefix("//") {
            Some(path) => Ok(Self { segments: path.split('/').map(Into::into).collect() }),
            None => Err(format!("expected a path that begins with `//`, found `{text}`")),
        }))
    }
}

impl Glob {
    fn matches(&self, path: &str) -> bool {
        let segments: Vec<&str> = path.split('/').collect();
        wildcard(
            &self.segments,
            &segments,
            |pattern| pattern == "**",
            |pattern, segment| {
                let pattern: Vec<char> = pattern.chars().collect();
                let segment: Vec<char> = segment.chars().collect();
                wildcard(&pattern, &segment, |&c| c == '*', |a, b| a == b)
            },
        )
    }
}

/// Whether a list matches a pattern in which some items match any run of items. The last such item takes one more item
/// whenever the match fails after it, so the time is at most the product of the lengths.
fn wildcard<P, T>(
    pattern: &[P],
    list: &[T],
    is_any: impl Fn(&P) -> bool,
    is_equal: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while n < list.len() {
        match (pattern.get(p), list.get(n)) {
            (Some(item), _) if is_any(item) => {
                retry = Some((p, n));
                p += 1;
            }
            (Some(item), Some(found)) if is_equal(item, found) => {
                p += 1;
                n += 1;
            }
            (_, _) => {
                let Some((any, taken)) = retry else { return false };
                retry = Some((any, taken + 1));
                p = any + 1;
                n = taken + 1;
            }
        }
    }
    pattern.iter().skip(p).all(is_any)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(glob: &str, path: &str) -> bool {
        Glob { segments: glob.split('/').map(Into::into).collect() }.matches(path)
    }

    #[test]
    fn one_star_stays_within_a_segment_and_two_cross_them() {
        assert!(matches("src/net/**", "src/net/a/b.cml") && matches("src/net/**", "src/net/a.cml"));
        assert!(matches("**/b.cml", "b.cml") && matches("**/b.cml", "a/a/b.cml"));
        assert!(matches("src/*.cml", "src/a.cml") && matches("src/*/b*.cml", "src/x/bab.cml"));
        assert!(!matches("src/*.cml", "src/a/b.cml") && !matches("src/net", "src/net/a"));
        assert!(!matches("src/**/x", "src/y") && matches("a/**/b/**/c", "a/b/x/b/c"));
    }

    #[test]
    fn policies_are_read_strictly() {
        let read = |text| {
            let mut report = Report::new();
            let policy = FeaturePolicy::read("p.json5", text, &mut report);
            policy.ok_or_else(|| {
                report.sorted().iter().map(|found| found.message().to_owned()).collect::<String>()
            })
        };
        let policy = read("{ restricted_features: { structs: { allow: ['//src/net/**'] } } }").unwrap();
        assert!(policy.restricts(Feature::Structs, Some("src/a.cml")));
        assert!(policy.restricts(Feature::Structs, None));
        assert!(!policy.restricts(Feature::Structs, Some("src/net/a.cml")));
        assert!(!policy.restricts(Feature::Enums, None));
        for (text, said) in [
            ("{ restricted_features: { struct: { allow: [] } } }", "did you mean `structs`?"),
            ("{ restricted_features: { structs: { allow: [] }, structs: { allow: [] } } }", "is given twice"),
            ("{ restricted_features: { structs: { alow: [] } } }", "unknown field"),
            ("{ restricted_features: { structs: { allow: ['src'] } } }", "begins with `//`"),
            ("{ features: {} }", "expected `restricted_features`"),
            ("[", "expected opening brace"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
