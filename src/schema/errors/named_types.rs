//! Errors of named types.

use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::schema::attribute::TypeRole;
use crate::syntax::Node;
use crate::text::suggest::Suggestions;
use crate::text::{Span, escape};
use crate::types::{Key, TypeKind};

/// The code of an unknown name of a type.
const NO_TYPE: Code = Code::E0351;

/// The most references of a cycle that are shown.
const SHOWN_LINKS: usize = 8;

/// A reference where there are no named types.
pub(in super::super) fn no_named_types(value: Node<'_>, role: TypeRole) -> Diagnostic {
    let what = match role {
        TypeRole::Use | TypeRole::Capability => role.name(),
        TypeRole::Field
        | TypeRole::NamedType
        | TypeRole::Member
        | TypeRole::Element
        | TypeRole::MapKey
        | TypeRole::MapValue
        | TypeRole::Case
        | TypeRole::TaggedCase => "an input",
    };
    let message = format!("{what} cannot refer to a named type, found {}", escape::quoted(value.text()));
    Diagnostic::new(NO_TYPE, message)
        .at(value.span(), "not the name of a type")
        .note("only `config` and `config_types` of a manifest refer to named types")
        .help("write the type itself")
}

/// A reference to a type that no file declares.
pub(in super::super) fn unknown<'n>(
    value: Node<'_>,
    name: &str,
    known: impl Iterator<Item = &'n str>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(NO_TYPE, format!("the manifest has no type {}", escape::quoted(name)))
        .at(value.span(), "not in `config_types`")
        .quoting(value.span(), name);
    if let Some(near) = suggestions.nearest(name, known) {
        return diagnostic.help(Help::meant(&format!("types.{near}")));
    }
    if let Ok(type_kind) = name.parse::<TypeKind>() {
        let help = format!("write `type: \"{}\"`", type_kind.name());
        return diagnostic.help(Help::new(help, RemedyKind::Rename(type_kind.name().into())));
    }
    match Key::check(name) {
        Ok(()) => diagnostic.help(format!("declare it: `config_types: {{ {name}: {{ type: … }} }}`")),
        Err(_) => diagnostic.help("write a name of `config_types` after `types.`"),
    }
}

/// A `type` that most likely means the named type with this name.
pub(in super::super) fn meant(value: Node<'_>, name: &str) -> Diagnostic {
    let found = escape::quoted(value.text());
    Diagnostic::new(NO_TYPE, format!("expected the name of a type, found {found}"))
        .at(value.span(), "most likely a type of `config_types`")
        .quoting(value.span(), value.text())
        .help(match value.text().contains(['<', '[', ',']) {
            true => format!("write the type around it out, with `{{ type: \"types.{name}\" }}` in it").into(),
            false => {
                let named = format!("types.{name}");
                Help::new(format!("write `type: \"{named}\"`"), RemedyKind::Rename(named))
            }
        })
}

/// A reference to a struct without members, elsewhere than in a case of a union with a tag.
pub(in super::super) fn no_members(value: Node<'_>) -> Diagnostic {
    let named = escape::quoted(value.text());
    Diagnostic::new(Code::E0317, format!("expected a type with at least one member, found {named} with none"))
        .at(value.span(), "has no members")
        .quoting(value.span(), value.text())
        .note("only a case of a union with a `tag` may have no members")
        .help(format!("add a member to {named}, or write another type"))
}

/// An attribute beside a reference that only the type itself has.
pub(in super::super) fn belongs_in_type(key: Node<'_>, name: &str) -> Diagnostic {
    let attribute = escape::quoted(key.text());
    let message = format!("{attribute} does not fit beside {}", escape::quoted(&format!("types.{name}")));
    Diagnostic::new(Code::E0308, message)
        .at(key.span(), "belongs to the type")
        .quoting(key.span(), key.text())
        .help(format!("write {attribute} in the type, in `config_types`, or write the whole type here"))
}

/// A named enum for the keys of a map, with a variant that layers would read as an operator.
pub(in super::super) fn key_with_operator(place: Span) -> Diagnostic {
    Diagnostic::new(super::NOT_A_KEY, "this type is not valid as the key of a map")
        .at(place, "has a variant that begins with `$`, as operators of layers do")
        .help("write an enum without such variants")
}

/// Types that refer to each other in a cycle: the names, each with the place at which it refers to the next one.
pub(in super::super) fn cycle(links: &[(&str, Span)]) -> Diagnostic {
    let first = links.first().map_or("", |(name, _)| *name);
    let next = |at: usize| links.get(at + 1).map_or(first, |(name, _)| *name);
    let quoted = escape::quoted(first);
    let message = match links {
        [_, (through, _)] => format!("type {quoted} contains itself, through {}", escape::quoted(through)),
        [] | [_] => format!("type {quoted} contains itself"),
        _ => format!("type {quoted} contains itself, through {} others", links.len() - 1),
    };
    let mut diagnostic = Diagnostic::new(Code::E0349, message);
    for (at, (name, place)) in links.iter().enumerate().take(SHOWN_LINKS) {
        let label = format!("{} contains {}", escape::quoted(name), escape::quoted(next(at)));
        diagnostic = if at == 0 { diagnostic.at(*place, label) } else { diagnostic.label(*place, label) };
    }
    let more = links.len().saturating_sub(SHOWN_LINKS);
    if more > 0 {
        diagnostic = diagnostic.note(format!("and {more} more"));
    }
    diagnostic
        .note("every value has a largest size, so no type may contain itself")
        .help("write the inner type to the depth that you need, under other names")
}

/// A reference with which the types exceed a limit. `what` is `members` or `bytes`, `more` the number that the reference
/// adds.
pub(in super::super) fn too_large(place: Span, what: &str, (limit, more): (usize, usize)) -> Diagnostic {
    let message = format!("the types have too many {what}: expected at most {limit}, each reference counted");
    Diagnostic::new(Code::E0350, message)
        .at(place, format!("{more} more {what}"))
        .help("use a vector or map for parts that repeat")
}
