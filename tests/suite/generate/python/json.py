"""Uses a module with JSON values as a program does."""

import copy
import dataclasses
import enum
import json
import pickle

from config import (
    ABSENT,
    BrokenRule,
    Config,
    ConstraintViolation,
    Hooks,
    OverrideError,
    Overrides,
    Secret,
    Spare,
)

with open("values.cvf", "rb") as file:
    data = file.read()
config = Config.load(data)


def refused(path, why, make, kind=ConstraintViolation):
    try:
        made = make()
    except kind as error:
        assert error.path == path and why in error.why, error
    else:
        raise AssertionError(f"{why}: {made}")


# Plain values of Python, exactly those of the file.
assert config.affinity == json.loads(Config.AFFINITY_DEFAULT)
assert json.dumps(config.affinity) == (
    '{"terms": [{"key": "zone", "values": ["a", "b\\"", 18446744073709551615]}, null, '
    'true, -1e+21], "weight": 1.0}'
)
assert config.limit == 2**64 - 1 and type(config.limit) is int
assert config.labels["b"] == {"c": [True]} and config.labels == {"b": {"c": [True]}}
assert [type(row[0]) for row in config.rows] == [int, float, bool]
assert json.loads(config.to_json())["affinity"] == config.affinity

# Null is a value where it is one of the kinds; elsewhere `None` means that there is none.
assert config.extra is None and config.maybe is None and config.rows[1][1] is None
assert [hook.args for hook in config.hooks[2:]] == [None, ABSENT]
assert config.hooks[2] != config.hooks[3]
assert Config.LIMIT_DEFAULT == "null" and not hasattr(Config, "EXTRA_DEFAULT")
assert config.hooks[3] == Hooks(args=ABSENT, on=True)


# Equal if the texts are: not `1`, `1.0` and `True`.
def made(**values):
    return Config.for_tests(
        hooks=(), rows=(), spare=Spare(args=None, on=False), **values
    )


one, real, true = made(limit=1), made(limit=1.0), made(labels={"a": 1})
assert one != real and len({one, real, made(limit=1), true}) == 3
assert made(labels={"a": True}) != true and made(labels={"a": 1}) == true
assert made(extra={"a": [1]}) != made(extra={"a": [1.0]})
assert made(extra={"b": 1, "a": 2}) == made(extra={"a": 2, "b": 1})
assert made(extra=None) != made() and made().extra == ABSENT
assert made(limit=-0.0) == made(limit=0.0) != made(limit=0)
hooks = tuple(Hooks(args=[n], on=True) for n in (1, 1.0, True))
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
assert pickle.loads(pickle.dumps(made())).extra == ABSENT
assert dataclasses.asdict(config)["affinity"] == config.affinity
assert made().affinity is not made().affinity
assert config.password == Secret({"word": "hunter2"}) and made().password is None
try:
    config.labels["a"] = 1
except TypeError:
    pass
else:
    raise AssertionError("an entry was changed")

# No secret is shown.
assert "hunter2" not in repr(config) and "password=<set>" in repr(config)
assert "password=None" in repr(made())
secret = Overrides(password=Secret({"word": "hunter2"}))
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
assert Config.load_with(data, Overrides(extra=ABSENT)).extra == ABSENT
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
    ({1: 2}, "a value of the type str, found int"),
    ({None: 2}, "a value of the type str, found NoneType"),
    ([{"a": {b"a": 1}}], "a value of the type str, found bytes"),
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
    refused("maybe", why, lambda: Overrides(maybe=value), OverrideError)
    refused("labels[0]", why, lambda: made(labels={"a": value}))
    refused("args", why, lambda: Hooks(args=value, on=True))
for value in [deep, "x" * 19, "é" * 10]:
    refused("maybe", "at most 20 bytes of JSON", lambda: made(maybe=value))
assert made(maybe="x" * 18, tolerations=("x" * 18,)).maybe == 18 * "x"
for path, why, values in [
    ("affinity", "JSON of the kind object", {"affinity": []}),
    ("affinity", "JSON of the kind object", {"affinity": None}),
    ("extra", "JSON of the kind object|null", {"extra": True}),
    ("limit", "JSON of the kind number|null", {"limit": True}),
    ("limit", "JSON of the kind number|null", {"limit": "1"}),
    ("maybe", "a JSON value, found Absent", {"maybe": ABSENT}),
    (
        "tolerations[0]",
        "bool|number|string|array|object",
        {"tolerations": (None,)},
    ),
    ("tolerations", "type tuple, found list", {"tolerations": []}),
    ("tolerations", "all elements to differ", {"tolerations": (0.0, 0, -0.0)}),
    (
        "tolerations",
        "all elements to differ",
        {"tolerations": ({"a": [1]}, {"a": [1]})},
    ),
    ("labels", "type Mapping, found str", {"labels": "a"}),
]:
    refused(path, why, lambda: made(**values))
    refused(path, why, lambda: Overrides(**values), OverrideError)
rows = lambda *rows: dataclasses.replace(config, rows=rows)
refused("rows[1]", "all elements to differ", lambda: rows((1,), (1.5, 1.5)))
refused("rows", "all elements to differ", lambda: rows((1,), (1.0, None), (1.0, None)))
assert rows((1, 1.0, True), (True, 1.0, 1), (1,)).rows[0] == (1, 1, 1)
refused(
    "hooks",
    "all elements to differ",
    lambda: dataclasses.replace(config, hooks=hooks[:1] * 2),
)
refused("args", "of the kind array|null", lambda: Hooks(args={}, on=True))

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
spare = lambda args: dataclasses.replace(config, spare=Spare(args=args, on=True))
try:
    spare([1])
except BrokenRule as broken:
    assert broken.name == "spare", broken
else:
    raise AssertionError("a spare hook was taken")
assert spare([True]).spare.args == [True]
