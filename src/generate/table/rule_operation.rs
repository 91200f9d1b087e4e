//! The operations of rules: their numbers, operands, results and faults.
//!
//! A code is a list of words: the number of an operation, then its operands, then the next operation. Operations work on
//! a stack that is empty at first. The result is the value or fault on the stack when the code ends.
//!
//! The stack holds [values of rules](super::rule_code) and faults. An operation that pops a fault
//! pushes this fault. If it pops several, it pushes the one that was pushed first. These operations treat
//! faults differently, as their descriptions say: [`And`](RuleOperation::And), [`Or`](RuleOperation::Or),
//! [`Conditional`](RuleOperation::Conditional), [`Index`](RuleOperation::Index),
//! [`Entry`](RuleOperation::Entry), [`Has`](RuleOperation::Has) and [`EndLoop`](RuleOperation::EndLoop).
//!
//! Every operation runs, whatever the values are. Only a loop repeats or skips its body. The types were
//! checked, so an operation never pops a value of a wrong type. The stack never holds more than 64 values,
//! and at most 3 loops are open.

/// An operation. The discriminants are the numbers in codes.
///
/// "Pops `a b`" means that `b` is on top of the stack. An operand `keys` is 0 for a list, or for a map with
/// strings as keys. Otherwise it is 1 more than the position of the enum whose variants are the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleOperation {
    /// Pushes false.
    False = 0,
    /// Pushes true.
    True = 1,
    /// Operand: a position. Pushes the integer constant at this position.
    Integer = 2,
    /// Operand: a position. Pushes the float constant at this position.
    Float = 3,
    /// Operand: a position. Pushes the string constant at this position.
    String = 4,
    /// Operand: a position. Pushes the variant whose number is the integer constant at this position.
    Variant = 5,
    /// Operand: a position. Pushes the value of the field at this position, or `NothingSet` if the field is
    /// absent, or `IsNull` if it is null.
    Field = 6,
    /// Pushes the place of the rule, `self`, which is neither absent nor null.
    Place = 7,
    /// Operand: the number of an open loop; the outermost is 0. Pushes the current element of this loop.
    Element = 8,
    /// Operand: a position. Pops a struct or a union. For a struct, pushes the member at this position, or
    /// `NothingSet` if the member is absent, or `IsNull` if it is null. For a union, pushes its content, or
    /// `OtherCase` if its case has another position.
    Member = 9,
    /// Operand: a count. Pops this many values. Pushes a list of them, in the order in which they were
    /// pushed.
    List = 10,
    /// Pops a bool. Pushes its negation.
    Not = 11,
    /// Pops a number. Pushes its negation; 0.0 stays 0.0.
    Minus = 12,
    /// Pops `a b`, two bools. Pushes false if one of them is false, even if the other one is a fault.
    And = 13,
    /// Pops `a b`, two bools. Pushes true if one of them is true, even if the other one is a fault.
    Or = 14,
    /// Pops `value list`. Pushes whether an element of the list equals the value.
    In = 15,
    /// Pops `a b`, two values of the same type. Pushes whether they are equal.
    Equal = 16,
    /// Pops `a b`, two values of the same type. Pushes whether they differ.
    NotEqual = 17,
    /// Pops `a b`, two integers, two floats or two strings. Pushes whether `a < b`. Strings are compared by
    /// their UTF-8 bytes. Comparing code points gives the same order; comparing UTF-16 code units does not.
    Less = 18,
    /// Like `Less`, but for `a <= b`.
    LessEqual = 19,
    /// Like `Less`, but for `a > b`.
    Greater = 20,
    /// Like `Less`, but for `a >= b`.
    GreaterEqual = 21,
    /// Pops `a b`, two integers or two floats. Pushes `a + b`. Integer results never exceed ±(2^127 - 1). For
    /// floats, pushes `NotFinite` if the result is infinite, and 0.0 instead of -0.0.
    Add = 22,
    /// Like `Add`, but for `a - b`.
    Subtract = 23,
    /// Like `Add`, but for `a * b`.
    Multiply = 24,
    /// Like `Add`, but for `a / b`. Integer results are rounded towards 0. Pushes `DivisionByZero` if `b` is
    /// 0.
    Divide = 25,
    /// Pops `a b`, two integers. Pushes `a - b * (a / b)`, which is 0 or has the sign of `a`, or
    /// `DivisionByZero` if `b` is 0.
    Remainder = 26,
    /// Pops `condition a b`. Pushes `a` if the condition is true, `b` if it is false, or the fault of the condition. The
    /// value that is not chosen has no effect, even if it is a fault.
    Conditional = 27,
    /// Pops `list index`. Pushes the element at this index, from 0, or `IndexOutside` if the list has no such
    /// element; the index may be negative. An index that is `NothingSet`, `IsNull` or `OtherCase` becomes
    /// `IndexNotSet`.
    Index = 28,
    /// Operand: `keys`. Pops `map key`. Pushes the value of the entry with this key, or `NoEntry`. A key that
    /// is `NothingSet`, `IsNull` or `OtherCase` becomes `IndexNotSet`.
    Entry = 29,
    /// Operand: `keys`. Pops `key map`. Pushes whether the map has an entry with this key.
    HasEntry = 30,
    /// Pops a value or fault. Pushes true for a value, false for `NothingSet`, `IsNull` and `OtherCase`, and
    /// any other fault unchanged.
    Has = 31,
    /// Pops a list or map. Pushes the number of its elements or entries, an integer.
    Size = 32,
    /// Pops a string. Pushes the number of its bytes in UTF-8, an integer.
    ByteSize = 33,
    /// Pops an integer. Pushes it as a float of 64 bits, or `NotExact` if no float of 64 bits equals it.
    Double = 34,
    /// Pops `text part`, two strings. Pushes whether the text starts with the part.
    StartsWith = 35,
    /// Like `StartsWith`, but for the end of the text.
    EndsWith = 36,
    /// Like `StartsWith`, but for any position in the text.
    Contains = 37,
    /// Operands: `end`, `keys`. Pops a list or map. For a fault, pushes this fault and continues at the word
    /// `end`. Without elements, pushes true and continues there, too. Otherwise opens a loop, makes the first
    /// element current, and continues with the body. `end` counts the words of the code from 0. The elements
    /// of a map are its keys, in the order of the entries, as strings or as variants of the enum.
    All = 38,
    /// Like `All`, but pushes false if there are no elements.
    Exists = 39,
    /// Pops the result of the body of the innermost loop. False decides `All`, and true decides `Exists`,
    /// even after faults: closes the loop and pushes this result. Otherwise makes the next element current
    /// and continues with the body. After the last element, closes the loop and pushes the first fault of the
    /// body, or without a fault, true for `All` and false for `Exists`. The word after `EndLoop` is the `end`
    /// of the loop.
    EndLoop = 40,
}

impl RuleOperation {
    /// The number in codes.
    #[must_use]
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// All operations, in the order of their numbers.
    pub const ALL: [Self; 41] = [
        Self::False,
        Self::True,
        Self::Integer,
        Self::Float,
        Self::String,
        Self::Variant,
        Self::Field,
        Self::Place,
        Self::Element,
        Self::Member,
        Self::List,
        Self::Not,
        Self::Minus,
        Self::And,
        Self::Or,
        Self::In,
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessEqual,
        Self::Greater,
        Self::GreaterEqual,
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::Divide,
        Self::Remainder,
        Self::Conditional,
        Self::Index,
        Self::Entry,
        Self::HasEntry,
        Self::Has,
        Self::Size,
        Self::ByteSize,
        Self::Double,
        Self::StartsWith,
        Self::EndsWith,
        Self::Contains,
        Self::All,
        Self::Exists,
        Self::EndLoop,
    ];
}
