"""Answers requests for the clients beside it, one per line: see `conformance/README.md`."""

import importlib
import struct
import sys
import types
import typing
import warnings

# Tests may override deprecated fields.
warnings.simplefilter("ignore", DeprecationWarning)


def string(text: str) -> str:
    return "s" + text.encode().hex()


def single(kind: typing.Any, value: typing.Any) -> str:
    """A generic value of a type of the table."""
    name = type(kind).__name__
    if value is None:
        return "null"
    if not isinstance(value, (bool, int, float, str, tuple)):
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if name == "_Variants":
        return f"v{value}"
    if name == "_Json":
        return "j" + value.encode().hex()
    if isinstance(value, str):
        return string(value)
    if isinstance(value, float):
        return "f" + struct.pack(">d", value).hex()
    if name == "_Struct":
        return members(kind.members, value)
    if name == "_List":
        return "[" + ",".join([single(kind.item, one) for one in value]) + "]"
    if name == "_Map":
        entries = [f"{string(key)}:{single(kind.item, one)}" for key, one in zip(*value)]
        return "<" + ",".join(entries) + ">"
    if name == "_Union":
        return f"u{value[0] + 1}({single(kind.cases[value[0]].type, value[1])})"
    return str(value)


def members(fields: typing.Any, values: typing.Any) -> str:
    parts = [single(field.type, value) for field, value in zip(fields, values)]
    return "{" + ",".join(parts) + "}"


def data(argument: str) -> bytes:
    """The bytes of an argument: hexadecimal digits after `=`."""
    return bytes.fromhex(argument.removeprefix("="))


def accepted(config: typing.Any, files: typing.Iterable[bytes]) -> str:
    count = 0
    for file in files:
        try:
            config.load(file)
            count += 1
        except ValueError:
            pass
    return f"accepted {count}"


def flipped(file: bytes) -> typing.Iterator[bytes]:
    for bit in range(8 * len(file)):
        changed = bytearray(file)
        changed[bit // 8] ^= 1 << bit % 8
        yield bytes(changed)


def overrides(client: types.ModuleType, given: typing.Any, keys: list[str]) -> typing.Any:
    """Overrides with values of another configuration; `None` if that is impossible."""
    names = dict(zip([one.key for one in client._TABLE.fields], given._bound.names))
    values = {}
    for key in keys:
        name = names.get(key.removeprefix("-"))
        open_names = getattr(client, "Overrides", client.Config)._bound.names
        if name not in open_names or not hasattr(client, "Overrides"):
            return None
        field = client._TABLE.fields[list(names.values()).index(name)]
        cleared = client.ABSENT if field.takes_null else None
        values[name] = cleared if key.startswith("-") else getattr(given, name)
    return client.Overrides(**values)


def answer(client: types.ModuleType, operation: str, arguments: list[str]) -> str:
    config = client.Config
    try:
        if operation == "checksum":
            return "ok " + string(client.CHECKSUM)
        file = data(arguments[0])
        if operation == "flips":
            return accepted(config, flipped(file))
        if operation == "cuts":
            return accepted(config, (file[:end] for end in range(len(file))))
        if operation == "json":
            return "ok " + string(config.load(file).to_json())
        if operation == "load":
            loaded = config.load(file)
        else:
            given = overrides(client, config.load(data(arguments[1])), arguments[2:])
            if given is None:
                return "skip the type has no such override"
            loaded = config.load_with(file, given)
        # Converted to attributes and back.
        return "ok " + members(client._TABLE.fields, loaded._generic())
    except client.DecodeError:
        return "decode"
    except client.ChecksumMismatch as error:
        return "checksum " + string(str(error))
    except client.CountMismatch as error:
        return f"count {error.expected} {error.found}"
    except client.ConstraintViolation as error:
        return "constraint " + error.path.partition(".")[0].partition("[")[0]
    except client.OverrideError as error:
        return "override " + error.path.partition(".")[0].partition("[")[0]
    except client.BrokenRule as error:
        return "rule " + string(str(error))


for line in sys.stdin:
    name, operation, *arguments = line.split()
    print(answer(importlib.import_module(name), operation, arguments))
