//! Laws of rules over schemas and values that nobody chose.

use crate::support::expressions::{Drawn, drawn, fields};
use crate::support::random::{Random, Tally, attempts};
use crate::values::unchecked::unchecked;
use crate::wire::sealed;
use confc::declaration::{Declaration, Schema, ValueSource, encode};
use confc::plan::EmbeddedSchema;
use confc::types::{Component, Field, Key, List, StructType, Type, Value};
use confc_core::expr::{Expression, Scope};
use confc_core::rules::{RuleChecker, RuleText};
use confc_core::values::{LoadError, from_embedded_schema, load};

/// Rules of which all fit the fields, none twice; none where there is none.
fn rules(random: &mut Random, fields: &StructType) -> Vec<RuleText> {
    let mut checker = RuleChecker::new(fields);
    let mut texts: Vec<String> = Vec::new();
    let mut rules = Vec::new();
    for n in 0..=random.below(3) {
        let mut rule = RuleText::new(&drawn(random, false));
        if random.once_in(4) {
            let check = ["self.first < 5", "byte_size(self.last) > 3", "self.first != 2 || b"];
            rule.check = (*random.one_of(&check)).into();
            rule.places = Some("ps[]".into());
        } else if random.once_in(8) {
            let check = ["n[self] > -5", "byte_size(self) > 1 || self in o", "self != 'ab'"];
            rule.check = (*random.one_of(&check)).into();
            rule.places = Some("n[]".into());
        }
        if random.once_in(2) {
            rule.message = Some("${i} and ${s} $${ $".into());
        }
        if random.once_in(2) {
            rule.name = Key::new(&format!("rule{n}")).ok();
        }
        match checker.check(rule.clone()) {
            Ok(checked) if !texts.contains(&checked.text().to_owned()) => {
                texts.push(checked.text().to_owned());
                rules.push(rule);
            }
            Ok(_) | Err(_) => {}
        }
    }
    rules
}

fn declaration(rules: Vec<RuleText>) -> Declaration {
    let schema = Schema::new(fields().members().to_vec(), ValueSource::Capabilities).unwrap();
    Declaration::seal(Component::default(), Some(schema.with_rules(rules).unwrap())).unwrap()
}

/// Whether all rules hold, each evaluated by itself for each place that the simplest loop finds.
fn hold(rules: &[RuleText], fields: &StructType, values: &[Value]) -> bool {
    rules.iter().all(|rule| {
        let names = Scope::new(fields);
        let expression = Expression::parse(&rule.check).unwrap();
        if rule.places.is_none() {
            let checked = expression.check(&names).unwrap();
            return checked.evaluate(values, None).result.is_ok_and(|value| value.as_bool() == Some(true));
        }
        let at = fields.position(if rule.places.as_deref() == Some("n[]") { "n" } else { "ps" }).unwrap();
        let (ty, places) = match (&fields.members()[at].ty, &values[at]) {
            (Type::Map(map), Value::Map(entries)) => {
                (map.key(), entries.keys().iter().cloned().map(Value::String).collect())
            }
            (ty, value) => (ty.element().unwrap(), value.as_list().unwrap().to_values()),
        };
        let checked = expression.check(&names.with_self(ty, false)).unwrap();
        places.iter().all(|place| {
            let result = checked.evaluate(values, Some(place.into())).result;
            result.is_ok_and(|value| value.as_bool() == Some(true))
        })
    })
}

