//! Plain text of which readers of YAML say different things.

use crate::formats::plain::{self, Plain};

/// Whether some readers of YAML take this plain text for something other than a string, while YAML 1.2 has it a
/// string; or take it for two different numbers.
///
/// What readers of YAML 1.1 know beyond 1.2: `yes`, `no`, `on`, `off`, `y`, `n`; numbers with `_`, in base 2, 8
/// or 60; dates; `<<` and `=`. Takes time linear in the text.
#[must_use]
pub fn is_disputed(text: &str) -> bool {
    match plain::read(text) {
        Plain::Ambiguous => true,
        Plain::Null | Plain::True | Plain::False | Plain::Number(_) => false,
        Plain::Text => is_word(text) || is_date(text) || is_old_number(text),
    }
}

fn is_word(text: &str) -> bool {
    const WORDS: [&str; 8] = ["y", "n", "yes", "no", "on", "off", "<<", "="];
    // Longer than any of them in any spelling: no text is made.
    text.len() <= 3 && WORDS.contains(&text.to_ascii_lowercase().as_str())
}

/// `2024-01-31`, alone or with a time behind it.
fn is_date(text: &str) -> bool {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut rest = text;
    for (most, behind) in [(4, '-'), (2, '-'), (2, ' ')] {
        let count = digits(rest);
        if !(1..=most).contains(&count) || (most == 4 && count != 4) {
            return false;
        }
        let (_, tail) = rest.split_at(count);
        if behind == ' ' {
            return tail.is_empty() || tail.starts_with(['t', 'T', ' ', '\t']);
        }
        let Some(tail) = tail.strip_prefix(behind) else { return false };
        rest = tail;
    }
    false
}

/// A number with `_`, with a sign in front of `0x`, or in base 60 (groups of digits below 60, perhaps a fraction).
fn is_old_number(text: &str) -> bool {
    let magnitude = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !magnitude.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return false;
    }
    if let Some((first, rest)) = magnitude.split_once(':') {
        let (groups, fraction) = rest.split_once('.').unwrap_or((rest, ""));
        let is_digit = |c: char| c.is_ascii_digit() || c == '_';
        return first.chars().all(is_digit)
            && fraction.chars().all(is_digit)
            && groups.split(':').all(|group| group.parse::<u8>().is_ok_and(|n| n < 60) && group.len() <= 2);
    }
    let digits: String = magnitude.chars().filter(|c| *c != '_').collect();
    !matches!(plain::read(&digits), Plain::Text)
}

#[cfg(test)]
mod tests {
    use super::is_disputed;

    #[test]
    fn what_readers_disagree_on() {
        for text in [
            "yes",
            "No",
            "ON",
            "off",
            "y",
            "N",
            "<<",
            "=",
            "017",
            "-017",
            "0o17",
            "0b1",
            "1_000",
            "+1_0",
            "0x_f",
            "-0x1F",
            "1_0.5",
            "12:30",
            "190:20:30.15",
            "2024-01-31",
            "2001-1-1 0:00:00",
            "2024-01-31T00:00:00Z",
            "08",
            "1_0e3",
        ] {
            assert!(is_disputed(text), "{text}");
        }
        for text in [
            "",
            "yess",
            "true",
            "null",
            "~",
            "1",
            "0x1F",
            "1.5",
            "1e3",
            ".inf",
            "1.2.3",
            "10.0.0.1",
            "v1",
            "a:b",
            "_1",
            "1a",
            "2024-01",
            "20240-01-31",
            "2024-01-31x",
            "12:ab",
            "::",
            "1:",
            "-",
            "+",
            ".",
            "_",
            "0.0.0.0:80",
            "8080:80",
            "10:60",
        ] {
            assert!(!is_disputed(text), "{text}");
        }
    }
}
