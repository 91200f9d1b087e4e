//! Literals of a document, read as values of a declared type.

mod literals;
