//! Applies patches to trees.

use super::{Action, Patch, Reference};
use crate::pointer::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT, MAX_DEPTH, PATCH_BUDGET};
use crate::pointer::{Data, Index, NotIndex, Pointer, ReferenceToken, SourceSpans, Tree};
use crate::text::suggest::Suggestions;

/// The error of a patch that cannot be applied. [`Patch::apply`] applies none of it then.
#[derive(Debug, Clone)]
pub struct PatchError<M> {
    /// The index of the operation that failed, from 0.
    pub operation: usize,
    /// The mark of the innermost existing value on the path, or on `from`.
    pub mark: M,
    /// The kind of error.
    pub kind: PatchErrorKind,
}

/// See [`PatchError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatchErrorKind {
    /// A path or a `from` has no target.
    NotFound {
        /// Whether it is the `from`.
        from: bool,
        /// The number of steps that were possible.
        steps: usize,
        /// The error of the next step.
        missing: Missing,
    },
    /// A `test` finds another value.
    Differs {
        /// The first place with a difference.
        at: Pointer,
        /// The value in the operation; `None` if the operation lacks this member or element.
        expected: Option<ValueSummary>,
        /// The value that was found; `None` if the tree lacks this member or element.
        found: Option<ValueSummary>,
    },
    /// A value would be moved into itself.
    IntoItself,
    /// The whole document would be removed.
    NothingLeft,
    /// A limit is exceeded.
    TooLarge(Excess),
}

/// Why a step has no target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// The object has no such member.
    Member {
        /// The nearest key of the object.
        nearest: Option<Box<str>>,
    },
    /// The array has no such element.
    Element {
        /// The number of elements.
        len: usize,
    },
    /// The token is not an index of an array.
    NotIndex(NotIndex),
    /// The value is a scalar, which contains nothing.
    Scalar {
        /// Its kind, with an article.
        found: &'static str,
    },
}

/// A value in a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueSummary {
    /// Its kind, with an article.
    pub kind: &'static str,
    /// The text of a string, or a numeral. Must not be shown if it may be a secret.
    pub text: Option<Box<str>>,
}

/// The limit that an operation exceeds.
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
    /// Applies all operations, in order, to a copy of a tree. `mark` makes the marks of values from the patch document,
    /// by the index of their operation; moved and copied values keep their marks.
    ///
    /// Takes time linear in the tree, the patch and the limits of [`limits`](crate::pointer::limits).
    ///
    /// # Errors
    ///
    /// Returns the first operation that fails.
    pub fn apply<M: Clone>(
        &self,
        tree: &Tree<M>,
        mark: &mut impl FnMut(usize, &SourceSpans) -> M,
    ) -> Result<Tree<M>, PatchError<M>> {
        let mut patched = tree.clone();
        self.apply_to(&mut patched, mark, &mut Allowance::default(), &mut Suggestions::default())?;
        Ok(patched)
    }

    /// As [`apply`](Self::apply), on the tree itself, which is unusable after an error. `allowance` is the rest of the
    /// limits, and `suggestions` the budget for looking up the nearest key.
    ///
    /// # Errors
    ///
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

    /// Applies only the operation with this index; does nothing for an index beyond the last.
    ///
    /// # Errors
    ///
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

/// A tree while a patch is applied.
struct State<'t, M> {
    root: &'t mut Tree<M>,
    left: &'t mut Allowance,
    suggestions: &'t mut Suggestions,
}

/// The rest of the limits of [`limits`](crate::pointer::limits). Patches that share it are limited together.
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

/// Takes an amount from the rest of a limit.
fn spend(left: &mut usize, amount: usize, excess: Excess) -> Result<(), PatchErrorKind> {
    *left = left.checked_sub(amount).ok_or(PatchErrorKind::TooLarge(excess))?;
    Ok(())
}

impl<M: Clone> State<'_, M> {
    fn add(&mut self, path: &Reference, value: Tree<M>) -> Result<(), Failed<M>> {
        self.check_depth(path, &value)?;
        self.put(path, value)
    }

    /// Adds a value whose depth has been checked.
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

    /// Removes the value at a path.
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

    /// Checks that a value does not nest too deep at its new place.
    fn check_depth(&self, path: &Reference, value: &Tree<M>) -> Result<(), Failed<M>> {
        if path.pointer.tokens().len() + value.depth() > MAX_DEPTH {
            return Err((self.root.mark.clone(), PatchErrorKind::TooLarge(Excess::Depth)));
        }
        Ok(())
    }
}

/// The end of a walk that did not reach its target.
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

/// Walks to the target of the tokens. A walk that fails changes nothing.
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
    /// The target of a pointer.
    #[must_use]
    pub fn at(&self, pointer: &Pointer) -> Option<&Self> {
        pointer.tokens().iter().try_fold(self, Self::child)
    }

    /// The target of a pointer; `suggestions` is the budget for looking up the nearest key.
    ///
    /// # Errors
    ///
    /// Returns the number of steps that were possible, and the error of the next one.
    pub fn find(&self, pointer: &Pointer, suggestions: &mut Suggestions) -> Result<&Self, (usize, Missing)> {
        let mut steps = pointer.tokens().iter().enumerate();
        steps.try_fold(self, |node, (steps, token)| {
            node.child(token).ok_or_else(|| (steps, node.missing(token, suggestions)))
        })
    }

    /// As [`find`](Self::find), mutable.
    ///
    /// # Errors
    ///
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
        // The check above has found this step.
        self.child_mut(token).ok_or(Missing::Member { nearest: None })
    }

    /// Why a step has no target.
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

/// The first difference of two values, and the steps to it.
struct Difference<'a, M> {
    steps: Vec<String>,
    expected: Option<&'a Tree<SourceSpans>>,
    found: Option<&'a Tree<M>>,
    /// The innermost value on the path that was found.
    inside: &'a Tree<M>,
}

/// Finds the first difference of two values that are not equal.
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

/// A step, and the two values at it.
type Step<'a, M> = (String, Option<&'a Tree<SourceSpans>>, Option<&'a Tree<M>>);

/// The first step into two containers of one kind at which they differ.
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
