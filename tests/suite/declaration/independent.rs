//! The checksum against a program in Python that knows only the texts of types and the documented preimage.

use super::checksum::hex;
use crate::support::command::ask;
use crate::support::random::times;
use crate::support::skip::has_python;
use crate::support::{arbitrary, random};
use crate::values::{self, seal};
use confc::declaration::{Config, Declaration};
use confc::types::{Field, Value};
use proptest::strategy::{Strategy, ValueTree};
use serde_json::json;
use std::process::Command;

/// The types and rules of an interface, as the program reads them.
fn interface(config: &Config) -> String {
    let fields = config.fields().iter().map(|field| [field.key.to_string(), field.type_text().to_string()]);
    let rules = config.rules().list().iter().map(|rule| rule.text());
    json!({ "fields": fields.collect::<Vec<_>>(), "rules": rules.collect::<Vec<_>>() }).to_string()
}

#[test]
fn python_computes_the_same_checksums() {
    if !has_python("checksums that Python computes", 8) {
        return;
    }
    let frozen =
        [values::frozen::json, values::frozen::nullable, values::frozen::unions, values::frozen::tags];
    let of_values = |values: Vec<(Field, Value)>| seal(values.into_iter().map(|(field, _)| field).collect());
    let mut declarations: Vec<Declaration> = frozen.into_iter().map(|values| of_values(values())).collect();
    let (mut runner, strategy) = (random::runner(), arbitrary::declaration());
    declarations.extend((0..times(300)).map(|_| strategy.new_tree(&mut runner).unwrap().current()));
    let configs: Vec<&Config> = declarations.iter().filter_map(Declaration::config).collect();
    let program = "tests/suite/declaration/checksum.py";
    let told = ask(Command::new("python3").arg(program), configs.iter().map(|config| interface(config)));
    for (config, told) in configs.iter().zip(told) {
        assert_eq!(told, hex(config.checksum().as_bytes()), "{}", interface(config));
    }
}
