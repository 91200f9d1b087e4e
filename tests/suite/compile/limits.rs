//! The limits that no case in `testdata/` can show, on both sides.

use confc::compile::{CompileOptions, ManifestInput};
use confc::diagnostic::{Code, Report};
use confc::syntax::source_from_bytes;
use confc::text::Sources;
use confc::text::files::MemoryFiles;
use confc::types::limits::{MAX_ENCODED_SIZE, MAX_FIELDS};
use std::fmt::Write as _;

/// A manifest with this many fields, two of which are members of a third.
fn manifest(fields: usize) -> String {
    let mut text = String::from("{ config: {\n");
    for n in 3..fields {
        writeln!(text, "a{n}: {{ type: 'bool' }},").expect("a string takes all");
    }
    text + "z: { type: 'struct', fields: { x: { type: 'bool' }, y: { type: 'bool' } } },\n} }\n"
}

/// The codes and messages that a manifest leads to.
fn compile(text: String) -> Vec<(Code, String)> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let (files, options) = (MemoryFiles::new(), CompileOptions::default());
    let source = source_from_bytes(&mut sources, "m.cml", text.into(), None, &mut report);
    let source = source.expect("a text in UTF-8");
    let input = ManifestInput::read(&source, "m.cml", &files, &options, &mut sources, &mut report);
    let declaration = input.compile(&options, &mut report);
    declaration.and_then(|declaration| input.encode(&declaration, &mut report));
    report.sorted().iter().map(|found| (found.code(), found.message().to_owned())).collect()
}

#[test]
#[ignore = "slow: a million fields"]
fn a_schema_holds_a_million_fields_and_no_more() {
    assert_eq!(compile(manifest(MAX_FIELDS)), []);
    let said = "the schema has too many fields: expected at most 1000000, members of structs included";
    assert_eq!(compile(manifest(MAX_FIELDS + 1)), [(Code::E0323, said.to_owned())]);
}

#[test]
fn a_declaration_that_no_reader_would_take_is_not_written() {
    let carrying = |size: usize| format!("{{facets:{{a:'{}'}}}}", "x".repeat(size));
    assert_eq!(compile(carrying(MAX_ENCODED_SIZE - 100)), []);
    let found = compile(carrying(MAX_ENCODED_SIZE - 20));
    assert!(matches!(found[..], [(Code::E0506, _)]), "{found:?}");
}
