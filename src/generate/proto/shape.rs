//! The message for a configuration: its fields with their names, numbers and types. `generate proto` writes its text,
//! and exports write values in it, so the two cannot differ.

use super::names::{MessageField, MessageScope, ProtoCollision, constant, pascal};
use super::spelling::{Scalar, entry_name, fits, number};
use crate::declaration::Config;
use crate::generate::facts::Described;
use crate::generate::identifiers::identifiers;
use crate::generate::member_part::contents_word;
use crate::generate::member_part::single;
use crate::types::{EnumType, Field, Type, UnionType, Value, Variant};

/// The name of the message for a configuration, without the package.
pub(crate) const MESSAGE_NAME: &str = "Config";

/// The most levels of nested messages that protoc accepts.
const MAX_NESTED: usize = 31;

/// A message.
pub(crate) struct MessageShape<'a> {
    /// Its name, without the names of the enclosing messages.
    pub(crate) name: String,
    /// Whether it is outside all other messages, because protoc limits how deep messages nest.
    pub(super) is_distant: bool,
    pub(crate) content: MessageContent<'a>,
}

/// The fields of a message.
pub(crate) enum MessageContent<'a> {
    /// The fields for a schema or a struct, in the order of its fields or members.
    Members(Vec<MemberFields<'a>>),
    /// The `oneof` of a union in a list or map.
    Union(OneofShape<'a>),
}

/// The message fields for a field of a schema or a member of a struct.
pub(crate) struct MemberFields<'a> {
    pub(super) described: Described<'a>,
    pub(crate) content: MemberContent<'a>,
    /// The name and number of the `bool` that says whether it is null, if it is nullable.
    pub(crate) null_flag: Option<(String, u32)>,
}

pub(crate) enum MemberContent<'a> {
    Field(FieldShape<'a>),
    Oneof(OneofShape<'a>),
}

/// The `oneof` of a union, with a field for each case, in their order.
pub(crate) struct OneofShape<'a> {
    pub(super) name: String,
    pub(super) ty: &'a UnionType,
    pub(crate) cases: Vec<FieldShape<'a>>,
}

/// A field of a message.
pub(crate) struct FieldShape<'a> {
    pub(crate) name: String,
    pub(crate) number: u32,
    pub(crate) ty: TypeShape<'a>,
}

/// The type of a field, of elements or of the values of entries.
pub(crate) enum TypeShape<'a> {
    Scalar(Scalar),
    Enum(EnumShape<'a>),
    Message(MessageShape<'a>),
    Repeated(Box<RepeatedShape<'a>>),
}

/// A repeated field or a map.
pub(crate) struct RepeatedShape<'a> {
    pub(crate) is_map: bool,
    pub(crate) contents: TypeShape<'a>,
    /// The name of the message that wraps it, whose only field is [`RepeatedShape::INNER`]. `None` without a
    /// wrapper.
    pub(super) message: Option<String>,
}

/// An enum with 32-bit numbers.
pub(crate) struct EnumShape<'a> {
    pub(super) name: String,
    /// Its values: 0 first, then the others by number. The value 0 need not be a variant.
    pub(super) values: Vec<(String, Option<&'a Variant>)>,
}

impl<'a> MemberFields<'a> {
    /// The field or member.
    pub(crate) fn field(&self) -> &'a Field {
        self.described.field
    }

    /// Its value if nothing sets it.
    pub(crate) fn default(&self) -> Option<&'a Value> {
        self.described.default
    }
}

impl TypeShape<'_> {
    /// Whether the binary encoding packs a repeated field of this type.
    pub(crate) fn is_packed(&self) -> bool {
        match self {
            Self::Scalar(scalar) => *scalar != Scalar::String,
            Self::Enum(_) => true,
            Self::Message(_) | Self::Repeated(_) => false,
        }
    }
}

impl RepeatedShape<'_> {
    /// The number of the only field in the message that wraps a list or map inside another.
    pub(crate) const INNER: u32 = 1;

    /// The name of the field with the number [`RepeatedShape::INNER`].
    pub(crate) fn inner_name(&self) -> &'static str {
        if self.is_map { "entries" } else { "elements" }
    }

    /// Whether a message wraps it.
    pub(crate) fn is_inner(&self) -> bool {
        self.message.is_some()
    }
}

impl EnumShape<'_> {
    /// The name of the value for the variant with this number.
    pub(crate) fn value_name(&self, number: i64) -> Option<&str> {
        let (zero, others) = self.values.split_first()?;
        if number == 0 {
            return Some(&zero.0);
        }
        let number_of =
            |(_, variant): &(String, Option<&Variant>)| variant.map_or(0, |variant| variant.number);
        let at = others.binary_search_by_key(&number, number_of).ok()?;
        others.get(at).map(|(name, _)| name.as_str())
    }
}

