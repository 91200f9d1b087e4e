//! The texts that the client has open.

use std::collections::BTreeMap;
use std::sync::Arc;

/// A text that the client has open.
pub(super) struct OpenDocument {
    /// The URI, as the client spells it.
    pub(super) uri: String,
    pub(super) version: i32,
    pub(super) text: Arc<str>,
}

/// The documents by their normalized absolute paths.
pub(super) type Documents = BTreeMap<String, OpenDocument>;
