//! Plans: what completes them, and the sentences of all that does not.

#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test that fails may panic, in its helpers too")]

use confc_loader::{
    Declaration, FinishError, FinishErrorKind, FinishOptions, Finished, Plan, Problem, Value, Values,
    is_plan, is_value_file, load,
};

const PLAN: &[u8] = include_bytes!("data/gate.cvp");

fn gate() -> Declaration {
    Declaration::decode(include_bytes!("data/gate.cm")).unwrap()
}

fn door() -> Values {
    let declaration = Declaration::decode(include_bytes!("data/door.cm")).unwrap();
    load(&declaration, include_bytes!("data/door.cvf")).unwrap()
}

/// Finishes the plan with these inputs and the values of `door`.
fn finished(inputs: &[(&str, Value)]) -> Result<Finished, FinishError> {
    let door = door();
    let mut options = FinishOptions::new().import("door", &door);
    for (name, value) in inputs {
        options = options.input(name, value.clone());
    }
    Plan::decode(&gate(), PLAN).unwrap().finish(options)
}

/// A result in `data/gate.txt`: the values, or all problems.
fn told(what: &str, result: Result<Finished, FinishError>) -> String {
    let lines: Vec<String> = match result {
        Ok(finished) => {
            let loaded = load(&gate(), finished.bytes()).unwrap();
            assert_eq!(&loaded, finished.values());
            assert!(!format!("{finished:?}").contains("hunter2"));
            loaded.iter().map(|(field, value)| format!("{} = {value:?}", field.key())).collect()
        }
        Err(error) => {
            assert_eq!(error.kind(), FinishErrorKind::Problems, "{error}");
            assert!(!format!("{error:?}").contains("hunter2"));
            error.problems().map(|problem| line(&problem)).collect()
        }
    };
    format!("{what}\n    {}\n", lines.join("\n    "))
}

/// The sentence of a problem, which has its path and its place.
fn line(problem: &Problem) -> String {
    let line = problem.to_string();
    if let Some((file, row, column)) = problem.place() {
        assert!(line.ends_with(&format!(" ({file}:{row}:{column})")), "{line}");
    }
    assert!(problem.path().is_empty() || line.starts_with(&format!("`{}`", problem.path())), "{line}");
    line
}

#[test]
fn everything_that_completes_a_plan_is_told() {
    let plan = Plan::decode(&gate(), PLAN).unwrap();
    let mut text = String::new();
    for (field, value) in plan.inputs() {
        text += &format!("{field:?}, given {value:?}\n");
    }
    let zone = || ("zone", Value::from("eu-1"));
    let key = || ("key", Value::from("hunter2"));
    let cores = |cores: u8| ("cores", Value::from(cores));
    let inputs: [(&str, Vec<(&str, Value)>); 10] = [
        ("all that is needed", vec![zone(), key(), cores(2)]),
        ("another zone", vec![("zone", "us-1".into()), key(), cores(8)]),
        ("no inputs", vec![]),
        ("one input", vec![zone(), cores(8)]),
        ("an unknown input", vec![zone(), key(), cores(8), ("other", 1.into())]),
        ("an input twice", vec![zone(), key(), cores(8), cores(7)]),
        ("inputs that do not fit", vec![("zone", "EU".into()), ("key", 7.into()), cores(65)]),
        ("an absent input", vec![("zone", Value::absent()), key(), cores(8)]),
        ("too many cores", vec![zone(), key(), cores(9)]),
        ("too few cores", vec![zone(), key(), cores(1)]),
    ];
    for (what, inputs) in inputs {
        text += &told(what, finished(&inputs));
    }
    let (gate, door) = (gate(), door());
    let other = Declaration::decode(include_bytes!("data/echo.cm")).unwrap();
    let other = load(&other, include_bytes!("data/echo.cvf")).unwrap();
    let options = || FinishOptions::new().input("zone", "eu-1").input("key", "hunter2").input("cores", 8_u8);
    for (what, options) in [
        ("no import", options()),
        ("another import", options().import("door", &door).import("gate", &door)),
        ("an import twice", options().import("door", &door).import("door", &door)),
    ] {
        text += &told(what, Plan::decode(&gate, PLAN).unwrap().finish(options));
    }
    let error = Plan::decode(&gate, PLAN).unwrap().finish(options().import("door", &other)).unwrap_err();
    text += &format!("values of another interface\n    {:?} {error}\n", error.kind());
    assert_eq!(text, include_str!("data/gate.txt"));
}

#[test]
fn a_plan_is_recognised() {
    let plan = Plan::decode(&gate(), PLAN).unwrap();
    let door = Declaration::decode(include_bytes!("data/door.cm")).unwrap();
    let imports: Vec<_> = plan.imports().collect();
    assert_eq!(imports, [("door", door.config().unwrap().checksum())]);
    assert!(!plan.is_complete() && is_plan(PLAN) && !is_value_file(PLAN));
}

#[test]
fn any_flipped_or_missing_byte_is_refused() {
    let gate = gate();
    for at in 0..PLAN.len() {
        assert!(Plan::decode(&gate, PLAN.get(..at).unwrap()).is_err(), "cut off at {at}");
        for bit in 0..8 {
            let mut bytes = PLAN.to_vec();
            *bytes.get_mut(at).unwrap() ^= 1 << bit;
            assert!(Plan::decode(&gate, &bytes).is_err(), "bit {bit} of byte {at}");
        }
    }
    let other = Declaration::decode(include_bytes!("data/door.cm")).unwrap();
    assert_eq!(Plan::decode(&other, PLAN).unwrap_err().kind(), FinishErrorKind::Checksum);
    assert_eq!(
        Plan::decode(&gate, include_bytes!("data/door.cvf")).unwrap_err().kind(),
        FinishErrorKind::Decode
    );
}
