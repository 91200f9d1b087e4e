//! Type objects that are carried, read as the compiler reads them.

use super::CarriedReader;
use super::attributes::{CarriedAttributes, CarriedRole, integer, text};
use super::literal::{float_of, integer_of};
use crate::types::limits::{MAX_BOUND, MAX_FIELDS, MAX_LEVELS};
use crate::types::{
    ArrayType, Bounds, ConstraintKind, EnumType, Field, FloatKind, FloatType, IntegerKind, IntegerType,
    JsonValue, Key, MapType, StringType, StructType, Type, TypeKind, Unit, Variant, VectorType,
};
use crate::wire::CarriedProblem as Problem;
use std::collections::BTreeSet;

impl CarriedReader<'_> {
    /// The type of an object; one of a field stands at level 1.
    pub(super) fn ty(&mut self, attributes: &CarriedAttributes<'_>, level: usize) -> Result<Type, Problem> {
        if level > MAX_LEVELS {
            return Err(Problem::TooManyLevels);
        }
        Ok(match attributes.type_kind {
            TypeKind::Bool => Type::Bool,
            TypeKind::Uint8 => Type::Integer(integer_type(attributes, IntegerKind::Uint8)?),
            TypeKind::Uint16 => Type::Integer(integer_type(attributes, IntegerKind::Uint16)?),
            TypeKind::Uint32 => Type::Integer(integer_type(attributes, IntegerKind::Uint32)?),
            TypeKind::Uint64 => Type::Integer(integer_type(attributes, IntegerKind::Uint64)?),
            TypeKind::Int8 => Type::Integer(integer_type(attributes, IntegerKind::Int8)?),
            TypeKind::Int16 => Type::Integer(integer_type(attributes, IntegerKind::Int16)?),
            TypeKind::Int32 => Type::Integer(integer_type(attributes, IntegerKind::Int32)?),
            TypeKind::Int64 => Type::Integer(integer_type(attributes, IntegerKind::Int64)?),
            TypeKind::Float32 => Type::Float(float_type(attributes, FloatKind::Float32)?),
            TypeKind::Float64 => Type::Float(float_type(attributes, FloatKind::Float64)?),
            TypeKind::String => Type::String(self.string(attributes)?),
            TypeKind::Enum => Type::Enum(variants(attributes)?),
            TypeKind::Struct => Type::Struct(self.structure(attributes, level)?),
            TypeKind::Vector => {
                let (max_count, min_count) = sizes(attributes, ["max_count", "min_count"])?;
                let unique = flag(attributes, "unique")?;
                Type::Vector(VectorType {
                    max_count,
                    min_count,
                    unique,
                    element: self.element(attributes, level)?,
                })
            }
            TypeKind::Array => {
                let count = size(attributes.needed("count")?, "count", 1, false)?;
                let unique = flag(attributes, "unique")?;
                Type::Array(ArrayType { count, unique, element: self.element(attributes, level)? })
            }
            TypeKind::Map => {
                let (max_count, min_count) = sizes(attributes, ["max_count", "min_count"])?;
                let key = self.part(attributes, "key", TypeKind::may_be_key, level)?;
                let value = self.part(attributes, "value", TypeKind::may_be_element, level)?;
                Type::Map(MapType::new(key, value, max_count).at_least(min_count))
            }
        })
    }

    fn string(&mut self, attributes: &CarriedAttributes<'_>) -> Result<StringType, Problem> {
        let (max_size, min_size) = sizes(attributes, ["max_size", "min_size"])?;
        let pattern = match attributes.get("pattern") {
            Some(json) => {
                let text = text(json).ok_or(Problem::wrong("pattern"))?;
                Some(self.patterns.get(text).map_err(|error| Problem::Pattern { error })?)
            }
            None => None,
        };
        Ok(StringType { max_size, min_size, pattern })
    }

    fn element(&mut self, attributes: &CarriedAttributes<'_>, level: usize) -> Result<Box<Type>, Problem> {
        self.part(attributes, "element", TypeKind::may_be_element, level).map(Box::new)
    }

    /// A type object within another: an element, the key or value of a map.
    fn part(
        &mut self,
        attributes: &CarriedAttributes<'_>,
        name: &'static str,
        allowed: fn(TypeKind) -> bool,
        level: usize,
    ) -> Result<Type, Problem> {
        let JsonValue::Map(members) = attributes.needed(name)? else { return Err(Problem::wrong(name)) };
        let part = CarriedAttributes::read(members, CarriedRole::Element)?;
        if allowed(part.type_kind) { self.ty(&part, level + 1) } else { Err(Problem::wrong(name)) }
    }

    fn structure(&mut self, attributes: &CarriedAttributes<'_>, level: usize) -> Result<StructType, Problem> {
        let parts = parts(attributes, "fields")?;
        let mut members = Vec::with_capacity(parts.len());
        for (key, value) in parts {
            members.push(self.member(key, value, level)?);
        }
        let mut names: BTreeSet<&Key> = members.iter().map(|member: &Field| &member.key).collect();
        if !members.iter().flat_map(|member| &member.aliases).all(|alias| names.insert(alias)) {
            return Err(Problem::wrong("aliases"));
        }
        Ok(StructType::new(members))
    }

    fn member(&mut self, key: &str, value: &JsonValue, level: usize) -> Result<Field, Problem> {
        self.fields += 1;
        let JsonValue::Map(attributes) = value else { return Err(Problem::wrong("fields")) };
        if self.fields > MAX_FIELDS {
            return Err(Problem::TooManyFields);
        }
        let key = Key::new(key).map_err(|_| Problem::wrong("fields"))?;
        let attributes = CarriedAttributes::read(attributes, CarriedRole::Member)?;
        let optional = flag(&attributes, "optional")?;
        let sensitive = flag(&attributes, "sensitive")?;
        let deprecated = match attributes.get("deprecated") {
            Some(json) => {
                let why = text(json).filter(|why| !why.is_empty());
                Some(why.ok_or(Problem::wrong("deprecated"))?.into())
            }
            None => None,
        };
        let aliases = aliases(&attributes)?;
        let ty = self.ty(&attributes, level + 1)?;
        let default = match attributes.get("default") {
            Some(default) => Some(self.filled.complete(&ty, default, "default")?),
            None if deprecated.is_some() && !optional => return Err(Problem::missing("default")),
            None => None,
        };
        Ok(Field { optional, default, sensitive, deprecated, aliases, ..Field::new(key, ty) })
    }
}

