//! A reader of canonical protobuf.
//!
//! A [`Message`] is asked for its fields in ascending order of their numbers. What stands in the way of the
//! field asked for is unknown, repeated or out of order, and refused for what it is.
//!
//! What a refusal says is up to the reader's type: [`DecodeError`] all of it, [`Refused`] nothing. Who reads a
//! valid file should not pay for errors that do not happen, and where the bytes of a [`Refused`] are read
//! again, the second reader is the same code and finds the same.
//!
//! What a value goes through is always inlined: a message that passes through memory costs more than what is
//! read of it. What is rare stands apart, and is not.

use super::{DecodeError, DecodeErrorKind as Kind};
use std::marker::PhantomData;

/// That bytes are refused, and for as much as is kept of it, why.
pub(crate) trait Refusal: Sized {
    /// Refused at this byte, for this reason.
    fn at(offset: usize, kind: Kind) -> Self;
    /// The same, known to be inside of the field with this key.
    fn within(self, key: &str) -> Self;
    /// The same, known to be inside of the elements of a vector or array.
    fn within_element(self) -> Self;
}

impl Refusal for DecodeError {
    #[cold]
    fn at(offset: usize, kind: Kind) -> Self {
        Self::new(offset, kind)
    }

    fn within(self, key: &str) -> Self {
        self.within(key)
    }

    fn within_element(self) -> Self {
        self.within_element()
    }
}

/// A refusal that does not say why.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refused;

impl Refusal for Refused {
    fn at(_offset: usize, _kind: Kind) -> Self {
        Self
    }

    fn within(self, _key: &str) -> Self {
        self
    }

    fn within_element(self) -> Self {
        self
    }
}

/// How a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WireType {
    Varint = 0,
    Fixed64 = 1,
    /// Behind its length: texts, bytes, messages and packed lists.
    Sized = 2,
    Fixed32 = 5,
}

/// Bytes that are left to read, and where they stand in the input.
#[derive(Debug)]
pub(crate) struct Reader<'a, E = DecodeError> {
    rest: &'a [u8],
    offset: usize,
    refusal: PhantomData<fn() -> E>,
}

impl<E> Clone for Reader<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Reader<'_, E> {}

/// The key of a field: its number and how it is written.
#[derive(Debug, Clone, Copy)]
struct Tag {
    number: u64,
    wire: u64,
}

impl<'a, E: Refusal> Reader<'a, E> {
    #[inline]
    fn new(rest: &'a [u8], offset: usize) -> Self {
        Self { rest, offset, refusal: PhantomData }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// An error at the next byte.
    pub(crate) fn error(&self, kind: Kind) -> E {
        E::at(self.offset, kind)
    }

    fn take(&mut self, len: usize) -> Result<&'a [u8], E> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or_else(|| self.error(Kind::Truncated))?;
        self.rest = rest;
        self.offset += len;
        Ok(taken)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], E> {
        let (array, rest) = self.rest.split_first_chunk::<N>().ok_or_else(|| self.error(Kind::Truncated))?;
        self.rest = rest;
        self.offset += N;
        Ok(*array)
    }

    /// A varint in its shortest form. Most are tags and lengths of one byte.
    #[inline(always)]
    pub(crate) fn varint(&mut self) -> Result<u64, E> {
        match self.rest.split_first() {
            Some((&byte, rest)) if byte < 0x80 => {
                self.rest = rest;
                self.offset += 1;
                Ok(byte.into())
            }
            Some(_) | None => self.long_varint(),
        }
    }

