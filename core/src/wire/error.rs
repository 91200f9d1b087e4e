//! Why bytes are refused.

use crate::rules::RuleError;
use crate::text::{Hexadecimal, escape};
use crate::types::limits::{MAX_ENCODED_SIZE, MAX_FIELDS, MAX_JSON_DEPTH, MAX_LEVELS};
use crate::types::{
    ConstraintViolation, JsonTextError, KeyError, NativeNameError, PackagePathError, PatternError,
    RestProblem, TypeProblem, VariantNameError,
};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why bytes are refused, and where. It is one pointer: every function that reads a number or a text returns it or the
/// result, and values are read most often.
#[derive(Clone, PartialEq)]
pub struct DecodeError(Box<DecodeRefusal>);

#[derive(Clone, PartialEq)]
struct DecodeRefusal {
    offset: usize,
    field: String,
    kind: DecodeErrorKind,
}

impl DecodeError {
    /// An error at this byte, outside fields.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn new(offset: usize, kind: DecodeErrorKind) -> Self {
        Self(Box::new(DecodeRefusal { offset, field: String::new(), kind }))
    }

    /// The byte at which the wrong part starts. If a part is missing, the byte at which the message without it starts.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// The path of the field with the error, as in `servers[].port`; empty outside fields.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.0.field
    }

    /// The mistake.
    #[must_use]
    pub fn kind(&self) -> &DecodeErrorKind {
        &self.0.kind
    }

    /// The mistake, without its place.
    #[must_use]
    pub fn into_kind(self) -> DecodeErrorKind {
        self.0.kind
    }

    /// The path of the field, and the mistake.
    pub(crate) fn into_parts(self) -> (String, DecodeErrorKind) {
        (self.0.field, self.0.kind)
    }

    /// Adds that the error is inside the field with this key.
    #[cold]
    #[inline(never)]
    pub(crate) fn within(mut self, key: &str) -> Self {
        let field = &mut self.0.field;
        if !field.is_empty() && !field.starts_with('[') {
            field.insert(0, '.');
        }
        field.insert_str(0, key);
        self
    }

    /// Adds that the error is inside an element of a vector or array.
    #[cold]
    pub(crate) fn within_element(self) -> Self {
        self.within("[]")
    }
}

impl Error for DecodeError {}

impl Display for DecodeError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.offset())?;
        if !self.field().is_empty() {
            write!(f, "field {}: ", escape::quoted(self.field()))?;
        }
        self.kind().fmt(f)
    }
}

/// `main` prints this text if it returns the error.
impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// A text from the bytes. It prints in backticks, escaped and truncated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireText(Box<str>);

impl WireText {
    /// The text as it is in the bytes. Escape it before you print it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for WireText {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl Display for WireText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        escape::quoted(&self.0).fmt(f)
    }
}

/// The 32 bytes of a checksum.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Sum(pub [u8; 32]);

impl Display for Sum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Hexadecimal(&self.0).fmt(f)
    }
}

/// Prints the hexadecimal digits, as `Display` does.
impl fmt::Debug for Sum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// Defines every kind with its fields and its message.
macro_rules! kinds {
    ($($kind:ident $({ $($part:ident: $ty:ty),* })? = $text:literal $(, $argument:expr)*;)*) => {
        /// A mistake in bytes. `proto/` explains the field numbers in the message.
        #[derive(Debug, Clone, PartialEq)]
        #[expect(missing_docs, reason = "the texts say it")]
        pub enum DecodeErrorKind {
            $(#[doc = $text] $kind $({ $($part: $ty),* })?,)*
        }

        impl Display for DecodeErrorKind {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$kind $({ $($part),* })? => write!(f, $text $(, $argument)*),)*
                }
            }
        }
    };
}

