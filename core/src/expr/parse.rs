//! The parser of expressions: source text to postfix code by the shunting-yard algorithm.
//!
//! Operands are appended to the code at once; an operator is pending until its operands are complete. The limits bound
//! the pending operators, so time and memory are linear in the text.

use super::instruction::{
    Arithmetic, BinaryOperator, Expression, Function, Instruction, OperatorPrecedence, Quantifier, Slice,
    Spans, TextSpan, narrow_offset,
};
use super::lexeme::{ExpressionLexer, Lexeme, LexemeKind, unquote};
use super::pending::{Pending, PendingKind};
use super::syntax_error::{SyntaxError, SyntaxErrorKind as Kind, instead_of};
use super::{
    LARGEST, MAX_BRACKETS, MAX_ELEMENTS, MAX_INSTRUCTIONS, MAX_LOOPS, MAX_SOURCE_SIZE, MAX_VALUES, is_word,
};
use super::{input, quantity};
use crate::text::numeral::{nearest_f32, nearest_f64};

impl Expression {
    /// Parses an expression. Takes time and memory linear in any text; does not recurse.
    ///
    /// # Errors
    ///
    /// Returns the first error in the text.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        if text.len() > MAX_SOURCE_SIZE {
            return Err(SyntaxError { span: TextSpan::new(0, 0), kind: Kind::SourceTooLarge(text.len()) });
        }
        ExpressionParser {
            lexer: ExpressionLexer::new(text),
            code: Vec::with_capacity(16),
            spans: Vec::with_capacity(16),
            text: String::with_capacity(text.len()),
            operands: Vec::with_capacity(8),
            pending: Vec::with_capacity(8),
            instructions: 0,
            brackets: 0,
        }
        .run()
    }
}

struct ExpressionParser<'t> {
    lexer: ExpressionLexer<'t>,
    code: Vec<Instruction>,
    spans: Vec<Spans>,
    text: String,
    /// The source texts of the operands so far, with the brackets around them.
    operands: Vec<TextSpan>,
    pending: Vec<Pending>,
    /// The number of counted instructions in the code, and of pending operators.
    instructions: usize,
    /// The number of open brackets.
    brackets: usize,
}

/// The kind of text that may come next.
#[derive(Clone, Copy, PartialEq)]
enum Awaited {
    Operand,
    /// An operator, or the end of an open part.
    Operator,
}

