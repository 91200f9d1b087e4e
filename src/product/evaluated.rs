//! Components while their environment is evaluated.

use super::assembly::ComponentInputs;
use super::declared::DeclaredComponent;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::layers::OutsideValues;
use crate::resolve::{Resolution, ResolvedValues, UnfinishedValues};
use crate::text::Span;
use crate::value::ValuePath;
use confc_core::expr::{UnknownMembers, UnknownPart};
use std::sync::Arc;

/// Finds the declaration of a field or member.
pub(super) type PlacesOf<'e> = Box<dyn Fn(&ValuePath<'_>) -> Option<Span> + 'e>;

/// A component while its environment is evaluated.
pub(super) struct Evaluating<'e> {
    pub(super) component: usize,
    pub(super) declared: &'e DeclaredComponent<'e>,
    pub(super) config: &'e Config,
    pub(super) inputs: ComponentInputs,
    /// Whether all sources of its values could be read.
    pub(super) is_read: bool,
    /// Whether the fields that the sources set are known. Then the values of all other fields are right.
    pub(super) is_understood: bool,
    pub(super) outside: Arc<OutsideValues>,
    pub(super) places: PlacesOf<'e>,
}

/// The result of a component so far.
pub(super) struct EvaluatedValues {
    pub(super) component: usize,
    pub(super) content: EvaluatedContent,
    pub(super) report: Report,
    pub(super) is_in_error: bool,
}

/// The correct values of a component.
pub(super) enum EvaluatedContent {
    None,
    /// Some fields have errors.
    InPart(Resolution),
    Resolved(ResolvedValues),
    Waiting(UnfinishedValues),
}

impl EvaluatedContent {
    pub(super) fn of(resolution: Resolution) -> Self {
        if !resolution.is_right() {
            return if resolution.is_understood() { Self::InPart(resolution) } else { Self::None };
        }
        if resolution.waits() {
            resolution.unfinished().map_or(Self::None, Self::Waiting)
        } else {
            resolution.complete().map_or(Self::None, Self::Resolved)
        }
    }

    /// Whether all values are right.
    pub(super) fn is_right(&self) -> bool {
        match self {
            Self::None | Self::InPart(_) => false,
            Self::Resolved(_) | Self::Waiting(_) => true,
        }
    }

    /// All values, or those that are known.
    pub(super) fn so_far(&self) -> Option<&ResolvedValues> {
        match self {
            Self::None => None,
            Self::InPart(resolution) => Some(resolution.so_far()),
            Self::Resolved(resolved) => Some(resolved),
            Self::Waiting(values) => Some(values.so_far()),
        }
    }

    /// The unknown part of the component, which is a struct of its fields.
    pub(super) fn unknown(&self) -> UnknownPart {
        match self {
            Self::None => UnknownPart::Whole,
            Self::InPart(resolution) => UnknownPart::Members(resolution.unknown().clone()),
            Self::Resolved(_) => UnknownPart::Members(UnknownMembers::default()),
            Self::Waiting(values) => UnknownPart::Members(values.unknown().clone()),
        }
    }
}
