//! The declarations of fields, for messages about their values.

use crate::diagnostic::Report;
use crate::manifest::{self, Loaded, Manifest, Section};
use crate::schema::{RuleSource, referred_type, rules_of};
use crate::syntax::Node;
use crate::text::Span;
use crate::types::StructType;
use crate::value::ValuePath;
use confc_core::rules::Rule;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

/// Finds the declaration of a field or member in a manifest. Looks up nothing before the first query, since most values
/// fit.
#[derive(Debug)]
pub struct DeclaredAt<'d> {
    loaded: &'d Loaded,
    fields: OnceCell<Entries<'d>>,
    types: OnceCell<Entries<'d>>,
    /// The members of each struct that was asked for, by the span of its object.
    members: RefCell<HashMap<Span, Entries<'d>>>,
    rules: OnceCell<HashMap<Box<str>, Node<'d>>>,
}

/// The most type objects that are read between two structs: named types may refer to others.
const MAX_OBJECTS: usize = 64;

/// Key and type object of each field, member or named type.
type Entries<'d> = HashMap<&'d str, (Node<'d>, Node<'d>)>;

impl<'d> DeclaredAt<'d> {
    /// For a manifest and its includes.
    #[must_use]
    pub(crate) fn new(loaded: &'d Loaded) -> Self {
        let (fields, types, rules) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { loaded, fields, types, members: RefCell::default(), rules }
    }

    /// The key of the field, member or variant in its declaration.
    #[must_use]
    pub fn place(&self, path: &ValuePath<'_>) -> Option<Span> {
        self.entry(path).map(|(key, _)| key.span())
    }

    /// The default that applies to the field or member. A default of the struct around it wins over its own.
    #[must_use]
    pub fn default_place(&self, path: &ValuePath<'_>) -> Option<Span> {
        self.default(path).map(Node::span)
    }

    /// The span of the text of a rule; `fields` are those of the schema.
    #[must_use]
    pub fn rule(&self, rule: &Rule, fields: &StructType) -> Option<RuleSource<'d>> {
        let rules = self.rules.get_or_init(|| {
            let items = read(self.loaded).map(|manifest| manifest.rules).unwrap_or_default();
            // The first of equal rules is kept.
            rules_of(items.into_iter().rev(), fields)
                .filter_map(|(item, rule)| Some((rule?.text().into(), item.get("check")?)))
                .collect()
        });
        rules.get(rule.text()).copied().map(RuleSource::Written)
    }

    fn default(&self, path: &ValuePath<'_>) -> Option<Node<'d>> {
        let around = match path {
            ValuePath::Member(parent, name) => {
                self.default(parent).and_then(|default| default.get(name.native))
            }
            ValuePath::Element(list, index) => {
                return self.default(list).and_then(|default| default.elements().nth(*index));
            }
            ValuePath::Entry(map, key) => {
                return self.default(map).and_then(|default| default.get((*key)?));
            }
            ValuePath::Case(union, _) | ValuePath::TaggedCase(union, ..) => return self.default(union),
            ValuePath::Root | ValuePath::Field(_) => None,
        };
        around.or_else(|| self.entry(path)?.1.get("default"))
    }

    /// The named type that a type object refers to.
    fn named_type(&self, object: Node<'d>) -> Option<Node<'d>> {
        let name = referred_type(object.get("type")?)?;
        let types = self.types.get_or_init(|| {
            let section = read(self.loaded).and_then(|manifest| manifest.types_section);
            // The first declaration of a name is kept, so it is inserted last.
            let types = section.into_iter().flat_map(|section| section.fields).rev();
            types.map(|(key, value)| (key.text(), (key, value))).collect()
        });
        Some(types.get(name)?.1)
    }

    /// The type object at a path, then those of its elements or values, with named types replaced.
    fn objects(&self, path: &ValuePath<'_>) -> Option<impl Iterator<Item = Node<'d>>> {
        let (_, object) = self.entry(path)?;
        let inner = |object: &Node<'d>| {
            let part = object.get("element").or_else(|| object.get("value"));
            part.or_else(|| self.named_type(*object))
        };
        // Named types do not contain themselves, unless they are refused.
        Some(std::iter::successors(Some(object), inner).take(MAX_OBJECTS))
    }

    /// Name and type object of a case of the union at this path.
    fn case(&self, union: &ValuePath<'_>, name: &str) -> Option<(Node<'d>, Node<'d>)> {
        let cases = self.objects(union)?.find_map(|object| object.get("cases"))?;
        cases.members().find(|(key, _)| key.text() == name)
    }

    /// Key and type object.
    fn entry(&self, path: &ValuePath<'_>) -> Option<(Node<'d>, Node<'d>)> {
        match path {
            ValuePath::Root => None,
            ValuePath::Field(name) => self.fields.get_or_init(|| fields(self.loaded)).get(name.key).copied(),
            // An element is declared with its list, an entry with its map.
            ValuePath::Element(outer, _) | ValuePath::Entry(outer, _) => self.entry(outer),
            ValuePath::Case(parent, name) => self.case(parent, name),
            ValuePath::TaggedCase(parent, _, case) => self.case(parent, case.name.as_str()),
            ValuePath::Member(parent, name) => {
                // Variants of an enum and cases of a union are looked up like members.
                let parts = |object: Node<'d>| {
                    ["fields", "variants", "cases"].iter().find_map(|name| object.get(name))
                };
                let members = self.objects(parent)?.find_map(parts)?;
                let mut known = self.members.borrow_mut();
                let entries = known.entry(members.span()).or_insert_with(|| {
                    // The first declaration of a key is kept.
                    let entries: Vec<_> = members.members().map(|entry| (entry.0.text(), entry)).collect();
                    entries.into_iter().rev().collect()
                });
                entries.get(name.key).copied()
            }
        }
    }
}

/// The manifest. Its errors were reported when it was compiled.
fn read(loaded: &Loaded) -> Option<Manifest<'_>> {
    manifest::read(loaded, &mut Report::new())
}

fn fields(loaded: &Loaded) -> Entries<'_> {
    let Some(manifest) = read(loaded) else { return HashMap::new() };
    let used = manifest.items(Section::Use).filter(|item| item.get("config").is_some());
    let used = used.filter_map(|item| item.get("key").map(|key| (key.text(), (key, item))));
    let mut fields: Entries<'_> = used.collect();
    // The first declaration of a key is kept, so it is inserted last.
    for (key, value) in manifest.config_section.iter().flat_map(|section| &section.fields).rev() {
        fields.insert(key.text(), (*key, *value));
    }
    fields
}
