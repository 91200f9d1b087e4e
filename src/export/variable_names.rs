//! Names of variables.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The names of variables: a prefix, and keys in upper case with a separator between them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VariableNames {
    /// The text before each name.
    pub prefix: VariablePrefix,
    /// The text between two keys.
    pub separator: VariableSeparator,
}

/// A text before the names of variables: `[A-Za-z_][A-Za-z0-9_]*`. By default it is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VariablePrefix(String);

/// A text between the keys in the name of a variable: `[A-Za-z0-9_]+`. By default it is `_`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableSeparator(String);

/// The reason why names of variables cannot have a text in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariableNameError {
    /// They cannot begin with it.
    NotAPrefix,
    /// They cannot contain it.
    NotASeparator,
}

impl std::error::Error for VariableNameError {}

impl Display for VariableNameError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAPrefix => "it must have letters, digits and `_`, and must not begin with a digit",
            Self::NotASeparator => "it must have letters, digits and `_`",
        })
    }
}

fn is_in_variable(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl FromStr for VariablePrefix {
    type Err = VariableNameError;

    fn from_str(text: &str) -> Result<Self, VariableNameError> {
        let fits = is_in_variable(text) && !text.starts_with(|c: char| c.is_ascii_digit());
        if fits { Ok(Self(text.into())) } else { Err(VariableNameError::NotAPrefix) }
    }
}

impl FromStr for VariableSeparator {
    type Err = VariableNameError;

    fn from_str(text: &str) -> Result<Self, VariableNameError> {
        if is_in_variable(text) { Ok(Self(text.into())) } else { Err(VariableNameError::NotASeparator) }
    }
}

impl Default for VariableSeparator {
    fn default() -> Self {
        Self("_".into())
    }
}

impl AsRef<str> for VariablePrefix {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for VariableSeparator {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl VariableNames {
    /// The name of a value; `path` is its keys, joined by points.
    pub(super) fn name(&self, path: &str) -> String {
        format!("{}{}", self.prefix.0, path.to_ascii_uppercase().replace('.', &self.separator.0))
    }
}
