//! Protobuf as a tree: what has the form of messages is taken apart, changed and written with true lengths.

use crate::random::Random;
use prost::encoding::encode_varint;

/// How deep bytes are taken for messages. Deeper ones are bytes.
const MAX_DEPTH: usize = 40;

/// A field of a message.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) number: u64,
    pub(crate) content: Content,
}

/// What a field holds.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    Varint(u64),
    Fixed64([u8; 8]),
    Fixed32([u8; 4]),
    Bytes(Vec<u8>),
    Message(Vec<Field>),
}

/// The fields of a message; `None` for bytes that are none.
pub(crate) fn parse(bytes: &[u8], depth: usize) -> Option<Vec<Field>> {
    let mut rest = bytes;
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let key = varint(&mut rest)?;
        let content = match key & 7 {
            0 => Content::Varint(varint(&mut rest)?),
            1 => Content::Fixed64(take(&mut rest, 8)?.try_into().ok()?),
            5 => Content::Fixed32(take(&mut rest, 4)?.try_into().ok()?),
            2 => {
                let len = usize::try_from(varint(&mut rest)?).ok()?;
                let bytes = take(&mut rest, len)?;
                match if depth < MAX_DEPTH { parse(bytes, depth + 1) } else { None } {
                    Some(fields) => Content::Message(fields),
                    None => Content::Bytes(bytes.to_vec()),
                }
            }
            _ => return None,
        };
        if key >> 3 == 0 || key >> 3 > 128 {
            return None;
        }
        fields.push(Field { number: key >> 3, content });
    }
    Some(fields)
}

fn take<'a>(rest: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (taken, behind) = rest.split_at_checked(len)?;
    *rest = behind;
    Some(taken)
}

fn varint(rest: &mut &[u8]) -> Option<u64> {
    prost::encoding::decode_varint(rest).ok()
}

/// The bytes of a message.
pub(crate) fn write(fields: &[Field]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in fields {
        let key = |wire: u64, bytes: &mut Vec<u8>| encode_varint(field.number << 3 | wire, bytes);
        match &field.content {
            Content::Varint(number) => {
                key(0, &mut bytes);
                encode_varint(*number, &mut bytes);
            }
            Content::Fixed64(eight) => {
                key(1, &mut bytes);
                bytes.extend(eight);
            }
            Content::Fixed32(four) => {
                key(5, &mut bytes);
                bytes.extend(four);
            }
            Content::Bytes(content) => {
                key(2, &mut bytes);
                encode_varint(content.len() as u64, &mut bytes);
                bytes.extend(content);
            }
            Content::Message(fields) => {
                let content = write(fields);
                key(2, &mut bytes);
                encode_varint(content.len() as u64, &mut bytes);
                bytes.extend(content);
            }
        }
    }
    bytes
}

/// Numbers at the edges of types and encodings.
const NUMBERS: &[u64] = &[
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    63,
    64,
    100,
    126,
    127,
    128,
    129,
    254,
    255,
    256,
    32_767,
    32_768,
    65_534,
    65_535,
    65_536,
    131_071,
    1 << 31,
    (1 << 31) - 1,
    (1 << 32) - 1,
    1 << 32,
    1 << 40,
    (1 << 53) + 1,
    1 << 63,
    (1 << 63) - 1,
    u64::MAX,
    u64::MAX - 1,
];

/// Texts that mean something, or nothing any more.
const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "z",
    "a_",
    "aa",
    "config",
    "key",
    "type",
    "value",
    "default",
    "availability",
    "optional",
    "nullable",
    "required",
    "element",
    "fields",
    "variants",
    "max_size",
    "min_size",
    "max_count",
    "count",
    "min",
    "max",
    "pattern",
    "unique",
    "mutability",
    "sensitive",
    "deprecated",
    "name",
    "aliases",
    "config_names",
    "config_types",
    "types.a",
    "camelCase",
    "bool",
    "uint8",
    "int64",
    "float32",
    "string",
    "enum",
    "struct",
    "vector",
    "array",
    "x-a",
    "x-",
    "MAX",
    "parent",
    "-0",
    "1.5",
    "1e400",
    "NaN",
    "Infinity",
    "[a-z]+",
    "(",
    "(a{50}){50}",
    "\\w{1,400}",
    "()()()()",
    "é",
    "\u{202e}",
    "\u{2028}",
    "\u{85}",
    "\u{1b}[2J",
    "vector<string:3>:2",
    "struct<a:bool>",
    "enum<a=1>",
];

