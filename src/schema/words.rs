//! Lists of words of other languages, separated by blanks.

/// Whether a list contains a word.
pub(super) fn is_listed(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|listed| listed == word)
}

/// The entry of a table whose list contains a word.
pub(super) fn entry_of<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(words, _)| is_listed(words, word)).map(|(_, entry)| *entry)
}
