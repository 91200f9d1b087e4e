//! Values with their types, as one tree for all formats.

use super::json_index::{JsonItem, JsonPart};
use crate::syntax::{Number, nearest_f64, number};
use crate::types::{
    Field, FloatKind, JsonKind, JsonString, JsonText, List, MapEntries, Type, UnionValue, Value, float_text,
};
use std::borrow::Cow;

/// A value. Lists and maps stay as they are, and are read one element after the other.
#[derive(Debug, Clone, Copy)]
pub(super) enum ExportNode<'a> {
    /// An absent value, where leaving it out would mean a default: formats with `null` write it so.
    Absent,
    /// The null of a nullable field or member, or in a JSON value.
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64, FloatKind),
    /// A string or the name of a variant.
    Text(ExportText<'a>),
    /// A vector or array, with the type of an element.
    List(&'a Type, &'a List),
    /// A map, with the type of a value.
    Map(&'a Type, &'a MapEntries),
    /// A JSON value, of which [`JsonIndex`](super::json_index::JsonIndex) makes a node with its parts.
    Json(&'a JsonText),
    /// An array in a JSON value.
    JsonArray(JsonPart<'a>),
    /// An object in a JSON value.
    JsonObject(JsonPart<'a>),
    /// A struct in a vector, array, map or union.
    Members(&'a [Field], &'a [Value], AroundStruct<'a>),
    /// The selected fields, or the selected members of a struct.
    Selected(&'a [SelectedField<'a>]),
}

/// What is around a struct.
#[derive(Debug, Clone, Copy)]
pub(super) enum AroundStruct<'a> {
    /// A default, which takes precedence over those of the members, or nothing.
    Default(Option<&'a Value>),
    /// A union with this tag, which has this text.
    Tag(&'a str, &'a str),
}

/// A text.
#[derive(Debug, Clone, Copy)]
pub(super) enum ExportText<'a> {
    Plain(&'a str),
    /// A string or key in a JSON value.
    Json(JsonString<'a>),
}

impl<'a> ExportText<'a> {
    pub(super) fn text(self) -> Cow<'a, str> {
        match self {
            Self::Plain(text) => text.into(),
            Self::Json(string) if string.raw().contains('\\') => string.text().into(),
            Self::Json(string) => string.raw().into(),
        }
    }
}

/// A field, or a member of a struct, to write.
#[derive(Debug)]
pub(super) struct SelectedField<'a> {
    pub(super) field: &'a Field,
    /// Its position among the fields or members.
    pub(super) position: usize,
    pub(super) value: &'a Value,
    /// Whether all of its value is secret, the keys of its maps too. A struct that is split is not.
    pub(super) is_secret: bool,
    pub(super) content: SelectedContent<'a>,
}

#[derive(Debug)]
pub(super) enum SelectedContent<'a> {
    /// A value to write as a whole.
    Value(ExportNode<'a>),
    /// A struct, member by member.
    Members(Vec<SelectedField<'a>>),
}

/// A part of a struct that has a name.
#[derive(Debug, Clone, Copy)]
enum NamedPart {
    /// The tag of the union around it.
    Tag,
    /// The member at this position.
    Member(usize),
    /// An entry of the rest at the first position, by its own position.
    OfRest(usize, usize),
}

/// An entry of a struct, of a map or of an object in a JSON value.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExportEntry<'a> {
    /// The key of the member or of the map's entry.
    pub(super) key: ExportText<'a>,
    /// Its name in documents: the native name of a member, or the key of a map's entry.
    pub(super) name: ExportText<'a>,
    /// Whether its value is secret, the keys in it too.
    pub(super) is_secret: bool,
    /// Whether its name is secret, because it is an entry of a sensitive rest. Messages then use the key of the rest.
    pub(super) is_name_secret: bool,
    pub(super) node: ExportNode<'a>,
}

impl<'a> ExportEntry<'a> {
    fn member(field: &'a Field, is_secret: bool, node: ExportNode<'a>) -> Self {
        let [key, name] = [field.key.as_str(), field.native_name()].map(ExportText::Plain);
        Self { key, name, is_secret, is_name_secret: false, node }
    }

    fn named(name: ExportText<'a>, node: ExportNode<'a>) -> Self {
        Self { key: name, name, is_secret: false, is_name_secret: false, node }
    }
}

impl SelectedField<'_> {
    fn node(&self) -> ExportNode<'_> {
        match &self.content {
            SelectedContent::Value(node) => *node,
            SelectedContent::Members(members) => ExportNode::Selected(members),
        }
    }
}

