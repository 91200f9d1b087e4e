"""Uses a module with JSON values as a program does."""

import copy
import dataclasses
import enum
import json
import pickle

from config import Absent, BrokenRule, Config, Misfit, Overrides

with open("values.cvf", "rb") as file:
    data = file.read()
config = Config.load(data)


def refused(path, why, make):
    try:
        made = make()
    except Misfit as error:
        assert error.field == path and why in error.why, error
    else:
        raise AssertionError(f"{why}: {made}")


# Plain values of Python, exactly those of the file.
assert config.affinity == Config.AFFINITY_DEFAULT
assert json.dumps(config.affinity) == (
    '{"terms": [{"key": "zone", "values": ["a", "b\\"", 18446744073709551615]}, null, '
    'true, -1e+21], "weight": 1.0}'
)
assert config.limit == 2**64 - 1 and type(config.limit) is int
assert config.labels["b"] == {"c": [True]} and config.labels == {"b": {"c": [True]}}
assert [type(row[0]) for row in config.rows] == [int, float, bool]
assert type(Config.AFFINITY_DEFAULT["weight"]) is float

# Null is a value where it is one of the kinds; elsewhere `None` means that there is none.
assert config.extra is None and config.maybe is None and config.rows[1][1] is None
assert [hook.args for hook in config.hooks[2:]] == [None, Absent()]
assert config.hooks[2] != config.hooks[3]
assert Config.LIMIT_DEFAULT is None and not hasattr(Config, "EXTRA_DEFAULT")
assert config.hooks[3] == Config.Hooks(args=Absent(), on=True)


# Equal if the texts are: not `1`, `1.0` and `True`.
def made(**values):
    return Config.for_tests(
        hooks=(), rows=(), spare=Config.Spare(args=None, on=False), **values
    )


one, real, true = made(limit=1), made(limit=1.0), made(labels={"a": 1})
assert one != real and len({one, real, made(limit=1), true}) == 3
assert made(labels={"a": True}) != true and made(labels={"a": 1}) == true
assert made(extra={"a": [1]}) != made(extra={"a": [1.0]})
assert made(extra={"b": 1, "a": 2}) == made(extra={"a": 2, "b": 1})
assert made(extra=None) != made() and made().extra == Absent()
assert made(limit=-0.0) == made(limit=0.0) != made(limit=0)
hooks = tuple(Config.Hooks(args=[n], on=True) for n in (1, 1.0, True))
assert len(set(hooks)) == 3 and dataclasses.replace(config, hooks=hooks).hooks == hooks
assert config != one and config != 1 and not config == None
assert Overrides(limit=1) != Overrides(limit=1.0)
assert Overrides() != Overrides(limit=None)
assert hash(Overrides()) == hash(Overrides(extra=...))

# Copied from what is given, copied and pickled.
given = {"b": [1], "a": {"c": None}}
config_of_given = made(extra=given, labels={"x": given}, tolerations=([given],))
given["b"].append(2)
given["a"].clear()
first = {"a": {"c": None}, "b": [1]}
assert config_of_given.extra == first and list(config_of_given.extra) == ["a", "b"]
assert config_of_given.labels["x"] == first == config_of_given.tolerations[0][0]
assert copy.deepcopy(config) == config and pickle.loads(pickle.dumps(config)) == config
assert pickle.loads(pickle.dumps(made())).extra == Absent()
assert dataclasses.asdict(config)["affinity"] == config.affinity
assert made().affinity is not Config.AFFINITY_DEFAULT
try:
    config.labels["a"] = 1
except TypeError:
    pass
else:
    raise AssertionError("an entry was changed")

# No secret is shown.
assert "hunter2" not in repr(config) and "password=<set>" in repr(config)
assert "password=None" in repr(made())
secret = Overrides(password={"word": "hunter2"})
assert "hunter2" not in repr(secret) and "password=<set>" in repr(secret)
assert "password=Ellipsis" in repr(Overrides())
assert Config.load_with(data, secret) == config

# What a parent may replace.
replaced = Config.load_with(
    data,
    Overrides(
        affinity={"a": [1.0]},
        extra={},
        limit=None,
        labels={"z": "y"},
        maybe=1,
        tolerations=(1,),
    ),
)
assert (replaced.affinity, replaced.extra, replaced.limit) == ({"a": [1.0]}, {}, None)
assert (replaced.labels, replaced.maybe, replaced.tolerations) == ({"z": "y"}, 1, (1,))
assert Config.load_with(data, Overrides()) == config
assert Config.load_with(data, Overrides(extra=Absent())).extra == Absent()
assert Config.load_with(data, Overrides(extra=None)).extra is None
assert Config.load_with(data, Overrides(maybe=None)).maybe is None


class Name(str, enum.Enum):
    LONG = "long"


class Level(enum.IntEnum):
    HIGH = 3


