class LoadError(ValueError):
    """Why values are refused. Each check has a subclass."""


class DecodeError(LoadError):
    """The bytes are damaged, incomplete, or not what confc writes."""

    def __init__(self, offset: int, why: str) -> None:
        super().__init__(offset, why)
        self.offset = offset
        self.why = why

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
        self.expected = expected
        self.found = found
        self.differing = differing

    def __str__(self) -> str:
        said = f"expected {self.expected}, found {self.found}"
        parts = (f"the values were compiled for another interface: {said}",)
        return "; ".join(parts + (self.differing or ()))


class CountMismatch(LoadError):
    """The number of values differs from the number of fields."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(expected, found)
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return (
            f"expected one value for each field ({self.expected}), found {self.found}"
        )


class Misfit(LoadError):
    """A value does not fit its field. The text never shows a sensitive value."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(field, why)
        self.field = field
        self.why = why

    def __str__(self) -> str:
        return f"field `{self.field}`: {self.why}"

    def within(self, path: str) -> "Misfit":
        """The same, inside this field or element."""
        dot = "." if self.field and not self.field.startswith("[") else ""
        return Misfit(f"{path}{dot}{self.field}", self.why)


# The reader of value files. The bytes may come from anywhere: each byte is checked, and
# so is each length before it is used.

_MAX_SIZE = 64 << 20
_MAX_LEVELS = 32
_INTEGRITY = b"\xa2\x06\x20"

# The wire types of protobuf that occur, and how the values of each case are written:
# bool, uint8 to uint64, int8 to int64, string, float32, float64, enum, struct; nothing;  #-json
# bool, uint8 to uint64, int8 to int64, string, float32, float64, enum, struct, JSON;  #+json
# lists and maps, which are only in lists.  #-union
# lists, maps and unions, which are only in lists.  #+union
_VARINT, _FIXED64, _SIZED, _FIXED32 = 0, 1, 2, 5
_WIRES: tuple[int, ...]  #+union
_WIRES = (-1,) + 9 * (0,) + (_SIZED, _FIXED32, _FIXED64, 0, _SIZED, -1, _SIZED, _SIZED)  #-json
_SINGLE_CASES, _LIST_CASES, _LISTS, _MAPS = 14, 17, 16, 17  #-json
_WIRES = (-1,) + 9 * (0,) + (_SIZED, _FIXED32, _FIXED64, 0) + 4 * (_SIZED,)  #+json
_SINGLE_CASES, _LIST_CASES, _JSON_CASE, _LISTS, _MAPS = 15, 17, 15, 16, 17  #+json
_WIRES += (_SIZED,)  #+union
_UNIONS = _LIST_CASES = 18  #+union

# The shapes of values, from 1: single, vector, array, map, absent, null.  #-union
_SHAPES, _MAP, _ABSENT, _NULL = 6, 4, 5, 6  #-union
# The shapes of values, from 1: single, vector, array, map, absent, null, union.  #+union
_SHAPES, _MAP, _ABSENT, _NULL, _UNION = 7, 4, 5, 6, 7  #+union


class _Reader:
    """The bytes of a message that are left to read."""

    __slots__ = ("data", "at", "end")

    def __init__(self, data: bytes, at: int, end: int) -> None:
        self.data = data
        self.at = at
        self.end = end

    def refused(self, why: str) -> DecodeError:
        return DecodeError(self.at, why)

    def varint(self) -> int:
        """A number of at most 64 bits, in its shortest form."""
        if self.at < self.end and self.data[self.at] < 0x80:
            self.at += 1
            return self.data[self.at - 1]
        value = 0
        for n, byte in enumerate(self.data[self.at : min(self.at + 10, self.end)]):
            value |= (byte & 0x7F) << (7 * n)
            if byte < 0x80:
                if byte == 0 and n > 0:
                    raise self.refused("a number is not written in its shortest form")
                if value >> 64:
                    break
                self.at += n + 1
                return value
        raise self.refused("the bytes end inside of a number, or it is too large")

    def sized(self) -> "_Reader":
        """The bytes after their length."""
        start = self.at
        size = self.varint()
        if size > self.end - self.at:
            raise DecodeError(start, "the bytes end inside a value")
        content = _Reader(self.data, self.at, self.at + size)
        self.at = content.end
        return content

    def real(self, layout: str, size: int) -> float:
        if size > self.end - self.at:
            raise self.refused("the bytes end inside a value")
        (value,) = _struct.unpack_from(layout, self.data, self.at)
        self.at += size
        return float(value)

    def text(self) -> str:
        try:
            return self.data[self.at : self.end].decode()
        except UnicodeDecodeError:
            raise self.refused("a text is not UTF-8") from None

    def tag(self) -> tuple[int, int]:
        """The number of the next field, and how it is written."""
        key = self.varint()
        return key >> 3, key & 7

    def has(self, number: int, wire: int) -> bool:
        """Skips the key of the next field if it is this one; whether it was."""
        start = self.at
        if start < self.end and self.tag() == (number, wire):
            return True
        self.at = start
        return False

    def case(self, cases: int) -> tuple[int, "_Reader"]:
        """The only field of this message, a message: its number and its content."""
        start = self.at
        number, wire = self.tag()
        if not 1 <= number <= cases or wire != _SIZED:
            raise DecodeError(start, "expected one case of a oneof")
        content = self.sized()
        self.finish()
        return number, content

    def finish(self) -> None:
        """Refuses further bytes."""
        if self.at < self.end:
            raise self.refused("a field is unknown, repeated or misplaced")


