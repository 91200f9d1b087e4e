//! Fixes: text edits made of remedies, for the format of each text.
//!
//! A [`Fixer`] reads each text at most once. Most remedies change one token, which needs the place alone, so that they
//! work in texts with syntax errors. Members are added and removed by [`rewrite`](super::rewrite()), whose cost is that
//! of the whole text, so all of them together have a budget.

mod apply;
mod line_origins;
mod member;
mod node_places;
mod token;

pub(crate) use apply::{changed_texts, compatible};
pub(crate) use line_origins::LineOrigins;

use super::{Rewritten, Splice, SyntaxOrigin, rewrite, trees};
use crate::diagnostic::{Diagnostic, Edit, Fix, Fixes, Remedy, RemedyKind, Report, is_word};
use crate::pointer::{Data, Tree, TreeMembers};
use crate::syntax::{Format, NodeId, SyntaxKind, parse_lossless};
use crate::text::{STDIN_NAME, Source, SourceId, Sources, Span};
use node_places::NodePlaces;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The most fixes of a diagnostic.
const MAX_FIXES: usize = 8;

/// The most bytes of texts that are rewritten to add and remove members, for all fixes of a run.
const MAX_REWRITTEN: usize = 2 << 20;

/// Makes fixes for the diagnostics of a run.
pub struct Fixer<'s> {
    sources: &'s Sources,
    format: &'s dyn Fn(&Source) -> Option<Format>,
    read: RefCell<BTreeMap<SourceId, Option<Rc<NodePlaces>>>>,
    left: RefCell<usize>,
}

impl std::fmt::Debug for Fixer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fixer").field("left", &self.left).finish_non_exhaustive()
    }
}

impl Fixes for Fixer<'_> {
    fn fixes(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        diagnostic.remedies().filter_map(|remedy| self.fix(remedy)).take(MAX_FIXES).collect()
    }
}

impl<'s> Fixer<'s> {
    /// A fixer of these texts. `format` is the format of a text, if it is known.
    pub fn new(sources: &'s Sources, format: &'s dyn Fn(&Source) -> Option<Format>) -> Self {
        Self { sources, format, read: RefCell::default(), left: RefCell::new(MAX_REWRITTEN) }
    }

    /// The edits of a remedy; `None` if they would do harm.
    pub(crate) fn edits_of(&self, remedy: &Remedy) -> Option<Vec<Edit>> {
        self.fix(remedy).map(|fix| fix.edits)
    }

    /// Whether an object already has a member with this name beside the key at a place.
    pub(crate) fn is_beside_equal(&self, at: Span, name: &str) -> bool {
        let places = self.sources.of(at).and_then(|source| self.places(source));
        places.is_some_and(|places| places.is_beside_equal(at, name))
    }

    fn fix(&self, remedy: &Remedy) -> Option<Fix> {
        let source = self.sources.of(remedy.at)?;
        // An argument is no text that a program could edit.
        let is_text = source.is_file() || source.name() == STDIN_NAME;
        let edits = if is_text && source.has_offsets() { self.edits(remedy, source)? } else { return None };
        if edits.iter().all(|edit| source.slice(edit.span) == edit.text) {
            return None;
        }
        let places = self.places(source);
        if places.is_some_and(|places| edits.iter().any(|edit| places.is_shared(edit.span))) {
            // The value of an alias would change, too.
            return None;
        }
        let loses_comment = || edits.iter().any(|edit| holds_comment(source.slice(edit.span)));
        if remedy.kind == RemedyKind::Remove && loses_comment() {
            return None;
        }
        Some(Fix { title: remedy.kind.title(), applicability: remedy.applicability, edits })
    }

