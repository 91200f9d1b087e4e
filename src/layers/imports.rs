//! Other components that expressions in layers may read.

use crate::declaration::Checksum;
use crate::types::{Key, StructType, Value};
use confc_core::values::LoadedValues;

/// Another component, by the name that it has here.
#[derive(Debug)]
pub struct Import {
    /// The name.
    pub name: Key,
    /// Its values.
    pub values: ImportedValues,
}

/// Where the values of another component come from.
#[derive(Debug)]
pub enum ImportedValues {
    /// From its value file.
    Loaded(LoadedValues),
    /// They are not known yet: those of a component with these fields and this checksum.
    Unknown(StructType, Checksum),
    /// They are resolved together with those who read them: the fields, and the position among those components.
    Together(StructType, usize),
}

/// The values of an import.
#[derive(Debug, PartialEq)]
pub(crate) enum ImportedFields {
    /// One a field.
    Loaded(Vec<Value>),
    /// Those of a component that is resolved together with this one.
    Together(usize),
    /// They are not known yet.
    Unknown,
}
