//! Diagnostics about an index of outputs, and about the outputs that it lists.

use crate::cli::{diagnostics, plan_diagnostics};
use crate::diagnostic::{Code, Diagnostic};
use crate::layers::definition_errors::missing_outside;
use crate::text::Span;
use crate::text::escape::{plain, quoted};
use std::collections::BTreeSet;

const REMADE: &str = "run `confc assemble` again";

/// E0530: a text that is not a valid index. `message` is already escaped.
pub(super) fn bad_index(place: Span, message: String) -> Diagnostic {
    refused_index(place, message, "not expected here")
}

fn refused_index(place: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::new(Code::E0530, message).at(place, label)
}

/// E0530, too: a member that the object at this place lacks.
pub(super) fn missing_in_index(key: &str, place: Span) -> Diagnostic {
    refused_index(place, format!("the index lacks `{key}`"), &format!("`{key}` is missing"))
}

/// The help about the right file.
const INDEX: &str = "give the `index.json` that `confc assemble` writes to its output folder";

/// E0530, too: an object that is not an index at all.
pub(super) fn no_index(place: Span) -> Diagnostic {
    bad_index(place, "expected the index of a product, found no `version` in it".into()).help(INDEX)
}

/// A pipe or a device in place of an index.
pub(super) fn not_regular(path: &str) -> Diagnostic {
    let said = format!("expected the index of a product, and {} is no regular file", quoted(path));
    diagnostics::bad_usage(said).help(INDEX)
}

/// The folder of outputs in place of the index in it.
pub(super) fn folder_of_index(path: &str) -> Diagnostic {
    let said = format!("expected the index of a product, found the folder {}", quoted(path));
    let index = format!("{}/index.json", path.trim_end_matches('/'));
    diagnostics::bad_usage(said).help(format!("give the index in it, {}", quoted(&index)))
}

/// A file whose name shows that it is not an index.
pub(super) fn of_another_kind(path: &str, kind: &str) -> Diagnostic {
    let said = format!("expected the index of a product, found {}, the name of a {kind}", quoted(path));
    diagnostics::bad_usage(said).help(INDEX)
}

/// E0530, too: files that are together too large to be kept until all plans are finished.
pub(super) fn too_large(place: Span, limit: u64) -> Diagnostic {
    bad_index(place, format!("the index lists files with more than {limit} bytes in all"))
        .help("finish a part at a time with `--environment`")
}

/// E0530, too: the index of an environment in place of the index of the product.
pub(super) fn environment_index(place: Span) -> Diagnostic {
    bad_index(place, "expected the index of a product, found the index of an environment".into())
        .note("an environment's own index does not list the declarations")
        .help("give the `index.json` in the folder above; `confc assemble` without `--environment` writes it")
}

/// E0530, too: a path in an index that does not stay in the folder of the index.
pub(super) fn hostile_path(place: Span, path: &str, why: &str) -> Diagnostic {
    bad_index(place, format!("the path {} {}", quoted(path), plain(why))).quoting(place, path)
}

/// E0530, too: a component in the index of an environment that the product does not have.
pub(super) fn not_of_the_product(component: &str, place: Span) -> Diagnostic {
    let said = format!("the index of the product lists no component {}", quoted(component));
    bad_index(place, said).quoting(place, component)
}

/// E0530, too: a plan that reads a component which the index does not list as its import.
pub(super) fn import_not_listed(component: &str, import: &str, place: Span) -> Diagnostic {
    let said = format!(
        "the plan of {} reads {}, which is not among its imports here",
        quoted(component),
        quoted(import)
    );
    bad_index(place, said).quoting(place, component).help(REMADE)
}

/// E0530, too: a rule that does not fit the components.
pub(super) fn bad_rule(place: Span, why: &str) -> Diagnostic {
    bad_index(place, format!("the rule does not fit the components: {}", plain(why))).help(REMADE)
}

/// E0530, too: an input of rules that another file of the folder declares differently.
pub(super) fn input_differs(place: Span, input: &str, other: &str) -> Diagnostic {
    let said =
        format!("the input {} differs from the input of this name in {}", quoted(input), quoted(other));
    bad_index(place, said).quoting(place, input).help(REMADE)
}

