//! Arbitrary schemas, valid by construction: every type, constraint, attribute and shape of default.

use super::json::{json_type, json_value as json_text};
use super::unions::{union_type, union_value};
use confc::declaration::Declaration;
use confc::schema::{Schema, ValueSource};
use confc::text::escape;
use confc::types::{
    ArrayType, Bounds, Component, EnumType, Field, FieldNames, FloatKind, FloatType, IntegerKind,
    IntegerType, JsonValue, Key, List, MapEntries, MapType, Mutability, NativeName, PackagePath, Pattern,
    Presence, StringType, StructType, Type, TypeKind, Unit, Value, Variant, VariantName, VectorType,
    is_canonical_number,
};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::{Index, select};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Patterns with texts that match them, all of 8 bytes.
const PATTERNS: &[(&str, &[&str])] = &[
    ("[a-z]+", &["abcdefgh", "zzzzzzzz"]),
    (r"\d{3}-\d{4}", &["555-1234", "000-0000"]),
    (".*", &["\u{1b}[31m\"\\x", "ππππ"]),
    ("a|b|cdefghij", &["cdefghij"]),
];

/// A declaration with any sections, with or without a schema.
pub(crate) fn declaration() -> impl Strategy<Value = Declaration> {
    (component(), option::weighted(0.9, schema()))
        .prop_map(|(component, schema)| Declaration::seal(component, schema).unwrap())
}

/// A schema of a few fields in any order.
pub(crate) fn schema() -> impl Strategy<Value = Schema> {
    // Fields that come from capabilities are those of `use`, which is not arbitrary.
    let value_source = "([a-z .ü]{1,9}[a-z]/){0,2}[a-z.é]{1,9}x|".prop_map(|path| match path.as_str() {
        "" => ValueSource::PackagePath(PackagePath::default()),
        path => ValueSource::PackagePath(path.parse().unwrap()),
    });
    (fields(3), value_source).prop_map(|(fields, value_source)| Schema::new(fields, value_source).unwrap())
}

/// Fields beside each other whose types have at most this many levels.
pub(crate) fn fields(levels: u32) -> impl Strategy<Value = Vec<Field>> {
    let parent = vec(any::<bool>(), 8);
    (siblings(levels), parent).prop_map(|(mut fields, parents)| {
        for (field, parent) in fields.iter_mut().zip(parents) {
            field.mutability = Mutability { parent };
        }
        fields
    })
}

/// Fields or members: their names are all different.
fn siblings(levels: u32) -> BoxedStrategy<Vec<Field>> {
    let keys = btree_set(key(), 1..5).prop_map(Vec::from_iter).prop_shuffle();
    keys.prop_flat_map(move |keys| {
        let fields = vec(field(levels), keys.len());
        let names = vec((native_name(), any::<Index>(), any::<bool>(), any::<bool>()), 0..5);
        (Just(keys), fields, names, any::<bool>())
    })
    .prop_map(|(keys, mut fields, names, is_open)| {
        for (field, key) in fields.iter_mut().zip(&keys) {
            field.key = key.clone();
        }
        let mut taken: BTreeSet<NativeName> = keys.into_iter().map(NativeName::from).collect();
        for (name, owner, is_native, is_key_alias) in names {
            if !taken.insert(name.clone()) {
                continue;
            }
            let field = owner.get_mut(&mut fields);
            let (native, mut aliases) = (field.names.native().cloned(), field.names.aliases().to_vec());
            field.names = if is_native && native.is_none() {
                aliases.extend(is_key_alias.then(|| field.key.clone().into()));
                FieldNames::new(Some(name), aliases)
            } else {
                aliases.push(name);
                FieldNames::new(native, aliases)
            };
        }
        if is_open {
            open(&mut fields);
        }
        fields
    })
    .boxed()
}

