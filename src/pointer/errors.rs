//! Errors of pointers and patches, with one constructor per code.

use super::patch::{
    Action, Excess, Form, Missing, Operation, PatchError, PatchErrorKind, Reference, ValueSummary,
};
use super::{
    Data, Index, NotIndex, Patch, Pointer, PointerError, PointerErrorKind, SourceSpans, Tree, TreeMembers,
    limits,
};
use crate::diagnostic::{Code, Diagnostic, Help};
use crate::text::escape::{self, quoted};
use crate::text::{Span, narrow, suggest};

/// Whether a text is a path with `.` before each member.
fn is_path(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    text.chars().all(is_part) && text.contains(|c: char| c != '.')
}

/// The pointer, without its first `/`, that a path with `.` before each member most likely means. In the data of a
/// ConfigMap or Secret, keys contain a `.` themselves.
pub(crate) fn pointer_of_path(path: &str) -> String {
    let path = path.trim_start_matches('.');
    match path.split_once('.') {
        Some((section @ ("data" | "stringData"), key)) => format!("{section}/{key}"),
        Some(_) | None if path.contains('/') => path.to_owned(),
        Some(_) | None => path.replace('.', "/"),
    }
}

/// E0440: a text that is not a pointer.
#[must_use]
pub fn invalid_pointer(text: &str, written: &SourceSpans, error: &PointerError) -> Diagnostic {
    let (at, length) = match error.kind {
        PointerErrorKind::NoSlash => (0, text.len()),
        // The `~` and the character after it, if there is one.
        PointerErrorKind::Escape => {
            let behind = text.get(error.at + 1..).and_then(|rest| rest.chars().next());
            (error.at, 1 + behind.map_or(0, char::len_utf8))
        }
    };
    let place = part(written, at, length);
    let found = text.get(at..at + length).unwrap_or(text);
    // The text after another `/` may be the key of an entry in a sensitive map.
    let found = match found.split_once('/') {
        Some((key, _)) if at == 0 => quoted(&format!("{key}/…")).to_string(),
        _ => quoted(found).to_string(),
    };
    let (said, label, help) = match error.kind {
        PointerErrorKind::NoSlash => (
            format!("expected a JSON Pointer, which is empty or begins with `/`, found {found}"),
            "expected `/` here",
            "write `/` before every key; the empty string means the whole document",
        ),
        PointerErrorKind::Escape => (
            format!("expected `~0` or `~1` in a JSON Pointer, found {found}"),
            "not an escape",
            "write `~0` for `~`, and `~1` for a `/` that belongs to a key",
        ),
    };
    let refused = Diagnostic::new(Code::E0440, said).at(place, label);
    match error.kind {
        PointerErrorKind::NoSlash if is_path(text) => {
            let pointer = format!("/{}", pointer_of_path(text));
            refused.help(Help::write(&pointer)).quoting(place, &pointer)
        }
        PointerErrorKind::NoSlash | PointerErrorKind::Escape => refused.help(help),
    }
}

/// A part of the text of a string; the whole string if its text has escapes.
fn part(written: &SourceSpans, at: usize, length: usize) -> Span {
    match written.text {
        Some(text) => {
            let start = text.start.saturating_add(narrow(at)).min(text.end);
            Span { start, end: start.saturating_add(narrow(length)).min(text.end), ..text }
        }
        None => written.value,
    }
}

/// The code for a part of a patch with the wrong kind.
const WRONG_KIND: Code = Code::E0441;

/// E0441: a part of a patch with another kind than required.
pub(super) fn wrong_kind(what: &str, expected: &str, found: &Tree<SourceSpans>) -> Diagnostic {
    let said = format!("expected {what} to be {expected}, found {}", found.data.name());
    let diagnostic = Diagnostic::new(WRONG_KIND, said).at(found.mark.value, format!("expected {expected}"));
    match instead_of_patch(found).filter(|_| what == PATCH) {
        Some([elsewhere, in_product]) => diagnostic.help_or_in_product(elsewhere, in_product),
        None => diagnostic,
    }
}

/// The name of a whole patch in [`wrong_kind`].
pub(super) const PATCH: &str = "a patch";

/// The remedy for another document at the place of a patch.
fn instead_of_patch(found: &Tree<SourceSpans>) -> Option<[&'static str; 2]> {
    let Data::Object(members) = &found.data else { return None };
    let is_policy = |kind: &Tree<SourceSpans>| matches!(&kind.data, Data::String(kind) if kind.ends_with("OverridePolicy"));
    if members.get("kind").is_some_and(is_policy) {
        let help =
            "apply a policy with `confc patch --override-policy` to the resource that holds the values";
        return Some([help; 2]);
    }
    if Form::ALL.iter().any(|form| members.get(form.operator()).is_some()) {
        return Some(["put the operation in brackets: `[{ … }]`"; 2]);
    }
    // A patch in a kustomization.
    if is_of_kustomize(members) || members.get("patches").is_some() {
        return Some([LIST_ALONE; 2]);
    }
    Some([
        "pass values that override the layers with `--override`",
        "name values that override the layers in `overrides`",
    ])
}