#[test]
fn what_is_encoded_is_loaded_and_nothing_that_breaks_a_rule_is() {
    let fields = fields();
    let (kept, broken) = (Tally::default(), Tally::default());
    attempts(1_000, |random| {
        let rules = rules(random, &fields);
        kept.count(!rules.is_empty());
        let declaration = declaration(rules.clone());
        assert_eq!(Declaration::decode(&encode(&declaration)).as_ref(), Ok(&declaration), "{rules:?}");
        let config = declaration.config().unwrap();
        for is_largest in [false, false, true] {
            let values = Drawn { random, is_largest }.values();
            let holds = hold(&rules, &fields, &values);
            broken.count(!holds);
            let encoded = confc::plan::encode(config, &values, EmbeddedSchema::Include);
            let loaded = load(&declaration, &unchecked(&declaration, &values, EmbeddedSchema::Omit));
            match (encoded, loaded) {
                (Ok(bytes), Ok(loaded)) => {
                    assert!(holds, "{rules:?}\n{values:?}");
                    assert_eq!(loaded.values(), values);
                    assert_eq!(load(&declaration, &bytes).unwrap().values(), values);
                    let (embedded, again) = from_embedded_schema(&bytes).unwrap();
                    assert_eq!(again, values);
                    assert_eq!(embedded.config().unwrap().checksum(), config.checksum());
                }
                (Err(LoadError::Rule(first)), Err(LoadError::Rule(again))) => {
                    assert!(!holds, "{rules:?}\n{values:?}");
                    assert_eq!(first, again);
                    // It is the first of all.
                    assert_eq!(config.broken_rules(&values).next().unwrap().to_broken(), *first);
                }
                (encoded, loaded) => panic!("{encoded:?}\n{loaded:?}\n{rules:?}\n{values:?}"),
            }
        }
    });
    kept.demand(60, 1);
    broken.demand(20, 20);
}

/// The bytes of a declaration with rules, written whatever they say.
fn bytes(change: impl FnOnce(&mut crate::wire::proto::ConfigSchema)) -> Vec<u8> {
    use prost::Message;
    let rules = ["b", "i < 5", "size(v) > 0 || b"].map(RuleText::new);
    let sealed_bytes = encode(&declaration(rules.into()));
    let content = &sealed_bytes[..sealed_bytes.len() - 35];
    let mut component = crate::wire::proto::Component::decode(content).unwrap();
    change(component.config.as_mut().unwrap());
    sealed(&component.encode_to_vec())
}

fn refused(change: impl FnOnce(&mut crate::wire::proto::ConfigSchema)) -> String {
    Declaration::decode(&bytes(change)).unwrap_err().kind().to_string()
}

#[test]
fn the_decoder_checks_rules_again() {
    assert!(Declaration::decode(&bytes(|_| {})).is_ok());
    let rule = |check: &str| crate::wire::proto::ConfigRule { check: check.into(), ..Default::default() };
    let checked = |check: &str| refused(|schema| schema.rules[2] = rule(check));
    for (check, expected) in [
        ("size(v)>0", "expected the canonical text `size(v) > 0` of a rule, found `size(v)>0`"),
        ("size((v)) > 0", "expected the canonical text `size(v) > 0` of a rule, found `size((v)) > 0`"),
        ("u > 0x10", "expected the canonical text `u > 16` of a rule, found `u > 0x10`"),
        ("i < 5", "the rule `i < 5` comes after `i < 5`: rules must be in ascending order, each once"),
        ("a[0] < 5", "the rule `a[0] < 5` comes after `i < 5`: rules must be in ascending order, each once"),
        ("x < 5", "rule `x < 5`: `check` at byte 0: there is no field `x`"),
        ("u < ", "rule `u < `: `check` at byte 4: expected a value, found the end of the expression"),
        (
            "u < 0",
            "rule `u < 0`: `check` at byte 0: the rule is false for all values that the fields may have",
        ),
        ("u", "rule `u`: `check` at byte 0: a rule must be true or false, found an integer"),
        ("true", "rule `true`: `check` at byte 0: a rule must read at least one field, found none"),
    ] {
        assert_eq!(checked(check), expected);
    }
    // The sums of the fields and the place are those of the whole schema.
    assert!(checked("u < 9").starts_with("the fields have the checksum "));
    let changed =
        |change: fn(&mut crate::wire::proto::ConfigRule)| refused(|schema| change(&mut schema.rules[1]));
    assert_eq!(
        changed(|rule| rule.scope = "a".into()),
        "the rule `a: i < 5` comes after `b`: rules must be in ascending order, each once"
    );
    assert_eq!(
        changed(|rule| rule.scope = "ps[0]".into()),
        "rule `i < 5`: `for` at byte 2: expected `.` and a member, `[]`, or the end here"
    );
    assert_eq!(
        changed(|rule| rule.message = "${p}".into()),
        "rule `i < 5`: `message` at byte 2: a message can show bools, numbers, strings and enums, found a struct"
    );
    assert_eq!(
        changed(|rule| rule.message = "x".repeat(1025)),
        "rule `i < 5`: `message` at byte 0: a message must have at most 1024 bytes, found 1025"
    );
    assert!(changed(|rule| rule.name = "Upper".into()).starts_with("the name of a rule is not valid: "));
    let named = |schema: &mut crate::wire::proto::ConfigSchema| {
        schema.rules[0].name = "same".into();
        schema.rules[2].name = "same".into();
    };
    assert_eq!(refused(named), "two rules have the name `same`");
    // Names and messages are no part of the interface.
    let renamed = bytes(|schema| {
        schema.rules[0].name = "other".into();
        schema.rules[1].message = "i is ${i}".into();
    });
    let sum = |bytes: &[u8]| Declaration::decode(bytes).unwrap().config().unwrap().checksum();
    assert_eq!(sum(&renamed), sum(&bytes(|_| {})));
}

