//! Mistakes in the keys of fields and members.

use super::errors::{all_named, declared};
use super::placeholder_literal::least_literal;
use super::reserved::{
    INPUTS, SCHEMA, TEXT, is_operator, meant_operator, misplaced_operator, spelled_with_dollar,
};
use super::rest;
use super::subject::{Spelling, Subject, ValuePath, shown_key};
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind, Report};
use crate::syntax::{Node, PLACEHOLDER_AS_KEY};
use crate::text::{Span, escape, suggest};
use crate::types::{Field, JsonKind, StructType, Type, UnionCase};

/// The keys with which other tools include a file.
const INCLUSIONS: [&str; 8] =
    ["include", "includes", "import", "imports", "extends", "ref", "bases", "resources"];

/// The remedy for a key that only holds a value for references to it.
const UNUSED_HERE: &str = "write the value where it is used: a layer has no keys of its own";

/// The keys at the root of a layer that are not fields.
const OF_LAYERS: [&str; 2] = [INPUTS, SCHEMA];

/// The most likely meaning of an unknown key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meant<'f> {
    /// The field or member with this key, which is near.
    Name(&'f str),
    /// As above, but the field also has its own value.
    Set(&'f str),
    /// The member with this name, in this struct beside the key.
    MemberOf(&'f str),
    /// The member or field at this path.
    Path(String),
    /// The field with this key at the root.
    OfRoot { field: String, is_toml: bool },
    /// The member with this key, whose value is in the same word: `{port:80}` in YAML.
    Joined(&'f str),
    /// The key wraps the fields of its object.
    Around,
    /// The key holds a value for aliases.
    Anchored,
}

/// Whether an unknown key at the root of a layer most likely means `$inputs`.
pub(crate) fn means_inputs(key: &str) -> bool {
    own_key_near(key) == Some(INPUTS)
}

/// The key of the layer itself that an unknown key at its root most likely means.
fn own_key_near(key: &str) -> Option<&'static str> {
    let own = OF_LAYERS.into_iter();
    let without_sign = own.clone().find(|own| own.strip_prefix('$') == Some(key));
    // `$` is rare: nearly all keys are fields.
    let near = || suggest::nearest(key, own).filter(|own| *own != key);
    without_sign.or_else(|| is_operator(key).then(near).flatten())
}

/// A key that no field, or no member of the struct, has.
pub(super) fn unknown_key(
    fields: &StructType,
    (key, place, spelling): (&str, Span, Spelling),
    meant: Option<Meant<'_>>,
    subject: &Subject<'_>,
) -> Diagnostic {
    let names = || fields.members().iter().map(|field| spelling.of(field));
    let subject = &beside_rest(fields, key, subject);
    let (code, what, message) = nothing_named(key, subject);
    if let Some(field) = spelling.find_other(fields, key).filter(|_| !subject.sensitive) {
        let diagnostic = other_spelling(
            code,
            (key, place, spelling),
            field,
            meant == Some(Meant::Set(spelling.of(field))),
        );
        return declared(diagnostic, subject);
    }
    let diagnostic = Diagnostic::new(code, message).at(place, format!("no such {what}")).quoting(place, key);
    let diagnostic = declared(diagnostic, subject);
    if key.contains("${") {
        return diagnostic.help(PLACEHOLDER_AS_KEY);
    }
    let is_at_root = matches!(subject.path, ValuePath::Root) && subject.aliases && meant.is_none();
    if let Some(near) = own_key_near(key).filter(|_| is_at_root) {
        return diagnostic.help(Help::meant(near));
    }
    let is_inclusion = INCLUSIONS.contains(&key.strip_prefix('$').unwrap_or(key));
    if subject.aliases && is_inclusion && meant.is_none() {
        return diagnostic.help_or_in_product(
            "a layer includes no other file: name both layers, the more specific one last",
            "a layer includes no other file: list both in `layers`, the more specific one last",
        );
    }
    if is_operator(key) {
        return diagnostic.note(misplaced_operator(key));
    }
    if key.starts_with("x-") && matches!(meant, None | Some(Meant::Around | Meant::Anchored)) {
        return diagnostic.help(UNUSED_HERE);
    }
    if !subject.sensitive && key.contains(|c: char| !c.is_ascii() && c.is_whitespace()) {
        return diagnostic.help("write ordinary spaces around the key, as the space bar makes them");
    }
    if let Some(help) = in_another_place(fields, (key, spelling), meant.as_ref(), subject) {
        return diagnostic.help(help);
    }
    if matches!(subject.path, ValuePath::Root) && key == "config" && meant.is_none() {
        return diagnostic.help("write the fields directly, without `config` around them");
    }
    let of_rest = rest::no_key_of_rest(fields, key).filter(|_| spelling == Spelling::Native);
    let diagnostic = match of_rest.filter(|_| !subject.sensitive) {
        Some(note) => diagnostic.note(note),
        None => diagnostic,
    };
    match meant.filter(|_| !subject.sensitive) {
        Some(Meant::Name(meant)) => diagnostic.help(help_of_near(key, meant, false)),
        Some(Meant::Set(meant)) => diagnostic.help(help_of_near(key, meant, true)),
        Some(Meant::OfRoot { field, is_toml }) => diagnostic.help(at_root(&field, is_toml, subject)),
        Some(Meant::Path(path)) => diagnostic.help(format!("did you mean {}?", escape::quoted(&path))),
        Some(Meant::Around) => {
            let remedy = format!("write the fields directly, without {} around them", escape::quoted(key));
            let pointer = format!("#/{key}");
            match subject.aliases {
                true => diagnostic.quoting(place, &pointer).help(format!(
                    "{remedy}, or name the layer with {} after the file",
                    escape::quoted(&pointer)
                )),
                false => diagnostic.help(remedy),
            }
        }
        Some(Meant::Anchored) => diagnostic.help(UNUSED_HERE),
        Some(Meant::Joined(_)) => diagnostic.help("write a space after the `:`"),
        Some(Meant::MemberOf(outer)) => {
            let (key, outer) = (escape::quoted(key), escape::quoted(outer));
            diagnostic.help(format!("did you mean the member {key} of {outer}?"))
        }
        None => {
            let takes_operators = code == UNKNOWN_MEMBER && !subject.sensitive && subject.aliases;
            let operator = meant_operator(key).filter(|_| takes_operators);
            // `$text` never makes a struct.
            let operator = operator.filter(|operator| *operator != TEXT);
            let help = operator.map(spelled_with_dollar);
            diagnostic.help_if(help).note_of_schema(all_named(what, names()))
        }
    }
}

/// The remedy for a key of the root in a struct.
fn at_root(field: &str, is_toml: bool, subject: &Subject<'_>) -> String {
    let (around, field) = (subject.shown_path(), escape::quoted(field));
    match is_toml {
        true => format!("write it above the first header: {field} is a field of its own"),
        false => format!("write it outside of `{around}`: {field} is a field of its own"),
    }
}

/// The subject of an unknown key. A key that begins with `$` is no entry of a rest, but beside a sensitive rest it may be a
/// secret that somebody meant as one.
fn beside_rest<'s>(fields: &StructType, key: &str, subject: &Subject<'s>) -> Subject<'s> {
    Subject { sensitive: subject.sensitive || (is_operator(key) && fields.hides_entries()), ..*subject }
}

