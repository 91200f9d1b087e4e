//! Names of components, imports and environments.

use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::syntax::Node;
use crate::text::escape::quoted;
use crate::types::Key;

/// The longest name of an environment, in bytes, as for labels of Kubernetes and DNS.
const MAX_ENVIRONMENT_NAME: usize = 63;

/// The reason why a name is not allowed.
pub(crate) struct RefusedName {
    /// The kind of thing, with its article.
    pub(crate) what: &'static str,
    pub(crate) why: String,
    /// A similar name that is allowed.
    pub(crate) near: Option<String>,
}

/// Checks the name of a component.
pub(crate) fn component_name(name: &str) -> Result<(), RefusedName> {
    key_of("a component", name)
}

/// Checks a name that expressions read.
pub(super) fn key_of(what: &'static str, name: &str) -> Result<(), RefusedName> {
    let allowed = "names that expressions read begin with a letter, have letters `a` to `z`, digits and `_`, do not end \
        with `_`, and have at most 64 bytes";
    Key::check(name).map_err(|_| RefusedName {
        what,
        why: allowed.into(),
        near: Some(respelled(name, '_')).filter(|near| Key::check(near).is_ok()),
    })
}

/// A name in lower case, with `joint` for each character that is not a letter or digit.
fn respelled(name: &str, joint: char) -> String {
    let respell = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { joint };
    name.trim().chars().map(respell).collect()
}

/// Checks the name of an environment.
pub(crate) fn environment_name(name: &str) -> Result<(), RefusedName> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let why = if name.len() > MAX_ENVIRONMENT_NAME {
        format!("names of environments have at most {MAX_ENVIRONMENT_NAME} bytes")
    } else if name.is_empty() || !name.bytes().all(allowed) || name.starts_with('-') || name.ends_with('-') {
        "names of environments have lower-case letters, digits and, between them, `-`".into()
    } else {
        return Ok(());
    };
    let near = Some(respelled(name, '-')).filter(|near| near != name && environment_name(near).is_ok());
    Err(RefusedName { what: "an environment", why, near })
}

/// E0863: a name that is not allowed for a component, environment or import.
pub(super) fn bad_name(name: Node<'_>, refused: RefusedName) -> Diagnostic {
    let RefusedName { what, why, near } = refused;
    let said = format!("{} cannot be the name of {what}", quoted(name.text()));
    let found = not_allowed(said, (name, name.text()), "not allowed as a name").note(why);
    let Some(near) = near else { return found };
    // A key with `-` needs quotes.
    let shown = if near.contains('-') { format!("\"{near}\"") } else { near.clone() };
    let help = Help::new(format!("write {}", quoted(&shown)), RemedyKind::Rename(near));
    found.help(help).quoting(name.span(), &shown)
}

/// E0863: a component that imports itself.
pub(super) fn imports_itself(component: &str, target: Node<'_>) -> Diagnostic {
    let said = format!("the component {} imports itself", quoted(component));
    not_allowed(said, (target, component), "this component")
        .help("remove the import: a component's own fields have no name before them")
}

/// E0863: an import with the name of the component itself, which refers to another component.
pub(super) fn named_like_itself(name: Node<'_>, target: Node<'_>) -> Diagnostic {
    let why = "it is the name of the component itself, whose fields have no name before them";
    bad_name(name, RefusedName { what: "an import", why: why.into(), near: Some(target.text().into()) })
}

/// E0863: a name that is not allowed, which the message quotes.
fn not_allowed(said: String, (node, name): (Node<'_>, &str), label: &str) -> Diagnostic {
    Diagnostic::new(Code::E0863, said).at(node.span(), label).quoting(node.span(), name)
}
