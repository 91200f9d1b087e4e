//! The parts of values that are secret.

use crate::types::{Field, MapType, StructType, Type, UnionType};
use std::collections::{BTreeMap, BTreeSet};
use std::mem;

/// The fields that become secret although their components do not declare it, by component and position.
pub(super) type KeptSecret = BTreeMap<(usize, usize), SecretParts>;

/// The name of a whole rest, which no member has.
const WHOLE_REST: &str = "$rest";

/// The parts of a value that are secret for some component. A member is listed under its native name and
/// under each alias.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct SecretParts {
    is_whole: bool,
    members: BTreeMap<Box<str>, Self>,
    /// The secret parts of the entries of a rest. An entry has any name but these.
    entries: Option<Box<(BTreeSet<Box<str>>, Self)>>,
    /// The secret parts of the elements of a list, or of the values of a map.
    inner: Option<Box<Self>>,
}

impl SecretParts {
    /// Adds the sensitive parts of a field. Recurses as deep as types nest.
    pub(super) fn add(&mut self, field: &Field) {
        self.is_whole |= field.sensitive;
        self.add_type(&field.ty);
    }

    fn add_type(&mut self, ty: &Type) {
        match ty {
            Type::Struct(ty) => {
                for member in ty.members().iter().filter(|member| member.holds_sensitive()) {
                    member
                        .names_in_literals()
                        .for_each(|name| self.members.entry(name.into()).or_default().add(member));
                }
                if let Some((_, rest, map)) = ty.rest().filter(|(_, rest, _)| rest.holds_sensitive()) {
                    let names = ty.members().iter().flat_map(Field::names_in_literals).map(Box::from);
                    let mut entry = Self { is_whole: rest.sensitive, ..Self::default() };
                    entry.add_type(map.value());
                    self.add_entries(&names.collect(), &entry);
                }
            }
            Type::Vector(ty) => self.add_inner(&ty.element),
            Type::Array(ty) => self.add_inner(&ty.element),
            Type::Map(ty) => self.add_inner(ty.value()),
            Type::Union(ty) => ty.cases().iter().for_each(|case| self.add_type(&case.ty)),
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Json(_) => {}
        }
    }

    fn add_inner(&mut self, ty: &Type) {
        if ty.holds_sensitive() {
            self.inner.get_or_insert_default().add_type(ty);
        }
    }

    /// Adds the parts of the entries of a rest. An entry has any name but these.
    fn add_entries(&mut self, names: &BTreeSet<Box<str>>, entry: &Self) {
        let (known, parts) =
            &mut **self.entries.get_or_insert_with(|| Box::new((names.clone(), Self::default())));
        known.retain(|name| names.contains(name));
        parts.merge(entry);
    }

    /// Adds the whole value.
    pub(super) fn add_all(&mut self) {
        self.is_whole = true;
    }

