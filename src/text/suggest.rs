//! The nearest known name, for "did you mean".

/// The longest name in bytes that gets a suggestion.
const MAX_LENGTH: usize = 128;

/// The budget of all suggestions of one run, in steps: one per name that is skipped quickly, or per cell of a distance
/// table. All of it takes some hundredths of a second.
const SUGGESTION_BUDGET: usize = 1 << 21;

/// The most folders that are listed for suggestions of missing files in one run.
const MAX_FOLDERS: usize = 16;

/// Finds the nearest known names within a budget.
///
/// The author of the names also chooses their number and their similarity, so comparing all pairs has no bound of its
/// own. The budget bounds all suggestions of one run; once it is spent, there are no more.
#[derive(Debug, Clone)]
pub struct Suggestions {
    left: usize,
    folders_left: usize,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { left: SUGGESTION_BUDGET, folders_left: MAX_FOLDERS }
    }
}

/// As [`Suggestions::nearest`], for a single search among a few names that the user did not write.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Suggestions::default().nearest(name, known)
}

impl Suggestions {
    /// The known name nearest to `name`, if its distance in insertions, deletions, replacements and swaps of neighbours
    /// is at most a third of its length. The first of equally near names wins. `None` too if the search would exceed
    /// the budget, and for every search after that one.
    #[must_use]
    pub fn nearest<'a>(&mut self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        if name.is_empty() || name.len() > MAX_LENGTH {
            return None;
        }
        let (sought, counts) = (letters(name).collect::<Vec<char>>(), Counts::of(name));
        let mut limit = sought.len().max(3) / 3;
        let mut best = None;
        for known in known {
            self.spend(1)?;
            if known.len().abs_diff(name.len()) > limit * 4 || known.len() > MAX_LENGTH {
                continue;
            }
            self.spend((CLASSES + known.len()) / 4)?;
            if counts.least_distance(&Counts::of(known)) > limit {
                continue;
            }
            let word: Vec<char> = letters(known).collect();
            let [a, b] = differing(&sought, &word);
            self.spend(a.len() * b.len().min(2 * limit + 1))?;
            // Two different names of one letter have nothing in common.
            let longest = sought.len().max(word.len());
            let Some(distance) = distance(a, b, limit).filter(|distance| *distance < longest) else {
                continue;
            };
            best = Some(known);
            // Only a nearer name replaces it.
            let Some(nearer) = distance.checked_sub(1) else { break };
            limit = nearer;
        }
        best
    }

    /// The only known name that begins with `name`, which lacks its end. `None` if there are several, or if the search
    /// would exceed the budget. Fewer than three letters get no suggestion.
    #[must_use]
    pub fn completed<'a>(&mut self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        if name.chars().count() < 3 || name.len() > MAX_LENGTH {
            return None;
        }
        let begins = |known: &&str| {
            known.get(..name.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(name))
        };
        let mut known = known.into_iter();
        let first = self.find(known.by_ref(), begins)?;
        let other = self.find(known, begins);
        other.is_none().then_some(first)
    }

    /// The name of a variant that a text most likely means: the only one with the same letters and digits, else the
    /// nearest one, else the completed one. `None` if it differs from the text in digits alone.
    #[must_use]
    pub fn variant<'a>(
        &mut self,
        name: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Option<&'a str> {
        if let Some(same) = self.same_letters(name, known.clone()) {
            return Some(same);
        }
        let near = self.nearest(name, known.clone()).or_else(|| self.completed(name, known))?;
        let [name_letters, near_letters] =
            [name, near].map(|text| letters(text).filter(|c| c.is_alphanumeric() && !c.is_numeric()));
        let differ_in_digits = name_letters.eq(near_letters) && !significant(name).eq(significant(near));
        (!differ_in_digits).then_some(near)
    }

    /// The only known name that is equal apart from case and characters other than letters and digits.
    fn same_letters<'a>(&mut self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        if name.len() > MAX_LENGTH || significant(name).next().is_none() {
            return None;
        }
        let mut same = None;
        for known in known {
            self.spend(1 + known.len() / 4)?;
            if significant(known).eq(significant(name)) && same.replace(known).is_some() {
                return None;
            }
        }
        same
    }

    /// The first candidate that is a suggestion. `None` too if the search would exceed the budget.
    #[must_use]
    pub fn find<T>(
        &mut self,
        candidates: impl IntoIterator<Item = T>,
        is_meant: impl Fn(&T) -> bool,
    ) -> Option<T> {
        for candidate in candidates {
            self.spend(1)?;
            if is_meant(&candidate) {
                return Some(candidate);
            }
        }
        None
    }

    /// The first candidate of those with the highest score, if it is not zero. `None` too if the search would exceed the
    /// budget.
    pub(crate) fn best<T>(
        &mut self,
        candidates: impl IntoIterator<Item = T>,
        score: impl Fn(&T) -> usize,
    ) -> Option<T> {
        let mut best = None;
        let mut highest = 0;
        for candidate in candidates {
            self.spend(1)?;
            let score = score(&candidate);
            if score > highest {
                (best, highest) = (Some(candidate), score);
            }
        }
        best
    }

    /// Counts a folder that is listed for the name of a missing file; `None` if no more may be listed.
    pub(crate) fn list_folder(&mut self) -> Option<()> {
        self.folders_left = self.folders_left.checked_sub(1)?;
        Some(())
    }

    /// Subtracts the amount that a copy, used for a part of the run, has spent.
    pub(crate) fn also_spent_by(&mut self, part: &Self) {
        self.left = self.left.min(part.left);
        self.folders_left = self.folders_left.min(part.folders_left);
    }

    /// Takes the steps from the budget that reading a text once more costs, for advice that tries several texts. `None`
    /// if too few are left.
    pub(crate) fn read_again(&mut self, text: &str) -> Option<()> {
        self.spend(text.len())
    }

    /// Takes steps from the budget. `None` if too few are left; then the budget is spent.
    fn spend(&mut self, steps: usize) -> Option<()> {
        let left = self.left.checked_sub(steps);
        self.left = left.unwrap_or(0);
        left.map(|_| ())
    }
}

