//! Reads plans from bytes.
//!
//! The bytes are read twice: first for their form, then with the types of the declaration. So a damaged plan gets
//! another error than a plan for another declaration.

use super::error::FinishError;
use super::model::{
    PlanDefinition, PlanDefinitions, PlanExpression, PlanImport, PlanOrigin, PlanPlace, PlanTerm, ValuePlan,
};
use super::place::PlaceCheck;
use super::{LANGUAGE, form, place};
use crate::declaration::{Checksum, Config, Declaration};
use crate::evaluation::{CellContent, CellId, Cells, partial_type};
use crate::text::narrow;
use crate::types::{ConstraintViolation, Field, Key, Mutability, Presence, StructType, Type, Value};
use crate::wire::{self, DecodeError, DecodeErrorKind as Kind, Integrity, Message, SchemaReader, WireType};

/// The field numbers of `ValuesPlan`.
const INPUTS: u64 = 1;
const SLOTS: u64 = 2;
const CHECKSUM: u64 = 3;
const SOURCES: u64 = 4;
const LANGUAGE_NUMBER: u64 = 5;
const IMPORTS: u64 = 6;
const NO_EMBEDDED_SCHEMA: u64 = 7;
const AMOUNT: u64 = 9;
const ORIGINS: u64 = 10;

/// The fewest bytes of an input: a key of one byte and a type without constraints.
const LEAST_INPUT: usize = 9;

/// The fewest bytes of a slot: an absent value.
const LEAST_SLOT: usize = 4;

impl ValuePlan {
    /// Reads a plan for a declaration.
    ///
    /// The bytes may be hostile. All of this is checked in this order, each with an error of its own: a size of at most
    /// 64 MiB; integrity; canonical form; the checksum of the declaration; a supported version of the language; one
    /// slot per field; and that every known value fits. Expressions are checked when the plan is finished. Allocates
    /// less than 16 times the size of the bytes, plus up to three times
    /// [`MAX_PATTERNS_MEMORY`](crate::types::limits::MAX_PATTERNS_MEMORY) for the patterns of inputs and imports.
    ///
    /// # Errors
    /// The first error.
    pub fn decode(declaration: &Declaration, bytes: &[u8]) -> Result<Self, FinishError> {
        let config = declaration.config().ok_or(FinishError::NoSchema)?;
        let read = PlanContent::of(bytes)?;
        if read.checksum != config.checksum() {
            let (expected, found) = (config.checksum(), read.checksum);
            return Err(FinishError::ChecksumMismatch { import: None, expected, found });
        }
        if read.language > LANGUAGE {
            return Err(FinishError::Language { found: read.language });
        }
        read.for_config(declaration, config)
    }
}

/// Whether bytes have the form of a plan. Messages about a file of the wrong kind use it.
#[must_use]
pub fn is_plan(bytes: &[u8]) -> bool {
    PlanContent::of(bytes).is_ok()
}

/// A plan in canonical form.
struct PlanContent<'a> {
    inputs: StructType,
    input_values: Vec<(u32, Value)>,
    /// The message before the slots.
    slots: Message<'a>,
    /// The number of slots, and the number of deferred slots with those of members.
    count: usize,
    waiting: usize,
    checksum: Checksum,
    sources: Vec<Box<str>>,
    language: u64,
    imports: Vec<PlanImport>,
    omits_embedded_schema: bool,
    amount: u64,
    origins: Vec<PlanOrigin>,
}