#[test]
fn rules_are_a_part_of_the_checksum_as_they_are_written_canonically() {
    let sum = |checks: &[&str]| {
        let rules = checks.iter().copied().map(RuleText::new).collect();
        declaration(rules).config().unwrap().checksum()
    };
    for (one, same) in
        [("i<5", "i < 5"), ("(b) && (i < 5)", "b && i < 5"), ("s == 'a'", "s == \"a\""), ("d < 5", "d < 5.0")]
    {
        assert_eq!(sum(&[one]), sum(&[same]), "{one}");
    }
    assert_eq!(sum(&["b", "i < 5"]), sum(&["i < 5", "b"]));
    let different = [sum(&[]), sum(&["i < 5"]), sum(&["5 > i"]), sum(&["i < 6"]), sum(&["b", "i < 5"])];
    for (n, one) in different.iter().enumerate() {
        assert!(different[n + 1..].iter().all(|other| other != one), "{n}");
    }
}

/// The preimage of version 2 ends in the rules: their number, and each with its size.
#[test]
fn the_preimage_has_the_rules_at_its_end() {
    let rules = ["b", "i < 5"].map(RuleText::new);
    let with = declaration(rules.into());
    let config = with.config().unwrap();
    let before = confc::declaration::preimage(config.fields(), &Default::default());
    let mut expected = before[..before.len() - 4].to_vec();
    expected.extend(2u32.to_le_bytes());
    for text in ["b", "i < 5"] {
        expected.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        expected.extend(text.as_bytes());
    }
    assert_eq!(confc::declaration::preimage(config.fields(), config.rules()), expected);
}

#[test]
fn what_was_lowered_as_far_as_is_said_fits_and_one_more_does_not() {
    let field = |ty: &str| StructType::new(vec![Field::new(Key::new("v").unwrap(), ty.parse().unwrap())]);
    let costly = |max: u32, check: &str| {
        let fields = field(&format!("vector<struct<n:string:40,p:vector<uint8>:9>>:{max}"));
        RuleChecker::new(&fields).check(RuleText::new(check)).is_err()
    };
    for check in [
        "v.all(x, x.n != 'abc')",
        "v.all(x, v.exists(y, x.n == y.n))",
        "v == v",
        "v.all(x, x.p.all(y, y > 0))",
    ] {
        let fields = field("vector<struct<n:string:40,p:vector<uint8>:9>>:4294967295");
        let lowered = RuleChecker::new(&fields).lowering(&RuleText::new(check)).unwrap();
        assert_eq!(lowered.path, "v", "{check}");
        assert!(!costly(lowered.max_count, check), "{check}: {lowered:?}");
        assert!(costly(lowered.max_count + 1, check), "{check}: {lowered:?}");
    }
}

