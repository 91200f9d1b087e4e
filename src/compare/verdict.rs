//! Judges changes by a compatibility mode.

use super::{Breaks, Change, ChangeKind};
use crate::text::{FieldPattern, escape};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A compatibility mode, which decides what must not break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CompareMode {
    /// Values that are valid for the old schema must be valid for the new one.
    #[default]
    Backward,
    /// Values that are valid for the new schema must be valid for the old one.
    Forward,
    /// Both directions.
    Full,
    /// The checksums must be equal: compiled value files stay valid.
    Exact,
}

impl CompareMode {
    /// The name of the mode.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backward => "backward",
            Self::Forward => "forward",
            Self::Full => "full",
            Self::Exact => "exact",
        }
    }

    /// Whether a change breaks the mode.
    #[must_use]
    pub fn is_broken_by(self, change: &Change<'_>) -> bool {
        let breaks = match self {
            Self::Backward => change.backward,
            Self::Forward => change.forward,
            Self::Full => change.backward.max(change.forward),
            Self::Exact => return change.kind.moves_checksum(),
        };
        breaks != Breaks::No
    }
}

/// The most exemptions with a `*`, each of which is compared with all changes.
pub const MAX_PATTERNS: usize = 64;

/// Exempt changes of a kind: `CHANGE:FIELD`. A `*` in the field matches any text, unless a change has exactly this
/// subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exemption {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The [subject](Change::subject) of the change, or a pattern for it.
    pub field: String,
}

/// Why a text is not an [`Exemption`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExemptionError {
    /// The colon or the text after it is missing.
    NoField,
    /// The text contains several exemptions, each as given.
    Several(Vec<String>),
    /// No change kind has this id.
    UnknownChangeKind {
        /// The id as given.
        id: String,
        /// The nearest id.
        nearest: Option<&'static str>,
    },
}

impl std::error::Error for ExemptionError {}

impl Display for ExemptionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoField => f.write_str("expected CHANGE:FIELD, such as `field-removed:server.port`"),
            Self::Several(changes) => {
                f.write_str("expected one change for each `--allow`; write `")?;
                for (at, change) in changes.iter().enumerate() {
                    write!(
                        f,
                        "{}--allow {}",
                        if at > 0 { " " } else { "" },
                        escape::plain(&in_shell(change))
                    )?;
                }
                f.write_str("`")
            }
            Self::UnknownChangeKind { id, nearest } => {
                write!(f, "there is no kind of change {}", escape::quoted(id))?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => list_rules(f, id),
                }
            }
        }
    }
}

/// Lists the change kinds that contain a word, or says where their names are listed.
fn list_rules(f: &mut Formatter<'_>, word: &str) -> fmt::Result {
    let ids = ChangeKind::ALL.iter().map(|kind| kind.id());
    let with_word: Vec<String> =
        ids.filter(|id| id.split('-').any(|part| part == word)).map(|id| format!("`{id}`")).collect();
    match with_word.is_empty() {
        true => f.write_str("; `confc diff` prints the kind of each change"),
        false => write!(f, "; there are {}", with_word.join(", ")),
    }
}

impl FromStr for Exemption {
    type Err = ExemptionError;

    fn from_str(text: &str) -> Result<Self, ExemptionError> {
        let several = parts(text);
        if several.len() > 1 {
            return Err(ExemptionError::Several(several));
        }
        let (id, field) = text.split_once(':').ok_or(ExemptionError::NoField)?;
        let kind = id.parse().map_err(|unknown: super::UnknownChangeKind| {
            ExemptionError::UnknownChangeKind { id: id.into(), nearest: unknown.nearest }
        })?;
        if field.is_empty() { Err(ExemptionError::NoField) } else { Ok(Self { kind, field: field.into() }) }
    }
}

