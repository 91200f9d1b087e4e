//! The reader of literals with expressions, with warnings about plain strings that look like expressions.

use super::assignment::AssignedValue;
use super::computed::{ComputedLiteral, ComputedOrigin, LiteralMark, PlacedDefinition, PlacedRead, path_of};
use super::definition_errors;
use super::operator_errors;
use super::outside::OutsideValues;
use super::placeholder::{self, PlainIn};
use super::plain_text;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::pointer::{Data, Tree, TreeMembers};
use crate::schema::numbers_differ;
use crate::syntax::{Kind, Node};
use crate::text::Source;
use crate::types::Type;
use crate::value::{
    self, Subject, TAG_TEXT, TEXT, case_of, definition_of, each_string, kept_dash, kept_line_break,
    member_type, name_in,
};
use confc_core::evaluation::partial_type;
use confc_core::expr::{
    CheckErrorKind, Definition, DefinitionError, DefinitionErrorKind, DefinitionTarget, DifferingUnits,
    Scope, TypeClasses,
};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Reads the expressions of a document. The default allows no expressions.
#[derive(Default)]
pub(super) struct DefinitionReader<'a> {
    known: Option<(&'a Config, &'a OutsideValues, &'a Arc<Source>)>,
    /// The kind of source of plain strings, if there are warnings about them.
    pub(super) plain_in: Option<PlainIn>,
    /// The types that expressions compared so far.
    types: OnceCell<TypeClasses>,
    /// The number of literals with expressions so far.
    count: Cell<u32>,
    /// The inputs and imports that plain strings seem to read, by positions after the fields.
    mentioned: RefCell<BTreeSet<usize>>,
}

impl<'a> DefinitionReader<'a> {
    /// A reader for a layer with this text.
    pub(crate) fn new(config: &'a Config, outside: &'a OutsideValues, source: &'a Arc<Source>) -> Self {
        let known = Some((config, outside, source));
        Self { known, plain_in: Some(PlainIn::Layer), ..Self::default() }
    }

    /// A reader for values of inputs, which must be literals.
    pub(super) fn of_inputs() -> Self {
        Self { plain_in: Some(PlainIn::Input), ..Self::default() }
    }

    /// Reads a literal that is or contains a definition.
    pub(crate) fn literal(
        &self,
        ty: &Type,
        node: Node<'_>,
        subject: &Subject<'_>,
        report: &mut Report,
    ) -> AssignedValue {
        let Some((_, outside, source)) = self.known else {
            report.push(definition_errors::not_in_a_layer(
                node,
                self.plain_in == Some(PlainIn::Input),
                subject,
            ));
            return AssignedValue::Invalid;
        };
        let errors_before = report.errors();
        // Reports mistakes in the rest of the literal.
        value::read(&partial_type(ty), node, &Subject { open: true, ..*subject }, report);
        let Some(scope) = self.scope() else { return AssignedValue::Invalid };
        let definitions = Vec::new();
        let mut reader = LiteralReader { scope: &scope, outside, report, definitions, is_sound: true };
        let literal = reader.tree(None, Some(ty), node, subject);
        let LiteralReader { definitions, is_sound, .. } = reader;
        if !is_sound || report.errors() > errors_before {
            return AssignedValue::Invalid;
        }
        let number = self.count.get();
        self.count.set(number.saturating_add(1));
        AssignedValue::Computed(Box::new(ComputedLiteral {
            number,
            place: node.span(),
            source: Arc::clone(source),
            literal,
            definitions,
            path: path_of(&subject.path),
            is_secret: subject.sensitive,
            presence: subject.presence,
        }))
    }

