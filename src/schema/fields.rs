//! Fields and members: a key, a type object and attributes.

use super::attributes::{Attribute, Attributes, TypeRole};
use super::check::Checker;
use super::errors;
use super::features::Feature;
use crate::syntax::{Kind, Node};
use crate::text::{Span, escape};
use crate::types::limits::MAX_FIELDS;
use crate::types::{Field, Key, Mutability, NativeName, Pattern, PatternError, Presence, Type, Value};
use crate::value::secret_names::{NamedKind, is_property, is_secret_text, is_secret_value};
use crate::value::{Subject, ValuePath, each_string};
use std::sync::Arc;

/// A checked field with the places that later diagnostics need.
#[derive(Debug)]
pub(super) struct CheckedField<'d> {
    pub(super) field: Field,
    /// The key in the `config` section, or the key of a `use`.
    pub(super) key: Node<'d>,
    /// The value of `deprecated`.
    deprecated: Option<Node<'d>>,
    /// The value of `default`, even if it does not fit.
    pub(super) default: Option<Node<'d>>,
    /// The places of its native name, if that is not the key, and of its aliases, in their order.
    pub(super) name_places: Vec<Span>,
    /// The place of `rest`, if it is the rest.
    pub(super) rest: Option<Span>,
    /// The documentation of the named type that it refers to.
    type_doc: Option<Box<str>>,
}

/// The context of a type: the field or member that has it.
#[derive(Clone, Copy)]
pub(super) struct FieldContext<'a> {
    /// The path of the field or member with the type, or with elements of the type.
    path: ValuePath<'a>,
    /// Its depth, from 1.
    pub(super) level: usize,
    /// Whether its literals must not be shown.
    sensitive: bool,
}

impl<'a> FieldContext<'a> {
    /// The type of a field.
    pub(super) fn field(key: &'a str, sensitive: bool) -> Self {
        Self { path: ValuePath::Field(key.into()), level: 1, sensitive }
    }

    /// The type of a member of this struct.
    fn member(&'a self, key: &'a str, sensitive: bool) -> Self {
        let path = ValuePath::Member(&self.path, key.into());
        Self { path, level: self.level + 1, sensitive: self.sensitive || sensitive }
    }

    /// The type of the elements of this vector or array.
    pub(super) fn element(&self) -> Self {
        Self { level: self.level + 1, ..*self }
    }
}

impl<'d> CheckedField<'d> {
    /// A field of a `use`, which has only a type and a default.
    pub(super) fn used(field: Field, key: Node<'d>, default: Option<Node<'d>>) -> Self {
        Self { field, key, deprecated: None, default, name_places: Vec::new(), rest: None, type_doc: None }
    }

    /// The field. If no file documents it, it has the documentation of its type.
    pub(super) fn finish(self) -> Field {
        Field { doc: self.field.doc.or(self.type_doc), ..self.field }
    }
}

/// The members of an object without repeated ones, which were reported with the document.
pub(super) fn once_each(object: Node<'_>) -> impl Iterator<Item = (Node<'_>, Node<'_>)> {
    let repeated = object.document().repeated();
    let is_first = move |key: Node<'_>| {
        repeated.is_empty() || repeated.binary_search_by_key(&key.id(), |repeated| repeated.again).is_err()
    };
    object.members().filter(move |(key, _)| is_first(*key))
}

