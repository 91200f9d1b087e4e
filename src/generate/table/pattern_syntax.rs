//! Reads a pattern into parts that match, with the meaning that `regex-lite` gives it.
//!
//! `regex-syntax` parses the text. Flags are resolved here; captures and laziness have no effect on whole matches.

use super::pattern_assertion::PatternAssertion;
use crate::generate::backtracking::counts;
use crate::generate::patterns::parse;
use regex_syntax::ast::{
    AssertionKind, Ast, ClassAsciiKind, ClassBracketed, ClassPerl, ClassPerlKind, ClassSet, ClassSetItem,
    ErrorKind, Flag, Flags, FlagsItemKind, GroupKind, LiteralKind,
};

/// A part of a pattern.
#[derive(Debug, Clone)]
pub(super) enum PatternNode {
    /// One character within these ranges, which are ascending and disjoint.
    Class(Vec<(char, char)>),
    /// A condition on a position.
    Assert(PatternAssertion),
    /// All parts, one after the other. Without parts, the empty string.
    Sequence(Vec<PatternNode>),
    /// Any one of the parts, of which there is at least one.
    Alternatives(Vec<PatternNode>),
    /// The part, from `least` to `most` times; without `most`, any number of times from `least`.
    Repetition { part: Box<PatternNode>, least: u32, most: Option<u32> },
}

/// Inserted before a repetition that `regex-syntax` does not accept.
const MARK: &str = "(?:)";

/// Reads the text of a pattern that `regex-lite` accepts; `None` for most others.
pub(super) fn pattern_node(pattern: &str) -> Option<PatternNode> {
    let mut text = pattern.to_owned();
    let mut marks = Vec::new();
    let ast = loop {
        match parse(&text) {
            Ok(ast) => break ast,
            // A repetition right after flags, as in `a(?i)*`. `regex-lite` repeats the part before the flags.
            Err(error) if *error.kind() == ErrorKind::RepetitionMissing => {
                let at = error.span().start.offset;
                text.insert_str(at, MARK);
                marks.push(at);
            }
            Err(_) => return None,
        }
    };
    PatternReader { flags: PatternFlags::default(), marks: &marks, repeated: None }.node(&ast)
}

/// The flags that have an effect on parsed patterns and on whole matches.
#[derive(Debug, Clone, Copy, Default)]
struct PatternFlags {
    ignores_case: bool,
    has_lines: bool,
    dot_is_any: bool,
    is_crlf: bool,
}

impl PatternFlags {
    fn set(&mut self, flags: &Flags) {
        let mut is_set = true;
        for item in &flags.items {
            match item.kind {
                FlagsItemKind::Negation => is_set = false,
                FlagsItemKind::Flag(Flag::CaseInsensitive) => self.ignores_case = is_set,
                FlagsItemKind::Flag(Flag::MultiLine) => self.has_lines = is_set,
                FlagsItemKind::Flag(Flag::DotMatchesNewLine) => self.dot_is_any = is_set,
                FlagsItemKind::Flag(Flag::CRLF) => self.is_crlf = is_set,
                FlagsItemKind::Flag(Flag::SwapGreed | Flag::Unicode | Flag::IgnoreWhitespace) => {}
            }
        }
    }
}

struct PatternReader<'m> {
    flags: PatternFlags,
    /// The positions of [`MARK`].
    marks: &'m [usize],
    /// The part that the next mark stands for.
    repeated: Option<PatternNode>,
}

