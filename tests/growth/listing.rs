//! Long texts.

use std::fmt::Write as _;

/// So many items, one behind the other.
pub(crate) fn list(size: usize, item: impl Fn(usize) -> String) -> String {
    (0..size).fold(String::new(), |mut all, at| {
        all.push_str(&item(at));
        all
    })
}

/// A manifest with these fields.
pub(crate) fn config(fields: impl AsRef<str>) -> String {
    format!("{{ config: {{ {} }} }}", fields.as_ref())
}

/// A manifest with fields `f0`, `f1`, and so on.
pub(crate) fn fields(size: usize, attributes: &str) -> String {
    config(list(size, |at| format!("f{at}: {{ {attributes} }},\n")))
}

/// Long names that differ at their ends only.
pub(crate) fn long(at: usize) -> String {
    let mut name = "long_name_that_is_near_to_all_the_others_".repeat(2);
    name.truncate(56);
    write!(name, "{at:07}").unwrap();
    name
}

/// The arguments of a command, split at spaces.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// The arguments of a command, and many more behind them.
pub(crate) fn words_and(text: &str, size: usize, more: impl Fn(usize) -> Vec<String>) -> Vec<String> {
    let mut all = words(text);
    (0..size).for_each(|at| all.extend(more(at)));
    all
}
