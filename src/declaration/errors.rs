//! Errors of a declaration as a whole, with one constructor per code.

use crate::diagnostic::{Code, Diagnostic};
use crate::text::escape;
use crate::types::limits::MAX_ENCODED_SIZE;

/// A declaration that every reader would refuse.
pub(crate) fn too_large(name: &str, size: usize) -> Diagnostic {
    let said = format!(
        "the declaration would be too large: expected at most {MAX_ENCODED_SIZE} bytes (64 MiB), found {size}"
    );
    Diagnostic::new(Code::E0506, said)
        .in_file(escape::plain(name).to_string())
        .help("split the manifest, or carry less in its sections")
}

/// A declaration without configuration at a place that needs one.
pub(crate) fn no_schema(name: &str) -> Diagnostic {
    Diagnostic::new(Code::E0418, format!("{} declares no configuration", escape::quoted(name)))
        .in_file(escape::plain(name).to_string())
        .help("name another declaration, or add a `config` section to the manifest")
}
