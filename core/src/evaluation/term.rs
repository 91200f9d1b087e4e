//! Terms: values with expressions in them.

use crate::types::{MapEntries, Type, Value};
use std::borrow::Cow;

/// A value that is an expression `E`, or has expressions as parts.
#[derive(Debug, Clone)]
pub enum ValueTerm<E> {
    /// A value without expressions.
    Known(Value),
    /// An expression for the whole value.
    Expression(E),
    /// A struct: one term per member.
    Members(Box<[Self]>),
    /// A vector or array.
    Elements(Box<[Self]>),
    /// A map, ascending by its keys.
    Entries(Box<[(Box<str>, Self)]>),
    /// A value of a union: the position of the case, and its term.
    Case(u32, Box<Self>),
}

impl<E> ValueTerm<E> {
    /// Calls a function with each expression. Recursion is limited by the depth of types.
    pub fn each_expression<'t>(&'t self, then: &mut dyn FnMut(&'t E)) {
        match self {
            Self::Known(_) => {}
            Self::Expression(expression) => then(expression),
            Self::Members(terms) | Self::Elements(terms) => {
                terms.iter().for_each(|term| term.each_expression(then));
            }
            Self::Entries(entries) => entries.iter().for_each(|(_, term)| term.each_expression(then)),
            Self::Case(_, term) => term.each_expression(then),
        }
    }

    /// Whether it is known to be absent or null.
    #[must_use]
    pub fn lacks_value(&self) -> bool {
        matches!(self, Self::Known(Value::Absent | Value::Null))
    }

    /// The entries of a map.
    ///
    /// # Errors
    /// The term, if its keys are unknown.
    pub fn into_entries(self) -> Result<Vec<(Box<str>, Self)>, Self> {
        match self {
            Self::Known(Value::Map(entries)) => {
                let entries = entries.to_entries().into_iter();
                Ok(entries.map(|(key, value)| (key, Self::Known(value))).collect())
            }
            Self::Entries(entries) => Ok(entries.into_vec()),
            Self::Known(_) | Self::Expression(_) | Self::Members(_) | Self::Elements(_) | Self::Case(..) => {
                Err(self)
            }
        }
    }

    /// The map of these entries, which are ascending by key. `None` if `ty` is not a map, or a value does not fit it.
    #[must_use]
    pub fn of_entries(ty: &Type, entries: Vec<(Box<str>, Self)>) -> Option<Self> {
        let Type::Map(map) = ty else { return None };
        if entries.iter().any(|(_, term)| !matches!(term, Self::Known(_))) {
            return Some(Self::Entries(entries.into()));
        }
        let known = |(key, term)| if let Self::Known(value) = term { Some((key, value)) } else { None };
        let known = entries.into_iter().filter_map(known).collect();
        MapEntries::of(map.value(), known).map(|entries| Self::Known(Value::Map(entries)))
    }
}

/// The type of one of several values that are merged. A map may have too few entries, since the other values may add the
/// rest.
#[must_use]
pub fn partial_type(ty: &Type) -> Cow<'_, Type> {
    if let Type::Map(map) = ty
        && map.min_count > 0
    {
        return Cow::Owned(Type::Map(map.clone().at_least(0)));
    }
    Cow::Borrowed(ty)
}
