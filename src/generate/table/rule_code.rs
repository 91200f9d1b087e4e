//! Rules as code, which a client in any language can evaluate with a stack.
//!
//! This page and the [operations](super::rule_operation) specify everything that a client must do with rules.
//!
//! # Values
//!
//! A client evaluates rules on the values of a value file and of overrides:
//!
//! | value | holds |
//! |---|---|
//! | bool | |
//! | integer | any integer within ±(2^127 - 1); integers of fields have at most 64 bits |
//! | float | 64 bits, finite, never -0.0; a float of 32 bits is widened |
//! | string | |
//! | variant | the number of the variant |
//! | list | the elements of a vector or array |
//! | struct | the members, by position |
//! | map | the entries, ascending by the bytes of their keys. Keys are strings; keys of an enum are names of variants |
//! | union | the position of its case, from 0, and its content |
//! | json | the canonical text |
//! | absent, null | |
//!
//! Two values are equal if their contents are equal. Only values of the same type are compared. No operation
//! changes a value, so a stack may hold references.
//!
//! # Faults
//!
//! An operation that has no result has one of these faults:
//!
//! | fault | text |
//! |---|---|
//! | `DivisionByZero` | `division by zero` |
//! | `IndexOutside` | `there is no element at this index` |
//! | `NoEntry` | `there is no entry with this key` |
//! | `NotFinite` | `the result is too large for a float64` |
//! | `NotExact` | `the integer has no exact float64 value` |
//! | `NothingSet` | `an optional field has no value` |
//! | `IsNull` | `a nullable field is null` |
//! | `OtherCase` | `the value of a union is of another case` |
//! | `IndexNotSet` | `a field in the index has no value` |
//!
//! # Places
//!
//! A rule without places is evaluated once. A rule with places is evaluated for each place, with the place as `self`.
//! The steps of [`RuleCode::places`] lead from the struct of all fields to the places:
//!
//! - `Member`: for a struct, the member at this position. There is no place if the member is absent or null.
//!   For a union, its content. There is no place if its case has another position.
//! - `Elements`: each element of a list, in order.
//! - `Keys`: each key of a map, in the order of the entries, as a string or as the variant of the enum with
//!   this name. `Keys` is always the last step.
//!
//! The path of a place consists of the texts of its steps, one after the other. A `Member` step contains its
//! text, with the point before it. The text of `Elements` is the index: `[0]`. The text of `Keys` is a point and
//! the key: `.team`. If the key does not match `[a-z]([a-z0-9_]*[a-z0-9])?`, or is longer than 64 bytes, the
//! text is the key in brackets and quotes: `["a b"]`. If [`RuleCode::hides_place`] is set, the text of
//! `Elements` and of `Keys` is `[]`.
//!
//! # Verdicts
//!
//! A rule holds at a place if its check results in true. If a rule does not hold, the client refuses the
//! values and reports the first such rule at its first such place. The text of the error consists of these
//! parts:
//!
//! 1. If the check is false: the message of the rule, or ``this rule is broken: `TEXT` `` if it has none.
//!    If the check has a fault: ``this rule cannot be evaluated: `TEXT`: FAULT``, without `: FAULT` if
//!    [`RuleCode::hides_fault`] is set. `TEXT` is the text of the rule, escaped.
//! 2. If the rule has places: `` (at `PATH`)``.
//! 3. If the rule has a name: ` [NAME]`. Names have no unsafe characters.
//!
//! A message consists of the texts and values of [`RuleCode::message`], one after the other. A value whose code has a
//! fault is shown as `<not known>`. [`ShownType`] says how to show any other value:
//!
//! - `Bool`: `true` or `false`.
//! - `Integer`: decimal.
//! - `Float32`, `Float64`: the fewest digits that read back as the same float of 32 or 64 bits. If several
//!   numbers have so few digits, the nearest one to the float; of two that are equally near, the one further
//!   from 0. There is no exponent for 0 and for numbers whose absolute value is at least 1e-7 and below 1e21,
//!   and no point if they are integers: `0.5`, `100`. Other numbers have one digit before the point, no point
//!   if no digit follows, and an exponent without a plus or leading zeros: `1.5e-8`, `1e21`.
//! - `String`: the first 64 characters, escaped; `…` follows if there are more.
//! - `Variant`: the name of the variant in this enum, shown like a string.
//!
//! # Escapes
//!
//! Escaping replaces each unsafe character by `\u{…}` with its number in lower-case hexadecimal digits.
//! [`is_unsafe`](crate::text::escape::is_unsafe) defines the unsafe characters, and `conformance/README.md`
//! lists them under "Another interface". Backslashes are not escaped. The texts of messages are already escaped.
//!
//! A key in quotes has other escapes: `\"`, `\\`, `\n`, `\r` and `\t`. Any other unsafe character becomes
//! `\u` and four lower-case hexadecimal digits for each of its UTF-16 code units.

