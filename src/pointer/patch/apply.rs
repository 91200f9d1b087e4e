//! Patches applied to trees.

use super::{Action, Patch, Reference};
use crate::pointer::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT, MAX_DEPTH, PATCH_BUDGET};
use crate::pointer::{Data, Index, NotIndex, Pointer, ReferenceToken, SourceSpans, Tree};
use crate::text::suggest::Suggestions;

/// Why a patch cannot be applied. Nothing of it is then.
#[derive(Debug, Clone)]
pub struct PatchError<M> {
    /// The operation that failed, from 0.
    pub operation: usize,
    /// The mark of the innermost value on the way of the path, or of `from`, that exists.
    pub mark: M,
    /// What went wrong.
    pub kind: PatchErrorKind,
}

/// See [`PatchError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatchErrorKind {
    /// A path, or a `from`, leads nowhere.
    NotFound {
        /// Whether it is `from`.
        from: bool,
        /// How many of its steps lead somewhere.
        steps: usize,
        /// What is wrong with the step after them.
        missing: Missing,
    },
    /// A `test` finds something else.
    Differs {
        /// The first place that differs.
        at: Pointer,
        /// What the operation holds there; `None` where it is a member or an element that it does not have.
        expected: Option<ValueSummary>,
        /// What was found there.
        found: Option<ValueSummary>,
    },
    /// Something would be moved into itself.
    IntoItself,
    /// Nothing would be left.
    NothingLeft,
    /// The result, or the way to it, is beyond a limit.
    TooLarge(Excess),
}

/// Why a step leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// An object has no such member.
    Member {
        /// The nearest key that it has.
        nearest: Option<Box<str>>,
    },
    /// An array has no such element.
    Element {
        /// How many it has.
        len: usize,
    },
    /// An array's elements have no such names.
    NotIndex(NotIndex),
    /// Nothing can lie in what is there.
    Scalar {
        /// What it is, with its article.
        found: &'static str,
    },
}

/// A value in a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueSummary {
    /// What it is, with its article.
    pub kind: &'static str,
    /// The text of a string, or a numeral: what must not be told where it may be a secret.
    pub text: Option<Box<str>>,
}

/// Which limit is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// [`MAX_COPIED_NODES`]
    Nodes,
    /// [`MAX_COPIED_TEXT`]
    Text,
    /// [`MAX_DEPTH`]
    Depth,
    /// [`PATCH_BUDGET`]
    Effort,
}

impl Patch {
    /// Applies all operations, in order, to a copy of a tree. `mark` gives the marks of what an operation (its
    /// number from 0) brings in from the patch document; what is moved or copied keeps its marks.
    ///
    /// Takes time linear in the tree, the patch and the limits of [`limits`](crate::pointer::limits).
    ///
    /// # Errors
    /// The first operation that fails, and why.
    pub fn apply<M: Clone>(
        &self,
        tree: &Tree<M>,
        mark: &mut impl FnMut(usize, &SourceSpans) -> M,
    ) -> Result<Tree<M>, PatchError<M>> {
        let mut patched = tree.clone();
        self.apply_to(&mut patched, mark, &mut Allowance::default(), &mut Suggestions::default())?;
        Ok(patched)
    }

    /// As [`apply`](Self::apply), to the tree itself, which is of no more use where an operation fails. `allowance` is
    /// what the limits still allow, and `suggestions` what looking for the nearest key may still cost.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    pub fn apply_to<M: Clone>(
        &self,
        tree: &mut Tree<M>,
        mark: &mut impl FnMut(usize, &SourceSpans) -> M,
        allowance: &mut Allowance,
        suggestions: &mut Suggestions,
    ) -> Result<(), PatchError<M>> {
        (0..self.operations.len())
            .try_for_each(|number| self.apply_one(number, tree, mark, allowance, suggestions))
    }

    /// Applies one of the operations alone; of none of this number, nothing.
    ///
    /// # Errors
    /// As [`apply_to`](Self::apply_to).
    pub(crate) fn apply_one<M: Clone>(
        &self,
        number: usize,
        tree: &mut Tree<M>,
        mark: &mut impl FnMut(usize, &SourceSpans) -> M,
        allowance: &mut Allowance,
        suggestions: &mut Suggestions,
    ) -> Result<(), PatchError<M>> {
        let Some(operation) = self.operations.get(number) else { return Ok(()) };
        let mut state = State { root: tree, left: allowance, suggestions };
        let path = &operation.path;
        let mut bring = |value: &Tree<SourceSpans>| value.map(&mut |written| mark(number, written));
        let applied = match &operation.action {
            Action::Add(value) => state.add(path, bring(value)),
            Action::Remove => state.remove(path),
            Action::Replace(value) => state.replace(path, bring(value)),
            Action::Move(from) => state.relocate(from, path),
            Action::Copy(from) => state.copy(from, path),
            Action::Test(value) => state.test(path, value),
        };
        applied.map_err(|(mark, kind)| PatchError { operation: number, mark, kind })
    }
}

