//! A reader of the parts of canonical protobuf: tags, varints in their shortest form, and parts with a length.
//!
//! Functions on the path of every value are always inlined, here and in messages, since passing a message through
//! memory costs more than reading it. Rare cases are in functions of their own, which are not inlined. Without
//! optimisation nothing is, since that would only enlarge the stack frames of nested lists.

use super::{DecodeError, DecodeErrorKind as Kind};

/// The wire type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WireType {
    Varint = 0,
    Fixed64 = 1,
    /// With its length: texts, bytes, messages and packed lists.
    Sized = 2,
    Fixed32 = 5,
}

/// The bytes that are left to read, and their place in the input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WireReader<'a> {
    pub(super) rest: &'a [u8],
    /// The offset of their end, which stays the same while bytes are read.
    end: usize,
}

/// The key of a field: its number and its wire type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag {
    pub(super) number: u64,
    pub(super) wire: u64,
}

impl<'a> WireReader<'a> {
    #[inline]
    pub(super) fn new(input: &'a [u8]) -> Self {
        Self { rest: input, end: input.len() }
    }

    /// The offset of the next byte.
    #[inline]
    pub(super) fn offset(&self) -> usize {
        self.end - self.rest.len()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// An error at the next byte.
    pub(crate) fn error(&self, kind: Kind) -> DecodeError {
        DecodeError::new(self.offset(), kind)
    }

    fn take(&mut self, len: usize) -> Result<&'a [u8], DecodeError> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or_else(|| self.error(Kind::Truncated))?;
        self.rest = rest;
        Ok(taken)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let (array, rest) = self.rest.split_first_chunk::<N>().ok_or_else(|| self.error(Kind::Truncated))?;
        self.rest = rest;
        Ok(*array)
    }

    /// A varint in its shortest form. Most are tags and lengths of one byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn varint(&mut self) -> Result<u64, DecodeError> {
        match self.rest.split_first() {
            Some((&byte, rest)) if byte < 0x80 => {
                self.rest = rest;
                Ok(byte.into())
            }
            Some(_) | None => self.long_varint(),
        }
    }

    #[inline(never)]
    fn long_varint(&mut self) -> Result<u64, DecodeError> {
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
    pub(crate) fn boolean(&mut self) -> Result<bool, DecodeError> {
        let start = *self;
        match self.varint()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(start.error(Kind::NotBool)),
        }
    }

    #[inline]
    pub(crate) fn uint32(&mut self) -> Result<u32, DecodeError> {
        let start = *self;
        u32::try_from(self.varint()?).map_err(|_| start.error(Kind::Not32Bit))
    }

    /// A `sint64`: the sign is the lowest bit.
    #[inline]
    pub(crate) fn sint64(&mut self) -> Result<i64, DecodeError> {
        let zigzag = self.varint()?;
        Ok((zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed())
    }

    #[inline]
    pub(crate) fn sint32(&mut self) -> Result<i32, DecodeError> {
        let start = *self;
        i32::try_from(self.sint64()?).map_err(|_| start.error(Kind::Not32Bit))
    }

    #[inline]
    pub(crate) fn float(&mut self) -> Result<f32, DecodeError> {
        self.array().map(f32::from_le_bytes)
    }

    #[inline]
    pub(crate) fn double(&mut self) -> Result<f64, DecodeError> {
        self.array().map(f64::from_le_bytes)
    }

    /// Reads a length and this many bytes. Most lengths are below 128.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn sized(&mut self) -> Result<Self, DecodeError> {
        if let Some((&len, rest)) = self.rest.split_first()
            && len < 0x80
            && let Some((taken, rest)) = rest.split_at_checked(len.into())
        {
            self.rest = rest;
            return Ok(Self { rest: taken, end: self.offset() });
        }
        self.long_sized()
    }

    #[cold]
    fn long_sized(&mut self) -> Result<Self, DecodeError> {
        let start = *self;
        let len = self.varint()?;
        let taken = usize::try_from(len).ok().and_then(|len| self.take(len).ok());
        taken.map(|rest| Self { rest, end: self.offset() }).ok_or_else(|| start.error(Kind::Truncated))
    }

    #[inline]
    pub(super) fn text(self) -> Result<&'a str, DecodeError> {
        str::from_utf8(self.rest).map_err(|_| self.error(Kind::NotUtf8))
    }

    /// Skips the key of a field if it is this key in one byte. Returns whether it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn skip_key(&mut self, number: u64, wire: WireType) -> bool {
        match self.rest.split_first() {
            Some((&byte, rest)) if byte < 0x80 && u64::from(byte) == (number << 3 | wire as u64) => {
                self.rest = rest;
                true
            }
            Some(_) | None => false,
        }
    }

    pub(super) fn tag(&mut self) -> Result<Tag, DecodeError> {
        let key = self.varint()?;
        Ok(Tag { number: key >> 3, wire: key & 7 })
    }

    /// The number of varints that are left. Each ends in a byte without the highest bit.
    pub(crate) fn count_varints(&self) -> usize {
        self.rest.iter().filter(|byte| **byte < 0x80).count()
    }

    /// The number of values of this size that are left.
    pub(crate) fn count_fixed(&self, size: usize) -> usize {
        self.rest.len() / size
    }
}
