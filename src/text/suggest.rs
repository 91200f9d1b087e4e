//! The nearest known name, for "did you mean".

/// The known name nearest to `name`, if one is near: at most a third of its length away in insertions,
/// deletions, replacements and swaps of neighbours. The first of equally near names wins.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Names longer than this are no slips of the pen, and the distance costs quadratic time.
    const MAX_LENGTH: usize = 128;
    if name.is_empty() || name.len() > MAX_LENGTH {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let limit = name.chars().count().max(3) / 3;
    let mut best: Option<(usize, &str)> = None;
    for known in known {
        if known.len().abs_diff(name.len()) > limit * 4 || known.len() > MAX_LENGTH {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&lower, &known.to_ascii_lowercase());
        // Two names of one letter each have nothing in common.
        let longest = lower.len().max(known.len());
        if distance <= limit && distance < longest && best.is_none_or(|(nearest, _)| distance < nearest) {
            best = Some((distance, known));
        }
    }
    best.map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["max_size", "max_count", "element"];
        assert_eq!(nearest("maxsize", known), Some("max_size"));
        assert_eq!(nearest("max_szie", known), Some("max_size"));
        assert_eq!(nearest("MAX_COUNT", known), Some("max_count"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!((nearest("x", ["y"]), nearest("x", ["X"])), (None, Some("X")));
        assert_eq!(nearest("tpye", ["type"]), Some("type"));
    }
}
