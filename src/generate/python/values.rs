//! Types in Python: their annotations, checks, literals and readers.

use super::layout::{GroupPart, PythonExpression, literal, quoted};
use super::names::{self, attribute, class, constant};
use crate::generate::patterns::python_pattern;
use crate::types::{Bounds, Field, FloatKind, List, MapType, StringType, Type, Value, Variant, VectorType};

/// The class of the enum of the keys of a field's map.
pub(super) fn key_class(field: &Field) -> String {
    names::key_class(&class(field.key.as_str()))
}

/// The annotation of a field without `None`. `scope` is the prefix of its classes, with a dot.
pub(super) fn annotation(field: &Field, scope: &str) -> PythonExpression {
    let name = |ty: &Type| {
        PythonExpression::atom(match ty {
            Type::Bool => "bool".into(),
            Type::Integer(_) => "int".into(),
            Type::Float(_) => "float".into(),
            Type::String(_) => "str".into(),
            // Elements are never lists or maps.
            Type::Enum(_) | Type::Struct(_) | Type::Vector(_) | Type::Array(_) | Type::Map(_) => {
                format!("{scope}{}", class(field.key.as_str()))
            }
        })
    };
    if let Type::Map(map) = &field.ty {
        let is_enum = matches!(map.key(), Type::Enum(_));
        let key = if is_enum { format!("{scope}{}", key_class(field)) } else { "str".into() };
        let parts = vec![PythonExpression::atom(key).into(), name(map.value()).into()];
        return PythonExpression::subscript("Mapping", parts);
    }
    match field.ty.element() {
        Some(element) => PythonExpression::subscript(
            "tuple",
            vec![name(element).into(), PythonExpression::atom("...").into()],
        ),
        None => name(&field.ty),
    }
}

/// The text after the annotation of a field, if the field is optional.
pub(super) fn or_none(field: &Field) -> &'static str {
    if field.optional { " | None" } else { "" }
}

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
        | Type::Array(_) => ty.element().is_some_and(has_foreign_pattern),
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
        | Type::Map(_) => "int",
    }
}

/// The declared limits of a type, by name.
pub(super) fn limits(ty: &Type) -> Vec<Limit> {
    let number = |n: u32| PythonExpression::atom(n.to_string());
    match ty {
        Type::Bool | Type::Enum(_) | Type::Struct(_) => Vec::new(),
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

/// The suffixes of the names of limits of a map's keys and values.
pub(super) const OF_KEY: &str = "_OF_KEY";
pub(super) const OF_VALUE: &str = "_OF_VALUE";

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
        self.check_of(&self.field.ty, quoted(self.field.key.as_str()), self.value.clone(), "")
    }

    /// The statement that protects a checked map from changes, if the value is a map.
    pub(super) fn keep(&self) -> Option<PythonExpression> {
        let Type::Map(_) = &self.field.ty else { return None };
        let attribute = quoted(&attribute(self.field.key.as_str()));
        let kept =
            PythonExpression::call("_Entries", vec![PythonExpression::atom(self.value.clone()).into()]);
        let parts = vec![
            PythonExpression::atom("self").into(),
            PythonExpression::atom(attribute).into(),
            kept.into(),
        ];
        Some(PythonExpression::call("object.__setattr__", parts))
    }

    /// The check of a value of `ty`. `of` names the part if the value is an element, or the key or value of an entry.
    fn check_of(&self, ty: &Type, path: String, value: String, of: &str) -> PythonExpression {
        let scope = self.scope;
        let key = constant(self.field.key.as_str());
        let limit = |name: &str| PythonExpression::atom(format!("{scope}{key}_{name}{of}"));
        let declared = limits(ty);
        let has = |name: &str| declared.iter().any(|(limit, _)| *limit == name);
        let mut parts: Vec<GroupPart> =
            vec![PythonExpression::atom(path).into(), PythonExpression::atom(value).into()];
        let secret = self.secret.then(|| GroupPart::named("secret", PythonExpression::atom("True")));
        let check = match ty {
            Type::Bool => {
                parts.push(PythonExpression::atom("bool").into());
                "instance"
            }
            Type::Enum(_) | Type::Struct(_) => {
                let class = if of == OF_KEY { key_class(self.field) } else { class(self.field.key.as_str()) };
                parts.push(PythonExpression::atom(format!("{scope}{class}")).into());
                "instance"
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
                if let Some(element) = ty.element() {
                    let check = self.check_of(element, "path".into(), "one".into(), "_OF_ELEMENT");
                    parts.push(check.prefixed("lambda path, one: ").into());
                }
                parts.extend(
                    ty.wants_unique().then(|| GroupPart::named("unique", PythonExpression::atom("True"))),
                );
                "elements"
            }
            Type::Map(map) => {
                let least = if has("MIN_COUNT") { limit("MIN_COUNT") } else { PythonExpression::atom("0") };
                parts.extend([least.into(), limit("MAX_COUNT").into()]);
                for (part, of) in [(map.key(), OF_KEY), (map.value(), OF_VALUE)] {
                    let check = self.check_of(part, "path".into(), "one".into(), of);
                    parts.push(check.prefixed("lambda path, one: ").into());
                }
                parts.extend(secret);
                "entries"
            }
        };
        PythonExpression::call(format!("_Check.{check}"), parts)
    }
}

