@_dataclass(frozen=True, slots=True)
class Absent:
    """No value, in a field where `None` is null."""


_Absent = Absent
