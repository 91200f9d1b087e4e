//! Expressions of rules in Python: one pass over their steps.
//!
//! A part without a value raises `_Fault`. An operand whose fault may be absorbed is a `lambda`, which the runtime
//! calls. Integers are exact in Python, as in rules. Strings compare by code points, which is the order of their bytes
//! in UTF-8.

use super::absence::{has_absent, required};
use super::expression_value::{DeclaredType, PythonKind, PythonPrecedence, PythonValue};
use super::field_part::{CaseClass, FieldPart};
use super::layout::{PythonExpression, literal};
use super::names::{attribute, local};
use super::values::real;
use crate::types::{Field, StructType, Type};
use confc_core::expr::{Arithmetic, Checked, ExpressionStep, Function, Quantifier, ReadRoot, Relation};

/// The meaning of the names in an expression.
pub(super) struct PythonScope<'s> {
    /// The path to the class of the configuration.
    pub(super) root: &'s str,
    pub(super) fields: &'s StructType,
    /// The type of `self`.
    pub(super) place: Option<FieldPart<'s>>,
}

/// The code of an expression.
pub(super) fn code(checked: &Checked, scope: &PythonScope<'_>) -> PythonExpression {
    let mut writer = ExpressionWriter { scope, stack: Vec::new(), loops: Vec::new() };
    for step in checked.steps() {
        writer.step(step);
    }
    writer.pop().code
}

/// A `lambda` that evaluates an expression when it is called.
pub(super) fn lambda(code: PythonExpression) -> PythonExpression {
    code.prefixed("lambda: ")
}

struct ExpressionWriter<'e, 's> {
    scope: &'e PythonScope<'s>,
    stack: Vec<PythonValue<'s>>,
    /// The variables of the loops, with their types, outermost first.
    loops: Vec<PythonValue<'s>>,
}

