//! What a layer alone does not tell: a later one may change it.

use super::Subject;
use confc::diagnostic::Code;
use confc::generate::SchemaDocument;

#[test]
fn entries_of_a_map_are_counted_only_where_none_can_be_an_operator() {
    let subject = Subject::of_stanza(
        "{ m: { type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'bool' } } }",
    );
    let values = "{ m: { a: true, b: true } }";
    for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
        assert_eq!(subject.compiler(values, document), [Code::E0408]);
    }
    assert_eq!(subject.schema(values, SchemaDocument::Layer), Vec::<String>::new());
    assert_ne!(subject.schema(values, SchemaDocument::Complete), Vec::<String>::new());
}
