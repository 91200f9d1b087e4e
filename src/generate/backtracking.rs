//! Whether a backtracking matcher, such as Python's, may take exponential time.
//!
//! It may if a text passes through a loop in two ways, since each round then doubles the number of ways. A search over
//! pairs of positions that the same text reaches finds such loops. It also may if many choices follow each other, as in
//! `a?a?a?…`, since each doubles the number of ways, too. These choices are counted along the path with the most of
//! them.

use regex_syntax::ast::{
    Ast, ClassBracketed, ClassPerl, ClassPerlKind, ClassSet, ClassSetItem, RepetitionKind, RepetitionRange,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most positions in one loop: larger loops count as ambiguous, since examining them would take long.
const MAX_PLACES: usize = 32;
/// The most copies of a part that is repeated a fixed number of times.
const MAX_COPIES: u32 = 64;
/// The most doublings of the number of ways.
const MAX_DOUBLINGS: u32 = 18;
/// The doublings that a loop counts for if it may be left after any round: matching three such loops in a row takes
/// cubic time, which is the most allowed.
const DOUBLINGS_OF_LOOP: u32 = 6;

/// Whether a text may match the pattern in very many ways. The pattern is one that `python_pattern` translates.
pub(super) fn may_explode(pattern: &Ast) -> bool {
    let mut places = PatternPositions::default();
    let ends = places.add(pattern, None);
    places.loops().any(|within| places.is_ambiguous(within)) || places.has_many_ways(&ends.first)
}

/// A set of characters; all characters beyond ASCII count as one.
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

    fn union(self, other: Self) -> Self {
        Self { ascii: self.ascii | other.ascii, others: self.others || other.others }
    }

    /// All other characters. Characters beyond ASCII always remain.
    fn complement(self) -> Self {
        Self { ascii: !self.ascii, others: true }
    }

    /// Whether each ASCII character is in it, and then whether the others are.
    fn members(self) -> impl Iterator<Item = bool> {
        (0..128).map(move |c| self.ascii & 1 << c != 0).chain([self.others])
    }

    fn overlaps(self, other: Self) -> bool {
        self.ascii & other.ascii != 0 || (self.others && other.others)
    }

    fn perl_class(class: &ClassPerl) -> Self {
        let ranges: &[(char, char)] = match class.kind {
            ClassPerlKind::Digit => &[('0', '9')],
            ClassPerlKind::Word => &[('0', '9'), ('A', 'Z'), ('a', 'z'), ('_', '_')],
            ClassPerlKind::Space => &[('\t', '\r'), (' ', ' ')],
        };
        let set =
            ranges.iter().fold(Self::default(), |set, (first, last)| set.union(Self::range(*first, *last)));
        if class.negated { set.complement() } else { set }
    }

    fn class(class: &ClassBracketed) -> Self {
        let set = match &class.kind {
            ClassSet::Item(ClassSetItem::Union(all)) => {
                all.items.iter().fold(Self::default(), |set, item| set.union(Self::class_item(item)))
            }
            ClassSet::Item(item) => Self::class_item(item),
            ClassSet::BinaryOp(_) => Self::default().complement(),
        };
        if class.negated { set.complement() } else { set }
    }

    fn class_item(item: &ClassSetItem) -> Self {
        match item {
            ClassSetItem::Literal(literal) => Self::range(literal.c, literal.c),
            ClassSetItem::Range(range) => Self::range(range.start.c, range.end.c),
            ClassSetItem::Perl(class) => Self::perl_class(class),
            ClassSetItem::Empty(_)
            | ClassSetItem::Ascii(_)
            | ClassSetItem::Unicode(_)
            | ClassSetItem::Bracketed(_)
            | ClassSetItem::Union(_) => Self::default().complement(),
        }
    }
}

/// The positions of a pattern that take a character.
#[derive(Default)]
struct PatternPositions {
    /// The positions in the order of the pattern, so that only loops lead back.
    places: Vec<PatternPosition>,
    /// The number of loops.
    loops: usize,
    /// The number of additional ways to match nothing, as in `(?:|)`.
    empty_choices: u32,
}

struct PatternPosition {
    takes: CharacterSet,
    /// The outermost loop around it. The positions of a loop are adjacent.
    around: Option<usize>,
    /// The positions that may come next, once for each way to them.
    next: Vec<usize>,
}

/// The first and last positions of a part.
struct Ends {
    first: Vec<usize>,
    last: Vec<usize>,
    /// The number of ways to match nothing; 2 means more than one.
    empty: usize,
}

