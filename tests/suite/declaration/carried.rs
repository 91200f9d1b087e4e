//! Configuration capabilities that a declaration carries: the compiler checks them in bytes as in a manifest, and the
//! loader does not read them.

use crate::support::pipeline::Compiled;
use confc::declaration::{Declaration, OpenError, open, show};
use confc::schema::{Schema, ValueSource};
use confc::types::{Component, Field, JsonValue, Key, Type};
use confc_core::declaration::checked_schema;

/// A manifest's `use` and `capabilities` as they are carried, with its schema.
const GOOD: &str = r#"{
    use: [
        { protocol: "p", max: 3 },
        { config: "c", key: "a", type: "string", max_size: "MAX", min_size: 0, pattern: "a+", from: "parent" },
        { config: "c", key: "b", type: "struct", availability: "optional", default: { y: { z: -0 } }, fields: {
            x: { type: "uint8", max: 9, default: 1, aliases: ["w"], sensitive: false },
            y: { type: "struct", default: { z: 2, v: [] }, fields: {
                z: { type: "float32", min: -1.5 }, v: { type: "vector", max_count: 2, element: { type: "int64" } },
            } },
        } },
        { config: "c", key: "c", type: "array", count: 2, unique: true, element: { type: "enum",
            variants: { on: 1, off: -1 } } },
        { config: "c", key: "d", type: "struct", availability: "optional", default: { m: null, s: {} }, fields: {
            m: { type: "uint8", optional: true, default: 1 }, n: { type: "bool", optional: true, deprecated: "no" },
            s: { type: "struct", optional: true, fields: { m: { type: "bool", default: true, optional: false } } },
            t: { type: "struct", optional: true, fields: { m: { type: "bool", default: true } } },
        } },
    ],
    capabilities: [
        { config: "d", type: "vector", max_count: 3, unique: true, value: [{}, { m: true }],
          element: { type: "struct", fields: { m: { type: "bool", default: false } } } },
        { config: "e", type: "int8", min: -3, max: 127, value: -3 },
        { config: "f", type: "float64", value: 18446744073709551616 },
        { config: "g", type: "string", max_size: 3, value: "abc" },
        { config: "h", type: "vector", max_count: 3, value: [{}, { m: null }, { m: true }],
          element: { type: "struct", fields: { m: { type: "bool", optional: true } } } },
    ],
}"#;

/// What a text in a manifest is carried as.
fn json_value(text: &str) -> JsonValue {
    let compiled = Compiled::of(format!("{{ 'x-a': {text} }}"));
    compiled.declaration().component().extensions[0].1.clone()
}

/// Opens a declaration with other items than those it was compiled with.
fn opened(text: &str, uses: &str, capabilities: &str) -> Result<Declaration, OpenError> {
    let good = Compiled::of(text);
    let config = good.declaration().config();
    let schema = config.map(|config| checked_schema(config.fields().to_vec(), config.value_source().clone()));
    let component = Component {
        uses: Some(json_value(uses)),
        capabilities: Some(json_value(capabilities)),
        ..good.declaration().component().clone()
    };
    let sealed = Declaration::seal(component, schema).unwrap();
    let bytes = confc::declaration::encode(&sealed);
    assert_eq!(Declaration::decode(&bytes).as_ref(), Ok(&sealed), "the loader does not read them");
    open(&bytes)
}

#[test]
fn what_the_compiler_takes_is_opened() {
    let compiled = Compiled::of(GOOD);
    assert_eq!(open(&compiled.bytes()).as_ref(), Ok(compiled.declaration()));
    let with_stanza = GOOD.replacen('{', "{ config: { q: { type: 'bool' }, a: { type: 'string', max_size: \"MAX\", pattern: 'a+', default: 'a' } },", 1);
    let compiled = Compiled::of(with_stanza);
    assert_eq!(open(&compiled.bytes()).as_ref(), Ok(compiled.declaration()));
}

