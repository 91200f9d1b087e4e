//! A runtime for the codes of rules, written after their documentation: it reads neither types nor texts of rules.

use confc::generate::table::RuleConstants;
use confc::generate::table::rule_code::{MessageCode, PlaceCode, RuleCode, RuleTable, ShownType};
use confc::generate::table::rule_operation::RuleOperation as Op;
use confc::text::escape::is_unsafe;
use confc::types::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A value as a client reads it from a value file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Generic {
    Bool(bool),
    Integer(i128),
    Float(f64),
    String(String),
    Variant(i64),
    List(Vec<Generic>),
    Struct(Vec<Generic>),
    Map(Vec<(String, Generic)>),
    Union(u32, Box<Generic>),
    Json(String),
    Absent,
    Null,
}

impl From<&Value> for Generic {
    fn from(value: &Value) -> Self {
        match value {
            Value::Bool(value) => Self::Bool(*value),
            Value::Unsigned(value) => Self::Integer((*value).into()),
            Value::Signed(value) => Self::Integer((*value).into()),
            Value::Float(value) => Self::Float(*value),
            Value::String(text) => Self::String(text.to_string()),
            Value::Variant(number) => Self::Variant(*number),
            Value::Struct(members) => Self::Struct(members.iter().map(Self::from).collect()),
            Value::List(list) => Self::List(list.to_values().iter().map(Self::from).collect()),
            Value::Map(entries) => {
                let entries = entries.to_entries();
                Self::Map(entries.iter().map(|(key, value)| (key.to_string(), value.into())).collect())
            }
            Value::Union(union) => Self::Union(union.case, Box::new((&union.value).into())),
            Value::Json(text) => Self::Json(text.as_str().into()),
            Value::Absent => Self::Absent,
            Value::Null => Self::Null,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum RuntimeFault {
    DivisionByZero,
    IndexOutside,
    NoEntry,
    NotFinite,
    NotExact,
    NothingSet,
    IsNull,
    OtherCase,
    IndexNotSet,
}

impl RuntimeFault {
    fn text(self) -> &'static str {
        match self {
            Self::DivisionByZero => "division by zero",
            Self::IndexOutside => "there is no element at this index",
            Self::NoEntry => "there is no entry with this key",
            Self::NotFinite => "the result is too large for a float64",
            Self::NotExact => "the integer has no exact float64 value",
            Self::NothingSet => "an optional field has no value",
            Self::IsNull => "a nullable field is null",
            Self::OtherCase => "the value of a union is of another case",
            Self::IndexNotSet => "a field in the index has no value",
        }
    }

    fn has_no_value(self) -> bool {
        matches!(self, Self::NothingSet | Self::IsNull | Self::OtherCase)
    }

    fn in_index(self) -> Self {
        if self.has_no_value() { Self::IndexNotSet } else { self }
    }
}

type Outcome = Result<Generic, RuntimeFault>;

/// Evaluates the rules of a table on values.
pub(super) struct Runtime<'r> {
    constants: &'r RuleConstants,
    fields: Vec<Generic>,
    /// The operations that were run.
    pub(super) operations: RefCell<BTreeSet<usize>>,
}

struct OpenLoop {
    elements: Vec<Generic>,
    at: usize,
    body: usize,
    is_all: bool,
    fault: Option<RuntimeFault>,
}

impl<'r> Runtime<'r> {
    pub(super) fn new(table: &'r RuleTable<'_>, values: &[Value]) -> Self {
        let fields = values.iter().map(Generic::from).collect();
        Self { constants: &table.constants, fields, operations: RefCell::default() }
    }

    /// The error text for each place that breaks a rule, in order.
    pub(super) fn sentences(&self, table: &RuleTable<'_>) -> Vec<String> {
        table.rules.iter().flat_map(|rule| self.broken(rule)).collect()
    }

    fn broken(&self, rule: &RuleCode<'_>) -> Vec<String> {
        let Some(steps) = &rule.places else {
            return self.sentence(rule, None, None).into_iter().collect();
        };
        let mut places = vec![(String::new(), Generic::Struct(self.fields.clone()))];
        for step in steps {
            places = places.into_iter().flat_map(|place| self.step(rule, step, place)).collect();
        }
        places
            .into_iter()
            .filter_map(|(path, place)| self.sentence(rule, Some(&path), Some(&place)))
            .collect()
    }