impl PatternReader<'_> {
    fn node(&mut self, ast: &Ast) -> Option<PatternNode> {
        Some(match ast {
            Ast::Empty(_) => PatternNode::Sequence(Vec::new()),
            Ast::Flags(set) => {
                self.flags.set(&set.flags);
                PatternNode::Sequence(Vec::new())
            }
            Ast::Literal(literal) => {
                let class = CharacterRanges::of(vec![(literal.c, literal.c)]);
                PatternNode::Class(self.folded(class).0)
            }
            Ast::Dot(_) => PatternNode::Class(self.dot().0),
            Ast::Assertion(assertion) => PatternNode::Assert(self.assertion(&assertion.kind)),
            Ast::ClassPerl(class) => PatternNode::Class(perl_class(class).0),
            Ast::ClassBracketed(class) => PatternNode::Class(self.class(class)?.0),
            Ast::ClassUnicode(_) => return None,
            Ast::Repetition(repetition) => {
                let (least, most) = counts(&repetition.op.kind);
                PatternNode::Repetition { part: self.node(&repetition.ast)?.into(), least, most }
            }
            Ast::Group(_) if self.is_marked(ast) => self.repeated.take()?,
            Ast::Group(group) => {
                let outside = self.flags;
                if let GroupKind::NonCapturing(flags) = &group.kind {
                    self.flags.set(flags);
                }
                let inside = self.node(&group.ast)?;
                self.flags = outside;
                inside
            }
            Ast::Alternation(any) => {
                let parts = any.asts.iter().map(|part| self.node(part));
                PatternNode::Alternatives(parts.collect::<Option<_>>()?)
            }
            Ast::Concat(all) => {
                let mut parts: Vec<PatternNode> = Vec::with_capacity(all.asts.len());
                for part in &all.asts {
                    if self.is_marked(part) {
                        self.repeated = Some(parts.pop()?);
                    }
                    let node = self.node(part)?;
                    // A repetition after flags skips them.
                    if !matches!(part, Ast::Flags(_)) {
                        parts.push(node);
                    }
                }
                PatternNode::Sequence(parts)
            }
        })
    }

    /// Whether this is a mark, or repetitions of one.
    fn is_marked(&self, ast: &Ast) -> bool {
        self.marks.binary_search(&ast.span().start.offset).is_ok()
    }

    fn dot(&self) -> CharacterRanges {
        let excluded: &[(char, char)] = match (self.flags.dot_is_any, self.flags.is_crlf) {
            (true, _) => &[],
            (false, true) => &[('\n', '\n'), ('\r', '\r')],
            (false, false) => &[('\n', '\n')],
        };
        CharacterRanges(excluded.to_vec()).negated()
    }

    fn assertion(&self, kind: &AssertionKind) -> PatternAssertion {
        match (kind, self.flags.has_lines, self.flags.is_crlf) {
            (AssertionKind::StartLine, true, true) => PatternAssertion::CrlfLineStart,
            (AssertionKind::StartLine, true, false) => PatternAssertion::LineStart,
            (AssertionKind::StartLine, false, _) | (AssertionKind::StartText, ..) => {
                PatternAssertion::TextStart
            }
            (AssertionKind::EndLine, true, true) => PatternAssertion::CrlfLineEnd,
            (AssertionKind::EndLine, true, false) => PatternAssertion::LineEnd,
            (AssertionKind::EndLine, false, _) | (AssertionKind::EndText, ..) => PatternAssertion::TextEnd,
            (AssertionKind::WordBoundary, ..) => PatternAssertion::WordBoundary,
            (AssertionKind::NotWordBoundary, ..) => PatternAssertion::NotWordBoundary,
            (AssertionKind::WordBoundaryStart | AssertionKind::WordBoundaryStartAngle, ..) => {
                PatternAssertion::WordStart
            }
            (AssertionKind::WordBoundaryEnd | AssertionKind::WordBoundaryEndAngle, ..) => {
                PatternAssertion::WordEnd
            }
            (AssertionKind::WordBoundaryStartHalf, ..) => PatternAssertion::WordStartHalf,
            (AssertionKind::WordBoundaryEndHalf, ..) => PatternAssertion::WordEndHalf,
        }
    }

    fn class(&self, class: &ClassBracketed) -> Option<CharacterRanges> {
        let mut ranges = Vec::new();
        match &class.kind {
            ClassSet::Item(ClassSetItem::Union(all)) => {
                all.items.iter().try_for_each(|item| self.class_item(item, &mut ranges))?;
            }
            ClassSet::Item(item) => self.class_item(item, &mut ranges)?,
            ClassSet::BinaryOp(_) => return None,
        }
        let class_ranges = self.folded(CharacterRanges::of(ranges));
        Some(if class.negated { class_ranges.negated() } else { class_ranges })
    }

    fn class_item(&self, item: &ClassSetItem, ranges: &mut Vec<(char, char)>) -> Option<()> {
        let item_ranges = match item {
            ClassSetItem::Literal(literal) => {
                let one = CharacterRanges(vec![(literal.c, literal.c)]);
                // The other case of a letter in an escape is added before ranges are merged.
                if literal.kind == LiteralKind::Verbatim { one } else { self.folded(one) }
            }
            ClassSetItem::Range(range) => CharacterRanges(vec![(range.start.c, range.end.c)]),
            ClassSetItem::Ascii(class) => {
                let named = CharacterRanges(ascii_class(&class.kind).to_vec());
                if class.negated { named.negated() } else { named }
            }
            ClassSetItem::Perl(class) => perl_class(class),
            ClassSetItem::Empty(_) => CharacterRanges(Vec::new()),
            ClassSetItem::Unicode(_) | ClassSetItem::Bracketed(_) | ClassSetItem::Union(_) => return None,
        };
        ranges.extend(item_ranges.0);
        Some(())
    }

    /// Adds the other case of ASCII letters if the pattern ignores case.
    fn folded(&self, class: CharacterRanges) -> CharacterRanges {
        if self.flags.ignores_case { class.folded() } else { class }
    }
}

