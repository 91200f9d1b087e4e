class BrokenRule(LoadError):
    """The values break a rule of the interface. No sensitive value is in the text.

    `rule` is the rule's text, `name` its name, `place` where it is broken, such as
    `ports[1]`, for a rule that holds for many places.
    """

    def __init__(
        self, rule: str, why: str, place: str | None, name: str | None
    ) -> None:
        super().__init__(rule, why, place, name)
        self.rule = rule
        self.why = why
        self.place = place
        self.name = name

    def __str__(self) -> str:
        place = "" if self.place is None else f" (at `{self.place}`)"
        name = "" if self.name is None else f" [{self.name}]"
        return f"{self.why}{place}{name}"


class _Fault(Exception):
    """Why a part of a rule has no value."""


class _NoValue(_Fault):
    """A field or member is absent or null."""  #-union
    """A field or member is absent or null, or a union is of another case."""  #+union


class _Rule:
    """The operations of rules. A fault counts only if the result depends on it."""

    @staticmethod
    def check(
        rule: str,
        holds: Callable[[], bool],
        message: Callable[[], str] | None = None,
        place: str | None = None,
        name: str | None = None,
        secret: bool = False,
    ) -> None:
        """Raises `BrokenRule` unless the rule holds."""
        why = f"this rule is broken: `{rule}`"
        try:
            if holds():
                return
            if message is not None:
                why = message()
        except _Fault as fault:
            why = f"this rule cannot be evaluated: `{rule}`"
            why += "" if secret else f": {fault}"
        # Raised outside `except`: the fault may show a sensitive value.
        raise BrokenRule(rule, why, place, name)

    @staticmethod
    def message(*parts: str | Callable[[], str]) -> str:
        """A message with values in it, each of which may be missing."""
        said: list[str] = []
        for part in parts:
            try:
                said.append(part if isinstance(part, str) else part())
            except _Fault:
                said.append("<not known>")
        return "".join(said)

    @staticmethod
    def every(values: Iterable[_T], holds: Callable[[_T], bool]) -> bool:
        """False if it does not hold for one, else the first fault."""
        fault: _Fault | None = None
        for value in values:
            try:
                if not holds(value):
                    return False
            except _Fault as caught:
                fault = fault or caught
        if fault is not None:
            raise fault
        return True

    @staticmethod
    def some(values: Iterable[_T], holds: Callable[[_T], bool]) -> bool:
        """True if it holds for one, else the first fault."""
        return not _Rule.every(values, lambda value: not holds(value))

    @staticmethod
    def all_of(*sides: Callable[[], bool]) -> bool:
        return _Rule.every(sides, lambda side: side())

    @staticmethod
    def any_of(*sides: Callable[[], bool]) -> bool:
        return _Rule.some(sides, lambda side: side())

    @staticmethod
    def choose(condition: bool, yes: Callable[[], _T], no: Callable[[], _T]) -> _T:
        return yes() if condition else no()

    @staticmethod
    def present(value: _T | None) -> _T:
        """The value of an optional field or member; a fault if it has none."""
        if value is None:
            raise _NoValue("an optional field has no value")
        return value

    @staticmethod
    def not_null(value: _T | None) -> _T:
        """The value of a nullable field or member; a fault if it is null."""
        if value is None:
            raise _NoValue("a nullable field is null")
        return value

    @staticmethod  #+absent
    def stated(value: "_T | Absent") -> _T:  #+absent
        """As `present`, where `None` is null."""  #+absent
        if isinstance(value, Absent):  #+absent
            raise _NoValue("an optional field has no value")  #+absent
        return value  #+absent
  #+absent
    @staticmethod  #+union
    def case(value: _Case, kind: type[_C]) -> _C:  #+union
        """The value of a union, if it is of the case of this class; else a fault."""  #+union
        if value.CASE != kind.CASE:  #+union
            raise _NoValue("the value of a union is of another case")  #+union
        # It is of another class if its union only equals that of this class.  #+union
        return _cast("_C", value)  #+union
  #+union
    @staticmethod
    def has(read: Callable[[], object]) -> bool:
        try:
            read()
        except _NoValue:
            return False
        return True

    @staticmethod
    def as_index(read: Callable[[], _T]) -> _T:
        """An index. If it has no value, that is a fault and not an absent element."""
        try:
            return read()
        except _NoValue:
            raise _Fault("a field in the index has no value") from None

    @staticmethod
    def at(values: tuple[_T, ...], index: int) -> _T:
        if not 0 <= index < len(values):
            raise _Fault("there is no element at this index")
        return values[index]

    @staticmethod
    def entry(values: Mapping[_K, _T], key: _K) -> _T:
        if key not in values:
            raise _Fault("there is no entry with this key")
        return values[key]

    @staticmethod
    def entry_alike(values: Mapping[_K, _T], key: _Enum) -> _T:
        """As `entry`, with a key of another class that has the same variants."""
        for one in values:
            return _Rule.entry(values, _Rule.like(one, key))
        raise _Fault("there is no entry with this key")

    @staticmethod
    def has_alike(key: _Enum, values: Mapping[_K, object]) -> bool:
        """Whether there is an entry with a key that `entry_alike` would find."""
        for one in values:
            return _Rule.like(one, key) in values
        return False

    @staticmethod
    def like(one: _K, key: _Enum) -> _K:
        """The variant of the class of `one` that equals this key."""
        return _cast("Callable[[object], _K]", type(one))(key.value)

    @staticmethod
    def keys(values: Mapping[_K, object]) -> list[_K]:
        """The keys of a map, in the order of a value file."""
        return sorted(values, key=_Rule.text)

    @staticmethod
    def text(key: object) -> str:
        return _name(key) if isinstance(key, _Enum) else str(key)

    @staticmethod
    def step(key: object) -> str:
        """The step of a path to the entry with this key."""
        text = _Rule.text(key)
        if _re.fullmatch("[a-z]([a-z0-9_]{0,62}[a-z0-9])?", text):
            return f".{text}"
        escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
        return '["' + "".join(escapes.get(c) or _escaped(c) for c in text) + '"]'

    @staticmethod
    def same(one: object, other: object) -> bool:
        """Whether two values are equal. Classes with the same members count as one."""
        if isinstance(one, _Enum) and isinstance(other, _Enum):
            return bool(one.value == other.value)
        if isinstance(one, _Case) and isinstance(other, _Case):  #+union
            if one.CASE != other.CASE:  #+union
                return False  #+union
        if isinstance(one, _WithJson) and isinstance(other, _WithJson):  #+json
            return _Rule.same(one._compared(), other._compared())  #+json
        if isinstance(one, tuple) and isinstance(other, tuple):
            return len(one) == len(other) and all(map(_Rule.same, one, other))
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            ones, others = _Rule.keys(one), _Rule.keys(other)
            return _Rule.same(tuple(ones), tuple(others)) and all(
                _Rule.same(one[a], other[b]) for a, b in zip(ones, others)
            )
        if isinstance(one, (bool, int, float, str)) or one is None:  #-absent
        if isinstance(one, (bool, int, float, str, Absent)) or one is None:  #+absent
            return one == other
        names = getattr(one, "__slots__", ())
        return other is not None and all(
            _Rule.same(getattr(one, name), getattr(other, name)) for name in names
        )

    @staticmethod
    def among(one: object, values: Iterable[object]) -> bool:
        """As `in`, comparing with `same`."""
        return any([_Rule.same(one, value) for value in values])

    @staticmethod  #+json
    def texts(values: Iterable[object], levels: int) -> list[object]:  #+json
        """Elements as `==` compares them: with texts for JSON, this far inside."""  #+json
        return [_each_json(_json_text, value, levels) for value in values]  #+json
  #+json
    @staticmethod
    def contains(text: str, part: str) -> bool:
        return part in text

    @staticmethod
    def quotient(left: int, right: int) -> int:
        """The exact quotient without its fraction."""
        if right == 0:
            raise _Fault("division by zero")
        whole = abs(left) // abs(right)
        return whole if (left < 0) == (right < 0) else -whole

    @staticmethod
    def remainder(left: int, right: int) -> int:
        """The remainder of the division, with the sign of the dividend."""
        return left - right * _Rule.quotient(left, right)

    @staticmethod
    def double(value: int) -> float:
        if int(float(value)) != value:
            raise _Fault("the integer has no exact float64 value")
        return float(value)


