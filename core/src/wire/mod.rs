//! The reader of the wire format, and the writer that the loader needs.
//!
//! Bytes may be hostile. The reader turns them directly into [`types`](crate::types), and refuses the first byte that a
//! writer would not have written: decoded values encode to the same bytes. No allocation trusts a length from the
//! bytes. A list is counted first, and an element counts only if it is as long as the shortest valid one. So memory
//! stays below 16 times the size of the input, except for patterns, which have a budget.

mod checksum;
mod constraint;
mod error;
mod field;
mod form;
mod integrity;
mod json_value;
mod message;
mod reader;
mod schema_checks;
mod ty;
mod value;
mod write;

pub use error::{DecodeError, DecodeErrorKind, Sum, WireText};
pub use integrity::{Integrity, append as append_integrity};
pub use value::list_case;

pub(crate) use checksum::checksum;
pub(crate) use field::SchemaReader;
pub(crate) use form::{check_form, violation_of_field};
pub(crate) use integrity::{content, end as end_of_content};
pub(crate) use json_value::{first_repeated, json_value, members};
pub(crate) use message::Message;
pub(crate) use reader::WireType;
pub(crate) use schema_checks::{check_default, check_doc, check_names};
pub(crate) use value::{case_of_union, field_value, value_with_presence};
pub(crate) use write::WireWriter;
