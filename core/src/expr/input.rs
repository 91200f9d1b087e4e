//! `input('zone')`: a value that is known outside the component.

use super::instruction::TextSpan;
use super::lexeme::{ExpressionLexer, LexemeKind};
use super::quantity::{expect, text};
use super::syntax_error::{SyntaxError, SyntaxErrorKind as Kind};
use crate::types::Key;

/// What it is called.
pub(super) const NAME: &str = "input";

/// What canonical text has before the name of an input …
const OPEN: &str = "input(\"";

/// … and behind it.
const CLOSE: &str = "\")";

/// Reads the string behind the opening bracket, and the closing one. Returns the name of the input and where the last of
/// it stands.
///
/// # Errors
/// That there is no string, or that it is no name.
pub(super) fn argument(lexer: &mut ExpressionLexer<'_>) -> Result<(String, TextSpan), SyntaxError> {
    let name = expect(lexer, LexemeKind::String, "the name of an input in quotes, such as 'zone'")?;
    let close = expect(lexer, LexemeKind::Close, "`)`")?;
    let read = text(lexer, name)?;
    match Key::check(&read) {
        Ok(()) => Ok((read, close.span)),
        Err(_) => Err(SyntaxError { span: name.span, kind: Kind::InputName(read.into()) }),
    }
}

/// Writes the name of an input as the first segment of a name. No key has brackets, so it is that of no field.
pub(super) fn write(name: &str, out: &mut String) {
    out.extend([OPEN, name, CLOSE]);
}

/// The name of the input that the first segment of a name reads; `None` where it is that of something else.
pub(super) fn name_of(segment: &str) -> Option<&str> {
    segment.strip_prefix(OPEN)?.strip_suffix(CLOSE)
}