type Failed<M> = (M, PatchErrorKind);

/// A tree on its way through a patch.
struct State<'t, M> {
    root: &'t mut Tree<M>,
    left: &'t mut Allowance,
    suggestions: &'t mut Suggestions,
}

/// What the limits of [`limits`](crate::pointer::limits) still allow: patches that share one are limited together.
#[derive(Debug, Clone)]
pub struct Allowance {
    nodes: usize,
    text: usize,
    effort: usize,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { nodes: MAX_COPIED_NODES, text: MAX_COPIED_TEXT, effort: PATCH_BUDGET }
    }
}

/// Takes from what is left of a limit.
fn spend(left: &mut usize, amount: usize, excess: Excess) -> Result<(), PatchErrorKind> {
    *left = left.checked_sub(amount).ok_or(PatchErrorKind::TooLarge(excess))?;
    Ok(())
}

impl<M: Clone> State<'_, M> {
    fn add(&mut self, path: &Reference, value: Tree<M>) -> Result<(), Failed<M>> {
        self.check_depth(path, &value)?;
        self.put(path, value)
    }

    /// Adds what is known not to nest too deep there.
    fn put(&mut self, path: &Reference, value: Tree<M>) -> Result<(), Failed<M>> {
        let Some((before, last)) = path.pointer.split_last() else {
            *self.root = value;
            return Ok(());
        };
        let container = walk(self.root, before, self.suggestions).map_err(|lost| lost.of(false))?;
        let mark = container.mark.clone();
        let missing =
            |missing| (mark.clone(), PatchErrorKind::NotFound { from: false, steps: before.len(), missing });
        match &mut container.data {
            Data::Object(members) => {
                members.insert(last.as_str(), value);
                Ok(())
            }
            Data::Array(elements) => {
                let at = match last.index().map_err(|error| missing(Missing::NotIndex(error)))? {
                    Index::End => elements.len(),
                    Index::At(at) if at <= elements.len() => at,
                    Index::At(_) => return Err(missing(Missing::Element { len: elements.len() })),
                };
                spend(&mut self.left.effort, elements.len() - at, Excess::Effort)
                    .map_err(|kind| (mark.clone(), kind))?;
                elements.insert(at, value);
                Ok(())
            }
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {
                Err(missing(Missing::Scalar { found: container.data.name() }))
            }
        }
    }

    fn remove(&mut self, path: &Reference) -> Result<(), Failed<M>> {
        self.take(&path.pointer, false).map(drop)
    }

    /// Takes away what is at a path.
    fn take(&mut self, path: &Pointer, from: bool) -> Result<Tree<M>, Failed<M>> {
        walk(self.root, path.tokens(), self.suggestions).map_err(|lost| lost.of(from))?;
        let root_mark = self.root.mark.clone();
        let nothing_left = || (root_mark.clone(), PatchErrorKind::NothingLeft);
        let (before, last) = path.split_last().ok_or_else(nothing_left)?;
        let container = walk(self.root, before, self.suggestions).map_err(|lost| lost.of(from))?;
        let taken = match &mut container.data {
            Data::Object(members) => members.remove(last.as_str()),
            Data::Array(elements) => match last.index() {
                Ok(Index::At(at)) if at < elements.len() => {
                    spend(&mut self.left.effort, elements.len() - at, Excess::Effort)
                        .map_err(|kind| (container.mark.clone(), kind))?;
                    Some(elements.remove(at))
                }
                Ok(_) | Err(_) => None,
            },
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => None,
        };
        // The first walk has found it.
        taken.ok_or_else(nothing_left)
    }

    fn replace(&mut self, path: &Reference, value: Tree<M>) -> Result<(), Failed<M>> {
        self.check_depth(path, &value)?;
        *walk(self.root, path.pointer.tokens(), self.suggestions).map_err(|lost| lost.of(false))? = value;
        Ok(())
    }

    fn relocate(&mut self, from: &Reference, path: &Reference) -> Result<(), Failed<M>> {
        let value = walk(self.root, from.pointer.tokens(), self.suggestions).map_err(|lost| lost.of(true))?;
        if from.pointer == path.pointer {
            return Ok(());
        }
        if from.pointer.is_above(&path.pointer) {
            return Err((value.mark.clone(), PatchErrorKind::IntoItself));
        }
        let goes_deeper = path.pointer.tokens().len() > from.pointer.tokens().len();
        if goes_deeper {
            let nodes = value.size().nodes;
            let spent = spend(&mut self.left.effort, nodes, Excess::Effort);
            spent.map_err(|kind| (value.mark.clone(), kind))?;
        }
        let value = self.take(&from.pointer, true)?;
        if goes_deeper { self.add(path, value) } else { self.put(path, value) }
    }

    fn copy(&mut self, from: &Reference, path: &Reference) -> Result<(), Failed<M>> {
        let value = walk(self.root, from.pointer.tokens(), self.suggestions).map_err(|lost| lost.of(true))?;
        let size = value.size();
        let spent = spend(&mut self.left.nodes, size.nodes, Excess::Nodes)
            .and_then(|()| spend(&mut self.left.text, size.text, Excess::Text));
        spent.map_err(|kind| (value.mark.clone(), kind))?;
        let value = value.clone();
        self.add(path, value)
    }

    fn test(&mut self, path: &Reference, expected: &Tree<SourceSpans>) -> Result<(), Failed<M>> {
        let found =
            walk(self.root, path.pointer.tokens(), self.suggestions).map_err(|lost| lost.of(false))?;
        if found.same_data(expected) {
            return Ok(());
        }
        let first = first_difference(expected, found);
        let before = path.pointer.tokens().iter().map(ReferenceToken::as_str);
        let kind = PatchErrorKind::Differs {
            at: before.chain(first.steps.iter().map(String::as_str)).collect(),
            expected: first.expected.map(Tree::said),
            found: first.found.map(Tree::said),
        };
        Err((first.inside.mark.clone(), kind))
    }

    /// Something, together with where it will be, must not nest too deep.
    fn check_depth(&self, path: &Reference, value: &Tree<M>) -> Result<(), Failed<M>> {
        if path.pointer.tokens().len() + value.depth() > MAX_DEPTH {
            return Err((self.root.mark.clone(), PatchErrorKind::TooLarge(Excess::Depth)));
        }
        Ok(())
    }
}