def _check_form(value: _Reader, level: int) -> None:
    """Checks that a value is in canonical form, whatever its type."""
    _check_level(value, level)
    shape, content = value.case(_SHAPES)
    if shape in (_ABSENT, _NULL):
        content.finish()
        return
    if shape == 1:
        case, wire = content.tag()
        if not 1 <= case <= _SINGLE_CASES or wire != _WIRES[case]:
            raise content.refused("expected one case of a oneof")
        _check_single(content, case, level)
        content.finish()
    elif shape == _MAP:
        _check_entries(content, level + 1)
    elif shape == _UNION:  #+union
        _check_union(content, level + 1)  #+union
    else:
        _check_elements(content, level + 1)


def _check_level(value: _Reader, level: int) -> None:
    if level > _MAX_LEVELS:
        raise value.refused(f"values nest deeper than {_MAX_LEVELS} levels")


def _check_entries(entries: _Reader, level: int) -> None:
    """Checks the entries of a map, whose keys are in the order of their bytes."""
    start = entries.at
    keys: list[str] = []
    while entries.has(1, _SIZED):
        keys.append(entries.sized().text())
    if not entries.has(2, _SIZED):
        raise entries.refused("expected the values of a map, found none")
    count = _check_elements(entries.sized(), level)
    entries.finish()
    if count != len(keys):
        raise DecodeError(
            start, f"expected values of {len(keys)} entries, found {count}"
        )
    if any(key <= behind for behind, key in zip(keys, keys[1:])):
        raise DecodeError(
            start, "the keys of a map are not in ascending byte order, each once"
        )


def _check_elements(elements: _Reader, level: int) -> int:
    """Checks the elements of a list or values of a map; returns their number."""
    start = elements.at
    case, elements = elements.case(_LIST_CASES)
    if _WIRES[case] < 0 and elements.at < elements.end:
        raise DecodeError(start, "expected one case of a oneof")
    count = 0
    if _WIRES[case] == _SIZED:
        while elements.has(1, _SIZED):
            _check_single(elements, case, level)
            count += 1
    elif elements.has(1, _SIZED):
        packed = elements.sized()
        if packed.at == packed.end:
            raise packed.refused("an empty list must be left out")
        while packed.at < packed.end:
            _check_single(packed, case, level)
            count += 1
    elements.finish()
    return count


def _check_single(reader: _Reader, case: int, level: int) -> None:
    """Checks one value of a case, and skips it."""
    wire = _WIRES[case]
    if wire == _VARINT:
        start = reader.at
        number = reader.varint()
        if case == 1 and number > 1:
            raise DecodeError(start, "expected 0 or 1, found another number")
        if case in (2, 3, 4, 6, 7, 8) and number >> 32:
            raise DecodeError(start, "a number does not fit into 32 bits")
    elif wire == _FIXED32:
        reader.real("<f", 4)
    elif wire == _FIXED64:
        reader.real("<d", 8)
    elif case == 10:
        reader.sized().text()
    elif case == _JSON_CASE:  #+json
        _check_json(reader.sized())  #+json
    elif case == _LISTS:
        elements = reader.sized()
        _check_level(elements, level)
        _check_elements(elements, level + 1)
    elif case == _MAPS:
        entries = reader.sized()
        _check_level(entries, level)
        _check_entries(entries, level + 1)
    elif case == _UNIONS:  #+union
        union = reader.sized()  #+union
        _check_level(union, level)  #+union
        _check_union(union, level + 1)  #+union
    else:
        members = reader.sized()
        while members.has(1, _SIZED):
            _check_form(members.sized(), level + 1)
        members.finish()


