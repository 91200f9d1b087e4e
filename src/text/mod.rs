//! Named texts and spans in them, on which all other modules build.
//!
//! A [`Source`] is a named text, a [`Span`] is a part of it. Lines and columns are computed only when a position is
//! printed. User text enters a message only through [`escape`].

pub mod files;
pub mod json;
pub mod language;
pub(crate) mod markdown;
mod pattern;
pub mod search;
pub(crate) mod setting_path;
mod source;
pub mod suggest;

pub use confc_core::text::escape;
pub(crate) use confc_core::text::narrow;
pub use pattern::FieldPattern;
pub use source::{LineColumn, LineHint, Source, SourceId, Sources, Span};
pub(crate) use source::{Masks, STDIN_NAME};
