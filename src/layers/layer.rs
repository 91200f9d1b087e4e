//! One set of values, read from one document.

use super::assignment::Assignment;
use super::assignment_reader::{LayerReader, OperatorUse, members};
use super::computed::ComputedLiteral;
use super::definition_reader::DefinitionReader;
use super::no_layer;
use super::outside::OutsideValues;
use super::variables;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::syntax::{Document, Format, Kind, KnownObject, Node, duplicate_key};
use crate::value::{Places, Subject};
use std::collections::BTreeSet;
use std::sync::Arc;

/// One set of values with a precedence: the assignments of one document, checked against the declaration. It need not
/// have all fields. A clone shares the assignments.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// How it merges with the layers before it.
    pub strategy: MergeStrategy,
    /// Its assignments, by the position of the field, ascending.
    pub assignments: Arc<[(usize, Assignment)]>,
    /// Whether the document could be read completely. If not, it may have more assignments.
    pub is_whole: bool,
    /// Whether it has no mistakes.
    pub is_sound: bool,
    /// The number of its literals with expressions.
    pub(crate) computed: u32,
    /// The inputs and imports that plain strings in it seem to read, by positions after the fields.
    pub(crate) mentioned: BTreeSet<usize>,
}

/// How a layer merges with the layers before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum MergeStrategy {
    /// The values of several layers must agree.
    #[default]
    Unify,
    /// Scalars, vectors and arrays replace earlier ones; structs are merged member by member.
    Override,
}

impl Layer {
    /// Reads a document as a layer. Reports every mistake, and marks the fields with mistakes. `None` if there is no
    /// object to read.
    ///
    /// `places` finds the declarations of fields. If the declaration has sensitive fields, the caller must hide the
    /// secrets before any line is shown ([`Secrets::hide_in_layer`](crate::secrets::Secrets)).
    pub fn read(
        config: &Config,
        document: &Document,
        strategy: MergeStrategy,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        Self::read_with(config, document, strategy, &OutsideValues::default(), places, report)
    }

    /// As [`read`](Self::read), for an object with only literals.
    pub(crate) fn read_literals(
        config: &Config,
        object: Node<'_>,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let definitions = DefinitionReader::of_inputs();
        let reader = LayerReader { operators: OperatorUse::Forbidden, definitions: &definitions };
        Self::read_by(config, object, (MergeStrategy::Unify, reader), places, report)
    }

    /// As [`read`](Self::read), for a layer whose expressions may read inputs and imports.
    pub fn read_with(
        config: &Config,
        document: &Document,
        strategy: MergeStrategy,
        outside: &OutsideValues,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let definitions = DefinitionReader::new(config, outside, document.source());
        let reader = LayerReader { operators: OperatorUse::Allowed, definitions: &definitions };
        let root = document.root().filter(|root| root.kind() != Kind::Invalid)?;
        Self::read_by(config, root, (strategy, reader), places, report)
    }

    fn read_by(
        config: &Config,
        root: Node<'_>,
        (strategy, reader): (MergeStrategy, LayerReader<'_>),
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let errors_before = report.errors();
        for repeated in root.document().repeated() {
            report.push(duplicate_key(root.document(), repeated));
        }
        let layer = Self::of_object(config, root, (strategy, reader), places, report)?;
        let is_sound = layer.is_whole && report.errors() == errors_before;
        Some(Self { is_sound, ..layer })
    }

    /// As [`read_with`](Self::read_with), for an object in a document. The caller reports its repeated keys.
    pub(crate) fn read_object(
        config: &Config,
        object: Node<'_>,
        strategy: MergeStrategy,
        outside: &OutsideValues,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let definitions = DefinitionReader::new(config, outside, object.document().source());
        let reader = LayerReader { operators: OperatorUse::Allowed, definitions: &definitions };
        Self::of_object(config, object, (strategy, reader), places, report)
    }

    /// As [`read_object`](Self::read_object), for some members of an object.
    pub(crate) fn read_members<'d>(
        config: &Config,
        members: (Node<'d>, impl Iterator<Item = (Node<'d>, Node<'d>)> + Clone),
        strategy: MergeStrategy,
        outside: &OutsideValues,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Self {
        let (object, _) = &members;
        let definitions = DefinitionReader::new(config, outside, object.document().source());
        let reader = LayerReader { operators: OperatorUse::Allowed, definitions: &definitions };
        Self::of_members(config, members, (strategy, reader), places, report)
    }

    fn of_object(
        config: &Config,
        object: Node<'_>,
        by: (MergeStrategy, LayerReader<'_>),
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        if object.kind() != Kind::Object {
            report.push(no_layer::no_object(object));
            return None;
        }
        // The rest of all fields takes any names, also those of other documents.
        let is_open = config.as_struct().rest().is_some();
        if !is_environment(object) && !is_open && is_another_object(config, object, report) {
            return None;
        }
        Some(Self::of_members(config, (object, object.members()), by, places, report))
    }

    fn of_members<'d>(
        config: &Config,
        (object, given): (Node<'d>, impl Iterator<Item = (Node<'d>, Node<'d>)> + Clone),
        (strategy, reader): (MergeStrategy, LayerReader<'_>),
        places: &Places<'_>,
        report: &mut Report,
    ) -> Self {
        let errors_before = report.errors();
        let root = Some(config.as_struct());
        let subject = Subject { root, ..Subject::of_values(places) };
        let assignments = match is_environment(object) {
            true => variables::assignments(config.as_struct(), given, &subject, report),
            false => members(config.as_struct(), (object, given), reader, &subject, report),
        }
        .into();
        let is_whole = object.document().is_complete();
        let is_sound = is_whole && report.errors() == errors_before;
        let (computed, mentioned) = (reader.definitions.count(), reader.definitions.mentioned());
        Self { strategy, assignments, is_whole, is_sound, computed, mentioned }
    }
}

impl Layer {
    /// Whether it has no expressions, so that it has the same meaning for every component with an equal schema.
    pub(crate) fn is_plain(&self) -> bool {
        self.computed == 0 && self.mentioned.is_empty()
    }

    /// Whether it appends to a vector, so that giving it twice has another result.
    #[must_use]
    pub fn appends(&self) -> bool {
        self.assignments.iter().any(|(_, assignment)| assignment.value.appends())
    }

    /// Its literals with expressions in them.
    pub(crate) fn computed_literals(&self) -> Vec<&ComputedLiteral> {
        self.assignments.iter().flat_map(|(_, assignment)| assignment.value.literals()).collect()
    }
}

/// Whether an object has the variables of an environment file.
fn is_environment(object: Node<'_>) -> bool {
    object.document().format() == Format::Env
}

/// Whether an object is known to be a document other than a layer, which is reported.
fn is_another_object(config: &Config, object: Node<'_>, report: &mut Report) -> bool {
    if let Some(kind) = resource_kind(object) {
        report.push(no_layer::a_resource(object, kind));
        return true;
    }
    let is_field = |key: &str| config.position_in_literal(key).is_some();
    let Some((found, key)) = KnownObject::of(object, &is_field) else { return false };
    report.push(no_layer::another_object(found, key));
    true
}

/// The `kind` of a Kubernetes resource. A layer is not one, since no field can have the key `apiVersion`.
fn resource_kind(root: Node<'_>) -> Option<Node<'_>> {
    let text = |key| root.get(key).filter(|value| value.kind() == Kind::String);
    text("apiVersion").and(text("kind"))
}
