//! Response files, for arguments that are too many for a command line.
//!
//! `@FILE` is replaced by the arguments in FILE: one per line, with LF or CRLF, without quoting or trimming. Empty
//! lines are skipped. `@@x` is the argument `@x`. A line may be `@FILE` again. FILE is relative to the working
//! directory, wherever it is named, and is read once. The depth, the lines and the bytes of an expansion are limited.

use crate::text::files::Files;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// The deepest nesting of response files. It also ends cycles.
pub(super) const MAX_DEPTH: usize = 8;
/// The most lines of an expansion. The lines of a response file count each time that it is named.
pub(super) const MAX_ARGUMENTS: usize = 100_000;
/// The most bytes of an expansion. The bytes of a response file count each time that it is named.
pub(super) const MAX_BYTES: u64 = 1 << 24;

/// Why a response file cannot be expanded.
#[derive(Debug)]
pub(super) enum ResponseFileErrorKind {
    /// The system refused to read it.
    Unreadable(io::Error),
    /// It is not UTF-8, as arguments must be.
    NotUtf8 {
        /// The first line that is not UTF-8, from 1.
        line: usize,
    },
    /// It is nested deeper than [`MAX_DEPTH`], or names itself.
    TooDeep,
    /// The lines exceed [`MAX_ARGUMENTS`].
    TooMany,
    /// The bytes exceed [`MAX_BYTES`].
    TooLarge,
}

/// A refused response file.
#[derive(Debug)]
pub(super) struct ResponseFileError {
    /// Its name, as the user wrote it.
    pub(super) name: String,
    /// The reason.
    pub(super) why: ResponseFileErrorKind,
    /// The line that names it, if it is not named on the command line.
    pub(super) named: Option<ResponseFileLine>,
}

/// A line of a response file that names another one.
#[derive(Debug, Clone)]
pub(super) struct ResponseFileLine {
    /// The response file with the line, as the user wrote it.
    pub(super) file: String,
    /// Its text.
    pub(super) text: Arc<str>,
    /// The bytes of the line, without its end.
    pub(super) line: Range<usize>,
}

/// Replaces each `@FILE` by its arguments. The first argument is the program and stays.
///
/// # Errors
/// The first response file that cannot be expanded.
pub(super) fn expand(arguments: &[OsString], files: &impl Files) -> Result<Vec<OsString>, ResponseFileError> {
    let mut arguments = arguments.iter();
    let out = arguments.next().cloned().into_iter().collect();
    let mut expansion = Expansion { files, out, texts: BTreeMap::new(), lines: 0, bytes: 0 };
    for argument in arguments {
        match argument.to_str() {
            Some(text) => expansion.add(text, 0, || None)?,
            // clap refuses arguments that are not UTF-8.
            None => expansion.out.push(argument.clone()),
        }
    }
    Ok(expansion.out)
}

struct Expansion<'a, F> {
    files: &'a F,
    out: Vec<OsString>,
    /// The response files that were read so far, by name.
    texts: BTreeMap<String, Arc<str>>,
    /// The number of lines so far.
    lines: usize,
    /// The number of bytes so far.
    bytes: u64,
}

