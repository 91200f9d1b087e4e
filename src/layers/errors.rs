//! Diagnostics about layers and resolved values, with one constructor per code.

use crate::declaration::DecodeErrorKind;
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::pointer::{Action, Operation, Pointer, Reference, ReferenceToken};
use crate::text::Span;
use crate::text::escape::{self, plain, quoted};
use crate::text::suggest::Suggestions;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::types::{ConstraintViolation, Field, TakenEntry, Type, UnionType};
use crate::value::{COMBINED, Subject, ValuePath};
use confc_core::values::LoadError;

/// The code of two layers with different values for one field.
pub(crate) const LAYERS_DISAGREE: Code = Code::E0415;

/// The code of a pointer into another document that does not refer to a text.
pub(crate) const NO_EMBEDDED_TEXT: Code = Code::E0429;

/// Two layers with different values for one field. If the first one `is_override`, it may be meant to come after the
/// other.
pub(crate) fn disagree(
    path: &ValuePath<'_>,
    again: Span,
    first: Option<Span>,
    is_override: bool,
) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(LAYERS_DISAGREE, format!("two layers set `{}` to different values", path.native()))
            .at(again, "another value here");
    let diagnostic = match first {
        Some(first) => diagnostic.label(first, "first set here"),
        None => diagnostic,
    };
    if is_override {
        return diagnostic.note("an override wins over the layers before it").help_or_in_product(
            "apply the overriding layer after this one, or remove one of the two",
            "let this value win too, in a layer in `overrides`, `section_overrides` or `shared_overrides`, or remove one of the two",
        );
    }
    let [flag, key] = LET_IT_WIN;
    diagnostic.help_or_in_product(Help::new(flag, RemedyKind::Override), key)
}

/// The note for two layers that disagree inside a JSON value: the JSON Pointer of the part that differs.
pub(crate) fn differ_within(path: &[Box<str>]) -> String {
    let tokens = path.iter().map(|key| format!("/{}", key.replace('~', "~0").replace('/', "~1")));
    format!(
        "they differ at {}; an operator can only be around the whole value",
        quoted(&tokens.collect::<String>())
    )
}

/// The help for two layers that disagree: with a flag, and in a product.
pub(super) const LET_IT_WIN: [&str; 2] = [
    "remove one of the two, or let the later one win: as `{ $override: … }`, or in a layer given with --override",
    "remove one of the two, or let the later one win: as `{ $override: … }`, or in a layer in `overrides`, `section_overrides` or `shared_overrides`",
];

/// A second help for two layers that disagree, by the type of the field.
pub(crate) fn add_instead(ty: &Type) -> Option<&'static str> {
    matches!(ty, Type::Vector(_)).then_some("to keep both, add elements in the later one: `{ $append: […] }`")
}

/// Why there is nothing to change.
#[derive(Clone, Copy)]
pub(crate) enum NothingToChange<'a> {
    /// A vector is not set, and has no default.
    NotSet,
    /// A vector is absent, or null; or one of them, where that is secret.
    IsLacking { what: &'static str },
    /// A struct in an element is absent or null, and another member has no default.
    NoDefault(&'a ValuePath<'a>),
}

/// A value to change that is not there yet.
pub(crate) fn no_value_so_far(
    path: &ValuePath<'_>,
    why: NothingToChange<'_>,
    place: Span,
    declared: Option<Span>,
) -> Diagnostic {
    let why_so = match why {
        NothingToChange::NotSet => ", and no default".to_owned(),
        NothingToChange::IsLacking { what } => format!(": it is {what}"),
        NothingToChange::NoDefault(missing) => format!(", and `{}` has no default", missing.native()),
    };
    let message = format!("`{}` has no value to change so far{why_so}", path.native());
    let diagnostic = Diagnostic::new(Code::E0423, message).at(place, "changes a value that is not set");
    let diagnostic = match declared {
        Some(declared) => diagnostic.label(declared, "declared here"),
        None => diagnostic,
    };
    diagnostic.help(match why {
        NothingToChange::NoDefault(_) => "set the whole struct",
        NothingToChange::IsLacking { .. } => "set the whole vector",
        NothingToChange::NotSet => "set the whole vector, or put the layer that sets it before this one",
    })
}

/// A `[index]` or `.member` for a type without elements or members.
pub(super) fn no_such_step(ty: &Type, place: Span, subject: &Subject<'_>) -> Diagnostic {
    let type_kind = ty.kind().name();
    // Maps accept every kind of step.
    let parts = match (ty.element(), ty.is_struct()) {
        (Some(_), _) => "so it has elements, and no members",
        (None, true) => "so it has members, and no elements",
        (None, false) => "so it has no members or elements",
    };
    let is_whole = ty.is_json() || matches!(ty, Type::Union(_));
    let parts = if let Type::Union(_) = ty { "which is set as a whole" } else { parts };
    let help = "name the whole value; a patch may change a part of it";
    Diagnostic::new(Code::E0424, format!("`{}` is declared as {type_kind}, {parts}", subject.shown_path()))
        .at(place, "leads nowhere")
        .help_if(is_whole.then_some(help))
}

