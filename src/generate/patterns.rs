//! Translates patterns to the dialects of other tools, if the translation certainly has the same meaning.

use super::backtracking::{counts, may_explode};
use regex_syntax::ast::parse::ParserBuilder;
use regex_syntax::ast::{
    self, AssertionKind, Ast, ClassBracketed, ClassPerl, ClassPerlKind, ClassSet, ClassSetItem, Group,
    GroupKind, Literal, LiteralKind, Repetition, SpecialLiteralKind,
};

/// A dialect of regular expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// JSON Schema: ECMA-262 with the flag `u`.
    Ecma,
    /// Python's `re`, for strings and with the flag `ASCII`.
    Python,
}

/// Translates a pattern of `regex-lite` for a JSON Schema, anchored at both ends.
///
/// Supports everything with the same meaning in both: characters, classes of characters and ranges, `.`, `\d`, `\w` and
/// their opposites, groups, alternatives, repetitions of parts that take a character, `^` and `$`. `None` for a pattern
/// with anything else: `\s`, which is only ASCII in `regex-lite`; word boundaries; flags; characters by their numbers;
/// POSIX classes; repetitions of repetitions; characters of two UTF-16 units.
pub(super) fn ecma_pattern(pattern: &str) -> Option<String> {
    let pattern = parsed(pattern)?;
    let out = translated(&pattern, Dialect::Ecma)?;
    Some(if matches!(pattern, Ast::Alternation(_)) { format!("^(?:{out})$") } else { format!("^{out}$") })
}

/// Translates a pattern of `regex-lite` for `re.fullmatch` with the flag `ASCII`. Supports as much as [`ecma_pattern`],
/// and also `\s` and all characters. `None` also if `re` may take exponential time.
pub(super) fn python_pattern(pattern: &str) -> Option<String> {
    let pattern = parsed(pattern)?;
    let out = translated(&pattern, Dialect::Python)?;
    (!may_explode(&pattern)).then_some(out)
}

/// Parses a pattern with the meaning of `regex-lite`. `None` also for a repetition right after flags.
pub(super) fn parsed(pattern: &str) -> Option<Ast> {
    parse(pattern).ok()
}

/// As [`parsed`], with the error.
pub(super) fn parse(pattern: &str) -> Result<Ast, Box<ast::Error>> {
    // `regex-lite` limits the nesting of groups.
    Ok(ParserBuilder::new().nest_limit(u32::MAX).build().parse(pattern)?)
}

/// The pattern without anchors.
fn translated(pattern: &Ast, dialect: Dialect) -> Option<String> {
    let mut translator = Translator { out: String::new(), dialect };
    translator.part(pattern)?;
    Some(translator.out)
}

struct Translator {
    out: String,
    dialect: Dialect,
}

impl Translator {
    /// Translates a part of a pattern, and returns whether it always takes at least one character.
    fn part(&mut self, part: &Ast) -> Option<bool> {
        match part {
            Ast::Empty(_) => Some(false),
            Ast::Literal(literal) => self.character(character(literal)?).map(|()| true),
            Ast::Dot(_) => {
                self.out.push_str(r"[^\n]");
                Some(true)
            }
            Ast::ClassPerl(class) => self.perl_class(class).map(|()| true),
            Ast::ClassBracketed(class) => self.class(class).map(|()| true),
            Ast::Assertion(assertion) => self.anchor(&assertion.kind).map(|()| false),
            Ast::Repetition(repetition) => self.repetition(repetition),
            Ast::Group(group) => self.group(group),
            Ast::Alternation(any) => any.asts.iter().enumerate().try_fold(true, |takes_text, (n, part)| {
                if n > 0 {
                    self.out.push('|');
                }
                Some(self.part(part)? && takes_text)
            }),
            Ast::Concat(all) => {
                all.asts.iter().try_fold(false, |takes_text, part| Some(self.part(part)? || takes_text))
            }
            Ast::Flags(_) | Ast::ClassUnicode(_) => None,
        }
    }

