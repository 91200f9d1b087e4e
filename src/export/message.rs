//! Exports values as the message that `generate proto` declares.
//!
//! The message is canonical. Its fields are in ascending order of their numbers, and a field that has a value is
//! written even if the value is zero. One walk over the values serves both encodings.

use super::findings::UnsetValue;
use super::message_sink::{BinaryMessage, MessageLabel, MessageSink, TextMessage, WrittenScalar};
use super::node::{SelectedContent, SelectedField};
use super::{ExportError, ExportLimit};
use crate::declaration::Config;
use crate::generate::ProtoPackage;
use crate::generate::proto::{
    FieldShape, MemberContent, MemberFields, MessageContent, MessageShape, RepeatedShape, Scalar, TypeShape,
    shape,
};
use crate::syntax::limits::MAX_SIZE;
use crate::types::{List, MapEntries, UnionValue, Value, to_f32};
use std::collections::BTreeMap;

/// The encoding of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProtobufFormat {
    /// The binary encoding.
    Binary,
    /// The text format, which begins with comments that name the message if its package is known.
    Text(Option<ProtoPackage>),
}

impl ProtobufFormat {
    /// The format of a file by its extension: `.binpb` or `.txtpb`.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "binpb" => Some(Self::Binary),
            "txtpb" => Some(Self::Text(None)),
            _ => None,
        }
    }

    /// Its name, which is also the extension of its files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Binary => "binpb",
            Self::Text(_) => "txtpb",
        }
    }
}

