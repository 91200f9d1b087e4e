//! Errors about products that exceed a limit.

use super::model::{MAX_BASES, MAX_EXPORTED_FILES, MAX_IN_ENVIRONMENTS, MAX_RECEIVED, MAX_VALUE_FILES};
use crate::diagnostic::{Code, Diagnostic};
use crate::text::Span;
use crate::text::escape::quoted;

/// E0868: a product exceeds a limit.
fn too_large(said: String, place: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::E0868, said).at(place, label)
}

/// E0868: an environment with too many bases.
pub(super) fn too_many_bases(name: &str, place: Span) -> Diagnostic {
    let said = format!("the environment {} extends more than {MAX_BASES} others", quoted(name));
    too_large(said, place, "too many with this one")
        .note("all count that it extends, directly and through others")
        .help("put what several environments share into one of them")
}

/// E0868: too many value files.
pub(super) fn too_many_outputs(count: usize, place: Span) -> Diagnostic {
    let said = format!("the product has {count} value files, the limit is {MAX_VALUE_FILES}");
    too_large(said, place, "too many components and environments").help("split the product into several")
}

/// E0868: too many files of exports.
pub(super) fn too_many_exports(count: usize, place: Span) -> Diagnostic {
    let said = format!("the exports of the product make {count} files, the limit is {MAX_EXPORTED_FILES}");
    too_large(said, place, "with this one they are too many")
        .note("each makes a file of each of its components in each environment")
        .help("name fewer `components` in exports, or split the product into several")
}

/// E0868: too many pairs of shared layers and components that receive them.
pub(super) fn too_many_received(place: Span) -> Diagnostic {
    let said = format!("components receive shared layers and sections more than {MAX_RECEIVED} times");
    too_large(said, place, "with this one they are too many")
        .note("each layer counts once for each component that it has values for")
        .help("write several of these layers as one file, or split the product into several")
}

/// E0868: too many rules or inputs, counted once per environment. `what` names them.
pub(super) fn too_many_in_environments(what: &str, count: usize, place: Span) -> Diagnostic {
    let said =
        format!("the environments of the product have {count} {what}, the limit is {MAX_IN_ENVIRONMENTS}");
    too_large(said, place, "too many in all environments")
        .note("each counts once in each environment that is built")
        .help("split the product into several")
}

/// E0868: the outputs of a run have too many bytes.
pub(super) fn outputs_too_large(limit: u64, place: Span) -> Diagnostic {
    let said = format!("the outputs of the product have more than {limit} bytes in all");
    too_large(said, place, "too large for one run")
        .help("assemble a part at a time with `--environment`, or split the product into several")
}

/// E0868: more fields than a catalogue may have, or more values in all environments.
pub(super) fn too_large_for_catalogue(said: String, place: Span) -> Diagnostic {
    too_large(said, place, "too large for one catalogue")
        .help("pick environments with `--environment`, or split the product into several")
}
