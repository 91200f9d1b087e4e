//! Names of Kubernetes objects, of their namespaces, labels and annotations, and of their data.

use super::document::DocumentFormat;
use super::findings::MAX_NAME;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The longest namespace, name of a label and value of a label, in bytes.
const MAX_LABEL: usize = 63;

/// The size of the suffix that a hash of the data gives a name, with its `-`, in bytes.
const HASH_SUFFIX_SIZE: usize = 11;

/// The name of an object: at most 253 bytes, parts of `[a-z0-9]([-a-z0-9]*[a-z0-9])?` joined by points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectName(String);

/// The name of a namespace: at most 63 bytes, `[a-z0-9]([-a-z0-9]*[a-z0-9])?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Namespace(String);

/// The key of a label or annotation: a name of at most 63 bytes, `[A-Za-z0-9]([-_.A-Za-z0-9]*[A-Za-z0-9])?`, after an
/// optional prefix, which is like an [`ObjectName`], and `/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MetadataKey(String);

/// The value of a label: empty, or like the name in a [`MetadataKey`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelValue(String);

/// A key of an object's data, with the format of its extension: at most 253 bytes of `[-._a-zA-Z0-9]`, not beginning
/// with `..`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataKey {
    text: String,
    format: DocumentFormat,
}

/// A key of an object's data for any file: like a [`DataKey`], with any extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileKey(String);

/// The key `config.cvf`.
impl Default for FileKey {
    fn default() -> Self {
        Self("config.cvf".into())
    }
}

/// The reason why a text is not allowed as a name, key or value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectNameError {
    /// It is longer than this limit, in bytes.
    TooLong(usize),
    /// The name of an object is longer than 253 bytes with its hash suffix.
    NoRoom,
    /// Kubernetes does not allow it as the name of an object.
    NotAName,
    /// Kubernetes does not allow it as a namespace.
    NotANamespace,
    /// Kubernetes does not allow it as the key of a label or annotation.
    NotAMetadataKey,
    /// Kubernetes does not allow it as the value of a label.
    NotALabelValue,
    /// Kubernetes does not allow it as a key of data.
    NotAKey,
    /// Its extension names no format.
    NoFormat,
}

impl std::error::Error for ObjectNameError {}

impl Display for ObjectNameError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong(limit) => return write!(f, "it is longer than {limit} bytes"),
            Self::NoRoom => "with the 11 bytes of the hash suffix it is longer than 253 bytes",
            Self::NotAName => {
                "Kubernetes takes lower-case letters, digits, `-` and `.`, with a letter or digit at both ends \
                 and beside each `.`"
            }
            Self::NotANamespace => {
                "Kubernetes takes lower-case letters, digits and `-`, with a letter or digit at both ends"
            }
            Self::NotAMetadataKey => {
                "Kubernetes takes a name of at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at \
                 both ends, and before it an optional lower-case domain with a `/`, as in `example.org/name`"
            }
            Self::NotALabelValue => {
                "Kubernetes takes letters, digits, `-`, `_` and `.`, with a letter or digit at both ends"
            }
            Self::NotAKey => "Kubernetes takes letters, digits, `-`, `_` and `.`, and no `..` at the beginning",
            Self::NoFormat => {
                "its extension must be `.json`, `.yaml`, `.yml`, `.toml`, `.env` or `.properties`"
            }
        })
    }
}

/// Refuses a text that is longer than a limit, in bytes, or that does not fit.
fn checked(text: &str, limit: usize, fits: bool, error: ObjectNameError) -> Result<String, ObjectNameError> {
    match (text.len() > limit, fits) {
        (true, _) => Err(ObjectNameError::TooLong(limit)),
        (false, true) => Ok(text.into()),
        (false, false) => Err(error),
    }
}

