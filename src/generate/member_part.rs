//! The parts of a member, by which constants and types in generated code are named and described.

use crate::types::Type;
use std::fmt::{self, Display, Formatter};

/// The word for the keys of a map in names.
pub(super) const KEY: &str = "key";

/// The word for the elements of a vector or array, or the values of a map, in names.
pub(super) const fn contents_word(ty: &Type) -> &'static str {
    if matches!(ty, Type::Map(_)) { "value" } else { "element" }
}

/// The type of a member, of its elements, of the keys or values of its entries, of its cases, or of such a part of one
/// of these.
#[derive(Clone)]
pub(super) struct MemberPart<'a> {
    pub(super) ty: &'a Type,
    /// The steps to it, from the outside in. Empty for the member itself.
    steps: Vec<PartStep<'a>>,
}

/// A step into a type.
#[derive(Clone, Copy)]
enum PartStep<'a> {
    /// To the part with this word: `element`, `key` or `value`.
    Part(&'static str),
    /// To the case with this name.
    Case(&'a str),
}

impl<'a> MemberPart<'a> {
    /// The member itself, then all parts inside it.
    pub(super) fn all(ty: &'a Type) -> Vec<Self> {
        let mut parts = Vec::new();
        Self { ty, steps: Vec::new() }.collect(&mut parts);
        parts
    }

    fn collect(self, parts: &mut Vec<Self>) {
        let part = |ty: &'a Type, step| Self { ty, steps: [&*self.steps, &[step]].concat() };
        let key =
            if let Type::Map(map) = self.ty { Some(part(map.key(), PartStep::Part(KEY))) } else { None };
        let contents = self.ty.contents().map(|ty| part(ty, PartStep::Part(contents_word(self.ty))));
        let cases = self.ty.cases().iter().map(|case| part(&case.ty, PartStep::Case(case.name.as_str())));
        let inside: Vec<Self> = contents.into_iter().chain(cases).collect();
        parts.push(self);
        parts.extend(key);
        inside.into_iter().for_each(|one| one.collect(parts));
    }

    /// Whether it is a part of a case.
    pub(super) fn is_in_case(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, PartStep::Case(_)))
    }

    /// The words for the steps to it in names.
    pub(super) fn words(&self) -> Vec<&'a str> {
        let word = |step: &PartStep<'a>| match *step {
            PartStep::Part(word) | PartStep::Case(word) => word,
        };
        self.steps.iter().map(word).collect()
    }
}

/// Where the part is in the member: ``an element of the case `some` of ``, or nothing.
impl Display for MemberPart<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.steps.iter().rev().try_for_each(|step| match step {
            PartStep::Part(word) => {
                let article = if word.starts_with('e') { "an" } else { "a" };
                write!(f, "{article} {word} of ")
            }
            PartStep::Case(name) => write!(f, "the case `{name}` of "),
        })
    }
}

/// The type inside all lists and maps, or the type itself.
pub(super) fn single(ty: &Type) -> &Type {
    ty.contents().map_or(ty, single)
}

/// Whether clients have a named type for it.
pub(super) fn is_named(ty: &Type) -> bool {
    match ty {
        Type::Enum(_) | Type::Struct(_) | Type::Union(_) => true,
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Map(_)
        | Type::Json(_) => false,
    }
}
