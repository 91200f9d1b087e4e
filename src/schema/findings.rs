//! Messages about unions.

use crate::diagnostic::{Quote, Words, findings};
use crate::text::Span;

findings! {
    E0317 WrongNumberOfCases { cases: Span, found: Words }
        "`cases` must hold 2 to 5 cases, found {found}",
        at cases "expected 2 to 5 cases",
        help "for a single case, write its type; for more than five, write `json` for some of them, or structs with a `tag`";

    E0317 TooManyOrFewTagged { cases: Span, found: Words }
        "`cases` of a union with a `tag` must hold 2 to 256 cases, found {found}",
        at cases "expected 2 to 256 cases",
        help "for a single case, write its struct, with the tag as an enum among its members";

    E0348 KindsCollide { first: Quote, again: Quote, kinds: Words, of_first: Span, of_again: Span,
        is_quantity: bool, instead: Words }
        "the cases {first} and {again} both take {kinds}",
        at of_again "takes {kinds}, too",
        also of_first "takes {kinds}",
        note "the kind of a literal decides its case",
        note_if is_quantity "a number with a `unit` may be written as a string",
        help "{instead}, or give one of the two cases a type that takes no {kinds}";

    E0348 UnionInUnion { case: Quote, ty: Span }
        "the case {case} of a union must not be a union itself",
        at ty "not allowed as a case",
        help "write the cases of the inner union beside the others";

    E0354 TaggedCaseIsNoStruct { case: Quote, ty: Span }
        "the case {case} of a union with a `tag` must be a struct",
        at ty "not a struct",
        note "the tag is one of the properties of an object, beside the members of the case",
        help "write a struct; for another value in it, give the struct a member of that type";

    E0346 CasesAlike { text: Quote, first: Quote, again: Quote, of_first: Span }
        "the cases {first} and {again} have the same text of the tag, {text}",
        at text "the text of {again}",
        also of_first "the text of {first}",
        help "give one of the two another `name`";

    E0346 TagTaken { member: Quote, case: Quote, tag: Quote }
        "the member {member} of the case {case} has the tag {tag} as a name",
        at member "a member with the name of the tag",
        also tag "the tag",
        note "a literal has the tag beside the members of its case",
        help "give the member another key and other names, or remove it: the tag is no member";

    E0353 NullInCase { case: Quote, kinds: Span }
        "the case {case} of a union must not take `null`",
        at kinds "`null` has no case",
        note "a union takes `null` only for an absent value",
        help "remove `null` from `kinds`; write `optional: true` on the field if it may be absent";
}
