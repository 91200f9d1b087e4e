//! Value files: what is loaded encodes to the same bytes.

use crate::random::Random;
use crate::seeds::{self, content, sealed};
use crate::tree::{Field, bytes_changed, mutate, parse, write};
use crate::{measured, run};
use confc::declaration::Declaration;
use confc::plan::{EmbeddedSchema, encode};
use confc::types::limits::MAX_PATTERNS_MEMORY;
use confc::types::{JsonKind, JsonKinds, JsonText, List, MapEntries, Presence, Type, UnionValue, Value};
use confc_core::values::{LoadError, from_embedded_schema, load};

/// The promise: so many times the size of the bytes, besides the text of an error.
const TIMES: usize = 16;

/// What the text of an error may take: types and keys of a declaration as small as the seeds'.
const ERROR: usize = 64 << 10;

/// The field numbers of `ValuesData`.
const CHECKSUM: u64 = 2;
const EMBEDDED_SCHEMA: u64 = 15;

/// A declaration, a value file of it, taken apart.
struct Seed {
    declaration: Declaration,
    file: Vec<Field>,
}

#[test]
fn loads() {
    let mut seeds = Vec::new();
    for declaration in seeds::declarations() {
        let Some(config) = declaration.config() else { continue };
        let values: Vec<Value> = config.fields().iter().map(field_value).collect();
        let file = encode(config, &values, EmbeddedSchema::Include).expect("the values fit");
        load(&declaration, &file).expect("the values fit");
        let file = parse(content(&file), 0).expect("it is protobuf");
        seeds.push(Seed { declaration, file });
    }
    let others: Vec<Vec<Field>> = seeds.iter().map(|seed| seed.file.clone()).collect();
    run("load", 4_000, 2, |random| execution(&seeds, &others, random));
}

/// Some value of a type of the seeds.
fn value(ty: &Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(true),
        Type::Integer(ty) if ty.kind.is_signed() => Value::Signed(1),
        Type::Integer(_) => Value::Unsigned(1),
        Type::Float(_) => Value::Float(1.0),
        Type::Json(ty) => {
            let any = |text: &str| Value::Json(JsonText::new(text).unwrap());
            match ty.kinds == JsonKinds::ALL_BUT_NULL {
                true if ty.max_size == 9 => any("[1,1.5]"),
                true => any("[{\"\\n\":[1,1.5]}]"),
                false if ty.kinds.contains(JsonKind::Array) => any("[{}]"),
                false => any("null"),
            }
        }
        Type::String(ty) => Value::String(if ty.max_size == 9 { "xx".into() } else { "ab".into() }),
        Type::Enum(ty) => Value::Variant(ty.variants()[0].number),
        Type::Union(ty) => Value::from(UnionValue { case: 0, value: value(&ty.cases()[0].ty) }),
        Type::Struct(ty) => Value::Struct(ty.members().iter().map(field_value).collect()),
        Type::Vector(ty) => Value::List(list(&ty.element)),
        Type::Array(ty) => Value::List(match (&*ty.element, ty.count) {
            (Type::Bool, _) => List::Bool([true, false].into()),
            (element, _) => list(element),
        }),
        Type::Map(ty) => {
            let key = match value(ty.key()) {
                Value::Variant(number) => {
                    ty.key().variants().iter().find(|one| one.number == number).unwrap().name.as_str().into()
                }
                Value::String(text) => text,
                other => panic!("{other:?} is no key"),
            };
            Value::Map(MapEntries::of(ty.value(), vec![(key, value(ty.value()))]).unwrap())
        }
    }
}

/// Some value of a field or member, or none where it is optional or nullable.
fn field_value(field: &confc::types::Field) -> Value {
    match field.presence() {
        Presence { nullable: true, .. } => Value::Null,
        Presence { optional: true, .. } => Value::Absent,
        Presence::REQUIRED => value(&field.ty),
    }
}

/// A list of one element.
fn list(element: &Type) -> List {
    List::from_values(element, vec![value(element)]).expect("the value is of the type")
}

fn execution(seeds: &[Seed], others: &[Vec<Field>], random: &mut Random) -> bool {
    let Seed { declaration, file } = random.one_of(seeds);
    let mut fields = file.clone();
    if random.once_in(2) {
        fields.retain(|field| field.number != EMBEDDED_SCHEMA);
    }
    for _ in 0..=random.below(3) {
        mutate(&mut fields, others, random);
    }
    let mut bytes = write(&fields);
    if random.once_in(8) {
        bytes_changed(&mut bytes, random);
    }
    let file = sealed(&bytes);
    if random.once_in(4) {
        let (told, peak) = measured(|| from_embedded_schema(&file));
        assert!(peak < (TIMES + 20) * file.len() + ERROR + 2 * MAX_PATTERNS_MEMORY, "{peak}");
        if let Ok((declaration, values)) = told {
            assert_eq!(load(&declaration, &file).expect("it was loaded").values(), values);
        }
    }
    let (result, peak) = measured(|| load(declaration, &file));
    assert!(peak < TIMES * file.len() + ERROR + 2 * MAX_PATTERNS_MEMORY, "{peak} for {}", file.len());
    match result {
        Ok(loaded) => {
            accepted(declaration, loaded.values(), &bytes);
            true
        }
        Err(LoadError::NoSchema) => panic!("every seed has a schema"),
        Err(error) => {
            assert!(!error.to_string().contains(|c: char| c.is_control() && c != '\n'), "{error:?}");
            false
        }
    }
}

/// The laws of what is loaded.
fn accepted(declaration: &Declaration, values: &[Value], bytes: &[u8]) {
    let config = declaration.config().expect("every seed has a schema");
    for (field, value) in config.fields().iter().zip(values) {
        assert_eq!(field.check(value), Ok(()));
    }
    let mut fields = parse(bytes, 0).expect("it was read");
    fields.retain(|field| field.number != EMBEDDED_SCHEMA);
    // As far as the values and the checksum go, without what only explains.
    let checksum = fields.iter().position(|field| field.number == CHECKSUM).expect("it was read");
    assert_eq!(checksum + 1, fields.len());
    let again = encode(config, values, EmbeddedSchema::Omit).expect("they were checked");
    assert_eq!(content(&again), write(&fields));
}
