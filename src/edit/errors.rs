//! What is said about changes that are refused: one constructor a code.

use super::refusal::{Reason, Refusal};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT};
use crate::text::escape::quoted;
use crate::text::{Source, Span};

/// The first line of a place: enough to know it by.
fn shown(source: &Source, place: Span) -> String {
    quoted(source.slice(place).lines().next().unwrap_or_default()).to_string()
}

/// The diagnostic of a refusal.
pub(super) fn refused(refusal: &Refusal, source: &Source) -> Diagnostic {
    let (place, cause) = (refusal.place, refusal.cause);
    match refusal.reason {
        Reason::Shared => shared(place, cause),
        Reason::ThroughAlias => through_alias(source, place, cause),
        Reason::MergeKey => merge_key(place),
        Reason::RepeatedKey => repeated_key(source, place),
        Reason::Tagged => tagged(source, place, cause),
        Reason::NotExpressible => not_expressible(place, cause),
        Reason::NotInPlace => not_in_place(place, cause),
        Reason::NotCopied => not_copied(source, place, cause),
        Reason::AliasesTooLarge => aliases_too_large(place),
        Reason::AliasInItself => alias_in_itself(source, place),
    }
}

fn labelled(diagnostic: Diagnostic, cause: Option<Span>, text: &str) -> Diagnostic {
    match cause {
        Some(cause) => diagnostic.label(cause, text),
        None => diagnostic,
    }
}

/// E0801: a change of a value that aliases stand for.
fn shared(place: Span, alias: Option<Span>) -> Diagnostic {
    let said = "expected a value without aliases, found one that an alias repeats";
    let diagnostic = Diagnostic::new(Code::E0801, said)
        .at(place, "would change")
        .note("the alias would change with it, or be left without its value")
        .help("replace the alias with a copy of the value, then change this value");
    labelled(diagnostic, alias, "repeated here")
}

/// E0802: a change of something that an alias stands for, by way of the alias.
fn through_alias(source: &Source, place: Span, target: Option<Span>) -> Diagnostic {
    let said = format!("expected a value that is written here, found the alias {}", shown(source, place));
    let diagnostic = Diagnostic::new(Code::E0802, said)
        .at(place, "an alias")
        .help("replace the whole alias, or write a copy of its value there first");
    labelled(diagnostic, target, "the value of the alias")
}

/// E0803: a change of a merge key.
fn merge_key(place: Span) -> Diagnostic {
    Diagnostic::new(Code::E0803, "expected a member of the object itself, found the merge key `<<`")
        .at(place, "merges another object")
        .note("readers disagree on what a merge key does")
        .help("add the members that should differ to the object itself: they win over merged ones")
}

/// E0804: a change of a member whose key is repeated.
fn repeated_key(source: &Source, key: Span) -> Diagnostic {
    let said = format!("expected one member {}, found several", shown(source, key));
    Diagnostic::new(Code::E0804, said)
        .at(key, "written here, and again below")
        .note("readers disagree on which of them counts")
        .help("remove all but one of them")
}

/// E0805: a value with a tag that would be of another type.
fn tagged(source: &Source, tag: Span, new: Option<Span>) -> Diagnostic {
    let said = format!("expected a value that fits the tag {}", shown(source, tag));
    let diagnostic = Diagnostic::new(Code::E0805, said)
        .at(tag, "a tag for values of another type")
        .help("remove the tag, or give a value of the same type");
    labelled(diagnostic, new, "the new value")
}

/// E0806: a value that the syntax cannot write.
fn not_expressible(place: Span, new: Option<Span>) -> Diagnostic {
    let said = "expected a value that can be written here";
    let diagnostic = Diagnostic::new(Code::E0806, said)
        .at(place, "would be written here")
        .note("JSON has no `NaN` or `Infinity`, and a number is never replaced by one close to it")
        .help("give another value");
    labelled(diagnostic, new, "the new value")
}

/// E0807: a change after which the text would be read as something else.
fn not_in_place(place: Span, new: Option<Span>) -> Diagnostic {
    let said = "expected a text that can be changed in place, found one that would be read differently";
    let diagnostic = Diagnostic::new(Code::E0807, said)
        .at(place, "cannot be changed in place")
        .note("the result is parsed again and refused if it differs from the intended change")
        .help("write this place in a simpler way, or change it by hand");
    labelled(diagnostic, new, "the new value")
}

/// E0808: a value that cannot be written a second time as it is.
fn not_copied(source: &Source, place: Span, from: Option<Span>) -> Diagnostic {
    let said = format!("expected a value that can be written elsewhere, found {}", shown(source, place));
    let diagnostic = Diagnostic::new(Code::E0808, said)
        .at(place, "would be written again")
        .note("elsewhere its tag, its alias or its spelling could mean something else")
        .help("write the value instead of moving or copying it");
    labelled(diagnostic, from, "because of this")
}

/// E0809: aliases that stand for too much.
fn aliases_too_large(alias: Span) -> Diagnostic {
    let said = format!(
        "expected aliases of at most {MAX_COPIED_NODES} values with {MAX_COPIED_TEXT} bytes of text, found more"
    );
    Diagnostic::new(Code::E0809, said)
        .at(alias, "goes beyond the limit")
        .help("write the values instead of the aliases")
}

/// E0810: an alias of something that it lies in.
fn alias_in_itself(source: &Source, alias: Span) -> Diagnostic {
    let said = format!(
        "expected an alias of a complete value, found {} inside the value that it repeats",
        shown(source, alias)
    );
    Diagnostic::new(Code::E0810, said)
        .at(alias, "would never end")
        .help("write the value here instead of the alias")
}

/// E0828: a text with several documents, or none, where one is needed. `what` is that text, with its article;
/// `place` the second document, or the whole text.
pub(super) fn not_one_document(what: &str, count: usize, place: Span) -> Diagnostic {
    let (found, label) = if count == 0 { ("none", "no document") } else { ("several", "another document") };
    Diagnostic::new(Code::E0828, format!("expected {what} with one document, found {found}"))
        .at(place, label)
        .note("a pointer does not name the document that it leads into")
}

/// E0829: a setting without a literal: there is no `=`, or nothing after it.
pub(super) fn no_literal(setting: Span, has_sign: bool) -> Diagnostic {
    let (found, label) = if has_sign { ("nothing after the `=`", "a literal") } else { ("no `=`", "`=`") };
    Diagnostic::new(Code::E0829, format!("expected `POINTER=LITERAL`, found {found}"))
        .at(setting, format!("expected {label}"))
        .help("write `=` and the value after the pointer; an empty string is `'POINTER=\"\"'` in a shell")
}
