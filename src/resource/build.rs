//! How a reader fills a resource.

use super::node::{Entry, Kind, Node, NodeId, Style};
use super::{Resource, Syntax};
use crate::text::{Source, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

impl Resource {
    pub(super) fn new(syntax: Syntax, source: &Arc<Source>) -> Self {
        Self {
            source: Arc::clone(source),
            syntax,
            tape: Vec::new(),
            texts: Vec::new(),
            properties: BTreeMap::new(),
            aliases: Vec::new(),
            shared: BTreeSet::new(),
            repeated: BTreeSet::new(),
            documents: Vec::new(),
        }
    }

    /// The number that the next node gets.
    pub(super) fn next_id(&self) -> NodeId {
        NodeId(u32::try_from(self.tape.len()).unwrap_or(u32::MAX))
    }

    /// The next node is the root of a document.
    pub(super) fn begin_document(&mut self) {
        let root = self.next_id();
        self.documents.push(root);
    }

    /// Adds a container, which is [closed](Self::close) when all that lies in it has been added, or a scalar.
    /// `text` is what a scalar says.
    pub(super) fn push(
        &mut self,
        kind: Kind,
        style: Style,
        (start, end): (u32, u32),
        text: Option<&str>,
    ) -> NodeId {
        let id = self.next_id();
        if let Kind::Alias(of) = kind {
            self.aliases.push((id, of));
            self.shared.insert(of);
        }
        self.tape.push(Entry { kind, style, start, end, next: id.0 + 1, text: None });
        if let Some(text) = text.filter(|text| *text != Node::new(self, id).text()) {
            let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
            self.texts.push(text.into());
            if let Some(entry) = self.tape.last_mut() {
                entry.text = Some(number);
            }
        }
        id
    }

    pub(super) fn set_tag(&mut self, node: NodeId, tag: Span) {
        self.properties.entry(node).or_default().tag = Some(tag);
    }

    pub(super) fn set_anchor(&mut self, node: NodeId, anchor: Span) {
        self.properties.entry(node).or_default().anchor = Some(anchor);
    }

    /// Closes a container, and looks for keys that an object repeats.
    pub(super) fn close(&mut self, id: NodeId, end: u32) {
        let next = self.next_id().0;
        if let Some(entry) = self.tape.get_mut(id.index()) {
            (entry.end, entry.next) = (end, next);
        }
        // An object of one member is itself, a key and a value.
        if next - id.0 > 3 && self.entry(id).kind == Kind::Object {
            let found = repeated(Node::new(self, id));
            self.repeated.extend(found);
        }
    }
}

/// All keys that an object has more than once. The map's keys are random, so that nobody can make it slow; it is
/// only asked, never iterated, so that its order does not show.
fn repeated(object: Node<'_>) -> Vec<NodeId> {
    let mut first: HashMap<&str, NodeId> = HashMap::new();
    let mut found = Vec::new();
    for (key, _) in object.members().filter(|(key, _)| key.is_scalar()) {
        let known = *first.entry(key.text()).or_insert(key.id());
        if known != key.id() {
            found.extend([known, key.id()]);
        }
    }
    found
}
