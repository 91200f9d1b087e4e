//! Turns observations into types. What has no type of its own becomes JSON.

use super::drafter::{FieldDrafter, Surroundings};
use super::findings::NoType;
use super::model::{DraftSize, DraftString, DraftType};
use super::observed::{Observed, ObservedList, ObservedMember, ObservedNumbers, ObservedObject};
use super::shape::{Shape, secret_shape, shape};
use crate::syntax::{Node, disputed_in_json};
use crate::text::Span;
use crate::types::limits::{MAX_JSON_LEVELS, MAX_LEVELS};
use crate::types::{JsonKind, JsonKinds};
use crate::value::is_reserved;

/// The size of JSON values if none with content was observed.
const GUESSED_JSON: u64 = 4096;

/// The number of elements or entries if none was observed.
const GUESSED_COUNT: u64 = 16;

/// The largest integer below which every integer is a float64.
const MAX_EXACT: i128 = 1 << 53;

impl FieldDrafter<'_> {
    /// Returns the type of the observed values of a member with a name, or of an element. Reports why they have no type,
    /// and returns `None`.
    pub(super) fn ty(
        &mut self,
        seen: &Observed<'_>,
        name: Option<&str>,
        around: Surroundings,
    ) -> Option<DraftType> {
        let kinds: Vec<JsonKind> = seen.kinds().collect();
        let has_level = around.level < MAX_LEVELS;
        match (&*kinds, JsonKinds::of(kinds.iter().copied())) {
            ([] | [_, ..], None) => {
                let kinds = JsonKinds::ALL;
                self.json(seen, kinds, "only null was seen", around)
            }
            (_, Some(all)) if seen.has_null && !around.may_be_null => {
                self.json(seen, all.with(JsonKinds::only(JsonKind::Null)), "null is among the values", around)
            }
            ([kind], Some(_)) => self.of_kind(*kind, seen, name, around),
            (_, Some(all)) if !has_level => self.json(seen, all, TOO_DEEP, around),
            (_, Some(_)) => {
                let disputed = seen.strings.iter().flat_map(|strings| &strings.disputed);
                if seen.kinds().any(|kind| matches!(kind, JsonKind::Bool | JsonKind::Number)) {
                    self.refuse_disputed(disputed.copied(), around);
                }
                let case = |kind: &JsonKind| Some((*kind, self.of_kind(*kind, seen, None, around.case())?));
                // Reports what is wrong in any of them.
                let cases: Vec<_> = kinds.iter().map(case).collect();
                Some(DraftType::Union(cases.into_iter().collect::<Option<_>>()?))
            }
        }
    }

    /// The type of the values of one kind.
    fn of_kind(
        &mut self,
        kind: JsonKind,
        seen: &Observed<'_>,
        name: Option<&str>,
        around: Surroundings,
    ) -> Option<DraftType> {
        let only = || JsonKinds::only(kind);
        if matches!(kind, JsonKind::Array | JsonKind::Object) && around.level >= MAX_LEVELS {
            return self.json(seen, only(), TOO_DEEP, around);
        }
        if let Some(numbers) = &seen.numbers
            && kind == JsonKind::Number
        {
            if let Some((place, what)) = numbers.refused {
                self.report.push(NoType::of(place, what));
                return None;
            }
            return match number(numbers) {
                Some(ty) => Some(ty),
                None => self.json(seen, only(), "no type has all of these numbers", around),
            };
        }
        match (kind, &seen.strings, &seen.list, &seen.object) {
            (JsonKind::String, Some(strings), _, _) => {
                let size = DraftSize::seen(strings.longest, around.is_secret);
                let is_disputed = !strings.disputed.is_empty() && !around.is_secret;
                Some(DraftType::String(DraftString { is_disputed, ..size.into() }))
            }
            (JsonKind::Array, _, Some(list), _) => self.list(seen, list, around),
            (JsonKind::Object, _, _, Some(object)) => self.object(seen, object, name, around),
            (_, _, _, _) => Some(DraftType::Bool),
        }
    }

    fn list(
        &mut self,
        seen: &Observed<'_>,
        list: &ObservedList<'_>,
        around: Surroundings,
    ) -> Option<DraftType> {
        self.chosen.enter_elements();
        let element = match &list.element {
            Some(element) => self.ty(element, None, around.element()),
            None => {
                self.json.push(seen.place);
                let (size, kinds) = (DraftSize::guessed(GUESSED_JSON), JsonKinds::ALL_BUT_NULL);
                Some(DraftType::Json { size, kinds, why: "the list is empty".into() })
            }
        };
        self.chosen.leave();
        let count = match &list.element {
            Some(_) => DraftSize::seen(list.most, around.is_secret),
            None => DraftSize::guessed(GUESSED_COUNT),
        };
        Some(DraftType::Vector { count, min_count: None, is_unique: false, element: Box::new(element?) })
    }

    /// Drafts a struct, a map, or JSON for an object.
    fn object(
        &mut self,
        seen: &Observed<'_>,
        object: &ObservedObject<'_>,
        name: Option<&str>,
        around: Surroundings,
    ) -> Option<DraftType> {
        let only = JsonKinds::only(JsonKind::Object);
        if object.members.is_empty() {
            return self.json(seen, only, "the object is empty", around);
        }
        let chosen = self.chosen.here();
        if object.members.iter().any(|member| is_reserved(&member.key)) {
            // Reports it as the name of a member.
            return Some(DraftType::Struct(self.members(object, around)));
        }
        // Names are written to the draft, and under the name of a secret they may be secrets.
        let shape = match around.is_secret && chosen.is_none() {
            true => secret_shape(object),
            false => shape(object, name, self.naming, chosen),
        };
        match shape {
            Shape::Struct => Some(DraftType::Struct(self.members(object, around))),
            Shape::Json(why) => self.json(seen, only, why, around),
            Shape::Map(values, why) => {
                // The name of an entry does not mark that entry alone as secret.
                let entries = object.members.iter();
                let has_secret = entries.clone().any(ObservedMember::names_secret);
                self.holds_secret |= has_secret;
                let is_secret = around.is_secret || has_secret;
                self.chosen.enter_elements();
                let value = self.ty(&values, None, Surroundings { is_secret, ..around.element() });
                self.chosen.leave();
                let longest = entries.map(|member| member.key.len()).max().unwrap_or_default();
                let key = Box::new(DraftSize::seen(longest, is_secret).into());
                let count = DraftSize::seen(object.most, is_secret);
                Some(DraftType::Map { count, key, value: Box::new(value?), why: Some(why) })
            }
        }
    }

    /// Drafts JSON. Reports what JSON cannot express.
    fn json(
        &mut self,
        seen: &Observed<'_>,
        kinds: JsonKinds,
        why: &'static str,
        around: Surroundings,
    ) -> Option<DraftType> {
        let mut inside = InsideJson::default();
        inside.look(seen, 0);
        self.holds_secret |= inside.has_secret_name;
        if inside.levels > MAX_JSON_LEVELS {
            self.report.push(NoType::too_deep(seen.place));
            return None;
        }
        if let Some((place, what)) = inside.refused {
            self.report.push(NoType::of(place, what));
            return None;
        }
        self.refuse_disputed(inside.disputed.into_iter(), around);
        let is_secret = around.is_secret || inside.has_secret_name;
        let size = match inside.has_content {
            true => DraftSize::seen(seen.size, is_secret),
            false => DraftSize::guessed(GUESSED_JSON),
        };
        self.json.push(seen.place);
        Some(DraftType::Json { size, kinds, why: why.into() })
    }

    /// Reports the texts that other readers of YAML take for values of another kind.
    fn refuse_disputed<'d>(&mut self, texts: impl Iterator<Item = Node<'d>>, around: Surroundings) {
        for text in texts {
            self.report.push(disputed_in_json(text, around.is_secret));
        }
    }
}

