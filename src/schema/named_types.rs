//! Named types: the `config_types` of a manifest.
//!
//! A type refers to a named one as `type: "types.NAME"`. Each named type is checked once, after the types that it refers
//! to. A reference is replaced by a copy of the type, which shares the members of its structs, so nothing of the names
//! is left in the schema.

use super::attributes::{Attribute, Attributes, TypeRole};
use super::check::Checker;
use super::errors::{self, named_types as named_errors};
use super::features::Feature;
use super::fields::{FieldContext, once_each};
use super::foreign;
use super::named_type::{CheckedType, NamedTypes, PREFIX, referred};
use crate::manifest::ConfigSection;
use crate::syntax::limits::MAX_COPIED_TEXT;
use crate::syntax::{Kind, Node};
use crate::text::{Span, narrow};
use crate::types::limits::{MAX_FIELDS, MAX_LEVELS};
use crate::types::{Field, Key, Type, TypeBuilder};
use confc_core::evaluation::{
    CellContent, CellId, CellProgress, Cells, Dependencies, Graph, Link, Participants,
};
use std::collections::HashMap;
use std::rc::Rc;

impl Checker<'_> {
    /// The named type that the value of a `type` refers to. Reports an unknown name, and attributes that do not belong
    /// beside it.
    pub(super) fn reference(
        &mut self,
        attributes: &Attributes<'_>,
        value: Node<'_>,
    ) -> Option<Rc<CheckedType>> {
        let name = referred(value)?;
        let Some(types) = &self.types else {
            self.report.push(named_errors::no_named_types(value, attributes.role));
            return None;
        };
        match types.get(name) {
            Some(named) => {
                let named = named.clone()?;
                attributes.check_places(named.ty.kind(), Some(name), self.report);
                let may_be_empty = matches!(attributes.role, TypeRole::TaggedCase | TypeRole::NamedType);
                if !may_be_empty && TypeBuilder::check_filled(&named.ty).is_err() {
                    self.report.push(named_errors::no_members(value));
                    return None;
                }
                Some(named)
            }
            // The error of the section or file that declares the type is enough.
            None if self.may_lack_types || foreign::names_type_in_section(value) => None,
            None => {
                let (known, suggestions) = (types.keys().map(|name| &**name), self.report.suggestions());
                let unknown = named_errors::unknown(value, name, known, suggestions);
                self.report.push(unknown);
                None
            }
        }
    }

    /// The named type that another spelling of its name most likely means: without `types.`, or with the name of the
    /// section.
    pub(super) fn meant_type<'d>(&self, value: Node<'d>) -> Option<&'d str> {
        let types = self.types.as_ref().filter(|types| !types.is_empty())?;
        let text = value.text().trim_end_matches([']', '[', '>', '?', ' ']);
        let last = |separators: &[char]| text.rsplit(separators).next().unwrap_or(text);
        let names = [last(&['.', '/', '#', '$', '&', ':', ' ', '[', '<', ',']), last(&['_'])];
        names.into_iter().find(|name| types.contains_key(*name))
    }

    /// The documentation of the named type that a type object refers to.
    pub(super) fn documentation_of_type(&self, attributes: &Attributes<'_>) -> Option<Box<str>> {
        let types = self.types.as_ref().filter(|types| !types.is_empty())?;
        types.get(referred(attributes.value(Attribute::Type)?)?)?.as_ref()?.doc.clone()
    }

    /// A copy of a named type for a reference. Reports a reference with which types are too large or nest too deep.
    pub(super) fn copied(
        &mut self,
        named: &CheckedType,
        place: Span,
        context: &FieldContext<'_>,
    ) -> Option<Type> {
        self.met_sensitive |= named.holds_sensitive;
        let most = [
            (&mut self.fields, named.fields, MAX_FIELDS),
            (&mut self.copied_bytes, named.bytes, MAX_COPIED_TEXT),
        ];
        for ((sum, more, limit), what) in most.into_iter().zip(["members", "bytes"]) {
            let before = *sum;
            *sum = before.saturating_add(more);
            if *sum > limit {
                if before <= limit {
                    self.report.push(named_errors::too_large(place, what, (limit, more)));
                }
                return None;
            }
        }
        let deepest = (context.level + named.levels).saturating_sub(1);
        if deepest > MAX_LEVELS {
            self.report.push(errors::too_many_levels(place));
            return None;
        }
        self.deepest = self.deepest.max(deepest);
        Some(named.ty.clone())
    }

    /// Checks the types of `config_types`. `config` is the section whose fields refer to them.
    pub(super) fn named_types<'d>(
        &mut self,
        section: Option<&ConfigSection<'d>>,
        config: Option<&ConfigSection<'d>>,
    ) {
        let mut types = NamedTypes::new();
        if let Some(section) = section {
            self.uses(Feature::NamedTypes, section.key.span());
            // Types in a cycle are looked up before they are checked. The cycle is reported, and such a reference is not.
            types.extend(section.fields.iter().map(|(key, _)| (key.text().into(), None)));
        }
        self.types = Some(types);
        let Some(section) = section else { return };
        let (definitions, dependencies) = TypeDefinitions::new(section, config);
        let mut cells = Cells::with_capacity(definitions.written.len());
        cells.begin_component();
        for at in 0..definitions.written.len() {
            let id = cells.add(None, narrow(at));
            cells.fill(id, CellContent::Value(()));
        }
        let all = 0..cells.next_id();
        let mut order = TypeOrder { checker: self, definitions: &definitions };
        confc_core::evaluation::evaluate(&mut Graph::new(cells, dependencies), all, &mut order);
        // The members and bytes of named types count where the types are used.
        (self.fields, self.copied_bytes) = (0, 0);
    }

    /// Checks a named type after those that it refers to. `documented` is the first key with its name that has
    /// documentation.
    fn named_type(
        &mut self,
        (key, value): (Node<'_>, Node<'_>),
        documented: Option<Node<'_>>,
        is_secret: bool,
    ) -> Option<CheckedType> {
        let (fields, copied) = (self.fields, self.copied_bytes);
        let met_sensitive = std::mem::take(&mut self.met_sensitive);
        self.deepest = 1;
        if let Err(error) = Key::check(key.text()) {
            self.report.push(errors::bad_key(key, "name", error));
        }
        let path = format!("{PREFIX}{}", key.text());
        let context = FieldContext::field(&path, is_secret);
        let attributes = Attributes::read(value, key.span(), TypeRole::NamedType, self.report);
        let ty = attributes.as_ref().and_then(|attributes| self.ty(attributes, &context));
        let own = self.documentation(key);
        let doc = own.or_else(|| documented?.document().documentation_of(documented?.id()).map(Into::into));
        let doc = doc.or_else(|| self.documentation_of_type(&attributes?));
        let holds_sensitive = std::mem::replace(&mut self.met_sensitive, met_sensitive);
        let (fields, levels) = (self.fields - fields, self.deepest);
        let Span { start, end, .. } = value.span();
        // An alias is replaced as a whole.
        let is_alias = value.get(Attribute::Type.name()).is_some_and(|ty| referred(ty).is_some());
        let own_size = if is_alias { 0 } else { (end - start) as usize };
        let bytes = own_size + doc.as_deref().map_or(0, str::len) + (self.copied_bytes - copied);
        ty.map(|ty| CheckedType { ty, doc, fields, bytes, levels, holds_sensitive })
    }

    /// Compares the types of two files with one name, which may differ only in documentation. The first one stays.
    fn compare_types(&mut self, first: Node<'_>, key: Node<'_>, again: &CheckedType) {
        let types = self.types.as_ref();
        let Some(kept) = types.and_then(|types| types.get(key.text())?.clone()) else { return };
        let field = |named: &CheckedType| Some(Field::new(Key::new(key.text()).ok()?, named.ty.clone()));
        let (Some(one), Some(other)) = (field(&kept), field(again)) else { return };
        if !one.is_equal_but_for_documentation(&other) {
            self.report.push(errors::declared_differently("type", (first, &one), (key, &other)));
        }
    }
}

