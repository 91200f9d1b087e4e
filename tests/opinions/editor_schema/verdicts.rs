//! What both must say about the plainest mistakes, so that they are not wrong together.

use super::{compiler, json_schema};

/// Types that are whole, each with its last attribute.
const TYPES: &[(&str, &str)] = &[
    ("type: 'bool'", "type"),
    ("type: 'uint8'", "type"),
    ("type: 'float64'", "type"),
    ("type: 'string', max_size: 'MAX'", "max_size"),
    ("type: 'enum', variants: { on: 1 }", "variants"),
    ("type: 'vector', element: { type: 'bool' }, max_count: 'MAX'", "max_count"),
    ("type: 'vector', max_count: 1, element: { type: 'bool' }", "element"),
    ("type: 'array', element: { type: 'bool' }, count: 2", "count"),
    (
        "type: 'vector', max_count: 1, element: { type: 'array', count: 1, element: { type: 'bool' } }",
        "element",
    ),
    (
        "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, \
         value: { max_count: 2, type: 'map', key: { type: 'string', max_size: 1 }, value: { type: 'bool' } }",
        "value",
    ),
    ("type: 'array', count: 1, element: { type: 'bool' }", "element"),
    ("type: 'json', kinds: ['object', 'null'], max_size: 'MAX'", "max_size"),
    (
        "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'json', max_size: 9 }",
        "value",
    ),
    ("type: 'struct', fields: { a: { type: 'bool' } }", "fields"),
    (
        "type: 'union', tag: 't', cases: { a: { type: 'struct', fields: { b: { type: 'bool' } } }, \
         c: { type: 'struct', fields: {} } }",
        "cases",
    ),
    (
        "type: 'map', key: { type: 'string', max_size: 1 }, value: { type: 'bool' }, max_count: 'MAX'",
        "max_count",
    ),
    ("type: 'map', max_count: 1, value: { type: 'bool' }, key: { type: 'enum', variants: { on: 1 } }", "key"),
    ("type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'bool' }", "value"),
];

