//! Messages about files.

use crate::diagnostic::{Code, Diagnostic};
use crate::pointer::pointer_of_path;
use crate::text::escape::{plain, quoted};
use crate::text::suggest::Suggestions;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::{fs, io};

/// As [`cannot_read_one_of_many`], if a run reads only a few such files.
pub(crate) fn cannot_read_file(name: &str, error: &io::Error) -> Diagnostic {
    cannot_read_one_of_many(name, error, &mut Suggestions::default())
}

/// A named file, or stdin, that cannot be read.
pub(crate) fn cannot_read_one_of_many(
    name: &str,
    error: &io::Error,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    if name.is_empty() {
        return Diagnostic::new(Code::E0901, "cannot read a file without a name").help(NO_NAME);
    }
    Diagnostic::new(Code::E0901, format!("cannot read {}: {}", quoted(name), reason(error)))
        .in_file(plain(name).to_string())
        .help_if(instead_of_unreadable(name, error, suggestions))
}

/// The remedy for a file that cannot be read, if one is known.
fn instead_of_unreadable(name: &str, error: &io::Error, suggestions: &mut Suggestions) -> Option<String> {
    if refusal(error) == Some(NOT_LISTED) {
        return Some("list the file there, or leave `inputs` out".into());
    }
    let kind = error.kind();
    if kind == io::ErrorKind::NotFound {
        return instead_of_missing(name, suggestions);
    }
    (kind == io::ErrorKind::IsADirectory).then(|| "name a file in it".into())
}

/// The most names in a folder that are compared with the name of a missing file.
const MAX_COMPARED: usize = 4096;

/// The file that was probably meant by the name of a missing one.
fn instead_of_missing(name: &str, suggestions: &mut Suggestions) -> Option<String> {
    if name.contains("://") {
        return Some("download the file, and name it: confc reads no URLs".into());
    }
    if let Some(pointed) = pointed(name) {
        return Some(pointed);
    }
    let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_.-".contains(c));
    if name.split_once('=').is_some_and(|(key, _)| is_key(key)) {
        let help = match name.contains(':') {
            true => "a shell splits `{a,b}`: put the whole flag in single quotes, as `--set 'key={…}'`",
            false => "name a file here: `--set key=literal` sets a field, `--input name=literal` an input",
        };
        return Some(help.into());
    }
    if name.rsplit('/').next() == Some(INDEX) {
        return Some(match suggestions.list_folder().and_then(|()| index_below(name)) {
            Some(index) => format!("did you mean {}?", quoted(&index)),
            None => "name the one in the folder of the outputs: `confc assemble` writes it unless \
                     `--environment` is given"
                .into(),
        });
    }
    if let Some((revision, path)) = revision(name) {
        let (revision, path) = (plain(revision), plain(path));
        return Some(format!(
            "to compare with a revision, write `confc diff --against git:{revision} {path}`"
        ));
    }
    if name.contains(['*', '?']) {
        return Some(
            "write the pattern without quotes, so that the shell replaces it; if it has none, no file matches it".into(),
        );
    }
    let folder = name.rfind('/').map_or("", |at| name.get(..=at).unwrap_or_default());
    suggestions.list_folder()?;
    near(name).map(|near| format!("did you mean {}?", quoted(&format!("{folder}{near}"))))
}

/// The name of the index of outputs.
const INDEX: &str = "index.json";

/// The first index beside declarations in a folder of the working directory, if the working directory has none.
fn index_below(name: &str) -> Option<String> {
    if name != INDEX {
        return None;
    }
    let holds_declarations = |folder: &String| names_in(folder).any(|name| name.ends_with(".cm"));
    let is_index = |index: &String| Path::new(index).is_file();
    names_in(".").filter(holds_declarations).map(|folder| format!("{folder}/{INDEX}")).filter(is_index).min()
}

/// The first names in a folder, unordered; empty if it cannot be read.
fn names_in(folder: &str) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MAX_COMPARED).flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}

/// The revision and the manifest in a name in the syntax of `git show` or `--against`.
fn revision(name: &str) -> Option<(&str, &str)> {
    match name.split_once(':')? {
        ("git", revision) => Some(revision.split_once(':').unwrap_or((revision, "MANIFEST"))),
        (revision, path) if path.contains('.') && revision.len() > 1 && !revision.contains('.') => {
            Some((revision, path))
        }
        _ => None,
    }
}

