//! The manifests and texts of these tests with native names that differ from the keys.

use crate::support::random::Random;
use confc::syntax::Format;

/// Names in manifests and texts, each with the one that takes its place. `passwd` is an alias.
const NAMES: &[(&str, &str)] = &[
    ("accounts", "user-accounts"),
    ("code", "code.1"),
    ("host", "host-name"),
    ("keyring", "keyRing"),
    ("level", "Level"),
    ("name", "displayName"),
    ("passwd", "db/passwd"),
    ("password", "db-password"),
    ("pin", "PIN"),
    ("pins", "PIN codes"),
    ("server", "Server"),
    ("timeout_ms", "timeoutMs"),
    ("token", "auth:token"),
];

/// The manifest with a native name for each key that has one.
pub(super) fn named_manifest(manifest: &str) -> String {
    let text = respelled(manifest, Format::Json5, &mut || true);
    text.replace("aliases: ['passwd']", "aliases: ['db/passwd']")
}

/// The text with native names at the places of keys and in pointers, and with a key here and there.
pub(super) fn native(random: &mut Random, format: Format, text: &str) -> String {
    respelled(text, format, &mut || !random.once_in(12))
}

/// The text with native names at the places of keys.
pub(super) fn all_native(format: Format, text: &str) -> String {
    respelled(text, format, &mut || true)
}

fn respelled(text: &str, format: Format, is_native: &mut dyn FnMut() -> bool) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(is_part) {
        let (before, behind) = rest.split_at(start);
        out += before;
        let (word, behind) = behind.split_at(behind.find(|c| !is_part(c)).unwrap_or(behind.len()));
        rest = behind;
        let native = NAMES.iter().find(|(name, _)| *name == word).map(|(_, native)| *native);
        let is_step = out.ends_with('/');
        let is_table = out.ends_with("\n[") && rest.starts_with(']');
        let is_key = rest.starts_with(':') || rest.starts_with(" =") || is_table;
        match native.filter(|_| (is_step || is_key) && is_native()) {
            Some(native) if rest.starts_with(": { type:") => {
                rest = &rest[4..];
                out += &format!("{word}: {{ name: '{native}',");
            }
            Some(native) if is_step => out += &native.replace('/', "~1"),
            Some(native) => out += &key(native, format),
            None => out += word,
        }
    }
    out + rest
}

/// A key as a format writes it.
fn key(name: &str, format: Format) -> String {
    let is_plain = |c: char| match format {
        Format::Json | Format::Json5 | Format::Env => c.is_ascii_alphanumeric(),
        Format::Toml => c.is_ascii_alphanumeric() || c == '-',
        Format::Yaml => true,
    };
    if name.chars().all(is_plain) { name.into() } else { format!("\"{name}\"") }
}
