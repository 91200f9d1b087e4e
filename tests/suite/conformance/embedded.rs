//! Embedded schemas of other interfaces, and embedded schemas that are not canonical.

use super::tree::{self, Content, Field as Part};
use crate::support::random::Random;
use crate::wire::sealed;

/// The numbers of the fields of `ValuesData` and of the messages in it.
const CHECKSUM: u64 = 2;
const EMBEDDED_SCHEMA: u64 = 15;
const FIELDS: u64 = 1;
const RULES: u64 = 2;

/// A field of an embedded schema.
#[derive(Clone)]
struct EmbeddedField {
    key: Vec<u8>,
    ty: Vec<u8>,
    /// `None` if the flag is left out.
    sensitive: Option<u64>,
}

/// An embedded schema.
#[derive(Default)]
struct Embedded {
    fields: Vec<EmbeddedField>,
    rules: Vec<Vec<u8>>,
}

/// Texts that change a type or a rule.
const INSERTED: &[&str] = &["x", "`", "\\", "\u{202e}", "\0", "é😀", "\u{feff}x", "; "];

/// Keys that no field may have.
const NO_KEYS: &[&str] = &["", "A", "a-b", "_a", "a_", "1a", "é", "a b", "a\n"];

/// Changes the embedded schema in the content of a file, and mostly its checksum.
pub(super) fn altered(content: &[u8], random: &mut Random) -> Vec<u8> {
    let mut parts = tree::parse(content, 0).expect("it is protobuf");
    if !random.once_in(5) {
        let checksum = parts.iter_mut().find(|part| part.number == CHECKSUM).expect("a checksum");
        let mut bytes = bytes(&checksum.content);
        let at = random.below(bytes.len());
        bytes[at] ^= 1;
        checksum.content = Content::Bytes(bytes);
    }
    let schema = parts.iter_mut().find(|part| part.number == EMBEDDED_SCHEMA).expect("an embedded schema");
    let mut embedded = Embedded::read(&schema.content);
    for _ in 0..1 + random.below(3) {
        embedded.alter(random);
    }
    schema.content = Content::Message(embedded.parts());
    sealed(&tree::write(&parts))
}

impl Embedded {
    fn read(content: &Content) -> Self {
        let mut embedded = Self::default();
        for part in tree::parse(&bytes(content), 0).expect("a message") {
            if part.number == RULES {
                embedded.rules.push(bytes(&part.content));
                continue;
            }
            let mut field = EmbeddedField { key: Vec::new(), ty: Vec::new(), sensitive: None };
            for part in tree::parse(&bytes(&part.content), 0).expect("a message") {
                match (part.number, &part.content) {
                    (1, content) => field.key = bytes(content),
                    (2, content) => field.ty = bytes(content),
                    (_, Content::Varint(flag)) => field.sensitive = Some(*flag),
                    (number, _) => panic!("field {number}"),
                }
            }
            embedded.fields.push(field);
        }
        embedded
    }

    fn parts(self) -> Vec<Part> {
        let text = |number, text: Vec<u8>| Part { number, content: Content::Bytes(text) };
        let field = |field: EmbeddedField| {
            let texts = [(1, field.key), (2, field.ty)].into_iter().filter(|(_, text)| !text.is_empty());
            let mut parts: Vec<Part> = texts.map(|(number, bytes)| text(number, bytes)).collect();
            parts.extend(field.sensitive.map(|flag| Part { number: 3, content: Content::Varint(flag) }));
            Part { number: FIELDS, content: Content::Message(parts) }
        };
        let fields = self.fields.into_iter().map(field);
        fields.chain(self.rules.into_iter().map(|rule| text(RULES, rule))).collect()
    }

    /// Makes one change: half of them leave the schema canonical.
    fn alter(&mut self, random: &mut Random) {
        let Self { fields, rules } = self;
        match random.below(16) {
            0..4 => {
                let mut added = |key: String| {
                    let ty = b"bool".to_vec();
                    fields.push(EmbeddedField { key: key.into(), ty, sensitive: None });
                };
                (0..1 + random.below(14)).for_each(|n| added(format!("a{n:02}")));
                fields.sort_by(|a, b| a.key.cmp(&b.key));
                fields.dedup_by(|a, b| a.key == b.key);
            }
            4..6 if fields.len() > 1 => drop(fields.remove(random.below(fields.len()))),
            6..9 if !fields.is_empty() => {
                let at = random.below(fields.len());
                change(&mut fields[at].ty, random);
            }
            9 => {
                rules.push(format!("check: {}", random.below(9)).into());
                rules.sort();
                rules.dedup();
            }
            10 if !rules.is_empty() => drop(rules.remove(random.below(rules.len()))),
            11 if !rules.is_empty() => match random.below(3) {
                0 => rules.push(rules[0].clone()),
                1 => rules.reverse(),
                _ => rules.insert(0, Vec::new()),
            },
            12 if !fields.is_empty() => {
                let at = random.below(fields.len());
                let long = "a".repeat(64 + random.below(2));
                let key = if random.once_in(4) { &long } else { *random.one_of(NO_KEYS) };
                fields[at].key = key.into();
            }
            13 if !fields.is_empty() => {
                let at = random.below(fields.len());
                match random.below(3) {
                    0 => fields[at].ty.clear(),
                    1 => fields[at].sensitive = Some(random.below(3) as u64),
                    _ => fields.push(fields[at].clone()),
                }
            }
            14 => fields.reverse(),
            _ if random.once_in(4) => fields.clear(),
            _ => {
                if let Some(field) = fields.first_mut() {
                    change(&mut field.ty, random);
                }
            }
        }
    }
}

/// Changes a text: inserts characters, or makes it about as long as the longest text that is shown in full.
fn change(text: &mut Vec<u8>, random: &mut Random) {
    let Ok(old) = String::from_utf8(text.clone()) else { return };
    let at = old.char_indices().map(|(at, _)| at).nth(random.below(old.chars().count().max(1)));
    let (before, after) = old.split_at(at.unwrap_or(0));
    let inserted = if random.once_in(3) {
        "y".repeat(118_usize.saturating_sub(old.chars().count()) + random.below(5))
    } else {
        (*random.one_of(INSERTED)).to_owned()
    };
    *text = format!("{before}{inserted}{after}").into();
}

/// The bytes of a text, which the parser of the tree may have taken for a message.
fn bytes(content: &Content) -> Vec<u8> {
    match content {
        Content::Bytes(bytes) => bytes.clone(),
        Content::Message(parts) => tree::write(parts),
        Content::Varint(_) | Content::Fixed64(_) | Content::Fixed32(_) => panic!("a number"),
    }
}
