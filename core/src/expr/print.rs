//! The printer of canonical text: brackets only where they are needed, one space around operators.

use super::check::{Checked, CheckedInstruction};
use super::instruction::{Expression, Instruction, OperatorPrecedence, Slice};
use crate::text::escape::write_canonical;
use crate::types::{FloatKind, point_text};
use std::fmt::{self, Display, Formatter, Write};

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write(self, &[], f)
    }
}

/// Prints the canonical text, as in the wire format and the checksum. It parses to the same expression.
impl Display for Checked {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write(self.expression(), self.code(), f)
    }
}

/// The next part to write.
enum Written {
    Text(&'static str),
    /// The name of a member or of a loop variable.
    Name(Slice),
    /// The operand that ends at this position, in brackets if it binds less tightly than this.
    Operand(usize, OperatorPrecedence),
}

/// Writes an expression. Literals are written in their checked types, if `checked` is not empty.
pub(super) fn write(
    expression: &Expression,
    checked: &[CheckedInstruction],
    f: &mut impl Write,
) -> fmt::Result {
    let printer = Printer { expression, checked, starts: starts(&expression.code) };
    // The stack of parts still to write; the next one is on top.
    let mut rest = Vec::with_capacity(16);
    rest.push(Written::Operand(expression.code.len().saturating_sub(1), OperatorPrecedence::Conditional));
    while let Some(next) = rest.pop() {
        match next {
            Written::Text(text) => f.write_str(text)?,
            Written::Name(name) => f.write_str(name.of(&expression.text))?,
            Written::Operand(end, least) => printer.operand(end, least, &mut rest, f)?,
        }
    }
    Ok(())
}

/// The start of the operand that ends at each position.
pub(super) fn starts(code: &[Instruction]) -> Vec<usize> {
    let mut starts = Vec::with_capacity(code.len());
    let mut open: Vec<usize> = Vec::with_capacity(8);
    for (at, instruction) in code.iter().enumerate() {
        if let Instruction::Loop { .. } = instruction {
            starts.push(at);
            continue;
        }
        let first = open.len().saturating_sub(instruction.operands());
        let start = open.get(first).copied().unwrap_or(at);
        open.truncate(first);
        open.push(start);
        starts.push(start);
    }
    starts
}

/// The precedence of the text of an instruction.
fn precedence(instruction: Instruction) -> OperatorPrecedence {
    match instruction {
        Instruction::Conditional => OperatorPrecedence::Conditional,
        Instruction::Binary(operator) => operator.precedence(),
        Instruction::Not | Instruction::Minus => OperatorPrecedence::Unary,
        Instruction::Bool(_)
        | Instruction::Integer(_)
        | Instruction::Float { .. }
        | Instruction::String(_)
        | Instruction::Name(_)
        | Instruction::Member(_)
        | Instruction::List(_)
        | Instruction::Index
        | Instruction::Call(_)
        | Instruction::Loop { .. }
        | Instruction::EndLoop { .. } => OperatorPrecedence::Postfix,
    }
}

struct Printer<'e> {
    expression: &'e Expression,
    checked: &'e [CheckedInstruction],
    starts: Vec<usize>,
}