    fn anchor(&mut self, kind: &AssertionKind) -> Option<()> {
        self.out.push_str(match kind {
            AssertionKind::StartLine => "^",
            // In Python `$` also matches before a line feed at the end.
            AssertionKind::EndLine if self.dialect == Dialect::Python => r"\Z",
            AssertionKind::EndLine => "$",
            AssertionKind::StartText
            | AssertionKind::EndText
            | AssertionKind::WordBoundary
            | AssertionKind::NotWordBoundary
            | AssertionKind::WordBoundaryStart
            | AssertionKind::WordBoundaryEnd
            | AssertionKind::WordBoundaryStartAngle
            | AssertionKind::WordBoundaryEndAngle
            | AssertionKind::WordBoundaryStartHalf
            | AssertionKind::WordBoundaryEndHalf => return None,
        });
        Some(())
    }

    /// Translates a group, whose captures nothing reads.
    fn group(&mut self, group: &Group) -> Option<bool> {
        match &group.kind {
            GroupKind::CaptureIndex(_) => {}
            GroupKind::NonCapturing(flags) if flags.items.is_empty() => {}
            GroupKind::NonCapturing(_) | GroupKind::CaptureName { .. } => return None,
        }
        self.out.push_str("(?:");
        let takes_text = self.part(&group.ast)?;
        self.out.push(')');
        Some(takes_text)
    }

    /// Translates a repetition, lazy or not. Readers differ on repetitions of a part that may match nothing.
    fn repetition(&mut self, repetition: &Repetition) -> Option<bool> {
        let takes_text = self.part(&repetition.ast)?;
        if !takes_text || matches!(*repetition.ast, Ast::Repetition(_)) {
            return None;
        }
        let (least, most) = counts(&repetition.op.kind);
        self.out.push_str(&match (least, most) {
            (0, Some(1)) => "?".into(),
            (0, None) => "*".into(),
            (1, None) => "+".into(),
            (least, None) => format!("{{{least},}}"),
            (least, Some(most)) if least == most => format!("{{{least}}}"),
            (least, Some(most)) => format!("{{{least},{most}}}"),
        });
        if !repetition.greedy {
            self.out.push('?');
        }
        Some(least > 0)
    }

    fn class(&mut self, class: &ClassBracketed) -> Option<()> {
        self.out.push_str(if class.negated { "[^" } else { "[" });
        match &class.kind {
            ClassSet::Item(ClassSetItem::Union(all)) => {
                all.items.iter().try_for_each(|item| self.class_item(item))?;
            }
            ClassSet::Item(item) => self.class_item(item)?,
            ClassSet::BinaryOp(_) => return None,
        }
        self.out.push(']');
        Some(())
    }

    fn class_item(&mut self, item: &ClassSetItem) -> Option<()> {
        match item {
            // A literal bracket.
            ClassSetItem::Literal(Literal { kind: LiteralKind::Verbatim, c: ']', .. }) => None,
            ClassSetItem::Literal(literal) => self.class_character(character(literal)?),
            ClassSetItem::Range(range) => {
                self.class_character(character(&range.start)?)?;
                self.out.push('-');
                self.class_character(character(&range.end)?)
            }
            ClassSetItem::Perl(class) => self.perl_class(class),
            ClassSetItem::Empty(_)
            | ClassSetItem::Ascii(_)
            | ClassSetItem::Unicode(_)
            | ClassSetItem::Bracketed(_)
            | ClassSetItem::Union(_) => None,
        }
    }

    /// A class of a backslash and a letter.
    fn perl_class(&mut self, class: &ClassPerl) -> Option<()> {
        let letter = match class.kind {
            ClassPerlKind::Digit => 'd',
            ClassPerlKind::Word => 'w',
            ClassPerlKind::Space if self.dialect == Dialect::Python => 's',
            ClassPerlKind::Space => return None,
        };
        self.out.extend(['\\', if class.negated { letter.to_ascii_uppercase() } else { letter }]);
        Some(())
    }