impl<'a> PlanContent<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let mut message = Message::new(wire::content(bytes, Integrity::Check)?);
        let mut reader = SchemaReader::default();
        let (inputs, input_values) = inputs(&mut message, &mut reader)?;
        let slots = message;
        let mut places = PlaceCheck::default();
        let (mut count, mut waiting) = (0, 0);
        while let Some(slot) = message.message(SLOTS)? {
            waiting += form::slot(slot, 1, &mut places)?;
            count += 1;
        }
        let checksum = Checksum::from_bytes(wire::checksum(message.needed(CHECKSUM, "a checksum")?)?);
        let before_sources = message;
        let sources = place::sources(&mut message, SOURCES)?;
        let language = message.unsigned(LANGUAGE_NUMBER)?;
        let language = language.ok_or_else(|| message.error(Kind::Missing { what: "a language" }))?;
        let imports = imports(&mut message, &mut reader)?;
        let omits_embedded_schema = message.flag(NO_EMBEDDED_SCHEMA)?;
        let amount = message.unsigned(AMOUNT)?.unwrap_or_default();
        let origins = origins(&mut message, &mut places)?;
        places.check(&sources, &before_sources)?;
        wire::end_of_content(message)?;
        Ok(Self {
            inputs,
            input_values,
            slots,
            count,
            waiting,
            checksum,
            sources,
            language,
            imports,
            omits_embedded_schema,
            amount,
            origins,
        })
    }

    fn for_config(self, declaration: &Declaration, config: &Config) -> Result<ValuePlan, FinishError> {
        let mut message = self.slots;
        let fields = config.fields();
        if self.count != fields.len() {
            let (expected, found) = (fields.len(), self.count);
            return Err(message.error_here(Kind::PlanSlots { expected, found }).into());
        }
        for import in &self.imports {
            if config.position_in_path(import.name.as_str()).is_some() {
                let key = import.name.as_str().into();
                return Err(message.error_here(Kind::PlanImport { key }).into());
            }
        }
        let mut slots = SlotReader { cells: Cells::with_capacity(self.waiting), key: fields.first() };
        slots.cells.begin_component();
        let mut values = Vec::with_capacity(fields.len());
        for (at, field) in fields.iter().enumerate() {
            // The form check has counted the slots, so they exist.
            let Some(slot) = message.message(SLOTS)? else { break };
            slots.key = Some(field);
            let position = narrow(at);
            let read = slots.slot(slot, field, (None, position));
            let (value, _) = read.map_err(|error| error.within(field.key.as_str()))?;
            values.push(value);
        }
        let Self { inputs, input_values, sources, imports, omits_embedded_schema, amount, origins, .. } =
            self;
        let (declaration, cells) = (declaration.clone(), slots.cells);
        Ok(ValuePlan {
            declaration,
            inputs,
            input_values,
            imports,
            values,
            cells,
            sources,
            omits_embedded_schema,
            amount,
            origins,
        })
    }
}

fn key_order(message: &Message<'_>, key: &Key, after: Option<&Key>) -> Result<(), DecodeError> {
    match after.filter(|after| *after >= key) {
        Some(after) => {
            let (key, after) = (key.as_str().into(), after.as_str().into());
            Err(message.error(Kind::KeyOrder { key, after }))
        }
        None => Ok(()),
    }
}

/// Reads a value that must fit its field.
fn fitting(message: Message<'_>, field: &Field) -> Result<Value, DecodeError> {
    let value = wire::field_value(message, field)?;
    let refused = |violation| message.error(Kind::PlanValue { violation: Box::new(violation) });
    field.check(&value).map_err(refused)?;
    Ok(value)
}

fn inputs(
    message: &mut Message<'_>,
    reader: &mut SchemaReader,
) -> Result<(StructType, Vec<(u32, Value)>), DecodeError> {
    let mut inputs: Vec<Field> = Vec::with_capacity(message.count(INPUTS, LEAST_INPUT));
    let mut values = Vec::new();
    while let Some(mut one) = message.message(INPUTS)? {
        let at = one.needed(1, "an input")?;
        let field = reader.field(at)?;
        let has_more = field.presence().may_lack_value()
            || field.mutability != Mutability::default()
            || field.deprecated.is_some()
            || !field.names.is_empty();
        if has_more {
            return Err(at.error(Kind::PlanInput));
        }
        key_order(&at, &field.key, inputs.last().map(|input| &input.key))?;
        let value = one.message(2)?.map(|value| fitting(value, &field)).transpose();
        let value = value.map_err(|error| error.within(field.key.as_str()))?;
        one.end()?;
        let position = narrow(inputs.len());
        values.extend(value.map(|value| (position, value)));
        inputs.push(field);
    }
    Ok((StructType::sorted(inputs), values))
}