/// A walk that ended before its last step.
struct Lost<M> {
    mark: M,
    steps: usize,
    missing: Missing,
}

impl<M> Lost<M> {
    fn of(self, from: bool) -> Failed<M> {
        let Self { mark, steps, missing } = self;
        (mark, PatchErrorKind::NotFound { from, steps, missing })
    }
}

/// Goes down to what the tokens lead to. A walk that fails has changed nothing.
fn walk<'t, M: Clone>(
    root: &'t mut Tree<M>,
    tokens: &[ReferenceToken],
    suggestions: &mut Suggestions,
) -> Result<&'t mut Tree<M>, Lost<M>> {
    let mut node = root;
    for (steps, token) in tokens.iter().enumerate() {
        let mark = node.mark.clone();
        node = node.child_or_missing(token, suggestions).map_err(|missing| Lost { mark, steps, missing })?;
    }
    Ok(node)
}

impl<M> Tree<M> {
    /// What a pointer leads to.
    #[must_use]
    pub fn at(&self, pointer: &Pointer) -> Option<&Self> {
        pointer.tokens().iter().try_fold(self, Self::child)
    }

    /// What a pointer leads to; `suggestions` is what looking for the nearest key may still cost.
    ///
    /// # Errors
    /// How many steps lead somewhere, and what is wrong with the one after them.
    pub fn find(&self, pointer: &Pointer, suggestions: &mut Suggestions) -> Result<&Self, (usize, Missing)> {
        let mut steps = pointer.tokens().iter().enumerate();
        steps.try_fold(self, |node, (steps, token)| {
            node.child(token).ok_or_else(|| (steps, node.missing(token, suggestions)))
        })
    }

