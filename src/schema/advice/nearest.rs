//! The member of a struct that a name most likely means.

use super::{ExpressionAdvice, RefusedText};
use crate::text::suggest::Suggestions;
use crate::types::{Key, ReadableMember, Type};
use std::collections::VecDeque;

/// The most fields that are searched for a member deeper in the tree.
const MAX_SEARCHED: usize = 4096;

impl RefusedText<'_> {
    /// The nearest name in the structs around the value; an inner struct wins. `None` if a field is nearer.
    pub(super) fn nearest_around(
        &self,
        name: &str,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        let ends = self.within.match_indices('.').map(|(at, _)| at).chain([self.within.len()]);
        let mut structs: Vec<&str> = ends.filter_map(|end| self.within.get(..end)).collect();
        structs.reverse();
        let members = structs.into_iter().filter_map(|path| {
            let Type::Struct(of) = self.type_at(path)? else { return None };
            Some(of.members().iter().map(move |member| (path, member.key.as_str())))
        });
        let members: Vec<(&str, &str)> = members.flatten().collect();
        let fields = self.scope.fields().members().iter().chain(self.scope.imports());
        let keys = members.iter().map(|(_, key)| *key).chain(fields.map(|field| field.key.as_str()));
        let nearest = suggestions.nearest(name, keys)?;
        let (path, key) = members.iter().find(|(_, key)| std::ptr::eq(*key, nearest))?;
        let path = format!("{path}.{key}");
        self.gets_past(self.at, &path).then(|| ExpressionAdvice::meant(&path))
    }

    /// A member with this name anywhere below the fields. The nearest to the root wins.
    pub(super) fn deeper_exactly(
        &self,
        name: &str,
        suggestions: &mut Suggestions,
    ) -> Option<ExpressionAdvice> {
        let path = self.path_to(name, suggestions)?;
        // Other names after it may be wrong, too.
        self.gets_past(self.at, &path).then(|| ExpressionAdvice::meant(&path))
    }

    /// A member with a similar name anywhere below the fields.
    pub(super) fn deeper(&self, name: &str, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        let mut keys: Vec<&str> = Vec::new();
        self.each_member(suggestions, |_, key| {
            keys.push(key.as_str());
            false
        });
        let nearest = suggestions.nearest(name, keys)?;
        self.deeper_exactly(nearest, suggestions)
    }

    /// The path to the member or case with the sought key that is nearest to the root.
    pub(super) fn path_to(&self, sought: &str, suggestions: &mut Suggestions) -> Option<String> {
        let mut found = None;
        self.each_member(suggestions, |path, key| {
            let is_it = key.as_str() == sought;
            if is_it {
                found = Some(format!("{path}{key}"));
            }
            is_it
        });
        found
    }

    /// Visits the members of structs and the cases of unions by their distance from the root, each with the path before
    /// it, until `visit` is true.
    fn each_member<'s>(
        &'s self,
        suggestions: &mut Suggestions,
        mut visit: impl FnMut(&str, &'s Key) -> bool,
    ) {
        let mut roots = self.scope.fields().members().iter();
        let mut open: VecDeque<(String, ReadableMember<'s>)> = VecDeque::new();
        for _ in 0..MAX_SEARCHED {
            // Each takes a step of the budget.
            let next = roots.next().map(|field| (String::new(), field.into())).or_else(|| open.pop_front());
            let Some((path, ReadableMember { key, ty, .. })) = suggestions.find(next, |_| true) else {
                return;
            };
            let Some(of) = ty.readable_members() else { continue };
            let path = format!("{path}{key}.");
            for member in (0..).map_while(|at| of.get(at)) {
                if visit(&path, member.key) {
                    return;
                }
                open.push_back((path.clone(), member));
            }
        }
    }
}
