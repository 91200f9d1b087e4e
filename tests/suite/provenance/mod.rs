//! Where values came from.

mod origins;