/// The name of the function that checks a field of the configuration; no other function has it.
pub(super) fn field_check(field: &Field) -> String {
    format!("_check_config_{}", field.key)
}

/// The expression that reads a value of this type, or its elements. `reader` is the function that makes its struct, and
/// `path` is the path to the class of the struct.
pub(super) fn kind(ty: &Type, path: &str, reader: &str) -> PythonExpression {
    match ty {
        Type::String(ty) if is_foreign(ty) => PythonExpression::atom("_Kinds.VETTED"),
        Type::Enum(_) => PythonExpression::call("_Kinds.variant", vec![PythonExpression::atom(path).into()]),
        Type::Struct(ty) => {
            let count = PythonExpression::atom(ty.members().len().to_string());
            PythonExpression::call(
                "_Kinds.members",
                vec![count.into(), PythonExpression::atom(reader).into()],
            )
        }
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Map(_) => PythonExpression::atom(format!("_Kinds.{}", constant(ty.kind().name()))),
    }
}

/// A value of a field as an expression. `scope` is the prefix of the field's classes, with a dot.
pub(super) fn value(field: &Field, ty: &Type, value: &Value, scope: &str) -> PythonExpression {
    let class = || format!("{scope}{}", class(field.key.as_str()));
    match value {
        Value::Bool(one) => boolean(*one),
        Value::Unsigned(n) => PythonExpression::atom(n.to_string()),
        Value::Signed(n) => PythonExpression::atom(n.to_string()),
        Value::Float(n) => PythonExpression::atom(real(*n)),
        Value::String(text) => string(ty, text),
        Value::Absent => PythonExpression::atom("None"),
        Value::Variant(number) => PythonExpression::atom(variant(ty.variant(*number), &class())),
        Value::Struct(values) => structure(ty, values, &class()),
        Value::List(list) => PythonExpression::tuple(elements(ty.element().unwrap_or(ty), list, &class())),
        Value::Map(entries) => {
            let Type::Map(map) = ty else { return PythonExpression::atom("{}") };
            let is_foreign = has_foreign_pattern(map.key());
            let keys = entries.keys().iter().map(|key| match (map.key(), is_foreign) {
                (Type::Enum(ty), _) => variant(ty.by_name(key), &format!("{scope}{}", key_class(field))),
                (_, true) => format!("_Vetted({})", literal(key).flat()),
                (_, false) => literal(key).flat(),
            });
            let values = elements(map.value(), entries.values(), &class());
            let parts = keys.zip(values).map(|(key, value)| GroupPart::entry(&key, value)).collect();
            PythonExpression::call("_Entries", vec![PythonExpression::braces(parts).into()])
        }
    }
}

/// The elements of a list, or the values of a map.
fn elements(ty: &Type, list: &List, class: &str) -> Vec<PythonExpression> {
    match list {
        List::Bool(list) => list.iter().map(|one| boolean(*one)).collect(),
        List::Unsigned(list) => list.iter().map(|n| PythonExpression::atom(n.to_string())).collect(),
        List::Signed(list) => list.iter().map(|n| PythonExpression::atom(n.to_string())).collect(),
        List::Float(list) => list.iter().map(|n| PythonExpression::atom(real(*n))).collect(),
        List::String(list) => list.iter().map(|text| string(ty, text)).collect(),
        List::Variant(list) => {
            let one = |number: &i64| PythonExpression::atom(variant(ty.variant(*number), class));
            list.iter().map(one).collect()
        }
        List::Struct(list) => list.iter().map(|values| structure(ty, values, class)).collect(),
    }
}

/// The function that makes a key of a map from its text.
pub(super) fn key_reader(map: &MapType, path: &str) -> PythonExpression {
    if let Type::Enum(_) = map.key() {
        return PythonExpression::call("_Kinds.name", vec![PythonExpression::atom(path).into()]);
    }
    PythonExpression::atom(if has_foreign_pattern(map.key()) { "_Vetted" } else { "str" })
}

fn boolean(one: bool) -> PythonExpression {
    PythonExpression::atom(if one { "True" } else { "False" })
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
        GroupPart::named(&attribute(member.key.as_str()), value(member, &member.ty, one, &scope))
    };
    PythonExpression::call(class, ty.members().iter().zip(values).map(member).collect())
}
