# Unions. The value of a union is an instance of the class of its case.


class _Case:
    """A case of a union: a class with the attribute `value`."""

    __slots__ = ()

    CASE: _ClassVar[str]


_C = _TypeVar("_C", bound=_Case)


def _check_union(union: _Reader, level: int) -> None:
    """Checks the value of a union, which has the number of a case and its value."""
    if not union.has(1, _VARINT) or union.varint() == 0:
        raise union.refused("expected the number of a case")
    if not union.has(2, _SIZED):
        raise union.refused("expected the value of a case, found none")
    _check_form(union.sized(), level)
    union.finish()


def _read_case(union: _Reader, cases: int) -> "tuple[int, _Values]":
    """The number of a case, from 1, and its value."""
    union.tag()
    number = union.varint()
    if number > cases:
        raise Misfit("", f"expected the number of a case, found {number}")
    return number, _Values(union, False)
