//! Other components whose values expressions in layers may read.

use crate::declaration::Checksum;
use crate::types::{Key, StructType, Value};
use confc_core::values::LoadedValues;

/// Another component with its name in expressions.
#[derive(Debug)]
pub struct Import {
    /// The name.
    pub name: Key,
    /// Its values.
    pub values: ImportedValues,
}

/// The source of the values of another component.
#[derive(Debug)]
pub enum ImportedValues {
    /// Its value file.
    Loaded(LoadedValues),
    /// They are unknown. The component has these fields and this checksum.
    Unknown(StructType, Checksum),
    /// They are resolved together with the components that read them: the fields, and the position among these
    /// components.
    Together(StructType, usize),
}

/// The values of an import.
#[derive(Debug, PartialEq)]
pub(crate) enum ImportedFields {
    /// One value per field.
    Loaded(Vec<Value>),
    /// The component at this position is resolved together with this one.
    Together(usize),
    /// They are unknown.
    Unknown,
}
