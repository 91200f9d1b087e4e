//! The values outside the component that expressions in layers may read: inputs, and other components.

use super::definition_errors;
use super::imports::{Import, ImportedFields, ImportedValues};
use crate::declaration::{Checksum, Config, Declaration};
use crate::diagnostic::Report;
use crate::schema::{CheckedInputs, DeclaredInput, ValueSource, check_inputs};
use crate::secrets::may_say_more;
use crate::syntax::{Document, Kind, Node};
use crate::text::Span;
use crate::types::{Component, Field, StructType, Type, Value};
use crate::value::{INPUTS, ValuePath};
use confc_core::declaration::{checked_schema, seal_checked};
use confc_core::expr::Outside;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, OnceLock};

/// The origin of an outside value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum OutsideOrigin {
    /// The input has no value.
    Missing,
    /// The given value is wrong, which is reported.
    Refused,
    /// The default of the input.
    Default(Span),
    /// A flag, or a file of inputs.
    Given(Span),
    /// Another component.
    Component,
}

/// The inputs of a run, with their known values. Many components share them.
#[derive(Debug, PartialEq)]
pub(crate) struct KnownInputs {
    fields: StructType,
    declared: CheckedInputs,
    /// One value for each input. The placeholder of an unknown value must not be read.
    values: Vec<Value>,
    /// One origin for each input.
    origins: Vec<OutsideOrigin>,
}

impl KnownInputs {
    /// `found` has the values by position; `missing` is the origin of the other inputs.
    pub(crate) fn new(
        declared: CheckedInputs,
        mut found: BTreeMap<usize, (Value, OutsideOrigin)>,
        missing: &OutsideOrigin,
    ) -> Self {
        let fields = StructType::new(declared.declared.iter().map(|input| input.field.clone()).collect());
        let (mut values, mut origins) = (Vec::new(), Vec::new());
        for (at, input) in declared.declared.iter().enumerate() {
            // No value is computed from an input that may be sensitive, so that no message can reveal it.
            let is_doubtful = declared.is_doubtful(&input.field);
            let is_refused = is_doubtful || declared.is_refused(input.field.key.as_str());
            let missing = if is_refused { OutsideOrigin::Refused } else { missing.clone() };
            let found = found.remove(&at).filter(|_| !is_doubtful);
            let (value, origin) = found.unwrap_or((Value::Absent, missing));
            values.push(value);
            origins.push(origin);
        }
        Self { fields, declared, values, origins }
    }
}

/// The inputs and imports that expressions may read, with their values.
#[derive(Debug, PartialEq)]
pub struct OutsideValues {
    inputs: Arc<KnownInputs>,
    imports: StructType,
    /// One for each import.
    import_origins: Vec<OutsideOrigin>,
    /// One for each import.
    imported: Vec<ImportedFields>,
    /// The checksum of the declaration of each import; `None` for an import that is resolved together with this
    /// component.
    checksums: Vec<Option<Checksum>>,
    /// The names with a value, but without a declaration. Each was reported.
    undeclared: BTreeSet<Box<str>>,
}

impl Default for OutsideValues {
    fn default() -> Self {
        let none = KnownInputs::new(CheckedInputs::default(), BTreeMap::new(), &OutsideOrigin::Missing);
        Self::new(Arc::new(none), Vec::new())
    }
}

/// The inputs that layers declare, before they have values.
#[derive(Debug)]
pub struct InputDeclarations {
    pub(crate) declared: CheckedInputs,
    /// The inputs as fields of a schema; `None` if there are no inputs.
    declaration: Option<Declaration>,
    /// Whether they are the inputs of plans, whose layers are not available.
    pub(crate) of_plans: bool,
    /// The inputs before they have values, made on demand.
    unknown: OnceLock<Arc<KnownInputs>>,
}

/// The object in a layer that declares inputs.
fn declaring(document: &Document) -> Option<Node<'_>> {
    declaring_in(document.root()?)
}

