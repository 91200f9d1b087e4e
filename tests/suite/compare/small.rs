//! Small schemas of every shape and what becomes of them by small changes. Everything is drawn from a handful of names,
//! bounds and values, so that what may meet does.

use crate::support::arbitrary::{map_of_values, open};
use crate::support::mutations::{add_alias, have_other_names, takes_default};
use crate::support::random::Random;
use crate::support::unions::{map_cases, tagged_union_of, union_of};
use confc::types::{
    ArrayType, Bounds, EnumType, Field, FieldNames, FloatKind, FloatType, IntegerKind, IntegerType, JsonKind,
    JsonKinds, JsonText, JsonType, Key, List, MapEntries, MapType, NativeName, Pattern, RestProblem,
    StringType, StructType, Type, UnionCase, UnionType, UnionValue, Unit, Value, Variant, VariantName,
    VectorType,
};
use std::collections::BTreeMap;
use std::sync::Arc;

const KEYS: &[&str] = &["a", "b", "c", "d"];
const ALIASES: &[&str] = &["a", "b", "p", "q", "A", "x y"];
const NATIVE: &[&str] = &["A", "B", "x y", "a", "b", "c", "p"];
const TAGS: &[&str] = &["t", "u", "x y"];
const TEXTS: &[&str] = &["a", "b", "", "A", "x y"];
const INTEGERS: &[i128] = &[-128, -2, -1, 0, 1, 2, 3, 4, 5, 127, 255, 256, 257, 16_777_217];
const FLOATS: &[f64] =
    &[-1e300, -2.0, -1.0, -0.5, 0.0, 0.1, 0.5, 1.0, 2.0, 16_777_216.0, 16_777_217.0, 3e38, 1e300];
const STRINGS: &[&str] = &["", "a", "b", "x", "y", "A", "ab", "ba", "A0", "abc", "A01", "abcd"];
const PATTERNS: &[&str] = &["a|b", "[a-z]*", "x"];
const VARIANTS: &[&str] = &["x", "y", "z"];
const JSON: &[&str] = &[
    "0",
    "9",
    "-1",
    "42",
    "256",
    "0.5",
    "1.0",
    "99999",
    "16777217",
    "9.9e99",
    "true",
    "false",
    "null",
    "\"\"",
    "\"a\"",
    "\"y\"",
    "\"abcde\"",
    "[]",
    "[1]",
    "[1,1]",
    "[true]",
    "[[]]",
    "[\"x\",\"y\"]",
    "{}",
    "{\"\":0}",
    "{\"a\":1}",
    "{\"A\":{}}",
    "{\"$ref\":1}",
];

/// Makes them; the same in every run.
pub(super) struct Small {
    pub(super) random: Random,
}

impl Small {
    pub(super) fn new(stream: u64) -> Self {
        Self { random: Random::stream(stream) }
    }

    /// The fields of a schema, and what became of them by a change or two.
    pub(super) fn pair(&mut self) -> [Vec<Field>; 2] {
        let count = 1 + self.random.below(2);
        let old = self.fields(3, count, true);
        let mut new = old.clone();
        for _ in 0..=self.random.below(2) {
            self.change(&mut new, true);
        }
        [old, new]
    }

    /// A number from `min` to `max`.
    fn between(&mut self, min: u32, max: u32) -> u32 {
        min + u32::try_from(self.random.below((max - min + 1) as usize)).unwrap()
    }

