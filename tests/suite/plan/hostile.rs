//! Plans that were altered, on purpose or not: the right answer or an error, never a panic.

use crate::support::command::Workspace;
use crate::wire::proto::{ConfigField, ValuesPlan};
use confc_core::declaration::Declaration;
use confc_core::expr::MAX_DEFINED_AMOUNT;
use confc_core::plan::{FinishError, FinishInputs, FinishProblem, Finished, ProblemKind, ValuePlan, finish};
use confc_core::types::Value;
use confc_core::values::load;
use confc_core::wire::{DecodeErrorKind, append_integrity};
use prost::Message as _;

const MANIFEST: &str = "{ config: {
    a: { type: 'uint8' }, b: { type: 'uint8' }, s: { type: 'string', max_size: 40, sensitive: true },
    l: { type: 'vector', max_count: 3, element: { type: 'struct', fields: { p: { type: 'uint8' } } } },
    m: { type: 'map', max_count: 3, key: { type: 'string', max_size: 4 }, value: { type: 'uint8' } },
    t: { type: 'struct', fields: { x: { type: 'uint8' }, y: { type: 'bool', optional: true } } },
  }, config_rules: [ { check: 'a + b < 201' } ] }";

const LAYER: &str =
    "{ $inputs: { i: { type: 'uint8' }, j: { type: 'string', max_size: 8, sensitive: true, default: 'jj' } },
    a: { $expr: \"input('i')\" }, b: { $expr: 'a + 1' }, s: { $text: \"${input('j')} ${db.host}\" },
    l: [{ p: 1 }, { p: { $expr: 'b' } }], m: { k: { $expr: 'a' }, z: 3 }, t: { x: { $expr: 'db.cfg.x' } } }";

/// A declaration, a plan for it, and the declaration and value file of the component that it reads.
fn plan() -> (Declaration, Vec<u8>, Declaration, Vec<u8>) {
    let workspace = Workspace::new().with("m.cml", MANIFEST).with("l.json5", LAYER);
    let other = "{ config: { host: { type: 'string', max_size: 12 }, port: { type: 'uint16' },
        cfg: { type: 'struct', fields: { x: { type: 'uint8' } } } } }";
    workspace.write("db.cml", other);
    workspace.write("db.json5", "{ host: 'h', port: 1, cfg: { x: 4 } }");
    for name in ["m", "db"] {
        workspace.confc(&["compile", &format!("{name}.cml"), "-o", &format!("{name}.cm")]).silent();
    }
    workspace.confc(&["values", "db.cm", "db.json5", "-o", "db.cvf"]).silent();
    let plan = ["values", "m.cm", "l.json5", "--import", "db=db.cm", "--plan", "-o", "p.cvp"];
    workspace.confc(&plan).silent();
    let declaration = |name| Declaration::decode(&workspace.read(name)).unwrap();
    (declaration("m.cm"), workspace.read("p.cvp"), declaration("db.cm"), workspace.read("db.cvf"))
}

fn finished(
    declaration: &Declaration,
    bytes: &[u8],
    (other, values): (&Declaration, &[u8]),
    i: u64,
) -> Result<Finished, FinishError> {
    let loaded = load(other, values).unwrap();
    let (inputs, imports) = (vec![("i", Value::Unsigned(i))], vec![("db", &loaded)]);
    finish(declaration, bytes, FinishInputs { inputs, imports })
}

/// The bytes with the sum of what is before it.
fn repaired(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 35);
    append_integrity(&mut bytes);
    bytes
}

/// What is finished is a value file that loads as the values that come with it.
fn check(declaration: &Declaration, finished: &Finished) {
    assert_eq!(load(declaration, &finished.bytes).unwrap(), finished.values);
}

#[test]
fn a_plan_can_be_finished_as_often_as_one_likes() {
    let (declaration, bytes, other, values) = plan();
    let first = finished(&declaration, &bytes, (&other, &values), 5).unwrap();
    assert_eq!(first, finished(&declaration, &bytes, (&other, &values), 5).unwrap());
    check(&declaration, &first);
    assert_eq!(first.values.get("b"), Some(&Value::Unsigned(6)));
    assert_eq!(first.values.get("s").and_then(Value::as_str), Some("jj h"));
    assert!(!format!("{first:?}").contains("jj h"));
    let broken = finished(&declaration, &bytes, (&other, &values), 120).unwrap_err();
    assert_eq!(broken.to_string(), "this rule is broken: `a + b < 201`");
    let FinishError::Problems(problems) = finished(&declaration, &bytes, (&other, &values), 255).unwrap_err()
    else {
        panic!("it is read");
    };
    // What depends on the sum is not evaluated, and rules that read it are not asked.
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_eq!(
        problems[0].to_string(),
        "`b`: the value does not fit: expected uint8 (0 to 255), found 256 (l.json5:2:45)"
    );
}

