//! What a target cannot express, and one constructor for each code of it.

use crate::diagnostic::{Code, Diagnostic};
use crate::text::escape::{plain, quoted};
use crate::value::SAME_NAME;

/// Something that a target cannot express. It names keys and never holds a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportError {
    /// A value with a line break or a NUL, in an environment file.
    NotOneLine {
        /// The keys that lead to it, joined by points.
        path: String,
    },
    /// Two fields or members whose names in an environment file would be equal.
    SameName {
        /// That name.
        name: String,
        /// The keys that lead to them, joined by points.
        paths: [String; 2],
    },
    /// An optional field or member that has no value though it has a default, in TOML.
    NullInToml {
        /// The keys that lead to it, or to the vector that it is in, joined by points.
        path: String,
        /// Its own key, where it is in a vector, array or map.
        member: Option<String>,
    },
    /// A key of a Kubernetes object that would be longer than 253 bytes.
    KeyTooLong {
        /// The keys that it is made of, joined by points.
        path: String,
    },
    /// More than fits.
    TooLarge(ExportLimit),
}

/// A limit that would be passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportLimit {
    /// That of documents.
    Document {
        /// In bytes.
        bytes: u64,
    },
    /// That of the data of Kubernetes objects.
    Kubernetes {
        /// In bytes.
        bytes: u64,
    },
}

impl ExportError {
    /// The diagnostic; `name` is that of the value file.
    #[must_use]
    pub fn diagnostic(&self, name: &str) -> Diagnostic {
        let found = match self {
            Self::NotOneLine { path } => not_one_line(path),
            Self::SameName { name, paths } => same_name(name, paths),
            Self::NullInToml { path, member } => null_in_toml(path, member.as_deref()),
            Self::KeyTooLong { path } => key_too_long(path),
            Self::TooLarge(limit) => too_large(*limit),
        };
        found.in_file(plain(name).to_string())
    }
}

fn not_one_line(path: &str) -> Diagnostic {
    Diagnostic::new(
        Code::E0840,
        format!(
            "the value of {} cannot be written into an environment file: it is not one line",
            quoted(path)
        ),
    )
    .note("a line of an environment file has no escapes for line breaks and NUL")
    .help("use `--format json`")
}

fn same_name(name: &str, [first, again]: &[String; 2]) -> Diagnostic {
    Diagnostic::new(
        SAME_NAME,
        format!("{} and {} would both be {}", quoted(first), quoted(again), quoted(name)),
    )
    .note("keys are joined by `_` in an environment file")
    .help("rename one of the two, or use `--format properties`, which joins keys by `.`")
}

fn null_in_toml(path: &str, member: Option<&str>) -> Diagnostic {
    let what = match member {
        Some(member) => format!("{} in {}", quoted(member), quoted(path)),
        None => quoted(path).to_string(),
    };
    Diagnostic::new(Code::E0842, format!("TOML cannot express that {what} has no value"))
        .note("it has a default, which would take its place if it were left out")
        .help("use `--format json` or `--format yaml`, which have `null`")
}

fn key_too_long(path: &str) -> Diagnostic {
    Diagnostic::new(Code::E0843, format!("the key {} is too long for Kubernetes", quoted(path)))
        .note("a key of a ConfigMap or Secret has at most 253 bytes")
        .help("write all fields as one document with `--document config.json`")
}

fn too_large(limit: ExportLimit) -> Diagnostic {
    match limit {
        ExportLimit::Document { bytes } => {
            Diagnostic::new(Code::E0844, format!("the values take more than {bytes} bytes in this format"))
                .note("that is the largest document that can be read back as a layer")
        }
        ExportLimit::Kubernetes { bytes } => {
            Diagnostic::new(Code::E0844, format!("the values take more than {bytes} bytes of data"))
                .note("Kubernetes refuses larger ConfigMaps and Secrets")
        }
    }
}
