//! The JSON of `show` for tools: frozen shapes (`schemas/show.schema.json`).

use super::super::{Config, Declaration};
use super::ShownValues;
use super::json_text::json_of;
use crate::schema::ValueSource;
use crate::types::{
    Field, FloatKind, Key, List, MapEntries, NativeName, Type, UnionCase, UnionValue, Unit, Value,
    VariantName,
};
use confc_core::rules::Rule;
use serde::ser::{Serialize, SerializeMap as _, Serializer};

#[derive(serde::Serialize)]
struct DeclarationJson<'a> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_source: Option<ShownSource<'a>>,
    fields: Vec<ShownField<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<ShownRule<'a>>,
}

/// A rule in the JSON of `show`.
#[derive(serde::Serialize)]
pub(crate) struct ShownRule<'a> {
    check: &'a str,
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    places: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    cost: u64,
}

/// The source of values in the JSON of `show`.
#[derive(serde::Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum ShownSource<'a> {
    PackagePath { path: &'a str },
    Capabilities,
}

/// A field in the JSON of `show`.
#[derive(serde::Serialize)]
pub(crate) struct ShownField<'a> {
    key: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    native: Option<&'a str>,
    #[serde(rename = "type")]
    ty: String,
    #[serde(skip_serializing_if = "is_false")]
    optional: bool,
    #[serde(skip_serializing_if = "is_false")]
    nullable: bool,
    #[serde(skip_serializing_if = "is_false")]
    rest: bool,
    /// The unit of its numbers, or of those in its elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Json<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mutability: Vec<&'static str>,
    #[serde(skip_serializing_if = "is_false")]
    sensitive: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    deprecated: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Json<'a>>,
    /// Replaces the value of a sensitive field.
    #[serde(skip_serializing_if = "is_false")]
    set: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<ShownField<'a>>,
    /// The cases of a union, or of the unions in its elements.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<ShownCase<'a>>,
}

/// A case of a union in the JSON of `show`.
#[derive(serde::Serialize)]
struct ShownCase<'a> {
    name: &'a str,
    /// The text of the tag, if that is not the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    native: Option<&'a str>,
    #[serde(rename = "type")]
    ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<ShownField<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<Self>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The declaration, with the value of each field, as a shape for serde.
#[must_use]
pub fn json<'a>(declaration: &'a Declaration, values: ShownValues<'a>) -> impl Serialize + 'a {
    let config = declaration.config();
    DeclarationJson {
        version: 1,
        checksum: config.map(|config| config.checksum().to_string()),
        value_source: config.filter(|_| values.is_source_known()).map(shown_source),
        fields: config.map(|config| fields(config, values)).unwrap_or_default(),
        rules: config
            .map(|config| config.rules().list().iter().map(shown_rule).collect())
            .unwrap_or_default(),
    }
}

/// The source of the values of a schema.
pub(crate) fn shown_source(config: &Config) -> ShownSource<'_> {
    match config.value_source() {
        ValueSource::PackagePath(path) => ShownSource::PackagePath { path: path.as_str() },
        ValueSource::Capabilities => ShownSource::Capabilities,
    }
}

/// A rule.
pub(crate) fn shown_rule(rule: &Rule) -> ShownRule<'_> {
    ShownRule {
        check: rule.check(),
        places: rule.places(),
        name: rule.name().map(Key::as_str),
        message: rule.message(),
        cost: rule.cost(),
    }
}

fn fields<'a>(config: &'a Config, values: ShownValues<'a>) -> Vec<ShownField<'a>> {
    let value = |n| values.list().and_then(|values| values.get(n));
    config.fields().iter().enumerate().map(|(n, field)| shown_field(field, value(n))).collect()
}

/// A field, with its value if there is one to show.
pub(crate) fn shown_field<'a>(field: &'a Field, value: Option<&'a Value>) -> ShownField<'a> {
    shown(field, value, false)
}

