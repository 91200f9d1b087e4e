//! Where a JSON Schema cannot follow the compiler, each with its reason and an example.

use super::{compiler, json_schema};
use confc::diagnostic::Code;

/// An error that only the compiler finds.
pub(super) struct Beyond {
    code: Code,
    /// What a manifest must hold for a JSON Schema to miss it; elsewhere it finds it too.
    within: &'static str,
    /// Why a JSON Schema does not find it.
    #[expect(dead_code, reason = "for who reads the list")]
    why: &'static str,
    /// A manifest that it lets pass.
    example: &'static str,
}

impl Beyond {
    pub(super) fn covers(&self, code: Code, text: &str) -> bool {
        self.code == code && text.contains(self.within)
    }
}

macro_rules! beyond {
    ($($code:ident $within:literal $why:literal $example:literal)*) => {
        /// Everything that the JSON Schema of manifests lets pass and the compiler does not. Also beyond it
        /// are broken texts, which no validator sees, and the limits of documents and schemas.
        pub(super) const BEYOND: &[Beyond] = &[$(
            Beyond { code: Code::$code, within: $within, why: $why, example: $example },
        )*];
    };
}

beyond! {
    // What a rule says.
    E0334 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'u' }] }"
    E0335 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'b' }] }"
    E0336 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'v.all(x, x)' }] }"
    E0337 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'u * u * u * u * u * u * u * u * u * u * u * u * u * u * u * u * u > 1' }] }"
    E0339 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'a', message: '${s}' }] }"
    E0340 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'a' }, { check: '(a)' }] }"
    E0341 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'a', for: 'v[0]' }] }"
    E0342 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: \"u > quantity('1KiB', 'K')\" }] }"
    E0460 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: \"u > quantity('1', 'B')\" }] }"
    E0343 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'u > 300' }] }"
    E0344 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'u / 0 > 1' }] }"
    E0345 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool' }, s: { type: 'string', max_size: 4, sensitive: true }, u: { type: 'uint8' }, v: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } } }, config_rules: [{ check: 'a &' }] }"
    E0338 "config_rules" "what an expression means is beyond a JSON Schema" "{ config: { a: { type: 'bool', default: false } }, config_rules: [{ check: 'a' }] }"
    // What a JSON value does not tell.
    E0111 "" "a JSON value has each key once" "{ program: { a: 1, a: 2 } }"
    E0203 "" "a JSON value has each key once" "{ config: { a: { type: 'bool' }, 'a': { type: 'bool' } } }"
    E0214 "0x" "a JSON value is not written in hex" "{ facets: { a: 0x10000000000000000 } }"
    E0310 ".0" "1.0 is an integer to a JSON Schema" "{ config: { a: { type: 'string', max_size: 8.0 } } }"
    E0312 ".0" "1.0 is an integer to a JSON Schema" "{ config: { a: { type: 'int8', min: 1.0 } } }"
    E0318 ".0" "1.0 is an integer to a JSON Schema" "{ config: { a: { type: 'enum', variants: { on: 1.0 } } } }"
    E0402 "e3" "1e3 is an integer to a JSON Schema" "{ config: { a: { type: 'int16', default: 1e3 } } }"
    E0402 ".0" "1.0 is an integer to a JSON Schema" "{ config: { a: { type: 'int8', default: 1.0 } } }"
    E0404 "e38" "half a step beyond the largest float32 is let pass, so that nothing valid is refused"
        "{ config: { a: { type: 'float32', default: 3.4028235677973367e38 } } }"
    E0333 "///" "a JSON value has no comments"
        "{ config: {\n/// a\u{202e}b\na: { type: 'bool' } } }"

    // What compares one part of a manifest with another.
    E0311 "" "two numbers are compared" "{ config: { a: { type: 'int8', min: 2, max: 1 } } }"
    E0311 "" "two numbers are compared" "{ config: { a: { type: 'string', max_size: 2, min_size: 3 } } }"
    E0319 "" "the values of an object are compared"
        "{ config: { a: { type: 'enum', variants: { on: 1, off: 1 } } } }"
    E0322 "" "a key is compared with keys beside it"
        "{ config: { a: { type: 'bool', aliases: ['b'] }, b: { type: 'bool' } } }"
    E0346 "" "a name is compared with names beside it"
        "{ config: { a: { type: 'bool', name: 'b' }, b: { type: 'bool' } } }"
    E0346 "config_names" "a convention makes a name"
        "{ config_names: 'camelCase', config: { a_1: { type: 'bool' }, a1: { type: 'bool' } } }"
    E0347 "config_names" "a convention makes no name from some keys"
        "{ config_names: 'camelCase', config: { a: { type: 'struct', fields: { b__c: { type: 'bool' } } } } }"
    E0351 "types." "a name is looked up in `config_types`"
        "{ config: { a: { type: 'types.b' } } }"
    E0349 "config_types" "names are followed"
        "{ config_types: { a: { type: 'types.a' } } }"
    E0317 "types." "a name is followed to a struct without members, which only cases of a union with a tag may be"
        "{ config: { a: { type: 'types.t' } }, config_types: { t: { type: 'struct', fields: {} } } }"
    E0350 "config_types" "members are counted"
        "{ config_types: { t0: { type: 'struct', fields: { a: { type: 'bool' }, b: { type: 'bool' }, c: { type:
            'bool' }, d: { type: 'bool' }, e: { type: 'bool' }, f: { type: 'bool' }, g: { type: 'bool' }, h: { type:
            'bool' }, i: { type: 'bool' }, j: { type: 'bool' } } }, t1: { type: 'struct', fields: { a: { type:
            'types.t0' }, b: { type: 'types.t0' }, c: { type: 'types.t0' }, d: { type: 'types.t0' }, e: { type:
            'types.t0' }, f: { type: 'types.t0' }, g: { type: 'types.t0' }, h: { type: 'types.t0' }, i: { type:
            'types.t0' }, j: { type: 'types.t0' } } }, t2: { type: 'struct', fields: { a: { type: 'types.t1' }, b: {
            type: 'types.t1' }, c: { type: 'types.t1' }, d: { type: 'types.t1' }, e: { type: 'types.t1' }, f: {
            type: 'types.t1' }, g: { type: 'types.t1' }, h: { type: 'types.t1' }, i: { type: 'types.t1' }, j: {
            type: 'types.t1' } } }, t3: { type: 'struct', fields: { a: { type: 'types.t2' }, b: { type: 'types.t2'
            }, c: { type: 'types.t2' }, d: { type: 'types.t2' }, e: { type: 'types.t2' }, f: { type: 'types.t2' },
            g: { type: 'types.t2' }, h: { type: 'types.t2' }, i: { type: 'types.t2' }, j: { type: 'types.t2' } } },
            t4: { type: 'struct', fields: { a: { type: 'types.t3' }, b: { type: 'types.t3' }, c: { type: 'types.t3'
            }, d: { type: 'types.t3' }, e: { type: 'types.t3' }, f: { type: 'types.t3' }, g: { type: 'types.t3' },
            h: { type: 'types.t3' }, i: { type: 'types.t3' }, j: { type: 'types.t3' } } }, t5: { type: 'struct',
            fields: { a: { type: 'types.t4' }, b: { type: 'types.t4' }, c: { type: 'types.t4' }, d: { type:
            'types.t4' }, e: { type: 'types.t4' }, f: { type: 'types.t4' }, g: { type: 'types.t4' }, h: { type:
            'types.t4' }, i: { type: 'types.t4' }, j: { type: 'types.t4' } } } } }"
    E0316 "types." "nothing counts the levels of a value"
        "{ config_types: { t0: { type: 'bool' },
            t1: { type: 'vector', max_count: 1, element: { type: 'types.t0' } },
            t2: { type: 'vector', max_count: 1, element: { type: 'types.t1' } },
            t3: { type: 'vector', max_count: 1, element: { type: 'types.t2' } },
            t4: { type: 'vector', max_count: 1, element: { type: 'types.t3' } },
            t5: { type: 'vector', max_count: 1, element: { type: 'types.t4' } },
            t6: { type: 'vector', max_count: 1, element: { type: 'types.t5' } },
            t7: { type: 'vector', max_count: 1, element: { type: 'types.t6' } },
            t8: { type: 'vector', max_count: 1, element: { type: 'types.t7' } },
            t9: { type: 'vector', max_count: 1, element: { type: 'types.t8' } },
            t10: { type: 'vector', max_count: 1, element: { type: 'types.t9' } },
            t11: { type: 'vector', max_count: 1, element: { type: 'types.t10' } },
            t12: { type: 'vector', max_count: 1, element: { type: 'types.t11' } },
            t13: { type: 'vector', max_count: 1, element: { type: 'types.t12' } },
            t14: { type: 'vector', max_count: 1, element: { type: 'types.t13' } },
            t15: { type: 'vector', max_count: 1, element: { type: 'types.t14' } },
            t16: { type: 'vector', max_count: 1, element: { type: 'types.t15' } },
            t17: { type: 'vector', max_count: 1, element: { type: 'types.t16' } },
            t18: { type: 'vector', max_count: 1, element: { type: 'types.t17' } },
            t19: { type: 'vector', max_count: 1, element: { type: 'types.t18' } },
            t20: { type: 'vector', max_count: 1, element: { type: 'types.t19' } },
            t21: { type: 'vector', max_count: 1, element: { type: 'types.t20' } },
            t22: { type: 'vector', max_count: 1, element: { type: 'types.t21' } },
            t23: { type: 'vector', max_count: 1, element: { type: 'types.t22' } },
            t24: { type: 'vector', max_count: 1, element: { type: 'types.t23' } },
            t25: { type: 'vector', max_count: 1, element: { type: 'types.t24' } },
            t26: { type: 'vector', max_count: 1, element: { type: 'types.t25' } },
            t27: { type: 'vector', max_count: 1, element: { type: 'types.t26' } },
            t28: { type: 'vector', max_count: 1, element: { type: 'types.t27' } },
            t29: { type: 'vector', max_count: 1, element: { type: 'types.t28' } },
            t30: { type: 'vector', max_count: 1, element: { type: 'types.t29' } },
            t31: { type: 'vector', max_count: 1, element: { type: 'types.t30' } },
            t32: { type: 'vector', max_count: 1, element: { type: 'types.t31' } } } }"
    E0301 "types." "the variants of a key are in `config_types`"
        "{ config_types: { b: { type: 'enum', variants: { $a: 1 } } }, config: { a: { type: 'map', max_count: 1, key: { type: 'types.b' }, value: { type: 'bool' } } } }"
    E0401 "types." "the type of a literal is in `config_types`"
        "{ config_types: { b: { type: 'bool' } }, config: { a: { type: 'types.b', default: 1 } } }"
    E0403 "types." "the type of a literal is in `config_types`"
        "{ config_types: { b: { type: 'int8' } }, config: { a: { type: 'types.b', default: 128 } } }"
    E0412 "types." "the type of a literal is in `config_types`"
        "{ config_types: { b: { type: 'struct', fields: { c: { type: 'bool' } } } }, config: { a: { type: 'types.b', default: {} } } }"
    E0315 "types." "the type of a key is in `config_types`"
        "{ config_types: { b: { type: 'bool' } }, config: { a: { type: 'map', max_count: 1, key: { type: 'types.b' }, value: { type: 'bool' } } } }"
    E0308 "use" "the members of all structs are described once"
        "{ use: [ { config: 'C', key: 'a', type: 'struct', fields: { b: { type: 'bool', name: 'c' } } } ] }"
    E0405 "" "a literal is compared with a bound" "{ config: { a: { type: 'int8', min: 2, default: 1 } } }"
    E0406 "" "a literal is compared with a bound"
        "{ config: { a: { type: 'string', max_size: 2, default: 'abc' } } }"
    E0407 "" "a literal is matched with a pattern beside it"
        "{ config: { a: { type: 'string', max_size: 2, pattern: 'a', default: 'b' } } }"
    E0408 "" "a literal is compared with a bound"
        "{ config: { a: { type: 'array', count: 2, element: { type: 'bool' }, default: [true] } } }"
    E0410 "" "a literal is compared with keys beside it"
        "{ config: { a: { type: 'enum', variants: { on: 1 }, default: 'off' } } }"

    // How much a quantity is.
    E0460 "unit" "what a quantity amounts to is computed"
        "{ config: { a: { type: 'uint8', unit: 's', default: '1ms' } } }"
    E0403 "unit" "what a quantity amounts to is computed"
        "{ config: { a: { type: 'uint8', unit: 's', default: '1h' } } }"
    E0312 "unit" "what a quantity amounts to is computed"
        "{ config: { a: { type: 'uint8', unit: 's', max: '1h' } } }"
    E0409 "unit" "what a quantity amounts to is computed"
        "{ config: { a: { type: 'vector', max_count: 2, unique: true, element: { type: 'uint8', unit: 's' }, default: [1, '1s'] } } }"
    E0460 "struct" "a member's type is beside the literal"
        "{ config: { a: { type: 'struct', fields: { b: { type: 'int8', unit: 's' } }, default: { b: '5' } } } }"

    // The literal of a struct is compared with its members.
    E0401 "struct" "a member's type is beside the literal"
        "{ config: { a: { type: 'struct', fields: { b: { type: 'bool' } }, default: { b: 1 } } } }"
    E0402 "struct" "a member's type is beside the literal"
        "{ config: { a: { type: 'struct', fields: { b: { type: 'int8' } }, default: { b: 0.5 } } } }"
    E0403 "struct" "a member's type is beside the literal"
        "{ config: { a: { type: 'struct', fields: { b: { type: 'int8' } }, default: { b: 128 } } } }"
    E0411 "struct" "a member's key is beside the literal"
        "{ config: { a: { type: 'struct', fields: { b: { type: 'bool' } }, default: { b: true, c: 1 } } } }"
    E0412 "struct" "a member's key is beside the literal"
        "{ config: { a: { type: 'struct', fields: { b: { type: 'bool' } }, default: {} } } }"

    // Open structs.
    E0352 "types." "the type of a field is in `config_types`"
        "{ config_types: { b: { type: 'bool' } }, config: { a: { type: 'types.b', rest: true } } }"
    E0352 "rest" "the fields of a struct are not compared"
        "{ config: { a: { type: 'map', max_count: 1, key: { type: 'string', max_size: 9 }, value: { type: 'bool' }, rest: true },
                     b: { type: 'map', max_count: 1, key: { type: 'string', max_size: 9 }, value: { type: 'bool' }, rest: true } } }"
    E0352 "sensitive" "the fields of a struct are not compared"
        "{ config: { a: { type: 'map', max_count: 1, key: { type: 'string', max_size: 9 }, value: { type: 'bool' }, rest: true },
                     b: { type: 'bool', sensitive: true } } }"

    // The kinds of cases.
    E0348 "union" "the types of cases are not compared"
        "{ config: { a: { type: 'union', cases: { b: { type: 'uint8' }, c: { type: 'int8' } } } } }"

    // The kinds of JSON.
    E0401 "kinds" "a literal is compared with the kinds beside it"
        "{ config: { a: { type: 'json', max_size: 9, kinds: ['array'], default: 1 } } }"
    E0401 "json" "the type of a literal inside lists is beside the list"
        "{ config: { a: { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element: { type: 'json', max_size: 9 } }, default: [[null]] } } }"
    E0464 "json" "a JSON Schema does not count levels, and numbers are read before it sees them"
        "{ config: { a: { type: 'json', max_size: 99, default: [18446744073709551616] } } }"
    E0353 "types." "the type of a field is in `config_types`"
        "{ config_types: { b: { type: 'json', max_size: 9, kinds: ['null'] } }, config: { a: { type: 'types.b', optional: true, default: null } } }"

    E0353 "use:" "the default of a field is in `use`"
        "{ use: [{ config: 'x.Y', key: 'a', type: 'bool', availability: 'optional', default: true }], config: { a: { type: 'bool', optional: true, nullable: true } } }"

    // Equal only once they are read.
    E0409 "json" "left out for validators that find 1 and 1.0 equal"
        "{ config: { a: { type: 'vector', max_count: 2, unique: true, element: { type: 'json', max_size: 9 }, default: [1, 1] } } }"
    E0409 "float32"  "two literals are rounded to one value"
        "{ config: { a: { type: 'vector', max_count: 2, unique: true, element: { type: 'float32' }, default: [0.1, 0.10000000001] } } }"
    E0409 "int64" "left out for validators that round 64-bit integers"
        "{ config: { a: { type: 'vector', max_count: 2, unique: true, element: { type: 'int64' }, default: [1, 1] } } }"
    E0409 "struct" "an unset member takes its default"
        "{ config: { a: { type: 'vector', max_count: 2, unique: true, default: [{}, { b: 1 }],
            element: { type: 'struct', fields: { b: { type: 'int8', default: 1 } } } } } }"

    // Patterns.
    E0313 "" "the syntax of `regex-lite` is its own" "{ config: { a: { type: 'string', max_size: 2, pattern: '(' } } }"
    E0314 "" "it is compiled under a limit"
        "{ config: { a: { type: 'string', max_size: 2, pattern: '(a{100}){100}' } } }"

    // Depth.
    E0316 "element" "nothing counts the levels of a value"
        "{ config: { a:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'vector', max_count: 1, element: { type: 'vector', max_count: 1, element:
            { type: 'bool' }
            } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } }"

    // A field that is declared in two places.
    E0321 "use" "the default may be that of a `use` with the same key"
        "{ config: { a: { type: 'bool', deprecated: 'x' } },
           use: [ { config: 'C', key: 'b', type: 'bool', availability: 'optional', default: true } ] }"
    E0321 "include" "the default may be in an included file"
        "{ config: { a: { type: 'bool', deprecated: 'x' } }, include: ['b.cml'] }"
    E0327 "" "the keys of several items are compared"
        "{ use: [ { config: 'A', key: 'a', type: 'bool' }, { config: 'B', key: 'a', type: 'bool' } ] }"
    E0328 "" "an item is compared with a field of the stanza"
        "{ config: { a: { type: 'bool' } }, use: [ { config: 'A', key: 'a', type: 'int8' } ] }"
    E0329 "" "an item is compared with a field of the stanza"
        "{ config: { a: { type: 'bool', default: true } },
           use: [ { config: 'A', key: 'a', type: 'bool', availability: 'optional', default: false } ] }"
    E0332 "config" "the value may come from a field of the stanza"
        "{ config: { a: { type: 'bool' } }, use: [ { config: 'A', key: 'b', type: 'bool', availability: 'optional' } ] }"

    // Other files.
    E0208 "include" "a validator reads one file" "{ include: ['b.cml'] }"
    E0210 "include" "a validator reads one file" "{ include: ['m.cml'] }"
}

