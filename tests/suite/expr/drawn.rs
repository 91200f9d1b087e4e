//! Laws over expressions that nobody wrote.

use crate::support::expressions::{Drawn, checked, drawn, fields};
use crate::support::random::{Random, Tally, attempts};
use confc_core::expr::{
    Expression, Fault, FaultKind, Scope, ScopeValues, UnknownMembers, UnknownPart, UnknownScope,
};
use confc_core::types::Value;

#[test]
fn the_bound_holds() {
    let fields = fields();
    let tally = Tally::default();
    attempts(2_500, |random| {
        let text = drawn(random, false);
        let checked = checked(&text, &fields);
        tally.count(checked.is_some());
        let Some(checked) = checked else { return };
        for _ in 0..2 {
            let values = Drawn { random, is_largest: false }.values();
            let evaluation = checked.evaluate(&values, None);
            assert!(evaluation.steps <= checked.cost(), "{text}");
            let result = evaluation.result.map(|value| value.as_bool().unwrap());
            assert!(result.is_ok() || checked.may_fail(), "{text}: {result:?}");
            match checked.ty() {
                confc_core::expr::ExpressionType::Always(answer) => {
                    assert!(result.is_err() || result == Ok(answer), "{text}");
                }
                confc_core::expr::ExpressionType::Bool => {}
                other => panic!("{text}: {other:?}"),
            }
        }
    });
    // The others need more than 128 bits, index an array outside, or are larger than an expression may be.
    tally.demand(50, 1);
}

/// Fields and members that are not known, and the values with others in the places of these.
fn unknown(random: &mut Random, values: &[Value], others: &[Value]) -> (UnknownMembers, Vec<Value>) {
    let (mut unknown, mut changed) = (UnknownMembers::default(), values.to_vec());
    for (at, (value, other)) in (0..).zip(changed.iter_mut().zip(others)) {
        if random.once_in(4) {
            unknown.insert(at, UnknownPart::Whole);
            *value = other.clone();
        } else if let (Value::Struct(members), Value::Struct(others), true) =
            (value, other, random.once_in(2))
        {
            let (mut part, member) = (UnknownMembers::default(), random.below(members.len()));
            part.insert(u32::try_from(member).unwrap(), UnknownPart::Whole);
            unknown.insert(at, UnknownPart::Members(part));
            members[member] = others[member].clone();
        }
    }
    (unknown, changed)
}

#[test]
fn an_answer_among_unknown_values_stays_whatever_they_are() {
    let fields = fields();
    let (tally, answers) = (Tally::default(), Tally::default());
    attempts(5_000, |random| {
        let text = drawn(random, false);
        let Some(checked) = checked(&text, &fields) else { return };
        let values = Drawn { random, is_largest: false }.values();
        let others = Drawn { random, is_largest: false }.values();
        let (unknown, changed) = unknown(random, &values, &others);
        let scope = |fields| ScopeValues {
            unknown: Some(UnknownScope { fields: &unknown, place: None }),
            ..ScopeValues::of_fields(fields)
        };
        let early = checked.evaluate_at(scope(&values), None).result;
        let is_open = matches!(early, Err(Fault { kind: FaultKind::NotKnown, .. }));
        tally.count(is_open);
        if is_open {
            return;
        }
        answers.count(early.is_ok());
        // What takes the place of an unknown value is not read.
        let mut hidden = values.clone();
        for at in unknown.positions().filter(|at| unknown.get(*at) == Some(&UnknownPart::Whole)) {
            hidden[at as usize] = Value::Absent;
        }
        assert_eq!(checked.evaluate_at(scope(&hidden), None).result, early, "{text}");
        assert_eq!(checked.evaluate(&values, None).result, early, "{text}");
        assert_eq!(checked.evaluate(&changed, None).result, early, "{text}");
    });
    tally.demand(10, 20);
    answers.demand(20, 1);
}

#[test]
fn the_bound_is_met_by_the_largest_values() {
    let fields = fields();
    let tally = Tally::default();
    attempts(2_500, |random| {
        let text = drawn(random, true);
        let checked = checked(&text, &fields);
        tally.count(checked.is_some());
        let Some(checked) = checked else { return };
        let values = Drawn { random, is_largest: true }.values();
        for (field, value) in fields.members().iter().zip(&values) {
            field.ty.check(value).unwrap();
        }
        let evaluation = checked.evaluate(&values, None);
        assert!(evaluation.result.is_ok(), "{text}: {evaluation:?}");
        assert_eq!(evaluation.steps, checked.cost(), "{text}");
    });
    tally.demand(80, 0);
}

/// Lexemes and what is none, each but the line break.
const LEXEMES: &str = "a b e i m n s v p.k self `in` x true null 1 -1 0x1f 2.5 1e9 07 1u 'é' \"\\u00e9\" ' \\ ( ) [ ] [] , . ? : ! \
    - + * / % < <= == != in && || = & { size( byte_size( double( .startsWith( .contains( .all(x, .exists(y, .k .x é // \
    matches(";

#[test]
fn no_soup_of_lexemes_panics() {
    let lexemes: Vec<&str> = LEXEMES.split(' ').chain(["\n"]).collect();
    let fields = fields();
    let values = Drawn { random: &mut Random::of(1), is_largest: false }.values();
    let tally = Tally::default();
    attempts(20_000, |random| {
        let count = 1 + random.below(12);
        let text: Vec<&str> = (0..count).map(|_| *random.one_of(&lexemes)).collect();
        let text = text.join(random.pick(&["", " "]));
        match Expression::parse(&text) {
            Ok(expression) => {
                tally.count(true);
                assert_eq!(Expression::parse(&expression.to_string()).as_ref(), Ok(&expression), "{text}");
                match expression.check(&Scope::new(&fields)) {
                    Ok(checked) => assert!(checked.evaluate(&values, None).steps <= checked.cost(), "{text}"),
                    Err(error) => assert!(text.get(error.span.range()).is_some(), "{text}: {error}"),
                }
            }
            Err(error) => {
                tally.count(false);
                assert!(text.get(error.span.range()).is_some(), "{text}: {error}");
                assert!(!error.to_string().is_empty());
            }
        }
    });
    tally.demand(2, 50);
}
