//! The checksum of an interface: SHA-256 over a preimage that is defined here, never over protobuf bytes.
//!
//! It covers keys, types, constraints and rules. It does not cover messages and names of rules, defaults,
//! documentation, mutability, sensitivity, deprecation, aliases, texts of cases, or the source of values. Fields are in
//! ascending byte order of their keys.
//!
//! Version 1, for schemas within the scope of RFC-0146, is byte for byte the preimage of Fuchsia's `cmc`:
//! ```text
//! preimage         = for each field: key ‖ T
//! T(scalar)        = tag
//! T(string:max)    = u32le(max) ‖ 09
//! T(vector<e>:max) = u32le(max) ‖ T(e) ‖ 0a
//! ```
//! `tags: vector<string:20>:10` is `74616773 0a000000 14000000 09 0a`: the key, the bounds from the outside in, the
//! tags from the inside out. Read from the right, it has only one meaning, because no tag is a byte of a key.
//!
//! Version 2, for a whole schema if a part of it exceeds that scope:
//! ```text
//! preimage   = 02 ‖ "confc" ‖ u32le(number of fields) ‖ F… ‖ u32le(number of rules) ‖ rule…
//! F          = u8(len key) ‖ key ‖ T
//! T          = tag ‖ u8(number of constraints) ‖ constraint… ‖ body
//! constraint = kind ‖ u32le(len) ‖ payload          ascending by kind
//!   payload  = u32le for sizes and counts · i128le for integer bounds · f64le for float bounds ·
//!              UTF-8 for patterns, units and tags · empty for unique, and for optional and nullable, which a
//!              field's T has · one byte for the kinds of json: 01 bool, 02 number, 04 string, 08 array,
//!              10 object, 20 null
//! body       = vector, array → T(element)
//!              enum          → u32le(n) ‖ (u8(len) ‖ name ‖ i64le(number))… by name
//!              struct        → u32le(n) ‖ F… by key
//!              map           → T(key) ‖ T(value)
//!              union         → u32le(n) ‖ (u8(len) ‖ name ‖ T(case))… by name
//! rule       = u32le(len) ‖ canonical text with its `for`, in ascending byte order
//! ```
//! The first byte distinguishes the versions: 02 is not a byte of a key.

use crate::rules::Rules;
use crate::text::{Hexadecimal, narrow};
use crate::types::{Bound, Constraint, Field, Presence, Type};
use sha2::{Digest, Sha256};
use std::fmt::{self, Display, Formatter};

/// SHA-256 over the preimage of an interface. Two interfaces are equal if their checksums are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checksum([u8; 32]);

impl Checksum {
    /// The checksum of fields in ascending byte order of their keys, and of their rules.
    #[must_use]
    pub(super) fn of(fields: &[Field], rules: &Rules) -> Self {
        // The preimage is hashed while it is made, so that it is never in memory as a whole.
        let mut sha256 = Sha256::new();
        write_preimage(fields, rules, &mut |bytes| sha256.update(bytes));
        Self(sha256.finalize().into())
    }

    /// A checksum that was computed elsewhere, for comparisons.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// `sha256:` and 64 hexadecimal digits.
impl Display for Checksum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        Hexadecimal(&self.0).fmt(f)
    }
}

/// Prints the same text as `Display`.
impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// The first bytes of version 2.
const VERSION_2: &[u8] = b"\x02confc";

/// The bytes that the checksum covers, for fields in ascending byte order of their keys and their rules.
#[must_use]
pub fn preimage(fields: &[Field], rules: &Rules) -> Vec<u8> {
    let mut preimage = Vec::new();
    write_preimage(fields, rules, &mut |bytes| preimage.extend_from_slice(bytes));
    preimage
}

/// Takes the bytes of a preimage, part by part.
type Sink<'a> = dyn FnMut(&[u8]) + 'a;

