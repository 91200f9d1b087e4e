//! Patches resources, and documents embedded in their strings.

use super::findings::NotOneDocument;
use super::{Reason, Refusal, Rewritten, SyntaxOrigin, rewrite, rewrite_all_within, trees};
use crate::diagnostic::Report;
use crate::pointer::{Allowance, Patch, PatchErrorKind, Pointer, SourceSpans, Tree};
use crate::secrets::Secrets;
use crate::syntax::{Document, Embedded, Format, NodeId, Style, SyntaxKind, SyntaxNode, parse_lossless};
use crate::text::{Source, Sources, Span, narrow};
use std::sync::Arc;

/// The context of applying patches.
#[derive(Debug)]
pub struct Patching<'a> {
    /// The sources that embedded texts are added to.
    pub sources: &'a mut Sources,
    /// Receives the mistakes.
    pub report: &'a mut Report,
    /// Secrets of the changed documents, by their declaration.
    pub secrets: Option<&'a Secrets<'a>>,
}

impl Patching<'_> {
    /// Returns the trees of a resource; reports why and returns `None` if it has none.
    pub(super) fn trees(&mut self, resource: &Document) -> Option<Vec<Tree<SyntaxOrigin>>> {
        let source = resource.source();
        trees(resource).map_err(|refusal| self.report.push(refusal.diagnostic(source))).ok()
    }

    /// Returns the text of a resource with other trees; reports why and returns `None` if it cannot be written.
    pub(super) fn rewrite(&mut self, resource: &Document, wanted: &[Tree<SyntaxOrigin>]) -> Option<String> {
        let source = resource.source();
        let rewritten = rewrite(resource, wanted);
        let rewritten = rewritten.map_err(|refusal| self.report.push(refusal.diagnostic(source)));
        rewritten.map(|rewritten| rewritten.text).ok()
    }

    /// Returns the text of a resource with other embedded texts; reports why and returns `None` if it cannot be
    /// written.
    pub(super) fn rewrite_within(
        &mut self,
        resource: &Document,
        changes: &[(SyntaxOrigin, &Rewritten)],
    ) -> Option<String> {
        let source = resource.source();
        let rewritten = rewrite_all_within(resource, changes);
        let rewritten = rewritten.map_err(|refusal| self.report.push(refusal.diagnostic(source)));
        rewritten.map(|rewritten| rewritten.text).ok()
    }

    /// Applies a patch to a tree; `shown` gives the place of a value that was there before. Reports a failed patch and
    /// returns `None`.
    pub(super) fn patch(
        &mut self,
        patch: &Patch,
        tree: &Tree<SyntaxOrigin>,
        shown: impl Fn(SyntaxOrigin) -> Option<Span>,
    ) -> Option<Tree<SyntaxOrigin>> {
        let mut patched = tree.clone();
        self.patch_in_place(patch, &mut patched, &mut Allowance::default(), shown)?;
        Some(patched)
    }

    /// As [`patch`](Self::patch), but changes the tree itself, which is unusable after a failure.
    pub(super) fn patch_in_place(
        &mut self,
        patch: &Patch,
        tree: &mut Tree<SyntaxOrigin>,
        allowance: &mut Allowance,
        shown: impl Fn(SyntaxOrigin) -> Option<Span>,
    ) -> Option<()> {
        let mut mark = |_, written: &SourceSpans| match written.text == Some(written.value) {
            true => SyntaxOrigin::Plain(written.value),
            false => SyntaxOrigin::New(Some(written.value)),
        };
        let error = match patch.apply_to(tree, &mut mark, allowance, self.report.suggestions()) {
            Ok(()) => return Some(()),
            Err(error) => error,
        };
        let is_secret = |at: &Pointer| self.secrets.is_some_and(|secrets| secrets.is_secret(at));
        let is_key_secret = |at: &Pointer| self.secrets.is_some_and(|secrets| secrets.is_key_secret(at));
        let diagnostic = error.discreet_diagnostic(patch, &is_secret, &is_key_secret)?;
        // A value from the patch is shown in the text of the patch.
        let is_old = matches!(error.mark, SyntaxOrigin::Source(_) | SyntaxOrigin::Aliased(_));
        let label = match error.kind {
            PatchErrorKind::NotFound { .. } => Some("in here"),
            PatchErrorKind::Differs { .. } => Some("what is there"),
            PatchErrorKind::IntoItself | PatchErrorKind::NothingLeft | PatchErrorKind::TooLarge(_) => None,
        };
        self.report.push(match label.zip(shown(error.mark)).filter(|_| is_old) {
            Some((label, place)) => diagnostic.label(place, label),
            None => diagnostic,
        });
        None
    }

    /// Applies a patch to the document in a string, and returns the new text and the places where its values were
    /// written. `name` is the name of the text, and `cause` the place that asks for it. Reports a failure at its place
    /// in the string and returns `None`.
    pub(super) fn patch_text(
        &mut self,
        string: SyntaxNode<'_>,
        syntax: Format,
        patch: &Patch,
        name: &str,
        cause: Span,
    ) -> Option<(Rewritten, Tree<Option<Span>>)> {
        let outer = string.document().source();
        let Some(embedded) = Embedded::of(string) else {
            self.report.push(not_changed(string).diagnostic(outer));
            return None;
        };
        let source = self.sources.add_without_file(name.into(), embedded.text().into(), None);
        let resource = self.read(syntax, &source, &embedded, cause)?;
        let refused = |refusal: Refusal| refusal.outside(&source, &embedded).diagnostic(outer);
        let shown = |place: Span| {
            let place = resource.source().first_line(place);
            embedded.span(place.start, place.end)
        };
        let wanted = trees(&resource).map_err(|refusal| self.report.push(refused(refusal))).ok()?;
        let [tree] = wanted.as_slice() else {
            let second =
                resource.syntax_roots().nth(1).map_or(embedded.place(), |second| shown(second.span()));
            self.report.push(NotOneDocument::of("a text", wanted.len(), second));
            return None;
        };
        let place = |mark| label_of(mark, &resource).map(|place| embedded.span(place.start, place.end));
        let patched = self.patch(patch, tree, place)?;
        let values = patched.map(&mut |mark| match mark {
            SyntaxOrigin::Source(_) | SyntaxOrigin::Aliased(_) => mark.place(&resource).map(shown),
            SyntaxOrigin::New(written) => *written,
            SyntaxOrigin::Plain(written) => Some(*written),
        });
        let rewritten = rewrite(&resource, &[patched]);
        let rewritten = rewritten.map_err(|refusal| self.report.push(refused(refusal)));
        rewritten.map(|rewritten| (rewritten, values)).ok()
    }

    /// Reads an embedded text. Its mistakes are shown in the string around it.
    fn read(
        &mut self,
        syntax: Format,
        source: &Arc<Source>,
        embedded: &Embedded<'_>,
        cause: Span,
    ) -> Option<Document> {
        let mut inside = Report::new();
        let resource = parse_lossless(syntax, source, &mut inside);
        let is_other =
            syntax != Format::Yaml && !source.text().trim_start().starts_with(['{', '[', '/', '"']);
        for diagnostic in inside.sorted() {
            let mut diagnostic = diagnostic.clone();
            if is_other {
                // Help for turning the text into JSON would be misleading.
                let help = format!("write `yaml` for `json`, or name a field that holds {}", syntax.name());
                diagnostic = diagnostic.without_help().help(help);
            }
            let mut diagnostic =
                diagnostic.label(cause, format!("read as {} because of this", syntax.name()));
            diagnostic.move_out_of(source, |place| embedded.shown(place));
            self.report.push(diagnostic);
        }
        resource
    }
}