/// E0530, too: an input of rules that no rule reads.
pub(super) fn unread_input(place: Span, input: &str) -> Diagnostic {
    let said = format!("the index has an input {} for rules, and no rule that reads it", quoted(input));
    bad_index(place, said).quoting(place, input).help(REMADE)
}

/// E0457: an input without a value that rules of the product read.
pub(super) fn missing_input(input: &str, reads: &[Span]) -> Diagnostic {
    let said = format!("the input `{input}` has no value and no default");
    let missing = missing_outside(&said, reads.first().copied(), "this rule reads it");
    let again = reads.iter().skip(1).take(3);
    again
        .fold(missing, |missing, place| missing.label(*place, "and this one"))
        .help(format!("give it a value: `--input {input}=…`"))
}

/// E0462: an input of rules with another value than before.
pub(super) fn input_fixed(input: &str, place: Span) -> Diagnostic {
    let said = format!("the input `{input}` had another value when the index was written");
    plan_diagnostics::fixed(said)
        .at(place, "read by rules with the value that it had")
        .help("leave it out, or assemble the product again with the other value")
}

/// The first of some names.
fn first_of<'n>(names: impl ExactSizeIterator<Item = &'n String>) -> String {
    const SHOWN: usize = 3;
    let more = if names.len() > SHOWN { ", …" } else { "" };
    let names: Vec<String> = names.take(SHOWN).map(|name| quoted(name).to_string()).collect();
    names.join(", ") + more
}

/// W0864: deferred outputs or rules of an environment, with the components that have plans and the inputs that plans
/// and rules lack. Outputs are missing until then, or may still break a rule.
pub(super) fn outputs_wait(
    environment: &str,
    components: &[String],
    (inputs, of_rules): (&BTreeSet<String>, &BTreeSet<String>),
    place: Span,
) -> Diagnostic {
    let (environment, rules) = (quoted(environment), first_of(of_rules.iter()));
    if components.is_empty() {
        let said = format!(
            "rules of the environment {environment} wait for {rules}: whether its values keep to them is not known"
        );
        return waits(said, place);
    }
    let what = if components.len() == 1 { "a component" } else { "components" };
    let has = if components.len() == 1 { "has a plan" } else { "have plans" };
    let mut said = format!("{what} of the environment {environment} {has} and no values yet");
    if !inputs.is_empty() {
        said += ": nobody has given ";
        said += &first_of(inputs.iter());
    }
    let found = waits(said, place).note(format!("waiting: {}", first_of(components.iter())));
    if of_rules.is_empty() { found } else { found.note(format!("rules wait for {rules}")) }
}

fn waits(said: String, place: Span) -> Diagnostic {
    Diagnostic::new(Code::W0864, said).at(place, "waits").help("run `confc finish --index` with the inputs")
}

/// E0531: an output with other bytes than confc has written. `found` is its SHA-256.
pub(super) fn changed(name: &str, found: &str, place: Span) -> Diagnostic {
    Diagnostic::new(Code::E0531, format!("{} differs from the output that the index lists", quoted(name)))
        .at(place, "listed here")
        .note(format!("the SHA-256 of the file is {found}"))
        .help(REMADE)
}

/// E0532: a missing output.
pub(super) fn missing(name: &str, place: Span) -> Diagnostic {
    Diagnostic::new(Code::E0532, format!("{} is missing", quoted(name))).at(place, "listed here").help(REMADE)
}

/// E0533: a component that failed in an environment and has no outputs there.
pub(super) fn failed(component: &str, environment: &str, place: Span) -> Diagnostic {
    let said = format!(
        "the component {} has no values in the environment {}: it failed",
        quoted(component),
        quoted(environment)
    );
    Diagnostic::new(Code::E0533, said)
        .at(place, "marked here")
        .help("run `confc assemble` to see its mistakes; repair them and run it again")
}

/// E0534: a compiled file among the outputs that no index lists. `is_earlier` is whether an earlier run wrote it.
pub(super) fn not_listed(name: &str, is_earlier: bool) -> Diagnostic {
    let unlisted = Diagnostic::new(Code::E0534, format!("no index lists {}", quoted(name)))
        .in_file(plain(name).to_string());
    match is_earlier {
        true => unlisted
            .note("an earlier run wrote it, and the last one did not")
            .help("write the outputs again with `--prune`, which removes the files of earlier runs"),
        false => {
            unlisted.help("remove it if nothing needs it; `confc assemble` removes only files that it wrote")
        }
    }
}
