//! Configuration capabilities in the sections that are carried: items of `use` and `capabilities` with a
//! `config` key declare types and values, and must agree with the schema.
//!
//! The compiler checks them as they are written, and says what is wrong where. Here the same is checked on what
//! is carried, for bytes come from anywhere. Nothing is kept of it.

mod attributes;
mod literal;
mod ty;

use super::Config;
use crate::declaration::ValueSource;
use crate::types::{Component, Field, JsonValue, Key, Patterns};
use crate::wire::{CarriedError, CarriedProblem as Problem};
use attributes::{CarriedAttributes, CarriedRole};
use literal::Filled;
use std::collections::BTreeSet;

/// Checks everything that the carried sections say about configuration. `patterns` are those of the schema.
///
/// Takes time linear in the sections, with a sort of the members of objects. Allocates less than 16 times what
/// the sections take in bytes, and for members that literals leave out a few MiB at most.
///
/// # Errors
/// The first item that is wrong.
pub(super) fn check(
    component: &Component,
    config: Option<&Config>,
    patterns: &mut Patterns,
) -> Result<(), CarriedError> {
    let mut reader = CarriedReader { patterns, fields: 0, filled: Filled::default() };
    let mut keys = BTreeSet::new();
    for (item, attributes) in items(component.uses.as_ref()) {
        let refused = |problem| CarriedError { section: "use", item, problem };
        let used = reader.used(attributes).map_err(refused)?;
        meet(&used, config).map_err(refused)?;
        if !keys.insert(used.field.key.clone()) {
            return Err(refused(Problem::UsedTwice));
        }
    }
    for (item, attributes) in items(component.capabilities.as_ref()) {
        let refused = |problem| CarriedError { section: "capabilities", item, problem };
        reader.provided(attributes).map_err(refused)?;
    }
    Ok(())
}

/// The items of a section that have a `config` key, with their numbers from 1.
fn items(section: Option<&JsonValue>) -> impl Iterator<Item = (usize, &[(Box<str>, JsonValue)])> {
    let items = match section {
        Some(JsonValue::List(items)) => &**items,
        Some(_) | None => &[],
    };
    items.iter().enumerate().filter_map(|(at, item)| match item {
        JsonValue::Map(members) if members.iter().any(|(key, _)| &**key == "config") => {
            Some((at + 1, &**members))
        }
        JsonValue::Map(_)
        | JsonValue::Null
        | JsonValue::Bool(_)
        | JsonValue::Unsigned(_)
        | JsonValue::Negative(_)
        | JsonValue::Number(_)
        | JsonValue::String(_)
        | JsonValue::List(_) => None,
    })
}

/// The keys of the fields that items of `use` give.
pub fn used_keys(component: &Component) -> impl Iterator<Item = &str> {
    items(component.uses.as_ref()).filter_map(|(_, members)| {
        let key = members.iter().find(|(name, _)| &**name == "key");
        key.and_then(|(_, key)| attributes::text(key))
    })
}

/// A field that comes from a capability.
struct CarriedUse {
    field: Field,
    /// Whether the capability must be there.
    required: bool,
}

/// Reads types and values from what is carried.
struct CarriedReader<'p> {
    patterns: &'p mut Patterns,
    /// The number of members met.
    fields: usize,
    filled: Filled,
}

impl CarriedReader<'_> {
    fn used(&mut self, members: &[(Box<str>, JsonValue)]) -> Result<CarriedUse, Problem> {
        let attributes = CarriedAttributes::read(members, CarriedRole::Use)?;
        attributes.check_name()?;
        let key = attributes.needed("key")?;
        let key = attributes::text(key).and_then(|key| Key::new(key).ok()).ok_or(Problem::wrong("key"))?;
        let required = match attributes.get("availability").map(attributes::text) {
            None | Some(Some("required")) => true,
            Some(Some("optional" | "transitional")) => false,
            Some(_) => return Err(Problem::wrong("availability")),
        };
        let ty = self.ty(&attributes, 1)?;
        let default = match attributes.get("default") {
            // Of what must be there it would never be used.
            Some(_) if required => return Err(Problem::Misplaced { attribute: "default".into() }),
            Some(default) => Some(self.filled.complete(&ty, default, "default")?),
            None => None,
        };
        Ok(CarriedUse { field: Field { default, ..Field::new(key, ty) }, required })
    }

    fn provided(&mut self, members: &[(Box<str>, JsonValue)]) -> Result<(), Problem> {
        let attributes = CarriedAttributes::read(members, CarriedRole::Capability)?;
        attributes.check_name()?;
        let ty = self.ty(&attributes, 1)?;
        let value = attributes.needed("value")?;
        self.filled.complete(&ty, value, "value").map(drop)
    }
}

/// Checks that a used field is one of the schema's, as the compiler makes it.
fn meet(used: &CarriedUse, config: Option<&Config>) -> Result<(), Problem> {
    let declared = config.and_then(|config| {
        let at = config.position(used.field.key.as_str())?;
        config.fields().get(at).map(|field| (field, &config.value_source))
    });
    match declared {
        None => Err(Problem::NoField),
        Some((declared, ValueSource::Capabilities)) if *declared != used.field => Err(Problem::OtherField),
        Some((_, ValueSource::Capabilities)) if !used.required && used.field.default.is_none() => {
            Err(Problem::missing("default"))
        }
        Some((declared, ValueSource::PackagePath(_)))
            if !declared.ty.is_same_interface(&used.field.ty)
                || (used.field.default.is_some() && declared.default != used.field.default) =>
        {
            Err(Problem::OtherField)
        }
        Some(_) => Ok(()),
    }
}
