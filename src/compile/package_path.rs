//! Where in its package a component's value file lies.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A path in a package, as in `meta/netstack.cvf`: names with `/` between them, none of them `.` or `..`, each of at
/// most 255 bytes, without backslashes and control characters. By default it is empty, which says that it is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackagePath(String);

impl PackagePath {
    /// The longest name in it, in bytes: as long as file systems and packages take it.
    const MAX_NAME: usize = 255;

    /// The path, empty where it is not known.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PackagePath {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = if text.is_empty() {
            "nothing"
        } else if text.starts_with('/') {
            "an absolute path"
        } else if text.contains('\\') {
            "a backslash, where a folder ends in `/`"
        } else if text.chars().any(char::is_control) {
            "a control character"
        } else if text.split('/').any(str::is_empty) {
            "a folder or file without a name"
        } else if text.split('/').any(|name| matches!(name, "." | "..")) {
            "`.` or `..` in it"
        } else if text.split('/').any(|name| name.len() > Self::MAX_NAME) {
            "a name of more than 255 bytes"
        } else {
            return Ok(Self(text.into()));
        };
        Err(format!("expected a path in a package, as in `meta/netstack.cvf`, found {found}"))
    }
}

impl Display for PackagePath {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_a_package_is_relative_and_plain() {
        let longest = format!("meta/{}", "x".repeat(PackagePath::MAX_NAME));
        for good in ["a", "meta/netstack.cvf", "a b/.c/..d/e..", "ü/日", longest.as_str()] {
            assert_eq!(good.parse::<PackagePath>().unwrap().as_str(), good);
        }
        let too_long = format!("{longest}x");
        let bad = [
            "", "/", "/a", "//a", "a//b", "a/", ".", "..", "./a", "a/..", "a/../b", "a/./b", "a\\b", "a\nb",
            "a\0", "a\u{85}", &too_long,
        ];
        for bad in bad {
            assert!(bad.parse::<PackagePath>().is_err(), "{bad:?}");
        }
        assert_eq!(PackagePath::default().as_str(), "");
    }
}