    /// The meaning of names in expressions; `None` if expressions are not allowed.
    pub(super) fn scope(&self) -> Option<Scope<'_>> {
        let (config, outside, _) = self.known?;
        let types = self.types.get_or_init(TypeClasses::default);
        Some(Scope::new(config.as_struct()).with_outside(outside.names()).remembering(types))
    }

    /// Remembers the inputs and imports that a plain string seems to read.
    pub(super) fn mention(&self, outside: impl Iterator<Item = usize>) {
        self.mentioned.borrow_mut().extend(outside);
    }

    /// The inputs and imports that plain strings seem to read, by positions after the fields.
    pub(crate) fn mentioned(&self) -> BTreeSet<usize> {
        self.mentioned.borrow().clone()
    }

    /// The number of literals with expressions.
    pub(crate) fn count(&self) -> u32 {
        self.count.get()
    }

    /// Warns about strings in a literal with a `${…}` that would be an expression over the fields, inputs and imports.
    /// Names of shells and templates, such as `${HOME}`, are not expressions.
    pub(super) fn warn_of_plain(
        &self,
        ty: &Type,
        node: Node<'_>,
        subject: &Subject<'_>,
        report: &mut Report,
    ) {
        // Settings and variables have warnings of their own.
        let Some(plain_in) = self.plain_in else { return };
        each_string(ty, node, &mut |node| self.warn_of_string(node, subject, plain_in, report));
    }

    fn warn_of_string(&self, node: Node<'_>, subject: &Subject<'_>, plain_in: PlainIn, report: &mut Report) {
        if placeholder::warn_of_quotes(node, subject, report) {
            return;
        }
        if let Some(kept) = kept_line_break(node, subject).or_else(|| kept_dash(node, subject)) {
            return report.push(kept);
        }
        if !plain_text::may_hold_placeholder(node) {
            return;
        }
        let scope = self.scope().filter(|_| node.raw().contains("${"));
        match scope
            .and_then(|scope| Some((plain_text::warn(node, subject, (&scope, plain_in), report)?, scope)))
        {
            Some((mentioned, scope)) => {
                let fields = scope.fields().members().len();
                self.mention(mentioned.into_iter().filter_map(|at| at.checked_sub(fields)));
            }
            None => self.warn_of_placeholder(node, subject, plain_in, report),
        }
    }

    /// Warns about a placeholder of another tool. An input that it names counts as read.
    fn warn_of_placeholder(
        &self,
        node: Node<'_>,
        subject: &Subject<'_>,
        plain_in: PlainIn,
        report: &mut Report,
    ) {
        let scope = self.scope();
        let inputs = scope.as_ref().map_or(&[][..], Scope::inputs);
        let name = name_in(node.text());
        let input = name.and_then(|name| inputs.iter().position(|input| input.key.as_str() == name));
        self.mention(input.into_iter());
        match input.and_then(|at| inputs.get(at)) {
            Some(input) => placeholder::warn_of_input(node, subject, input, report),
            None => placeholder::warn(node, subject, plain_in, report),
        }
    }
}

/// Whether a literal is or contains a definition. `ty` is its type, if the values around it fit theirs. Recursion is
/// limited by the depth of documents.
pub(super) fn holds_definition(ty: Option<&Type>, node: Node<'_>, subject: &Subject<'_>) -> bool {
    if definition_of(ty, node, subject).is_some() {
        return true;
    }
    if let Some(Type::Union(of)) = ty {
        return case_of(of, &node)
            .is_some_and(|(_, case)| holds_definition(Some(&case.ty), node, &subject.case(of, case)));
    }
    match node.kind() {
        _ if ty.is_some_and(Type::is_json) => false,
        Kind::Array => {
            let element = ty.and_then(Type::element);
            node.elements()
                .enumerate()
                .any(|(at, node)| holds_definition(element, node, &subject.element(at)))
        }
        Kind::Object => node.members().any(|(key, node)| {
            let member = ty.and_then(|ty| member_type(ty, key.text()));
            holds_definition(member, node, &subject.entry(key.text()))
        }),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => false,
    }
}

struct LiteralReader<'r, 's> {
    scope: &'r Scope<'s>,
    outside: &'r OutsideValues,
    report: &'r mut Report,
    definitions: Vec<PlacedDefinition>,
    /// Whether all definitions are valid.
    is_sound: bool,
}

impl LiteralReader<'_, '_> {
    /// Reads a part of the literal. `ty` is its type if the values around it fit. Mistakes outside definitions were
    /// reported before. Recursion is limited by the depth of documents.
    fn tree(
        &mut self,
        key: Option<Node<'_>>,
        ty: Option<&Type>,
        node: Node<'_>,
        subject: &Subject<'_>,
    ) -> Tree<LiteralMark> {
        let mark = LiteralMark { key: key.map(Node::span), value: node.span(), definition: None };
        if ty.is_some_and(Type::is_json) && definition_of(ty, node, subject).is_none() {
            // All of it is data.
            let mut data = |node: Node<'_>| LiteralMark { key: None, value: node.span(), definition: None };
            return Tree { mark, ..Tree::of(node, &mut data) };
        }
        if let Some(Type::Union(of)) = ty
            && definition_of(ty, node, subject).is_none()
            && let Some((_, case)) = case_of(of, &node)
        {
            return self.tree(key, Some(&case.ty), node, &subject.case(of, case));
        }
        let data = match node.kind() {
            Kind::Null => Data::Null,
            Kind::Invalid => {
                self.is_sound = false;
                Data::Null
            }
            Kind::True => Data::Bool(true),
            Kind::False => Data::Bool(false),
            Kind::Number => Data::Number(node.numeral().into()),
            Kind::String => Data::String(node.text().into()),
            Kind::Array => {
                let element = ty.and_then(Type::element);
                let part = |(at, node)| self.tree(None, element, node, &subject.element(at));
                Data::Array(node.elements().enumerate().map(part).collect())
            }
            Kind::Object => match definition_of(ty, node, subject) {
                Some(member) => {
                    let definition = self.definition(ty, node, member, subject);
                    return Tree { mark: LiteralMark { definition, ..mark }, data: Data::Null };
                }
                None => self.members(ty, node, subject),
            },
        };
        Tree { mark, data }
    }

