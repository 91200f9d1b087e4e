//! Reports of colliding names of classes, and of patterns that Python cannot express.

use super::field_part::FieldPart;
use super::names::{ABSENT_CLASS, RESERVED_ROOTS, RESERVED_ROOTS_OF_RULES};
use super::runtime_parts::RuntimeParts;
use super::values::has_foreign_pattern;
use crate::diagnostic::{KnownName, Report};
use crate::generate::findings::{ForeignPattern, ReservedTypeName, SameName, SameNameAsConfiguration};
use crate::generate::model::{is_named, single};
use crate::generate::names::named;
use crate::types::{Field, Type};
use crate::value::Places;
use std::collections::BTreeMap;

/// Reports a name that the class of the configuration cannot have: a reserved one, or the name of a class inside it.
pub(super) fn is_free(
    root: &str,
    (has_rules, runtime): (bool, RuntimeParts),
    fields: &[Field],
    places: &Places<'_>,
    report: &mut Report,
) -> bool {
    let is_reserved = RESERVED_ROOTS.contains(&root)
        || (has_rules && RESERVED_ROOTS_OF_RULES.contains(&root))
        || (runtime.absent && root == ABSENT_CLASS);
    if is_reserved {
        report.push(ReservedTypeName { language: "Python", name: KnownName::new(root) });
        return false;
    }
    let same = fields.iter().flat_map(classes).find(|(name, _)| name == root);
    let Some((_, keys)) = same else { return true };
    let again = named(&keys, places);
    report.push(SameNameAsConfiguration { language: "Python", again, name: KnownName::new(root) });
    false
}

/// The names of the classes of a field in the class around it, each with the keys of its field or case.
fn classes(field: &Field) -> Vec<(String, Vec<&str>)> {
    let (part, key) = (FieldPart::of(field, ""), field.key.as_str());
    let cases = part.cases().into_iter().map(|class| (class.path, vec![key, class.case.name.as_str()]));
    let own = is_named(single(&field.ty)).then(|| (part.class, vec![key]));
    own.into_iter().chain(cases).collect()
}

/// Reports classes with the same name in one class; at least one of them is the class of a case. Returns whether all
/// names differ.
pub(super) fn report_same_classes(
    fields: &[Field],
    root: &str,
    places: &Places<'_>,
    report: &mut Report,
) -> bool {
    let mut search = ClassSearch { keys: Vec::new(), places, report, is_clean: true };
    search.fields(fields, root);
    search.is_clean
}

struct ClassSearch<'a, 'r> {
    /// The keys of the path to the current class.
    keys: Vec<&'a str>,
    places: &'r Places<'r>,
    report: &'r mut Report,
    is_clean: bool,
}

impl<'a> ClassSearch<'a, '_> {
    /// Compares the classes of these fields in the class `around`, and those inside them.
    fn fields(&mut self, fields: &'a [Field], around: &str) {
        let mut names: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (name, keys) in fields.iter().flat_map(classes) {
            let keys = [&*self.keys, &*keys].concat();
            if let Some(first) = names.get(&name) {
                let targets = [named(first, self.places), named(&keys, self.places)];
                let within = format!("the class `{around}`");
                self.report.push(SameName::of("Python", &name, &within, targets));
                self.is_clean = false;
                continue;
            }
            names.insert(name, keys);
        }
        for field in fields {
            self.keys.push(field.key.as_str());
            self.part(&FieldPart::of(field, &format!("{around}.")));
            self.keys.pop();
        }
    }

    fn part(&mut self, part: &FieldPart<'a>) {
        self.fields(part.ty.members(), &part.class);
        for class in part.cases() {
            self.keys.push(class.case.name.as_str());
            self.part(&class.value());
            self.keys.pop();
        }
    }
}

/// Warns about patterns that Python cannot express, in fields within these keys.
pub(super) fn report_patterns<'a>(
    fields: &'a [Field],
    within: &mut Vec<&'a str>,
    places: &Places<'_>,
    report: &mut Report,
) {
    for field in fields {
        within.push(field.key.as_str());
        report_patterns_of(&field.ty, within, places, report);
        within.pop();
    }
}

/// As [`report_patterns`], in a type.
fn report_patterns_of<'a>(ty: &'a Type, within: &mut Vec<&'a str>, places: &Places<'_>, report: &mut Report) {
    if has_foreign_pattern(ty) {
        report.push(ForeignPattern { field: named(within, places) });
    }
    report_patterns(ty.members(), within, places, report);
    for case in single(ty).cases() {
        within.push(case.name.as_str());
        report_patterns_of(&case.ty, within, places, report);
        within.pop();
    }
}
