//! The texts that a product names, each read once.

use crate::diagnostic::Report;
use crate::layers::object_at;
use crate::pointer::Pointer;
use crate::secrets::{PartPlace, ValuesDocument};
use crate::syntax::{Document, Format, Kind, Node, duplicate_key};
use crate::text::Source;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A layer or patch.
#[derive(Debug)]
pub struct ValueText {
    /// The readable part of it.
    pub document: Option<Arc<Document>>,
    /// Its file if that is a text, even an unreadable one.
    pub source: Option<Arc<Source>>,
    /// Its place in the file.
    pub place: TextPlace,
    /// The format of the file.
    pub format: Format,
}

/// The place of a layer in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextPlace {
    /// The whole file.
    Whole,
    /// An object in it.
    Object(Pointer),
    /// A string in it, in this format.
    Embedded(Pointer, Format),
}

/// All texts of a product, by [`ProductPath::path`](super::ProductPath).
pub type ValueTexts = BTreeMap<String, ValueText>;

impl ValueText {
    /// Whether the text was read without a syntax error.
    pub(super) fn is_complete(&self) -> bool {
        self.document.as_ref().is_some_and(|document| document.is_complete())
    }

    /// Whether all of a layer could be read. The unread part of a shared layer may be for any component.
    pub(super) fn is_read(&self) -> bool {
        self.is_complete() && self.root().is_some_and(|root| root.kind() == Kind::Object)
    }

    /// Reports keys that are repeated in an object of the document.
    pub(super) fn report_repeated_keys(&self, report: &mut Report) {
        if let Some(document) = &self.document {
            document.repeated().iter().for_each(|pair| report.push(duplicate_key(document, pair)));
        }
    }

    /// The root of the layer; `None` if it could not be read.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        let document = self.document.as_ref()?;
        self.object_in(document).or_else(|| match &self.place {
            TextPlace::Embedded(..) => document.root(),
            TextPlace::Whole | TextPlace::Object(_) => None,
        })
    }

    /// The root of the layer in a reading of the file; `None` for a layer that is a text of its own in a string.
    #[must_use]
    pub(crate) fn object_in<'d>(&self, document: &'d Document) -> Option<Node<'d>> {
        match &self.place {
            TextPlace::Object(pointer) => object_at(document, pointer),
            TextPlace::Whole => document.root(),
            TextPlace::Embedded(..) => None,
        }
    }

    /// The place of a component's values in the file; `part` is their place in the layer.
    pub(super) fn part_place(&self, part: PartPlace) -> PartPlace {
        match (&self.place, part) {
            (TextPlace::Whole, part) => part,
            (TextPlace::Embedded(pointer, format), part) => {
                let is_patch = part == PartPlace::Patch;
                let content = if is_patch { ValuesDocument::Patch } else { ValuesDocument::Layer };
                PartPlace::Embedded(pointer.clone(), content, *format)
            }
            (TextPlace::Object(pointer), PartPlace::Object(within)) => match PartPlace::object_at(pointer) {
                PartPlace::Object(mut path) => {
                    path.extend(within);
                    PartPlace::Object(path)
                }
                other @ (PartPlace::Whole
                | PartPlace::Shared
                | PartPlace::Embedded(..)
                | PartPlace::Patch) => other,
            },
            (TextPlace::Object(pointer), _) => PartPlace::object_at(pointer),
        }
    }
}
