//! The name of a package of Go.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The keywords of Go, which cannot be names.
const KEYWORDS: [&str; 25] = [
    "break",
    "case",
    "chan",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "fallthrough",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "interface",
    "map",
    "package",
    "range",
    "return",
    "select",
    "struct",
    "switch",
    "type",
    "var",
];

/// The name of a package of Go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoPackage(String);

impl Default for GoPackage {
    /// The usual name of a package with a runtime.
    fn default() -> Self {
        Self("confc".into())
    }
}

impl FromStr for GoPackage {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let is_name = text.starts_with(|first: char| first.is_ascii_lowercase())
            && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
            && !KEYWORDS.contains(&text);
        is_name
            .then(|| Self(text.into()))
            .ok_or("expected a lower-case letter, then lower-case letters, digits and `_`, as in `door`, and no keyword of Go")
    }
}

impl Display for GoPackage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
