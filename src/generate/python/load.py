
@staticmethod
def load(data: bytes) -> "ROOT":
    """Reads and verifies a value file.

    Raises the first thing that is wrong: `DecodeError`, `ChecksumMismatch`,
    `CountMismatch` or `Misfit`.
    """
    return _read_config(_open(data, CHECKSUM, _TYPES))