def _read_embedded_schema(embedded: _Reader) -> tuple[dict[str, str], list[str]]:
    """The embedded schema: types by key, and the texts of the rules."""
    start = embedded.at
    fields: dict[str, str] = {}
    behind = ""
    while embedded.has(1, _SIZED):
        field = embedded.sized()
        key = field.sized().text() if field.has(1, _SIZED) else ""
        if not _re.fullmatch("[a-z]([a-z0-9_]{0,62}[a-z0-9])?", key) or key <= behind:
            raise field.refused("expected keys in ascending order")
        kind = field.sized().text() if field.has(2, _SIZED) else ""
        if not kind:
            raise field.refused("expected a type, found none")
        if field.has(3, _VARINT) and field.varint() != 1:
            raise field.refused("a false flag must be left out")
        field.finish()
        fields[key] = kind
        behind = key
    if not fields:
        raise DecodeError(start, "expected at least one field, found none")
    rules: list[str] = []
    while embedded.has(2, _SIZED):
        rule = embedded.sized().text()
        if rule <= (rules[-1] if rules else ""):
            raise embedded.refused("expected rules in ascending order")
        rules.append(rule)
    embedded.finish()
    return fields, rules


# Characters that steer a terminal, or cannot be seen in it.
_UNSAFE = _re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)


def _printable(text: str) -> str:
    """A text that is safe to print."""
    return _UNSAFE.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text)


def _quoted(text: str, start: int = 0) -> str:
    """A part of a text that a file claims, safe to print."""
    part = ("…" if start > 0 else "") + (text or '""')[start : start + 121]
    return "`" + _printable(part[:120]) + ("…" if len(part) > 120 else "") + "`"


def _differences(
    declared: Mapping[str, str],
    declared_rules: tuple[str, ...],
    embedded_types: Mapping[str, str],
    embedded_rules: list[str],
) -> tuple[str, ...]:
    """The differences between this interface and the interface of the file."""
    said: list[str] = []
    for key in sorted({*declared, *embedded_types}):
        expected, found = declared.get(key), embedded_types.get(key)
        if expected == found:
            continue
        if found is None:
            kind = _quoted(expected or "")
            said.append(f"field `{key}` ({kind}) is not in the values")
        elif expected is None:
            kind = _quoted(found)
            said.append(f"the values have `{key}` ({kind}), which is not declared")
        else:
            same = len(_commonprefix((expected, found)))
            known = _quoted(expected, max(0, same - 20) if len(expected) > 120 else 0)
            other = _quoted(found, max(0, same - 20) if len(found) > 120 else 0)
            said.append(
                f"field `{key}` is declared as {known}, but is {other} in the values"
            )
    declared_once, embedded_once = {*declared_rules}, {*embedded_rules}
    for rule in declared_rules:
        if rule not in embedded_once:
            said.append(f"the values were compiled without the rule {_quoted(rule)}")
    for rule in embedded_rules:
        if rule not in declared_once:
            known = f"the values were compiled with the rule {_quoted(rule)}"
            said.append(f"{known}, which is not declared")
    if len(said) > 10:
        said[10:] = [f"and {len(said) - 10} more differ"]
    return tuple(said)


