//! CEL's own test suite: what we read means what it means there.

use super::textproto::{TextMessage, TextValue};
use crate::support::corpus;
use confc_core::expr::{CheckErrorKind, Expression, Operand, Scope};
use confc_core::types::{Field, Key, StructType, Value};
use std::collections::BTreeMap;

/// What became of a test.
#[derive(Debug)]
enum Answer {
    Passed,
    /// The text is refused; the kind of the error.
    Refused(String),
    /// It means something else; what was expected and what came.
    Differs(String),
}

/// The name of an error's kind, without what it holds.
fn kind(kind: &impl std::fmt::Debug) -> String {
    let text = format!("{kind:?}");
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// A binding as a field with its value; `None` for what no scalar of ours is.
fn binding(binding: &TextMessage) -> Option<(Field, Value)> {
    let value = binding.messages("value").next()?.messages("value").next()?;
    let (name, TextValue::Word(word)) = value.0.first()? else { return None };
    let (ty, value) = match name.as_str() {
        "bool_value" => ("bool", Value::Bool(word == "true")),
        "int64_value" => ("int64", Value::Signed(word.parse().ok()?)),
        "uint64_value" => ("uint64", Value::Unsigned(word.parse().ok()?)),
        "double_value" => ("float64", Value::Float(word.parse().ok()?)),
        _ => return None,
    };
    Some((Field::new(Key::new(&binding.text("key")).ok()?, ty.parse().ok()?), value))
}

/// Whether a value is the expected one.
fn is(value: Operand<'_>, expected: &TextMessage) -> bool {
    match (value, expected.0.first().map(|(name, value)| (name.as_str(), value))) {
        (Operand::Bool(value), Some(("bool_value", TextValue::Word(word)))) => word.parse() == Ok(value),
        (Operand::Integer(value), Some(("int64_value" | "uint64_value", TextValue::Word(word)))) => {
            word.parse() == Ok(value)
        }
        (Operand::Float(value), Some(("double_value", TextValue::Word(word)))) => word.parse() == Ok(value),
        (Operand::String(value), Some(("string_value", TextValue::Text(text)))) => value.as_bytes() == text,
        (_, _) => false,
    }
}

fn answer(test: &TextMessage) -> Answer {
    let mut bound = Vec::new();
    for one in test.messages("bindings") {
        let Some(one) = binding(one) else { return Answer::Refused("a binding of another type".into()) };
        bound.push(one);
    }
    bound.sort_by(|(a, _), (b, _)| a.key.cmp(&b.key));
    let (fields, values): (Vec<_>, Vec<_>) = bound.into_iter().unzip();
    let fields = StructType::new(fields);
    let expression = match Expression::parse(&test.text("expr")) {
        Ok(expression) => expression,
        Err(error) => return Answer::Refused(kind(&error.kind)),
    };
    let checked = match expression.check(&Scope::new(&fields)) {
        Ok(checked) => checked,
        Err(error)
            if matches!(error.kind, CheckErrorKind::AlwaysFails(_)) && test.all("eval_error").count() > 0 =>
        {
            return Answer::Refused("AlwaysFails, as expected".into());
        }
        Err(error) => return Answer::Refused(kind(&error.kind)),
    };
    let evaluation = checked.evaluate(&values, None);
    assert!(evaluation.steps <= checked.cost(), "{checked}");
    let is_error = test.all("eval_error").count() > 0;
    let is_true = TextMessage(vec![("bool_value".into(), TextValue::Word("true".into()))]);
    let typed = test.messages("typed_result").next().and_then(|typed| typed.messages("result").next());
    let expected = test.messages("value").next().or(typed).unwrap_or(&is_true);
    match evaluation.result {
        Err(_) if is_error => Answer::Passed,
        Ok(value) if !is_error && is(value, expected) => Answer::Passed,
        result => Answer::Differs(format!("{checked}: {result:?}")),
    }
}

/// Where we differ, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("fp_math/fp_math/fp_overflow_negative", INFINITE),
    ("fp_math/fp_math/fp_overflow_positive", INFINITE),
    ("integer_math/int64_math/int64_min_negate", BEYOND_64_BITS),
    ("integer_math/int64_math/int64_min_negate_div", BEYOND_64_BITS),
    ("integer_math/int64_math/int64_min_negate_mul", BEYOND_64_BITS),
    ("integer_math/int64_math/int64_overflow_add_negative", BEYOND_64_BITS),
    ("integer_math/int64_math/int64_overflow_mul_negative", BEYOND_64_BITS),
    ("integer_math/int64_math/int64_overflow_mul_positive", BEYOND_64_BITS),
    ("integer_math/int64_math/int64_overflow_negative", BEYOND_64_BITS),
    ("integer_math/int64_math/int64_overflow_positive", BEYOND_64_BITS),
    ("integer_math/int64_math/int64_overflow_sub_positive", BEYOND_64_BITS),
];

