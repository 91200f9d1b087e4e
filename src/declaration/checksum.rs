//! The checksum of an interface: SHA-256 over a preimage of our own, never over protobuf bytes.
//!
//! It covers keys, types and constraints; not defaults, documentation, mutability, sensitivity,
//! deprecation, aliases or where values come from. Fields stand in ascending byte order of their keys.
//!
//! Version 1, for schemas within RFC-0146's scope, is byte for byte what Fuchsia's `cmc` computes:
//! ```text
//! preimage         = for each field: key ‖ T
//! T(scalar)        = tag
//! T(string:max)    = u32le(max) ‖ 09
//! T(vector<e>:max) = u32le(max) ‖ T(e) ‖ 0a
//! ```
//! `tags: vector<string:20>:10` is `74616773 0a000000 14000000 09 0a`: the key, the bounds from the outside
//! in, the tags from the inside out. Read from the right it can be taken apart in one way only, because no
//! tag is a byte of a key.
//!
//! Version 2, for the whole schema as soon as one part of it goes beyond that:
//! ```text
//! preimage   = 02 ‖ "confc" ‖ u32le(number of fields) ‖ F… ‖ u32le(number of rules) ‖ rule…
//! F          = u8(len key) ‖ key ‖ T
//! T          = tag ‖ u8(number of constraints) ‖ constraint… ‖ body
//! constraint = kind ‖ u32le(len) ‖ payload          ascending by kind
//!   payload  = u32le for sizes and counts · i128le for integer bounds · f64le for float bounds ·
//!              UTF-8 for patterns · empty for unique
//! body       = vector, array → T(element)
//!              enum          → u32le(n) ‖ (u8(len) ‖ name ‖ i64le(number))… by name
//!              struct        → u32le(n) ‖ F… by key
//! ```
//! The first byte tells the versions apart: 02 is no byte of a key.

use crate::types::{Bound, Constraint, Field, Layout, Type};
use sha2::{Digest, Sha256};
use std::fmt::{self, Display, Formatter};

/// SHA-256 over the preimage of an interface. Two interfaces are the same if their checksums are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checksum([u8; 32]);

impl Checksum {
    /// The checksum of fields that stand in ascending byte order of their keys.
    #[must_use]
    pub(super) fn of(fields: &[Field]) -> Self {
        Self(Sha256::digest(preimage(fields)).into())
    }

    /// A checksum that was computed elsewhere: it is only ever compared.
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
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The first bytes of version 2.
const VERSION_2: &[u8] = b"\x02confc";

/// The bytes that the checksum covers, for fields in ascending byte order of their keys.
#[must_use]
pub fn preimage(fields: &[Field]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(fields.len() * 24);
    if fields.iter().all(|field| field.ty.is_in_rfc()) {
        for field in fields {
            bytes.extend_from_slice(field.key.as_str().as_bytes());
            version_1(&mut bytes, &field.ty);
        }
    } else {
        bytes.extend_from_slice(VERSION_2);
        version_2_fields(&mut bytes, fields);
        // No rules exist yet; their number is written even so.
        put_len(&mut bytes, 0);
    }
    bytes
}

fn version_1(bytes: &mut Vec<u8>, ty: &Type) {
    match ty {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) | Type::Struct(_) | Type::Array(_) => {
        }
        Type::String(ty) => bytes.extend_from_slice(&ty.max_size.to_le_bytes()),
        Type::Vector(ty) => {
            bytes.extend_from_slice(&ty.max_count.to_le_bytes());
            version_1(bytes, &ty.element);
        }
    }
    bytes.push(ty.layout().tag());
}

fn version_2_fields(bytes: &mut Vec<u8>, fields: &[Field]) {
    put_len(bytes, fields.len());
    for field in fields {
        put_name(bytes, field.key.as_str());
        version_2(bytes, &field.ty);
    }
}

fn version_2(bytes: &mut Vec<u8>, ty: &Type) {
    let layout: Layout = ty.layout();
    bytes.push(layout.tag());
    let number_at = bytes.len();
    bytes.push(0);
    let mut number = 0;
    for constraint in ty.constraints() {
        number += 1;
        put_constraint(bytes, constraint);
    }
    if let Some(byte) = bytes.get_mut(number_at) {
        *byte = number;
    }
    match ty {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) => {}
        Type::Enum(ty) => {
            put_len(bytes, ty.variants().len());
            for variant in ty.variants() {
                put_name(bytes, variant.name.as_str());
                bytes.extend_from_slice(&variant.number.to_le_bytes());
            }
        }
        Type::Struct(ty) => version_2_fields(bytes, ty.members()),
        Type::Vector(ty) => version_2(bytes, &ty.element),
        Type::Array(ty) => version_2(bytes, &ty.element),
    }
}

fn put_constraint(bytes: &mut Vec<u8>, constraint: Constraint<'_>) {
    let mut put = |payload: &[u8]| {
        bytes.push(constraint.kind().number());
        put_len(bytes, payload.len());
        bytes.extend_from_slice(payload);
    };
    match constraint {
        Constraint::MaxSize(n)
        | Constraint::MinSize(n)
        | Constraint::MaxCount(n)
        | Constraint::MinCount(n)
        | Constraint::Count(n) => put(&n.to_le_bytes()),
        Constraint::Min(Bound::Integer(n)) | Constraint::Max(Bound::Integer(n)) => put(&n.to_le_bytes()),
        Constraint::Min(Bound::Float(n, _)) | Constraint::Max(Bound::Float(n, _)) => put(&n.to_le_bytes()),
        Constraint::Pattern(pattern) => put(pattern.as_bytes()),
        Constraint::Unique => put(&[]),
    }
}

/// A name of at most 64 bytes behind its length.
fn put_name(bytes: &mut Vec<u8>, name: &str) {
    bytes.push(u8::try_from(name.len()).unwrap_or(u8::MAX));
    bytes.extend_from_slice(name.as_bytes());
}

/// A number of parts: at most a million fields, far below 2^32.
fn put_len(bytes: &mut Vec<u8>, len: usize) {
    bytes.extend_from_slice(&u32::try_from(len).unwrap_or(u32::MAX).to_le_bytes());
}
