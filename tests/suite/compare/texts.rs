//! Value sources with everything that one may say: operators, structs in part, old names, numbers in every spelling, and
//! overrides of a parent as they are written.

use super::small::Small;
use confc::text::escape::literal;
use confc::types::{Field, MapType, Type, Value};
use std::collections::BTreeMap;

/// Numbers in spellings of which types see more or less.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "1.0",
    "0x1",
    "0.1",
    "0.10000000149011612",
    "16777217",
    "1.00000003",
    "-1e300",
    "3.4e38",
];

impl Small {
    /// The text of a layer for these fields, which is valid more often than not.
    pub(super) fn layer(&mut self, fields: &[Field]) -> String {
        self.members(fields, None, true)
    }

    /// What a parent overrides, as the command line takes it; `None` where a parent may override nothing.
    pub(super) fn override_text(&mut self, fields: &[Field]) -> Option<String> {
        let mutable: Vec<&Field> = fields.iter().filter(|field| field.mutability.parent).collect();
        let field = *mutable.get(self.random.below(mutable.len()))?;
        let name = self.name_in_path(field);
        let literal = self.field_literal(field, field.default.as_ref(), false);
        // Strings and variants stand there without quotes.
        Some(format!("{name}={}", literal.trim_matches(['"', '\''])))
    }

    /// A name of a field in a layer, in quotes.
    fn name(&mut self, field: &Field) -> String {
        let names: Vec<&str> = field.names_in_literals().collect();
        literal(self.random.pick(&names)).to_string()
    }

    /// A name of a field in an override.
    pub(super) fn name_in_path(&mut self, field: &Field) -> String {
        let names: Vec<&str> = field.names_in_paths().collect();
        self.random.pick(&names).to_owned()
    }

    /// An object; `operators` says whether they may stand in it, `behind` what the struct's default gives.
    fn members(&mut self, fields: &[Field], behind: Option<&[Value]>, operators: bool) -> String {
        let mut members = Vec::new();
        for (at, field) in fields.iter().enumerate() {
            let default = behind.and_then(|values| values.get(at)).or(field.default.as_ref());
            if let (Type::Map(map), true) = (&field.ty, field.is_rest()) {
                let is_taken =
                    |key: &str| fields.iter().any(|field| field.names_in_literals().any(|name| name == key));
                let entries = self.entries(map, default, operators).into_iter();
                members.extend(
                    entries
                        .filter(|(key, _)| !is_taken(key))
                        .map(|(key, said)| format!("{}: {said}", literal(&key))),
                );
                continue;
            }
            let optional = default.is_some() || !field.needs_value();
            if optional && self.random.once_in(2) || self.random.once_in(40) {
                continue;
            }
            let name = self.name(field);
            let computed = self.expression(field);
            let said = match self.random.below(8) {
                0 if operators && optional => "{ $unset: true }".to_owned(),
                1 if operators => format!("{{ $override: {} }}", self.field_literal(field, default, false)),
                2..6 if operators && default.is_some() && matches!(field.ty, Type::Vector(_)) => {
                    let elements = self.elements(&field.ty, 5);
                    format!("{{ $append: [{elements}] }}")
                }
                6 if operators && computed.is_some() => computed.unwrap(),
                _ => self.field_literal(field, default, operators),
            };
            members.push(format!("{name}: {said}"));
        }
        format!("{{ {} }}", members.join(", "))
    }

    /// `$expr` with some value of a field; `None` for a type without literals in expressions, or if a unit would be needed.
    fn expression(&mut self, field: &Field) -> Option<String> {
        let is_plain = match &field.ty {
            Type::Integer(_) | Type::Float(_) => field.ty.unit().is_none(),
            Type::Bool | Type::String(_) | Type::Enum(_) => true,
            Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => false,
        };
        let value = if is_plain { self.value(&field.ty)? } else { return None };
        let text = field.ty.literal(&value).to_string();
        Some(format!("{{ $expr: {} }}", literal(&text.replace('"', "'"))))
    }

    /// Up to so many elements of a list.
    fn elements(&mut self, list: &Type, most: usize) -> String {
        let element = list.element().unwrap();
        let count = self.random.below(most + 1);
        let elements: Vec<String> = (0..count).map(|_| self.literal(element, None, false)).collect();
        elements.join(", ")
    }

    /// Up to so many entries, most often of keys that there are.
    fn entries(
        &mut self,
        map: &MapType,
        default: Option<&Value>,
        operators: bool,
    ) -> BTreeMap<Box<str>, String> {
        let known: Vec<Box<str>> =
            default.and_then(Value::as_map).map_or(Vec::new(), |map| map.keys().into());
        let mut entries = BTreeMap::new();
        for _ in 0..self.random.below(5) {
            let is_known = !known.is_empty() && self.random.once_in(2);
            let key = if is_known {
                known[self.random.below(known.len())].clone()
            } else {
                self.map_key(map).unwrap_or_default()
            };
            let said = match self.random.below(4) {
                0 if operators => "{ $unset: true }".to_owned(),
                1 if operators => format!("{{ $override: {} }}", self.literal(map.value(), None, false)),
                _ => self.literal(map.value(), None, false),
            };
            entries.insert(key, said);
        }
        entries
    }

    /// A literal of a field, or that it is null or has no value.
    fn field_literal(&mut self, field: &Field, default: Option<&Value>, operators: bool) -> String {
        if self.random.once_in(if field.presence().may_lack_value() { 3 } else { 60 }) {
            return self.random.pick(&["null", "{ $absent: true }"]).to_owned();
        }
        self.literal(&field.ty, default, operators)
    }

    fn literal(&mut self, ty: &Type, default: Option<&Value>, operators: bool) -> String {
        match ty {
            Type::Struct(structure) => {
                let behind = default.and_then(Value::as_members);
                self.members(structure.members(), behind, operators)
            }
            Type::Vector(_) | Type::Array(_) if !self.random.once_in(3) => {
                let most = if matches!(ty, Type::Array(_)) { 3 } else { 5 };
                format!("[{}]", self.elements(ty, most))
            }
            Type::Integer(_) | Type::Float(_) if ty.unit().is_some() && self.random.once_in(2) => {
                let value = self.value(ty).map(|value| ty.show_as_quantity(&value));
                let other = self.random.pick(&["0s", "1s", "1000ms", "0.5KiB"]).to_owned();
                format!("\"{}\"", value.filter(|_| !self.random.once_in(3)).unwrap_or(other))
            }
            // A union is one value, in which nothing is an operator.
            Type::Union(union) if !self.random.once_in(4) => {
                let case = self.random.below(union.cases().len());
                self.literal(&union.cases()[case].ty, None, false)
            }
            Type::Map(map) if !self.random.once_in(4) => {
                let entries = self.entries(map, default, operators);
                let entries = entries.iter().map(|(key, said)| format!("{}: {said}", literal(key)));
                format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
            }
            Type::Integer(_) | Type::Float(_) if self.random.once_in(3) => {
                self.random.pick(NUMBERS).to_owned()
            }
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => match self.value(ty) {
                Some(value) => ty.literal(&value).to_string(),
                None => "[]".to_owned(),
            },
        }
    }
}