/// The end of a pointer that leads into a union with a tag, to a part that none of its cases has.
pub(super) fn in_no_case(
    (of, rest): (&UnionType, &[ReferenceToken]),
    place: Span,
    subject: &Subject<'_>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let (path, is_shown) = (subject.shown_path(), !subject.sensitive);
    let members = of.cases().iter().flat_map(|case| case.ty.members()).map(Field::native_name);
    let (what, name, near) = match rest {
        [name] => ("a member", name.as_str().to_owned(), suggestions.nearest(name.as_str(), members)),
        _ => ("a part at", rest.iter().map(ReferenceToken::as_str).collect::<Pointer>().to_string(), None),
    };
    let shown = if is_shown { format!("{what} {}", quoted(&name)) } else { "a member of this name".into() };
    let diagnostic = Diagnostic::new(Code::E0424, format!("no case of `{path}` has {shown}"))
        .at(place, "leads nowhere")
        .quoting(place, &name);
    let near = near.filter(|_| is_shown);
    diagnostic.help_if(near.map(Help::meant))
}

/// Adds a note about the notation of steps.
pub(super) fn steps_of_path(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.note("`.key` leads to a member of a struct, `[0]` to an element of a vector or array")
}

/// A step of a pointer into an entry of a map, whose value has no parts: most likely the step belongs to the key.
pub(crate) fn within_entry(ty: &Type, place: Span, subject: &Subject<'_>) -> Diagnostic {
    let type_kind = ty.kind().name();
    let message =
        format!("`{}` is declared as {type_kind}, so it has no members or elements", subject.shown_path());
    Diagnostic::new(Code::E0424, message).at(place, "leads nowhere").help("write `~1` for a `/` in a key")
}

/// A key of an entry that needs quotes.
pub(super) fn unquoted_entry(key: &str, place: Span, subject: &Subject<'_>) -> Diagnostic {
    let path = subject.shown_path();
    let diagnostic = Diagnostic::new(Code::E0424, format!("expected the key of an entry of `{path}`"))
        .at(place, "a key that needs quotes")
        .note("without quotes a key has small letters, digits and `_`, and begins with a letter");
    with_entry(diagnostic, key, place, subject)
}

/// Adds how the path of an entry is written, unless that may show a secret.
fn with_entry(diagnostic: Diagnostic, key: &str, place: Span, subject: &Subject<'_>) -> Diagnostic {
    if subject.sensitive || key.is_empty() {
        return diagnostic;
    }
    let written =
        format!("write `{}[{}]`, in single quotes for the shell", subject.shown_path(), escape::literal(key));
    diagnostic.quoting(place, key).help(written)
}

/// The quotes that users put around a key.
pub(super) const QUOTES: [char; 2] = ['"', '\''];

/// A text in brackets after a map that is not a key in quotes.
pub(super) fn no_entry_key(bracket: &str, place: Span, subject: &Subject<'_>) -> Diagnostic {
    let message =
        format!("expected the key of an entry of `{}` in quotes, such as `[\"a.b\"]`", subject.shown_path());
    let diagnostic = Diagnostic::new(Code::E0424, message).at(place, "not a string of JSON in brackets");
    let key = bracket.trim_start_matches('[').trim_end_matches(']').trim().trim_matches(QUOTES);
    with_entry(diagnostic, key, place, subject)
}

/// A missing entry of `explain`.
pub(crate) fn no_entry_to_explain(path: &ValuePath<'_>, place: Span) -> Diagnostic {
    no_such_part(&format!("there is no entry `{path}`"), "entry", place)
}

/// An entry that a map does not have.
pub(crate) fn no_such_entry(path: &ValuePath<'_>, place: Span) -> Diagnostic {
    no_entry_to_explain(path, place).help("set the whole entry, which makes it")
}

/// A missing path.
pub(super) fn no_path(place: Span) -> Diagnostic {
    Diagnostic::new(Code::E0424, "expected a path with the key of a field first, found none")
        .at(place, "expected a key")
}

/// A path that begins with `/`, as a JSON Pointer does, or with a dot. `path` is the valid spelling, if there is one.
pub(super) fn sign_before_path(sign: char, path: Option<&str>, place: Span) -> Diagnostic {
    let message = format!("expected a path with the key of a field first, found `{sign}`");
    let label = if sign == '/' { "looks like a JSON Pointer" } else { "no key before this" };
    let diagnostic = Diagnostic::new(Code::E0424, message).at(place.at_start(), label);
    match path {
        Some(path) => diagnostic.help(format!("write `{path}`")),
        None => diagnostic.help("write `.` before a member, and an index in brackets: `server.ports[0]`"),
    }
}

