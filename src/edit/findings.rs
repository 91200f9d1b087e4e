//! Messages about changes of a text that are refused.

use crate::diagnostic::{Quote, findings};
use crate::text::Span;

impl NotOneDocument {
    /// `text` is the text with its article; `place` is the second document, or the whole text without one.
    pub(super) fn of(text: &'static str, count: usize, place: Span) -> Self {
        let (found, label, help) = match count {
            0 => ("none", "no document", "write one document in it"),
            _ => ("several", "another document", "keep one, and move each other document to a separate file"),
        };
        Self { text, found, place, label, help }
    }
}

impl SettingWithoutLiteral {
    /// A setting without a `=`, or with no text after it.
    pub(super) fn of(setting: Span, has_sign: bool) -> Self {
        let (found, expected) =
            if has_sign { ("nothing after the `=`", "a literal") } else { ("no `=`", "`=`") };
        Self { setting, found, expected }
    }
}

findings! {
    E0801 SharedValue { place: Span, alias: Option<Span> }
        "expected a value without aliases, found one that an alias repeats",
        at place "would change",
        also alias "repeated here",
        note "the alias would change with it, or be left without its value",
        help "replace the alias with a copy of the value, then change this value";

    E0802 ValueBehindAlias { alias: Quote, target: Option<Span> }
        "expected a value that is written here, found the alias {alias}",
        at alias "an alias",
        also target "the value of the alias",
        help "replace the whole alias, or write a copy of its value there first";

    E0803 ChangedMergeKey { key: Span }
        "expected a member of the object itself, found the merge key `<<`",
        at key "merges another object",
        note "readers disagree on what a merge key does",
        help "add the members that should differ to the object itself: they win over merged ones";

    E0804 ChangedRepeatedKey { key: Quote }
        "expected one member {key}, found several",
        at key "written here, and again below",
        note "readers disagree on which of them counts",
        help "remove all but one of them";

    E0805 TagOfOtherType { tag: Quote, new: Option<Span> }
        "expected a value that fits the tag {tag}",
        at tag "a tag for values of another type",
        also new "the new value",
        help "remove the tag, or give a value of the same type";

    E0806 NotExpressible { place: Span, new: Option<Span> }
        "expected a value that can be written here",
        at place "would be written here",
        also new "the new value",
        note "JSON has no `NaN` or `Infinity`, and a number is never replaced by one close to it",
        help "give another value";

    E0807 NotInPlace { place: Span, new: Option<Span> }
        "expected a text that can be changed in place, found one that would be read differently",
        at place "cannot be changed in place",
        also new "the new value",
        note "the result is parsed again and refused if it differs from the intended change",
        help "write this place in a simpler way, or change it by hand";

    E0808 NotCopied { value: Quote, from: Option<Span> }
        "expected a value that can be written elsewhere, found {value}",
        at value "would be written again",
        also from "because of this",
        note "elsewhere its tag, its alias or its spelling could mean something else",
        help "write the value instead of moving or copying it";

    E0809 CopiedAliasesTooLarge { alias: Span, nodes: usize, text: usize }
        "expected aliases of at most {nodes} values with {text} bytes of text, found more",
        at alias "goes beyond the limit",
        help "write the values instead of the aliases";

    E0810 AliasInItself { alias: Quote }
        "expected an alias of a complete value, found {alias} inside the value that it repeats",
        at alias "would never end",
        help "write the value here instead of the alias";

    E0828 NotOneDocument {
        text: &'static str,
        found: &'static str,
        place: Span,
        label: &'static str,
        help: &'static str,
    }
        "expected {text} with one document, found {found}",
        at place "{label}",
        note "a pointer does not name the document that it leads into",
        help "{help}";

    E0829 SettingWithoutLiteral { setting: Span, found: &'static str, expected: &'static str }
        "expected `POINTER=LITERAL`, found {found}",
        at setting "expected {expected}",
        help "write `=` and the value after the pointer; an empty string is `'POINTER=\"\"'` in a shell";
}
