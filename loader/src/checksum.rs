//! The checksum of an interface, without the declaration.

use confc_core::declaration;
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};
use std::str::FromStr;

/// SHA-256 over an interface: its keys, types, constraints and rules. Two interfaces are equal if and only if their
/// checksums are.
///
/// Its text is `sha256:` and 64 lower-case hexadecimal digits, as `confc show` prints it. [`FromStr`] reads this text
/// and no other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Checksum([u8; 32]);

impl Checksum {
    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<declaration::Checksum> for Checksum {
    fn from(checksum: declaration::Checksum) -> Self {
        Self(*checksum.as_bytes())
    }
}

impl Display for Checksum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&declaration::Checksum::from_bytes(self.0), f)
    }
}

impl Debug for Checksum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl FromStr for Checksum {
    type Err = ChecksumError;

    fn from_str(text: &str) -> Result<Self, ChecksumError> {
        let digits = text.strip_prefix("sha256:").ok_or(ChecksumError)?;
        let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
        if pairs.len() != 32 || !rest.is_empty() {
            return Err(ChecksumError);
        }
        let mut bytes = [0; 32];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Ok(Self(bytes))
    }
}

/// The value of a lower-case hexadecimal digit.
fn digit(digit: u8) -> Result<u8, ChecksumError> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        _ => Err(ChecksumError),
    }
}

/// A text is not the text of a [`Checksum`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChecksumError;

impl Error for ChecksumError {}

impl Display for ChecksumError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("expected `sha256:` and 64 lower-case hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_read_from_its_text_alone() {
        let checksum = Checksum(std::array::from_fn(|at| u8::try_from(at * 8 + 3).unwrap()));
        let text = checksum.to_string();
        assert_eq!(text.parse(), Ok(checksum));
        let others = ["", "sha256:", &text[7..], &text[..70], &text.to_uppercase(), &text.replace('3', "g")];
        for other in others.map(str::to_owned).into_iter().chain([format!("{text}0"), format!("{text}00")]) {
            assert_eq!(other.parse::<Checksum>(), Err(ChecksumError), "{other}");
        }
    }
}
