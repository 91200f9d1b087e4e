//! Guesses the kind of an object in place of another one by its keys, for a message.

use super::{Kind, Node};

/// A common kind of object that users may give in place of another kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownObject {
    /// A schema of JSON Schema.
    JsonSchema,
    /// A component's manifest.
    Manifest,
    /// A product.
    Product,
    /// The index of a product's outputs.
    Index,
}

impl KnownObject {
    /// The kind of an object, and the key that shows it. Keys that the reader knows do not count. Visits each key once,
    /// since most objects have the expected kind.
    #[must_use]
    pub fn of<'d>(root: Node<'d>, is_known: &dyn Fn(&str) -> bool) -> Option<(Self, Node<'d>)> {
        let (mut found, mut shown) = (None, ShownParts::default());
        for (key, value) in root.members() {
            let (kind, is_whole) = match (key.text(), value.kind()) {
                ("$schema", Kind::String) if value.text().contains("://json-schema.org/") => {
                    return Some((Self::JsonSchema, key));
                }
                ("type", Kind::String) if value.text() == "object" => {
                    shown.is_object_type = true;
                    (Self::JsonSchema, shown.has_properties)
                }
                ("properties", Kind::Object) => {
                    shown.has_properties = true;
                    (Self::JsonSchema, shown.is_object_type)
                }
                ("config", Kind::Object) => (Self::Manifest, has_member_with(value, &["type"])),
                ("components", Kind::Object) => {
                    (Self::Product, has_member_with(value, &["manifest", "declaration"]))
                }
                ("version", Kind::Number) => {
                    shown.has_version = true;
                    (Self::Index, shown.names_product && shown.lists)
                }
                ("product", Kind::String) => {
                    shown.names_product = true;
                    (Self::Index, shown.has_version && shown.lists)
                }
                ("declarations", Kind::Object) | ("environment", Kind::String) => {
                    shown.lists = true;
                    (Self::Index, shown.has_version && shown.names_product)
                }
                _ => continue,
            };
            if is_known(key.text()) {
                return None;
            }
            if is_whole {
                found.get_or_insert((kind, key));
            }
        }
        found
    }

    /// Its name in messages, with its article.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonSchema => "a JSON Schema",
            Self::Manifest => "a manifest",
            Self::Product => "a product",
            Self::Index => "the index of a product",
        }
    }

    /// The help for such an object in place of another one.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Self::JsonSchema => {
                "draft a manifest from it: name it `SCHEMA.json`, and run `confc init --from SCHEMA.json -o OUT.cml`"
            }
            Self::Manifest => {
                "a manifest has the extension `.cml`; `confc compile` makes a declaration of it"
            }
            Self::Product => {
                "`confc assemble` compiles it, with `--check` only checks it; `confc list` and `confc explain COMPONENT.KEY PRODUCT` show its values"
            }
            Self::Index => {
                "`confc verify --index` checks the outputs that it lists, `confc finish --index` completes them"
            }
        }
    }
}

/// The parts of an object that together show its kind.
#[derive(Default)]
struct ShownParts {
    is_object_type: bool,
    has_properties: bool,
    has_version: bool,
    names_product: bool,
    lists: bool,
}

/// Whether a member of an object is an object with one of these keys.
fn has_member_with(object: Node<'_>, keys: &[&str]) -> bool {
    object.members().any(|(_, member)| keys.iter().any(|key| member.get(key).is_some()))
}

#[cfg(test)]
mod tests {
    use super::KnownObject;
    use crate::diagnostic::Report;
    use crate::syntax::{Format, parse};
    use crate::text::Sources;

    fn of(text: &str, known: &[&str]) -> Option<(KnownObject, String)> {
        let source = Sources::new().add("t".into(), text.into(), None);
        let document = parse(Format::Json5, &source, &mut Report::new());
        let found = KnownObject::of(document.root().unwrap(), &|key| known.contains(&key));
        found.map(|(found, key)| (found, key.text().to_owned()))
    }

    #[test]
    fn objects_are_known_by_their_keys() {
        for (text, expected) in [
            (
                "{ $schema: 'http://json-schema.org/draft-07/schema#' }",
                Some((KnownObject::JsonSchema, "$schema")),
            ),
            ("{ type: 'object', properties: {} }", Some((KnownObject::JsonSchema, "properties"))),
            ("{ config: { a: { type: 'bool' } } }", Some((KnownObject::Manifest, "config"))),
            ("{ components: { a: { manifest: 'a.cml' } } }", Some((KnownObject::Product, "components"))),
            ("{ components: { a: { declaration: 'a.cm' } } }", Some((KnownObject::Product, "components"))),
            ("{ version: 1, product: 'p', declarations: {} }", Some((KnownObject::Index, "declarations"))),
            ("{ version: 1, product: 'p', environment: 'e' }", Some((KnownObject::Index, "environment"))),
            ("{ $schema: './a.schema.json', type: 'x', properties: {} }", None),
            ("{ config: { a: 1 }, components: { a: 1 }, version: 1, product: 'p' }", None),
            ("{ version: '1', product: 'p', environment: 'e' }", None),
            ("{}", None),
        ] {
            assert_eq!(of(text, &[]), expected.map(|(found, key)| (found, key.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_is_known_shows_nothing() {
        assert_eq!(of("{ config: { a: { type: 'bool' } } }", &["config"]), None);
        assert_eq!(of("{ type: 'object', properties: {} }", &["type"]), None);
    }
}
