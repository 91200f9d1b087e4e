//! One constructor for each code of files.

use crate::diagnostic::{Code, Diagnostic};
use crate::text::escape::{plain, quoted};
use std::io;

/// A file that was named, or stdin, that cannot be read.
pub(crate) fn cannot_read_file(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::new(Code::E0901, format!("cannot read {}: {}", quoted(name), reason(error)))
        .in_file(plain(name).to_string())
        .help_if(pointed(name).filter(|_| error.kind() == io::ErrorKind::NotFound))
}

/// A name in which `#` begins what was most likely meant as a JSON Pointer.
fn pointed(name: &str) -> Option<String> {
    let (file, pointer) = name.split_once('#').filter(|(_, pointer)| !pointer.starts_with('/'))?;
    Some(format!("a JSON Pointer begins with `/`: `{}#/{}`", plain(file), plain(pointer)))
}

/// An output that cannot be written; what was there before is untouched.
pub(crate) fn cannot_write_file(name: &str, error: &io::Error) -> Diagnostic {
    let missing_folder = error.kind() == io::ErrorKind::NotFound;
    let reason = if missing_folder { "its folder does not exist".into() } else { reason(error) };
    Diagnostic::new(Code::E0902, format!("cannot write {}: {reason}", quoted(name)))
        .in_file(plain(name).to_string())
        .help_if(missing_folder.then_some("create the folder first"))
}

/// An input larger than what is read of it.
pub(crate) fn document_too_large(name: &str, limit: u64) -> Diagnostic {
    Diagnostic::new(Code::E0102, format!("{} is larger than {limit} bytes", quoted(name)))
        .in_file(plain(name).to_string())
}

/// Why the system refused, in our words: its own differ between systems and languages.
pub(crate) fn reason(error: &io::Error) -> String {
    use io::ErrorKind as Kind;
    let known = [
        (Kind::NotFound, "there is no such file"),
        (Kind::PermissionDenied, "permission denied"),
        (Kind::IsADirectory, "it is a folder"),
        (Kind::NotADirectory, "a part of the path is not a folder"),
        (Kind::FileTooLarge, "it is too large"),
        (Kind::StorageFull, "no space is left on the device"),
        (Kind::QuotaExceeded, "the disk quota is used up"),
        (Kind::ReadOnlyFilesystem, "the file system is read-only"),
        (Kind::InvalidFilename, "the name is too long or not allowed"),
        (Kind::InvalidInput, "the name is not allowed"),
        (Kind::ResourceBusy, "it is in use"),
        (Kind::AlreadyExists, "no temporary file could be created beside it"),
    ];
    let words = known.iter().find(|(kind, _)| *kind == error.kind()).map(|(_, words)| (*words).to_owned());
    words.unwrap_or_else(|| match error.raw_os_error() {
        Some(number) => format!("the system refused with error {number}"),
        None => "the system refused".into(),
    })
}
