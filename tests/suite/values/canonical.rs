//! Bytes that prost would take in silence, and other bytes that no writer of value files writes.

use super::{config, declaration, refused};
use crate::declaration::checksum::{integer, string, vector};
use crate::declaration::refused::{m, v, varint};
use crate::wire::{proto, sealed};
use confc::declaration::{Declaration, DecodeErrorKind as Kind};
use confc::types::limits::{MAX_KEY_SIZE, MAX_LEVELS};
use confc::types::{IntegerKind, KeyError, StructType, Type};
use confc_core::values::{LoadError, load};
use prost::Message;

/// `a` bool, `l` vector of uint32, `s` string, `u` uint32, `z` a struct of one bool.
fn example() -> Declaration {
    declaration(&[
        ("a", Type::Bool),
        ("l", vector(9, integer(IntegerKind::Uint32))),
        ("s", string(9)),
        ("u", integer(IntegerKind::Uint32)),
        ("z", Type::Struct(StructType::new(vec![super::field("x", Type::Bool)]))),
    ])
}

/// The parts of a value file, each of which a case replaces by its own.
struct Parts {
    values: [Vec<u8>; 5],
    checksum: Vec<u8>,
    embedded: Vec<u8>,
    behind: Vec<u8>,
}

fn spec(value: &[u8]) -> Vec<u8> {
    m(1, &[&m(1, &[value])])
}

fn single(value: &[u8]) -> Vec<u8> {
    spec(&m(1, &[value]))
}

fn list(value: &[u8]) -> Vec<u8> {
    spec(&m(2, &[&m(4, &[value])]))
}

/// An embedded schema of one field.
fn embedded(field: &[&[u8]]) -> Vec<u8> {
    m(15, &[&m(1, field)])
}

