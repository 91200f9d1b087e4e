//! Views of fields, against the declarations that they come from.

use crate::support::arbitrary;
use crate::support::pipeline::Compiled;
use crate::support::random;
use crate::values::file;
use confc::declaration::encode;
use confc::plan::EmbeddedSchema;
use confc::types::{Field, Type, Value};
use confc_loader::{Declaration, FieldRef, LoadOptions};
use proptest::prelude::{prop_assert_eq, proptest};
use serde::Deserialize;

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

/// Layers and exports have native names. Programs have keys: in lookups, in overrides, and as members of their structs.
#[test]
fn programs_name_fields_by_their_keys() {
    #[derive(Debug, PartialEq, Eq, Deserialize)]
    struct Pool {
        max_conns: u8,
    }
    #[derive(Debug, PartialEq, Eq, Deserialize)]
    struct Config {
        log_level: u8,
        main_pool: Pool,
    }
    let compiled = Compiled::of(
        "{ config_names: 'camelCase', config: {
            log_level: { type: 'uint8', mutability: ['parent'], aliases: ['verbosity'] },
            main_pool: { type: 'struct', fields: { max_conns: { type: 'uint8' } } },
        } }",
    );
    let values = [Value::Unsigned(1), Value::Struct([Value::Unsigned(2)].into())];
    let bytes = file(compiled.declaration(), &values, EmbeddedSchema::Omit);
    let declaration = Declaration::decode(&compiled.bytes()).unwrap();
    for (name, is_read) in [("log_level", true), ("verbosity", true), ("logLevel", false)] {
        for options in [
            LoadOptions::new().override_value(name, 3_u8),
            LoadOptions::new().override_text(&format!("{name}=3")),
        ] {
            let loaded = options.load(&declaration, &bytes);
            assert_eq!(loaded.is_ok(), is_read, "{name}");
            if let Ok(loaded) = loaded {
                let expected = Config { log_level: 3, main_pool: Pool { max_conns: 2 } };
                assert_eq!(loaded.deserialize(), Ok(expected));
                assert!(loaded.get("log_level").is_some() && loaded.get("logLevel").is_none());
            }
        }
    }
}
