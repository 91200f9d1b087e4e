//! Paths of value files in packages.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A path in a package, as in `meta/netstack.cvf`: names with `/` between them. No name is `.` or `..`, has more than
/// 255 bytes, or contains a backslash or control character. The default is empty and means that the path is unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackagePath(Box<str>);

impl PackagePath {
    /// The longest name in it, in bytes: the limit of file systems and packages.
    const MAX_NAME: usize = 255;

    /// The path; empty if it is unknown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a text is not a path in a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackagePathError {
    /// It is empty.
    Empty,
    /// It begins with `/`.
    Absolute,
    /// It contains a backslash or a control character.
    Character,
    /// One of its names is empty.
    Unnamed,
    /// `.` or `..` is one of its names.
    Relative,
    /// A name in it has more than 255 bytes.
    TooLong,
}

impl Error for PackagePathError {}

impl Display for PackagePathError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let found = match self {
            Self::Empty => "nothing",
            Self::Absolute => "an absolute path",
            Self::Character => "a backslash or control character; folders end in `/`",
            Self::Unnamed => "a folder or file without a name",
            Self::Relative => "`.` or `..` in it",
            Self::TooLong => "a name of more than 255 bytes",
        };
        write!(f, "expected a path in a package, as in `meta/netstack.cvf`, found {found}")
    }
}

impl FromStr for PackagePath {
    type Err = PackagePathError;

    fn from_str(text: &str) -> Result<Self, PackagePathError> {
        let has = |is: fn(&str) -> bool| text.split('/').any(is);
        if text.is_empty() {
            Err(PackagePathError::Empty)
        } else if text.starts_with('/') {
            Err(PackagePathError::Absolute)
        } else if text.contains(|c: char| c == '\\' || c.is_control()) {
            Err(PackagePathError::Character)
        } else if has(str::is_empty) {
            Err(PackagePathError::Unnamed)
        } else if has(|name| matches!(name, "." | "..")) {
            Err(PackagePathError::Relative)
        } else if has(|name| name.len() > Self::MAX_NAME) {
            Err(PackagePathError::TooLong)
        } else {
            Ok(Self(text.into()))
        }
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
