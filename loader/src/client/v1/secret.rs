//! Sensitive values of clients.

use super::Typed;
use crate::value::Value;
use std::fmt::{self, Debug, Formatter};

/// The value of a sensitive field or member. Its `Debug` text is `<set>`, and only [`reveal`](Self::reveal)
/// gives the value.
///
/// ```
/// use confc_loader::client::v1::Secret;
///
/// let pin = Secret::new("4242".to_owned());
/// assert_eq!(format!("{pin:?}"), "<set>");
/// assert_eq!(pin.reveal(), "4242");
/// ```
#[derive(Clone, PartialEq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// A secret with this value.
    #[must_use]
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value. Whatever prints it shows the secret.
    #[must_use]
    pub const fn reveal(&self) -> &T {
        &self.0
    }
}

impl<T> Debug for Secret<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("<set>")
    }
}

impl<T> From<T> for Secret<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Typed> Typed for Secret<T> {
    fn from_value(value: Value) -> Option<Self> {
        T::from_value(value).map(Self)
    }

    fn into_value(self) -> Value {
        self.0.into_value()
    }
}
