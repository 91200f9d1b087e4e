//! What of a product file that is refused may be secret: nobody has asked its declarations.

use super::keys::{PRODUCT_KEYS, ProductLevel};
use super::model::Product;
use crate::secrets::{comments, hide_unread, secrets_in_inputs};
use crate::syntax::{Document, Format, Kind, Node};

impl Product<'_> {
    /// Hides what may be secret in the product file, where a run ends before its declarations are asked.
    pub fn hide_unasked(&self) {
        hide_refused(self.root.document());
    }
}

/// Hides what may be secret in a product file that is refused: what it sets, what it gives inputs, and what stands under
/// keys that are not known there; all values of a text with something that could not be read.
pub(super) fn hide_refused(document: &Document) {
    if !document.is_complete() {
        return hide_unread(Format::Json5, document.source());
    }
    let mut hidden = Vec::new();
    if let Some(root) = document.root() {
        of_part(root, ProductLevel::Product, &mut hidden);
    }
    if !hidden.is_empty() {
        hidden.extend(comments(Format::Json5, document.source()));
    }
    document.source().mask(hidden);
}

/// A part of a product file; a list of them stands there by mistake. Depth is limited, so recursion is.
fn of_part(part: Node<'_>, level: ProductLevel, hidden: &mut Vec<(u32, u32)>) {
    match part.kind() {
        Kind::Object => of_object(part, level, hidden),
        Kind::Array => part.elements().for_each(|part| of_part(part, level, hidden)),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {}
    }
}

fn of_object(object: Node<'_>, level: ProductLevel, hidden: &mut Vec<(u32, u32)>) {
    for (key, value) in object.members() {
        let is_known =
            |known: &&super::keys::ProductKey| known.name == key.text() && known.may_stand_at(level);
        let known = PRODUCT_KEYS.iter().find(is_known).map(|known| known.name);
        let inner = match (known, level, value.kind()) {
            (Some("components"), ProductLevel::Product, _) => ProductLevel::Component,
            (Some("components"), _, _) => ProductLevel::EnvironmentComponent,
            (Some("environments"), _, _) => ProductLevel::Environment,
            (Some("inputs"), ProductLevel::Product, Kind::Object) => {
                let defaults = value.members().filter_map(|(_, input)| input.get("default"));
                defaults.for_each(|default| scalars(default, hidden));
                hidden.extend(secrets_in_inputs(value, None));
                continue;
            }
            (Some("set" | "inputs"), _, Kind::Object) => {
                let place = |(_, given): (_, Node<'_>)| (given.span().start, given.span().end);
                hidden.extend(value.members().map(place));
                continue;
            }
            (Some("set" | "inputs") | None, _, _) => {
                scalars(value, hidden);
                continue;
            }
            // Paths and names stand there, and whatever else does is in the wrong place.
            (Some("exports" | "rules"), _, Kind::Array) => {
                for element in value.elements() {
                    if element.kind() == Kind::Object {
                        element.members().for_each(|(_, value)| misplaced(value, hidden));
                    } else {
                        misplaced(element, hidden);
                    }
                }
                continue;
            }
            (Some("imports"), _, Kind::Object) => {
                value.members().for_each(|(_, value)| misplaced(value, hidden));
                continue;
            }
            (Some(_), _, _) => {
                misplaced(value, hidden);
                continue;
            }
        };
        if value.kind() == Kind::Object {
            value.members().for_each(|(_, named)| of_part(named, inner, hidden));
        } else {
            of_part(value, inner, hidden);
        }
    }
}

/// The scalars in objects, where only names, paths and lists of them are expected, and texts that are a document
/// themselves. Depth is limited, so recursion is.
fn misplaced(value: Node<'_>, hidden: &mut Vec<(u32, u32)>) {
    match value.kind() {
        Kind::Object => scalars(value, hidden),
        Kind::Array => value.elements().for_each(|value| misplaced(value, hidden)),
        Kind::String if value.text().contains(['\n', '"']) || value.text().contains(": ") => {
            scalars(value, hidden);
        }
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {}
    }
}

/// The scalars in a value. Depth is limited, so recursion is.
fn scalars(value: Node<'_>, hidden: &mut Vec<(u32, u32)>) {
    match value.kind() {
        Kind::Object => value.members().for_each(|(_, value)| scalars(value, hidden)),
        Kind::Array => value.elements().for_each(|value| scalars(value, hidden)),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
            hidden.push((value.span().start, value.span().end));
        }
    }
}