class _Real:
    """Arithmetic of float64. A field may also hold an `int`."""

    @staticmethod
    def finite(value: float) -> float:
        if not _isfinite(value):
            raise _Fault("the result is too large for a float64")
        # Adding 0 makes 0 of -0.
        return value + 0.0

    @staticmethod
    def plus(left: float, right: float) -> float:
        return _Real.finite(float(left) + float(right))

    @staticmethod
    def minus(left: float, right: float) -> float:
        return _Real.finite(float(left) - float(right))

    @staticmethod
    def times(left: float, right: float) -> float:
        return _Real.finite(float(left) * float(right))

    @staticmethod
    def by(left: float, right: float) -> float:
        if right == 0:
            raise _Fault("division by zero")
        return _Real.finite(float(left) / float(right))


def _escaped(c: str) -> str:
    """A character of a literal; unsafe ones as in JSON."""
    if not _UNSAFE.match(c):
        return c
    units = c.encode("utf-16-be").hex()
    return "".join(f"\\u{units[n : n + 4]}" for n in range(0, len(units), 4))


# Enough digits for every float64, and for what lies halfway between two.
_EXACT = _decimal.Context(prec=1200)


class _Shown:
    """Values as messages show them."""

    @staticmethod
    def boolean(value: bool) -> str:
        return "true" if value else "false"

    @staticmethod
    def integer(value: int) -> str:
        return str(int(value))

    @staticmethod
    def string(value: str) -> str:
        cut = value[:64] + ("…" if len(value) > 64 else "")
        return _printable(cut)

    @staticmethod
    def variant(value: _Enum) -> str:
        return _Shown.string(_name(value))

    @staticmethod
    def float32(value: float) -> str:
        return _Shown.shortest(value, "<f", "<I")

    @staticmethod
    def float64(value: float) -> str:
        return _Shown.shortest(value, "<d", "<Q")

    @staticmethod
    def shortest(value: float, layout: str, bits: str) -> str:
        """The shortest text that is nearer to it than to any other float.

        That is `repr` of a float64, but halves are rounded up.
        """
        (number,) = _struct.unpack(bits, _struct.pack(layout, abs(value)))
        if number == 0:
            return "0"
        below, exact, above = (
            _EXACT.create_decimal_from_float(*_struct.unpack(layout, packed))
            for packed in (_struct.pack(bits, number + n) for n in (-1, 0, 1))
        )
        if not above.is_finite():
            above = _EXACT.subtract(_EXACT.add(exact, exact), below)
        least = _EXACT.divide(_EXACT.add(below, exact), 2)
        most = _EXACT.divide(_EXACT.add(exact, above), 2)
        ends = (least, most) if number % 2 == 0 else ()
        near = [exact]
        for digits in range(1, 18):
            unit = _decimal.Decimal((0, (1,), exact.adjusted() - digits + 1))
            rounded = (
                exact.quantize(unit, _decimal.ROUND_CEILING, _EXACT),
                exact.quantize(unit, _decimal.ROUND_FLOOR, _EXACT),
            )
            near = [one for one in rounded if least < one < most or one in ends]
            if near:
                break
        shown = min(near, key=lambda one: _EXACT.abs(_EXACT.subtract(one, exact)))
        return ("-" if value < 0 else "") + _Shown.decimal(shown)

    @staticmethod
    def decimal(value: _decimal.Decimal) -> str:
        """In digits, or with an exponent if it is very large or small."""
        text = "".join(map(str, value.as_tuple().digits)).rstrip("0")
        power = value.adjusted()
        if -7 <= power < 21:
            plain = format(value, "f")
            return plain.rstrip("0").rstrip(".") if "." in plain else plain
        fraction = f".{text[1:]}" if len(text) > 1 else ""
        return f"{text[0]}{fraction}e{power}"
