//! Layers of the same values in three formats.

use super::Read;
use confc::compile::{CompileOptions, ManifestInput};
use confc::declaration::Declaration;
use confc::diagnostic::{Code, Report};
use confc::layers::{AssignedValue, Assignment, Layer, MergeStrategy};
use confc::syntax::Format;
use confc::text::Sources;
use confc::text::files::MemoryFiles;
use confc::types::Value;

const MANIFEST: &str = r#"{ config: {
    count: { type: "uint64" },
    least: { type: "int64" },
    ratio: { type: "float64" },
    name: { type: "string", max_size: 20 },
    on: { type: "bool" },
    ports: { type: "vector", max_count: 3, element: { type: "uint16" } },
    maybe: { type: "string", max_size: 9, optional: true },
} }"#;

fn declaration() -> Declaration {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let main = sources.add("m.cml".into(), MANIFEST.into(), None);
    let options = CompileOptions::default();
    let input = ManifestInput::read(&main, "m.cml", &MemoryFiles::new(), &options, &mut sources, &mut report);
    input.compile(&options, &mut report).expect("nothing is wrong with it")
}

/// The values of a sound layer by field, without the places of elements, and what was reported.
fn layer(format: Format, text: &str) -> (Option<Vec<(usize, Value)>>, Vec<Code>) {
    let declaration = declaration();
    let config = declaration.config().expect("a schema");
    let mut read = Read::new(format, text);
    let layer = Layer::read(config, &read.document, MergeStrategy::Unify, &|_| None, &mut read.report);
    let value = |(at, given): &(usize, Assignment)| match &given.value {
        AssignedValue::Whole(value, _) => (*at, value.clone()),
        other => panic!("{other:?} is no literal"),
    };
    let given = layer.filter(|layer| layer.is_sound);
    let given = given.map(|layer| layer.assignments.iter().map(value).collect());
    (given, read.codes())
}

#[test]
fn the_same_values_are_read_from_every_format() {
    let json5 = "{ count: 18446744073709551615, least: -9223372036854775808, ratio: 1e3, name: 'no', on: true, ports: [1, 255] }";
    let yaml = "count: 18446744073709551615\nleast: -9223372036854775808\nratio: 1e3\nname: no\non: True\nports: [1, 0xff]\n";
    let toml = "count = 18_446_744_073_709_551_615\nleast = -9_223_372_036_854_775_808\nratio = 1_0e2\nname = 'no'\non = true\nports = [1, 0b1111_1111]\n";
    let expected = layer(Format::Json5, json5);
    assert_eq!(expected.1, []);
    assert_eq!(layer(Format::Yaml, yaml), expected);
    assert_eq!(layer(Format::Toml, toml), expected);
}

#[test]
fn every_format_says_that_there_is_no_value() {
    let maybe = |value: Value| (Some(vec![(2, value)]), vec![]);
    for (format, text) in [
        (Format::Json5, "{ maybe: null }"),
        (Format::Json5, "{ maybe: { $absent: true } }"),
        (Format::Yaml, "maybe: null\n"),
        (Format::Yaml, "maybe: ~\n"),
        (Format::Yaml, "maybe:\n"),
        (Format::Yaml, "maybe: NULL\n"),
        (Format::Yaml, "maybe: { $absent: true }\n"),
        (Format::Toml, "maybe = { '$absent' = true }\n"),
        (Format::Toml, "[maybe]\n'$absent' = true\n"),
    ] {
        assert_eq!(layer(format, text), maybe(Value::Absent), "{text:?}");
    }
    for (format, text) in [
        (Format::Json5, "{ maybe: 'null' }"),
        (Format::Yaml, "maybe: 'null'\n"),
        (Format::Toml, "maybe = 'null'\n"),
    ] {
        assert_eq!(layer(format, text), maybe(Value::String("null".into())), "{text:?}");
    }
    for (format, text) in
        [(Format::Yaml, "maybe: nULL\nname: x"), (Format::Toml, "maybe = { '$absent' = 1 }\n")]
    {
        assert_ne!(layer(format, text), maybe(Value::Absent), "{text:?}");
    }
}

#[test]
fn the_declared_type_decides_in_every_format() {
    for (format, text, code) in [
        (Format::Yaml, "on: yes\n", Code::E0401),
        (Format::Yaml, "on: 'true'\n", Code::E0401),
        (Format::Yaml, "name: 1.20\n", Code::E0401),
        (Format::Yaml, "name:\n", Code::E0401),
        (Format::Yaml, "count: 1e3\n", Code::E0402),
        (Format::Yaml, "count: .inf\n", Code::E0402),
        (Format::Yaml, "ratio: .nan\n", Code::E0404),
        (Format::Yaml, "count: 18446744073709551616\n", Code::E0403),
        (Format::Yaml, "a: 1\n", Code::E0413),
        (Format::Yaml, "on: true\non: true\n", Code::E0111),
        (Format::Yaml, "- 1\n", Code::E0417),
        (Format::Toml, "ratio = inf\n", Code::E0404),
        (Format::Toml, "ports = [65_536]\n", Code::E0403),
        (
            Format::Toml,
            "count = 0b11111111111111111111111111111111111111111111111111111111111111111\n",
            Code::E0403,
        ),
        (Format::Toml, "count = 1.0\n", Code::E0402),
        (Format::Toml, "name = 2001-01-23\n", Code::E0124),
    ] {
        assert_eq!(layer(format, text), (None, vec![code]), "{text:?}");
    }
}
