//! Diagnostics as a table: a room lists its messages as rows in its `findings.rs`.
//!
//! ```text
//! findings! {
//!     E0203 DuplicateField { first: Span, again: Quote }
//!         "field {again} is declared twice",
//!         at again "declared again here",
//!         also first "first declared here",
//!         help "remove one of the two, or give it another key";
//! }
//! report.push(DuplicateField { first, again }.into());
//! ```
//!
//! A row is a struct with the parts of its sentences, and converts into a [`Diagnostic`]. Its sentences are data; the
//! compiler checks that each `{name}` in them is a part. The clauses of a row are:
//!
//! | clause | adds |
//! |---|---|
//! | `at PART "label"` | the primary label, at the place of the part |
//! | `also PART "label"` | another label, if the part has a place |
//! | `file PART` | the file, where there is no place to point at |
//! | `note "…"`, `help "…"` | a fact, an action |
//! | `note_if PART "…"`, `help_if PART "…"` | the same, if the part has a text |
//! | `meant PART` | the help ``did you mean `…`?``, if the part has a text |

use super::remedy::{Help, RemedyKind, quoted_whole};
use super::{Code, Diagnostic};
use crate::text::Span;
use crate::text::escape::{plain, quoted};

/// A part of a message.
pub(crate) trait Part {
    /// The text that replaces the name of the part in a sentence; `None` if the part is absent or has only a place.
    fn text(&self) -> Option<String> {
        None
    }

    /// The place of the part.
    fn place(&self) -> Option<Span> {
        None
    }

    /// The place and the user text that the part repeats.
    fn quote(&self) -> Option<(Span, &str)> {
        None
    }

    /// The name that the part is, without backticks.
    fn name(&self) -> Option<&str> {
        None
    }
}

/// Whether a `note_if` or `help_if` without this part is given.
impl Part for bool {
    fn text(&self) -> Option<String> {
        self.then(String::new)
    }
}

/// User text that a message repeats in backticks. It is hidden if its place is hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quote {
    /// The place of the text.
    pub(crate) at: Span,
    /// The text, not escaped.
    pub(crate) said: Box<str>,
}

impl Part for Quote {
    fn text(&self) -> Option<String> {
        Some(quoted(&self.said).to_string())
    }

    fn place(&self) -> Option<Span> {
        Some(self.at)
    }

    fn quote(&self) -> Option<(Span, &str)> {
        Some((self.at, &self.said))
    }
}

/// A name in backticks that is never secret: of a flag, a declared key or a path of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnownName(pub(crate) Box<str>);

impl KnownName {
    /// The name, not escaped.
    pub(crate) fn new(name: impl Into<Box<str>>) -> Self {
        Self(name.into())
    }
}

impl Part for KnownName {
    fn text(&self) -> Option<String> {
        Some(quoted_whole(&self.0))
    }

    fn name(&self) -> Option<&str> {
        Some(&self.0)
    }
}

/// The name of a file as the user spelled it, for the clause `file`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileName(pub(crate) Box<str>);

impl Part for FileName {
    fn text(&self) -> Option<String> {
        Some(plain(&self.0).to_string())
    }
}

/// Names in backticks, with `and` or `or` before the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnownNames {
    names: Vec<Box<str>>,
    last: &'static str,
}

impl KnownNames {
    /// A choice: "`a`, `b` or `c`".
    pub(crate) fn one_of<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        Self { names: names.into_iter().map(Into::into).collect(), last: "or" }
    }
}

impl Part for KnownNames {
    fn text(&self) -> Option<String> {
        let names: Vec<String> = self.names.iter().map(|name| quoted_whole(name)).collect();
        Some(match names.split_last() {
            Some((last, before)) if !before.is_empty() => {
                format!("{} {} {last}", before.join(", "), self.last)
            }
            Some(_) | None => names.concat(),
        })
    }
}

/// A text composed by a function. User text in it is escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Words(pub(crate) String);

impl Words {
    /// Names in backticks, separated by commas. Beyond the limit they are only counted.
    pub(crate) fn list<'n>(names: impl IntoIterator<Item = &'n str>, limit: usize) -> Self {
        let mut names = names.into_iter();
        let mut shown: Vec<String> =
            names.by_ref().take(limit).map(|name| quoted(name).to_string()).collect();
        match names.count() {
            0 => {}
            more => shown.push(format!("{more} more")),
        }
        Self(shown.join(", "))
    }
}

impl Part for Words {
    fn text(&self) -> Option<String> {
        Some(self.0.clone())
    }
}

/// Words of the compiler.
impl Part for &'static str {
    fn text(&self) -> Option<String> {
        Some((*self).to_owned())
    }
}

