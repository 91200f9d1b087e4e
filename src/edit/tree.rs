//! Resources as trees of values, which patches change.

use super::refusal::{Reason, Refusal};
use crate::pointer::limits::MAX_DEPTH;
use crate::pointer::{Data, Tree, TreeMembers};
use crate::syntax::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT};
use crate::syntax::{Document, NodeId, SyntaxKind, SyntaxNode};
use crate::text::Span;

/// The origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyntaxOrigin {
    /// This value of the resource.
    Source(NodeId),
    /// A part of the value of this alias, which is elsewhere.
    Aliased(NodeId),
    /// A new value, with the place where it was written, if it was.
    New(Option<Span>),
    /// A new text written without quotes. If readers dispute it, it may replace only a text that they dispute in the
    /// same way.
    Plain(Span),
}

impl SyntaxOrigin {
    /// The place of the value: in the resource, or where it was written.
    #[must_use]
    pub fn place(self, resource: &Document) -> Option<Span> {
        match self {
            Self::Source(node) | Self::Aliased(node) => Some(resource.syntax_node(node).span()),
            Self::New(place) => place,
            Self::Plain(place) => Some(place),
        }
    }
}

/// The values of all documents of a resource, in the order of the text.
///
/// A value whose text is [disputed](SyntaxKind::Disputed) is a string here. The value of an alias is part of the tree
/// once for each alias, within limits. Members are left out if their key is a container or an alias, or repeats an
/// earlier key.
///
/// # Errors
/// Aliases that repeat more than 100,000 values or 16 MiB of text, or themselves, or values that are nested too deep.
pub fn trees(resource: &Document) -> Result<Vec<Tree<SyntaxOrigin>>, Refusal> {
    let mut builder = SyntaxTreeBuilder { resource, inside: Vec::new(), nodes: 0, text: 0 };
    resource.syntax_roots().map(|root| builder.tree(root, 0)).collect()
}

struct SyntaxTreeBuilder<'r> {
    resource: &'r Document,
    /// The aliases around the current value.
    inside: Vec<NodeId>,
    /// The number of nodes that aliases have repeated so far.
    nodes: usize,
    text: usize,
}

impl SyntaxTreeBuilder<'_> {
    fn tree(&mut self, node: SyntaxNode<'_>, depth: usize) -> Result<Tree<SyntaxOrigin>, Refusal> {
        let alias = self.inside.first().copied();
        if let Some(alias) = alias {
            self.nodes += 1;
            self.text += node.text().len();
            if self.nodes > MAX_COPIED_NODES || self.text > MAX_COPIED_TEXT || depth > MAX_DEPTH {
                return Err(self.refuse(alias, Reason::AliasesTooLarge));
            }
        }
        let mark = alias.map_or(SyntaxOrigin::Source(node.id()), SyntaxOrigin::Aliased);
        let data = match node.kind() {
            SyntaxKind::Null => Data::Null,
            SyntaxKind::True => Data::Bool(true),
            SyntaxKind::False => Data::Bool(false),
            SyntaxKind::Number => Data::Number(node.text().into()),
            SyntaxKind::String | SyntaxKind::Disputed => Data::String(node.text().into()),
            SyntaxKind::Array => {
                let elements = node.elements().map(|element| self.tree(element, depth + 1));
                Data::Array(elements.collect::<Result<_, _>>()?)
            }
            SyntaxKind::Object => self.object(node, depth)?,
            SyntaxKind::Alias(of) => self.follow(node, of, depth)?,
        };
        Ok(Tree { mark, data })
    }

    fn object(&mut self, object: SyntaxNode<'_>, depth: usize) -> Result<Data<SyntaxOrigin>, Refusal> {
        let mut members = TreeMembers::new();
        for (key, value) in object.members().filter(|(key, _)| key.is_scalar()) {
            if !key.is_repeated() || members.get(key.text()).is_none() {
                members.insert(key.text(), self.tree(value, depth + 1)?);
            }
        }
        Ok(Data::Object(members))
    }

    fn follow(
        &mut self,
        alias: SyntaxNode<'_>,
        of: NodeId,
        depth: usize,
    ) -> Result<Data<SyntaxOrigin>, Refusal> {
        let target = self.resource.syntax_node(of);
        let itself = target.contains(alias.id()) || self.inside.contains(&alias.id());
        if itself {
            return Err(self.refuse(alias.id(), Reason::AliasInItself));
        }
        self.inside.push(alias.id());
        let tree = self.tree(target, depth);
        self.inside.pop();
        tree.map(|tree| tree.data)
    }

    fn refuse(&self, alias: NodeId, reason: Reason) -> Refusal {
        Refusal::new(reason, self.resource.syntax_node(alias).span())
    }
}

/// Whether a value of the resource equals one of a tree, after following aliases. Takes time linear in the tree.
pub(super) fn is_same(node: SyntaxNode<'_>, tree: &Tree<SyntaxOrigin>) -> bool {
    match (node.kind(), &tree.data) {
        (SyntaxKind::Null, Data::Null)
        | (SyntaxKind::True, Data::Bool(true))
        | (SyntaxKind::False, Data::Bool(false)) => true,
        (SyntaxKind::Number, Data::Number(numeral)) => crate::pointer::same_number(node.text(), numeral),
        (SyntaxKind::String | SyntaxKind::Disputed, Data::String(text)) => node.text() == &**text,
        (SyntaxKind::Array, Data::Array(elements)) => {
            let mut rest = elements.iter();
            let same =
                node.elements().all(|element| rest.next().is_some_and(|other| is_same(element, other)));
            same && rest.next().is_none()
        }
        (SyntaxKind::Object, Data::Object(members)) => {
            let mut count = 0;
            let same = node.members().filter(|(key, _)| key.is_scalar()).all(|(key, value)| {
                let other = members.get(key.text());
                count += 1;
                other.is_some_and(|other| key.is_repeated() || is_same(value, other))
            });
            same && (count == members.len() || node.members().any(|(key, _)| key.is_repeated()))
        }
        (SyntaxKind::Alias(of), _) => is_same(node.document().syntax_node(of), tree),
        (_, _) => false,
    }
}