/// A reason quotes a wrong default, but not of a sensitive field.
#[test]
fn reasons_hold_no_secrets() {
    let manifest = "{ config: { pin: { type: 'string', max_size: 4, sensitive: true, default: '' } } }";
    let item = "[{ config: 'c', key: 'pin', type: 'string', max_size: 4, availability: 'transitional', default: 4815162342 }]";
    for (manifest, is_quoted) in [(manifest, false), (&*manifest.replace(", sensitive: true", ""), true)] {
        let error = opened(manifest, item, "[]").expect_err("a default of another type");
        assert_eq!(error.to_string().contains("4815162342"), is_quoted, "{error}");
    }
}

/// Every item is refused in bytes and in a manifest.
#[test]
fn what_the_compiler_refuses_is_refused() {
    let one = "{ use: [{ config: 'c', key: 'a', type: 'uint8', max: 9 }] }";
    for item in [
        "{ config: '', key: 'a', type: 'uint8', max: 9 }",
        "{ config: ['c'], key: 'a', type: 'uint8', max: 9 }",
        "{ config: 'c', type: 'uint8', max: 9 }",
        "{ config: 'c', key: 'A', type: 'uint8', max: 9 }",
        "{ config: 'c', key: 'a', max: 9 }",
        "{ config: 'c', key: 'a', type: 'uint', max: 9 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 8 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9.0 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 256 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, min: 10 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, max_size: 1 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, colour: 1 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, sensitive: true }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, value: 1 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, availability: 'always' }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, availability: 'optional' }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, default: 10, availability: 'optional' }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, default: null, availability: 'optional' }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, default: 1 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, optional: true }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9, optional: false }",
        "{ config: 'c', key: 'a', type: 'int8', max: 9 }",
        "{ config: 'c', key: 'b', type: 'uint8', max: 9 }",
        "{ config: 'c', key: 'a', type: 'uint8', max: 9 }, { config: 'd', key: 'a', type: 'uint8', max: 9 }",
    ] {
        let found = opened(one, &format!("[{item}]"), "[]");
        assert!(matches!(found, Err(OpenError::Carried { .. })), "{item}: {found:?}");
    }
    let key = "use: [{ config: 'c', key: 'a', type:";
    assert!(Compiled::of(format!("{{ {key} 'uint8', max: 9 }}] }}")).declaration.is_some());
    for value in [
        "type: 'string', value: ''",
        "type: 'string', max_size: 0, value: ''",
        "type: 'string', max_size: 1.5, value: ''",
        "type: 'string', max_size: 3, min_size: 4, value: 'abc'",
        "type: 'string', max_size: 3, pattern: '(', value: 'abc'",
        "type: 'string', max_size: 3, pattern: '(a{99}){99}', value: 'abc'",
        "type: 'string', max_size: 3, pattern: 'b', value: 'abc'",
        "type: 'string', max_size: 3",
        "type: 'bool', value: 1",
        "type: 'float32', value: 1e39",
        "type: 'float32', min: NaN, value: 1",
        "type: 'enum', variants: {}, value: 'a'",
        "type: 'enum', variants: { a: 1, b: 1 }, value: 'a'",
        "type: 'enum', variants: { '\\u0007': 1 }, value: '\\u0007'",
        "type: 'enum', variants: { a: 9223372036854775808 }, value: 'a'",
        "type: 'enum', variants: { a: 1 }, value: 1",
        "type: 'struct', fields: { a: { type: 'bool' } }, value: {}",
        "type: 'struct', fields: { a: { type: 'bool' } }, value: { a: true, b: true }",
        "type: 'struct', fields: { a: { type: 'bool', mutability: ['parent'] } }, value: { a: true }",
        "type: 'struct', fields: { a: { type: 'bool', deprecated: 'b' } }, value: { a: true }",
        "type: 'struct', fields: { a: { type: 'bool', aliases: ['a'] } }, value: { a: true }",
        "type: 'struct', fields: { a: { type: 'bool', default: 1 } }, value: { a: true }",
        "type: 'vector', max_count: 1, element: { type: 'bool' }, value: [true, true]",
        "type: 'vector', max_count: 2, unique: true, element: { type: 'bool' }, value: [true, true]",
        "type: 'vector', max_count: 2, unique: 1, element: { type: 'bool' }, value: [true]",
        "type: 'vector', max_count: 2, element: { type: 'bool', default: true }, value: [true]",
        "type: 'vector', max_count: 2, element: { type: 'vector', max_count: 1, element: { type: 'bool' } }, value: [[true, true]]",
        "type: 'array', count: 2, element: { type: 'bool' }, value: [true]",
        "type: 'bool', optional: true, value: null",
        "type: 'struct', fields: { a: { type: 'bool', optional: 1 } }, value: { a: true }",
        "type: 'struct', fields: { a: { type: 'bool', optional: false } }, value: { a: null }",
        "type: 'struct', fields: { a: { type: 'bool', optional: true } }, value: { a: { $absent: true } }",
        "type: 'struct', fields: { a: { type: 'bool', optional: true, default: null } }, value: {}",
        "type: 'struct', fields: { a: { type: 'bool', optional: false, deprecated: 'b' } }, value: { a: true }",
        "type: 'vector', max_count: 2, element: { type: 'bool', optional: true }, value: [true]",
    ] {
        let item = format!("[{{ config: 'c', {value} }}]");
        assert!(Compiled::of(format!("{{ capabilities: {item} }}")).declaration.is_none(), "{value}");
        let found = opened("{}", "[]", &item);
        assert!(matches!(found, Err(OpenError::Carried { .. })), "{value}: {found:?}");
    }
}

