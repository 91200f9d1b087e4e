//! The values of a client as plain data for serde.

use super::{Interface, Typed};
use confc_core::types::{Field, FloatKind, JsonNode, JsonText, List, Type, Value, to_f32};
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};

impl Interface {
    /// Serializes a configuration as `confc export --format json --sensitive omit` does: as a map of the fields by
    /// their native names. Leaves out sensitive fields, and lists, maps and unions that hold sensitive members.
    /// Structs, maps and JSON objects become maps, and the entries of a rest are among the other members. An enum
    /// becomes the name of its variant.
    ///
    /// Null becomes serde's unit. So does an absent value if its field has a default and takes no null; other absent
    /// values are left out. `hidden` has the paths to the defaults that the client does not hold, as positions of
    /// fields and members, in ascending order. Takes time linear in the values.
    ///
    /// # Errors
    /// Returns errors of the serializer. Fails if the client does not match its declaration.
    pub fn serialize<S: Serializer>(
        &self,
        value: impl Typed,
        hidden: &[&[usize]],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let declaration = self.declaration().map_err(S::Error::custom)?;
        let config = declaration.0.config();
        let (Some(config), Value::Struct(values)) = (config, value.into_value().0) else {
            return Err(S::Error::custom(
                "the generated client does not match the declaration embedded in it",
            ));
        };
        let hidden = hidden.to_vec();
        Members { fields: config.fields(), values: &values, tag: None, hidden }.serialize(serializer)
    }
}

/// The fields of a configuration, or the members of a struct.
struct Members<'a> {
    fields: &'a [Field],
    values: &'a [Value],
    /// The tag of the enclosing union, and the text of the case.
    tag: Option<(&'a str, &'a str)>,
    /// The paths to defaults that the client does not hold, ascending.
    hidden: Vec<&'a [usize]>,
}

impl<'a> Members<'a> {
    /// The members of a struct in a list, map or union. No path in `hidden` leads there.
    fn alone(fields: &'a [Field], values: &'a [Value]) -> Self {
        Self { fields, values, tag: None, hidden: Vec::new() }
    }
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some((tag, text)) = self.tag {
            map.serialize_entry(tag, text)?;
        }
        let mut paths = self.hidden.iter().filter_map(|path| path.split_first()).peekable();
        for (at, (field, value)) in self.fields.iter().zip(self.values).enumerate() {
            let within = std::iter::from_fn(|| paths.next_if(|(first, _)| **first == at));
            let hidden: Vec<&[usize]> = within.map(|(_, rest)| rest).collect();
            if field.sensitive {
                continue;
            }
            match (&field.ty, value) {
                (_, Value::Absent) => {
                    // If it were left out, it would mean the default.
                    let default = field.default.as_ref();
                    let has_default =
                        default.is_some_and(|default| !default.is_absent()) || hidden.contains(&&[][..]);
                    if has_default && !field.leaves_out(value) {
                        map.serialize_entry(field.native_name(), &())?;
                    }
                }
                (Type::Struct(ty), Value::Struct(values)) => {
                    let members = Members { fields: ty.members(), values, tag: None, hidden };
                    map.serialize_entry(field.native_name(), &members)?;
                }
                (ty, _) if ty.holds_sensitive() => {}
                (Type::Map(ty), Value::Map(entries)) if field.is_rest() => {
                    for (key, value) in entries.to_entries() {
                        map.serialize_entry(&*key, &Plain { ty: ty.value(), value: &value })?;
                    }
                }
                (ty, value) => map.serialize_entry(field.native_name(), &Plain { ty, value })?,
            }
        }
        map.end()
    }
}

/// A value, with its type.
struct Plain<'a> {
    ty: &'a Type,
    value: &'a Value,
}

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.ty, self.value) {
            (_, Value::Absent | Value::Null) => serializer.serialize_unit(),
            (_, Value::Bool(value)) => serializer.serialize_bool(*value),
            (_, Value::Unsigned(value)) => serializer.serialize_u64(*value),
            (_, Value::Signed(value)) => serializer.serialize_i64(*value),
            // A float32 is written with fewer digits than the equal float64.
            (Type::Float(ty), Value::Float(value)) if ty.kind == FloatKind::Float32 => {
                serializer.serialize_f32(to_f32(*value))
            }
            (_, Value::Float(value)) => serializer.serialize_f64(*value),
            (_, Value::String(text)) => serializer.serialize_str(text),
            (ty, Value::Variant(number)) => match ty.variant(*number) {
                Some(variant) => serializer.serialize_str(variant.name.as_str()),
                None => Err(S::Error::custom("unknown variant")),
            },
            (ty, Value::Struct(values)) => Members::alone(ty.members(), values).serialize(serializer),
            (ty, Value::List(list)) => elements(ty, list, serializer),
            (ty, Value::Map(entries)) => {
                let contents = ty.contents().unwrap_or(ty);
                let mut map = serializer.serialize_map(Some(entries.keys().len()))?;
                for (key, value) in entries.to_entries() {
                    map.serialize_entry(&*key, &Plain { ty: contents, value: &value })?;
                }
                map.end()
            }
            (ty, Value::Union(union)) => {
                let Some(case) = ty.cases().get(union.case as usize) else {
                    return Err(S::Error::custom("unknown case"));
                };
                match (ty.tag(), &union.value) {
                    (Some(tag), Value::Struct(values)) => {
                        let text = case.text.as_ref().map_or(case.name.as_str(), |text| text.as_str());
                        let tag = Some((tag.as_str(), text));
                        Members { tag, ..Members::alone(case.ty.members(), values) }.serialize(serializer)
                    }
                    (_, value) => Plain { ty: &case.ty, value }.serialize(serializer),
                }
            }
            (_, Value::Json(text)) => PlainJson::of(text).serialize(serializer),
        }
    }
}

fn elements<S: Serializer>(ty: &Type, list: &List, serializer: S) -> Result<S::Ok, S::Error> {
    let contents = ty.contents().unwrap_or(ty);
    let mut sequence = serializer.serialize_seq(Some(list.len()))?;
    for value in list.to_values().iter() {
        sequence.serialize_element(&Plain { ty: contents, value })?;
    }
    sequence.end()
}

/// A part of a JSON value.
enum PlainJson<'t> {
    Null,
    Bool(bool),
    Number(&'t str),
    String(String),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl<'t> PlainJson<'t> {
    fn of(text: &'t JsonText) -> Self {
        text.fold(|node| match node {
            JsonNode::Null => Self::Null,
            JsonNode::Bool(value) => Self::Bool(value),
            JsonNode::Number(text) => Self::Number(text),
            JsonNode::String(text) => Self::String(text.text()),
            JsonNode::Array(elements) => Self::Array(elements),
            JsonNode::Object(members) => {
                Self::Object(members.into_iter().map(|(key, value)| (key.text(), value)).collect())
            }
        })
    }
}

impl Serialize for PlainJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            // Canonical integers have at most 64 bits.
            Self::Number(text) => {
                if let Ok(value) = text.parse() {
                    serializer.serialize_u64(value)
                } else if let Ok(value) = text.parse() {
                    serializer.serialize_i64(value)
                } else {
                    serializer.serialize_f64(text.parse().map_err(S::Error::custom)?)
                }
            }
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(elements) => serializer.collect_seq(elements),
            Self::Object(members) => serializer.collect_map(members.iter().map(|(key, value)| (key, value))),
        }
    }
}