kinds! {
    // The file.
    TooLarge { size: usize } = "expected at most {MAX_ENCODED_SIZE} bytes, found {size}";
    NoIntegrity = "the file does not end in its SHA-256: it is cut off or was changed";
    IntegrityNotLast = "field 100 is not at the end: expected it once, as the last field, with 32 bytes";
    Damaged = "the bytes are damaged: they do not match the SHA-256 at their end";

    // The wire.
    Truncated = "the bytes end inside a value";
    Overlong = "a number is not written in its shortest form";
    VarintTooLarge = "a number has more than 64 bits";
    NotBool = "expected 0 or 1, found another number";
    Not32Bit = "a number does not fit into 32 bits";
    NotUtf8 = "a text is not UTF-8";
    WireType { number: u64, expected: u8, found: u64 }
        = "field number {number} is written with wire type {found}, expected {expected}";
    NotPacked { number: u64 } = "the list with field number {number} is not packed";
    UnknownField { number: u64 } = "field number {number} is unknown";
    Order { number: u64, after: u64 }
        = "field number {number} comes after field number {after}, expected ascending order";
    Repeated { number: u64 } = "field number {number} is written twice";
    DefaultWritten { number: u64 }
        = "field number {number} is written but empty: it must be left out";
    EmptyOneof = "expected one case of a oneof, found none";
    SecondCase = "expected one case of a oneof, found a second one";
    WrongCase { expected: u64, found: u64 } = "expected the case with field number {expected}, found {found}";
    Missing { what: &'static str } = "expected {what}, found none";

    // Values of `json` and of unions.
    JsonText { error: JsonTextError } = "a JSON value is refused: {error}";
    UnionCase { number: u64 } = "{number} is not the number of a case";
    JsonKinds { bits: u32 } = "{bits} is not a set of kinds of JSON values";

    // The sections that confc copies.
    Section { section: &'static str, expected: &'static str } = "expected `{section}` to be {expected}";
    Null { number: u64 } = "expected the null value 1, found {number}";
    NotNegative { found: i64 } = "expected a negative number, found {found}";
    Number { text: WireText } = "{text} is not a number in canonical form";
    JsonTooDeep = "lists and maps nest deeper than {MAX_JSON_DEPTH} levels";
    MemberTwice { key: WireText } = "the key {key} occurs twice in a map";
    Extension { key: WireText } = "expected the key of an extension to be `x-` and a name, found {key}";

    // The schema.
    NoFields = "expected at least one field, found none";
    TooManyFields = "more than {MAX_FIELDS} fields";
    PackagePath { error: PackagePathError } = "{error}";
    Rule { rule: WireText, error: Box<RuleError> } = "rule {rule}: {error}";
    RuleNotCanonical { expected: WireText, found: WireText } = "expected the canonical text {expected} of a rule, found {found}";
    RuleNotNamed { error: KeyError } = "the name of a rule is not valid: {error}";
    RuleOrder { rule: WireText, after: WireText } = "the rule {rule} comes after {after}: rules must be in ascending order, each once";
    RuleName { name: WireText } = "two rules have the name {name}";
    ChecksumSize { found: usize } = "expected a checksum of 32 bytes, found {found}";
    Checksum { expected: Sum, found: Sum } = "the fields have the checksum {expected}, found {found}";

    // A value of any type.
    ValueTooDeep = "values nest deeper than {MAX_LEVELS} levels";
    EntryOrder = "the keys of a map are not in ascending byte order, each once";
    EntryValues { expected: usize, found: usize } = "expected values of {expected} entries, found {found}";

    // A value plan.
    PlanSlots { expected: usize, found: usize } = "expected what is known of {expected} fields, found {found}";
    PlanKnown = "expected something that is not known yet, found none: what is known is written as a value";
    PlanShape = "a part is not of the form that its type has";
    PlanPlace = "a place is outside of its excerpt or its file, or the excerpt is not allowed";
    PlanSources { expected: usize, found: usize }
        = "expected {expected} sources as places name them in turn, each once, found {found}";
    PlanOrigin = "an origin has no path, or a precedence that no value has";
    PlanInput = "an input or a field of an import has an attribute that only fields of a component have";
    PlanImport { key: WireText } = "the import {key} has the name of a field";
    PlanValue { violation: Box<ConstraintViolation> } = "the value does not fit the type: {violation}";

    // A field, a member or a variant.
    Key { error: KeyError } = "a key is not valid: {error}";
    KeyOrder { key: WireText, after: WireText } = "{key} comes after {after}: keys must be in ascending order, each once";
    VariantName { error: VariantNameError } = "the name of a variant is not valid: {error}";
    NativeName { name: WireText } = "the native name or alias {name} is already a name in this struct";
    NativeNameText { error: NativeNameError } = "a native name or alias is not valid: {error}";
    Rest { rest: WireText, problem: RestProblem } = "{rest} cannot be the rest: {problem}";
    RestWithName = "a rest has no native name and no aliases";
    MemberMutability = "members of structs have no mutability of their own";
    Mutability { number: u64 } = "mutability {number} is unknown or repeated";
    Doc = "the documentation contains a line break or a control character";
    AmbiguousNull = "an optional field or member for which null is a value must not have a default";
    DeprecatedWithoutDefault = "a deprecated field must have a default or be optional";
    Default { violation: Box<ConstraintViolation> } = "the default does not fit the type: {violation}";
    Members { expected: usize, found: usize } = "expected values of {expected} members, found {found}";

    // A type.
    TypeKind { number: u64 } = "type kind {number} is unknown";
    Type { problem: TypeProblem } = "{problem}";
    FieldConstraintOfPart = "only fields and members can be `optional` or `nullable`";
    UnknownUnit { unit: WireText } = "no unit has the name {unit}";
    Pattern { pattern: WireText, error: PatternError } = "the pattern {pattern} is not valid: {error}";
}

impl From<TypeProblem> for DecodeErrorKind {
    fn from(problem: TypeProblem) -> Self {
        Self::Type { problem }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_field_and_escape_what_the_bytes_hold() {
        let error = DecodeError::new(7, DecodeErrorKind::NativeName { name: "a\u{1b}".into() });
        let error = error.within("port").within_element().within("servers");
        let text = "byte 7: field `servers[].port`: \
                    the native name or alias `a\\u{1b}` is already a name in this struct";
        assert_eq!(error.to_string(), text);
    }
}