/// The object that declares inputs in a layer that is a part of a document.
pub(crate) fn declaring_in(layer: Node<'_>) -> Option<Node<'_>> {
    if layer.kind() == Kind::Object { layer.get(INPUTS) } else { None }
}

impl InputDeclarations {
    /// Reads the inputs that layers declare. Reports every mistake.
    pub fn read<'d>(layers: impl Iterator<Item = &'d Document>, report: &mut Report) -> Self {
        let objects: Vec<Node<'d>> = layers.filter_map(declaring).collect();
        Self::read_objects(&objects, report)
    }

    /// Reads objects of the form of `$inputs`. Reports every mistake.
    pub(crate) fn read_objects(objects: &[Node<'_>], report: &mut Report) -> Self {
        if objects.is_empty() {
            return Self::of(CheckedInputs::default());
        }
        let mut declared = check_inputs(objects, report);
        let known: BTreeMap<&str, &Field> =
            declared.declared.iter().map(|input| (input.field.key.as_str(), &input.field)).collect();
        let members = objects.iter().flat_map(|object| object.members());
        let doubtful = members.filter(|(name, input)| may_say_more(*input, known.get(name.text()).copied()));
        declared.doubtful = doubtful.map(|(name, _)| name.text().into()).collect();
        Self::of(declared)
    }

    /// The inputs of plans, in ascending order of their names, each with a place that shows its declaration.
    pub fn of_plans(fields: impl Iterator<Item = (Field, Span)>) -> Self {
        let declared = fields.map(|(field, place)| DeclaredInput { field, place }).collect();
        Self { of_plans: true, ..Self::of(CheckedInputs { declared, ..CheckedInputs::default() }) }
    }

    fn of(declared: CheckedInputs) -> Self {
        let fields: Vec<Field> = declared.guarded_fields().collect();
        let seal = |fields| {
            seal_checked(Component::default(), Some(checked_schema(fields, ValueSource::Capabilities)))
        };
        let declaration = (!fields.is_empty()).then(|| seal(fields));
        Self { declared, declaration, of_plans: false, unknown: OnceLock::new() }
    }

    /// Adds texts with a syntax error; `None` is a missing text. Such a text may declare an undeclared name, or may
    /// declare a named input as sensitive.
    #[must_use]
    pub(crate) fn with_unread<'t>(self, unread: impl Iterator<Item = Option<&'t str>>) -> Self {
        let Self { mut declared, of_plans, .. } = self;
        let names: HashSet<&str> = declared.declared.iter().map(|input| input.field.key.as_str()).collect();
        // Many layers may be parts of one text.
        let mut seen = HashSet::new();
        for text in unread.filter(|text| seen.insert(text.map(str::as_ptr))) {
            declared.is_partial = true;
            let words = text.unwrap_or_default().split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            declared.doubtful.extend(words.filter(|word| names.contains(word)).map(Box::from));
        }
        Self { of_plans, ..Self::of(declared) }
    }

    /// The inputs as fields of a schema; `None` if there are no inputs.
    #[must_use]
    pub fn config(&self) -> Option<&Config> {
        self.declaration.as_ref()?.config()
    }

    /// The place where an input is declared.
    pub(crate) fn place(&self, path: &ValuePath<'_>) -> Option<Span> {
        let ValuePath::Field(name) = path else { return None };
        self.declared
            .declared
            .iter()
            .find(|input| input.field.key.as_str() == name.key)
            .map(|input| input.place)
    }
}

impl InputDeclarations {
    /// The positions of the inputs with these names; unknown names are skipped.
    pub(crate) fn positions<'n>(&self, names: impl Iterator<Item = &'n str>) -> BTreeSet<usize> {
        names.filter_map(|name| self.config()?.position(name)).collect()
    }

    /// The declared inputs, for hiding those that are or may be sensitive.
    pub(crate) fn checked(&self) -> &CheckedInputs {
        &self.declared
    }

    pub(crate) fn nearest(&self, name: &str, report: &mut Report) -> Option<String> {
        let keys = self.config()?.fields().iter().map(|field| field.key.as_str());
        report.suggestions().nearest(name, keys).map(str::to_owned)
    }

    /// The inputs before they have values.
    pub(crate) fn unknown(&self) -> Arc<KnownInputs> {
        let new = || KnownInputs::new(self.declared.clone(), BTreeMap::new(), &OutsideOrigin::Missing);
        Arc::clone(self.unknown.get_or_init(|| Arc::new(new())))
    }
}

impl OutsideValues {
    /// The inputs with these imports.
    pub(crate) fn new(inputs: Arc<KnownInputs>, mut imports: Vec<Import>) -> Self {
        imports.sort_by(|a, b| a.name.cmp(&b.name));
        let mut import_origins = Vec::new();
        let (mut fields, mut imported, mut checksums) = (Vec::new(), Vec::new(), Vec::new());
        for Import { name, values } in imports {
            let (ty, values, checksum) = match values {
                ImportedValues::Loaded(loaded) => {
                    let values = ImportedFields::Loaded(loaded.values().to_vec());
                    (loaded.config().as_struct().clone(), values, Some(loaded.config().checksum()))
                }
                ImportedValues::Unknown(ty, checksum) => (ty, ImportedFields::Unknown, Some(checksum)),
                ImportedValues::Together(ty, component) => (ty, ImportedFields::Together(component), None),
            };
            let is_unknown = values == ImportedFields::Unknown;
            import_origins.push(if is_unknown { OutsideOrigin::Missing } else { OutsideOrigin::Component });
            fields.push(Field::new(name, Type::Struct(ty)));
            imported.push(values);
            checksums.push(checksum);
        }
        let imports = StructType::new(fields);
        let undeclared = BTreeSet::new();
        Self { inputs, imports, import_origins, imported, checksums, undeclared }
    }

    /// Adds names with a value and without a declaration. Each was reported.
    pub(crate) fn with_undeclared(self, undeclared: BTreeSet<Box<str>>) -> Self {
        Self { undeclared, ..self }
    }

