import bisect as _bisect
import collections.abc as _abc
import dataclasses as _dataclasses
import enum as _enum
import functools as _functools
import hashlib as _hashlib
import math as _math
import operator as _operator
import re as _re
import struct as _struct
import types as _types
import typing as _typing
import warnings as _warnings
from typing import Any as _Any

# The interface between this runtime and the table of a client.
RUNTIME_1 = 1

_Row = tuple[_Any, ...]
_EMPTY: _abc.Mapping[_Any, _Any] = _types.MappingProxyType({})


class LoadError(ValueError):
    """Why values are refused. Each check has a subclass. No text shows a secret."""


class DecodeError(LoadError):
    """The bytes are damaged, incomplete, or not what confc writes."""

    def __init__(self, offset: int, why: str) -> None:
        super().__init__(offset, why)
        self.offset, self.why = offset, why

    def __str__(self) -> str:
        return f"byte {self.offset}: {self.why}"


class ChecksumMismatch(LoadError):
    """The values were made for another interface.

    `differing` lists what differs; it is `None` if the file was written without an
    embedded schema.
    """

    def __init__(
        self, expected: str, found: str, differing: tuple[str, ...] | None
    ) -> None:
        super().__init__(expected, found, differing)
        self.expected, self.found, self.differing = expected, found, differing

    def __str__(self) -> str:
        said = f"expected {self.expected}, found {self.found}"
        parts = (f"the values were compiled for another interface: {said}",)
        return "; ".join(parts + (self.differing or ()))


class CountMismatch(LoadError):
    """The number of values differs from the number of fields."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(expected, found)
        self.expected, self.found = expected, found

    def __str__(self) -> str:
        said = f"({self.expected}), found {self.found}"
        return f"expected one value for each field {said}"


class ConstraintViolation(LoadError):
    """A value does not fit its field. The text shows no value."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path, self.why = path, why

    def __str__(self) -> str:
        return f"field `{self.path}`: {self.why}"


class OverrideError(LoadError):
    """A value of the component's parent does not fit its field."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path, self.why = path, why

    def __str__(self) -> str:
        return f"override of `{self.path}`: {self.why}"


class BrokenRule(LoadError):
    """The values break a rule of the interface. No sensitive value is in the text.

    `rule` is the rule's text, `name` its name, `place` where it is broken, such as
    `ports[1]`, for a rule that holds for many places.
    """

    def __init__(
        self, rule: str, why: str, place: str | None, name: str | None
    ) -> None:
        super().__init__(rule, why, place, name)
        self.rule, self.why, self.place, self.name = rule, why, place, name

    def __str__(self) -> str:
        place = "" if self.place is None else f" (at `{self.place}`)"
        name = "" if self.name is None else f" [{self.name}]"
        return f"{self.why}{place}{name}"


class Absent(_enum.Enum):
    """The type of `ABSENT`: no value, in a field where `None` is null."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: _typing.Final = Absent.ABSENT

_set_attribute = object.__setattr__
_K = _typing.TypeVar("_K")
_V = _typing.TypeVar("_V")
_T_co = _typing.TypeVar("_T_co", covariant=True)


class Secret(_typing.Generic[_T_co]):
    """A sensitive value, which only `reveal` gives. It prints as `<set>`.

    Pickling keeps the value.
    """

    __slots__ = ("_value",)
    _value: _T_co

    def __init__(self, value: _T_co) -> None:
        _set_attribute(self, "_value", value)

    def reveal(self) -> _T_co:
        """The value."""
        return self._value

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a secret cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a secret cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return bool(self._value == _typing.cast("Secret[object]", other)._value)

    def __hash__(self) -> int:
        return hash((Secret, self._value))

    def __repr__(self) -> str:
        return "<set>"

    def __format__(self, spec: str) -> str:
        return "<set>"

    def __reduce__(self) -> _Row:
        return Secret, (self._value,)


class _Entries(_abc.Mapping[_K, _V]):
    """A read-only mapping, which can be hashed: the typed value of a map."""

    __slots__ = ("_entries",)

    def __init__(self, entries: dict[_K, _V]) -> None:
        self._entries = entries

    def __getitem__(self, key: _K) -> _V:
        return self._entries[key]

    def __iter__(self) -> _abc.Iterator[_K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return repr(self._entries)


# Characters that steer a terminal, or cannot be seen in it.
_UNSAFE = _re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_KEY = _re.compile("[a-z]([a-z0-9_]{0,62}[a-z0-9])?")


def _printable(text: str) -> str:
    """A text that is safe to print."""
    return _UNSAFE.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text)


def _quoted(text: str, start: int = 0) -> str:
    """A part of a text, safe to print."""
    part = ("…" if start > 0 else "") + (text or '""')[start : start + 121]
    return "`" + _printable(part[:120]) + ("…" if len(part) > 120 else "") + "`"


def _misfit(why: str) -> ConstraintViolation:
    return ConstraintViolation("", why)


def _unlike(expected: str, found: object) -> ConstraintViolation:
    return _misfit(f"expected {expected}, found {type(found).__name__}")


def _within(step: str, misfit: ConstraintViolation) -> ConstraintViolation:
    """A misfit inside this field or element."""
    dot = "." if misfit.path and not misfit.path.startswith("[") else ""
    misfit.path = f"{step}{dot}{misfit.path}"
    misfit.args = (misfit.path, misfit.why)
    return misfit


def _instance(value: object, kind: _Any) -> _Any:
    """A typed value, which must be of this class."""
    if not isinstance(value, kind):
        raise _unlike(f"a value of the type {kind.__qualname__}", value)
    return value


