//! The JSON Schema of product files and `docs/products.md` allow each key exactly where the compiler does.

use confc::product::{PRODUCT_KEYS, ProductLevel};
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn every_key_stands_where_the_table_has_it() {
    let schema: Value = serde_json::from_str(include_str!("../../../schemas/product.schema.json")).unwrap();
    for level in ProductLevel::ALL {
        let object = match level {
            ProductLevel::Product => &schema,
            ProductLevel::Component => &schema["$defs"]["component"],
            ProductLevel::Environment => &schema["$defs"]["environment"],
            ProductLevel::EnvironmentComponent => &schema["$defs"]["environment_component"],
        };
        let of_schema: BTreeSet<&str> =
            object["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        let keys = PRODUCT_KEYS.iter().filter(|key| key.may_stand_at(level));
        let of_table: BTreeSet<&str> = keys.map(|key| key.name).collect();
        assert_eq!(of_schema, of_table, "{}", level.name());
    }
}

/// The table of `docs/products.md` has a row for each key, with a column for each level.
#[test]
fn the_page_has_the_table() {
    let page = include_str!("../../../docs/products.md");
    let table = page.split("## Allowed keys").nth(1).unwrap().split("\n\n").nth(1).unwrap();
    let mut met = BTreeSet::new();
    for row in table.lines().skip(2) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        for name in cells[0].split('`').skip(1).step_by(2) {
            let key = PRODUCT_KEYS.iter().find(|key| key.name == name).unwrap_or_else(|| panic!("{name}"));
            for (level, cell) in ProductLevel::ALL.into_iter().zip(&cells[1..]) {
                assert_eq!(key.may_stand_at(level), !cell.is_empty(), "{name} in {}", level.name());
            }
            met.insert(name);
        }
    }
    assert_eq!(met.len(), PRODUCT_KEYS.len());
}
