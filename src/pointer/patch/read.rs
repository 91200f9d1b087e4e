//! Reads patch documents.

use super::{Action, Form, Operation, Patch, Reference};
use crate::diagnostic::{Diagnostic, Report};
use crate::pointer::{Data, Pointer, SourceSpans, Tree, TreeMembers, errors};
use crate::syntax::{Document, Kind, duplicate_key};

impl Patch {
    /// Reads a patch document: an array of operations, each in the form of RFC 6902 or of Karmada. Reports all errors;
    /// returns `None` after an error, or if the text could not be read.
    pub fn read(document: &Document, report: &mut Report) -> Option<Self> {
        let operations = Self::read_each(document, report)?.into_iter().collect::<Option<_>>()?;
        let is_whole = document.is_complete() && document.repeated().is_empty();
        is_whole.then_some(Self { operations })
    }

    /// Each operation of a patch document, read as by [`read`](Self::read); `None` for an invalid one.
    pub(crate) fn read_each(document: &Document, report: &mut Report) -> Option<Vec<Option<Operation>>> {
        for repeated in document.repeated() {
            report.push(duplicate_key(document, repeated));
        }
        let root = document.root().filter(|root| root.kind() != Kind::Invalid)?;
        let mut found = Report::new();
        let operations = Self::each_of(&Tree::written(root), None, &mut found);
        // A syntax error may have cut off a member.
        let is_cut = |error: &Diagnostic| error.code() == errors::MISSING_MEMBER && !document.is_complete();
        report.push_all_unless(found, is_cut);
        operations
    }

    /// Reads a list of operations, all in one form if one is given. Reports all errors, and returns `None` after an
    /// error. Repeated keys of the document are no longer visible here.
    pub fn of(list: &Tree<SourceSpans>, form: Option<Form>, report: &mut Report) -> Option<Self> {
        let operations = Self::each_of(list, form, report)?.into_iter().collect::<Option<_>>()?;
        Some(Self { operations })
    }

    fn each_of(
        list: &Tree<SourceSpans>,
        form: Option<Form>,
        report: &mut Report,
    ) -> Option<Vec<Option<Operation>>> {
        let Data::Array(list) = &list.data else {
            report.push(errors::wrong_kind(errors::PATCH, "an array of operations", list));
            return None;
        };
        Some(list.iter().map(|operation| read(operation, form, report)).collect())
    }
}

impl Form {
    pub(in crate::pointer) const ALL: [Self; 2] = [Self::Standard, Self::Karmada];

    /// The key for the operation's name.
    pub(in crate::pointer) fn operator(self) -> &'static str {
        match self {
            Self::Standard => "op",
            Self::Karmada => "operator",
        }
    }

    /// The key for the path.
    pub(in crate::pointer) fn path(self) -> &'static str {
        match self {
            Self::Standard => "path",
            Self::Karmada => "subPath",
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Standard => Self::Karmada,
            Self::Karmada => Self::Standard,
        }
    }

    /// The form that the keys of an operation belong to.
    fn of(members: &TreeMembers<SourceSpans>) -> Self {
        let speaks = |form: Self| [form.operator(), form.path()].iter().any(|key| members.get(key).is_some());
        if speaks(Self::Karmada) { Self::Karmada } else { Self::Standard }
    }
}

/// The reader of one operation.
struct OperationReader<'t, 'r> {
    operation: &'t Tree<SourceSpans>,
    members: &'t TreeMembers<SourceSpans>,
    form: Form,
    report: &'r mut Report,
}

fn read(operation: &Tree<SourceSpans>, form: Option<Form>, report: &mut Report) -> Option<Operation> {
    let Data::Object(members) = &operation.data else {
        report.push(errors::wrong_kind("an operation", "an object", operation));
        return None;
    };
    if let Some(found) = errors::patch_of_kustomize(operation, members) {
        report.push(found);
        return None;
    }
    let form = form.unwrap_or_else(|| Form::of(members));
    OperationReader { operation, members, form, report }.read()
}

