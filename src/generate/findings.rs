//! Diagnostics about names that another language does not allow.

use crate::diagnostic::{KnownName, Part, Words, findings, quoted_whole};
use crate::text::Span;

/// The field, member or variant with a generated name.
#[derive(Debug, Clone)]
pub(crate) struct NameTarget {
    /// Its path, as in `server.port`; empty for the whole configuration.
    pub(super) path: String,
    /// Its declaration, if its place is known.
    pub(super) place: Option<Span>,
}

impl Part for NameTarget {
    fn text(&self) -> Option<String> {
        Some(quoted_whole(&self.path))
    }

    fn place(&self) -> Option<Span> {
        self.place
    }
}

findings! {
    E0701 SameName { language: &'static str, first: NameTarget, again: NameTarget, name: KnownName, within: Words, label: Option<Span> }
        "in {language}, {first} and {again} would both be {name} in {within}",
        at again "would be {name} too",
        also label "would be {name}",
        help "rename one of the two; the old name of a field can stay as one of its `aliases`";

    E0702 SameNameAsConfiguration { language: &'static str, again: NameTarget, name: KnownName }
        "in {language}, {again} and the whole configuration would both be {name}",
        at again "named like the configuration",
        help "choose another name for the configuration with `--type-name`";

    E0703 ReservedTypeName { language: &'static str, name: KnownName }
        "in {language}, the name {name} is reserved",
        note "it is the name given for the type that holds the whole configuration",
        help "choose another name with `--type-name`";

    E0715 SameProtobufName { first: NameTarget, again: NameTarget, why: Words, message: KnownName, place: Option<Span>, label: Option<Span> }
        "in protobuf, {first} and {again} have the same name {why}",
        at place "the same name",
        also label "the same name",
        note "both are declared in the message {message}",
        help "rename one of the two; the old name of a field can stay as one of its `aliases`";

    E0716 SameFieldNumber { first: NameTarget, again: NameTarget, number: u32, message: KnownName, place: Option<Span>, label: Option<Span> }
        "in protobuf, {first} and {again} have the same field number {number}",
        at place "the same number",
        also label "the same number",
        note "both are fields of the message {message}; a number depends on the key alone",
        help "rename one of the two; the old name of a field can stay as one of its `aliases`";
}

/// The place of the first declaration, if both places are known.
fn label(first: &NameTarget, again: &NameTarget) -> Option<Span> {
    again.place.and(first.place)
}

impl SameName {
    /// `name` and `within` are in the spelling of the language.
    pub(super) fn of(
        language: &'static str,
        name: &str,
        within: &str,
        [first, again]: [NameTarget; 2],
    ) -> Self {
        let label = label(&first, &again);
        Self { language, first, again, name: KnownName::new(name), within: Words(within.to_owned()), label }
    }
}

impl SameProtobufName {
    /// `message` is the name of the message with the names of those around it.
    pub(super) fn of(message: &str, [first, again]: [NameTarget; 2], why: String) -> Self {
        let (place, label) = (again.place.or(first.place), label(&first, &again));
        Self { first, again, why: Words(why), message: KnownName::new(message), place, label }
    }
}

impl SameFieldNumber {
    /// `message` is the name of the message with the names of those around it.
    pub(super) fn of(message: &str, [first, again]: [NameTarget; 2], number: u32) -> Self {
        let (place, label) = (again.place.or(first.place), label(&first, &again));
        Self { first, again, number, message: KnownName::new(message), place, label }
    }
}
