//! Laws of the wire: what is written reads back, and nothing else is read.

pub(crate) mod proto;

use crate::declaration::refused::varint;
use crate::support::arbitrary;
use crate::support::random::{self, Tally};
use confc::declaration::{Declaration, DecodeErrorKind, Integrity};
use confc::schema::{Schema, ValueSource};
use confc::types::{
    Component, Field, JsonValue, Key, StructType, Type, TypeProblem,
    limits::{MAX_JSON_DEPTH, MAX_LEVELS},
};
use confc_core::declaration::{checked_schema, seal_checked};
use proptest::prelude::{Strategy, prop_assert_eq, proptest};
use proptest::strategy::ValueTree;
use prost::Message;
use sha2::{Digest, Sha256};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The size of the integrity field.
const INTEGRITY: usize = 35;

/// The bytes with an integrity that is theirs.
pub(crate) fn sealed(content: &[u8]) -> Vec<u8> {
    let mut bytes = content.to_vec();
    bytes.extend([0xa2, 0x06, 32]);
    bytes.extend(Sha256::digest(content));
    bytes
}

/// Declarations of every shape, the same in every run.
fn samples(number: usize) -> Vec<Declaration> {
    let mut runner = random::runner();
    let strategy = arbitrary::declaration();
    (0..number).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// Unchecked, so that what is wrong is found where it is read.
fn plain(component: Component, fields: Vec<Field>) -> Declaration {
    let schema =
        (!fields.is_empty()).then(|| checked_schema(fields, ValueSource::PackagePath(Default::default())));
    seal_checked(component, schema)
}

proptest! {
    #![proptest_config(random::cases(400))]

    #[test]
    fn what_is_written_reads_back(declaration in arbitrary::declaration()) {
        let bytes = confc::declaration::encode(&declaration);
        let decoded = Declaration::decode(&bytes).unwrap();
        prop_assert_eq!(&decoded, &declaration);
        prop_assert_eq!(confc::declaration::encode(&decoded), bytes);
    }

    #[test]
    fn prost_reads_and_writes_the_same_bytes(declaration in arbitrary::declaration()) {
        let bytes = confc::declaration::encode(&declaration);
        let component = proto::Component::decode(bytes.as_slice()).unwrap();
        prop_assert_eq!(component.encode_to_vec(), bytes);
    }

    #[test]
    fn the_order_of_fields_does_not_change_a_byte(schema in arbitrary::schema()) {
        let (mut fields, value_source) = schema.clone().into_parts();
        fields.reverse();
        let reversed = Schema::new(fields, value_source).unwrap();
        let bytes = |schema| confc::declaration::encode(&Declaration::seal(Component::default(), Some(schema)).unwrap());
        prop_assert_eq!(bytes(schema), bytes(reversed));
    }
}

#[test]
fn what_prost_makes_of_random_changes_is_read_as_written_or_refused() {
    let tally = Tally::default();
    proptest!(random::cases(400), |(
        declaration in arbitrary::declaration(),
        at in proptest::prelude::any::<proptest::sample::Index>(),
        insert in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..4),
        remove in 0..4_usize,
    )| {
        let bytes = confc::declaration::encode(&declaration);
        let mut content = bytes[..bytes.len() - INTEGRITY].to_vec();
        if !content.is_empty() {
            let at = at.index(content.len());
            let end = (at + remove).min(content.len());
            content.splice(at..end, insert);
            let bytes = sealed(&content);
            let decoded = Declaration::decode(&bytes);
            tally.count(decoded.is_ok());
            if let Ok(decoded) = decoded {
                prop_assert_eq!(confc::declaration::encode(&decoded), bytes);
            }
        }
    });
    tally.demand(1, 50);
}

#[test]
fn any_flipped_or_missing_byte_is_refused() {
    for declaration in samples(12) {
        let bytes = confc::declaration::encode(&declaration);
        for at in 0..bytes.len() {
            assert!(Declaration::decode(&bytes[..at]).is_err(), "cut off at {at}");
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                assert!(Declaration::decode(&bytes).is_err(), "bit {bit} of byte {at}");
            }
        }
    }
}

#[test]
#[ignore = "slow: reads a declaration for each of its bits"]
fn any_flipped_byte_that_is_trusted_is_an_error_or_another_declaration() {
    for declaration in samples(12) {
        let bytes = confc::declaration::encode(&declaration);
        let content = bytes.len() - INTEGRITY;
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                if let Ok(decoded) = Declaration::decode_with(&bytes, Integrity::Trust) {
                    assert_eq!(
                        confc::declaration::encode(&decoded)[..content],
                        bytes[..content],
                        "bit {bit} of byte {at}"
                    );
                }
            }
        }
        for end in 0..content {
            if let Ok(decoded) = Declaration::decode(&sealed(&bytes[..end])) {
                assert_eq!(confc::declaration::encode(&decoded), sealed(&bytes[..end]), "cut off at {end}");
            }
        }
    }
}

