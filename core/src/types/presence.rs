//! The states of a field besides a value of its type.

use super::Value;
use std::fmt::{self, Display, Formatter};

/// Which states a field or member may have besides a value of its type. In a text, `null` is the null value if there is
/// one, else the absent value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Presence {
    /// Whether it may be absent: [`Value::Absent`].
    pub optional: bool,
    /// Whether it may be null: [`Value::Null`].
    pub nullable: bool,
}

impl Presence {
    /// Neither. Parts of types are so.
    pub const REQUIRED: Self = Self { optional: false, nullable: false };

    /// Whether it may have no value of its type.
    #[must_use]
    pub const fn may_lack_value(self) -> bool {
        self.optional || self.nullable
    }

    /// Whether this is one of its states, instead of a value of its type.
    #[must_use]
    pub const fn admits(self, value: &Value) -> bool {
        (self.optional && value.is_absent()) || (self.nullable && value.is_null())
    }
}

/// Writes the end of the text of a type without other constraints: `{nullable}?`.
impl Display for Presence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.nullable { "{nullable}" } else { "" })?;
        f.write_str(if self.optional { "?" } else { "" })
    }
}
