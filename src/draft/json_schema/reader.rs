//! Reads schemas to shapes.

use super::join::ShapeJoin;
use super::keywords::{NOT_OF_SECRETS, Untaken, untold};
use super::listed::listed_kinds;
use super::meet::ShapeMeet;
use super::pattern::{PatternDialect, whole_pattern};
use super::references::SchemaFiles;
use super::shape::TaggedShape;
use super::shape::{NO_TYPE, ValueShape};
use super::tagged::{Alternative, Discriminator, tag_of};
use super::untold::Untold;
use crate::diagnostic::Report;
use crate::draft::findings::{BrokenReference, NotDrafted};
use crate::syntax::{Kind, Node, NodeId};
use crate::text::SourceId;
use crate::text::escape::plain;
use crate::types::limits::MAX_LEVELS;
use crate::types::{JsonKind, JsonKinds, Patterns};
use crate::value::secret_names;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The most keys and values that all references together may expand to, and the most shapes that are combined. A long
/// text counts as several.
const MAX_REFERENCED: usize = 50_000;

/// The number of bytes of a text that count as one value.
const BYTES_OF_VALUE: usize = 32;

/// The most references and alternatives inside each other: following each is a nested call.
const MAX_NESTED: usize = 64;

/// The longest reference that a comment repeats, in bytes.
const MAX_SHOWN: usize = 80;

/// Reads the schemas of one file.
pub(super) struct ShapeReader<'d, 'r> {
    pub(super) report: &'r mut Report,
    pub(super) files: SchemaFiles<'d>,
    /// The schemas whose references are being followed.
    open: Vec<(SourceId, NodeId)>,
    /// The number of references and alternatives around the current schema.
    nested: usize,
    /// The number of lists of schemas for the same values around the current one.
    combined: usize,
    /// The keywords of the current field's schemas that are not drafted.
    pub(super) untold: Untold,
    /// The number of keys and values that references may still expand to.
    left: usize,
    /// The number of shapes that may still be combined.
    pub(super) left_to_combine: usize,
    /// The number of nodes that the search for secrets may still visit.
    left_to_search: usize,
    /// What [`names_secret`](Self::names_secret) found of each schema.
    secrets: BTreeMap<(SourceId, NodeId), bool>,
    /// Whether null is only what `nullable` allows.
    pub(super) is_open_api: bool,
    patterns: Patterns,
}

impl<'d, 'r> ShapeReader<'d, 'r> {
    pub(super) fn new(files: SchemaFiles<'d>, is_open_api: bool, report: &'r mut Report) -> Self {
        Self {
            report,
            files,
            open: Vec::new(),
            nested: 0,
            combined: 0,
            untold: Untold::default(),
            left: MAX_REFERENCED,
            left_to_combine: MAX_REFERENCED,
            left_to_search: MAX_REFERENCED,
            secrets: BTreeMap::new(),
            is_open_api,
            patterns: Patterns::default(),
        }
    }