impl PatternPositions {
    fn add(&mut self, part: &Ast, around: Option<usize>) -> Ends {
        match part {
            Ast::Literal(literal) => self.add_one(CharacterSet::range(literal.c, literal.c), around),
            Ast::Dot(_) => self.add_one(CharacterSet::range('\n', '\n').complement(), around),
            Ast::ClassPerl(class) => self.add_one(CharacterSet::perl_class(class), around),
            Ast::ClassBracketed(class) => self.add_one(CharacterSet::class(class), around),
            Ast::ClassUnicode(_) => self.add_one(CharacterSet::default().complement(), around),
            Ast::Empty(_) | Ast::Flags(_) | Ast::Assertion(_) => self.add_all(std::iter::empty(), around),
            Ast::Group(group) => self.add(&group.ast, around),
            Ast::Concat(all) => self.add_all(all.asts.iter(), around),
            Ast::Alternation(parts) => {
                let mut any = Ends { first: Vec::new(), last: Vec::new(), empty: 0 };
                for part in &parts.asts {
                    let one = self.add(part, around);
                    any.first.extend(one.first);
                    any.last.extend(one.last);
                    self.empty_choices += u32::from(any.empty > 0 && one.empty > 0);
                    any.empty = (any.empty + one.empty).min(2);
                }
                any
            }
            Ast::Repetition(repetition) => {
                let (least, most) = counts(&repetition.op.kind);
                self.add_repeated(&repetition.ast, least, most, around)
            }
        }
    }

    fn add_one(&mut self, takes: CharacterSet, around: Option<usize>) -> Ends {
        let at = self.places.len();
        self.places.push(PatternPosition { takes, around, next: Vec::new() });
        Ends { first: vec![at], last: vec![at], empty: 0 }
    }

    fn add_repeated(&mut self, part: &Ast, least: u32, most: Option<u32>, around: Option<usize>) -> Ends {
        if most == Some(least) && least <= MAX_COPIES {
            return self.add_all((0..least).map(|_| part), around);
        }
        let is_loop = most.is_none_or(|most| most > 1);
        self.loops += usize::from(is_loop);
        let inner = if is_loop { around.or(Some(self.loops)) } else { around };
        let mut ends = self.add(part, inner);
        if is_loop {
            self.link(&ends.last, &ends.first);
        }
        ends.empty = (ends.empty + usize::from(least == 0)).min(2);
        ends
    }

    fn add_all<'p>(&mut self, parts: impl Iterator<Item = &'p Ast>, around: Option<usize>) -> Ends {
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

    /// The next positions within the same loop.
    fn next(&self, at: usize) -> impl Iterator<Item = (usize, &PatternPosition)> {
        let place = self.places.get(at);
        place.into_iter().flat_map(move |from| {
            let next = from.next.iter().filter_map(|to| Some((*to, self.places.get(*to)?)));
            next.filter(|(_, to)| to.around.is_some() && to.around == from.around)
        })
    }

    /// The positions of each outermost loop together, and each other position alone.
    fn regions(&self) -> impl Iterator<Item = Range<usize>> {
        let regions = self.places.chunk_by(|a, b| a.around.is_some() && a.around == b.around);
        regions.scan(0, |start, region| {
            let range = *start..*start + region.len();
            *start = range.end;
            Some(range)
        })
    }

    /// The positions of each outermost loop.
    fn loops(&self) -> impl Iterator<Item = Range<usize>> {
        self.regions()
            .filter(|within| self.places.get(within.start).is_some_and(|first| first.around.is_some()))
    }

    /// Whether one text leads from a position to another, or back to it, in two ways. In a loop, every position can be
    /// reached from every other, so two ways that split and meet again do so in each round.
    fn is_ambiguous(&self, within: Range<usize>) -> bool {
        if within.len() > MAX_PLACES {
            return true;
        }
        let mut pairs: Vec<(usize, usize)> = within.map(|at| (at, at)).collect();
        let mut seen = BTreeSet::new();
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

    /// Whether the choices on one way through the pattern, from its `first` positions on, give very many ways for one
    /// text. In an unambiguous loop the only choice is when to leave it.
    fn has_many_ways(&self, first: &[usize]) -> bool {
        // The number of doublings on reaching each position.
        let mut doublings = vec![0; self.places.len()];
        reach(&mut doublings, first.iter(), self.empty_choices + self.choices(first));
        let has_many_to_be_nothing = self.empty_choices > MAX_DOUBLINGS;
        has_many_to_be_nothing
            || self.regions().any(|region| {
                let places = self.places.get(region.clone()).unwrap_or_default();
                let is_outside = |to: &&usize| !region.contains(to);
                let reached = doublings.get(region.clone()).and_then(|inside| inside.iter().max()).copied();
                let is_loop = places.iter().any(|place| place.around.is_some());
                let choices = places.iter().filter(|place| place.next.iter().any(|to| is_outside(&to)));
                let choices = choices.map(|place| self.choices(&place.next)).max().unwrap_or_default();
                let more = if is_loop && choices > 0 { choices.max(DOUBLINGS_OF_LOOP) } else { choices };
                let left = reached.unwrap_or_default() + more;
                for place in places {
                    reach(&mut doublings, place.next.iter().filter(is_outside), left);
                }
                left > MAX_DOUBLINGS
            })
    }

    /// The number of doublings at a position with these next positions.
    fn choices(&self, next: &[usize]) -> u32 {
        let mut ways = [0_usize; 129];
        for place in next.iter().filter_map(|at| self.places.get(*at)) {
            let members = ways.iter_mut().zip(place.takes.members());
            members.for_each(|(ways, takes)| *ways += usize::from(takes));
        }
        let most = ways.into_iter().max().unwrap_or_default();
        most.max(1).next_power_of_two().ilog2()
    }
}

/// Records the number of doublings on reaching these positions.
fn reach<'n>(doublings: &mut [u32], next: impl Iterator<Item = &'n usize>, doubled: u32) {
    for to in next {
        if let Some(before) = doublings.get_mut(*to) {
            *before = doubled.max(*before);
        }
    }
}

