//! Values given as `key=text`: their text is read by the declared type.

use super::errors;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::json5;
use crate::text::{Source, Sources, escape};
use crate::types::{Field, Type, Value};
use crate::value::{self, Path, Places, Subject};
use std::sync::Arc;

/// Reads `key=text` as a value of the field with that key. A string or the name of a variant needs no quotes:
/// everything behind the `=` is it. Every other type is a JSON5 literal. `option` is the flag it was given
/// with: what is wrong is shown as a place in a text of that name.
///
/// `None` where something is wrong, which is reported.
pub fn read_text<'c>(
    config: &'c Config,
    option: &str,
    text: &str,
    places: &Places<'_>,
    sources: &mut Sources,
    report: &mut Report,
) -> Option<(&'c Field, Value)> {
    let Some((key, text)) = text.split_once('=') else {
        report.push(errors::no_equals_sign(option, text, config.holds_sensitive()));
        return None;
    };
    let Some(field) = config.position(key).and_then(|at| config.fields().get(at)) else {
        report.push(errors::no_such_field(option, key, config.fields()));
        return None;
    };
    let errors_before = report.errors();
    let document = json5::parse(&source(option, field, text, sources), report);
    let subject = Subject {
        what: "value",
        path: Path::Field(field.key.as_str()),
        declared: places,
        aliases: true,
        sensitive: field.sensitive,
    };
    for repeated in document.repeated() {
        report.push(json5::duplicate_key(&document, repeated));
    }
    let value = document.root().and_then(|root| value::read(&field.ty, root, &subject, report));
    if config.holds_sensitive() && report.errors() + report.warnings() > 0 {
        document.hide_literals(report);
    }
    value.filter(|_| report.errors() == errors_before).map(|value| (field, value))
}

/// The text as JSON5, under the name of the flag and the field.
fn source(option: &str, field: &Field, text: &str, sources: &mut Sources) -> Arc<Source> {
    let text = match field.ty {
        Type::String(_) | Type::Enum(_) => escape::literal(text).to_string(),
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_) => text.into(),
    };
    sources.add(format!("{option} {}", field.key), text, None)
}