    fn step(
        &self,
        rule: &RuleCode<'_>,
        step: &PlaceCode,
        (path, of): (String, Generic),
    ) -> Vec<(String, Generic)> {
        let at = |text: String| if rule.hides_place { format!("{path}[]") } else { format!("{path}{text}") };
        match (step, of) {
            (PlaceCode::Member { position, text }, Generic::Struct(members)) => {
                match &members[*position as usize] {
                    Generic::Absent | Generic::Null => Vec::new(),
                    member => vec![(format!("{path}{text}"), member.clone())],
                }
            }
            (PlaceCode::Member { position, text }, Generic::Union(case, content)) => {
                if case == *position {
                    vec![(format!("{path}{text}"), *content)]
                } else {
                    Vec::new()
                }
            }
            (PlaceCode::Elements, Generic::List(elements)) => {
                let elements = elements.into_iter().enumerate();
                elements.map(|(n, element)| (at(format!("[{n}]")), element)).collect()
            }
            (PlaceCode::Keys(variants), Generic::Map(entries)) => {
                let key = |key: &str| match variants {
                    Some(variants) => Generic::Variant(self.number(*variants, key)),
                    None => Generic::String(key.into()),
                };
                entries.iter().map(|(name, _)| (at(key_step(name)), key(name))).collect()
            }
            (step, of) => panic!("{step:?} of {of:?}"),
        }
    }

    fn sentence(&self, rule: &RuleCode<'_>, path: Option<&str>, place: Option<&Generic>) -> Option<String> {
        let rule_text = escaped(rule.text, usize::MAX);
        let mut text = match self.run(&rule.check, place) {
            Ok(Generic::Bool(true)) => return None,
            Ok(Generic::Bool(false)) => match &rule.message {
                Some(parts) => parts.iter().map(|part| self.part(part, place)).collect(),
                None => format!("this rule is broken: `{rule_text}`"),
            },
            Ok(other) => panic!("{other:?}"),
            Err(_) if rule.hides_fault => format!("this rule cannot be evaluated: `{rule_text}`"),
            Err(fault) => format!("this rule cannot be evaluated: `{rule_text}`: {}", fault.text()),
        };
        if let Some(path) = path {
            text += &format!(" (at `{path}`)");
        }
        if let Some(name) = rule.name {
            text += &format!(" [{name}]");
        }
        Some(text)
    }

    fn part(&self, part: &MessageCode, place: Option<&Generic>) -> String {
        let (shown, code) = match part {
            MessageCode::Text(text) => {
                assert!(!text.is_empty());
                return text.clone();
            }
            MessageCode::Value { shown, code } => (shown, code),
        };
        let value = match self.run(code, place) {
            Ok(value) => value,
            Err(_) => return "<not known>".into(),
        };
        match (shown, value) {
            (ShownType::Bool, Generic::Bool(value)) => value.to_string(),
            (ShownType::Integer, Generic::Integer(value)) => value.to_string(),
            (ShownType::Float64, Generic::Float(value)) if is_plain(value) => value.to_string(),
            (ShownType::Float64, Generic::Float(value)) => format!("{value:e}"),
            #[expect(clippy::cast_possible_truncation, reason = "the value was a float32 before")]
            (ShownType::Float32, Generic::Float(value)) => {
                let narrow = value as f32;
                if is_plain(value) { narrow.to_string() } else { format!("{narrow:e}") }
            }
            (ShownType::String, Generic::String(text)) => escaped(&text, 64),
            (ShownType::Variant(at), Generic::Variant(number)) => escaped(self.name(*at, number), 64),
            (shown, value) => panic!("{shown:?} and {value:?}"),
        }
    }

    fn name(&self, variants: u32, number: i64) -> &str {
        let variants = &self.constants.enums[variants as usize];
        &variants.iter().find(|(one, _)| *one == number).expect("a number of a variant").1
    }

    fn number(&self, variants: u32, name: &str) -> i64 {
        let variants = &self.constants.enums[variants as usize];
        variants.iter().find(|(_, one)| one == name).expect("a name of a variant").0
    }

