//! One constructor for each code of Python.

use crate::diagnostic::{Code, Diagnostic};
use crate::generate::names::NameTarget;

/// A field with a pattern that cannot be expressed in Python.
pub(super) fn foreign_pattern(field: &NameTarget) -> Diagnostic {
    let message = format!("the pattern of `{}` cannot be expressed in Python", field.path);
    let diagnostic = Diagnostic::new(Code::W0705, message);
    let diagnostic = match field.place {
        Some(place) => diagnostic.at(place, "only values from value files are accepted"),
        None => diagnostic,
    };
    diagnostic
        .note(
            "the generated module does not check the pattern: it accepts these strings from value files only",
        )
        .help("use only characters, classes, groups and repetitions, and no ambiguous ones such as `(a+)+`")
}
