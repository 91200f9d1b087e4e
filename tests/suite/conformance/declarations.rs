//! The declarations of the cases.

use super::{FOLDER, deliberate};
use crate::ROOT;
use crate::generate::python::{declared_rules, drawn_rules};
use crate::support::pipeline::Compiled;
use crate::support::{arbitrary, random};
use crate::values::extremes;
use confc::declaration::{Declaration, encode};
use confc::types::{Component, Field, Pattern};
use proptest::strategy::{Strategy as _, ValueTree as _};
use std::fs;
use std::path::Path;

#[path = "../../fuzz/seeds.rs"]
#[allow(dead_code, reason = "the tests of random bytes use the rest")]
mod seeds;

/// A declaration of the corpus.
#[derive(Clone)]
pub(super) struct Declared {
    /// The name in the corpus: `d007`.
    pub(super) name: String,
    /// `None` for a declaration without a manifest.
    pub(super) manifest: Option<String>,
    pub(super) declaration: Declaration,
}

impl Declared {
    pub(super) fn fields(&self) -> &[Field] {
        self.declaration.config().expect("a schema").fields()
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        encode(&self.declaration)
    }
}

/// Patterns that a runtime may interpret differently from confc.
const PATTERNS: &[&str] = &[
    "",
    "a*",
    "a+b",
    "(a|b)*",
    "a{2}",
    "a{1,3}",
    "a{2,}",
    "[a-c]+",
    "[^a]",
    "[^a-z]*",
    ".",
    ".*",
    "(?s).",
    "(?s:.)*",
    "(?i)ab",
    "(?i:a)b",
    "(?i)k",
    "(?i)[k-l]+",
    "(?i)[^a]",
    "\\d+",
    "\\D",
    "\\w+",
    "\\W",
    "\\s",
    "\\S*",
    "[\\d_]+",
    "[[:alpha:]]+",
    "[[:^digit:]]",
    "^a",
    "a$",
    "^$",
    "(?m)a$\\n",
    "(?m)^a\\n?$",
    "\\ba\\b",
    "\\Ba",
    "a\\b.b",
    "\\Aa\\z",
    "(a|ab)(c|bcd)*",
    "(a*)*",
    "(a|)+b?",
    "a??b",
    "(?U)a+",
    "(?x) a  b # c",
    "é",
    "[é-ß]+|ß",
    "\\u{1F600}",
    "\\x61",
    "[😀]",
    "[\\x00-\\x1f]+",
    "[a&&b]?a",
    "[-a]",
    "[a-]",
    "[]a]",
    "[\\]]",
    "\\.",
    "x\\.y",
    "(?P<n>a)b",
    "(?:a|b)c?",
    "(|a|ab)",
    "[0-9a-f]{4}",
    "(?i)\\x{17F}",
    "[a-z]([a-z0-9_]*[a-z0-9])?",
    "\\b{start}a",
    "a\\b{end}",
    "(?m)(^|\\n)+a?",
];

