//! Random schemas of every shape, and what becomes of them by a few small changes.

use crate::support::arbitrary::{self, has_value, may_resolve};
use crate::support::json::json_type;
use crate::support::pipeline::seal;
use crate::support::random::{self, Random};
use crate::support::unions::{tagged_union_of, union_of};
use confc::declaration::Declaration;
use confc::text::escape;
use confc::types::{
    ArrayType, Bounds, EnumType, Field, FieldNames, IntegerKind, IntegerType, NativeName, RestProblem,
    StringType, StructType, Type, UnionCase, Value, Variant, VariantName, VectorType,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeSet;

/// Adds an alias. Without another native name, the field's own key is no alias.
pub(crate) fn add_alias(field: &mut Field, alias: NativeName) {
    let native = field.names.native().filter(|name| name.as_str() != field.key.as_str()).cloned();
    let others = field.names.aliases().iter().cloned().chain([alias]);
    let aliases = others.filter(|alias| native.is_some() || alias.as_str() != field.key.as_str());
    field.names = FieldNames::new(native.clone(), aliases.collect());
}

/// Whether these fields can be beside one another: no two names are the same, except that beside a native name a
/// field's own key may be an alias.
pub(crate) fn have_other_names(fields: &[Field]) -> bool {
    let mut taken = BTreeSet::new();
    fields.iter().all(|field| {
        let own = field.names.native().map(|_| field.key.as_str());
        let is_native = field.names.native().is_none_or(|name| name.as_str() != field.key.as_str());
        let mut aliases: Vec<&str> = field.names.aliases().iter().map(NativeName::as_str).collect();
        aliases.sort_unstable();
        let repeats = aliases.windows(2).any(|pair| pair[0] == pair[1]);
        let others = field.names.iter().map(NativeName::as_str).filter(|name| Some(*name) != own);
        is_native && !repeats && [field.key.as_str()].into_iter().chain(others).all(|name| taken.insert(name))
    })
}

/// Whether a value may be the default of a field. Beside an absent value, a null would be ambiguous.
pub(crate) fn takes_default(field: &Field, default: &Value) -> bool {
    let of_type = || field.ty.check(default).is_ok();
    field.ambiguous_default(default).is_none() && (of_type() || (field.nullable && default.is_null()))
}

/// Makes schemas, changes and value sources, the same in every run.
pub(crate) struct Maker {
    random: Random,
    runner: TestRunner,
}

impl Maker {
    pub(crate) fn new(stream: u64) -> Self {
        Self { random: Random::stream(stream), runner: random::runner() }
    }

    fn sample<S: Strategy>(&mut self, strategy: S) -> S::Value {
        strategy.new_tree(&mut self.runner).unwrap().current()
    }

    /// A declaration, and what became of it by a few changes.
    pub(crate) fn pair(&mut self) -> [Declaration; 2] {
        loop {
            let old = self.sample(arbitrary::fields(3));
            let mut new = old.clone();
            for _ in 0..=self.random.below(3) {
                self.change(&mut new, true);
            }
            if old.iter().chain(&new).all(may_resolve) {
                return [seal(old), seal(new)];
            }
        }
    }

    /// Changes fields or members by a little; they stay valid.
    fn change(&mut self, fields: &mut Vec<Field>, top: bool) {
        // A case of a union with a tag may have no members.
        if fields.is_empty() {
            return fields.push(self.sample(arbitrary::field(2)));
        }
        let before = fields.clone();
        let at = self.random.below(fields.len());
        match self.random.below(12) {
            0 if fields.len() > 1 => drop(fields.remove(at)),
            1 => fields.push(self.sample(arbitrary::field(2))),
            2 => (fields[at].default, fields[at].deprecated) = (None, None),
            8 => {
                let field = &mut fields[at];
                *(if self.random.once_in(2) { &mut field.optional } else { &mut field.nullable }) ^= true;
                field.deprecated = None;
            }
            3 if has_value(&fields[at].ty) => {
                fields[at].default = Some(self.sample(arbitrary::value(&fields[at].ty)))
            }
            4 => fields[at].mutability.parent = top && !fields[at].mutability.parent,
            5 | 6 => {
                let key = self.sample(arbitrary::key());
                let old = std::mem::replace(&mut fields[at].key, key);
                if !self.random.once_in(4) {
                    add_alias(&mut fields[at], old.into());
                }
            }
            7 => fields[at].names = self.names(&fields[at]),
            9 => arbitrary::open(fields),
            _ => {
                let mut ty = fields[at].ty.clone();
                self.change_type(&mut ty);
                fields[at].ty = ty;
            }
        }
        for field in fields.iter_mut() {
            field.nullable &= !field.ty.is_json();
            let fits = field.default.as_ref().is_none_or(|default| takes_default(field, default));
            if !fits || !may_resolve(field) {
                (field.default, field.deprecated) = (None, None);
            }
        }
        if !have_other_names(fields) || RestProblem::find(fields).is_some() {
            *fields = before;
        }
    }

    /// Other names than the field has. The old native name may become an alias.
    fn names(&mut self, field: &Field) -> FieldNames {
        let sampled = self.sample(arbitrary::native_name());
        let native = Some(sampled.clone()).filter(|name| name.as_str() != field.key.as_str());
        let mut aliases = field.names.aliases().to_vec();
        match self.random.below(5) {
            0 => FieldNames::default(),
            1 => FieldNames::new(field.names.native().cloned(), vec![sampled]),
            2 => FieldNames::new(native, aliases),
            _ => {
                aliases.extend(NativeName::new(field.native_name()));
                FieldNames::new(native, aliases)
            }
        }
    }

    fn change_type(&mut self, ty: &mut Type) {
        match ty {
            Type::Integer(integer) if !self.random.once_in(4) => self.change_integer(integer),
            Type::String(StringType { max_size, min_size, pattern }) if !self.random.once_in(4) => {
                match self.random.below(3) {
                    0 => *max_size = 8 + u32::try_from(self.random.below(20)).unwrap(),
                    1 => *min_size = u32::try_from(self.random.below(9)).unwrap(),
                    _ => *pattern = None,
                }
            }
            Type::Enum(variants) if !self.random.once_in(4) => {
                let variants: Vec<Variant> = variants.variants().to_vec();
                *ty = Type::Enum(self.change_variants(variants));
            }
            Type::Struct(structure) => {
                let mut members = structure.members().to_vec();
                self.change(&mut members, false);
                *ty = Type::Struct(StructType::new(members));
            }
            Type::Vector(VectorType { max_count, min_count, unique, element }) => {
                match self.random.below(5) {
                    0 => *max_count = 4 + u32::try_from(self.random.below(9)).unwrap(),
                    1 => *min_count = u32::try_from(self.random.below(2)).unwrap(),
                    2 => (*unique, *min_count) = (!*unique, (*min_count).min(1)),
                    _ => self.change_type(element),
                }
            }
            Type::Array(ArrayType { count, unique, element }) => match self.random.below(4) {
                0 => (*count, *unique) = (1 + u32::try_from(self.random.below(3)).unwrap(), false),
                1 if *count < 5 => {
                    let (max_count, min_count, unique) = (*count + 4, *count - 1, false);
                    *ty = Type::Vector(VectorType { max_count, min_count, unique, element: element.clone() });
                }
                _ => self.change_type(element),
            },
            Type::Map(map) => match self.random.below(3) {
                0 => map.max_count = 4 + u32::try_from(self.random.below(9)).unwrap(),
                1 => map.min_count = u32::try_from(self.random.below(2)).unwrap(),
                _ => {
                    let mut value = map.value().clone();
                    self.change_type(&mut value);
                    *ty = arbitrary::map_of_values(map, value);
                }
            },
            Type::Union(union) if !self.random.once_in(4) => {
                let mut cases = union.cases().to_vec();
                let at = self.random.below(cases.len());
                match self.random.below(4) {
                    0 => drop(cases.remove(at)),
                    1 => cases[at].name = self.sample(arbitrary::key()),
                    _ => self.change_type(&mut cases[at].ty),
                }
                let (name, member) = (self.sample(arbitrary::key()), self.sample(arbitrary::key()));
                cases.push(UnionCase::new(name, Type::Bool));
                let changed = match union.tag() {
                    Some(tag) => tagged_union_of(tag, cases, &member),
                    None => union_of(cases),
                };
                *ty = changed.map_or(Type::Bool, Type::Union);
            }
            Type::Json(json) if self.random.once_in(2) => *json = self.sample(json_type()),
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Json(_)
            | Type::Union(_) => {
                *ty = match self.random.below(4) {
                    0 => Type::Float(self.sample(arbitrary::float())),
                    1 => Type::Integer(self.sample(arbitrary::integer())),
                    2 => Type::Json(self.sample(json_type())),
                    _ => Type::String(self.sample(arbitrary::string())),
                };
            }
        }
    }

    fn change_integer(&mut self, ty: &mut IntegerType) {
        let kinds = [
            IntegerKind::Uint8,
            IntegerKind::Uint16,
            IntegerKind::Uint64,
            IntegerKind::Int16,
            IntegerKind::Int64,
        ];
        let kind = if self.random.once_in(2) { ty.kind } else { kinds[self.random.below(kinds.len())] };
        let (min, max) = kind.range();
        let bound = |bound: Option<i128>| bound.filter(|bound| *bound > min && *bound < max);
        let bounds = ty.bounds.as_deref().copied().unwrap_or(Bounds { min: None, max: None });
        let (mut low, mut high) = (bound(bounds.min), bound(bounds.max));
        match self.random.below(3) {
            0 => low = None,
            1 => high = None,
            _ => {}
        }
        *ty = IntegerType { kind, bounds: Bounds::boxed(low, high), unit: ty.unit };
    }

    fn change_variants(&mut self, mut variants: Vec<Variant>) -> EnumType {
        let at = self.random.below(variants.len());
        match self.random.below(4) {
            0 if variants.len() > 1 => drop(variants.remove(at)),
            1 => variants[at].number = variants[at].number.wrapping_add(1000),
            2 => variants[at].doc = Some("Said.".into()),
            _ => variants[at].name = VariantName::new("Other").unwrap(),
        }
        let mut numbers = BTreeSet::new();
        let mut names = BTreeSet::new();
        variants.retain(|variant| numbers.insert(variant.number) && names.insert(variant.name.clone()));
        EnumType::new(variants)
    }

    /// A layer that is valid for these fields: some names are aliases, and what has a default may be left out.
    pub(crate) fn layer(&mut self, fields: &[Field], values: &[Value]) -> String {
        let mut members = Vec::new();
        for (field, value) in fields.iter().zip(values) {
            if field.leaves_out(value) || (!field.needs_value() && self.random.once_in(2)) {
                continue;
            }
            if let (Type::Map(map), Value::Map(entries), true) = (&field.ty, value, field.is_rest()) {
                for (key, value) in entries.to_entries() {
                    members.push(format!("{}: {}", escape::literal(&key), map.value().layer_literal(&value)));
                }
                continue;
            }
            let names: Vec<&str> = field.names_in_literals().collect();
            let literal = match (&field.ty, value) {
                (Type::Struct(ty), Value::Struct(values)) => self.layer(ty.members(), values),
                (ty, value) => ty.layer_literal(value).to_string(),
            };
            members.push(format!("{}: {literal}", escape::literal(self.random.pick(&names))));
        }
        format!("{{ {} }}", members.join(", "))
    }

    pub(crate) fn values(&mut self, fields: &[Field]) -> Vec<Value> {
        self.sample(arbitrary::members(fields))
    }
}
