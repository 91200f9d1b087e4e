"""Reads YAML with PyYAML and libyaml, each by the rules of YAML 1.1 and by the core schema of 1.2.

Each line of stdin is a text, as a JSON string. Each line of stdout is an object: for each reader the list of the
documents, or what is wrong with the text. A scalar is itself, but a number is `{"#": DIGITS}`: an exact integer
in decimal digits, all others as the nearest float; what JSON does not have is `{"!": TEXT}`. A member's key has
`'` in front of it where it is a text, and is JSON where it is not.
"""

import datetime
import json
import math
import re
import sys

import yaml


class Core:
    """The core schema of YAML 1.2."""

    RULES = [
        ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
        ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
        ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
        (
            "float",
            r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
            list("-+0123456789."),
        ),
    ]

    @classmethod
    def of(cls, loader):
        made = type("Core" + loader.__name__, (loader,), {"yaml_implicit_resolvers": {}})
        for name, rule, first in cls.RULES:
            made.add_implicit_resolver("tag:yaml.org,2002:" + name, re.compile(f"^(?:{rule})$"), first)
        made.add_constructor("tag:yaml.org,2002:int", cls.integer)
        made.add_constructor("tag:yaml.org,2002:float", cls.float)
        return made

    @staticmethod
    def integer(loader, node):
        text = loader.construct_scalar(node)
        return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))

    @staticmethod
    def float(loader, node):
        text = loader.construct_scalar(node).lower()
        return float(text.replace(".inf", "inf").replace(".nan", "nan"))


READERS = {
    "PyYAML": yaml.SafeLoader,
    "PyYAML, 1.2": Core.of(yaml.SafeLoader),
    "libyaml": yaml.CSafeLoader,
    "libyaml, 1.2": Core.of(yaml.CSafeLoader),
}


def plain(value):
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return {"#": str(value)} if abs(value) < 10**25 else {"#": f"{float(value):.17g}"}
    if isinstance(value, float):
        if math.isnan(value):
            return {"!": ".nan"}
        if math.isinf(value):
            return {"!": "+.inf" if value > 0 else "-.inf"}
        return plain(int(value)) if value == int(value) else {"#": f"{value:.17g}"}
    if isinstance(value, list):
        return [plain(element) for element in value]
    if isinstance(value, dict):
        return {name(key): plain(member) for key, member in value.items()}
    if isinstance(value, (datetime.date, datetime.datetime)):
        return {"!": f"timestamp {value.isoformat()}"}
    return {"!": f"{type(value).__name__} {value}"}


def name(key):
    return "'" + key if isinstance(key, str) else json.dumps(plain(key))


def read(text, loader):
    try:
        return [plain(value) for value in yaml.load_all(text, loader)]
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for line in sys.stdin:
    text = json.loads(line)
    print(json.dumps({name: read(text, loader) for name, loader in READERS.items()}))
