//! Whether an object is a struct, with a member for each key, or a map, whose keys are data.

use super::KeyNaming;
use super::observed::{Observed, ObservedMember, ObservedObject};
use crate::text::suggest::Suggestions;
use crate::types::{JsonKind, Key, NativeName};
use crate::value::secret_names as names;
use std::collections::{BTreeMap, BTreeSet};

/// The last words of names of maps, in snake case.
const NAMES_OF_MAPS: [&str; 5] = ["labels", "annotations", "headers", "env", "node_selector"];

/// How an object is drafted.
pub(super) enum Shape<'d> {
    Struct,
    /// A map with these values, and the reason.
    Map(Box<Observed<'d>>, &'static str),
    /// JSON, and the reason.
    Json(&'static str),
}

/// What the user decides of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChosenShape {
    /// A member for each key.
    Struct,
    /// The keys are data.
    Map,
}

/// A decision of the user for a path where no object is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmetShape {
    /// The path.
    pub path: String,
    /// The decision.
    pub shape: ChosenShape,
    /// The nearest path of an object.
    pub near: Option<String>,
}

/// What the user decided, by the paths of objects, and the place of the drafter.
#[derive(Debug, Default)]
pub(super) struct ChosenShapes {
    by_path: BTreeMap<String, ChosenShape>,
    /// The paths of all objects that were met, if there is any decision.
    met: BTreeSet<String>,
    /// The path of keys to the current place, with `[]` for elements and entries.
    path: String,
    /// The sizes of the paths around the current place.
    sizes: Vec<usize>,
}

impl ChosenShapes {
    pub(super) fn new(chosen: &[(String, ChosenShape)]) -> Self {
        Self { by_path: chosen.iter().cloned().collect(), ..Self::default() }
    }

    /// Goes to a member. Each step needs a [`leave`](Self::leave).
    pub(super) fn enter(&mut self, key: &str) {
        self.sizes.push(self.path.len());
        if !self.path.is_empty() {
            self.path.push('.');
        }
        self.path.push_str(key);
    }

    /// Goes to the elements of a list, or to the entries of a map.
    pub(super) fn enter_elements(&mut self) {
        self.sizes.push(self.path.len());
        self.path.push_str("[]");
    }

    pub(super) fn leave(&mut self) {
        self.path.truncate(self.sizes.pop().unwrap_or_default());
    }

    /// The decision for the object here.
    pub(super) fn here(&mut self) -> Option<ChosenShape> {
        if !self.by_path.is_empty() {
            self.met.insert(self.path.clone());
        }
        self.by_path.get(&self.path).copied()
    }

    /// The decisions for paths where no object was.
    pub(super) fn into_unmet(self, suggestions: &mut Suggestions) -> Vec<UnmetShape> {
        let Self { by_path, met, .. } = self;
        let unmet = by_path.into_iter().filter(|(path, _)| !met.contains(path));
        let with_near = |(path, shape): (String, ChosenShape)| {
            let near = suggestions.nearest(&path, met.iter().map(String::as_str)).map(str::to_owned);
            UnmetShape { path, shape, near }
        };
        unmet.map(with_near).collect()
    }
}