    fn run(&self, code: &[u32], place: Option<&Generic>) -> Outcome {
        let mut machine = Machine { runtime: self, code, at: 0, stack: Vec::new(), loops: Vec::new(), place };
        while machine.at < code.len() {
            machine.operation();
        }
        assert!(machine.loops.is_empty() && machine.stack.len() == 1, "{code:?}");
        machine.pop()
    }
}

struct Machine<'m> {
    runtime: &'m Runtime<'m>,
    code: &'m [u32],
    at: usize,
    stack: Vec<Outcome>,
    loops: Vec<OpenLoop>,
    place: Option<&'m Generic>,
}

impl Machine<'_> {
    fn pop(&mut self) -> Outcome {
        self.stack.pop().expect("the code leaves as many values as it takes")
    }

    fn word(&mut self) -> usize {
        self.at += 1;
        self.code[self.at - 1] as usize
    }

    fn operation(&mut self) {
        let number = self.word();
        let operation = Op::ALL[number];
        self.runtime.operations.borrow_mut().insert(number);
        let result = match operation {
            Op::All | Op::Exists => return self.begin(operation == Op::All),
            Op::EndLoop => return self.end(),
            Op::False | Op::True => Ok(Generic::Bool(operation == Op::True)),
            Op::Integer => Ok(Generic::Integer(self.integer())),
            Op::Float => {
                let at = self.word();
                Ok(Generic::Float(self.runtime.constants.floats[at]))
            }
            Op::String => {
                let at = self.word();
                Ok(Generic::String(self.runtime.constants.strings[at].clone()))
            }
            Op::Variant => Ok(Generic::Variant(self.integer().try_into().expect("the number of a variant"))),
            Op::Field => {
                let at = self.word();
                present(&self.runtime.fields[at])
            }
            Op::Place => Ok(self.place.expect("the rule has places").clone()),
            Op::Element => {
                let open = self.word();
                let open = &self.loops[open];
                Ok(open.elements[open.at].clone())
            }
            Op::Member => {
                let at = self.word();
                self.pop().and_then(|of| member(&of, at))
            }
            Op::List => {
                let count = self.word();
                let elements = self.stack.split_off(self.stack.len() - count);
                elements.into_iter().collect::<Result<Vec<_>, _>>().map(Generic::List)
            }
            Op::Not | Op::Minus | Op::Has | Op::Size | Op::ByteSize | Op::Double => {
                unary(operation, self.pop())
            }
            Op::And => self.connected(false),
            Op::Or => self.connected(true),
            Op::Conditional => {
                let (b, a, condition) = (self.pop(), self.pop(), self.pop());
                match condition {
                    Ok(Generic::Bool(true)) => a,
                    Ok(Generic::Bool(false)) => b,
                    Ok(other) => panic!("{other:?}"),
                    Err(fault) => Err(fault),
                }
            }
            Op::Entry | Op::HasEntry => self.entry(operation),
            Op::Index => {
                let (index, list) = (self.pop().map_err(RuntimeFault::in_index), self.pop());
                list.and_then(|list| Ok((list, index?))).and_then(|(list, index)| element(&list, &index))
            }
            Op::In
            | Op::Equal
            | Op::NotEqual
            | Op::Less
            | Op::LessEqual
            | Op::Greater
            | Op::GreaterEqual
            | Op::Add
            | Op::Subtract
            | Op::Multiply
            | Op::Divide
            | Op::Remainder
            | Op::StartsWith
            | Op::EndsWith
            | Op::Contains => {
                let (b, a) = (self.pop(), self.pop());
                a.and_then(|a| Ok((a, b?))).and_then(|(a, b)| binary(operation, &a, &b))
            }
        };
        self.stack.push(result);
        assert!(self.stack.len() <= 64 && self.loops.len() <= 3);
    }

    fn integer(&mut self) -> i128 {
        let at = self.word();
        self.runtime.constants.integers[at]
    }

    fn connected(&mut self, decides: bool) -> Outcome {
        let (b, a) = (self.pop(), self.pop());
        let decisive = Ok(Generic::Bool(decides));
        if a == decisive || b == decisive {
            return decisive;
        }
        a.and(b).map(|_| Generic::Bool(!decides))
    }

    fn entry(&mut self, operation: Op) -> Outcome {
        let keys = self.word();
        let (second, first) = (self.pop(), self.pop());
        let (map, key) = if operation == Op::Entry {
            let map = first?;
            (map, second.map_err(RuntimeFault::in_index)?)
        } else {
            let key = first?;
            (second?, key)
        };
        let Generic::Map(entries) = map else { panic!("{map:?}") };
        let name = match &key {
            Generic::Variant(number) => self.runtime.name(u32::try_from(keys - 1).unwrap(), *number),
            key => string(key),
        };
        let found = entries.iter().find(|(key, _)| key == name);
        if operation == Op::HasEntry {
            return Ok(Generic::Bool(found.is_some()));
        }
        found.map_or(Err(RuntimeFault::NoEntry), |(_, value)| Ok(value.clone()))
    }

    fn begin(&mut self, is_all: bool) {
        let (end, keys) = (self.word(), self.word());
        let elements = match self.pop() {
            Ok(Generic::List(elements)) => elements,
            Ok(Generic::Map(entries)) => {
                let keys = u32::try_from(keys).unwrap().checked_sub(1);
                let key = |(key, _): (String, Generic)| match keys {
                    Some(variants) => Generic::Variant(self.runtime.number(variants, &key)),
                    None => Generic::String(key),
                };
                entries.into_iter().map(key).collect()
            }
            Ok(other) => panic!("{other:?}"),
            Err(fault) => return self.jump(Err(fault), end),
        };
        if elements.is_empty() {
            return self.jump(Ok(Generic::Bool(is_all)), end);
        }
        self.loops.push(OpenLoop { elements, at: 0, body: self.at, is_all, fault: None });
    }

    fn jump(&mut self, value: Outcome, to: usize) {
        self.stack.push(value);
        self.at = to;
    }

    fn end(&mut self) {
        let body = self.pop();
        let open = self.loops.last_mut().expect("a loop is open");
        let decides = !open.is_all;
        match body {
            Ok(Generic::Bool(value)) if value == decides => {
                self.loops.pop();
                return self.stack.push(Ok(Generic::Bool(value)));
            }
            Ok(_) => {}
            Err(fault) => open.fault = open.fault.or(Some(fault)),
        }
        open.at += 1;
        if open.at < open.elements.len() {
            self.at = open.body;
            return;
        }
        let result = open.fault.map_or(Ok(Generic::Bool(!decides)), Err);
        self.loops.pop();
        self.stack.push(result);
    }
}

