"""Says of each field's pattern which texts on stdin it matches."""

import sys

import m

texts = [bytes.fromhex(line[1:]).decode() for line in sys.stdin]


def fits(n, text):
    try:
        m._Check.string("", text, 0, 20, getattr(m.Config, f"K{n}_PATTERN"))
    except m.Misfit:
        return "0"
    return "1"


for n in range(600):
    if hasattr(m.Config, f"K{n}_PATTERN"):
        print("".join(fits(n, text) for text in texts))
    else:
        print("unknown")
