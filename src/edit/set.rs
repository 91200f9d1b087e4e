//! Sets values by their pointers.

use super::findings::{NotOneDocument, SettingWithoutLiteral};
use super::patching::label_of;
use super::{Edited, EditedDocument, Patching, SyntaxOrigin};
use crate::diagnostic::Diagnostic;
use crate::pointer::{
    Action, Allowance, Missing, Operation, Patch, Pointer, Reference, SourceSpans, Tree, invalid_pointer,
    not_found,
};
use crate::syntax::{Document, Format, duplicate_key, parse};
use crate::text::escape::{self, plain};
use crate::text::{Span, narrow};

/// The flag for settings, and the name of their texts.
pub const FLAG: &str = "--set";

/// Sets values in a resource of one document, one after the other: all or none. Each setting is `POINTER=LITERAL`; see
/// [`Set::read`].
///
/// Reports mistakes and returns `None` if there are any.
pub fn apply(settings: &[String], resource: &Document, patching: &mut Patching<'_>) -> Option<Edited> {
    let format = resource.format();
    let settings: Vec<Option<Set>> =
        settings.iter().map(|text| Set::read(text, FLAG, format, patching)).collect();
    let mut wanted = patching.trees(resource)?;
    let count = wanted.len();
    let [tree] = wanted.as_mut_slice() else {
        let source = resource.source();
        let whole = source.span(0, narrow(source.text().len()));
        let place = resource.syntax_roots().nth(1).map_or(whole, |second| second.span());
        let place = resource.source().first_line(place);
        patching.report.push(NotOneDocument::of("a file", count, place));
        return None;
    };
    // All settings together have the limit of one patch with as many operations.
    let mut allowance = Allowance::default();
    for setting in settings.into_iter().collect::<Option<Vec<_>>>()? {
        if let Some(missing) = setting.missing_parent(tree, resource, patching) {
            patching.report.push(missing);
            return None;
        }
        let patch = setting.patch(tree);
        patching.patch_in_place(&patch, tree, &mut allowance, |mark| label_of(mark, resource))?;
    }
    let text = patching.rewrite(resource, &wanted)?;
    let name = resource.source().name().to_owned();
    let [tree] = wanted.as_slice() else { return None };
    let values = tree.map(&mut |mark| mark.place(resource));
    Some(Edited { text: text.clone(), documents: vec![EditedDocument { name, format, text, values }] })
}

/// A value and its pointer.
#[derive(Debug, Clone)]
pub struct Set {
    place: Span,
    path: Reference,
    value: Tree<SourceSpans>,
}

impl Set {
    /// Reads `POINTER=LITERAL`. The first `=` ends the pointer, so keys with `=` cannot be named. `argument` is the
    /// name of the text in diagnostics.
    ///
    /// Reports mistakes and returns `None` if there are any.
    pub fn read(
        text: &str,
        argument: &str,
        format: Format,
        Patching { sources, report, secrets }: &mut Patching<'_>,
    ) -> Option<Self> {
        let source = sources.add_without_file(argument.into(), text.into(), None);
        let whole = narrow(text.len());
        let Some((pointer, literal)) = text.split_once('=') else {
            report.push(SettingWithoutLiteral::of(source.span(0, whole), false));
            return None;
        };
        if literal.trim().is_empty() {
            report.push(SettingWithoutLiteral::of(source.span(0, whole), true));
            return None;
        }
        let end = narrow(pointer.len());
        let place = source.span(0, end);
        let written = SourceSpans { key: None, value: place, text: Some(place) };
        let path = match Pointer::parse(pointer) {
            Ok(pointer) => Some(Reference { pointer, written }),
            Err(error) => {
                report.push(invalid_pointer(pointer, &written, &error));
                None
            }
        };
        // Text after white space is probably not a part of the key.
        let shown = pointer.split(char::is_whitespace).next().unwrap_or_default();
        let names_secret = secrets.is_some_and(|all| all.is_key_secret_in(pointer));
        let shown = if names_secret { "" } else { shown };
        let more = if shown.len() < pointer.len() { "…" } else { "" };
        let literal = sources.add_without_file(format!("{argument} {shown}{more}"), literal.into(), None);
        let document = parse(format, &literal, report);
        for repeated in document.repeated() {
            report.push(duplicate_key(&document, repeated));
        }
        let is_read = document.is_complete() && document.repeated().is_empty();
        let value = document.root().filter(|_| is_read).map(Tree::written);
        Some(Self { place: source.span(0, whole), path: path?, value: value? })
    }

    /// The diagnostic for a setting of a member of a missing object; `None` also if the object's keys may be secret.
    fn missing_parent(
        &self,
        tree: &Tree<SyntaxOrigin>,
        resource: &Document,
        patching: &mut Patching<'_>,
    ) -> Option<Diagnostic> {
        let pointer = &self.path.pointer;
        if patching.secrets.is_some_and(|secrets| secrets.is_key_secret(pointer)) {
            return None;
        }
        let (steps, missing) = tree.find(pointer, patching.report.suggestions()).err()?;
        let rest = pointer.tokens().get(steps + 1..)?;
        if rest.is_empty() && !matches!(missing, Missing::Scalar { .. }) {
            return None;
        }
        let holder = tree.at(&pointer.prefix(steps)).and_then(|holder| label_of(holder.mark, resource));
        let found = not_found(FLAG, &self.path, steps, &missing);
        let found = match holder {
            Some(holder) => found.label(holder, "in here"),
            None => found,
        };
        if let Missing::Scalar { found: "a string" } = missing {
            let help = "set the whole text, or change a part of it by a policy: `--override-policy FILE`";
            return Some(found.help(help));
        }
        let Missing::Member { nearest: None } = missing else { return Some(found) };
        let object = rest.iter().rev().fold("…".to_owned(), |inner, token| {
            format!("{{ {}: {inner} }}", escape::literal(token.as_str()))
        });
        let help = format!(
            "set the whole object: `{FLAG} '{}={object}'`",
            plain(&pointer.prefix(steps + 1).to_string())
        );
        Some(found.help(help))
    }

    /// The patch that sets the value in a tree: it replaces an existing value, and adds a missing one.
    #[must_use]
    pub fn patch<M>(&self, tree: &Tree<M>) -> Patch {
        let value = self.value.clone();
        let is_there = tree.at(&self.path.pointer).is_some();
        let action = if is_there { Action::Replace(value) } else { Action::Add(value) };
        Patch { operations: vec![Operation { place: self.place, path: self.path.clone(), action }] }
    }
}
