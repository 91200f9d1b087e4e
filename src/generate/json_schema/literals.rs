//! Literals of types as keywords of a JSON Schema, and the members of structs.

use super::context::{Context, LiteralPlace, SchemaPointer};
use super::names::{Alias, one_name, title, type_kinds};
use super::operators::{ChangedEntrySchemas, OperatorSchema, VALUES, absent, computed};
use super::rest::{OpenNamesSchema, RestEntrySchema};
use super::scalars::{
    EntryKeySchema, JsonTypes, PlainNumber, about_json, float, integer, is_exact, json_value, quantity,
    string, unique, variants,
};
use crate::declaration::show;
use crate::generate::facts::field_type;
use crate::types::{Field, FloatType, IntegerType, Type, UnionCase, UnionType, Value, VectorType};
use crate::value::{APPEND, INPUTS, OVERRIDE, SCHEMA};
use serde::ser::{Serialize, SerializeMap, SerializeSeq as _, Serializer};
use serde_json::json;

/// The fields of a schema, or the members of a struct.
#[derive(Clone, Copy)]
pub(super) struct MemberSchemas<'a> {
    pub(super) fields: &'a [Field],
    /// The default of the struct, which takes precedence over the defaults of members.
    pub(super) defaults: Option<&'a [Value]>,
    /// The tag of the union around the struct.
    pub(super) tag: Option<CaseTag<'a>>,
    pub(super) context: Context<'a>,
}

/// The property of a literal whose text decides the case of a union.
#[derive(Clone, Copy)]
pub(super) struct CaseTag<'a> {
    name: &'a str,
    text: &'a str,
}

impl<'a> MemberSchemas<'a> {
    /// Each field but the rest with its value if nothing sets it.
    fn each(self) -> impl Iterator<Item = (&'a Field, Option<&'a Value>)> {
        self.fields.iter().enumerate().filter(|(_, field)| !field.is_rest()).map(move |(n, field)| {
            let default = self.defaults.and_then(|defaults| defaults.get(n));
            (field, default.or(field.default.as_ref()))
        })
    }

    /// Writes the keywords about names that no field has.
    fn other_names<M: SerializeMap>(self, map: &mut M) -> Result<(), M::Error> {
        let context = self.context;
        let rest = self.fields.iter().find(|field| field.is_rest());
        let Some((field, Type::Map(ty))) = rest.map(|field| (field, &field.ty)) else {
            return map.serialize_entry(VALUES, &false);
        };
        let tag = self.tag.map(|tag| tag.name);
        map.serialize_entry(
            "propertyNames",
            &OpenNamesSchema { fields: self.fields, tag, map: ty, context },
        )?;
        let at = SchemaPointer::Key(context.at, VALUES);
        let all = SchemaPointer::Key(&at, "anyOf");
        let at = &SchemaPointer::Key(&all, "0");
        let of_value = Context { place: context.place.of_elements(), at, ..context };
        let value = ElementSchema { ty: ty.value(), context: of_value };
        map.serialize_entry(VALUES, &RestEntrySchema { field, map: ty, place: context.place, value, at })
    }

    /// Writes the keywords of the object around them.
    pub(super) fn entries<M: SerializeMap>(self, map: &mut M, types: JsonTypes) -> Result<(), M::Error> {
        types.entry(map, "object")?;
        map.serialize_entry("properties", &PropertySchemas(self))?;
        let place = self.context.place;
        let required = |(field, default): &(&Field, Option<&Value>)| place.requires(field, *default);
        let has_one_name = |(field, _): &(&Field, Option<&Value>)| field.names.aliases().is_empty();
        let names = self.each().filter(required).filter(has_one_name).map(|(field, _)| field.native_name());
        let names: Vec<&str> = self.tag.map(|tag| tag.name).into_iter().chain(names).collect();
        if !names.is_empty() {
            map.serialize_entry("required", &names)?;
        }
        self.other_names(map)?;
        let several = self.each().filter(|member| !has_one_name(member));
        let choices: Vec<_> = several.map(|member| one_name(member.0, required(&member))).collect();
        if choices.is_empty() {
            return Ok(());
        }
        if types.null {
            // `null` has no keys, so it cannot have the required one.
            map.serialize_entry("if", &json!({ "type": "object" }))?;
            return map.serialize_entry("then", &json!({ "allOf": choices }));
        }
        map.serialize_entry("allOf", &choices)
    }
}