/// The members of a struct or the variants of an enum; at least one.
fn parts<'a>(
    attributes: &CarriedAttributes<'a>,
    name: &'static str,
) -> Result<&'a [(Box<str>, JsonValue)], Problem> {
    match attributes.needed(name)? {
        JsonValue::Map(parts) if !parts.is_empty() => Ok(parts),
        JsonValue::Null
        | JsonValue::Bool(_)
        | JsonValue::Unsigned(_)
        | JsonValue::Negative(_)
        | JsonValue::Number(_)
        | JsonValue::String(_)
        | JsonValue::List(_)
        | JsonValue::Map(_) => Err(Problem::wrong(name)),
    }
}

fn variants(attributes: &CarriedAttributes<'_>) -> Result<EnumType, Problem> {
    let parts = parts(attributes, "variants")?;
    let mut variants = Vec::with_capacity(parts.len());
    for (name, number) in parts {
        let name = Key::new(name).ok();
        let number = integer(number).and_then(|number| i64::try_from(number).ok());
        let variant = name.zip(number).map(|(name, number)| Variant::new(name, number));
        variants.push(variant.ok_or(Problem::wrong("variants"))?);
    }
    match Variant::repeated_number(&variants) {
        Some(_) => Err(Problem::wrong("variants")),
        None => Ok(EnumType::new(variants)),
    }
}