/// Why a value is JSON where types nest as deep as they may.
const TOO_DEEP: &str = "types nest no deeper";

/// The type of numbers; `None` if no type has all of them.
fn number(numbers: &ObservedNumbers) -> Option<DraftType> {
    let is_exact = |value: i128| (-MAX_EXACT..=MAX_EXACT).contains(&value);
    match numbers.integers {
        Some((min, max)) if numbers.has_fraction => {
            (is_exact(min) && is_exact(max)).then_some(DraftType::Float { min: None, max: None })
        }
        None => Some(DraftType::Float { min: None, max: None }),
        Some((min, max)) => {
            let is_signed = i64::try_from(max).is_ok();
            (is_signed || min >= 0).then_some(DraftType::Integer {
                is_unsigned: !is_signed,
                min: None,
                max: None,
            })
        }
    }
}

/// What is inside values that are drafted as JSON.
#[derive(Default)]
struct InsideJson<'d> {
    disputed: Vec<Node<'d>>,
    refused: Option<(Span, &'static str)>,
    has_secret_name: bool,
    /// Whether there is anything but null and empty lists and objects.
    has_content: bool,
    /// The number of levels of lists and objects.
    levels: usize,
}

impl<'d> InsideJson<'d> {
    /// Looks at values inside so many lists and objects. Recursion is limited by the depth of documents.
    fn look(&mut self, seen: &Observed<'d>, levels: usize) {
        let is_container = seen.list.is_some() || seen.object.is_some();
        let levels = levels + usize::from(is_container);
        self.levels = self.levels.max(levels);
        self.has_content |= seen.kinds().any(|kind| !matches!(kind, JsonKind::Array | JsonKind::Object));
        self.refused = self.refused.or(seen.numbers.as_ref().and_then(|numbers| numbers.refused));
        self.disputed.extend(seen.strings.iter().flat_map(|strings| &strings.disputed));
        for element in seen.list.iter().filter_map(|list| list.element.as_ref()) {
            self.has_content = true;
            self.look(element, levels);
        }
        for member in seen.object.iter().flat_map(|object| &object.members) {
            self.has_content = true;
            self.has_secret_name |= member.names_secret();
            self.look(&member.value, levels);
        }
    }
}
