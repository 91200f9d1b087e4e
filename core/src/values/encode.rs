//! The writer of value files, which [`load`](super::load) reads.

use crate::declaration::Config;
use crate::types::Value;
use crate::wire::{WireWriter, append_integrity};

/// Writes a value file, with or without its embedded schema. `values` has one value for each field, in order, and all
/// of them fit.
pub(crate) fn encode(config: &Config, values: &[Value], has_embedded_schema: bool) -> Vec<u8> {
    let mut out = WireWriter::default();
    for (field, value) in config.fields().iter().zip(values) {
        out.message(1, |out| out.value(1, value, &field.ty));
    }
    out.message(2, |out| out.sized(1, config.checksum().as_bytes()));
    if has_embedded_schema {
        out.message(15, |out| {
            for field in config.fields() {
                out.message(1, |out| {
                    out.sized(1, field.key.as_str().as_bytes());
                    out.sized(2, field.type_text().to_string().as_bytes());
                    out.flag(3, field.holds_sensitive());
                });
            }
            config.rules().list().iter().for_each(|rule| out.sized(2, rule.text().as_bytes()));
        });
    }
    let mut bytes = out.into_bytes();
    append_integrity(&mut bytes);
    bytes
}