/// The types of `config_types` as written, with what they refer to.
struct TypeDefinitions<'d> {
    written: Vec<(Node<'d>, Node<'d>)>,
    /// The position of the first definition of each name.
    first: HashMap<&'d str, CellId>,
    /// The first key of each name that has documentation.
    documented: HashMap<&'d str, Node<'d>>,
    /// Whether a sensitive field or member refers to each, possibly through others.
    secret: Vec<bool>,
}

impl<'d> TypeDefinitions<'d> {
    /// Finds the references in types and fields. Returns also the references of each definition with their places.
    fn new(section: &ConfigSection<'d>, config: Option<&ConfigSection<'d>>) -> (Self, Dependencies<Span>) {
        let written = section.fields.clone();
        let (mut first, mut documented) = (HashMap::new(), HashMap::new());
        for (at, (key, _)) in (0..).zip(&written) {
            first.entry(key.text()).or_insert(at);
            if key.document().documentation_span(key.id()).is_some() {
                documented.entry(key.text()).or_insert(*key);
            }
        }
        let mut references: Vec<Vec<CellId>> = Vec::with_capacity(written.len());
        let (mut dependencies, mut open) = (Dependencies::default(), Vec::new());
        for (_, value) in &written {
            let mut targets = Vec::new();
            each_reference(*value, false, &mut |ty, name, is_secret| {
                let Some(to) = first.get(name) else { return };
                dependencies.add(*to, ty.span());
                targets.push(*to);
                open.extend(is_secret.then_some(*to));
            });
            dependencies.end_cell();
            references.push(targets);
        }
        for (_, value) in config.iter().flat_map(|section| &section.fields) {
            each_reference(*value, false, &mut |_, name, is_secret| {
                open.extend(first.get(name).filter(|_| is_secret));
            });
        }
        let mut secret = vec![false; written.len()];
        while let Some(at) = open.pop() {
            match secret.get_mut(at as usize) {
                Some(is_secret) if !*is_secret => {
                    *is_secret = true;
                    open.extend(references.get(at as usize).into_iter().flatten());
                }
                Some(_) | None => {}
            }
        }
        (Self { written, first, documented, secret }, dependencies)
    }
}