# Reading of bytes, which may come from anywhere. A function takes the bytes, the position
# of the next one, and the end of the message around it. Each length is checked before
# the bytes in it are read.
_MISPLACED = "a field is unknown, repeated or misplaced"


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of at most 64 bits in its shortest form, and the position after it."""
    value = shift = 0
    for end in range(at, min(at + 10, len(data))):
        byte = data[end]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if (byte == 0 and shift > 0) or value >> 64:
                break
            return value, end + 1
        shift += 7
    raise DecodeError(at, "a number is too large, cut off, or not in its shortest form")


def _sized(data: bytes, at: int, end: int) -> tuple[int, int]:
    """The start and end of the bytes after their length."""
    size = data[at]
    at += 1
    if size > 0x7F:
        size, at = _varint(data, at - 1)
    if size > end - at:
        raise DecodeError(at, "the bytes end inside a value")
    return at, at + size


def _whole(data: bytes, at: int, end: int) -> int:
    """The start of the bytes after their length, which are the rest of the message."""
    start, stop = _sized(data, at, end)
    if stop != end:
        raise DecodeError(stop, _MISPLACED)
    return start


def _text(data: bytes, at: int, end: int) -> str:
    try:
        return data[at:end].decode()
    except UnicodeDecodeError:
        raise DecodeError(at, "a text is not UTF-8") from None


def _each(
    data: bytes,
    at: int,
    end: int,
    read: _abc.Callable[[bytes, int, int], _V],
    most: int = 1 << 32,
) -> tuple[list[_V], int]:
    """The fields with the number 1, at most one too many, and the position after them."""
    found: list[_V] = []
    try:
        while at < end and data[at] == 0x0A and len(found) <= most:
            at, stop = _sized(data, at + 1, end)
            found.append(read(data, at, stop))
            at = stop
    except ConstraintViolation as misfit:
        raise _within(f"[{len(found)}]", misfit)
    return found, at


def _chosen(data: bytes, at: int, end: int) -> tuple[int, int]:
    """The number of the case of a union, and the start of its value."""
    number, start = _varint(data, at + 1)
    if number == 0 or data[at] != 0x08 or data[start] != 0x12:
        raise DecodeError(at, "expected the number of a case and its value")
    return number, _whole(data, start + 1, end)


class _Pairs(_Row):
    """The generic value of a map: its keys in the order of their bytes, its values."""

    __slots__ = ()


class _Case(_Row):
    """The generic value of a union: the position of its case, from 0, and its value."""

    __slots__ = ()


# The wire types of protobuf that occur, and the wire type of a single value of each kind:
# bool, uint8 to uint64, int8 to int64, string, float32, float64, enum, struct, JSON;
# lists, maps and unions, which are single values only inside lists and maps.
_SIZED = 2
_WIRES = (-1,) + 9 * (0,) + (_SIZED, 5, 1, 0) + 5 * (_SIZED,)


class _Type:
    """A type of the table.

    Values have two forms. Those of bytes, rules and comparisons are generic: bools,
    numbers, strings, the number of a variant, the canonical text of JSON, tuples of
    elements and of members, `_Pairs`, `_Case`, `None` for null, and `ABSENT`. Those of
    attributes are typed. Where they need classes of the client, these are passed as a
    `part`: the class of an enum, struct or union, the part of the elements of a list, or
    the parts of the keys and of the values of a map.
    """

    # The first byte of a `ConfigValue` that holds a value of the type.
    shape = 0x0A
    # Whether generic and typed values are the same, at every depth.
    is_plain = False
    takes_null = False
    holds_secret = False

    def __init__(self, kind: int) -> None:
        case = 16 if kind == 19 else kind
        self.is_sized = _WIRES[case] == _SIZED
        # The keys of the case of the type in a single value, and in a list of values.
        self.tag, key = case << 3 | _WIRES[case], case << 3 | _SIZED
        self.list_tag = bytes([key] if key < 0x80 else [key & 0x7F | 0x80, key >> 7])

    def value(self, data: bytes, at: int, end: int) -> _Any:
        """The generic value in the case of a `ConfigValue`, checked."""
        if self.shape != 0x0A:
            return self.read(data, at, end)
        if data[at] != self.tag:
            raise _misfit("expected a value of another type")
        at += 1
        return self.read(data, _whole(data, at, end) if self.is_sized else at, end)

    def read(self, data: bytes, at: int, end: int) -> _Any:
        """The generic value that these bytes are, checked."""
        value, stop = self.next(data, at)
        if stop != end:
            raise DecodeError(stop, _MISPLACED)
        return value

    def next(self, data: bytes, at: int) -> tuple[_Any, int]:
        """As `read`, for numbers, whose end is not known in advance."""
        raise NotImplementedError

    def elements(self, data: bytes, at: int, end: int, most: int) -> _Row:
        """The elements in a `ConfigVectorValue`. Reads at most one too many."""
        if not data.startswith(self.list_tag, at):
            raise _misfit("expected elements of another type")
        at = _whole(data, at + len(self.list_tag), end)
        found: list[_Any] = []
        if self.is_sized:
            found, at = _each(data, at, end, self.read, most)
        elif at < end:
            at = _whole(data, at + 1, end) if data[at] == 0x0A else end
            if at == end:
                raise DecodeError(at, "expected a packed list, and none if it is empty")
            while at < end and len(found) <= most:
                value, at = self.next(data, at)
                found.append(value)
        if at != end and len(found) <= most:
            raise DecodeError(at, _MISPLACED)
        return tuple(found)

    def take(self, value: object, part: _Any) -> _Any:
        """The generic value of a typed value, checked."""
        raise NotImplementedError

    def give(self, value: _Any, part: _Any) -> _Any:
        """The typed value of a generic value."""
        return value

    def plain(self, value: _Any, secrets: bool) -> _Any:
        """The plain data of a generic value."""
        return value


class _Bool(_Type):
    is_plain = True

    def next(self, data: bytes, at: int) -> tuple[bool, int]:
        if data[at] > 1:
            raise DecodeError(at, "expected 0 or 1, found another number")
        return data[at] == 1, at + 1

    def take(self, value: object, part: _Any) -> bool:
        return bool(_instance(value, bool))


class _Integer(_Type):
    is_plain = True

    def __init__(self, kind: int, least: int, most: int) -> None:
        super().__init__(kind)
        self.least, self.most, self.is_signed = least, most, kind > 5

    def next(self, data: bytes, at: int) -> tuple[int, int]:
        number = data[at]
        at += 1
        if number > 0x7F:
            number, at = _varint(data, at - 1)
        if self.is_signed:
            number = (number >> 1) ^ -(number & 1)
        if not self.least <= number <= self.most:
            raise _misfit(f"expected an integer from {self.least} to {self.most}")
        return number, at

    def take(self, value: object, part: _Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise _unlike("an integer", value)
        if not self.least <= value <= self.most:
            raise _misfit(f"expected an integer from {self.least} to {self.most}")
        return int(value)


class _Float(_Type):
    is_plain = True

    def __init__(self, kind: int, least: float | None, most: float | None) -> None:
        super().__init__(kind)
        self.bits = 32 if kind == 11 else 64
        self.layout = _struct.Struct("<f" if kind == 11 else "<d")
        self.least = -_math.inf if least is None else least
        self.most = _math.inf if most is None else most

    def next(self, data: bytes, at: int) -> tuple[float, int]:
        (value,) = self.layout.unpack_from(data, at)
        return self.checked(value), at + self.layout.size

    def checked(self, value: float) -> float:
        if not _math.isfinite(value) or (value == 0 and _math.copysign(1, value) < 0):
            raise _misfit("expected a finite number, and 0 without a sign")
        if not self.least <= value <= self.most:
            raise _misfit(f"expected a number from {self.least} to {self.most}")
        return value

    def take(self, value: object, part: _Any) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise _unlike("a number", value)
        try:
            (stored,) = self.layout.unpack(self.layout.pack(value))
        except (OverflowError, _struct.error):
            stored = None
        # A number that is not stored exactly would be another one when it is loaded.
        if stored != value:
            raise _misfit(f"expected a finite number of {self.bits} bits")
        return self.checked(float(value))

    def plain(self, value: _Any, secrets: bool) -> _Any:
        return value if self.bits == 64 else float(_shortest(value, 32))


class _String(_Type):
    is_plain = True

    def __init__(
        self, kind: int, least: int, most: int, pattern: "_Pattern | None" = None
    ) -> None:
        super().__init__(kind)
        self.least, self.most, self.pattern = least, most, pattern

    def read(self, data: bytes, at: int, end: int) -> str:
        if not self.least <= end - at <= self.most:
            raise _misfit(f"expected from {self.least} to {self.most} bytes")
        value = _text(data, at, end)
        if self.pattern is not None and not self.pattern.matches(value):
            text = _quoted(self.pattern.text)
            raise _misfit(f"expected a match for the pattern {text}")
        return value

    def take(self, value: object, part: _Any) -> str:
        try:
            data: bytes = _instance(value, str).encode()
        except UnicodeEncodeError:
            raise _misfit("expected a string without lone surrogates") from None
        return self.read(data, 0, len(data))


class _Variants(_Type):
    """An enum."""

    def __init__(self, kind: int, *variants: tuple[int, str]) -> None:
        super().__init__(kind)
        self.texts = dict(variants)
        self.numbers = {text: number for number, text in variants}

    def next(self, data: bytes, at: int) -> tuple[int, int]:
        number, at = _varint(data, at)
        number = (number >> 1) ^ -(number & 1)
        if number not in self.texts:
            raise _misfit("expected the number of a variant")
        return number, at

    def take(self, value: object, part: _Any) -> _Any:
        return _instance(value, part).value

    def give(self, value: _Any, part: _Any) -> _Any:
        return part(value)

    def plain(self, value: _Any, secrets: bool) -> _Any:
        return self.texts[value]


class _Json(_Type):
    """JSON. Typed values are parsed."""

    def __init__(self, kind: int, most: int, kinds: str) -> None:
        super().__init__(kind)
        self.most, self.kinds, self.takes_null = most, kinds, "null" in kinds

    def read(self, data: bytes, at: int, end: int) -> str:
        text = _text(data, at, end)
        _check_json(text, at)
        return self.checked(text)

    def checked(self, text: str) -> str:
        size = len(text.encode())
        if _JSON_KINDS.get(text[0], "number") not in self.kinds:
            raise _misfit(f"expected JSON of the kind {self.kinds}")
        if size > self.most:
            raise _misfit(f"expected at most {self.most} bytes of JSON")
        return text

    def take(self, value: object, part: _Any) -> str:
        try:
            return self.checked(_json_text(value))
        except UnicodeEncodeError:
            raise _misfit("expected JSON without lone surrogates") from None

    def give(self, value: _Any, part: _Any) -> _Any:
        return _json_value(value)

    def plain(self, value: _Any, secrets: bool) -> _Any:
        return _json_value(value)


class _List(_Type):
    """A vector or an array."""

    def __init__(
        self, kind: int, least: int, most: int, is_unique: bool, item: _Type
    ) -> None:
        super().__init__(kind)
        self.shape = 0x12 if kind == 16 else 0x1A
        self.least, self.most, self.is_unique, self.item = least, most, is_unique, item
        self.is_plain, self.holds_secret = item.is_plain, item.holds_secret

    def read(self, data: bytes, at: int, end: int) -> _Row:
        return self.checked(self.item.elements(data, at, end, self.most))

    def checked(self, values: _Row) -> _Row:
        if not self.least <= len(values) <= self.most:
            raise _misfit(f"expected from {self.least} to {self.most} elements")
        if self.is_unique and len(set(values)) < len(values):
            raise _misfit("expected all elements to differ")
        return values

    def take(self, value: object, part: _Any) -> _Row:
        return self.checked(_taken(self.item, _instance(value, tuple), part))

    def give(self, value: _Any, part: _Any) -> _Any:
        return tuple([self.item.give(one, part) for one in value])

    def plain(self, value: _Any, secrets: bool) -> _Any:
        return [self.item.plain(one, secrets) for one in value]


def _taken(item: _Type, values: _abc.Iterable[object], part: _Any) -> _Row:
    taken: list[_Any] = []
    try:
        for value in values:
            taken.append(item.take(value, part))
    except ConstraintViolation as misfit:
        raise _within(f"[{len(taken)}]", misfit)
    return tuple(taken)


class _Map(_Type):
    shape = 0x22

    def __init__(
        self, kind: int, least: int, most: int, key: _Type, item: _Type
    ) -> None:
        super().__init__(kind)
        self.least, self.most, self.key, self.item = least, most, key, item
        self.holds_secret = item.holds_secret

    def read(self, data: bytes, at: int, end: int) -> _Pairs:
        keys, at = _each(data, at, end, _text, self.most)
        self.check(keys)
        start = _whole(data, at + 1, end)
        values = self.item.elements(data, start, end, self.most)
        return _paired(data, at, keys, values)

    def check(self, keys: list[str]) -> None:
        """Checks the texts of all keys."""
        if not self.least <= len(keys) <= self.most:
            raise _misfit(f"expected from {self.least} to {self.most} entries")
        for key in keys:
            if key.startswith("$"):
                raise _misfit("expected keys that do not begin with `$`")
            if not isinstance(self.key, _Variants):
                try:
                    self.key.take(key, None)
                except ConstraintViolation as misfit:
                    raise _misfit(f"a key does not fit: {misfit.why}") from None
            elif key not in self.key.numbers:
                raise _misfit("expected the names of variants as keys")

    def take(self, value: object, part: _Any) -> _Pairs:
        key_part, part = _typing.cast(_Row, part or (None, None))
        texts: dict[str, object] = {}
        for key, one in _instance(value, _abc.Mapping).items():
            if isinstance(self.key, _Variants):
                key = _instance(key, key_part).text
            texts[_instance(key, str)] = one
        # Python compares strings by code points, which is the order of their bytes.
        keys = sorted(texts)
        self.check(keys)
        values = _taken(self.item, [texts[key] for key in keys], part)
        return _Pairs((tuple(keys), values))

    def give(self, value: _Any, part: _Any) -> _Any:
        key_part, part = _typing.cast(_Row, part or (None, None))
        keys, values = value
        if isinstance(self.key, _Variants):
            keys = [key_part(self.key.numbers[key]) for key in keys]
        return _Entries(dict(zip(keys, [self.item.give(one, part) for one in values])))

    def plain(self, value: _Any, secrets: bool) -> _Any:
        keys, values = value
        return dict(zip(keys, [self.item.plain(one, secrets) for one in values]))


def _paired(data: bytes, at: int, keys: list[str], values: _Row) -> _Pairs:
    if len(keys) != len(values) or data[at] != 0x12:
        raise DecodeError(at, "expected as many values as keys of a map")
    if any(map(str.__ge__, keys, keys[1:])):
        raise DecodeError(at, "the keys of a map are not in ascending byte order")
    return _Pairs((tuple(keys), values))


class _Struct(_Type):
    def __init__(self, kind: int, *members: "_Member") -> None:
        super().__init__(kind)
        self.members = members
        self.holds_secret = any([member.holds_secret for member in members])

    def read(self, data: bytes, at: int, end: int) -> _Row:
        values: list[_Any] = []
        for member in self.members:
            if at >= end or data[at] != 0x0A:
                break
            at, stop = _sized(data, at + 1, end)
            values.append(member.read(data, at, stop))
            at = stop
        if at != end or len(values) != len(self.members):
            raise _misfit(f"expected {len(self.members)} members")
        return tuple(values)

    def take(self, value: object, part: _Any) -> _Any:
        return _instance(value, part)._generic()

    def give(self, value: _Any, part: _Any) -> _Any:
        return part._bound.make(value)

    def plain(self, value: _Any, secrets: bool) -> _Any:
        return _plain(self.members, value, secrets)


class _Union(_Type):
    shape = 0x3A

    def __init__(self, kind: int, tag: str | None, *cases: "_Member") -> None:
        super().__init__(kind)
        self.key = tag
        self.cases = cases
        self.holds_secret = any([case.holds_secret for case in cases])

    def read(self, data: bytes, at: int, end: int) -> _Case:
        number, start = _chosen(data, at, end)
        if number > len(self.cases):
            raise _misfit("expected the number of a case")
        return _Case((number - 1, self.cases[number - 1].read(data, start, end)))

    def take(self, value: object, part: _Any) -> _Case:
        kinds: tuple[_Any, ...] = part._cases
        names = " or ".join([kind.__qualname__ for kind in kinds])
        if type(value) not in kinds:
            raise _unlike(f"a value of the type {names}", value)
        (content,) = _typing.cast(_Any, value)._generic()
        return _Case((kinds.index(type(value)), content))

    def give(self, value: _Any, part: _Any) -> _Any:
        at, content = value
        return part._cases[at]._bound.make((content,))

    def plain(self, value: _Any, secrets: bool) -> _Any:
        at: int = value[0]
        case = self.cases[at]
        plain = case.type.plain(value[1], secrets)
        return plain if self.key is None else {self.key: case.name, **plain}


class _Member:
    """A field, a member of a struct, or a case of a union."""

    def __init__(
        self,
        kind: _Type,
        key: str,
        flags: str = "",
        name: str | None = None,
        default: bytes | None = None,
        text: str = "",
    ) -> None:
        self.type, self.key, self.text = kind, key, text
        self.name = key if name is None else name
        self.is_optional, self.is_nullable = "o" in flags, "n" in flags
        self.is_sensitive, self.is_rest = "s" in flags, "r" in flags
        self.is_open, self.data = "p" in flags, default
        self.has_default = default is not None or "d" in flags
        self.takes_null = self.is_nullable or kind.takes_null
        self.holds_secret = self.is_sensitive or kind.holds_secret

    def read(self, data: bytes, at: int, end: int) -> _Any:
        """The generic value in a `ConfigValue`, checked."""
        start = _whole(data, at + 1, end)
        if data[at] == self.type.shape:
            try:
                return self.type.value(data, start, end)
            except ConstraintViolation as misfit:
                raise _within(self.key, misfit)
        if start == end and data[at] == 0x2A and self.is_optional:
            return ABSENT
        if start == end and data[at] == 0x32 and self.is_nullable:
            return None
        raise ConstraintViolation(self.key, "expected a value of another type")

    def unset(self) -> _Any:
        """The generic value if nothing sets it."""
        if self.data is not None:
            return self.read(self.data, 0, len(self.data))
        if self.is_optional:
            return ABSENT
        if isinstance(self.type, _Struct):
            return tuple([member.unset() for member in self.type.members])
        # A rest.
        return _Pairs(((), ()))


def _plain(
    members: tuple[_Member, ...], values: _Any, secrets: bool
) -> dict[str, _Any]:
    """Plain data of a struct, without what is sensitive."""
    plain: dict[str, _Any] = {}
    for member, value in zip(members, values):
        if member.is_sensitive and not secrets:
            continue
        if value is None or value is ABSENT:
            # Leaving an absent value out may mean a default. Null may hide a secret.
            is_null = member.has_default and not member.takes_null
            if is_null if value is ABSENT else secrets or not member.holds_secret:
                plain[member.name] = None
            continue
        # Lists, maps and unions with secrets are left out as a whole.
        if secrets or not member.holds_secret or isinstance(member.type, _Struct):
            shown = member.type.plain(value, secrets)
            plain |= shown if member.is_rest else {member.name: shown}
    return plain


class _AnyFloat(_Float):
    def checked(self, value: float) -> float:
        return value


class _Form:
    """Reads any values in canonical form, to tell damage from values of other types."""

    kinds: dict[int, _Type] = {
        **{kind: _Integer(kind, 0, (1 << 32) - 1) for kind in (2, 3, 4)},
        **{kind: _Integer(kind, -1 << 31, (1 << 31) - 1) for kind in (6, 7, 8)},
        **{kind: _Integer(kind, -1 << 63, (1 << 63) - 1) for kind in (9, 13)},
        **{kind: _AnyFloat(kind, None, None) for kind in (11, 12)},
        **{1: _Bool(1), 5: _Integer(5, 0, (1 << 64) - 1), 10: _String(10, 0, 1 << 32)},
        15: _Json(15, 1 << 32, "array|bool|null|number|object|string"),
    }

    def __init__(self, level: int) -> None:
        self.level = level

    @_functools.cached_property
    def inner(self) -> "_Form":
        return _Form(self.level + 1)

    def check(self, at: int) -> None:
        if self.level > 32:
            raise DecodeError(at, "values nest deeper than 32 levels")

    def read(self, data: bytes, at: int, end: int) -> None:
        """A `ConfigValue`, whose type would be at this level."""
        self.check(at)
        start = _whole(data, at + 1, end)
        shape, key = data[at], data[start] if start < end else 0
        if shape == 0x0A and key == 0x72:
            self.members(data, _whole(data, start + 1, end), end)
        elif shape == 0x0A and key >> 3 in self.kinds:
            self.kinds[key >> 3].value(data, start, end)
        elif shape in (0x12, 0x1A):
            self.inner.elements(data, start, end)
        elif shape in (0x22, 0x3A):
            (self.of_map if shape == 0x22 else self.of_union)(data, start, end)
        elif shape not in (0x2A, 0x32) or start < end:
            raise DecodeError(at, "expected one case of a oneof")

    def elements(self, data: bytes, at: int, end: int) -> _Row:
        key, start = _varint(data, at)
        if key >> 3 in self.kinds:
            return self.kinds[key >> 3].elements(data, at, end, 1 << 32)
        kinds = {14: self.members, 16: self.of_list, 17: self.of_map, 18: self.of_union}
        if key & 7 != _SIZED or key >> 3 not in kinds:
            raise DecodeError(at, "expected one case of a oneof")
        found, at = _each(data, _whole(data, start, end), end, kinds[key >> 3])
        if at != end:
            raise DecodeError(at, _MISPLACED)
        return tuple(found)

    def members(self, data: bytes, at: int, end: int) -> None:
        if _each(data, at, end, self.inner.read)[1] != end:
            raise DecodeError(at, _MISPLACED)

    def of_list(self, data: bytes, at: int, end: int) -> None:
        self.check(at)
        self.inner.elements(data, at, end)

    def of_map(self, data: bytes, at: int, end: int) -> None:
        self.check(at)
        keys, at = _each(data, at, end, _text)
        start = _whole(data, at + 1, end)
        _paired(data, at, keys, self.inner.elements(data, start, end))

    def of_union(self, data: bytes, at: int, end: int) -> None:
        self.check(at)
        _, start = _chosen(data, at, end)
        self.inner.read(data, start, end)


# The canonical text of a JSON value decides what is valid and what is equal: `1`, `1.0` and
# `True` are three values. Few clients have JSON, so its module is imported when it is used.
_MAX_JSON_LEVELS = 64
_JSON_KINDS = dict(zip('{["tfn', "object array string bool bool null".split()))
_JSON_ESCAPES = {n: f"\\u{n:04x}" for n in range(32)} | {
    **{9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 92: "\\\\"}
}
# Brackets, and strings, which may contain some. A string without an end matches too.
_JSON_BRACKETS = _re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{}]', _re.DOTALL)


def _json_value(text: str) -> _Any:
    import json

    # Digits beyond 64 bits need not be read: the number is refused anyway.
    return json.loads(text, parse_int=lambda digits: int(digits[:21]))


def _check_json(text: str, at: int) -> None:
    """Checks that a text is the canonical text of a JSON value."""
    level = 0
    for found in _JSON_BRACKETS.finditer(text):
        level += (found[0] in "[{") - (found[0] in "]}")
        if level > _MAX_JSON_LEVELS:
            raise DecodeError(at, f"JSON nests deeper than {_MAX_JSON_LEVELS} levels")
    try:
        is_canonical = _json_text(_json_value(text)) == text
    except ValueError:
        is_canonical = False
    if not is_canonical:
        raise DecodeError(at, "a text is not canonical JSON")


def _json_text(value: object, level: int = 0) -> str:
    """The canonical text of a JSON value."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    if isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 64:
            raise _misfit("expected integers from -2^63 to 2^64-1 in JSON")
        return str(int(value))
    if isinstance(value, float):
        if not _math.isfinite(value):
            raise _misfit("expected finite numbers in JSON")
        # The digits of `repr`. Adding 0 makes 0 of -0.
        mantissa, _, power = repr(float(value) + 0.0).partition("e")
        if not power:
            return mantissa
        digits = mantissa.strip("-").replace(".", "")
        return ("-" if value < 0 else "") + _digits_text(digits, int(power), True)
    if isinstance(value, str):
        return f'"{value.translate(_JSON_ESCAPES)}"'
    if not isinstance(value, (list, dict)):
        raise _unlike("a JSON value", value)
    if level == _MAX_JSON_LEVELS:
        raise _misfit(f"expected at most {_MAX_JSON_LEVELS} levels in JSON")
    if isinstance(value, list):
        elements = _typing.cast("list[object]", value)
        return f"[{','.join([_json_text(one, level + 1) for one in elements])}]"
    members = _typing.cast("dict[object, object]", value)
    texts = {_instance(key, str): one for key, one in members.items()}
    # Python compares strings by code points, which is the order of their bytes.
    parts = [
        f"{_json_text(key)}:{_json_text(texts[key], level + 1)}"
        for key in sorted(texts)
    ]
    return "{" + ",".join(parts) + "}"


