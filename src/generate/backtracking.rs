//! Whether a matcher that tries one way after the other, as Python's does, may take exponentially long.
//!
//! It does where one text goes through a loop in two ways: each round doubles what there is to try. That is looked
//! for among the pairs of places that can be reached with one text.

use std::iter::Peekable;
use std::str::Chars;

/// With more places in one loop the answer is yes: looking would take long.
const MAX_PLACES: usize = 32;
/// The most copies that are made of what is repeated a fixed number of times.
const MAX_COPIES: u32 = 64;

/// Whether a text may go through a loop of the pattern in two ways. The pattern is one that `python_pattern` gives.
pub(super) fn may_explode(pattern: &str) -> bool {
    let mut places = PatternPositions::default();
    let pattern = PatternParser { rest: pattern.chars().peekable() }.alternatives();
    places.add(&pattern, None);
    places.is_ambiguous()
}

/// Some characters; those beyond ASCII are all one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct CharacterSet {
    ascii: u128,
    others: bool,
}

impl CharacterSet {
    fn range(first: char, last: char) -> Self {
        let ascii = (0..128).filter(|c| (u32::from(first)..=u32::from(last)).contains(c));
        Self { ascii: ascii.fold(0, |set, c| set | 1 << c), others: !last.is_ascii() }
    }

    fn with(self, other: Self) -> Self {
        Self { ascii: self.ascii | other.ascii, others: self.others || other.others }
    }

    /// Everything else; beyond ASCII there is always something.
    fn inverse(self) -> Self {
        Self { ascii: !self.ascii, others: true }
    }

    fn overlaps(self, other: Self) -> bool {
        self.ascii & other.ascii != 0 || (self.others && other.others)
    }

    /// What a backslash and this character stand for.
    fn escape(c: char) -> Self {
        let of = |ranges: &[(char, char)]| {
            ranges.iter().fold(Self::default(), |set, (first, last)| set.with(Self::range(*first, *last)))
        };
        match c.to_ascii_lowercase() {
            'd' | 'w' | 's' if c.is_ascii_uppercase() => Self::escape(c.to_ascii_lowercase()).inverse(),
            'd' => of(&[('0', '9')]),
            'w' => of(&[('0', '9'), ('A', 'Z'), ('a', 'z'), ('_', '_')]),
            's' => of(&[('\t', '\r'), (' ', ' ')]),
            'n' => of(&[('\n', '\n')]),
            _ => of(&[(c, c)]),
        }
    }
}

/// A part of a pattern.
enum PatternPart {
    /// One of some characters.
    One(CharacterSet),
    /// One after the other; an anchor is none.
    All(Vec<PatternPart>),
    /// One of several.
    Any(Vec<PatternPart>),
    /// At least and at most so many times.
    Repeated(Box<PatternPart>, u32, Option<u32>),
}

struct PatternParser<'p> {
    rest: Peekable<Chars<'p>>,
}