impl<'s> ExpressionWriter<'_, 's> {
    fn pop(&mut self) -> PythonValue<'s> {
        // The expression was checked, so there is a value.
        self.stack.pop().unwrap_or_else(|| PythonValue::atom("", PythonKind::Scalar))
    }

    fn step(&mut self, step: ExpressionStep<'_>) {
        let value = match step {
            ExpressionStep::Bool(value) => {
                PythonValue::atom(if value { "True" } else { "False" }, PythonKind::Scalar)
            }
            ExpressionStep::Integer(value) => number(value.to_string(), PythonKind::Scalar),
            ExpressionStep::Float(value) => number(real(value), PythonKind::Float),
            ExpressionStep::String(text) => {
                PythonValue::new(literal(text), PythonPrecedence::Postfix, PythonKind::Scalar)
            }
            ExpressionStep::Variant(number) => PythonValue::atom("", PythonKind::Variant(number)),
            ExpressionStep::Read { root, members } => self.read(root, members),
            ExpressionStep::Member(position) => {
                let value = self.pop();
                select(value, position)
            }
            ExpressionStep::List(count) => {
                let elements = self.stack.split_off(self.stack.len().saturating_sub(count));
                PythonValue::atom("", PythonKind::Elements(elements))
            }
            ExpressionStep::Not => not(self.pop()),
            ExpressionStep::Minus => self.minus(),
            ExpressionStep::And => self.connected("_Rule.all_of"),
            ExpressionStep::Or => self.connected("_Rule.any_of"),
            ExpressionStep::In | ExpressionStep::HasEntry(_) => self.is_in(),
            ExpressionStep::Relation(relation) => self.related(relation),
            ExpressionStep::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
            ExpressionStep::Conditional => self.conditional(),
            ExpressionStep::Index => {
                let (index, list) = (self.pop(), self.pop());
                let declared = list.declared();
                let index = set_index(index.code);
                let code = PythonExpression::call("_Rule.at", vec![list.code.into(), index.into()]);
                element(code, declared.as_ref())
            }
            ExpressionStep::Entry(_) => self.entry(),
            ExpressionStep::Call(function) => self.call(function),
            ExpressionStep::Loop { name, .. } => return self.begin(name),
            ExpressionStep::EndLoop(quantifier) => self.end(quantifier),
        };
        self.stack.push(value);
    }

    fn read(&self, root: ReadRoot, members: &[u32]) -> PythonValue<'s> {
        let place = self.scope.place.as_ref();
        let (value, members) = match root {
            ReadRoot::Field(position) => {
                let field = self.scope.fields.members().get(position as usize);
                let config = PythonExpression::atom("config");
                let value = field.map(|field| member(config, field, self.scope.root, false));
                (value, members)
            }
            ReadRoot::Place => {
                let place = place.map(|part| {
                    let declared = DeclaredType { part: part.clone(), is_mixed: false };
                    PythonValue::of(PythonExpression::atom("place"), declared)
                });
                (place, members)
            }
            ReadRoot::Element(open) => (self.loops.get(usize::from(open)).cloned(), members),
        };
        let value = value.unwrap_or_else(|| PythonValue::atom("", PythonKind::Scalar));
        members.iter().fold(value, |value, position| select(value, *position))
    }

    fn minus(&mut self) -> PythonValue<'s> {
        let operand = self.pop();
        if let PythonKind::Negated(inner) = operand.kind {
            return *inner;
        }
        let kind = PythonKind::Negated(Box::new(operand.clone()));
        if operand.is_float() {
            // The negation of 0 is 0, not -0.
            let right = operand.operand(PythonPrecedence::Product);
            let code = PythonExpression::operation(PythonExpression::atom("0.0"), "-", right);
            return PythonValue::new(code, PythonPrecedence::Sum, kind);
        }
        let code = operand.operand(PythonPrecedence::Unary).between("-", "");
        PythonValue::new(code, PythonPrecedence::Unary, kind)
    }

    /// Writes `&&` or `||`. The sides of nested equal operators go into one call, since grouping changes neither the
    /// result nor the fault.
    fn connected(&mut self, function: &'static str) -> PythonValue<'s> {
        let (right, left) = (self.pop(), self.pop());
        let sides = |value: PythonValue<'s>| match value.kind {
            PythonKind::Connected(of, sides) if of == function => sides,
            PythonKind::Connected(..)
            | PythonKind::IsSet(_)
            | PythonKind::Scalar
            | PythonKind::Float
            | PythonKind::Declared(_)
            | PythonKind::Variant(_)
            | PythonKind::Elements(_)
            | PythonKind::Negated(_) => vec![lambda(value.code)],
        };
        let sides = [sides(left), sides(right)].concat();
        PythonValue::call(function, sides.clone(), PythonKind::Connected(function, sides))
    }

    fn is_in(&mut self) -> PythonValue<'s> {
        let (list, value) = (self.pop(), self.pop());
        // `in` searches the keys of a map, but the elements of a list literal, even if these are maps.
        if let PythonKind::Declared(map) = &list.kind
            && matches!(map.part.ty, Type::Map(_))
        {
            let (value, is_comparable) = key_of(value, map);
            if is_comparable {
                let code =
                    PythonExpression::operation(value.operand(PythonPrecedence::Sum), "in", list.into_code());
                return PythonValue::new(code, PythonPrecedence::Relation, PythonKind::Scalar);
            }
            let parts = vec![value.code, list.into_code()];
            return PythonValue::call("_Rule.has_alike", parts, PythonKind::Scalar);
        }
        let declared = value.declared().or_else(|| list.declared().map(|list| list.contents()));
        let list = list.beside(declared.as_ref()).compared_elements();
        let value = value.beside(declared.as_ref()).compared();
        if value.is_comparable(&list) {
            let code =
                PythonExpression::operation(value.operand(PythonPrecedence::Sum), "in", list.into_code());
            return PythonValue::new(code, PythonPrecedence::Relation, PythonKind::Scalar);
        }
        PythonValue::call("_Rule.among", vec![value.code, list.into_code()], PythonKind::Scalar)
    }

    /// Writes the value of an entry of a map.
    fn entry(&mut self) -> PythonValue<'s> {
        let (key, map) = (self.pop(), self.pop());
        let Some(declared) = map.declared() else { return map };
        let (key, is_comparable) = key_of(key, &declared);
        let function = if is_comparable { "_Rule.entry" } else { "_Rule.entry_alike" };
        let code = PythonExpression::call(function, vec![map.code.into(), set_index(key.code).into()]);
        PythonValue::of(code, declared.contents())
    }

    fn related(&mut self, relation: Relation) -> PythonValue<'s> {
        let (right, left) = (self.pop(), self.pop());
        let declared = left.declared().or_else(|| right.declared());
        let left = left.beside(declared.as_ref()).compared();
        let right = right.beside(declared.as_ref()).compared();
        let operator = match relation {
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
        };
        if left.is_comparable(&right) {
            let right = right.operand(PythonPrecedence::Sum);
            let code = PythonExpression::operation(left.operand(PythonPrecedence::Sum), operator, right);
            return PythonValue::new(code, PythonPrecedence::Relation, PythonKind::Scalar);
        }
        let is_same = PythonValue::call("_Rule.same", vec![left.code, right.code], PythonKind::Scalar);
        if relation == Relation::NotEqual { not(is_same) } else { is_same }
    }

    fn arithmetic(&mut self, arithmetic: Arithmetic) -> PythonValue<'s> {
        let (right, left) = (self.pop(), self.pop());
        let is_float = left.is_float() || right.is_float();
        let kind = if is_float { PythonKind::Float } else { PythonKind::Scalar };
        let (of_floats, of_integers) = match arithmetic {
            Arithmetic::Add => ("_Real.plus", Err(("+", PythonPrecedence::Sum, PythonPrecedence::Product))),
            Arithmetic::Subtract => {
                ("_Real.minus", Err(("-", PythonPrecedence::Sum, PythonPrecedence::Product)))
            }
            Arithmetic::Multiply => {
                ("_Real.times", Err(("*", PythonPrecedence::Product, PythonPrecedence::Unary)))
            }
            Arithmetic::Divide => ("_Real.by", Ok("_Rule.quotient")),
            // Floats have no remainder.
            Arithmetic::Remainder => ("", Ok("_Rule.remainder")),
        };
        match of_integers {
            _ if is_float => PythonValue::call(of_floats, vec![left.code, right.code], kind),
            Ok(function) => PythonValue::call(function, vec![left.code, right.code], kind),
            Err((operator, of_left, of_right)) => {
                let right = right.operand(of_right);
                let code = PythonExpression::operation(left.operand(of_left), operator, right);
                PythonValue::new(code, of_left, kind)
            }
        }
    }

    fn conditional(&mut self) -> PythonValue<'s> {
        let (no, yes, condition) = (self.pop(), self.pop(), self.pop());
        let declared = yes.declared().or_else(|| no.declared());
        let yes = yes.beside(declared.as_ref());
        let no = no.beside(declared.as_ref()).cast(declared.as_ref());
        let kind = match (no.declared(), yes.declared()) {
            (Some(no), Some(yes)) => {
                PythonKind::Declared(DeclaredType { is_mixed: no.is_mixed || yes.is_mixed, ..yes })
            }
            (_, _) if yes.is_float() || no.is_float() => PythonKind::Float,
            (_, _) => PythonKind::Scalar,
        };
        let parts = vec![condition.code, lambda(yes.code), lambda(no.code)];
        PythonValue::call("_Rule.choose", parts, kind)
    }

    fn call(&mut self, function: Function) -> PythonValue<'s> {
        let last = self.pop();
        let method = |text: PythonValue<'s>, name: &str, part: PythonValue<'s>| {
            let text = text.operand(PythonPrecedence::Postfix);
            let code = match text {
                PythonExpression::Atom(text) => {
                    PythonExpression::call(format!("{text}.{name}"), vec![part.code.into()])
                }
                text @ (PythonExpression::Group { .. } | PythonExpression::Operation(_)) => {
                    text.between("", &format!(".{name}({})", part.code.flat()))
                }
            };
            PythonValue::new(code, PythonPrecedence::Postfix, PythonKind::Scalar)
        };
        match function {
            Function::Has => match (last.unset, last.is_case) {
                (Some(unset), _) => {
                    let kind = PythonKind::IsSet(Box::new(unset.clone()));
                    let code = PythonExpression::operation(unset, "is not", PythonExpression::atom("None"));
                    PythonValue::new(code, PythonPrecedence::Relation, kind)
                }
                (None, Some(is_case)) => {
                    PythonValue::new(is_case, PythonPrecedence::Postfix, PythonKind::Scalar)
                }
                (None, None) => PythonValue::call("_Rule.has", vec![lambda(last.code)], PythonKind::Scalar),
            },
            Function::Size => PythonValue::call("len", vec![last.code], PythonKind::Scalar),
            Function::ByteSize => {
                let bytes = last.operand(PythonPrecedence::Postfix).between("", ".encode()");
                PythonValue::call("len", vec![bytes], PythonKind::Scalar)
            }
            Function::Double => PythonValue::call("_Rule.double", vec![last.code], PythonKind::Float),
            Function::StartsWith => method(self.pop(), "startswith", last),
            Function::EndsWith => method(self.pop(), "endswith", last),
            Function::Contains => {
                // `in` would evaluate the part before the text.
                let text = self.pop();
                PythonValue::call("_Rule.contains", vec![text.code, last.code], PythonKind::Scalar)
            }
        }
    }

    fn begin(&mut self, name: &str) {
        let list = self.pop();
        let declared = list.declared();
        let list = list.beside(declared.as_ref());
        let taken: Vec<String> = self.loops.iter().map(|open| open.code.flat()).collect();
        let mut name = local(name);
        while taken.contains(&name) {
            name.push('_');
        }
        let name = PythonExpression::atom(name);
        let (list, element) = match list.kind {
            PythonKind::Elements(elements) => {
                let elements: Vec<_> =
                    elements.into_iter().map(|element| element.cast(declared.as_ref())).collect();
                let mixed = elements.iter().filter_map(PythonValue::declared).find(|one| one.is_mixed);
                let is_float = elements.iter().any(PythonValue::is_float);
                let kind = match mixed.or(declared) {
                    Some(declared) => PythonKind::Declared(declared),
                    None if is_float => PythonKind::Float,
                    None => PythonKind::Scalar,
                };
                let element = PythonValue::new(name, PythonPrecedence::Postfix, kind);
                (PythonValue::atom("", PythonKind::Elements(elements)), element)
            }
            kind @ (PythonKind::Scalar
            | PythonKind::Float
            | PythonKind::Declared(_)
            | PythonKind::Variant(_)
            | PythonKind::Negated(_)
            | PythonKind::IsSet(_)
            | PythonKind::Connected(..)) => {
                let list = PythonValue { kind, ..list };
                match declared.filter(|declared| matches!(declared.part.ty, Type::Map(_))) {
                    Some(map) => {
                        let key = PythonValue::of(name, map.key());
                        // The keys are in the same order as in the loader.
                        (PythonValue { code: sorted_keys(list.code), ..list }, key)
                    }
                    None => {
                        let declared = list.declared();
                        (list, element(name, declared.as_ref()))
                    }
                }
            }
        };
        self.stack.push(list);
        self.loops.push(element);
    }

    fn end(&mut self, quantifier: Quantifier) -> PythonValue<'s> {
        let (body, list) = (self.pop(), self.pop());
        let name = self.loops.pop().map(|open| open.code.flat()).unwrap_or_default();
        let function = match quantifier {
            Quantifier::All => "_Rule.every",
            Quantifier::Exists => "_Rule.some",
        };
        let body = body.code.prefixed(&format!("lambda {name}: "));
        PythonValue::call(function, vec![list.into_code(), body], PythonKind::Scalar)
    }
}