/// The remedy for operations inside another object.
const LIST_ALONE: &str = "give the list under `patch` alone: `[{ op: …, path: …, value: … }]`";

/// Whether an object is an element of `patches` in a kustomization.
fn is_of_kustomize(members: &TreeMembers<SourceSpans>) -> bool {
    members.get("patch").is_some() && (members.get("target").is_some() || members.get("op").is_none())
}

/// E0441: an element of `patches` in a kustomization at the place of an operation; `None` for other objects.
pub(super) fn patch_of_kustomize(
    operation: &Tree<SourceSpans>,
    members: &TreeMembers<SourceSpans>,
) -> Option<Diagnostic> {
    is_of_kustomize(members).then(|| {
        Diagnostic::new(WRONG_KIND, "expected an operation, found a patch of Kustomize")
            .at(operation.mark.value, "expected an operation")
            .help(LIST_ALONE)
    })
}

/// E0442: an unknown name of an operation.
pub(super) fn unknown_operation(name: &Tree<SourceSpans>, text: &str) -> Diagnostic {
    let nearest = suggest::nearest(text, Action::NAMES).or(match text {
        "set" | "update" | "change" | "edit" | "put" | "overwrite" => Some("replace"),
        "delete" | "del" | "unset" | "rm" => Some("remove"),
        "insert" | "create" => Some("add"),
        _ => None,
    });
    let help = match text {
        "append" | "push" => Some("write `add`, and `/-` at the end of the path".into()),
        _ => nearest.map(Help::meant),
    };
    let listed = Action::NAMES.map(|name| format!("`{name}`")).join(", ");
    Diagnostic::new(Code::E0442, format!("there is no operation {}", quoted(text)))
        .at(name.mark.value, "no such operation")
        .quoting(name.mark.value, text)
        .help_if(help)
        .note(format!("the operations are {listed}"))
}

/// The code for an operation without a required member.
pub(super) const MISSING_MEMBER: Code = Code::E0443;

/// E0443: an operation without a required member. `name` is the name of the operation, or `an` if all operations need
/// the member.
pub(super) fn missing_member(
    operation: &Tree<SourceSpans>,
    members: &TreeMembers<SourceSpans>,
    key: &str,
    known: [&str; 4],
    name: &str,
) -> Diagnostic {
    // Only a member with an unknown name may be this one, misspelled.
    let others = members.iter().filter(|(other, _)| !known.contains(other));
    let is_short = |other: &str| other.len() > 2 && key.starts_with(other);
    let mut misspelled =
        others.filter(|(other, _)| suggest::nearest(other, known) == Some(key) || is_short(other));
    let of = if name == "an" { "an operation".into() } else { format!("`{name}`") };
    let diagnostic =
        Diagnostic::new(MISSING_MEMBER, format!("{of} needs the member `{key}`, which is missing"));
    let written = misspelled.next().and_then(|(other, value)| Some((other, value.mark.key?)));
    match written {
        Some((other, place)) => diagnostic
            .at(place, format!("found {}", quoted(other)))
            .quoting(place, other)
            .help(Help::meant(key)),
        None => diagnostic
            .at(operation.mark.value, format!("`{key}` is missing"))
            .help(format!("add `{key}` to the operation")),
    }
}

/// E0444: a member that an operation in this form does not allow.
pub(super) fn superfluous_member(
    key: &str,
    written: &SourceSpans,
    form: Form,
    name: Option<&str>,
    known: [&str; 4],
) -> Diagnostic {
    let found = quoted(key);
    let of = name.map_or_else(|| "an operation".into(), |name| format!("`{name}`"));
    let diagnostic = Diagnostic::new(Code::E0444, format!("expected no member {found} in {of}"))
        .at(written.key.unwrap_or(written.value), "not allowed here")
        .quoting(written.key.unwrap_or(written.value), key);
    let (operator, path) = (form.operator(), form.path());
    match key {
        "value" | "from" => diagnostic.help(format!("remove `{key}`, or use an operation that accepts it")),
        "op" | "path" | "operator" | "subPath" => {
            let meant = if matches!(key, "op" | "operator") { operator } else { path };
            diagnostic
                .help(Help::write(meant))
                .note(format!("this operation is written with `{operator}` and `{path}`"))
        }
        key => match suggest::nearest(key, known) {
            Some(nearest) => diagnostic.help(Help::meant(nearest)),
            None => diagnostic
                .note(format!("the members are {}", known.map(|known| format!("`{known}`")).join(", "))),
        },
    }
}

