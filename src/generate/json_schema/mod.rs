//! A JSON Schema of documents with values.
//!
//! It refuses nothing that the compiler accepts, whether a validator keeps integers exactly or as float64, as long as
//! it keeps other numbers as float64; where a JSON Schema cannot say what the compiler checks, it says less.
//! `tests/suite/values_schema.rs` holds both against each other and lists the differences.

mod pointer;
mod types;

use super::SchemaDocument;
use crate::declaration::{Config, show};
use crate::text::json::to_indented_json;
use crate::types::{Field, Type, Value};
use pointer::SchemaPointer;
use serde::ser::{Serialize, SerializeMap, SerializeSeq as _, Serializer};
use serde_json::json;

/// The JSON Schema of documents for this schema, indented, with a line feed at its end.
pub(super) fn generate(config: &Config, document: SchemaDocument) -> String {
    to_indented_json(&Root { config, document }) + "\n"
}

/// Where a literal stands; that decides what it may leave out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LiteralPlace {
    /// At a key of a layer: nothing must be there, and an operator may be.
    Layer,
    /// Under `$override`: later layers may add what it leaves out.
    Override,
    /// At a key of a document that stands alone.
    Complete,
    /// Within an element, which is a complete value: only the defaults of members fill it up.
    Element,
    /// The same in a layer, where an expression may be in the place of a literal.
    LayerElement,
}

impl LiteralPlace {
    /// Whether a field must be set here; `default` is its value if it is not set.
    fn requires(self, field: &Field, default: Option<&Value>) -> bool {
        match self {
            Self::Layer | Self::Override => false,
            Self::Complete | Self::Element | Self::LayerElement => default.is_none() && field.needs_value(),
        }
    }

    /// Of what stands within a vector, array or map here.
    fn of_elements(self) -> Self {
        match self {
            Self::Layer | Self::Override | Self::LayerElement => Self::LayerElement,
            Self::Complete | Self::Element => Self::Element,
        }
    }
}

/// What is known of the place of a part.
#[derive(Clone, Copy)]
struct Context<'a> {
    place: LiteralPlace,
    at: &'a SchemaPointer<'a>,
    /// Whether something around is sensitive.
    secret: bool,
}

struct Root<'a> {
    config: &'a Config,
    document: SchemaDocument,
}

impl Serialize for Root<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let checksum = self.config.checksum();
        let (what, place) = match self.document {
            SchemaDocument::Layer => ("A layer of values", LiteralPlace::Layer),
            SchemaDocument::Complete => ("All values", LiteralPlace::Complete),
        };
        let context = Context { place, at: &SchemaPointer::Root, secret: false };
        let fields = MemberSchemas { fields: self.config.fields(), defaults: None, context };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("$schema", "https://json-schema.org/draft/2020-12/schema")?;
        map.serialize_entry("title", "Configuration values")?;
        let mut description =
            format!("{what} for the component whose configuration has the checksum {checksum}.");
        if !self.config.rules().is_empty() {
            description += " Rules are not in this schema: a document that it accepts may break one.";
        }
        map.serialize_entry("description", &description)?;
        fields.entries(&mut map, types::JsonTypes { optional: false })?;
        let definitions = Definitions {
            of_layers: self.document == SchemaDocument::Layer,
            absent: self.config.fields().iter().any(has_optional),
        };
        if definitions.of_layers || definitions.absent {
            map.serialize_entry("$defs", &definitions)?;
        }
        map.end()
    }
}

/// Whether a field, or a member in it, may have no value.
fn has_optional(field: &Field) -> bool {
    field.optional || field.ty.members().iter().any(has_optional)
}

/// What is the same wherever it is used.
struct Definitions {
    /// Whether there are those of operators and expressions.
    of_layers: bool,
    absent: bool,
}

impl Serialize for Definitions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unset = OperatorSchema {
            name: "$unset",
            description: "Discard what earlier layers set, so that the default applies again.",
            operand: json!({ "const": true }),
        };
        let absent = OperatorSchema {
            name: "$absent",
            description: "No value, as `null`.",
            operand: json!({ "const": true }),
        };
        let expression = OperatorSchema {
            name: "$expr",
            description: "The value of an expression over other fields, inputs and other components.",
            operand: json!({ "type": "string" }),
        };
        let text = OperatorSchema {
            name: "$text",
            description: "A string with `${expression}` in it.",
            operand: json!({ "type": "string" }),
        };
        let mut map = serializer.serialize_map(None)?;
        if self.absent {
            map.serialize_entry("absent", &absent)?;
        }
        if self.of_layers {
            map.serialize_entry("computed", &Single("anyOf", &[expression, text]))?;
            map.serialize_entry("unset", &unset)?;
        }
        map.end()
    }
}

/// A literal in a layer, or an expression in its place; where it is optional, the object that says that there is no
/// value, too.
struct LayerLiteral<'a> {
    literal: types::LiteralSchema<'a>,
    optional: bool,
}

impl Serialize for LayerLiteral<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        literal_or_computed(&mut map, &self.literal, self.optional)?;
        map.end()
    }
}