def _open(
    data: bytes, checksum: str, fields: Mapping[str, str], rules: tuple[str, ...]
) -> "_Values":
    """Checks a value file except for its values, and returns these."""
    if len(data) > _MAX_SIZE:
        raise DecodeError(0, f"expected at most {_MAX_SIZE} bytes, found {len(data)}")
    end = len(data) - 32 - len(_INTEGRITY)
    if end < 0 or data[end : len(data) - 32] != _INTEGRITY:
        raise DecodeError(len(data), "no SHA-256 at the end: the file may be cut off")
    if _hashlib.sha256(memoryview(data)[:end]).digest() != data[-32:]:
        raise DecodeError(end, "the bytes are damaged: their SHA-256 differs")

    reader = _Reader(data, 0, end)
    count = 0
    while reader.has(1, _SIZED):
        _, value = reader.sized().case(1)
        _check_form(value, 1)
        count += 1
    if not reader.has(2, _SIZED):
        raise reader.refused("expected a checksum, found none")
    _, digest = reader.sized().case(1)
    if digest.end - digest.at != 32:
        raise digest.refused("expected a checksum of 32 bytes")
    embedded = _read_embedded_schema(reader.sized()) if reader.has(15, _SIZED) else None
    reader.finish()

    found = "sha256:" + data[digest.at : digest.end].hex()
    if found != checksum:
        differing = None if embedded is None else _differences(fields, rules, *embedded)
        raise ChecksumMismatch(checksum, found, differing)
    if count != len(fields):
        raise CountMismatch(len(fields), count)
    return _Values(_Reader(data, 0, end), True)


class _Values:
    """The values of fields or members, one after the other, in canonical form."""

    __slots__ = ("reader", "is_file", "is_checked")

    def __init__(self, reader: _Reader, is_file: bool) -> None:
        self.reader = reader
        self.is_file = is_file
        self.is_checked = False

    def all(self, read: Callable[["_Values"], _T]) -> _T:
        """The result of this function, which reads all values.

        A constructor checks them once all are read. If one is refused, they are read
        again, each checked before the next is read: of several, the first is named.
        """
        start = self.reader.at
        try:
            return read(self)
        except Misfit:
            self.reader.at = start
            self.is_checked = True
        return read(self)

    def content(self, shape: int, kind: "_Kind[_T]") -> _Reader:
        """The next value, which must have the case of this type."""
        found, content = self.value()
        start = content.at
        case = 0 if found in (_ABSENT, _NULL) else content.tag()[0]
        if (found, case) != (shape, kind.case):
            form = ("", "", "a vector of ", "an array of ")[shape]
            raise Misfit("", f"expected {form}{kind.name}")
        content.at = start
        return content

    def value(self) -> tuple[int, _Reader]:
        """The next value, and its shape."""
        self.reader.tag()
        value = self.reader.sized()
        if self.is_file:
            _, value = value.case(1)
        return value.case(_SHAPES)

    def checked(self, check: Callable[[object], None], value: _T) -> _T:
        """Returns a value that was just read; checks it first on the second pass."""
        if self.is_checked:
            check(value)
        return value

    def skip(self, shape: int) -> bool:
        """Skips the next value if it has this shape, and returns whether it had."""
        start = self.reader.at
        found, _ = self.value()
        if found != shape:
            self.reader.at = start
        return found == shape

    def optional(self, read: Callable[[], _T]) -> _T | None:
        return None if self.skip(_ABSENT) else read()

    def nullable(self, read: Callable[[], _T]) -> _T | None:
        return None if self.skip(_NULL) else read()

    def stated(self, read: Callable[[], _T]) -> "_T | Absent":  #+absent
        """As `optional`, where `None` is null."""  #+absent
        return Absent() if self.skip(_ABSENT) else read()  #+absent
  #+absent
    def single(self, key: str, kind: "_Kind[_T]") -> _T:
        try:
            content = self.content(1, kind)
            content.tag()
            return kind.next(content)
        except Misfit as misfit:
            raise misfit.within(key) from None

    def json(self, key: str) -> Callable[[], _Any]:  #+json
        """Reads JSON when it is called. Some checkers refuse `Any` from a `lambda`."""  #+json
        return lambda: self.single(key, _Kinds.JSON)  #+json
  #+json
    def union(self, key: str, kind: "_Kind[_T]") -> _T:  #+union
        found, content = self.value()  #+union
        try:  #+union
            if found != _UNION:  #+union
                raise Misfit("", "expected a value of a union")  #+union
            return kind.read(content)  #+union
        except Misfit as misfit:  #+union
            raise misfit.within(key) from None  #+union
  #+union
    def vector(self, key: str, kind: "_Kind[_T]", most: int) -> tuple[_T, ...]:
        return self.elements(key, 2, kind, most)

    def array(self, key: str, kind: "_Kind[_T]", count: int) -> tuple[_T, ...]:
        return self.elements(key, 3, kind, count)

    def elements(
        self, key: str, shape: int, kind: "_Kind[_T]", most: int
    ) -> tuple[_T, ...]:
        """The elements of a list. Reads at most one element too many."""
        try:
            content = self.content(shape, kind)
            return _Kinds.elements(kind, most).read(content)
        except Misfit as misfit:
            raise misfit.within(key) from None

    def map(
        self,
        key: str,
        kind: "_Kind[_T]",
        name: Callable[[str], _K],
        most: int,
        secret: bool = False,
    ) -> Mapping[_K, _T]:
        found, content = self.value()
        try:
            if found != _MAP:
                raise Misfit("", f"expected a map of {kind.name}")
            return _Kinds.entries(kind, name, most, secret).read(content)
        except Misfit as misfit:
            raise misfit.within(key) from None


