//! Objects of a product file, checked against the table of keys.

use super::keys::{PRODUCT_KEYS, ProductLevel};
use super::{advice, errors};
use crate::diagnostic::{Help, Report};
use crate::syntax::{Kind, Node};
use crate::text::suggest;
use std::collections::{BTreeMap, BTreeSet};

/// An object of a product file. All of its keys are allowed at its level.
pub(super) struct ProductObject<'d> {
    /// The object in messages.
    what: String,
    level: ProductLevel,
    members: BTreeMap<&'d str, Node<'d>>,
    /// The allowed keys that unknown keys most likely mean.
    meant: BTreeSet<&'static str>,
}

impl<'d> ProductObject<'d> {
    /// Reads an object. Reports unknown keys and leaves them out. Returns `None` if the node is not an object.
    pub(super) fn read(
        node: Node<'d>,
        what: String,
        level: ProductLevel,
        components: &BTreeMap<&str, usize>,
        report: &mut Report,
    ) -> Option<Self> {
        if !is(node, Kind::Object, (&what, "an object"), advice::on_object(node, level), report) {
            return None;
        }
        let mut unset = Vec::new();
        let (mut members, mut meant) = (BTreeMap::new(), BTreeSet::new());
        for (key, value) in node.members() {
            if key.kind() == Kind::Invalid {
                continue;
            }
            let known = PRODUCT_KEYS.iter().find(|known| known.name == key.text());
            if known.is_some_and(|known| known.may_stand_at(level)) {
                members.entry(key.text()).or_insert(value);
            } else {
                let is_component = level == ProductLevel::Environment && components.contains_key(key.text());
                if is_component {
                    let help = advice::component_in_environment(key, value);
                    report.push(errors::unexpected_key(key, &what).help(help));
                    continue;
                }
                let nearest = if known.is_none() { nearest_key(key, value, level) } else { None };
                if known.is_none() && nearest.is_none() && advice::may_be_field(key, level) {
                    unset.push(key);
                    continue;
                }
                meant.extend(nearest);
                let unknown = errors::unknown_key(key, &what, level, (known, nearest));
                let is_component =
                    |name: &str| level == ProductLevel::Component && components.contains_key(name);
                report.push(unknown.help_if(advice::on_dependencies(key, value, &is_component)));
            }
        }
        errors::fields_without_set(&unset, &what).into_iter().for_each(|unset| report.push(unset));
        Some(Self { what, level, members, meant })
    }

    /// Whether the object has one of these keys, or an unknown key that most likely means one of them and is already
    /// reported.
    pub(super) fn is_meant(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.members.contains_key(key) || self.meant.contains(key))
    }

    /// The value of a key, if it is present and could be read.
    pub(super) fn get(&self, key: &str) -> Option<Node<'d>> {
        self.members.get(key).copied().filter(|value| value.kind() != Kind::Invalid)
    }

    /// The value of a key in messages.
    pub(super) fn name_of(&self, key: &str) -> String {
        format!("`{key}` of {}", self.what)
    }

    /// A text that is not empty.
    pub(super) fn text(&self, key: &str, report: &mut Report) -> Option<Node<'d>> {
        let value = self.get(key)?;
        is_text(value, &self.name_of(key), report).then_some(value)
    }

    /// `true` or `false`; `false` if absent.
    pub(super) fn flag(&self, key: &str, report: &mut Report) -> bool {
        self.get(key).and_then(|value| is_switch(value, &self.name_of(key), report)).unwrap_or_default()
    }

    /// The elements of a list; none if it is absent.
    pub(super) fn list(&self, key: &str, report: &mut Report) -> Vec<Node<'d>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let help = advice::on_shape((key, self.level), value, Kind::Array);
        if !is(value, Kind::Array, (&self.name_of(key), "a list"), help, report) {
            return Vec::new();
        }
        value.elements().filter(|element| element.kind() != Kind::Invalid).collect()
    }

    /// The elements of a list of texts.
    pub(super) fn texts(&self, key: &str, report: &mut Report) -> Vec<Node<'d>> {
        let what = format!("an element of {}", self.name_of(key));
        let mut elements = self.list(key, report);
        elements.retain(|element| {
            let help = advice::on_element(key, *element).map(str::to_owned);
            is_text_or(*element, &what, help, report)
        });
        elements
    }

    /// The members of an object, each key once; none if it is absent.
    pub(super) fn members(&self, key: &str, report: &mut Report) -> Vec<(Node<'d>, Node<'d>)> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let help = advice::on_shape((key, self.level), value, Kind::Object);
        if !is(value, Kind::Object, (&self.name_of(key), "an object"), help, report) {
            return Vec::new();
        }
        members_once(value)
    }
}

/// The nearest key that is allowed at a level.
fn nearest_key(key: Node<'_>, value: Node<'_>, level: ProductLevel) -> Option<&'static str> {
    if let Some(meant) = advice::key_for_word(key, value, level) {
        return Some(meant);
    }
    let names = PRODUCT_KEYS.iter().filter(|known| known.may_stand_at(level)).map(|known| known.name);
    suggest::nearest(key.text(), names)
}

/// The readable members of an object, each key once. `Product::read` reports repeated keys.
pub(super) fn members_once(object: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    let mut met = BTreeSet::new();
    let readable =
        |(key, value): &(Node<'_>, Node<'_>)| key.kind() != Kind::Invalid && value.kind() != Kind::Invalid;
    object.members().filter(readable).filter(|(key, _)| met.insert(key.text())).collect()
}

/// Whether a node is `true` or `false`. Reports other nodes.
pub(super) fn is_switch(node: Node<'_>, what: &str, report: &mut Report) -> Option<bool> {
    match node.kind() {
        Kind::True => Some(true),
        Kind::False => Some(false),
        Kind::Null | Kind::Number | Kind::String | Kind::Array | Kind::Object | Kind::Invalid => {
            let is_quoted = matches!(node.text(), "true" | "false");
            let wrong = errors::wrong_kind(node, what, "`true` or `false`");
            report.push(wrong.help_if(is_quoted.then(Help::unquote)));
            None
        }
    }
}

/// Whether a node is a text that is not empty. Reports other nodes.
pub(super) fn is_text(node: Node<'_>, what: &str, report: &mut Report) -> bool {
    is_text_or(node, what, None, report)
}

/// As [`is_text`], with a remedy for a node of another kind.
pub(super) fn is_text_or(node: Node<'_>, what: &str, help: Option<String>, report: &mut Report) -> bool {
    if node.kind() == Kind::String && node.text().is_empty() {
        report.push(errors::wrong_kind(node, what, "a string that is not empty"));
        return false;
    }
    is(node, Kind::String, (what, "a string"), help, report)
}

/// Whether a node has this kind. Reports another kind, unless the node could not be read.
pub(super) fn is(
    node: Node<'_>,
    kind: Kind,
    (what, expected): (&str, &str),
    help: Option<impl Into<Help>>,
    report: &mut Report,
) -> bool {
    if node.kind() != kind && node.kind() != Kind::Invalid {
        report.push(errors::wrong_kind(node, what, expected).help_if(help));
    }
    node.kind() == kind
}