impl Part for usize {
    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Part for u32 {
    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Part for u64 {
    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Part for Span {
    fn place(&self) -> Option<Span> {
        Some(*self)
    }
}

impl<P: Part> Part for Option<P> {
    fn text(&self) -> Option<String> {
        self.as_ref()?.text()
    }

    fn place(&self) -> Option<Span> {
        self.as_ref()?.place()
    }

    fn quote(&self) -> Option<(Span, &str)> {
        self.as_ref()?.quote()
    }

    fn name(&self) -> Option<&str> {
        self.as_ref()?.name()
    }
}

/// One message: its code and its sentences, with `{name}` for each part.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) code: Code,
    pub(crate) message: &'static str,
    pub(crate) clauses: &'static [Clause],
}

/// A clause of a row; see [the table](self). `part` is the name of a part.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Clause {
    At { part: &'static str, label: &'static str },
    Also { part: &'static str, label: &'static str },
    File { part: &'static str },
    Note { text: &'static str },
    NoteIf { part: &'static str, text: &'static str },
    Help { text: &'static str },
    HelpIf { part: &'static str, text: &'static str },
    Meant { part: &'static str },
}

/// The parts of a row by their names.
struct Parts<'p>(&'p [(&'static str, &'p dyn Part)]);

impl Parts<'_> {
    fn part(&self, name: &str) -> Option<&dyn Part> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, part)| *part)
    }

    fn place(&self, name: &str) -> Option<Span> {
        self.part(name)?.place()
    }

    fn text(&self, name: &str) -> Option<String> {
        self.part(name)?.text()
    }

    /// Fills the texts of the parts into a sentence. Its braces are balanced, since `format_args!` accepted it.
    fn fill(&self, sentence: &str) -> String {
        let mut filled = String::with_capacity(sentence.len());
        let mut rest = sentence;
        while let Some((before, after)) = rest.split_once(['{', '}']) {
            filled += before;
            let is_doubled =
                rest.get(before.len()..).is_some_and(|at| at.starts_with("{{") || at.starts_with("}}"));
            if is_doubled {
                filled += after.get(..1).unwrap_or_default();
                rest = after.get(1..).unwrap_or_default();
            } else {
                let (name, after) = after.split_once('}').unwrap_or((after, ""));
                filled += &self.text(name).unwrap_or_default();
                rest = after;
            }
        }
        filled + rest
    }
}