/// The file in the same folder whose name is nearest to the name of a missing file.
pub(crate) fn near(name: &str) -> Option<String> {
    let (folder, file) = match name.rsplit_once('/') {
        Some((folder, file)) => (if folder.is_empty() { "/" } else { folder }, file),
        None => (".", name),
    };
    let entries = fs::read_dir(folder).ok()?.take(MAX_COMPARED).flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let names = files.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter_map(|known| Some((slip(file, &known)?, known))).min().map(|(_, nearest)| nearest)
}

/// The number of different letters of two names, if it is at most two and they are adjacent.
fn slip(name: &str, known: &str) -> Option<usize> {
    // The names of a manifest and its compiled files differ on purpose. A manifest can take the place of a declaration.
    const KINDS: [&str; 4] = ["cml", "cm", "cvf", "cvp"];
    let kind = |name: &str| {
        KINDS.into_iter().find(|kind| name.rsplit_once('.').is_some_and(|(_, end)| end == *kind))
    };
    let (one, other) = (kind(name), kind(known));
    if one.is_some() && other.is_some() && one != other && (one, other) != (Some("cm"), Some("cml")) {
        return None;
    }
    let (a, b): (Vec<char>, Vec<char>) = (name.chars().collect(), known.chars().collect());
    let start = a.iter().zip(&b).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let rest = a.len().min(b.len()) - start;
    let end =
        a.iter().rev().zip(b.iter().rev()).take(rest).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let differ = a.len().max(b.len()) - start - end;
    let stem = name.split('.').next().map_or(0, str::len);
    // Different short names are often near to each other.
    let allowed = match stem {
        0..3 if start < stem => 0,
        3 if start < stem => 1,
        _ => 2,
    };
    (differ <= allowed).then_some(differ)
}

/// The most frequent cause of an empty name.
const NO_NAME: &str = "name a file; a variable without a value may have made the argument empty";

/// The help for a name in which `#` probably begins a JSON Pointer.
pub(crate) fn pointed(name: &str) -> Option<String> {
    let (file, pointer) = name.split_once('#').filter(|(_, pointer)| !pointer.starts_with('/'))?;
    let steps = pointer_of_path(pointer);
    Some(format!("write `/` before each key of a JSON Pointer: `{}#/{}`", plain(file), plain(&steps)))
}

/// The remedy for a folder in which no output can be written.
const OTHER_FOLDER: &str = "name another folder for the output";

/// Whether an output fails in this folder under any name.
fn needs_other_folder(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotADirectory | io::ErrorKind::StorageFull)
}

/// An output that cannot be written; the old file is untouched.
pub(crate) fn cannot_write_file(name: &str, error: &io::Error) -> Diagnostic {
    let is = |kind: io::ErrorKind| error.kind() == kind;
    let path = Path::new(name);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // A symbolic link may refer to another folder.
    let is_elsewhere = path.is_symlink() || folder.is_some_and(|folder| !folder.is_dir());
    let lacks_folder = is(io::ErrorKind::NotFound) && is_elsewhere;
    let (reason, help) = match () {
        () if lacks_folder => ("its folder does not exist".into(), Some("create the folder first")),
        () if is(io::ErrorKind::NotFound) => ("its folder takes no new files".into(), Some(OTHER_FOLDER)),
        () if is(io::ErrorKind::IsADirectory) => (reason(error), Some("name a file in it")),
        () => (reason(error), needs_other_folder(error).then_some(OTHER_FOLDER)),
    };
    let is_there = refusal(error) == Some(THERE_ALREADY);
    let help = help.or(name.is_empty().then_some(NO_NAME));
    cannot_make("write", name, &reason)
        .help_if(help.or(is_there.then_some("name another file, or remove this one first")))
}

/// An output in place of a pipe or a device.
pub(crate) fn not_regular(name: &str) -> Diagnostic {
    cannot_make("write", name, "it is no regular file")
}

