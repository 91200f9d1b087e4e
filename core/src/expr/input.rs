//! `input('zone')`: a value that is given from outside the component.

use super::instruction::TextSpan;
use super::lexeme::{ExpressionLexer, LexemeKind};
use super::quantity::{expect, text};
use super::syntax_error::{SyntaxError, SyntaxErrorKind as Kind};
use crate::types::Key;

/// The name of the function.
pub(super) const NAME: &str = "input";

/// What precedes the name of an input in canonical text.
const OPEN: &str = "input(\"";

/// The text after the name of an input, in canonical form.
const CLOSE: &str = "\")";

/// Reads the string after the opening bracket, and the closing bracket. Returns the name of the input and the end of
/// the call.
///
/// # Errors
///
/// Fails if the argument is not a string, or the string is not a name.
pub(super) fn argument(lexer: &mut ExpressionLexer<'_>) -> Result<(String, TextSpan), SyntaxError> {
    let name = expect(lexer, LexemeKind::String, "the name of an input in quotes, such as 'zone'")?;
    let close = expect(lexer, LexemeKind::Close, "`)`")?;
    let read = text(lexer, name)?;
    match Key::check(&read) {
        Ok(()) => Ok((read, close.span)),
        Err(_) => Err(SyntaxError { span: name.span, kind: Kind::InputName(read.into()) }),
    }
}

/// Writes the name of an input as the first segment of a name. No key contains brackets, so it differs from every
/// field.
pub(super) fn write(name: &str, out: &mut String) {
    out.extend([OPEN, name, CLOSE]);
}

/// The name of the input that the first segment of a name reads; `None` if it reads no input.
pub(super) fn name_of(segment: &str) -> Option<&str> {
    segment.strip_prefix(OPEN)?.strip_suffix(CLOSE)
}
