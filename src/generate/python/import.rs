//! The module of a runtime in an import of Python.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The keywords of Python, which cannot be names.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// The name of a module of Python, as in `acme.confc`, or `.confc` in the package of the importing module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PythonImport(String);

impl PythonImport {
    const MAX_SIZE: usize = 255;
}

impl FromStr for PythonImport {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let is_name = |name: &str| {
            name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && !KEYWORDS.contains(&name)
        };
        let fits = text.len() <= Self::MAX_SIZE
            && !text.ends_with(".py")
            && text.trim_start_matches('.').split('.').all(is_name);
        fits.then(|| Self(text.into())).ok_or(
            "expected the name of a module, not of a file: `acme.confc`, or `.confc` in the package of the client",
        )
    }
}

impl Display for PythonImport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::PythonImport;

    #[test]
    fn modules_have_names() {
        for module in ["confc", "acme.confc", ".confc", "..acme._confc2"] {
            assert!(module.parse::<PythonImport>().is_ok(), "{module}");
        }
        for module in ["", ".", "a.", "a..b", "1a", "a-b", "a b", "a.class", "./a", "é", "confc.py"] {
            assert!(module.parse::<PythonImport>().is_err(), "{module}");
        }
    }
}
