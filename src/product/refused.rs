//! What of a product file that is refused may be secret: nobody has asked its declarations.

use super::keys::{PRODUCT_KEYS, ProductLevel};
use super::model::Product;
use crate::secrets::{hide_in_other_language, hide_values, secrets_in_inputs};
use crate::syntax::{Document, Format, Kind, Node};
use crate::text::language::{self, Language};

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
        let source = document.source();
        return match language::guess(source.text()) {
            Some((found, _)) if found != Language::Json5 => hide_in_other_language(source),
            Some(_) | None => hide_values(Format::Json5, source),
        };
    }
    let mut hidden = Vec::new();
    if let Some(root) = document.root() {
        of_object(root, ProductLevel::Product, &mut hidden);
    }
    document.source().mask(hidden);
}

fn of_object(object: Node<'_>, level: ProductLevel, hidden: &mut Vec<(u32, u32)>) {
    for (key, value) in object.members() {
        let is_known =
            |known: &&super::keys::ProductKey| known.name == key.text() && known.may_stand_at(level);
        let known = PRODUCT_KEYS.iter().find(is_known).map(|known| known.name);
        let inner = match (known, level) {
            (Some("components"), ProductLevel::Product) => ProductLevel::Component,
            (Some("components"), _) => ProductLevel::EnvironmentComponent,
            (Some("environments"), _) => ProductLevel::Environment,
            (Some("inputs"), ProductLevel::Product) => {
                let defaults = value.members().filter_map(|(_, input)| input.get("default"));
                defaults.for_each(|default| scalars(default, hidden));
                hidden.extend(secrets_in_inputs(value));
                continue;
            }
            (Some("set" | "inputs"), _) if value.kind() == Kind::Object => {
                let place = |(_, given): (_, Node<'_>)| (given.span().start, given.span().end);
                hidden.extend(value.members().map(place));
                continue;
            }
            (Some("set" | "inputs") | None, _) => {
                scalars(value, hidden);
                continue;
            }
            // Paths and names stand there, and whatever else does is in the wrong place.
            (Some("exports" | "rules"), _) => {
                let members = value.elements().flat_map(|element| element.members());
                members.for_each(|(_, value)| misplaced(value, hidden));
                continue;
            }
            (Some("imports"), _) => {
                value.members().for_each(|(_, value)| misplaced(value, hidden));
                continue;
            }
            (Some(_), _) => {
                misplaced(value, hidden);
                continue;
            }
        };
        let named = value.members().map(|(_, named)| named);
        named.filter(|named| named.kind() == Kind::Object).for_each(|named| of_object(named, inner, hidden));
    }
}

/// The scalars in objects, where only texts and lists of them are expected. Depth is limited, so recursion is.
fn misplaced(value: Node<'_>, hidden: &mut Vec<(u32, u32)>) {
    match value.kind() {
        Kind::Object => scalars(value, hidden),
        Kind::Array => value.elements().for_each(|value| misplaced(value, hidden)),
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
