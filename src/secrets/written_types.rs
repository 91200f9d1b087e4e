//! The named types of manifests, as written.

use super::written_field::WrittenField;
use crate::manifest::NameConvention;
use crate::syntax::Node;
use std::collections::BTreeSet;

/// The most types that are followed from a field, since this is done for each value. The values of later types count as
/// unknown.
const MAX_REFERENCES: usize = 64;

/// The named types of a manifest and its includes, by their names.
#[derive(Debug, Default)]
pub(super) struct WrittenTypes<'d> {
    /// The types are the members of this struct.
    pub(super) declared: WrittenField<'d>,
    /// The types that hold sensitive members, possibly in other types.
    sensitive: BTreeSet<&'d str>,
    /// The types that refer to a type that no file declares, possibly through others, or to more types than are followed.
    incomplete: BTreeSet<&'d str>,
    /// The types of sensitive fields and members, possibly through other types.
    secret: BTreeSet<&'d str>,
}

impl<'d> WrittenTypes<'d> {
    /// Adds the types that an object declares, in a file with these conventions for native names. Counts the marks of
    /// sensitive members in `marks`.
    pub(super) fn add(&mut self, types: Node<'d>, conventions: &[NameConvention], marks: &mut usize) {
        for (key, value) in types.members() {
            self.declared.members.entry(key.text()).or_default().add(value, conventions, marks);
        }
    }

    /// Finds the sensitive types after all are added. `config` are the fields that refer to them.
    pub(super) fn resolve(&mut self, config: &WrittenField<'d>) {
        let types = &self.declared.members;
        let mut secret = Vec::new();
        let mut users: Vec<(&'d str, &'d str)> = Vec::new();
        for (name, ty) in types {
            ty.each_reference(false, &mut |to, is_secret| {
                users.push((to, *name));
                secret.extend(is_secret.then_some(to));
            });
        }
        config.each_reference(false, &mut |to, is_secret| secret.extend(is_secret.then_some(to)));
        let marked = types.iter().filter(|(_, ty)| ty.says_sensitive()).map(|(name, _)| *name).collect();
        let unknown = users.iter().map(|(to, _)| *to).filter(|to| !types.contains_key(to));
        let is_long = |ty: &WrittenField<'d>| self.resolved(ty).len() > MAX_REFERENCES;
        let long = types.iter().filter(|(_, ty)| is_long(ty)).map(|(name, _)| *name);
        let unknown = unknown.chain(long).collect();
        let mut used: Vec<(&'d str, &'d str)> = users.iter().map(|(to, by)| (*by, *to)).collect();
        users.sort_unstable();
        used.sort_unstable();
        self.sensitive = reached(marked, &users);
        self.incomplete = reached(unknown, &users);
        self.secret = reached(secret, &used);
    }

    /// Whether the type with this name is the type of a sensitive field or member.
    pub(super) fn is_secret(&self, name: &str) -> bool {
        self.secret.contains(name)
    }

    /// A field, the types that it refers to, and the cases of all of them: at most [`MAX_REFERENCES`] and the cases.
    pub(super) fn resolved<'a>(&'a self, field: &'a WrittenField<'d>) -> Vec<&'a WrittenField<'d>> {
        let mut found = Vec::new();
        let (mut open, mut met) = (vec![field], BTreeSet::new());
        while let Some(one) = open.pop().filter(|_| found.len() <= MAX_REFERENCES) {
            found.push(one);
            open.extend(one.cases.values());
            let named = one.refers.iter().filter(|name| met.insert(**name));
            open.extend(named.filter_map(|name| self.declared.members.get(name)));
        }
        found
    }

    /// Whether a field, or a part of it, is sensitive.
    pub(super) fn holds_sensitive(&self, field: &WrittenField<'d>) -> bool {
        let mut holds = field.says_sensitive();
        field.each_reference(false, &mut |name, _| holds |= self.sensitive.contains(name));
        holds
    }

    /// Whether a field, or a part of it, has a type that no file declares. Such a type may be sensitive.
    pub(super) fn may_hold_unknown(&self, field: &WrittenField<'d>) -> bool {
        let mut lacks = false;
        field.each_reference(false, &mut |name, _| {
            lacks |= self.incomplete.contains(name) || !self.declared.members.contains_key(name);
        });
        lacks
    }
}

/// These names, and all names that edges lead to from them. The edges are sorted.
fn reached<'d>(mut open: Vec<&'d str>, edges: &[(&'d str, &'d str)]) -> BTreeSet<&'d str> {
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        if found.insert(name) {
            let start = edges.partition_point(|(from, _)| *from < name);
            let from_here = edges.iter().skip(start).take_while(|(from, _)| *from == name);
            open.extend(from_here.map(|(_, to)| *to));
        }
    }
    found
}
