//! Canonical texts that are promised: they are in checksums. `testdata/frozen/expressions.txt` has each expression as it
//! may be written, and the line after it as it is printed; nothing in it is ever changed.

use crate::promises::frozen::check;
use crate::support::expressions::fields;
use confc::declaration::{Declaration, Schema, ValueSource};
use confc::types::{Component, Key, TypeKind};
use confc_core::expr::{Expression, Scope};
use confc_core::rules::RuleText;

const FROZEN: &str = include_str!("../../../testdata/frozen/expressions.txt");

#[test]
fn canonical_texts_are_what_they_were() {
    let fields = fields();
    let lines: Vec<&str> = FROZEN.lines().collect();
    assert!(lines.len() > 50);
    for pair in lines.chunks(2) {
        let [written, canonical] = pair else { panic!("{pair:?}") };
        for text in [written, canonical] {
            let checked = Expression::parse(text).unwrap().check(&Scope::new(&fields)).unwrap();
            assert_eq!(checked.to_string(), **canonical, "{text}");
        }
    }
}

#[test]
fn declarations_with_rules() {
    let rule = |check: &str| RuleText::new(check);
    let mut named = rule("i < 5");
    named.name = Key::new("small").ok();
    named.message = Some("i is ${i}, $${".into());
    let mut placed = rule("self.first != 3 || byte_size(self.last) > 2");
    placed.places = Some("ps[]".into());
    // As they were when this was frozen.
    let fields =
        fields().members().iter().filter(|field| field.ty.kind() != TypeKind::Map).cloned().collect();
    let schema = Schema::new(fields, ValueSource::Capabilities).unwrap();
    let schema = schema.with_rules([placed, rule("m=='tls'||d>0.1"), named]).unwrap();
    check("rules", &Declaration::seal(Component::default(), Some(schema)).unwrap());
}