    #[inline(never)]
    fn long_varint(&mut self) -> Result<u64, E> {
        let mut value = 0;
        let mut shift = 0;
        for (n, &byte) in self.rest.iter().take(10).enumerate() {
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                // The tenth byte holds the 64th bit and nothing else.
                if n == 9 && byte > 1 {
                    break;
                }
                if byte == 0 && n > 0 {
                    return Err(self.error(Kind::Overlong));
                }
                self.take(n + 1)?;
                return Ok(value);
            }
        }
        let kind = if self.rest.len() < 10 { Kind::Truncated } else { Kind::VarintTooLarge };
        Err(self.error(kind))
    }

    #[inline]
    pub(crate) fn boolean(&mut self) -> Result<bool, E> {
        let start = *self;
        match self.varint()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(start.error(Kind::NotBool)),
        }
    }

    #[inline]
    pub(crate) fn uint32(&mut self) -> Result<u32, E> {
        let start = *self;
        u32::try_from(self.varint()?).map_err(|_| start.error(Kind::Not32Bit))
    }

    /// A `sint64`: the sign is the lowest bit.
    #[inline]
    pub(crate) fn sint64(&mut self) -> Result<i64, E> {
        let zigzag = self.varint()?;
        Ok((zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed())
    }

    #[inline]
    pub(crate) fn sint32(&mut self) -> Result<i32, E> {
        let start = *self;
        i32::try_from(self.sint64()?).map_err(|_| start.error(Kind::Not32Bit))
    }

    #[inline]
    pub(crate) fn float(&mut self) -> Result<f32, E> {
        self.array().map(f32::from_le_bytes)
    }

    #[inline]
    pub(crate) fn double(&mut self) -> Result<f64, E> {
        self.array().map(f64::from_le_bytes)
    }

    /// Bytes behind their length. Most are shorter than 128 bytes.
    #[inline(always)]
    fn sized(&mut self) -> Result<Self, E> {
        if let Some((&len, rest)) = self.rest.split_first()
            && len < 0x80
            && let Some((taken, rest)) = rest.split_at_checked(len.into())
        {
            let taken = Self::new(taken, self.offset + 1);
            *self = Self::new(rest, taken.offset + usize::from(len));
            return Ok(taken);
        }
        self.long_sized()
    }

    #[cold]
    fn long_sized(&mut self) -> Result<Self, E> {
        let start = *self;
        let len = self.varint()?;
        let offset = self.offset;
        let taken = usize::try_from(len).ok().and_then(|len| self.take(len).ok());
        taken.map(|rest| Self::new(rest, offset)).ok_or_else(|| start.error(Kind::Truncated))
    }

    #[inline]
    fn text(self) -> Result<&'a str, E> {
        str::from_utf8(self.rest).map_err(|_| self.error(Kind::NotUtf8))
    }

    /// Goes behind the key of a field if it is this one, written in one byte.
    #[inline(always)]
    fn skip_key(&mut self, number: u64, wire: WireType) -> bool {
        match self.rest.split_first() {
            Some((&byte, rest)) if byte < 0x80 && u64::from(byte) == (number << 3 | wire as u64) => {
                *self = Self::new(rest, self.offset + 1);
                true
            }
            Some(_) | None => false,
        }
    }

    fn tag(&mut self) -> Result<Tag, E> {
        let key = self.varint()?;
        Ok(Tag { number: key >> 3, wire: key & 7 })
    }

    /// How many varints are left: every one ends in a byte without the highest bit.
    pub(crate) fn count_varints(&self) -> usize {
        self.rest.iter().filter(|byte| **byte < 0x80).count()
    }

    /// How many values of this size are left.
    pub(crate) fn count_fixed(&self, size: usize) -> usize {
        self.rest.len() / size
    }
}

/// A message that is read field by field, in ascending order of their numbers.
#[derive(Debug)]
pub(crate) struct Message<'a, E = DecodeError> {
    reader: Reader<'a, E>,
    /// Where the message starts.
    start: usize,
    /// The highest number asked for.
    asked: u64,
    /// The number taken last; 0 before the first.
    taken: u64,
}

impl<E> Clone for Message<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Message<'_, E> {}