struct PropertySchemas<'a>(MemberSchemas<'a>);

impl Serialize for PropertySchemas<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(members) = self;
        let mut map = serializer.serialize_map(None)?;
        if matches!(members.context.at, SchemaPointer::Root) {
            let what = "The JSON Schema that an editor checks this document with. confc ignores it.";
            map.serialize_entry(SCHEMA, &json!({ "type": "string", "description": what }))?;
            if members.context.place == LiteralPlace::Layer {
                let what = "Inputs that expressions read: name → type, as fields of a manifest.";
                map.serialize_entry(INPUTS, &json!({ "type": "object", "description": what }))?;
            }
        }
        if let Some(CaseTag { name, text }) = members.tag {
            map.serialize_entry(name, &json!({ "const": text }))?;
        }
        for (field, default) in members.each() {
            let at = SchemaPointer::Key(members.context.at, "properties");
            let at = SchemaPointer::Key(&at, field.native_name());
            let secret = members.context.secret || field.sensitive;
            let context = Context { at: &at, secret, ..members.context };
            map.serialize_entry(field.native_name(), &Property { field, default, context })?;
            for alias in field.names.aliases() {
                map.serialize_entry(alias.as_str(), &Alias { field, at: &at })?;
            }
        }
        map.end()
    }
}

/// A field or member at its native name.
struct Property<'a> {
    field: &'a Field,
    /// Its value if nothing sets it.
    default: Option<&'a Value>,
    context: Context<'a>,
}

impl Serialize for Property<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { field, default, context } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("title", &field_type(field, type_kinds))?;
        let deprecated = field.deprecated.as_deref().map(|why| format!("Deprecated: {why}"));
        let json = if let Type::Json(ty) = &field.ty { Some(about_json(ty)) } else { None };
        let said = [field.doc.as_deref(), deprecated.as_deref(), json.as_deref()];
        let said: Vec<&str> = said.into_iter().flatten().collect();
        if !said.is_empty() {
            map.serialize_entry("description", &said.join("\n\n"))?;
        }
        let default = default.filter(|_| !context.secret && !field.holds_sensitive());
        if let Some(value) = default {
            map.serialize_entry("default", &show::json_value(&field.ty, value))?;
        }
        if let Some(why) = &field.deprecated {
            map.serialize_entry("deprecated", &true)?;
            map.serialize_entry("deprecationMessage", why)?;
        }
        if field.sensitive {
            map.serialize_entry("writeOnly", &true)?;
        }
        match context.place {
            LiteralPlace::Layer => map.serialize_entry("anyOf", &Alternatives(self))?,
            // Members of a struct that is replaced have no operators, except those that are JSON.
            LiteralPlace::Override if field.ty.is_json() => {
                map.serialize_entry("anyOf", &Alternatives(self))?;
            }
            place @ (LiteralPlace::Override
            | LiteralPlace::LayerElement
            | LiteralPlace::Complete
            | LiteralPlace::Element) => {
                let literal = LiteralSchema::of(field, self.default, context);
                let optional = field.optional;
                if matches!(place, LiteralPlace::Override | LiteralPlace::LayerElement) {
                    literal_or_computed(&mut map, &literal, optional)?;
                } else if optional {
                    literal_or_absent(&mut map, &literal)?
                } else {
                    literal.entries(&mut map)?
                }
            }
        }
        map.end()
    }
}

/// The alternatives at the key of a layer: a literal, or an operator in an object.
struct Alternatives<'a>(&'a Property<'a>);

