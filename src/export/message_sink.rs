//! The two encodings of protobuf.

use super::bounded_text::BoundedText;
use crate::generate::ProtoPackage;
use crate::generate::proto::{FILE_NAME, MESSAGE_NAME, string};
use crate::types::{FloatKind, float_text};
use prost::encoding::{WireType, encode_key, encode_varint};

/// The name and number of a field.
#[derive(Debug, Clone, Copy)]
pub(super) struct MessageLabel<'n> {
    pub(super) name: &'n str,
    pub(super) number: u32,
}

/// A value of a scalar type or of an enum.
#[derive(Debug, Clone, Copy)]
pub(super) enum WrittenScalar<'t> {
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f32),
    Double(f64),
    Text(&'t str),
    /// The number and name of an enum's value.
    Enum(i64, &'t str),
}

/// An encoding, which writes fields in the order of the calls.
pub(super) trait MessageSink {
    /// Writes a field with a scalar.
    fn scalar(&mut self, label: MessageLabel<'_>, value: WrittenScalar<'_>);
    /// Begins a field with a message.
    fn begin(&mut self, label: MessageLabel<'_>);
    /// Ends the innermost message.
    fn end(&mut self);
    /// Begins a repeated field of scalars that are not strings.
    fn begin_packed(&mut self, label: MessageLabel<'_>);
    /// Writes an element of this field.
    fn packed(&mut self, label: MessageLabel<'_>, value: WrittenScalar<'_>);
    /// Ends this field.
    fn end_packed(&mut self);
    /// Whether the limit is exceeded, so that writing more is useless.
    fn is_full(&self) -> bool;
}

/// The binary encoding. The length of a message is inserted when it ends, so its bytes are moved once per level.
pub(super) struct BinaryMessage {
    bytes: Vec<u8>,
    /// Where the content of each open message begins.
    open: Vec<usize>,
    limit: u64,
}

impl BinaryMessage {
    /// A message with a limit, in bytes.
    pub(super) fn new(limit: u64) -> Self {
        Self { bytes: Vec::new(), open: Vec::new(), limit }
    }

    /// The bytes; `None` if they exceed the limit.
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        (!self.is_full()).then_some(self.bytes)
    }

    fn value(&mut self, value: WrittenScalar<'_>) {
        match value {
            WrittenScalar::Bool(value) => encode_varint(value.into(), &mut self.bytes),
            WrittenScalar::Unsigned(value) => encode_varint(value, &mut self.bytes),
            WrittenScalar::Signed(value) | WrittenScalar::Enum(value, _) => {
                encode_varint(value.cast_unsigned(), &mut self.bytes);
            }
            WrittenScalar::Float(value) => self.bytes.extend(value.to_le_bytes()),
            WrittenScalar::Double(value) => self.bytes.extend(value.to_le_bytes()),
            WrittenScalar::Text(text) => {
                encode_varint(text.len() as u64, &mut self.bytes);
                self.bytes.extend(text.as_bytes());
            }
        }
    }
}

impl MessageSink for BinaryMessage {
    fn scalar(&mut self, label: MessageLabel<'_>, value: WrittenScalar<'_>) {
        if self.is_full() {
            return;
        }
        let wire = match value {
            WrittenScalar::Bool(_)
            | WrittenScalar::Unsigned(_)
            | WrittenScalar::Signed(_)
            | WrittenScalar::Enum(..) => WireType::Varint,
            WrittenScalar::Float(_) => WireType::ThirtyTwoBit,
            WrittenScalar::Double(_) => WireType::SixtyFourBit,
            WrittenScalar::Text(_) => WireType::LengthDelimited,
        };
        encode_key(label.number, wire, &mut self.bytes);
        self.value(value);
    }

    fn begin(&mut self, label: MessageLabel<'_>) {
        encode_key(label.number, WireType::LengthDelimited, &mut self.bytes);
        self.open.push(self.bytes.len());
    }

    fn end(&mut self) {
        let Some(start) = self.open.pop().filter(|_| !self.is_full()) else { return };
        let mut length = Vec::new();
        encode_varint((self.bytes.len() - start) as u64, &mut length);
        self.bytes.splice(start..start, length);
    }

    fn begin_packed(&mut self, label: MessageLabel<'_>) {
        self.begin(label);
    }

    fn packed(&mut self, _: MessageLabel<'_>, value: WrittenScalar<'_>) {
        if !self.is_full() {
            self.value(value);
        }
    }

    fn end_packed(&mut self) {
        self.end();
    }

    fn is_full(&self) -> bool {
        self.bytes.len() as u64 > self.limit
    }
}

/// The text format, laid out as `protoc --decode` prints it.
pub(super) struct TextMessage {
    text: BoundedText,
    level: usize,
}

impl TextMessage {
    /// A message with a limit, in bytes, and with comments that name it if its package is known.
    pub(super) fn new(limit: u64, package: Option<&ProtoPackage>) -> Self {
        let mut text = BoundedText::new(limit);
        if let Some(package) = package {
            text.push(&format!("# proto-file: {FILE_NAME}\n# proto-message: {package}.{MESSAGE_NAME}\n\n"));
        }
        Self { text, level: 0 }
    }

    /// The bytes; `None` if they exceed the limit.
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        self.text.finish().ok().map(String::into_bytes)
    }

    fn indent(&mut self) {
        (0..self.level).for_each(|_| self.text.push("  "));
    }
}

impl MessageSink for TextMessage {
    fn scalar(&mut self, label: MessageLabel<'_>, value: WrittenScalar<'_>) {
        self.indent();
        self.text.push(label.name);
        self.text.push(": ");
        match value {
            WrittenScalar::Bool(value) => self.text.push(&value.to_string()),
            WrittenScalar::Unsigned(value) => self.text.push(&value.to_string()),
            WrittenScalar::Signed(value) => self.text.push(&value.to_string()),
            WrittenScalar::Float(value) => {
                self.text.push(&float_text(value.into(), FloatKind::Float32));
            }
            WrittenScalar::Double(value) => self.text.push(&float_text(value, FloatKind::Float64)),
            WrittenScalar::Text(text) => self.text.push(&string(text)),
            WrittenScalar::Enum(_, name) => self.text.push(name),
        }
        self.text.put('\n');
    }

    fn begin(&mut self, label: MessageLabel<'_>) {
        self.indent();
        self.text.push(label.name);
        self.text.push(" {\n");
        self.level += 1;
    }

    fn end(&mut self) {
        self.level = self.level.saturating_sub(1);
        self.indent();
        self.text.push("}\n");
    }

    fn begin_packed(&mut self, _: MessageLabel<'_>) {}

    fn packed(&mut self, label: MessageLabel<'_>, value: WrittenScalar<'_>) {
        self.scalar(label, value);
    }

    fn end_packed(&mut self) {}

    fn is_full(&self) -> bool {
        self.text.is_full()
    }
}