def _digits_text(digits: str, power: int, has_point: bool) -> str:
    """Decimal digits, the first of this power of ten, as confc writes numbers."""
    whole, fraction = digits[: power + 1].ljust(power + 1, "0"), digits[power + 1 :]
    exponent = ""
    if not -7 <= power < 21:
        whole, fraction, exponent = digits[0], digits[1:], f"e{power}"
    elif power < 0:
        whole, fraction = "0", "0" * (-power - 1) + digits
    fraction = fraction or ("0" if has_point else "")
    return whole + (f".{fraction}" if fraction else "") + exponent


def _shortest(value: float, bits: int) -> str:
    """The shortest text that reads back as the same float of this many bits.

    It is the `repr` of a float64, except that halves are rounded up.
    """
    precision, lowest = (53, -1074) if bits == 64 else (24, -149)
    exponent = max(_math.frexp(value)[1] - precision, lowest)
    mantissa = int(_math.ldexp(abs(value), -exponent))
    if mantissa == 0:
        return "0"
    # All in quarters of the last bit: the ends lie halfway to the next floats.
    is_power = mantissa == 1 << precision - 1 and exponent > lowest
    least, exact, most = 4 * mantissa - 2 + is_power, 4 * mantissa, 4 * mantissa + 2
    takes_ends = mantissa % 2 == 0
    power = int(f"{abs(value):.20e}".partition("e")[2])
    for last in range(power, power - 18, -1):
        unit = 10 ** max(last, 0) << max(2 - exponent, 0)
        scale = 10 ** max(-last, 0) << max(exponent - 2, 0)
        below = exact * scale // unit
        ends = (least * scale - takes_ends, most * scale + takes_ends)
        near = [one for one in (below + 1, below) if ends[0] < one * unit < ends[1]]
        if near:
            best = str(min(near, key=lambda one: int(abs(one * unit - exact * scale))))
            digits = _digits_text(best.rstrip("0"), last + len(best) - 1, False)
            return ("-" if value < 0 else "") + digits
    return repr(value)


