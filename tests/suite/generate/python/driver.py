"""Runs jobs from stdin, one a line, and prints an answer for each."""

import collections.abc
import dataclasses
import enum
import importlib
import struct
import sys
import warnings

# What a test overrides may be deprecated.
warnings.simplefilter("ignore", DeprecationWarning)


def text(value: object) -> str:
    """A value in a form that is exact, the one that the tests have too."""
    if value is None:
        return "none"
    if type(value).__name__ == "Absent":
        return "absent"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return "f" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        return "s" + value.encode().hex()
    if isinstance(value, enum.Enum):
        return f"v{value.value}"
    # Arrays of JSON are lists.
    if isinstance(value, (tuple, list)):
        return "[" + ",".join(map(text, value)) + "]"
    if isinstance(value, collections.abc.Mapping):
        names = {key: key for key in value if isinstance(key, str)}
        names |= {key: variant_name(key) for key in value if isinstance(key, enum.Enum)}
        entries = (f"{text(names[key])}:{text(one)}" for key, one in value.items())
        return "<" + ",".join(entries) + ">"
    if hasattr(value, "CASE"):
        return f"{value.CASE}={text(value.value)}"
    members = (getattr(value, field.name) for field in dataclasses.fields(value))
    return "{" + ",".join(map(text, members)) + "}"


def variant_name(variant: enum.Enum) -> str:
    """The name of a variant in value files."""
    return sys.modules[type(variant).__module__]._name(variant)


def data(argument: str) -> bytes:
    """Bytes in hexadecimal digits, behind a sign, since there may be none."""
    return bytes.fromhex(argument.removeprefix("="))


def answer(module, job, arguments):
    try:
        if job == "load":
            return "ok " + text(module.Config.load(data(arguments[0])))
        if job == "override":
            given = module.Config.load(data(arguments[1]))
            overrides = {name: getattr(given, name) for name in arguments[2:]}
            overrides = module.Overrides(**overrides)
            return "ok " + text(module.Config.load_with(data(arguments[0]), overrides))
        if job == "default":
            return "ok " + text(getattr(module.Config, f"{arguments[0]}_DEFAULT"))
        raise AssertionError(job)
    except module.Misfit as error:
        return f"Misfit {error.field}"
    except module.DecodeError:
        return "DecodeError"
    except module.LoadError as error:
        return f"{type(error).__name__} {error}"


for line in sys.stdin:
    name, job, *arguments = line.split()
    print(
        answer(importlib.import_module(name), job, arguments)
        .encode("unicode_escape")
        .decode()
    )