/// Splits a list of exemptions at `,`, `;` or blanks before each text that begins with a change kind. Other separators
/// may belong to a subject, such as the text of a rule without a name.
fn parts(text: &str) -> Vec<String> {
    let is_separator = |c: char| matches!(c, ',' | ';') || c.is_whitespace();
    let mut parts: Vec<String> = Vec::new();
    for word in text.split_inclusive(is_separator) {
        let begins = word.split_once(':').is_some_and(|(id, _)| id.parse::<ChangeKind>().is_ok());
        match parts.last_mut() {
            Some(last) if !begins => last.push_str(word),
            Some(_) | None if word.chars().all(is_separator) => {}
            Some(_) | None => parts.push(word.into()),
        }
    }
    parts.iter().map(|part| part.trim_end_matches(is_separator).to_owned()).collect()
}

/// A word of a command line, in quotes if a shell needs them.
fn in_shell(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/');
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

impl Exemption {
    /// Whether it may be a pattern.
    #[must_use]
    pub fn has_star(&self) -> bool {
        self.field.contains('*')
    }

    /// The exemption as a word of a command line, in quotes if a shell needs them.
    #[must_use]
    pub fn in_shell(&self) -> String {
        in_shell(&self.to_string())
    }
}

impl Display for Exemption {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, escape::plain(&self.field))
    }
}

/// The judgement of changes by a mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome of each change.
    pub outcomes: Vec<Outcome>,
    /// The positions of the exemptions with an effect.
    pub used: BTreeSet<usize>,
    /// The positions of the exemptions whose change exists.
    pub met: BTreeSet<usize>,
}

/// The outcome of a change under a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It breaks nothing that the mode protects.
    Fine,
    /// It would break the mode, but is exempt.
    Exempt,
    /// It breaks the mode.
    Breach,
}

impl Verdict {
    /// The number of changes that break the mode.
    #[must_use]
    pub fn breaches(&self) -> usize {
        self.outcomes.iter().filter(|outcome| **outcome == Outcome::Breach).count()
    }
}

/// Finds the exemptions of changes.
struct Exemptions<'e> {
    exact: BTreeMap<(ChangeKind, &'e str), Vec<usize>>,
    patterns: Vec<(usize, ChangeKind, FieldPattern)>,
}

impl<'e> Exemptions<'e> {
    fn new(exemptions: &'e [Exemption], changes: &[Change<'_>]) -> Self {
        let mut found = Self { exact: BTreeMap::new(), patterns: Vec::new() };
        let subjects: BTreeSet<(ChangeKind, &str)> =
            changes.iter().map(|change| (change.kind, change.subject.as_str())).collect();
        for (at, exemption) in exemptions.iter().enumerate() {
            let (kind, field) = (exemption.kind, exemption.field.as_str());
            if exemption.has_star() && !subjects.contains(&(kind, field)) {
                found.patterns.push((at, kind, FieldPattern::new(field)));
            } else {
                found.exact.entry((kind, field)).or_default().push(at);
            }
        }
        found
    }

    /// The positions of those of a change.
    fn of(&self, change: &Change<'_>) -> Vec<usize> {
        let exact = self.exact.get(&(change.kind, change.subject.as_str())).into_iter().flatten().copied();
        let patterns = self.patterns.iter().filter(|(_, kind, _)| *kind == change.kind);
        exact.chain(patterns.filter(|(.., of)| of.selects(&change.subject)).map(|(at, ..)| *at)).collect()
    }
}

/// Judges changes by a mode. An exemption has an effect if a change that would break the mode needs it.
#[must_use]
pub fn judge(changes: &[Change<'_>], mode: CompareMode, exemptions: &[Exemption]) -> Verdict {
    let known = Exemptions::new(exemptions, changes);
    let (mut used, mut met) = (BTreeSet::new(), BTreeSet::new());
    let outcome = |change: &Change<'_>| {
        let own = known.of(change);
        met.extend(own.iter().copied());
        if !mode.is_broken_by(change) {
            return Outcome::Fine;
        }
        used.extend(own.iter().copied());
        if own.is_empty() { Outcome::Breach } else { Outcome::Exempt }
    };
    let outcomes = changes.iter().map(outcome).collect();
    Verdict { outcomes, used, met }
}
