//! Random expressions, against the crate `cel`.

use crate::cel_context::cel_context;
use crate::support::expressions::{Drawn, checked, drawn, fields};
use crate::support::random::{Tally, attempts};
use confc_core::expr::FaultKind;
use confc_core::types::{StructType, Value};

#[test]
fn cel_agrees() {
    let fields = fields();
    let tally = Tally::default();
    attempts(1_000, |random| {
        let Some(checked) = checked(&drawn(random, false), &fields) else { return };
        let values = Drawn { random, is_largest: false }.values();
        let result = checked.evaluate(&values, None).result.map(|value| value.as_bool().unwrap());
        tally.count(agrees(&checked.to_string(), &fields, &values, result.map_err(|fault| fault.kind)));
    });
    // The others are beyond 64 bits there.
    tally.demand(90, 0);
}

/// Whether CEL could be asked; it must then say the same.
fn agrees(text: &str, fields: &StructType, values: &[Value], ours: Result<bool, FaultKind>) -> bool {
    let context = cel_context(fields.members(), values);
    let program = cel::Program::compile(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    match (program.execute(&context), ours) {
        (Ok(cel::Value::Bool(theirs)), Ok(ours)) => assert_eq!(theirs, ours, "{text}: {values:?}"),
        (Err(cel::ExecutionError::Overflow(..)), _) => return false,
        (Err(_), Err(_)) => {}
        (theirs, ours) => panic!("{text}: {theirs:?}, {ours:?}, {values:?}"),
    }
    true
}