impl Printer<'_> {
    fn instruction(&self, at: usize) -> Option<Instruction> {
        self.expression.code.get(at).copied()
    }

    /// The end of the operand before the one that ends here.
    fn before(&self, end: usize) -> usize {
        self.starts.get(end).copied().unwrap_or_default().saturating_sub(1)
    }

    /// Writes a leaf, or pushes the parts of an operand.
    fn operand(
        &self,
        end: usize,
        least: OperatorPrecedence,
        rest: &mut Vec<Written>,
        f: &mut impl Write,
    ) -> fmt::Result {
        let Some(instruction) = self.instruction(end) else { return Ok(()) };
        let last = end.saturating_sub(1);
        if precedence(instruction) < least {
            f.write_str("(")?;
            rest.push(Written::Text(")"));
        }
        match instruction {
            Instruction::Bool(value) => write!(f, "{value}"),
            Instruction::Integer(value) => self.integer(end, value, f),
            Instruction::Float { double, .. } => self.float(end, double, FloatKind::Float64, f),
            Instruction::String(slice) => write_canonical(slice.of(&self.expression.text), f),
            Instruction::Name(slice) => f.write_str(slice.of(&self.expression.text)),
            Instruction::Not => {
                rest.push(Written::Operand(last, OperatorPrecedence::Unary));
                f.write_str("!")
            }
            Instruction::Minus => {
                // A minus directly before a number would become its sign.
                if self.begins_with_digit(last) {
                    rest.extend([
                        Written::Text(")"),
                        Written::Operand(last, OperatorPrecedence::Conditional),
                    ]);
                    return f.write_str("-(");
                }
                rest.push(Written::Operand(last, OperatorPrecedence::Unary));
                f.write_str("-")
            }
            Instruction::Binary(operator) => {
                let group = operator.precedence();
                let left = if group == OperatorPrecedence::Relation { group.tighter() } else { group };
                rest.extend([
                    Written::Operand(last, group.tighter()),
                    Written::Text(" "),
                    Written::Text(operator.text()),
                    Written::Text(" "),
                    Written::Operand(self.before(last), left),
                ]);
                Ok(())
            }
            Instruction::Conditional => {
                let middle = self.before(last);
                rest.extend([
                    Written::Operand(last, OperatorPrecedence::Conditional),
                    Written::Text(" : "),
                    Written::Operand(middle, OperatorPrecedence::Or),
                    Written::Text(" ? "),
                    Written::Operand(self.before(middle), OperatorPrecedence::Or),
                ]);
                Ok(())
            }
            Instruction::List(_)
            | Instruction::Member(_)
            | Instruction::Index
            | Instruction::Call(_)
            | Instruction::EndLoop { .. } => {
                self.postfix(end, instruction, rest);
                Ok(())
            }
            // The end of the loop writes it.
            Instruction::Loop { .. } => Ok(()),
        }
    }

    /// Pushes the parts of an operand with brackets, an index or a point.
    fn postfix(&self, end: usize, instruction: Instruction, rest: &mut Vec<Written>) {
        let last = end.saturating_sub(1);
        match instruction {
            Instruction::List(count) => {
                self.list(end, count, rest);
                rest.push(Written::Text("["));
            }
            Instruction::Member(name) => {
                rest.extend([Written::Name(name), Written::Text(".")]);
                self.receiver(last, rest);
            }
            Instruction::Index => {
                rest.extend([
                    Written::Text("]"),
                    Written::Operand(last, OperatorPrecedence::Conditional),
                    Written::Text("["),
                ]);
                self.receiver(self.before(last), rest);
            }
            Instruction::Call(function) => {
                let argument = Written::Operand(last, OperatorPrecedence::Conditional);
                rest.extend([Written::Text(")"), argument, Written::Text("(")]);
                rest.push(Written::Text(function.name()));
                if function.is_method() {
                    rest.push(Written::Text("."));
                    self.receiver(self.before(last), rest);
                }
            }
            Instruction::EndLoop { start } => {
                let start = usize::from(start);
                if let Some(Instruction::Loop { quantifier, name }) = self.instruction(start) {
                    rest.extend([
                        Written::Text(")"),
                        Written::Operand(last, OperatorPrecedence::Conditional),
                    ]);
                    rest.extend([Written::Text(", "), Written::Name(name), Written::Text("(")]);
                    rest.extend([Written::Text(quantifier.name()), Written::Text(".")]);
                    self.receiver(start.saturating_sub(1), rest);
                }
            }
            Instruction::Bool(_)
            | Instruction::Integer(_)
            | Instruction::Float { .. }
            | Instruction::String(_)
            | Instruction::Name(_)
            | Instruction::Not
            | Instruction::Minus
            | Instruction::Binary(_)
            | Instruction::Conditional
            | Instruction::Loop { .. } => {}
        }
    }

    fn list(&self, end: usize, count: u8, rest: &mut Vec<Written>) {
        rest.push(Written::Text("]"));
        let mut element = end.saturating_sub(1);
        for n in (0..count).rev() {
            rest.push(Written::Operand(element, OperatorPrecedence::Conditional));
            if n > 0 {
                rest.push(Written::Text(", "));
            }
            element = self.before(element);
        }
    }

    /// Pushes the operand before a point or an index. A number keeps brackets, because its own point would come next.
    fn receiver(&self, end: usize, rest: &mut Vec<Written>) {
        match self.instruction(end) {
            Some(Instruction::Integer(_) | Instruction::Float { .. }) => rest.extend([
                Written::Text(")"),
                Written::Operand(end, OperatorPrecedence::Conditional),
                Written::Text("("),
            ]),
            Some(_) | None => rest.push(Written::Operand(end, OperatorPrecedence::Postfix)),
        }
    }

    /// Whether the operand that ends here begins with a number without a sign.
    fn begins_with_digit(&self, end: usize) -> bool {
        match self.instruction(end) {
            Some(Instruction::Integer(value)) => value >= 0,
            Some(Instruction::Float { double, .. }) => double >= 0.0,
            Some(_) | None => false,
        }
    }

    fn integer(&self, at: usize, value: i128, f: &mut impl Write) -> fmt::Result {
        match self.checked.get(at) {
            Some(CheckedInstruction::Float(..)) => self.float(at, 0.0, FloatKind::Float64, f),
            Some(_) | None => write!(f, "{value}"),
        }
    }

    fn float(&self, at: usize, value: f64, kind: FloatKind, f: &mut impl Write) -> fmt::Result {
        let (value, kind) = match self.checked.get(at) {
            Some(CheckedInstruction::Float(value, kind)) => (*value, *kind),
            Some(_) | None => (value, kind),
        };
        f.write_str(&point_text(value, kind))
    }
}
