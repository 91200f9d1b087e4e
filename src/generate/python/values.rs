//! Types in Python: their limits, checks, literals and readers.

use super::absence::without_value;
use super::field_part::{FieldPart, holds_map_in_lists};
use super::json::{each_json, json_levels, json_value};
use super::layout::{GroupPart, PythonExpression, literal, quoted};
use super::names::{attribute, constant};
use crate::generate::patterns::python_pattern;
use crate::types::{
    Bounds, Field, FloatKind, JsonKinds, List, MapType, StringType, Type, TypeKind, Value, Variant,
    VectorType,
};

/// Whether the pattern of a string, or of the strings in a list or map, cannot be expressed in Python.
pub(super) fn has_foreign_pattern(ty: &Type) -> bool {
    match ty {
        Type::String(ty) => is_foreign(ty),
        Type::Map(map) => has_foreign_pattern(map.key()) || has_foreign_pattern(map.value()),
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Json(_)
        | Type::Union(_) => ty.element().is_some_and(has_foreign_pattern),
    }
}

fn is_foreign(ty: &StringType) -> bool {
    ty.pattern.as_ref().is_some_and(|pattern| python_pattern(pattern.text()).is_none())
}

/// A named limit: the end of its name, after the name of the field, and its value.
pub(super) type Limit = (&'static str, PythonExpression);

/// The type of a limit with this name.
pub(super) fn limit_type(ty: &Type, name: &str) -> &'static str {
    match ty {
        Type::Float(_) => "float",
        _ if name == "PATTERN" => "str",
        Type::Bool
        | Type::Integer(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Map(_)
        | Type::Json(_)
        | Type::Union(_) => "int",
    }
}

/// The declared limits of a type, by name.
pub(super) fn limits(ty: &Type) -> Vec<Limit> {
    let number = |n: u32| PythonExpression::atom(n.to_string());
    match ty {
        Type::Bool | Type::Enum(_) | Type::Struct(_) | Type::Union(_) => Vec::new(),
        Type::Integer(ty) => bounds(ty.bounds.as_deref(), |bound| PythonExpression::atom(bound.to_string())),
        Type::Float(ty) => bounds(ty.bounds.as_deref(), |bound| PythonExpression::atom(real(bound))),
        Type::String(ty) => {
            let mut limits = vec![("MAX_SIZE", number(ty.max_size))];
            if ty.min_size > 0 {
                limits.push(("MIN_SIZE", number(ty.min_size)));
            }
            if let Some(pattern) = ty.pattern.as_ref().and_then(|pattern| python_pattern(pattern.text())) {
                limits.push(("PATTERN", literal(&pattern)));
            }
            limits
        }
        Type::Vector(VectorType { max_count, min_count, .. })
        | Type::Map(MapType { max_count, min_count, .. }) => {
            let mut limits = vec![("MAX_COUNT", number(*max_count))];
            if *min_count > 0 {
                limits.push(("MIN_COUNT", number(*min_count)));
            }
            limits
        }
        // `COUNT` could collide with `MAX_COUNT` of another key.
        Type::Array(ty) => vec![("LENGTH", number(ty.count))],
        Type::Json(ty) => vec![("MAX_SIZE", number(ty.max_size))],
    }
}

fn bounds<T: Copy>(bounds: Option<&Bounds<T>>, show: impl Fn(T) -> PythonExpression) -> Vec<Limit> {
    let (min, max) = bounds.map_or((None, None), |bounds| (bounds.min, bounds.max));
    let min = min.map(|min| ("MIN", show(min)));
    min.into_iter().chain(max.map(|max| ("MAX", show(max)))).collect()
}

/// A float as Python reads it back.
pub(super) fn real(value: f64) -> String {
    format!("{value:?}")
}

/// A value to check, with its place.
pub(super) struct CheckedValue<'a> {
    pub(super) field: &'a Field,
    /// The expression of the value.
    pub(super) value: String,
    /// The prefix of the field's classes and constants, with a dot.
    pub(super) scope: &'a str,
    pub(super) secret: bool,
}

