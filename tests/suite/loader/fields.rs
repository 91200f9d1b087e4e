//! Views of fields, against the declarations that they come from.

use crate::support::arbitrary;
use crate::support::random;
use confc::declaration::encode;
use confc::types::{Field, Type};
use confc_loader::{Declaration, FieldRef};
use proptest::prelude::{prop_assert_eq, proptest};

/// The key, the native name and the aliases of each field, with those of members and elements after them.
type Names = Vec<(String, String, Vec<String>)>;

fn declared(fields: &[Field], names: &mut Names) {
    for field in fields {
        let aliases = field.names.aliases().iter().map(|alias| alias.as_str().to_owned());
        names.push((field.key.to_string(), field.native_name().to_owned(), aliases.collect()));
        let parts = field.ty.parts().chain([&field.ty]);
        parts.filter(|ty| matches!(ty, Type::Struct(_))).for_each(|ty| declared(ty.members(), names));
    }
}

fn viewed<'a>(fields: &mut dyn Iterator<Item = FieldRef<'a>>, names: &mut Names) {
    for field in fields {
        let aliases = field.aliases().map(str::to_owned);
        names.push((field.key().to_owned(), field.native_name().to_owned(), aliases.collect()));
        for ty in field.ty().element().into_iter().chain([field.ty()]) {
            viewed(&mut ty.members(), names);
        }
    }
}

#[test]
fn names_are_those_of_the_declaration() {
    proptest!(random::cases(64), |(declaration in arbitrary::declaration())| {
        let loaded = Declaration::decode(&encode(&declaration)).unwrap();
        let (mut wanted, mut found) = (Names::new(), Names::new());
        declared(declaration.config().map_or(&[], |config| config.fields()), &mut wanted);
        viewed(&mut loaded.config().into_iter().flat_map(|config| config.fields()), &mut found);
        prop_assert_eq!(wanted, found);
    });
}
