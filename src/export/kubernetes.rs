//! ConfigMaps and Secrets of Kubernetes.

use super::bounded_text::BoundedText;
use super::document::{DocumentFormat, document};
use super::findings::MAX_NAME;
use super::flat::{self, FlatNames, FlatValue};
use super::node::ExportNode;
use super::{ExportError, ExportLimit, yaml};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The most data that Kubernetes accepts in an object, in bytes.
const MAX_DATA: u64 = 1 << 20;

const TOO_LARGE: ExportError = ExportError::TooLarge(ExportLimit::Kubernetes { bytes: MAX_DATA });

/// An object to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KubernetesObject {
    /// Its `metadata.name`.
    pub name: ObjectName,
    /// The only key of its data, which holds the fields as one document. Without it each field has a separate key.
    pub document: Option<DataKey>,
}

/// The name of an object: at most 253 bytes, parts of `[a-z0-9]([-a-z0-9]*[a-z0-9])?` joined by points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectName(String);

/// A key of an object's data, with the format of its extension: at most 253 bytes of `[-._a-zA-Z0-9]`, not beginning
/// with `..`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataKey {
    text: String,
    format: DocumentFormat,
}

/// Why a text cannot be the name of an object or the key of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectNameError {
    /// It is longer than 253 bytes.
    TooLong,
    /// Kubernetes does not allow it as the name of an object.
    NotAName,
    /// Kubernetes does not allow it as a key of data.
    NotAKey,
    /// Its extension names no format.
    NoFormat,
}

impl std::error::Error for ObjectNameError {}

impl Display for ObjectNameError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "it is longer than 253 bytes",
            Self::NotAName => {
                "Kubernetes takes lower-case letters, digits, `-` and `.`, with a letter or digit at both ends \
                 and beside each `.`"
            }
            Self::NotAKey => "Kubernetes takes letters, digits, `-`, `_` and `.`, and no `..` at the beginning",
            Self::NoFormat => {
                "its extension must be `.json`, `.yaml`, `.yml`, `.toml`, `.env` or `.properties`"
            }
        })
    }
}

impl FromStr for ObjectName {
    type Err = ObjectNameError;

    fn from_str(text: &str) -> Result<Self, ObjectNameError> {
        if text.len() > MAX_NAME {
            return Err(ObjectNameError::TooLong);
        }
        let is_end = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let fits = text.split('.').map(str::as_bytes).all(|part| {
            part.first().is_some_and(is_end)
                && part.last().is_some_and(is_end)
                && part.iter().all(|byte| is_end(byte) || *byte == b'-')
        });
        if fits { Ok(Self(text.into())) } else { Err(ObjectNameError::NotAName) }
    }
}

impl FromStr for DataKey {
    type Err = ObjectNameError;

    fn from_str(text: &str) -> Result<Self, ObjectNameError> {
        if text.len() > MAX_NAME {
            return Err(ObjectNameError::TooLong);
        }
        if !is_key(text) {
            return Err(ObjectNameError::NotAKey);
        }
        let format = DocumentFormat::of_name(text).ok_or(ObjectNameError::NoFormat)?;
        Ok(Self { text: text.into(), format })
    }
}

/// Whether Kubernetes allows a text as a key of data, but for its length.
fn is_key(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !text.is_empty() && text != "." && !text.starts_with("..") && text.bytes().all(fits)
}

/// Returns a ConfigMap.
///
/// # Errors
/// See [`written`].
pub(super) fn config_map(
    object: &KubernetesObject,
    root: ExportNode<'_>,
) -> Result<String, Vec<ExportError>> {
    written(object, "ConfigMap", "data:", root)
}

/// Returns a Secret.
///
/// # Errors
/// See [`written`].
pub(super) fn secret(object: &KubernetesObject, root: ExportNode<'_>) -> Result<String, Vec<ExportError>> {
    written(object, "Secret", "type: Opaque\nstringData:", root)
}

/// Returns an object with its data.
///
/// # Errors
/// Errors of its document; keys that Kubernetes refuses, or that two values have; more data than Kubernetes takes.
fn written(
    object: &KubernetesObject,
    kind: &str,
    head: &str,
    root: ExportNode<'_>,
) -> Result<String, Vec<ExportError>> {
    let (mut data, mut errors) = (ObjectData { entries: Vec::new(), size: 0 }, Vec::new());
    match &object.document {
        Some(DataKey { text: name, format }) => {
            let text = document(*format, root)?;
            data.add(FlatValue { path: "", name, text }, &mut errors);
        }
        None => {
            let all = flat::each(root, FlatNames::Native, MAX_DATA, &mut errors, |value, errors| {
                data.add(value, errors)
            });
            errors.extend(all.err().map(|_| TOO_LARGE));
        }
    }
    let ObjectData { entries, .. } = data;
    if !errors.is_empty() {
        return Err(errors);
    }
    // One byte of data takes at most ten bytes of YAML, and keys have a limit too.
    let mut out = BoundedText::new(u64::MAX);
    out.push("apiVersion: v1\nkind: ");
    out.push(kind);
    out.push("\nmetadata:\n  name: ");
    yaml::text_value(&object.name.0, 2, &mut out);
    out.put('\n');
    out.push(head);
    if entries.is_empty() {
        out.push(" {}");
    }
    for (key, text) in entries {
        out.push("\n  ");
        yaml::text_value(&key, 2, &mut out);
        out.push(": ");
        yaml::text_value(&text, 2, &mut out);
    }
    out.put('\n');
    out.finish().map_err(|limit| vec![ExportError::TooLarge(limit)])
}

/// The data of an object so far.
struct ObjectData {
    entries: Vec<(String, String)>,
    /// The size of all texts, in bytes; keys do not count.
    size: u64,
}

impl ObjectData {
    /// Adds an entry, and returns whether another one may fit.
    fn add(&mut self, value: FlatValue<'_>, errors: &mut Vec<ExportError>) -> bool {
        let FlatValue { path, name, text } = value;
        if name.len() > MAX_NAME || !is_key(name) {
            errors.push(ExportError::NotAKey { path: path.into(), name: name.into() });
            return true;
        }
        self.size += text.len() as u64;
        if self.size > MAX_DATA {
            errors.push(TOO_LARGE);
            return false;
        }
        self.entries.push((name.into(), text));
        true
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
        assert_eq!("a".repeat(254).parse::<ObjectName>(), Err(ObjectNameError::TooLong));
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
