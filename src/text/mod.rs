//! Named texts and places in them: the ground that everything else is built on.
//!
//! A [`Source`] is one named text, a [`Span`] a place in it. Lines and columns are computed only when a
//! place is printed. [`escape`] is the only door through which a user's text enters a message.

pub mod files;
pub mod json;
pub mod language;
pub(crate) mod markdown;
pub(crate) mod setting_path;
mod source;
pub mod suggest;

pub use confc_core::text::escape;
pub use source::{LineColumn, LineHint, Source, SourceId, Sources, Span};
pub(crate) use source::{Masks, STDIN_NAME, narrow};
