//! The words of expressions that completion offers.

use super::complete_values::{OfferForm, short_type, variants};
use super::offer::{Offer, OfferRole};
use crate::schema::{AwaitedText, AwaitedWord, ReadPlace, place_at};
use crate::types::{Field, ReadableMembers, Type};
use confc_core::expr::{FUNCTIONS, INPUT, LOOPS, METHODS, Scope, is_word};
use lsp_types::CompletionItemKind;

/// The names of an expression, and the form of their documentation.
pub(super) struct ExpressionWords<'s> {
    pub(super) scope: Scope<'s>,
    /// The value of `self`.
    pub(super) place: Option<ReadPlace<'s>>,
    pub(super) form: OfferForm,
    /// The quote of strings.
    pub(super) quote: char,
}

/// The words for the place after a half-typed expression. Also the start of the string that they replace.
/// `is_called` says whether a bracket follows.
pub(super) fn word_offers(
    words: &ExpressionWords<'_>,
    awaited: &AwaitedWord<'_, '_>,
    is_called: bool,
) -> (Vec<Offer>, Option<usize>) {
    match awaited {
        AwaitedWord::Operand { elements, compared } => (words.operands(elements, *compared, is_called), None),
        AwaitedWord::InputName => (words.inputs().map(|offer| words.quoted(offer)).collect(), None),
        AwaitedWord::Member(place) => (words.members_of(*place, is_called), None),
        AwaitedWord::Text { start, means: AwaitedText::Input } => (words.inputs().collect(), Some(*start)),
        AwaitedWord::Text { start, means: AwaitedText::Compared(ty) } => (words.variants(ty), Some(*start)),
    }
}

/// The fields, or the members after the last point, for a half-typed path of places.
pub(super) fn place_offers(words: &ExpressionWords<'_>, before: &str) -> Option<Vec<Offer>> {
    match before.rsplit_once('.') {
        None if before.is_empty() => {
            Some(words.members(ReadableMembers::Struct(words.scope.fields()), false))
        }
        Some((path, "")) => {
            // The places of a map are its keys, which have no members.
            let is_map =
                |list: &str| place_at(list, words.scope).is_some_and(|of| matches!(of.ty, Type::Map(_)));
            if path.match_indices("[]").filter_map(|(at, _)| path.get(..at)).any(is_map) {
                return None;
            }
            let place = place_at(path, words.scope)?;
            Some(words.members(place.ty.readable_members()?, place.is_secret))
        }
        None | Some(_) => None,
    }
}

