"""The checksums of interfaces, computed from the texts of types and the documented preimage alone.

Reads lines of JSON, `{"fields": [[key, type text], …], "rules": [text, …]}`, and prints the checksum of each.
"""

import hashlib
import json
import struct
import sys

TAGS = (
    "bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 string vector float32 float64 enum struct array map json union"
).split()
SIZES = {"max_size": 1, "min_size": 2, "max_count": 3, "min_count": 4, "count": 5}
KINDS = {"bool": 1, "number": 2, "string": 4, "array": 8, "object": 16, "null": 32}
FIRST = {"string": "max_size", "json": "max_size", "vector": "max_count", "map": "max_count", "array": "count"}


def u32(number):
    return struct.pack("<I", number)


def name(text):
    data = text.encode()
    return bytes([len(data)]) + data


class Parser:
    """Reads one type text."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def peek(self, char):
        return self.text.startswith(char, self.at)

    def eat(self, char):
        found = self.peek(char)
        self.at += len(char) if found else 0
        return found

    def expect(self, char):
        assert self.eat(char), (char, self.text, self.at)

    def word(self):
        if self.peek('"'):
            value, end = json.JSONDecoder().raw_decode(self.text, self.at)
            self.at = end
            return value
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in '<>{}:=,"?':
            self.at += 1
        return self.text[start : self.at]

    def list(self, item):
        self.expect("<")
        if self.eat(">"):
            return []
        items = [item()]
        while self.eat(","):
            items.append(item())
        self.expect(">")
        return items

    def pair(self, between, second):
        key = self.word()
        self.expect(between)
        return key, second()

    def field(self):
        kind, constraints, parts = self.type()
        if self.eat("?"):
            constraints[11] = b""
        return kind, constraints, parts

    def type(self):
        kind, constraints, parts = self.word(), {}, []
        if kind == "enum":
            parts = self.list(lambda: self.pair("=", self.word))
        elif kind == "struct":
            parts = self.list(lambda: self.pair(":", self.field))
        elif kind == "union":
            parts = self.list(lambda: self.pair("=", self.type))
        elif self.peek("<"):
            parts = self.list(self.type)
        if kind in FIRST:
            self.expect(":")
            constraints[SIZES[FIRST[kind]]] = u32(int(self.word()))
        if self.eat("{"):
            while True:
                constraint = self.word()
                value = self.word() if self.eat("=") else ""
                self.constraint(constraints, kind, constraint, value)
                if not self.eat(","):
                    break
            self.expect("}")
        return kind, constraints, parts

    @staticmethod
    def constraint(constraints, kind, constraint, value):
        if constraint in SIZES:
            constraints[SIZES[constraint]] = u32(int(value))
        elif constraint in ("min", "max"):
            is_float = kind.startswith("float")
            data = struct.pack("<d", float32(value) if kind == "float32" else float(value)) if is_float else b""
            constraints[6 if constraint == "min" else 7] = data or int(value).to_bytes(16, "little", signed=True)
        elif constraint == "pattern":
            constraints[8] = value.encode()
        elif constraint == "unique":
            constraints[9] = b""
        elif constraint == "unit":
            constraints[10] = value.encode()
        elif constraint == "kinds":
            constraints[12] = bytes([sum(KINDS[one] for one in value.split("|"))])
        elif constraint == "nullable":
            constraints[13] = b""
        elif constraint == "tag":
            constraints[15] = value.encode()
        else:
            raise AssertionError(constraint)


def float32(text):
    return struct.unpack("<f", struct.pack("<f", float(text)))[0]


def first(ty):
    """The type in version 1, or None if that does not have it."""
    kind, constraints, parts = ty
    tag = bytes([TAGS.index(kind)])
    if kind == "bool" or "int" in kind:
        return tag if not constraints else None
    if kind == "string" and list(constraints) == [1]:
        return constraints[1] + tag
    if kind == "vector" and list(constraints) == [3] and parts[0][0] != "vector":
        inner = first(parts[0])
        return inner and constraints[3] + inner + tag
    return None


def second(ty):
    kind, constraints, parts = ty
    out = bytes([TAGS.index(kind), len(constraints)])
    for number, payload in sorted(constraints.items()):
        out += bytes([number]) + u32(len(payload)) + payload
    if kind in ("enum", "struct", "union"):
        out += u32(len(parts))
        for key, part in parts:
            out += name(key) + (struct.pack("<q", int(part)) if kind == "enum" else second(part))
    else:
        out += b"".join(second(part) for part in parts)
    return out


for line in sys.stdin:
    interface = json.loads(line)
    fields = [(key, Parser(text).field()) for key, text in interface["fields"]]
    old = [first(ty) for _, ty in fields]
    if all(old) and not interface["rules"]:
        preimage = b"".join(key.encode() + ty for (key, _), ty in zip(fields, old))
    else:
        preimage = b"\x02confc" + u32(len(fields))
        preimage += b"".join(name(key) + second(ty) for key, ty in fields) + u32(len(interface["rules"]))
        preimage += b"".join(u32(len(rule.encode())) + rule.encode() for rule in interface["rules"])
    print(hashlib.sha256(preimage).hexdigest())