/// Calls a function for each reference in a type object: the value of `type`, the name, and whether a sensitive field or
/// member is around it. Recursion is limited by the depth of documents.
fn each_reference<'d>(object: Node<'d>, is_secret: bool, then: &mut dyn FnMut(Node<'d>, &'d str, bool)) {
    let is_secret =
        is_secret || object.get(Attribute::Sensitive.name()).is_some_and(|value| value.kind() != Kind::False);
    for (key, value) in object.members() {
        match Attribute::from_name(key.text()) {
            Some(Attribute::Type) => {
                if let Some(name) = referred(value) {
                    then(value, name, is_secret);
                }
            }
            Some(Attribute::Element | Attribute::Key | Attribute::Value) => {
                each_reference(value, is_secret, then);
            }
            Some(Attribute::Fields | Attribute::Cases) => {
                once_each(value).for_each(|(_, member)| each_reference(member, is_secret, then));
            }
            Some(_) | None => {}
        }
    }
}

/// Checks named types in the order of their references.
struct TypeOrder<'o, 'c, 'd> {
    checker: &'o mut Checker<'c>,
    definitions: &'o TypeDefinitions<'d>,
}

impl Participants<(), Span> for TypeOrder<'_, '_, '_> {
    fn settle(&mut self, _: &Graph<(), Span>, cell: CellId) -> CellProgress {
        let TypeDefinitions { written, first, documented, secret } = self.definitions;
        let Some(&(key, value)) = written.get(cell as usize) else { return CellProgress::Failed };
        let is_secret = secret.get(cell as usize).is_some_and(|is_secret| *is_secret);
        let documented = documented.get(key.text()).copied();
        let Some(named) = self.checker.named_type((key, value), documented, is_secret) else {
            return CellProgress::Failed;
        };
        match first.get(key.text()).filter(|first| **first != cell).and_then(|at| written.get(*at as usize)) {
            Some((first, _)) => self.checker.compare_types(*first, key, &named),
            None => {
                _ = self.checker.types.get_or_insert_default().insert(key.text().into(), Some(Rc::new(named)))
            }
        }
        CellProgress::Known
    }

    fn cycle(&mut self, _: &Graph<(), Span>, links: Vec<Link<Span>>) {
        let written = &self.definitions.written;
        let link = |link: &Link<Span>| Some((written.get(link.cell as usize)?.0.text(), link.read));
        let links: Vec<(&str, Span)> = links.iter().filter_map(link).collect();
        self.checker.report.push(named_errors::cycle(&links));
    }
}
