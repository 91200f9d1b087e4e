//! The one list of types.