fn present(value: &Generic) -> Outcome {
    match value {
        Generic::Absent => Err(RuntimeFault::NothingSet),
        Generic::Null => Err(RuntimeFault::IsNull),
        value => Ok(value.clone()),
    }
}

fn member(of: &Generic, at: usize) -> Outcome {
    match of {
        Generic::Struct(members) => present(&members[at]),
        Generic::Union(case, content) if *case as usize == at => Ok((**content).clone()),
        Generic::Union(..) => Err(RuntimeFault::OtherCase),
        other => panic!("{other:?}"),
    }
}

fn element(list: &Generic, index: &Generic) -> Outcome {
    let (Generic::List(elements), Generic::Integer(index)) = (list, index) else { panic!("{list:?}") };
    let element = usize::try_from(*index).ok().and_then(|index| elements.get(index));
    element.cloned().ok_or(RuntimeFault::IndexOutside)
}

fn string(value: &Generic) -> &str {
    let Generic::String(text) = value else { panic!("{value:?}") };
    text
}

fn double(value: &Generic) -> Outcome {
    let Generic::Integer(value) = value else { panic!("{value:?}") };
    // A factor that is a power of two changes only the exponent of a float.
    let shift = value.trailing_zeros() % i128::BITS;
    let odd = value >> shift;
    let is_exact = odd.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS;
    if is_exact { Ok(Generic::Float(*value as f64)) } else { Err(RuntimeFault::NotExact) }
}