impl CheckedValue<'_> {
    /// The call that checks the value.
    pub(super) fn check(&self) -> PythonExpression {
        let part = FieldPart::of(self.field, self.scope);
        self.check_of(&part, quoted(self.field.key.as_str()), self.value.clone())
    }

    /// The statement that protects the maps and JSON values of a checked value from changes, if there are any.
    pub(super) fn keep(&self) -> Option<PythonExpression> {
        let (ty, value) = (&self.field.ty, PythonExpression::atom(self.value.clone()));
        let kept = match json_levels(ty) {
            Some(levels) => each_json("_json_copy", value, levels),
            None if !holds_map_in_lists(ty) => return None,
            None => {
                let is_plain_map =
                    ty.kind() == TypeKind::Map && !ty.contents().is_some_and(holds_map_in_lists);
                let keep = if is_plain_map { "_Entries" } else { "_kept" };
                PythonExpression::call(keep, vec![value.into()])
            }
        };
        let parts = vec![
            PythonExpression::atom("self").into(),
            PythonExpression::atom(quoted(&attribute(self.field.key.as_str()))).into(),
            kept.into(),
        ];
        Some(PythonExpression::call("object.__setattr__", parts))
    }

    /// The check of a value of this part.
    fn check_of(&self, part: &FieldPart<'_>, path: String, value: String) -> PythonExpression {
        let (ty, scope, of) = (part.ty, self.scope, part.suffix());
        let key = constant(self.field.key.as_str());
        let limit = |name: &str| PythonExpression::atom(format!("{scope}{key}_{name}{of}"));
        let declared = limits(ty);
        let has = |name: &str| declared.iter().any(|(limit, _)| *limit == name);
        let mut parts: Vec<GroupPart> =
            vec![PythonExpression::atom(path).into(), PythonExpression::atom(value).into()];
        let inner = part.parts().into_iter().map(|part| {
            let check = self.check_of(&part, "path".into(), "one".into());
            check.prefixed("lambda path, one: ").into()
        });
        let secret = self.secret.then(|| GroupPart::named("secret", PythonExpression::atom("True")));
        let check = match ty {
            Type::Bool => {
                parts.push(PythonExpression::atom("bool").into());
                "instance"
            }
            Type::Enum(_) | Type::Struct(_) => {
                parts.push(PythonExpression::atom(part.class.clone()).into());
                "instance"
            }
            Type::Union(_) => {
                parts.extend(part.cases().into_iter().map(|case| PythonExpression::atom(case.path).into()));
                "case"
            }
            Type::Integer(ty) => {
                let (smallest, largest) = ty.kind.range();
                let bound = |name, otherwise: i128| {
                    if has(name) { limit(name) } else { PythonExpression::atom(otherwise.to_string()) }
                };
                parts.extend([bound("MIN", smallest).into(), bound("MAX", largest).into()]);
                parts.extend(secret);
                "integer"
            }
            Type::Float(ty) => {
                let size = if ty.kind == FloatKind::Float32 { "32" } else { "64" };
                parts.push(PythonExpression::atom(size).into());
                for (argument, name) in [("least", "MIN"), ("most", "MAX")] {
                    parts.extend(has(name).then(|| GroupPart::named(argument, limit(name))));
                }
                parts.extend(secret);
                "real"
            }
            Type::String(ty) => {
                let least = if has("MIN_SIZE") { limit("MIN_SIZE") } else { PythonExpression::atom("0") };
                parts.extend([least.into(), limit("MAX_SIZE").into()]);
                parts.extend(has("PATTERN").then(|| limit("PATTERN").into()));
                if is_foreign(ty) { "vetted" } else { "string" }
            }
            Type::Vector(_) | Type::Array(_) => {
                let (least, most) = match (has("LENGTH"), has("MIN_COUNT")) {
                    (true, _) => (limit("LENGTH"), limit("LENGTH")),
                    (false, true) => (limit("MIN_COUNT"), limit("MAX_COUNT")),
                    (false, false) => (PythonExpression::atom("0"), limit("MAX_COUNT")),
                };
                parts.extend([least.into(), most.into()]);
                parts.extend(inner);
                if ty.wants_unique() {
                    parts.push(GroupPart::named("unique", PythonExpression::atom("True")));
                    parts.extend(compared(ty));
                }
                "elements"
            }
            Type::Map(_) => {
                let least = if has("MIN_COUNT") { limit("MIN_COUNT") } else { PythonExpression::atom("0") };
                parts.extend([least.into(), limit("MAX_COUNT").into()]);
                parts.extend(inner);
                parts.extend(secret);
                "entries"
            }
            Type::Json(ty) => {
                parts.push(limit("MAX_SIZE").into());
                let kinds = (ty.kinds != JsonKinds::ALL_BUT_NULL).then(|| literal(&ty.kinds.to_string()));
                parts.extend(kinds.map(|kinds| GroupPart::named("kinds", kinds)));
                "json"
            }
        };
        PythonExpression::call(format!("_Check.{check}"), parts)
    }
}