impl Checker<'_> {
    /// Checks a field of the `config` section, or a member of the struct `parent`.
    pub(super) fn field<'d>(
        &mut self,
        key: Node<'d>,
        value: Node<'d>,
        parent: Option<&FieldContext<'_>>,
    ) -> Option<CheckedField<'d>> {
        if !self.count_field(key) {
            return None;
        }
        let role = if parent.is_some() { TypeRole::Member } else { TypeRole::Field };
        let checked_key = self.key(key);
        let attributes = Attributes::read(value, key.span(), role, self.report)?;
        let sensitive = self.sensitive(&attributes);
        let presence = Presence {
            optional: self.is_set(&attributes, Attribute::Optional, Feature::Optional),
            nullable: self.is_set(&attributes, Attribute::Nullable, Feature::Nullable),
        };
        let deprecated = self.deprecated(&attributes);
        let names = self.names(key, &attributes);
        let mutability = self.mutability(&attributes);
        let context = match parent {
            Some(parent) => parent.member(key.text(), sensitive),
            None => FieldContext::field(key.text(), sensitive),
        };
        let ty = self.ty(&attributes, &context)?;
        let native = names.as_ref().and_then(|(names, places)| names.native().zip(places.first()));
        self.warn_of_secret((key, native), &attributes, &ty, &context);
        let default = self.default(&attributes, &ty, presence, &context);
        self.check_null(&attributes, &ty, presence);
        let (names, name_places) = names?;
        if names.is_rest() {
            self.check_rest(&attributes, &ty);
        }
        let rest = attributes.entry(Attribute::Rest).map(|(key, _)| key.span());
        let rest = rest.filter(|_| names.is_rest());
        let field = Field {
            key: checked_key?,
            ty,
            optional: presence.optional,
            nullable: presence.nullable,
            mutability,
            default,
            doc: self.documentation(key),
            sensitive,
            deprecated: deprecated.map(|node| node.text().into()),
            names,
        };
        // A rest has no default at all, which is reported.
        if rest.is_none() {
            self.check_ambiguous(&field, attributes.value(Attribute::Default), &context.path);
        }
        let checked = CheckedField {
            field,
            key,
            deprecated,
            default: attributes.entry(Attribute::Default).map(|(_, value)| value),
            name_places,
            rest,
            type_doc: self.documentation_of_type(&attributes),
        };
        if parent.is_some() {
            self.check_deprecated(&checked);
        }
        Some(checked)
    }

    /// Reads the documentation above the key of a field, member or variant. Reports characters that could control a
    /// terminal.
    pub(super) fn documentation(&mut self, key: Node<'_>) -> Option<Box<str>> {
        let text = key.document().documentation_of(key.id())?;
        let steers = |c: char| c != '\n' && escape::steers(c);
        if let Some(found) = text.chars().find(|c| steers(*c))
            && let Some(lines) = key.document().documentation_span(key.id())
        {
            self.report.push(errors::control_documentation(key, lines, found));
        }
        Some(text.into())
    }

    /// Counts a field against the limit; reports the first one beyond it.
    pub(super) fn count_field(&mut self, key: Node<'_>) -> bool {
        self.fields += 1;
        if self.fields == MAX_FIELDS + 1 {
            self.report.push(errors::too_many_fields(key.span()));
        }
        self.fields <= MAX_FIELDS
    }

    /// Checks a key against the grammar. The key of a field or member may be kept as its native name.
    pub(super) fn key(&mut self, node: Node<'_>) -> Option<Key> {
        self.key_or_name(node, true)
    }

    /// As [`key`](Self::key), for the name of a case. It can be kept as the case's text if the union has a tag; layers
    /// have no names of other cases.
    pub(super) fn case_name(&mut self, node: Node<'_>, has_tag: bool) -> Option<Key> {
        self.key_or_name(node, has_tag)
    }

    fn key_or_name(&mut self, node: Node<'_>, is_in_layers: bool) -> Option<Key> {
        if node.kind() == Kind::Invalid {
            return None;
        }
        let refused = |error| {
            let diagnostic = errors::bad_key(node, "key", error);
            let is_native =
                is_in_layers && self.conventions.is_some() && NativeName::new(node.text()).is_ok();
            let help = errors::names::kept_as_native(node).filter(|_| is_native);
            self.report.push(diagnostic.help_if(help));
        };
        Key::new(node.text()).map_err(refused).ok()
    }

    /// Whether a value must be kept secret. It must also if the attribute is invalid or misspelled.
    fn sensitive(&mut self, attributes: &Attributes<'_>) -> bool {
        let is_there = attributes.has(Attribute::Sensitive);
        let flag = self.flag(attributes, Attribute::Sensitive);
        let sensitive = if is_there {
            flag.is_none_or(|(flag, _)| flag)
        } else {
            attributes.is_misspelled(Attribute::Sensitive)
        };
        self.met_sensitive |= sensitive;
        sensitive
    }

    /// Warns about a field with a name of secrets, if it has no `sensitive` attribute.
    fn warn_of_secret(
        &mut self,
        (key, native): (Node<'_>, Option<(&NativeName, &Span)>),
        attributes: &Attributes<'_>,
        ty: &Type,
        context: &FieldContext<'_>,
    ) {
        // In a text with a syntax error, the attribute may be in the unread part.
        let is_whole = key.document().is_complete();
        let element = attributes.value(Attribute::Element);
        let is_said_of_element =
            element.is_some_and(|element| element.get(Attribute::Sensitive.name()).is_some());
        let is_said = context.sensitive || is_said_of_element || attributes.has(Attribute::Sensitive);
        if !is_whole || is_said {
            return;
        }
        let is_secret = |name: &str| is_named_secret(name, ty, attributes);
        if is_secret(key.text()) {
            self.report.push(errors::not_sensitive(
                &context.path.to_string(),
                key.span(),
                attributes.place(),
            ));
        } else if let Some((name, place)) = native.filter(|(name, _)| is_secret(name.as_str())) {
            self.report.push(errors::not_sensitive(name.as_str(), *place, attributes.place()));
        }
    }

    fn deprecated<'d>(&mut self, attributes: &Attributes<'d>) -> Option<Node<'d>> {
        let node = attributes.value(Attribute::Deprecated)?;
        if node.kind() == Kind::String && !node.text().is_empty() {
            return Some(node);
        }
        let expected = "a string that says why, and what to set instead";
        self.report.push(errors::wrong_attribute(node, Attribute::Deprecated, expected));
        // A missing default is reported in the same run.
        (node.kind() == Kind::True).then_some(node)
    }

    /// A field that should no longer be set must have a default, or be optional.
    pub(super) fn check_deprecated(&mut self, checked: &CheckedField<'_>) {
        // A rest is never deprecated, which is reported.
        if let Some(node) = checked.deprecated
            && checked.rest.is_none()
            && checked.default.is_none()
            && checked.field.default.is_none()
            && !checked.field.optional
        {
            self.report.push(errors::deprecated_without_default(node, checked.key));
        }
    }

    fn mutability(&mut self, attributes: &Attributes<'_>) -> Mutability {
        let mut mutability = Mutability::default();
        let Some(list) = attributes.value(Attribute::Mutability) else { return mutability };
        if list.kind() != Kind::Array {
            self.report.push(errors::wrong_attribute(
                list,
                Attribute::Mutability,
                "an array: `[\"parent\"]`",
            ));
            return mutability;
        }
        for node in list.elements() {
            match node.kind() {
                Kind::Invalid => {}
                Kind::String if node.text() == "parent" && !mutability.parent => {
                    self.uses(Feature::ParentOverrides, node.span());
                    mutability.parent = true;
                }
                Kind::String if node.text() == "parent" => {
                    self.report.push(errors::repeated_mutability(node));
                }
                Kind::Null
                | Kind::True
                | Kind::False
                | Kind::Number
                | Kind::String
                | Kind::Array
                | Kind::Object => self.report.push(errors::unknown_mutability(node)),
            }
        }
        mutability
    }

    /// Checks that no `json` is nullable, since it takes null by its kinds.
    fn check_null(&mut self, attributes: &Attributes<'_>, ty: &Type, presence: Presence) {
        let nullable = attributes.entry(Attribute::Nullable).filter(|_| presence.nullable);
        if let (Some((attribute, value)), Type::Json(ty)) = (nullable, ty) {
            self.report.push(errors::null::nullable_json(attribute, value, *ty));
        }
    }

    /// Checks that the default of a field, written at this node, gives no value to what is optional and takes null.
    pub(super) fn check_ambiguous(&mut self, field: &Field, node: Option<Node<'_>>, path: &ValuePath<'_>) {
        if let (Some(node), Some(default)) = (node, &field.default)
            && let Some(ambiguous) = field.ambiguous_default(default)
        {
            self.report.push(errors::null::default_beside_null(node, &ambiguous, path));
        }
    }

    /// The default of a field, checked against its type.
    pub(super) fn default(
        &mut self,
        attributes: &Attributes<'_>,
        ty: &Type,
        presence: Presence,
        context: &FieldContext<'_>,
    ) -> Option<Value> {
        let node = attributes.value(Attribute::Default)?;
        self.uses(Feature::Defaults, node.span());
        let declared = attributes.value(Attribute::Type).map(Node::span);
        let declared = move |_: &ValuePath<'_>| declared;
        let FieldContext { path, sensitive, .. } = *context;
        // A field without a default has no `default`, even if it is optional: a `null` there is the null value.
        let subject = Subject {
            what: "default",
            path,
            declared: &declared,
            presence: Presence { optional: false, ..presence },
            default_of_optional: presence.optional,
            field: None,
            aliases: false,
            sensitive,
            moved: false,
            open: false,
            root: None,
            kept: None,
        };
        let value = crate::value::read(ty, node, &subject, self.report)?;
        let is_secret = sensitive || ty.holds_sensitive();
        each_string(ty, node, &mut |node| self.warn_of_placeholder(node, (&path, is_secret)));
        Some(value)
    }

    /// Warns about the first placeholder of another tool in a string of a default.
    fn warn_of_placeholder(&mut self, node: Node<'_>, (path, is_secret): (&ValuePath<'_>, bool)) {
        let place = |part| if is_secret { node.span() } else { node.span_of_text(part) };
        let kept = crate::value::kept(node.text(), &place, ("default", &path.to_string(), is_secret), false);
        if let Some((kind, kept)) = kept {
            self.report.push(kept.help(format!("{} in a layer, without a default", kind.kept_by_text())));
        }
    }

    /// The pattern of a string.
    pub(super) fn pattern(&mut self, node: Node<'_>) -> Option<Arc<Pattern>> {
        self.uses(Feature::Patterns, node.span());
        if node.kind() != Kind::String {
            self.report.push(errors::wrong_attribute(
                node,
                Attribute::Pattern,
                "a regular expression, a string",
            ));
            return None;
        }
        let refused = match self.patterns.get(node.text()) {
            Ok(pattern) => return Some(pattern),
            Err(PatternError::TooLong) => errors::patterns::pattern_too_long(node),
            Err(PatternError::TooLarge) => errors::patterns::pattern_too_large(node),
            Err(PatternError::TooLargeTogether) if self.patterns_refused => return None,
            Err(PatternError::TooLargeTogether) => {
                self.patterns_refused = true;
                errors::patterns::patterns_too_large(node)
            }
            Err(PatternError::Invalid(said)) => errors::patterns::invalid_pattern(node, &said),
        };
        self.report.push(refused);
        None
    }
}