/// Changes a message at a random place; `others` give parts to put in.
pub(crate) fn mutate(fields: &mut Vec<Field>, others: &[Vec<Field>], random: &mut Random) {
    // Into a part, mostly: at the top there is little.
    if !fields.is_empty() && !random.once_in(4) {
        let at = random.below(fields.len());
        if let Content::Message(inner) = &mut fields[at].content {
            return mutate(inner, others, random);
        }
    }
    match random.below(10) {
        0 if !fields.is_empty() => drop(fields.remove(random.below(fields.len()))),
        1 if !fields.is_empty() => {
            let copy = fields[random.below(fields.len())].clone();
            fields.insert(random.below(fields.len() + 1), copy);
        }
        2 if fields.len() > 1 => {
            let at = random.below(fields.len() - 1);
            fields.swap(at, at + 1);
        }
        3 if !fields.is_empty() => {
            let at = random.below(fields.len());
            fields[at].number = if random.once_in(2) {
                fields[at].number.saturating_sub(1).max(1)
            } else {
                1 + random.below(16) as u64
            };
        }
        4 | 5 => {
            if let Some(part) = part(random.one_of::<Vec<Field>>(others), random) {
                fields.insert(random.below(fields.len() + 1), part);
            }
        }
        6 => wrap(fields, random),
        _ if !fields.is_empty() => {
            let at = random.below(fields.len());
            change(&mut fields[at].content, random);
        }
        _ => fields.push(Field { number: 1, content: Content::Varint(1) }),
    }
}

/// A part of a message, from any depth.
fn part(fields: &[Field], random: &mut Random) -> Option<Field> {
    if fields.is_empty() {
        return None;
    }
    let field = random.one_of(fields);
    match &field.content {
        Content::Message(inner) if !inner.is_empty() && !random.once_in(3) => part(inner, random),
        _ => Some(field.clone()),
    }
}

/// Puts a part a few levels deeper, so that limits of depth are met.
fn wrap(fields: &mut [Field], random: &mut Random) {
    if fields.is_empty() {
        return;
    }
    let at = random.below(fields.len());
    let number = 1 + random.below(15) as u64;
    for _ in 0..=random.below(70) {
        let inner = Field { number, content: fields[at].content.clone() };
        fields[at].content = Content::Message(vec![inner]);
    }
}

/// Changes what a field holds.
fn change(content: &mut Content, random: &mut Random) {
    match content {
        Content::Varint(number) => {
            *number = match random.below(4) {
                0 => *random.one_of(NUMBERS),
                1 => number.wrapping_add(1),
                2 => number.wrapping_sub(1),
                _ => random.word() >> random.below(64),
            };
        }
        Content::Fixed64(eight) => {
            let numbers = [0.0, -0.0, 1.5, f64::NAN, f64::INFINITY, f64::MAX, 1e-320, 0.1];
            *eight = random.one_of(&numbers).to_le_bytes();
        }
        Content::Fixed32(four) => {
            let numbers = [0.0, -0.0, 1.5, f32::NAN, f32::NEG_INFINITY, f32::MAX, 1e-40, 0.1];
            *four = random.one_of(&numbers).to_le_bytes();
        }
        Content::Bytes(bytes) => bytes_changed(bytes, random),
        Content::Message(fields) => {
            let mut bytes = write(fields);
            bytes_changed(&mut bytes, random);
            *content = Content::Bytes(bytes);
        }
    }
}

/// Changes bytes as they stand.
pub(crate) fn bytes_changed(bytes: &mut Vec<u8>, random: &mut Random) {
    match random.below(6) {
        0 => *bytes = random.one_of(TEXTS).as_bytes().to_vec(),
        1 if !bytes.is_empty() => {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        2 if !bytes.is_empty() => drop(bytes.remove(random.below(bytes.len()))),
        3 if !bytes.is_empty() => bytes.truncate(random.below(bytes.len())),
        4 => {
            let text = random.one_of(TEXTS).as_bytes();
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, text.iter().copied());
        }
        _ => bytes.insert(random.below(bytes.len() + 1), u8::try_from(random.below(256)).unwrap()),
    }
}