/// The keys of a map in ascending order.
pub(super) fn sorted_keys(map: PythonExpression) -> PythonExpression {
    PythonExpression::call("_Rule.keys", vec![map.into()])
}

/// A key to look up in a map, and whether it can be compared with the keys of the map by `==`.
fn key_of<'s>(key: PythonValue<'s>, map: &DeclaredType<'s>) -> (PythonValue<'s>, bool) {
    let of_map = map.key();
    let key = key.beside(Some(&of_map));
    let keys = PythonValue::of(PythonExpression::atom(""), of_map);
    let is_comparable = key.is_comparable(&keys);
    (key, is_comparable)
}

/// An index. If a field in it is absent, null or of another case, its fault differs from the fault of an absent element.
fn set_index(index: PythonExpression) -> PythonExpression {
    if ["_Rule.present", "_Rule.not_null", "_Rule.case"].iter().any(|function| index.calls(function)) {
        return PythonExpression::call("_Rule.as_index", vec![lambda(index).into()]);
    }
    index
}

/// A number as a literal.
fn number<'s>(text: String, kind: PythonKind<'s>) -> PythonValue<'s> {
    let precedence = if text.starts_with('-') { PythonPrecedence::Unary } else { PythonPrecedence::Postfix };
    PythonValue::new(PythonExpression::atom(text), precedence, kind)
}