    /// Returns the shape of a schema at a level.
    pub(super) fn shape(&mut self, schema: Node<'d>, level: usize) -> ValueShape<'d> {
        if level > MAX_LEVELS {
            return self.given_up(schema, format!("more than {MAX_LEVELS} levels deep"));
        }
        if self.nested > MAX_NESTED {
            return self.given_up(
                schema,
                format!("more than {MAX_NESTED} references or alternatives inside each other"),
            );
        }
        // The size of the file bounds everything outside references.
        if !self.open.is_empty() {
            self.left = self.left.saturating_sub(size_of(schema));
        }
        if self.left == 0 {
            return self.given_up(
                schema,
                format!("references expand to more than {MAX_REFERENCED} keys and values"),
            );
        }
        match schema.kind() {
            Kind::True => return self.any(schema),
            Kind::False => return ValueShape::never(schema.span()),
            Kind::Object => {}
            Kind::Null | Kind::Number | Kind::String | Kind::Array | Kind::Invalid => {
                self.report.push(NotDrafted::of(schema.span(), "a schema that is not an object"));
                return self.any(schema);
            }
        }
        let mut shape = self.own(schema, level);
        self.tell_untaken(schema, &shape);
        if let Some(reference) = schema.get("$ref").filter(|reference| reference.kind() == Kind::String) {
            let referenced = self.referenced(reference, level);
            self.meet(&mut shape, referenced);
        }
        for (key, branches) in schema.members() {
            match key.text() {
                "allOf" => self.nested(branches, |reader, branch| {
                    let branch = reader.shape(branch, level);
                    reader.meet(&mut shape, branch);
                }),
                "anyOf" => self.alternatives(&mut shape, (schema, "anyOf"), branches, level),
                "oneOf" => self.alternatives(&mut shape, (schema, "oneOf"), branches, level),
                _ => {}
            }
        }
        self.annotate(&mut shape, schema);
        shape
    }

    /// Returns the shape of a schema of parts of the values.
    pub(super) fn part(&mut self, schema: Node<'d>, level: usize) -> ValueShape<'d> {
        let around = std::mem::take(&mut self.combined);
        let shape = self.shape(schema, level);
        self.combined = around;
        shape
    }

    /// A shape of any values that the schema says nothing about.
    pub(super) fn any(&self, schema: Node<'d>) -> ValueShape<'d> {
        let kinds = if self.is_open_api { JsonKinds::ALL_BUT_NULL } else { JsonKinds::ALL };
        ValueShape::untyped(schema.span(), kinds, NO_TYPE)
    }

    /// A shape of any values for a schema that is not read.
    pub(super) fn given_up(&mut self, schema: Node<'d>, why: impl Into<Cow<'static, str>>) -> ValueShape<'d> {
        let listed = listed_kinds(schema).ok().flatten();
        let kinds = listed.map_or(JsonKinds::ALL, |listed| listed.kinds);
        let mut shape = ValueShape::untyped(schema.span(), kinds, why);
        shape.null |= schema.get("nullable").is_some_and(|nullable| nullable.kind() == Kind::True);
        self.hide(&mut shape, schema);
        shape
    }

    /// Marks values without a type as secrets if their schema gives a part of them a name of secrets.
    pub(super) fn hide(&mut self, shape: &mut ValueShape<'d>, schema: Node<'d>) {
        if let Some(untyped) = &mut shape.untyped {
            untyped.holds_secret = self.names_secret(schema);
        }
    }

    /// Adds what a schema says of its values beside their types.
    fn annotate(&self, shape: &mut ValueShape<'d>, schema: Node<'d>) {
        let is_true = |key: &str| schema.get(key).is_some_and(|value| value.kind() == Kind::True);
        let is_password = schema.get("format").is_some_and(|format| format.text() == "password");
        shape.is_secret |= is_true("writeOnly") || is_password;
        shape.null |= is_true("nullable");
        shape.doc = schema.get("description").or(shape.doc);
        shape.default = schema.get("default").or(shape.default);
    }

    /// Keeps the values that another shape accepts, too.
    pub(super) fn meet(&mut self, shape: &mut ValueShape<'d>, other: ValueShape<'d>) {
        ShapeMeet { left: &mut self.left_to_combine }.meet(shape, other, &mut self.untold);
    }

    /// Adds the values of another shape.
    pub(super) fn join(&mut self, shape: &mut ValueShape<'d>, other: ValueShape<'d>, keyword: &'static str) {
        ShapeJoin { keyword, left: &mut self.left_to_combine }.join(shape, other, &mut self.untold);
    }

    /// Calls a function for each schema of a list.
    fn nested(&mut self, schemas: Node<'d>, mut each: impl FnMut(&mut Self, Node<'d>)) {
        self.nested += 1;
        self.combined += 1;
        schemas.elements().for_each(|schema| each(self, schema));
        self.combined -= 1;
        self.nested -= 1;
    }

    /// Restricts a shape to the values of alternatives.
    fn alternatives(
        &mut self,
        shape: &mut ValueShape<'d>,
        (schema, keyword): (Node<'d>, &'static str),
        branches: Node<'d>,
        level: usize,
    ) {
        let discriminator = Discriminator::of(schema);
        let mut alternatives = Vec::new();
        self.nested(branches, |reader, branch| {
            let around = std::mem::take(&mut reader.untold);
            let shape = reader.shape(branch, level);
            let untold = std::mem::replace(&mut reader.untold, around);
            let text = discriminator.as_ref().and_then(|discriminator| discriminator.text(branch));
            alternatives.push(Alternative { shape, untold, text });
        });
        let all = match tag_of(&alternatives, discriminator.as_ref(), shape.object.as_ref()) {
            Some(tag) => Some(TaggedShape::of(alternatives, tag, (keyword, schema), &mut self.untold)),
            None => self.joined(alternatives, keyword),
        };
        match all {
            Some(all) if all.is_any() && !shape.is_any() => self.untold.tell(keyword),
            Some(all) => self.meet(shape, all),
            None => self.untold.tell(keyword),
        }
    }

    /// The values of all alternatives, with one type for each kind.
    fn joined(
        &mut self,
        alternatives: Vec<Alternative<'d>>,
        keyword: &'static str,
    ) -> Option<ValueShape<'d>> {
        let mut all: Option<ValueShape<'d>> = None;
        for Alternative { shape, untold, .. } in alternatives {
            self.untold.append(untold);
            match &mut all {
                Some(all) => self.join(all, shape, keyword),
                None => all = Some(shape),
            }
        }
        all
    }

