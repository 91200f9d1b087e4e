//! Response files: arguments too many for one command line.
//!
//! `@FILE` stands for the arguments in FILE, one a line, LF or CRLF. Nothing is quoted or trimmed; an empty
//! line is no argument. `@@x` is the argument `@x`. A line may be `@FILE` again. FILE is meant from the
//! process's folder, wherever it is named.

use crate::text::files::Files;
use std::ffi::OsString;
use std::io;

/// Response files name each other no deeper than this, so that a cycle ends.
pub(super) const MAX_DEPTH: usize = 8;
/// No more arguments than this come out of an expansion.
pub(super) const MAX_ARGUMENTS: usize = 100_000;
/// A response file has no more bytes than this.
const MAX_BYTES: u64 = 1 << 24;

/// Why a response file cannot be expanded.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The system refused.
    Unreadable(io::Error),
    /// An argument must be text.
    NotUtf8 {
        /// The first line that is none, from 1.
        line: usize,
    },
    /// More than [`MAX_DEPTH`], or a cycle.
    TooDeep,
    /// More than [`MAX_ARGUMENTS`].
    TooMany,
}

/// A response file that is refused.
#[derive(Debug)]
pub(super) struct Refused {
    /// Its name, as spelled.
    pub(super) name: String,
    /// Why.
    pub(super) why: Refusal,
}

/// Replaces each `@FILE` by what it stands for. The first argument is the program and stays.
///
/// # Errors
/// The first response file that cannot be expanded.
pub(super) fn expand(arguments: &[OsString], files: &impl Files) -> Result<Vec<OsString>, Refused> {
    let mut arguments = arguments.iter();
    let mut expansion = Expansion { files, out: arguments.next().cloned().into_iter().collect() };
    for argument in arguments {
        match argument.to_str() {
            Some(text) => expansion.add(text, 0)?,
            // What is not UTF-8 is left to clap, which refuses it in its own words.
            None => expansion.out.push(argument.clone()),
        }
    }
    Ok(expansion.out)
}

struct Expansion<'a, F> {
    files: &'a F,
    out: Vec<OsString>,
}

impl<F: Files> Expansion<'_, F> {
    fn add(&mut self, argument: &str, depth: usize) -> Result<(), Refused> {
        let literal = match argument.strip_prefix('@') {
            Some(name) if !name.starts_with('@') => return self.add_file(name, depth),
            Some(literal) => literal,
            None => argument,
        };
        self.out.push(literal.into());
        Ok(())
    }

    fn add_file(&mut self, name: &str, depth: usize) -> Result<(), Refused> {
        let refused = |why| Refused { name: name.to_owned(), why };
        if depth == MAX_DEPTH {
            return Err(refused(Refusal::TooDeep));
        }
        let bytes = self.files.read(name, MAX_BYTES).map_err(|error| refused(Refusal::Unreadable(error)))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.as_bytes().iter().take(error.utf8_error().valid_up_to());
            refused(Refusal::NotUtf8 { line: 1 + valid.filter(|byte| **byte == b'\n').count() })
        })?;
        for line in text.strip_prefix('\u{feff}').unwrap_or(&text).lines().filter(|line| !line.is_empty()) {
            self.add(line, depth + 1)?;
            if self.out.len() > MAX_ARGUMENTS {
                return Err(refused(Refusal::TooMany));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::diagnostics::bad_response_file;
    use crate::text::files::MemoryFiles;

    fn expanded(files: &MemoryFiles, arguments: &[&str]) -> Result<Vec<OsString>, String> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        expand(&arguments, files).map_err(|refused| bad_response_file(&refused).message().to_owned())
    }

    #[test]
    fn files_are_expanded_in_place() {
        let files = MemoryFiles::new()
            .with("a", "\u{feff}one\r\n two words \n\n@b\n@@literal")
            .with("b", "inner\n")
            .with("empty", "");
        assert_eq!(
            expanded(&files, &["@a", "x", "@a", "@empty", "@@y", "a@b"]).unwrap(),
            ["@a", "x", "one", " two words ", "inner", "@literal", "@y", "a@b"]
        );
    }

    #[test]
    fn what_cannot_be_expanded_is_refused() {
        let many = "x\n".repeat(MAX_ARGUMENTS);
        let files = MemoryFiles::new()
            .with("cycle", "@cycle")
            .with("bytes", *b"a\nb\n\xff\n")
            .with("many", many)
            .with("outer", "@absent");
        let says = |name: &str| expanded(&files, &["confc", name]).unwrap_err();
        assert!(says("@cycle").ends_with("`cycle`: response files name each other more than 8 deep"));
        assert!(says("@bytes").ends_with("`bytes`: line 3 is not valid UTF-8"));
        assert!(says("@many").ends_with("`many`: there are more than 100000 arguments"));
        assert!(says("@outer").ends_with("`absent`: there is no such file"));
        assert!(says("@").ends_with("``: there is no such file"));
    }
}