/// Manifests with features that the other ones lack: sensitive parts in all places, native names, a rest,
/// units, and two interfaces that differ in more fields than an error names.
const MORE: &[&str] = &[
    "{ config: { only: { type: 'bool' } } }",
    "{ config: { a: { type: 'int64', mutability: ['parent'] }, b: { type: 'uint64', mutability: ['parent'], optional: true },
        c: { type: 'float32', mutability: ['parent'], nullable: true }, d: { type: 'string', max_size: 5, mutability: ['parent'],
            optional: true, nullable: true }, e: { type: 'vector', max_count: 3, unique: true, mutability: ['parent'],
            element: { type: 'uint8', max: 9 } }, f: { type: 'bool' }, g: { type: 'enum', variants: { 'x y': 1, '': -5 },
            mutability: ['parent'], sensitive: true } },
      config_rules: [{ check: 'a < 100 || f', message: '${a}', name: 'small' }, { check: '!has(b) || b != 7' }] }",
    "{ config: { secret: { type: 'struct', sensitive: true, fields: { a: { type: 'uint8', max: 9 }, b: { type: 'string', max_size: 4 } } },
        list: { type: 'vector', max_count: 3, element: { type: 'struct', fields: {
            key: { type: 'string', max_size: 9, sensitive: true, optional: true }, n: { type: 'int8' } } } },
        map: { type: 'map', max_count: 3, key: { type: 'string', max_size: 9 }, value: { type: 'uint8' }, sensitive: true },
        case: { type: 'union', cases: { off: { type: 'bool' }, on: { type: 'struct', fields: {
            token: { type: 'string', max_size: 9, sensitive: true } } } } } },
      config_rules: [{ check: 'secret.a > 3', }, { for: 'map[]', check: 'map[self] / secret.a > 1' }] }",
    "{ config_names: 'camelCase', config: {
        log_level: { type: 'enum', variants: { debug: 0, 'INFO+': 1 } }, time_out: { type: 'uint32', unit: 's', max: 3600 },
        memory: { type: 'int64', unit: 'MiB', min: 1 }, http_server: { type: 'struct', fields: {
            bind_to: { type: 'string', max_size: 20, name: 'bind.to' }, rest: { type: 'map', max_count: 4, rest: true,
                key: { type: 'string', max_size: 8 }, value: { type: 'json', max_size: 30, kinds: ['number', 'string', 'null'] } } } },
        rest: { type: 'map', max_count: 4, rest: true, key: { type: 'string', max_size: 8 }, value: { type: 'float64' } } } }",
    "{ config: { f0: { type: 'bool' }, f1: { type: 'bool' }, f2: { type: 'bool' }, f3: { type: 'bool' }, f4: { type: 'bool' },
        f5: { type: 'bool' }, f6: { type: 'bool' }, f7: { type: 'bool' }, f8: { type: 'bool' }, f9: { type: 'bool' },
        g: { type: 'string', max_size: 9, pattern: '[\\u202e\\u001b]é' }, h: { type: 'uint8' } } }",
    "{ config: { f0: { type: 'uint8' }, f1: { type: 'uint8' }, f2: { type: 'uint8' }, f3: { type: 'uint8' }, f4: { type: 'uint8' },
        f5: { type: 'uint8' }, f6: { type: 'uint8' }, f7: { type: 'uint8' }, f8: { type: 'uint8' }, f9: { type: 'uint8' },
        h: { type: 'uint16' }, i: { type: 'uint8' } } }",
    "{ config: { deep: { type: 'vector', max_count: 2, element: { type: 'map', max_count: 2, key: { type: 'string', max_size: 2 },
        value: { type: 'array', count: 1, element: { type: 'vector', max_count: 2, element: { type: 'struct', fields: {
            x: { type: 'vector', max_count: 2, element: { type: 'vector', max_count: 2, element: { type: 'map', max_count: 1,
                key: { type: 'enum', variants: { only: 1 } }, value: { type: 'vector', max_count: 3, unique: true,
                    element: { type: 'float32' } } } } } } } } } } } } }",
    "{ config: { d: { type: 'float64', optional: true }, f: { type: 'float32', optional: true }, s: { type: 'string', max_size: 400 },
        i: { type: 'int64' } }, config_rules: [{ check: 's.contains(\"x\") && i > 5', message: '${d} ${f} ${s} ${i}' }] }",
    "{ config: { a: { type: 'int8', min: -9, max: 9 }, b: { type: 'int8', min: -3, max: 3 }, m: { type: 'map', max_count: 3,
        key: { type: 'string', max_size: 80 }, value: { type: 'int8', min: -3, max: 3 } }, on: { type: 'bool' } },
      config_rules: [{ check: 'on || a > 8', message: '${a / b} ${a % b} ${a - b} ${a * b}', name: 'shown' },
        { for: 'm[]', check: 'm[self] != 0' }] }",
    "{ config: { u: { type: 'union', mutability: ['parent'], cases: { name: { type: 'string', max_size: 4 },
            all: { type: 'vector', max_count: 2, element: { type: 'uint8' } } } },
        j: { type: 'json', max_size: 30, optional: true, mutability: ['parent'] },
        m: { type: 'map', max_count: 2, key: { type: 'string', max_size: 3 }, value: { type: 'bool' }, mutability: ['parent'] },
        s: { type: 'struct', mutability: ['parent'], fields: { a: { type: 'int32' },
            b: { type: 'string', max_size: 5, sensitive: true, optional: true } } },
        r: { type: 'array', count: 2, element: { type: 'float32' }, mutability: ['parent'] },
        n: { type: 'int8', nullable: true, mutability: ['parent'] }, k: { type: 'uint8', max: 9, mutability: ['parent'] },
        closed: { type: 'bool' } }, config_rules: [{ check: 'k < 5 || closed', message: '${k}' }] }",
];