/// One field. The value of a sensitive field is never shown, nor are the defaults of its members, which are its value
/// if nothing sets it.
fn shown<'a>(field: &'a Field, value: Option<&'a Value>, in_sensitive: bool) -> ShownField<'a> {
    let secret = in_sensitive || field.sensitive;
    let default = field.default.as_ref().filter(|_| !secret);
    ShownField {
        key: field.key.as_str(),
        native: field.names.native().map(NativeName::as_str),
        ty: field.type_text().to_string(),
        optional: field.optional,
        nullable: field.nullable,
        rest: field.is_rest(),
        unit: field.ty.unit().map(Unit::name),
        default: default.map(|value| Json { ty: &field.ty, value }),
        doc: field.doc.as_deref(),
        mutability: if field.mutability.parent { vec!["parent"] } else { Vec::new() },
        sensitive: field.sensitive,
        deprecated: field.deprecated.as_deref(),
        aliases: field.names.aliases().iter().map(|alias| alias.as_str()).collect(),
        // An absent value is not secret.
        value: value
            .filter(|value| !secret || value.is_absent())
            .filter(|value| !field.leaves_out(value))
            .map(|value| Json { ty: &field.ty, value }),
        set: value.is_some_and(|value| !value.is_absent()) && secret,
        members: field.ty.members().iter().map(|member| shown(member, None, secret)).collect(),
        cases: shown_cases(&field.ty, secret),
    }
}

/// The cases of a union, or of the unions in a vector, array or map; empty for other types.
fn shown_cases(ty: &Type, in_sensitive: bool) -> Vec<ShownCase<'_>> {
    match ty.contents() {
        Some(contents) => shown_cases(contents, in_sensitive),
        None => ty.cases().iter().map(|case| shown_case(case, in_sensitive)).collect(),
    }
}

fn shown_case(case: &UnionCase, in_sensitive: bool) -> ShownCase<'_> {
    ShownCase {
        name: case.name.as_str(),
        native: case.text.as_ref().map(VariantName::as_str),
        ty: case.ty.to_string(),
        doc: case.doc.as_deref(),
        members: case.ty.members().iter().map(|member| shown(member, None, in_sensitive)).collect(),
        cases: shown_cases(&case.ty, in_sensitive),
    }
}

/// A value as JSON, as in a layer: 64-bit integers as numbers, enums by name, members under their native names, absent
/// values as `null`, without the values of sensitive members.
pub(crate) fn json_value<'a>(ty: &'a Type, value: &'a Value) -> impl Serialize + 'a {
    Json { ty, value }
}

/// A value as JSON: 64-bit integers as numbers, enums by name, without the values of sensitive members.
struct Json<'a> {
    ty: &'a Type,
    value: &'a Value,
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Unsigned(value) => serializer.serialize_u64(*value),
            Value::Signed(value) => serializer.serialize_i64(*value),
            Value::Float(value) => Real { ty: self.ty, value: *value }.serialize(serializer),
            Value::String(value) => serializer.serialize_str(value),
            Value::Variant(number) => Name { ty: self.ty, number: *number }.serialize(serializer),
            Value::Struct(values) => ShownMembers { ty: self.ty, values, tag: None }.serialize(serializer),
            Value::List(list) => ShownList { ty: self.ty, list }.serialize(serializer),
            Value::Map(entries) => ShownEntries { ty: self.ty, entries }.serialize(serializer),
            Value::Json(text) => json_of(text).serialize(serializer),
            Value::Union(union) => OfCase { ty: self.ty, union }.serialize(serializer),
            Value::Absent | Value::Null => serializer.serialize_unit(),
        }
    }
}

/// A value of a union of this type: the value of its case.
struct OfCase<'a> {
    ty: &'a Type,
    union: &'a UnionValue,
}

impl Serialize for OfCase<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let case = self.ty.cases().get(self.union.case as usize);
        if let (Some(tag), Some(case), Value::Struct(values)) = (self.ty.tag(), case, &self.union.value) {
            let tag = Some((tag.as_str(), case.tag_text()));
            return ShownMembers { ty: &case.ty, values, tag }.serialize(serializer);
        }
        case.map(|case| Json { ty: &case.ty, value: &self.union.value }).serialize(serializer)
    }
}

