//! Errors about values that a product keeps secret, with one constructor per code.

use super::errors::{kept_back, listed};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Node;
use crate::text::Span;
use crate::text::escape::quoted;

/// W0860: a key of a shared layer that is sensitive for some of its receivers and not for others.
pub(super) fn sensitive_elsewhere(key: Node<'_>, marked: &str, unmarked: &[&str]) -> Diagnostic {
    const SHOWN: usize = 5;
    let mut names: Vec<String> = unmarked.iter().take(SHOWN).map(|name| quoted(name).to_string()).collect();
    if unmarked.len() > SHOWN {
        names.push(format!("{} more", unmarked.len() - SHOWN));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let said =
        format!("{} is sensitive for {}, but not for {}", quoted(key.text()), quoted(marked), listed(&names));
    Diagnostic::new(Code::W0860, said)
        .at(key.span(), "goes to all of them")
        .quoting(key.span(), key.text())
        .note("it is kept secret for all of them")
        .help("declare it `sensitive: true` for each, or give it to each in a layer of its own")
}

/// E0887: a deferred value or rule that no plan may contain.
fn not_for_a_plan(said: String, place: Span) -> Diagnostic {
    Diagnostic::new(Code::E0887, said).at(place, "waits for inputs")
}

/// A note that explains why a value is sensitive: a component receives it together with one whose declaration is not
/// known.
fn may_be_secret_of(unknown: &str) -> String {
    format!(
        "may be sensitive: {} receives the same layer, and its declaration could not be read",
        quoted(unknown)
    )
}

/// E0887: a component with a plan whose secrets are declared by the product alone. `unknown` is a component whose
/// declaration is not known, if that is the reason.
pub(super) fn secret_not_for_a_plan(
    place: Span,
    component: &str,
    (secret, keys): (&str, &[&str]),
    unknown: Option<&str>,
) -> Diagnostic {
    let said = format!("the values of {} cannot be left to a plan", quoted(component));
    let shown: Vec<String> = keys.iter().take(3).map(|key| format!("`{secret}.{key}`")).collect();
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    let refused = not_for_a_plan(said, place);
    match unknown {
        Some(unknown) => refused.note(format!("{} {}", listed(&shown), may_be_secret_of(unknown))),
        None => refused
            .note(format!("a shared layer keeps {} secret, and the declaration does not", listed(&shown)))
            .help("declare that `sensitive: true`, or give the inputs now"),
    }
}

/// E0887: a deferred rule that reads a secret input with a value, which no index contains.
pub(super) fn secret_rule_not_for_a_plan(check: Span, input: &str) -> Diagnostic {
    not_for_a_plan("the rule cannot be left to `confc finish`".into(), check)
        .note(format!("it reads the secret input `{input}`, which has a value that no index holds"))
        .help("give the missing inputs of the rule now, or give the secret input later too")
}

/// W0862: a rule whose message shows values of `kept` that may be sensitive for `unknown`, a component whose
/// declaration could not be read.
pub(super) fn message_in_doubt(check: Span, unknown: &str, kept: &[String]) -> Diagnostic {
    let unknown = quoted(unknown);
    let why =
        format!("the message of a rule may show a secret of {unknown}, whose declaration could not be read");
    kept_back(check, kept, &why)
}

/// W0862: an export of `kept` without values that may be sensitive for `unknown`, a component whose declaration could
/// not be read.
pub(crate) fn export_in_doubt(path: Span, unknown: &str, kept: &str) -> Diagnostic {
    let unknown = quoted(unknown);
    let why = format!("an export may hold a secret of {unknown}, whose declaration could not be read");
    kept_back(path, &[kept.to_owned()], &why)
}

/// W0862: an expression of `kept` that reads a value that may be sensitive for `unknown`, a component whose declaration
/// could not be read.
pub(super) fn flow_in_doubt(place: Span, unknown: &str, kept: &str) -> Diagnostic {
    let unknown = quoted(unknown);
    let why = format!("an expression may read a secret of {unknown}, whose declaration could not be read");
    kept_back(place, &[kept.to_owned()], &why)
}
