//! Maps, and members that are sensitive or optional, in expressions.

use super::tests::{assert_value, checked_with};
use super::{Checked, ExpressionType, FaultKind};
use crate::types::{Field, FloatKind, Key, List, MapEntries, StructType, Value};

fn fields() -> StructType {
    let types = [
        ("b", "bool"),
        ("i", "int8{min=0,max=3}"),
        ("s", "string:40"),
        ("mode", "enum<plain=0,tls=1>"),
        ("other", "enum<plain=0>"),
        ("labels", "map<string:8,int16>:5{min_count=1}"),
        ("others", "map<string:8,int16>:5"),
        ("wide", "map<string:8,int16>:6"),
        ("floats", "map<string:8,float32>:5"),
        ("by_mode", "map<enum<plain=0,tls=1>,struct<x:int32>>:2"),
        ("plain", "struct<x:int8>"),
        ("hidden", "struct<x:int8>"),
        ("unsure", "struct<x:int8?>"),
    ];
    let field = |(key, ty): &(&str, &str)| {
        let mut field = Field::new(Key::new(key).unwrap(), ty.parse().unwrap());
        if let ("hidden", crate::types::Type::Struct(ty)) = (*key, &mut field.ty) {
            let members = ty.members().iter().cloned().map(|member| Field { sensitive: true, ..member });
            *ty = StructType::new(members.collect());
        }
        field
    };
    StructType::new(types.iter().map(field).collect())
}

fn checked(text: &str) -> Result<Checked, String> {
    checked_with(&fields(), text)
}

#[test]
fn refused_texts_say_why() {
    for (text, why) in [
        ("labels < others", "`<` takes numbers or strings, found a map"),
        ("labels == 'x'", "the operands of `==` must be of one type, found a map and a string"),
        (
            "labels == floats",
            "the operands of `==` must be of one type, found a map and a map of another type",
        ),
        ("i in labels", "`in` takes a string, as the keys of the map are, found an integer"),
        ("labels[0] > 0", "`[…]` takes a string, as the keys of the map are, found an integer"),
        ("by_mode[s].x > 0", "`[…]` takes a variant, as the keys of the map are, found a string"),
        ("by_mode[other].x > 0", "`[…]` takes a variant, as the keys of the map are, found an enum"),
        ("by_mode['ssl'].x > 0", "the enum has no variant `ssl`"),
        ("labels['too-long-a-key'] > 0", "this always fails: there is no entry with this key"),
        (
            "labels.team > 0",
            "expected a struct before `team`, found a map: write `[\"team\"]` to read the entry with this key",
        ),
        ("labels.all(key, labels[key])", "`all` takes a condition, found an integer"),
        (
            "labels.contains('x')",
            "`contains` takes a string before the point, found a map: write `x in v` to look for an element",
        ),
        (
            "(b ? labels : wide) == labels",
            "expected values with the same constraints and the same `optional`, `nullable` and `sensitive` members, found different ones: compare their members one by one",
        ),
        (
            "(b ? plain : hidden).x > 0",
            "expected values with the same constraints and the same `optional`, `nullable` and `sensitive` members, found different ones: compare their members one by one",
        ),
        (
            "[plain, unsure].all(one, one.x > 0)",
            "expected values with the same constraints and the same `optional`, `nullable` and `sensitive` members, found different ones: compare their members one by one",
        ),
    ] {
        assert_eq!(checked(text).map(|checked| checked.to_string()), Err(why.to_owned()), "{text}");
    }
}