/// Makes the first of these fields that is a map with string keys their rest.
pub(crate) fn open(fields: &mut [Field]) {
    let is_map = |ty: &Type| matches!(ty, Type::Map(map) if map.key().kind() == TypeKind::String);
    let Some(at) = fields.iter().position(|field| is_map(&field.ty)) else { return };
    let others = fields.iter().enumerate().any(|(other, field)| other != at && field.holds_sensitive());
    let rest = &mut fields[at];
    let Type::Map(map) = &rest.ty else { return };
    *rest = Field {
        ty: Type::Map(map.clone().at_least(0)),
        names: FieldNames::rest(),
        sensitive: rest.sensitive || others,
        default: None,
        optional: false,
        nullable: false,
        deprecated: None,
        ..rest.clone()
    };
}

/// A native name: a key in one of several spellings, or any text that is allowed.
pub(crate) fn native_name() -> impl Strategy<Value = NativeName> {
    let free = text().prop_filter_map("not empty, without control characters", |text| {
        NativeName::new(text.trim_start_matches('$')).ok()
    });
    let camel = "[a-z]{1,3}[A-Z][a-z0-9]{0,3}".prop_map(|text| NativeName::new(&text).unwrap());
    prop_oneof![2 => key().prop_map(NativeName::from), 2 => camel, 1 => free]
}

/// A field with any key, without other names and mutability.
pub(crate) fn field(levels: u32) -> BoxedStrategy<Field> {
    let nullable = prop_oneof![4 => Just(false), 1 => Just(true)];
    let with_default = (ty(levels), nullable).prop_flat_map(|(ty, nullable)| {
        let nullable = nullable && !ty.is_json();
        let field = Field { nullable, ..Field::new(Key::new("any").unwrap(), ty) };
        let default = match may_resolve(&field) {
            true => option::of(field_value(&field)).boxed(),
            false => Just(None).boxed(),
        };
        (Just(field), default)
    });
    let why = option::of(text().prop_filter("an empty reason is none", |text| !text.is_empty()));
    let optional = prop_oneof![3 => Just(false), 1 => Just(true)];
    (key(), with_default, documentation(), why, any::<bool>(), optional)
        .prop_map(|(key, (field, default), doc, deprecated, sensitive, optional)| {
            // A null would be a value and the absence of one.
            let default = default.filter(|_| !(optional && field.takes_null()));
            let default = default.map(|default| unambiguous(&field.ty, default));
            let deprecated = deprecated.filter(|_| default.is_some() || optional).map(Box::from);
            Field { key, deprecated, optional, doc, default, sensitive, ..field }
        })
        .boxed()
}

/// A default in which optional members whose null is a value are absent.
fn unambiguous(ty: &Type, default: Value) -> Value {
    let Type::Struct(ty) = ty else { return default };
    let Value::Struct(values) = default else { return default };
    let member = |(member, value): (&Field, Value)| match member.optional && member.takes_null() {
        true => Value::Absent,
        false => unambiguous(&member.ty, value),
    };
    Value::Struct(ty.members().iter().zip(values.into_vec()).map(member).collect())
}

/// Documentation, or none.
pub(crate) fn documentation() -> impl Strategy<Value = Option<Box<str>>> {
    // What would end a `///` line cannot stand in one, and what steers a terminal must not.
    let stands = |c: char| c == '\n' || (!escape::steers(c) && !matches!(c, '\u{2028}' | '\u{2029}'));
    let doc = text().prop_map(move |text| text.replace(|c| !stands(c), " "));
    let doc = doc.prop_filter("empty documentation is none", |text| !text.is_empty());
    option::of(doc.prop_map(Box::from))
}

/// A key of any length.
pub(crate) fn key() -> impl Strategy<Value = Key> {
    let text = "[a-z]([a-z0-9_]{0,6}[a-z0-9])?".boxed();
    let long = "[a-z][a-z0-9_]{62}[a-z0-9]".boxed();
    prop_oneof![20 => text, 1 => long].prop_map(|text| Key::new(&text).unwrap())
}

/// Any text, with what is awkward in terminals and in UTF-8.
pub(crate) fn text() -> impl Strategy<Value = String> {
    vec(any::<char>(), 0..8).prop_map(String::from_iter)
}