fn write_preimage(fields: &[Field], rules: &Rules, put: &mut Sink<'_>) {
    if rules.is_empty() && fields.iter().all(Field::is_in_rfc) {
        for field in fields {
            put(field.key.as_str().as_bytes());
            version_1(&field.ty, put);
        }
    } else {
        put(VERSION_2);
        version_2_fields(fields, put);
        put_len(rules.list().len(), put);
        for rule in rules.list() {
            put_len(rule.text().len(), put);
            put(rule.text().as_bytes());
        }
    }
}

fn version_1(ty: &Type, put: &mut Sink<'_>) {
    match ty {
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Array(_)
        | Type::Map(_)
        | Type::Json(_)
        | Type::Union(_) => {}
        Type::String(ty) => put(&ty.max_size.to_le_bytes()),
        Type::Vector(ty) => {
            put(&ty.max_count.to_le_bytes());
            version_1(&ty.element, put);
        }
    }
    put(&[ty.kind().tag()]);
}

fn version_2_fields(fields: &[Field], put: &mut Sink<'_>) {
    put_len(fields.len(), put);
    for field in fields {
        put_name(field.key.as_str(), put);
        version_2(&field.ty, field.presence(), put);
    }
}

/// Writes the type of a field or of a part, which is required.
fn version_2(ty: &Type, presence: Presence, put: &mut Sink<'_>) {
    let list = ty.constraint_list(presence);
    let constraints = || list.iter().flatten();
    // There are at most a few constraints.
    let count = u8::try_from(constraints().count()).unwrap_or(u8::MAX);
    put(&[ty.kind().tag(), count]);
    constraints().for_each(|constraint| put_constraint(*constraint, put));
    match ty {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Json(_) => {}
        Type::Enum(ty) => {
            put_len(ty.variants().len(), put);
            for variant in ty.variants() {
                put_name(variant.name.as_str(), put);
                put(&variant.number.to_le_bytes());
            }
        }
        Type::Struct(ty) => version_2_fields(ty.members(), put),
        Type::Vector(ty) => version_2(&ty.element, Presence::REQUIRED, put),
        Type::Array(ty) => version_2(&ty.element, Presence::REQUIRED, put),
        Type::Map(ty) => {
            version_2(ty.key(), Presence::REQUIRED, put);
            version_2(ty.value(), Presence::REQUIRED, put);
        }
        Type::Union(ty) => {
            put_len(ty.cases().len(), put);
            for case in ty.cases() {
                put_name(case.name.as_str(), put);
                version_2(&case.ty, Presence::REQUIRED, put);
            }
        }
    }
}

fn put_constraint(constraint: Constraint<'_>, put: &mut Sink<'_>) {
    let mut put = |payload: &[u8]| {
        put(&[constraint.kind().number()]);
        put_len(payload.len(), put);
        put(payload);
    };
    match constraint {
        Constraint::MaxSize(n)
        | Constraint::MinSize(n)
        | Constraint::MaxCount(n)
        | Constraint::MinCount(n)
        | Constraint::Count(n) => put(&n.to_le_bytes()),
        Constraint::Min(Bound::Integer(n)) | Constraint::Max(Bound::Integer(n)) => put(&n.to_le_bytes()),
        Constraint::Min(Bound::Float(n, _)) | Constraint::Max(Bound::Float(n, _)) => put(&n.to_le_bytes()),
        Constraint::Pattern(text) | Constraint::Tag(text) => put(text.as_bytes()),
        Constraint::Unique | Constraint::Optional | Constraint::Nullable => put(&[]),
        Constraint::Kinds(kinds) => put(&[kinds.bits()]),
        Constraint::Unit(unit) => put(unit.name().as_bytes()),
    }
}

/// Writes the length of a name of at most 255 bytes, and the name.
fn put_name(name: &str, put: &mut Sink<'_>) {
    put(&[u8::try_from(name.len()).unwrap_or(u8::MAX)]);
    put(name.as_bytes());
}

/// Writes a number of parts: at most a million fields, far below 2^32.
fn put_len(len: usize, put: &mut Sink<'_>) {
    put(&narrow(len).to_le_bytes());
}