fn unary(operation: Op, value: Outcome) -> Outcome {
    Ok(match (operation, value) {
        (Op::Has, Err(fault)) if fault.has_no_value() => Generic::Bool(false),
        (_, Err(fault)) => return Err(fault),
        (Op::Has, Ok(_)) => Generic::Bool(true),
        (Op::Not, Ok(Generic::Bool(value))) => Generic::Bool(!value),
        (Op::Minus, Ok(Generic::Integer(value))) => Generic::Integer(-value),
        (Op::Minus, Ok(Generic::Float(value))) => Generic::Float(0.0 - value),
        (Op::Size, Ok(Generic::List(elements))) => Generic::Integer(elements.len() as i128),
        (Op::Size, Ok(Generic::Map(entries))) => Generic::Integer(entries.len() as i128),
        (Op::ByteSize, Ok(value)) => Generic::Integer(string(&value).len() as i128),
        (Op::Double, Ok(value)) => return double(&value),
        (operation, value) => panic!("{operation:?} of {value:?}"),
    })
}

fn binary(operation: Op, a: &Generic, b: &Generic) -> Outcome {
    Ok(Generic::Bool(match (operation, a, b) {
        (Op::Equal, a, b) => a == b,
        (Op::NotEqual, a, b) => a != b,
        (Op::In, a, Generic::List(elements)) => elements.contains(a),
        (Op::StartsWith, a, b) => string(a).starts_with(string(b)),
        (Op::EndsWith, a, b) => string(a).ends_with(string(b)),
        (Op::Contains, a, b) => string(a).contains(string(b)),
        (_, Generic::String(a), Generic::String(b)) => compare(operation, a, b),
        (Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Remainder, a, b) => {
            return arithmetic(operation, a, b);
        }
        (_, Generic::Integer(a), Generic::Integer(b)) => compare(operation, a, b),
        (_, Generic::Float(a), Generic::Float(b)) => compare(operation, a, b),
        (operation, a, b) => panic!("{operation:?} of {a:?} and {b:?}"),
    }))
}

fn compare<T: PartialOrd + ?Sized>(operation: Op, a: &T, b: &T) -> bool {
    match operation {
        Op::Less => a < b,
        Op::LessEqual => a <= b,
        Op::Greater => a > b,
        Op::GreaterEqual => a >= b,
        other => panic!("{other:?}"),
    }
}

fn arithmetic(operation: Op, a: &Generic, b: &Generic) -> Outcome {
    let divides = matches!(operation, Op::Divide | Op::Remainder);
    match (a, b) {
        (Generic::Integer(_), Generic::Integer(0)) if divides => Err(RuntimeFault::DivisionByZero),
        (Generic::Float(_), Generic::Float(0.0)) if divides => Err(RuntimeFault::DivisionByZero),
        (Generic::Integer(a), Generic::Integer(b)) => Ok(Generic::Integer(match operation {
            Op::Add => a + b,
            Op::Subtract => a - b,
            Op::Multiply => a * b,
            Op::Divide => a / b,
            Op::Remainder => a % b,
            other => panic!("{other:?}"),
        })),
        (Generic::Float(a), Generic::Float(b)) => {
            let result = match operation {
                Op::Add => a + b,
                Op::Subtract => a - b,
                Op::Multiply => a * b,
                Op::Divide => a / b,
                other => panic!("{other:?}"),
            };
            if result.is_finite() { Ok(Generic::Float(result + 0.0)) } else { Err(RuntimeFault::NotFinite) }
        }
        (a, b) => panic!("{operation:?} of {a:?} and {b:?}"),
    }
}

/// Whether a float is written without an exponent.
fn is_plain(value: f64) -> bool {
    value == 0.0 || (1e-7..1e21).contains(&value.abs())
}

/// The first characters of a text, escaped.
fn escaped(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (n, c) in text.chars().enumerate() {
        if n == most {
            return out + "…";
        }
        if is_unsafe(c) { out += &format!("\\u{{{:x}}}", u32::from(c)) } else { out.push(c) }
    }
    out
}

/// The step of a path to the entry with this key.
fn key_step(key: &str) -> String {
    let is_inner = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_';
    let bytes = key.as_bytes();
    let begins = bytes.first().is_some_and(u8::is_ascii_lowercase);
    if begins && bytes.len() <= 64 && bytes.iter().all(|c| is_inner(*c)) && !key.ends_with('_') {
        return format!(".{key}");
    }
    let mut out = String::from("[\"");
    for c in key.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            c if is_unsafe(c) => {
                let mut units = [0; 2];
                let units = c.encode_utf16(&mut units).iter();
                out.extend(units.map(|unit| format!("\\u{unit:04x}")));
            }
            c => out.push(c),
        }
    }
    out + "\"]"
}
