//! A reader of canonical messages.
//!
//! The caller asks a [`Message`] for its fields in ascending order of their numbers. A field before the requested one
//! is unknown, repeated or out of order, and is refused as such.

use super::reader::{Tag, WireReader, WireType};
use super::{DecodeError, DecodeErrorKind as Kind};

/// A message that is read field by field, in ascending order of the field numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Message<'a> {
    reader: WireReader<'a>,
    /// Where the message starts.
    start: usize,
    /// The highest number that was requested.
    asked: u64,
    /// The number of the last field that was read; 0 before the first.
    taken: u64,
}

impl<'a> Message<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self::over(WireReader::new(bytes))
    }

    #[inline]
    fn over(reader: WireReader<'a>) -> Self {
        Self { reader, start: reader.offset(), asked: 0, taken: 0 }
    }

    /// An error at the start of the message.
    pub(crate) fn error(&self, kind: impl Into<Kind>) -> DecodeError {
        DecodeError::new(self.start, kind.into())
    }

    /// An error at the next byte.
    pub(crate) fn error_here(&self, kind: Kind) -> DecodeError {
        self.reader.error(kind)
    }

    fn next(&self) -> Result<Option<Tag>, DecodeError> {
        let mut reader = self.reader;
        if reader.is_empty() { Ok(None) } else { reader.tag().map(Some) }
    }

    /// The error of the next field, which is not allowed at its place.
    fn misplaced(&self, number: u64) -> DecodeError {
        self.error_here(if number == 0 || number > self.asked {
            Kind::UnknownField { number }
        } else if number == self.taken {
            Kind::Repeated { number }
        } else {
            Kind::Order { number, after: self.taken }
        })
    }

    /// Skips the tag of the next field if the field has this number, and returns whether it has.
    // Inlining is forced here and below, because it saves `confc verify` 2.4 % of its instructions for 25 fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(&mut self, number: u64, wire: WireType) -> Result<bool, DecodeError> {
        if self.reader.skip_key(number, wire) {
            self.asked = number;
            self.taken = number;
            return Ok(true);
        }
        if self.reader.is_empty() {
            self.asked = number;
            return Ok(false);
        }
        self.look(number, wire)
    }

    /// The general case of [`take`](Self::take), for all tags.
    #[inline(never)]
    fn look(&mut self, number: u64, wire: WireType) -> Result<bool, DecodeError> {
        let Some(next) = self.next()? else {
            self.asked = number;
            return Ok(false);
        };
        if next.number < number {
            return Err(self.misplaced(next.number));
        }
        self.asked = number;
        if next.number > number {
            return Ok(false);
        }
        if next.wire != wire as u64 {
            return Err(self.error_here(Kind::WireType { number, expected: wire as u8, found: next.wire }));
        }
        self.taken = number;
        self.reader.tag().map(|_| true)
    }

    /// A message or a packed list, which may be empty.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn sized(&mut self, number: u64) -> Result<Option<WireReader<'a>>, DecodeError> {
        if self.take(number, WireType::Sized)? { self.reader.sized().map(Some) } else { Ok(None) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn message(&mut self, number: u64) -> Result<Option<Self>, DecodeError> {
        Ok(self.sized(number)?.map(Self::over))
    }

    /// A required message.
    pub(crate) fn needed(&mut self, number: u64, what: &'static str) -> Result<Self, DecodeError> {
        self.message(number)?.ok_or_else(|| self.error(Kind::Missing { what }))
    }

    /// A text that is written even if it is empty.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn optional_text(&mut self, number: u64) -> Result<Option<&'a str>, DecodeError> {
        self.sized(number)?.map(WireReader::text).transpose()
    }

    /// A text that is not written if it is empty.
    pub(crate) fn text(&mut self, number: u64) -> Result<Option<&'a str>, DecodeError> {
        let start = self.reader;
        match self.optional_text(number)? {
            Some("") => Err(start.error(Kind::DefaultWritten { number })),
            text => Ok(text),
        }
    }

    /// A number that is not written if it is 0.
    pub(crate) fn unsigned(&mut self, number: u64) -> Result<Option<u64>, DecodeError> {
        let start = self.reader;
        if !self.take(number, WireType::Varint)? {
            return Ok(None);
        }
        match self.reader.varint()? {
            0 => Err(start.error(Kind::DefaultWritten { number })),
            value => Ok(Some(value)),
        }
    }

    /// A `bool` that is not written if it is false.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn flag(&mut self, number: u64) -> Result<bool, DecodeError> {
        let start = self.reader;
        if !self.take(number, WireType::Varint)? {
            return Ok(false);
        }
        match self.reader.boolean()? {
            false => Err(start.error(Kind::DefaultWritten { number })),
            true => Ok(true),
        }
    }

    /// A `sint64` that is written even if it is 0.
    pub(crate) fn optional_sint64(&mut self, number: u64) -> Result<Option<i64>, DecodeError> {
        if self.take(number, WireType::Varint)? { self.reader.sint64().map(Some) } else { Ok(None) }
    }

    /// A packed list that is not written if it is empty.
    #[inline]
    pub(crate) fn packed(
        &mut self,
        number: u64,
        wire: WireType,
    ) -> Result<Option<WireReader<'a>>, DecodeError> {
        let start = self.reader;
        let expected = self.reader.skip_key(number, WireType::Sized);
        self.reader = start;
        if !expected && self.next()?.is_some_and(|next| next.number == number && next.wire == wire as u64) {
            return Err(start.error(Kind::NotPacked { number }));
        }
        match self.sized(number)? {
            Some(list) if list.is_empty() => Err(start.error(Kind::DefaultWritten { number })),
            list => Ok(list),
        }
    }

    /// The number of consecutive next fields that have this number and at least this length. Shorter fields must not
    /// count, or few bytes would reserve much memory. They are refused when they are read.
    #[inline]
    pub(crate) fn count(&self, number: u64, least: usize) -> usize {
        let mut reader = self.reader;
        let mut count = 0;
        while reader.skip_key(number, WireType::Sized) {
            let Ok(item) = reader.sized() else { break };
            count += usize::from(item.rest.len() >= least);
        }
        count
    }

    /// Whether the next field has this number, in any wire type.
    pub(super) fn next_is(&self, number: u64) -> Result<bool, DecodeError> {
        Ok(self.next()?.is_some_and(|next| next.number == number))
    }

    /// Refuses all fields that were not requested.
    #[inline]
    pub(crate) fn end(&self) -> Result<(), DecodeError> {
        if self.reader.is_empty() { Ok(()) } else { self.left_over() }
    }

    #[cold]
    fn left_over(&self) -> Result<(), DecodeError> {
        match self.next()? {
            None => Ok(()),
            Some(next) => Err(self.misplaced(next.number)),
        }
    }

    /// The case of a oneof with this many cases.
    pub(crate) fn case(&self, cases: u64) -> Result<u64, DecodeError> {
        match self.next()? {
            None => Err(self.error_here(Kind::EmptyOneof)),
            Some(next) if next.number == 0 || next.number > cases => {
                Err(self.error_here(Kind::UnknownField { number: next.number }))
            }
            Some(next) => Ok(next.number),
        }
    }

    /// Skips the tag of the expected case of a oneof with this many cases.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn expect(&mut self, number: u64, cases: u64, wire: WireType) -> Result<(), DecodeError> {
        if self.reader.skip_key(number, wire) { Ok(()) } else { self.expect_other(number, cases, wire) }
    }

    /// The general case of [`expect`](Self::expect), for all tags.
    #[cold]
    fn expect_other(&mut self, number: u64, cases: u64, wire: WireType) -> Result<(), DecodeError> {
        let found = self.case(cases)?;
        if found != number {
            return Err(self.error_here(Kind::WrongCase { expected: number, found }));
        }
        self.take(number, wire).map(|_| ())
    }

    /// Refuses all fields after the case of a oneof.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last(self, cases: u64) -> Result<(), DecodeError> {
        if self.reader.is_empty() { Ok(()) } else { self.more(cases) }
    }

    #[cold]
    fn more(self, cases: u64) -> Result<(), DecodeError> {
        match self.next()? {
            None => Ok(()),
            Some(next) if next.number == 0 || next.number > cases => {
                Err(self.error_here(Kind::UnknownField { number: next.number }))
            }
            Some(_) => Err(self.error_here(Kind::SecondCase)),
        }
    }

    /// Reads the only case of a oneof with `read`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn only<T>(
        mut self,
        number: u64,
        cases: u64,
        wire: WireType,
        read: impl FnOnce(&mut WireReader<'a>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        self.expect(number, cases, wire)?;
        let value = read(&mut self.reader)?;
        self.last(cases)?;
        Ok(value)
    }

    /// Reads the only case of a oneof, which is a message.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn only_message(self, number: u64, cases: u64) -> Result<Self, DecodeError> {
        self.only(number, cases, WireType::Sized, WireReader::sized).map(Self::over)
    }

    /// Reads the only case of a oneof, which is a text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn only_text(self, number: u64, cases: u64) -> Result<&'a str, DecodeError> {
        self.only(number, cases, WireType::Sized, |reader| reader.sized()?.text())
    }

    /// Reads the only case of a oneof, which is bytes.
    pub(crate) fn only_bytes(self, number: u64, cases: u64) -> Result<&'a [u8], DecodeError> {
        self.only(number, cases, WireType::Sized, WireReader::sized).map(|reader| reader.rest)
    }
}
