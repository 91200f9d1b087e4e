//! Reads one literal of a document as a value of a declared type.
//!
//! The declared type alone decides how a literal is read; nothing is guessed or coerced. All errors of a literal are
//! reported, each at the smallest wrong text.

mod block_text;
mod entries;
mod errors;
mod json;
mod key_errors;
mod left_out;
mod literal_type;
mod meant;
mod number_text;
mod placeholder;
mod placeholder_literal;
mod quantity;
mod read;
mod reserved;
mod rest;
mod rewritten;
mod rewritten_lists;
mod scalar;
pub(crate) mod secret_names;
mod strings;
mod subject;
mod tag_errors;
mod union;
mod variable;

pub(crate) use block_text::{kept_dash, kept_line_break};
pub(crate) use entries::{check_entry_key, has_reliable_keys, map_members};
pub(crate) use errors::{COMBINED, code_of_misfit, listed, variants_of};
pub(crate) use json::{json_places, kind_of};
pub(crate) use key_errors::{OLD_KEY, UNKNOWN_KEY, deprecated, key_and_alias, means_inputs, old_key};
pub(crate) use left_out::charge_unset;
pub(crate) use literal_type::{LiteralType, TAG_TEXT, TypedLiteral, case_of, member_type};
pub(crate) use placeholder::{KEPT_AS_TEXT, find_placeholder, kept, name_in};
pub(crate) use quantity::{as_quantity, explain_unit, in_bytes, is_foreign_unit, no_quantity, unit_of};
pub use read::read;
pub(crate) use read::{assign, named, read_over};
pub(crate) use reserved::{
    ABSENT, APPEND, EXPRESSION, INPUTS, OPERATORS, OVERRIDE, SCHEMA, TEXT, UNSET, definition_of, is_absence,
    is_definition, is_operator, is_reserved, json_operator, resembles_operator,
};
pub(crate) use rest::warn_of_near;
pub(crate) use rewritten::READ_INPUT;
pub(crate) use strings::each_string;
pub(crate) use subject::Spelling;
pub use subject::{PathName, Places, Subject, ValuePath};
pub(crate) use variable::{
    SAME_NAME, VariableStep, fields_of_key, first_keys, is_torn_variable, is_variable, lower_name,
    variable_fields, variable_name, variable_names, variable_paths, variable_secrecy,
};
