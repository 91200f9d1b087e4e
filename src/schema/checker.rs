//! The state of one check of a manifest.

use super::features::{Feature, FeatureUses};
use super::misplaced::MisplacedEntry;
use super::named_type::NamedTypes;
use crate::diagnostic::Report;
use crate::manifest::NameConventions;
use crate::text::Span;
use crate::types::Patterns;
use std::collections::BTreeSet;

/// The state of one check.
pub(super) struct Checker<'r> {
    pub(super) report: &'r mut Report,
    pub(super) patterns: Patterns,
    /// Whether it was reported that there are too many patterns. Later patterns are not reported again.
    pub(super) patterns_refused: bool,
    /// The number of fields so far, members of structs included.
    pub(super) fields: usize,
    /// The declared keys of fields that are, or contain, sensitive values. Their defaults in `use` are hidden like
    /// their own.
    pub(super) sensitive: BTreeSet<Box<str>>,
    /// Whether the current field is, or contains, a sensitive value.
    pub(super) met_sensitive: bool,
    /// Whether a type could not be built. The section that declares it may report the error later.
    pub(super) lacks_type: bool,
    pub(super) features: FeatureUses,
    /// The conventions for native names; `None` outside of `config`, where there are no native names.
    pub(super) conventions: Option<&'r NameConventions>,
    /// The types of `config_types`; `None` outside of `config`, where types have no names.
    pub(super) types: Option<NamedTypes>,
    /// Whether types may be missing because of a reported error in the files of the manifest.
    pub(super) may_lack_types: bool,
    /// The size of the texts of named types that references were replaced by, in bytes.
    pub(super) copied_bytes: usize,
    /// The deepest level of the named type that is checked.
    pub(super) deepest: usize,
}

impl<'r> Checker<'r> {
    pub(super) fn new(report: &'r mut Report) -> Self {
        let (patterns, features) = (Patterns::default(), FeatureUses::default());
        Self {
            report,
            patterns,
            patterns_refused: false,
            fields: 0,
            sensitive: BTreeSet::new(),
            met_sensitive: false,
            lacks_type: false,
            features,
            conventions: None,
            types: None,
            may_lack_types: false,
            copied_bytes: 0,
            deepest: 1,
        }
    }

    /// Records that the manifest uses a feature.
    pub(super) fn uses(&mut self, feature: Feature, place: Span) {
        self.features.note(feature, place);
    }

    /// Reports an entry among fields that belongs elsewhere.
    pub(super) fn is_misplaced(&mut self, found: Option<MisplacedEntry>) -> bool {
        match found {
            Some(MisplacedEntry::Error(error)) => {
                self.report.push(*error);
                true
            }
            Some(MisplacedEntry::Reported) => true,
            None => false,
        }
    }
}