class _Pattern:
    """A pattern of a string: a regular expression with the same meaning, or states.

    A state is `()` for a match; or the next state of a class, and the ends of its
    ranges of characters; or a kind of assertion, -1 for a split, and two states. States
    are positions.
    """

    def __init__(self, text: str, regex: str | None, *states: _Any) -> None:
        self.text, self.regex, self.states = text, regex, states

    @_functools.cached_property
    def matches(self) -> _abc.Callable[[str], object]:
        if self.regex is None:
            return self.walk
        return _re.compile(self.regex, _re.ASCII).fullmatch

    def walk(self, text: str) -> bool:
        """Whether the states accept the whole text. Takes time linear in it."""
        waiting = self.follow([0], "", text[:1])
        for at, c in enumerate(text):
            found: list[int] = []
            for state in waiting:
                pairs = zip(state[1][::2], state[1][1::2]) if state else ()
                if any([first <= c <= last for first, last in pairs]):
                    found.append(state[0])
            waiting = self.follow(found, c, text[at + 1 : at + 2])
        return () in waiting

    def follow(self, found: list[int], before: str, after: str) -> list[_Row]:
        """The states from these on that wait for a character or for the end."""
        seen: set[int] = set()
        waiting: list[_Row] = []
        while found:
            at = found.pop()
            state = self.states[at]
            if at in seen:
                continue
            seen.add(at)
            if len(state) < 3:
                waiting.append(state)
            elif state[0] < 0:
                found += state[1:]
            elif _holds(state[0], before, after):
                found.append(state[1])
        return waiting


