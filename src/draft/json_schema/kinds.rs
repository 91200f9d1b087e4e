//! Reads the keywords of a schema for each kind of values.

use super::bounds;
use super::keywords::BOUNDS;
use super::listed::{ListedKinds, listed_kinds};
use super::reader::ShapeReader;
use super::shape::{
    ArrayShape, MemberShape, NO_TYPE, NameList, ObjectShape, ObjectsShape, RestShape, StringShape, TextShape,
    ValueShape,
};
use super::untold::Untold;
use crate::draft::findings::{RequiredNowhere, UnknownSchemaType, quote};
use crate::syntax::{Kind, Node};
use crate::types::{JsonKind, JsonKinds, VariantName};
use crate::value::kind_of;
use std::collections::BTreeMap;

/// The most bytes of a character in UTF-8.
const BYTES_PER_CHARACTER: u64 = 4;

/// Why arrays with a type for each position have no type.
const TUPLE: &str = "each position has a type of its own";
/// Why objects without members have no type.
const NO_PROPERTIES: &str = "the schema names no properties";

impl<'d> ShapeReader<'d, '_> {
    /// Returns the shape of a schema without its references and alternatives.
    pub(super) fn own(&mut self, schema: Node<'d>, level: usize) -> ValueShape<'d> {
        let is_true = |key: &str| schema.get(key).is_some_and(|value| value.kind() == Kind::True);
        let mut shape = match self.listed(schema) {
            Some(_) | None if is_true("x-kubernetes-int-or-string") => self.of_kinds(
                schema,
                JsonKinds::only(JsonKind::Number).with(JsonKinds::only(JsonKind::String)),
                true,
                level,
            ),
            Some(ListedKinds { kinds, is_integer }) => self.of_kinds(schema, kinds, is_integer, level),
            None => self.refined(schema),
        };
        if is_true("x-kubernetes-embedded-resource") && shape.is_typed(JsonKind::Object) {
            shape.erase("a whole resource of Kubernetes");
        }
        if let Some(listed) = self.listed_values(schema) {
            self.meet(&mut shape, listed);
        }
        shape
    }

    /// Returns the kinds that a schema gives types. Reports unknown types.
    fn listed(&mut self, schema: Node<'d>) -> Option<ListedKinds> {
        match listed_kinds(schema) {
            Ok(kinds) => kinds,
            Err(name) => {
                self.report.push(UnknownSchemaType::of(schema, name.text()));
                None
            }
        }
    }

    fn of_kinds(
        &mut self,
        schema: Node<'d>,
        kinds: JsonKinds,
        is_integer: bool,
        level: usize,
    ) -> ValueShape<'d> {
        let mut shape = ValueShape::never(schema.span());
        for kind in kinds.iter() {
            match kind {
                JsonKind::Null => shape.null = true,
                JsonKind::Bool => shape.bool = true,
                JsonKind::Number => shape.number = Some(bounds::number(schema, is_integer, &mut self.untold)),
                JsonKind::String => {
                    let text = self.text(schema);
                    shape.string = Some(StringShape::Text(text));
                }
                JsonKind::Array => match self.array(schema, level) {
                    Some(array) => shape.array = Some(array),
                    None => self.give_up(&mut shape, schema, kind, TUPLE),
                },
                JsonKind::Object => match self.object(schema, level) {
                    Ok(object) => shape.object = Some(ObjectsShape::One(object)),
                    Err(why) => self.give_up(&mut shape, schema, kind, why),
                },
            }
        }
        shape
    }

    /// Returns the shape of a schema without a type. Among schemas that hold together, constraints of one kind count.
    fn refined(&mut self, schema: Node<'d>) -> ValueShape<'d> {
        let mut shape = self.any(schema);
        let has = |keys: &[&str]| keys.iter().any(|key| schema.get(key).is_some());
        if self.is_combined() && has(&["pattern", "minLength", "maxLength"]) {
            let text = self.text(schema);
            shape.give(JsonKind::String, |shape| shape.string = Some(StringShape::Text(text)));
        }
        if self.is_combined() && has(&BOUNDS) {
            let number = bounds::number(schema, false, &mut self.untold);
            shape.give(JsonKind::Number, |shape| shape.number = Some(number));
        }
        shape
    }

    /// Adds the values of a kind without a type.
    fn give_up(&mut self, shape: &mut ValueShape<'d>, schema: Node<'d>, kind: JsonKind, why: &'static str) {
        let mut untyped = ValueShape::untyped(schema.span(), JsonKinds::only(kind), why);
        self.hide(&mut untyped, schema);
        self.join(shape, untyped, "type");
    }

    fn text(&mut self, schema: Node<'d>) -> TextShape {
        let max_size = self.size(schema, "maxLength").map(|size| size.saturating_mul(BYTES_PER_CHARACTER));
        // A character has at least one byte.
        let min_size = self.size(schema, "minLength").filter(|min| max_size.is_none_or(|max| *min <= max));
        let pattern = schema.get("pattern").and_then(|pattern| self.pattern(pattern));
        TextShape { max_size, min_size: min_size.filter(|min| *min > 0), pattern }
    }

    /// Returns the size in a keyword. Records the keyword if the size is unknown.
    fn size(&mut self, schema: Node<'_>, key: &'static str) -> Option<u64> {
        let given = schema.get(key).filter(|given| given.kind() != Kind::Null)?;
        let size = bounds::bound(schema, key, f64::floor).filter(|bound| bound.step == 1);
        let size = size.and_then(|bound| u64::try_from(bound.inclusive).ok());
        if size.is_none() && given.kind() != Kind::Null {
            self.untold.tell(key);
        }
        size
    }

    /// Returns `None` for arrays with a type for each position.
    fn array(&mut self, schema: Node<'d>, level: usize) -> Option<ArrayShape<'d>> {
        let items = schema.get("items").filter(|items| items.kind() != Kind::Null);
        if schema.get("prefixItems").is_some() || items.is_some_and(|items| items.kind() == Kind::Array) {
            return None;
        }
        let element = match items {
            Some(items) => self.part(items, level + 1),
            None => self.refined(schema),
        };
        let max_count = self.size(schema, "maxItems");
        let min_count = self.size(schema, "minItems").filter(|min| max_count.is_none_or(|max| *min <= max));
        Some(ArrayShape {
            element: Box::new(element),
            max_count,
            min_count: min_count.filter(|min| *min > 0),
            is_unique: schema.get("uniqueItems").is_some_and(|unique| unique.kind() == Kind::True),
        })
    }

    /// Returns why there is no type for the objects.
    fn object(&mut self, schema: Node<'d>, level: usize) -> Result<ObjectShape<'d>, &'static str> {
        let properties = schema.get("properties").filter(|properties| properties.members().next().is_some());
        let rest = self.rest(schema, properties.is_some(), level);
        let max_count = self.size(schema, "maxProperties").filter(|count| *count > 0);
        let Some(properties) = properties else {
            return rest.map(|rest| ObjectShape::new(Some(rest), max_count)).ok_or(NO_PROPERTIES);
        };
        let names = schema.get("required").into_iter().flat_map(Node::elements);
        let required: BTreeMap<&'d str, Node<'d>> = names.map(|name| (name.text(), name)).collect();
        if rest.is_none() && max_count.is_some() {
            self.untold.tell("maxProperties");
        }
        let unknown =
            if self.is_alone(schema) { self.check_required(&required, properties) } else { Vec::new() };
        let takes_unknown = rest.is_none()
            && schema.get("additionalProperties").is_none_or(|others| others.kind() != Kind::False);
        let mut object = ObjectShape::new(rest, max_count);
        // Kubernetes drops members that the schema of a resource does not name.
        object.is_open = takes_unknown
            && !self.is_open_api
            && schema.get("unevaluatedProperties").is_none_or(|others| others.kind() != Kind::False);
        for (key, property) in properties.members() {
            let around = std::mem::take(&mut self.untold);
            let shape = self.part(property, level + 1);
            let untold = std::mem::replace(&mut self.untold, around);
            let name = key.text();
            let is_required = required.contains_key(name);
            let has_values = shape.kinds().is_some();
            // A property without any values cannot be set.
            if !object.has(name) && (has_values || is_required) {
                object.add(MemberShape {
                    name,
                    shape,
                    required: usize::from(is_required),
                    present: 1,
                    untold,
                });
            }
        }
        for place in unknown {
            let name = place.text();
            if takes_unknown && !object.has(name) {
                let shape = ValueShape { place: place.span(), ..self.any(schema) };
                object.add(MemberShape { name, shape, required: 1, present: 1, untold: Untold::default() });
            } else {
                self.untold.tell("required");
            }
        }
        if object.members.is_empty() { Err(NO_PROPERTIES) } else { Ok(object) }
    }

    /// Returns the entries beside the properties; `None` if there are none, or objects have no properties to tell them
    /// from.
    fn rest(&mut self, schema: Node<'d>, has_properties: bool, level: usize) -> Option<RestShape<'d>> {
        let is_true = |key: &str| schema.get(key).is_some_and(|value| value.kind() == Kind::True);
        let others = schema.get("additionalProperties").filter(|others| match others.kind() {
            Kind::Object => has_properties || others.members().next().is_some(),
            Kind::True => has_properties,
            Kind::Null | Kind::False | Kind::Number | Kind::String | Kind::Array | Kind::Invalid => false,
        });
        let keeps_unknown = has_properties && is_true("x-kubernetes-preserve-unknown-fields");
        let by_pattern = schema.get("patternProperties").into_iter().flat_map(Node::members);
        let by_pattern: Vec<(Node<'d>, Node<'d>)> =
            by_pattern.filter(|(_, values)| values.kind() != Kind::False).collect();
        let mut key = TextShape::default();
        if let Some(names) = schema.get("propertyNames") {
            if names.kind() == Kind::Object && names.get("$ref").is_none() {
                key = self.text(names);
            } else {
                self.untold.tell("propertyNames");
            }
        }
        let mut values: Option<ValueShape<'d>> = None;
        if let [(pattern, _)] = by_pattern[..]
            && others.is_none()
            && !keeps_unknown
            && key.pattern.is_none()
        {
            key.pattern = self.pattern(pattern);
        } else if !by_pattern.is_empty() {
            self.untold.tell("patternProperties (merged)");
        }
        let mut add = |reader: &mut Self, one: ValueShape<'d>| match &mut values {
            Some(all) => reader.join(all, one, "patternProperties"),
            None => values = Some(one),
        };
        for (_, schema) in by_pattern {
            let one = self.part(schema, level + 1);
            add(self, one);
        }
        if let Some(others) = others {
            let one = self.part(others, level + 1);
            add(self, one);
        }
        if keeps_unknown {
            let one = ValueShape::untyped(schema.span(), JsonKinds::ALL, NO_TYPE);
            add(self, one);
        }
        values.map(|value| RestShape { key, value: Box::new(value) })
    }

    /// Reports names in `required` that are near to a property, and returns other names
    /// that no property has.
    fn check_required(
        &mut self,
        required: &BTreeMap<&'d str, Node<'d>>,
        properties: Node<'d>,
    ) -> Vec<Node<'d>> {
        let mut unknown = Vec::new();
        let keys: BTreeMap<&str, Node<'d>> = properties.members().map(|(key, _)| (key.text(), key)).collect();
        for (name, place) in required.iter().filter(|(name, _)| !keys.contains_key(*name)) {
            let free = keys.keys().copied().filter(|property| !required.contains_key(property));
            let near = self.report.suggestions().nearest(name, free);
            match near.and_then(|near| keys.get(near)) {
                Some(near) => self.report.push(RequiredNowhere { name: quote(*place), near: quote(*near) }),
                None => unknown.push(*place),
            }
        }
        unknown
    }

    /// Returns the shape of the values that a schema lists.
    fn listed_values(&mut self, schema: Node<'d>) -> Option<ValueShape<'d>> {
        let one = schema.get("const");
        let (keyword, values) = match (one, schema.get("enum")) {
            (Some(one), _) => ("const", vec![one]),
            (None, Some(values)) => ("enum", values.elements().collect::<Vec<_>>()),
            (None, None) => return None,
        };
        let mut shape = ValueShape::never(schema.span());
        let (mut names, mut text) = (NameList::default(), None::<TextShape>);
        let mut untyped = Vec::new();
        for value in &values {
            match kind_of(*value)? {
                JsonKind::Null => shape.null = true,
                JsonKind::Bool => shape.bool = true,
                JsonKind::Number => {
                    let number = bounds::exactly(*value)?;
                    shape.number = Some(shape.number.map_or(number, |all| all.around(number)));
                }
                JsonKind::String => match VariantName::new(value.text()) {
                    Ok(name) => names.add(name),
                    Err(_) => {
                        let size = value.text().len() as u64;
                        let max_size = text.and_then(|text| text.max_size).max(Some(size));
                        text = Some(TextShape { max_size, ..TextShape::default() });
                    }
                },
                kind @ (JsonKind::Array | JsonKind::Object) => untyped.push(kind),
            }
        }
        shape.string = match text {
            Some(text) => Some(StringShape::Text(TextShape {
                max_size: text.max_size.max(names.as_text().max_size),
                ..text
            })),
            None if names.names.is_empty() => None,
            None => Some(StringShape::Enum(names)),
        };
        let has = |kind: Kind| values.iter().any(|value| value.kind() == kind);
        let is_exact = !matches!(shape.string, Some(StringShape::Text(_)))
            && untyped.is_empty()
            && has(Kind::True) == has(Kind::False)
            && shape.number.is_none_or(|number| number.is_listed(&values));
        if !is_exact {
            self.untold.tell(keyword);
        }
        if let Some(kinds) = JsonKinds::of(untyped) {
            let why = format!("`{keyword}` lists lists or objects");
            self.join(&mut shape, ValueShape::untyped(schema.span(), kinds, why), keyword);
        }
        Some(shape).filter(|shape| shape.kinds().is_some())
    }
}