/// The refusal for a value without a text.
fn not_changed(string: SyntaxNode<'_>) -> Refusal {
    let SyntaxKind::Alias(of) = string.kind() else {
        return Refusal::new(Reason::NotInPlace, string.span());
    };
    let target = string.document().syntax_node(of).span();
    Refusal::new(Reason::ThroughAlias, string.span())
        .because(Some(string.document().source().first_line(target)))
}

/// The label for a value: its first line. A container in block style is shown by its key, or by the `-` of its element;
/// `None` if it is the root of a document.
pub(super) fn label_of(mark: SyntaxOrigin, resource: &Document) -> Option<Span> {
    let place = mark.place(resource)?;
    let (SyntaxOrigin::Source(id) | SyntaxOrigin::Aliased(id)) = mark else {
        return Some(resource.source().first_line(place));
    };
    if resource.syntax_node(id).style() != Style::Block {
        return Some(resource.source().first_line(place));
    }
    let root = resource.syntax_roots().find(|root| root.contains(id)).filter(|root| root.id() != id)?;
    if let Some(key) = key_of(id, root) {
        return Some(resource.source().first_line(key.span()));
    }
    let before = resource.source().slice(Span { start: 0, end: place.start, ..place }).trim_end();
    let dash = before.strip_suffix('-').map(|before| narrow(before.len()))?;
    Some(Span { start: dash, end: dash + 1, ..place })
}

/// The key of the member whose value has this number, inside a node.
fn key_of(id: NodeId, node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let mut here = node;
    loop {
        if let Some((key, value)) = here.members().find(|(key, value)| key.contains(id) || value.contains(id))
        {
            if value.id() == id {
                return Some(key);
            }
            here = if value.contains(id) { value } else { key };
        } else {
            here =
                here.elements().find(|element| element.contains(id)).filter(|element| element.id() != id)?;
        }
    }
}