fn perl_class(class: &ClassPerl) -> CharacterRanges {
    let ranges = CharacterRanges(
        ascii_class(match class.kind {
            ClassPerlKind::Digit => &ClassAsciiKind::Digit,
            ClassPerlKind::Space => &ClassAsciiKind::Space,
            ClassPerlKind::Word => &ClassAsciiKind::Word,
        })
        .to_vec(),
    );
    if class.negated { ranges.negated() } else { ranges }
}

fn ascii_class(kind: &ClassAsciiKind) -> &'static [(char, char)] {
    match kind {
        ClassAsciiKind::Alnum => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        ClassAsciiKind::Alpha => &[('A', 'Z'), ('a', 'z')],
        ClassAsciiKind::Ascii => &[('\0', '\x7f')],
        ClassAsciiKind::Blank => &[('\t', '\t'), (' ', ' ')],
        ClassAsciiKind::Cntrl => &[('\0', '\x1f'), ('\x7f', '\x7f')],
        ClassAsciiKind::Digit => &[('0', '9')],
        ClassAsciiKind::Graph => &[('!', '~')],
        ClassAsciiKind::Lower => &[('a', 'z')],
        ClassAsciiKind::Print => &[(' ', '~')],
        ClassAsciiKind::Punct => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        ClassAsciiKind::Space => &[('\t', '\r'), (' ', ' ')],
        ClassAsciiKind::Upper => &[('A', 'Z')],
        ClassAsciiKind::Word => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        ClassAsciiKind::Xdigit => &[('0', '9'), ('A', 'F'), ('a', 'f')],
    }
}

/// A set of characters.
///
/// Invariant: the ranges are ascending and disjoint, and no two are adjacent.
struct CharacterRanges(Vec<(char, char)>);

impl CharacterRanges {
    /// The characters in any of these ranges.
    fn of(mut ranges: Vec<(char, char)>) -> Self {
        ranges.sort_unstable();
        let mut merged: Vec<(char, char)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some((_, end)) if u32::from(first) <= u32::from(*end) + 1 => *end = last.max(*end),
                Some(_) | None => merged.push((first, last)),
            }
        }
        Self(merged)
    }

    /// Adds the upper case of ASCII letters, or else the lower case, range by range. As in `regex-lite`, a range with
    /// letters of both cases gains only upper-case letters.
    fn folded(mut self) -> Self {
        let within = |(first, last): (char, char), least: char, most: char| {
            let (first, last) = (first.max(least), last.min(most));
            (first <= last).then_some((first, last))
        };
        for at in 0..self.0.len() {
            let Some(range) = self.0.get(at).copied() else { break };
            let upper = within(range, 'a', 'z')
                .map(|(first, last)| (first.to_ascii_uppercase(), last.to_ascii_uppercase()));
            let lower = || {
                within(range, 'A', 'Z')
                    .map(|(first, last)| (first.to_ascii_lowercase(), last.to_ascii_lowercase()))
            };
            self.0.extend(upper.or_else(lower));
        }
        Self::of(self.0)
    }

    /// All other characters.
    fn negated(self) -> Self {
        let mut gaps = Vec::with_capacity(self.0.len() + 1);
        let mut open = Some('\0');
        for (first, last) in self.0 {
            let before = ('\0'..first).next_back();
            gaps.extend(open.zip(before).filter(|(start, end)| start <= end));
            open = (last..=char::MAX).nth(1);
        }
        gaps.extend(open.map(|start| (start, char::MAX)));
        Self(gaps)
    }
}