/// Decides what an object with members is. `name` is the name of the field or member with it.
pub(super) fn shape<'d>(
    object: &ObservedObject<'d>,
    name: Option<&str>,
    naming: KeyNaming,
    chosen: Option<ChosenShape>,
) -> Shape<'d> {
    let members = || object.members.iter();
    let has_names = members().all(|member| NativeName::new(&member.key).is_ok());
    let values = || object.one_value().map(Box::new);
    match chosen {
        Some(ChosenShape::Struct) if has_names => return Shape::Struct,
        Some(ChosenShape::Map) => {
            let values = object.all_values().map(Box::new);
            return values.map_or(Shape::Struct, |values| Shape::Map(values, "by `--map`"));
        }
        Some(ChosenShape::Struct) | None => {}
    }
    if members().any(|member| member.key.starts_with('$')) {
        return Shape::Json("a key begins with `$`");
    }
    if !has_names {
        let json = Shape::Json("a key is no name of a member");
        return values().map_or(json, |values| Shape::Map(values, "a key is no name of a member"));
    }
    if object.is_changed_inside() {
        return Shape::Struct;
    }
    let is_word = |member: &ObservedMember<'_>| {
        member.key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    if !members().all(is_word)
        && let Some(values) = values()
    {
        return Shape::Map(values, "a key has other characters than letters, digits, `-` and `_`");
    }
    let is_key = |member: &ObservedMember<'_>| Key::check(&member.key).is_ok();
    if naming == KeyNaming::Rename
        && !members().all(is_key)
        && let Some(values) = values().filter(|values| values.is_scalar())
    {
        return Shape::Map(values, "its values have one type, so its keys are not renamed");
    }
    let is_common = |member: &ObservedMember<'_>| member.count == object.count;
    if object.count > 1
        && !members().any(is_common)
        && let Some(values) = values().filter(|values| values.is_alike())
    {
        return Shape::Map(values, "the objects share no key");
    }
    if name.is_some_and(is_name_of_map)
        && let Some(values) = values().filter(|values| values.is_alike())
    {
        return Shape::Map(values, "by its name");
    }
    Shape::Struct
}

/// Decides what an object under the name of a secret is: its keys may be secrets, and are data.
pub(super) fn secret_shape<'d>(object: &ObservedObject<'d>) -> Shape<'d> {
    const WHY: &str = "under the name of a secret, keys are data";
    let values = object.one_value().filter(|_| !object.is_changed_inside());
    values.map_or(Shape::Json(WHY), |values| Shape::Map(Box::new(values), WHY))
}

fn is_name_of_map(name: &str) -> bool {
    let words = names::words(name);
    NAMES_OF_MAPS
        .into_iter()
        .any(|map| words.strip_suffix(map).is_some_and(|before| before.is_empty() || before.ends_with('_')))
}

impl<'d> ObservedObject<'d> {
    /// Whether an overlay sets a part of a value, or makes it null. An override of a map replaces its entries as a
    /// whole, and an entry has no null.
    fn is_changed_inside(&self) -> bool {
        let is_overlaid = |value: &Observed<'_>| value.object.as_ref().is_some_and(|inner| inner.is_overlaid);
        self.members.iter().any(|member| member.value.is_nulled || is_overlaid(&member.value))
    }

    /// The observations of all members together, if one type that is neither a union nor JSON fits all of them.
    fn one_value(&self) -> Option<Observed<'d>> {
        // Most objects have values of several kinds at first sight.
        let mut kinds = self.members.iter().flat_map(|member| member.value.kinds());
        let first = kinds.next()?;
        if kinds.any(|kind| kind != first) {
            return None;
        }
        self.all_values().filter(|values| !values.has_null && values.has_one_type())
    }
}

impl Observed<'_> {
    /// Whether a type without unions fits all values but nulls. Members of structs may be null, elements may not.
    fn has_one_type(&self) -> bool {
        let element = self.list.as_ref().and_then(|list| list.element.as_ref());
        let mut members = self.object.iter().flat_map(|object| &object.members);
        let is_null = |value: &Self| value.kinds().next().is_none();
        self.kinds().count() == 1
            && element.is_none_or(|element| !element.has_null && element.has_one_type())
            && members.all(|member| is_null(&member.value) || member.value.has_one_type())
    }

    fn is_scalar(&self) -> bool {
        self.kinds().all(|kind| !matches!(kind, JsonKind::Array | JsonKind::Object))
    }

    /// Whether the values are scalars or lists, or objects that share a key.
    fn is_alike(&self) -> bool {
        let is_common =
            |object: &ObservedObject<'_>| object.members.iter().any(|member| member.count == object.count);
        self.object.as_ref().is_none_or(|object| is_common(object))
    }
}
