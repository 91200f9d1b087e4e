//! Checks of fields and types, from bytes or from memory. Errors have no place, which the caller adds.

use super::DecodeErrorKind as Kind;
use crate::text::escape::steers;
use crate::text::repeated;
use crate::types::{Field, NativeName, RestProblem};

/// Checks documentation: only a line feed ends a line, and no character controls a terminal.
pub(crate) fn check_doc(doc: &str) -> Result<(), Kind> {
    let is_forbidden = |c| matches!(c, '\u{2028}' | '\u{2029}') || (c != '\n' && steers(c));
    if doc.contains(is_forbidden) { Err(Kind::Doc) } else { Ok(()) }
}

/// Checks that a field has a default if it must, and none if it must not, and that the default fits. The error of a
/// sensitive field does not contain the default.
pub(crate) fn check_default(field: &Field) -> Result<(), Kind> {
    let Some(default) = &field.default else {
        let needs_one = field.deprecated.is_some() && !field.optional;
        return if needs_one { Err(Kind::DeprecatedWithoutDefault) } else { Ok(()) };
    };
    if field.ambiguous_default(default).is_some() {
        return Err(Kind::AmbiguousNull);
    }
    if field.nullable && default.is_null() {
        return Ok(());
    }
    // An absent default cannot be written, since an omitted default is no default.
    field.ty.check(default).map_err(|violation| {
        let violation = if field.sensitive { violation.without_value() } else { violation };
        Kind::Default { violation: Box::new(violation) }
    })
}

/// Checks that no native name or alias of these fields is repeated or is one of their keys, and that a rest among them
/// may be one. Beside a native name, the field's own key may be an alias.
pub(crate) fn check_names(fields: &[Field], is_key: impl Fn(&str) -> bool) -> Result<(), Kind> {
    if let Some(name) = taken_name(fields, is_key) {
        return Err(Kind::NativeName { name: name.as_str().into() });
    }
    match RestProblem::find(fields) {
        Some((rest, problem)) => Err(Kind::Rest { rest: rest.key.as_str().into(), problem }),
        None => Ok(()),
    }
}

/// A native name or alias that is repeated in these fields, or is one of their keys.
fn taken_name(fields: &[Field], is_key: impl Fn(&str) -> bool) -> Option<&NativeName> {
    let mut names: Vec<&NativeName> =
        Vec::with_capacity(fields.iter().map(|field| field.names.iter().count()).sum());
    names.extend(fields.iter().flat_map(|field| field.names.iter()));
    names.sort_unstable();
    let is_own_key = |field: &Field, name: &NativeName| {
        name.as_str() == field.key.as_str() && field.names.native().is_some_and(|native| native != name)
    };
    let is_taken = |field: &&Field, name: &&NativeName| is_key(name.as_str()) && !is_own_key(field, name);
    repeated(&names)
        .copied()
        .or_else(|| fields.iter().find_map(|field| field.names.iter().find(|name| is_taken(&field, name))))
}