    fn members(&mut self, ty: Option<&Type>, node: Node<'_>, subject: &Subject<'_>) -> Data<LiteralMark> {
        let mut members = TreeMembers::new();
        for (key, value) in node.members() {
            // A repeated key is reported with the document.
            if key.kind() == Kind::Invalid || members.get(key.text()).is_some() {
                self.is_sound = false;
                continue;
            }
            let name = key.text();
            if subject.path.tag() == Some(name) {
                let tag = self.tree(Some(key), Some(&TAG_TEXT), value, &subject.tag(name));
                members.insert(name, tag);
                continue;
            }
            let of = if let Some(Type::Struct(of)) = ty { Some(of) } else { None };
            let member = of.and_then(|of| of.members().get(of.position_in_literal(name)?));
            let rest = of.and_then(|of| of.rest_for(name)).map(|(_, rest, _)| subject.member(rest));
            let entry = || rest.as_ref().unwrap_or(subject).entry(name);
            let inner = member.map_or_else(entry, |member| subject.member(member));
            let tree = self.tree(Some(key), ty.and_then(|ty| member_type(ty, name)), value, &inner);
            members.insert(name, tree);
        }
        Data::Object(members)
    }

    /// Reads a definition. Returns its number; `None` if it, or a value around it, has a mistake.
    fn definition(
        &mut self,
        ty: Option<&Type>,
        object: Node<'_>,
        (key, text): (Node<'_>, Node<'_>),
        subject: &Subject<'_>,
    ) -> Option<usize> {
        let read = self.checked(ty?, object, (key, text), subject);
        self.is_sound &= read.is_some();
        self.definitions.push(read?);
        Some(self.definitions.len() - 1)
    }

    fn checked(
        &mut self,
        ty: &Type,
        object: Node<'_>,
        (key, text): (Node<'_>, Node<'_>),
        subject: &Subject<'_>,
    ) -> Option<PlacedDefinition> {
        if let Some((other, _)) = object.members().find(|(other, _)| other.id() != key.id()) {
            // A repeated key was reported before.
            if other.text() != key.text() {
                self.report.push(operator_errors::operator_not_alone((key, text), other, ty, subject));
            }
            return None;
        }
        if text.kind() == Kind::Invalid {
            return None;
        }
        if text.kind() != Kind::String {
            self.report.push(definition_errors::not_a_text(key, text, subject));
            return None;
        }
        let target = DefinitionTarget { ty, is_secret: subject.sensitive };
        let read = match key.text() {
            TEXT => Definition::text(text.text(), self.scope, target),
            _ => Definition::expression(text.text(), self.scope, target),
        };
        let definition = match read {
            Ok(definition) => definition,
            // The mistake in the input was reported.
            Err(DefinitionError {
                kind: DefinitionErrorKind::Check(CheckErrorKind::UnknownInput(name)),
                ..
            }) if self.outside.is_refused(&name) => {
                return None;
            }
            Err(error) => {
                let suggestions = self.report.suggestions();
                let place = (self.scope, target);
                let refused = definition_errors::refused(&error, (key, text), place, subject, suggestions);
                self.report.push(refused);
                return None;
            }
        };
        match key.text() {
            TEXT => plain_text::warn_in_text(text, subject, self.scope, self.report),
            _ => plain_text::warn_in_expression(text, subject, self.scope, self.report),
        }
        if let Some(DifferingUnits { left, right, span, .. }) = definition.differing_units(self.scope, ty) {
            let place = subject.path.to_string();
            let right_name = if right.0.is_empty() { &*place } else { &*right.0 };
            let place = text.span_of_text(span.range());
            self.report.push(numbers_differ((&left.0, left.1), (right_name, right.1), place));
        }
        let origin = ComputedOrigin {
            text: text.text().into(),
            is_secret: subject.sensitive,
            reads: reads(&definition, text),
        };
        Some(PlacedDefinition {
            place: object.span(),
            text: text.span(),
            origin: Arc::new(origin),
            presence: subject.presence,
            verbatim: Tree::written(text).mark.text,
            definition,
        })
    }
}

/// The names that a definition reads, each once, in the order of its text.
fn reads(definition: &Definition, text: Node<'_>) -> Box<[PlacedRead]> {
    let mut names = BTreeSet::new();
    let mut reads = Vec::new();
    for read in definition.reads() {
        if let Some(field) = read.field.filter(|_| names.insert(read.path)) {
            let place = text.span_of_text(read.span.range());
            let members = read.members.into();
            reads.push(PlacedRead { path: read.path.into(), field: field as usize, members, place });
        }
    }
    reads.into()
}
