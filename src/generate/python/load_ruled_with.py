
@staticmethod
def load_with(data: bytes, overrides: "Overrides") -> "ROOT":
    """As `load`, then replaces what the component's parent overrides.

    Rules are asked once, of what comes out: overrides may mend what a file breaks.
    """
    read = _open(data, CHECKSUM, _TYPES, _RULES)
    config = read.all(lambda values: _read_config(values, _AsRead))
