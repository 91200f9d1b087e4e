//! `file:` URIs (RFC 8089) and absolute paths.
//!
//! Paths are those of Unix, in UTF-8. A path with the drive of Windows gets no special form: `file:///c%3A/a` is the
//! path `/c:/a`. The segments `.` and `..`, empty segments and symbolic links stay in paths.

use lsp_types::Uri;
use serde_json::Value;
use std::str::FromStr as _;

/// The absolute path of a `file:` URI, percent-decoded once. Characters that need percent-encoding may also be raw.
///
/// `None` for other schemes, hosts other than `localhost`, a query, a fragment, an invalid percent-encoding, and for
/// paths that are relative, contain NUL, or are not UTF-8.
pub(super) fn path_of(uri: &str) -> Option<String> {
    let (scheme, rest) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") || rest.contains(['?', '#']) {
        return None;
    }
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let (host, path) = rest.split_at_checked(rest.find('/')?)?;
            (host.is_empty() || host.eq_ignore_ascii_case("localhost")).then_some(path)?
        }
        None => rest,
    };
    let path = String::from_utf8(decoded(path.starts_with('/').then_some(path)?)?).ok()?;
    (!path.contains('\0')).then_some(path)
}

/// The `file:` URI of an absolute path. All bytes except `/` and unreserved characters (RFC 3986) are percent-encoded.
///
/// `None` if the path is relative or contains NUL. Otherwise [`path_of`] the URI is the path.
pub(super) fn uri_of(path: &str) -> Option<Uri> {
    if !path.starts_with('/') || path.contains('\0') {
        return None;
    }
    let mut uri = "file://".to_owned();
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                uri.push(byte.into())
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    Uri::from_str(&uri).ok()
}

/// Parameters whose `file:` URIs are as RFC 3986 allows. Some clients send characters in them that need an encoding,
/// which `lsp-types` refuses.
pub(super) fn with_strict_uris(mut params: Value) -> Value {
    make_strict(&mut params);
    params
}

fn make_strict(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                if let Value::String(uri) = member
                    && matches!(key.as_str(), "uri" | "rootUri" | "scopeUri")
                    && let Some(strict) = path_of(uri).and_then(|path| uri_of(&path))
                {
                    strict.as_str().clone_into(uri);
                } else {
                    make_strict(member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(make_strict),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Replaces percent-encodings by their bytes. `None` if a `%` is not followed by two hexadecimal digits.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        let decoded = match byte {
            b'%' => u8::try_from(digit(bytes.next())? << 4 | digit(bytes.next())?).ok()?,
            _ => byte,
        };
        out.push(decoded);
    }
    Some(out)
}

#[cfg(test)]
mod tests;