/// Keeps at most two ways to each position. Two are as bad as more, and nested groups would give very many.
fn no_more_than_twice(places: &mut Vec<usize>) {
    places.sort_unstable();
    let mut before = [None; 2];
    places.retain(|at| {
        let is_third = before == [Some(*at); 2];
        before = [before[1], Some(*at)];
        !is_third
    });
}

/// The smallest and the largest number of repetitions.
pub(super) fn counts(repetition: &RepetitionKind) -> (u32, Option<u32>) {
    match *repetition {
        RepetitionKind::ZeroOrOne => (0, Some(1)),
        RepetitionKind::ZeroOrMore => (0, None),
        RepetitionKind::OneOrMore => (1, None),
        RepetitionKind::Range(RepetitionRange::Exactly(times)) => (times, Some(times)),
        RepetitionKind::Range(RepetitionRange::AtLeast(least)) => (least, None),
        RepetitionKind::Range(RepetitionRange::Bounded(least, most)) => (least, Some(most)),
    }
}

#[cfg(test)]
mod tests {
    use crate::generate::patterns::parsed;

    fn may_explode(pattern: &str) -> bool {
        super::may_explode(&parsed(pattern).expect("a pattern"))
    }

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
    fn many_choices_in_a_row_are_found() {
        for pattern in [
            "a?".repeat(22) + "a{22}",
            "(?:a|aa)".repeat(22),
            "(?:a|aa){22}".into(),
            "(?:(?:(?:a|aa){3}){3}){3}".into(),
            "a*".repeat(6) + "b",
            "(?:a|b)*[ab]".repeat(4),
            r"(?:[a-z]+-?){5}".into(),
            "(?:one|other)?".repeat(30),
        ] {
            assert!(may_explode(&pattern), "{pattern}");
        }
    }

    #[test]
    fn few_choices_are_not() {
        for pattern in [
            r"[a-z0-9._%+\-]+@[a-z0-9.\-]+\.[a-z]{2,}".to_owned(),
            ".*foo.*bar.*".into(),
            r"\d?\d?\d:\d?\d".into(),
            "(?:a|aa){6}".into(),
            "(?:one|two)".repeat(30),
            "(?:[a-z]+-?){4}".into(),
        ] {
            assert!(!may_explode(&pattern), "{pattern}");
        }
    }

    #[test]
    fn others_are_not() {
        for pattern in [
            "",
            "^a|b$",
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
        let nested = |depth| "(?:(?:|)".repeat(depth) + "a" + &")".repeat(depth);
        assert!(!may_explode(&nested(8)));
        assert!(may_explode(&format!("(?:{})+", nested(8))));
        assert!(may_explode(&nested(200)));
        assert!(may_explode(&"(?:|)".repeat(30)));
        assert!(may_explode(&format!("(?:{})*", "ab".repeat(40))));
    }
}