/// Attributes that are wrong, behind a type.
const WRONG: &[&str] = &[
    // They do not fit the type.
    "type: 'bool', max_size: 1",
    "type: 'bool', min: 0",
    "type: 'string', max_size: 1, max_count: 1",
    "type: 'uint8', unique: true",
    "type: 'json', max_size: 1, min_size: 1",
    "type: 'string', max_size: 1, kinds: ['string']",
    "type: 'array', count: 1, max_count: 1, element: { type: 'bool' }",
    "type: 'enum', variants: { on: 1 }, fields: { a: { type: 'bool' } }",
    // They are out of range.
    "type: 'string', max_size: 0",
    "type: 'json', max_size: 0",
    "type: 'json', max_size: 1, kinds: []",
    "type: 'json', max_size: 1, kinds: ['number', 'number']",
    "type: 'json', max_size: 1, kinds: ['integer']",
    "type: 'json', max_size: 1, kinds: 'number'",
    "type: 'json', max_size: 1, kinds: [null]",
    "type: 'string', max_size: 4294967296",
    "type: 'string', max_size: 1, min_size: 'MAX'",
    "type: 'string', max_size: -1",
    "type: 'array', count: 'MAX', element: { type: 'bool' }",
    "type: 'uint8', min: -1",
    "type: 'int8', max: 128",
    "type: 'uint64', max: 18446744073709551616",
    "type: 'float32', max: 1e39",
    "type: 'enum', variants: {}",
    "type: 'enum', variants: { on: 9223372036854775808 }",
    "type: 'struct', fields: {}",
    "type: 'struct', fields: { a: { type: 'struct', fields: {} } }",
    "type: 'vector', max_count: 1, element: { type: 'struct', fields: {} }",
    "type: 'union', cases: { a: { type: 'bool' }, b: { type: 'struct', fields: {} } }",
    // They are no units and no quantities.
    "type: 'uint8', unit: 'M'",
    "type: 'uint8', unit: 1",
    "type: 'string', max_size: 1, unit: 's'",
    "type: 'uint8', default: '1s'",
    "type: 'uint8', min: '1s'",
    "type: 'uint8', unit: 's', default: '1 s'",
    "type: 'float32', unit: 's', min: '1sec'",
    "type: 'int64', unit: 'B', max: '1M'",
    "type: 'vector', max_count: 1, element: { type: 'uint8', unit: 's' }, default: ['1']",
    "type: 'vector', max_count: 1, element: { type: 'uint8' }, default: ['1s']",
    // They are no such thing.
    "type: 'boolean'",
    "type: 1",
    "type: 'string', max_size: '1'",
    "type: 'string', max_size: 1, pattern: 1",
    "type: 'int8', min: '1'",
    "type: 'int8', min: 0.5",
    "type: 'enum', variants: ['on']",
    "type: 'enum', variants: { '\\u0007': 1 }",
    "type: 'vector', max_count: 1, element: 'bool'",
    "type: 'vector', max_count: 1, element: { type: 'bool' }, unique: 1",
    "type: 'struct', fields: { a: 'bool' }",
    "type: 'struct', fields: { A: { type: 'bool' } }",
    "type: 'bool', sensitive: 'yes'",
    "type: 'bool', deprecated: true, default: true",
    "type: 'bool', deprecated: '', default: true",
    "type: 'bool', deprecated: 'why'",
    "type: 'bool', aliases: 'b'",
    "type: 'bool', aliases: ['']",
    "type: 'bool', aliases: ['$b']",
    "type: 'bool', aliases: ['b\\n']",
    "type: 'bool', aliases: [1]",
    "type: 'bool', name: ''",
    "type: 'bool', name: '$b'",
    "type: 'bool', name: 'b\\u0085'",
    "type: 'bool', name: 1",
    "type: 'bool', name: ['b']",
    "type: 'vector', max_count: 1, element: { type: 'bool', name: 'b' }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1, name: 'b' }, value: { type: 'bool' }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'bool', name: 'b' }",
    "type: 'struct', fields: { a: { type: 'bool', name: '' } }",
    "type: 'bool', aliases: ['b', 'b']",
    "type: 'bool', nullable: 1",
    "type: 'bool', nullable: null",
    "type: 'json', max_size: 9, nullable: true",
    "type: 'uint8', nullable: true, min: null",
    "type: 'float64', nullable: true, max: null",
    "type: 'enum', nullable: true, variants: { on: null }",
    "type: 'bool', mutability: 'parent'",
    "type: 'bool', mutability: ['child']",
    "type: 'bool', mutability: ['parent', 'parent']",
    // They are in the wrong place.
    "type: 'bool', value: true",
    "type: 'bool', key: 'a'",
    "type: 'vector', max_count: 1, element: { type: 'bool', default: true }",
    "type: 'vector', max_count: 1, element: { type: 'bool', sensitive: true }",
    "type: 'vector', max_count: 1, element: { type: 'bool', nullable: true }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1, nullable: true }, value: { type: 'bool' }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'bool', nullable: true }",
    "type: 'vector', max_count: 1, element: { type: 'vector', element: { type: 'bool' } }",
    "type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, value: { type: 'bool' } }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'array', element: { type: 'bool' } }",
    "type: 'vector', max_count: 1, element: { type: 'bool', value: { type: 'bool' } }",
    "type: 'struct', fields: { a: { type: 'bool', mutability: ['parent'] } }",
    "type: 'struct', fields: { a: { type: 'bool', deprecated: 'why' } }",
    // The default is of another type.
    "type: 'bool', default: 1",
    "type: 'bool', default: null",
    "type: 'json', max_size: 9, default: null",
    "type: 'json', max_size: 9, kinds: ['null'], optional: true, default: null",
    "type: 'bool', nullable: false, default: null",
    "type: 'bool', nullable: true, optional: true, default: true",
    "type: 'bool', nullable: true, optional: true, default: null",
    "type: 'uint8', unit: 's', nullable: true, default: '1'",
    "type: 'vector', nullable: true, max_count: 1, element: { type: 'bool' }, default: [null]",
    "type: 'struct', fields: { a: { type: 'bool', nullable: true, default: 1 } }",
    "type: 'vector', max_count: 1, element: { type: 'json', max_size: 9 }, default: [null]",
    "type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element: { type: 'bool' } }, default: [null]",
    "type: 'uint8', default: 256",
    "type: 'uint8', default: '1'",
    "type: 'int64', default: 0.5",
    "type: 'float32', default: 'NaN'",
    "type: 'string', max_size: 9, default: 1",
    "type: 'enum', variants: { on: 1 }, default: 1",
    "type: 'vector', max_count: 1, element: { type: 'bool' }, default: true",
    "type: 'vector', max_count: 1, element: { type: 'bool' }, default: [1]",
    "type: 'vector', max_count: 2, element: { type: 'int8' }, unique: true, default: [1, 1]",
    "type: 'struct', fields: { a: { type: 'bool' } }, default: [true]",
    // Maps.
    "type: 'map', max_count: 1, key: 'string', value: { type: 'bool' }",
    "type: 'map', max_count: 1, key: { type: 'uint8' }, value: { type: 'bool' }",
    "type: 'map', max_count: 1, key: { type: 'json', max_size: 1 }, value: { type: 'bool' }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'json', max_size: 9 }, default: { a: null }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1, sensitive: true }, value: { type: 'bool' }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'bool', default: true }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, element: { type: 'bool' }",
    "type: 'map', max_count: 0, key: { type: 'string', max_size: 1 }, value: { type: 'bool' }",
    "type: 'map', max_count: 1, unique: true, key: { type: 'string', max_size: 1 }, value: { type: 'bool' }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'bool' }, default: []",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'bool' }, default: { a: 1 }",
    "type: 'map', max_count: 1, key: { type: 'string', max_size: 1 }, value: { type: 'bool' }, default: { $a: true }",
];