fn aliases(attributes: &CarriedAttributes<'_>) -> Result<Box<[Key]>, Problem> {
    let wrong = || Problem::wrong("aliases");
    match attributes.get("aliases") {
        None => Ok(Box::default()),
        Some(JsonValue::List(list)) => {
            let key = |json: &JsonValue| Key::new(text(json).ok_or_else(wrong)?).map_err(|_| wrong());
            list.iter().map(key).collect()
        }
        Some(_) => Err(wrong()),
    }
}

fn integer_type(attributes: &CarriedAttributes<'_>, kind: IntegerKind) -> Result<IntegerType, Problem> {
    let plain = IntegerType { unit: unit(attributes)?, ..IntegerType::new(kind) };
    let bound = |of: ConstraintKind| match attributes.get(of.name()) {
        Some(json) => {
            let number = integer_of(json, &plain).filter(|number| plain.check(*number).is_ok());
            number.map(Some).ok_or(Problem::wrong(of.name()))
        }
        None => Ok(None),
    };
    let (min, max) = (bound(ConstraintKind::Min)?, bound(ConstraintKind::Max)?);
    check_order(min.as_ref(), max.as_ref(), "min")?;
    // What says nothing is not kept.
    let kept = |of, number: &i128| !kind.is_redundant(of, *number);
    let min = min.filter(|min| kept(ConstraintKind::Min, min));
    let max = max.filter(|max| kept(ConstraintKind::Max, max));
    Ok(IntegerType { bounds: Bounds::boxed(min, max), ..plain })
}

fn float_type(attributes: &CarriedAttributes<'_>, kind: FloatKind) -> Result<FloatType, Problem> {
    let plain = FloatType { unit: unit(attributes)?, ..FloatType::new(kind) };
    let bound = |name: &'static str| match attributes.get(name) {
        Some(json) => float_of(json, &plain).map(Some).ok_or(Problem::wrong(name)),
        None => Ok(None),
    };
    let (min, max) = (bound("min")?, bound("max")?);
    check_order(min.as_ref(), max.as_ref(), "min")?;
    Ok(FloatType { bounds: Bounds::boxed(min, max), ..plain })
}

fn unit(attributes: &CarriedAttributes<'_>) -> Result<Option<Unit>, Problem> {
    match attributes.get("unit") {
        Some(json) => {
            let unit = text(json).and_then(|name| name.parse().ok());
            unit.map(Some).ok_or(Problem::wrong("unit"))
        }
        None => Ok(None),
    }
}

/// The largest and the smallest size or count; the smallest is 0 where there is none.
fn sizes(attributes: &CarriedAttributes<'_>, [max, min]: [&'static str; 2]) -> Result<(u32, u32), Problem> {
    let most = size(attributes.needed(max)?, max, 1, true)?;
    let least = match attributes.get(min) {
        Some(json) => size(json, min, 0, false)?,
        None => 0,
    };
    check_order(Some(&least), Some(&most), min)?;
    Ok((most, least))
}

fn check_order<T: PartialOrd>(min: Option<&T>, max: Option<&T>, name: &'static str) -> Result<(), Problem> {
    match (min, max) {
        (Some(min), Some(max)) if min > max => Err(Problem::wrong(name)),
        (_, _) => Ok(()),
    }
}

/// A size or count of at least this much; `"MAX"` may stand for the largest.
fn size(json: &JsonValue, name: &'static str, least: u32, max_allowed: bool) -> Result<u32, Problem> {
    let number = match text(json) {
        Some(text) => (text == "MAX" && max_allowed).then_some(MAX_BOUND),
        None => integer(json).and_then(|number| u32::try_from(number).ok()),
    };
    number.filter(|number| *number >= least).ok_or(Problem::wrong(name))
}

fn flag(attributes: &CarriedAttributes<'_>, name: &'static str) -> Result<bool, Problem> {
    match attributes.get(name) {
        None => Ok(false),
        Some(JsonValue::Bool(flag)) => Ok(*flag),
        Some(_) => Err(Problem::wrong(name)),
    }
}