fn not<'s>(value: PythonValue<'s>) -> PythonValue<'s> {
    if let PythonKind::IsSet(value) = value.kind {
        let code = PythonExpression::operation(*value, "is", PythonExpression::atom("None"));
        return PythonValue::new(code, PythonPrecedence::Relation, PythonKind::Scalar);
    }
    let operand = match value.precedence {
        PythonPrecedence::Relation => value.operand(PythonPrecedence::Sum),
        PythonPrecedence::Not
        | PythonPrecedence::Sum
        | PythonPrecedence::Product
        | PythonPrecedence::Unary
        | PythonPrecedence::Postfix => value.code,
    };
    PythonValue::new(operand.prefixed("not "), PythonPrecedence::Not, PythonKind::Scalar)
}

/// An element of a list of this type.
fn element<'s>(code: PythonExpression, list: Option<&DeclaredType<'s>>) -> PythonValue<'s> {
    match list {
        Some(list) => PythonValue::of(code, list.contents()),
        None => PythonValue::new(code, PythonPrecedence::Postfix, PythonKind::Scalar),
    }
}

/// The member of a struct, or the value of the case of a union, at this position.
fn select(value: PythonValue<'_>, position: u32) -> PythonValue<'_> {
    let declared = match &value.kind {
        PythonKind::Declared(declared) => Some(declared.clone()),
        PythonKind::Scalar
        | PythonKind::Float
        | PythonKind::Variant(_)
        | PythonKind::Elements(_)
        | PythonKind::Negated(_)
        | PythonKind::IsSet(_)
        | PythonKind::Connected(..) => None,
    };
    let Some(of) = declared else { return value };
    if let Some(case) = of.part.case(position) {
        return value_of_case(value, &case, of.is_mixed);
    }
    match of.part.ty.members().get(position as usize) {
        Some(field) => member(value.code, field, &of.part.class, of.is_mixed),
        None => value,
    }
}

/// The value of a union, if it is of this case; else a fault.
fn value_of_case<'s>(of: PythonValue<'s>, case: &CaseClass<'s>, is_mixed: bool) -> PythonValue<'s> {
    let call = |function, of: PythonExpression| {
        PythonExpression::call(function, vec![of.into(), PythonExpression::atom(case.path.clone()).into()])
    };
    // Neither can fail: an atom is a variable or an attribute of one, and a value that is absent or null is `None`.
    let safe = of.unset.or_else(|| matches!(of.code, PythonExpression::Atom(_)).then(|| of.code.clone()));
    // A value of another class may be of this case, too.
    let is_case = safe.filter(|_| !is_mixed).map(|of| call("isinstance", of));
    let read = call("_Rule.case", of.code).between("", &format!(".{}", CaseClass::ATTRIBUTE));
    PythonValue { is_case, ..PythonValue::of(read, DeclaredType { part: case.value(), is_mixed }) }
}

/// A member; `around` is the path to the class that it is in.
fn member<'s>(of: PythonExpression, field: &'s Field, around: &str, is_mixed: bool) -> PythonValue<'s> {
    let key = field.key.as_str();
    let is_safe = matches!(of, PythonExpression::Atom(_));
    let read = of.between("", &format!(".{}", attribute(key)));
    let declared = DeclaredType { part: FieldPart::of(field, &format!("{around}.")), is_mixed };
    if !field.presence().may_lack_value() {
        return PythonValue::of(read, declared);
    }
    let given = required(field, read.clone());
    let unset = (is_safe && !has_absent(field)).then_some(read);
    PythonValue { unset, ..PythonValue::of(given, declared) }
}
