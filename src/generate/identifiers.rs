//! The identifiers of variants in generated code.
//!
//! The name of a variant may be any text. Its identifier is a text of lower-case letters, digits and `_`, which each
//! language spells in its own convention. Users write these identifiers in their programs, so they never change for a
//! name: the tests freeze them. A new variant changes the identifier of another only if both have the same words.

use crate::types::{EnumType, Variant, VariantName};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The identifiers of the variants of an enum, in the order of their names. Two that differ only in `_` are both keys.
///
/// A name in the grammar of keys is its own identifier. Any other name is split into words at characters other than
/// ASCII letters and digits, and before an upper-case letter after a lower-case one. `v_` stands before a digit at the
/// beginning, and a name without words is `variant`. The number of the variant is added to the latter, and to an
/// identifier that another variant has too; `_` does not count, since some conventions drop it.
pub(super) fn identifiers(ty: &EnumType) -> Vec<Cow<'_, str>> {
    let variants = ty.variants();
    if variants.iter().all(|variant| variant.name.is_key()) {
        return variants.iter().map(|variant| Cow::Borrowed(variant.name.as_str())).collect();
    }
    let derived: Vec<Cow<'_, str>> = variants.iter().map(derived).collect();
    // These are never iterated, so their order is not visible.
    let mut uses: HashMap<String, usize> = HashMap::new();
    derived.iter().for_each(|name| *uses.entry(folded(name)).or_default() += 1);
    let keys = variants.iter().filter(|variant| variant.name.is_key());
    let mut taken: HashSet<String> = keys.map(|key| folded(key.name.as_str())).collect();
    let mut identifiers = Vec::with_capacity(variants.len());
    for (variant, mut name) in variants.iter().zip(derived) {
        if !variant.name.is_key() {
            if uses.get(&folded(&name)).is_some_and(|uses| *uses > 1) {
                name = numbered(&name, variant.number).into();
            }
            while !taken.insert(folded(&name)) {
                name = numbered(&name, variant.number).into();
            }
        }
        identifiers.push(name);
    }
    identifiers
}

fn folded(identifier: &str) -> String {
    identifier.replace('_', "")
}

/// The identifier of a variant if no other has it: `if_not_present`.
fn derived(variant: &Variant) -> Cow<'_, str> {
    if variant.name.is_key() {
        return variant.name.as_str().into();
    }
    let words = words(&variant.name);
    Cow::Owned(match words.bytes().next() {
        None => numbered("variant", variant.number),
        Some(b'0'..=b'9') => format!("v_{words}"),
        Some(_) => words,
    })
}

/// The words of a name, joined by `_`.
fn words(name: &VariantName) -> String {
    let mut words = String::with_capacity(name.as_str().len() + 4);
    let mut before = ' ';
    for c in name.as_str().chars() {
        if c.is_ascii_alphanumeric() {
            let begins_word =
                !before.is_ascii_alphanumeric() || (before.is_ascii_lowercase() && c.is_ascii_uppercase());
            if begins_word && !words.is_empty() {
                words.push('_');
            }
            words.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    words
}

fn numbered(name: &str, number: i64) -> String {
    let sign = if number < 0 { "minus_" } else { "" };
    format!("{name}_{sign}{}", number.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identifiers_of(variants: &[(&str, i64)]) -> Vec<(String, String)> {
        let variant = |&(name, number): &(&str, i64)| Variant::new(VariantName::new(name).unwrap(), number);
        let ty = EnumType::new(variants.iter().map(variant).collect());
        let names = ty.variants().iter().map(|variant| variant.name.as_str().to_owned());
        names.zip(identifiers(&ty).into_iter().map(Cow::into_owned)).collect()
    }

    /// These never change: programs contain them.
    #[test]
    fn identifiers_are_frozen() {
        for (name, number, identifier) in [
            ("tls", 0, "tls"),
            ("a__b", 0, "a__b"),
            ("IfNotPresent", 0, "if_not_present"),
            ("Always", 0, "always"),
            ("HTTPServer", 0, "httpserver"),
            ("TLSv1.2", 0, "tlsv1_2"),
            ("text/plain; charset=utf-8", 0, "text_plain_charset_utf_8"),
            ("8080", 0, "v_8080"),
            ("-1", 0, "v_1"),
            ("1.5x", 0, "v_1_5x"),
            ("_a_", 0, "a"),
            ("naïve", 0, "na_ve"),
            ("v2Beta1", 0, "v2beta1"),
            ("vBeta1", 0, "v_beta1"),
            ("", 3, "variant_3"),
            ("*", -4, "variant_minus_4"),
            ("é", i64::MIN, "variant_minus_9223372036854775808"),
        ] {
            assert_eq!(identifiers_of(&[(name, number)]), [(name.to_owned(), identifier.to_owned())]);
        }
    }

    #[test]
    fn a_shared_identifier_gets_the_number() {
        for (variants, expected) in [
            (&[("a-b", 1), ("a_b", 2)][..], &["a_b_1", "a_b"][..]),
            (&[("A", 1), ("a", 2)], &["a_1", "a"]),
            (&[("a b", 1), ("a-b", -2)], &["a_b_1", "a_b_minus_2"]),
            (&[("a-b", 1), ("a__b", 2)], &["a_b_1", "a__b"]),
            (&[("80.80", 1), ("8-080", 2), ("v8080", 3)], &["v_8_080_2", "v_80_80_1", "v8080"]),
            // What is numbered may be the name of another variant.
            (&[("a-b", 1), ("a_b", 2), ("a_b_1", 3)], &["a_b_1_1", "a_b", "a_b_1"]),
        ] {
            let found: Vec<String> = identifiers_of(variants).into_iter().map(|(_, name)| name).collect();
            assert_eq!(found, expected, "{variants:?}");
        }
    }
}