/// The frozen declarations, as they are in the folder of the corpus.
pub(super) fn frozen() -> Vec<Declared> {
    let folder = Path::new(ROOT).join(FOLDER).join("declarations");
    let read = |name: String| -> Option<Declared> {
        let declaration =
            Declaration::decode(&fs::read(folder.join(format!("{name}.cm"))).ok()?).expect("it is valid");
        let manifest = fs::read_to_string(folder.join(format!("{name}.cml"))).ok();
        Some(Declared { name, manifest, declaration })
    };
    (0..).map_while(|n| read(format!("d{n:03}"))).collect()
}

/// Declarations to freeze: together they hold every kind, bound, state and operation of rules.
pub(super) fn to_freeze() -> Vec<Declared> {
    let patterns = PATTERNS.iter().filter(|pattern| Pattern::new(pattern).is_ok());
    let fields = patterns.enumerate().map(|(n, pattern)| {
        let pattern = pattern.replace('\\', "\\\\");
        format!("p{n:02}: {{ type: 'string', max_size: 20, optional: true, pattern: '{pattern}' }}")
    });
    let patterns = format!("{{ config: {{ {} }} }}", fields.collect::<Vec<_>>().join(",\n"));
    let manifests = seeds::MANIFESTS.iter().chain(MORE).map(|text| (*text).to_owned()).chain([patterns]);
    let declared = |text: String| {
        let declaration = Compiled::of(text.clone()).declaration().clone();
        Declared { name: String::new(), manifest: Some(text), declaration }
    };
    let mut all: Vec<Declared> = manifests.map(declared).collect();
    all.extend(declared_rules(9).into_iter().map(unwritten));
    all.extend(deliberate::manifests().into_iter().map(declared));
    numbered(all)
}

/// All declarations: the frozen ones, all types at their limits, one with 250 fields, and `random` more with
/// types and with rules.
pub(super) fn all(random: usize) -> Vec<Declared> {
    let mut all = frozen();
    all.extend(extremes().into_iter().map(|(declaration, _)| unwritten(declaration)));
    let fields = (0..250).map(|n| format!("f{n:03}: {{ type: '{}' }}", ["bool", "uint16", "float64"][n % 3]));
    let text = format!("{{ config: {{ {} }} }}", fields.collect::<Vec<_>>().join(", "));
    all.push(unwritten(Compiled::of(text).declaration().clone()));
    all.extend(drawn_rules(random / 10).into_iter().map(unwritten));
    let mut runner = random::runner();
    for _ in 0..random {
        let schema = arbitrary::schema().new_tree(&mut runner).expect("a schema").current();
        all.push(unwritten(Declaration::seal(Component::default(), Some(schema)).expect("it fits")));
    }
    numbered(all)
}

fn unwritten(declaration: Declaration) -> Declared {
    Declared { name: String::new(), manifest: None, declaration }
}

/// Keeps the declarations with a schema, and names them by number.
fn numbered(mut all: Vec<Declared>) -> Vec<Declared> {
    all.retain(|declared| declared.declaration.config().is_some());
    for (n, declared) in all.iter_mut().enumerate() {
        declared.name = format!("d{n:03}");
    }
    all
}