impl ExpressionWords<'_> {
    fn operands(&self, elements: &[&str], compared: Option<&Type>, is_called: bool) -> Vec<Offer> {
        let compared = compared.into_iter().flat_map(|ty| self.variants(ty));
        let mut offers: Vec<Offer> = compared.map(|offer| self.quoted(offer)).collect();
        let own = elements.iter().copied().chain(self.place.map(|_| "self"));
        offers.extend(own.map(|name| name_offer(name, CompletionItemKind::VARIABLE)));
        offers.extend(self.members(ReadableMembers::Struct(self.scope.fields()), false));
        let imports = self.scope.imports().iter();
        offers.extend(imports.map(|import| name_offer(import.key.as_str(), CompletionItemKind::MODULE)));
        let inputs = self.inputs().map(|offer| {
            let word = format!("{INPUT}({quote}{}{quote})", offer.word, quote = self.quote);
            Offer { word, is_first: true, ..offer }
        });
        offers.extend(inputs);
        let functions = FUNCTIONS.iter().filter(|name| **name != INPUT);
        offers.extend(functions.map(|name| function_offer(name, is_called)));
        let literal = |word: &str| Offer {
            word: word.into(),
            kind: Some(CompletionItemKind::VALUE),
            ..Offer::default()
        };
        offers.extend(["true", "false"].map(literal));
        offers
    }

    /// The members of a value and the functions that are called on it.
    fn members_of(&self, place: ReadPlace<'_>, is_called: bool) -> Vec<Offer> {
        let members = place.ty.readable_members();
        let mut offers = members.map(|members| self.members(members, place.is_secret)).unwrap_or_default();
        let methods = match place.ty {
            Type::String(_) => METHODS,
            Type::Vector(_) | Type::Array(_) | Type::Map(_) => LOOPS,
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Json(_)
            | Type::Union(_) => &[],
        };
        offers.extend(methods.iter().map(|name| function_offer(name, is_called)));
        offers
    }

    fn members(&self, members: ReadableMembers<'_>, is_secret: bool) -> Vec<Offer> {
        let form = OfferForm { is_secret: self.form.is_secret || is_secret, ..self.form };
        match members {
            ReadableMembers::Struct(of) => {
                of.members().iter().map(|field| field_offer(field, form)).collect()
            }
            ReadableMembers::Union(of) => {
                let case = |case: &crate::types::UnionCase| Offer {
                    detail: Some(case.ty.kind().name().into()),
                    documentation: case.doc.as_deref().map(|doc| form.markup.prose(doc)),
                    ..name_offer(case.name.as_str(), CompletionItemKind::FIELD)
                };
                of.cases().iter().map(case).collect()
            }
        }
    }

    fn inputs(&self) -> impl Iterator<Item = Offer> {
        let kind = CompletionItemKind::VARIABLE;
        self.scope.inputs().iter().map(move |input| Offer {
            detail: Some(short_type(input)),
            documentation: input.doc.as_deref().map(|doc| self.form.markup.prose(doc)),
            ..name_offer(input.key.as_str(), kind)
        })
    }

    /// The variants of an enum that a string may name without escapes.
    fn variants(&self, ty: &Type) -> Vec<Offer> {
        if !matches!(ty, Type::Enum(_)) {
            return Vec::new();
        }
        let mut offers = variants(ty, self.form.markup);
        offers
            .retain(|offer| !offer.word.contains(|c: char| matches!(c, '"' | '\'' | '\\') || c.is_control()));
        offers
    }

    fn quoted(&self, offer: Offer) -> Offer {
        let word = format!("{quote}{}{quote}", offer.word, quote = self.quote);
        Offer { word, is_first: true, ..offer }
    }
}

/// A name, which has backquotes if it is a reserved word.
fn name_offer(name: &str, kind: CompletionItemKind) -> Offer {
    Offer {
        word: name.to_owned(),
        kind: Some(kind),
        is_first: true,
        role: OfferRole::Literal,
        inserted: (is_word(name) && name != "self").then(|| format!("`{name}`")),
        ..Offer::default()
    }
}

fn field_offer(field: &Field, form: OfferForm) -> Offer {
    let member = form.member(field);
    let (documentation, is_deprecated) = (member.documentation, member.is_deprecated);
    Offer {
        detail: Some(short_type(field)),
        documentation,
        is_deprecated,
        ..name_offer(field.key.as_str(), CompletionItemKind::FIELD)
    }
}

/// The forms of all functions, and their meanings.
const FORMS: &[(&str, &str, &str)] = &[
    ("has", "has(f)", "Whether an optional or nullable field, or a case of a union, has a value."),
    ("size", "size(v)", "The number of elements of a list, or of entries of a map."),
    ("byte_size", "byte_size(s)", "The number of bytes of a string."),
    ("double", "double(i)", "An integer as a float."),
    ("quantity", "quantity('64MiB', 'B')", "A quantity as a number of a unit."),
    ("input", "input('name')", "The value of an input."),
    ("startsWith", "s.startsWith(t)", "Whether the string begins with another one."),
    ("endsWith", "s.endsWith(t)", "Whether the string ends with another one."),
    ("contains", "s.contains(t)", "Whether the string contains another one."),
    ("all", "v.all(x, …)", "Whether the condition holds for all elements of a list, or all keys of a map."),
    ("exists", "v.exists(x, …)", "Whether the condition holds for an element of a list, or a key of a map."),
];

fn function_offer(name: &str, is_called: bool) -> Offer {
    let form = FORMS.iter().find(|(function, ..)| *function == name);
    Offer {
        word: name.to_owned(),
        kind: Some(CompletionItemKind::FUNCTION),
        detail: form.map(|(_, form, _)| (*form).to_owned()),
        documentation: form.map(|(.., meaning)| (*meaning).to_owned()),
        inserted: (!is_called).then(|| format!("{name}(")),
        ..Offer::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_a_form() {
        let names: Vec<&str> = FUNCTIONS.iter().chain(METHODS).chain(LOOPS).copied().collect();
        assert_eq!(names, FORMS.iter().map(|(name, ..)| *name).collect::<Vec<_>>());
    }
}
