//! A message of protobuf for the configuration, in which other tools transport its values.
//!
//! The message has the shape of a layer, and the JSON name of a field is its native name. Every single value is
//! `optional`, so that a field that is not set differs from zero. Such a field has its default, or is absent if it is
//! optional without a default. Three things cannot be expressed: an empty list or map, which counts as not set, an
//! absent value of a field with a default, and a JSON name in brackets.
//!
//! Protobuf cannot repeat a repeated field or a map. A list or map inside another is therefore a message with one
//! field, `elements` or `entries`, whose number is 1; in JSON it is an object, which layers do not have. The name of the
//! message begins with the name of the field. `Element` follows for each list around it, and `Value` for each map.
//!
//! A field that is null is not set, and a second field beside it is true: `port_is_null` for `port`. Its JSON name begins
//! with `$`, which no native name does.
//!
//! A union is a `oneof` with a field for each case: `port_name` for the case `name` of `port`. Its JSON name begins with
//! `$`, as layers do not name the case. A union in a list or map is a message with the `oneof` alone, whose fields have
//! the names of the cases. Protobuf cannot repeat a field of a `oneof` either, so a case that is a list or map is a
//! message as those inside lists are.
//!
//! A `json` is a string with its canonical text, also in JSON, where layers have the value itself.
//!
//! A schema has no field numbers, and a declaration has no order except that of keys, so a number is computed from the
//! name alone: see [`spelling::number`]. It stays the same when other fields are added, removed or moved. A renamed field is
//! another field, also in protobuf.

mod names;
mod package;
mod shape;
mod spelling;
mod text;

pub use names::ProtoCollision;
pub use package::ProtoPackage;
pub(crate) use shape::{
    FieldShape, MESSAGE_NAME, MemberContent, MemberFields, MessageContent, MessageShape, RepeatedShape,
    TypeShape, shape,
};
pub(crate) use spelling::{Scalar, string};
pub use text::Redaction;

use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::value::Places;

/// The name of the file with the message, without folders.
pub(crate) const FILE_NAME: &str = "config.proto";

/// Returns the file; reports colliding names or numbers and returns `None`.
pub(super) fn generate(
    config: &Config,
    (package, redaction): (&ProtoPackage, Redaction),
    places: &Places<'_>,
    report: &mut Report,
) -> Option<String> {
    match shape(config) {
        Ok(message) => Some(text::file(config, &message, (package, redaction))),
        Err(found) => {
            found.iter().for_each(|collision| report.push(collision.diagnostic(places)));
            None
        }
    }
}
