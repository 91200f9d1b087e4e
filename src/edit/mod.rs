//! Changes to a user's text that leave the rest of it alone.

pub mod policy;