impl Serialize for Alternatives<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(Property { field, default, context }) = self;
        let all = SchemaPointer::Key(context.at, "anyOf");
        let literal = SchemaPointer::Key(&all, "0");
        let mut list = serializer.serialize_seq(None)?;
        let context = Context { at: &literal, ..*context };
        let optional = field.optional;
        list.serialize_element(&LiteralSchema::of(field, *default, context))?;

        let (name, description) = (OVERRIDE, "This value, whatever earlier layers set.");
        if !field.ty.is_struct() {
            let literal = json!({ "$ref": literal });
            let operand = match optional {
                // In the place of JSON, an operator is data.
                _ if field.ty.is_json() => literal,
                true => json!({ "anyOf": [literal, computed(&field.ty), absent()] }),
                false => json!({ "anyOf": [literal, computed(&field.ty)] }),
            };
            list.serialize_element(&OperatorSchema { name, description, operand })?;
        } else {
            // Members of a struct in a layer may have operators, but not in a literal that replaces one.
            let at = SchemaPointer::Key(&all, "1");
            let at = SchemaPointer::Key(&at, "properties");
            let context =
                Context { place: LiteralPlace::Override, at: &SchemaPointer::Key(&at, name), ..context };
            let literal = LiteralSchema::of(field, None, context);
            let operand = LayerLiteral { literal, optional };
            list.serialize_element(&OperatorSchema { name, description, operand })?;
        }
        if let Type::Vector(ty) = &field.ty {
            let name = APPEND;
            let description = "Elements to append to those of earlier layers.";
            // The schema of `$append` is the third alternative.
            let at = SchemaPointer::Key(&all, "2");
            let at = SchemaPointer::Key(&at, "properties");
            let at = &SchemaPointer::Key(&at, name);
            let operand = Appended { ty, literal: &literal, context: Context { at, ..context } };
            list.serialize_element(&OperatorSchema { name, description, operand })?;
        }
        if let Type::Map(map) = &field.ty {
            list.serialize_element(&ChangedEntrySchemas { value: map.value(), literal: &literal })?;
        }
        if optional {
            list.serialize_element(&absent())?;
        }
        list.serialize_element(&computed(&field.ty))?;
        list.serialize_element(&json!({ "$ref": "#/$defs/unset" }))?;
        list.end()
    }
}

/// A literal in a layer, or an expression, or, if it is optional, the object for an absent value.
struct LayerLiteral<'a> {
    literal: LiteralSchema<'a>,
    optional: bool,
}

impl Serialize for LayerLiteral<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        literal_or_computed(&mut map, &self.literal, self.optional)?;
        map.end()
    }
}

/// Writes the keyword that admits a literal, an expression and, if it is optional, the object for an absent value.
fn literal_or_computed<M: SerializeMap>(
    map: &mut M,
    literal: &LiteralSchema<'_>,
    optional: bool,
) -> Result<(), M::Error> {
    let all = SchemaPointer::Key(literal.context.at, "anyOf");
    let at = &SchemaPointer::Key(&all, "0");
    let literal = LiteralSchema { context: Context { at, ..literal.context }, ..*literal };
    match optional {
        true => map.serialize_entry("anyOf", &(literal, computed(literal.ty), absent())),
        false => map.serialize_entry("anyOf", &(literal, computed(literal.ty))),
    }
}

/// Writes the keyword that admits a literal, or the object for an absent value.
fn literal_or_absent<M: SerializeMap>(map: &mut M, literal: &LiteralSchema<'_>) -> Result<(), M::Error> {
    let all = SchemaPointer::Key(literal.context.at, "anyOf");
    let at = &SchemaPointer::Key(&all, "0");
    let literal = LiteralSchema { context: Context { at, ..literal.context }, ..*literal };
    map.serialize_entry("anyOf", &(literal, absent()))
}

