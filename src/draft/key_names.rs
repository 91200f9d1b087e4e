//! Keys of fields for names that are no keys.

use crate::types::Key;
use crate::types::limits::MAX_KEY_SIZE;
use crate::value::secret_names::words;
use std::collections::{BTreeMap, BTreeSet};

/// The most bytes of a key that is made from a name, without a number after it.
const MAX_MADE: usize = 60;

/// Makes keys for the names of one struct.
#[derive(Debug)]
pub(super) struct KeyNames<'n> {
    /// Names and keys that no other name may get as its key.
    taken: BTreeSet<&'n str>,
    made: BTreeSet<String>,
    /// The last number after each key.
    numbers: BTreeMap<String, usize>,
}

impl<'n> KeyNames<'n> {
    /// `taken` are all names of the struct, and the keys that are there.
    pub(super) fn new(taken: impl IntoIterator<Item = &'n str>) -> Self {
        let taken = taken.into_iter().collect();
        Self { taken, made: BTreeSet::new(), numbers: BTreeMap::new() }
    }

    /// The key for a name: the name itself if it is a key, else its words in snake case. A key that is taken gets a
    /// number.
    pub(super) fn key(&mut self, name: &str) -> String {
        if Key::check(name).is_ok() {
            return name.into();
        }
        let mut base = words(name).trim_matches('_').to_owned();
        if !base.starts_with(|c: char| c.is_ascii_lowercase()) {
            base.insert_str(0, "k_");
        }
        base.truncate(MAX_MADE);
        base.truncate(base.trim_end_matches('_').len());
        self.free(base)
    }

    /// A key that is not taken: this one, or with a number after it.
    pub(super) fn free(&mut self, base: String) -> String {
        if !self.is_taken(&base) {
            self.made.insert(base.clone());
            return base;
        }
        let mut number = self.numbers.get(&base).copied().unwrap_or(1);
        let key = loop {
            number += 1;
            let after = format!("_{number}");
            let stem = base.get(..MAX_KEY_SIZE - after.len()).unwrap_or(&base);
            let key = format!("{stem}{after}");
            if !self.is_taken(&key) {
                break key;
            }
        };
        self.numbers.insert(base, number);
        self.made.insert(key.clone());
        key
    }

    fn is_taken(&self, key: &str) -> bool {
        self.taken.contains(key) || self.made.contains(key)
    }
}

#[cfg(test)]
mod tests {
    use super::KeyNames;
    use crate::types::Key;

    #[test]
    fn names_get_keys_of_their_own() {
        let long = "x".repeat(300);
        let names =
            ["log_level", "logLevel", "log-level", "10mb", "größe", "_", "http_check/a-b", "URLPath", &long];
        let mut keys = KeyNames::new(names);
        let keys: Vec<String> = names.map(|name| keys.key(name)).into();
        let expected =
            ["log_level", "log_level_2", "log_level_3", "k_10mb", "gr__e", "k", "http_check_a_b", "url_path"];
        assert_eq!(keys.get(..8).unwrap(), expected);
        assert!(keys.iter().all(|key| Key::check(key).is_ok()), "{keys:?}");
    }
}
