//! Edits of texts: what changes is what was asked for, and nothing else.

mod cases;
mod corpus;
mod embedded;
mod fixes;
mod layout;
mod policy;
mod random;
mod readers;
mod refused;
mod styles;

use crate::syntax::resource::read;
use confc::diagnostic::Report;
use confc::edit::{Reason, Refusal, Rewritten, SyntaxOrigin, rewrite, rewrite_within, trees};
use confc::pointer::{Patch, Pointer, Tree};
use confc::syntax::{Document, Embedded, Format, json5};
use confc::text::Sources;

/// The value of a JSON5 text.
fn new(text: &str) -> Tree<SyntaxOrigin> {
    let source = Sources::new().add("new".into(), text.into(), None);
    let mut report = Report::new();
    let document = json5::parse(&source, &mut report);
    assert!(!report.has_errors(), "{text}");
    Tree::of(document.root().unwrap(), &mut |node| SyntaxOrigin::New(Some(node.span())))
}

/// A JSON Patch.
fn patch(text: &str) -> Patch {
    let source = Sources::new().add("patch".into(), text.into(), None);
    let mut report = Report::new();
    let document = json5::parse(&source, &mut report);
    Patch::read(&document, &mut report).unwrap_or_else(|| panic!("{text}: {:?}", report.sorted()))
}

/// A resource after a patch of its first document.
fn patched(resource: &Document, operations: &str) -> Result<Rewritten, Refusal> {
    let mut wanted = trees(resource)?;
    let applied =
        patch(operations).apply(&wanted[0], &mut |_, written| SyntaxOrigin::New(Some(written.value)));
    wanted[0] = applied.unwrap_or_else(|error| panic!("{operations}: {:?}", error.kind));
    rewrite(resource, &wanted)
}

/// The text after a patch.
#[track_caller]
fn edited(syntax: Format, text: &str, operations: &str) -> String {
    let resource = read(syntax, text).unwrap();
    match patched(&resource, operations) {
        Ok(rewritten) => {
            check_splices(text, &rewritten);
            rewritten.text
        }
        Err(refusal) => panic!("{:?} at {:?}", refusal.reason, resource.source().slice(refusal.place)),
    }
}

/// Why a patch is refused, and the guilty text.
#[track_caller]
fn refused(syntax: Format, text: &str, operations: &str) -> (Reason, String) {
    let resource = read(syntax, text).unwrap();
    match patched(&resource, operations) {
        Ok(rewritten) => panic!("not refused: {:?}", rewritten.text),
        Err(refusal) => (refusal.reason, resource.source().slice(refusal.place).to_owned()),
    }
}

/// The text after a patch of the text embedded in a string.
fn edited_within(text: &str, pointer: &str, syntax: Format, operations: &str) -> Result<Rewritten, Refusal> {
    let resource = read(Format::Yaml, text).unwrap();
    within(&resource, pointer, syntax, operations)
}

fn within(
    resource: &Document,
    pointer: &str,
    syntax: Format,
    operations: &str,
) -> Result<Rewritten, Refusal> {
    let outer = trees(resource)?;
    let string = outer[0].at(&Pointer::parse(pointer).unwrap()).unwrap().mark;
    let SyntaxOrigin::Source(node) = string else {
        return rewrite_within(resource, string, &patched(resource, "[]")?);
    };
    let embedded = Embedded::of(resource.syntax_node(node)).unwrap();
    let inner = read(syntax, embedded.text()).unwrap();
    let rewritten = patched(&inner, operations)?;
    check_splices(embedded.text(), &rewritten);
    rewrite_within(resource, string, &rewritten)
}

/// The splices lie in the text, in order and apart, and lead from the old text to the new one.
fn check_splices(old: &str, rewritten: &Rewritten) {
    let (mut made, mut at) = (String::new(), 0);
    for splice in &rewritten.splices {
        let (start, end) = (splice.start as usize, splice.end as usize);
        assert!(at <= start && start <= end, "{:?}", rewritten.splices);
        made.push_str(&old[at..start]);
        made.push_str(&splice.text);
        at = end;
    }
    made.push_str(&old[at..]);
    assert_eq!(made, rewritten.text);
}