impl<M> PatchError<M> {
    /// The diagnostic, at the wrong text in the patch document. If the target of a pointer `is_secret`, its value is
    /// not shown, only its kind and the keys on the path.
    ///
    /// `None` for another patch than the one that failed.
    #[must_use]
    pub fn diagnostic(&self, patch: &Patch, is_secret: &dyn Fn(&Pointer) -> bool) -> Option<Diagnostic> {
        let operation = patch.operations.get(self.operation)?;
        Some(match &self.kind {
            PatchErrorKind::NotFound { from, steps, missing } => {
                let reference = match &operation.action {
                    Action::Move(source) | Action::Copy(source) if *from => source,
                    Action::Add(_)
                    | Action::Remove
                    | Action::Replace(_)
                    | Action::Move(_)
                    | Action::Copy(_)
                    | Action::Test(_) => &operation.path,
                };
                let is_hidden = is_secret(&reference.pointer.prefix(*steps));
                let hidden = Missing::Scalar { found: "a value" };
                let missing =
                    if is_hidden && matches!(missing, Missing::Scalar { .. }) { &hidden } else { missing };
                not_found(operation.action.name(), reference, *steps, missing)
            }
            PatchErrorKind::Differs { at, expected, found } => {
                differs(operation, at, expected.as_ref(), found.as_ref(), is_secret(at))
            }
            PatchErrorKind::IntoItself => into_itself(operation),
            PatchErrorKind::TooLarge(excess) => too_large(operation, *excess),
            PatchErrorKind::NothingLeft => nothing_left(operation),
        })
    }

    /// As [`diagnostic`](Self::diagnostic), but without a pointer that contains a secret key.
    #[must_use]
    pub fn discreet_diagnostic(
        &self,
        patch: &Patch,
        is_secret: &dyn Fn(&Pointer) -> bool,
        is_key_secret: &dyn Fn(&Pointer) -> bool,
    ) -> Option<Diagnostic> {
        let failed = self.diagnostic(patch, is_secret)?;
        if !self.names(patch, is_key_secret) {
            return Some(failed);
        }
        let message = "the operation fails, and its path may name keys of a sensitive value";
        let diagnostic = Diagnostic::new(failed.code(), message);
        Some(match failed.primary() {
            Some(label) => diagnostic.at(label.span, "fails here"),
            None => diagnostic,
        })
    }

    /// Whether the diagnostic would name a pointer for which `is` is true.
    fn names(&self, patch: &Patch, is: &dyn Fn(&Pointer) -> bool) -> bool {
        let Some(operation) = patch.operations.get(self.operation) else { return false };
        let from = match &operation.action {
            Action::Move(from) | Action::Copy(from) => Some(&from.pointer),
            Action::Add(_) | Action::Remove | Action::Replace(_) | Action::Test(_) => None,
        };
        let at = if let PatchErrorKind::Differs { at, .. } = &self.kind { Some(at) } else { None };
        [&operation.path.pointer].into_iter().chain(from).chain(at).any(is)
    }
}

/// E0445: a pointer without a target. `what` is the name of the operation.
#[must_use]
pub fn not_found(what: &str, reference: &Reference, steps: usize, missing: &Missing) -> Diagnostic {
    let Reference { pointer, written } = reference;
    let before = pointer.prefix(steps);
    let step = pointer.tokens().get(steps);
    let token = step.map_or("", |token| token.as_str());
    let whole = quoted(&pointer.to_string()).to_string();
    let holder = match before.is_root() {
        true => "the document".into(),
        false => quoted(&before.to_string()).to_string(),
    };
    let key = quoted(token);
    let why = match missing {
        Missing::Member { .. } => format!("{holder} has no member {key}"),
        Missing::Element { len: 0 } => format!("{holder} has no elements"),
        Missing::Element { len } if step.is_some_and(|step| step.index() == Ok(Index::End)) => {
            format!("`-` is after the {len} elements of {holder}")
        }
        Missing::Element { len: 1 } => format!("{holder} has 1 element, so there is no {key}"),
        Missing::Element { len } => format!("{holder} has {len} elements, so there is no {key}"),
        Missing::NotIndex(NotIndex::LeadingZero) => format!("an index has no leading zeros, found {key}"),
        Missing::NotIndex(NotIndex::NoDigits) => {
            format!("{holder} is an array, expected an index, found {key}")
        }
        Missing::Scalar { found } => format!("{holder} is {found}, which has no members or elements"),
    };
    // A token prints as it was read, so its position can be counted.
    let start = before.to_string().len() + 1;
    let length = step.map_or(0, |step| step.to_string().len());
    let place = if token.is_empty() { written.value } else { part(written, start, length) };
    let diagnostic = Diagnostic::new(Code::E0445, format!("`{what}` does not find {whole}: {why}"))
        .at(place, "leads nowhere");
    let help = match missing {
        Missing::Member { nearest: Some(nearest) } => Some(meant_token(nearest)),
        Missing::Element { len }
            if what == "add" && step.is_some_and(|step| step.index() != Ok(Index::End)) =>
        {
            let at = quoted(&format!("{before}/-")).to_string();
            Some(match len {
                0 => format!("write {at} to add at the end").into(),
                1.. => format!("elements are counted from 0; write {at} to add at the end").into(),
            })
        }
        Missing::Element { len: 1.. } => Some("elements are counted from 0".into()),
        Missing::Scalar { found: "`null`" } if what != "test" => {
            let members = pointer.tokens().get(steps..).unwrap_or_default();
            let object = members.iter().rev().fold("…".to_owned(), |inner, token| {
                format!("{{ {}: {inner} }}", escape::literal(token.as_str()))
            });
            Some(format!("set all of it: `{object}` at {}", quoted(&before.to_string())).into())
        }
        Missing::Member { nearest: None }
        | Missing::Element { .. }
        | Missing::NotIndex(_)
        | Missing::Scalar { .. } => None,
    };
    diagnostic.help_if(help)
}

