//! Names of components, imports and environments.

use crate::types::Key;

/// Environments have names with no more bytes than this, as labels of Kubernetes and DNS have.
const MAX_ENVIRONMENT_NAME: usize = 63;

/// The kind of thing that cannot have a name, with its article, and why.
pub(super) type RefusedName = (&'static str, String);

/// Checks the name of a component.
pub(super) fn component_name(name: &str) -> Result<(), RefusedName> {
    key_of("a component", name)
}

/// Checks a name that expressions read.
pub(super) fn key_of(what: &'static str, name: &str) -> Result<(), RefusedName> {
    let allowed = "names that expressions read begin with a letter, have letters `a` to `z`, digits and `_`, do not end \
        with `_`, and have at most 64 bytes";
    Key::check(name).map_err(|_| (what, allowed.into()))
}

/// Checks the name of an environment.
pub(super) fn environment_name(name: &str) -> Result<(), RefusedName> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let why = if name.len() > MAX_ENVIRONMENT_NAME {
        format!("names of environments have at most {MAX_ENVIRONMENT_NAME} bytes")
    } else if name.is_empty() || !name.bytes().all(allowed) || name.starts_with('-') || name.ends_with('-') {
        "names of environments have lower-case letters, digits and, between them, `-`".into()
    } else {
        return Ok(());
    };
    Err(("an environment", why))
}