/// The keyword that admits a literal, an expression and, where it is optional, the object that says that there is no
/// value.
fn literal_or_computed<M: SerializeMap>(
    map: &mut M,
    literal: &types::LiteralSchema<'_>,
    optional: bool,
) -> Result<(), M::Error> {
    let all = SchemaPointer::Key(literal.context.at, "anyOf");
    let at = &SchemaPointer::Key(&all, "0");
    let literal = types::LiteralSchema { context: Context { at, ..literal.context }, ..*literal };
    match optional {
        true => map.serialize_entry("anyOf", &(literal, computed(), absent())),
        false => map.serialize_entry("anyOf", &(literal, computed())),
    }
}

/// The keyword that admits a literal, or the object that says that there is no value.
fn literal_or_absent<M: SerializeMap>(
    map: &mut M,
    literal: &types::LiteralSchema<'_>,
) -> Result<(), M::Error> {
    let all = SchemaPointer::Key(literal.context.at, "anyOf");
    let at = &SchemaPointer::Key(&all, "0");
    let literal = types::LiteralSchema { context: Context { at, ..literal.context }, ..*literal };
    map.serialize_entry("anyOf", &(literal, absent()))
}

/// The object that says that there is no value.
fn absent() -> serde_json::Value {
    json!({ "$ref": "#/$defs/absent" })
}

/// The fields of a schema, or the members of a struct.
#[derive(Clone, Copy)]
struct MemberSchemas<'a> {
    fields: &'a [Field],
    /// The default of the struct, which fills it up before the defaults of members do.
    defaults: Option<&'a [Value]>,
    context: Context<'a>,
}

impl<'a> MemberSchemas<'a> {
    /// Each with the value it has if it is not set.
    fn each(self) -> impl Iterator<Item = (&'a Field, Option<&'a Value>)> {
        self.fields.iter().enumerate().map(move |(n, field)| {
            let default = self.defaults.and_then(|defaults| defaults.get(n));
            (field, default.or(field.default.as_ref()))
        })
    }

    /// The keywords of the object that holds them.
    fn entries<M: SerializeMap>(self, map: &mut M, types: types::JsonTypes) -> Result<(), M::Error> {
        types.entry(map, "object")?;
        map.serialize_entry("properties", &PropertySchemas(self))?;
        let place = self.context.place;
        let required = |(field, default): &(&Field, Option<&Value>)| place.requires(field, *default);
        let has_one_key = |(field, _): &(&Field, Option<&Value>)| field.aliases.is_empty();
        let keys = self.each().filter(required).filter(has_one_key).map(|(field, _)| field.key.as_str());
        let keys: Vec<&str> = keys.collect();
        if !keys.is_empty() {
            map.serialize_entry("required", &keys)?;
        }
        map.serialize_entry("additionalProperties", &false)?;
        let several = self.each().filter(|member| !has_one_key(member));
        let choices: Vec<_> = several.map(|member| one_key(member.0, required(&member))).collect();
        if choices.is_empty() {
            return Ok(());
        }
        if types.optional {
            // `null` has no keys, of which one would have to be there.
            map.serialize_entry("if", &json!({ "type": "object" }))?;
            return map.serialize_entry("then", &json!({ "allOf": choices }));
        }
        map.serialize_entry("allOf", &choices)
    }
}

/// That a field with aliases is set under one of its keys at most, or under exactly one.
fn one_key(field: &Field, required: bool) -> serde_json::Value {
    if let ([alias], false) = (&*field.aliases, required) {
        return json!({ "not": { "required": [field.key.as_str(), alias.as_str()] } });
    }
    let keys = [&field.key].into_iter().chain(&field.aliases);
    let mut choices: Vec<_> = keys.map(|key| json!({ "required": [key.as_str()] })).collect();
    if !required {
        choices.push(json!({ "not": { "anyOf": choices } }));
    }
    json!({ "oneOf": choices })
}

struct PropertySchemas<'a>(MemberSchemas<'a>);

impl Serialize for PropertySchemas<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(members) = self;
        let mut map = serializer.serialize_map(None)?;
        if matches!(members.context.at, SchemaPointer::Root) {
            let what = "The JSON Schema that an editor checks this document with. confc ignores it.";
            map.serialize_entry("$schema", &json!({ "type": "string", "description": what }))?;
            if members.context.place == LiteralPlace::Layer {
                let what = "Inputs that expressions read: name → type, as fields of a manifest.";
                map.serialize_entry("$inputs", &json!({ "type": "object", "description": what }))?;
            }
        }
        for (field, default) in members.each() {
            let at = SchemaPointer::Key(members.context.at, "properties");
            let at = SchemaPointer::Key(&at, field.key.as_str());
            let secret = members.context.secret || field.sensitive;
            let context = Context { at: &at, secret, ..members.context };
            map.serialize_entry(field.key.as_str(), &Property { field, default, context })?;
            for alias in &field.aliases {
                map.serialize_entry(alias.as_str(), &Alias { field, at: &at })?;
            }
        }
        map.end()
    }
}