/// The argument that says how elements are compared, if they have JSON values.
fn compared(list: &Type) -> Option<GroupPart> {
    let compare = match json_levels(list)? {
        // The elements are JSON values themselves.
        0 | 1 => PythonExpression::atom("_json_text"),
        levels => each_json("_json_text", PythonExpression::atom("one"), levels - 1).prefixed("lambda one: "),
    };
    Some(GroupPart::named("compared", compare))
}

/// The name of the function that checks a field of the configuration; no other function has it.
pub(super) fn field_check(field: &Field) -> String {
    format!("_check_config_{}", field.key)
}

/// The arguments that describe a value to read: how a single value, an element or the value of an entry is read, how a
/// key is read, and how many elements or entries there are at most. `reader` is the function that makes the struct or
/// the value of the union.
pub(super) fn reading(part: &FieldPart<'_>, reader: &str, secret: bool) -> Vec<GroupPart> {
    let number = |n: u32| PythonExpression::atom(n.to_string()).into();
    let contents = part.contents();
    let mut arguments: Vec<GroupPart> = vec![kind(contents.as_ref().unwrap_or(part), reader, secret).into()];
    match part.ty {
        Type::Vector(ty) => arguments.push(number(ty.max_count)),
        Type::Array(ty) => arguments.push(number(ty.count)),
        Type::Map(ty) => {
            arguments.extend(part.key().map(|key| key_reader(&key).into()));
            arguments.push(number(ty.max_count));
            arguments.extend(secret.then(|| GroupPart::named("secret", PythonExpression::atom("True"))));
        }
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Json(_)
        | Type::Union(_) => {}
    }
    arguments
}

/// The expression for how a single value, an element or the value of an entry is read.
fn kind(part: &FieldPart<'_>, reader: &str, secret: bool) -> PythonExpression {
    match part.ty {
        Type::String(ty) if is_foreign(ty) => PythonExpression::atom("_Kinds.VETTED"),
        Type::Enum(_) => {
            PythonExpression::call("_Kinds.variant", vec![PythonExpression::atom(part.class.clone()).into()])
        }
        Type::Struct(ty) => {
            let count = PythonExpression::atom(ty.members().len().to_string());
            PythonExpression::call(
                "_Kinds.members",
                vec![count.into(), PythonExpression::atom(reader).into()],
            )
        }
        Type::Vector(_) | Type::Array(_) => {
            PythonExpression::call("_Kinds.elements", reading(part, reader, secret))
        }
        Type::Map(_) => PythonExpression::call("_Kinds.entries", reading(part, reader, secret)),
        Type::Union(_) => PythonExpression::call("_Kinds.union", vec![PythonExpression::atom(reader).into()]),
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Json(_) => {
            PythonExpression::atom(format!("_Kinds.{}", constant(part.ty.kind().name())))
        }
    }
}