/// A type of at most this many levels.
pub(crate) fn ty(levels: u32) -> BoxedStrategy<Type> {
    if levels <= 1 {
        return prop_oneof![2 => scalar(), 2 => list(scalar()), 1 => map_type(scalar())].boxed();
    }
    let structure =
        move || siblings(levels - 1).prop_map(|members| Type::Struct(StructType::new(members))).boxed();
    prop_oneof![
        4 => scalar(),
        1 => structure(),
        2 => list(part(levels - 1, structure())),
        1 => map_type(part(levels - 1, structure())),
        1 => union_type(part(levels - 1, structure())),
    ]
    .boxed()
}

/// The type of an element or of a map's value: a list or map of at most this many levels, too.
fn part(levels: u32, structure: BoxedStrategy<Type>) -> BoxedStrategy<Type> {
    if levels <= 1 {
        return prop_oneof![
            4 => scalar(),
            1 => structure,
            1 => list(scalar()),
            1 => map_type(scalar()),
            1 => union_type(scalar()),
        ]
        .boxed();
    }
    prop_oneof![
        4 => scalar(),
        1 => structure.clone(),
        1 => list(part(levels - 1, structure.clone())),
        1 => map_type(part(levels - 1, structure.clone())),
        1 => union_type(part(levels - 1, structure)),
    ]
    .boxed()
}

/// On the heap, as all that stands in another type: the stack of a test is small.
fn scalar() -> BoxedStrategy<Type> {
    prop_oneof![
        1 => Just(Type::Bool),
        3 => integer().prop_map(Type::Integer).boxed(),
        2 => float().prop_map(Type::Float).boxed(),
        2 => string().prop_map(Type::String),
        1 => enumeration().prop_map(Type::Enum),
        1 => json_type().prop_map(Type::Json),
    ]
    .boxed()
}

/// Every integer type, with bounds that exclude something.
pub(crate) fn integer() -> impl Strategy<Value = IntegerType> {
    let kinds = [
        IntegerKind::Uint8,
        IntegerKind::Uint16,
        IntegerKind::Uint32,
        IntegerKind::Uint64,
        IntegerKind::Int8,
        IntegerKind::Int16,
        IntegerKind::Int32,
        IntegerKind::Int64,
    ];
    select(kinds.to_vec()).prop_flat_map(|kind| {
        let (smallest, largest) = kind.range();
        let bound = || option::of(smallest..=largest);
        (bound(), bound(), unit()).prop_map(move |(a, b, unit)| {
            let (min, max) = ordered(a, b);
            let (min, max) = (min.filter(|n| *n != smallest), max.filter(|n| *n != largest));
            IntegerType { kind, bounds: Bounds::boxed(min, max), unit }
        })
    })
}

/// Any unit, or none. In a box, because the values of all types stand on the stack together.
fn unit() -> BoxedStrategy<Option<Unit>> {
    option::weighted(0.4, select(Unit::ALL)).boxed()
}

/// Both float types.
pub(crate) fn float() -> impl Strategy<Value = FloatType> {
    select(vec![FloatKind::Float32, FloatKind::Float64]).prop_flat_map(|kind| {
        (option::of(number(kind)), option::of(number(kind)), unit()).prop_map(move |(a, b, unit)| {
            let (min, max) = ordered(a, b);
            FloatType { kind, bounds: Bounds::boxed(min, max), unit }
        })
    })
}

fn ordered<T: PartialOrd + Copy>(a: Option<T>, b: Option<T>) -> (Option<T>, Option<T>) {
    match (a, b) {
        (Some(a), Some(b)) if a > b => (Some(b), Some(a)),
        (a, b) => (a, b),
    }
}

/// A value of a float type without bounds.
fn number(kind: FloatKind) -> BoxedStrategy<f64> {
    let canonical = |n: f64| (n.is_finite()).then_some(if n == 0.0 { 0.0 } else { n });
    match kind {
        FloatKind::Float32 => any::<f32>().prop_filter_map("finite", move |n| canonical(n.into())).boxed(),
        FloatKind::Float64 => any::<f64>().prop_filter_map("finite", canonical).boxed(),
    }
}