use super::rule_constants::{RuleConstants, RuleConstantsBuilder};
use super::rule_operation::RuleOperation;
use crate::declaration::Config;
use crate::text::{escape, narrow};
use crate::types::{FloatKind, StructType, Type};
use confc_core::expr::{
    Arithmetic, Checked, ExpressionStep, ExpressionType, Function, Quantifier, ReadRoot, Relation,
};
use confc_core::rules::{MessageView, Rule, RuleView, ScopeStep};
use confc_core::types::{EnumType, ReadableMembers};

/// The rules of a declaration as code.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleTable<'c> {
    /// The rules, in the order in which they are evaluated.
    pub rules: Vec<RuleCode<'c>>,
    /// The constants that the codes refer to.
    pub constants: RuleConstants,
}

/// A rule as code.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleCode<'c> {
    /// Its canonical text, not escaped.
    pub text: &'c str,
    /// Its name.
    pub name: Option<&'c str>,
    /// The steps to its places; `None` for a rule about the fields as a whole.
    pub places: Option<Vec<PlaceCode>>,
    /// Whether paths of places must not show indices and keys, since the places are sensitive.
    pub hides_place: bool,
    /// Whether faults must not be shown, since they depend on sensitive values.
    pub hides_fault: bool,
    /// The code of the condition that must hold.
    pub check: Vec<u32>,
    /// The message if the check is false. It reads no sensitive value.
    pub message: Option<Vec<MessageCode>>,
}

/// A step to the places of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceCode {
    /// The member of a struct, or the case of a union.
    Member {
        /// Its position.
        position: u32,
        /// Its text in the path: `ranges`, or `.ranges` after the first step.
        text: String,
    },
    /// Each element of a list.
    Elements,
    /// Each key of a map; the position of the enum in the constants if the keys are variants.
    Keys(Option<u32>),
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum MessageCode {
    /// Text, escaped, never empty.
    Text(String),
    /// The result of a code.
    Value {
        /// How the value is shown.
        shown: ShownType,
        /// The code.
        code: Vec<u32>,
    },
}

/// How a value in a message is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownType {
    /// A bool.
    Bool,
    /// An integer.
    Integer,
    /// A float of 32 bits, which was widened.
    Float32,
    /// A float of 64 bits.
    Float64,
    /// A string.
    String,
    /// A variant of the enum at this position of the constants.
    Variant(u32),
}

impl<'c> RuleTable<'c> {
    /// Translates the rules of a declaration, in time linear in their texts and in the enums that they use.
    #[must_use]
    pub fn of(config: &'c Config) -> Self {
        let fields = StructType::new(config.fields().to_vec());
        let mut writer = RuleCodeWriter { fields: &fields, constants: RuleConstantsBuilder::default() };
        // The rules were checked against these fields.
        let rules = config.rules().list().iter();
        let rules = rules.filter_map(|rule| Some(writer.rule(rule, &rule.view(&fields)?))).collect();
        Self { rules, constants: writer.constants.finish() }
    }
}

struct RuleCodeWriter<'f> {
    fields: &'f StructType,
    constants: RuleConstantsBuilder,
}

