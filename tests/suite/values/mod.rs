//! Value files: what is written loads, and nothing else does.

pub(crate) mod canonical;
pub(crate) mod extremes;
pub(crate) mod frozen;
mod laws;
mod overrides;
mod refused;
mod skew;
mod stack;
pub(crate) mod unchecked;

pub(crate) use crate::support::pipeline::seal;
pub(crate) use extremes::extremes;
pub(crate) use unchecked::unchecked;

use crate::support::{arbitrary, random};
use confc::declaration::{Config, Declaration};
use confc::plan::{EmbeddedSchema, encode};
use confc::schema::ValueSource;
use confc::types::{Component, Field, Key, Type, Value};
use confc_core::declaration::{checked_schema, seal_checked};
use confc_core::values::{LoadError, load};
use proptest::prelude::{Just, Strategy};
use proptest::strategy::ValueTree;

/// A declaration with a schema, and a value for each field.
pub(crate) fn declared() -> impl Strategy<Value = (Declaration, Vec<Value>)> {
    let fields = arbitrary::fields(3).prop_filter_map("a field with a value", |mut fields| {
        fields.retain(arbitrary::may_resolve);
        (!fields.is_empty()).then(|| seal(fields))
    });
    fields.prop_flat_map(|declaration| {
        let values = arbitrary::members(config(&declaration).fields());
        (Just(declaration), values)
    })
}

/// Declarations of every shape with values, the same in every run.
fn samples(number: usize) -> Vec<(Declaration, Vec<Value>)> {
    let mut runner = random::runner();
    let strategy = declared();
    (0..number).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// A declaration of fields that nobody checks: what writes of it must take them as they are.
pub(crate) fn seal_unchecked(fields: Vec<Field>) -> Declaration {
    let schema = checked_schema(fields, ValueSource::PackagePath(Default::default()));
    seal_checked(Component::default(), Some(schema))
}

pub(crate) fn config(declaration: &Declaration) -> &Config {
    declaration.config().unwrap()
}

pub(crate) fn field(key: &str, ty: Type) -> Field {
    Field::new(Key::new(key).unwrap(), ty)
}

fn declaration(fields: &[(&str, Type)]) -> Declaration {
    seal(fields.iter().map(|(key, ty)| field(key, ty.clone())).collect())
}

pub(crate) fn file(declaration: &Declaration, values: &[Value], embedded_schema: EmbeddedSchema) -> Vec<u8> {
    encode(config(declaration), values, embedded_schema).unwrap()
}

/// Why the file is refused.
#[track_caller]
fn refused(declaration: &Declaration, bytes: &[u8]) -> LoadError {
    load(declaration, bytes).expect_err("it is loaded")
}

pub(crate) fn text(text: &str) -> Value {
    Value::String(text.into())
}