impl PatternParser<'_> {
    /// Up to the end of a group, which is read, or of the pattern. Groups nest no deeper than `regex-lite` has it.
    fn alternatives(&mut self) -> PatternPart {
        let (mut any, mut all) = (Vec::new(), Vec::new());
        while let Some(c) = self.rest.next() {
            let part = match c {
                ')' => break,
                '|' => {
                    any.push(PatternPart::All(std::mem::take(&mut all)));
                    continue;
                }
                '(' => {
                    // Behind it stands `?:`.
                    self.rest.nth(1);
                    self.alternatives()
                }
                '[' => PatternPart::One(self.class()),
                '^' => PatternPart::All(Vec::new()),
                '\\' => match self.rest.next() {
                    Some('Z') | None => PatternPart::All(Vec::new()),
                    Some(c) => PatternPart::One(CharacterSet::escape(c)),
                },
                c => PatternPart::One(CharacterSet::range(c, c)),
            };
            all.push(self.repeated(part));
        }
        any.push(PatternPart::All(all));
        PatternPart::Any(any)
    }

    fn repeated(&mut self, part: PatternPart) -> PatternPart {
        let (least, most) = match self.rest.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let counts: String = self.rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                let (least, most) = counts.split_once(',').unwrap_or((&counts, &counts));
                let least = least.parse().unwrap_or_default();
                // The brace is read.
                self.rest.next_if_eq(&'?');
                return PatternPart::Repeated(Box::new(part), least, most.parse().ok());
            }
            Some(_) | None => return part,
        };
        self.rest.next();
        self.rest.next_if_eq(&'?');
        PatternPart::Repeated(Box::new(part), least, most)
    }

    /// A class, of which the bracket is read.
    fn class(&mut self) -> CharacterSet {
        let is_inverse = self.rest.next_if_eq(&'^').is_some();
        let mut set = CharacterSet::default();
        while let Some(c) = self.rest.next().filter(|c| *c != ']') {
            let first = self.item(c);
            // A `-` that stands for itself is escaped.
            let last = self.rest.next_if_eq(&'-').and_then(|_| self.rest.next());
            set = set.with(match last.map(|c| self.item(c)) {
                Some((_, last)) => CharacterSet::range(first.1, last),
                None => first.0,
            });
        }
        if is_inverse { set.inverse() } else { set }
    }

    /// What an item stands for, and its character.
    fn item(&mut self, c: char) -> (CharacterSet, char) {
        match c {
            '\\' => self.rest.next().map_or((CharacterSet::default(), c), |c| (CharacterSet::escape(c), c)),
            c => (CharacterSet::range(c, c), c),
        }
    }
}

/// The places of a pattern at which a character is taken.
#[derive(Default)]
struct PatternPositions {
    places: Vec<PatternPosition>,
    loops: usize,
}

struct PatternPosition {
    takes: CharacterSet,
    /// The outermost loop around it.
    around: Option<usize>,
    /// The places that may come next, as often as there are ways to them.
    next: Vec<usize>,
}

/// Where a part begins and ends.
struct Ends {
    first: Vec<usize>,
    last: Vec<usize>,
    /// In how many ways it may be nothing; 2 stands for more.
    empty: usize,
}

impl PatternPositions {
    fn add(&mut self, part: &PatternPart, around: Option<usize>) -> Ends {
        match part {
            PatternPart::One(takes) => {
                let at = self.places.len();
                self.places.push(PatternPosition { takes: *takes, around, next: Vec::new() });
                Ends { first: vec![at], last: vec![at], empty: 0 }
            }
            PatternPart::All(parts) => self.add_all(parts.iter(), around),
            PatternPart::Any(parts) => {
                let mut any = Ends { first: Vec::new(), last: Vec::new(), empty: 0 };
                for part in parts {
                    let one = self.add(part, around);
                    any.first.extend(one.first);
                    any.last.extend(one.last);
                    any.empty = (any.empty + one.empty).min(2);
                }
                any
            }
            PatternPart::Repeated(part, least, Some(most)) if least == most && *most <= MAX_COPIES => {
                self.add_all((0..*most).map(|_| &**part), around)
            }
            PatternPart::Repeated(part, least, most) => {
                let is_loop = most.is_none_or(|most| most > 1);
                self.loops += 1;
                let inner = if is_loop { around.or(Some(self.loops)) } else { around };
                let mut ends = self.add(part, inner);
                if is_loop {
                    self.link(&ends.last, &ends.first);
                }
                ends.empty = (ends.empty + usize::from(*least == 0)).min(2);
                ends
            }
        }
    }