impl<'t> OperationReader<'t, '_> {
    fn read(mut self) -> Option<Operation> {
        let name = self.name();
        let path = self.reference(self.form.path());
        let action = name.and_then(|name| self.action(name));
        let fits = self.has_no_others(name);
        let (path, action) = (path?, action?);
        fits.then_some(Operation { place: self.operation.mark.value, path, action })
    }

    fn name(&mut self) -> Option<&'static str> {
        let key = self.form.operator();
        let (member, text) = self.text(key)?;
        let known = Action::NAMES.into_iter().find(|known| *known == text);
        if known.is_none() {
            self.report.push(errors::unknown_operation(member, text));
        }
        known
    }

    fn action(&mut self, name: &'static str) -> Option<Action> {
        Some(match name {
            "add" => Action::Add(self.value(name)?),
            "replace" => Action::Replace(self.value(name)?),
            "test" => Action::Test(self.value(name)?),
            "move" => Action::Move(self.reference("from")?),
            "copy" => Action::Copy(self.reference("from")?),
            _ => Action::Remove,
        })
    }

    /// The value that an operation requires. `null` is a value.
    fn value(&mut self, name: &str) -> Option<Tree<SourceSpans>> {
        let value = self.members.get("value");
        if value.is_none() {
            let missing = errors::missing_member(self.operation, self.members, "value", self.known(), name);
            self.report.push(missing);
        }
        // A key in the path is the key of the value.
        let without_key = |value: &Tree<SourceSpans>| {
            let mark = SourceSpans { key: None, ..value.mark };
            Tree { mark, ..value.clone() }
        };
        value.map(without_key)
    }

    fn reference(&mut self, key: &'static str) -> Option<Reference> {
        let (member, text) = self.text(key)?;
        match Pointer::parse(text) {
            Ok(pointer) => Some(Reference { pointer, written: member.mark }),
            Err(error) => {
                self.report.push(errors::invalid_pointer(text, &member.mark, &error));
                None
            }
        }
    }

    /// A required member, which must be a string.
    fn text(&mut self, key: &'static str) -> Option<(&'t Tree<SourceSpans>, &'t str)> {
        let Some(member) = self.members.get(key) else {
            let other = if key == self.form.operator() {
                self.form.other().operator()
            } else {
                self.form.other().path()
            };
            // The error about the key of the other form is enough.
            if key != "from" && self.members.get(other).is_some() {
                return None;
            }
            let missing = errors::missing_member(self.operation, self.members, key, self.known(), "an");
            self.report.push(missing);
            return None;
        };
        match &member.data {
            Data::String(text) => Some((member, text)),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Array(_) | Data::Object(_) => {
                self.report.push(errors::wrong_kind(&format!("`{key}`"), "a string", member));
                None
            }
        }
    }

    fn known(&self) -> [&'static str; 4] {
        [self.form.operator(), self.form.path(), "from", "value"]
    }

    /// Whether all other members may be ignored.
    ///
    /// RFC 6902 ignores unknown members of an operation, and tools that write patches rely on that. A
    /// misspelled required member is still found, because the member is missing. Karmada has a schema, so
    /// other members are refused there. In both forms, members of the other form would contradict the
    /// operation.
    fn has_no_others(&mut self, name: Option<&str>) -> bool {
        let others = [self.form.other().operator(), self.form.other().path()];
        let mut fits = true;
        for (key, value) in self.members.iter() {
            let refused = match self.form {
                Form::Standard => others.contains(&key),
                Form::Karmada => match (key, name) {
                    ("value", Some("remove" | "move" | "copy")) => true,
                    ("from", Some("add" | "remove" | "replace" | "test")) => true,
                    (key, _) => !self.known().contains(&key),
                },
            };
            if refused {
                fits = false;
                let error = errors::superfluous_member(key, &value.mark, self.form, name, self.known());
                self.report.push(error);
            }
        }
        fits
    }
}
