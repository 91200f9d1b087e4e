//! Messages about values that a target cannot express.

use super::variable_names::VariableSeparator;
use crate::diagnostic::{Diagnostic, FileName, KnownName, Words, findings, quoted_whole};
use crate::generate::ProtoCollision;
use crate::types::TakenEntry;
use crate::value::Places;

/// The longest name of a Kubernetes object, and the longest key of its data, in bytes.
pub(super) const MAX_NAME: usize = 253;

/// A value that a target cannot express. Names keys, but contains no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportError {
    /// A value with a line break or a NUL, in an environment file.
    NotOneLine {
        /// Its keys, joined by dots.
        path: String,
    },
    /// A value with a NUL, in a list of variables.
    Nul {
        /// Its keys, joined by dots.
        path: String,
    },
    /// Sensitive values in a list of variables that names no Secret.
    NoSecret {
        /// Their number.
        count: usize,
    },
    /// Two fields or members whose names as variables would be equal.
    SameVariable {
        /// The name.
        name: String,
        /// The text that joins keys.
        separator: VariableSeparator,
        /// Their keys, joined by dots.
        paths: [String; 2],
    },
    /// Two fields or members whose native names, joined by dots, would be equal.
    SameNativeName {
        /// The name.
        name: String,
        /// Their keys, joined by dots.
        paths: [String; 2],
    },
    /// An optional field or member without a value but with a default, in TOML.
    AbsentInToml {
        /// Its keys, or those of the vector around it, joined by dots.
        path: String,
        /// Its own key, if it is in a vector, array or map.
        member: Option<String>,
    },
    /// A value that protobuf can express only by an unset field, which means another value there.
    Unset {
        /// The path to the field or member: keys joined by dots, without keys of maps.
        path: String,
        /// The value.
        value: UnsetValue,
    },
    /// Two declarations with one name or number in a message of protobuf.
    Collision(ProtoCollision),
    /// A null of a nullable field or member, or in a JSON value, in TOML.
    Null {
        /// The keys of the field, joined by dots, or of an entry of a map that is a table.
        path: String,
        /// The JSON Pointer from there; `None` in a sensitive field.
        pointer: Option<String>,
    },
    /// Nulls in a value beyond the first ones, in TOML.
    MoreNulls {
        /// As in [`Self::Null`].
        path: String,
        /// Their number.
        count: usize,
    },
    /// A name that Kubernetes does not allow as a key of data.
    NotAKey {
        /// Its keys, joined by dots.
        path: String,
        /// Its native names, joined by dots.
        name: String,
    },
    /// An entry of a rest with the name of a field beside it.
    TakenEntry {
        /// The path of the rest.
        rest: String,
        /// The entry; `None` if it is secret.
        entry: Option<String>,
        /// The key of the field; `None` if the name is the tag of a union.
        field: Option<String>,
    },
    /// The value file of a declaration with sensitive fields, in a ConfigMap.
    SecretValueFile,
    /// More bytes than a limit allows.
    TooLarge(ExportLimit),
}

/// A value that protobuf can express only by an unset field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsetValue {
    /// The absent value of a field with a default.
    Absent,
    /// An empty list or map of a field with another default.
    EmptyNotDefault,
    /// An empty list or map of an optional field, which is absent if it is unset.
    EmptyNotAbsent,
}

impl From<TakenEntry> for ExportError {
    fn from(taken: TakenEntry) -> Self {
        let entry = (!taken.is_secret).then(|| taken.entry.into());
        let rest = taken.rest.trim_start_matches('.');
        // Keys on the path may be secret, too.
        let rest = if entry.is_none() { rest.split(['.', '[']).next().unwrap_or_default() } else { rest };
        Self::TakenEntry { rest: rest.into(), entry, field: taken.member.map(Into::into) }
    }
}

/// A limit that an export exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportLimit {
    /// The limit of documents.
    Document {
        /// In bytes.
        bytes: u64,
    },
    /// The limit of messages of protobuf.
    Message {
        /// In bytes.
        bytes: u64,
    },
    /// The limit of the data of Kubernetes objects.
    Kubernetes {
        /// In bytes.
        bytes: u64,
    },
}