impl Row {
    /// Makes the diagnostic of the row with these parts.
    pub(crate) fn fill(&self, parts: &[(&'static str, &dyn Part)]) -> Diagnostic {
        let parts = Parts(parts);
        let mut diagnostic = Diagnostic::new(self.code, parts.fill(self.message));
        for clause in self.clauses {
            diagnostic = parts.add(*clause, diagnostic);
        }
        let quotes = parts.0.iter().filter_map(|(_, part)| part.quote());
        quotes.fold(diagnostic, |diagnostic, (at, said)| diagnostic.quoting(at, said))
    }
}

impl Parts<'_> {
    fn add(&self, clause: Clause, diagnostic: Diagnostic) -> Diagnostic {
        match clause {
            Clause::At { part, label } => diagnostic.at_if(self.place(part), self.fill(label)),
            Clause::Also { part, label } => match self.place(part) {
                Some(place) => diagnostic.label(place, self.fill(label)),
                None => diagnostic,
            },
            Clause::File { part } => match self.text(part) {
                Some(name) => diagnostic.in_file(name),
                None => diagnostic,
            },
            Clause::Note { text } => diagnostic.note(self.fill(text)),
            Clause::NoteIf { part, text } => match self.text(part) {
                Some(_) => diagnostic.note(self.fill(text)),
                None => diagnostic,
            },
            Clause::Help { text } => diagnostic.help(self.fill(text)),
            Clause::HelpIf { part, text } => diagnostic.help_if(self.text(part).map(|_| self.fill(text))),
            Clause::Meant { part } => diagnostic.help_if(self.text(part).map(|meant| {
                let said = format!("did you mean {meant}?");
                match self.part(part).and_then(|part| part.name()) {
                    Some(name) => Help::new(said, RemedyKind::Rename(name.into())),
                    None => said.into(),
                }
            })),
        }
    }
}

/// One clause of a row.
macro_rules! clause {
    (at $part:ident $label:literal) => {
        $crate::diagnostic::Clause::At { part: stringify!($part), label: $label }
    };
    (also $part:ident $label:literal) => {
        $crate::diagnostic::Clause::Also { part: stringify!($part), label: $label }
    };
    (file $part:ident) => {
        $crate::diagnostic::Clause::File { part: stringify!($part) }
    };
    (note $text:literal) => {
        $crate::diagnostic::Clause::Note { text: $text }
    };
    (note_if $part:ident $text:literal) => {
        $crate::diagnostic::Clause::NoteIf { part: stringify!($part), text: $text }
    };
    (help $text:literal) => {
        $crate::diagnostic::Clause::Help { text: $text }
    };
    (help_if $part:ident $text:literal) => {
        $crate::diagnostic::Clause::HelpIf { part: stringify!($part), text: $text }
    };
    (meant $part:ident) => {
        $crate::diagnostic::Clause::Meant { part: stringify!($part) }
    };
}

/// Declares rows: see [the module](self).
macro_rules! findings {
    ($(
        $code:ident $name:ident { $($field:ident: $part:ty),* $(,)? }
            $message:literal $(, $kind:ident $($of:ident)? $($text:literal)?)*;
    )*) => {
        $(
            #[derive(Debug, Clone)]
            pub(crate) struct $name {
                $(pub(crate) $field: $part,)*
            }

            impl $name {
                const ROW: $crate::diagnostic::Row = $crate::diagnostic::Row {
                    code: $crate::diagnostic::Code::$code,
                    message: $message,
                    clauses: &[$($crate::diagnostic::clause!($kind $($of)? $($text)?)),*],
                };
            }

            impl From<$name> for $crate::diagnostic::Diagnostic {
                fn from(found: $name) -> Self {
                    // Never called: it makes the compiler check the names in the sentences.
                    let _ = |$($field: &str),*| {
                        $(let _ = $field;)*
                        let _ = format_args!($message);
                        $($(let _ = format_args!($text);)?)*
                    };
                    $name::ROW.fill(&[$((stringify!($field), &found.$field)),*])
                }
            }
        )*

        #[cfg(test)]
        #[test]
        fn sentences_of_rows_keep_to_the_style() {
            $($crate::diagnostic::check_style(&$name::ROW);)*
        }
    };
}

pub(crate) use {clause, findings};

/// Asserts that messages and help begin in lower case, have no full stop, and close each backtick.
#[cfg(test)]
pub(crate) fn check_style(row: &Row) {
    let helps = row.clauses.iter().filter_map(|clause| match *clause {
        Clause::Note { text }
        | Clause::NoteIf { text, .. }
        | Clause::Help { text }
        | Clause::HelpIf { text, .. } => Some(text),
        Clause::At { .. } | Clause::Also { .. } | Clause::File { .. } | Clause::Meant { .. } => None,
    });
    for text in helps.chain([row.message]) {
        let word = text.split(' ').next().unwrap_or_default();
        let is_name = word.chars().filter(char::is_ascii_uppercase).count() > 1 || word == "Kubernetes";
        assert!(is_name || !word.starts_with(|c: char| c.is_ascii_uppercase()), "{}: {text}", row.code);
        assert!(!text.ends_with('.'), "{}: {text}", row.code);
        assert!(text.matches('`').count().is_multiple_of(2), "{}: {text}", row.code);
    }
}

#[cfg(test)]
mod tests {
    use super::{FileName, KnownName, KnownNames, Quote};
    use crate::diagnostic::Diagnostic;
    use crate::text::{Sources, Span};

    findings! {
        E0203 Everything { first: Option<Span>, again: Quote, known: KnownNames, near: Option<KnownName>, count: usize, file: FileName }
            "field {again} is one of {known}, {{{count}}}",
            at again "again, {count} times",
            also first "first",
            file file,
            note "a fact",
            note_if near "near {near}",
            help "remove `--flag`",
            meant near;
    }

    fn found(first: Option<Span>, near: Option<KnownName>) -> Diagnostic {
        let mut sources = Sources::default();
        let source = sources.add("a.cml".into(), "{ a: 1, a: 2 }".into(), None);
        let at = Span { source: source.id(), start: 8, end: 9 };
        let known = KnownNames::one_of(["x", "y", "z\u{1b}"]);
        let file = FileName("f\u{1b}".into());
        Everything { first, again: Quote { at, said: "a".into() }, known, near, count: 2, file }.into()
    }

    #[test]
    fn clauses_fill_a_diagnostic() {
        let found = found(None, Some(KnownName::new("b")));
        assert_eq!(found.message(), "field `a` is one of `x`, `y` or `z\\u{1b}`, {2}");
        assert_eq!(found.primary().unwrap().text, "again, 2 times");
        assert!(found.secondary().is_empty());
        assert_eq!(found.file(), Some("f\\u{1b}"));
        assert_eq!(found.notes(), ["a fact", "near `b`"]);
        assert_eq!(found.helps(), ["remove `--flag`", "did you mean `b`?"]);
    }

    #[test]
    fn absent_parts_have_no_clauses() {
        let first = found(None, None).primary().unwrap().span;
        let found = found(Some(first), None);
        assert_eq!(found.secondary().len(), 1);
        assert_eq!(found.notes(), ["a fact"]);
        assert_eq!(found.helps(), ["remove `--flag`"]);
    }
}
