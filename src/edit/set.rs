//! One value set by pointer: the everyday edit.

use super::errors;
use crate::diagnostic::Report;
use crate::formats::{Format, parse};
use crate::json5::duplicate_key;
use crate::pointer::{Action, Operation, Patch, Pointer, Reference, Tree, Written, invalid_pointer};
use crate::text::{Sources, Span};

/// A value, and where to set it.
#[derive(Debug, Clone)]
pub struct Set {
    place: Span,
    path: Reference,
    value: Tree<Written>,
}

impl Set {
    /// Reads `POINTER=LITERAL`: the first `=` ends the pointer, so a key that holds one cannot be named. The
    /// literal is one of a format. `argument` is how the text is called where a diagnostic points into it.
    ///
    /// What is wrong is reported; `None` then.
    pub fn read(
        text: &str,
        argument: &str,
        format: Format,
        sources: &mut Sources,
        report: &mut Report,
    ) -> Option<Self> {
        let source = sources.add(argument.into(), text.into(), None);
        let whole = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let Some((pointer, literal)) = text.split_once('=') else {
            report.push(errors::no_literal(source.span(0, whole)));
            return None;
        };
        let end = u32::try_from(pointer.len()).unwrap_or(u32::MAX);
        let place = source.span(0, end);
        let written = Written { key: None, value: place, text: Some(place) };
        let path = match Pointer::parse(pointer) {
            Ok(pointer) => Some(Reference { pointer, written }),
            Err(error) => {
                report.push(invalid_pointer(pointer, &written, &error));
                None
            }
        };
        let literal = sources.add(format!("{argument} {pointer}"), literal.into(), None);
        let document = parse(format, &literal, report);
        for repeated in document.repeated() {
            report.push(duplicate_key(&document, repeated));
        }
        let is_read = document.is_whole() && document.repeated().is_empty();
        let value = document.root().filter(|_| is_read).map(Tree::written);
        Some(Self { place: source.span(0, whole), path: path?, value: value? })
    }

    /// The patch that sets it in a tree: what is there is replaced, and what is not is added.
    #[must_use]
    pub fn patch<M>(&self, tree: &Tree<M>) -> Patch {
        let value = self.value.clone();
        let is_there = tree.at(&self.path.pointer).is_some();
        let action = if is_there { Action::Replace(value) } else { Action::Add(value) };
        Patch { operations: vec![Operation { place: self.place, path: self.path.clone(), action }] }
    }
}
