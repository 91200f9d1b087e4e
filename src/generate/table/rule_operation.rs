//! The operations of rules: their numbers, operands, results and faults.
//!
//! A code is a list of words: the number of an operation, then its operands, then the next operation. Operations work on
//! a stack that begins empty. The result is the value on the stack when the code ends.
//!
//! The stack holds generic values (see [`rule_code`](super::rule_code)) and faults. An operation that takes a fault
//! results in this fault; if it takes several, in the one that was pushed first. The operations that treat faults
//! otherwise say so: [`And`](RuleOperation::And), [`Or`](RuleOperation::Or),
//! [`Conditional`](RuleOperation::Conditional), [`Index`](RuleOperation::Index), [`Entry`](RuleOperation::Entry),
//! [`Has`](RuleOperation::Has) and [`EndLoop`](RuleOperation::EndLoop).
//!
//! Every operation runs, whatever the values are. Only a loop repeats its body or skips it. The types were checked, so a
//! value of another type than the operation takes cannot occur. The stack never holds more than 64 values, and at most
//! 3 loops are open.

/// An operation. The discriminants are the numbers in codes.
///
/// `pops a b` means that `b` is on top of the stack. An operand `keys` is 0 for a list or a map with strings as keys. Else
/// it is 1 more than the position of the enum whose variants are the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleOperation {
    /// Pushes false.
    False = 0,
    /// Pushes true.
    True = 1,
    /// Operand: a position. Pushes this integer of the constants.
    Integer = 2,
    /// Operand: a position. Pushes this float of the constants.
    Float = 3,
    /// Operand: a position. Pushes this string of the constants.
    String = 4,
    /// Operand: a position. Pushes the variant whose number is this integer of the constants.
    Variant = 5,
    /// Operand: a position. Pushes the value of this field, or `NothingSet` if it is absent, or `IsNull` if it is null.
    Field = 6,
    /// Pushes the place of the rule: `self`. It is neither absent nor null.
    Place = 7,
    /// Operand: the number of an open loop; the outermost is 0. Pushes the current element of this loop.
    Element = 8,
    /// Operand: a position. Pops a struct or a union. Of a struct, pushes this member, or `NothingSet` if it is absent, or
    /// `IsNull` if it is null. Of a union, pushes its content, or `OtherCase` if its case has another position.
    Member = 9,
    /// Operand: a count. Pops so many values. Pushes the list of them, in the order in which they were pushed.
    List = 10,
    /// Pops a bool. Pushes the other one.
    Not = 11,
    /// Pops a number. Pushes it with the other sign; 0.0 stays 0.0.
    Minus = 12,
    /// Pops `a b`, two bools. Pushes false if one of them is false, even if the other one is a fault.
    And = 13,
    /// Pops `a b`, two bools. Pushes true if one of them is true, even if the other one is a fault.
    Or = 14,
    /// Pops `value list`. Pushes whether an element of the list equals the value.
    In = 15,
    /// Pops `a b`, two values of one type. Pushes whether they are equal.
    Equal = 16,
    /// Pops `a b`, two values of one type. Pushes whether they differ.
    NotEqual = 17,
    /// Pops `a b`, two numbers or two strings. Pushes whether `a < b`. The order of strings is that of their bytes in
    /// UTF-8, which is the order of their code points, but not of UTF-16 code units.
    Less = 18,
    /// As `Less`, for `a <= b`.
    LessEqual = 19,
    /// As `Less`, for `a > b`.
    Greater = 20,
    /// As `Less`, for `a >= b`.
    GreaterEqual = 21,
    /// Pops `a b`, two integers or two floats. Pushes `a + b`. Integers never overflow ±(2^127 - 1). For floats, pushes
    /// `NotFinite` if the result is infinite, and 0.0 in place of -0.0.
    Add = 22,
    /// As `Add`, for `a - b`.
    Subtract = 23,
    /// As `Add`, for `a * b`.
    Multiply = 24,
    /// As `Add`, for `a / b`; integers are rounded towards 0. Pushes `DivisionByZero` if `b` is 0.
    Divide = 25,
    /// Pops `a b`, two integers. Pushes `a - b * (a / b)`, which has the sign of `a`, or `DivisionByZero` if `b` is 0.
    Remainder = 26,
    /// Pops `condition a b`. Pushes `a` if the condition is true, `b` if it is false, or the fault of the condition. The
    /// other one of `a` and `b` has no effect, even if it is a fault.
    Conditional = 27,
    /// Pops `list index`. Pushes the element at this index, which begins at 0, or `IndexOutside`. If the index is
    /// `NothingSet`, `IsNull` or `OtherCase`, its fault becomes `IndexNotSet`.
    Index = 28,
    /// Operand: `keys`. Pops `map key`. Pushes the value of the entry with this key, or `NoEntry`. If the key is
    /// `NothingSet`, `IsNull` or `OtherCase`, its fault becomes `IndexNotSet`.
    Entry = 29,
    /// Operand: `keys`. Pops `key map`. Pushes whether the map has an entry with this key.
    HasEntry = 30,
    /// Pops a value or fault. Pushes true for a value, and false for `NothingSet`, `IsNull` and `OtherCase`. Any other
    /// fault stays.
    Has = 31,
    /// Pops a list or map. Pushes the number of its elements or entries, an integer.
    Size = 32,
    /// Pops a string. Pushes the number of its bytes in UTF-8, an integer.
    ByteSize = 33,
    /// Pops an integer. Pushes the float of 64 bits that equals it, or `NotExact` if there is none.
    Double = 34,
    /// Pops `text part`, two strings. Pushes whether the text starts with the part.
    StartsWith = 35,
    /// As `StartsWith`, for the end of the text.
    EndsWith = 36,
    /// As `StartsWith`, for any position of the text.
    Contains = 37,
    /// Operands: `end`, `keys`. Pops a list or map. If it is a fault, or has no elements, pushes the fault or true, and
    /// continues at the word `end`. Else opens a loop, whose first element is current, and continues with the body. The
    /// elements of a map are its keys, in the order of the entries: strings, or variants of the enum.
    All = 38,
    /// As `All`, but pushes false if there are no elements.
    Exists = 39,
    /// Pops the result of the body of the innermost loop. If the result decides the loop, closes the loop and pushes this
    /// result: false decides `All`, and true decides `Exists`, even after faults. Else, if there is a next element, makes it
    /// current and continues with the body. After the last element, closes the loop and pushes the first fault that the
    /// body had, or if there was none, true for `All` and false for `Exists`. The word after it is the `end` of the loop.
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