    fn referenced(&mut self, reference: Node<'d>, level: usize) -> ValueShape<'d> {
        let path = reference.text();
        let shown = || plain(path.get(..path.floor_char_boundary(MAX_SHOWN)).unwrap_or_default()).to_string();
        let Some(target) = self.files.target(reference, path) else {
            if let Some(near) = self.near(reference) {
                self.report.push(BrokenReference::of(reference, near));
            }
            let why =
                if path.starts_with('#') { "`$ref` names nothing here" } else { "`$ref` names another file" };
            return self.given_up(reference, format!("{why}: {}", shown()));
        };
        let id = id_of(target);
        if self.open.contains(&id) {
            return self.given_up(target, format!("a schema inside itself: {}", shown()));
        }
        self.open.push(id);
        self.nested += 1;
        let shape = self.shape(target, level);
        self.nested -= 1;
        self.open.pop();
        shape
    }

    /// Suggests a reference for one without a target: to the same name elsewhere.
    fn near(&mut self, reference: Node<'d>) -> Option<String> {
        let (_, name) = reference.text().strip_prefix('#')?.rsplit_once('/')?;
        let elsewhere = ["$defs", "definitions", "components/schemas"].map(|at| format!("#/{at}/{name}"));
        elsewhere.into_iter().find(|path| self.files.target(reference, path).is_some())
    }

    /// Records the keywords of a schema that its shape does not express.
    fn tell_untaken(&mut self, schema: Node<'_>, shape: &ValueShape<'d>) {
        let is_scalar = shape.is_typed(JsonKind::String) || shape.is_typed(JsonKind::Number);
        for (key, value) in schema.members().filter(|(_, value)| value.kind() != Kind::False) {
            let known = NOT_OF_SECRETS.into_iter().find(|known| is_scalar && *known == key.text());
            known.into_iter().for_each(|key| self.untold.tell_of_secret(key));
            match untold(key.text()) {
                Some(Untaken::Always(key)) => self.untold.tell(key),
                Some(Untaken::Without(kind, key)) => {
                    let has_kind = shape.kinds().is_some_and(|kinds| kinds.contains(kind));
                    let is_typed = shape.is_typed(kind);
                    if has_kind && !is_typed && value.kind() != Kind::Null {
                        self.untold.tell(key);
                    }
                }
                Some(Untaken::Unknown(key)) => self.untold.tell(plain(key).to_string()),
                None => {}
            }
        }
    }

    /// Returns a pattern for whole strings; records one that no type can have, and returns `None`.
    pub(super) fn pattern(&mut self, pattern: Node<'_>) -> Option<String> {
        let dialect = if self.is_open_api { PatternDialect::Go } else { PatternDialect::Ecma };
        let whole = whole_pattern(pattern.text(), dialect).filter(|_| pattern.kind() == Kind::String);
        let taken = whole.filter(|pattern| self.patterns.get(pattern).is_ok());
        if taken.is_none() {
            self.untold.tell("pattern");
        }
        taken
    }

    /// Whether other schemas hold for the same values, too.
    pub(super) fn is_combined(&self) -> bool {
        self.combined > 0
    }

    /// Whether mistakes of a schema can be told from constraints on values that another schema describes.
    pub(super) fn is_alone(&self, schema: Node<'_>) -> bool {
        self.combined == 0 && ["$ref", "allOf", "anyOf", "oneOf"].iter().all(|key| schema.get(key).is_none())
    }

    /// Whether a schema gives a name of secrets to a part of its values. Too large a schema does.
    fn names_secret(&mut self, schema: Node<'d>) -> bool {
        let id = id_of(schema);
        if let Some(known) = self.secrets.get(&id) {
            return *known;
        }
        let names_secret = self.finds_secret(schema);
        self.secrets.insert(id, names_secret);
        names_secret
    }

    fn finds_secret(&mut self, schema: Node<'d>) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![schema];
        while let Some(node) = open.pop() {
            if !seen.insert(id_of(node)) {
                continue;
            }
            self.left_to_search = self.left_to_search.saturating_sub(1);
            if self.left_to_search == 0 {
                return true;
            }
            for (key, value) in node.members() {
                match key.text() {
                    "$ref" => open.extend(self.files.target(value, value.text())),
                    "properties" if value.members().any(is_named_secret) => return true,
                    "writeOnly" if value.kind() == Kind::True => return true,
                    "format" if value.text() == "password" => return true,
                    _ => open.push(value),
                }
            }
            open.extend(node.elements());
        }
        false
    }
}

/// Whether a property has a name of secrets.
fn is_named_secret((name, schema): (Node<'_>, Node<'_>)) -> bool {
    let listed = listed_kinds(schema).ok().flatten();
    let is_text = listed.is_some_and(|listed| listed.kinds.contains(JsonKind::String));
    let is_secret = if is_text { secret_names::is_secret_text } else { secret_names::is_secret };
    is_secret(name.text()) || secret_names::is_split_secret(name.text())
}

/// Identifies a node among the nodes of all files.
fn id_of(node: Node<'_>) -> (SourceId, NodeId) {
    (node.document().source().id(), node.id())
}

/// The number of keys and values in a schema, without nested schemas.
fn size_of(schema: Node<'_>) -> usize {
    let size = |value: Node<'_>| match value.kind() {
        Kind::Array | Kind::Object => 1,
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
            1 + value.raw().len() / BYTES_OF_VALUE
        }
    };
    let own: usize = schema.members().map(|(key, value)| size(key) + size(value)).sum();
    let default = schema.get("default").map_or(0, |default| default.raw().len() / BYTES_OF_VALUE);
    let lists = ["enum", "required", "type"].into_iter().filter_map(|key| schema.get(key));
    1 + own + default + lists.flat_map(Node::elements).map(size).sum::<usize>()
}
