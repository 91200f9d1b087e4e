//! The schemas of structs and unions that are written already.

use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{self, Debug, Display, Write};

/// The places of written schemas. Declarations have no names of types, so a type that is used often would be written as
/// often, and so would the types in it. Equal schemas refer to the first one instead.
#[derive(Debug, Default)]
pub(super) struct WrittenSchemas(RefCell<HashMap<[u8; 32], String>>);

impl WrittenSchemas {
    /// The place of an equal schema that is written before this one. Otherwise this one is known from now on. The text of
    /// `key` is the same for equal schemas, and differs for others.
    pub(super) fn earlier(&self, key: &impl Debug, at: &impl Display) -> Option<String> {
        let mut digest = DigestWriter(Sha256::new());
        // Writing to a digest cannot fail.
        let _ = write!(digest, "{key:?}");
        let mut written = self.0.borrow_mut();
        let key = digest.0.finalize().into();
        if let Some(earlier) = written.get(&key) {
            return Some(earlier.clone());
        }
        written.insert(key, at.to_string());
        None
    }
}

struct DigestWriter(Sha256);

impl Write for DigestWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text);
        Ok(())
    }
}
