@_dataclass(frozen=True, slots=True)
class Absent:
    """No value, in a field where `None` is the JSON value `null`."""


_Absent = Absent
