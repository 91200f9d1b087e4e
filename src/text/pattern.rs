//! Patterns for names of fields: `payments.pool.*`.

/// A pattern in which `*` matches any text, also an empty one.
#[derive(Debug, Clone)]
pub struct FieldPattern(String);

impl FieldPattern {
    /// Every text is a pattern.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Whether it selects this name. Takes at most the product of both lengths.
    #[must_use]
    pub fn selects(&self, name: &str) -> bool {
        let (pattern, name) = (self.0.as_bytes(), name.as_bytes());
        let (mut at, mut of) = (0, 0);
        // The last star, and the length of its match so far.
        let mut star: Option<(usize, usize)> = None;
        while of < name.len() {
            match pattern.get(at) {
                Some(b'*') => {
                    star = Some((at, of));
                    at += 1;
                }
                Some(byte) if Some(byte) == name.get(of) => (at, of) = (at + 1, of + 1),
                Some(_) | None => {
                    let Some((place, until)) = star else { return false };
                    star = Some((place, until + 1));
                    (at, of) = (place + 1, until + 1);
                }
            }
        }
        pattern.iter().skip(at).all(|byte| *byte == b'*')
    }
}

#[cfg(test)]
mod tests {
    use super::FieldPattern;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name, is_selected) in [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("*", "a.b", true),
            ("a.b", "a.b", true),
            ("a.b", "a.bc", false),
            ("a.*", "a.b.c", true),
            ("a.*", "a", false),
            ("*.port", "db.port", true),
            ("*.port", "db.port.x", false),
            ("*o*t*", "db.port", true),
            ("*aab", "aaaab", true),
            ("a*b*c", "a.b.b.c", true),
            ("a*b*c", "a.b.b", false),
            ("**a**", "a", true),
        ] {
            assert_eq!(FieldPattern::new(pattern).selects(name), is_selected, "{pattern} {name}");
        }
    }
}
