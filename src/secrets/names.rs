//! The names that a declaration knows, and what looks like one of them with a secret behind it.

use crate::text::suggest;
use crate::types::Field;
use std::collections::HashSet;

/// For so many keys the nearest sensitive name is looked for: that takes time for all names.
const MAX_SUGGESTED: usize = 64;

/// Only asked, never iterated but for suggestions: no order shows.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    /// Keys and aliases of fields and members, wherever they stand.
    known: HashSet<&'a str>,
    /// Those of sensitive ones.
    sensitive: HashSet<&'a str>,
    aliases: HashSet<&'a str>,
    /// For how many keys a name may still be looked for.
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
        if sensitive {
            self.sensitive.insert(name);
        }
    }

    fn add(&mut self, fields: &'a [Field]) {
        for field in fields {
            self.put(field.key.as_str(), field.sensitive);
            for alias in &field.aliases {
                self.put(alias.as_str(), field.sensitive);
                self.aliases.insert(alias.as_str());
            }
            self.add(field.ty.members());
        }
    }

    /// The aliases: most keys are none, so that fields need not be searched for them.
    pub(super) fn aliases(&self) -> &HashSet<&'a str> {
        &self.aliases
    }

    pub(super) fn is_known(&self, name: &str) -> bool {
        self.known.contains(name)
    }

    /// From where on what stands in a key's place is most likely a secret: `token:hunter2`, `token hunter2`.
    pub(super) fn secret_in_key(&self, text: &str) -> Option<usize> {
        self.secret_behind(text, |c| matches!(c, ':' | '=') || c.is_whitespace()).or_else(|| {
            let at = text.find([':', '='])?;
            let word = text.get(..at)?.trim_matches(|c: char| !is_part(c));
            (self.is_near(word) && has_more(text, at + 1)).then_some(at + 1)
        })
    }

    /// From where on a literal holds a sensitive key with something behind it: text that was meant to be a member
    /// of its own. `folded` says that line breaks have become spaces.
    pub(super) fn secret_in_value(&self, text: &str, folded: bool) -> Option<usize> {
        self.secret_behind(text, |c| matches!(c, ':' | '=') || (folded && c.is_whitespace()))
    }

    /// The offset behind the first sensitive name that is followed by a separator and by more.
    fn secret_behind(&self, text: &str, separates: impl Fn(char) -> bool) -> Option<usize> {
        let mut word = 0;
        let mut ended: Option<(usize, usize)> = None;
        for (at, c) in text.char_indices() {
            if is_part(c) {
                continue_word(&mut word, &mut ended, at);
                continue;
            }
            if ended.is_none_or(|(_, end)| end != at) && word < at {
                ended = Some((word, at));
            }
            word = at + c.len_utf8();
            let (start, end) = ended.unwrap_or((0, 0));
            // White space and a quote may stand between the name and what separates it.
            let between = text.get(end..at).unwrap_or_default();
            let is_close = between.chars().all(|c| c.is_whitespace() || matches!(c, '"' | '\''));
            let name = text.get(start..end).unwrap_or_default();
            if separates(c) && is_close && self.sensitive.contains(name) && has_more(text, word) {
                return Some(word);
            }
        }
        None
    }

    /// Whether a text has a sensitive name in it, or something like one as if it were a key.
    pub(super) fn mentions_secret(&self, text: &str) -> bool {
        let has_name = text.split(|c| !is_part(c)).any(|word| self.sensitive.contains(word));
        let before = text.match_indices([':', '=']).filter_map(|(at, _)| text.get(..at));
        let keys = before.filter_map(|before| before.rsplit(|c| !is_part(c)).next());
        has_name || keys.filter(|key| !key.is_empty()).any(|key| self.is_near(key))
    }

    fn is_near(&self, word: &str) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left == 0 || suggest::nearest(word, self.sensitive.iter().copied()).is_some()
    }
}

/// A new word behind something else ends what was known of the last one.
fn continue_word(word: &mut usize, ended: &mut Option<(usize, usize)>, at: usize) {
    if *word == at {
        *ended = None;
    }
}

/// Whether a character can be one of a name.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn has_more(text: &str, from: usize) -> bool {
    let rest = text.get(from..).unwrap_or_default();
    rest.contains(|c: char| !c.is_whitespace() && !matches!(c, '"' | '\''))
}
