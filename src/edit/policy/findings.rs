//! Messages about override policies.

use super::FieldFormat;
use crate::diagnostic::{FileName, KnownName, KnownNames, Quote, Words, findings};
use crate::pointer::{Data, Reference, SourceSpans, Tree};
use crate::text::{Span, suggest};
use std::collections::BTreeSet;

findings! {
    E0815 NoPolicy { key: &'static str, expected: KnownNames, found: Quote, near: Option<KnownName> }
        "expected a policy of `{key}` {expected}, found {found}",
        at found "not a known policy",
        meant near;

    E0816 UnknownKey { key: Quote, object: Words, near: Option<KnownName>, known: Option<KnownNames> }
        "unexpected key {key} in {object}",
        at key "no such key",
        meant near,
        note_if known "it can have {known}";

    E0817 MissingKey { object: Words, key: &'static str, place: Span }
        "{object} needs `{key}`, which is missing",
        at place "`{key}` is missing",
        help "add `{key}`";

    E0818 WrongKind { object: Words, expected: &'static str, found: &'static str, place: Span, is_patch: bool }
        "expected {object} to be {expected}, found {found}",
        at place "expected {expected}",
        help_if is_patch
            "give an `OverridePolicy` of Karmada; a change of the file itself is `--set POINTER=LITERAL`";

    E0819 OtherOverrider { name: &'static str, key: Span }
        "expected the overrider `fieldOverrider`, found `{name}`",
        at key "cannot be applied",
        note "confc applies patches to JSON and YAML texts in fields, and nothing else",
        help "leave the resource to Karmada, or put this rule in a separate policy";

    E0820 ClusterNeeded { key: Span }
        "the rule applies to certain clusters, but no cluster is named",
        at key "applies to certain clusters",
        help "name the cluster with `--cluster NAME`";

    E0821 UndecidableCluster { selector: &'static str, key: Span }
        "expected clusters by name, found `{selector}`, which depends on data of the clusters",
        at key "cannot be decided here",
        help "name the clusters in `clusterNames` or `exclude`";

    E0822 TwoFormats { first: Span, second: Span }
        "expected `json` or `yaml` for a field, found both",
        at second "a second format",
        also first "the first one",
        help "use the one that matches the format of the text in the field";

    E0823 NoFormat { overrider: Span }
        "expected `json` or `yaml` with operations for a field, found neither",
        at overrider "changes nothing",
        help "add `json` or `yaml`, whichever matches the format of the text in the field";

    E0824 TwoFormsOfRules { name: &'static str, old: Span, rules: Span }
        "expected `overrideRules` alone, found `{name}` beside it",
        at old "the old form",
        also rules "the new form",
        help "move `{name}` into a rule of `overrideRules`";

    E0825 UnknownLabelTest { known: KnownNames, found: Quote, near: Option<KnownName> }
        "expected the operator {known}, found {found}",
        at found "no such operator",
        meant near;

    E0826 ValuesOfLabelTest { expected: &'static str, operator: KnownName, found: &'static str, place: Span }
        "expected {expected} for {operator}, found {found}",
        at place "expected {expected}";

    E0827 PatchedFieldNotAString { format: &'static str, field: Quote, found: &'static str, place: Option<Span> }
        "expected a string with {format} in it at {field}, found {found}",
        at field "not a text to patch",
        also place "{found}";

    W0801 UnmatchedDocument { place: Span }
        "no policy selects this document: it is not changed",
        at place "not selected",
        help "compare its `apiVersion`, `kind`, `name`, `namespace` and labels with `resourceSelectors`";

    W0802 OldFormOfRules { name: &'static str, key: Span }
        "`{name}` directly in `spec` is deprecated",
        at key "the old form",
        help "put it in a rule of `overrideRules`";

    W0803 ClusterNamedNowhere { cluster: KnownName, file: FileName, named: Words, near: Option<KnownName> }
        "no rule names the cluster {cluster}",
        file file,
        note "the named clusters are {named}",
        meant near;
}

/// The key of a member, or its value if it has no key.
pub(super) fn key(written: &SourceSpans) -> Span {
    written.key.unwrap_or(written.value)
}

/// An object in a message: a key in backticks, or a name with an article as it is.
fn shown(name: &str) -> Words {
    Words(if name.contains(' ') { name.into() } else { format!("`{name}`") })
}

impl UnknownKey {
    pub(super) fn of(object: &str, found: &str, written: &SourceSpans, known: &[&str]) -> Self {
        let near = suggest::nearest(found, known.iter().copied()).map(KnownName::new);
        let known = near.is_none().then(|| KnownNames::one_of(known.iter().copied()));
        let Words(shown) = shown(object);
        let object = Words(if object.contains(' ') { shown } else { format!("the {shown}") });
        Self { key: Quote { at: key(written), said: found.into() }, object, near, known }
    }
}

impl MissingKey {
    pub(super) fn of(object: &str, key: &'static str, place: Span) -> Self {
        Self { object: shown(object), key, place }
    }
}

/// The name of a whole policy in [`WrongKind`].
pub(super) const POLICY: &str = "a policy";

impl WrongKind {
    pub(super) fn of(object: &str, expected: &'static str, found: &Tree<SourceSpans>) -> Self {
        let is_patch = object == POLICY && matches!(found.data, Data::Array(_));
        Self { object: shown(object), expected, found: found.data.name(), place: found.mark.value, is_patch }
    }

    /// An object without its kind, which probably holds values.
    pub(super) fn without_kind(found: &Tree<SourceSpans>) -> Self {
        let (expected, place) = ("an `OverridePolicy` of Karmada", found.mark.value.at_start());
        let what = "an object without `apiVersion` and `kind`";
        Self { object: shown(POLICY), expected, found: what, place, is_patch: true }
    }
}

impl TwoFormats {
    pub(super) fn of(one: &SourceSpans, other: &SourceSpans) -> Self {
        let (one, other) = (key(one), key(other));
        Self { first: one.min(other), second: one.max(other) }
    }
}

impl UnknownLabelTest {
    pub(super) fn of(found: &str, at: Span) -> Self {
        let known = ["In", "NotIn", "Exists", "DoesNotExist"];
        let near = suggest::nearest(found, known).map(KnownName::new);
        Self { known: KnownNames::one_of(known), found: Quote { at, said: found.into() }, near }
    }
}

impl ValuesOfLabelTest {
    pub(super) fn of(operator: &str, wants_values: bool, place: Span) -> Self {
        let (expected, found) = if wants_values { ("values", "none") } else { ("no values", "some") };
        Self { expected, operator: KnownName::new(operator), found, place }
    }
}

impl PatchedFieldNotAString {
    /// `found` is the kind of the value, with its article.
    pub(super) fn of(
        field: &Reference,
        format: FieldFormat,
        found: &'static str,
        place: Option<Span>,
    ) -> Self {
        let field = Quote { at: field.written.value, said: field.pointer.to_string().into() };
        Self { format: format.format().name(), field, found, place }
    }
}

impl ClusterNamedNowhere {
    pub(super) fn of(file: &str, cluster: &str, named: &BTreeSet<Box<str>>) -> Self {
        let names = || named.iter().map(|name| &**name);
        let near = suggest::nearest(cluster, names()).map(KnownName::new);
        let named = Words::list(names(), 12);
        Self { cluster: KnownName::new(cluster), file: FileName(file.into()), named, near }
    }
}