/// Returns the bytes of a message with the selected fields.
///
/// # Errors
/// Names that protobuf cannot tell apart; values that protobuf can express only by an unset field, which
/// means another value; a message that is too large.
pub(super) fn message(
    config: &Config,
    format: &ProtobufFormat,
    selected: &[SelectedField<'_>],
) -> Result<Vec<u8>, Vec<ExportError>> {
    let shape =
        shape(config).map_err(|found| found.into_iter().map(ExportError::Collision).collect::<Vec<_>>())?;
    let written = match format {
        ProtobufFormat::Binary => MessageWalk::run(BinaryMessage::new(MAX_SIZE), &shape, selected)?.finish(),
        ProtobufFormat::Text(package) => {
            MessageWalk::run(TextMessage::new(MAX_SIZE, package.as_ref()), &shape, selected)?.finish()
        }
    };
    written.ok_or_else(|| vec![ExportError::TooLarge(ExportLimit::Message { bytes: MAX_SIZE })])
}

/// A value, or a part of one.
#[derive(Clone, Copy)]
enum MessagePart<'v> {
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    /// A string, or the canonical text of a JSON value.
    Text(&'v str),
    /// The number of a variant.
    Variant(i64),
    Struct(&'v [Value]),
    /// The selected members of a struct.
    Selected(&'v [SelectedField<'v>]),
    List(&'v List),
    Map(&'v MapEntries),
    Union(&'v UnionValue),
}

impl<'v> MessagePart<'v> {
    /// A value that is neither absent nor null.
    fn of(value: &'v Value) -> Option<Self> {
        Some(match value {
            Value::Bool(value) => Self::Bool(*value),
            Value::Unsigned(value) => Self::Unsigned(*value),
            Value::Signed(value) => Self::Signed(*value),
            Value::Float(value) => Self::Float(*value),
            Value::String(text) => Self::Text(text),
            Value::Json(text) => Self::Text(text.as_str()),
            Value::Variant(number) => Self::Variant(*number),
            Value::Struct(values) => Self::Struct(values),
            Value::List(list) => Self::List(list),
            Value::Map(entries) => Self::Map(entries),
            Value::Union(value) => Self::Union(value),
            Value::Absent | Value::Null => return None,
        })
    }

    fn in_list(list: &'v List, at: usize) -> Option<Self> {
        Some(match list {
            List::Bool(list) => Self::Bool(*list.get(at)?),
            List::Unsigned(list) => Self::Unsigned(*list.get(at)?),
            List::Signed(list) => Self::Signed(*list.get(at)?),
            List::Float(list) => Self::Float(*list.get(at)?),
            List::String(list) => Self::Text(list.get(at)?),
            List::Json(list) => Self::Text(list.get(at)?.as_str()),
            List::Variant(list) => Self::Variant(*list.get(at)?),
            List::Struct(list) => Self::Struct(list.get(at)?),
            List::List(list) => Self::List(list.get(at)?),
            List::Map(list) => Self::Map(list.get(at)?),
            List::Union(list) => Self::Union(list.get(at)?),
        })
    }

    /// Whether it is a list or map without content.
    fn is_empty(self) -> bool {
        match self {
            Self::List(list) => list.is_empty(),
            Self::Map(entries) => entries.is_empty(),
            Self::Bool(_)
            | Self::Unsigned(_)
            | Self::Signed(_)
            | Self::Float(_)
            | Self::Text(_)
            | Self::Variant(_)
            | Self::Struct(_)
            | Self::Selected(_)
            | Self::Union(_) => false,
        }
    }

    /// The value as a scalar or enum of this type.
    fn scalar<'s>(self, ty: &'s TypeShape<'_>) -> Option<WrittenScalar<'s>>
    where
        'v: 's,
    {
        Some(match (self, ty) {
            (Self::Bool(value), _) => WrittenScalar::Bool(value),
            (Self::Unsigned(value), _) => WrittenScalar::Unsigned(value),
            (Self::Signed(value), _) => WrittenScalar::Signed(value),
            (Self::Float(value), TypeShape::Scalar(Scalar::Float)) => WrittenScalar::Float(to_f32(value)),
            (Self::Float(value), _) => WrittenScalar::Double(value),
            (Self::Text(text), _) => WrittenScalar::Text(text),
            (Self::Variant(number), TypeShape::Enum(shape)) => {
                WrittenScalar::Enum(number, shape.value_name(number)?)
            }
            (Self::Variant(number), _) => WrittenScalar::Signed(number),
            (Self::Struct(_) | Self::Selected(_) | Self::List(_) | Self::Map(_) | Self::Union(_), _) => {
                return None;
            }
        })
    }
}

/// A field to write.
struct NumberedField<'v> {
    label: MessageLabel<'v>,
    /// The key of the field or member that it belongs to.
    key: &'v str,
    content: FieldContent<'v>,
}

enum FieldContent<'v> {
    /// The `bool` that says whether a field is null.
    NullFlag,
    Part(&'v TypeShape<'v>, MessagePart<'v>),
}

struct MessageWalk<'v, S> {
    sink: S,
    /// The keys of the path to the current message.
    path: Vec<&'v str>,
    /// The errors by path. The structs of a list have the same path, so they share one error.
    errors: BTreeMap<String, ExportError>,
}

impl<'v, S: MessageSink> MessageWalk<'v, S> {
    fn run(
        sink: S,
        shape: &'v MessageShape<'v>,
        selected: &'v [SelectedField<'v>],
    ) -> Result<S, Vec<ExportError>> {
        let mut walk = Self { sink, path: Vec::new(), errors: BTreeMap::new() };
        walk.message(shape, MessagePart::Selected(selected));
        if walk.errors.is_empty() { Ok(walk.sink) } else { Err(walk.errors.into_values().collect()) }
    }

    /// Writes the fields of a message.
    fn message(&mut self, shape: &'v MessageShape<'v>, part: MessagePart<'v>) {
        let mut fields = Vec::new();
        match (&shape.content, part) {
            (MessageContent::Members(members), MessagePart::Selected(selected)) => {
                for SelectedField { position, value, content, .. } in selected {
                    let Some(member) = members.get(*position) else { continue };
                    match content {
                        SelectedContent::Value(_) => self.member(member, value, &mut fields),
                        SelectedContent::Members(inner) => {
                            fields.extend(own_field(member, MessagePart::Selected(inner)));
                        }
                    }
                }
            }
            (MessageContent::Members(members), MessagePart::Struct(values)) => {
                for (member, value) in members.iter().zip(values) {
                    self.member(member, value, &mut fields);
                }
            }
            (MessageContent::Union(oneof), MessagePart::Union(union)) => {
                fields.extend(case_field(&oneof.cases, union, ""));
            }
            (MessageContent::Members(_) | MessageContent::Union(_), _) => {}
        }
        fields.sort_unstable_by_key(|field| field.label.number);
        for NumberedField { label, key, content } in fields {
            match content {
                FieldContent::NullFlag => self.sink.scalar(label, WrittenScalar::Bool(true)),
                FieldContent::Part(ty, part) => {
                    let length = self.path.len();
                    self.path.extend(Some(key).filter(|key| !key.is_empty()));
                    self.field(label, ty, part);
                    self.path.truncate(length);
                }
            }
        }
    }

    /// Adds the field for a member with this value. Reports a value that cannot be expressed.
    fn member(
        &mut self,
        member: &'v MemberFields<'v>,
        value: &'v Value,
        fields: &mut Vec<NumberedField<'v>>,
    ) {
        let (field, default) = (member.field(), member.default());
        match MessagePart::of(value) {
            None if value.is_null() => {
                let flag = member.null_flag.as_ref().map(|(name, number)| NumberedField {
                    label: MessageLabel { name, number: *number },
                    key: field.key.as_str(),
                    content: FieldContent::NullFlag,
                });
                fields.extend(flag);
            }
            None => {
                if default.is_some_and(|default| !default.is_absent()) {
                    self.refuse(member, UnsetValue::Absent);
                }
            }
            // An empty rest stays unset: if its struct is set, readers take the rest as empty.
            Some(part) if part.is_empty() && field.is_rest() => {}
            Some(part) if part.is_empty() && !matches!(member.content, MemberContent::Oneof(_)) => {
                let is_default = default.and_then(MessagePart::of).is_some_and(MessagePart::is_empty);
                match default {
                    Some(_) if is_default => {}
                    Some(default) if !default.is_absent() => {
                        self.refuse(member, UnsetValue::EmptyNotDefault);
                    }
                    None if !field.optional => {}
                    Some(_) | None => self.refuse(member, UnsetValue::EmptyNotAbsent),
                }
            }
            Some(part) => fields.extend(own_field(member, part)),
        }
    }

    fn refuse(&mut self, member: &MemberFields<'_>, value: UnsetValue) {
        let mut path = self.path.join(".");
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(member.field().key.as_str());
        self.errors.entry(path.clone()).or_insert(ExportError::Unset { path, value });
    }

    /// Writes a value as a field, or nothing for an empty list or map.
    fn field(&mut self, label: MessageLabel<'_>, ty: &'v TypeShape<'v>, part: MessagePart<'v>) {
        match (ty, part) {
            (TypeShape::Repeated(repeated), _) if repeated.is_inner() => {
                self.sink.begin(label);
                let inner = MessageLabel { name: repeated.inner_name(), number: RepeatedShape::INNER };
                self.repeated(inner, repeated, part);
                self.sink.end();
            }
            (TypeShape::Repeated(repeated), _) => self.repeated(label, repeated, part),
            (TypeShape::Message(shape), _) => {
                self.sink.begin(label);
                self.message(shape, part);
                self.sink.end();
            }
            (TypeShape::Scalar(_) | TypeShape::Enum(_), _) => {
                if let Some(value) = part.scalar(ty) {
                    self.sink.scalar(label, value);
                }
            }
        }
    }

    /// Writes the elements of a list or the entries of a map.
    fn repeated(&mut self, label: MessageLabel<'_>, shape: &'v RepeatedShape<'v>, part: MessagePart<'v>) {
        let contents = &shape.contents;
        let parts = |list: &'v List| (0..list.len()).map_while(|at| MessagePart::in_list(list, at));
        match part {
            MessagePart::List(list) if list.is_empty() => {}
            MessagePart::List(list) if contents.is_packed() => {
                self.sink.begin_packed(label);
                let values = parts(list).filter_map(|part| part.scalar(contents));
                values.for_each(|value| self.sink.packed(label, value));
                self.sink.end_packed();
            }
            MessagePart::List(list) => {
                for part in parts(list) {
                    if self.sink.is_full() {
                        return;
                    }
                    self.field(label, contents, part);
                }
            }
            MessagePart::Map(entries) => {
                for (key, part) in entries.keys().iter().zip(parts(entries.values())) {
                    if self.sink.is_full() {
                        return;
                    }
                    self.sink.begin(label);
                    self.sink.scalar(MessageLabel { name: "key", number: 1 }, WrittenScalar::Text(key));
                    self.field(MessageLabel { name: "value", number: 2 }, contents, part);
                    self.sink.end();
                }
            }
            MessagePart::Bool(_)
            | MessagePart::Unsigned(_)
            | MessagePart::Signed(_)
            | MessagePart::Float(_)
            | MessagePart::Text(_)
            | MessagePart::Variant(_)
            | MessagePart::Struct(_)
            | MessagePart::Selected(_)
            | MessagePart::Union(_) => {}
        }
    }
}

/// The field for a member with this value, or for the case of its union.
fn own_field<'v>(member: &'v MemberFields<'v>, part: MessagePart<'v>) -> Option<NumberedField<'v>> {
    let key = member.field().key.as_str();
    match (&member.content, part) {
        (MemberContent::Field(shape), _) => Some(shape_field(shape, part, key)),
        (MemberContent::Oneof(oneof), MessagePart::Union(union)) => case_field(&oneof.cases, union, key),
        (MemberContent::Oneof(_), _) => None,
    }
}

/// The field for the case of a union.
fn case_field<'v>(
    cases: &'v [FieldShape<'v>],
    union: &'v UnionValue,
    key: &'v str,
) -> Option<NumberedField<'v>> {
    let shape = cases.get(union.case as usize)?;
    Some(shape_field(shape, MessagePart::of(&union.value)?, key))
}

fn shape_field<'v>(shape: &'v FieldShape<'v>, part: MessagePart<'v>, key: &'v str) -> NumberedField<'v> {
    let label = MessageLabel { name: &shape.name, number: shape.number };
    NumberedField { label, key, content: FieldContent::Part(&shape.ty, part) }
}
