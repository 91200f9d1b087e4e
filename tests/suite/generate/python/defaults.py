"""Prints the defaults of the table for the fields on stdin, and compares them with the constants."""

import importlib
import io
import sys

lines = sys.stdin.readlines()
# `testee` answers the lines on stdin when it is imported.
sys.stdin = io.StringIO()
from testee import single

for line in lines:
    name, key, _ = line.split()
    client = importlib.import_module(name)
    fields = client._TABLE.fields
    at = [field.key for field in fields].index(key)
    value = fields[at].unset()
    bound = client.Config._bound
    typed = bound.give(at, value)
    constant = getattr(
        client.Config, f"{bound.names[at].rstrip('_').upper()}_DEFAULT", None
    )
    # JSON is a text in constants.
    is_same = constant is None or constant in (typed, value)
    assert is_same or isinstance(constant, tuple) and constant == value, (
        line,
        constant,
    )
    print(name, key, single(fields[at].type, value))