def _holds(kind: int, before: str, after: str) -> bool:
    """Whether an assertion holds between two characters, which are empty at the ends."""
    words = [c.isascii() and (c.isalnum() or c == "_") for c in (before, after)]
    return (
        not before,
        not after,
        before in ("", "\n"),
        after in ("", "\n"),
        before in ("", "\n") or (before == "\r" and after != "\n"),
        after in ("", "\r") or (after == "\n" and before != "\r"),
        words[0] != words[1],
        words[0] == words[1],
        words[1] and not words[0],
        words[0] and not words[1],
        not words[0],
        not words[1],
    )[kind]


class _Fault:
    """Why an operation of a rule has no result. It takes the place of the result."""

    def __init__(self, text: str) -> None:
        self.text = text


_DIVISION_BY_ZERO = _Fault("division by zero")
_INDEX_OUTSIDE = _Fault("there is no element at this index")
_NO_ENTRY = _Fault("there is no entry with this key")
_NOT_FINITE = _Fault("the result is too large for a float64")
_NOT_EXACT = _Fault("the integer has no exact float64 value")
_NOTHING_SET = _Fault("an optional field has no value")
_IS_NULL = _Fault("a nullable field is null")
_OTHER_CASE = _Fault("the value of a union is of another case")
_INDEX_NOT_SET = _Fault("a field in the index has no value")
_NO_VALUE = (_NOTHING_SET, _IS_NULL, _OTHER_CASE)


def _member_of(value: _Any, position: int) -> _Any:
    """The member of a struct, or the value of a union if it is of this case."""
    if isinstance(value, _Case):
        return value[1] if value[0] == position else _OTHER_CASE
    value = value[position]
    return _NOTHING_SET if value is ABSENT else _IS_NULL if value is None else value


def _number(
    operate: _abc.Callable[[_Any, _Any], _Any],
) -> _abc.Callable[[_Any, _Any], _Any]:
    """An operation on two integers or two floats."""

    def operation(left: _Any, right: _Any) -> _Any:
        result = operate(left, right)
        if isinstance(result, float):
            # Adding 0 makes 0 of -0.
            return result + 0.0 if _math.isfinite(result) else _NOT_FINITE
        return result

    return operation


def _quotient(left: _Any, right: _Any) -> _Any:
    """The quotient, of integers without its fraction."""
    if right == 0:
        return _DIVISION_BY_ZERO
    if isinstance(left, float):
        return left / right
    whole = abs(left) // abs(right)
    return whole if (left < 0) == (right < 0) else -whole


def _remainder(left: _Any, right: _Any) -> _Any:
    whole = _quotient(left, right)
    return whole if isinstance(whole, _Fault) else left - right * whole


def _entry(pairs: _Any, key: _Any) -> _Any:
    keys, values = pairs
    at = _bisect.bisect_left(keys, key)
    return values[at] if at < len(keys) and keys[at] == key else _NO_ENTRY


# The operations of rules on one value and on two, by their numbers.
_UNARY: dict[int, _abc.Callable[[_Any], _Any]] = {
    11: _operator.not_,
    12: lambda value: 0.0 - value if isinstance(value, float) else -value,
    32: lambda value: len(value[0] if isinstance(value, _Pairs) else value),
    33: lambda value: len(value.encode()),
    34: lambda value: float(value) if int(float(value)) == value else _NOT_EXACT,
}
_BINARY: dict[int, _abc.Callable[[_Any, _Any], _Any]] = {
    15: lambda value, values: value in values,
    **dict(enumerate([_operator.eq, _operator.ne, _operator.lt, _operator.le], 16)),
    **{20: _operator.gt, 21: _operator.ge, 22: _number(_operator.add)},
    **{23: _number(_operator.sub), 24: _number(_operator.mul), 25: _number(_quotient)},
    26: _remainder,
    28: lambda values, n: values[n] if 0 <= n < len(values) else _INDEX_OUTSIDE,
    29: _entry,
    30: lambda key, pairs: _entry(pairs, key) is not _NO_ENTRY,
    **{35: str.startswith, 36: str.endswith, 37: _operator.contains},
}


