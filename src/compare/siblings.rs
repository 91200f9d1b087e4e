//! The fields of two schemas, or the members of two structs, in pairs.

use crate::types::{Field, NativeName, StructType, Value};

/// The value of an optional field without a default if nothing sets it.
const ABSENT: &Value = &Value::Absent;

/// The fields of a schema or struct on one side of a comparison, in the order of their keys.
pub(super) struct SiblingFields<'d> {
    all: &'d StructType,
    pub(super) fields: &'d [Field],
    /// The values of the fields in a default of the struct around them.
    behind: Option<&'d [Value]>,
    /// The index of each field's partner on the other side.
    pub(super) partner: Vec<Option<usize>>,
}

impl<'d> SiblingFields<'d> {
    pub(super) fn new(all: &'d StructType, behind: Option<&'d Value>) -> Self {
        let behind = match behind {
            Some(Value::Struct(values)) => Some(&**values),
            Some(_) | None => None,
        };
        let fields = all.members();
        Self { all, fields, behind, partner: vec![None; fields.len()] }
    }

    /// The field that a name means in a layer.
    pub(super) fn in_layer(&self, name: &str) -> Option<usize> {
        self.all.position_in_literal(name)
    }

    /// Whether the rest takes an entry with this name.
    pub(super) fn takes_entry(&self, name: &str) -> bool {
        self.all.rest_for(name).is_some_and(|(_, _, map)| map.check_key(name).is_ok())
    }

    /// The field that a name means in an override.
    pub(super) fn in_override(&self, name: &str) -> Option<usize> {
        self.all.position_in_path(name)
    }

    pub(super) fn get(&self, at: usize) -> Option<&'d Field> {
        self.fields.get(at)
    }

    /// The default of a field, if a single default determines all of it.
    pub(super) fn default(&self, at: usize) -> Option<&'d Value> {
        let behind = self.behind.and_then(|values| values.get(at));
        behind.or_else(|| self.fields.get(at)?.default.as_ref())
    }

    /// Whether something must set a field.
    pub(super) fn needs_value(&self, at: usize) -> bool {
        self.default(at).is_none() && self.fields.get(at).is_some_and(Field::needs_value)
    }

    /// The value of a field if nothing sets it, which may be absent or null.
    pub(super) fn unset(&self, at: usize) -> Option<&'d Value> {
        let optional = self.fields.get(at).is_some_and(|field| field.optional);
        self.default(at).or(if optional { Some(ABSENT) } else { None })
    }

    fn has_partner(&self, at: usize) -> bool {
        self.partner.get(at).is_some_and(Option::is_some)
    }

    /// The only field without a partner that shares a name with this field, in layers or in overrides. A name that is
    /// only an alias of both does not count.
    fn candidate(&self, field: &Field) -> Option<usize> {
        let aliases = field.names.aliases().iter().map(NativeName::as_str);
        let by_alias =
            aliases.flat_map(|name| [self.all.position(name), self.all.position_of_native_name(name)]);
        // No field has its key: it would be the partner.
        let by_own = [self.in_override(field.key.as_str()), self.in_layer(field.native_name())];
        let mut found = by_alias.chain(by_own).flatten().filter(|&at| !self.has_partner(at));
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    }
}

/// Pairs the fields that are the same: those with the same key, the rests, and then those where the key or native name of
/// one is a name of the other and of no third field.
pub(super) fn pair(old: &mut SiblingFields<'_>, new: &mut SiblingFields<'_>) {
    for (old_at, field) in old.fields.iter().enumerate() {
        if let Some(new_at) = new.all.position(field.key.as_str()) {
            join(old, old_at, new, new_at);
        }
    }
    if let (Some((old_at, ..)), Some((new_at, ..))) = (old.all.rest(), new.all.rest())
        && !old.has_partner(old_at)
        && !new.has_partner(new_at)
    {
        join(old, old_at, new, new_at);
    }
    // Each field is searched once, to stay linear: a field may have as many aliases as there are fields.
    let asked = |level: &SiblingFields<'_>, other: &SiblingFields<'_>| -> Vec<Option<usize>> {
        let alone = level.fields.iter().zip(&level.partner);
        alone.map(|(field, partner)| if partner.is_none() { other.candidate(field) } else { None }).collect()
    };
    let (of_old, of_new) = (asked(old, new), asked(new, old));
    let renamed = of_old.iter().enumerate().filter_map(|(old_at, candidate)| Some((old_at, (*candidate)?)));
    let renamed = renamed.filter(|(old_at, new_at)| of_new.get(*new_at) == Some(&Some(*old_at)));
    for (old_at, new_at) in renamed {
        join(old, old_at, new, new_at);
    }
}

fn join(old: &mut SiblingFields<'_>, old_at: usize, new: &mut SiblingFields<'_>, new_at: usize) {
    if let (Some(a), Some(b)) = (old.partner.get_mut(old_at), new.partner.get_mut(new_at)) {
        (*a, *b) = (Some(new_at), Some(old_at));
    }
}

/// Every field once, in the order of its new key, or of its old key if it has no new one.
pub(super) fn in_order(
    old: &SiblingFields<'_>,
    new: &SiblingFields<'_>,
) -> Vec<(Option<usize>, Option<usize>)> {
    let kept = new.fields.iter().zip(&new.partner).enumerate();
    let kept = kept.map(|(at, (field, partner))| (&field.key, *partner, Some(at)));
    let gone = old.fields.iter().zip(&old.partner).enumerate().filter(|(_, (_, partner))| partner.is_none());
    let mut all: Vec<_> = kept.chain(gone.map(|(at, (field, _))| (&field.key, Some(at), None))).collect();
    all.sort_by_key(|(key, ..)| *key);
    all.into_iter().map(|(_, old, new)| (old, new)).collect()
}
