//! Lists and maps inside lists and maps.

use super::rules::{forms_of, judge_forms};
use super::verdicts::{Jobs, mutant};
use super::{Sample, has_python, module, run, samples};
use crate::conformance::answers::value;
use crate::conformance::python::TESTEE;
use crate::support::command::Workspace;
use crate::support::pipeline::Compiled;
use crate::support::random;
use crate::values::unchecked::unchecked;
use crate::values::{seal, seal_unchecked};
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::types::{
    ArrayType, Field, Key, List, MapEntries, MapType, StructType, Type, UnionCase, UnionType, UnionValue,
    Value, VectorType,
};
use std::fmt::Write as _;

fn key(text: &str) -> Key {
    Key::new(text).unwrap()
}

/// A type around another one, and its value around a value of that one.
fn around(kind: char, ty: Type, value: Value) -> (Type, Value) {
    let list = List::of(&ty, std::slice::from_ref(&value)).unwrap();
    let name = "string:9".parse::<Type>().unwrap();
    match kind {
        'a' => (Type::Array(ArrayType::new(ty, 1)), Value::List(list)),
        'm' => {
            let entries = MapEntries::ascending(["k".into()].into(), list).unwrap();
            (Type::Map(MapType::new(name, ty, 2)), Value::Map(entries))
        }
        'u' => {
            let case = |name, ty| UnionCase::new(key(name), ty);
            let ty = UnionType::new(vec![case("c", ty), case("z", Type::Bool)]);
            (Type::Union(ty), UnionValue { case: 0, value }.into())
        }
        's' => (Type::Struct(StructType::new(vec![Field::new(key("m"), ty)])), Value::Struct([value].into())),
        _ => (Type::Vector(VectorType { unique: true, ..VectorType::new(ty, 2) }), Value::List(list)),
    }
}

/// A field of a type of this many levels, with a value.
fn field(kinds: &str, levels: usize) -> (Vec<Field>, Vec<Value>) {
    let start = ("uint8".parse().unwrap(), Value::Unsigned(7));
    let kinds = kinds.chars().cycle().take(levels - 1);
    let (ty, value) = kinds.fold(start, |(ty, value), kind| around(kind, ty, value));
    (vec![Field::new(key("f"), ty)], vec![value])
}

#[test]
fn the_deepest_values_are_judged_as_the_loader_does() {
    if !has_python("the_deepest_values_are_judged_as_the_loader_does") {
        return;
    }
    let mut runner = random::runner();
    let (mut jobs, mut samples) = (Jobs::default(), Vec::new());
    for kinds in ["v", "a", "m", "vm", "am", "vs", "sm", "vams", "uv", "su", "umuas"] {
        let (fields, values) = field(kinds, 32);
        let sample = Sample { declaration: seal(fields), values };
        let bytes = sample.bytes(EmbeddedSchema::Omit);
        jobs.load(samples.len(), &sample.declaration, &bytes);
        assert!(jobs.last().starts_with("ok"));
        for _ in 0..150 {
            jobs.load(samples.len(), &sample.declaration, &mutant(&bytes, &mut runner));
        }
        // A level too many is refused before the checksum is compared.
        for (levels, verdict) in [(31, "checksum"), (33, ""), (34, "decode"), (60, "decode")] {
            let (fields, values) = field(kinds, levels);
            let bytes = unchecked(&seal_unchecked(fields), &values, EmbeddedSchema::Omit);
            jobs.load(samples.len(), &sample.declaration, &bytes);
            assert!(jobs.last().starts_with(verdict), "{kinds} {levels} {}", jobs.last());
        }
        samples.push(sample);
    }
    for (start, least) in [("ok", 20), ("decode", 500), ("constraint", 4)] {
        let count = jobs.said().iter().filter(|expected| expected.starts_with(start)).count();
        assert!(count >= least, "{start}: {count}");
    }
    jobs.check(&samples);
}

#[test]
#[ignore = "slow: runs clients in Python"]
fn defaults_are_the_declared_ones() {
    if !has_python("defaults_are_the_declared_ones") {
        return;
    }
    let workspace =
        Workspace::new().with("defaults.py", include_str!("defaults.py")).with("testee.py", TESTEE);
    let mut expected = String::new();
    for (n, sample) in samples(150).iter().enumerate() {
        workspace.write(&format!("m{n}.py"), module(sample.config()).expect("a module"));
        for field in sample.config().fields().iter().filter(|field| !field.holds_sensitive()) {
            if let Some(default) = &field.default {
                writeln!(expected, "m{n} {} {}", field.key, value(default)).unwrap();
            }
        }
    }
    assert!(expected.lines().count() > 50, "{expected}");
    let found = run(&workspace, "defaults.py", &expected);
    assert_eq!(found, expected);
}

