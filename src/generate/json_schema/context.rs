//! Places in a JSON Schema, and the literals that each place admits.

use super::written::WrittenSchemas;
use crate::types::{Field, Value};
use serde::ser::{Serialize, Serializer};
use std::fmt::{self, Display, Formatter, Write as _};

/// A JSON Pointer as the fragment of a URI. Its parts are keywords, native names and operators.
#[derive(Debug, Clone, Copy)]
pub(super) enum SchemaPointer<'a> {
    Root,
    Key(&'a SchemaPointer<'a>, &'a str),
}

impl Display for SchemaPointer<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => f.write_str("#"),
            Self::Key(within, key) => {
                write!(f, "{within}/")?;
                key.bytes().try_for_each(|byte| match byte {
                    b'~' => f.write_str("~0"),
                    b'/' => f.write_str("~1"),
                    byte if is_in_fragment(byte) => f.write_char(char::from(byte)),
                    byte => write!(f, "%{byte:02X}"),
                })
            }
        }
    }
}

/// Whether RFC 3986 allows a byte in a fragment; `/` and `~` have a meaning there.
fn is_in_fragment(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._!$&'()*+,;=:@?".contains(&byte)
}

impl Serialize for SchemaPointer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The place of a literal, which decides which members it may omit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LiteralPlace {
    /// At a key of a layer: nothing is required, and operators are allowed.
    Layer,
    /// Under `$override`: later layers may add omitted members.
    Override,
    /// At a key of a complete document.
    Complete,
    /// Within an element, which must be complete: only members with a default may be omitted.
    Element,
    /// Within an element in a layer, where expressions are allowed.
    LayerElement,
}

impl LiteralPlace {
    /// Whether a field must be set here; `default` is its value if it is not set.
    pub(super) fn requires(self, field: &Field, default: Option<&Value>) -> bool {
        match self {
            Self::Layer | Self::Override => false,
            Self::Complete | Self::Element | Self::LayerElement => default.is_none() && field.needs_value(),
        }
    }

    /// The place of elements and values within a vector, array or map here.
    pub(super) fn of_elements(self) -> Self {
        match self {
            Self::Layer | Self::Override | Self::LayerElement => Self::LayerElement,
            Self::Complete | Self::Element => Self::Element,
        }
    }
}

/// The surroundings of a field or literal in the schema.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) place: LiteralPlace,
    pub(super) at: &'a SchemaPointer<'a>,
    /// Whether something around it is sensitive.
    pub(super) secret: bool,
    /// The schemas of the whole document so far.
    pub(super) written: &'a WrittenSchemas,
}
