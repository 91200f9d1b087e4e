//! The types of configuration fields and the values they admit: pure data and pure rules.
//!
//! [`TypeKind`] is the one list of types, with their names, tags in the checksum, and numbers on the wire. [`Type`]
//! adds constraints, elements, variants and members. Checks, type texts, the wire and the checksum match on these enums
//! without a catch-all. So the Rust compiler finds each of them after a new type is added. Nothing here uses source
//! texts, spans or diagnostics, so that the loader can use it.

mod builder;
mod check;
mod collect;
mod component;
mod constraint;
mod constraint_violation;
mod convert;
mod digest;
mod display;
mod enum_type;
mod field;
mod inside;
mod interface;
mod json_check;
mod json_cursor;
mod json_escape;
mod json_kind;
mod json_merge;
mod json_number;
mod json_text;
mod json_value;
mod key;
pub mod limits;
mod names;
mod native_name;
mod number;
mod number_type;
mod package_path;
mod parse;
mod parse_error;
mod pattern;
mod presence;
mod quantity;
mod readable;
mod repeated;
mod rest;
mod scalar_check;
mod struct_type;
mod ty;
mod type_kind;
mod type_problem;
mod union_type;
mod unit;
mod value;
mod variant_name;

pub use builder::TypeBuilder;
pub use component::Component;
pub use constraint::{Bound, Constraint, ConstraintKind};
pub use constraint_violation::ConstraintViolation;
pub use convert::OtherType;
pub use display::{EntryStep, FieldTypeText, LiteralName, ShownValue, entry_step};
pub use enum_type::{EnumType, Variant};
pub use json_check::{JsonTextError, JsonTextErrorKind};
pub use json_cursor::{JsonCursor, JsonString, JsonToken};
pub use json_kind::{JsonKind, JsonKinds};
pub use json_merge::{JsonConflict, JsonMerge, JsonTree, PlacedJson, merge_json};
pub use json_number::{JsonNumberError, write_json_number};
pub use json_text::{JsonNode, JsonText};
pub use json_value::{JsonValue, is_canonical_number};
pub use key::{Key, KeyError, NameText};
pub use names::FieldNames;
use names::NameIndex;
pub use native_name::{NativeName, NativeNameError};
pub(crate) use number::point_text;
pub use number::{float_literal, float_text, to_f32};
pub use number_type::NumberType;
pub use package_path::{PackagePath, PackagePathError};
pub use parse::TypeReader;
pub use parse_error::{TypeTextError, TypeTextErrorKind};
pub use pattern::{Pattern, PatternError, Patterns};
pub use presence::Presence;
pub use quantity::{MAX_QUANTITY_DIGITS, Quantity, QuantityError, SHORT_NAMES, in_unit, quantity_text};
pub use readable::{ReadableMember, ReadableMembers};
pub use rest::{RestProblem, TakenEntry};
pub use ty::{
    ArrayType, Bounds, Field, FloatType, IntegerType, JsonType, MapType, Mutability, StringType, StructType,
    Type, UnionCase, UnionType, VectorType,
};
pub use type_kind::{FloatKind, IntegerKind, TypeForm, TypeKind, TypePart, UnknownTypeKind};
pub use type_problem::TypeProblem;
pub use unit::{Unit, UnitFamily, UnknownUnit};
pub use value::{List, MapEntries, UnionValue, Value};
pub use variant_name::{VariantName, VariantNameError};
