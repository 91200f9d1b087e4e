//! Whether a matcher that tries one way after the other, as Python's does, may take exponentially long.
//!
//! It does where one text goes through a loop in two ways: each round doubles what there is to try. That is looked
//! for among the pairs of places that can be reached with one text.

use super::patterns::counts;
use regex_syntax::ast::{Ast, ClassBracketed, ClassPerl, ClassPerlKind, ClassSet, ClassSetItem};

/// With more places in one loop the answer is yes: looking would take long.
const MAX_PLACES: usize = 32;
/// The most copies that are made of what is repeated a fixed number of times.
const MAX_COPIES: u32 = 64;

/// Whether a text may go through a loop of the pattern in two ways. The pattern is one that `python_pattern`
/// translates.
pub(super) fn may_explode(pattern: &Ast) -> bool {
    let mut places = PatternPositions::default();
    places.add(pattern, None);
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

    fn perl_class(class: &ClassPerl) -> Self {
        let ranges: &[(char, char)] = match class.kind {
            ClassPerlKind::Digit => &[('0', '9')],
            ClassPerlKind::Word => &[('0', '9'), ('A', 'Z'), ('a', 'z'), ('_', '_')],
            ClassPerlKind::Space => &[('\t', '\r'), (' ', ' ')],
        };
        let set =
            ranges.iter().fold(Self::default(), |set, (first, last)| set.with(Self::range(*first, *last)));
        if class.negated { set.inverse() } else { set }
    }

    fn class(class: &ClassBracketed) -> Self {
        let set = match &class.kind {
            ClassSet::Item(ClassSetItem::Union(all)) => {
                all.items.iter().fold(Self::default(), |set, item| set.with(Self::class_item(item)))
            }
            ClassSet::Item(item) => Self::class_item(item),
            ClassSet::BinaryOp(_) => Self::default().inverse(),
        };
        if class.negated { set.inverse() } else { set }
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
            | ClassSetItem::Union(_) => Self::default().inverse(),
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
    fn add(&mut self, part: &Ast, around: Option<usize>) -> Ends {
        match part {
            Ast::Literal(literal) => self.add_one(CharacterSet::range(literal.c, literal.c), around),
            Ast::Dot(_) => self.add_one(CharacterSet::range('\n', '\n').inverse(), around),
            Ast::ClassPerl(class) => self.add_one(CharacterSet::perl_class(class), around),
            Ast::ClassBracketed(class) => self.add_one(CharacterSet::class(class), around),
            Ast::ClassUnicode(_) => self.add_one(CharacterSet::default().inverse(), around),
            Ast::Empty(_) | Ast::Flags(_) | Ast::Assertion(_) => self.add_all(std::iter::empty(), around),
            Ast::Group(group) => self.add(&group.ast, around),
            Ast::Concat(all) => self.add_all(all.asts.iter(), around),
            Ast::Alternation(parts) => {
                let mut any = Ends { first: Vec::new(), last: Vec::new(), empty: 0 };
                for part in &parts.asts {
                    let one = self.add(part, around);
                    any.first.extend(one.first);
                    any.last.extend(one.last);
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
        self.loops += 1;
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
        let nested = "(?:(?:|)".repeat(200) + "a" + &")".repeat(200);
        assert!(!may_explode(&nested));
        assert!(may_explode(&format!("(?:{nested})+")));
        assert!(may_explode(&format!("(?:{})*", "ab".repeat(40))));
    }
}
