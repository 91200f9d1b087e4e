//! The specifier of a runtime in an import of TypeScript.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A module specifier, as in `./confc.js` or `@acme/confc`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeScriptImport(String);

impl TypeScriptImport {
    const MAX_SIZE: usize = 255;
}

impl FromStr for TypeScriptImport {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let fits = (1..=Self::MAX_SIZE).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'`\\".contains(&byte));
        fits.then(|| Self(text.into())).ok_or(
            "expected a module specifier without spaces and quotes, as in `./confc.js` or `@acme/confc`",
        )
    }
}

impl Display for TypeScriptImport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::TypeScriptImport;

    #[test]
    fn specifiers_need_no_escapes() {
        for specifier in
            ["./confc.js", "../a/confc.ts", "@acme/confc", "#confc", "https://acme.example/c.ts?v=1"]
        {
            assert!(specifier.parse::<TypeScriptImport>().is_ok(), "{specifier}");
        }
        for specifier in ["", "a b", "\"a\"", "a'", "a\\b", "a\nb", "é"] {
            assert!(specifier.parse::<TypeScriptImport>().is_err(), "{specifier}");
        }
    }
}
