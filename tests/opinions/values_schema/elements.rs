//! Expressions in the place of elements, entries and their members: the schema of a layer lets them stand.

use super::{Subject, document, fields_and_values};
use crate::editor_schema::value;
use crate::support::random::{self, Tally};
use confc::generate::SchemaDocument;
use proptest::prelude::{any, prop_assert};
use proptest::sample::Index;
use serde_json::{Value, json};

/// The expression with the value of a literal.
fn expression(literal: &Value) -> Option<Value> {
    match literal {
        Value::Bool(_) | Value::Number(_) => Some(json!({ "$expr": literal.to_string() })),
        Value::String(text) => {
            Some(json!({ "$text": text.replace("${", "$${") })).filter(|_| !text.ends_with('$'))
        }
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Where literals stand that could be expressions, as JSON Pointers.
fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(n, value)| leaves(value, &format!("{at}/{n}"), found));
        }
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            let key = key.replace('~', "~0").replace('/', "~1");
            leaves(value, &format!("{at}/{key}"), found);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => found.push(at.into()),
    }
}

#[test]
fn an_expression_may_stand_wherever_a_literal_may() {
    let tally = Tally::default();
    let strategy = (fields_and_values(), proptest::collection::vec(any::<Index>(), 8));
    let result = random::runner().run(&strategy, |((fields, values), picked)| {
        let subject = Subject::of_fields(fields.clone());
        let whole = value(&document(&fields, &values)).expect("a JSON value");
        let mut found = Vec::new();
        leaves(&whole, "", &mut found);
        for index in picked.iter().filter(|_| !found.is_empty()) {
            let mut changed = whole.clone();
            let at: &String = index.get(&found);
            let place = changed.pointer_mut(at).expect("a literal");
            let Some(expression) = expression(place) else { continue };
            *place = expression;
            let text = changed.to_string();
            let is_accepted = subject.compiler(&text, SchemaDocument::Layer).is_empty();
            tally.count(is_accepted);
            let errors = subject.schema(&text, SchemaDocument::Layer);
            prop_assert!(!is_accepted || errors.is_empty(), "{}: {:?}", text, errors);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    tally.demand(50, 5);
}

#[test]
fn expressions_within_elements_are_accepted_by_both() {
    let subject = Subject::of_stanza(super::STANZA);
    for text in [
        "{ tags: ['a', { $text: 'b' }] }",
        "{ pair: [{ $expr: 'byte' }, 2] }",
        "{ servers: [{ host: { $text: 'a' }, port: { $expr: '80' } }] }",
        "{ servers: [{ $expr: 'servers[0]' }] }",
        "{ server: { $override: { host: { $text: 'a' } } } }",
        "{ tags: { $override: [{ $text: 'a' }] } }",
    ] {
        let codes = subject.compiler(text, SchemaDocument::Layer);
        let errors = subject.schema(text, SchemaDocument::Layer);
        assert_eq!((codes.as_slice(), errors.as_slice()), ([].as_slice(), [].as_slice()), "{text}");
        assert_ne!(subject.schema(text, SchemaDocument::Complete), Vec::<String>::new(), "{text}");
    }
    // What is appended is made of literals.
    for text in
        ["{ servers: { $append: [{ host: { $text: 'a' } }] } }", "{ tags: { $append: [{ $text: 'a' }] } }"]
    {
        assert_ne!(subject.compiler(text, SchemaDocument::Layer), [], "{text}");
        assert_ne!(subject.schema(text, SchemaDocument::Layer), Vec::<String>::new(), "{text}");
    }
}
