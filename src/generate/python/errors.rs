//! One constructor for each code of Python.

use crate::diagnostic::{Code, Diagnostic};
use crate::generate::names::NameTarget;

/// A field whose strings match a pattern that cannot be said in Python.
pub(super) fn foreign_pattern(field: &NameTarget) -> Diagnostic {
    let message = format!("the pattern of `{}` cannot be expressed in Python", field.path);
    let diagnostic = Diagnostic::new(Code::W0705, message);
    let diagnostic = match field.place {
        Some(place) => diagnostic.at(place, "only values from files will be taken"),
        None => diagnostic,
    };
    diagnostic.note("the generated module takes its values from value files as they are, and no others").help(
        "write the pattern with characters, classes, groups and repetitions alone, \
             and let no text go through a repetition in two ways",
    )
}