impl<'a, E: Refusal> Message<'a, E> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self::over(Reader::new(bytes, 0))
    }

    #[inline]
    fn over(reader: Reader<'a, E>) -> Self {
        Self { reader, start: reader.offset, asked: 0, taken: 0 }
    }

    /// An error at the start of the message.
    pub(crate) fn error(&self, kind: Kind) -> E {
        E::at(self.start, kind)
    }

    /// An error at the next byte.
    pub(crate) fn error_here(&self, kind: Kind) -> E {
        self.reader.error(kind)
    }

    fn next(&self) -> Result<Option<Tag>, E> {
        let mut reader = self.reader;
        if reader.is_empty() { Ok(None) } else { reader.tag().map(Some) }
    }

    /// Why the next field may not stand where it does.
    fn misplaced(&self, number: u64) -> E {
        self.error_here(if number == 0 || number > self.asked {
            Kind::UnknownField { number }
        } else if number == self.taken {
            Kind::Repeated { number }
        } else {
            Kind::Order { number, behind: self.taken }
        })
    }

    /// Goes behind the tag of the next field if it has this number.
    #[inline(always)]
    fn take(&mut self, number: u64, wire: WireType) -> Result<bool, E> {
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

    /// As [`take`](Self::take), whatever stands there.
    #[inline(never)]
    fn look(&mut self, number: u64, wire: WireType) -> Result<bool, E> {
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

    /// A message or a packed list: present even where it is empty.
    #[inline(always)]
    pub(crate) fn sized(&mut self, number: u64) -> Result<Option<Reader<'a, E>>, E> {
        if self.take(number, WireType::Sized)? { self.reader.sized().map(Some) } else { Ok(None) }
    }

    #[inline(always)]
    pub(crate) fn message(&mut self, number: u64) -> Result<Option<Self>, E> {
        Ok(self.sized(number)?.map(Self::over))
    }

    /// A message that must be there.
    pub(crate) fn needed(&mut self, number: u64, what: &'static str) -> Result<Self, E> {
        self.message(number)?.ok_or_else(|| self.error(Kind::Missing { what }))
    }

    /// A text that is written even where it is empty.
    #[inline]
    pub(crate) fn optional_text(&mut self, number: u64) -> Result<Option<&'a str>, E> {
        self.sized(number)?.map(Reader::text).transpose()
    }

    /// A text that is not written where it is empty.
    pub(crate) fn text(&mut self, number: u64) -> Result<Option<&'a str>, E> {
        let start = self.reader;
        match self.optional_text(number)? {
            Some("") => Err(start.error(Kind::DefaultWritten { number })),
            text => Ok(text),
        }
    }

    pub(crate) fn bytes(&mut self, number: u64) -> Result<Option<&'a [u8]>, E> {
        Ok(self.sized(number)?.map(|reader| reader.rest))
    }

    /// A number that is not written where it is 0.
    pub(crate) fn unsigned(&mut self, number: u64) -> Result<Option<u64>, E> {
        let start = self.reader;
        if !self.take(number, WireType::Varint)? {
            return Ok(None);
        }
        match self.reader.varint()? {
            0 => Err(start.error(Kind::DefaultWritten { number })),
            value => Ok(Some(value)),
        }
    }

    /// A `bool` that is not written where it is false.
    pub(crate) fn flag(&mut self, number: u64) -> Result<bool, E> {
        let start = self.reader;
        if !self.take(number, WireType::Varint)? {
            return Ok(false);
        }
        match self.reader.boolean()? {
            false => Err(start.error(Kind::DefaultWritten { number })),
            true => Ok(true),
        }
    }

    /// A `sint64` that is written even where it is 0.
    pub(crate) fn optional_sint64(&mut self, number: u64) -> Result<Option<i64>, E> {
        if self.take(number, WireType::Varint)? { self.reader.sint64().map(Some) } else { Ok(None) }
    }

    /// A packed list: not written where it is empty.
    #[inline]
    pub(crate) fn packed(&mut self, number: u64, wire: WireType) -> Result<Option<Reader<'a, E>>, E> {
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

    /// How many fields of this number come next that are at least this long. Shorter ones, and whatever
    /// else is wrong, are refused when they are read; they must not count, or few bytes would make much
    /// memory.
    #[inline]
    pub(crate) fn count(&self, number: u64, least: usize) -> usize {
        let mut reader = self.reader;
        let mut count = 0;
        while reader.skip_key(number, WireType::Sized) {
            match reader.sized() {
                Ok(item) if item.rest.len() >= least => count += 1,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        count
    }

    /// Everything that was not asked for is refused.
    #[inline]
    pub(crate) fn end(&self) -> Result<(), E> {
        if self.reader.is_empty() { Ok(()) } else { self.left_over() }
    }

    #[cold]
    fn left_over(&self) -> Result<(), E> {
        match self.next()? {
            None => Ok(()),
            Some(next) => Err(self.misplaced(next.number)),
        }
    }

    /// Which case of a oneof with this many cases is written.
    pub(crate) fn case(&self, cases: u64) -> Result<u64, E> {
        match self.next()? {
            None => Err(self.error_here(Kind::EmptyOneof)),
            Some(next) if next.number == 0 || next.number > cases => {
                Err(self.error_here(Kind::UnknownField { number: next.number }))
            }
            Some(next) => Ok(next.number),
        }
    }

    /// Goes behind the tag of the one case that is expected of a oneof with this many cases.
    #[inline(always)]
    fn expect(&mut self, number: u64, cases: u64, wire: WireType) -> Result<(), E> {
        if self.reader.skip_key(number, wire) { Ok(()) } else { self.expect_other(number, cases, wire) }
    }

    /// As [`expect`](Self::expect), whatever stands there.
    #[cold]
    fn expect_other(&mut self, number: u64, cases: u64, wire: WireType) -> Result<(), E> {
        let found = self.case(cases)?;
        if found != number {
            return Err(self.error_here(Kind::WrongCase { expected: number, found }));
        }
        self.take(number, wire).map(|_| ())
    }

    /// Refuses anything behind the case of a oneof.
    #[inline(always)]
    fn last(self, cases: u64) -> Result<(), E> {
        if self.reader.is_empty() { Ok(()) } else { self.more(cases) }
    }

    #[cold]
    fn more(self, cases: u64) -> Result<(), E> {
        match self.next()? {
            None => Ok(()),
            Some(next) if next.number == 0 || next.number > cases => {
                Err(self.error_here(Kind::UnknownField { number: next.number }))
            }
            Some(_) => Err(self.error_here(Kind::SecondCase)),
        }
    }

    /// The one case of a oneof, which is no message: read by `read`, with nothing behind it.
    #[inline(always)]
    pub(crate) fn only<T>(
        mut self,
        number: u64,
        cases: u64,
        wire: WireType,
        read: impl FnOnce(&mut Reader<'a, E>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.expect(number, cases, wire)?;
        let value = read(&mut self.reader)?;
        self.last(cases)?;
        Ok(value)
    }

    /// The one case of a oneof, which is a message.
    #[inline(always)]
    pub(crate) fn only_message(self, number: u64, cases: u64) -> Result<Self, E> {
        self.only(number, cases, WireType::Sized, Reader::sized).map(Self::over)
    }

    /// The one case of a oneof, which is a text.
    #[inline(always)]
    pub(crate) fn only_text(self, number: u64, cases: u64) -> Result<&'a str, E> {
        self.only(number, cases, WireType::Sized, |reader| reader.sized()?.text())
    }

    /// The one case of a oneof, which is bytes.
    pub(crate) fn only_bytes(self, number: u64, cases: u64) -> Result<&'a [u8], E> {
        self.only(number, cases, WireType::Sized, Reader::sized).map(|reader| reader.rest)
    }
}
