//! What changes of rules break, and of defaults that rules read, held against what happens.

use super::{compare, resolved, verdict};
use crate::support::random::{Random, Tally, attempts};
use confc::compare::{Breaks, ChangeKind};
use confc::declaration::{Declaration, Schema, ValueSource};
use confc::types::{Component, Field, Key, Value};
use confc_core::rules::RuleText;
use std::collections::BTreeSet;

const RULES: &[(&str, Option<&str>)] = &[
    ("low < high", None),
    ("low + 2 < high", None),
    ("low != 3", None),
    ("low < 300", None),
    ("ratio != 0.1", None),
    ("pair.a <= pair.b", None),
    ("pair.a != low", None),
    ("list.all(x, x != low)", None),
    ("self != 2", Some("list[]")),
    ("size(list) != 1 || ratio < 0.5", None),
];

fn declaration(random: &mut Random) -> Declaration {
    let mut fields: Vec<Field> = [
        ("low", *random.one_of(&["uint8", "uint16"])),
        ("high", "uint8"),
        ("ratio", *random.one_of(&["float32", "float64"])),
        ("pair", "struct<a:uint8,b:uint8>"),
        ("list", "vector<uint8>:3"),
    ]
    .iter()
    .map(|(key, ty)| Field::new(Key::new(key).unwrap(), ty.parse().unwrap()))
    .collect();
    for field in &mut fields {
        let number = |random: &mut Random| Value::Unsigned(random.below(5) as u64);
        field.default = match field.key.as_str() {
            _ if random.once_in(3) => None,
            "low" | "high" => Some(number(random)),
            "pair" => Some(Value::Struct([number(random), number(random)].into())),
            _ => None,
        };
    }
    let rules = RULES.iter().filter(|_| random.once_in(3)).map(|(check, places)| {
        let mut rule = RuleText::new(check);
        rule.places = places.map(Into::into);
        rule
    });
    let rules: Vec<RuleText> = rules.collect();
    let schema = Schema::new(fields, ValueSource::Capabilities).unwrap().with_rules(rules).unwrap();
    Declaration::seal(Component::default(), Some(schema)).unwrap()
}

fn layer(random: &mut Random) -> String {
    let mut members = Vec::new();
    for key in ["low", "high"] {
        if !random.once_in(3) {
            members.push(format!("{key}: {}", random.below(6)));
        }
    }
    members.push(format!("ratio: {}", random.pick(&["0.1", "0.5", "1"])));
    match random.below(3) {
        0 => {}
        1 => members.push(format!("pair: {{ a: {} }}", random.below(4))),
        _ => members.push(format!("pair: {{ a: {}, b: {} }}", random.below(4), random.below(4))),
    }
    let elements: Vec<String> = (0..random.below(4)).map(|_| random.below(4).to_string()).collect();
    members.push(format!("list: [{}]", elements.join(", ")));
    format!("{{ {} }}", members.join(", "))
}

fn accepts(declaration: &Declaration, layer: &str) -> bool {
    let config = declaration.config().unwrap();
    resolved(config, layer).is_some_and(|values| config.broken_rules(&values).next().is_none())
}

#[test]
fn no_verdict_on_rules_is_contradicted() {
    let (accepted, compatible, differing) = (Tally::default(), Tally::default(), Tally::default());
    let mut met = BTreeSet::new();
    attempts(1_500, |random| {
        let old = declaration(random);
        // Often with the same rules, or the same fields.
        let new = if random.once_in(2) { declaration(random) } else { mixed(random, &old) };
        let changes = compare(&old, &new);
        met.extend(changes.iter().map(|change| change.kind));
        let [backward, forward] = verdict(&changes);
        compatible.count(backward == Breaks::No);
        for _ in 0..12 {
            let layer = layer(random);
            let (by_old, by_new) = (accepts(&old, &layer), accepts(&new, &layer));
            accepted.count(by_old);
            differing.count(by_old != by_new);
            assert!(backward != Breaks::No || !by_old || by_new, "{layer}\n{old:?}\n{new:?}\n{changes:#?}");
            assert!(forward != Breaks::No || !by_new || by_old, "{layer}\n{old:?}\n{new:?}\n{changes:#?}");
        }
    });
    for kind in [ChangeKind::RuleAdded, ChangeKind::RuleRemoved, ChangeKind::RuleAffected] {
        assert!(met.contains(&kind), "{kind} was never met");
    }
    accepted.demand(15, 15);
    compatible.demand(5, 30);
    differing.demand(5, 30);
}

/// The fields of one declaration with rules of another, or the other way round.
fn mixed(random: &mut Random, old: &Declaration) -> Declaration {
    let other = declaration(random);
    let parts = |declaration: &Declaration| {
        let config = declaration.config().unwrap();
        let rules = config.rules().list().iter().map(|rule| RuleText::from_canonical(rule.text()));
        (config.fields().to_vec(), rules.collect::<Vec<_>>())
    };
    let ((old_fields, old_rules), (other_fields, other_rules)) = (parts(old), parts(&other));
    let same_rules = random.once_in(2);
    let (fields, mut rules) = if same_rules { (other_fields, old_rules) } else { (old_fields, other_rules) };
    if random.once_in(3) {
        rules.truncate(rules.len() / 2);
    }
    let schema = Schema::new(fields, ValueSource::Capabilities).unwrap();
    // A literal beside a float is that of its type.
    let rules = rules
        .into_iter()
        .map(|rule| RuleText { check: rule.check.replace("0.10000000149011612", "0.1").into(), ..rule });
    Declaration::seal(Component::default(), Some(schema.with_rules(rules).unwrap())).unwrap()
}