impl ExportError {
    /// The diagnostic; `name` is the name of the value file, and `places` gives the places of declarations.
    #[must_use]
    pub fn diagnostic(&self, name: &str, places: &Places<'_>) -> Diagnostic {
        let file = FileName(name.into());
        match self {
            Self::NotOneLine { path } => NotAVariable {
                path: KnownName::new(&**path),
                place: "an environment file",
                wrong: "it is not one line",
                why: "a value in an environment file cannot hold a line break or NUL",
                file,
                meant: "use `--format json`",
            }
            .into(),
            Self::Nul { path } => NotAVariable {
                path: KnownName::new(&**path),
                place: "a variable",
                wrong: "it has a NUL",
                why: "a NUL ends the value of a variable",
                file,
                meant: "write one document: `--document config.json` of a ConfigMap or Secret",
            }
            .into(),
            Self::NoSecret { count } => {
                let what = match count {
                    1 => "a sensitive value".into(),
                    count => format!("{count} sensitive values"),
                };
                NoSecret { what: Words(what), file }.into()
            }
            Self::SameVariable { name, separator, paths } => {
                let why = Words(format!("keys are joined by {}", quoted_whole(separator.as_ref())));
                let meant = "rename one of the two, or join keys by another text with `--separator`";
                let [first, again] = paths.each_ref().map(|path| KnownName::new(&**path));
                SameFlatName { first, again, name: KnownName::new(&**name), why, meant, file }.into()
            }
            Self::SameNativeName { name, paths } => {
                let why = Words("native names are joined by `.`".into());
                let meant = "give one of the two another `name`, or use `--format json`, or for Kubernetes `--keys env`";
                let [first, again] = paths.each_ref().map(|path| KnownName::new(&**path));
                SameFlatName { first, again, name: KnownName::new(&**name), why, meant, file }.into()
            }
            Self::AbsentInToml { path, member } => {
                let field = match member {
                    Some(member) => format!("{} in {}", quoted_whole(member), quoted_whole(path)),
                    None => quoted_whole(path),
                };
                let (state, why) = ("has no value", UNSET_IS_DEFAULT);
                NotSaid { format: "TOML", field: Words(field), state, why, meant: WITH_NULL, file }.into()
            }
            Self::Unset { path, value } => unset(path, *value, file),
            Self::Collision(collision) => collision.diagnostic(places),
            Self::Null { path, pointer } => {
                NoSpelling { what: Words(null_text(path, pointer.as_deref())), file }.into()
            }
            Self::MoreNulls { path, count } => {
                let nulls = if *count == 1 { "null" } else { "nulls" };
                let what = Words(format!("{count} more {nulls} in {}", quoted_whole(path)));
                NoSpelling { what, file }.into()
            }
            Self::NotAKey { path, name } => not_a_key(path, name, file),
            Self::TakenEntry { rest, entry, field } => {
                let what = match entry {
                    Some(entry) => format!("the entry {} of {}", quoted_whole(entry), quoted_whole(rest)),
                    None => format!("an entry of a rest in {}", quoted_whole(rest)),
                };
                let owner = if field.is_some() { "a field beside it" } else { "the tag of its union" };
                let field = field.as_deref().map(KnownName::new);
                TakenName { what: Words(what), owner, field, file }.into()
            }
            Self::SecretValueFile => SecretValueFile { file }.into(),
            Self::TooLarge(limit) => too_large(*limit, file),
        }
    }
}

/// Reports values that take more bytes than a limit allows.
fn too_large(limit: ExportLimit, file: FileName) -> Diagnostic {
    let (bytes, what, limit) = match limit {
        ExportLimit::Document { bytes } => {
            (bytes, "in this format", "that is the largest document that can be read back as a layer")
        }
        ExportLimit::Message { bytes } => {
            (bytes, "in this format", "that is the largest message that confc writes")
        }
        ExportLimit::Kubernetes { bytes } => (bytes, "of data", "Kubernetes refuses larger objects"),
    };
    ExportTooLarge { bytes, what, limit, file }.into()
}

/// Why an absent value with a default cannot be left out.
const UNSET_IS_DEFAULT: &str = "it has a default, which would take its place if it were left out";