/// Strings: the size of a pattern's texts is 8.
pub(crate) fn string() -> impl Strategy<Value = StringType> {
    let pattern = option::weighted(0.3, select(PATTERNS));
    let max_size = prop_oneof![8..200_u32, Just(u32::MAX)];
    (max_size, 0..=8_u32, pattern).prop_map(|(max_size, min_size, pattern)| {
        let pattern = pattern.map(|(text, _)| Arc::new(Pattern::new(text).unwrap()));
        StringType { max_size, min_size, pattern }
    })
}

/// Names of variants: keys, or any text without control characters. None begins with `$`, so that the enum may be the
/// key of a map.
pub(crate) fn variant_name() -> impl Strategy<Value = VariantName> {
    let free = text().prop_filter_map("short, without control characters", |text| {
        VariantName::new(text.trim_start_matches('$')).ok()
    });
    prop_oneof![2 => key().prop_map(VariantName::from), 1 => free]
}

/// Enums of up to five variants.
pub(crate) fn enumeration() -> impl Strategy<Value = EnumType> {
    let number = prop_oneof![any::<i64>(), -3..3_i64];
    btree_map(number, (variant_name(), documentation()), 1..6).prop_map(|numbers| {
        let variants = numbers.into_iter().map(|(number, (name, doc))| Variant { name, number, doc });
        let by_name: BTreeMap<VariantName, Variant> = variants.map(|one| (one.name.clone(), one)).collect();
        EnumType::new(by_name.into_values().collect())
    })
}

/// Vectors and arrays. Where all elements must differ, one is enough, so that every type has a value.
fn list(element: BoxedStrategy<Type>) -> BoxedStrategy<Type> {
    let max_count = prop_oneof![4..20_u32, Just(u32::MAX)];
    let vector = (element.clone(), max_count, 0..=4_u32, any::<bool>()).prop_map(
        |(element, max_count, min_count, unique)| {
            let min_count = if unique { min_count.min(1) } else { min_count };
            Type::Vector(VectorType { max_count, min_count, unique, element: Box::new(element) })
        },
    );
    let count = prop_oneof![9 => 1..5_u32, 1 => Just(u32::MAX)];
    let array = (element, count, any::<bool>()).prop_map(|(element, count, unique)| {
        Type::Array(ArrayType { count, unique: unique && count == 1, element: Box::new(element) })
    });
    prop_oneof![vector, array].boxed()
}

/// Maps. One entry is enough, so that every type has a value.
fn map_type(value: BoxedStrategy<Type>) -> BoxedStrategy<Type> {
    let key = prop_oneof![
        3 => string().prop_map(Type::String),
        1 => enumeration().prop_map(Type::Enum),
    ];
    let max_count = prop_oneof![4..20_u32, Just(u32::MAX)];
    (key, value, max_count, 0..=1_u32)
        .prop_map(|(key, value, max_count, min_count)| {
            Type::Map(MapType::new(key, value, max_count).at_least(min_count))
        })
        .boxed()
}

/// The same map with values of another type.
pub(crate) fn map_of_values(map: &MapType, value: Type) -> Type {
    Type::Map(MapType::new(map.key().clone(), value, map.max_count).at_least(map.min_count))
}

/// Whether a value of the type is small enough to be made: not so of an array of 4294967295 elements.
pub(crate) fn has_value(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Enum(_) | Type::Json(_) => {
            true
        }
        Type::Struct(ty) => ty.members().iter().all(may_resolve),
        Type::Vector(ty) => has_value(&ty.element),
        Type::Array(ty) => ty.count < 100 && has_value(&ty.element),
        Type::Map(ty) => has_value(ty.value()),
        Type::Union(ty) => ty.cases().iter().any(|case| has_value(&case.ty)),
    }
}

/// The same of a field or member, which may be absent or null where its declaration says so.
pub(crate) fn may_resolve(field: &Field) -> bool {
    field.presence().may_lack_value() || has_value(&field.ty)
}

/// A value that fits the field, which must have one or may lack it: see [`may_resolve`].
pub(crate) fn field_value(field: &Field) -> BoxedStrategy<Value> {
    let Presence { optional, nullable } = field.presence();
    let lacking = [(optional, Value::Absent), (nullable, Value::Null)];
    let lacking: Vec<Value> = lacking.into_iter().filter_map(|(may, value)| may.then_some(value)).collect();
    match (lacking.is_empty(), has_value(&field.ty)) {
        (true, _) => value(&field.ty),
        (false, false) => select(lacking).boxed(),
        (false, true) => prop_oneof![2 => value(&field.ty), 1 => select(lacking)].boxed(),
    }
}