/// The letters of a name, in lower case.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().map(|c| c.to_ascii_lowercase())
}

/// The letters and digits of a name, in lower case.
fn significant(name: &str) -> impl Iterator<Item = char> {
    letters(name).filter(|c| c.is_alphanumeric())
}

/// The number of letters of a name in each class.
struct Counts([u8; CLASSES]);

/// The number of classes. Letters of the ASCII alphabet have different classes.
const CLASSES: usize = 32;

impl Counts {
    fn of(name: &str) -> Self {
        let mut counts = [0; CLASSES];
        for letter in letters(name) {
            if let Some(count) = counts.get_mut(letter as usize % CLASSES) {
                // Names longer than MAX_LENGTH are not counted.
                *count += 1;
            }
        }
        Self(counts)
    }

    /// A lower bound of the distance, from the letters without their order.
    fn least_distance(&self, other: &Self) -> usize {
        let [mut more, mut less] = [0; 2];
        for (a, b) in self.0.iter().zip(&other.0) {
            more += usize::from(a.saturating_sub(*b));
            less += usize::from(b.saturating_sub(*a));
        }
        more.max(less)
    }
}

/// Both texts without their common beginning and end, which do not count.
fn differing<'w>(a: &'w [char], b: &'w [char]) -> [&'w [char]; 2] {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.get(same..).unwrap_or_default(), b.get(same..).unwrap_or_default());
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let head = |word: &'w [char]| word.get(..word.len() - same).unwrap_or_default();
    [head(a), head(b)]
}

/// Whether one insertion, deletion, replacement or swap of neighbours turns one word into the other.
pub(crate) fn differ_by_one_letter(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|word| letters(word).collect::<Vec<char>>());
    let [a, b] = differing(&a, &b);
    a.len().max(b.len()) <= 2 && distance(a, b, 1) == Some(1)
}

