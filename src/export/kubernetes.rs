//! ConfigMaps and Secrets of Kubernetes.

use super::bounded_text::BoundedText;
use super::document::document;
use super::findings::MAX_NAME;
use super::flat::{self, FlatNames, FlatValue};
use super::node::ExportNode;
use super::object_names::{DataKey, FileKey, LabelValue, MetadataKey, Namespace, ObjectName, is_key};
use super::{ExportError, ExportLimit, VariableNames, yaml};
use crate::declaration::{Config, ValueSource};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

/// The most data that Kubernetes accepts in an object, in bytes.
pub(super) const MAX_DATA: u64 = 1 << 20;

pub(super) const TOO_LARGE: ExportError = ExportError::TooLarge(ExportLimit::Kubernetes { bytes: MAX_DATA });

/// An object to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KubernetesObject {
    /// Its `metadata.name`, but for the hash.
    pub name: ObjectName,
    /// Its `metadata.namespace`.
    pub namespace: Option<Namespace>,
    /// Its `metadata.labels`.
    pub labels: BTreeMap<MetadataKey, LabelValue>,
    /// Its `metadata.annotations`.
    pub annotations: BTreeMap<MetadataKey, String>,
    /// Whether Kubernetes refuses later changes of its data.
    pub immutable: bool,
    /// Whether a hash of the data is appended to the name, which must have room for it ([`ObjectName::with_room`]).
    pub hash_suffix: bool,
    /// The content of its data.
    pub content: ObjectContent,
}

/// The content of an object's data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectContent {
    /// A key for each field.
    Fields(DataKeys),
    /// The fields as one document, under this key.
    Document(DataKey),
    /// The value file, under this key. The default is the name of the file in its package, if that is known and allowed
    /// as a key, and otherwise `config.cvf`.
    ValueFile(Option<FileKey>),
}

/// The keys of the fields in the data of an object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DataKeys {
    /// Native names joined by points, as in properties.
    #[default]
    Properties,
    /// Names of variables, as in environment files.
    Env,
}

impl DataKeys {
    fn names(self, variables: &VariableNames) -> FlatNames<'_> {
        match self {
            Self::Properties => FlatNames::Native,
            Self::Env => FlatNames::Variables(variables),
        }
    }
}

impl KubernetesObject {
    /// An object with nothing but data, a key for each field.
    #[must_use]
    pub fn new(name: ObjectName) -> Self {
        Self {
            name,
            namespace: None,
            labels: BTreeMap::new(),
            annotations: BTreeMap::new(),
            immutable: false,
            hash_suffix: false,
            content: ObjectContent::Fields(DataKeys::default()),
        }
    }

    /// Returns a ConfigMap.
    ///
    /// # Errors
    /// Refuses the value file of a declaration with sensitive fields. Returns the errors of [`Self::data`],
    /// too.
    pub(super) fn config_map(&self, written: &WrittenObject<'_>) -> Result<String, Vec<ExportError>> {
        let head = match self.content {
            ObjectContent::ValueFile(_) if written.config.holds_sensitive() => {
                return Err(vec![ExportError::SecretValueFile]);
            }
            ObjectContent::ValueFile(_) => "binaryData:",
            ObjectContent::Fields(_) | ObjectContent::Document(_) => "data:",
        };
        self.written("ConfigMap", head, &self.data(written)?)
    }

    /// Returns a Secret.
    ///
    /// # Errors
    /// See [`Self::data`].
    pub(super) fn secret(&self, written: &WrittenObject<'_>) -> Result<String, Vec<ExportError>> {
        let head = match self.content {
            ObjectContent::ValueFile(_) => "type: Opaque\ndata:",
            ObjectContent::Fields(_) | ObjectContent::Document(_) => "type: Opaque\nstringData:",
        };
        self.written("Secret", head, &self.data(written)?)
    }

    /// Returns the data.
    ///
    /// # Errors
    /// Errors of its document; keys that Kubernetes refuses, or that two values have; more data than Kubernetes takes.
    fn data(&self, written: &WrittenObject<'_>) -> Result<Vec<DataEntry>, Vec<ExportError>> {
        let WrittenObject { config, variables, root, file } = *written;
        match &self.content {
            ObjectContent::Fields(keys) => data(*keys, variables, root),
            ObjectContent::Document(key) => {
                let (mut data, mut errors) = (ObjectData::default(), Vec::new());
                let text = document(key.format(), variables, root)?;
                let name = key.as_str();
                data.add(FlatValue { path: "", name, shown_name: name, text }, &mut errors);
                if errors.is_empty() { Ok(data.entries) } else { Err(errors) }
            }
            ObjectContent::ValueFile(_) if file.len() as u64 > MAX_DATA => Err(vec![TOO_LARGE]),
            ObjectContent::ValueFile(key) => {
                let key = key.clone().unwrap_or_else(|| file_key(config));
                Ok(vec![DataEntry { path: String::new(), key: key.as_ref().into(), text: base64(file) }])
            }
        }
    }