#[test]
fn what_is_given_is_checked() {
    let (declaration, bytes, other, values) = plan();
    let loaded = load(&other, &values).unwrap();
    let kinds = |inputs: Vec<(&str, Value)>, imports| match finish(
        &declaration,
        &bytes,
        FinishInputs { inputs, imports },
    )
    .unwrap_err()
    {
        FinishError::Problems(problems) => {
            problems.iter().map(|problem| problem.kind.clone()).collect::<Vec<_>>()
        }
        error => panic!("{error}"),
    };
    let missing = kinds(vec![], vec![]);
    assert!(
        matches!(&missing[..], [ProblemKind::InputMissing { .. }, ProblemKind::ImportMissing { .. }]),
        "{missing:?}"
    );
    let db = || vec![("db", &loaded)];
    let i = || ("i", Value::Unsigned(1));
    let of = |more: Vec<(&'static str, Value)>| kinds([vec![i()], more].concat(), db());
    assert!(matches!(of(vec![("x", Value::Absent)])[..], [ProblemKind::UnknownInput { .. }]));
    assert!(matches!(of(vec![("i", Value::Unsigned(2))])[..], [ProblemKind::GivenTwice { .. }]));
    let fixed = of(vec![("j", "other".into())]);
    assert!(matches!(fixed[..], [ProblemKind::InputFixed { .. }]), "{fixed:?}");
    assert!(
        finish(&declaration, &bytes, FinishInputs { inputs: vec![i(), ("j", "jj".into())], imports: db() })
            .is_ok()
    );
    assert!(matches!(kinds(vec![("i", Value::Unsigned(256))], db())[..], [ProblemKind::Input { .. }]));
    assert!(matches!(
        kinds(vec![i()], vec![("db", &loaded), ("eb", &loaded)])[..],
        [ProblemKind::UnknownImport { .. }]
    ));
}

#[test]
fn plans_for_others_and_of_later_languages_are_refused() {
    let (declaration, bytes, other, values) = plan();
    let refused = ValuePlan::decode(&other, &bytes).unwrap_err();
    assert!(matches!(refused, FinishError::ChecksumMismatch { import: None, .. }), "{refused}");
    // The language is a field of its own: 5, as a varint.
    let at = bytes.windows(2).rposition(|pair| pair == [5 << 3, 1]).unwrap();
    let mut newer = bytes.clone();
    newer[at + 1] = 2;
    let refused = ValuePlan::decode(&declaration, &repaired(newer)).unwrap_err();
    assert!(matches!(refused, FinishError::Language { found: 2 }), "{refused}");
    let loaded = load(&other, &values).unwrap();
    // Another interface under the name.
    let wrong = ValuePlan::decode(&declaration, &bytes).unwrap();
    let own = finished(&declaration, &bytes, (&other, &values), 5).unwrap().values;
    let inputs = vec![("i", Value::Unsigned(1))];
    let refused = wrong.finish(FinishInputs { inputs, imports: vec![("db", &own)] }).unwrap_err();
    let FinishError::Problems(problems) = &refused else { panic!("{refused}") };
    assert!(matches!(problems[0].kind, ProblemKind::ImportChanged { .. }), "{problems:?}");
    drop(loaded);
}

/// A plan that is cut off, and every plan with one bit of it flipped, damaged or with its sum repaired.
#[test]
fn no_altered_plan_is_taken_for_what_it_is_not() {
    let (declaration, bytes, other, values) = plan();
    let whole = finished(&declaration, &bytes, (&other, &values), 5).unwrap();
    for end in 0..bytes.len() {
        let cut = ValuePlan::decode(&declaration, &bytes[..end]).unwrap_err();
        assert!(matches!(cut, FinishError::Decode(_)), "{end}: {cut}");
    }
    let (mut refused, mut other_values) = (0, 0);
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut altered = bytes.clone();
            altered[at] ^= 1 << bit;
            assert!(matches!(ValuePlan::decode(&declaration, &altered), Err(FinishError::Decode(_))), "{at}");
            match finished(&declaration, &repaired(altered), (&other, &values), 5) {
                // What was altered is a value, an expression, or a place that only a message would tell.
                Ok(finished) => {
                    check(&declaration, &finished);
                    other_values += usize::from(finished != whole);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > bytes.len() && other_values > 0, "{refused} {other_values}");
}

/// Inputs and imports have keys alone: no native names and no aliases.
#[test]
fn inputs_and_imports_have_no_other_names() {
    let (declaration, bytes, other, values) = plan();
    let with_names = |change: &dyn Fn(&mut ValuesPlan)| {
        let mut plan = ValuesPlan::decode(&*bytes).unwrap();
        plan.integrity = Vec::new();
        change(&mut plan);
        let mut bytes = plan.encode_to_vec();
        append_integrity(&mut bytes);
        finished(&declaration, &bytes, (&other, &values), 5).map(drop)
    };
    assert_eq!(with_names(&|_| {}), Ok(()));
    let names: [&dyn Fn(&mut ConfigField); 3] = [
        &|field| field.name = "nativeName".into(),
        &|field| field.aliases = vec!["old_name".into()],
        &|field| (field.name, field.aliases) = ("N".into(), vec![field.key.clone()]),
    ];
    for name in names {
        let refused = [
            with_names(&|plan| name(plan.inputs[0].field.as_mut().unwrap())),
            with_names(&|plan| name(&mut plan.imports[0].fields[0])),
        ];
        for refused in refused {
            let Err(FinishError::Decode(error)) = refused else { panic!("{refused:?}") };
            assert_eq!(error.into_kind(), DecodeErrorKind::PlanInput);
        }
    }
}

/// A text in a plan, replaced by another of the same length.
fn with(bytes: &[u8], text: &str, other: &str) -> Vec<u8> {
    assert_eq!(text.len(), other.len());
    let at = bytes.windows(text.len()).position(|part| part == text.as_bytes()).unwrap();
    let mut bytes = bytes.to_vec();
    bytes[at..at + text.len()].copy_from_slice(other.as_bytes());
    repaired(bytes)
}

#[test]
fn expressions_of_a_plan_are_trusted_in_nothing() {
    let (declaration, bytes, other, values) = plan();
    let told =
        |altered: &[u8]| finished(&declaration, altered, (&other, &values), 5).unwrap_err().to_string();
    // A cycle, which the compiler would have refused.
    let cycle = told(&with(&bytes, "input('i')", "b         "));
    assert!(
        cycle.contains("depend on each other: `b` needs `a`") || cycle.contains("`a` needs `b`"),
        "{cycle}"
    );
    let own = told(&with(&bytes, "input('i')", "a         "));
    assert!(own.starts_with("the value of `a` depends on itself"), "{own}");
    // A secret would become the value of what is none.
    let leak = told(&with(&bytes, "input('i')", "s == 'k'  "));
    assert!(leak.contains("`a`: "), "{leak}");
    let unknown = told(&with(&bytes, "input('i')", "nothing   "));
    assert!(unknown.contains("nothing"), "{unknown}");
    let name = told(&with(&bytes, "input('i')", "input('k')"));
    assert!(name.contains('k'), "{name}");
    let syntax = told(&with(&bytes, "input('i')", "(((((((((("));
    assert!(syntax.starts_with("`a`: "), "{syntax}");
    let zero = told(&with(&bytes, "input('i')", "1 / (1-1) "));
    assert!(zero.starts_with("`a`: "), "{zero}");
}

/// A plan may say that what was known took more than there is for all. What waits is then no value that nobody set.
#[test]
fn what_was_known_may_have_taken_too_much() {
    let workspace = Workspace::new().with("m.cml", "{ config: { o: { type: 'uint8', optional: true } } }");
    workspace.write("l.json5", "{ $inputs: { i: { type: 'uint8' } }, o: { $expr: \"input('i')\" } }");
    workspace.confc(&["compile", "m.cml", "-o", "m.cm"]).silent();
    workspace.confc(&["values", "m.cm", "l.json5", "--plan", "-o", "p.cvp"]).silent();
    let declaration = Declaration::decode(&workspace.read("m.cm")).unwrap();
    let bytes = workspace.read("p.cvp");
    let finished = |bytes: &[u8]| {
        let inputs = vec![("i", Value::Unsigned(5))];
        finish(&declaration, bytes, FinishInputs { inputs, imports: Vec::new() })
    };
    assert_eq!(finished(&bytes).unwrap().values.get("o"), Some(&Value::Unsigned(5)));
    // Nothing was known of it, so that no amount is written: one is added.
    let with_amount = |amount: u64| {
        let mut bytes = bytes[..bytes.len() - 35].to_vec();
        bytes.push(9 << 3);
        prost::encoding::encode_varint(amount, &mut bytes);
        append_integrity(&mut bytes);
        finished(&bytes)
    };
    for amount in [MAX_DEFINED_AMOUNT + 1, u64::MAX] {
        let Err(FinishError::Problems(problems)) = with_amount(amount) else { panic!("{amount}") };
        assert!(matches!(&*problems, [FinishProblem { kind: ProblemKind::TooLarge, .. }]), "{problems:?}");
    }
    // Nothing is left for what waits.
    assert!(matches!(with_amount(MAX_DEFINED_AMOUNT), Err(FinishError::Problems(_))));
    assert!(with_amount(MAX_DEFINED_AMOUNT - 9).is_ok());
}