/// A literal of a type.
#[derive(Clone, Copy)]
struct LiteralSchema<'a> {
    ty: &'a Type,
    /// Whether it may be `null`, which means that it is absent unless null is a value.
    null: bool,
    /// Its value if nothing sets it. A literal of a struct may omit members that have a value there.
    default: Option<&'a Value>,
    context: Context<'a>,
}

impl Serialize for LiteralSchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl<'a> LiteralSchema<'a> {
    /// A literal of a field or member.
    fn of(field: &'a Field, default: Option<&'a Value>, context: Context<'a>) -> Self {
        Self { ty: &field.ty, null: field.presence().may_lack_value(), default, context }
    }

    /// A literal of an element, or of the value of an entry.
    fn of_element(ty: &'a Type, context: Context<'a>) -> Self {
        Self { ty, null: false, default: None, context }
    }

    /// Writes the keywords that admit the literals of the type, and `null` if it may be one.
    fn entries<M: SerializeMap>(self, map: &mut M) -> Result<(), M::Error> {
        let Self { ty, null, default, context } = self;
        if let Type::Struct(_) | Type::Union(_) = ty {
            let key = (ty, null, default, context.place, context.secret);
            if let Some(earlier) = context.written.earlier(&key, context.at) {
                return map.serialize_entry("$ref", &earlier);
            }
        }
        keywords(map, ty, JsonTypes { null }, default, context)
    }
}

fn keywords<M: SerializeMap>(
    map: &mut M,
    ty: &Type,
    types: JsonTypes,
    default: Option<&Value>,
    context: Context<'_>,
) -> Result<(), M::Error> {
    match ty {
        Type::Bool => types.entry(map, "boolean"),
        Type::Integer(IntegerType { unit: Some(unit), kind, .. }) => {
            let quantity = quantity(*unit, kind.is_signed());
            map.serialize_entry("oneOf", &(PlainNumber { ty, types }, quantity))
        }
        Type::Float(FloatType { unit: Some(unit), .. }) => {
            map.serialize_entry("oneOf", &(PlainNumber { ty, types }, quantity(*unit, true)))
        }
        Type::Integer(ty) => integer(map, types, ty),
        Type::Float(ty) => float(map, types, ty),
        Type::String(ty) => string(map, types, ty),
        Type::Enum(ty) => variants(map, types, ty),
        Type::Struct(ty) => {
            let defaults = match default {
                Some(Value::Struct(values)) => Some(&**values),
                Some(_) | None => None,
            };
            MemberSchemas { fields: ty.members(), defaults, tag: None, context }.entries(map, types)
        }
        Type::Union(ty) => map.serialize_entry("anyOf", &CaseSchemas { ty, null: types.null, context }),
        Type::Vector(vector) => {
            list(map, types, &vector.element, context)?;
            if vector.min_count > 0 {
                map.serialize_entry("minItems", &vector.min_count)?;
            }
            map.serialize_entry("maxItems", &vector.max_count)?;
            unique(map, ty)
        }
        Type::Array(array) => {
            list(map, types, &array.element, context)?;
            map.serialize_entry("minItems", &array.count)?;
            map.serialize_entry("maxItems", &array.count)?;
            unique(map, ty)
        }
        Type::Map(ty) => {
            let at = &SchemaPointer::Key(context.at, VALUES);
            let value = Context { place: context.place.of_elements(), at, ..context };
            let value = ElementSchema { ty: ty.value(), context: value };
            types.entry(map, "object")?;
            map.serialize_entry("propertyNames", &EntryKeySchema(ty))?;
            map.serialize_entry(VALUES, &value)?;
            match context.place {
                // Other layers may add missing entries.
                LiteralPlace::Layer | LiteralPlace::Override => {}
                LiteralPlace::Complete | LiteralPlace::Element | LiteralPlace::LayerElement => {
                    if ty.min_count > 0 {
                        map.serialize_entry("minProperties", &ty.min_count)?;
                    }
                }
            }
            map.serialize_entry("maxProperties", &ty.max_count)
        }
        Type::Json(ty) => json_value(map, types, ty),
    }
}