class _Loop:
    """An open loop, at its first element."""

    def __init__(self, elements: _Any, body: int, is_all: bool) -> None:
        self.elements, self.body, self.is_all = iter(elements), body, is_all
        self.element = next(self.elements)
        self.fault: _Fault | None = None


class _Rules:
    """The rules of a declaration, with the constants of their codes.

    A rule is its text, its name, the steps to its places, whether these are secret,
    whether its faults are, its code, and its message. A step is the position and text of
    a member, `None` for elements, or the position of the enum of keys, -1 for strings.
    """

    def __init__(
        self, integers: _Row, floats: _Row, strings: _Row, enums: _Row, *rules: _Row
    ) -> None:
        # By the operations that push them.
        self.constants = {2: integers, 3: floats, 4: strings, 5: integers}
        self.texts: list[dict[int, str]] = [dict(variants) for variants in enums]
        self.numbers = [{text: n for n, text in one.items()} for one in self.texts]
        self.rules = rules

    def check(self, fields: _Row) -> None:
        """Raises `BrokenRule` for the first rule that is broken, at its first place."""
        for text, name, steps, hides_place, hides_fault, code, message in self.rules:
            for path, place in self.places(steps or (), fields, "", hides_place):
                verdict = self.evaluate(code, fields, place)
                if verdict is True:
                    continue
                why = f"this rule is broken: `{_printable(text)}`"
                if isinstance(verdict, _Fault):
                    why = f"this rule cannot be evaluated: `{_printable(text)}`"
                    why += "" if hides_fault else f": {verdict.text}"
                elif message is not None:
                    why = "".join([self.said(part, fields, place) for part in message])
                raise BrokenRule(text, why, None if steps is None else path, name)

    def places(
        self, steps: _Row, value: _Any, path: str, is_secret: bool
    ) -> _abc.Iterator[tuple[str, _Any]]:
        """The places at the end of these steps, with their paths."""
        if not steps:
            yield path, value
            return
        step, rest = steps[0], steps[1:]
        if step is None:
            for n, element in enumerate(value):
                index = "[]" if is_secret else f"[{n}]"
                yield from self.places(rest, element, path + index, is_secret)
        elif isinstance(step, int):
            for key in value[0]:
                shown = "[]" if is_secret else _key_step(key)
                yield path + shown, key if step < 0 else self.numbers[step][key]
        else:
            value = _member_of(value, step[0])
            if not isinstance(value, _Fault):
                yield from self.places(rest, value, path + step[1], is_secret)

    def said(self, part: _Any, fields: _Row, place: _Any) -> str:
        """A part of a message: a text, or how a value is shown and its code."""
        if isinstance(part, str):
            return part
        shown: str | int = part[0]
        value = self.evaluate(part[1], fields, place)
        if isinstance(value, _Fault):
            return "<not known>"
        if isinstance(shown, int):
            text = self.texts[shown][value]
        elif isinstance(value, float):
            text = _shortest(value, 32 if shown == "float32" else 64)
        else:
            text = value if isinstance(value, str) else str(value).lower()
        return _printable(text[:64] + ("…" if len(text) > 64 else ""))

    def evaluate(self, code: tuple[int, ...], fields: _Row, place: _Any) -> _Any:
        """The result of a code, or its fault."""
        stack: list[_Any] = []
        loops: list[_Loop] = []
        at = 0
        while at < len(code):
            operation, at = code[at], at + 1
            # The next word is an operand of many operations, and changes nothing in others.
            operand = code[at] if at < len(code) else 0
            if operation in (2, 3, 4, 5, 6, 8, 9, 10, 29, 30):
                at += 1
            if operation in self.constants:
                stack.append(self.constants[operation][operand])
            elif operation in _BINARY:
                right, left = stack.pop(), stack.pop()
                if operation in (28, 29) and right in _NO_VALUE:
                    right = _INDEX_NOT_SET
                if operation in (29, 30) and operand > 0:
                    # The names of variants are the keys.
                    texts: dict[_Any, _Any] = self.texts[operand - 1]
                    right = texts.get(right, right) if operation == 29 else right
                    left = texts.get(left, left) if operation == 30 else left
                fault = _first_fault(left, right)
                stack.append(fault or _BINARY[operation](left, right))
            elif operation in _UNARY:
                value = stack.pop()
                stack.append(_first_fault(value) or _UNARY[operation](value))
            elif operation < 2:
                stack.append(operation == 1)
            elif operation == 6:
                stack.append(_member_of(fields, operand))
            elif operation == 7:
                stack.append(place)
            elif operation == 8:
                stack.append(loops[operand].element)
            elif operation == 9:
                value = stack.pop()
                stack.append(_first_fault(value) or _member_of(value, operand))
            elif operation == 10:
                start = len(stack) - operand
                stack[start:] = [_first_fault(*stack[start:]) or tuple(stack[start:])]
            elif operation in (13, 14):
                right, left = stack.pop(), stack.pop()
                decides = operation == 14
                is_decided = left is decides or right is decides
                fault = _first_fault(left, right)
                stack.append(decides if is_decided else fault or not decides)
            elif operation == 27:
                no, yes, condition = stack.pop(), stack.pop(), stack.pop()
                stack.append(_first_fault(condition) or (yes if condition else no))
            elif operation == 31:
                value = stack.pop()
                is_set = value not in _NO_VALUE
                stack.append(is_set and _first_fault(value) or is_set)
            elif operation == 40:
                result, loop = stack.pop(), loops[-1]
                loop.fault = loop.fault or _first_fault(result)
                if result is not (not loop.is_all):
                    loop.element = next(loop.elements, ABSENT)
                    if loop.element is not ABSENT:
                        at = loop.body
                        continue
                    result = loop.fault or loop.is_all
                loops.pop()
                stack.append(result)
            else:
                # A loop, over all or some of the elements of a list or the keys of a map.
                values: _Any = stack.pop()
                if isinstance(values, _Pairs):
                    numbers = self.numbers[code[at + 1] - 1] if code[at + 1] else {}
                    values = [numbers.get(key, key) for key in values[0]]
                if isinstance(values, _Fault) or not values:
                    stack.append(_first_fault(values) or operation == 38)
                    at = operand
                else:
                    at += 2
                    loops.append(_Loop(values, at, operation == 38))
        return stack.pop()


def _first_fault(*values: _Any) -> _Fault | None:
    for value in values:
        if isinstance(value, _Fault):
            return value
    return None


def _key_step(key: str) -> str:
    """The step of a path to the entry with this key."""
    if _KEY.fullmatch(key):
        return f".{key}"
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '["' + "".join([escapes.get(c) or _escaped(c) for c in key]) + '"]'


def _escaped(c: str) -> str:
    """A character of a literal; unsafe ones as in JSON."""
    units = c.encode("utf-16-be").hex() if _UNSAFE.match(c) else ""
    parts = [f"\\u{units[n : n + 4]}" for n in range(0, len(units), 4)]
    return "".join(parts) or c


def _read_embedded_schema(
    data: bytes, at: int, end: int
) -> tuple[dict[str, str], list[str]]:
    """The embedded schema: types by key, and the texts of the rules."""
    fields: dict[str, str] = {}
    rules: list[str] = []
    while at < end and data[at] == 0x0A:
        at, stop = _sized(data, at + 1, end)
        start, after = _sized(data, at + 1, stop)
        key = _text(data, start, after)
        start, last = _sized(data, after + 1, stop)
        text = _text(data, start, last)
        if (
            (data[at], data[after]) != (0x0A, 0x12)
            or not _KEY.fullmatch(key)
            or not text
        ):
            raise DecodeError(at, "expected a key and a type")
        if data[last:stop] not in (b"", b"\x18\x01") or key <= max(fields, default=""):
            raise DecodeError(
                at, "expected keys in ascending order, and no false flags"
            )
        fields[key], at = text, stop
    while at < end and data[at] == 0x12:
        start, at = _sized(data, at + 1, end)
        rules.append(_text(data, start, at))
    if at != end or not fields or any(map(str.__ge__, ["", *rules], rules)):
        raise DecodeError(at, "expected fields, then rules in ascending order")
    return fields, rules


