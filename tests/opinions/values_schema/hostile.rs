//! Text in declarations that nobody vouches for.

use super::generated;
use confc::generate::SchemaDocument;
use confc::schema::ValueSource;
use confc::types::{Component, Field, Key, Type};
use confc_core::declaration::{checked_schema, seal_checked};
use serde_json::{Map, Value};

#[test]
fn nothing_in_it_steers_a_terminal() {
    let doc = "bell \u{7} and \u{1b}[31m and \u{202e}".to_owned();
    let field = Field { doc: Some(doc.clone().into()), ..Field::new(Key::new("a").unwrap(), Type::Bool) };
    let schema = checked_schema(vec![field], ValueSource::PackagePath(Default::default()));
    let declaration = seal_checked(Component::default(), Some(schema));
    for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
        let text = generated(declaration.config().expect("a schema"), document);
        assert!(!text.contains(|c: char| c != '\n' && confc::text::escape::is_unsafe(c)), "{text}");
        let read: Map<String, Value> = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read["properties"]["a"]["description"], doc);
    }
}