    /// Returns the text of an object with this data, which is never too large.
    fn written(&self, kind: &str, head: &str, data: &[DataEntry]) -> Result<String, Vec<ExportError>> {
        // One byte of data takes at most ten bytes of YAML, and keys have a limit too.
        let mut out = BoundedText::new(u64::MAX);
        out.push("apiVersion: v1\nkind: ");
        out.push(kind);
        out.push("\nmetadata:");
        let mut name = self.name.as_ref().to_owned();
        if self.hash_suffix {
            name.push('-');
            name.push_str(&hash(data));
        }
        entry("name", &name, 2, &mut out);
        if let Some(namespace) = &self.namespace {
            entry("namespace", namespace.as_ref(), 2, &mut out);
        }
        let labels = self.labels.iter().map(|(key, value)| (key.as_ref(), value.as_ref()));
        entries("\n  labels:", labels, &mut out);
        let annotations = self.annotations.iter().map(|(key, value)| (key.as_ref(), value.as_str()));
        entries("\n  annotations:", annotations, &mut out);
        if self.immutable {
            out.push("\nimmutable: true");
        }
        out.put('\n');
        out.push(head);
        if data.is_empty() {
            out.push(" {}");
        }
        data.iter().for_each(|DataEntry { key, text, .. }| entry(key, text, 2, &mut out));
        out.put('\n');
        out.finish().map_err(|limit| vec![ExportError::TooLarge(limit)])
    }
}

/// The inputs of an object.
#[derive(Clone, Copy)]
pub(super) struct WrittenObject<'w> {
    pub(super) config: &'w Config,
    pub(super) variables: &'w VariableNames,
    /// The selected fields.
    pub(super) root: ExportNode<'w>,
    /// The bytes of the value file.
    pub(super) file: &'w [u8],
}

/// The default key of a value file.
fn file_key(config: &Config) -> FileKey {
    let path = match config.value_source() {
        ValueSource::PackagePath(path) => path.as_str(),
        ValueSource::Capabilities => "",
    };
    let name = path.rsplit('/').next().unwrap_or_default();
    name.parse().unwrap_or_default()
}

/// Writes an object in the metadata, unless it is empty.
fn entries<'e>(head: &str, entries: impl Iterator<Item = (&'e str, &'e str)>, out: &mut BoundedText) {
    for (at, (key, value)) in entries.enumerate() {
        if at == 0 {
            out.push(head);
        }
        entry(key, value, 4, out);
    }
}

/// Writes a key and a text on a new line.
pub(super) fn entry(key: &str, text: &str, indentation: usize, out: &mut BoundedText) {
    out.put('\n');
    (0..indentation).for_each(|_| out.put(' '));
    yaml::text_value(key, indentation, out);
    out.push(": ");
    yaml::text_value(text, indentation, out);
}

/// The first 50 bits of the SHA-256 of data, in 10 characters. The data are hashed as JSON with sorted keys and without
/// white space.
fn hash(data: &[DataEntry]) -> String {
    let sorted: BTreeMap<&str, &str> =
        data.iter().map(|DataEntry { key, text, .. }| (key.as_str(), text.as_str())).collect();
    base32(&Sha256::digest(serde_json::to_string(&sorted).unwrap_or_default()))
}

/// The first 50 bits of at least 7 bytes in base32 (RFC 4648), in lower case.
fn base32(bytes: &[u8]) -> String {
    const DIGITS: &str = "abcdefghijklmnopqrstuvwxyz234567";
    let bits = bytes.iter().take(7).fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    let digit = |at: u32| usize::try_from(bits >> (51 - 5 * at) & 31).ok();
    (0..HASH_SIZE).filter_map(|at| DIGITS.chars().nth(digit(at)?)).collect()
}

/// Returns bytes in base64 (RFC 4648), with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - three.len()));
        let digit = |at: usize| DIGITS.get((bits >> (18 - 6 * at) & 63) as usize);
        let digits = (0..=three.len()).filter_map(digit).map(|digit| char::from(*digit));
        text.extend(digits.chain(std::iter::repeat_n('=', 3 - three.len())));
    }
    text
}

/// The characters of a hash, without the `-` before it.
const HASH_SIZE: u32 = 10;

/// An entry of an object's data.
pub(super) struct DataEntry {
    /// The keys of the value, joined by points; empty for a document.
    pub(super) path: String,
    pub(super) key: String,
    pub(super) text: String,
}

/// Returns the data with a key for each value.
///
/// # Errors
/// Keys that Kubernetes refuses, or that two values have; a variable with a NUL; more data than Kubernetes takes.
pub(super) fn data(
    keys: DataKeys,
    variables: &VariableNames,
    root: ExportNode<'_>,
) -> Result<Vec<DataEntry>, Vec<ExportError>> {
    let (mut data, mut errors) = (ObjectData::default(), Vec::new());
    let all = flat::each(root, keys.names(variables), MAX_DATA, &mut errors, |value, errors| {
        if keys == DataKeys::Env && value.text.contains('\0') {
            errors.push(ExportError::Nul { path: value.path.into() });
        }
        data.add(value, errors)
    });
    errors.extend(all.err().map(|_| TOO_LARGE));
    if errors.is_empty() { Ok(data.entries) } else { Err(errors) }
}

/// The data of an object so far.
#[derive(Default)]
struct ObjectData {
    entries: Vec<DataEntry>,
    /// The size of all texts, in bytes; keys do not count.
    size: u64,
}

impl ObjectData {
    /// Adds an entry, and returns whether another one may fit.
    fn add(&mut self, value: FlatValue<'_>, errors: &mut Vec<ExportError>) -> bool {
        let FlatValue { path, name, shown_name, text } = value;
        if name.len() > MAX_NAME || !is_key(name) {
            errors.push(ExportError::NotAKey { path: path.into(), name: shown_name.into() });
            return true;
        }
        self.size += text.len() as u64;
        if self.size > MAX_DATA {
            errors.push(TOO_LARGE);
            return false;
        }
        self.entries.push(DataEntry { path: path.into(), key: name.into(), text });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }
}
