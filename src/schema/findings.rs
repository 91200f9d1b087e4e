//! Messages about unions.

use crate::diagnostic::{Quote, Words, findings};
use crate::text::Span;

findings! {
    E0317 WrongNumberOfCases { cases: Span, found: Words }
        "`cases` must hold 2 to 5 cases, found {found}",
        at cases "expected 2 to 5 cases",
        help "for a single case, write its type; for more than five, write `json` for some of them";

    E0348 KindsCollide { first: Quote, again: Quote, kinds: Words, of_first: Span, of_again: Span,
        is_quantity: bool, is_json: bool }
        "the cases {first} and {again} both take {kinds}",
        at of_again "takes {kinds}, too",
        also of_first "takes {kinds}",
        note "the kind of a literal decides its case",
        note_if is_quantity "a number with a `unit` may be written as a string",
        help_if is_json "list fewer `kinds` in the `json`, or remove one of the two cases",
        help "remove one of the two cases, or give it another type";

    E0348 UnionInUnion { case: Quote, ty: Span }
        "the case {case} of a union must not be a union itself",
        at ty "not allowed as a case",
        help "write the cases of the inner union beside the others";

    E0353 NullInCase { case: Quote, kinds: Span }
        "the case {case} of a union must not take `null`",
        at kinds "`null` has no case",
        note "a union takes `null` only for an absent value",
        help "remove `null` from `kinds`; write `optional: true` on the field if it may be absent";
}