def _differences(
    declared: dict[str, str],
    declared_rules: list[str],
    embedded: dict[str, str],
    embedded_rules: list[str],
) -> tuple[str, ...]:
    """The differences between this interface and the interface of a file."""
    said: list[str] = []
    for key in sorted({*declared, *embedded}):
        expected, found = declared.get(key), embedded.get(key)
        if expected == found:
            continue
        if expected is None or found is None:
            kind = _quoted(expected or found or "")
            known = f"field `{key}` ({kind}) is not in the values"
            other = f"the values have `{key}` ({kind}), which is not declared"
            said.append(known if found is None else other)
        else:
            same = 0
            while expected[same : same + 1] == found[same : same + 1]:
                same += 1
            known = _quoted(expected, max(0, same - 20) if len(expected) > 120 else 0)
            other = _quoted(found, max(0, same - 20) if len(found) > 120 else 0)
            known = f"field `{key}` is declared as {known}"
            said.append(f"{known}, but is {other} in the values")
    for rule in sorted({*declared_rules} - {*embedded_rules}):
        said.append(f"the values were compiled without the rule {_quoted(rule)}")
    for rule in sorted({*embedded_rules} - {*declared_rules}):
        known = f"the values were compiled with the rule {_quoted(rule)}"
        said.append(f"{known}, which is not declared")
    if len(said) > 10:
        said[10:] = [f"and {len(said) - 10} more differ"]
    return tuple(said)


def _written(key: int, data: bytes) -> bytes:
    """A field of protobuf, with its length."""
    size, written = len(data), bytearray([key])
    while size > 0x7F:
        written.append(size & 0x7F | 0x80)
        size >>= 7
    return bytes([*written, size]) + data


def _members(types: list[_Type], rows: _abc.Iterable[_Row]) -> list[_Any]:
    positions: list[int] = [row[0] for row in rows]
    return [_Member(types[at], *row[1:]) for at, row in zip(positions, rows)]


class ConfcTable:
    """What a client knows of its declaration. It is made ready when it is first used."""

    def __init__(
        self,
        interface: int,
        checksum: str,
        types: tuple[_Row, ...],
        patterns: tuple[_Row, ...],
        fields: tuple[_Row, ...],
        rules: _Row,
    ) -> None:
        if interface != RUNTIME_1:
            raise ImportError("the client needs another runtime")
        self.checksum = checksum
        self.rows = types, patterns, fields, rules

    @_functools.cached_property
    def types(self) -> list[_Type]:
        patterns = [_Pattern(*row) for row in self.rows[1]]
        types: list[_Type] = []
        for kind, *row in self.rows[0]:
            made = _TYPES[kind]
            if made is _String:
                row[2:] = [patterns[at] for at in row[2:]]
            elif made is _Struct:
                row = _members(types, row)
            elif made is _Union:
                row = [row[0], *_members(types, row[1:])]
            elif made is _List:
                row[3] = types[row[3]]
            elif made is _Map:
                row[2:] = [types[row[2]], types[row[3]]]
            types.append(made(kind, *row))
        return types

    @_functools.cached_property
    def fields(self) -> tuple[_Member, ...]:
        return tuple(_members(self.types, self.rows[2]))

    @_functools.cached_property
    def rules(self) -> _Rules:
        return _Rules(*self.rows[3])

    @_functools.cached_property
    def tails(self) -> tuple[bytes, bytes]:
        """The bytes after the values, without and with an embedded schema."""
        schema = b""
        for field in self.fields:
            texts = _written(0x0A, field.key.encode()) + _written(
                0x12, field.text.encode()
            )
            schema += _written(
                0x0A, texts + (b"\x18\x01" if field.holds_secret else b"")
            )
        for text, *_ in self.rules.rules:
            schema += _written(0x12, text.encode())
        tail = _written(0x12, _written(0x0A, bytes.fromhex(self.checksum[7:])))
        return tail, tail + _written(0x7A, schema)

    def load(self, data: bytes) -> list[_Any]:
        """The generic values of a file, checked but for the rules."""
        if len(data) > 64 << 20:
            raise DecodeError(0, f"expected at most 64 MiB, found {len(data)} bytes")
        end = len(data) - 35
        if end < 0 or not data.startswith(b"\xa2\x06\x20", end):
            raise DecodeError(
                len(data), "no SHA-256 at the end: the file may be cut off"
            )
        if _hashlib.sha256(memoryview(data)[:end]).digest() != data[-32:]:
            raise DecodeError(end, "the bytes are damaged: their SHA-256 differs")
        try:
            values, at = self.values(data, end)
            if data[at:end] in self.tails:
                return values
        except (LoadError, _struct.error, IndexError):
            # The code below reports the first error in the order of the checks.
            pass
        self.check_form(data, end)
        return self.values(data, end)[0]

    def values(self, data: bytes, end: int) -> tuple[list[_Any], int]:
        """One value for each field, and the position after them."""
        values: list[_Any] = []
        at = 0
        for field in self.fields:
            start, stop = _sized(data, at + 1, end)
            if data[at] != 0x0A or data[start] != 0x0A:
                raise DecodeError(at, "expected a value")
            values.append(field.read(data, _whole(data, start + 1, stop), stop))
            at = stop
        return values, at

    def check_form(self, data: bytes, end: int) -> None:
        """Checks everything but whether the values fit their types."""
        form = _Form(1)

        def check(data: bytes, at: int, end: int) -> None:
            start = _whole(data, at + 1, end)
            if data[at] != 0x0A:
                raise DecodeError(at, "expected a value")
            form.read(data, start, end)

        try:
            found, at = _each(data, 0, end, check)
        except (ConstraintViolation, _struct.error):
            raise DecodeError(0, "a value is not in canonical form") from None
        start, stop = _sized(data, at + 1, end)
        checksum, embedded = data[start + 2 : stop], None
        if (
            data[at] != 0x12
            or len(checksum) != 32
            or data[start : start + 2] != b"\x0a\x20"
        ):
            raise DecodeError(at, "expected a checksum of 32 bytes")
        if stop < end:
            start = _whole(data, stop + 1, end)
            if data[stop] != 0x7A:
                raise DecodeError(stop, _MISPLACED)
            embedded = _read_embedded_schema(data, start, end)
        if (text := f"sha256:{checksum.hex()}") != self.checksum:
            fields = {field.key: field.text for field in self.fields}
            rules = [text for text, *_ in self.rules.rules]
            differing = _differences(fields, rules, *embedded) if embedded else None
            raise ChecksumMismatch(self.checksum, text, differing)
        if len(found) != len(self.fields):
            raise CountMismatch(len(self.fields), len(found))

    def bind(self, owner: _Any, *row: _Any, **options: _Any) -> None:
        """Connects a class with its type: see `_Bound`."""
        owner._bound = _Bound(self, owner, *row, **options)

    def bind_union(
        self, owner: _Any, kind: int, *cases: _Row, secret: bool = False
    ) -> None:
        """Connects the classes of the cases of a union, each with the part of its value."""
        owner._cases = tuple([case for case, _ in cases])
        for at, (case, part) in enumerate(cases):
            case._bound = _Bound(self, case, kind, {0: part}, secret=secret, case=at)


