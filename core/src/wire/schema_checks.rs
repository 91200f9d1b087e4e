//! Checks of fields and types, from bytes or from memory. Errors have no place, which the caller adds.

use super::DecodeErrorKind as Kind;
use crate::text::escape::steers;
use crate::text::repeated;
use crate::types::{Field, Key, Type, Value};

/// Checks documentation: only a line feed ends a line, and no character controls a terminal.
pub(crate) fn check_doc(doc: &str) -> Result<(), Kind> {
    let is_forbidden = |c| matches!(c, '\u{2028}' | '\u{2029}') || (c != '\n' && steers(c));
    if doc.contains(is_forbidden) { Err(Kind::Doc) } else { Ok(()) }
}

/// Checks that a default fits its type. The error of a sensitive field does not contain the default.
pub(crate) fn check_default(ty: &Type, default: &Value, sensitive: bool) -> Result<(), Kind> {
    ty.check(default).map_err(|violation| {
        let violation = if sensitive { violation.without_value() } else { violation };
        Kind::Default { violation: Box::new(violation) }
    })
}

/// Checks that no alias of these fields is repeated or is one of their keys.
pub(crate) fn check_aliases(fields: &[Field], is_key: impl Fn(&Key) -> bool) -> Result<(), Kind> {
    match taken_alias(fields, is_key) {
        Some(alias) => Err(Kind::Alias { alias: alias.as_str().into() }),
        None => Ok(()),
    }
}

/// An alias that is repeated in these fields, or is one of their keys.
fn taken_alias(fields: &[Field], is_key: impl Fn(&Key) -> bool) -> Option<&Key> {
    let mut aliases: Vec<&Key> = Vec::with_capacity(fields.iter().map(|field| field.aliases.len()).sum());
    aliases.extend(fields.iter().flat_map(|field| &field.aliases));
    aliases.sort_unstable();
    repeated(&aliases).copied().or_else(|| aliases.iter().copied().find(|alias| is_key(alias)))
}