/// Whole manifests that are wrong.
const MANIFESTS: &[&str] = &[
    "[]",
    "{ config: {} }",
    "{ config: [] }",
    "{ config: { a: 'bool' } }",
    "{ config: { A: { type: 'bool' } } }",
    "{ config: { a_: { type: 'bool' } } }",
    "{ confg: { a: { type: 'bool' } } }",
    "{ config_names: 'snake_case' }",
    "{ config_names: 'camelcase' }",
    "{ config_names: '' }",
    "{ config_names: ['camelCase'] }",
    "{ config_rules: {} }",
    "{ config_rules: ['a < b'] }",
    "{ config: { a: { type: 'bool' } }, config_rules: [{ message: 'a' }] }",
    "{ config: { a: { type: 'bool' } }, config_rules: [{ check: '' }] }",
    "{ config: { a: { type: 'bool' } }, config_rules: [{ check: 'a', name: 'A' }] }",
    "{ config: { a: { type: 'bool' } }, config_rules: [{ check: 'a', when: 'a' }] }",
    "{ $schema: 1 }",
    "{ 'x-': 1 }",
    "{ include: 'a' }",
    "{ include: [''] }",
    "{ program: [] }",
    "{ children: {} }",
    "{ children: ['a'] }",
    "{ use: [{ config: 'C', type: 'bool' }] }",
    "{ use: [{ config: 'C', key: 'K', type: 'bool' }] }",
    "{ use: [{ config: 'C', key: 'k' }] }",
    "{ use: [{ config: '', key: 'k', type: 'bool' }] }",
    "{ use: [{ config: ['C'], key: 'k', type: 'bool' }] }",
    "{ use: [{ config: 'C', key: 'k', type: 'bool', default: true }] }",
    "{ use: [{ config: 'C', key: 'k', type: 'bool', default: true, availability: 'required' }] }",
    "{ use: [{ config: 'C', key: 'k', type: 'bool', availability: 'optional' }] }",
    "{ use: [{ config: 'C', key: 'k', type: 'bool', availability: 'same_as_target' }] }",
    "{ use: [{ config: 'C', key: 'k', type: 'bool', sensitive: true }] }",
    "{ use: [{ config: 'C', key: 'k', type: 'bool', path: '/p' }] }",
    "{ capabilities: [{ config: 'C', type: 'bool' }] }",
    "{ use: [{ config: 'C', key: 'k', type: 'bool', name: 'K' }] }",
    "{ capabilities: [{ config: 'C', type: 'bool', value: true, name: 'K' }] }",
    "{ capabilities: [{ config: 'C', type: 'bool', value: 1 }] }",
    "{ capabilities: [{ config: 'C', type: 'bool', value: true, default: true }] }",
];

fn stanza(attributes: &str) -> String {
    format!("{{ config: {{ a: {{ {attributes} }} }} }}")
}

fn both(text: &str) -> [bool; 2] {
    [compiler(text).is_empty(), json_schema(text).expect("a JSON value").is_empty()]
}

#[test]
fn both_accept_whole_types_and_refuse_broken_ones() {
    for (attributes, attribute) in TYPES {
        assert_eq!(both(&stanza(attributes)), [true, true], "{attributes}");
        let (without, _) = attributes.split_once(&format!("{attribute}:")).expect("it is there");
        assert_eq!(both(&stanza(without)), [false, false], "{without}");
        let misspelt = attributes.replace(&format!("{attribute}:"), &format!("{attribute}s:"));
        assert_eq!(both(&stanza(&misspelt)), [false, false], "{misspelt}");
    }
}

#[test]
fn both_refuse_what_is_wrong() {
    let stanzas = WRONG.iter().map(|attributes| stanza(attributes));
    for text in stanzas.chain(MANIFESTS.iter().map(ToString::to_string)) {
        assert_eq!(both(&text), [false, false], "{text}");
    }
    let long = |size| format!("{{ config: {{ {}: {{ type: 'bool' }} }} }}", "a".repeat(size));
    assert_eq!([both(&long(64)), both(&long(65))], [[true; 2], [false; 2]]);
}

#[test]
fn both_take_any_native_name() {
    for name in ["a", "A", "b c", "8080", "a$", "\u{a0}", "\u{202e}", "é", "a.b-c_"] {
        for text in [
            stanza(&format!("type: 'bool', name: '{name}'")),
            stanza(&format!("type: 'bool', name: 'N', aliases: ['{name}']")),
            stanza(&format!(
                "type: 'struct', fields: {{ b: {{ type: 'bool', name: '{name}' }} }}, default: {{ '{name}': true }}"
            )),
        ] {
            assert_eq!(both(&text), [true; 2], "{text}");
        }
    }
    for convention in ["camelCase", "PascalCase", "kebab-case"] {
        let text = format!("{{ config_names: '{convention}', config: {{ a_b: {{ type: 'bool' }} }} }}");
        assert_eq!(both(&text), [true; 2], "{text}");
    }
    let long = |size| stanza(&format!("type: 'bool', name: '{}'", "x".repeat(size)));
    assert_eq!([both(&long(256)), both(&long(257))], [[true; 2], [false; 2]]);
}