/// A text after a key that is not an index.
pub(super) fn no_index(place: Span, member: Option<&str>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::E0424, "expected an index, such as `[0]`, in a path").at(place, "not an index");
    match member {
        Some(member) => diagnostic.help(format!("write `.{member}` for the member of a struct")),
        None => diagnostic
            .note("an index has digits only, without leading zeros; the first element has the index 0"),
    }
}

/// A token of a pointer that is not an index, where an index is required.
pub(super) fn no_index_in_pointer(token: &str, place: Span, subject: &Subject<'_>) -> Diagnostic {
    let found = if subject.sensitive { "something else".into() } else { quoted(token).to_string() };
    let message = format!("expected an index of `{}`, such as `0`, found {found}", subject.shown_path());
    // Other tools write `[1]` and `01`.
    let digits = token.trim_start_matches('[').trim_end_matches(']');
    let is_index = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let index = match digits.trim_start_matches('0') {
        "" => "0",
        index => index,
    };
    Diagnostic::new(Code::E0424, message)
        .at(place, "not an index")
        .quoting(place, token)
        .note("an index has digits only, without leading zeros; the first element has the index 0")
        .help_if((is_index && !subject.sensitive).then(|| format!("write `/{}`", plain(index))))
}

/// A path in the syntax of `--set` in a pointer: `token`.
pub(super) fn path_in_pointer(token: &str, pointer: &Pointer, place: Span) -> Diagnostic {
    let written = pointer.to_string().replace(['.', '['], "/").replace(']', "");
    Diagnostic::new(Code::E0424, format!("expected a key of a JSON Pointer, found {}", quoted(token)))
        .at(place, "no such field")
        .quoting(place, token)
        .quoting(place, &written)
        .help(format!("write `/` before each key and index: {}", quoted(&written)))
}

/// A missing element.
pub(crate) fn no_such_element(path: &ValuePath<'_>, index: usize, count: usize, place: Span) -> Diagnostic {
    let elements = match count {
        0 => "no elements".into(),
        1 => "1 element".into(),
        _ => format!("{count} elements"),
    };
    no_such_part(&format!("`{path}` has {elements}, so there is no `{path}[{index}]`"), "element", place)
        .note("the first element has the index 0")
}

/// The help for adding an element to a vector that has no element at an index.
pub(crate) const ADD_INSTEAD: &str =
    "to add elements, set the whole list, or write `{ $append: […] }` in a layer";

fn no_such_part(message: &str, part: &str, place: Span) -> Diagnostic {
    Diagnostic::new(Code::E0425, message).at(place, format!("no such {part}"))
}

/// Elements from several places that do not fit together. `last` is the place of the last assignment.
pub(crate) fn violation_of_whole(
    path: &ValuePath<'_>,
    violation: &ConstraintViolation,
    place_of: impl Fn(usize) -> Option<Span>,
    last: Option<Span>,
) -> Diagnostic {
    // Each layer may have too few entries of a map, since layers are merged. So the last place is not to blame.
    let is_too_small = matches!(violation, ConstraintViolation::TooFewEntries { .. });
    let how = if is_too_small { "with all layers together" } else { "combined from several places" };
    let message = format!("value of `{}`, {how}, does not fit: {violation}", path.native());
    let diagnostic = Diagnostic::new(COMBINED, message);
    let (guilty, text) = if let ConstraintViolation::TooMany { max, .. } = violation {
        (place_of(*max as usize), "one too many")
    } else if let ConstraintViolation::Repeated { again, .. } = violation {
        (place_of(*again), "the same element again")
    } else {
        (last, "set here")
    };
    let diagnostic = match guilty.or(last) {
        Some(guilty) => diagnostic.at(guilty, text),
        None => diagnostic,
    };
    if let ConstraintViolation::TooMany { found, .. } = violation {
        let without_place = (0..*found).take_while(|at| place_of(*at).is_none()).count();
        return match place_of(0) {
            Some(first) => diagnostic.label(first, "the first element"),
            None => diagnostic.note(format!("the default has {without_place} of the {found} elements")),
        };
    }
    if let ConstraintViolation::Repeated { first, .. } = violation
        && let Some(first) = place_of(*first)
    {
        return diagnostic.label(first, "first here");
    }
    diagnostic
}