/// The function that makes a key of a map from its text.
fn key_reader(key: &FieldPart<'_>) -> PythonExpression {
    if let Type::Enum(_) = key.ty {
        return PythonExpression::call("_Kinds.name", vec![PythonExpression::atom(key.class.clone()).into()]);
    }
    PythonExpression::atom(if has_foreign_pattern(key.ty) { "_Vetted" } else { "str" })
}

/// A value as an expression.
pub(super) fn value(part: &FieldPart<'_>, value: &Value) -> PythonExpression {
    let FieldPart { ty, class, .. } = part;
    match value {
        Value::Bool(one) => PythonExpression::atom(if *one { "True" } else { "False" }),
        Value::Unsigned(n) => PythonExpression::atom(n.to_string()),
        Value::Signed(n) => PythonExpression::atom(n.to_string()),
        Value::Float(n) => PythonExpression::atom(real(*n)),
        Value::String(text) => string(ty, text),
        // Only fields and members may lack a value.
        Value::Absent | Value::Null => PythonExpression::atom("None"),
        Value::Variant(number) => PythonExpression::atom(variant(ty.variant(*number), class)),
        Value::Struct(values) => structure(ty, values, class),
        Value::List(list) => PythonExpression::tuple(contents(part, list)),
        Value::Map(entries) => {
            let key = part.key();
            let keys = entries.keys().iter().map(|text| match &key {
                Some(FieldPart { ty: Type::Enum(ty), class, .. }) => variant(ty.by_name(text), class),
                Some(key) => string(key.ty, text).flat(),
                // Only a map has entries.
                None => String::new(),
            });
            let values = contents(part, entries.values());
            let parts = keys.zip(values).map(|(key, value)| GroupPart::entry(&key, value)).collect();
            PythonExpression::call("_Entries", vec![PythonExpression::braces(parts).into()])
        }
        Value::Json(text) => json_value(text),
        Value::Union(union) => match part.case(union.case) {
            Some(case) => {
                PythonExpression::call(&*case.path, vec![self::value(&case.value(), &union.value).into()])
            }
            // Values fit their types, so the case exists.
            None => PythonExpression::atom("None"),
        },
    }
}

/// The elements of a list, or the values of a map.
fn contents(part: &FieldPart<'_>, list: &List) -> Vec<PythonExpression> {
    let Some(inner) = part.contents() else { return Vec::new() };
    list.to_values().iter().map(|one| value(&inner, one)).collect()
}

fn string(ty: &Type, text: &str) -> PythonExpression {
    let text = literal(text);
    if has_foreign_pattern(ty) { PythonExpression::call("_Vetted", vec![text.into()]) } else { text }
}

/// A variant of this class. Without a key as its name, it is found by its number: its identifier depends on the other
/// variants.
pub(super) fn variant(variant: Option<&Variant>, class: &str) -> String {
    // Values fit their types, so the variant exists.
    let Some(variant) = variant else { return class.into() };
    match variant.name.is_key() {
        true => format!("{class}.{}", constant(variant.name.as_str())),
        false => format!("{class}({})", variant.number),
    }
}

fn structure(ty: &Type, values: &[Value], class: &str) -> PythonExpression {
    let scope = format!("{class}.");
    let member = |(member, one): (&Field, &Value)| {
        let code = match without_value(member, one) {
            Some(code) => PythonExpression::atom(code),
            None => value(&FieldPart::of(member, &scope), one),
        };
        GroupPart::named(&attribute(member.key.as_str()), code)
    };
    PythonExpression::call(class, ty.members().iter().zip(values).map(member).collect())
}