/// The code of an unknown key, the word for what it does not name, and the message.
fn nothing_named(key: &str, subject: &Subject<'_>) -> (Code, &'static str, String) {
    // All keys under a sensitive path are secret.
    let name = if subject.sensitive { "of this name".into() } else { escape::quoted(key).to_string() };
    match subject.path {
        ValuePath::Root => (UNKNOWN_KEY, "field", format!("there is no field {name}")),
        ValuePath::TaggedCase(_, _, case) if !subject.sensitive => {
            let text = escape::quoted(case.tag_text());
            let message = format!("the case {text} of `{}` has no member {name}", subject.shown_path());
            (UNKNOWN_MEMBER, "member", message)
        }
        ValuePath::Field(_)
        | ValuePath::Member(..)
        | ValuePath::Element(..)
        | ValuePath::Entry(..)
        | ValuePath::Case(..)
        | ValuePath::TaggedCase(..) => {
            (UNKNOWN_MEMBER, "member", format!("`{}` has no member {name}", subject.shown_path()))
        }
    }
}

/// A key in the place of a native name, or the reverse. `is_set` is whether the field has another value.
fn other_spelling(
    code: Code,
    (name, place, spelling): (&str, Span, Spelling),
    field: &Field,
    is_set: bool,
) -> Diagnostic {
    let [expected, found] = match spelling {
        Spelling::Native => ["native name", "key"],
        Spelling::Key => ["key", "native name"],
    };
    let said = format!("expected the {expected} of a field, found the {found} {}", escape::quoted(name));
    let right = escape::quoted(spelling.of(field));
    Diagnostic::new(code, said).at(place, format!("a {found}")).quoting(place, name).help(match is_set {
        true => format!("remove it, or remove {right}: both mean the same field").into(),
        false => Help::write(spelling.of(field)),
    })
}

