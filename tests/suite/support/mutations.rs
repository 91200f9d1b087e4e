//! Random schemas of every shape, and what becomes of them by a few small changes.

use crate::support::arbitrary::{self, has_value, may_resolve};
use crate::support::pipeline::seal;
use crate::support::random::{self, Random};
use confc::declaration::Declaration;
use confc::text::escape;
use confc::types::{
    ArrayType, Bounds, EnumType, Field, FieldNames, IntegerKind, IntegerType, NativeName, StringType,
    StructType, Type, Value, Variant, VariantName, VectorType,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeSet;

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
        let before = fields.clone();
        let at = self.random.below(fields.len());
        match self.random.below(12) {
            0 if fields.len() > 1 => drop(fields.remove(at)),
            1 => fields.push(self.sample(arbitrary::field(2))),
            2 => (fields[at].default, fields[at].deprecated) = (None, None),
            8 => {
                fields[at].optional = !fields[at].optional;
                fields[at].deprecated = None;
            }
            3 if has_value(&fields[at].ty) => {
                fields[at].default = Some(self.sample(arbitrary::value(&fields[at].ty)))
            }
            4 => fields[at].mutability.parent = top && !fields[at].mutability.parent,
            5 | 6 => {
                let key = self.sample(arbitrary::key());
                let old = std::mem::replace(&mut fields[at].key, key);
                if !self.random.once_in(4) {
                    let (native, mut aliases) = parts(&fields[at].names);
                    aliases.push(old.into());
                    fields[at].names = FieldNames::new(native, aliases);
                }
            }
            7 => fields[at].names = self.names(&fields[at]),
            _ => {
                let mut ty = fields[at].ty.clone();
                self.change_type(&mut ty);
                fields[at].ty = ty;
            }
        }
        for field in fields.iter_mut() {
            let fits = field.default.as_ref().is_none_or(|default| field.ty.check(default).is_ok());
            if !fits || !has_value(&field.ty) {
                (field.default, field.deprecated) = (None, None);
            }
        }
        let mut names = BTreeSet::new();
        if !fields.iter().flat_map(Field::all_names).all(|name| names.insert(name)) {
            *fields = before;
        }
    }

    fn names(&mut self, field: &Field) -> FieldNames {
        let (native, aliases) = parts(&field.names);
        match (native, self.random.below(3)) {
            (Some(native), 0) => FieldNames::new(None, vec![native]),
            (Some(_), _) => FieldNames::default(),
            (None, 0) if aliases.is_empty() => {
                FieldNames::new(None, vec![self.sample(arbitrary::native_name())])
            }
            (None, 0) => FieldNames::default(),
            (None, 1) => FieldNames::new(Some(self.sample(arbitrary::native_name())), aliases),
            (None, _) => {
                FieldNames::new(Some(self.sample(arbitrary::native_name())), vec![field.key.clone().into()])
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
            Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Enum(_) => {
                *ty = match self.random.below(3) {
                    0 => Type::Float(self.sample(arbitrary::float())),
                    1 => Type::Integer(self.sample(arbitrary::integer())),
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

    /// A layer that is valid for these fields: some keys are aliases, and what has a default may be left out.
    pub(crate) fn layer(&mut self, fields: &[Field], values: &[Value]) -> String {
        let mut members = Vec::new();
        for (field, value) in fields.iter().zip(values) {
            if !field.needs_value() && self.random.once_in(2) {
                continue;
            }
            let names: Vec<&str> = field.names_in_literals().collect();
            let literal = match (&field.ty, value) {
                (Type::Struct(ty), Value::Struct(values)) => self.layer(ty.members(), values),
                (ty, value) => ty.literal(value).to_string(),
            };
            members.push(format!("{}: {literal}", escape::literal(self.random.pick(&names))));
        }
        format!("{{ {} }}", members.join(", "))
    }

    pub(crate) fn values(&mut self, fields: &[Field]) -> Vec<Value> {
        fields.iter().map(|field| self.sample(arbitrary::field_value(field))).collect()
    }
}

fn parts(names: &FieldNames) -> (Option<NativeName>, Vec<NativeName>) {
    (names.native().cloned(), names.aliases().to_vec())
}
