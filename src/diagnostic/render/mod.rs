//! One file a format.
