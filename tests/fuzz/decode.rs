//! Declarations: what is accepted is what it says, and compiles again from its own text.

use crate::random::Random;
use crate::seeds::{self, content, sealed};
use crate::tree::{Content, Field, bytes_changed, mutate, parse, write};
use crate::{measured, run};
use confc::declaration::{Config, Declaration, DecodeError, DecodeErrorKind as Kind, show};
use confc::schema::{Schema, ValueSource};
use confc::types::Value;
use confc::types::limits::MAX_PATTERNS_MEMORY;
use confc_core::rules::MAX_RULES_MEMORY;

/// The promise: so many times the size of the bytes, patterns and rules aside.
const TIMES: usize = 16;

/// The field numbers of `config` in a component, and of the checksum in that.
const CONFIG: u64 = 10;
const CHECKSUM: u64 = 2;

#[test]
fn decode() {
    let seeds: Vec<Vec<Field>> = seeds::declarations()
        .iter()
        .map(|declaration| {
            parse(content(&confc::declaration::encode(declaration)), 0).expect("it is protobuf")
        })
        .collect();
    run("decode", 4_000, 2, |random| execution(&seeds, random));
}

fn execution(seeds: &[Vec<Field>], random: &mut Random) -> bool {
    let mut fields = random.one_of(seeds).clone();
    for _ in 0..=random.below(3) {
        mutate(&mut fields, seeds, random);
    }
    let mut bytes = write(&fields);
    if random.once_in(8) {
        bytes_changed(&mut bytes, random);
    }
    if random.once_in(64) {
        // No integrity of its own: whatever it is, it must not be taken for one.
        let _ = Declaration::decode(&bytes);
        let twice = sealed(&sealed(&bytes));
        assert!(Declaration::decode(&twice).is_err(), "an integrity inside of the content");
    }
    let file = sealed(&bytes);
    let first = decoded(&file);
    let Err(Kind::Checksum { expected, .. }) = first.as_ref().map_err(DecodeError::kind) else {
        return first.is_ok_and(|declaration| accepted(&declaration, &file));
    };
    put_checksum(&mut fields, expected.0);
    let file = sealed(&write(&fields));
    decoded(&file).is_ok_and(|declaration| accepted(&declaration, &file))
}

/// Decodes within the promised memory.
fn decoded(file: &[u8]) -> Result<Declaration, DecodeError> {
    let (result, peak) = measured(|| Declaration::decode(file));
    // What the text of an error takes is apart.
    let bound = TIMES * file.len() + 2 * MAX_PATTERNS_MEMORY + MAX_RULES_MEMORY + (4 << 10);
    assert!(peak < bound, "{peak} bytes for {}", file.len());
    if let Err(error) = &result {
        assert!(error.offset() <= file.len(), "an offset outside of the bytes: {error}");
        assert!(!error.to_string().contains(|c: char| c.is_control()), "{error:?}");
    }
    result
}

fn put_checksum(fields: &mut [Field], sum: [u8; 32]) {
    let config = fields.iter_mut().find(|field| field.number == CONFIG);
    let Some(Content::Message(config)) = config.map(|field| &mut field.content) else { return };
    let inner = vec![Field { number: 1, content: Content::Bytes(sum.to_vec()) }];
    for field in config.iter_mut().filter(|field| field.number == CHECKSUM) {
        field.content = Content::Message(inner.clone());
    }
}

/// The laws of what is accepted.
fn accepted(declaration: &Declaration, file: &[u8]) -> bool {
    assert_eq!(confc::declaration::encode(declaration), file, "what is decoded encodes to the same bytes");
    if let Ok(text) = show::json5(declaration) {
        // Documentation may hold tabs, and a comment has no escapes.
        let unsafe_char = |c: &char| c.is_control() && !matches!(c, '\n' | '\t');
        assert_eq!(text.chars().find(unsafe_char), None, "{text}");
        // Only the compiler looks at carried capabilities, and at what rules make of defaults.
        let opens = confc::declaration::open(file).is_ok();
        match seeds::compiled(&text) {
            Some(again) if opens => {
                assert_eq!(without_path(again), without_path(declaration.clone()), "{text}")
            }
            Some(_) => {}
            None => {
                assert!(!opens || declaration.config().is_some_and(defaults_break_a_rule), "{text}");
            }
        }
    }
    true
}

/// Whether a rule that reads nothing but what has a default is broken where nothing is set.
fn defaults_break_a_rule(config: &Config) -> bool {
    let unset = |field: &confc::types::Field| field.unset_value();
    let values: Vec<_> = config.fields().iter().map(unset).collect();
    let filled: Vec<_> = values.iter().map(|value| value.clone().unwrap_or(Value::Bool(false))).collect();
    let fields = config.as_struct();
    let mut rules = config.rules().list().iter();
    rules.any(|rule| {
        rule.fields(fields).iter().all(|at| values[*at as usize].is_some())
            && rule.broken(fields, &filled).next().is_some()
    })
}

/// The path in the package is said by the command line, and stands in no text.
fn without_path(declaration: Declaration) -> Declaration {
    let schema = declaration.config().map(|config| {
        Schema::new(
            config.fields().to_vec(),
            match config.value_source() {
                ValueSource::PackagePath(_) => ValueSource::PackagePath(Default::default()),
                ValueSource::Capabilities => ValueSource::Capabilities,
            },
        )
        .unwrap()
        .with_checked_rules(config.rules().clone())
    });
    Declaration::seal(declaration.component().clone(), schema).unwrap()
}