    /// The meaning of names in expressions.
    pub(crate) fn names(&self) -> Outside<'_> {
        Outside { inputs: &self.inputs.fields, imports: &self.imports }
    }

    /// The values of inputs. The placeholder of an unknown value must not be read.
    pub(crate) fn input_values(&self) -> &[Value] {
        &self.inputs.values
    }

    /// The values of imports.
    pub(crate) fn imported(&self) -> &[ImportedFields] {
        &self.imported
    }

    /// The values of each import; empty if the import is unknown, or is resolved together with this component.
    pub(crate) fn import_values(&self) -> Vec<Vec<Value>> {
        let values = |fields: &ImportedFields| match fields {
            ImportedFields::Loaded(fields) => fields.clone(),
            ImportedFields::Together(_) | ImportedFields::Unknown => Vec::new(),
        };
        self.imported.iter().map(values).collect()
    }

    /// Whether the input or import at a position after the fields has a value. A missing input is reported at this
    /// place; other mistakes were reported before.
    pub(crate) fn check_read(&self, at: usize, place: Span, report: &mut Report) -> bool {
        self.tell_missing(at, &[place], report);
        self.is_known(at)
    }

    /// Reports a missing input that is read at these places. Reports nothing for other inputs.
    pub(crate) fn tell_missing(&self, at: usize, reads: &[Span], report: &mut Report) {
        if let Some(input) = self.missing(at) {
            report.push(definition_errors::missing_input(input, reads));
        }
    }

    /// Whether the value at a position after the fields is known.
    pub(crate) fn is_known(&self, at: usize) -> bool {
        let is_unknown = |origin: &_| matches!(origin, OutsideOrigin::Missing | OutsideOrigin::Refused);
        self.origin(at).is_some_and(|origin| !is_unknown(origin))
    }

    /// The value of an input, by its position after the fields.
    pub(crate) fn value(&self, at: usize) -> Option<&Value> {
        self.inputs.values.get(at)
    }

    /// The values of an import, by its position after the fields, if they are known.
    pub(crate) fn component(&self, at: usize) -> Option<&[Value]> {
        match self.imported.get(at.checked_sub(self.inputs.values.len())?)? {
            ImportedFields::Loaded(fields) => Some(fields),
            ImportedFields::Together(_) | ImportedFields::Unknown => None,
        }
    }

    /// The position of an import among the components that are resolved together, by its position after the fields.
    pub(crate) fn together(&self, at: usize) -> Option<usize> {
        match self.imported.get(at.checked_sub(self.inputs.values.len())?)? {
            ImportedFields::Loaded(_) | ImportedFields::Unknown => None,
            ImportedFields::Together(position) => Some(*position),
        }
    }

    /// Whether any input, or a field of another component, is sensitive.
    #[must_use]
    pub fn holds_sensitive(&self) -> bool {
        self.inputs.fields.members().iter().chain(self.imports.members()).any(Field::holds_sensitive)
    }

    /// The inputs that were given, and their values.
    pub fn given(&self) -> impl Iterator<Item = (&Field, &Value)> {
        let given = self.inputs.fields.members().iter().zip(&self.inputs.values).zip(&self.inputs.origins);
        given.filter(|(_, origin)| matches!(origin, OutsideOrigin::Given(_))).map(|(given, _)| given)
    }

    /// The inputs that have values, given or their defaults.
    pub(crate) fn known_inputs(&self) -> impl Iterator<Item = (&Field, &Value)> {
        let inputs = self.inputs.fields.members().iter().zip(&self.inputs.values);
        inputs.enumerate().filter(|(at, _)| self.is_known(*at)).map(|(_, input)| input)
    }

    /// Whether the input or import at a position after the fields has no value.
    pub(crate) fn waits(&self, at: usize) -> bool {
        self.origin(at) == Some(&OutsideOrigin::Missing)
    }

    /// The imports as fields, each with the checksum of its declaration.
    pub(crate) fn imports(&self) -> impl Iterator<Item = (&Field, Option<Checksum>)> {
        self.imports.members().iter().zip(self.checksums.iter().copied())
    }

    pub(crate) fn origin(&self, at: usize) -> Option<&OutsideOrigin> {
        let inputs = &self.inputs.origins;
        inputs.get(at).or_else(|| self.import_origins.get(at.checked_sub(inputs.len())?))
    }

    /// An input without a value, by its position after the fields.
    pub(crate) fn missing(&self, at: usize) -> Option<&DeclaredInput> {
        let is_missing = self.origin(at) == Some(&OutsideOrigin::Missing);
        self.inputs.declared.declared.get(at).filter(|_| is_missing)
    }

    /// The input or import at a position after the fields.
    pub(crate) fn field(&self, at: usize) -> Option<&Field> {
        let inputs = self.inputs.fields.members();
        inputs.get(at).or_else(|| self.imports.members().get(at.checked_sub(inputs.len())?))
    }

    /// Whether an undeclared input may be declared in a part with a reported mistake.
    pub(crate) fn is_refused(&self, name: &str) -> bool {
        self.inputs.declared.may_declare(name) || self.undeclared.contains(name)
    }

    /// The inputs as expressions read them.
    #[must_use]
    pub fn inputs(&self) -> &StructType {
        &self.inputs.fields
    }

    /// The declared inputs, for hiding those that are or may be sensitive.
    #[must_use]
    pub fn checked_inputs(&self) -> &CheckedInputs {
        &self.inputs.declared
    }
}