impl<'a> From<JsonItem<'a>> for ExportNode<'a> {
    fn from(item: JsonItem<'a>) -> Self {
        match item {
            JsonItem::Null => Self::Null,
            JsonItem::Bool(value) => Self::Bool(value),
            JsonItem::Number(text) => Self::number(text),
            JsonItem::Text(text) => Self::Text(ExportText::Json(text)),
            JsonItem::Array(part) => Self::JsonArray(part),
            JsonItem::Object(part) => Self::JsonObject(part),
        }
    }
}

impl<'a> ExportNode<'a> {
    /// The node of a value that fits the type; `default` is the default if the value is left out.
    pub(super) fn of(ty: &'a Type, value: &'a Value, default: Option<&'a Value>) -> Self {
        match value {
            Value::Bool(value) => Self::Bool(*value),
            Value::Unsigned(value) => Self::Unsigned(*value),
            Value::Signed(value) => Self::Signed(*value),
            Value::Float(value) => Self::Float(*value, ty.float_kind()),
            Value::String(text) => Self::Text(ExportText::Plain(text)),
            Value::Variant(number) => Self::variant(ty, *number),
            Value::Struct(values) => Self::Members(ty.members(), values, AroundStruct::Default(default)),
            Value::List(list) => Self::list(ty, list),
            Value::Map(entries) => Self::map(ty, entries),
            Value::Absent => Self::Absent,
            Value::Null => Self::Null,
            Value::Json(text) => Self::Json(text),
            Value::Union(value) => Self::union(ty, value),
        }
    }

    fn list(ty: &'a Type, list: &'a List) -> Self {
        Self::List(ty.contents().unwrap_or(ty), list)
    }

    fn map(ty: &'a Type, entries: &'a MapEntries) -> Self {
        Self::Map(ty.contents().unwrap_or(ty), entries)
    }

    /// The value of a case. Members that it leaves out get their own defaults, so no default is around it.
    fn union(ty: &'a Type, union: &'a UnionValue) -> Self {
        let Some(case) = ty.cases().get(union.case as usize) else { return Self::Null };
        match (ty.tag(), &union.value) {
            (Some(tag), Value::Struct(values)) => {
                Self::Members(case.ty.members(), values, AroundStruct::Tag(tag.as_str(), case.tag_text()))
            }
            (_, value) => Self::of(&case.ty, value, None),
        }
    }