impl<F: Files> Expansion<'_, F> {
    fn add(
        &mut self,
        argument: &str,
        depth: usize,
        named: impl FnOnce() -> Option<ResponseFileLine>,
    ) -> Result<(), ResponseFileError> {
        let literal = match argument.strip_prefix('@') {
            Some(name) if !name.starts_with('@') => {
                let named = named();
                let refused = |why| ResponseFileError { name: name.to_owned(), why, named: named.clone() };
                return self.add_file(name, depth, &refused);
            }
            Some(literal) => literal,
            None => argument,
        };
        self.out.push(literal.into());
        Ok(())
    }

    fn add_file(
        &mut self,
        name: &str,
        depth: usize,
        refused: &dyn Fn(ResponseFileErrorKind) -> ResponseFileError,
    ) -> Result<(), ResponseFileError> {
        if depth == MAX_DEPTH {
            return Err(refused(ResponseFileErrorKind::TooDeep));
        }
        let text = self.text(name).map_err(refused)?;
        self.bytes += text.len() as u64;
        if self.bytes > MAX_BYTES {
            return Err(refused(ResponseFileErrorKind::TooLarge));
        }
        let mut start = 0;
        for (n, whole) in text.split_inclusive('\n').enumerate() {
            let line = whole.strip_suffix('\n').map_or(whole, |line| line.strip_suffix('\r').unwrap_or(line));
            let range = start..start + line.len();
            start += whole.len();
            let argument = if n == 0 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
            if argument.is_empty() {
                continue;
            }
            self.lines += 1;
            if self.lines > MAX_ARGUMENTS {
                return Err(refused(ResponseFileErrorKind::TooMany));
            }
            let named =
                || Some(ResponseFileLine { file: name.to_owned(), text: Arc::clone(&text), line: range });
            self.add(argument, depth + 1, named)?;
        }
        Ok(())
    }

    /// The text of a response file. Reads it when it is named first.
    fn text(&mut self, name: &str) -> Result<Arc<str>, ResponseFileErrorKind> {
        if let Some(text) = self.texts.get(name) {
            return Ok(Arc::clone(text));
        }
        let bytes = self.files.read(name, MAX_BYTES).map_err(ResponseFileErrorKind::Unreadable)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.as_bytes().iter().take(error.utf8_error().valid_up_to());
            ResponseFileErrorKind::NotUtf8 { line: 1 + valid.filter(|byte| **byte == b'\n').count() }
        })?;
        let text: Arc<str> = text.into();
        self.texts.insert(name.to_owned(), Arc::clone(&text));
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::diagnostics::bad_response_file;
    use crate::text::Sources;
    use crate::text::files::MemoryFiles;
    use std::cell::RefCell;

    fn expanded(files: &impl Files, arguments: &[&str]) -> Result<Vec<OsString>, String> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        let said = |refused| bad_response_file(&refused, &mut Sources::new()).message().to_owned();
        expand(&arguments, files).map_err(said)
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
        let many = "x\n".repeat(MAX_ARGUMENTS + 1);
        let files = MemoryFiles::new()
            .with("cycle", "@cycle")
            .with("bytes", *b"a\nb\n\xff\n")
            .with("many", many)
            .with("outer", "@absent");
        let says = |name: &str| expanded(&files, &["confc", name]).unwrap_err();
        assert!(says("@cycle").ends_with("`cycle`: response files are nested more than 8 deep"));
        assert!(says("@bytes").ends_with("`bytes`: line 3 is not valid UTF-8"));
        assert!(says("@many").ends_with("`many`: there are more than 100000 arguments"));
        assert!(says("@outer").ends_with("`absent`: there is no such file"));
        assert!(says("@").ends_with("`\"\"`: there is no such file"));
    }

    /// Files that count how often each is read.
    struct Counted<'a> {
        files: &'a MemoryFiles,
        read: RefCell<Vec<String>>,
    }

    impl Files for Counted<'_> {
        fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
            self.read.borrow_mut().push(path.to_owned());
            self.files.read(path, limit)
        }

        fn absolute(&self, path: &str) -> String {
            self.files.absolute(path)
        }
    }

    /// Each file names the next one several times. Together they would expand to 16 to the power of 7 arguments, empty
    /// lines, or files without lines.
    #[test]
    fn files_that_multiply_are_refused_early() {
        for (last, said) in [
            ("x", "there are more than 100000 arguments"),
            ("", "there are more than 100000 arguments"),
            (&*"\n".repeat(100_000), "together they are larger than 16777216 bytes"),
        ] {
            let mut files = MemoryFiles::new().with("7", last);
            for n in 0..7 {
                files = files.with(&n.to_string(), format!("@{}\n", n + 1).repeat(16));
            }
            let counted = Counted { files: &files, read: RefCell::default() };
            let refused = expanded(&counted, &["confc", "@0"]).unwrap_err();
            assert!(refused.ends_with(said), "{refused}");
            assert_eq!(counted.read.into_inner(), ["0", "1", "2", "3", "4", "5", "6", "7"]);
        }
        // The largest allowed number is accepted.
        let files = MemoryFiles::new().with("many", "x\n".repeat(MAX_ARGUMENTS));
        assert_eq!(expanded(&files, &["confc", "@many"]).unwrap().len(), MAX_ARGUMENTS + 1);
    }
}
