
@staticmethod
def load(data: bytes) -> "ROOT":
    """Reads and verifies a value file.

    Raises `DecodeError`, `ChecksumMismatch`, `CountMismatch` or `Misfit`: whichever
    of these checks fails first.
    """
    return _open(data, CHECKSUM, _TYPES, _RULES).all(_read_config)