/// A value that fits the type, which must have one: see [`has_value`].
pub(crate) fn value(ty: &Type) -> BoxedStrategy<Value> {
    match ty {
        Type::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Type::Integer(ty) => {
            let (smallest, largest) = ty.kind.range();
            let (min, max) = ty.bounds.as_deref().map_or((None, None), |bounds| (bounds.min, bounds.max));
            let signed = ty.kind.is_signed();
            let range = min.unwrap_or(smallest)..=max.unwrap_or(largest);
            range
                .prop_map(move |n| match signed {
                    true => Value::Signed(n.try_into().unwrap()),
                    false => Value::Unsigned(n.try_into().unwrap()),
                })
                .boxed()
        }
        Type::Float(ty) => match ty.bounds.as_deref() {
            None => number(ty.kind).prop_map(Value::Float).boxed(),
            Some(bounds) => {
                let ends: Vec<f64> = [bounds.min, bounds.max].into_iter().flatten().collect();
                select(ends).prop_map(Value::Float).boxed()
            }
        },
        Type::String(ty) => string_value(ty).prop_map(|text| Value::String(text.into())).boxed(),
        Type::Enum(ty) => {
            let numbers: Vec<i64> = ty.variants().iter().map(|variant| variant.number).collect();
            select(numbers).prop_map(Value::Variant).boxed()
        }
        Type::Struct(ty) => members(ty.members()).prop_map(|values| Value::Struct(values.into())).boxed(),
        Type::Vector(ty) => {
            let counts = ty.min_count as usize..=4;
            elements(&ty.element, counts, ty.unique)
        }
        Type::Array(ty) => {
            let count = ty.count as usize;
            elements(&ty.element, count..=count, ty.unique)
        }
        Type::Map(ty) => entries(ty),
        Type::Json(ty) => json_text(*ty).prop_map(Value::Json).boxed(),
        Type::Union(ty) => union_value(ty),
    }
}

fn entries(ty: &MapType) -> BoxedStrategy<Value> {
    let key = match ty.key() {
        Type::String(ty) => string_value(ty),
        Type::Enum(ty) => {
            let names: Vec<String> = ty.variants().iter().map(|one| one.name.as_str().into()).collect();
            select(names).boxed()
        }
        other => panic!("no key is of type {other}"),
    };
    // Of an enum, or with a pattern, there may be no more keys than one.
    let has_pattern = matches!(ty.key(), Type::String(ty) if ty.pattern.is_some());
    let most = if has_pattern || matches!(ty.key(), Type::Enum(_)) { 1 } else { 4 };
    let key = key.prop_map(|key| if key.starts_with('$') { key.replacen('$', "x", 1) } else { key });
    let of = ty.value().clone();
    let entries = btree_map(key, value(&of), ty.min_count as usize..=most);
    entries
        .prop_map(move |entries| {
            let entries = entries.into_iter().map(|(key, value)| (key.into(), value)).collect();
            Value::Map(MapEntries::of(&of, entries).expect("keys of a map differ"))
        })
        .boxed()
}

fn string_value(ty: &StringType) -> BoxedStrategy<String> {
    if let Some(pattern) = &ty.pattern {
        let (_, texts) = PATTERNS.iter().find(|(text, _)| *text == pattern.text()).unwrap();
        return select(*texts).prop_map(str::to_owned).boxed();
    }
    let (min, max) = (ty.min_size as usize, ty.max_size as usize);
    text()
        .prop_map(move |mut text| {
            while text.len() > max {
                text.pop();
            }
            while text.len() < min {
                text.push('x');
            }
            text
        })
        .boxed()
}