/// An operation of a patch on all fields together.
pub(super) fn patch_of_everything(operation: &Operation) -> Diagnostic {
    let name = operation.action.name();
    Diagnostic::new(
        Code::E0427,
        format!("expected an operation on a field, found `{name}` of the whole configuration"),
    )
    .at(operation.path.written.value, "the whole configuration")
    .help("write an operation for each field")
}

/// An operation of a patch that removes a required value.
pub(super) fn nothing_behind(operation: &Operation) -> Diagnostic {
    let name = operation.action.name();
    let left = match &operation.action {
        Action::Move(from) => from,
        Action::Add(_) | Action::Remove | Action::Replace(_) | Action::Copy(_) | Action::Test(_) => {
            &operation.path
        }
    };
    let path = quoted(&left.pointer.to_string()).to_string();
    Diagnostic::new(Code::E0428, format!("`{name}` leaves {path} without a value: it has no default"))
        .at(left.written.value, "has no default")
        .help("use `replace` with another value, or give the field a `default`")
}

/// An operation of a patch that copies a secret to a place that is shown.
pub(super) fn secret_copied(operation: &Operation, from: &Reference) -> Diagnostic {
    let (name, left) = (operation.action.name(), from.pointer.to_string());
    let path = operation.path.pointer.to_string();
    let message =
        format!("`{name}` would put a sensitive value from {} into {}", quoted(&left), quoted(&path));
    Diagnostic::new(Code::E0430, message)
        .at(operation.path.written.value, "is not sensitive")
        .label(from.written.value, "is sensitive, or holds a sensitive value")
        .help("declare the field that it changes as `sensitive: true`, too, or set the value itself")
}

/// A pointer into another document that does not refer to a text. `why` is the reason at the last node, which has these
/// `keys` and `more` others.
pub(super) fn no_embedded_text(
    pointer: &Pointer,
    why: &str,
    at: Span,
    (keys, more): (&[&str], usize),
) -> Diagnostic {
    let names: Vec<String> = keys.iter().map(|key| quoted(key).to_string()).collect();
    let listed = names.join(", ");
    let pointer = pointer.to_string();
    let diagnostic =
        Diagnostic::new(NO_EMBEDDED_TEXT, format!("nothing can be read at {}: {why}", quoted(&pointer)))
            .at(at, "");
    match (listed.is_empty(), more) {
        (true, _) => diagnostic,
        (false, 0) => diagnostic.note(format!("the keys there are {listed}")),
        (false, more) => diagnostic.note(format!("the keys there are {listed} and {more} more")),
    }
}

/// A layer that appends to a vector and is given twice.
pub(crate) fn layer_given_twice(path: &str) -> Diagnostic {
    Diagnostic::new(Code::W0405, format!("the layer {} is given twice", quoted(path)))
        .note("elements that it appends with `$append` are there twice")
        .help("remove one of the two")
}

/// A value file that readers would refuse. Resolved values fit their types, so the file is too large.
pub(crate) fn not_encoded(name: &str, error: &LoadError) -> Diagnostic {
    let said = if let LoadError::Decode(error) = error
        && let DecodeErrorKind::TooLarge { size } = error.kind()
    {
        let limit = MAX_ENCODED_SIZE;
        format!("the value file would be too large: expected at most {limit} bytes (64 MiB), found {size}")
    } else {
        format!("no loader would accept the value file: {error}")
    };
    Diagnostic::new(Code::E0502, said).in_file(plain(name).to_string()).help_or_in_product(
        "shorten its vectors and strings, or use --no-embedded-schema",
        "shorten its vectors and strings",
    )
}

/// An entry of a rest, from a setting or an expression, that has the name of a member beside it. `is_secret` is whether
/// the value at the place is sensitive.
pub(crate) fn entry_is_taken(taken: &TakenEntry, place: Option<Span>, is_secret: bool) -> Diagnostic {
    let rest = taken.rest.trim_start_matches('.');
    let entry = match taken.is_secret || is_secret {
        // Keys on the path may be secret, too.
        true => format!("an entry of a rest in `{}`", rest.split(['.', '[']).next().unwrap_or_default()),
        false => format!("the entry {} of `{rest}`", quoted(&taken.entry)),
    };
    let owner = if taken.member.is_some() { "a field beside it" } else { "the tag of its union" };
    let diagnostic = Diagnostic::new(Code::E0465, format!("{entry} has the name of {owner}"));
    let diagnostic = match place {
        // Only the message of an entry that may be shown quotes it.
        Some(place) if taken.is_secret || is_secret => diagnostic.at(place, "sets the entry"),
        Some(place) => diagnostic.at(place, "sets the entry").quoting(place, &taken.entry),
        None => diagnostic,
    };
    diagnostic.note("layers and exports write both under the same name").help(match &taken.member {
        Some(member) => format!("set the field {} instead", quoted(member)),
        None => "give the entry another name".into(),
    })
}
