//! Entries of the rest of a struct that most likely mean one of its members.

use super::subject::{Spelling, Subject};
use crate::diagnostic::{Code, Diagnostic, Help, Report};
use crate::text::{Span, escape};
use crate::types::{Field, MapType, StructType, Type};

/// The most warnings for one text. An open struct may have many entries on purpose.
const MAX_WARNINGS: usize = 20;

/// Warns about an entry of a rest whose key is near the name of a field beside it, or is the key of the rest and has an
/// object with the entries. If the keys have a pattern, or the entry is secret, there is no warning.
pub(crate) fn warn_of_near(
    fields: &StructType,
    (name, place, is_object): (&str, Span, bool),
    (rest, map): (&Field, &MapType),
    subject: &Subject<'_>,
    report: &mut Report,
) {
    let has_pattern = if let Type::String(key) = map.key() { key.pattern.is_some() } else { false };
    // A value that was there before the patch has the place of a path.
    let is_kept = subject.kept == Some(place);
    if has_pattern || rest.sensitive || subject.sensitive || subject.moved || is_kept {
        return;
    }
    if is_object && name == rest.key.as_str() && report.may_warn_again(place.source, MAX_WARNINGS) {
        return report.push(named_like_rest((name, place), rest, subject));
    }
    let names = fields.members().iter().flat_map(Field::names_in_literals);
    let by_key = Spelling::Native.find_other(fields, name).filter(|field| !field.is_rest());
    let near = by_key.map(Field::native_name).or_else(|| report.suggestions().nearest(name, names));
    if let Some(near) = near
        && report.may_warn_again(place.source, MAX_WARNINGS)
    {
        report.push(near_a_name((name, place, near), rest, subject));
    }
}

/// Whether a key is near the name of a field and cannot be an entry of the rest, most likely a misspelled name. The keys
/// of a secret rest are secret, too.
pub(super) fn is_misspelled_name(
    fields: &StructType,
    name: &str,
    (rest, map): (&Field, &MapType),
    subject: &Subject<'_>,
    report: &mut Report,
) -> bool {
    let names = || fields.members().iter().filter(|field| !field.is_rest()).map(Field::native_name);
    map.check_key(name).is_err()
        && !(rest.sensitive || subject.sensitive)
        && report.suggestions().nearest(name, names()).is_some()
}

/// The note about a misspelled name beside a rest, whose keys do not fit.
pub(super) fn no_key_of_rest(fields: &StructType, name: &str) -> Option<String> {
    let (_, rest, map) = fields.rest_for(name)?;
    let violation = map.check_key(name).err()?;
    Some(format!("it is no key of an entry of {}: {violation}", escape::quoted(rest.key.as_str())))
}

/// An object under the key of a rest, which most likely has its entries.
fn named_like_rest((name, place): (&str, Span), rest: &Field, subject: &Subject<'_>) -> Diagnostic {
    near(name, place, rest, subject)
        .at(place, "the key of the rest itself")
        .help(format!("write the entries directly, without {} around them", escape::quoted(name)))
}

/// An entry of a rest with a key near the name of a field beside it.
fn near_a_name((name, place, meant): (&str, Span, &str), rest: &Field, subject: &Subject<'_>) -> Diagnostic {
    near(name, place, rest, subject).at(place, "near the name of a field").help(Help::meant(meant)).help(
        format!("if the entry is meant, give the keys of {} a `pattern`", escape::quoted(rest.key.as_str())),
    )
}

/// The message about an entry that most likely means something else.
fn near(name: &str, place: Span, rest: &Field, subject: &Subject<'_>) -> Diagnostic {
    let (quoted, inside) = (escape::quoted(name), subject.field_or_member(rest));
    let message = format!("{quoted} becomes an entry of `{}`", inside.shown_path());
    Diagnostic::new(Code::W0407, message).quoting(place, name)
}
