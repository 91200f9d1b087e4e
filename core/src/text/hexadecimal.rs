//! Bytes printed as hexadecimal digits.

use std::fmt::{self, Display, Formatter, Write as _};

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Prints bytes as two lower-case hexadecimal digits each.
#[derive(Debug, Clone, Copy)]
pub struct Hexadecimal<'b>(pub &'b [u8]);

impl Display for Hexadecimal<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| {
            f.write_char(digit(byte >> 4))?;
            f.write_char(digit(byte & 0xf))
        })
    }
}

fn digit(half: u8) -> char {
    DIGITS.get(usize::from(half)).map_or('0', |digit| char::from(*digit))
}

#[cfg(test)]
mod tests {
    use super::Hexadecimal;

    #[test]
    fn every_byte_is_two_digits() {
        let bytes: Vec<u8> = (0..=255).collect();
        let expected: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(Hexadecimal(&bytes).to_string(), expected);
        assert_eq!(Hexadecimal(&[]).to_string(), "");
    }
}
