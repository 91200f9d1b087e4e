//! `quantity("64MiB", "B")`: a number with its unit.

use super::instruction::TextSpan;
use super::lexeme::{ExpressionLexer, Lexeme, LexemeKind, unquote};
use super::syntax_error::{SyntaxError, SyntaxErrorKind as Kind};
use crate::types::{Quantity, Unit, UnknownUnit};

/// The name of the function.
pub(super) const NAME: &str = "quantity";

/// Reads the two strings after the opening bracket, and the closing bracket. Returns the number and the end of the
/// call.
///
/// # Errors
///
/// Fails if the arguments are not two strings: a quantity and a unit. Fails if the quantity is not a whole number of
/// the unit.
pub(super) fn arguments(lexer: &mut ExpressionLexer<'_>) -> Result<(i128, TextSpan), SyntaxError> {
    let quantity = expect(lexer, LexemeKind::String, "a quantity in quotes, such as \"64MiB\"")?;
    expect(lexer, LexemeKind::Comma, "`,` and the unit to count in")?;
    let unit = expect(lexer, LexemeKind::String, "a unit in quotes, such as \"B\"")?;
    let close = expect(lexer, LexemeKind::Close, "`)`")?;
    let no_unit = |UnknownUnit| SyntaxError { span: unit.span, kind: Kind::UnknownUnit };
    let counted: Unit = text(lexer, unit)?.parse().map_err(no_unit)?;
    let no_quantity = |error| SyntaxError { span: quantity.span, kind: Kind::Quantity(error, counted) };
    let number = Quantity::read(&text(lexer, quantity)?).and_then(|quantity| quantity.integer(counted));
    Ok((number.map_err(no_quantity)?, close.span))
}

/// Reads the lexeme that must come next.
pub(super) fn expect(
    lexer: &mut ExpressionLexer<'_>,
    kind: LexemeKind,
    expected: &'static str,
) -> Result<Lexeme, SyntaxError> {
    let found = lexer.next()?;
    if found.kind == kind {
        return Ok(found);
    }
    let text = (found.kind != LexemeKind::End).then(|| lexer.text(found.span).into());
    Err(SyntaxError { span: found.span, kind: Kind::Unexpected { expected, found: text } })
}

/// The text that a string literal means.
pub(super) fn text(lexer: &ExpressionLexer<'_>, string: Lexeme) -> Result<String, SyntaxError> {
    let mut text = String::new();
    unquote(string, lexer.text(string.span), &mut text)?;
    Ok(text)
}