#[test]
fn only_the_compiler_finds_what_is_listed() {
    for Beyond { code, within, example, .. } in BEYOND {
        assert!(compiler(example).contains(code), "{code:?}: {:?} for {example}", compiler(example));
        assert_eq!(json_schema(example), Some(Vec::new()), "{example}");
        assert!(example.contains(within), "{within}: {example}");
    }
    // One byte of UTF-8 is not one character.
    let name = format!("{{ config: {{ a: {{ type: 'bool', name: '{}' }} }} }}", "é".repeat(129));
    assert_eq!(compiler(&name), [Code::E0302]);
    assert_eq!(json_schema(&name), Some(Vec::new()));
    let pattern =
        format!("{{ config: {{ a: {{ type: 'string', max_size: 2, pattern: '{}' }} }} }}", "é".repeat(513));
    assert_eq!(compiler(&pattern), [Code::E0314]);
    assert_eq!(json_schema(&pattern), Some(Vec::new()));
}

#[test]
fn some_manifests_are_no_json_value() {
    for (text, compiles) in [
        ("{ facets: { a: NaN, b: -Infinity, c: 1e400 } }", true),
        ("{ config: { a: { type: 'float64', default: 1e400 } } }", false),
        ("{ config: { a: { type: 'float64', default: NaN } } }", false),
        ("{ config: { a: { type: 'bool' } }", false),
    ] {
        assert_eq!(compiler(text).is_empty(), compiles, "{text}");
        assert_eq!(json_schema(text), None, "{text}");
    }
}
