//! Plain text on which readers of YAML disagree.

use super::plain::{self, Plain};

/// Whether readers of YAML disagree on this plain text: it is a string in YAML 1.2 and not for some readers, or they read
/// two different numbers.
///
/// Texts that only YAML 1.1 knows are `yes`, `no`, `on`, `off`, `y`, `n`; numbers with `_`, in base 2, 8
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
    // A longer text equals no word in any spelling, and need not be copied.
    text.len() <= 3 && WORDS.contains(&text.to_ascii_lowercase().as_str())
}

/// `2024-01-31`, alone or with a time after it.
pub(super) fn is_date(text: &str) -> bool {
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

/// A number with `_`, or in base 2, 8 or 16 with a sign or a capital in front of it. Or one in base 60: groups of
/// digits below 60, perhaps a fraction.
fn is_old_number(text: &str) -> bool {
    let magnitude = text.strip_prefix(['+', '-']).unwrap_or(text);
    // After a sign, some readers accept a leading `_`.
    let first = if magnitude.len() < text.len() { magnitude.trim_start_matches('_') } else { magnitude };
    if !first.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return false;
    }
    let is_digit = |c: char| c.is_ascii_digit() || c == '_';
    if let Some((first, rest)) = magnitude.split_once(':') {
        let (groups, fraction) = rest.split_once('.').unwrap_or((rest, ""));
        return first.chars().all(is_digit)
            && fraction.chars().all(is_digit)
            && groups.split(':').all(|group| group.parse::<u8>().is_ok_and(|n| n < 60) && group.len() <= 2);
    }
    let bare: String = magnitude.chars().filter(|c| *c != '_').collect();
    let shortened = bare.len() < magnitude.len();
    if let Some((base, digits)) = based(&bare) {
        // Some readers fail on a base with only `_` after it, and accept a sign there.
        let digits = digits.strip_prefix(['+', '-']).unwrap_or(digits);
        return (shortened || !digits.is_empty()) && digits.chars().all(|c| c.is_digit(base));
    }
    // Some readers fail on a point with only `_` after it.
    !matches!(plain::read(&bare), Plain::Text) || (shortened && bare == ".")
}

/// The base that a number's first two characters name, and its digits.
fn based(magnitude: &str) -> Option<(u32, &str)> {
    let (prefix, digits) = magnitude.split_at_checked(2)?;
    let base = match prefix {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    Some((base, digits))
}

/// The type of a disputed text for readers that do not read it as a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// `yes`, `no`, `on`, `off`: a bool.
    Switch,
    /// `2024-01-31`.
    Date,
    /// `2024-01-31T23:59:00Z`.
    Moment,
}

/// Whether every reader gives both plain texts the same kind: both are strings, or both bools, or both points in time.
/// One may then replace the other without quotes.
pub(crate) fn is_alike(one: &str, other: &str) -> bool {
    class(one).is_some_and(|class_of_one| class(other) == Some(class_of_one))
}

fn class(text: &str) -> Option<Class> {
    let word = text.to_ascii_lowercase();
    if matches!(word.as_str(), "yes" | "no" | "on" | "off") {
        let capital = text.get(1..) == word.get(1..);
        return (capital || text == word.to_ascii_uppercase()).then_some(Class::Switch);
    }
    match text.split_once('T') {
        None => is_day(text).then_some(Class::Date),
        Some((day, time)) => (is_day(day) && is_time(time)).then_some(Class::Moment),
    }
}

/// Splits a text into numbers with these counts of digits and these characters after them. Also returns the rest.
fn numbers<'t, const N: usize>(text: &'t str, parts: [(usize, &str); N]) -> Option<([u32; N], &'t str)> {
    let (mut found, mut rest) = ([0; N], text);
    for (slot, (digits, behind)) in found.iter_mut().zip(parts) {
        let (number, tail) = rest.split_at_checked(digits)?;
        if !number.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        (*slot, rest) = (number.parse().ok()?, tail.strip_prefix(behind)?);
    }
    Some((found, rest))
}

/// Whether a text is a day of the calendar, in the spelling that all readers read as a date. Some readers fail on days
/// that do not exist.
fn is_day(text: &str) -> bool {
    let Some(([year, month, day], "")) = numbers(text, [(4, "-"), (2, "-"), (2, "")]) else { return false };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    year > 0 && (1..=12).contains(&month) && (1..=days).contains(&day)
}

/// A time of the day to the second or finer, in a named zone.
fn is_time(text: &str) -> bool {
    let Some(([hours, minutes, seconds], rest)) = numbers(text, [(2, ":"), (2, ":"), (2, "")]) else {
        return false;
    };
    let zone = match rest.strip_prefix('.') {
        None => rest,
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if !(1..=6).contains(&(fraction.len() - zone.len())) {
                return false;
            }
            zone
        }
    };
    let is_offset = |offset: &str| matches!(numbers(offset, [(2, ":"), (2, "")]), Some(([hours, minutes], "")) if hours < 24 && minutes < 60);
    hours < 24
        && minutes < 60
        && seconds < 60
        && (zone == "Z" || zone.strip_prefix(['+', '-']).is_some_and(is_offset))
}

#[cfg(test)]
mod tests {
    use super::{is_alike, is_disputed};

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
            "0X2",
            "-0X2",
            "0B1",
            "+0O7",
            "-0o17",
            "0_7",
            "0x_",
            "._",
            "-_0x1F",
            "+_1",
            "0_x1F",
            "0b-1",
            "-0o+7",
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
    #[test]
    fn what_may_come_for_what() {
        for (one, other) in [
            ("yes", "OFF"),
            ("On", "no"),
            ("2024-01-31", "2000-02-29"),
            ("2024-01-31T00:00:00Z", "1999-12-31T23:59:59.25+01:30"),
        ] {
            assert!(is_alike(one, other) && is_alike(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("yes", "y"),
            ("yes", "yES"),
            ("yes", "2024-01-31"),
            ("2024-01-31", "2024-1-31"),
            ("2024-01-31", "2023-02-29"),
            ("2024-01-31", "2100-02-29"),
            ("2024-01-31", "2024-13-01"),
            ("2024-01-31", "2024-00-10"),
            ("2024-01-31", "0000-01-01"),
            ("2024-01-31", "2024-01-31T00:00:00Z"),
            ("2024-01-31T00:00:00Z", "2024-01-31T24:00:00Z"),
            ("2024-01-31T00:00:00Z", "2024-01-31T00:00:00"),
            ("2024-01-31T00:00:00Z", "2024-01-31T00:00:00.Z"),
            ("2024-01-31T00:00:00Z", "2024-01-31t00:00:00Z"),
            ("017", "018"),
            ("a", "a"),
        ] {
            assert!(!is_alike(one, other), "{one} {other}");
        }
    }
}
