//! What is said about policies: one constructor a code.

use super::FieldFormat;
use super::shape::Object;
use crate::diagnostic::{Code, Diagnostic};
use crate::pointer::{Data, Reference, SourceSpans, Tree};
use crate::text::escape::{plain, quoted};
use crate::text::{Span, suggest};
use std::collections::BTreeSet;

/// Names in backticks, the last one after `or`.
fn one_of(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        Some(_) | None => names.concat(),
    }
}

/// The key of a member, or its value where it has none.
fn key(written: &SourceSpans) -> Span {
    written.key.unwrap_or(written.value)
}

/// E0815: a document that is no policy, by its `kind` or `apiVersion`.
pub(super) fn no_policy(
    key: &str,
    found: &str,
    expected: &[&str],
    nearest: Option<&str>,
    place: Span,
) -> Diagnostic {
    let said = format!("expected a policy of `{key}` {}, found {}", one_of(expected), quoted(found));
    Diagnostic::new(Code::E0815, said)
        .at(place, "not a known policy")
        .quoting(place, found)
        .help_if(nearest.map(|nearest| format!("did you mean `{nearest}`?")))
}

/// E0816: a key that the schema of policies does not have at this place.
pub(super) fn unknown_key(name: &str, found: &str, written: &SourceSpans, known: &[&str]) -> Diagnostic {
    let article = if name.starts_with("a ") || name.starts_with("an ") { "in" } else { "in the" };
    let said = format!("expected no key {} {article} {}", quoted(found), shown(name));
    let diagnostic =
        Diagnostic::new(Code::E0816, said).at(key(written), "no such key").quoting(key(written), found);
    match suggest::nearest(found, known.iter().copied()) {
        Some(nearest) => diagnostic.help(format!("did you mean `{nearest}`?")),
        None => diagnostic.note(format!("it can have {}", one_of(known))),
    }
}

/// What an object is called: a key in backticks, anything else as it is.
fn shown(name: &str) -> String {
    if name.contains(' ') { name.into() } else { quoted(name).to_string() }
}

/// E0817: a key that must be there.
pub(super) fn missing_key(object: Object<'_>, key: &str, place: Span) -> Diagnostic {
    let said = format!("{} needs `{key}`, which is missing", shown(object.name));
    Diagnostic::new(Code::E0817, said).at(place, format!("`{key}` is missing")).help(format!("add `{key}`"))
}

/// What [`wrong_kind`] calls a policy as a whole.
pub(super) const POLICY: &str = "a policy";

/// E0818: a value of another kind than the schema has.
pub(super) fn wrong_kind(name: &str, expected: &str, found: &Tree<SourceSpans>) -> Diagnostic {
    let said = format!("expected {} to be {expected}, found {}", shown(name), found.data.name());
    let is_patch = name == POLICY && matches!(found.data, Data::Array(_));
    Diagnostic::new(Code::E0818, said).at(found.mark.value, format!("expected {expected}")).help_if(
        is_patch.then_some(
            "give an `OverridePolicy` of Karmada; a change of the file itself is `--set POINTER=LITERAL`",
        ),
    )
}

/// E0819: an overrider that changes something else than a field's text.
pub(super) fn other_overrider(name: &str, written: &SourceSpans) -> Diagnostic {
    Diagnostic::new(Code::E0819, format!("expected the overrider `fieldOverrider`, found `{name}`"))
        .at(key(written), "cannot be applied")
        .note("confc applies patches to JSON and YAML texts in fields, and nothing else")
        .help("leave the resource to Karmada, or put this rule in a separate policy")
}

/// E0820: a rule for certain clusters where nobody said which cluster it is.
pub(super) fn cluster_needed(written: &SourceSpans) -> Diagnostic {
    Diagnostic::new(Code::E0820, "the rule applies to certain clusters, but no cluster is named")
        .at(key(written), "applies to certain clusters")
        .help("name the cluster with `--cluster NAME`")
}

/// E0821: a selector of clusters that takes more than a name to decide.
pub(super) fn undecidable_cluster(name: &str, written: &SourceSpans) -> Diagnostic {
    let said = format!("expected clusters by name, found `{name}`, which depends on data of the clusters");
    Diagnostic::new(Code::E0821, said)
        .at(key(written), "cannot be decided here")
        .help("name the clusters in `clusterNames` or `exclude`")
}

