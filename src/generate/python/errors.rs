//! One constructor for each code of Python.

use crate::diagnostic::{Code, Diagnostic};

/// A field whose strings match a pattern that cannot be said in Python; the path is made of keys.
pub(super) fn foreign_pattern(path: &str) -> Diagnostic {
    Diagnostic::new(Code::W0705, format!("the pattern of `{path}` cannot be expressed in Python"))
        .note("the generated module takes its values from value files as they are, and no others")
        .help("write the pattern with characters, classes, groups and repetitions alone")
}
