//! How much stack the loader needs: what is read nests, and may come from anywhere.

use super::{config, file, seal};
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::schema::{Schema, ValueSource};
use confc::types::limits::{LOADER_STACK, MAX_JSON_DEPTH, MAX_LEVELS};
use confc::types::{Component, Field, JsonValue, Key, Pattern, StringType, StructType, Type, Value};
use confc_core::values::{from_embedded_schema, load};
use std::sync::Arc;
use std::thread;

/// A declaration that nests as deep as anything may: sections, types, defaults, the groups of a pattern.
fn deepest() -> Declaration {
    let carried = (0..MAX_JSON_DEPTH).fold(JsonValue::Null, |inner, depth| match depth % 2 {
        0 => JsonValue::List([inner].into()),
        _ => JsonValue::Map([("k".into(), inner)].into()),
    });
    let key = |text: &str| Key::new(text).unwrap();
    let string = |pattern: &str| {
        let pattern = Some(Arc::new(Pattern::new(pattern).unwrap()));
        Type::String(StringType { max_size: 9, min_size: 0, pattern })
    };
    let deeper = |inner: &String| Some(format!("({inner})*")).filter(|text| Pattern::new(text).is_ok());
    let groups = std::iter::successors(Some(String::from("a")), deeper).last().unwrap();
    assert!(groups.len() > 70, "{groups}");
    let innermost = (string(&groups), Value::String("a".into()));
    let (ty, value) = (1..MAX_LEVELS).fold(innermost, |(ty, value), _| {
        let member = Field { default: Some(value.clone()), ..Field::new(key("a"), ty) };
        (Type::Struct(StructType::new(vec![member])), Value::Struct([value].into()))
    });
    let fields = vec![Field { default: Some(value), ..Field::new(key("a"), ty) }];
    let component = Component { extensions: vec![("x-a".into(), carried)], ..Component::default() };
    let value_source = ValueSource::PackagePath(Default::default());
    Declaration::seal(component, Some(Schema::new(fields, value_source).unwrap())).unwrap()
}

#[test]
fn the_loader_gets_by_with_the_stack_it_says() {
    let declaration = deepest();
    let values = [config(&declaration).fields()[0].default.clone().unwrap()];
    let (bytes, file) =
        (confc::declaration::encode(&declaration), file(&declaration, &values, EmbeddedSchema::Include));
    let other = file_of_another();
    let read = move || {
        let declaration = Declaration::decode(&bytes).unwrap();
        assert_eq!(load(&declaration, &file).unwrap().values(), values);
        assert_eq!(declaration.clone(), declaration);
        assert!(load(&declaration, &other).is_err() && from_embedded_schema(&file).is_ok());
    };
    // Where nothing is optimised a frame is several times as large.
    let stack = if cfg!(debug_assertions) { 4 * LOADER_STACK } else { LOADER_STACK };
    thread::Builder::new().stack_size(stack).spawn(read).unwrap().join().unwrap();
}

fn file_of_another() -> Vec<u8> {
    let other = seal(vec![Field::new(Key::new("a").unwrap(), Type::Bool)]);
    file(&other, &[Value::Bool(true)], EmbeddedSchema::Include)
}