/// The remedy for a key with a `.` or `/`, whose first part is a map or struct, or a union with such a case.
fn parts_in_object(fields: &StructType, (key, spelling): (&str, Spelling)) -> Option<String> {
    let (first, _) = key.split_once(['.', '/'])?;
    let ty = &spelling.find(fields, first)?.ty;
    let of_kind = ty.for_kind(JsonKind::Object);
    let is_map = matches!(of_kind, Some(Type::Map(_)));
    let parts = if is_map { "entries" } else { "members" };
    let is_object = is_map || ty.tag().is_some() || of_kind.is_some_and(Type::is_struct);
    is_object.then(|| format!("write the {parts} in an object: `{}: {{ … }}`", shown_key(first)))
}

/// Another case of the union with a tag that has a member with this name in literals.
fn of_other_case<'a>(key: &str, subject: &Subject<'a>) -> Option<&'a UnionCase> {
    let ValuePath::TaggedCase(_, of, _) = subject.path else { return None };
    let has =
        |case: &&UnionCase| case.ty.inner_struct().is_some_and(|ty| ty.position_in_literal(key).is_some());
    of.cases().iter().find(has).filter(|_| !subject.sensitive)
}

/// The remedy for a key that belongs inside a map, struct or rest beside it, or to another case of the union.
fn in_another_place(
    fields: &StructType,
    key: (&str, Spelling),
    meant: Option<&Meant<'_>>,
    subject: &Subject<'_>,
) -> Option<String> {
    let is_path = matches!(meant, Some(Meant::Path(_))) && key.0.contains('/');
    let parts = parts_in_object(fields, key).filter(|_| !is_path);
    let of_case = || {
        let case = escape::quoted(of_other_case(key.0, subject)?.tag_text());
        Some(format!("it is a member of the case {case}"))
    };
    let elsewhere = || entry_of_rest(fields, key, subject).or_else(of_case);
    parts.or_else(|| elsewhere().filter(|_| meant.is_none()))
}

/// The remedy for a name in a path that an open struct would take as an entry: the path names the rest.
fn entry_of_rest(
    fields: &StructType,
    (key, spelling): (&str, Spelling),
    subject: &Subject<'_>,
) -> Option<String> {
    let (_, rest, _) = fields.rest_for(key).filter(|_| spelling == Spelling::Key)?;
    let rest = subject.in_path(rest);
    Some(format!("for an entry, write `{}`", rest.entry(key).path)).filter(|_| !rest.sensitive)
}

/// The remedy for a key near `meant`; `is_set` is whether `meant` has a value, too.
fn help_of_near(key: &str, meant: &str, is_set: bool) -> Help {
    let shown = escape::quoted(meant);
    match is_set {
        _ if key.strip_suffix('+') == Some(meant) => {
            format!("write `{}: {{ $append: […] }}`", shown_key(meant)).into()
        }
        true => format!("did you mean {shown}, which has a value, too? remove one of the two").into(),
        false => Help::meant(meant),
    }
}

/// The code for a key at the root that is not a field.
pub(crate) const UNKNOWN_KEY: Code = Code::E0413;

