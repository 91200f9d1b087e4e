//! The import path of a runtime in Go.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The import path of a package of Go, as in `example.org/door/confc`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoImport(String);

impl GoImport {
    const MAX_SIZE: usize = 255;
}

impl FromStr for GoImport {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let is_element = |element: &str| {
            !element.is_empty()
                && !element.starts_with('.')
                && !element.ends_with('.')
                && element.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+".contains(&byte))
        };
        let fits = text.len() <= Self::MAX_SIZE && text.split('/').all(is_element);
        fits.then(|| Self(text.into()))
            .ok_or("expected an absolute import path, as in `example.org/door/confc`")
    }
}

impl Display for GoImport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::GoImport;

    #[test]
    fn paths_are_absolute() {
        for path in ["confc", "example.org/door/confc", "example.org/~me/a-b_c+d/v2.1"] {
            assert!(path.parse::<GoImport>().is_ok(), "{path}");
        }
        for path in ["", "./confc", "../confc", "/confc", "a//b", "a/", "a b", "a\"b", "a\\b", "é", "a."] {
            assert!(path.parse::<GoImport>().is_err(), "{path}");
        }
    }
}
