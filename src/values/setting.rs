//! Single settings, `path=literal`, as the flag `--set` gives them.

use super::combine::{Combiner, Mode, OriginOf, members_of};
use super::errors;
use super::layer::{self, Given, GivenValue, Words, places_of};
use super::origin::{Act, Origin};
use super::route::{self, Route, Step};
use super::slot::{Slot, Spot, State};
use super::text::Assignment;
use crate::declaration::Config;
use crate::diagnostic::{Diagnostic, Report};
use crate::syntax::{Document, Kind};
use crate::text::{Sources, Span};
use crate::types::{Field, List, Type, Value};
use crate::value::{self, Path, Places, Subject};

/// One setting, read by the declared type of what its path leads to. It wins over every layer and patch.
#[derive(Debug)]
pub struct Setting {
    route: Route,
    given: Given,
    path: Span,
}

impl Setting {
    /// Reads `path=literal`: a key, then `.member` and `[index]` as the types allow. A string or the name of a
    /// variant needs no quotes: everything behind the first `=` is it. Every other type is a JSON5 literal, or an
    /// operator as in a layer. `option` is the flag it was given with: what is wrong is shown as a place in a text
    /// of that name. Where the declaration holds sensitive fields, the caller hides what is secret in it before
    /// anything is drawn.
    ///
    /// `None` where something is wrong, which is reported.
    pub fn read(
        config: &Config,
        option: &str,
        text: &str,
        places: &Places<'_>,
        sources: &mut Sources,
        report: &mut Report,
    ) -> Option<Self> {
        let errors_before = report.errors();
        let assignment = Assignment::split(config, option, text, sources, report)?;
        let (_, path) = assignment.path();
        let mut literal = |ty: &Type, subject: &Subject<'_>, steps: &[Step], report: &mut Report| {
            let document = assignment.document(config, ty, report);
            literal(&document, ty, subject, steps, path, report)
        };
        let (route, given) = route::read(
            config,
            assignment.source(),
            path,
            &Subject::of_values(places),
            report,
            &mut literal,
        )?;
        let setting = Self { route, given, path };
        (report.errors() == errors_before).then_some(setting)
    }
}

fn literal(
    document: &Document,
    ty: &Type,
    subject: &Subject<'_>,
    steps: &[Step],
    path: Span,
    report: &mut Report,
) -> Given {
    let Some(root) = document.root().filter(|root| root.kind() != Kind::Invalid) else {
        return Given { place: path, value: GivenValue::Invalid };
    };
    let value = if steps.iter().any(|step| matches!(step, Step::Element(_))) {
        // Elements are whole, so nothing of one comes from elsewhere.
        value::read(ty, root, subject, report)
            .map_or(GivenValue::Invalid, |value| GivenValue::Whole(value, places_of(root)))
    } else {
        layer::read(ty, root, Words::All, subject, report)
    };
    Given { place: root.span(), value }
}

impl Combiner<'_> {
    /// Meets a setting with what was said before.
    pub(super) fn setting<'l>(
        &mut self,
        slots: &mut [Slot<'l>],
        fields: &'l [Field],
        at: usize,
        setting: &'l Setting,
    ) {
        let Route { field, steps } = &setting.route;
        let (Some(slot), Some(field)) = (slots.get_mut(*field), fields.get(*field)) else { return };
        let origin = |place| Origin::Setting { setting: at, place };
        self.step(slot, steps, setting, &origin, &Spot::field(field));
    }

    fn step<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        steps: &[Step],
        setting: &'l Setting,
        origin: &OriginOf<'_>,
        spot: &Spot<'_, 'l>,
    ) {
        match steps {
            [] => self.meet(slot, &setting.given, Mode::Override, origin, spot),
            [Step::Member(at), rest @ ..] => {
                let slot = members_of(slot, spot.field).get_mut(*at);
                if let (Some(slot), Some(spot)) = (slot, spot.member(*at)) {
                    self.step(slot, rest, setting, origin, &spot);
                }
            }
            [Step::Element(at), rest @ ..] => self.element(slot, *at, rest, setting, origin, spot),
        }
    }

    /// Puts a value in the place of an element, or of a part of one.
    fn element<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        index: usize,
        rest: &[Step],
        setting: &Setting,
        origin: &OriginOf<'_>,
        spot: &Spot<'_, 'l>,
    ) {
        let GivenValue::Whole(value, _) = &setting.given.value else { return };
        let (literal, path) = (setting.given.place, setting.path);
        let Some(mut elements) = self.take_elements(slot, path, spot) else { return };
        let (count, ty) = (elements.len(), spot.field.ty.element());
        let (Some(element), Some(ty)) = (elements.get_mut(index), ty) else {
            return self.refuse(errors::no_such_element(&spot.path, index, count, path));
        };
        let element_path = Path::Element(&spot.path, index);
        if let Err(refused) = replace(&mut element.value, ty, rest, value, (&element_path, path)) {
            return self.refuse(*refused);
        }
        let id = self.event(slot, origin(literal), Act::Overrides);
        (element.event, element.place) = (Some(id), Some(literal));
        slot.state = State::Elements(elements);
    }
}

/// Puts a value in the place of a part of another.
fn replace(
    value: &mut Value,
    ty: &Type,
    steps: &[Step],
    new: &Value,
    path: (&Path<'_>, Span),
) -> Result<(), Box<Diagnostic>> {
    let (named, place) = path;
    match (steps, value) {
        ([], value) => value.clone_from(new),
        ([Step::Member(at), rest @ ..], Value::Struct(members)) => {
            if let (Some(value), Some(member)) = (members.get_mut(*at), ty.members().get(*at)) {
                let named = Path::Member(named, member.key.as_str());
                replace(value, &member.ty, rest, new, (&named, place))?;
            }
        }
        ([Step::Element(index), rest @ ..], Value::List(list)) => {
            let mut values = list.to_values();
            let (count, element) = (values.len(), ty.element());
            let (Some(value), Some(element)) = (values.get_mut(*index), element) else {
                return Err(Box::new(errors::no_such_element(named, *index, count, place)));
            };
            replace(value, element, rest, new, (&Path::Element(named, *index), place))?;
            if let Some(changed) = List::of(element, &values) {
                *list = changed;
            }
        }
        // Paths are read by the type, so every step fits its value.
        ([Step::Member(_) | Step::Element(_), ..], _) => {}
    }
    Ok(())
}