/// The number of insertions, deletions, replacements and swaps of neighbours that turn one into the other, if no letter
/// is changed twice. `None` if it exceeds `limit`. Computes only the cells of the table within the limit.
fn distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    let far = limit + 1;
    let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(far);
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).map(|column| column.min(far)).collect();
    let mut last = None;
    for (line, letter) in a.iter().enumerate() {
        let mut row = vec![far; b.len() + 1];
        let mut left = (line + 1).min(far);
        row.iter_mut().take(1).for_each(|first| *first = left);
        let mut least = left;
        let start = (line + 1).saturating_sub(limit).max(1);
        if start > 1 {
            left = far;
        }
        let columns = b.iter().enumerate().skip(start - 1).take_while(|(column, _)| *column <= line + limit);
        let mut beside = start.checked_sub(2).and_then(|column| b.get(column));
        for (column, other) in columns {
            let replaced = at(&above, column) + usize::from(letter != other);
            let mut cell = replaced.min(left + 1).min(at(&above, column + 1) + 1);
            if last == Some(other) && beside == Some(letter) {
                cell = cell.min(at(&before, column.wrapping_sub(1)) + 1);
            }
            left = cell.min(far);
            least = least.min(left);
            row.iter_mut().skip(column + 1).take(1).for_each(|place| *place = left);
            beside = Some(other);
        }
        if least > limit && above.iter().all(|cell| *cell > limit) {
            return None;
        }
        before = std::mem::replace(&mut above, row);
        last = Some(letter);
    }
    above.last().copied().filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::{SUGGESTION_BUDGET, Suggestions, distance, nearest};

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
        assert_eq!(nearest("abcd", ["abce", "abcf"]), Some("abce"), "the first of equally near ones");
        assert_eq!(nearest("abcdefg", ["abcdexx", "abcdefx"]), Some("abcdefx"), "the nearest");
    }

    #[test]
    fn variants_with_the_same_letters_win_and_other_digits_are_not_guessed() {
        let tiers = ["tier-1", "tier-2", "basic"];
        let variant = |name| Suggestions::default().variant(name, tiers);
        assert_eq!(["Tier 2", "TIER2", "basc"].map(variant), [Some("tier-2"), Some("tier-2"), Some("basic")]);
        assert_eq!(["tier-3", "Tier 3", "tier", "--"].map(variant), [None; 4]);
        let known = ["a-b", "ab", "a_b"];
        assert_eq!(Suggestions::default().variant("a b", known), Some("a-b"), "the nearest of several");
    }

    #[test]
    fn distances_are_those_of_the_whole_table() {
        let letters = ["", "a", "b", "ab", "ba"];
        let pairs = letters.iter().flat_map(|a| letters.iter().map(move |b| format!("{a}{b}")));
        let words: Vec<String> = pairs.flat_map(|pair| letters.map(|c| format!("{pair}c{c}"))).collect();
        for (a, b) in words.iter().flat_map(|a| words.iter().map(move |b| (a, b))) {
            let expected = strsim::osa_distance(a, b);
            let [a_letters, b_letters] = [a, b].map(|word| word.chars().collect::<Vec<_>>());
            for limit in 0..8 {
                let found = distance(&a_letters, &b_letters, limit);
                assert_eq!(found, (expected <= limit).then_some(expected), "{a} {b} {limit}");
            }
            let [a_rest, b_rest] = super::differing(&a_letters, &b_letters);
            assert_eq!(distance(a_rest, b_rest, 99), Some(expected), "{a} {b}");
            let least = super::Counts::of(a).least_distance(&super::Counts::of(b));
            assert!(least <= expected, "{a} {b}");
        }
    }

    #[test]
    fn all_suggestions_together_cost_no_more_than_they_may() {
        let known: Vec<String> = (0..1_000).map(|n| format!("name_{n:04}")).collect();
        let names = || known.iter().map(String::as_str);
        let mut suggestions = Suggestions::default();
        let found = (0..100_000).filter(|_| suggestions.nearest("nome_0999", names()).is_some()).count();
        assert!((50..SUGGESTION_BUDGET / 1_000).contains(&found), "{found}");
        let mut looked_at = 0;
        let counted = names().inspect(|_| looked_at += 1);
        assert_eq!(suggestions.nearest("name_0999x", counted), None);
        assert!(looked_at <= 1, "{looked_at}");
    }
}