    fn add_all<'p>(&mut self, parts: impl Iterator<Item = &'p PatternPart>, around: Option<usize>) -> Ends {
        let mut all = Ends { first: Vec::new(), last: Vec::new(), empty: 1 };
        for part in parts {
            let one = self.add(part, around);
            self.link(&all.last, &one.first);
            (0..all.empty).for_each(|_| all.first.extend(&one.first));
            let before = std::mem::replace(&mut all.last, one.last);
            (0..one.empty).for_each(|_| all.last.extend(&before));
            all.empty = (all.empty * one.empty).min(2);
            no_more_than_twice(&mut all.first);
            no_more_than_twice(&mut all.last);
        }
        all
    }

    fn link(&mut self, from: &[usize], to: &[usize]) {
        for place in from {
            if let Some(place) = self.places.get_mut(*place) {
                place.next.extend(to);
                no_more_than_twice(&mut place.next);
            }
        }
    }

    /// The places of the same loop that come next.
    fn next(&self, at: usize) -> impl Iterator<Item = (usize, &PatternPosition)> {
        let place = self.places.get(at);
        place.into_iter().flat_map(move |from| {
            let next = from.next.iter().filter_map(|to| Some((*to, self.places.get(*to)?)));
            next.filter(|(_, to)| to.around.is_some() && to.around == from.around)
        })
    }

    fn is_ambiguous(&self) -> bool {
        (1..=self.loops).any(|one| {
            let within: Vec<usize> = (0..self.places.len())
                .filter(|at| self.places.get(*at).is_some_and(|place| place.around == Some(one)))
                .collect();
            within.len() > MAX_PLACES || self.is_ambiguous_loop(&within)
        })
    }

    /// Whether one text leads from a place to another one, or back to it, in two ways. In a loop every place leads
    /// to every other, so two ways that part and meet again do so in each round.
    fn is_ambiguous_loop(&self, within: &[usize]) -> bool {
        let mut pairs: Vec<(usize, usize)> = within.iter().map(|at| (*at, *at)).collect();
        let mut seen = std::collections::BTreeSet::new();
        while let Some((a, b)) = pairs.pop() {
            for (n, (next_a, place_a)) in self.next(a).enumerate() {
                for (m, (next_b, place_b)) in self.next(b).enumerate() {
                    let is_one_way = a == b && n == m;
                    if is_one_way || !place_a.takes.overlaps(place_b.takes) {
                        continue;
                    }
                    if next_a == next_b {
                        return true;
                    }
                    if seen.insert((next_a, next_b)) {
                        pairs.push((next_a, next_b));
                    }
                }
            }
        }
        false
    }
}

/// Two ways are as bad as more, and groups in groups would make very many.
fn no_more_than_twice(places: &mut Vec<usize>) {
    places.sort_unstable();
    let mut before = [None; 2];
    places.retain(|at| {
        let is_third = before == [Some(*at); 2];
        before = [before[1], Some(*at)];
        !is_third
    });
}

#[cfg(test)]
mod tests {
    use super::may_explode;

    #[test]
    fn loops_that_can_be_gone_through_in_two_ways_are_found() {
        for pattern in [
            "(?:a+)+b",
            "(?:a|a)*b",
            "(?:a|ab|b)*c",
            "(?:a?b?a)*c",
            "(?:a*a)*b",
            r"(?:\d+\w*)+",
            r"(?:[a-z]+,?)*",
            r"(?:\.a*a*)*",
            r"(?:[^\n]+-)*",
            "(?:(?:a{1,3}){1,3})",
            "(?:é|[^a])*",
            "(?:aa|a)*",
            r"(?:\S|\w)*",
        ] {
            assert!(may_explode(pattern), "{pattern}");
        }
    }

    #[test]
    fn others_are_not() {
        for pattern in [
            "",
            "^a|b\\Z",
            "a*a*b",
            "[a-z](?:[a-z0-9_]*[a-z0-9])?",
            "[a-z0-9]+(?:-[a-z0-9]+)*",
            r"[a-z0-9](?:[a-z0-9\-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9\-]*[a-z0-9])?)*",
            r"(?:\d{1,3}\.){3}\d{1,3}",
            "(?:[0-9a-f]{2})+",
            "(?:foo|far)*",
            r"(?:[a-z]+,)*[a-z]+",
            r"(?:\d|\D)*",
            r"(?:\w|[\s\-])+",
            "(?:[^a]|a)*?b",
        ] {
            assert!(!may_explode(pattern), "{pattern}");
        }
    }

    #[test]
    fn many_ways_to_be_nothing_are_soon_counted() {
        let nested = "(?:(?:|)".repeat(200) + "a" + &")".repeat(200);
        assert!(!may_explode(&nested));
        assert!(may_explode(&format!("(?:{nested})+")));
        assert!(may_explode(&format!("(?:{})*", "ab".repeat(40))));
    }
}