/// The help for formats without `null`.
const WITH_NULL: &str = "use `--format json` or `--format yaml`, which have `null`";

/// Reports a value that protobuf can express only by an unset field.
fn unset(path: &str, value: UnsetValue, file: FileName) -> Diagnostic {
    let with_empty = "use `--format json`, `yaml` or `toml`, which write empty lists and maps";
    let (state, why, meant) = match value {
        UnsetValue::Absent => ("has no value", UNSET_IS_DEFAULT, WITH_NULL),
        UnsetValue::EmptyNotDefault => {
            ("is empty", "an empty list or map is a field that is not set, which has its default", with_empty)
        }
        UnsetValue::EmptyNotAbsent => {
            ("is empty", "an empty list or map is a field that is not set, which has no value", with_empty)
        }
    };
    NotSaid { format: "protobuf", field: Words(quoted_whole(path)), state, why, meant, file }.into()
}

/// The part of a JSON value that is null.
fn null_text(path: &str, pointer: Option<&str>) -> String {
    let path = quoted_whole(path);
    match pointer {
        None => format!("the value of {path}"),
        Some("") => format!("that {path} is null"),
        Some(pointer) => format!("that {} in {path} is null", quoted_whole(pointer)),
    }
}

/// A name that Kubernetes does not allow as a key of data.
fn not_a_key(path: &str, name: &str, file: FileName) -> Diagnostic {
    let why = match name.len() {
        0..=MAX_NAME => format!(
            "its key would be {}; a key of a ConfigMap or Secret has only ASCII letters, digits, `-`, `_` \
             and `.`, is not `.`, and does not begin with `..`",
            quoted_whole(name)
        ),
        size => {
            format!("its key would have {size} bytes; a key of a ConfigMap or Secret has at most {MAX_NAME}")
        }
    };
    let meant = match name.len() {
        0..=MAX_NAME => "use names of variables as keys with `--keys env`",
        _ => "shorten one of the names in it",
    };
    NotAKey { path: KnownName::new(path), why: Words(why), meant, file }.into()
}

findings! {
    E0831 NoSpelling { what: Words, file: FileName }
        "TOML cannot express {what}",
        file file,
        help "use `--format json` or `--format yaml`, which have `null`";

    E0832 TakenName { what: Words, owner: &'static str, field: Option<KnownName>, file: FileName }
        "{what} has the name of {owner}",
        file file,
        note "an export writes both under the same name",
        help_if field "set the field {field} instead of the entry",
        help "give the entry another name";

    E0840 NotAVariable {
        path: KnownName, place: &'static str, wrong: &'static str, why: &'static str, file: FileName,
        meant: &'static str
    }
        "the value of {path} cannot be written into {place}: {wrong}",
        file file,
        note "{why}",
        help "{meant}";

    E0841 SameFlatName { first: KnownName, again: KnownName, name: KnownName, why: Words, meant: &'static str, file: FileName }
        "{first} and {again} would both be {name}",
        file file,
        note "{why}",
        help "{meant}";

    E0842 NotSaid {
        format: &'static str, field: Words, state: &'static str, why: &'static str, meant: &'static str, file: FileName
    }
        "{format} cannot express that {field} {state}",
        file file,
        note "{why}",
        help "{meant}";

    E0843 NotAKey { path: KnownName, why: Words, meant: &'static str, file: FileName }
        "the name of {path} cannot be a key of a Kubernetes object",
        file file,
        note "{why}",
        help "{meant}, or in a ConfigMap or Secret write one document with `--document config.json`";

    E0844 ExportTooLarge { bytes: u64, what: &'static str, limit: &'static str, file: FileName }
        "the values take more than {bytes} bytes {what}",
        file file,
        note "{limit}";

    E0845 NoSecret { what: Words, file: FileName }
        "a list of variables cannot hold {what}",
        file file,
        note "sensitive values are in a Secret, to which the list refers",
        help "write the Secret with the format `secret`, and name it with `--secret-name`, or `secret_name` in a product";

    E0846 SecretValueFile { file: FileName }
        "a ConfigMap cannot hold the value file of a declaration with sensitive fields",
        file file,
        note "a value file has the values of all fields",
        help "write a Secret with the format `secret`";
}