# Subclasses become what a file would hold.
kept = made(extra={Name.LONG: Level.HIGH}).extra
assert kept == {"long": 3}
assert [type(one) for one in (*kept, *kept.values())] == [str, int]

# Nothing is kept that a file could not hold.
deep, deeper, endless, wide = [], [], [], []
for _ in range(63):
    deep, deeper = [deep], [deeper]
deeper = [deeper]
endless.append(endless)
wide += [wide, wide]
nan, big = float("nan"), 2**64
for value, why in [
    (nan, "finite numbers"),
    ([float("inf")], "finite numbers"),
    (big, "from -2^63 to 2^64-1"),
    (-(2**63) - 1, "from -2^63 to 2^64-1"),
    (10**5000, "from -2^63 to 2^64-1"),
    ({1: 2}, "strings as keys in JSON, found int"),
    ({None: 2}, "strings as keys in JSON, found NoneType"),
    ([{"a": {b"a": 1}}], "strings as keys in JSON, found bytes"),
    ((1,), "a JSON value, found tuple"),
    ({1}, "a JSON value, found set"),
    (b"a", "a JSON value, found bytes"),
    (1j, "a JSON value, found complex"),
    (config, "a JSON value, found Config"),
    ([...], "a JSON value, found ellipsis"),
    ("\ud800", "without lone surrogates"),
    ({"\ud800": 1}, "without lone surrogates"),
    (deeper, "at most 64 levels"),
    (endless, "at most 64 levels"),
    (wide, "at most 64 levels"),
]:
    refused("maybe", why, lambda: made(maybe=value))
    refused("maybe", why, lambda: Overrides(maybe=value))
    refused("labels[`a`]", why, lambda: made(labels={"a": value}))
    refused("args", why, lambda: Config.Hooks(args=value, on=True))
for value, size in [(deep, 128), ("x" * 19, 21), ("é" * 10, 22)]:
    found = f"at most 20 bytes of JSON, found {size}"
    refused("maybe", found, lambda: made(maybe=value))
assert made(maybe="x" * 18, tolerations=("x" * 18,)).maybe == 18 * "x"
for path, why, values in [
    ("affinity", "JSON of the kind object, found array", {"affinity": []}),
    ("affinity", "JSON of the kind object, found null", {"affinity": None}),
    ("extra", "JSON of the kind object|null, found bool", {"extra": True}),
    ("limit", "JSON of the kind number|null, found bool", {"limit": True}),
    ("limit", "JSON of the kind number|null, found string", {"limit": "1"}),
    ("maybe", "a JSON value, found Absent", {"maybe": Absent()}),
    (
        "tolerations[0]",
        "bool|number|string|array|object, found null",
        {"tolerations": (None,)},
    ),
    ("tolerations", "expected a tuple, found list", {"tolerations": []}),
    ("tolerations", "element 2 equals element 0", {"tolerations": (0.0, 0, -0.0)}),
    (
        "tolerations",
        "element 1 equals element 0",
        {"tolerations": ({"a": [1]}, {"a": [1]})},
    ),
    ("labels", "expected a mapping, found str", {"labels": "a"}),
]:
    refused(path, why, lambda: made(**values))
    # `None` does not override the value.
    if values != {"affinity": None}:
        refused(path, why, lambda: Overrides(**values))
rows = lambda *rows: dataclasses.replace(config, rows=rows)
refused("rows[1]", "element 1 equals element 0", lambda: rows((1,), (1.5, 1.5)))
refused(
    "rows", "element 2 equals element 1", lambda: rows((1,), (1.0, None), (1.0, None))
)
assert rows((1, 1.0, True), (True, 1.0, 1), (1,)).rows[0] == (1, 1, 1)
refused(
    "hooks",
    "element 1 equals element 0",
    lambda: dataclasses.replace(config, hooks=hooks[:1] * 2),
)
refused("args", "found object", lambda: Config.Hooks(args={}, on=True))

# Rules compare texts too.
assert made(maybe=2, tolerations=(2.0, 2)).maybe == 2
assert made(tolerations=(1.0, True)).tolerations == (1.0, True)
for rule, values in [
    ("!has(maybe) || maybe in tolerations", {"maybe": 2, "tolerations": (2.0, True)}),
    ("!has(extra) || extra != affinity", {"affinity": {}, "extra": {}}),
    ("labels.all(key, !(labels[key] in tolerations))", {"tolerations": (1.0, 1)}),
]:
    try:
        made(**values)
    except BrokenRule as broken:
        assert broken.rule == rule, broken
    else:
        raise AssertionError(rule)
made(affinity={"a": 1}, extra={"a": True})
spare = lambda args: dataclasses.replace(config, spare=Config.Spare(args=args, on=True))
try:
    spare([1])
except BrokenRule as broken:
    assert broken.name == "spare", broken
else:
    raise AssertionError("a spare hook was taken")
assert spare([True]).spare.args == [True]
