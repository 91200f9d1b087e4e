//! References between schemas: `$ref`, `$id` and `$anchor`.

use crate::syntax::{Document, Kind, Node};
use crate::text::SourceId;
use std::collections::{BTreeMap, BTreeSet};

/// The file of a schema, and other files that it may refer to.
pub(super) struct SchemaFiles<'d> {
    documents: Vec<&'d Document>,
    /// Made at the first reference to something else than a path in the same file.
    names: Option<SchemaNames<'d>>,
    /// The files that references named.
    used: BTreeSet<SourceId>,
}

/// Schemas with names of their own.
#[derive(Default)]
struct SchemaNames<'d> {
    /// By `$id`, and by its last segment.
    ids: BTreeMap<&'d str, Node<'d>>,
    /// The first file of each name, without its folder.
    files: BTreeMap<&'d str, Node<'d>>,
    /// By `$anchor`, in each file.
    anchors: BTreeMap<(SourceId, &'d str), Node<'d>>,
}

impl<'d> SchemaFiles<'d> {
    pub(super) fn new(documents: Vec<&'d Document>) -> Self {
        Self { documents, names: None, used: BTreeSet::new() }
    }

    /// The schema that a reference names, if the given files have it. The reference is in the file of `from`.
    pub(super) fn target(&mut self, from: Node<'d>, reference: &str) -> Option<Node<'d>> {
        let (file, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let root = if file.is_empty() { from.document().root()? } else { self.file(file)? };
        self.used.insert(root.document().source().id());
        match fragment.strip_prefix('/') {
            Some(path) => path.split('/').try_fold(root, |at, step| member(at, &unescaped(step)?)),
            None if fragment.is_empty() => Some(root),
            None => {
                let file = root.document().source().id();
                self.names().anchors.get(&(file, fragment)).copied()
            }
        }
    }

    /// The files after the first one that no reference named.
    pub(super) fn unused(&self) -> impl Iterator<Item = &'d Document> {
        let others = self.documents.iter().copied().skip(1);
        others.filter(|document| !self.used.contains(&document.source().id()))
    }

    /// The schema with this `$id`, or the file with the last segment of this path.
    fn file(&mut self, path: &str) -> Option<Node<'d>> {
        if let Some(schema) = self.names().ids.get(path) {
            return Some(*schema);
        }
        let name = last_segment(path);
        let SchemaNames { files, ids, .. } = self.names();
        files.get(name).or_else(|| ids.get(name)).copied()
    }

    fn names(&mut self) -> &SchemaNames<'d> {
        self.names.get_or_insert_with(|| {
            let mut names = SchemaNames::default();
            for document in &self.documents {
                let name = last_segment(document.source().name());
                if let Some(root) = document.root() {
                    names.files.entry(name).or_insert(root);
                }
            }
            let mut open: Vec<Node<'d>> = self.documents.iter().rev().filter_map(|it| it.root()).collect();
            while let Some(node) = open.pop() {
                names.add(node);
                open.extend(node.members().map(|(_, value)| value).chain(node.elements()));
            }
            names
        })
    }
}

impl<'d> SchemaNames<'d> {
    fn add(&mut self, schema: Node<'d>) {
        let text = |key: &str| schema.get(key).filter(|value| value.kind() == Kind::String).map(Node::text);
        let file = schema.document().source().id();
        if let Some(anchor) = text("$anchor") {
            self.anchors.entry((file, anchor)).or_insert(schema);
        }
        let Some(id) = text("$id").or_else(|| text("id")) else { return };
        match id.strip_prefix('#') {
            Some(anchor) => {
                self.anchors.entry((file, anchor)).or_insert(schema);
            }
            None => {
                let id = id.trim_end_matches('#');
                self.ids.entry(id).or_insert(schema);
                self.ids.entry(last_segment(id)).or_insert(schema);
            }
        }
    }
}

pub(super) fn last_segment(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The member of an object, or the element of an array, that a step of a reference names.
fn member<'d>(at: Node<'d>, step: &str) -> Option<Node<'d>> {
    match at.kind() {
        Kind::Array => at.look_up_element(step.parse().ok()?).ok(),
        Kind::Object => at.look_up(step),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => None,
    }
}

/// A step without the escapes of URIs and of JSON Pointers; `None` if they make no text.
fn unescaped(step: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(step.len());
    let mut left = step;
    while let Some((before, escape)) = left.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(escape.get(..2)?, 16).ok()?);
        left = escape.get(2..)?;
    }
    bytes.extend_from_slice(left.as_bytes());
    Some(String::from_utf8(bytes).ok()?.replace("~1", "/").replace("~0", "~"))
}