const BEYOND_64_BITS: &str = "integers are exact to 128 bits, where CEL's overflow at 64";
const INFINITE: &str = "a result that is not finite is an error, where CEL's is infinity";

/// How many tests mean the same to us.
const PASSED: usize = 225;

/// Why tests are refused: the kind of the error, how many, and what these use.
const REFUSED: &[(&str, usize, &str)] = &[
    ("AlwaysFails", 9, "a division by a constant 0, an integer that is no float"),
    ("AlwaysFails, as expected", 10, "the same, where CEL fails when it is evaluated"),
    ("Braces", 140, "literals of maps and messages"),
    ("Character", 1, "a form feed between lexemes"),
    ("Comment", 1, "comments"),
    ("ControlCharacter", 4, "raw control characters in strings"),
    ("Differ", 12, "operands, branches and elements of different types"),
    ("EmptyList", 16, "`[]`"),
    ("Escape", 21, "escapes that JSON has not"),
    ("Function", 960, "conversions, `matches`, `map`, `filter`, extensions"),
    ("ListLiteral", 26, "list literals that are compared, indexed or returned"),
    ("NoDigitsAfterPoint", 9, "functions of an integer literal"),
    ("NoDigitsBeforePoint", 1, "`.5`"),
    ("NoMembers", 1, "a member of an integer"),
    ("Null", 14, "`null`"),
    ("Operand", 44, "`+` of strings, order of bools, operands that CEL refuses too"),
    ("SizeOfString", 5, "`size` of strings"),
    ("StringPrefix", 101, "bytes and raw strings"),
    ("TripleQuotes", 38, "strings in triple quotes"),
    ("Unexpected", 24, "loops over positions, optional syntax"),
    ("UnknownField", 18, "names of types, names that are not bound"),
    ("UnsignedSuffix", 54, "`1u`"),
    ("UpperCase", 588, "names of messages"),
    ("a binding of another type", 123, "maps, lists, messages, strings, times"),
];

#[test]
fn what_is_read_means_what_it_means_in_cel() {
    let Some(folder) = corpus::folder("what_is_read_means_what_it_means_in_cel") else { return };
    let (mut passed, mut refused, mut different) = (0, BTreeMap::new(), BTreeMap::new());
    for file in corpus::files(&folder.join("cel-spec"), "textproto") {
        let file = TextMessage::read(&corpus::text(&folder, &format!("cel-spec/{file}")));
        for section in file.messages("section") {
            for test in section.messages("test") {
                match answer(test) {
                    Answer::Passed => passed += 1,
                    Answer::Refused(kind) => *refused.entry(kind).or_insert(0) += 1,
                    Answer::Differs(how) => {
                        let names = [file.text("name"), section.text("name"), test.text("name")];
                        different.insert(names.join("/"), how);
                    }
                }
            }
        }
    }
    let named: Vec<&str> = different.keys().map(String::as_str).collect();
    let known: Vec<&str> = DIFFERENT.iter().map(|(name, _)| *name).collect();
    assert_eq!(named, known, "{different:#?}");
    let refused: Vec<(&str, usize)> = refused.iter().map(|(kind, count)| (kind.as_str(), *count)).collect();
    let known: Vec<(&str, usize)> = REFUSED.iter().map(|(kind, count, _)| (*kind, *count)).collect();
    assert_eq!(refused, known);
    assert_eq!(passed, PASSED);
}
