//! Turns values into trees of JSON values, which patches change, and back.

use crate::pointer::{Data, SourceSpans, Tree, TreeMembers};
use crate::syntax::{Document, Format, Kind};
use crate::text::{Source, Span};
use crate::types::{Field, JsonKind, Type, Value};
use crate::value::TypedLiteral;
use std::sync::Arc;

/// The origin of a node in a tree of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeOrigin {
    /// It existed before the patch.
    Kept,
    /// It existed before the patch as an element or as the value of an entry, with this number among all of them.
    Element(usize),
    /// An operation of the patch added it, from these places.
    Brought(SourceSpans),
    /// An operation of the patch restored this default.
    Restored,
    /// It existed before the patch, and an expression will give its value. Holds the place of the expression, if it is
    /// known.
    Waiting(Option<Span>),
}

impl<M> TypedLiteral for Tree<M> {
    fn literal_kind(&self) -> Option<JsonKind> {
        Some(self.data.kind())
    }

    fn text_under(&self, key: &str) -> Option<&str> {
        let Data::Object(members) = &self.data else { return None };
        if let Data::String(text) = &members.get(key)?.data { Some(text) } else { None }
    }
}

/// A value as a tree: members have their native names, the entries of a rest are beside them, enums are names, 64-bit
/// integers are exact, and absent values are `null`, or left out where null is a value.
pub(crate) fn tree_of<M: Copy>(ty: &Type, value: &Value, mark: M) -> Tree<M> {
    let number = || Data::Number(ty.literal(value).to_string().into());
    let data = match value {
        Value::Bool(value) => Data::Bool(*value),
        Value::Unsigned(_) | Value::Signed(_) | Value::Float(_) => number(),
        Value::String(text) => Data::String(text.clone()),
        Value::Variant(of) => match ty.variant(*of) {
            Some(variant) => Data::String(variant.name.as_str().into()),
            None => number(),
        },
        Value::Struct(values) => {
            let members = ty.members().iter().zip(values);
            let members = members.filter(|(member, value)| !member.leaves_out(value));
            let mut object = TreeMembers::new();
            members.for_each(|(member, value)| {
                put_member(&mut object, member, tree_of(&member.ty, value, mark))
            });
            Data::Object(object)
        }
        Value::List(list) => {
            let element = ty.element().unwrap_or(ty);
            Data::Array(list.to_values().iter().map(|value| tree_of(element, value, mark)).collect())
        }
        Value::Map(entries) => {
            let ty = if let Type::Map(map) = ty { map.value() } else { ty };
            let entries = entries.to_entries().into_iter();
            Data::Object(entries.map(|(key, value)| (key, tree_of(ty, &value, mark))).collect())
        }
        Value::Json(text) => return Tree::of_json(text, mark),
        Value::Union(union) => {
            let Some(case) = ty.cases().get(union.case as usize) else {
                return tree_of(ty, &union.value, mark);
            };
            let tree = tree_of(&case.ty, &union.value, mark);
            return match (ty.tag(), tree.data) {
                (Some(tag), Data::Object(members)) => {
                    let text = Tree { mark, data: Data::String(case.tag_text().into()) };
                    let tag = (Box::from(tag.as_str()), text);
                    Tree { mark, data: Data::Object(std::iter::once(tag).chain(members).collect()) }
                }
                (_, data) => Tree { mark, data },
            };
        }
        Value::Absent | Value::Null => Data::Null,
    };
    Tree { mark, data }
}

/// Adds the tree of a member to the tree of its struct. A rest adds each of its entries.
pub(crate) fn put_member<M>(object: &mut TreeMembers<M>, member: &Field, tree: Tree<M>) {
    if member.is_rest()
        && let Data::Object(entries) = tree.data
    {
        return entries.into_iter().for_each(|(key, entry)| _ = object.insert(&key, entry));
    }
    let name = if member.is_rest() { WAITING_REST } else { member.native_name() };
    object.insert(name, tree);
}

/// The key of a deferred rest in the tree of its struct, whose entries are not known yet. No member or entry has it.
pub(crate) const WAITING_REST: &str = "$rest";

/// Writes trees to a document that is an array of them. An added node has the place of its source. A kept node has the
/// place of `path`, the path of an operation.
pub(crate) fn document_of<'t>(
    source: &Arc<Source>,
    trees: impl IntoIterator<Item = &'t Tree<NodeOrigin>>,
    path: Span,
) -> Document {
    let mut document = Document::new(Format::Json5, source);
    let all = document.open(Kind::Array, path.start);
    for tree in trees {
        write(&mut document, tree, path);
    }
    document.close(all, path.end);
    document.finish(Vec::new());
    document
}

/// Recursion is limited by the depth of documents.
fn write(document: &mut Document, tree: &Tree<NodeOrigin>, path: Span) {
    let place = tree.mark.place().unwrap_or(path);
    let (start, end) = (place.start, place.end);
    match &tree.data {
        Data::Null => document.push(Kind::Null, start, end),
        Data::Bool(true) => document.push(Kind::True, start, end),
        Data::Bool(false) => document.push(Kind::False, start, end),
        Data::Number(numeral) => document.push_number(start, end, numeral),
        Data::String(text) => document.push_text(start, end, text),
        Data::Array(elements) => {
            let array = document.open(Kind::Array, start);
            elements.iter().for_each(|element| write(document, element, path));
            document.close(array, end);
        }
        Data::Object(members) => {
            let object = document.open(Kind::Object, start);
            for (key, value) in members.iter() {
                let place = value.mark.key().unwrap_or(path);
                document.push_text(place.start, place.end, key);
                write(document, value, path);
            }
            document.close(object, end);
        }
    }
}

impl NodeOrigin {
    /// The place that it was added from.
    pub(crate) fn place(self) -> Option<Span> {
        if let Self::Brought(written) = self { Some(written.value) } else { None }
    }

    /// The place that its key was added from.
    pub(crate) fn key(self) -> Option<Span> {
        if let Self::Brought(written) = self { written.key } else { None }
    }
}

impl Tree<NodeOrigin> {
    /// Whether an operation added any part of it.
    pub(crate) fn is_patched(&self) -> bool {
        match self.mark {
            NodeOrigin::Brought(_) | NodeOrigin::Restored => true,
            NodeOrigin::Kept | NodeOrigin::Element(_) | NodeOrigin::Waiting(_) => {
                self.inner().any(Self::is_patched)
            }
        }
    }

    /// Whether operations added all of it, so that the patch contains it as a whole.
    pub(crate) fn is_written(&self) -> bool {
        self.mark.place().is_some() && self.inner().all(Self::is_written)
    }

    /// The mark of the first deferred value in it.
    pub(crate) fn waiting(&self) -> Option<NodeOrigin> {
        match self.mark {
            NodeOrigin::Waiting(_) => Some(self.mark),
            NodeOrigin::Kept | NodeOrigin::Element(_) | NodeOrigin::Brought(_) | NodeOrigin::Restored => {
                self.inner().find_map(Self::waiting)
            }
        }
    }

    /// The first literal in it that an operation added.
    pub(crate) fn brought(&self) -> Option<Span> {
        self.mark.place().or_else(|| self.inner().find_map(Self::brought))
    }

    /// The elements or members.
    fn inner(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match &self.data {
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => Box::new(std::iter::empty()),
            Data::Array(elements) => Box::new(elements.iter()),
            Data::Object(members) => Box::new(members.iter().map(|(_, value)| value)),
        }
    }
}