    fn fields(&mut self, levels: u32, count: usize, top: bool) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for key in KEYS.iter().take(count) {
            let mut field = self.field(levels, key);
            field.mutability.parent = top && self.random.once_in(2);
            field.names = self.names(&field);
            fields.push(field);
            if !have_other_names(&fields) {
                fields.iter_mut().for_each(|field| field.names = FieldNames::default());
            }
        }
        if self.random.once_in(3) {
            open(&mut fields);
        }
        fields
    }

    /// Some names beside the key.
    fn names(&mut self, field: &Field) -> FieldNames {
        let mut one = |names: &[&str], odds| {
            let name = self.random.pick(names);
            self.random.once_in(odds).then(|| NativeName::new(name).unwrap())
        };
        let (alias, native) = (one(&ALIASES[2..], 4), one(NATIVE, 3));
        let native = native.filter(|name| name.as_str() != field.key.as_str());
        let own = (native.is_some() && self.random.once_in(3)).then(|| field.key.clone().into());
        FieldNames::new(native, alias.into_iter().chain(own).collect())
    }

    /// Other names than the field has: some are left out or added, or the native name becomes an alias.
    fn change_names(&mut self, field: &mut Field) {
        let native = NativeName::new(self.random.pick(NATIVE)).unwrap();
        let native = Some(native).filter(|name| name.as_str() != field.key.as_str());
        let mut aliases = field.names.aliases().to_vec();
        match self.random.below(6) {
            0 => field.names = FieldNames::default(),
            1 => field.names = FieldNames::new(field.names.native().cloned(), Vec::new()),
            2 => field.names = FieldNames::new(native, aliases),
            3 => add_alias(field, NativeName::new(self.random.pick(ALIASES)).unwrap()),
            _ => {
                aliases.retain(|alias| Some(alias) != native.as_ref());
                aliases.extend(NativeName::new(field.native_name()));
                field.names = FieldNames::new(native, aliases);
            }
        }
    }

    fn field(&mut self, levels: u32, key: &str) -> Field {
        let ty = self.ty(levels);
        let optional = self.random.once_in(4);
        let nullable = !ty.is_json() && self.random.once_in(4);
        let field = Field { optional, nullable, ..Field::new(Key::new(key).unwrap(), ty) };
        let default = if self.random.once_in(2) { self.default(&field) } else { None };
        Field { default: default.filter(|default| takes_default(&field, default)), ..field }
    }

    /// Some value that may be the default of a field.
    fn default(&mut self, field: &Field) -> Option<Value> {
        if field.nullable && self.random.once_in(3) { Some(Value::Null) } else { self.value(&field.ty) }
    }

    fn ty(&mut self, levels: u32) -> Type {
        if levels < 2 {
            return self.scalar();
        }
        match self.random.below(10) {
            9 => self.union(levels),
            0..3 => self.scalar(),
            3..5 => self.structure(levels),
            5..7 => {
                let (max_count, unique) = (self.max_count(), self.random.once_in(2));
                let min_count = self.between(0, max_count.min(2));
                let element = Box::new(self.element(levels));
                Type::Vector(VectorType { max_count, min_count, unique, element })
            }
            7 => {
                let max_count = self.max_count();
                let min_count = self.between(0, max_count.min(2));
                let (key, value) = (self.key_type(), self.element(levels));
                Type::Map(MapType::new(key, value, max_count).at_least(min_count))
            }
            _ => {
                let (count, unique) = (self.between(1, 3), self.random.once_in(3));
                Type::Array(ArrayType { count, unique, element: Box::new(self.element(levels)) })
            }
        }
    }

    fn key_type(&mut self) -> Type {
        if self.random.once_in(3) { Type::Enum(self.enumeration()) } else { Type::String(self.string()) }
    }

    fn enumeration(&mut self) -> EnumType {
        let mut names = VARIANTS.to_vec();
        self.random.shuffle(&mut names);
        names.truncate(1 + self.random.below(3));
        let variant = |(number, name): (usize, &str)| Variant {
            name: Key::new(name).unwrap().into(),
            number: number.try_into().unwrap(),
            doc: None,
        };
        EnumType::new(names.into_iter().enumerate().map(variant).collect())
    }

    fn structure(&mut self, levels: u32) -> Type {
        let count = 1 + self.random.below(3);
        Type::Struct(StructType::new(self.fields(levels - 1, count, false)))
    }

    /// A union, or a bool if two of its random cases take the same kind.
    fn union(&mut self, levels: u32) -> Type {
        let cases = (0..4).map(|_| self.case(levels - 1)).collect();
        let tag = self.random.once_in(2).then(|| self.tag());
        self.union_of(tag.as_ref(), cases).map_or(Type::Bool, Type::Union)
    }

    fn union_of(&mut self, tag: Option<&NativeName>, cases: Vec<UnionCase>) -> Option<UnionType> {
        match tag {
            Some(tag) => tagged_union_of(tag, cases, &Key::new(self.random.pick(KEYS)).unwrap()),
            None => union_of(cases),
        }
    }

    fn tag(&mut self) -> NativeName {
        NativeName::new(self.random.pick(TAGS)).unwrap()
    }

    fn case(&mut self, levels: u32) -> UnionCase {
        let text = self.random.once_in(3).then(|| VariantName::new(self.random.pick(TEXTS)).unwrap());
        UnionCase { text, ..UnionCase::new(Key::new(self.random.pick(KEYS)).unwrap(), self.ty(levels)) }
    }

    fn change_cases(&mut self, ty: &UnionType) -> Type {
        let mut cases = ty.cases().to_vec();
        let at = self.random.below(cases.len());
        let mut tag = ty.tag().cloned();
        match self.random.below(7) {
            0 => cases[at].name = Key::new(self.random.pick(KEYS)).unwrap(),
            1 => drop(cases.remove(at)),
            2 => cases.push(self.case(2)),
            3 => cases[at].text = Some(VariantName::new(self.random.pick(TEXTS)).unwrap()),
            4 => tag = self.random.once_in(2).then(|| self.tag()),
            _ => self.change_type(&mut cases[at].ty),
        }
        self.union_of(tag.as_ref(), cases).map_or_else(|| self.scalar(), Type::Union)
    }

    fn element(&mut self, levels: u32) -> Type {
        match self.random.below(4) {
            0 if levels > 2 => self.structure(levels),
            1 => self.ty(levels - 1),
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> Type {
        match self.random.below(8) {
            0 => Type::Bool,
            1..3 => Type::Integer(self.integer()),
            3 => Type::Float(self.float()),
            4 => Type::String(self.string()),
            5 => Type::Json(self.json()),
            _ => Type::Enum(self.enumeration()),
        }
    }

    fn max_count(&mut self) -> u32 {
        if self.random.once_in(12) { u32::MAX - self.between(0, 1) } else { self.between(1, 4) }
    }

    fn integer(&mut self) -> IntegerType {
        let kinds = [IntegerKind::Uint8, IntegerKind::Int8, IntegerKind::Uint16, IntegerKind::Int64];
        let kind = kinds[self.random.below(kinds.len())];
        let (smallest, largest) = kind.range();
        let mut bound = || {
            let bound = INTEGERS[self.random.below(INTEGERS.len())];
            (self.random.once_in(2) && smallest < bound && bound < largest).then_some(bound)
        };
        let (min, max) = (bound(), bound());
        let crossed = min.zip(max).is_some_and(|(min, max)| min > max);
        let (min, max) = if crossed { (max, min) } else { (min, max) };
        IntegerType { kind, bounds: Bounds::boxed(min, max), unit: self.unit() }
    }

    fn float(&mut self) -> FloatType {
        let kind = [FloatKind::Float32, FloatKind::Float64][self.random.below(2)];
        let mut bound = || {
            let bound = rounded(FLOATS[self.random.below(FLOATS.len())], kind);
            self.random.once_in(3).then_some(bound)
        };
        let (min, max) = (bound(), bound());
        let crossed = min.zip(max).is_some_and(|(min, max)| min > max);
        let (min, max) = if crossed { (max, min) } else { (min, max) };
        FloatType { kind, bounds: Bounds::boxed(min, max), unit: self.unit() }
    }

    fn unit(&mut self) -> Option<Unit> {
        let unit = [Unit::Second, Unit::Millisecond, Unit::Kibibyte][self.random.below(3)];
        self.random.once_in(3).then_some(unit)
    }

    fn string(&mut self) -> StringType {
        let max_size = self.between(1, 4);
        let pattern = self.random.pick(PATTERNS);
        let pattern = self.random.once_in(3).then(|| Arc::new(Pattern::new(pattern).unwrap()));
        // Each pattern matches a string of one byte.
        let min_size = self.between(0, if pattern.is_some() { 1 } else { max_size.min(2) });
        StringType { max_size, min_size, pattern }
    }

    fn json(&mut self) -> JsonType {
        let max_size = if self.random.once_in(3) { 4096 } else { self.between(1, 9) };
        let kinds = JsonKind::ALL.iter().copied().filter(|_| self.random.once_in(2));
        let kinds = JsonKinds::of(kinds).unwrap_or(JsonKinds::ALL_BUT_NULL);
        JsonType { max_size, kinds }
    }

    /// Some value of a type; `None` where there is none, or none was found.
    pub(super) fn value(&mut self, ty: &Type) -> Option<Value> {
        (0..6).find_map(|_| self.guess(ty)).filter(|value| ty.check(value).is_ok())
    }

    /// Some value of a field, null if it is nullable, or that it has none.
    pub(super) fn field_value(&mut self, field: &Field) -> Option<Value> {
        let lacking = match (field.optional, field.nullable) {
            (false, false) => return self.value(&field.ty),
            (true, true) if self.random.once_in(2) => Value::Null,
            (true, _) => Value::Absent,
            (false, true) => Value::Null,
        };
        let value = if self.random.once_in(3) { None } else { self.value(&field.ty) };
        value.or(Some(lacking))
    }

    fn guess(&mut self, ty: &Type) -> Option<Value> {
        let mut any = |numbers: &[i128]| numbers[self.random.below(numbers.len())];
        let value = match ty {
            Type::Bool => Value::Bool(self.random.once_in(2)),
            Type::Integer(ty) if ty.kind.is_signed() => Value::Signed(any(INTEGERS).try_into().ok()?),
            Type::Integer(_) => Value::Unsigned(any(INTEGERS).try_into().ok()?),
            Type::Float(ty) => Value::Float(rounded(FLOATS[self.random.below(FLOATS.len())], ty.kind)),
            Type::String(_) => Value::String(self.random.pick(STRINGS).into()),
            Type::Enum(ty) => Value::Variant(ty.variants()[self.random.below(ty.variants().len())].number),
            Type::Struct(ty) => {
                let members: Option<Box<[Value]>> =
                    ty.members().iter().map(|member| self.field_value(member)).collect();
                // No literal gives an entry of a rest the name of a member.
                Value::Struct(members.filter(|members| ty.taken_entry(members).is_none())?)
            }
            Type::Vector(VectorType { min_count, max_count, element, .. }) => {
                let count = self.between(*min_count, (*max_count).min(4));
                self.list(element, count)?
            }
            Type::Array(ArrayType { count, element, .. }) => self.list(element, *count)?,
            Type::Map(map) => {
                let count = self.between(map.min_count, map.max_count.min(4));
                let mut entries = BTreeMap::new();
                for _ in 0..count {
                    entries.insert(self.map_key(map)?, self.value(map.value())?);
                }
                Value::Map(MapEntries::of(map.value(), entries.into_iter().collect())?)
            }
            Type::Json(_) => Value::Json(JsonText::new(self.random.pick(JSON)).unwrap()),
            Type::Union(union) => {
                let case = self.random.below(union.cases().len());
                let value = self.value(&union.cases()[case].ty)?;
                UnionValue { case: u32::try_from(case).ok()?, value }.into()
            }
        };
        ty.check(&value).is_ok().then_some(value)
    }

    /// Some key of a map.
    pub(super) fn map_key(&mut self, map: &MapType) -> Option<Box<str>> {
        Some(match map.key() {
            Type::Enum(ty) => ty.variants()[self.random.below(ty.variants().len())].name.as_str().into(),
            key => match self.value(key)? {
                Value::String(text) => text,
                other => panic!("{other:?} is no key"),
            },
        })
    }

    fn list(&mut self, element: &Type, count: u32) -> Option<Value> {
        let values: Option<Vec<Value>> = (0..count).map(|_| self.value(element)).collect();
        Some(Value::List(List::of(element, &values?)?))
    }

    /// Changes fields or members by a little. What then does not fit any more goes.
    fn change(&mut self, fields: &mut Vec<Field>, top: bool) {
        // A case of a union with a tag may have no members.
        if fields.is_empty() {
            return fields.push(self.field(2, "a"));
        }
        let before = fields.clone();
        let at = self.random.below(fields.len());
        match self.random.below(18) {
            0 if fields.len() > 1 => drop(fields.remove(at)),
            1 if fields.len() < KEYS.len() => {
                let key = KEYS[self.random.below(KEYS.len())];
                fields.push(self.field(2, key));
            }
            2 => fields[at].default = None,
            3 | 4 => fields[at].default = self.default(&fields[at].clone()),
            5 if top => fields[at].mutability.parent = !fields[at].mutability.parent,
            6 => {
                let key = Key::new(KEYS[self.random.below(KEYS.len())]).unwrap();
                let old = std::mem::replace(&mut fields[at].key, key);
                match self.random.below(4) {
                    0 => {}
                    // Layers still use the old key.
                    1 if fields[at].names.native().is_none() => {
                        let aliases = fields[at].names.aliases().to_vec();
                        fields[at].names = FieldNames::new(Some(old.into()), aliases);
                    }
                    _ => add_alias(&mut fields[at], old.into()),
                }
            }
            7 => {
                let alias = NativeName::new(self.random.pick(ALIASES)).unwrap();
                let aliases = if self.random.once_in(2) { Vec::new() } else { vec![alias] };
                fields[at].names = FieldNames::new(fields[at].names.native().cloned(), aliases);
            }
            14 | 15 => self.change_names(&mut fields[at]),
            8 => fields[at].optional = !fields[at].optional,
            9 => fields[at].nullable = !fields[at].nullable,
            10 if fields[at].ty.is_struct() => self.move_default(&mut fields[at]),
            16 | 17 => match fields.iter_mut().find(|field| field.is_rest()) {
                Some(rest) => rest.names = FieldNames::default(),
                None => open(fields),
            },
            _ => {
                let mut ty = fields[at].ty.clone();
                self.change_type(&mut ty);
                fields[at].ty = ty;
            }
        }
        fit(fields);
        if !have_other_names(fields) || RestProblem::find(fields).is_some() {
            *fields = before;
        }
    }

    /// Moves the default of a struct to its members, or theirs to it.
    fn move_default(&mut self, field: &mut Field) {
        let mut members = field.ty.members().to_vec();
        if let Some(Value::Struct(values)) = field.default.take() {
            for (member, value) in members.iter_mut().zip(values) {
                member.default = Some(value).filter(|value| !value.is_absent());
            }
        } else {
            field.default = field.unset_value().filter(|value| !value.is_absent());
            let at = self.random.below(members.len());
            members[at].default = None;
        }
        field.ty = Type::Struct(StructType::new(members));
    }

    fn change_type(&mut self, ty: &mut Type) {
        let anew = self.random.once_in(6);
        match ty {
            Type::Struct(structure) => {
                let mut members = structure.members().to_vec();
                self.change(&mut members, false);
                *ty = Type::Struct(StructType::new(members));
            }
            Type::Vector(VectorType { max_count, min_count, unique, element }) => {
                match self.random.below(6) {
                    0 => (*max_count, *min_count) = (self.max_count(), 0),
                    1 => *max_count = max_count.saturating_add(1),
                    2 => *min_count = self.between(0, (*max_count).min(3)),
                    3 => *unique = !*unique,
                    4 if *min_count > 0 => {
                        let (count, unique) = (*min_count, *unique);
                        *ty = Type::Array(ArrayType { count, unique, element: element.clone() });
                    }
                    _ => self.change_type(element),
                }
            }
            Type::Array(ArrayType { count, unique, element }) => match self.random.below(4) {
                0 => *count = self.between(1, 3),
                1 => *unique = !*unique,
                2 => {
                    let (max_count, min_count, unique) = (*count + self.between(0, 1), *count, *unique);
                    *ty = Type::Vector(VectorType { max_count, min_count, unique, element: element.clone() });
                }
                _ => self.change_type(element),
            },
            Type::Map(map) => {
                let (mut key, mut value) = (map.key().clone(), map.value().clone());
                let (mut max_count, mut min_count) = (map.max_count, map.min_count);
                match self.random.below(6) {
                    0 => (max_count, min_count) = (self.max_count(), 0),
                    1 => max_count = max_count.saturating_add(1),
                    2 => min_count = self.between(0, max_count.min(3)),
                    3 => key = self.key_type(),
                    _ => self.change_type(&mut value),
                }
                *ty = Type::Map(MapType::new(key, value, max_count).at_least(min_count));
            }
            Type::Union(union) if !anew => *ty = self.change_cases(union),
            Type::Integer(_) if !anew => *ty = Type::Integer(self.integer()),
            Type::Float(_) if !anew => *ty = Type::Float(self.float()),
            Type::String(_) if !anew => *ty = Type::String(self.string()),
            Type::Json(_) if !anew => *ty = Type::Json(self.json()),
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Json(_)
            | Type::Union(_) => *ty = self.scalar(),
        }
    }
}

/// Takes away what does not fit the types, at every depth.
fn fit(fields: &mut [Field]) {
    for field in fields {
        fit_type(&mut field.ty);
        field.nullable &= !field.ty.is_json();
        field.default =
            field.default.take().filter(|default| !field.is_rest() && takes_default(field, default));
    }
}

fn fit_type(ty: &mut Type) {
    match ty {
        Type::Struct(structure) => {
            let mut members = structure.members().to_vec();
            fit(&mut members);
            *ty = Type::Struct(StructType::new(members));
        }
        Type::Vector(VectorType { element, .. }) | Type::Array(ArrayType { element, .. }) => {
            fit_type(element)
        }
        Type::Map(map) => {
            let mut value = map.value().clone();
            fit_type(&mut value);
            *ty = map_of_values(map, value);
        }
        Type::Union(union) => {
            let fitted = |mut ty| {
                fit_type(&mut ty);
                ty
            };
            *ty = Type::Union(map_cases(union, fitted));
        }
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Enum(_) | Type::Json(_) => {}
    }
}

/// A number as one of a floating-point type.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
fn rounded(number: f64, kind: FloatKind) -> f64 {
    match kind {
        FloatKind::Float32 => f64::from(number.clamp(-3e38, 3e38) as f32),
        FloatKind::Float64 => number,
    }
}