#[test]
fn values_of_expressions() {
    let entries = |list: &[(&str, i64)]| {
        let list = list.iter().map(|(key, value)| ((*key).into(), Value::Signed(*value))).collect();
        Value::Map(MapEntries::of(&"int16".parse().unwrap(), list).unwrap())
    };
    let one = || Value::Struct([Value::Signed(4)].into());
    let value = |key: &str| match key {
        "b" => Value::Bool(true),
        "i" => Value::Signed(0),
        "s" => Value::String("zone".into()),
        "mode" => Value::Variant(1),
        "other" => Value::Variant(0),
        "labels" => entries(&[("zone", 1), ("a.b", 2)]),
        "others" => entries(&[("a.b", 2), ("zone", 1)]),
        "wide" | "floats" => Value::Map(MapEntries::of(&"float32".parse().unwrap(), Vec::new()).unwrap()),
        "by_mode" => {
            let values = List::Struct([[Value::Signed(7)].into()].into());
            Value::Map(MapEntries::ascending(["tls".into()].into(), values).unwrap())
        }
        "plain" | "hidden" | "unsure" => one(),
        other => panic!("{other}"),
    };
    let values: Vec<Value> = fields().members().iter().map(|field| value(field.key.as_str())).collect();
    for (text, expected) in [
        ("size(labels) == 2 && size(wide) == 0", Ok(true)),
        ("labels == others && !(labels != others)", Ok(true)),
        ("labels in [others]", Ok(true)),
        ("(b ? labels : labels) == others", Ok(true)),
        ("s in labels && !('team' in labels) && 'a.b' in labels", Ok(true)),
        ("'far-too-long-for-a-key' in labels", Ok(false)),
        ("labels['a.b'] + labels[s] == 3", Ok(true)),
        ("labels['team'] > 0", Err(FaultKind::NoEntry)),
        ("!('team' in labels) || labels['team'] > 0", Ok(true)),
        ("labels['team'] > 0 || b", Ok(true)),
        ("mode in by_mode && by_mode[mode].x == 7", Ok(true)),
        ("by_mode['plain'].x == 7", Err(FaultKind::NoEntry)),
        ("'plain' in by_mode", Ok(false)),
        ("labels.all(key, labels[key] > 0 && key != 'team')", Ok(true)),
        ("labels.exists(key, !(key in others))", Ok(false)),
        ("by_mode.all(key, key == mode)", Ok(true)),
        ("wide.exists(key, b)", Ok(false)),
        ("labels.all(key, others[key] / i > 0)", Err(FaultKind::DivisionByZero)),
        ("labels.all(key, floats[key] > 0.5)", Err(FaultKind::NoEntry)),
        ("plain in [unsure] && plain == hidden", Ok(true)),
    ] {
        let checked = checked(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = self::checked(&checked.to_string()).unwrap();
        assert_eq!((again.to_string(), &again), (checked.to_string(), &checked), "{text}");
        assert_value(&checked, &values, expected);
    }
}

#[test]
fn costs_are_those_of_the_largest_values() {
    for (text, cost) in [
        ("size(labels) > 0", 4),
        // At most three of five entries are compared.
        ("'' in labels", 3 + 3),
        ("s in labels", 3 + 3 * (1 + 3)),
        ("labels[s] > 0", 5 + 3 * (1 + 3)),
        ("mode in by_mode", 3 + 2),
        ("labels == others", 3 + 5 * (2 + 1)),
        ("labels.all(key, key in others)", 2 + 5 * (3 + 3 * 2)),
        ("by_mode.all(key, by_mode[key].x > 0)", 2 + 2 * (6 + 2)),
    ] {
        assert_eq!(checked(text).unwrap().cost(), cost, "{text}");
    }
}

#[test]
fn types_and_faults_are_known() {
    for (text, ty, may_fail) in [
        ("size(labels) > 0", ExpressionType::Always(true), false),
        ("size(others)", ExpressionType::Integer(0, 5), false),
        ("labels['x']", ExpressionType::Integer(-32768, 32767), true),
        ("floats['x']", ExpressionType::Float(FloatKind::Float32), true),
        ("by_mode[mode]", ExpressionType::Struct, true),
        ("'x' in labels", ExpressionType::Bool, false),
        ("labels.all(key, byte_size(key) <= 8)", ExpressionType::Always(true), false),
        ("b ? labels : labels", ExpressionType::Map, false),
    ] {
        let checked = checked(text).unwrap();
        assert_eq!((checked.ty(), checked.may_fail()), (ty, may_fail), "{text}");
    }
}

#[test]
fn what_depends_on_a_secret_is_known() {
    for (text, is_secret) in [
        ("plain == hidden", true),
        ("hidden in [plain]", true),
        ("plain in [hidden]", true),
        ("plain in [plain, hidden]", true),
        ("plain in [plain]", false),
        ("hidden.x > 0", true),
        ("plain.x in [1, hidden.x]", true),
        ("[hidden].exists(one, one.x == 7)", true),
        ("'x' in labels", false),
    ] {
        assert_eq!(checked(text).unwrap().is_secret(), is_secret, "{text}");
    }
}
