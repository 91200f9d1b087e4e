//! The carried sections, which confc does not interpret and keeps as written.

use super::view::View;
use super::{Manifest, MergedValue, Section, errors};
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node, Number, number};
use crate::types::{Component, JsonValue};

/// The carried sections of a manifest as data, in the same order and without loss. A number is kept as a `uint64`, a
/// negative `int64`, or its decimal text. Reports a number that fits none of these.
pub fn component(manifest: &Manifest<'_>, report: &mut Report) -> Component {
    let mut section = |section| manifest.section(section).map(|tree| json_value(tree, report));
    let mut component = Component {
        program: section(Section::Program),
        uses: section(Section::Use),
        expose: section(Section::Expose),
        offer: section(Section::Offer),
        capabilities: section(Section::Capabilities),
        children: section(Section::Children),
        collections: section(Section::Collections),
        environments: section(Section::Environments),
        facets: section(Section::Facets),
        disable: section(Section::Disable),
        extensions: Vec::new(),
    };
    let extensions = manifest.extensions.iter();
    component.extensions =
        extensions.map(|(key, tree)| (key.text().into(), json_value(tree, report))).collect();
    component
}

fn json_value(tree: &MergedValue<'_>, report: &mut Report) -> JsonValue {
    of_view(View::of(tree), report)
}

fn of_view(view: View<'_, '_>, report: &mut Report) -> JsonValue {
    match view {
        View::Node(node) => of_node(node, report),
        View::Object(_) => map(view, report),
        View::Array(_) => list(view, report),
    }
}

fn of_node(node: Node<'_>, report: &mut Report) -> JsonValue {
    match node.kind() {
        Kind::Null => JsonValue::Null,
        Kind::True => JsonValue::Bool(true),
        Kind::False => JsonValue::Bool(false),
        Kind::Number => of_number(node, report),
        Kind::String => JsonValue::String(node.text().into()),
        Kind::Array => list(View::Node(node), report),
        Kind::Object => map(View::Node(node), report),
        // The parser has reported it, so the component is never sealed.
        Kind::Invalid => JsonValue::Null,
    }
}

fn list(view: View<'_, '_>, report: &mut Report) -> JsonValue {
    JsonValue::List(view.elements().map(|element| of_view(element, report)).collect())
}

fn map(view: View<'_, '_>, report: &mut Report) -> JsonValue {
    JsonValue::Map(view.members().map(|(key, value)| (key.text().into(), of_view(value, report))).collect())
}

fn of_number(node: Node<'_>, report: &mut Report) -> JsonValue {
    match number(node.raw()) {
        Number::Unsigned(value) => JsonValue::Unsigned(value),
        Number::Negative(value) => JsonValue::Negative(value),
        Number::Decimal(text) | Number::NonFinite(text) => JsonValue::Number(text.into()),
        Number::HexTooLarge(_) => {
            report.push(errors::number_too_large(node));
            JsonValue::Null
        }
    }
}