fn imports(message: &mut Message<'_>, reader: &mut SchemaReader) -> Result<Vec<PlanImport>, DecodeError> {
    let mut imports: Vec<PlanImport> = Vec::new();
    while let Some(mut one) = message.message(IMPORTS)? {
        let text = one.text(1)?.unwrap_or_default();
        let name = Key::new(text).map_err(|error| one.error(Kind::Key { error }))?;
        key_order(&one, &name, imports.last().map(|import| &import.name))?;
        let checksum = Checksum::from_bytes(wire::checksum(one.needed(2, "a checksum")?)?);
        let at = one;
        let fields = reader.fields(&mut one, 3).map_err(|error| error.within(name.as_str()))?;
        if fields.iter().any(|field| !field.names.is_empty()) {
            return Err(at.error_here(Kind::PlanInput));
        }
        let is_known = one.flag(4)?;
        let mut values = Vec::new();
        while let Some(value) = one.message(5)? {
            let field = fields.get(values.len()).filter(|_| is_known);
            let unexpected = || {
                let (expected, found) = (if is_known { fields.len() } else { 0 }, values.len() + 1);
                value.error(Kind::PlanSlots { expected, found })
            };
            let value = fitting(value, field.ok_or_else(unexpected)?);
            values.push(value.map_err(|error| error.within(name.as_str()))?);
        }
        if is_known && values.len() != fields.len() {
            let (expected, found) = (fields.len(), values.len());
            return Err(one.error(Kind::PlanSlots { expected, found }));
        }
        one.end()?;
        let values = is_known.then(|| values.into());
        imports.push(PlanImport { name, checksum, fields: StructType::sorted(fields), values });
    }
    Ok(imports)
}

/// The fewest bytes of an origin: a path of one step, and the mark of a default.
const LEAST_ORIGIN: usize = 5;

/// Reads the origins of values that rules read. Their paths are only looked up, so they need not exist.
fn origins(message: &mut Message<'_>, places: &mut PlaceCheck) -> Result<Vec<PlanOrigin>, DecodeError> {
    let mut origins = Vec::with_capacity(message.count(ORIGINS, LEAST_ORIGIN));
    while let Some(mut one) = message.message(ORIGINS)? {
        let start = one;
        let mut path = Vec::new();
        if let Some(mut steps) = one.packed(1, WireType::Varint)? {
            path.reserve_exact(steps.count_varints());
            while !steps.is_empty() {
                path.push(steps.uint32()?);
            }
        }
        let precedence = one.unsigned(2)?.unwrap_or_default();
        let is_default = one.flag(3)?;
        let place = places.optional(&mut one, 4)?;
        one.end()?;
        let precedence = u8::try_from(precedence).ok().filter(|precedence| *precedence <= PlanOrigin::LAST);
        let (Some(precedence), false) = (precedence, path.is_empty()) else {
            return Err(start.error(Kind::PlanOrigin));
        };
        origins.push(PlanOrigin { path: path.into(), precedence, is_default, place });
    }
    Ok(origins)
}

/// Reads canonical slots, guided by their types.
struct SlotReader<'f> {
    cells: Cells<PlanDefinitions>,
    /// The field that is read.
    key: Option<&'f Field>,
}