    /// The whole value of the member at the end of a path; of the field itself if the path has no members.
    pub(super) fn at_member(path: &[&Field]) -> Self {
        match path.split_first() {
            None => Self { is_whole: true, ..Self::default() },
            Some((member, rest)) => {
                let inner = Self::at_member(rest);
                let rest = member.is_rest().then_some(WHOLE_REST);
                let names = member.names_in_literals().chain(rest);
                let members = names.map(|name| (name.into(), inner.clone())).collect();
                Self { members, ..Self::default() }
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.is_whole |= other.is_whole;
        for (name, parts) in &other.members {
            self.members.entry(name.clone()).or_default().merge(parts);
        }
        if let Some(entries) = &other.entries {
            self.add_entries(&entries.0, &entries.1);
        }
        if let Some(inner) = &other.inner {
            self.inner.get_or_insert_default().merge(inner);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.is_whole && self.members.is_empty() && self.entries.is_none() && self.inner.is_none()
    }

    /// Marks the same parts of a field as sensitive. Returns whether that adds a mark.
    pub(super) fn mark(&self, field: &mut Field) -> bool {
        if field.sensitive || self.is_empty() {
            return false;
        }
        let marked = if self.is_whole { None } else { self.mark_type(&mut field.ty) };
        marked.unwrap_or_else(|| {
            field.sensitive = true;
            true
        })
    }

    /// Returns `None` if the type has another shape, so that all of it becomes secret.
    fn mark_type(&self, ty: &mut Type) -> Option<bool> {
        match ty {
            Type::Struct(of) if self.inner.is_none() => {
                let of_type = of.clone();
                let (mut members, mut is_more) = (of.members().to_vec(), false);
                for member in &mut members {
                    let parts = self.of_member(member, &of_type);
                    is_more |= parts.mark(member);
                }
                if is_more {
                    *of = StructType::new(members);
                }
                Some(is_more)
            }
            Type::Vector(of) => self.inner_only()?.mark_type(&mut of.element),
            Type::Array(of) => self.inner_only()?.mark_type(&mut of.element),
            Type::Map(of) => {
                let mut value = of.value().clone();
                let is_more = self.inner_only()?.mark_type(&mut value)?;
                *of = MapType::new(of.key().clone(), value, of.max_count).at_least(of.min_count);
                Some(is_more)
            }
            Type::Union(of) => self.mark_cases(of),
            Type::Struct(_)
            | Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Json(_) => None,
        }
    }

    /// The secret parts of a member of this struct.
    fn of_member(&self, member: &Field, of: &StructType) -> Self {
        let mut parts = Self::default();
        let named = member.names_in_literals().filter_map(|name| self.members.get(name));
        named.for_each(|of| parts.merge(of));
        let Some((names, entry)) = self.entries.as_deref() else {
            return if member.is_rest() { self.of_rest(of) } else { parts };
        };
        if member.is_rest() {
            parts = self.of_rest(of);
            parts.is_whole |= entry.is_whole;
            parts.inner.get_or_insert_default().merge(entry);
        } else if member.names_in_literals().any(|name| !names.contains(name)) {
            parts.merge(entry);
        }
        parts
    }

    /// The secret parts of the rest of this struct: the entries that are secret members of another component.
    fn of_rest(&self, of: &StructType) -> Self {
        let mut parts = self.members.get(WHOLE_REST).cloned().unwrap_or_default();
        let taken = self.members.iter().filter(|(name, _)| of.rest_for(name).is_some());
        for (_, member) in taken {
            parts.is_whole |= member.is_whole;
            parts.inner.get_or_insert_default().merge(member);
        }
        parts
    }

    /// As [`mark_type`](Self::mark_type), for the cases of a union: members are in its structs, and inner parts in its list
    /// or map.
    fn mark_cases(&self, of: &mut UnionType) -> Option<bool> {
        let mut cases = of.cases().to_vec();
        let (mut is_more, mut rest) = (false, self.clone());
        let of_structs =
            Self { members: mem::take(&mut rest.members), entries: rest.entries.take(), ..Self::default() };
        if !of_structs.is_empty() && !cases.iter().any(|case| case.ty.is_struct()) {
            return None;
        }
        for case in &mut cases {
            let of_list;
            let parts = match &case.ty {
                Type::Struct(_) => &of_structs,
                Type::Vector(_) | Type::Array(_) | Type::Map(_) => {
                    of_list = Self { inner: rest.inner.take(), ..Self::default() };
                    &of_list
                }
                Type::Bool
                | Type::Integer(_)
                | Type::Float(_)
                | Type::String(_)
                | Type::Enum(_)
                | Type::Json(_)
                | Type::Union(_) => continue,
            };
            is_more |= !parts.is_empty() && parts.mark_type(&mut case.ty)?;
        }
        if !rest.is_empty() {
            return None;
        }
        if is_more {
            *of = UnionType::with_tag(of.tag().cloned(), cases);
        }
        Some(is_more)
    }

    fn inner_only(&self) -> Option<&Self> {
        self.inner.as_deref().filter(|_| self.members.is_empty() && self.entries.is_none())
    }
}
