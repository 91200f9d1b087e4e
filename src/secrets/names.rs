//! The names in a declaration, and texts that look like such a name with a secret after it.
//!
//! Keys are words of letters, digits and `_`. Native names may contain any characters, and are compared as a whole.

use crate::text::suggest;
use crate::types::Field;
use crate::value::secret_names::is_secret;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The most keys for which the nearest sensitive name is looked up: each lookup visits all names.
const MAX_SUGGESTED: usize = 64;

/// The sets are never iterated except for suggestions, so their order is not visible.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    /// Keys, native names and aliases of all fields and members.
    known: HashSet<&'a str>,
    /// Those of sensitive fields and members.
    sensitive: HashSet<&'a str>,
    /// Those of them with upper-case letters, in lower case: a text may spell them in any case.
    lower: HashSet<String>,
    /// The most characters of a sensitive name.
    longest: usize,
    /// The sensitive names that are no words, such as `api-key`: the sizes of those that end with a word, by that word.
    phrases: HashMap<&'a str, BTreeSet<usize>>,
    /// Whether a sensitive field or member is a map, or contains one.
    secret_map: bool,
    /// The number of keys for which a name may still be looked up.
    left: std::cell::Cell<usize>,
}

impl<'a> Names<'a> {
    pub(super) fn of_fields(fields: &'a [Field]) -> Self {
        let mut names = Self::empty();
        names.add(fields);
        names
    }

    pub(super) fn empty() -> Self {
        Self { left: std::cell::Cell::new(MAX_SUGGESTED), ..Self::default() }
    }

    pub(super) fn put(&mut self, name: &'a str, sensitive: bool) {
        self.known.insert(name);
        if sensitive && self.sensitive.insert(name) {
            self.longest = self.longest.max(name.chars().count());
            if name.contains(|c: char| c.is_ascii_uppercase()) {
                self.lower.insert(name.to_ascii_lowercase());
            }
            let last = name.rsplit(|c| !is_part(c)).next().unwrap_or_default();
            if last.len() < name.len() {
                self.phrases.entry(last).or_default().insert(name.len());
            }
        }
    }

    pub(super) fn add(&mut self, fields: &'a [Field]) {
        fields.iter().for_each(|field| self.add_field(field));
    }

    fn add_field(&mut self, field: &'a Field) {
        self.secret_map |= field.sensitive && field.ty.holds_data_keys();
        for name in field.all_names() {
            self.put(name, field.sensitive);
        }
        field.ty.each_member(&mut |member| self.add_field(member));
    }

    /// Whether the keys of some map are secret.
    pub(super) fn has_secret_map(&self) -> bool {
        self.secret_map
    }

    pub(super) fn is_known(&self, name: &str) -> bool {
        self.known.contains(name)
    }

    pub(super) fn is_sensitive(&self, name: &str) -> bool {
        self.sensitive.contains(name) || self.lower.contains(name)
    }

    /// The offset from which a text at the place of a key is most likely a secret: `token:hunter2`, `token hunter2`.
    pub(super) fn secret_in_key(&self, text: &str) -> Option<usize> {
        self.secret_behind(text, false, |c| matches!(c, ':' | '=') || c.is_whitespace()).or_else(|| {
            let at = text.find([':', '='])?;
            let word = text.get(..at)?.trim_matches(|c: char| !is_part(c));
            (self.is_near(word) && has_more(text, at + 1)).then_some(at + 1)
        })
    }

    /// The offset from which a literal contains a sensitive key with text after it, which was meant as a member. In
    /// `plain` text, which no quotes end, a line break and a colon may both be missing: then the key has no separator
    /// before it, and any separator after it.
    pub(super) fn secret_in_value(&self, text: &str, plain: bool) -> Option<usize> {
        self.secret_behind(text, plain, |c| plain || matches!(c, ':' | '=' | '.' | '['))
    }

    /// The offset at which the value of a variable, in lower case, contains another variable: a line break is missing.
    /// Its name ends with that of a member.
    pub(super) fn secret_in_variable(&self, text: &str) -> Option<usize> {
        self.secret_behind(text, true, |c| c == '=')
    }

