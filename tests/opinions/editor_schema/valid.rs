//! What is valid is valid for both, whatever the schema.

use super::{compiler, json_schema};
use crate::support::arbitrary;
use crate::support::random;
use crate::support::unions::map_cases;
use confc::declaration::{Declaration, show};
use confc::schema::{Schema, ValueSource};
use confc::types::{ArrayType, Component, Field, StructType, Type, VectorType};
use proptest::prelude::{prop_assert_eq, proptest};

proptest! {
    #![proptest_config(random::cases(200))]

    #[test]
    fn every_schema_written_as_a_manifest_is_valid_for_both(fields in arbitrary::fields(3)) {
        // Defaults of sensitive fields are never written.
        let fields = fields.into_iter().map(open).collect();
        let schema = Schema::new(fields, ValueSource::PackagePath(Default::default())).unwrap();
        let declaration = Declaration::seal(Component::default(), Some(schema)).unwrap();
        let text = show::json5(&declaration).expect("nothing is sensitive");
        prop_assert_eq!(compiler(&text), [], "{}", text);
        prop_assert_eq!(json_schema(&text), Some(Vec::new()), "{}", text);
    }
}

/// The field with nothing in it sensitive.
fn open(field: Field) -> Field {
    Field { sensitive: false, ty: open_type(field.ty), ..field }
}

fn open_type(ty: Type) -> Type {
    match ty {
        Type::Struct(ty) => Type::Struct(StructType::new(ty.members().iter().cloned().map(open).collect())),
        Type::Vector(ty) => Type::Vector(VectorType { element: Box::new(open_type(*ty.element)), ..ty }),
        Type::Array(ty) => Type::Array(ArrayType { element: Box::new(open_type(*ty.element)), ..ty }),
        Type::Union(ty) => Type::Union(map_cases(&ty, open_type)),
        Type::Map(ty) => arbitrary::map_of_values(&ty, open_type(ty.value().clone())),
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Enum(_) | Type::Json(_) => {
            ty
        }
    }
}