#[test]
fn what_is_left_to_defaults_is_bounded() {
    let long = "x".repeat(1 << 20);
    let capabilities = |count: usize| {
        let value = vec!["{}"; count].join(", ");
        format!(
            "{{ capabilities: [{{ config: 'c', type: 'vector', max_count: 99, value: [{value}], element: {{
                type: 'struct', fields: {{ a: {{ type: 'string', max_size: 'MAX', default: '{long}' }} }} }} }}] }}"
        )
    };
    let three = Compiled::of(capabilities(3));
    assert_eq!(open(&three.bytes()).as_ref(), Ok(three.declaration()));
    let text = capabilities(20);
    let section = text.trim().trim_start_matches("{ capabilities:").trim_end_matches('}');
    let error = opened("{}", "[]", section).unwrap_err().to_string();
    assert!(error.starts_with("item 1 of `capabilities`: "), "{error}");
    assert!(error.ends_with("defaults fill in more than 1048576 values"), "{error}");
}

/// The item is the one that is wrong, counted with those that confc does not read.
#[test]
fn the_item_that_is_wrong_is_named() {
    let good = "{ config: 'c', key: 'a', type: 'bool' }";
    let one = format!("{{ use: [{good}] }}");
    let right = "{ config: 'd', type: 'bool', value: true }";
    let error = |uses: &str, capabilities: &str| opened(&one, uses, capabilities).unwrap_err().to_string();
    assert_eq!(
        error(&format!("[{{ protocol: 'p' }}, {good}, {{ config: 'c', key: 'b', type: 'bool' }}]"), "[]"),
        "item 3 of `use`: the schema has no field with its `key`"
    );
    assert_eq!(
        error("[{ protocol: 'p' }, { config: 'c', key: 'a', type: 'uint8' }]", "[]"),
        "item 2 of `use`: its type or default differs from the field in the schema"
    );
    let error = error(
        &format!("[{good}]"),
        &format!("[{right}, {{ protocol: 'p' }}, {{ config: 'd', type: 'bool' }}]"),
    );
    assert!(error.starts_with("item 3 of `capabilities`: "), "{error}");
    assert!(error.ends_with(" needs `value`, found none"), "{error}");
}

#[test]
fn a_declaration_that_no_manifest_compiles_to_is_not_shown_as_one() {
    let fields = vec![Field::new(Key::new("a").unwrap(), Type::Bool)];
    let schema = Schema::new(fields, ValueSource::Capabilities).unwrap();
    let declaration = Declaration::seal(Component::default(), Some(schema)).unwrap();
    assert_eq!(Declaration::decode(&confc::declaration::encode(&declaration)).as_ref(), Ok(&declaration));
    assert_eq!(show::json5(&declaration), Err(show::NotShown::NotUsed { key: Key::new("a").unwrap() }));
}