impl Parts {
    fn new(declaration: &Declaration) -> Self {
        let structure = single(&m(14, &[&m(1, &[&m(1, &[&v(1, 1)])])]));
        Self {
            values: [
                single(&v(1, 0)),
                list(&m(1, &[&[1, 2]])),
                single(&m(10, &[b"x"])),
                single(&v(4, 7)),
                structure,
            ],
            checksum: m(2, &[&m(1, &[config(declaration).checksum().as_bytes()])]),
            embedded: Vec::new(),
            behind: Vec::new(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        sealed(&[&self.values.concat()[..], &self.checksum, &self.embedded, &self.behind].concat())
    }
}

type Case = (&'static str, fn(&mut Parts), Kind);

fn check(cases: &[Case]) {
    let declaration = example();
    for (name, change, expected) in cases {
        let mut parts = Parts::new(&declaration);
        assert!(load(&declaration, &parts.bytes()).is_ok());
        change(&mut parts);
        let error = refused(&declaration, &parts.bytes());
        let LoadError::Decode(error) = error else { panic!("{name}: {error}") };
        assert_eq!(error.kind(), expected, "{name}");
    }
}

/// Files of the example that break one rule each, and such as differ from it in a value.
pub(crate) fn broken() -> (Declaration, Vec<Vec<u8>>) {
    let declaration = example();
    let cases = silent().into_iter().chain(others()).chain(of_embedded_schemas());
    let changes: Vec<fn(&mut Parts)> = cases.map(|(_, change, _)| change).collect();
    let values: [fn(&mut Parts); 6] = [
        |p| p.values[4] = single(&m(14, &[])),
        |p| p.values[4] = single(&m(14, &[&m(1, &[&m(1, &[&v(1, 1)])]).repeat(2)])),
        |p| p.values[1] = spec(&m(3, &[&m(4, &[])])),
        |p| p.values[1] = spec(&m(2, &[&m(3, &[])])),
        |p| p.values[0] = spec(&nested(MAX_LEVELS)),
        |p| p.values[0] = spec(&nested(MAX_LEVELS + 1)),
    ];
    let changed = |change: &fn(&mut Parts)| {
        let mut parts = Parts::new(&declaration);
        change(&mut parts);
        parts.bytes()
    };
    let mut files: Vec<Vec<u8>> = changes.iter().chain(&values).map(changed).collect();
    for size in [MAX_KEY_SIZE, MAX_KEY_SIZE + 1] {
        let mut parts = Parts::new(&declaration);
        parts.embedded = embedded(&[&m(1, &["k".repeat(size).as_bytes()]), &m(2, &[b"x"])]);
        files.push(parts.bytes());
    }
    // For another interface, of whose types nothing good is claimed.
    let mut hostile = Parts::new(&declaration);
    hostile.checksum = m(2, &[&m(1, &[&[0; 32]])]);
    hostile.embedded = embedded(&[&m(1, &[b"a"]), &m(2, &["\u{1b}[2J\u{202e}é`".as_bytes()])]);
    files.push(hostile.bytes());
    // The sum is right, but not in the field that it belongs in.
    let mut other_field = Parts::new(&declaration).bytes();
    let head = other_field.len() - 35;
    other_field[head] ^= 8;
    files.push(other_field);
    (declaration, files)
}

/// A bool within structs within structs.
fn nested(levels: usize) -> Vec<u8> {
    let innermost = m(1, &[&v(1, 1)]);
    (1..levels).fold(innermost, |value, _| m(1, &[&m(14, &[&m(1, &[&value])])]))
}

fn silent() -> Vec<Case> {
    vec![
        ("unknown field", |p| p.behind = v(16, 1), Kind::UnknownField { number: 16 }),
        (
            "unknown field inside",
            |p| p.values[0] = m(1, &[&m(1, &[&m(1, &[&v(1, 1)])]), &v(2, 1)]),
            Kind::UnknownField { number: 2 },
        ),
        (
            "scalar twice",
            |p| p.embedded = embedded(&[&m(1, &[b"a"]), &m(1, &[b"a"])]),
            Kind::Repeated { number: 1 },
        ),
        ("message twice", |p| p.checksum.extend(p.checksum.clone()), Kind::Repeated { number: 2 }),
        ("oneof twice", |p| p.values[3] = single(&[v(4, 7), v(4, 7)].concat()), Kind::SecondCase),
        ("two cases of a oneof", |p| p.values[3] = single(&[v(3, 7), v(4, 7)].concat()), Kind::SecondCase),
        (
            "merged cases of a oneof",
            |p| p.values[1] = spec(&[m(2, &[&m(4, &[])]), m(2, &[&m(4, &[])])].concat()),
            Kind::SecondCase,
        ),
        ("overlong varint", |p| p.values[3] = single(&[4 << 3, 0x87, 0x80, 0x00]), Kind::Overlong),
        ("2^32 + 5 as a uint32", |p| p.values[3] = single(&v(4, (1 << 32) + 5)), Kind::Not32Bit),
        ("2^32 + 5 in a list", |p| p.values[1] = list(&m(1, &[&varint((1 << 32) + 5)])), Kind::Not32Bit),
        ("bool of 2", |p| p.values[0] = single(&v(1, 2)), Kind::NotBool),
        ("overlong tag", |p| p.values[3] = single(&[0xa0, 0x00, 7]), Kind::Overlong),
        ("list not packed", |p| p.values[1] = list(&v(1, 1)), Kind::NotPacked { number: 1 }),
        (
            "list in two parts",
            |p| p.values[1] = list(&[m(1, &[&[1]]), m(1, &[&[2]])].concat()),
            Kind::Repeated { number: 1 },
        ),
        (
            "packed and not",
            |p| p.values[1] = list(&[m(1, &[&[1]]), v(1, 2)].concat()),
            Kind::Repeated { number: 1 },
        ),
        (
            "scrambled fields",
            |p| {
                let checksum = std::mem::take(&mut p.checksum);
                p.values[0].splice(0..0, checksum);
            },
            Kind::Order { number: 1, after: 2 },
        ),
        (
            "default written",
            |p| p.embedded = embedded(&[&m(1, &[b"a"]), &m(2, &[b"bool"]), &v(3, 0)]),
            Kind::DefaultWritten { number: 3 },
        ),
        (
            "empty file",
            |p| {
                p.values = Default::default();
                p.checksum.clear();
            },
            Kind::Missing { what: "a checksum" },
        ),
        ("unknown case", |p| p.values[3] = single(&v(99, 1)), Kind::UnknownField { number: 99 }),
        ("empty oneof", |p| p.values[3] = single(&[]), Kind::EmptyOneof),
    ]
}

#[test]
fn what_prost_takes_in_silence() {
    // As it says, prost takes every one of them.
    let declaration = example();
    for (name, change, _) in silent() {
        let mut parts = Parts::new(&declaration);
        change(&mut parts);
        assert!(proto::ValuesData::decode(parts.bytes().as_slice()).is_ok(), "{name}");
    }
    check(&silent());
}

#[test]
fn whatever_else_no_writer_writes() {
    check(&others());
}

fn others() -> Vec<Case> {
    vec![
        ("value left out", |p| p.values[0] = m(1, &[]), Kind::EmptyOneof),
        ("value without a case", |p| p.values[0] = spec(&[]), Kind::EmptyOneof),
        (
            "unknown vector case",
            |p| p.values[1] = spec(&m(2, &[&m(19, &[])])),
            Kind::UnknownField { number: 19 },
        ),
        ("unknown value case", |p| p.values[1] = spec(&m(9, &[])), Kind::UnknownField { number: 9 }),
        (
            "number as text",
            |p| p.values[3] = single(&m(4, &[b"7"])),
            Kind::WireType { number: 4, expected: 0, found: 2 },
        ),
        (
            "length past the end",
            |p| p.values[2] = m(1, &[&m(1, &[&m(1, &[&[0x52, 9, b'x']])])]),
            Kind::Truncated,
        ),
        (
            "length of 2^63",
            |p| p.values[2] = single(&[&[0x52][..], &varint(1 << 63)].concat()),
            Kind::Truncated,
        ),
        ("varint without an end", |p| p.values[3] = single(&[4 << 3, 0x80]), Kind::Truncated),
        (
            "11 bytes of varint",
            |p| p.values[3] = single(&[&[4 << 3][..], &[0xff; 11]].concat()),
            Kind::VarintTooLarge,
        ),
        ("not UTF-8", |p| p.values[2] = single(&m(10, &[&[0xff]])), Kind::NotUtf8),
        ("empty list written", |p| p.values[1] = list(&m(1, &[])), Kind::DefaultWritten { number: 1 }),
        (
            "unknown behind a list",
            |p| p.values[1] = list(&[m(1, &[&[1]]), v(2, 1)].concat()),
            Kind::UnknownField { number: 2 },
        ),
        (
            "unknown behind members",
            |p| p.values[4] = single(&m(14, &[&v(2, 1)])),
            Kind::UnknownField { number: 2 },
        ),
        ("no checksum", |p| p.checksum.clear(), Kind::Missing { what: "a checksum" }),
        (
            "another kind of checksum",
            |p| p.checksum = m(2, &[&m(2, &[&[0; 32]])]),
            Kind::UnknownField { number: 2 },
        ),
        ("short checksum", |p| p.checksum = m(2, &[&m(1, &[&[0; 31]])]), Kind::ChecksumSize { found: 31 }),
        ("tag 0", |p| p.behind = vec![0x02, 0x00], Kind::UnknownField { number: 0 }),
        ("group", |p| p.behind = vec![0x7b, 0x7c], Kind::WireType { number: 15, expected: 2, found: 3 }),
    ]
}

fn of_embedded_schemas() -> Vec<Case> {
    vec![
        ("empty", |p| p.embedded = m(15, &[]), Kind::NoFields),
        (
            "twice",
            |p| p.embedded = [embedded(&[&m(1, &[b"a"]), &m(2, &[b"x"])]), m(15, &[])].concat(),
            Kind::Repeated { number: 15 },
        ),
        ("no type", |p| p.embedded = embedded(&[&m(1, &[b"a"])]), Kind::Missing { what: "a type" }),
        (
            "empty type",
            |p| p.embedded = embedded(&[&m(1, &[b"a"]), &m(2, &[])]),
            Kind::DefaultWritten { number: 2 },
        ),
        (
            "unknown field",
            |p| p.embedded = embedded(&[&m(1, &[b"a"]), &m(2, &[b"x"]), &v(4, 1)]),
            Kind::UnknownField { number: 4 },
        ),
        ("type not UTF-8", |p| p.embedded = embedded(&[&m(1, &[b"a"]), &m(2, &[&[0xff]])]), Kind::NotUtf8),
    ]
}

#[test]
fn embedded_schemas() {
    let text = |text: &str| confc_core::wire::WireText::from(text);
    let error = KeyError::Character { at: 0 };
    check(&of_embedded_schemas());
    let keys = |keys: &[&str]| {
        let declaration = example();
        let mut parts = Parts::new(&declaration);
        let fields = keys.iter().map(|key| m(1, &[&m(1, &[key.as_bytes()]), &m(2, &[b"x"])]));
        parts.embedded = m(15, &[&fields.collect::<Vec<_>>().concat()]);
        match refused(&declaration, &parts.bytes()) {
            LoadError::Decode(error) => error.into_kind(),
            other => panic!("{other}"),
        }
    };
    assert_eq!(keys(&["\u{1b}"]), Kind::Key { error });
    assert_eq!(keys(&["b", "a"]), Kind::KeyOrder { key: text("a"), after: text("b") });
    assert_eq!(keys(&["a", "a"]), Kind::KeyOrder { key: text("a"), after: text("a") });
}

#[test]
fn integrity() {
    let declaration = example();
    let good = Parts::new(&declaration).bytes();
    let kind = |bytes: &[u8]| match refused(&declaration, bytes) {
        LoadError::Decode(error) => error.into_kind(),
        other => panic!("{other}"),
    };
    assert_eq!(kind(&[]), Kind::NoIntegrity);
    assert_eq!(kind(&good[..good.len() - 35]), Kind::NoIntegrity);
    assert_eq!(kind(&[&good[..], &[0]].concat()), Kind::NoIntegrity);
    assert_eq!(kind(&sealed(&good)), Kind::IntegrityNotLast);
    let content = &good[..good.len() - 35];
    for junk in [0, 1, 93, 300] {
        // A longer field, in which the last 35 bytes look like the right one.
        let longer =
            [content, &[0xa2, 0x06], &varint(junk + 35), &vec![7; usize::try_from(junk).unwrap()]].concat();
        assert_eq!(kind(&sealed(&longer)), Kind::IntegrityNotLast, "{junk}");
    }
    // The same inside of the last field of the content.
    let inside = [content, &[0x7a], &varint(35)].concat();
    assert_eq!(kind(&sealed(&inside)), Kind::Truncated);
    let mut damaged = good.clone();
    damaged[7] ^= 1;
    assert_eq!(kind(&damaged), Kind::Damaged);
    assert_eq!(kind(&vec![0; (64 << 20) + 1]), Kind::TooLarge { size: (64 << 20) + 1 });
}

#[test]
fn structs_nest_no_deeper_than_types() {
    let declaration = declaration(&[("a", Type::Bool)]);
    let refusal = |levels: usize| {
        let checksum = m(2, &[&m(1, &[config(&declaration).checksum().as_bytes()])]);
        refused(&declaration, &sealed(&[spec(&nested(levels)), checksum].concat()))
    };
    assert!(matches!(refusal(MAX_LEVELS), LoadError::ConstraintViolation { .. }));
    for levels in [MAX_LEVELS + 1, 10_000] {
        let error = refusal(levels);
        assert!(matches!(&error, LoadError::Decode(error) if *error.kind() == Kind::ValueTooDeep), "{error}");
    }
}