/// Returns the message for a configuration.
///
/// # Errors
/// Every pair of declarations whose names or numbers collide.
pub(crate) fn shape(config: &Config) -> Result<MessageShape<'_>, Vec<ProtoCollision>> {
    let mut builder = ShapeBuilder { found: Vec::new(), path: Vec::new(), keys: Vec::new() };
    let fields = ContentOf::Fields(Described::fields(config).collect());
    let message = builder.message(MESSAGE_NAME.into(), fields, false);
    if builder.found.is_empty() { Ok(message) } else { Err(builder.found) }
}

/// The content of a message before its names are known.
enum ContentOf<'a> {
    Fields(Vec<Described<'a>>),
    /// A union, and whether it is secret.
    Cases(&'a UnionType, bool),
}

/// A type of fields, with properties of its surroundings.
#[derive(Clone, Copy)]
struct PlacedType<'a> {
    ty: &'a Type,
    /// The value if nothing sets it.
    default: Option<&'a Value>,
    /// Whether it is inside something sensitive.
    secret: bool,
}

struct ShapeBuilder<'a> {
    found: Vec<ProtoCollision>,
    /// The names of the messages around it.
    path: Vec<String>,
    /// The keys of the path to the innermost of them.
    keys: Vec<&'a str>,
}

impl<'a> ShapeBuilder<'a> {
    fn message(&mut self, name: String, content: ContentOf<'a>, is_distant: bool) -> MessageShape<'a> {
        self.path.push(name.clone());
        let mut scope = MessageScope::new(self.path.join("."), self.keys.clone());
        let content = match content {
            ContentOf::Fields(fields) => {
                let members = fields.into_iter().map(|described| self.member(described, &mut scope));
                MessageContent::Members(members.collect())
            }
            ContentOf::Cases(ty, secret) => {
                // Keys do not end in an underscore.
                let name = if ty.position("kind").is_some() { "kind_" } else { "kind" };
                scope.oneof(name, &[], &mut self.found);
                MessageContent::Union(self.oneof(name, (ty, secret), None, &mut scope))
            }
        };
        self.path.pop();
        MessageShape { name, is_distant, content }
    }

    /// The message for the value at the end of these keys, inside the current message if protoc allows that.
    fn inner_message(&mut self, name: String, content: ContentOf<'a>, keys: &[&'a str]) -> MessageShape<'a> {
        let outer = self.keys.len();
        self.keys.extend(keys);
        let message = if self.path.len() < MAX_NESTED {
            self.message(name, content, false)
        } else {
            // The names of the messages around it make the name unique: no other type has a `_` in its name.
            let name = format!("{}_{name}", self.path.join("_"));
            let path = std::mem::take(&mut self.path);
            let message = self.message(name, content, true);
            self.path = path;
            message
        };
        self.keys.truncate(outer);
        message
    }

    fn member(&mut self, described: Described<'a>, scope: &mut MessageScope<'a>) -> MemberFields<'a> {
        let field = described.field;
        let key = field.key.as_str();
        let content = if let Type::Union(ty) = &field.ty {
            scope.accessor(key, &[key], &mut self.found);
            scope.oneof(key, &[key], &mut self.found);
            MemberContent::Oneof(self.oneof(key, (ty, described.secret), Some(key), scope))
        } else {
            let known = MessageField { name: key.into(), keys: vec![key] };
            let number = self.field(&known, scope);
            let ty = self.field_type(&described, &known, scope);
            if matches!(field.ty, Type::Map(_)) {
                scope.type_name(&entry_name(key), &known.keys, &mut self.found);
            }
            MemberContent::Field(FieldShape { name: known.name, number, ty })
        };
        let null_flag = field.nullable.then(|| {
            let flag = MessageField { name: format!("{key}_is_null"), keys: vec![key] };
            let number = self.field(&flag, scope);
            (flag.name, number)
        });
        MemberFields { described, content, null_flag }
    }

    /// Declares a field, and returns its number.
    fn field(&mut self, field: &MessageField<'a>, scope: &mut MessageScope<'a>) -> u32 {
        let number = number(&field.name);
        scope.field(field, number, &mut self.found);
        number
    }

    /// The `oneof` for a union. The flag says whether the union is secret. `key` is the key of its field or
    /// member; `None` if the union is in a list or map.
    fn oneof(
        &mut self,
        name: &str,
        (ty, secret): (&'a UnionType, bool),
        key: Option<&'a str>,
        scope: &mut MessageScope<'a>,
    ) -> OneofShape<'a> {
        let cases = ty.cases().iter().map(|case| {
            let case_name = case.name.as_str();
            let field = match key {
                Some(key) => MessageField { name: format!("{key}_{case_name}"), keys: vec![key, case_name] },
                None => MessageField { name: case_name.into(), keys: vec![case_name] },
            };
            let number = self.field(&field, scope);
            let single = self.single_type(PlacedType { ty: &case.ty, default: None, secret }, &field, scope);
            let what = if matches!(case.ty, Type::Map(_)) { "map" } else { "list" };
            let path = format!("{}_{what}", field.name);
            let ty = self.contents(&case.ty, single, (&field, &path), scope);
            FieldShape { name: field.name, number, ty }
        });
        let cases = cases.collect();
        OneofShape { name: name.into(), ty, cases }
    }

    /// The type of a field that is not a union.
    fn field_type(
        &mut self,
        described: &Described<'a>,
        field: &MessageField<'a>,
        scope: &mut MessageScope<'a>,
    ) -> TypeShape<'a> {
        let Described { field: declared, default, secret } = *described;
        let ty = &declared.ty;
        let single = self.single_type(PlacedType { ty, default, secret }, field, scope);
        let Some(contents) = ty.contents() else { return single };
        let path = format!("{}_{}", field.name, contents_word(ty));
        let contents = self.contents(contents, single, (field, &path), scope);
        TypeShape::Repeated(Box::new(RepeatedShape {
            is_map: matches!(ty, Type::Map(_)),
            contents,
            message: None,
        }))
    }

    /// The type of the single values in a type.
    fn single_type(
        &mut self,
        placed: PlacedType<'a>,
        field: &MessageField<'a>,
        scope: &mut MessageScope<'a>,
    ) -> TypeShape<'a> {
        let element = single(placed.ty);
        match element {
            Type::Struct(_) => {
                let name = self.type_name(&field.name, &field.keys, scope);
                let members = Described::members_of(placed.ty, placed.default, placed.secret);
                let content = ContentOf::Fields(members.collect());
                TypeShape::Message(self.inner_message(name, content, &field.keys))
            }
            Type::Union(ty) => {
                let name = self.type_name(&field.name, &field.keys, scope);
                let content = ContentOf::Cases(ty, placed.secret);
                TypeShape::Message(self.inner_message(name, content, &field.keys))
            }
            Type::Enum(ty) if fits(ty) => {
                let name = self.type_name(&field.name, &field.keys, scope);
                TypeShape::Enum(self.enumeration(name, field, ty, scope))
            }
            Type::Enum(_)
            | Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_) => TypeShape::Scalar(Scalar::of(element.kind())),
        }
    }

    /// The type of elements or of values of entries, with a message for each list or map.
    ///
    /// `single` is the type of single values. `path` is the name of the field with a word for each step.
    fn contents(
        &mut self,
        ty: &Type,
        single: TypeShape<'a>,
        (of, path): (&MessageField<'a>, &str),
        scope: &mut MessageScope<'a>,
    ) -> TypeShape<'a> {
        let Some(contents) = ty.contents() else { return single };
        let inner = format!("{path}_{}", contents_word(ty));
        let contents = self.contents(contents, single, (of, &inner), scope);
        let message = Some(self.type_name(path, &of.keys, scope));
        TypeShape::Repeated(Box::new(RepeatedShape { is_map: matches!(ty, Type::Map(_)), contents, message }))
    }

    /// The name of a type that is declared for the field at the end of these keys; `path` has the words of the name.
    fn type_name(&mut self, path: &str, keys: &[&'a str], scope: &mut MessageScope<'a>) -> String {
        let mut name = pascal(path);
        // In Java, a class must not have the name of a class around it.
        if self.path.contains(&name) {
            name += "Type";
        }
        scope.type_name(&name, keys, &mut self.found);
        name
    }

    fn enumeration(
        &mut self,
        name: String,
        field: &MessageField<'a>,
        ty: &'a EnumType,
        scope: &mut MessageScope<'a>,
    ) -> EnumShape<'a> {
        let prefix = constant(&field.name);
        let mut values: Vec<(String, Option<&Variant>)> = Vec::new();
        let mut names = scope.variants(field);
        for (variant, identifier) in ty.variants().iter().zip(identifiers(ty)) {
            let name = format!("{prefix}_{}", constant(&identifier));
            names.variant(&name, (variant.name.as_str(), &identifier), &mut self.found);
            values.push((name, Some(variant)));
        }
        // The first value must be 0.
        values.sort_by_key(|(_, variant)| variant.map(|variant| (variant.number != 0, variant.number)));
        if ty.by_number(0).is_none() {
            let unspecified = format!("{prefix}_{}", constant("unspecified"));
            let taken = values.iter().any(|(name, _)| *name == unspecified);
            let zero = if taken { "unspecified_0" } else { "unspecified" };
            let name = format!("{prefix}_{}", constant(zero));
            names.variant(&name, (zero, zero), &mut self.found);
            values.insert(0, (name, None));
        }
        EnumShape { name, values }
    }
}
