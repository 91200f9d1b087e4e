//! The escapes of canonical JSON strings.

use std::cmp::Ordering;

/// The order of two keys, given as canonical strings without their quotes: by the UTF-8 bytes of what they mean.
pub(super) fn key_order(a: &str, b: &str) -> Ordering {
    if a.contains('\\') || b.contains('\\') {
        return unescaped(a).cmp(unescaped(b));
    }
    a.cmp(b)
}

/// The characters of a canonical string, given without its quotes.
pub(super) fn unescaped(raw: &str) -> impl Iterator<Item = char> {
    let mut rest = raw.chars();
    std::iter::from_fn(move || {
        let c = rest.next()?;
        if c != '\\' {
            return Some(c);
        }
        Some(match rest.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            // Four digits, of which the last two count.
            'u' => {
                let code = rest.by_ref().take(4).fold(0, |code, c| code * 16 + c.to_digit(16).unwrap_or(0));
                char::from_u32(code).unwrap_or_default()
            }
            other => other,
        })
    })
}