    /// As [`find`](Self::find), to change it.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn at_mut(&mut self, pointer: &Pointer) -> Result<&mut Self, (usize, Missing)> {
        let mut node = self;
        for (steps, token) in pointer.tokens().iter().enumerate() {
            node = node
                .child_or_missing(token, &mut Suggestions::default())
                .map_err(|missing| (steps, missing))?;
        }
        Ok(node)
    }

    fn child(&self, token: &ReferenceToken) -> Option<&Self> {
        match &self.data {
            Data::Object(members) => members.get(token.as_str()),
            Data::Array(elements) => match token.index() {
                Ok(Index::At(at)) => elements.get(at),
                Ok(Index::End) | Err(_) => None,
            },
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => None,
        }
    }

    fn child_mut(&mut self, token: &ReferenceToken) -> Option<&mut Self> {
        match &mut self.data {
            Data::Object(members) => members.get_mut(token.as_str()),
            Data::Array(elements) => match token.index() {
                Ok(Index::At(at)) => elements.get_mut(at),
                Ok(Index::End) | Err(_) => None,
            },
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => None,
        }
    }

    fn child_or_missing(
        &mut self,
        token: &ReferenceToken,
        suggestions: &mut Suggestions,
    ) -> Result<&mut Self, Missing> {
        if self.child(token).is_none() {
            return Err(self.missing(token, suggestions));
        }
        // The step was taken just now.
        self.child_mut(token).ok_or(Missing::Member { nearest: None })
    }

    /// Why there is nothing at a step.
    fn missing(&self, token: &ReferenceToken, suggestions: &mut Suggestions) -> Missing {
        match &self.data {
            Data::Object(members) => {
                let nearest = suggestions.nearest(token.as_str(), members.iter().map(|(key, _)| key));
                Missing::Member { nearest: nearest.map(Into::into) }
            }
            Data::Array(elements) => match token.index() {
                Ok(Index::At(_) | Index::End) => Missing::Element { len: elements.len() },
                Err(error) => Missing::NotIndex(error),
            },
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {
                Missing::Scalar { found: self.data.name() }
            }
        }
    }

    fn said(&self) -> ValueSummary {
        let text = match &self.data {
            Data::Number(text) | Data::String(text) => Some(text.clone()),
            Data::Null | Data::Bool(_) | Data::Array(_) | Data::Object(_) => None,
        };
        ValueSummary { kind: self.data.name(), text }
    }
}

/// What two values hold at the first place where they differ, and the steps to it.
struct Difference<'a, M> {
    steps: Vec<String>,
    expected: Option<&'a Tree<SourceSpans>>,
    found: Option<&'a Tree<M>>,
    /// The innermost value on the way that was found.
    inside: &'a Tree<M>,
}

/// Looks for the place where two values that are not the same begin to differ.
fn first_difference<'a, M>(expected: &'a Tree<SourceSpans>, found: &'a Tree<M>) -> Difference<'a, M> {
    let mut first =
        Difference { steps: Vec::new(), expected: Some(expected), found: Some(found), inside: found };
    while let (Some(expected), Some(found)) = (first.expected, first.found) {
        first.inside = found;
        let Some((step, expected, found)) = differing_step(expected, found) else { break };
        first.steps.push(step);
        (first.expected, first.found) = (expected, found);
    }
    first
}

/// A step, and what it leads to.
type Step<'a, M> = (String, Option<&'a Tree<SourceSpans>>, Option<&'a Tree<M>>);

/// The first step into two containers of one kind that leads to different things.
fn differing_step<'a, M>(expected: &'a Tree<SourceSpans>, found: &'a Tree<M>) -> Option<Step<'a, M>> {
    let differ = |pair: &(Option<&Tree<SourceSpans>>, Option<&Tree<M>>)| match pair {
        (Some(expected), Some(found)) => !found.same_data(expected),
        (expected, found) => expected.is_some() || found.is_some(),
    };
    match (&expected.data, &found.data) {
        (Data::Object(expected), Data::Object(found)) => {
            let added = found.iter().map(|(key, _)| key);
            let mut keys = expected.iter().map(|(key, _)| key).chain(added);
            keys.find_map(|key| {
                let pair = (expected.get(key), found.get(key));
                differ(&pair).then(|| (key.to_owned(), pair.0, pair.1))
            })
        }
        (Data::Array(expected), Data::Array(found)) => (0..expected.len().max(found.len())).find_map(|at| {
            let pair = (expected.get(at), found.get(at));
            differ(&pair).then(|| (at.to_string(), pair.0, pair.1))
        }),
        (
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Array(_) | Data::Object(_),
            _,
        ) => None,
    }
}