impl SlotReader<'_> {
    /// Reads the known part of a field or member, and adds the cell of the deferred part. Recursion is limited by the
    /// depth of types.
    fn slot(
        &mut self,
        message: Message<'_>,
        field: &Field,
        (around, position): (Option<CellId>, u32),
    ) -> Result<(Value, Option<CellId>), FinishError> {
        match (message.case(form::SLOT_CASES)?, &field.ty) {
            (1, _) => {
                let at = message.only_message(1, form::SLOT_CASES)?;
                let value = wire::field_value(at, field)?;
                field.check(&value).map_err(|violation| self.refused(violation))?;
                Ok((value, None))
            }
            (2, Type::Struct(ty)) => {
                let mut list = message.only_message(2, form::SLOT_CASES)?;
                let id = self.cells.add(around, position);
                let (mut values, mut waiting) = (Vec::with_capacity(list.count(1, LEAST_SLOT)), Vec::new());
                for (at, member) in ty.members().iter().enumerate() {
                    let Some(slot) = list.message(1)? else { break };
                    let position = narrow(at);
                    let (value, cell) = self.slot(slot, member, (Some(id), position))?;
                    values.push(value);
                    waiting.extend(cell.map(|cell| (position, cell)));
                }
                let (expected, found) = (ty.members().len(), values.len());
                if expected != found || list.message(1)?.is_some() {
                    return Err(message.error(Kind::Members { expected, found }).into());
                }
                self.cells.fill(id, CellContent::Members(waiting.into()));
                Ok((Value::Struct(values.into()), Some(id)))
            }
            (2, _) => Err(message.error(Kind::PlanShape).into()),
            _ => {
                let mut list = message.only_message(3, form::SLOT_CASES)?;
                let id = self.cells.add(around, position);
                let ty = partial_type(&field.ty);
                let mut definitions = Vec::with_capacity(list.count(1, form::LEAST_DEFINITION));
                while let Some(mut one) = list.message(1)? {
                    let term = self.term(one.needed(1, "a term")?, &ty, field.presence())?;
                    let place = one.message(2)?.map(PlanPlace::read).transpose()?.map(Box::new);
                    definitions.push(PlanDefinition { term, place });
                }
                self.cells.fill(id, CellContent::Value(definitions.into()));
                Ok((Value::Absent, Some(id)))
            }
        }
    }

    fn refused(&self, violation: ConstraintViolation) -> FinishError {
        match self.key {
            Some(field) => FinishError::Value { key: field.key.clone(), violation: Box::new(violation) },
            None => FinishError::NoSchema,
        }
    }

    /// Reads a value with expressions in it. Recursion is limited by the depth of types.
    fn term(&self, message: Message<'_>, ty: &Type, presence: Presence) -> Result<PlanTerm, FinishError> {
        let case = message.case(form::TERM_CASES)?;
        let inner = message.only_message(case, form::TERM_CASES)?;
        Ok(match (case, ty) {
            (1, ty) => PlanTerm::Known(self.known(inner, ty, presence)?),
            (2, _) => PlanTerm::Expression(Box::new(PlanExpression::read(inner)?)),
            (3, Type::Struct(ty)) => {
                let mut list = inner;
                let mut terms = Vec::with_capacity(list.count(1, form::LEAST_TERM));
                for member in ty.members() {
                    let Some(term) = list.message(1)? else { break };
                    terms.push(self.term(term, &member.ty, member.presence())?);
                }
                let (expected, found) = (ty.members().len(), terms.len());
                if expected != found || list.message(1)?.is_some() {
                    return Err(inner.error(Kind::Members { expected, found }).into());
                }
                PlanTerm::Members(terms.into())
            }
            (4, Type::Vector(_) | Type::Array(_)) => {
                let (mut list, element) = (inner, ty.element().unwrap_or(ty));
                let mut terms = Vec::with_capacity(list.count(1, form::LEAST_TERM));
                while let Some(term) = list.message(1)? {
                    terms.push(self.term(term, element, Presence::REQUIRED)?);
                }
                PlanTerm::Elements(terms.into())
            }
            (5, Type::Map(map)) => {
                let mut list = inner;
                let mut keys = Vec::with_capacity(list.count(1, 0));
                while let Some(key) = list.optional_text(1)? {
                    map.check_key(key).map_err(|violation| {
                        let key = Some(Box::from(key));
                        self.refused(ConstraintViolation::Key { key, violation: Box::new(violation) })
                    })?;
                    keys.push(Box::from(key));
                }
                let mut entries = Vec::with_capacity(keys.len());
                for key in keys {
                    let Some(value) = list.message(2)? else { break };
                    entries.push((key, self.term(value, map.value(), Presence::REQUIRED)?));
                }
                PlanTerm::Entries(entries.into())
            }
            (6, Type::Union(of)) => {
                let mut inner = inner;
                let (case, of) = wire::case_of_union(&mut inner, of)?;
                let term = self.term(inner.needed(2, "a term")?, &of.ty, Presence::REQUIRED)?;
                PlanTerm::Case(case, Box::new(term))
            }
            (_, _) => return Err(message.error(Kind::PlanShape).into()),
        })
    }

    /// A value without expressions.
    fn known(&self, message: Message<'_>, ty: &Type, presence: Presence) -> Result<Value, FinishError> {
        let (key, sensitive) = match self.key {
            Some(field) => (field.key.clone(), field.holds_sensitive()),
            None => return Err(FinishError::NoSchema),
        };
        let value = wire::value_with_presence(message, ty, presence)?;
        if !value.is_of_type() {
            return Ok(value);
        }
        ty.check(&value).map_err(|violation| {
            let violation = if sensitive { violation.without_value() } else { violation };
            FinishError::Value { key, violation: Box::new(violation) }
        })?;
        Ok(value)
    }
}

impl PlanExpression {
    /// Reads the canonical form.
    fn read(mut message: Message<'_>) -> Result<Self, DecodeError> {
        let text = message.text(1)?.unwrap_or_default().into();
        let is_template = message.flag(2)?;
        let place = message.message(3)?.map(PlanPlace::read).transpose()?.map(Box::new);
        Ok(Self { text, is_template, place })
    }
}
