"""Uses a module whose configuration has lists and maps inside lists and maps."""

import copy
import dataclasses
import pickle
import time

from config import (
    BrokenRule,
    Config,
    ConstraintViolation,
    LabelsElementKey,
    Levels,
    LevelsKey,
    LevelsValueKey,
    OverrideError,
    Overrides,
    Routes,
    Secret,
)

Team, Hour, Side = LabelsElementKey, LevelsKey, LevelsValueKey


def made(**values):
    return Config.for_tests(
        **{
            "grid": ((1, 2), (1,)),
            "labels": ({Team.TEAM: "a"},),
            "tokens": Secret({"a": {"b": 9}}),
            **values,
        }
    )


def refused(path, why, make, kind=ConstraintViolation):
    try:
        made = make()
    except kind as error:
        assert error.path == path and why in error.why, error
    else:
        raise AssertionError(f"{why}: {made}")


# What is given may change later; what is kept may not.
given = {"a": {"b": 2, "c": 3}}
label = {Team.TEAM: "a"}
route = {"a": (Routes(ports=((1, 2), (3, 4))),)}
config = made(tokens=Secret(given), labels=(label,), routes=(route,))
given["a"]["b"] = 0
label[Team.TEAM] = "x"
route.clear()
assert config == made(
    tokens=Secret({"a": {"b": 2, "c": 3}}),
    labels=({Team.TEAM: "a"},),
    routes=({"a": (Routes(ports=((1, 2), (3, 4))),)},),
)
tokens = config.tokens.reveal()
for inner in [tokens, tokens["a"], config.labels[0], config.routes[0]]:
    try:
        inner["a"] = 1
    except TypeError:
        pass
    else:
        raise AssertionError(inner)
assert config.levels[Hour.NIGHT][Side.INSIDE] is Levels.DIM
assert not hasattr(Config, "LEVELS_DEFAULT")

# Comparable, hashable, copied and pickled; no secret is shown.
assert len({config, made(), copy.deepcopy(config), made(labels=())}) == 3
assert pickle.loads(pickle.dumps(config)) == config
assert "tokens=<set>" in repr(config) and "9" not in repr(made())

# Each limit of a part has a name.
assert Config.GRID_ELEMENT_ELEMENT_MAX == 9
assert Config.GROUPS_VALUE_ELEMENT_PATTERN == "[a-z]+"
assert Config.TOKENS_VALUE_KEY_MAX_SIZE == 20

for path, why, values in [
    ("grid[1]", "from 1 to 3 elements", {"grid": ((1,), ())}),
    ("grid[1][1]", "from 0 to 9", {"grid": ((1,), (1, 10))}),
    ("grid[0]", "type tuple, found list", {"grid": ([1], (1,))}),
    ("grid[0]", "all elements to differ", {"grid": ((1, 2, 1), (1,))}),
    ("groups[0][1]", "a match for the pattern", {"groups": {"a": ("b", "C")}}),
    ("labels[0]", "type Mapping, found str", {"labels": ("a",)}),
    ("labels[0][0]", "from 0 to 9 bytes", {"labels": ({Team.TEAM: 10 * "a"},)}),
    ("labels[0]", "of the type LabelsElementKey", {"labels": ({Side.INSIDE: ""},)}),
    ("labels", "all elements to differ", {"labels": (dict(label), dict(label))}),
    ("levels[0]", "from 1 to 3 entries", {"levels": {Hour.DAY: {}}}),
    (
        "levels[0]",
        "of the type LevelsValueKey",
        {"levels": {Hour.DAY: {Hour.NIGHT: Levels.DIM}}},
    ),
    ("routes[0][0][0]", "of the type Routes", {"routes": ({"a": (1,)},)}),
    ("tokens[0][0]", "from 0 to 9", {"tokens": Secret({"a": {"b": 10}})}),
    ("tokens[0]", "do not begin with `$`", {"tokens": Secret({"a": {"$b": 1}})}),
]:
    refused(path, why, lambda: made(**values))
refused(
    "ports[0][1]",
    "from 0 to 65535",
    lambda: Routes(ports=((1, -1),)),
)
refused(
    "groups[0][0]", "found int", lambda: Overrides(groups={"a": (1,)}), OverrideError
)

# Rules see the same values.
for rule, place, values in [
    ("grid[]: self[0] in grid[0]", "grid[1]", {"grid": ((1,), (2,))}),
    ('labels[][]: self != "tier"', "labels[0].tier", {"labels": ({Team.TIER: "b"},)}),
    ('tokens["a"]["b"] > 1', None, {"tokens": Secret({"a": {"b": 1}})}),
]:
    try:
        made(**values)
    except BrokenRule as broken:
        assert (broken.rule, broken.place) == (rule, place), broken
    else:
        raise AssertionError(rule)
assert dataclasses.replace(config, grid=((3,), (3,))).grid == ((3,), (3,))

# Many elements are compared in little time.
import config as module

many = tuple((("a", str(n)), (n, n)) for n in range(30_000))
start = time.process_time()
module._List(16, 0, len(many), True, module._Bool(1)).checked(many)
assert time.process_time() - start < 5
