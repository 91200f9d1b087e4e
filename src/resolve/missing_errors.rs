//! Messages about missing values.

use crate::diagnostic::{Code, Diagnostic};
use crate::text::Span;
use crate::text::escape::plain;
use crate::types::Field;
use crate::value::ValuePath;

/// The files that a message about a missing value names, since it blames no layer: a build makes many value files from
/// one set of layers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'l> {
    /// The file of the declaration, as the user wrote it.
    pub declaration: Option<&'l str>,
    /// The value file to be made, as the user wrote it.
    pub output: Option<&'l str>,
    /// Whether a value may be missing without an error.
    pub may_lack: bool,
}

/// A field without a value. The message blames only a layer that removed the value, at `taken`.
pub(super) fn missing_value(
    field: &Field,
    path: &ValuePath<'_>,
    MissingAt { declared, taken, present }: MissingAt,
    wanted: Wanted<'_>,
) -> Diagnostic {
    let path = path.native();
    // Not cut like quoted text, since long paths differ at their ends.
    let unmade = wanted.output.map(|output| format!(", so `{}` is not written", plain(output)));
    let message = format!("`{path}` has no value and no default{}", unmade.unwrap_or_default());
    let diagnostic = Diagnostic::new(Code::E0416, message);
    let because = taken.map(|at| (at, TAKEN)).or(present.map(|at| (at, PRESENT)));
    let diagnostic = match (because, declared, wanted.declaration) {
        (Some((at, label)), Some(span), _) => diagnostic.at(at, label).label(span, "declared here"),
        (Some((at, label)), None, _) => diagnostic.at(at, label),
        (None, Some(span), _) => diagnostic.at(span, "declared here"),
        (None, None, Some(file)) => diagnostic.in_file(plain(file).to_string()),
        (None, None, None) => diagnostic,
    };
    let diagnostic = match declared {
        Some(_) => diagnostic,
        None => diagnostic.note(format!("it is declared as [{}]", field.type_text())),
    };
    match taken {
        Some(_) => diagnostic.help(format!(
            "set `{path}` in a layer after this one, or here with `{{ $override: … }}` instead"
        )),
        None => diagnostic.help(format!("set `{path}` in a layer")),
    }
}

/// The places that explain why a value is missing.
#[derive(Clone, Copy)]
pub(super) struct MissingAt {
    pub(crate) declared: Option<Span>,
    /// The assignment that removed the value.
    pub(crate) taken: Option<Span>,
    /// The assignment that made the struct around the value present.
    pub(crate) present: Option<Span>,
}

/// Why an optional or nullable struct is present.
const PRESENT: &str = "this makes the struct present";

/// The label of an operator that removed a value.
const TAKEN: &str = "removes the value that was set before";
