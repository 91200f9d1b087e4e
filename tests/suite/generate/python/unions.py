"""Uses a module whose configuration has unions."""

import copy
import dataclasses
import pickle

from config import Absent, BrokenRule, Config, Misfit, Overrides

with open("values.cvf", "rb") as file:
    data = file.read()
config = Config.load(data)

Full, Some = Config.RoutesFull, Config.RoutesSome


def made(**values):
    return Config.for_tests(
        **{"grid": (), "routes": {}, "token": Config.TokenNumber(1), **values}
    )


def refused(path, why, make):
    try:
        made = make()
    except Misfit as error:
        assert error.field == path and why in error.why, error
    else:
        raise AssertionError(f"{path}: {made}")


def broken(place, make):
    try:
        made = make()
    except BrokenRule as error:
        assert error.place == place, error
    else:
        raise AssertionError(f"{place}: {made}")


# The value of a union is of the class of its case.
assert config.port == Config.PortNumber(80) == Config.PORT_DEFAULT
assert config.admin == Config.AdminName("root") and config.admin.CASE == "name"
assert config.extra == Config.ExtraOff(False) and config.limit == Config.LimitSize(3)
assert isinstance(config.port, Config.Port) and not isinstance(80, Config.Port)
match config.port:
    case Config.PortNumber(number):
        assert number == 80
    case Config.PortName():
        raise AssertionError(config.port)
one, yes = Config.GridAny(1), Config.GridYes(True)
assert config.grid == ((Config.GridAny([1]), yes), (one, Config.GridYes(False)))
assert list(config.routes) == ["a", "b", "c"]
full = config.routes["a"]
assert full == Full(Full.Value(path="/a", password="hunter2", weight=1, next=full.value.next))
assert full.value.next == Full.Value.NextHops({"a": (1,)}) == Full.Value.NEXT_DEFAULT
mode = Some.ValueMode.Value
assert config.routes["b"] == Some(
    (Some.ValueOn(True), Some.ValueMode(mode.PLAIN_TEXT), Some.ValueMode(mode.TLS))
)
assert config.routes["c"] == Some(value=())

# Equal if the case and the value are.
assert Config.PortNumber(80) != Config.AdminNumber(80) and Config.PortNumber(80) != 80
assert len({Config.LimitNone(False), Config.LimitSize(0), Config.LimitSize(0)}) == 2
assert Config.GridAny(1) != Config.GridAny(1.0) and hash(one) == hash(Config.GridAny(1))
assert made(port=Config.PortName("a")) != made(port=Config.PortName("b"))
assert len({made(grid=((one, yes),)), made(grid=((one, yes),)), made()}) == 2

# A case without members has a class, too.
Drop, File = Config.SinkDrop, Config.SinkFile
assert config.sink == Drop(Drop.Value()) != File(File.Value(path="/a"))
assert made(sink=File(File.Value(path="/a"))).sink.value.path == "/a"
refused("value", "found NoneType", lambda: Drop(None))

# A case checks its value, and a field the class.
refused("value", "from 1 to 65535, found 0", lambda: Config.PortNumber(0))
refused("value", "expected a match for the pattern", lambda: Config.PortName("A"))
refused("value", "found bool", lambda: Config.PortNumber(True))
refused("value", "found another", lambda: Config.TokenNumber(10))
expected = "expected a value of type Config.PortName or Config.PortNumber, found "
refused("port", expected + "int", lambda: made(port=80))
refused("port", expected + "AdminNumber", lambda: made(port=Config.AdminNumber(80)))
refused("port", expected + "NoneType", lambda: made(port=None))
refused("port", expected + "Absent", lambda: made(port=Absent()))
refused("grid[0][1]", "GridYes, found bool", lambda: made(grid=((yes, True),)))
refused("grid", "element 1 equals element 0", lambda: made(grid=((yes, one),) * 2))
assert len(made(grid=((yes, one), (yes, Config.GridAny(1.0)))).grid) == 2
refused("routes[`a`]", "found Value", lambda: made(routes={"a": full.value}))
refused("value[1]", "ValueOn, found bool", lambda: Some((Some.ValueOn(True), True)))
refused("next", "NextOff, found dict", lambda: dataclasses.replace(full.value, next={}))
assert made(limit=None).limit is None and made().limit == Absent()
assert made(admin=None).admin is None

# Values cannot be changed, but those of JSON.
try:
    config.port.value = 1
except dataclasses.FrozenInstanceError:
    pass
else:
    raise AssertionError(config.port)
given = {"a": (1,)}
hops = Full.Value.NextHops(given)
given["a"] = ()
assert hops.value == {"a": (1,)} and hash(hops) == hash(Full.Value.NextHops(hops.value))
given = {"a": [1]}
extra = Config.ExtraAny(given)
given["a"].clear()
assert extra.value == {"a": [1]} != made().extra.value
for copied in (copy.deepcopy(config), pickle.loads(pickle.dumps(config))):
    assert copied == config and type(copied.port) is Config.PortNumber
assert dataclasses.replace(config.port, value=9) == Config.PortNumber(9)

# Secrets are not shown, wherever they are.
shown = repr(config)
assert "port=Config.PortNumber(value=80)" in shown and "token=<set>" in shown, shown
assert "hunter2" not in shown and "abcd" not in shown, shown
assert repr(config.token) == "Config.TokenText(value=<set>)", repr(config.token)
assert repr(full).startswith("Config.RoutesFull(value=Config.RoutesFull.Value(next="), full

# Overrides are values of the same classes.
with_overrides = Config.load_with(
    data, Overrides(port=Config.PortName("http"), admin=None, limit=Absent())
)
assert with_overrides.port == Config.PortName("http")
assert with_overrides.admin is None and with_overrides.limit == Absent()
assert Config.load_with(data, Overrides()) == config
refused("port", expected + "str", lambda: Overrides(port="http"))
assert Overrides(extra=extra) == Overrides(extra=Config.ExtraAny({"a": [1]}))
assert Overrides(extra=extra) != Overrides(extra=Config.ExtraOff(True))

# Rules read a case as an optional member.
broken(None, lambda: made(port=Config.PortNumber(79)))
broken(None, lambda: Config.load_with(data, Overrides(port=Config.PortNumber(79))))
assert made(port=Config.PortName("a")).port.value == "a"
broken(None, lambda: made(port=Config.PortName("a"), admin=Config.AdminName("a")))
broken("admin.number", lambda: made(admin=Config.AdminNumber(1023)))
assert made(admin=Config.AdminNumber(1024)).admin.value == 1024
root = dataclasses.replace(full.value, path="/")
broken("routes.x", lambda: made(routes={"x": Full(root)}))