    /// The tag of a union and its text, for the struct of a case.
    fn tag(self) -> Option<ExportEntry<'a>> {
        let Self::Members(_, _, AroundStruct::Tag(tag, text)) = self else { return None };
        Some(ExportEntry::named(ExportText::Plain(tag), Self::Text(ExportText::Plain(text))))
    }

    fn variant(ty: &'a Type, number: i64) -> Self {
        ty.variant(number)
            .map_or(Self::Signed(number), |variant| Self::Text(ExportText::Plain(variant.name.as_str())))
    }

    fn in_list(ty: &'a Type, list: &'a List, at: usize) -> Option<Self> {
        Some(match list {
            List::Bool(list) => Self::Bool(*list.get(at)?),
            List::Unsigned(list) => Self::Unsigned(*list.get(at)?),
            List::Signed(list) => Self::Signed(*list.get(at)?),
            List::Float(list) => Self::Float(*list.get(at)?, ty.float_kind()),
            List::String(list) => Self::Text(ExportText::Plain(list.get(at)?)),
            List::Variant(list) => Self::variant(ty, *list.get(at)?),
            List::Struct(list) => Self::Members(ty.members(), list.get(at)?, AroundStruct::Default(None)),
            List::List(list) => Self::list(ty, list.get(at)?),
            List::Map(list) => Self::map(ty, list.get(at)?),
            List::Json(list) => Self::Json(list.get(at)?),
            List::Union(list) => Self::union(ty, list.get(at)?),
        })
    }

    /// The elements of a list; empty for other nodes.
    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        let parts = if let Self::List(ty, list) = self { Some((ty, list)) } else { None };
        let count = parts.map_or(0, |(_, list)| list.len());
        let elements =
            (0..count).filter_map(move |at| parts.and_then(|(ty, list)| Self::in_list(ty, list, at)));
        let array = if let Self::JsonArray(part) = self { Some(part) } else { None };
        elements.chain(array.into_iter().flat_map(JsonPart::parts).map(|(_, element)| element.into()))
    }

    /// The entries of a struct, a map or an object in ascending order of their names; empty for other nodes. Those of a
    /// rest, and a tag, are among the members of its struct. Absent values are left out, unless a default would replace them.
    pub(super) fn entries(self) -> impl Iterator<Item = ExportEntry<'a>> {
        let order = self.order_of_names();
        let entry = move |n: usize| match &order {
            Some(order) => match *order.get(n)? {
                NamedPart::Tag => Some(self.tag()),
                NamedPart::Member(at) => self.entry(at),
                NamedPart::OfRest(at, entry) => self.entry_of_rest(at, entry),
            },
            None => self.entry(n),
        };
        let object = if let Self::JsonObject(part) = self { Some(part) } else { None };
        let member = |(key, item): (Option<JsonString<'a>>, JsonItem<'a>)| {
            key.map(|key| ExportEntry::named(ExportText::Json(key), item.into()))
        };
        let members = object.into_iter().flat_map(JsonPart::parts).filter_map(member);
        (0..).map_while(entry).flatten().chain(members)
    }

    /// The same entries of a struct in ascending order of their keys.
    pub(super) fn entries_by_key(self) -> impl Iterator<Item = ExportEntry<'a>> {
        (0..).map_while(move |at| self.entry(at)).flatten()
    }

    /// The parts of a struct in ascending order of their native names; `None` if they are members whose names are keys.
    fn order_of_names(self) -> Option<Vec<NamedPart>> {
        let fields = || (0..).map_while(move |at| self.field(at));
        let tag = if let Self::Members(_, _, AroundStruct::Tag(tag, _)) = self { Some(tag) } else { None };
        if tag.is_none() && fields().all(|field| field.names.is_native_key()) {
            return None;
        }
        let mut order: Vec<(&str, NamedPart)> = Vec::new();
        order.extend(tag.map(|tag| (tag, NamedPart::Tag)));
        for (at, field) in fields().enumerate() {
            if !field.is_rest() {
                order.push((field.native_name(), NamedPart::Member(at)));
            } else if let Some(ExportNode::Map(_, entries)) = self.member(at) {
                let keys = entries.keys().iter().enumerate();
                order.extend(keys.map(|(entry, key)| (&**key, NamedPart::OfRest(at, entry))));
            }
        }
        order.sort_unstable_by_key(|(name, _)| *name);
        Some(order.into_iter().map(|(_, part)| part).collect())
    }

    /// The field of the member at a position.
    fn field(self, at: usize) -> Option<&'a Field> {
        match self {
            Self::Members(fields, ..) => fields.get(at),
            Self::Selected(fields) => fields.get(at).map(|selected| selected.field),
            Self::Absent
            | Self::Null
            | Self::Bool(_)
            | Self::Unsigned(_)
            | Self::Signed(_)
            | Self::Float(..)
            | Self::Text(_)
            | Self::List(..)
            | Self::Map(..)
            | Self::Json(_)
            | Self::JsonArray(_)
            | Self::JsonObject(_) => None,
        }
    }

    /// The node of the member at a position.
    fn member(self, at: usize) -> Option<Self> {
        self.entry(at).flatten().map(|entry| entry.node)
    }

    /// An entry of the rest at a position, by its own position: as [`entry`](Self::entry).
    fn entry_of_rest(self, at: usize, entry: usize) -> Option<Option<ExportEntry<'a>>> {
        let rest = self.entry(at)??;
        let entry = rest.node.entry(entry)?;
        Some(entry.map(|entry| match rest.is_secret {
            true => ExportEntry { key: rest.key, is_secret: true, is_name_secret: true, ..entry },
            false => entry,
        }))
    }

    /// Returns an entry by its position: `Some(None)` for an entry that is left out, and `None` after the last one.
    fn entry(self, at: usize) -> Option<Option<ExportEntry<'a>>> {
        match self {
            Self::Map(ty, entries) => {
                let key = ExportText::Plain(entries.keys().get(at)?);
                let node = Self::in_list(ty, entries.values(), at);
                Some(node.map(|node| ExportEntry::named(key, node)))
            }
            Self::Members(fields, values, around) => {
                let default = if let AroundStruct::Default(default) = around { default } else { None };
                let (field, value) = (fields.get(at)?, values.get(at)?);
                let default = member_default(default, at, field);
                let is_written = !value.is_absent() || is_null(field, default);
                Some(
                    is_written
                        .then(|| ExportEntry::member(field, false, Self::of(&field.ty, value, default))),
                )
            }
            Self::Selected(fields) => {
                let selected = fields.get(at)?;
                Some(Some(ExportEntry::member(selected.field, selected.is_secret, selected.node())))
            }
            Self::Absent
            | Self::Null
            | Self::Bool(_)
            | Self::Unsigned(_)
            | Self::Signed(_)
            | Self::Float(..)
            | Self::Text(_)
            | Self::List(..)
            | Self::Json(_)
            | Self::JsonArray(_)
            | Self::JsonObject(_) => None,
        }
    }

    /// Whether it is a struct, a map or a JSON object.
    pub(super) fn is_object(self) -> bool {
        match self {
            Self::Map(..) | Self::Members(..) | Self::Selected(_) | Self::JsonObject(_) => true,
            Self::Json(text) => text.kind() == JsonKind::Object,
            Self::Absent
            | Self::Null
            | Self::Bool(_)
            | Self::Unsigned(_)
            | Self::Signed(_)
            | Self::Float(..)
            | Self::Text(_)
            | Self::List(..)
            | Self::JsonArray(_) => false,
        }
    }

    /// Whether it is a list of nodes.
    pub(super) fn is_list(self) -> bool {
        matches!(self, Self::List(..) | Self::JsonArray(_))
    }

    /// A number in a JSON value, from its canonical text.
    fn number(text: &str) -> Self {
        match number(text) {
            Number::Unsigned(value) => Self::Unsigned(value),
            Number::Negative(value) => Self::Signed(value),
            Number::Decimal(text) | Number::HexTooLarge(text) | Number::NonFinite(text) => {
                Self::Float(nearest_f64(text), FloatKind::Float64)
            }
        }
    }

    /// The text of a bool or a number, which is the same in every format. A float has a point or a signed exponent, so
    /// that every reader reads it as a float.
    pub(super) fn plain_text(self) -> Option<String> {
        match self {
            Self::Bool(value) => Some(value.to_string()),
            Self::Unsigned(value) => Some(value.to_string()),
            Self::Signed(value) => Some(value.to_string()),
            Self::Float(value, kind) => Some(real(&float_text(value, kind))),
            Self::Absent
            | Self::Null
            | Self::Text(_)
            | Self::List(..)
            | Self::Map(..)
            | Self::Json(_)
            | Self::JsonArray(_)
            | Self::JsonObject(_)
            | Self::Members(..)
            | Self::Selected(_) => None,
        }
    }
}