/// Values of fields beside one another. A literal can say them: no entry of a rest has the
/// name of a member.
pub(crate) fn members(fields: &[Field]) -> BoxedStrategy<Vec<Value>> {
    let values: Vec<BoxedStrategy<Value>> = fields.iter().map(field_value).collect();
    let rest = fields.iter().position(Field::is_rest);
    let ty = StructType::new(fields.to_vec());
    values
        .prop_map(move |mut values| {
            if let (Some(at), Some((_, _, map))) = (rest, ty.rest())
                && let Value::Map(entries) = &values[at]
            {
                let mut entries = entries.to_entries();
                entries.retain(|(key, _)| ty.position_in_literal(key).is_none());
                values[at] =
                    Value::Map(MapEntries::of(map.value(), entries).expect("they were entries before"));
            }
            values
        })
        .boxed()
}

fn elements(element: &Type, counts: std::ops::RangeInclusive<usize>, unique: bool) -> BoxedStrategy<Value> {
    let element = element.clone();
    vec(value(&element), counts)
        .prop_map(move |mut values| {
            if unique {
                let mut kept: Vec<Value> = Vec::new();
                values.retain(|value| {
                    let is_new = !kept.contains(value);
                    kept.extend(is_new.then(|| value.clone()));
                    is_new
                });
            }
            Value::List(list_of(&element, values))
        })
        .boxed()
}

/// The list that holds these values of an element's type.
pub(crate) fn list_of(element: &Type, values: Vec<Value>) -> List {
    List::from_values(element, values).expect("the values are of one type")
}

/// Any of the sections, each of its own shape.
pub(crate) fn component() -> impl Strategy<Value = Component> {
    let list = || option::weighted(0.3, vec(map(), 0..4).prop_map(|items| JsonValue::List(items.into())));
    let map = || option::weighted(0.3, map());
    let extension = ("x-[a-zé.]{1,4}", json_value());
    let lists = vec(list(), 7);
    (map(), map(), map(), lists, vec(extension, 0..3)).prop_map(
        |(program, facets, disable, lists, extensions)| {
            let mut lists = lists.into_iter();
            let mut next = || lists.next().flatten();
            let mut keys = BTreeSet::new();
            Component {
                program,
                uses: next(),
                expose: next(),
                offer: next(),
                capabilities: next(),
                children: next(),
                collections: next(),
                environments: next(),
                facets,
                disable,
                extensions: extensions
                    .into_iter()
                    .filter(|(key, _)| keys.insert(key.clone()))
                    .map(|(key, value)| (key.into(), value))
                    .collect(),
            }
        },
    )
}

fn map() -> impl Strategy<Value = JsonValue> {
    vec((text(), json_value()), 0..4).prop_map(map_of)
}

fn map_of(members: Vec<(String, JsonValue)>) -> JsonValue {
    let mut keys = BTreeSet::new();
    let members = members.into_iter().filter(|(key, _)| keys.insert(key.clone()));
    JsonValue::Map(members.map(|(key, value)| (key.into(), value)).collect())
}

/// Any value of a section.
pub(crate) fn json_value() -> impl Strategy<Value = JsonValue> {
    let leaf = prop_oneof![
        Just(JsonValue::Null),
        any::<bool>().prop_map(JsonValue::Bool),
        any::<u64>().prop_map(JsonValue::Unsigned),
        (i64::MIN..0).prop_map(JsonValue::Negative),
        number_text().prop_map(|text| JsonValue::Number(text.into())),
        text().prop_map(|text| JsonValue::String(text.into())),
    ];
    leaf.prop_recursive(4, 24, 4, |json| {
        prop_oneof![
            vec(json.clone(), 0..4).prop_map(|items| JsonValue::List(items.into())),
            vec((text(), json), 0..4).prop_map(map_of),
        ]
    })
}

/// A number that is kept as its text.
fn number_text() -> impl Strategy<Value = String> {
    prop_oneof![
        r"-?(0|[1-9][0-9]{0,3})?\.[0-9]{1,3}([eE][+-]?[0-9]{1,3})?".boxed(),
        "-?[1-9][0-9]{20,30}".boxed(),
        "-?(NaN|Infinity)".boxed(),
        "-0".boxed(),
    ]
    .prop_filter("one form", |text| is_canonical_number(text))
}