/// A list of this type.
struct ShownList<'a> {
    ty: &'a Type,
    list: &'a List,
}

impl Serialize for ShownList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ty = self.ty.element().unwrap_or(self.ty);
        serializer.collect_seq((0..self.list.len()).map(|at| ShownPart { ty, list: self.list, at }))
    }
}

/// A map of this type, in the order of its keys.
struct ShownEntries<'a> {
    ty: &'a Type,
    entries: &'a MapEntries,
}

impl Serialize for ShownEntries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (ty, list) = (self.ty.contents().unwrap_or(self.ty), self.entries.values());
        let keys = self.entries.keys().iter().enumerate();
        serializer.collect_map(keys.map(|(at, key)| (key, ShownPart { ty, list, at })))
    }
}

/// An element of a list, or a value of a map, of this type.
struct ShownPart<'a> {
    ty: &'a Type,
    list: &'a List,
    at: usize,
}

impl Serialize for ShownPart<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (ty, at) = (self.ty, self.at);
        match self.list {
            List::Bool(list) => list.get(at).serialize(serializer),
            List::Unsigned(list) => list.get(at).serialize(serializer),
            List::Signed(list) => list.get(at).serialize(serializer),
            List::Float(list) => list.get(at).map(|&value| Real { ty, value }).serialize(serializer),
            List::String(list) => list.get(at).serialize(serializer),
            List::Json(list) => list.get(at).map(json_of).serialize(serializer),
            List::Variant(list) => list.get(at).map(|&number| Name { ty, number }).serialize(serializer),
            List::Struct(list) => {
                list.get(at).map(|values| ShownMembers { ty, values, tag: None }).serialize(serializer)
            }
            List::List(lists) => lists.get(at).map(|list| ShownList { ty, list }).serialize(serializer),
            List::Union(list) => list.get(at).map(|union| OfCase { ty, union }).serialize(serializer),
            List::Map(maps) => maps.get(at).map(|entries| ShownEntries { ty, entries }).serialize(serializer),
        }
    }
}

/// A float in its own width: a `float32` and the equal `float64` have different shortest texts.
struct Real<'a> {
    ty: &'a Type,
    value: f64,
}

impl Serialize for Real<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.ty.float_kind() {
            FloatKind::Float32 => serializer.serialize_f32(crate::types::to_f32(self.value)),
            FloatKind::Float64 => serializer.serialize_f64(self.value),
        }
    }
}

struct Name<'a> {
    ty: &'a Type,
    number: i64,
}

impl Serialize for Name<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.ty.variant(self.number) {
            Some(variant) => serializer.serialize_str(variant.name.as_str()),
            None => serializer.serialize_i64(self.number),
        }
    }
}

struct ShownMembers<'a> {
    ty: &'a Type,
    values: &'a [Value],
    /// The tag of the union around them, with its text.
    tag: Option<(&'a str, &'a str)>,
}

impl Serialize for ShownMembers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs = self.ty.members().iter().zip(self.values);
        // An absent value is not secret.
        let pairs = pairs.filter(|(member, value)| !member.sensitive || value.is_absent());
        let pairs = pairs.filter(|(member, value)| !member.leaves_out(value));
        let mut map = serializer.serialize_map(None)?;
        if let Some((tag, text)) = self.tag {
            map.serialize_entry(tag, text)?;
        }
        for (member, value) in pairs {
            if let (Value::Map(entries), true) = (value, member.is_rest()) {
                let (ty, list) = (member.ty.contents().unwrap_or(&member.ty), entries.values());
                for (at, key) in entries.keys().iter().enumerate() {
                    map.serialize_entry(key, &ShownPart { ty, list, at })?;
                }
                continue;
            }
            map.serialize_entry(member.native_name(), &Json { ty: &member.ty, value })?;
        }
        map.end()
    }
}