/// A former key: whatever its field takes.
struct Alias<'a> {
    field: &'a Field,
    at: &'a SchemaPointer<'a>,
}

impl Serialize for Alias<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let said = format!("An old key of `{}`.", self.field.key);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("description", &said)?;
        map.serialize_entry("deprecated", &true)?;
        map.serialize_entry("deprecationMessage", &format!("Write `{}`.", self.field.key))?;
        map.serialize_entry("$ref", self.at)?;
        map.end()
    }
}

/// A field or member at its key.
struct Property<'a> {
    field: &'a Field,
    /// The value it has if it is not set.
    default: Option<&'a Value>,
    context: Context<'a>,
}

impl Serialize for Property<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { field, default, context } = *self;
        let mut map = serializer.serialize_map(None)?;
        // The text of a type with members would be as long as what follows.
        let title = if field.ty.members().is_empty() { field.ty.to_string() } else { type_kinds(&field.ty) };
        let title = if field.optional { title + "?" } else { title };
        map.serialize_entry("title", &title)?;
        let deprecated = field.deprecated.as_deref().map(|why| format!("Deprecated: {why}"));
        let said: Vec<&str> = field.doc.as_deref().into_iter().chain(deprecated.as_deref()).collect();
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
            place @ (LiteralPlace::Override
            | LiteralPlace::LayerElement
            | LiteralPlace::Complete
            | LiteralPlace::Element) => {
                let default = self.default;
                let optional = field.optional;
                let literal = types::LiteralSchema { ty: &field.ty, optional, default, context };
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

/// The name of a type with those of its elements: `vector<struct>`.
fn type_kinds(ty: &Type) -> String {
    let type_kind = ty.kind().name();
    if let Type::Map(map) = ty {
        return format!("{type_kind}<{},{}>", map.key(), type_kinds(map.value()));
    }
    ty.element().map_or_else(|| type_kind.into(), |element| format!("{type_kind}<{}>", type_kinds(element)))
}

/// What may stand at the key of a layer: a literal, or an operator in an object of its own.
struct Alternatives<'a>(&'a Property<'a>);

impl Serialize for Alternatives<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(Property { field, default, context }) = self;
        let all = SchemaPointer::Key(context.at, "anyOf");
        let literal = SchemaPointer::Key(&all, "0");
        let mut list = serializer.serialize_seq(None)?;
        let context = Context { at: &literal, ..*context };
        let optional = field.optional;
        list.serialize_element(&types::LiteralSchema {
            ty: &field.ty,
            optional,
            default: *default,
            context,
        })?;

        let (name, description) = ("$override", "This value, whatever earlier layers set.");
        if !field.ty.is_struct() {
            let literal = json!({ "$ref": literal });
            let operand = match optional {
                true => json!({ "anyOf": [literal, computed(), absent()] }),
                false => json!({ "anyOf": [literal, computed()] }),
            };
            list.serialize_element(&OperatorSchema { name, description, operand })?;
        } else {
            // Members of a struct in a layer may have operators, but not in a literal that replaces one.
            let at = SchemaPointer::Key(&all, "1");
            let at = SchemaPointer::Key(&at, "properties");
            let context =
                Context { place: LiteralPlace::Override, at: &SchemaPointer::Key(&at, name), ..context };
            let literal = types::LiteralSchema { ty: &field.ty, optional, default: None, context };
            let operand = LayerLiteral { literal, optional };
            list.serialize_element(&OperatorSchema { name, description, operand })?;
        }
        if let Type::Vector(ty) = &field.ty {
            let name = "$append";
            let description = "Elements to append to those of earlier layers.";
            // As the third of them.
            let at = SchemaPointer::Key(&all, "2");
            let at = SchemaPointer::Key(&at, "properties");
            let at = &SchemaPointer::Key(&at, name);
            let operand = types::Appended { ty, literal: &literal, context: Context { at, ..context } };
            list.serialize_element(&OperatorSchema { name, description, operand })?;
        }
        if let Type::Map(_) = &field.ty {
            list.serialize_element(&types::ChangedEntrySchemas { literal: &literal })?;
        }
        if optional {
            list.serialize_element(&absent())?;
        }
        list.serialize_element(&computed())?;
        list.serialize_element(&json!({ "$ref": "#/$defs/unset" }))?;
        list.end()
    }
}

/// An expression in the place of a literal.
fn computed() -> serde_json::Value {
    json!({ "$ref": "#/$defs/computed" })
}

/// An object with an operator and nothing else.
struct OperatorSchema<T> {
    name: &'static str,
    description: &'static str,
    operand: T,
}

impl<T: Serialize> Serialize for OperatorSchema<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("description", self.description)?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Single(self.name, &self.operand))?;
        map.serialize_entry("required", &[self.name])?;
        map.serialize_entry("additionalProperties", &false)?;
        map.end()
    }
}

struct Single<'a, T>(&'static str, &'a T);

impl<T: Serialize> Serialize for Single<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, self.1)])
    }
}