/// The default of a member: from the default of the struct around it, else its own.
pub(super) fn member_default<'a>(
    around: Option<&'a Value>,
    at: usize,
    member: &'a Field,
) -> Option<&'a Value> {
    let in_struct = around.and_then(Value::as_members).and_then(|members| members.get(at));
    in_struct.or(member.default.as_ref())
}

/// Whether an absent value is written as a null, since leaving it out would mean the default. It is left out even so
/// where a null would be a value.
pub(super) fn is_null(field: &Field, default: Option<&Value>) -> bool {
    default.is_some_and(|default| !default.is_absent()) && !field.leaves_out(&Value::Absent)
}

/// Returns the text of a float that readers of YAML 1.1 also read as a float: with a point, and a sign before the
/// exponent.
fn real(text: &str) -> String {
    let (mantissa, exponent) =
        text.split_once('e').map_or((text, None), |(mantissa, power)| (mantissa, Some(power)));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let exponent = exponent.map(|power| {
        let sign = if power.starts_with('-') { "" } else { "+" };
        format!("e{sign}{power}")
    });
    format!("{mantissa}{point}{}", exponent.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::real;

    #[test]
    fn every_reader_knows_a_float_when_it_sees_one() {
        let texts =
            [("0", "0.0"), ("-1", "-1.0"), ("2.5", "2.5"), ("1e21", "1.0e+21"), ("-2.5e-8", "-2.5e-8")];
        for (text, expected) in texts {
            assert_eq!(real(text), expected);
        }
    }
}
