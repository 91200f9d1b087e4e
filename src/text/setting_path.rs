//! Texts like `path=literal`: the end of the path, and its steps.

use std::borrow::Cow;

/// The offset of the end of the path in `path=literal`: the first `=` outside brackets. `None` without one.
pub(crate) fn equals_sign(text: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let step = rest.find(['=', '['])?;
        if rest.as_bytes().get(step) == Some(&b'=') {
            return Some(at + step);
        }
        let Some(size) = rest.get(step..).and_then(bracketed) else {
            // A bracket that is not closed has no end to search after: take the first `=`.
            return text.find('=');
        };
        at += step + size;
    }
    None
}

/// The length in bytes of a step in brackets at the start of a text; a bracket in quotes does not close it. `None` if
/// it is not closed.
pub(crate) fn bracketed(text: &str) -> Option<usize> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            b']' if !is_quoted => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// A key, member, index or entry on a path, whether or not it exists.
pub(crate) struct WrittenStep<'p> {
    /// The offset of its start, with its `.` or `[`.
    pub(crate) start: usize,
    /// Its text, without quotes and brackets.
    pub(crate) text: Cow<'p, str>,
}

/// The steps of a path.
pub(crate) fn steps(path: &str) -> Vec<WrittenStep<'_>> {
    let (mut steps, mut start) = (Vec::new(), 0);
    while let Some(rest) = path.get(start..).filter(|rest| !rest.is_empty() || start == 0) {
        let size = match rest.strip_prefix('[') {
            Some(_) => bracketed(rest).unwrap_or(rest.len()),
            None => {
                let sign = usize::from(rest.starts_with('.'));
                let end = rest.get(sign..).and_then(|rest| rest.find(['.', '[']));
                end.map_or(rest.len(), |end| end + sign)
            }
        };
        let step = rest.get(..size).unwrap_or_default();
        let inside = step.strip_prefix('[').map(|step| step.strip_suffix(']').unwrap_or(step));
        let text = match inside {
            Some(quoted) if quoted.starts_with('"') => {
                serde_json::from_str(quoted).map_or(Cow::Borrowed(quoted), Cow::Owned)
            }
            Some(index) => Cow::Borrowed(index),
            None => Cow::Borrowed(step.strip_prefix('.').unwrap_or(step)),
        };
        steps.push(WrittenStep { start, text });
        start += size.max(1);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::{equals_sign, steps};

    #[test]
    fn a_path_ends_at_the_first_sign_outside_of_brackets() {
        for (text, expected) in [
            ("a=b=c", Some(1)),
            ("a[\"b=c\"]=d", Some(8)),
            ("a[\"]=\"]=d", Some(7)),
            ("a[\"\\\"=\"].x=d", Some(10)),
            ("a[0=d", Some(3)),
            ("a", None),
        ] {
            assert_eq!(equals_sign(text), expected, "{text}");
        }
    }

    #[test]
    fn steps_are_taken_apart() {
        let texts = |path| {
            steps(path).into_iter().map(|step| (step.start, step.text.into_owned())).collect::<Vec<_>>()
        };
        let expected = [(0, "a"), (1, "b"), (3, "0"), (6, "c.]"), (13, "d")];
        assert_eq!(texts("a.b[0][\"c.]\"].d"), expected.map(|(at, text)| (at, text.to_owned())));
        assert_eq!(texts(""), [(0, String::new())]);
        assert_eq!(texts("a["), [(0, "a".to_owned()), (1, String::new())]);
    }
}
