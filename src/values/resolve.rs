//! Layers to one value for each field.

use super::errors;
use super::layer::{Given, GivenValue, Layer};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::text::Span;
use crate::types::{Field, Type, Value};
use crate::value::{Path, Places};

/// One value for each field, in the order of the fields.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedValues {
    values: Vec<Value>,
    origins: Vec<Origin>,
}

impl ResolvedValues {
    /// The values.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Where each value came from.
    #[must_use]
    pub fn origins(&self) -> &[Origin] {
        &self.origins
    }
}

/// Where a value came from. Precedence is a property of the origin: what stands further down in this list
/// wins over what stands further up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The field's default.
    Default,
    /// A layer.
    Layer {
        /// Its position among the layers.
        layer: usize,
        /// The literal in it.
        place: Span,
    },
    /// The members of a struct came from several places: one origin a member.
    Members(Vec<Origin>),
}

/// Resolves layers to one value for each field.
///
/// A field may be set by several layers only if they agree: structs member by member, everything else as a
/// whole. What no layer sets takes its default. Every disagreement and every missing value is reported; a
/// missing value blames no layer. `None` where something was reported, by a layer too.
pub fn resolve(
    config: &Config,
    layers: &[Layer],
    places: &Places<'_>,
    report: &mut Report,
) -> Option<ResolvedValues> {
    let all_read = layers.iter().all(|layer| layer.is_whole);
    let mut resolver = Resolver { places, report, all_read };
    let mut given: Vec<Option<Settled<'_>>> = (0..config.fields().len()).map(|_| None).collect();
    let mut whole = layers.iter().all(|layer| layer.is_sound);
    for (layer, one) in layers.iter().enumerate() {
        for (at, next) in &one.given {
            let (Some(slot), Some(field)) = (given.get_mut(*at), config.fields().get(*at)) else { continue };
            whole &= resolver.unify(slot, layer, next, field, &Path::Field(field.key.as_str()));
        }
    }
    let (mut values, mut origins) = (Vec::new(), Vec::new());
    for (field, given) in config.fields().iter().zip(given) {
        let path = Path::Field(field.key.as_str());
        match resolver.complete(field, given, None, &path) {
            Some((value, origin)) => {
                values.push(value);
                origins.push(origin);
            }
            None => whole = false,
        }
    }
    whole.then_some(ResolvedValues { values, origins })
}

/// What the layers so far give a field or member.
enum Settled<'l> {
    /// Something that has been reported.
    Invalid,
    Whole {
        layer: usize,
        place: Span,
        value: &'l Value,
    },
    Members(Vec<Option<Settled<'l>>>),
}

struct Resolver<'a> {
    places: &'a Places<'a>,
    report: &'a mut Report,
    /// Whether every layer was understood as a whole: else a value that seems to be missing may be lost.
    all_read: bool,
}

impl Resolver<'_> {
    /// Adds what a later layer gives; `false` where it disagrees with what is settled.
    fn unify<'l>(
        &mut self,
        settled: &mut Option<Settled<'l>>,
        layer: usize,
        given: &'l Given,
        field: &Field,
        path: &Path<'_>,
    ) -> bool {
        match (&given.value, settled) {
            (GivenValue::Invalid, settled) => {
                *settled = Some(Settled::Invalid);
                false
            }
            (GivenValue::Whole(_) | GivenValue::Members(_), Some(Settled::Invalid)) => false,
            (GivenValue::Whole(value), settled @ None) => {
                *settled = Some(Settled::Whole { layer, place: given.place, value });
                true
            }
            (GivenValue::Whole(value), Some(Settled::Whole { place, value: first, .. })) => {
                let agree = value == *first;
                if !agree {
                    self.report.push(errors::disagree(path, given.place, *place));
                }
                agree
            }
            (GivenValue::Members(given), settled) => {
                let members = field.ty.members();
                let fresh = || Settled::Members(members.iter().map(|_| None).collect());
                let Settled::Members(slots) = settled.get_or_insert_with(fresh) else { return false };
                let mut agree = true;
                for (at, next) in given {
                    let (Some(slot), Some(member)) = (slots.get_mut(*at), members.get(*at)) else { continue };
                    let path = Path::Member(path, member.key.as_str());
                    agree &= self.unify(slot, layer, next, member, &path);
                }
                agree
            }
            // A struct is always given by members.
            (GivenValue::Whole(_), Some(Settled::Members(_))) => false,
        }
    }

    /// The value of a field: what was given, then `default` (the struct default's member), then its own.
    fn complete(
        &mut self,
        field: &Field,
        given: Option<Settled<'_>>,
        default: Option<&Value>,
        path: &Path<'_>,
    ) -> Option<(Value, Origin)> {
        let default = default.or(field.default.as_ref());
        match (given, &field.ty) {
            (Some(Settled::Invalid), _) => None,
            (Some(Settled::Whole { layer, place, value }), _) => {
                Some((value.clone(), Origin::Layer { layer, place }))
            }
            (Some(Settled::Members(given)), _) => self.members(field, given, default, path),
            (None, Type::Struct(ty)) if default.is_none() => {
                let given = ty.members().iter().map(|_| None).collect();
                self.members(field, given, None, path)
            }
            (None, _) => {
                if default.is_none() && self.all_read {
                    self.report.push(errors::missing_value(field, path, (self.places)(path)));
                }
                default.map(|value| (value.clone(), Origin::Default))
            }
        }
    }

    fn members(
        &mut self,
        field: &Field,
        given: Vec<Option<Settled<'_>>>,
        default: Option<&Value>,
        path: &Path<'_>,
    ) -> Option<(Value, Origin)> {
        let (mut values, mut origins) = (Vec::new(), Vec::new());
        let mut whole = true;
        for (at, (member, given)) in field.ty.members().iter().zip(given).enumerate() {
            let default = match default {
                Some(Value::Struct(values)) => values.get(at),
                Some(_) | None => None,
            };
            let path = Path::Member(path, member.key.as_str());
            match self.complete(member, given, default, &path) {
                Some((value, origin)) => {
                    values.push(value);
                    origins.push(origin);
                }
                None => whole = false,
            }
        }
        let all_default = origins.iter().all(|origin| *origin == Origin::Default);
        let origin = if all_default { Origin::Default } else { Origin::Members(origins) };
        whole.then(|| (Value::Struct(values.into()), origin))
    }
}
