//! Random expressions, against the crate `cel`.

use crate::support::expressions::{Drawn, drawn, fields};
use crate::support::random::{Tally, attempts};
use confc_core::expr::{Expression, FaultKind, Operand, Scope};
use confc_core::types::{Field, StructType, Type, Value};
use std::collections::HashMap;
use std::sync::Arc;

#[test]
fn cel_agrees() {
    let fields = fields();
    let tally = Tally::default();
    attempts(1_000, |random| {
        let expression = Expression::parse(&drawn(random, false)).ok();
        let Some(checked) = expression.and_then(|read| read.check(&Scope::new(&fields)).ok()) else { return };
        let values = Drawn { random, is_largest: false }.values();
        let result = checked.evaluate(&values, None).result.map(|value| value.as_bool().unwrap());
        tally.count(agrees(&checked.to_string(), &fields, &values, result.map_err(|fault| fault.kind)));
    });
    // The others are beyond 64 bits there.
    tally.demand(90, 0);
}

/// Whether CEL could be asked; it must then say the same.
fn agrees(text: &str, fields: &StructType, values: &[Value], ours: Result<bool, FaultKind>) -> bool {
    let mut context = cel::Context::default();
    context.add_function("byte_size", |text: Arc<String>| i64::try_from(text.len()).unwrap()).unwrap();
    for (field, value) in fields.members().iter().zip(values) {
        context.add_variable_from_value(field.key.as_str(), cel_value(field, value));
    }
    let program = cel::Program::compile(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    match (program.execute(&context), ours) {
        (Ok(cel::Value::Bool(theirs)), Ok(ours)) => assert_eq!(theirs, ours, "{text}: {values:?}"),
        (Err(cel::ExecutionError::Overflow(..)), _) => return false,
        (Err(_), Err(_)) => {}
        (theirs, ours) => panic!("{text}: {theirs:?}, {ours:?}, {values:?}"),
    }
    true
}

fn cel_value(field: &Field, value: &Value) -> cel::Value {
    match (value, Operand::from(value)) {
        (Value::Variant(_), _) => {
            let name = field.ty.show(value).to_string();
            cel::Value::String(Arc::new(name.trim_matches('"').to_owned()))
        }
        (Value::Struct(values), _) => {
            let members = field.ty.members().iter().zip(values.iter());
            let members =
                members.map(|(member, value)| (member.key.as_str().to_owned(), cel_value(member, value)));
            cel::Value::from(members.collect::<HashMap<String, cel::Value>>())
        }
        (Value::Map(entries), _) => {
            let Type::Map(ty) = &field.ty else { panic!("{field:?}") };
            let of = Field::new(field.key.clone(), ty.value().clone());
            let entries = entries.to_entries();
            let entries = entries.iter().map(|(key, value)| (key.to_string(), cel_value(&of, value)));
            cel::Value::from(entries.collect::<HashMap<String, cel::Value>>())
        }
        (Value::List(list), _) => {
            let element = Field::new(field.key.clone(), field.ty.element().unwrap().clone());
            let elements = list.to_values();
            cel::Value::List(Arc::new(elements.iter().map(|value| cel_value(&element, value)).collect()))
        }
        (_, Operand::Bool(value)) => cel::Value::Bool(value),
        (_, Operand::Integer(value)) => cel::Value::Int(value.try_into().unwrap()),
        (_, Operand::Float(value)) => cel::Value::Float(value),
        (_, Operand::String(text)) => cel::Value::String(Arc::new(text.to_owned())),
        (_, other) => panic!("{other:?}"),
    }
}