/// E0822: operations on JSON and on YAML for one field, in one overrider or in two.
pub(super) fn two_formats(one: &SourceSpans, other: &SourceSpans) -> Diagnostic {
    let (one, other) = (key(one), key(other));
    Diagnostic::new(Code::E0822, "expected `json` or `yaml` for a field, found both")
        .at(one.max(other), "a second format")
        .label(one.min(other), "the first one")
        .help("use the one that matches the format of the text in the field")
}

/// E0823: no operations for a field.
pub(super) fn no_format(overrider: &SourceSpans) -> Diagnostic {
    Diagnostic::new(Code::E0823, "expected `json` or `yaml` with operations for a field, found neither")
        .at(overrider.value, "changes nothing")
        .help("add `json` or `yaml`, whichever matches the format of the text in the field")
}

/// E0824: rules in both the new and the old form.
pub(super) fn two_forms_of_rules(name: &str, old: &SourceSpans, rules: Span) -> Diagnostic {
    Diagnostic::new(Code::E0824, format!("expected `overrideRules` alone, found `{name}` beside it"))
        .at(key(old), "the old form")
        .label(rules, "the new form")
        .help(format!("move `{name}` into a rule of `overrideRules`"))
}

/// E0825: a test of labels that Kubernetes does not have.
pub(super) fn unknown_label_test(found: &str, place: Span) -> Diagnostic {
    let known = ["In", "NotIn", "Exists", "DoesNotExist"];
    let said = format!("expected the operator {}, found {}", one_of(&known), quoted(found));
    Diagnostic::new(Code::E0825, said)
        .at(place, "no such operator")
        .quoting(place, found)
        .help_if(suggest::nearest(found, known).map(|nearest| format!("did you mean `{nearest}`?")))
}

/// E0826: a test of labels that has values it does not take, or lacks those it compares with.
pub(super) fn values_of_label_test(operator: &str, wants_values: bool, place: Span) -> Diagnostic {
    let (expected, found) = if wants_values { ("values", "none") } else { ("no values", "some") };
    Diagnostic::new(Code::E0826, format!("expected {expected} for `{operator}`, found {found}"))
        .at(place, format!("expected {expected}"))
}

/// E0827: a field whose value is no string. `found` is what it is, with its article.
pub(super) fn not_a_string(
    field: &Reference,
    format: FieldFormat,
    found: &str,
    place: Option<Span>,
) -> Diagnostic {
    let path = field.pointer.to_string();
    let said = format!(
        "expected a string with {} in it at {}, found {found}",
        format.format().name(),
        quoted(&path)
    );
    let diagnostic = Diagnostic::new(Code::E0827, said).at(field.written.value, "not a text to patch");
    match place {
        Some(place) => diagnostic.label(place, found.to_owned()),
        None => diagnostic,
    }
}

/// W0801: a document that no policy is for.
pub(super) fn unmatched(place: Span) -> Diagnostic {
    Diagnostic::new(Code::W0801, "no policy selects this document: it is not changed")
        .at(place, "not selected")
        .help("compare its `apiVersion`, `kind`, `name`, `namespace` and labels with `resourceSelectors`")
}

/// W0803: a cluster that no rule of any policy names, though some are named.
pub(super) fn cluster_named_nowhere(file: &str, cluster: &str, named: &BTreeSet<Box<str>>) -> Diagnostic {
    const SHOWN: usize = 12;
    let mut names: Vec<String> = named.iter().take(SHOWN).map(|name| quoted(name).to_string()).collect();
    if named.len() > SHOWN {
        names.push(format!("{} more", named.len() - SHOWN));
    }
    let nearest = suggest::nearest(cluster, named.iter().map(|name| &**name));
    Diagnostic::new(Code::W0803, format!("no rule names the cluster {}", quoted(cluster)))
        .in_file(plain(file).to_string())
        .note(format!("the named clusters are {}", names.join(", ")))
        .help_if(nearest.map(|nearest| format!("did you mean {}?", quoted(nearest))))
}

/// W0802: rules in the form that Karmada has given up.
pub(super) fn old_form_of_rules(name: &str, written: &SourceSpans) -> Diagnostic {
    Diagnostic::new(Code::W0802, format!("`{name}` directly in `spec` is deprecated"))
        .at(key(written), "the old form")
        .help("put it in a rule of `overrideRules`")
}