#[test]
fn a_list_that_does_not_help_is_as_it_was_while_the_next_is_tried() {
    let fields = |max: u32| {
        let many = format!("vector<uint8>:{max}");
        let types = [
            ("few", "vector<uint8>:900"),
            ("many", many.as_str()),
            ("one", "struct<list:vector<struct<of:vector<uint8>:9>>:800>"),
        ];
        let field = |(key, ty): (&str, &str)| Field::new(Key::new(key).unwrap(), ty.parse().unwrap());
        StructType::new(types.map(field).into())
    };
    let check = "one.list.all(l, l.of.all(x, x > 0)) && few.all(x, x > 0) && many.all(x, x > 0)";
    let lowered = RuleChecker::new(&fields(u32::MAX)).lowering(&RuleText::new(check)).unwrap();
    assert_eq!(lowered.path, "many");
    let fits = |max| RuleChecker::new(&fields(max)).check(RuleText::new(check)).is_ok();
    assert!(fits(lowered.max_count) && !fits(lowered.max_count + 1), "{lowered:?}");
}

/// A thousand rules, of which the last are not kept ready: they are evaluated from their texts.
#[test]
fn rules_beyond_the_memory_for_them_are_read_again() {
    let fields = fields();
    let padding = " + i - i".repeat(30);
    let rules: Vec<RuleText> = (0..1_000).map(|n| RuleText::new(&format!("i{padding} != {n}"))).collect();
    let values = |i: i64| {
        let mut values = Drawn { random: &mut Random::of(1), is_largest: false }.values();
        values[fields.position("i").unwrap()] = Value::Signed(i);
        values[fields.position("ps").unwrap()] = Value::List(List::Struct([].into()));
        values
    };
    let declaration = Declaration::decode(&encode(&declaration(rules))).unwrap();
    let config = declaration.config().unwrap();
    assert_eq!(config.broken_rules(&values(-1)).count(), 0);
    for i in [0, 1, 9] {
        let broken: Vec<String> =
            config.broken_rules(&values(i)).map(|broken| broken.to_broken().rule.to_string()).collect();
        assert_eq!(broken.len(), 1);
        assert!(broken[0].ends_with(&format!(" != {i}")), "{broken:?}");
    }
}

#[test]
fn what_is_remembered_of_types_changes_no_answer() {
    let types = [
        "enum<x=0,y=1>",
        "enum<x=0,y=2>",
        "vector<uint8>:4",
        "vector<uint8>:5",
        "vector<struct<a:vector<uint8>:4,b:bool>>:4",
        "array<uint8>:4",
        "struct<a:vector<uint8>:4,b:bool>",
        "struct<a:vector<uint8>:4,b:string:3>",
        "struct<a:vector<uint8>:5,b:bool>",
        "struct<a:vector<uint8{max=9}>:5,b:bool>",
    ];
    let names: Vec<String> = (0..3 * types.len()).map(|n| format!("f{n}")).collect();
    let field = |(name, ty): (&String, &&str)| Field::new(Key::new(name).unwrap(), ty.parse().unwrap());
    let fields = names.iter().zip(types.iter().cycle()).map(field);
    let condition = Field::new(Key::new("c").unwrap(), Type::Bool);
    let fields = StructType::new(fields.chain([condition]).collect());
    attempts(50, |random| {
        let mut checker = RuleChecker::new(&fields);
        for _ in 0..300 {
            let (a, b) = (random.one_of(&names), random.one_of(&names));
            let text = match random.below(3) {
                0 => format!("{a} == {b}"),
                1 => format!("(c ? {a} : {b}) == {a}"),
                _ => format!("{a}.a == {b}"),
            };
            let said = |checker: &mut RuleChecker<'_>| checker.check_alone(RuleText::new(&text));
            assert_eq!(said(&mut checker), said(&mut RuleChecker::new(&fields)), "{text}");
        }
    });
}
