//! Value plans: what is finished loads, and takes no more memory than it may.

use crate::random::Random;
use crate::seeds::{self, compiled, content, sealed};
use crate::tree::{Field, bytes_changed, mutate, parse, write};
use crate::{measured, run};
use confc::declaration::Declaration;
use confc::diagnostic::Report;
use confc::layers::{InputDeclarations, Layer, MergeStrategy};
use confc::plan::{EmbeddedSchema, encode_plan};
use confc::resolve::{Inputs, resolve_known};
use confc::syntax::{self, Format};
use confc::text::Sources;
use confc::types::Value;
use confc::types::limits::MAX_PATTERNS_MEMORY;
use confc_core::plan::{FinishError, FinishInputs, ValuePlan, is_plan};
use confc_core::values::load;
use std::sync::Arc;

/// The promise: so many times the size of the bytes, besides the text of errors and what expressions come to.
const TIMES: usize = 16;

/// What the text of errors may take, what the small expressions come to, and what the reader of one takes.
const REST: usize = 1 << 20;

const MANIFEST: &str = "{ config: {
    a: { type: 'uint8' }, b: { type: 'int16', max: 500 }, c: { type: 'float32' }, d: { type: 'string', max_size: 20, default: 'd' },
    e: { type: 'enum', variants: { one: 1, two: 2 } }, o: { type: 'string', max_size: 9, optional: true, nullable: true },
    l: { type: 'vector', max_count: 3, element: { type: 'struct', fields: { p: { type: 'uint8' }, q: { type: 'bool', default: true } } } },
    m: { type: 'map', max_count: 3, key: { type: 'string', max_size: 4 }, value: { type: 'uint8' } },
    s: { type: 'string', max_size: 40, sensitive: true },
    t: { type: 'struct', fields: { x: { type: 'uint8' }, y: { type: 'struct', fields: { z: { type: 'bool' } } } } },
    g: { type: 'vector', max_count: 2, element: { type: 'map', max_count: 2, key: { type: 'string', max_size: 4 },
        value: { type: 'vector', max_count: 2, element: { type: 'uint8' } } } },
    h: { type: 'vector', max_count: 2, element: { type: 'struct', fields: { w: { type: 'uint8' },
        n: { type: 'map', max_count: 2, min_count: 1, key: { type: 'string', max_size: 4 }, value: { type: 'bool' } } } } },
    v: { type: 'array', count: 2, element: { type: 'uint16' } } }, config_rules: [ { check: 'a + b < 301' } ] }";

const LAYERS: &[&str] = &[
    "{ $inputs: { i: { type: 'uint8' }, j: { type: 'string', max_size: 8, pattern: '[a-z]*', default: 'jj' }, w: { type: 'bool' } },
       a: { $expr: \"input('i')\" }, b: { $expr: 'a + 1' }, c: { $expr: 'double(a) / 3.0' }, e: { $expr: \"input('w') ? 'one' : 'two'\" },
       o: { $expr: \"input('j')\" }, l: [{ p: 1 }, { p: { $expr: 'a' }, q: { $expr: \"input('w')\" } }],
       m: { k: { $expr: 'a' }, z: 3 }, s: { $text: \"${input('j')} ${a}\" }, t: { x: 1, y: { z: { $expr: \"input('w')\" } } },
       g: [{ k: [1, { $expr: 'a' }] }, {}], h: [{ w: { $expr: 'a' }, n: { k: true } }], v: [1, { $expr: 'b + 0' }] }",
    "{ m: { k: { $expr: 'a + 0' }, more: 7 }, d: { $text: '${e}' } }",
];

/// A declaration, and a plan for it, taken apart.
struct Seed {
    declaration: Declaration,
    file: Vec<Field>,
}

/// A plan of layers, of which the inputs with a default are known.
fn plan(declaration: &Declaration, layers: &[&str]) -> Option<Vec<u8>> {
    let config = declaration.config()?;
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let documents: Vec<_> = layers
        .iter()
        .map(|text| {
            syntax::parse(Format::Json5, &sources.add("l.json5".into(), (*text).into(), None), &mut report)
        })
        .collect();
    let declared = InputDeclarations::read(documents.iter(), &mut report);
    let none = (std::iter::empty(), true);
    let outside = Arc::new(declared.resolve(none, ("--input", &[]), Vec::new(), &mut sources, &mut report));
    let read =
        |document| Layer::read_with(config, document, MergeStrategy::Unify, &outside, &|_| None, &mut report);
    let layers: Vec<Layer> = documents.iter().filter_map(read).collect();
    let inputs =
        Inputs { layers: &layers, leaves_unknown: true, outside: Some(&outside), ..Inputs::default() };
    let values = resolve_known(config, &inputs, &|_| None, &mut report).unfinished()?;
    encode_plan(config, &values, &outside, &sources, EmbeddedSchema::Include).ok()
}

#[test]
fn plans() {
    let declaration = compiled(MANIFEST).expect("nothing is wrong with it");
    let mut made: Vec<(Declaration, Vec<u8>)> = vec![
        (declaration.clone(), plan(&declaration, LAYERS).expect("nothing is wrong with them")),
        (declaration.clone(), plan(&declaration, &LAYERS[..1]).expect("nothing is wrong with it")),
    ];
    // Those whose values have defaults make a plan of which nothing is left.
    for declaration in seeds::declarations() {
        let plan = plan(&declaration, &["{}"]);
        made.extend(plan.map(|plan| (declaration, plan)));
    }
    let mut seeds = Vec::new();
    for (declaration, bytes) in made {
        assert!(is_plan(&bytes));
        let file = parse(content(&bytes), 0).expect("it is protobuf");
        seeds.push(Seed { declaration, file });
    }
    let others: Vec<Vec<Field>> = seeds.iter().map(|seed| seed.file.clone()).collect();
    run("plan", 4_000, 2, |random| execution(&seeds, &others, random));
}

fn execution(seeds: &[Seed], others: &[Vec<Field>], random: &mut Random) -> bool {
    let Seed { declaration, file } = random.one_of(seeds);
    let mut fields = file.clone();
    for _ in 0..=random.below(3) {
        mutate(&mut fields, others, random);
    }
    let mut bytes = write(&fields);
    if random.once_in(8) {
        bytes_changed(&mut bytes, random);
    }
    let file = sealed(&bytes);
    let (decoded, peak) = measured(|| ValuePlan::decode(declaration, &file));
    assert!(peak < TIMES * file.len() + (64 << 10) + 2 * MAX_PATTERNS_MEMORY, "{peak} for {}", file.len());
    let Ok(plan) = decoded else { return false };
    // Looking at one never fails.
    assert!(plan.waiting().len() <= file.len());
    let inputs = vec![("i", Value::Unsigned(3)), ("w", Value::Bool(true))];
    let has = |name: &str| plan.inputs().any(|(field, _)| field.key.as_str() == name);
    let inputs: Vec<_> = inputs.into_iter().filter(|(name, _)| has(name)).collect();
    let (finished, peak) = measured(|| plan.finish(FinishInputs { inputs, imports: Vec::new() }));
    assert!(peak < TIMES * file.len() + REST + 2 * MAX_PATTERNS_MEMORY, "{peak} for {}", file.len());
    match finished {
        Ok(finished) => {
            assert_eq!(load(declaration, &finished.bytes).expect("it was finished"), finished.values);
            true
        }
        Err(FinishError::NoSchema) => panic!("every seed has a schema"),
        Err(error) => {
            assert!(!error.to_string().contains(|c: char| c.is_control() && c != '\n'), "{error:?}");
            false
        }
    }
}
