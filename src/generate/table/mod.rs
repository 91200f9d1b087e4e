//! The table of a declaration: everything that a typed client needs to know about a schema, as data.
//!
//! The runtime of each language interprets the table; no generated code reads or checks values. Each target
//! writes the same table as literals of its language. Positions begin at 0.

mod json;
mod pattern_assertion;
pub mod pattern_states;
mod pattern_syntax;
pub mod rule_code;
mod rule_constants;
pub mod rule_operation;

pub(super) use json::generate;
pub use rule_constants::RuleConstants;

use super::facts::package_path;
use crate::declaration::{Checksum, Config};
use crate::types::{Bounds, Field, FloatType, Pattern, Type, UnionCase, Value};
use crate::wire::write;
use confc_core::wire::list_case;
use pattern_states::{PatternState, pattern_states};
use prost::Message as _;
use rule_code::RuleTable;
use std::collections::HashMap;

/// A table: see [the module](self).
#[derive(Debug)]
pub(super) struct Table<'a> {
    /// The fields of the schema, in the order of the values.
    pub(super) fields: Vec<TableField<'a>>,
    /// The types of all fields and of their parts, without duplicates. A type comes after the types of its
    /// parts.
    pub(super) types: Vec<TableType<'a>>,
    /// The patterns of strings, without duplicates.
    pub(super) patterns: Vec<TablePattern<'a>>,
    /// The rules, with their constants.
    pub(super) rules: RuleTable<'a>,
    /// The checksum of the declaration.
    pub(super) checksum: Checksum,
    /// The path of the value file in the package of the component; `None` if it is unknown.
    pub(super) package_path: Option<&'a str>,
}

/// A pattern.
#[derive(Debug)]
pub(super) struct TablePattern<'a> {
    pub(super) text: &'a str,
    pub(super) states: Vec<PatternState>,
}

/// A field of the schema or a member of a struct.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct TableField<'a> {
    pub(super) key: &'a str,
    /// The native name, for plain data; `None` if it is the key.
    pub(super) name: Option<&'a str>,
    /// Whether plain data holds the entries of this map among the other members.
    pub(super) is_rest: bool,
    /// The position of its type.
    pub(super) ty: usize,
    pub(super) optional: bool,
    pub(super) nullable: bool,
    /// Whether the parent may override it. Members of structs have no mutability.
    pub(super) parent: bool,
    pub(super) sensitive: bool,
    /// Its default. A struct that is not optional has none here: its own default replaces the defaults of its
    /// members.
    pub(super) default: TableDefault,
    /// The text of its type, for differences. Empty for members of structs.
    pub(super) text: String,
}

/// The default of a field or member.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum TableDefault {
    /// No default. An unset optional field is absent, a rest has no entries, and a struct takes the defaults
    /// of its members. Any other field must be set.
    None,
    /// A default that must not be shown, because it is or holds a sensitive value. It is not absent.
    Hidden,
    /// A default, as the bytes of a `ConfigValue`. It is not absent.
    Shown(Vec<u8>),
}

/// A type. Types with the same values and the same plain data share an entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct TableType<'a> {
    /// The number of its case in `ConfigVectorValue`: 1 to 14 for scalars, enum and struct, 15 for json, 16
    /// for vector, 17 for map, 18 for union. An array has 19, although its case is 16.
    pub(super) kind: u64,
    pub(super) shape: TableShape<'a>,
    /// Whether a member inside it is sensitive.
    pub(super) holds_sensitive: bool,
}

