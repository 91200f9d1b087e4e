//! The meanings of the words of manifests and product files, as their JSON Schemas say them.

use crate::types::Pattern;
use serde_json::Value;
use std::sync::LazyLock;

/// The JSON Schema of manifests, which editors without the server use.
static MANIFEST: LazyLock<Value> =
    LazyLock::new(|| parsed(include_str!("../../schemas/manifest.schema.json")));

/// The JSON Schema of product files.
static PRODUCT: LazyLock<Value> = LazyLock::new(|| parsed(include_str!("../../schemas/product.schema.json")));

fn parsed(schema: &str) -> Value {
    serde_json::from_str(schema).unwrap_or_default()
}

/// The definitions of objects with attributes. One that says more about an attribute comes first.
const ATTRIBUTES: [&str; 5] = ["field", "member", "map_key", "case", "named_type"];

/// The meaning of a section.
pub(super) fn section_meaning(name: &str) -> Option<&'static str> {
    described(&MANIFEST, MANIFEST.pointer("/properties")?.get(name)?)
}

/// The meaning of an attribute of a rule.
pub(super) fn rule_meaning(name: &str) -> Option<&'static str> {
    attribute_in(definition("rule")?, name, None)
}

/// The meaning of an attribute of a field, or of a part of a type. `ty` is the name of the type if it is known.
pub(super) fn attribute_meaning(name: &str, ty: Option<&str>) -> Option<&'static str> {
    let find = |ty| ATTRIBUTES.iter().find_map(|of| attribute_in(definition(of)?, name, ty));
    // An attribute that does not fit the type has the meaning of another type.
    find(ty).or_else(|| find(None))
}

/// The meaning of a type.
pub(super) fn type_meaning(name: &str) -> Option<&'static str> {
    word_meaning(definition("field_type")?, name)
}

/// The meaning of a name convention.
pub(super) fn convention_meaning(name: &str) -> Option<&'static str> {
    word_meaning(MANIFEST.pointer("/properties/config_names")?, name)
}

/// The meaning of a key of a product file, with the keys around it. Elements of lists have no keys.
pub(super) fn product_meaning(keys: &[&str]) -> Option<&'static str> {
    let mut schema = &*PRODUCT;
    for key in keys {
        schema = std::iter::successors(Some(schema), |schema| referred(&PRODUCT, schema)).last()?;
        if let Some(element) = schema.get("items") {
            schema = std::iter::successors(Some(element), |schema| referred(&PRODUCT, schema)).last()?;
        }
        let own = schema.get("properties").and_then(|own| own.get(key));
        schema = own.or_else(|| schema.get("additionalProperties"))?;
    }
    described(&PRODUCT, schema)
}

fn definition(name: &str) -> Option<&'static Value> {
    MANIFEST.pointer("/$defs")?.get(name)
}

/// The description of a schema, or of the one that it refers to.
fn described(root: &'static Value, schema: &'static Value) -> Option<&'static str> {
    let own = schema.get("markdownDescription").or_else(|| schema.get("description"));
    own.and_then(Value::as_str).or_else(|| described(root, referred(root, schema)?))
}

fn referred(root: &'static Value, schema: &'static Value) -> Option<&'static Value> {
    root.pointer(schema.get("$ref")?.as_str()?.strip_prefix('#')?)
}

/// The meaning of a word in a list of words.
fn word_meaning(schema: &'static Value, word: &str) -> Option<&'static str> {
    let at = schema.get("enum")?.as_array()?.iter().position(|known| known.as_str() == Some(word))?;
    schema.get("enumDescriptions")?.get(at)?.as_str()
}

/// The description of a property of an object with this type. Recurses as deep as schemas apply to one object.
fn attribute_in(schema: &'static Value, name: &str, ty: Option<&str>) -> Option<&'static str> {
    let own = schema.pointer("/properties").and_then(|own| described(&MANIFEST, own.get(name)?));
    own.or_else(|| {
        let all = schema.get("allOf").and_then(Value::as_array);
        all.into_iter().flatten().find_map(|part| attribute_in(part, name, ty))
    })
    .or_else(|| {
        let condition = schema.get("if")?;
        let branch = if applies(condition, ty) { "then" } else { "else" };
        attribute_in(schema.get(branch)?, name, ty)
    })
    .or_else(|| attribute_in(referred(&MANIFEST, schema)?, name, ty))
}

/// Whether a condition on the type holds. All conditions hold for an unknown type.
fn applies(condition: &Value, ty: Option<&str>) -> bool {
    let Some((of_type, ty)) = condition.pointer("/properties/type").zip(ty) else { return true };
    let is_it = |known: &Value| known.as_str() == Some(ty);
    let pattern = of_type.get("pattern").and_then(Value::as_str);
    // A pattern of ours is for the whole text.
    let pattern = pattern.and_then(|pattern| Pattern::new(pattern.trim_matches(['^', '$'])).ok());
    of_type.get("const").is_some_and(is_it)
        || of_type.get("enum").and_then(Value::as_array).is_some_and(|known| known.iter().any(is_it))
        || pattern.is_some_and(|pattern| pattern.matches(ty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::{NameConvention, OWN_SECTIONS, Section};
    use crate::product::{PRODUCT_KEYS, ProductLevel, export_keys};
    use crate::schema::{RULE_ATTRIBUTES, attribute_names};
    use crate::types::TypeKind;

    #[test]
    fn every_word_has_a_meaning() {
        for name in OWN_SECTIONS.iter().copied().chain(Section::ALL.iter().map(|section| section.name())) {
            assert!(section_meaning(name).is_some(), "{name}");
        }
        for name in RULE_ATTRIBUTES {
            assert!(rule_meaning(name).is_some(), "{name}");
        }
        for convention in NameConvention::ALL {
            assert!(convention_meaning(convention.name()).is_some());
        }
        for kind in TypeKind::ALL {
            assert!(type_meaning(kind.name()).is_some(), "{}", kind.name());
            for name in attribute_names(Some(*kind), false) {
                assert!(attribute_meaning(name, Some(kind.name())).is_some(), "{name} of {}", kind.name());
            }
        }
    }

    #[test]
    fn most_keys_of_products_have_a_meaning() {
        for key in PRODUCT_KEYS {
            let around: [&[&str]; 4] = [
                &[],
                &["components", "c"],
                &["environments", "e"],
                &["environments", "e", "components", "c"],
            ];
            for level in key.levels() {
                let at = ProductLevel::ALL.iter().position(|of| *of == level).unwrap();
                let keys: Vec<&str> = around[at].iter().copied().chain([key.name]).collect();
                assert!(product_meaning(&keys).is_some(), "{keys:?}");
            }
        }
        for key in export_keys() {
            assert!(product_meaning(&["exports", key]).is_some(), "{key}");
        }
    }

    #[test]
    fn an_attribute_means_what_its_type_says() {
        let meaning = |name, ty| attribute_meaning(name, Some(ty)).unwrap_or_default();
        assert!(meaning("max", "uint8").contains("integer"));
        assert!(meaning("max", "float32").contains("rounded"));
        assert!(meaning("max_size", "string").contains("longest value"));
        assert!(meaning("max_size", "json").contains("canonical text"));
        assert!(meaning("max_count", "map").contains("entries"));
        assert!(meaning("max_count", "vector").contains("elements"));
    }
}