/// Whether a text has characters at both ends that may be there, and between them such characters or others.
fn is_bounded(text: &str, is_end: impl Fn(u8) -> bool, is_inner: impl Fn(u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    let is_end_at = |byte: Option<&u8>| byte.is_some_and(|byte| is_end(*byte));
    is_end_at(bytes.first())
        && is_end_at(bytes.last())
        && bytes.iter().all(|byte| is_end(*byte) || is_inner(*byte))
}

fn is_dns_label(text: &str) -> bool {
    is_bounded(text, |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit(), |byte| byte == b'-')
}

fn is_label_text(text: &str) -> bool {
    is_bounded(text, |byte| byte.is_ascii_alphanumeric(), |byte| matches!(byte, b'-' | b'_' | b'.'))
}

/// Whether Kubernetes allows a text as a key of data, but for its length.
pub(super) fn is_key(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !text.is_empty() && text != "." && !text.starts_with("..") && text.bytes().all(fits)
}

impl FromStr for ObjectName {
    type Err = ObjectNameError;

    fn from_str(text: &str) -> Result<Self, ObjectNameError> {
        let fits = text.split('.').all(is_dns_label);
        checked(text, MAX_NAME, fits, ObjectNameError::NotAName).map(Self)
    }
}

impl FromStr for Namespace {
    type Err = ObjectNameError;

    fn from_str(text: &str) -> Result<Self, ObjectNameError> {
        checked(text, MAX_LABEL, is_dns_label(text), ObjectNameError::NotANamespace).map(Self)
    }
}

impl MetadataKey {
    /// The key of an annotation, in which Kubernetes also takes upper-case letters before the `/`.
    ///
    /// # Errors
    /// As for the key of a label.
    pub fn of_annotation(text: &str) -> Result<Self, ObjectNameError> {
        text.to_ascii_lowercase().parse::<Self>().map(|_| Self(text.into()))
    }
}

impl FromStr for MetadataKey {
    type Err = ObjectNameError;

    fn from_str(text: &str) -> Result<Self, ObjectNameError> {
        let (prefix, name) = text.split_once('/').map_or((None, text), |(prefix, name)| (Some(prefix), name));
        let fits = name.len() <= MAX_LABEL
            && is_label_text(name)
            && prefix.is_none_or(|prefix| prefix.parse::<ObjectName>().is_ok());
        if fits { Ok(Self(text.into())) } else { Err(ObjectNameError::NotAMetadataKey) }
    }
}

impl FromStr for LabelValue {
    type Err = ObjectNameError;

    fn from_str(text: &str) -> Result<Self, ObjectNameError> {
        let fits = text.is_empty() || is_label_text(text);
        checked(text, MAX_LABEL, fits, ObjectNameError::NotALabelValue).map(Self)
    }
}

impl FromStr for FileKey {
    type Err = ObjectNameError;

    fn from_str(text: &str) -> Result<Self, ObjectNameError> {
        checked(text, MAX_NAME, is_key(text), ObjectNameError::NotAKey).map(Self)
    }
}

impl FromStr for DataKey {
    type Err = ObjectNameError;

    fn from_str(text: &str) -> Result<Self, ObjectNameError> {
        let FileKey(text) = text.parse()?;
        let format = DocumentFormat::of_name(&text).ok_or(ObjectNameError::NoFormat)?;
        Ok(Self { text, format })
    }
}

impl ObjectName {
    /// The name, if a hash suffix may follow it.
    ///
    /// # Errors
    /// [`ObjectNameError::NoRoom`] if the name with the suffix is longer than 253 bytes.
    pub fn with_room(self) -> Result<Self, ObjectNameError> {
        if self.0.len() + HASH_SUFFIX_SIZE > MAX_NAME { Err(ObjectNameError::NoRoom) } else { Ok(self) }
    }
}

/// Implements `AsRef<str>` for names that are texts.
macro_rules! as_text {
    ($($name:ident),*) => {
        $(impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        })*
    };
}

as_text!(ObjectName, Namespace, MetadataKey, LabelValue, FileKey);

impl DataKey {
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The format of the document.
    #[must_use]
    pub fn format(&self) -> DocumentFormat {
        self.format
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_kubernetes() {
        let long = "a".repeat(253);
        for name in ["a", "a-b", "a.b", "0", long.as_str()] {
            assert!(name.parse::<ObjectName>().is_ok(), "{name}");
        }
        for name in ["", "A", "a_b", "-a", "a-", "a..b", ".a", "a.", "a.-b", "é", "a b"] {
            assert_eq!(name.parse::<ObjectName>(), Err(ObjectNameError::NotAName), "{name}");
        }
        assert_eq!("a".repeat(254).parse::<ObjectName>(), Err(ObjectNameError::TooLong(253)));
    }

    #[test]
    fn keys_of_documents_say_a_format() {
        let format = |name: &str| name.parse::<DataKey>().map(|key| key.format);
        assert_eq!(format("app.json"), Ok(DocumentFormat::Json));
        assert_eq!(format(".yml"), Ok(DocumentFormat::Yaml));
        assert_eq!(format("A_b-c.toml"), Ok(DocumentFormat::Toml));
        assert_eq!(format("app.ini"), Err(ObjectNameError::NoFormat));
        for name in ["", ".", "..", "..a.json", "a/b.json", "ü.json"] {
            assert_eq!(format(name), Err(ObjectNameError::NotAKey), "{name}");
        }
    }
}
