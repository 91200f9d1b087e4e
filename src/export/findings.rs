//! Messages about values that a target cannot express.

use crate::diagnostic::{Diagnostic, FileName, KnownName, Words, findings, quoted_whole};

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
    /// Two fields or members whose names in an environment file would be equal.
    SameVariable {
        /// The name.
        name: String,
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
    NullInToml {
        /// Its keys, or those of the vector around it, joined by dots.
        path: String,
        /// Its own key, if it is in a vector, array or map.
        member: Option<String>,
    },
    /// A name that Kubernetes does not allow as a key of data.
    NotAKey {
        /// Its keys, joined by dots.
        path: String,
        /// Its native names, joined by dots.
        name: String,
    },
    /// More bytes than a limit allows.
    TooLarge(ExportLimit),
}

/// A limit that an export exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportLimit {
    /// The limit of documents.
    Document {
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
    /// The diagnostic; `name` is the name of the value file.
    #[must_use]
    pub fn diagnostic(&self, name: &str) -> Diagnostic {
        let file = FileName(name.into());
        match self {
            Self::NotOneLine { path } => NotOneLine { path: KnownName::new(&**path), file }.into(),
            Self::SameVariable { name, paths } => {
                let why = "keys are joined by `_` in an environment file";
                let meant = "rename one of the two, or use `--format properties`, which joins names by `.`";
                let [first, again] = paths.each_ref().map(|path| KnownName::new(&**path));
                SameFlatName { first, again, name: KnownName::new(&**name), why, meant, file }.into()
            }
            Self::SameNativeName { name, paths } => {
                let why = "native names are joined by `.`";
                let meant = "give one of the two another `name`, or write one document: with `--format json`, or for \
                             Kubernetes with `--document config.json`";
                let [first, again] = paths.each_ref().map(|path| KnownName::new(&**path));
                SameFlatName { first, again, name: KnownName::new(&**name), why, meant, file }.into()
            }
            Self::NullInToml { path, member } => {
                let field = match member {
                    Some(member) => format!("{} in {}", quoted_whole(member), quoted_whole(path)),
                    None => quoted_whole(path),
                };
                NullInToml { field: Words(field), file }.into()
            }
            Self::NotAKey { path, name } => {
                let why = match name.len() {
                    0..=MAX_NAME => format!(
                        "its key would be {}; a key of a ConfigMap or Secret has only ASCII letters, digits, `-`, `_` \
                         and `.`, is not `.`, and does not begin with `..`",
                        quoted_whole(name)
                    ),
                    size => format!(
                        "its key would have {size} bytes; a key of a ConfigMap or Secret has at most {MAX_NAME}"
                    ),
                };
                NotAKey { path: KnownName::new(&**path), why: Words(why), file }.into()
            }
            Self::TooLarge(ExportLimit::Document { bytes }) => {
                let limit = "that is the largest document that can be read back as a layer";
                ExportTooLarge { bytes: *bytes, what: "in this format", limit, file }.into()
            }
            Self::TooLarge(ExportLimit::Kubernetes { bytes }) => {
                let limit = "Kubernetes refuses larger ConfigMaps and Secrets";
                ExportTooLarge { bytes: *bytes, what: "of data", limit, file }.into()
            }
        }
    }
}

findings! {
    E0840 NotOneLine { path: KnownName, file: FileName }
        "the value of {path} cannot be written into an environment file: it is not one line",
        file file,
        note "a value in an environment file cannot hold a line break or NUL",
        help "use `--format json`";

    E0841 SameFlatName { first: KnownName, again: KnownName, name: KnownName, why: &'static str, meant: &'static str, file: FileName }
        "{first} and {again} would both be {name}",
        file file,
        note "{why}",
        help "{meant}";

    E0842 NullInToml { field: Words, file: FileName }
        "TOML cannot express that {field} has no value",
        file file,
        note "it has a default, which would take its place if it were left out",
        help "use `--format json` or `--format yaml`, which have `null`";

    E0843 NotAKey { path: KnownName, why: Words, file: FileName }
        "the name of {path} cannot be a key of a Kubernetes object",
        file file,
        note "{why}",
        help "write all fields as one document with `--document config.json`";

    E0844 ExportTooLarge { bytes: u64, what: &'static str, limit: &'static str, file: FileName }
        "the values take more than {bytes} bytes {what}",
        file file,
        note "{limit}";
}
