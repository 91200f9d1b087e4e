//! Patches of resources, and of the documents that strings in them hold.

use super::{Mark, Refusal, errors, rewrite, trees};
use crate::diagnostic::Report;
use crate::pointer::{Patch, Tree};
use crate::resource::{Embedded, Node, Resource, Syntax};
use crate::text::{Source, Sources, Span};
use std::sync::Arc;

/// How patches are applied, and how that is told.
#[derive(Debug)]
pub struct Patching<'a> {
    /// Where embedded texts become sources.
    pub sources: &'a mut Sources,
    /// What goes wrong.
    pub report: &'a mut Report,
    /// Whether values must not be told.
    pub secret: bool,
}

impl Patching<'_> {
    /// The trees of a resource. `None` where it has none, which is reported.
    pub(super) fn trees(&mut self, resource: &Resource) -> Option<Vec<Tree<Mark>>> {
        let source = resource.source();
        trees(resource).map_err(|refusal| self.report.push(refusal.diagnostic(source))).ok()
    }

    /// The text of a resource with other trees. `None` where there is none, which is reported.
    pub(super) fn rewrite(&mut self, resource: &Resource, wanted: &[Tree<Mark>]) -> Option<String> {
        let source = resource.source();
        rewrite(resource, wanted).map_err(|refusal| self.report.push(refusal.diagnostic(source))).ok()
    }

    /// Applies a patch to a tree; `shown` is where a value that was there before stands. `None` where the patch
    /// fails, which is reported.
    pub(super) fn patch(
        &mut self,
        patch: &Patch,
        tree: &Tree<Mark>,
        shown: impl Fn(Mark) -> Option<Span>,
    ) -> Option<Tree<Mark>> {
        let error = match patch.apply(tree, &mut |_, written| Mark::New(Some(written.value))) {
            Ok(patched) => return Some(patched),
            Err(error) => error,
        };
        let diagnostic = error.diagnostic(patch, self.secret)?;
        // What the patch itself has brought in, its own text shows.
        let is_old = matches!(error.mark, Mark::Source(_) | Mark::Behind(_));
        self.report.push(match shown(error.mark).filter(|_| is_old) {
            Some(place) => diagnostic.label(place, "in here"),
            None => diagnostic,
        });
        None
    }

    /// Applies a patch to the document that a string holds, and gives the text that the string is to hold then.
    /// `name` is what that text is called. `None` where it fails, which is reported at its place in the string.
    pub(super) fn patch_text(
        &mut self,
        string: Node<'_>,
        syntax: Syntax,
        patch: &Patch,
        name: &str,
    ) -> Option<String> {
        let embedded = Embedded::of(string)?;
        let source = self.sources.add(name.into(), embedded.text().into(), None);
        let resource = self.read(syntax, &source, &embedded)?;
        let outer = string.resource().source();
        let refused = |refusal: Refusal| refusal.outside(&source, &embedded).diagnostic(outer);
        let shown = |place: Span| embedded.span(place.start, place.end);
        let wanted = trees(&resource).map_err(|refusal| self.report.push(refused(refusal))).ok()?;
        let [tree] = wanted.as_slice() else {
            let second = resource.documents().nth(1).map_or(embedded.place(), |second| shown(second.span()));
            self.report.push(errors::not_one_document("a text", wanted.len(), second));
            return None;
        };
        let patched = self.patch(patch, tree, |mark| mark.place(&resource).map(shown))?;
        rewrite(&resource, &[patched]).map_err(|refusal| self.report.push(refused(refusal))).ok()
    }

    /// Reads an embedded text. What is wrong with it is shown in the string that holds it.
    fn read(&mut self, syntax: Syntax, source: &Arc<Source>, embedded: &Embedded<'_>) -> Option<Resource> {
        let mut inside = Report::new();
        let resource = Resource::read(syntax, source, &mut inside);
        if self.secret {
            inside.conceal(source.id());
        }
        for diagnostic in inside.sorted() {
            let mut diagnostic = diagnostic.clone();
            diagnostic.relocate(|place| match place.source == source.id() {
                true => embedded.span(place.start, place.end),
                false => place,
            });
            self.report.push(diagnostic);
        }
        resource
    }
}