/// The alternatives for the cases of a union, and `null` if it may be one. A union is one value, so operators are not
/// allowed inside.
struct CaseSchemas<'a> {
    ty: &'a UnionType,
    null: bool,
    context: Context<'a>,
}

impl Serialize for CaseSchemas<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { ty, null, context } = *self;
        let all = SchemaPointer::Key(context.at, "anyOf");
        let mut list = serializer.serialize_seq(None)?;
        for (position, case) in ty.cases().iter().enumerate() {
            let position = position.to_string();
            let at = &SchemaPointer::Key(&all, &position);
            let context = Context { place: context.place.of_elements(), at, ..context };
            let tag = ty.tag().map(|tag| CaseTag { name: tag.as_str(), text: case.tag_text() });
            list.serialize_element(&CaseSchema { case, tag, context })?;
        }
        if null {
            list.serialize_element(&json!({ "type": "null" }))?;
        }
        list.end()
    }
}

struct CaseSchema<'a> {
    case: &'a UnionCase,
    tag: Option<CaseTag<'a>>,
    context: Context<'a>,
}

impl Serialize for CaseSchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { case, tag, context } = *self;
        let ty = &case.ty;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("title", &format!("{}: {}", case.tag_text(), title(ty)))?;
        if let Some(doc) = &case.doc {
            map.serialize_entry("description", doc)?;
        }
        if let Type::Struct(ty) = ty {
            let members = MemberSchemas { fields: ty.members(), defaults: None, tag, context };
            members.entries(&mut map, JsonTypes { null: false })?;
        } else {
            LiteralSchema::of_element(ty, context).entries(&mut map)?;
        }
        map.end()
    }
}

fn list<M: SerializeMap>(
    map: &mut M,
    types: JsonTypes,
    element: &Type,
    context: Context<'_>,
) -> Result<(), M::Error> {
    let at = &SchemaPointer::Key(context.at, "items");
    let context = Context { place: context.place.of_elements(), at, ..context };
    types.entry(map, "array")?;
    if element.takes_json_objects() {
        // An operator in an element is data.
        return map.serialize_entry("items", &LiteralSchema::of_element(element, context));
    }
    map.serialize_entry("items", &ElementSchema { ty: element, context })
}

/// An element of a list, or the value of an entry; in a layer also an expression.
struct ElementSchema<'a> {
    ty: &'a Type,
    context: Context<'a>,
}

impl Serialize for ElementSchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { ty, context } = *self;
        let literal = LiteralSchema::of_element(ty, context);
        if context.place == LiteralPlace::LayerElement {
            return LayerLiteral { literal, optional: false }.serialize(serializer);
        }
        literal.serialize(serializer)
    }
}

/// The operand of `$append`: only literals, at most as many as the vector may have.
struct Appended<'a> {
    ty: &'a VectorType,
    /// The place of a literal of the vector.
    literal: &'a SchemaPointer<'a>,
    context: Context<'a>,
}

impl Serialize for Appended<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "array")?;
        let ty = &self.ty.element;
        if ty.is_composite() || ty.is_json() {
            // Expressions are allowed only in the elements of a whole vector.
            let at = &SchemaPointer::Key(self.context.at, "items");
            let context = Context { place: LiteralPlace::Element, at, ..self.context };
            map.serialize_entry("items", &LiteralSchema::of_element(ty, context))?;
        } else {
            let items = SchemaPointer::Key(self.literal, "items");
            let choices = SchemaPointer::Key(&items, "anyOf");
            map.serialize_entry("items", &json!({ "$ref": SchemaPointer::Key(&choices, "0") }))?;
        }
        map.serialize_entry("maxItems", &self.ty.max_count)?;
        if self.ty.unique && is_exact(&self.ty.element) {
            map.serialize_entry("uniqueItems", &true)?;
        }
        map.end()
    }
}
