//! Declarations: what is accepted is what it says, and compiles again from its own text.

use crate::random::Random;
use crate::seeds::{self, content, sealed};
use crate::tree::{Content, Field, bytes_changed, mutate, parse, write};
use crate::{measured, run};
use confc::declaration::{Declaration, DecodeError, DecodeErrorKind as Kind, show};
use confc::schema::{Schema, ValueSource};
use confc::types::limits::MAX_PATTERNS_MEMORY;

/// The promise: so many times the size of the bytes, patterns aside.
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
    let Err(DecodeError { kind: Kind::Checksum { expected, .. }, .. }) = &first else {
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
    let bound = TIMES * file.len() + 2 * MAX_PATTERNS_MEMORY + (4 << 10);
    assert!(peak < bound, "{peak} bytes for {}", file.len());
    if let Err(error) = &result {
        assert!(error.offset <= file.len(), "an offset outside of the bytes: {error}");
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
        let again = seeds::compiled(&text);
        assert_eq!(again.map(without_path), Some(without_path(declaration.clone())), "{text}");
    }
    true
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
    });
    Declaration::seal(declaration.component().clone(), schema).unwrap()
}