/// Whether the name of a field and its type are those of a secret. In a struct, members with a `sensitive` attribute,
/// or with names of secrets, are examined on their own.
fn is_named_secret(name: &str, ty: &Type, attributes: &Attributes<'_>) -> bool {
    match ty {
        Type::String(_) => is_secret_value(name, NamedKind::Text),
        Type::Json(_) => is_secret_value(name, NamedKind::Other),
        Type::Integer(_) | Type::Float(_) => is_secret_value(name, NamedKind::Number),
        Type::Vector(_) | Type::Array(_) => {
            ty.element().is_some_and(|element| is_named_secret(name, element, attributes))
        }
        Type::Map(map) => is_named_secret(name, map.value(), attributes),
        Type::Struct(of) => {
            let says = |(key, member): (Node<'_>, Node<'_>)| {
                is_secret_text(key.text()) || member.get(Attribute::Sensitive.name()).is_some()
            };
            let is_open = |fields: Node<'_>| {
                !fields.members().any(says) && !fields.members().all(|(key, _)| is_property(key.text()))
            };
            // Few structs have such a name, so it is looked at first.
            is_secret_value(name, NamedKind::Group)
                && of.members().iter().any(|member| matches!(member.ty, Type::String(_)))
                && attributes.value(Attribute::Fields).is_some_and(is_open)
        }
        Type::Union(of) => of.cases().iter().any(|case| is_named_secret(name, &case.ty, attributes)),
        Type::Bool | Type::Enum(_) => false,
    }
}
