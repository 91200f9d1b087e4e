//! Response files: arguments too many for one command line.
//!
//! `@FILE` stands for the arguments in FILE, one per line, LF or CRLF. Nothing is quoted or trimmed; an empty
//! line is no argument. `@@x` is the argument `@x`. A line may be `@FILE` again. FILE is meant from the
//! process's folder, wherever it is named, and read once. What all of it comes to is bounded.

use crate::text::files::Files;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// Response files name each other no deeper than this, so that a cycle ends.
pub(super) const MAX_DEPTH: usize = 8;
/// An expansion goes through no more lines than this: arguments, and names of response files, which count each time
/// they are met.
pub(super) const MAX_ARGUMENTS: usize = 100_000;
/// An expansion goes through no more bytes than this, those of a file counted each time it is named.
pub(super) const MAX_BYTES: u64 = 1 << 24;

/// Why a response file cannot be expanded.
#[derive(Debug)]
pub(super) enum ResponseFileErrorKind {
    /// The system refused.
    Unreadable(io::Error),
    /// An argument must be text.
    NotUtf8 {
        /// The first line that is not UTF-8, from 1.
        line: usize,
    },
    /// More than [`MAX_DEPTH`], or a cycle.
    TooDeep,
    /// More than [`MAX_ARGUMENTS`].
    TooMany,
    /// More than [`MAX_BYTES`].
    TooLarge,
}

/// A response file that is refused.
#[derive(Debug)]
pub(super) struct ResponseFileError {
    /// Its name, as spelled.
    pub(super) name: String,
    /// Why.
    pub(super) why: ResponseFileErrorKind,
    /// Where it is named, if not on the command line.
    pub(super) named: Option<ResponseFileLine>,
}

/// A line of a response file that names another one.
#[derive(Debug, Clone)]
pub(super) struct ResponseFileLine {
    /// The response file that the line is in, as spelled.
    pub(super) file: String,
    /// Its text.
    pub(super) text: Arc<str>,
    /// The bytes of the line, without its end.
    pub(super) line: Range<usize>,
}

/// Replaces each `@FILE` by what it stands for. The first argument is the program and stays.
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
            // What is not UTF-8 is left to clap, which refuses it in its own words.
            None => expansion.out.push(argument.clone()),
        }
    }
    Ok(expansion.out)
}

struct Expansion<'a, F> {
    files: &'a F,
    out: Vec<OsString>,
    /// The response files read so far, each once.
    texts: BTreeMap<String, Arc<str>>,
    /// How many lines were gone through.
    lines: usize,
    /// How many bytes were gone through.
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

    /// The text of a response file, which is read where it is named first.
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
        assert!(says("@").ends_with("``: there is no such file"));
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

    /// Each file names the next one several times: together they would stand for 16 to the power of 7 arguments,
    /// for as many empty lines, or for as many files without any line.
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
        // As many as are allowed are no mistake.
        let files = MemoryFiles::new().with("many", "x\n".repeat(MAX_ARGUMENTS));
        assert_eq!(expanded(&files, &["confc", "@many"]).unwrap().len(), MAX_ARGUMENTS + 1);
    }
}