    fn class_character(&mut self, c: char) -> Option<()> {
        // Python reserves `&&`, `||` and `~~` in a class for set operators.
        let is_special = match c {
            '\\' | '[' | ']' | '^' | '-' => true,
            c => self.dialect == Dialect::Python && matches!(c, '&' | '|' | '~'),
        };
        self.plain(c, is_special)
    }

    /// A literal character outside classes.
    fn character(&mut self, c: char) -> Option<()> {
        let is_special = matches!(
            c,
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/'
        );
        self.plain(c, is_special)
    }

    /// Writes a character, after a backslash if it is special. `None` for a character of two UTF-16 units in ECMA-262,
    /// where its meaning depends on the flag `u`.
    fn plain(&mut self, c: char, is_special: bool) -> Option<()> {
        if self.dialect == Dialect::Ecma && c.len_utf16() > 1 {
            return None;
        }
        if is_special {
            self.out.push('\\');
        }
        self.out.push(c);
        Some(())
    }
}

/// The character of a literal, unless it is given by its number.
fn character(literal: &Literal) -> Option<char> {
    match literal.kind {
        LiteralKind::Verbatim
        | LiteralKind::Meta
        | LiteralKind::Superfluous
        | LiteralKind::Special(
            SpecialLiteralKind::FormFeed
            | SpecialLiteralKind::Tab
            | SpecialLiteralKind::LineFeed
            | SpecialLiteralKind::CarriageReturn
            | SpecialLiteralKind::VerticalTab,
        ) => Some(literal.c),
        LiteralKind::Special(SpecialLiteralKind::Bell | SpecialLiteralKind::Space)
        | LiteralKind::Octal
        | LiteralKind::HexFixed(_)
        | LiteralKind::HexBrace(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{ecma_pattern, python_pattern};

    #[test]
    fn what_means_the_same_is_translated() {
        for (pattern, expected) in [
            ("", "^$"),
            ("[a-z]+", "^[a-z]+$"),
            ("a|b", "^(?:a|b)$"),
            ("(a|b)c?", "^(?:a|b)c?$"),
            (r"\d{3}-\d{4,}?", r"^\d{3}-\d{4,}?$"),
            (".*", r"^[^\n]*$"),
            (r"\-\#/é\}", r"^-#\/é\}$"),
            (r"}\]]", r"^\}\]\]$"),
            ("[-a^.-]", r"^[\-a\^.\-]$"),
            (r"[^\]\\-a\d]", r"^[^\]\\-a\d]$"),
            ("[--a]", r"^[\-\-a]$"),
            ("^a$|b", "^(?:^a$|b)$"),
            (r"[\d-]-a]", r"^[\d\-]-a\]$"),
            ("a{ 2 }b{1, 02}?", "^a{2}b{1,2}?$"),
        ] {
            assert_eq!(ecma_pattern(pattern).as_deref(), Some(expected), "{pattern}");
        }
    }

    #[test]
    fn what_might_mean_something_else_is_not() {
        for pattern in [
            "()*",
            "(a*)+",
            "(|a)?",
            "(a?b{0,2})*",
            r"\s",
            r"\S",
            r"\b",
            r"\B",
            r"\<a",
            r"\A",
            r"\z",
            r"\x41",
            r"\u{41}",
            "(?i)a",
            "(?i:a)",
            "(?P<n>a)",
            "(?<n>a)",
            "[[:alpha:]]",
            "[]a]",
            "[^]]",
            r"[\s]",
            "a**",
            "a{2}{3}",
            "^*",
            "😀",
            "[😀]",
        ] {
            assert_eq!(ecma_pattern(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn python_has_its_own_ways() {
        for (pattern, expected) in
            [("", ""), ("a|b", "a|b"), (r"^\s*$", r"^\s*\Z"), ("[a&b~|-]", r"[a\&b\~\|\-]"), ("😀+", "😀+")]
        {
            assert_eq!(python_pattern(pattern).as_deref(), Some(expected), "{pattern}");
        }
        for pattern in [r"\bа", "(?i)a", "a**", "[[:alpha:]]", r"\x41"] {
            assert_eq!(python_pattern(pattern), None, "{pattern}");
        }
    }
}