impl RuleCodeWriter<'_> {
    fn rule<'c>(&mut self, rule: &'c Rule, view: &RuleView<'_>) -> RuleCode<'c> {
        RuleCode {
            text: rule.text(),
            name: rule.name().map(|name| name.as_str()),
            places: view.places.as_deref().map(|steps| self.places(steps)),
            hides_place: view.is_place_secret,
            hides_fault: view.check.is_secret(),
            check: self.code(&view.check),
            message: view.message.as_deref().map(|parts| self.message(parts)),
        }
    }

    fn places(&mut self, steps: &[ScopeStep]) -> Vec<PlaceCode> {
        let (mut members, mut ty): (_, Option<&Type>) = (Some(ReadableMembers::Struct(self.fields)), None);
        let mut places = Vec::with_capacity(steps.len());
        for step in steps {
            let place = match step {
                ScopeStep::Member(position) => {
                    let member = members.and_then(|members| members.get(*position));
                    let key = member.map_or("", |member| member.key.as_str());
                    ty = member.map(|member| member.ty);
                    let point = if places.is_empty() { "" } else { "." };
                    PlaceCode::Member { position: *position, text: format!("{point}{key}") }
                }
                ScopeStep::Elements => {
                    ty = ty.and_then(Type::element);
                    PlaceCode::Elements
                }
                ScopeStep::Keys => {
                    let key = if let Some(Type::Map(map)) = ty { Some(map.key()) } else { None };
                    let variants = if let Some(Type::Enum(variants)) = key { Some(variants) } else { None };
                    PlaceCode::Keys(variants.map(|variants| self.constants.variants(variants)))
                }
            };
            places.push(place);
            members = ty.and_then(Type::readable_members);
        }
        places
    }

    fn message(&mut self, parts: &[MessageView<'_>]) -> Vec<MessageCode> {
        let mut message = Vec::new();
        for part in parts {
            match (part, message.last_mut()) {
                (MessageView::Text(text), Some(MessageCode::Text(before))) => {
                    *before += &escape::plain(text).to_string();
                }
                (MessageView::Text(text), Some(MessageCode::Value { .. }) | None) => {
                    message.push(MessageCode::Text(escape::plain(text).to_string()));
                }
                (MessageView::Value(checked, variants), _) => {
                    let shown = self.shown(checked.ty(), variants.as_ref());
                    message.push(MessageCode::Value { shown, code: self.code(checked) });
                }
            }
        }
        message
    }

    fn shown(&mut self, ty: ExpressionType, variants: Option<&EnumType>) -> ShownType {
        match ty {
            ExpressionType::Bool | ExpressionType::Always(_) => ShownType::Bool,
            ExpressionType::Integer(..) => ShownType::Integer,
            ExpressionType::Float(FloatKind::Float32) => ShownType::Float32,
            ExpressionType::Float(FloatKind::Float64) => ShownType::Float64,
            ExpressionType::String(_) => ShownType::String,
            // A message never shows structs, lists, maps, unions or JSON values.
            ExpressionType::Enum
            | ExpressionType::Struct
            | ExpressionType::Vector
            | ExpressionType::Array
            | ExpressionType::Map
            | ExpressionType::Json
            | ExpressionType::Union => variants
                .map_or(ShownType::Integer, |variants| ShownType::Variant(self.constants.variants(variants))),
        }
    }

    fn code(&mut self, checked: &Checked) -> Vec<u32> {
        let mut writer =
            OperationWriter { words: Vec::new(), loops: Vec::new(), constants: &mut self.constants };
        for step in checked.steps() {
            writer.step(step);
        }
        writer.words
    }
}

struct OperationWriter<'w> {
    words: Vec<u32>,
    /// The positions of the operands `end` of the open loops.
    loops: Vec<usize>,
    constants: &'w mut RuleConstantsBuilder,
}