/// A folder for outputs that cannot be created.
pub(crate) fn cannot_create_folder(name: &str, error: &io::Error) -> Diagnostic {
    let is = |kind: io::ErrorKind| error.kind() == kind;
    let reason = match () {
        () if is(io::ErrorKind::AlreadyExists) => "it exists and is not a folder".into(),
        () if is(io::ErrorKind::NotFound) => "the folder above it takes no new folders".into(),
        () => reason(error),
    };
    let needs_other =
        needs_other_folder(error) || is(io::ErrorKind::AlreadyExists) || is(io::ErrorKind::NotFound);
    let help = needs_other.then_some(OTHER_FOLDER);
    cannot_make("create the folder", name, &reason).help_if(help)
}

/// A folder for outputs whose entries cannot be listed.
pub(crate) fn cannot_list_folder(name: &str, error: &io::Error) -> Diagnostic {
    cannot_make("list the folder", name, &reason(error)).help(OTHER_FOLDER)
}

fn cannot_make(verb: &str, name: &str, reason: &str) -> Diagnostic {
    if name.is_empty() {
        return Diagnostic::new(Code::E0902, format!("cannot {verb} a file without a name"));
    }
    Diagnostic::new(Code::E0902, format!("cannot {verb} {}: {reason}", quoted(name)))
        .in_file(plain(name).to_string())
}

/// An output that would replace one of its inputs, or an input of another job of a batch. `what` is its request, such
/// as `-o FILE`.
pub(super) fn output_is_input(what: &str, output: &str, (reader, input): (Reader, &str)) -> Diagnostic {
    let (what, input) = (quoted(what), quoted(input));
    let (said, note, help) = match reader {
        Reader::Itself => (
            format!("{what} would overwrite the input {input}"),
            "nothing was written",
            "name another file for the output",
        ),
        Reader::OtherJob => (
            match what.to_string() == input.to_string() {
                true => format!("{input} would be written, and another line reads it"),
                false => format!("{what} would write {input}, which another line reads"),
            },
            "the lines of a batch are run in any order; this output was not written",
            "move the line that reads it to a later batch, or let it read the source of the output",
        ),
    };
    Diagnostic::new(Code::E0908, said).in_file(plain(output).to_string()).note(note).help(help)
}

/// The reader of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// The run that writes it, or the batch that it belongs to.
    Itself,
    /// Another job of the batch.
    OtherJob,
}

/// Two outputs that are the same file in two spellings. `first` and `second` are their requests.
pub(crate) fn two_outputs_with_one_name([first, second]: [&str; 2], [name, other]: [&str; 2]) -> Diagnostic {
    let said = format!("{} and {} would both be written to {}", quoted(first), quoted(second), quoted(name));
    let found = Diagnostic::new(Code::E0904, said);
    if name == other { found } else { found.note(format!("{} is the same file", quoted(other))) }
}

/// An input larger than the limit.
pub(crate) fn document_too_large(name: &str, limit: u64) -> Diagnostic {
    Diagnostic::new(Code::E0102, format!("{} is larger than {limit} bytes", quoted(name)))
        .in_file(plain(name).to_string())
}

/// The reason of a failure in our words, since the words of systems differ, also by language.
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
    if let Some(words) = refusal(error) {
        return words.to_owned();
    }
    let words = known.iter().find(|(kind, _)| *kind == error.kind()).map(|(_, words)| (*words).to_owned());
    words.unwrap_or_else(|| match error.raw_os_error() {
        Some(number) => format!("the system refused with error {number}"),
        None => "the system refused".into(),
    })
}

/// The reason of a refusal by confc itself, if it is one.
fn refusal(error: &io::Error) -> Option<&'static str> {
    let own: Option<&WriteRefusal> = error.get_ref().and_then(|error| error.downcast_ref());
    own.map(|WriteRefusal(words)| *words)
}

/// A file that a request to a worker may not read.
pub(super) const NOT_LISTED: &str = "it is not in `inputs` of the request";

/// The reason for refusing to replace an existing file.
pub(super) const THERE_ALREADY: &str = "there is a file of that name already";

/// A refusal by confc, or one that confc explains better than the system.
#[derive(Debug)]
pub(super) struct WriteRefusal(pub(super) &'static str);

impl Display for WriteRefusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for WriteRefusal {}