_TYPES: dict[int, _Any] = {
    **{1: _Bool, **dict.fromkeys(range(2, 10), _Integer), 10: _String, 11: _Float},
    **{12: _Float, 13: _Variants, 14: _Struct, 15: _Json, 16: _List, 17: _Map},
    **{18: _Union, 19: _List},
}


class _Bound:
    """A class of a client, with the positions of its type and the parts of its members.

    Inside a secret, nothing is shown, and no member is wrapped again.
    """

    def __init__(
        self,
        table: ConfcTable,
        owner: _Any,
        kind: int | None = None,
        parts: _abc.Mapping[int, _Any] = _EMPTY,
        secret: bool = False,
        case: int = 0,
        deprecated: _abc.Mapping[str, str] = _EMPTY,
    ) -> None:
        self.table, self.owner, self.kind, self.parts = table, owner, kind, parts
        self.is_secret, self.case, self.deprecated = secret, case, deprecated

    @_functools.cached_property
    def names(self) -> tuple[str, ...]:
        return tuple([field.name for field in _dataclasses.fields(self.owner)])

    @_functools.cached_property
    def members(self) -> tuple[_Member, ...]:
        fields = self.table.fields
        if self.kind is None:
            is_open = issubclass(self.owner, ConfcOverrides)
            return tuple([field for field in fields if field.is_open or not is_open])
        kind = self.table.types[self.kind]
        if isinstance(kind, _Union):
            return (_Member(kind.cases[self.case].type, "value"),)
        return _typing.cast(_Struct, kind).members

    @_functools.cached_property
    def wrapped(self) -> list[bool]:
        return [one.is_sensitive and not self.is_secret for one in self.members]

    @_functools.cached_property
    def changed(self) -> list[int]:
        """The members whose typed values may differ from the generic ones."""
        members = enumerate(zip(self.members, self.wrapped))
        return [
            at
            for at, (one, is_wrapped) in members
            if is_wrapped or one.is_optional or not one.type.is_plain
        ]

    def take(self, at: int, value: object) -> _Any:
        """The generic value of an attribute, checked."""
        member = self.members[at]
        if member.is_optional and value is (ABSENT if member.takes_null else None):
            return ABSENT
        try:
            if self.wrapped[at]:
                value = _instance(value, Secret).reveal()
            if value is None and member.is_nullable:
                return None
            return member.type.take(value, self.parts.get(at))
        except ConstraintViolation as misfit:
            raise _within(member.key, misfit)

    def give(self, at: int, value: _Any) -> _Any:
        """The value of an attribute."""
        if value is ABSENT:
            return ABSENT if self.members[at].takes_null else None
        if value is not None:
            value = self.members[at].type.give(value, self.parts.get(at))
        return Secret(value) if self.wrapped[at] else value

    def fill(self, owner: object, values: _abc.Iterable[_Any]) -> None:
        """Sets all attributes to these generic values."""
        typed = list(values)
        for at in self.changed:
            typed[at] = self.give(at, typed[at])
        for name, value in zip(self.names, typed):
            _set_attribute(owner, name, value)

    def make(self, values: _abc.Iterable[_Any]) -> _Any:
        """An instance with these generic values, which are checked already."""
        made = object.__new__(self.owner)
        self.fill(made, values)
        return made


_S = _typing.TypeVar("_S", bound="ConfcStruct")
_C = _typing.TypeVar("_C", bound="ConfcConfig")


class ConfcStruct:
    """A class with checked values. Two are equal if their generic values are."""

    __slots__ = ()
    _bound: _typing.ClassVar[_Bound]

    def __post_init__(self) -> None:
        self._bound.fill(self, self._generic())

    def _generic(self) -> _Row:
        """The generic values, checked."""
        take, names = self._bound.take, self._bound.names
        return tuple([take(at, getattr(self, name)) for at, name in enumerate(names)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._generic() == other._generic()

    def __hash__(self) -> int:
        return hash(self._generic())

    def __repr__(self) -> str:
        name = type(self).__qualname__
        if self._bound.is_secret:
            return f"{name.partition('.')[0]}(<set>)"
        members = [f"{name}={getattr(self, name)!r}" for name in self._bound.names]
        return f"{name}({', '.join(members)})"

    @classmethod
    def _made(cls: type[_S], given: _abc.Mapping[str, object]) -> _S:
        """An instance with these values; `...` stands for the default."""
        values = {**given}
        for at, name in enumerate(cls._bound.names):
            if values[name] is ...:
                values[name] = cls._bound.give(at, cls._bound.members[at].unset())
        return cls(**values)


class ConfcCase(ConfcStruct):
    """A case of a union: a class with the attribute `value`, and the name of the case."""

    __slots__ = ()
    CASE: _typing.ClassVar[str]


class ConfcVariant(_enum.Enum):
    """A variant of an enum. Its value is its number."""

    @property
    def text(self) -> str:
        """The name of the variant in layers."""
        bound: _Bound = _typing.cast(_Any, type(self))._bound
        kind = bound.table.types[bound.kind or 0]
        return _typing.cast(_Variants, kind).texts[_typing.cast(int, self.value)]


class ConfcOverrides(ConfcStruct):
    """Values of the component's parent; `...` leaves a field as it is."""

    __slots__ = ()

    def __post_init__(self) -> None:
        bound = self._bound
        try:
            values = self._generic()
        except ConstraintViolation as misfit:
            raise OverrideError(misfit.path, misfit.why) from None
        for at, (name, value) in enumerate(zip(bound.names, values)):
            if value is not ...:
                _set_attribute(self, name, bound.give(at, value))
                if name in bound.deprecated:
                    said = f"`{bound.members[at].key}` is deprecated"
                    said += f": {bound.deprecated[name]}"
                    _warnings.warn(said, DeprecationWarning, stacklevel=3)

    def _generic(self) -> _Row:
        given = [getattr(self, name) for name in self._bound.names]
        take = self._bound.take
        return tuple(
            [... if one is ... else take(at, one) for at, one in enumerate(given)]
        )


class ConfcConfig(ConfcStruct):
    """A configuration, complete and checked."""

    __slots__ = ()

    def __post_init__(self) -> None:
        values = self._generic()
        self._bound.fill(self, values)
        self._bound.table.rules.check(values)

    @classmethod
    def load(cls: type[_C], data: bytes) -> _C:
        """Reads and verifies a value file.

        Raises `DecodeError`, `ChecksumMismatch`, `CountMismatch`, `ConstraintViolation`
        or `BrokenRule`: whichever of these checks fails first.
        """
        return cls._load(data, None)

    @classmethod
    def _load(cls: type[_C], data: bytes, overrides: ConfcStruct | None) -> _C:
        """As `load`, with the values of overrides that are not `...`."""
        table = cls._bound.table
        values = table.load(data)
        if overrides is not None:
            positions = [at for at, field in enumerate(table.fields) if field.is_open]
            for at, value in zip(positions, overrides._generic()):
                values[at] = values[at] if value is ... else value
        table.rules.check(tuple(values))
        return _typing.cast(_C, cls._bound.make(values))

    def changed(self: _C, other: _C) -> tuple[str, ...]:
        """The keys of the fields whose values differ."""
        pairs = zip(self._bound.members, self._generic(), other._generic())
        return tuple([member.key for member, one, two in pairs if one != two])

    def to_dict(self, *, secrets: bool = False) -> dict[str, _Any]:
        """Plain data with the names of layers, as `confc export` writes it.

        An absent value is left out, or `None` if leaving it out would mean a default.
        Without secrets, all of a list, map or union with a secret is left out.
        """
        return _plain(self._bound.members, self._generic(), secrets)

    def to_json(self, *, secrets: bool = False) -> str:
        """The text of `to_dict` in JSON."""
        import json

        return json.dumps(self.to_dict(secrets=secrets))