    fn edits(&self, remedy: &Remedy, source: &Arc<Source>) -> Option<Vec<Edit>> {
        let (places, format, at) = (self.places(source), (self.format)(source), remedy.at);
        let around = places.as_ref().and_then(|places| places.scalar_around(at));
        if around.is_some_and(|node| node.span() != at) {
            // A part of a string, which may be a text of its own.
            return match &remedy.kind {
                RemedyKind::Rename(text) if is_word(text) => {
                    let at = token::inside_quotes(source, at);
                    Some(vec![token::replaced(source, places.as_deref(), at, text)?])
                }
                RemedyKind::Replace(text) => {
                    Some(vec![token::replaced(source, places.as_deref(), at, text)?])
                }
                RemedyKind::Rename(_)
                | RemedyKind::Quote
                | RemedyKind::Unquote
                | RemedyKind::Add { .. }
                | RemedyKind::Remove
                | RemedyKind::Override => None,
            };
        }
        match &remedy.kind {
            RemedyKind::Rename(to)
                if places.as_ref().is_some_and(|places| places.is_beside_equal(at, to)) =>
            {
                None
            }
            RemedyKind::Rename(text) => {
                Some(vec![token::renamed(source, places.as_deref(), format, at, text)?])
            }
            RemedyKind::Replace(text) => Some(vec![token::replaced(source, places.as_deref(), at, text)?]),
            RemedyKind::Quote => token::quoted(source, format?, at),
            RemedyKind::Unquote => token::unquoted(source, at),
            RemedyKind::Add { key, value, .. } if format?.is_json() => {
                places?.exactly(at, |kind| kind == SyntaxKind::Object)?;
                Some(vec![member::added(source, format?, at, (key, value))?])
            }
            RemedyKind::Add { key, value, .. } => {
                let (value, places) = (read_value(value)?, places?);
                let object = places.exactly(at, |kind| kind == SyntaxKind::Object)?;
                self.rewritten(&places, source, object, |tree| {
                    let members = members_of(tree).filter(|members| members.get(key).is_none())?;
                    members.insert(key, value);
                    Some(())
                })
            }
            RemedyKind::Remove if format?.is_json() => {
                let places = places?;
                let at = places.key_of_value(at).unwrap_or(at);
                places.member_of(at)?;
                member::removed(source, format?, at.to(places.value_of(at)?))
            }
            RemedyKind::Remove => {
                let places = places?;
                let at = places.key_of_value(at).unwrap_or(at);
                let (object, key) = places.member_of(at)?;
                self.rewritten(&places, source, object, |tree| members_of(tree)?.remove(&key).map(drop))
            }
            RemedyKind::Override if token::may_stand_in_braces(source, format?, at) => {
                Some(token::in_override(format?, at))
            }
            RemedyKind::Override => {
                let places = places?;
                let value = places.exactly(at, |_| true)?;
                self.rewritten(&places, source, value, |tree| {
                    let mut members = TreeMembers::new();
                    members.insert(token::OVERRIDE, tree.clone());
                    *tree = Tree { mark: SyntaxOrigin::New(None), data: Data::Object(members) };
                    Some(())
                })
            }
        }
    }

    /// The places in a text; `None` if it cannot be read in its written form.
    fn places(&self, source: &Arc<Source>) -> Option<Rc<NodePlaces>> {
        let known = self.read.borrow().get(&source.id()).cloned();
        known.unwrap_or_else(|| {
            let format = (self.format)(source);
            let document = format.and_then(|format| parse_lossless(format, source, &mut Report::new()));
            let places = document.map(|document| Rc::new(NodePlaces::new(document)));
            self.read.borrow_mut().insert(source.id(), places.clone());
            places
        })
    }

    /// The edits that change the value with this number.
    fn rewritten(
        &self,
        places: &NodePlaces,
        source: &Source,
        value: NodeId,
        change: impl FnOnce(&mut Tree<SyntaxOrigin>) -> Option<()>,
    ) -> Option<Vec<Edit>> {
        let rest = self.left.borrow().checked_sub(source.text().len())?;
        *self.left.borrow_mut() = rest;
        let mut wanted = trees(&places.document).ok()?;
        let tree = wanted.iter_mut().find_map(|tree| marked(tree, value))?;
        change(tree)?;
        let Rewritten { splices, .. } = rewrite(&places.document, &wanted).ok()?;
        let span = |splice: &Splice| source.span(splice.start, splice.end);
        // Hidden text may be removed. Where anything is inserted, it may be what moves.
        let removes_hidden = splices.iter().any(|splice| token::is_hidden(source, span(splice)));
        if removes_hidden && splices.iter().any(|splice| !splice.text.is_empty()) {
            return None;
        }
        Some(splices.into_iter().map(|splice| Edit { span: span(&splice), text: splice.text }).collect())
    }
}

/// The members of an object.
fn members_of(tree: &mut Tree<SyntaxOrigin>) -> Option<&mut TreeMembers<SyntaxOrigin>> {
    if let Data::Object(members) = &mut tree.data { Some(members) } else { None }
}

/// Whether a removed text has a comment, or something that looks like one.
fn holds_comment(text: &str) -> bool {
    text.contains("//") || text.contains("/*") || text.contains('#')
}

/// A value in JSON5, as a new one.
fn read_value(text: &str) -> Option<Tree<SyntaxOrigin>> {
    let source = Sources::new().add_plain(String::new(), text.to_owned());
    let document = crate::syntax::parse(Format::Json5, &source, &mut Report::new());
    Some(Tree::of(document.root()?, &mut |_| SyntaxOrigin::New(None)))
}

/// The part of a tree that is this value of the text. Recursion is limited by the depth of documents.
fn marked(tree: &mut Tree<SyntaxOrigin>, value: NodeId) -> Option<&mut Tree<SyntaxOrigin>> {
    if tree.mark == SyntaxOrigin::Source(value) {
        return Some(tree);
    }
    match &mut tree.data {
        Data::Array(elements) => elements.iter_mut().find_map(|element| marked(element, value)),
        Data::Object(members) => members.values_mut().find_map(|member| marked(member, value)),
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => None,
    }
}
