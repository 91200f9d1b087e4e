//! Packages of protobuf.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The package of a `.proto` file: identifiers with dots between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtoPackage(String);

impl FromStr for ProtoPackage {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let is_identifier = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let fits = text.split('.').all(is_identifier);
        fits.then(|| Self(text.into()))
            .ok_or("expected identifiers with dots between them, as in `acme.door`")
    }
}

impl Display for ProtoPackage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_identifiers() {
        for text in ["a", "_a.b_1.C"] {
            assert_eq!(text.parse::<ProtoPackage>().map(|package| package.to_string()), Ok(text.into()));
        }
        for text in ["", ".", "a.", ".a", "1a", "a-b", "a b", "é", "a;"] {
            assert!(text.parse::<ProtoPackage>().is_err(), "{text}");
        }
    }
}