#[test]
fn values_are_immutable_and_checked_at_every_depth() {
    if !has_python("values_are_immutable_and_checked_at_every_depth") {
        return;
    }
    let compiled = Compiled::of(include_str!("../../../../testdata/generate/_nested.cml"));
    let declaration: &Declaration = compiled.declaration();
    let workspace = Workspace::new()
        .with("config.py", module(declaration.config().expect("a schema")).expect("a module"))
        .with("nested.py", include_str!("nested.py"));
    run(&workspace, "nested.py", "");
}

const FIELDS: &str = "
    a: { type: 'enum', variants: { plain: -1, tls: 1 } },
    config: { type: 'uint8', max: 3 },
    grid: { type: 'vector', max_count: 4, element: { type: 'vector', max_count: 4, element: { type: 'uint8', max: 3 } } },
    inner: { type: 'vector', max_count: 4, sensitive: true, element: { type: 'map', max_count: 4,
        key: { type: 'string', max_size: 3 }, value: { type: 'uint8', max: 3 } } },
    lambda: { type: 'bool' },
    modes: { type: 'vector', max_count: 4, element: { type: 'enum', variants: { plain: -1, tls: 1 } } },
    n: { type: 'uint8', max: 3, optional: true },
    nest: { type: 'map', max_count: 2, key: { type: 'enum', variants: { plain: -1, tls: 1 } },
        value: { type: 'map', max_count: 2, key: { type: 'enum', variants: { plain: -1, tls: 1 } },
            value: { type: 'vector', max_count: 4, element: { type: 'enum', variants: { plain: -1, tls: 1 } } } } },
    other: { type: 'map', max_count: 2, key: { type: 'enum', variants: { plain: -1, tls: 1 } },
        value: { type: 'map', max_count: 2, key: { type: 'enum', variants: { plain: -1, tls: 1 } },
            value: { type: 'vector', max_count: 4, element: { type: 'enum', variants: { plain: -1, tls: 1 } } } } },
    ports: { type: 'map', max_count: 2, key: { type: 'enum', variants: { plain: -1, tls: 1 } },
        value: { type: 'struct', fields: { n: { type: 'uint8', max: 3, optional: true } } } },
    rows: { type: 'vector', max_count: 4, element: { type: 'vector', max_count: 4, element: { type: 'uint8', max: 3 } } },
    shelves: { type: 'vector', max_count: 4, element: { type: 'map', max_count: 2,
        key: { type: 'enum', variants: { plain: -1, tls: 1 } },
        value: { type: 'struct', fields: { n: { type: 'uint8', max: 3, optional: true } } } } },
";

/// One rule a line, `for` before a `|` where it has one.
const CHECKS: &str = "
    grid == rows
    grid != rows || size(grid[0]) > 1
    grid[0] in rows
    grid[config][1] > 1
    config in grid[0]
    grid[config] == rows[0] || grid[0][n] > 0
    grid.all(x, x.exists(y, y == config))
    [grid[0], rows[1]].exists(x, x[0] < 2)
    (`lambda` ? grid : rows)[0][1] == 1
    shelves[config]['tls'].n < 2
    'tls' in shelves[0]
    shelves[0] == shelves[1] || shelves[0] == ports
    ports in shelves
    shelves.all(m, m.all(k, m[k] == ports[a] || m[k].n > 0))
    (`lambda` ? shelves[0] : ports)[a].n > 1
    nest == other
    nest['plain'] == other['plain']
    nest[a] == nest['tls']
    nest['tls']['plain'][0] == a
    nest['tls']['plain'] == modes
    a in nest['tls'] && a in other
    nest.all(k, nest[k].all(j, 'tls' in nest[k][j] || k == j))
    nest.all(k, nest[k].all(j, j != a && j in nest))
    (`lambda` ? nest : other)['tls'].all(k, k != a)
    [nest['tls'], other['tls']].all(one, one['tls'][0] != 'plain')
    inner.all(one, one.all(k, 3 / one[k] > config))
    grid[]|self == rows[0] || self[config] > 1
    grid[][]|self < config + 1
    shelves[]|size(self) > 1 && self[a].n == 1
    shelves[][]|self != a
    nest[]|size(nest[self]) > 1
    inner[][]|self > 'a'
";

const MESSAGES: &[&str] = &["${grid[0][1]} ${nest['tls']['plain'][0]}", "${shelves[config][a].n}"];

/// One declaration for so many rules at once.
pub(super) fn forms(at_once: usize) -> Vec<Sample> {
    forms_of(FIELDS, CHECKS, MESSAGES, at_once)
}

#[test]
#[ignore = "slow: runs clients in Python"]
fn rules_of_every_form_are_judged_as_the_loader_does() {
    if has_python("rules_of_every_form_are_judged_as_the_loader_does") {
        let verdicts = [
            "ok",
            "is broken",
            "an optional field has no value",
            "no element",
            "<not known>",
            "there is no entry",
        ];
        judge_forms(&forms(1), &verdicts);
    }
}