# The names of variants that are not their attributes in lower case. Filled below the classes.
_NAMES: dict[_Enum, str] = {}


def _name(variant: _Enum) -> str:
    """The name of a variant in layers."""
    return _NAMES.get(variant, variant.name.lower())


def _entry_path(key: str, entry: object, secret: bool) -> str:
    """The path of an entry of a map. The keys of a sensitive map are hidden."""
    if isinstance(entry, _Enum):
        entry = _name(entry)
    return f"{key}[{'…' if secret else _quoted(str(entry))}]"


class _Entries(Mapping[_K, _T]):
    """A read-only mapping, which can be hashed: the value of a map."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[_K, _T]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: _K) -> _T:
        return self._entries[key]

    def __iter__(self) -> Iterator[_K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return repr(self._entries)


def _kept(value: object) -> object:
    """A checked value whose maps cannot be changed, at every depth."""
    if isinstance(value, tuple):
        return tuple(map(_kept, value))
    if isinstance(value, Mapping) and not isinstance(value, _Entries):
        return _Entries({key: _kept(one) for key, one in value.items()})
    return value


class _Vetted(str):
    """A string that is known to match a pattern which Python cannot express."""

    __slots__ = ()


@_dataclass(frozen=True)
class _Kind(_Generic[_T]):
    """How values of a type are read."""

    name: str
    case: int
    read: Callable[[_Reader], _T]

    def next(self, reader: _Reader) -> _T:
        return self.read(reader.sized() if _WIRES[self.case] == _SIZED else reader)

    def all(self, content: _Reader, most: int, path: Callable[[int], str]) -> list[_T]:
        """The elements of a list or values of a map. Reads at most one too many."""
        packed = _WIRES[self.case] != _SIZED
        if packed and content.has(1, _SIZED):
            content = content.sized()
        elements: list[_T] = []
        while content.at < content.end and len(elements) <= most:
            if not packed:
                content.tag()
            try:
                elements.append(self.next(content))
            except Misfit as misfit:
                raise misfit.within(path(len(elements))) from None
        return elements


def _signed(reader: _Reader) -> int:
    number = reader.varint()
    return (number >> 1) ^ -(number & 1)


class _Kinds:
    """The kinds of single values and elements."""

    BOOL = _Kind("bool", 1, lambda reader: reader.varint() == 1)
    UINT8 = _Kind("uint8", 2, _Reader.varint)
    UINT16 = _Kind("uint16", 3, _Reader.varint)
    UINT32 = _Kind("uint32", 4, _Reader.varint)
    UINT64 = _Kind("uint64", 5, _Reader.varint)
    INT8 = _Kind("int8", 6, _signed)
    INT16 = _Kind("int16", 7, _signed)
    INT32 = _Kind("int32", 8, _signed)
    INT64 = _Kind("int64", 9, _signed)
    STRING = _Kind("string", 10, _Reader.text)
    VETTED = _Kind("string", 10, lambda reader: _Vetted(reader.text()))
    FLOAT32 = _Kind("float32", 11, lambda reader: reader.real("<f", 4))
    FLOAT64 = _Kind("float64", 12, lambda reader: reader.real("<d", 8))
    JSON = _Kind[_Any]("json", _JSON_CASE, lambda reader: _json.loads(reader.text()))  #+json

    @staticmethod
    def variant(kind: Callable[[int], _T]) -> _Kind[_T]:
        """A variant of an enum."""

        def read(reader: _Reader) -> _T:
            number = _signed(reader)
            try:
                return kind(number)
            except ValueError:
                raise Misfit("", "expected the number of a variant") from None

        return _Kind("enum", 13, read)

    @staticmethod
    def name(kind: type[_E]) -> Callable[[str], _E]:
        """A key of a map that is the name of a variant."""
        variants = {_name(variant): variant for variant in kind}

        def read(text: str) -> _E:
            if text not in variants:
                raise Misfit("", "expected the name of a variant")
            return variants[text]

        return read

    @staticmethod
    def elements(kind: _Kind[_T], most: int) -> _Kind[tuple[_T, ...]]:
        """A vector or an array in a list or map. Reads at most one element too many."""

        def read(reader: _Reader) -> tuple[_T, ...]:
            case, content = reader.case(_LIST_CASES)
            if case != kind.case:
                raise Misfit("", f"expected a list of {kind.name}")
            return tuple(kind.all(content, most, lambda at: f"[{at}]"))

        return _Kind(f"lists of {kind.name}", _LISTS, read)

    @staticmethod
    def entries(
        kind: _Kind[_T],
        name: Callable[[str], _K],
        most: int,
        secret: bool = False,
    ) -> _Kind[Mapping[_K, _T]]:
        """A map in a list or map. Reads at most one value too many."""

        def read(reader: _Reader) -> Mapping[_K, _T]:
            texts: list[str] = []
            while reader.has(1, _SIZED):
                texts.append(reader.sized().text())
            reader.tag()
            case, content = reader.sized().case(_LIST_CASES)
            if case != kind.case:
                raise Misfit("", f"expected a map of {kind.name}")
            paths = lambda at: _entry_path("", texts[at], secret)
            values = kind.all(content, most, paths)
            entries: dict[_K, _T] = {}
            for text, value in zip(texts, values):
                try:
                    entries[name(text)] = value
                except Misfit as misfit:
                    raise misfit.within(_entry_path("", text, secret)) from None
            return _Entries(entries)

        return _Kind(f"maps of {kind.name}", _MAPS, read)

    @staticmethod  #+union
    def union(read: Callable[[_Reader], _T]) -> _Kind[_T]:  #+union
        """A value of a union."""  #+union
        return _Kind("union", _UNIONS, read)  #+union
  #+union
    @staticmethod
    def members(count: int, make: Callable[[_Values], _T]) -> _Kind[_T]:
        """A struct with this many members."""

        def read(reader: _Reader) -> _T:
            start, found = reader.at, 0
            while reader.has(1, _SIZED):
                reader.sized()
                found += 1
            if found != count:
                raise Misfit("", f"expected {count} members, found {found}")
            return make(_Values(_Reader(reader.data, start, reader.end), False))

        return _Kind("struct", 14, read)


class _Check:
    """The checks of every value, wherever it comes from."""

    @staticmethod
    def instance(key: str, value: object, kind: type[object]) -> None:
        if not isinstance(value, kind):
            expected, found = kind.__qualname__, type(value).__name__
            raise Misfit(key, f"expected a value of type {expected}, found {found}")

    @staticmethod  #+union
    def case(key: str, value: object, *kinds: type[object]) -> None:  #+union
        if not isinstance(value, kinds):  #+union
            expected = " or ".join(kind.__qualname__ for kind in kinds)  #+union
            found = type(value).__name__  #+union
            raise Misfit(key, f"expected a value of type {expected}, found {found}")  #+union
  #+union
    @staticmethod
    def integer(
        key: str, value: object, least: int, most: int, secret: bool = False
    ) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Misfit(key, f"expected an integer, found {type(value).__name__}")
        if not least <= value <= most:
            found = "another" if secret else str(value)
            raise Misfit(
                key, f"expected an integer from {least} to {most}, found {found}"
            )

    @staticmethod
    def real(
        key: str,
        value: object,
        size: int,
        least: float | None = None,
        most: float | None = None,
        secret: bool = False,
    ) -> None:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise Misfit(key, f"expected a number, found {type(value).__name__}")
        layout = "<f" if size == 32 else "<d"
        try:
            (stored,) = _struct.unpack(layout, _struct.pack(layout, value))
        except (OverflowError, _struct.error):
            stored = None
        # A number that is not stored exactly would be another one when it is loaded.
        if stored != value or not _isfinite(value):
            raise Misfit(key, f"expected a finite number of {size} bits")
        if value == 0 and _copysign(1.0, value) < 0:
            raise Misfit(key, "expected 0 without a sign")
        found = "another" if secret else str(value)
        if least is not None and value < least:
            raise Misfit(key, f"expected at least {least}, found {found}")
        if most is not None and value > most:
            raise Misfit(key, f"expected at most {most}, found {found}")

    @staticmethod
    def string(
        key: str, value: object, least: int, most: int, pattern: str | None = None
    ) -> None:
        if not isinstance(value, str):
            raise Misfit(key, f"expected a string, found {type(value).__name__}")
        try:
            size = len(value.encode())
        except UnicodeEncodeError:
            raise Misfit(key, "expected a string without lone surrogates") from None
        if not least <= size <= most:
            raise Misfit(key, f"expected from {least} to {most} bytes, found {size}")
        if pattern is not None and not _re.fullmatch(pattern, value, _re.ASCII):
            raise Misfit(key, f"expected a match for the pattern {_quoted(pattern)}")

    @staticmethod
    def vetted(key: str, value: object, least: int, most: int) -> None:
        """A string whose pattern Python cannot express: only files hold good ones."""
        _Check.string(key, value, least, most)
        if not isinstance(value, _Vetted):
            raise Misfit(
                key, "expected a string from a value file: its pattern is unknown"
            )

    @staticmethod  #+json
    def json(  #+json
        key: str,  #+json
        value: object,  #+json
        most: int,  #+json
        kinds: str = "bool|number|string|array|object",  #+json
    ) -> None:  #+json
        try:  #+json
            text = _json_text(value)  #+json
            size = len(text.encode())  #+json
        except Misfit as misfit:  #+json
            raise misfit.within(key) from None  #+json
        except UnicodeEncodeError:  #+json
            raise Misfit(key, "expected JSON without lone surrogates") from None  #+json
        kind = _JSON_STARTS.get(text[0], "number")  #+json
        if kind not in kinds.split("|"):  #+json
            raise Misfit(key, f"expected JSON of the kind {kinds}, found {kind}")  #+json
        if size > most:  #+json
            raise Misfit(key, f"expected at most {most} bytes of JSON, found {size}")  #+json
  #+json
    @staticmethod
    def elements(
        key: str,
        value: object,
        least: int,
        most: int,
        check: Callable[[str, object], None],
        unique: bool = False,
        compared: Callable[[object], object] = _kept,  #+json
    ) -> None:
        if not isinstance(value, tuple):
            raise Misfit(key, f"expected a tuple, found {type(value).__name__}")
        if not least <= len(value) <= most:
            found = f"found {len(value)}" if len(value) <= most else "found more"
            raise Misfit(key, f"expected from {least} to {most} elements, {found}")
        for n, element in enumerate(value):
            check(f"{key}[{n}]", element)
        if unique:
            first: dict[object, int] = {}
            # Only kept maps can be looked up.  #-json
            for n, element in enumerate(map(_kept, value)):  #-json
            # Only kept maps and the texts of JSON can be looked up.  #+json
            for n, element in enumerate(map(compared, value)):  #+json
                if first.setdefault(element, n) != n:
                    said = f"element {n} equals element {first[element]}"
                    raise Misfit(key, f"expected all elements to differ, but {said}")

    @staticmethod
    def entries(
        key: str,
        value: object,
        least: int,
        most: int,
        check_key: Callable[[str, object], None],
        check: Callable[[str, object], None],
        secret: bool = False,
    ) -> None:
        if not isinstance(value, Mapping):
            raise Misfit(key, f"expected a mapping, found {type(value).__name__}")
        if not least <= len(value) <= most:
            found = f"found {len(value)}" if len(value) <= most else "found more"
            raise Misfit(key, f"expected from {least} to {most} entries, {found}")
        for one in value:
            path = _entry_path(key, one, secret)
            if isinstance(one, str) and one.startswith("$"):
                raise Misfit(path, "expected a key that does not begin with `$`")
            check_key(path, one)
        for one, part in value.items():
            check(_entry_path(key, one, secret), part)

    @staticmethod
    def given(override: _T | None, value: _T) -> _T:  #-any
    def given(override: _Any, value: _Any) -> _Any:  #+any
        """The override, or else the value."""
        return value if override is None else override

    @staticmethod
    def chosen(override: _T | _EllipsisType, value: _T) -> _T:  #-any
    def chosen(override: _Any, value: _Any) -> _Any:  #+any
        """As `given`, for a field that an override may set to `None`."""
        return value if isinstance(override, _EllipsisType) else override