/// The form and the limits of the values of a type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum TableShape<'a> {
    Bool,
    Integer {
        min: i128,
        max: i128,
    },
    Float {
        min: Option<FloatBits>,
        max: Option<FloatBits>,
    },
    /// Sizes in bytes of UTF-8.
    String {
        least: u32,
        most: u32,
        /// A position in [`Table::patterns`].
        pattern: Option<usize>,
    },
    /// The numbers and names, in ascending order of the numbers.
    Enum(Vec<(i64, &'a str)>),
    /// The members, in ascending order of their keys.
    Struct(Vec<TableField<'a>>),
    /// A vector or array.
    List {
        least: u32,
        most: u32,
        unique: bool,
        item: usize,
    },
    Map {
        least: u32,
        most: u32,
        key: usize,
        item: usize,
    },
    Json {
        /// In bytes of the canonical text.
        most: u32,
        /// As in the field `kinds` of `LayoutConstraint`.
        kinds: u8,
    },
    Union {
        /// The property that names the case in plain data.
        tag: Option<&'a str>,
        /// In ascending order of their names. Value files number them from 1.
        cases: Vec<TableCase<'a>>,
    },
}

/// A case of a union.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct TableCase<'a> {
    pub(super) key: &'a str,
    pub(super) ty: usize,
    /// The text of the tag, in a union with a tag.
    pub(super) text: &'a str,
}

/// A float64 that compares by its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FloatBits(u64);

impl TableDefault {
    fn shown(value: &Value, ty: &Type) -> Self {
        Self::Shown(write::value(value, ty).encode_to_vec())
    }
}

impl FloatBits {
    pub(super) fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// The kind of an array.
const ARRAY: u64 = 19;

impl<'a> Table<'a> {
    /// Makes the table, in time linear in the schema.
    pub(super) fn new(config: &'a Config) -> Self {
        let mut interner = Interner::default();
        let field = |field: &'a Field| {
            let text = field.type_text().to_string();
            let member = interner.member(field, field.default.as_ref(), false);
            TableField { parent: field.mutability.parent, text, ..member }
        };
        let fields = config.fields().iter().map(field).collect();
        let Interner { types, patterns, .. } = interner;
        Self {
            fields,
            types,
            patterns,
            rules: RuleTable::of(config),
            checksum: config.checksum(),
            package_path: package_path(config),
        }
    }

    /// Whether a program that makes a value by hand must set this field or member: it has no default, or its
    /// default must not be shown.
    pub(super) fn needs_value(&self, member: &TableField<'_>) -> bool {
        match &member.default {
            TableDefault::Hidden => true,
            TableDefault::Shown(_) => false,
            TableDefault::None if member.optional || member.is_rest => false,
            TableDefault::None => match self.types.get(member.ty).map(|ty| &ty.shape) {
                Some(TableShape::Struct(members)) => members.iter().any(|member| self.needs_value(member)),
                Some(_) | None => true,
            },
        }
    }
}

/// Gives each type and each pattern one position.
#[derive(Default)]
struct Interner<'a> {
    types: Vec<TableType<'a>>,
    /// Never iterated, so its order is not visible. This holds for both maps.
    positions: HashMap<TableType<'a>, usize>,
    patterns: Vec<TablePattern<'a>>,
    pattern_positions: HashMap<&'a str, usize>,
}

