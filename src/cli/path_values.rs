//! The names of files and folders that flags take.
//!
//! An unset variable of a shell leaves an empty text. Followed by `/` and a name, it would mean the root of the file
//! system, so no flag accepts it.

/// Reads the name of a file, which must not be empty.
pub(super) fn file(text: &str) -> Result<String, &'static str> {
    named(text).ok_or("expected a file, found an empty text")
}

/// Reads the name of a folder, which must not be empty.
pub(super) fn folder(text: &str) -> Result<String, &'static str> {
    named(text).ok_or("expected a folder, found an empty text")
}

fn named(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}