#[test]
fn integrity_must_be_there_and_last_even_where_it_is_trusted() {
    let bytes = confc::declaration::encode(&samples(1)[0]);
    let content = &bytes[..bytes.len() - INTEGRITY];
    for bytes in [content, b"", &[0xa2, 0x06, 32], &[bytes.as_slice(), &[0]].concat()] {
        let error = Declaration::decode_with(bytes, Integrity::Trust).unwrap_err();
        assert_eq!(error.into_kind(), DecodeErrorKind::NoIntegrity);
    }
    let mut wrong = bytes.clone();
    *wrong.last_mut().unwrap() ^= 1;
    assert_eq!(Declaration::decode(&wrong).unwrap_err().into_kind(), DecodeErrorKind::Damaged);
    assert!(Declaration::decode_with(&wrong, Integrity::Trust).is_ok());
    let twice = sealed(&bytes);
    let error = Declaration::decode(&twice).unwrap_err();
    assert_eq!(error.into_kind(), DecodeErrorKind::IntegrityNotLast);
    for junk in [0, 1, 93, 300] {
        // A longer field, in which the last 35 bytes look like the right one.
        let head = [&[0xa2, 0x06], &varint(junk + 35)[..], &vec![7; usize::try_from(junk).unwrap()]].concat();
        let error = Declaration::decode(&sealed(&[content, &head].concat())).unwrap_err();
        assert_eq!(error.into_kind(), DecodeErrorKind::IntegrityNotLast, "{junk}");
    }
    // It looks like the field, but is the end of an extension's text.
    let text = JsonValue::String(format!("\u{a2}\u{6} {}", "x".repeat(32)).into());
    let component = Component { extensions: vec![("x-a".into(), text)], ..Component::default() };
    let bytes = confc::declaration::encode(&plain(component, Vec::new()));
    let error = Declaration::decode_with(&bytes[..bytes.len() - INTEGRITY], Integrity::Trust).unwrap_err();
    assert_eq!(error.into_kind(), DecodeErrorKind::Truncated);
}

#[test]
fn the_largest_file_is_64_mib() {
    let error = |size: usize| Declaration::decode(&vec![0; size]).unwrap_err().into_kind();
    assert_eq!(error(64 << 20), DecodeErrorKind::NoIntegrity);
    assert_eq!(error((64 << 20) + 1), DecodeErrorKind::TooLarge { size: (64 << 20) + 1 });
}

#[test]
fn types_nest_32_levels() {
    let nested = |levels: usize| {
        let key = || Key::new("a").unwrap();
        let ty =
            (1..levels).fold(Type::Bool, |ty, _| Type::Struct(StructType::new(vec![Field::new(key(), ty)])));
        plain(Component::default(), vec![Field::new(key(), ty)])
    };
    let deepest = nested(MAX_LEVELS);
    assert_eq!(Declaration::decode(&confc::declaration::encode(&deepest)).as_ref(), Ok(&deepest));
    let error = Declaration::decode(&confc::declaration::encode(&nested(MAX_LEVELS + 1))).unwrap_err();
    assert_eq!(*error.kind(), TypeProblem::TooManyLevels.into());
    assert_eq!(error.field(), ["a"; MAX_LEVELS + 1].join("."));
}

#[test]
fn sections_nest_as_deep_as_a_document_may() {
    // The manifest's own object is one level of the document.
    assert_eq!(MAX_JSON_DEPTH + 1, confc::syntax::limits::MAX_DEPTH);
    let nested = |depth: usize| {
        let json = (0..depth).fold(JsonValue::Null, |json, level| match level % 2 {
            0 => JsonValue::List([json].into()),
            _ => JsonValue::Map([("a".into(), json)].into()),
        });
        let extensions = vec![("x-deep".into(), json)];
        plain(Component { extensions, ..Component::default() }, Vec::new())
    };
    let deepest = nested(MAX_JSON_DEPTH);
    assert_eq!(Declaration::decode(&confc::declaration::encode(&deepest)).as_ref(), Ok(&deepest));
    let error = Declaration::decode(&confc::declaration::encode(&nested(MAX_JSON_DEPTH + 1))).unwrap_err();
    assert_eq!(error.into_kind(), DecodeErrorKind::JsonTooDeep);
    // However deep they nest, reading ends before the stack does.
    let sized = |tag: u8, inside: &[u8]| {
        let mut bytes = vec![tag];
        prost::encoding::encode_varint(inside.len() as u64, &mut bytes);
        [bytes.as_slice(), inside].concat()
    };
    let lists = (0..10_000).fold(Vec::new(), |lists, _| sized(0x3a, &sized(0x0a, &lists)));
    let error = Declaration::decode(&sealed(&sized(0x12, &lists))).unwrap_err();
    assert_eq!(error.into_kind(), DecodeErrorKind::JsonTooDeep);
}

#[test]
fn stock_protoc_reads_declarations() {
    let protoc = |bytes: &[u8]| {
        let mut child = Command::new("protoc")
            .args(["--proto_path=proto", "--decode=confc.v1.Component", "confc/v1/declaration.proto"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        child.stdin.take().unwrap().write_all(bytes)?;
        child.wait_with_output()
    };
    if !crate::support::skip::has_tool("stock_protoc_reads_declarations", "protoc") {
        return;
    }
    for declaration in samples(40) {
        let output = protoc(&confc::declaration::encode(&declaration)).unwrap();
        let (text, error) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && error.is_empty(), "{error}");
        // It prints fields it does not know by their numbers alone.
        let unknown = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        assert_eq!(text.lines().find(unknown), None, "{text}");
        let fields = declaration.config().map_or(0, |config| config.fields().len());
        assert_eq!(text.lines().filter(|line| *line == "  fields {").count(), fields, "{text}");
    }
}

#[test]
fn samples_are_of_every_shape() {
    let samples = samples(200);
    let fields: Vec<&Field> =
        samples.iter().filter_map(|sample| sample.config()).flat_map(|config| config.fields()).collect();
    for type_kind in confc::types::TypeKind::ALL {
        assert!(fields.iter().any(|field| field.ty.kind() == *type_kind), "no {}", type_kind.name());
    }
    assert!(fields.iter().any(|field| field.default.is_some() && field.ty.kind().name() == "struct"));
}