    /// The offset after the first sensitive name that a separator and more text follow. `joined` says that other text
    /// may be directly before the name.
    fn secret_behind(&self, text: &str, joined: bool, separates: impl Fn(char) -> bool) -> Option<usize> {
        let content_end = text.trim_end_matches(is_blank).len();
        let mut start = 0;
        // Whether the last word is a sensitive name, followed only by blanks so far.
        let mut is_name = false;
        for (at, c) in text.char_indices().filter(|(_, c)| !is_part(*c)) {
            let word = text.get(start..at).unwrap_or_default();
            if start < at {
                is_name = self.is_sensitive(word) || (joined && self.ends_with_sensitive(word));
            }
            is_name |= self.ends_with_phrase(text.get(..at).unwrap_or_default(), word, joined);
            start = at + c.len_utf8();
            if is_name && separates(c) && start < content_end {
                return Some(start);
            }
            is_name &= is_blank(c);
        }
        None
    }

    /// Whether a word of a text ends with a sensitive name.
    pub(super) fn is_named_in(&self, text: &str) -> bool {
        words(text)
            .any(|(before, word)| self.ends_with_sensitive(word) || self.ends_with_phrase(before, word, true))
    }

    /// Whether a word ends with a sensitive name.
    fn ends_with_sensitive(&self, word: &str) -> bool {
        let starts = word.char_indices().rev().take(self.longest);
        starts.filter_map(|(at, _)| word.get(at..)).any(|end| self.is_sensitive(end))
    }

    /// Whether a text ends with a sensitive name that is no word. `word` is the last word of the text. `joined` says that
    /// other text may be directly before the name.
    fn ends_with_phrase(&self, text: &str, word: &str, joined: bool) -> bool {
        let is_sensitive = |size: &usize| {
            let (before, name) = match text.len().checked_sub(*size) {
                Some(start) if text.is_char_boundary(start) => text.split_at(start),
                Some(_) | None => return false,
            };
            self.is_sensitive(name) && (joined || !before.ends_with(is_part))
        };
        self.phrases.get(word).is_some_and(|sizes| sizes.iter().any(is_sensitive))
    }

    /// Whether a text contains a sensitive name, or something like one at the place of a key.
    pub(super) fn mentions_secret(&self, text: &str) -> bool {
        let is_name = |(before, word): (&str, &str)| {
            self.is_sensitive(word) || self.ends_with_phrase(before, word, false)
        };
        let before = || text.match_indices([':', '=']).filter_map(|(at, _)| text.get(..at));
        let keys = before().filter_map(|before| before.rsplit(|c| !is_part(c)).next());
        let is_meant = |key: &str| self.ends_with_sensitive(key) || is_secret(key) || self.is_near(key);
        // A misspelled name may be no word either.
        let runs = before().filter(|_| !self.phrases.is_empty()).filter_map(|before| {
            before.trim_end_matches(is_blank).rsplit(|c| is_blank(c) || ",:=[]{}".contains(c)).next()
        });
        words(text).any(is_name)
            || keys.filter(|key| !key.is_empty()).any(is_meant)
            || runs.filter(|run| run.contains(|c| !is_part(c))).any(|run| self.is_near(run))
    }

    fn is_near(&self, word: &str) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left == 0 || suggest::nearest(word, self.sensitive.iter().copied()).is_some()
    }
}

/// The words of a text, each with the text up to its end. There is an empty word between two signs.
fn words(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut start = 0;
    let ends = text.char_indices().filter(|(_, c)| !is_part(*c)).map(|(at, c)| (at, at + c.len_utf8()));
    ends.chain([(text.len(), text.len())]).filter_map(move |(end, next)| {
        let word = text.get(start..end)?;
        start = next;
        Some((text.get(..end)?, word))
    })
}

/// Whether a character may be in a word.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// White space and quotes may be between a name and its separator.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '"' | '\'')
}

fn has_more(text: &str, from: usize) -> bool {
    text.get(from..).is_some_and(|rest| rest.contains(|c| !is_blank(c)))
}
