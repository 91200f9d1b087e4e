//! Checks of fields and types that do not depend on where they come from: bytes, or a program's memory. What is wrong
//! is told without a place, which is the caller's to add.

use super::DecodeErrorKind as Kind;
use crate::text::escape::steers;
use crate::types::{Field, Key, Type, Value};

/// Checks documentation: no line of it ends but at a line feed, and nothing in it steers whatever prints it.
pub(crate) fn check_doc(doc: &str) -> Result<(), Kind> {
    let is_forbidden = |c| matches!(c, '\u{2028}' | '\u{2029}') || (c != '\n' && steers(c));
    if doc.contains(is_forbidden) { Err(Kind::Doc) } else { Ok(()) }
}

/// Checks that a default fits its type. Of a sensitive field, the error does not contain it.
pub(crate) fn check_default(ty: &Type, default: &Value, sensitive: bool) -> Result<(), Kind> {
    ty.check(default).map_err(|violation| {
        let violation = if sensitive { violation.without_value() } else { violation };
        Kind::Default { violation: Box::new(violation) }
    })
}

/// Checks that no alias is a key or another alias beside it.
pub(crate) fn check_aliases(fields: &[Field], is_key: impl Fn(&Key) -> bool) -> Result<(), Kind> {
    match taken_alias(fields, is_key) {
        Some(alias) => Err(Kind::Alias { alias: alias.as_str().into() }),
        None => Ok(()),
    }
}

/// An alias that is another alias of these fields, or one of their keys.
fn taken_alias(fields: &[Field], is_key: impl Fn(&Key) -> bool) -> Option<&Key> {
    let mut aliases: Vec<&Key> = Vec::with_capacity(fields.iter().map(|field| field.aliases.len()).sum());
    aliases.extend(fields.iter().flat_map(|field| &field.aliases));
    aliases.sort_unstable();
    let twice = aliases.windows(2).find_map(|pair| match pair {
        [a, b] if a == b => Some(*a),
        _ => None,
    });
    twice.or_else(|| aliases.iter().copied().find(|alias| is_key(alias)))
}