impl OperationWriter<'_> {
    fn step(&mut self, step: ExpressionStep<'_>) {
        match step {
            ExpressionStep::Bool(false) => self.add(RuleOperation::False, &[]),
            ExpressionStep::Bool(true) => self.add(RuleOperation::True, &[]),
            ExpressionStep::Integer(value) => {
                let at = self.constants.integer(value);
                self.add(RuleOperation::Integer, &[at]);
            }
            ExpressionStep::Float(value) => {
                let at = self.constants.float(value);
                self.add(RuleOperation::Float, &[at]);
            }
            ExpressionStep::String(text) => {
                let at = self.constants.string(text);
                self.add(RuleOperation::String, &[at]);
            }
            ExpressionStep::Variant(number) => {
                let at = self.constants.integer(number.into());
                self.add(RuleOperation::Variant, &[at]);
            }
            ExpressionStep::Read { root, members } => {
                match root {
                    ReadRoot::Field(position) => self.add(RuleOperation::Field, &[position]),
                    ReadRoot::Place => self.add(RuleOperation::Place, &[]),
                    ReadRoot::Element(open) => self.add(RuleOperation::Element, &[open.into()]),
                }
                for position in members {
                    self.add(RuleOperation::Member, &[*position]);
                }
            }
            ExpressionStep::Member(position) => self.add(RuleOperation::Member, &[position]),
            ExpressionStep::List(count) => self.add(RuleOperation::List, &[narrow(count)]),
            ExpressionStep::Not => self.add(RuleOperation::Not, &[]),
            ExpressionStep::Minus => self.add(RuleOperation::Minus, &[]),
            ExpressionStep::And => self.add(RuleOperation::And, &[]),
            ExpressionStep::Or => self.add(RuleOperation::Or, &[]),
            ExpressionStep::In => self.add(RuleOperation::In, &[]),
            ExpressionStep::HasEntry(keys) => self.keyed(RuleOperation::HasEntry, keys),
            ExpressionStep::Relation(relation) => self.add(relation_operation(relation), &[]),
            ExpressionStep::Arithmetic(arithmetic) => self.add(arithmetic_operation(arithmetic), &[]),
            ExpressionStep::Conditional => self.add(RuleOperation::Conditional, &[]),
            ExpressionStep::Index => self.add(RuleOperation::Index, &[]),
            ExpressionStep::Entry(keys) => self.keyed(RuleOperation::Entry, keys),
            ExpressionStep::Call(function) => self.add(function_operation(function), &[]),
            ExpressionStep::Loop { quantifier, keys, .. } => {
                let keys = self.keys(keys);
                self.loops.push(self.words.len() + 1);
                // The end is not known yet.
                self.add(quantifier_operation(quantifier), &[0, keys]);
            }
            ExpressionStep::EndLoop(_) => {
                self.add(RuleOperation::EndLoop, &[]);
                let end = narrow(self.words.len());
                if let Some(operand) = self.loops.pop().and_then(|at| self.words.get_mut(at)) {
                    *operand = end;
                }
            }
        }
    }

    fn add(&mut self, operation: RuleOperation, operands: &[u32]) {
        self.words.push(operation.number());
        self.words.extend(operands);
    }

    fn keyed(&mut self, operation: RuleOperation, keys: Option<&EnumType>) {
        let keys = self.keys(keys);
        self.add(operation, &[keys]);
    }

    fn keys(&mut self, keys: Option<&EnumType>) -> u32 {
        keys.map_or(0, |variants| self.constants.variants(variants) + 1)
    }
}

const fn relation_operation(relation: Relation) -> RuleOperation {
    match relation {
        Relation::Less => RuleOperation::Less,
        Relation::LessEqual => RuleOperation::LessEqual,
        Relation::Greater => RuleOperation::Greater,
        Relation::GreaterEqual => RuleOperation::GreaterEqual,
        Relation::Equal => RuleOperation::Equal,
        Relation::NotEqual => RuleOperation::NotEqual,
    }
}

const fn arithmetic_operation(arithmetic: Arithmetic) -> RuleOperation {
    match arithmetic {
        Arithmetic::Add => RuleOperation::Add,
        Arithmetic::Subtract => RuleOperation::Subtract,
        Arithmetic::Multiply => RuleOperation::Multiply,
        Arithmetic::Divide => RuleOperation::Divide,
        Arithmetic::Remainder => RuleOperation::Remainder,
    }
}

const fn function_operation(function: Function) -> RuleOperation {
    match function {
        Function::Has => RuleOperation::Has,
        Function::Size => RuleOperation::Size,
        Function::ByteSize => RuleOperation::ByteSize,
        Function::Double => RuleOperation::Double,
        Function::StartsWith => RuleOperation::StartsWith,
        Function::EndsWith => RuleOperation::EndsWith,
        Function::Contains => RuleOperation::Contains,
    }
}

const fn quantifier_operation(quantifier: Quantifier) -> RuleOperation {
    match quantifier {
        Quantifier::All => RuleOperation::All,
        Quantifier::Exists => RuleOperation::Exists,
    }
}