/// The remedy for a misspelled token of a pointer.
fn meant_token(name: &str) -> Help {
    match name.contains(['/', '~']) {
        // In a pointer the name is spelled otherwise.
        true => format!("did you mean {}?", quoted(name)).into(),
        false => Help::meant(name),
    }
}

/// E0446: a `test` that finds another value.
fn differs(
    operation: &Operation,
    at: &Pointer,
    expected: Option<&ValueSummary>,
    found: Option<&ValueSummary>,
    secret: bool,
) -> Diagnostic {
    let pointer = at.to_string();
    let place = if at.is_root() { "the document".into() } else { quoted(&pointer).to_string() };
    let in_words = |said: Option<&ValueSummary>| match said {
        None => "nothing".into(),
        Some(ValueSummary { kind, text: Some(text) }) if !secret => format!("{kind} {}", quoted(text)),
        Some(ValueSummary { kind, .. }) => (*kind).to_owned(),
    };
    // A secret bool or null would be known by its kind.
    let told = |said: Option<&ValueSummary>| {
        let tells = said.is_some_and(|said| matches!(said.kind, "`true`" | "`false`" | "`null`"));
        if secret && tells { "another value".into() } else { in_words(said) }
    };
    let (wanted, met) = (in_words(expected), told(found));
    let met = if wanted == met { "a different one".into() } else { met };
    let tested = operation.action.value().map_or(operation.place, |value| value.mark.value);
    Diagnostic::new(Code::E0446, format!("`test` fails at {place}: expected {wanted}, found {met}"))
        .at(tested, "differs from what is there")
        .help("check whether the patch was made for another version of the document")
}

/// E0447: a `move` of a value into itself.
fn into_itself(operation: &Operation) -> Diagnostic {
    let path = operation.path.pointer.to_string();
    let diagnostic = Diagnostic::new(Code::E0447, "`move` would move a value into itself")
        .at(operation.path.written.value, format!("{} is inside the value that is moved", quoted(&path)));
    match &operation.action {
        Action::Move(from) => diagnostic.label(from.written.value, "the value that is moved"),
        Action::Add(_) | Action::Remove | Action::Replace(_) | Action::Copy(_) | Action::Test(_) => {
            diagnostic
        }
    }
    .help("use `copy`, or move it somewhere else")
}

/// E0448: an operation that exceeds a limit.
fn too_large(operation: &Operation, excess: Excess) -> Diagnostic {
    let name = operation.action.name();
    let limit = match excess {
        Excess::Nodes => format!("copies of at most {} keys and values in a patch", limits::MAX_COPIED_NODES),
        Excess::Text => {
            format!("copies of at most {} bytes of text (16 MiB) in a patch", limits::MAX_COPIED_TEXT)
        }
        Excess::Depth => format!("arrays and objects to nest at most {} deep", limits::MAX_DEPTH),
        Excess::Effort => format!("at most {} values to be moved aside by a patch", limits::PATCH_BUDGET),
    };
    Diagnostic::new(Code::E0448, format!("`{name}` goes beyond a limit: expected {limit}, found more"))
        .at(operation.place, "goes beyond the limit")
        .help("split the patch, or write the changed document by hand")
}

/// E0449: a `remove` of the whole document.
fn nothing_left(operation: &Operation) -> Diagnostic {
    let name = operation.action.name();
    Diagnostic::new(Code::E0449, format!("`{name}` would leave no document"))
        .at(operation.path.written.value, "the whole document")
        .help("use `replace` with an empty path to put another document in its place")
}
