# JSON values. An attribute holds the parsed value; the canonical text of a value decides
# what is valid and what is equal: `1`, `1.0` and `True` are three values.

_JsonArray = list[_Any]
_JsonObject = dict[str, _Any]
_Json = _JsonObject | _JsonArray | str | int | float | bool
_Compared = tuple[object, ...]

_MAX_JSON_LEVELS = 64
_JSON_STARTS = {
    "{": "object",
    "[": "array",
    '"': "string",
    "t": "bool",
    "f": "bool",
    "n": "null",
}
_JSON_ESCAPES = {n: f"\\u{n:04x}" for n in range(32)}
_JSON_ESCAPES |= {9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 92: "\\\\"}
# Brackets, and strings, which may contain some. A string without an end matches too.
_JSON_BRACKETS = _re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{}]', _re.DOTALL)


def _check_json(reader: _Reader) -> None:
    """Checks that the bytes are the canonical text of a JSON value."""
    text = reader.text()
    level = 0
    for found in _JSON_BRACKETS.finditer(text):
        level += (found[0] in "[{") - (found[0] in "]}")
        if level > _MAX_JSON_LEVELS:
            raise reader.refused(
                f"arrays and objects nest deeper than {_MAX_JSON_LEVELS} levels"
            )
    try:
        # Digits beyond 64 bits need not be read: the number is refused anyway.
        value = _json.loads(text, parse_int=lambda digits: int(digits[:21]))
        is_canonical = _json_text(value) == text
    except ValueError:
        is_canonical = False
    if not is_canonical:
        raise reader.refused("a text is not canonical JSON")


def _json_text(value: object, level: int = 0) -> str:
    """The canonical text of a JSON value. Raises `Misfit` if it has none."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 64:
            raise Misfit("", "expected integers from -2^63 to 2^64-1 in JSON")
        return str(int(value))
    if isinstance(value, float):
        if not _isfinite(value):
            raise Misfit("", "expected finite numbers in JSON")
        return _json_real(float(value))
    if isinstance(value, str):
        return f'"{value.translate(_JSON_ESCAPES)}"'
    if not isinstance(value, (list, dict)):
        raise Misfit("", f"expected a JSON value, found {type(value).__name__}")
    if level == _MAX_JSON_LEVELS:
        raise Misfit("", f"expected at most {_MAX_JSON_LEVELS} levels in JSON")
    if isinstance(value, list):
        return "[" + ",".join([_json_text(one, level + 1) for one in value]) + "]"
    for key in value:
        if not isinstance(key, str):
            found = type(key).__name__
            raise Misfit("", f"expected strings as keys in JSON, found {found}")
    # Python compares strings by code points, which is the order of their bytes.
    members = [
        f"{_json_text(key)}:{_json_text(value[key], level + 1)}"
        for key in sorted(value)
    ]
    return "{" + ",".join(members) + "}"


def _json_real(value: float) -> str:
    """The shortest text of a finite number, with a point: the digits of `repr`."""
    # Adding 0 makes 0 of -0.
    text = repr(value + 0.0)
    mantissa, _, power = text.partition("e")
    if not power:
        return text
    if -7 <= int(power) < 21:
        plain = format(_decimal.Decimal(text), "f")
        return plain if "." in plain else f"{plain}.0"
    return f"{mantissa}{'' if '.' in mantissa else '.0'}e{int(power)}"


def _json_copy(value: object) -> _Any:
    """A checked JSON value, as it is read from a value file."""
    return _json.loads(_json_text(value))


def _each_json(
    change: Callable[[object], object], value: object, levels: int
) -> object:
    """A value whose JSON values, this many tuples and mappings inside, are changed."""
    if levels == 0:
        return value if isinstance(value, (_Absent, _EllipsisType)) else change(value)  #+absent
        return value if isinstance(value, _EllipsisType) else change(value)  #-absent
    if isinstance(value, tuple):
        return tuple(_each_json(change, one, levels - 1) for one in value)
    if isinstance(value, Mapping):
        entries = value.items()
        return _Entries(
            {key: _each_json(change, one, levels - 1) for key, one in entries}
        )
    return value


class _WithJson:
    """A class with JSON values. Two of it are equal if the texts of these are."""

    __slots__ = ()

    def _compared(self) -> _Compared:
        """The values, with texts for JSON."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())
