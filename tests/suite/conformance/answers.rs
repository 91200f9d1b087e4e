//! The loader's answers, in the notation of the cases.

use confc::declaration::{Declaration, Integrity};
use confc::export::{DocumentFormat, ExportTarget, ExportedValues, SensitiveFields, VariableNames, export};
use confc::types::{List, MapEntries, Value};
use confc_core::values::{LoadError, OverrideError, load_with};

/// Loads a file: returns the values, or why they are refused.
pub(crate) fn loaded(declaration: &Declaration, bytes: &[u8], overrides: Vec<(&str, Value)>) -> String {
    match load_with(declaration, bytes, Integrity::Check, overrides) {
        Ok(loaded) => format!("ok {}", values(loaded.values())),
        Err(error) => refusal(&error),
    }
}

/// The plain data without sensitive values, as JSON; `None` if it cannot be exported or the file is refused.
pub(crate) fn plain(declaration: &Declaration, bytes: &[u8]) -> Option<String> {
    let loaded = load_with(declaration, bytes, Integrity::Check, []).ok()?;
    let target = ExportTarget::Document(DocumentFormat::Json, SensitiveFields::Omit);
    let config = declaration.config().expect("a schema");
    let values = ExportedValues { values: loaded.values(), file: bytes };
    let exported = export(config, values, &target, &VariableNames::default()).ok()?;
    let text = String::from_utf8(exported.bytes).expect("JSON is UTF-8");
    Some(format!("ok {}", string(text.trim_end())))
}

fn refusal(error: &LoadError) -> String {
    match error {
        LoadError::Decode(_) => "decode".into(),
        LoadError::ChecksumMismatch { .. } => format!("checksum {}", string(&error.to_string())),
        LoadError::Count { expected, found } => format!("count {expected} {found}"),
        LoadError::ConstraintViolation { key, .. } => format!("constraint {key}"),
        LoadError::Override(error) => format!("override {}", overridden(error)),
        LoadError::Rule(broken) => format!("rule {}", string(&broken.to_string())),
        LoadError::NoSchema => panic!("every declaration has a schema"),
    }
}

fn overridden(error: &OverrideError) -> String {
    match error {
        OverrideError::Unknown { key } => key.to_string().trim_matches('`').into(),
        OverrideError::Immutable { key }
        | OverrideError::Twice { key }
        | OverrideError::ConstraintViolation { key, .. } => key.to_string(),
    }
}

/// The values of all fields, or of the members of a struct.
fn values(values: &[Value]) -> String {
    format!("{{{}}}", values.iter().map(value).collect::<Vec<_>>().join(","))
}

/// A value, exactly.
pub(crate) fn value(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Unsigned(value) => value.to_string(),
        Value::Signed(value) => value.to_string(),
        Value::Float(value) => format!("f{:016x}", value.to_bits()),
        Value::String(text) => string(text),
        Value::Variant(number) => format!("v{number}"),
        Value::Absent => "none".into(),
        Value::Null => "null".into(),
        Value::Json(text) => format!("j{}", hex(text.as_str().as_bytes())),
        Value::Union(union) => format!("u{}({})", union.case + 1, self::value(&union.value)),
        Value::Struct(members) => values(members),
        Value::List(list) => elements(list),
        Value::Map(map) => entries(map),
    }
}

fn elements(list: &List) -> String {
    format!("[{}]", list.to_values().iter().map(value).collect::<Vec<_>>().join(","))
}

fn entries(map: &MapEntries) -> String {
    let entry = |(key, value): (Box<str>, Value)| format!("{}:{}", string(&key), self::value(&value));
    format!("<{}>", map.to_entries().into_iter().map(entry).collect::<Vec<_>>().join(","))
}

/// A string.
pub(crate) fn string(text: &str) -> String {
    format!("s{}", hex(text.as_bytes()))
}

/// Bytes in a request. The `=` before them marks an argument without bytes.
pub(crate) fn bytes(bytes: &[u8]) -> String {
    format!("={}", hex(bytes))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut out, byte| {
        write!(out, "{byte:02x}").expect("a string takes everything");
        out
    })
}

/// Reads a string from `s` and hexadecimal digits.
pub(crate) fn text_of(answer: &str) -> Option<String> {
    let digits = answer.strip_prefix('s')?;
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    String::from_utf8((0..digits.len()).step_by(2).map(byte).collect::<Option<Vec<u8>>>()?).ok()
}
