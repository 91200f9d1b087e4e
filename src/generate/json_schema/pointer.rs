//! Places in a JSON Schema, for references to what is already written there.

use serde::ser::{Serialize, Serializer};
use std::fmt::{self, Display, Formatter};

/// A JSON Pointer as the fragment of a URI. Its parts are keywords, keys and operators, none of which needs an
/// escape.
#[derive(Debug, Clone, Copy)]
pub(super) enum SchemaPointer<'a> {
    Root,
    Key(&'a SchemaPointer<'a>, &'a str),
}

impl Display for SchemaPointer<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => f.write_str("#"),
            Self::Key(within, key) => write!(f, "{within}/{key}"),
        }
    }
}

impl Serialize for SchemaPointer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
