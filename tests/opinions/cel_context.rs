//! Fields and their values as variables of the crate `cel`.

use confc_core::expr::Operand;
use confc_core::types::{Field, Type, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// A context with a variable for each field, and with `byte_size`, which is not in CEL.
pub(crate) fn cel_context(fields: &[Field], values: &[Value]) -> cel::Context<'static, 'static> {
    let mut context = cel::Context::default();
    let byte_size = |text: Arc<String>| i64::try_from(text.len()).expect("a short text");
    context.add_function("byte_size", byte_size).expect("a name");
    for (field, value) in fields.iter().zip(values) {
        context.add_variable_from_value(field.key.as_str(), cel_value(field, value));
    }
    context
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
            let element = field.ty.element().expect("the type of a list");
            let element = Field::new(field.key.clone(), element.clone());
            let elements = list.to_values();
            cel::Value::List(Arc::new(elements.iter().map(|value| cel_value(&element, value)).collect()))
        }
        (_, Operand::Bool(value)) => cel::Value::Bool(value),
        (_, Operand::Integer(value)) => match i64::try_from(value) {
            Ok(value) => cel::Value::Int(value),
            Err(_) => cel::Value::UInt(value.try_into().expect("a 64-bit integer")),
        },
        (_, Operand::Float(value)) => cel::Value::Float(value),
        (_, Operand::String(text)) => cel::Value::String(Arc::new(text.to_owned())),
        (_, other) => panic!("{other:?}"),
    }
}
