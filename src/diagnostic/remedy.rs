//! Remedies: what would help, as a sentence for people and as a change that a program can make.
//!
//! [`Help`] is both in one value, so that they cannot differ. The stages that know a remedy know no formats, so a
//! [`RemedyKind`] names places and words, and `edit::fixes` makes text of it.

use crate::text::escape::{plain, quoted};
use crate::text::{Source, Span};

/// A name in backticks, escaped but not cut: the end of a long name may be all that distinguishes it from another.
pub(crate) fn quoted_whole(name: &str) -> String {
    format!("`{}`", plain(name))
}

/// A change at one place that would remove the cause of a diagnostic, in no format.
///
/// Words in it are words of confc, names of a declaration in the spelling of the place, or punctuation. Only
/// [`RemedyKind::Replace`] may repeat text of the user, from the same lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RemedyKind {
    /// Write another name: of a key, in a string, or as a word.
    Rename(String),
    /// Write another text, as it is. An empty place inserts it.
    Replace(String),
    /// Put the text of a scalar in quotes.
    Quote,
    /// Write the text of a string without its quotes.
    Unquote,
    /// Add a member to the object at the place. `value` is JSON5.
    Add {
        /// The name of the member.
        key: String,
        /// Its value.
        value: String,
        /// Whether the value only keeps the place of one that somebody must know.
        is_placeholder: bool,
    },
    /// Remove the member whose key or value is at the place.
    Remove,
    /// Put the value in `{ $override: … }`.
    Override,
}

impl RemedyKind {
    /// The change as an action.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Rename(text) => format!("write {}", quoted_whole(text)),
            Self::Replace(text) if text.is_empty() => "remove it".into(),
            Self::Replace(text) => format!("write {}", quoted(text.trim())),
            Self::Quote => "put it in quotes".into(),
            Self::Unquote => "remove the quotes".into(),
            Self::Add { key, .. } => format!("add {}", quoted_whole(key)),
            Self::Remove => "remove it".into(),
            Self::Override => "put it in `$override`".into(),
        }
    }
}

/// Who may apply a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Applicability {
    /// A program: the new text means the same to confc as the old one, or the old one had no other reading. Such a fix
    /// never makes a refused value accepted.
    Safe,
    /// A person who agrees: the old text may mean something else.
    Unsafe,
    /// A person, who must write a value: the new text has a placeholder.
    Placeholders,
}

impl Applicability {
    /// The name in output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
            Self::Placeholders => "placeholders",
        }
    }
}

/// A change at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remedy {
    /// The place.
    pub at: Span,
    /// The change there.
    pub kind: RemedyKind,
    /// Who may make it.
    pub applicability: Applicability,
}

impl Remedy {
    /// The remedy in the text around `inner`, in which `to` gives the places. `None` if the outer text may spell the
    /// part in another way, or needs another change.
    pub(super) fn moved_out_of(self, inner: &Source, to: impl Fn(Span) -> Span) -> Option<Self> {
        if self.at.source != inner.id() {
            return Some(self);
        }
        let raw = inner.slice(self.at);
        let is_quoted = |quote: char| raw.len() > 1 && raw.starts_with(quote) && raw.ends_with(quote);
        // Inside of a string, `\` begins an escape, and a quote may end it.
        let is_plain =
            |text: &str| !text.contains(['\\', '"', '\'', '\n']) && text.chars().all(|c| !c.is_control());
        let (at, text) = match self.kind {
            RemedyKind::Rename(text) if is_quoted('"') || is_quoted('\'') => {
                (Span { start: self.at.start + 1, end: self.at.end - 1, ..self.at }, text)
            }
            RemedyKind::Rename(text) => (self.at, Some(text).filter(|text| is_word(text))?),
            RemedyKind::Replace(text) => (self.at, text),
            RemedyKind::Quote
            | RemedyKind::Unquote
            | RemedyKind::Add { .. }
            | RemedyKind::Remove
            | RemedyKind::Override => {
                return None;
            }
        };
        let outer = to(at);
        let is_same =
            outer.end - outer.start == at.end - at.start && is_plain(inner.slice(at)) && is_plain(&text);
        is_same.then_some(Self { at: outer, kind: RemedyKind::Replace(text), ..self })
    }
}