impl ExpressionParser<'_> {
    fn run(mut self) -> Result<Expression, SyntaxError> {
        let mut awaited = Awaited::Operand;
        loop {
            let lexeme = self.lexer.next()?;
            if lexeme.kind == LexemeKind::End && awaited == Awaited::Operator {
                self.finish(lexeme)?;
                return Ok(Expression {
                    code: self.code.into(),
                    text: self.text.into(),
                    spans: self.spans.into(),
                });
            }
            awaited = match awaited {
                Awaited::Operand => self.operand(lexeme)?,
                Awaited::Operator => self.operator(lexeme)?,
            };
        }
    }

    /// Ends everything that is pending at the end of the text.
    fn finish(&mut self, end: Lexeme) -> Result<(), SyntaxError> {
        self.reduce(OperatorPrecedence::Conditional)?;
        match self.pending.last() {
            None => Ok(()),
            Some(open) => Err(self.unexpected(end, open.kind.closing().unwrap_or("`:`"))),
        }
    }

    fn unexpected(&self, found: Lexeme, expected: &'static str) -> SyntaxError {
        let found_text = (found.kind != LexemeKind::End).then(|| self.lexer.text(found.span).into());
        SyntaxError { span: found.span, kind: Kind::Unexpected { expected, found: found_text } }
    }

    /// Counts an instruction before it is emitted or becomes pending.
    fn count(&mut self, at: TextSpan) -> Result<(), SyntaxError> {
        self.instructions += 1;
        if self.instructions > MAX_INSTRUCTIONS {
            return Err(SyntaxError { span: at, kind: Kind::TooManyInstructions });
        }
        Ok(())
    }

    /// Appends an instruction that takes this many operands and leaves one value.
    fn emit(&mut self, instruction: Instruction, at: TextSpan, operands: usize) -> Result<(), SyntaxError> {
        let first = self.operands.len().saturating_sub(operands);
        let whole = self.operands.drain(first..).fold(at, TextSpan::with);
        self.code.push(instruction);
        self.spans.push(Spans { at, whole });
        self.operands.push(whole);
        if self.operands.len() > MAX_VALUES {
            return Err(SyntaxError { span: at, kind: Kind::TooManyValues });
        }
        Ok(())
    }

    fn literal(&mut self, instruction: Instruction, at: TextSpan) -> Result<Awaited, SyntaxError> {
        self.count(at)?;
        self.emit(instruction, at, 0)?;
        Ok(Awaited::Operator)
    }

    /// Keeps an operator pending until its operands are complete.
    fn wait(&mut self, kind: PendingKind, at: TextSpan) -> Result<Awaited, SyntaxError> {
        self.count(at)?;
        self.pending.push(Pending { kind, at });
        Ok(Awaited::Operand)
    }

    fn open(&mut self, kind: PendingKind, at: TextSpan) -> Result<Awaited, SyntaxError> {
        self.brackets += 1;
        if self.brackets > MAX_BRACKETS {
            return Err(SyntaxError { span: at, kind: Kind::TooManyBrackets });
        }
        self.pending.push(Pending { kind, at });
        Ok(Awaited::Operand)
    }

    /// Emits the pending operators that bind at least this tightly.
    fn reduce(&mut self, least: OperatorPrecedence) -> Result<(), SyntaxError> {
        while let Some(Pending { kind, at }) = self.pending.last().copied() {
            match kind.operator() {
                Some((precedence, instruction, operands)) if precedence >= least => {
                    self.pending.pop();
                    self.emit(instruction, at, operands)?;
                }
                Some(_) | None => break,
            }
        }
        Ok(())
    }

    fn append(&mut self, append: impl FnOnce(&mut String)) -> Slice {
        let start = narrow_offset(self.text.len());
        append(&mut self.text);
        Slice { start, end: narrow_offset(self.text.len()) }
    }

    fn operand(&mut self, lexeme: Lexeme) -> Result<Awaited, SyntaxError> {
        let at = lexeme.span;
        match lexeme.kind {
            LexemeKind::Integer(_) | LexemeKind::Float => self.number(lexeme, at),
            LexemeKind::String => {
                let literal = self.lexer.text(at);
                let start = narrow_offset(self.text.len());
                unquote(lexeme, literal, &mut self.text)?;
                let slice = Slice { start, end: narrow_offset(self.text.len()) };
                self.literal(Instruction::String(slice), at)
            }
            LexemeKind::Minus => {
                let mut ahead = self.lexer;
                match ahead.next()? {
                    number @ Lexeme { kind: LexemeKind::Integer(_) | LexemeKind::Float, span } => {
                        self.lexer = ahead;
                        self.number(number, at.with(span))
                    }
                    Lexeme { .. } => self.wait(PendingKind::Minus, at),
                }
            }
            LexemeKind::Not => self.wait(PendingKind::Not, at),
            LexemeKind::Open => self.open(PendingKind::Bracket, at),
            LexemeKind::OpenSquare => {
                let mut ahead = self.lexer;
                let next = ahead.next()?;
                if next.kind == LexemeKind::CloseSquare {
                    self.lexer = ahead;
                    return self.literal(Instruction::List(0), at.with(next.span));
                }
                self.count(at)?;
                self.open(PendingKind::List(0), at)
            }
            LexemeKind::Word => self.word(lexeme),
            LexemeKind::Backquoted => {
                let name = self.append_name(lexeme)?;
                self.literal(Instruction::Name(name), at)
            }
            LexemeKind::Close
            | LexemeKind::CloseSquare
            | LexemeKind::Comma
            | LexemeKind::Dot
            | LexemeKind::Question
            | LexemeKind::Colon
            | LexemeKind::Operator(_)
            | LexemeKind::End => Err(self.unexpected(lexeme, "a value")),
        }
    }

    /// Reads a number; `at` is its position, with the sign before it if there is one.
    fn number(&mut self, lexeme: Lexeme, at: TextSpan) -> Result<Awaited, SyntaxError> {
        let is_negative = at != lexeme.span;
        let instruction = if let LexemeKind::Integer(magnitude) = lexeme.kind {
            let magnitude = i128::try_from(magnitude).unwrap_or(LARGEST);
            Instruction::Integer(if is_negative { -magnitude } else { magnitude })
        } else {
            let raw = self.lexer.text(lexeme.span);
            let (double, single) = (nearest_f64(raw), nearest_f32(raw));
            if !double.is_finite() {
                return Err(SyntaxError { span: at, kind: Kind::FloatTooLarge });
            }
            // Adding 0 turns -0 into 0.
            let (double, single) = if is_negative { (-double, -single) } else { (double, single) };
            Instruction::Float { double: double + 0.0, single: single + 0.0 }
        };
        self.literal(instruction, at)
    }

    fn word(&mut self, lexeme: Lexeme) -> Result<Awaited, SyntaxError> {
        let at = lexeme.span;
        let word = self.lexer.text(at);
        let mut ahead = self.lexer;
        // An error after the word is reported when the parser reaches it.
        let is_call = ahead.next().is_ok_and(|next| next.kind == LexemeKind::Open);
        if is_call && word != "in" {
            self.lexer = ahead;
            if word == quantity::NAME {
                let (number, end) = quantity::arguments(&mut self.lexer)?;
                return self.literal(Instruction::Integer(number), at.with(end));
            }
            if word == input::NAME {
                let (name, end) = input::argument(&mut self.lexer)?;
                let name = self.append(|text| input::write(&name, text));
                return self.literal(Instruction::Name(name), at.with(end));
            }
            let function = Function::of(word).filter(|function| !function.is_method());
            let Some(function) = function else {
                let kind = Kind::Function { name: word.into(), instead: instead_of(word, false) };
                return Err(SyntaxError { span: at, kind });
            };
            self.count(at)?;
            return self.open(PendingKind::Call(function), at);
        }
        match word {
            "true" => self.literal(Instruction::Bool(true), at),
            "false" => self.literal(Instruction::Bool(false), at),
            "null" => Err(SyntaxError { span: at, kind: Kind::Null }),
            "in" => Err(self.unexpected(lexeme, "a value")),
            "self" => {
                let name = self.append(|text| text.push_str("self"));
                self.literal(Instruction::Name(name), at)
            }
            _ => {
                let name = self.append_name(lexeme)?;
                self.literal(Instruction::Name(name), at)
            }
        }
    }

    /// Appends a name as it is in canonical text.
    fn append_name(&mut self, lexeme: Lexeme) -> Result<Slice, SyntaxError> {
        let written = self.lexer.text(lexeme.span);
        let name = written.trim_matches('`');
        let error = |kind| Err(SyntaxError { span: lexeme.span, kind });
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return error(Kind::UpperCase(name.into()));
        }
        match (is_word(name), lexeme.kind == LexemeKind::Backquoted) {
            (true, false) => error(Kind::Reserved(name.into())),
            (true, true) => Ok(self.append(|text| text.push_str(written))),
            (false, _) => Ok(self.append(|text| text.push_str(name))),
        }
    }

    fn operator(&mut self, lexeme: Lexeme) -> Result<Awaited, SyntaxError> {
        let at = lexeme.span;
        match lexeme.kind {
            LexemeKind::Operator(operator) => self.binary(operator, at),
            LexemeKind::Minus => self.binary(BinaryOperator::Arithmetic(Arithmetic::Subtract), at),
            LexemeKind::Word if self.lexer.text(at) == "in" => self.binary(BinaryOperator::In, at),
            LexemeKind::Dot => self.behind_dot(),
            LexemeKind::OpenSquare => {
                self.count(at)?;
                self.open(PendingKind::Index, at)
            }
            LexemeKind::Question => {
                self.reduce(OperatorPrecedence::Or)?;
                if matches!(self.pending.last(), Some(Pending { kind: PendingKind::Question, .. })) {
                    return Err(SyntaxError { span: at, kind: Kind::ConditionalInside });
                }
                self.wait(PendingKind::Question, at)
            }
            LexemeKind::Colon => {
                self.reduce(OperatorPrecedence::Or)?;
                match self.pending.last_mut() {
                    Some(open @ Pending { kind: PendingKind::Question, .. }) => {
                        open.kind = PendingKind::Colon;
                        Ok(Awaited::Operand)
                    }
                    Some(_) | None => Err(self.unexpected(lexeme, "an operator")),
                }
            }
            LexemeKind::Comma => {
                self.reduce(OperatorPrecedence::Conditional)?;
                match self.pending.last_mut() {
                    Some(Pending { kind: PendingKind::List(count), .. }) if *count + 1 < MAX_ELEMENTS => {
                        *count += 1;
                        Ok(Awaited::Operand)
                    }
                    Some(Pending { kind: PendingKind::List(_), .. }) => {
                        Err(SyntaxError { span: at, kind: Kind::TooManyElements })
                    }
                    Some(Pending { kind: PendingKind::Call(function), at }) => {
                        Err(SyntaxError { span: *at, kind: Kind::Arguments(function.name()) })
                    }
                    Some(_) | None => Err(self.unexpected(lexeme, "an operator")),
                }
            }
            LexemeKind::Close | LexemeKind::CloseSquare => self.close(lexeme),
            LexemeKind::Integer(_)
            | LexemeKind::Float
            | LexemeKind::String
            | LexemeKind::Word
            | LexemeKind::Backquoted
            | LexemeKind::Open
            | LexemeKind::Not
            | LexemeKind::End => Err(self.unexpected(lexeme, "an operator")),
        }
    }

    fn binary(&mut self, operator: BinaryOperator, at: TextSpan) -> Result<Awaited, SyntaxError> {
        let precedence = operator.precedence();
        self.reduce(precedence.tighter())?;
        if precedence == OperatorPrecedence::Relation {
            if let Some(Pending { kind: PendingKind::Binary(before), .. }) = self.pending.last().copied()
                && before.precedence() == OperatorPrecedence::Relation
            {
                return Err(self.chained(before, operator, at));
            }
        } else {
            self.reduce(precedence)?;
        }
        self.wait(PendingKind::Binary(operator), at)
    }

    /// `5 < x < 9`: the last two values are 5 and `x`.
    fn chained(&self, before: BinaryOperator, operator: BinaryOperator, at: TextSpan) -> SyntaxError {
        let written = |from_end: usize| {
            let span = self.operands.len().checked_sub(from_end).and_then(|at| self.operands.get(at));
            span.map_or("…", |span| self.lexer.text(*span))
        };
        let (left, middle) = (written(2), written(1));
        let (before, operator) = (before.text(), operator.text());
        let instead = format!("{left} {before} {middle} && {middle} {operator} …");
        SyntaxError { span: at, kind: Kind::Chained(instead.into()) }
    }

    fn behind_dot(&mut self) -> Result<Awaited, SyntaxError> {
        let name = self.lexer.next()?;
        let mut ahead = self.lexer;
        if !matches!(name.kind, LexemeKind::Word | LexemeKind::Backquoted) {
            return Err(self.unexpected(name, "a member or a function"));
        }
        let is_word = name.kind == LexemeKind::Word;
        if is_word && ahead.next().is_ok_and(|next| next.kind == LexemeKind::Open) {
            self.lexer = ahead;
            return self.method(name);
        }
        if let Some(Instruction::Name(path)) = self.code.last().copied() {
            // Only brackets came since the path ended, so the next text continues it.
            self.text.push('.');
            let end = self.append_name(name)?.end;
            let whole = self.operands.pop().unwrap_or(name.span).with(name.span);
            self.operands.push(whole);
            if let (Some(last), Some(spans)) = (self.code.last_mut(), self.spans.last_mut()) {
                *last = Instruction::Name(Slice { start: path.start, end });
                *spans = Spans { at: spans.at.with(name.span), whole };
            }
            return Ok(Awaited::Operator);
        }
        let member = self.append_name(name)?;
        self.count(name.span)?;
        self.emit(Instruction::Member(member), name.span, 1)?;
        Ok(Awaited::Operator)
    }

    /// Reads a method after its first operand. Its opening bracket has been read.
    fn method(&mut self, name: Lexeme) -> Result<Awaited, SyntaxError> {
        let at = name.span;
        let word = self.lexer.text(at);
        if let Some(function) = Function::of(word).filter(|function| function.is_method()) {
            self.count(at)?;
            return self.open(PendingKind::Call(function), at);
        }
        let Some(quantifier) = Quantifier::of(word) else {
            let kind = Kind::Function { name: word.into(), instead: instead_of(word, true) };
            return Err(SyntaxError { span: at, kind });
        };
        let element = self.lexer.next()?;
        if !matches!(element.kind, LexemeKind::Word | LexemeKind::Backquoted) {
            return Err(self.unexpected(element, "a name for the elements"));
        }
        let written = self.lexer.text(element.span);
        let open: Vec<&str> = self.pending.iter().filter_map(|open| self.loop_name(open)).collect();
        if is_word(written.trim_matches('`')) || open.contains(&written.trim_matches('`')) {
            return Err(SyntaxError { span: element.span, kind: Kind::LoopName(written.into()) });
        }
        if open.len() >= MAX_LOOPS {
            return Err(SyntaxError { span: at, kind: Kind::TooManyLoops });
        }
        let name = self.append_name(element)?;
        let comma = self.lexer.next()?;
        if comma.kind != LexemeKind::Comma {
            return Err(self.unexpected(comma, "`,` and a condition for each element"));
        }
        self.count(at)?;
        let start = narrow_offset(self.code.len());
        // The loop leaves the list on the stack.
        self.code.push(Instruction::Loop { quantifier, name });
        self.spans.push(Spans { at, whole: at });
        self.open(PendingKind::Loop { name, start }, at)
    }

    fn loop_name(&self, open: &Pending) -> Option<&str> {
        if let PendingKind::Loop { name, .. } = open.kind { Some(name.of(&self.text)) } else { None }
    }

    fn close(&mut self, lexeme: Lexeme) -> Result<Awaited, SyntaxError> {
        self.reduce(OperatorPrecedence::Conditional)?;
        let is_round = lexeme.kind == LexemeKind::Close;
        let Some(Pending { kind, at }) = self.pending.last().copied() else {
            return Err(self.unexpected(lexeme, "an operator"));
        };
        let Some(closing) = kind.closing() else { return Err(self.unexpected(lexeme, "`:`")) };
        if is_round != (closing == "`)`") {
            return Err(self.unexpected(lexeme, closing));
        }
        self.pending.pop();
        self.brackets -= 1;
        let at = at.with(lexeme.span);
        match kind {
            PendingKind::List(before) => {
                let count = before + 1;
                self.emit(Instruction::List(u8::try_from(count).unwrap_or(u8::MAX)), at, count)?;
            }
            PendingKind::Index => self.emit(Instruction::Index, at, 2)?,
            PendingKind::Call(function) => {
                let operands = if function.is_method() { 2 } else { 1 };
                self.emit(Instruction::Call(function), at, operands)?;
            }
            PendingKind::Loop { start, .. } => self.emit(Instruction::EndLoop { start }, at, 2)?,
            PendingKind::Bracket
            | PendingKind::Not
            | PendingKind::Minus
            | PendingKind::Binary(_)
            | PendingKind::Question
            | PendingKind::Colon => {
                // The position of the operand includes its brackets.
                if let Some(operand) = self.operands.last_mut() {
                    *operand = operand.with(at);
                }
            }
        }
        Ok(Awaited::Operator)
    }
}