/// The code for a key in a struct that is no member.
const UNKNOWN_MEMBER: Code = Code::E0411;

/// A field, or a member of the struct that `subject` is, in words.
fn named(field: &Field, spelling: Spelling, subject: &Subject<'_>) -> String {
    match subject.path {
        ValuePath::Root => format!("field {}", escape::quoted(spelling.of(field))),
        ValuePath::Field(_)
        | ValuePath::Member(..)
        | ValuePath::Element(..)
        | ValuePath::Entry(..)
        | ValuePath::Case(..)
        | ValuePath::TaggedCase(..) => {
            let name = match spelling {
                Spelling::Native => field.into(),
                Spelling::Key => field.key.as_str().into(),
            };
            let path = ValuePath::Member(&subject.path, name);
            format!("member `{}`", Subject { path, ..*subject }.shown_path())
        }
    }
}

/// The code for the old name of a field.
pub(crate) const OLD_KEY: Code = Code::W0401;

/// Warns of an old name and of a deprecated field.
pub(super) fn warn(key: (&str, Span, Spelling), field: &Field, subject: &Subject<'_>, report: &mut Report) {
    let (name, place, spelling) = key;
    if subject.kept == Some(place) {
        return;
    }
    if name != spelling.of(field) {
        report.push(old_key(key, spelling.of(field), field, subject));
    }
    if let Some(why) = field.deprecated.as_deref().filter(|_| subject.aliases) {
        report.push(deprecated((place, spelling), field, why, subject));
    }
}

/// An old name; `new` is the name of the field now.
pub(crate) fn old_key(
    (key, place, spelling): (&str, Span, Spelling),
    new: &str,
    field: &Field,
    subject: &Subject<'_>,
) -> Diagnostic {
    let quoted = escape::quoted(key);
    Diagnostic::new(OLD_KEY, format!("{quoted} is an old name of {}", named(field, spelling, subject)))
        .at(place, "an alias")
        .help(Help::write(new).safe())
}

/// A value for a deprecated field.
pub(crate) fn deprecated(
    (place, spelling): (Span, Spelling),
    field: &Field,
    why: &str,
    subject: &Subject<'_>,
) -> Diagnostic {
    let message = format!("{} is deprecated: {}", named(field, spelling, subject), escape::plain(why));
    Diagnostic::new(Code::W0402, message)
        .at(place, "set here")
        .help(Help::new("remove it", RemedyKind::Remove))
}

/// A field with two values: under its key and an alias, or under two aliases.
pub(crate) fn key_and_alias(
    [first, again]: [Node<'_>; 2],
    spelling: Spelling,
    field: &Field,
    subject: &Subject<'_>,
) -> Diagnostic {
    let message = format!("{} is set twice, once under an alias", named(field, spelling, subject));
    let help = format!("keep only one of the two, preferably {}", escape::quoted(spelling.of(field)));
    let aliases = [again, first].into_iter().filter(|key| key.text() != spelling.of(field));
    let help = match aliases.map(|key| key.span()).next() {
        Some(alias) => Help::new(help, RemedyKind::Remove).at(alias),
        None => help.into(),
    };
    Diagnostic::new(Code::E0414, message)
        .at(again.span(), "set again here")
        .label(first.span(), "first set here")
        .help(help)
}

/// A required member without a value in the literal.
pub(super) fn missing_member(member: &Field, node: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let (what, name) = (subject.what, escape::quoted(member.native_name()));
    let message =
        format!("{what} of `{}` lacks the member {name}, which has no default", subject.shown_path());
    let diagnostic = Diagnostic::new(Code::E0412, message).at(node.span(), format!("{name} is missing"));
    // A secret has no default.
    let help = match subject.sensitive || member.holds_sensitive() {
        true => format!("set {name} here"),
        false => format!("set {name} here, or give the member a `default`"),
    };
    let (key, value) = (member.native_name().to_owned(), least_literal(&member.ty));
    let add = RemedyKind::Add { key, value, is_placeholder: true };
    declared(diagnostic, subject).help(Help::new(help, add).at(node.span()))
}
