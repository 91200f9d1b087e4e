//! Named texts and places in them: the ground everything else stands on.
//!
//! A [`Source`] is one named text, a [`Span`] a place in it. Lines and columns are computed only when a
//! place is printed. [`escape`] is the only door through which a user's text enters a message.

pub mod escape;
pub mod files;
#[cfg(feature = "compiler")]
pub mod json;
#[cfg(feature = "compiler")]
pub mod language;
mod source;
#[cfg(feature = "compiler")]
pub mod suggest;

pub use source::{LineHint, Place, Source, SourceId, Sources, Span};