impl<'a> Interner<'a> {
    /// Describes a field or member with this default. `secret` says whether it is inside something sensitive.
    fn member(&mut self, field: &'a Field, default: Option<&'a Value>, secret: bool) -> TableField<'a> {
        let secret = secret || field.sensitive;
        let members = if let Some(Value::Struct(values)) = default { Some(&**values) } else { None };
        TableField {
            key: field.key.as_str(),
            name: field.names.native().map(|name| name.as_str()),
            is_rest: field.is_rest(),
            ty: self.position_with(&field.ty, members, secret),
            optional: field.optional,
            nullable: field.nullable,
            parent: false,
            sensitive: field.sensitive,
            default: match default.filter(|value| !value.is_absent()) {
                None => TableDefault::None,
                Some(Value::Struct(_)) if !field.optional => TableDefault::None,
                Some(Value::Null) if !secret => TableDefault::shown(&Value::Null, &field.ty),
                Some(_) if secret || field.ty.holds_sensitive() => TableDefault::Hidden,
                Some(value) => TableDefault::shown(value, &field.ty),
            },
            text: String::new(),
        }
    }

    fn position(&mut self, ty: &'a Type, secret: bool) -> usize {
        self.position_with(ty, None, secret)
    }

    /// The position of a type. `defaults` is the default of a struct, which replaces the defaults of its
    /// members.
    fn position_with(&mut self, ty: &'a Type, defaults: Option<&'a [Value]>, secret: bool) -> usize {
        let shape = match ty {
            Type::Bool => TableShape::Bool,
            Type::Integer(ty) => {
                let (min, max) = ty.range();
                TableShape::Integer { min, max }
            }
            Type::Float(FloatType { bounds, .. }) => {
                let bits = |bound: f64| FloatBits(bound.to_bits());
                let of = |bound: fn(&Bounds<f64>) -> Option<f64>| bounds.as_deref().and_then(bound);
                TableShape::Float {
                    min: of(|bounds| bounds.min).map(bits),
                    max: of(|bounds| bounds.max).map(bits),
                }
            }
            Type::String(ty) => TableShape::String {
                least: ty.min_size,
                most: ty.max_size,
                pattern: ty.pattern.as_ref().map(|pattern| self.pattern(pattern)),
            },
            Type::Enum(ty) => {
                let mut variants: Vec<(i64, &str)> =
                    ty.variants().iter().map(|variant| (variant.number, variant.name.as_str())).collect();
                variants.sort_unstable();
                TableShape::Enum(variants)
            }
            Type::Struct(ty) => {
                let member = |(at, member): (usize, &'a Field)| {
                    let default = defaults.and_then(|defaults| defaults.get(at)).or(member.default.as_ref());
                    self.member(member, default, secret)
                };
                TableShape::Struct(ty.members().iter().enumerate().map(member).collect())
            }
            Type::Vector(ty) => TableShape::List {
                least: ty.min_count,
                most: ty.max_count,
                unique: ty.unique,
                item: self.position(&ty.element, secret),
            },
            Type::Array(ty) => TableShape::List {
                least: ty.count,
                most: ty.count,
                unique: ty.unique,
                item: self.position(&ty.element, secret),
            },
            Type::Map(ty) => TableShape::Map {
                least: ty.min_count,
                most: ty.max_count,
                key: self.position(ty.key(), secret),
                item: self.position(ty.value(), secret),
            },
            Type::Json(ty) => TableShape::Json { most: ty.max_size, kinds: ty.kinds.bits() },
            Type::Union(ty) => TableShape::Union {
                tag: ty.tag().map(|tag| tag.as_str()),
                cases: ty.cases().iter().map(|case| self.case(case, secret)).collect(),
            },
        };
        // In lists, an array is like a vector.
        let kind = if let Type::Array(_) = ty { ARRAY } else { list_case(ty) };
        let holds_sensitive = ty.holds_sensitive();
        self.intern(TableType { kind, shape, holds_sensitive })
    }

    fn case(&mut self, case: &'a UnionCase, secret: bool) -> TableCase<'a> {
        let key = case.name.as_str();
        let text = case.text.as_ref().map_or(key, |text| text.as_str());
        TableCase { key, ty: self.position(&case.ty, secret), text }
    }

    fn intern(&mut self, ty: TableType<'a>) -> usize {
        let Self { types, positions, .. } = self;
        *positions.entry(ty).or_insert_with_key(|ty| {
            types.push(ty.clone());
            types.len() - 1
        })
    }

    fn pattern(&mut self, pattern: &'a Pattern) -> usize {
        let Self { patterns, pattern_positions, .. } = self;
        let text = pattern.text();
        *pattern_positions.entry(text).or_insert_with(|| {
            patterns.push(TablePattern { text, states: pattern_states(pattern) });
            patterns.len() - 1
        })
    }
}
