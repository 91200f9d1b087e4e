//! Unions in expressions: each case reads as an optional member.

use super::tests::{assert_value, checked_with};
use super::{
    Checked, Definition, DefinitionErrorKind, DefinitionTarget, ExpressionType, FaultKind, Scope, ScopeValues,
};
use crate::types::{Field, Key, List, StructType, Type, UnionValue, Value};

fn fields() -> StructType {
    let types = [
        ("admin", "union<name=string:15,number=uint16{min=1}>?"),
        ("b", "bool"),
        ("i", "uint16"),
        ("j", "json:30"),
        ("other", "union<name=string:20,number=uint16>"),
        ("port", "union<name=string:15,number=uint16{min=1}>"),
        ("s", "string:4"),
        ("sinks", "vector<union<file=struct<path:string:8>,off=bool>>:3"),
        ("third", "union<name=string:15,port=uint16>"),
    ];
    let field = |(key, text): &(&str, &str)| {
        let ty = text.trim_end_matches('?').parse().unwrap();
        Field { optional: text.ends_with('?'), ..Field::new(Key::new(key).unwrap(), ty) }
    };
    StructType::new(types.iter().map(field).collect())
}

fn checked(text: &str) -> Result<Checked, String> {
    checked_with(&fields(), text)
}

fn of(case: u32, value: impl Into<Value>) -> UnionValue {
    UnionValue { case, value: value.into() }
}

/// The values of the fields, with this port.
fn values(port: UnionValue) -> Vec<Value> {
    let file = Value::Struct([Value::from("/x")].into());
    vec![
        Value::Absent,
        true.into(),
        7_u16.into(),
        Value::Json(crate::types::JsonText::new("[1]").unwrap()),
        of(1, 80_u16).into(),
        port.into(),
        "a".into(),
        Value::List(List::from_iter([of(0, file), of(1, false)])),
        of(0, "http").into(),
    ]
}

#[test]
fn refused_texts_say_why() {
    for (text, why) in [
        ("port == 80", "the operands of `==` must be of one type, found a union and an integer"),
        (
            "port == third",
            "the operands of `==` must be of one type, found a union and a union of another type",
        ),
        ("port < other", "`<` takes numbers or strings, found a union"),
        ("has(port.text)", "there is no member `text`"),
        (
            "has(port)",
            "`has` asks for an optional or nullable field or member, found one that always has a value",
        ),
    ] {
        let error = checked(text).map(|checked| checked.to_string()).unwrap_err();
        assert!(error.starts_with(why), "{text}: {error}");
    }
}

#[test]
fn a_case_is_absent_in_the_others() {
    let [nothing, other] = [Err(FaultKind::NothingSet), Err(FaultKind::OtherCase)];
    for (text, number, name) in [
        ("has(port.number)", Ok(true), Ok(false)),
        ("!has(port.number) || port.number > 1023", Ok(false), Ok(true)),
        ("port.number > 1023", Ok(false), other),
        ("port.name == 'http'", other, Ok(true)),
        ("port == other", Ok(true), Ok(false)),
        ("port != other", Ok(false), Ok(true)),
        ("has(admin.number)", Ok(false), Ok(false)),
        ("admin.number == 1", nothing, nothing),
        ("sinks.exists(sink, has(sink.file) && sink.file.path == '/x')", Ok(true), Ok(true)),
        ("has(sinks[1].file)", Ok(false), Ok(false)),
        ("sinks[0].file.path == '/x' || sinks[1].off", Ok(true), Ok(true)),
    ] {
        let checked = checked(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(checked.to_string(), text.replace('\'', "\""));
        assert_value(&checked, &values(of(1, 80_u16)), number);
        assert_value(&checked, &values(of(0, "http")), name);
    }
    let whole = checked("port").unwrap();
    assert_eq!((whole.ty(), whole.cost()), (ExpressionType::Union, 1));
    // The larger of the two names decides the cost.
    assert_eq!(checked("port == other").unwrap().cost(), 3 + 2);
}

#[test]
fn the_type_of_a_definition_decides_the_case() {
    let fields = fields();
    let define = |text: &str, ty: &str| {
        let ty: Type = ty.parse().unwrap();
        let target = DefinitionTarget { ty: &ty, is_secret: false };
        Definition::expression(text, &Scope::new(&fields), target).map_err(|error| error.kind)
    };
    let port = "union<name=string:15,number=uint16>";
    for text in ["i + 1", "port.number", "s", "b ? 'a' : s", "port", "other", "admin"] {
        assert!(define(text, port).is_ok(), "{text}");
    }
    let no_case = |found| {
        let kinds = port.parse::<Type>().unwrap().literal_kinds();
        Err(DefinitionErrorKind::NoCase { found, kinds })
    };
    assert_eq!(define("b", port), no_case("a bool"));
    assert_eq!(define("sinks", port), no_case("a vector"));
    assert_eq!(define("j", port), no_case("a json value"));
    assert!(define("j", "union<a=bool,b=json:30{kinds=array}>").is_ok());
    assert!(matches!(define("third", port), Err(DefinitionErrorKind::OtherShape { of: "a union" })));
    let target = DefinitionTarget { ty: &port.parse().unwrap(), is_secret: false };
    let text = Definition::text("${s}-${i}", &Scope::new(&fields), target).unwrap();
    let values = values(of(0, "x"));
    let outcome = text.evaluate(ScopeValues::of_fields(&values));
    assert_eq!(outcome.result.map(|defined| defined.amount(9)), Ok(6));
}
