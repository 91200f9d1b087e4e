"""Uses a module whose configuration has lists and maps inside lists and maps."""

import copy
import dataclasses
import pickle
import time

from config import BrokenRule, Config, Misfit, Overrides

Team, Levels = Config.LabelsKeyOfElement_, Config.Levels
Hour, Side = Config.LevelsKey_, Config.LevelsKeyOfValue_


def made(**values):
    return Config.for_tests(
        **{
            "grid": ((1, 2), (1,)),
            "labels": ({Team.TEAM: "a"},),
            "tokens": {"a": {"b": 9}},
            **values,
        }
    )


def refused(path, why, make):
    try:
        made = make()
    except Misfit as error:
        assert error.field == path and why in error.why, error
    else:
        raise AssertionError(f"{why}: {made}")


# What is given may change later; what is kept may not.
given = {"a": {"b": 2, "c": 3}}
label = {Team.TEAM: "a"}
route = {"a": (Config.Routes(ports=((1, 2), (3, 4))),)}
config = made(tokens=given, labels=(label,), routes=(route,))
given["a"]["b"] = 0
label[Team.TEAM] = "x"
route.clear()
assert config == made(
    tokens={"a": {"b": 2, "c": 3}},
    labels=({Team.TEAM: "a"},),
    routes=({"a": (Config.Routes(ports=((1, 2), (3, 4))),)},),
)
for inner in [config.tokens, config.tokens["a"], config.labels[0], config.routes[0]]:
    try:
        inner["a"] = 1
    except TypeError:
        pass
    else:
        raise AssertionError(inner)
assert config.levels[Hour.NIGHT][Side.INSIDE] is Levels.DIM
assert config.levels is Config.LEVELS_DEFAULT

# Comparable, hashable, copied and pickled; no secret is shown.
assert len({config, made(), copy.deepcopy(config), made(labels=())}) == 3
assert pickle.loads(pickle.dumps(config)) == config
assert "tokens=<set>" in repr(config) and "9" not in repr(made())

# Each limit of a part has a name.
assert Config.GRID_MAX_OF_ELEMENT_OF_ELEMENT == 9
assert Config.GROUPS_PATTERN_OF_VALUE_OF_ELEMENT == "[a-z]+"
assert Config.TOKENS_MAX_SIZE_OF_VALUE_OF_KEY == 20

for path, why, values in [
    ("grid[1]", "from 1 to 3 elements, found 0", {"grid": ((1,), ())}),
    ("grid[1][1]", "from 0 to 9, found 10", {"grid": ((1,), (1, 10))}),
    ("grid[0]", "expected a tuple, found list", {"grid": ([1], (1,))}),
    ("grid[0]", "element 2 equals element 0", {"grid": ((1, 2, 1), (1,))}),
    ("groups[`a`][1]", "a match for the pattern", {"groups": {"a": ("b", "C")}}),
    ("labels[0]", "expected a mapping, found str", {"labels": ("a",)}),
    ("labels[0][`team`]", "from 0 to 9 bytes", {"labels": ({Team.TEAM: 10 * "a"},)}),
    ("labels[0][`inside`]", "of type Config.LabelsKeyOfElement_", {"labels": ({Side.INSIDE: ""},)}),
    ("labels", "element 1 equals element 0", {"labels": (dict(label), dict(label))}),
    ("levels[`day`]", "from 1 to 3 entries, found 0", {"levels": {Hour.DAY: {}}}),
    (
        "levels[`day`][`night`]",
        "of type Config.LevelsKeyOfValue_",
        {"levels": {Hour.DAY: {Hour.NIGHT: Levels.DIM}}},
    ),
    ("routes[0][`a`][0]", "of type Config.Routes", {"routes": ({"a": (1,)},)}),
    ("tokens[…][…]", "from 0 to 9, found another", {"tokens": {"a": {"b": 10}}}),
    ("tokens[…][…]", "does not begin with `$`", {"tokens": {"a": {"$b": 1}}}),
]:
    refused(path, why, lambda: made(**values))
refused(
    "ports[0][1]",
    "from 0 to 65535, found -1",
    lambda: Config.Routes(ports=((1, -1),)),
)
refused("groups[`a`][0]", "found int", lambda: Overrides(groups={"a": (1,)}))

# Rules see the same values.
for rule, place, values in [
    ("grid[]: self[0] in grid[0]", "grid[1]", {"grid": ((1,), (2,))}),
    ('labels[][]: self != "tier"', "labels[0].tier", {"labels": ({Team.TIER: "b"},)}),
    ('tokens["a"]["b"] > 1', None, {"tokens": {"a": {"b": 1}}}),
]:
    try:
        made(**values)
    except BrokenRule as broken:
        assert (broken.rule, broken.place) == (rule, place), broken
    else:
        raise AssertionError(rule)
assert dataclasses.replace(config, grid=((3,), (3,))).grid == ((3,), (3,))

# Many elements are compared in little time.
from config import _Check

many = tuple({str(n): (n, {"a": n})} for n in range(30_000))
start = time.process_time()
_Check.elements("many", many, 0, len(many), lambda path, one: None, unique=True)
assert time.process_time() - start < 5