/// Whether every format reads a text without quotes as itself, as a key and as a value.
pub(crate) fn is_word(text: &str) -> bool {
    /// Words of YAML 1.1 and 1.2, and of other readers, in lower case.
    const OTHERS: [&str; 14] = [
        "true",
        "false",
        "yes",
        "no",
        "on",
        "off",
        "y",
        "n",
        "null",
        "nan",
        "inf",
        "infinity",
        "none",
        "undefined",
    ];
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(is_name)
        && !OTHERS.iter().any(|other| other.eq_ignore_ascii_case(text))
}

/// What would help: a sentence, and the change that it asks for if a program can make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    pub(super) text: String,
    kind: Option<RemedyKind>,
    /// Where the change is made; `None` at the primary label.
    at: Option<Span>,
    is_safe: bool,
}

impl Help {
    /// A sentence with the change that it asks for, at the primary label.
    #[must_use]
    pub fn new(text: impl Into<String>, kind: RemedyKind) -> Self {
        Self { kind: Some(kind), ..Self::from(text.into()) }
    }

    /// ``did you mean `name`?``
    #[must_use]
    pub fn meant(name: &str) -> Self {
        Self::new(format!("did you mean {}?", quoted(name)), RemedyKind::Rename(name.into()))
    }

    /// ``write `name` ``
    #[must_use]
    pub fn write(name: &str) -> Self {
        Self::new(format!("write {}", quoted(name)), RemedyKind::Rename(name.into()))
    }

    /// ``write `literal` ``, a literal as it is in every format
    #[must_use]
    pub fn literal(literal: &str) -> Self {
        Self::new(format!("write {}", quoted(literal)), RemedyKind::Replace(literal.into()))
    }

    /// The sentence.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// "put it in quotes"
    #[must_use]
    pub fn quote() -> Self {
        Self::new("put it in quotes", RemedyKind::Quote)
    }

    /// "remove the quotes"
    #[must_use]
    pub fn unquote() -> Self {
        Self::new("remove the quotes", RemedyKind::Unquote)
    }

    /// The change is at another place than the primary label.
    #[must_use]
    pub fn at(self, place: Span) -> Self {
        Self { at: Some(place), ..self }
    }

    /// The change is [safe](Applicability::Safe).
    #[must_use]
    pub fn safe(self) -> Self {
        Self { is_safe: true, ..self }
    }

    /// The sentence, and the change in a diagnostic with this primary place.
    pub(super) fn parts(self, primary: Option<Span>) -> (String, Option<Remedy>) {
        let Self { text, kind, at, is_safe } = self;
        let remedy = kind.zip(at.or(primary)).map(|(kind, at)| {
            let applicability = match (&kind, is_safe) {
                (RemedyKind::Add { is_placeholder: true, .. }, _) => Applicability::Placeholders,
                (_, true) => Applicability::Safe,
                (_, false) => Applicability::Unsafe,
            };
            Remedy { at, kind, applicability }
        });
        (text, remedy)
    }
}

impl From<String> for Help {
    /// A sentence alone.
    fn from(text: String) -> Self {
        Self { text, kind: None, at: None, is_safe: false }
    }
}

impl From<&str> for Help {
    /// A sentence alone.
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<std::borrow::Cow<'_, str>> for Help {
    /// A sentence alone.
    fn from(text: std::borrow::Cow<'_, str>) -> Self {
        text.into_owned().into()
    }
}

/// A change of texts that removes the cause of a diagnostic: all of its edits or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The change as an action.
    pub title: String,
    /// Who may apply it.
    pub applicability: Applicability,
    /// The edits, in the order of the text, without touching each other.
    pub edits: Vec<Edit>,
}

/// A part of a text and its replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The part.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// Makes fixes of the remedies of a diagnostic.
pub trait Fixes {
    /// The fixes of a diagnostic, the best first; none for remedies of which no text can be made without harm.
    fn fixes(&self, diagnostic: &super::Diagnostic) -> Vec<Fix>;
}

/// For forms and programs without fixes.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFixes;

impl Fixes for NoFixes {
    fn fixes(&self, _: &super::Diagnostic) -> Vec<Fix> {
        Vec::new()
    }
}
