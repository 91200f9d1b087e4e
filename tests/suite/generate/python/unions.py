"""Uses a module whose configuration has unions."""

import copy
import dataclasses
import pickle

from config import (
    ABSENT,
    Admin,
    BrokenRule,
    Config,
    ConstraintViolation,
    Extra,
    Grid,
    Limit,
    OverrideError,
    Overrides,
    Port,
    Routes,
    RoutesFull,
    RoutesFullNext,
    RoutesSome,
    RoutesSomeMode,
    Secret,
    Sink,
    SinkDrop,
    SinkFile,
    Token,
)

with open("values.cvf", "rb") as file:
    data = file.read()
config = Config.load(data)


def made(**values):
    token = Secret(Token.Number(1))
    return Config.for_tests(**{"grid": (), "routes": {}, "token": token, **values})


def refused(path, why, make, kind=ConstraintViolation):
    try:
        made = make()
    except kind as error:
        assert error.path == path and why in error.why, error
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
assert config.port == Port.Number(80) == made().port
assert config.admin == Admin.Name("root") and config.admin.CASE == "name"
assert config.extra == Extra.Off(False) and config.limit == Limit.Size(3)
assert isinstance(config.port, Port.Value) and not isinstance(80, Port.Value)
match config.port:
    case Port.Number(number):
        assert number == 80
    case Port.Name():
        raise AssertionError(config.port)
one, yes = Grid.Any(1), Grid.Yes(True)
assert config.grid == ((Grid.Any([1]), yes), (one, Grid.Yes(False)))
assert list(config.routes) == ["a", "b", "c"]
full = config.routes["a"].value
next_hops = RoutesFullNext.Hops({"a": (1,)})
secret = Secret("hunter2")
assert full == RoutesFull(path="/a", password=secret, weight=1, next=next_hops)
assert full == RoutesFull.for_tests(path="/a", password=secret)
assert config.routes["b"] == Routes.Some(
    (
        RoutesSome.On(True),
        RoutesSome.Mode(RoutesSomeMode.PLAIN_TEXT),
        RoutesSome.Mode(RoutesSomeMode.TLS),
    )
)
assert RoutesSomeMode.PLAIN_TEXT.text == "Plain Text"
assert config.routes["c"] == Routes.Some(value=())

# Equal if the case and the value are.
assert Port.Number(80) != Admin.Number(80) and Port.Number(80) != 80
assert len({Limit.None_(False), Limit.Size(0), Limit.Size(0)}) == 2
assert Grid.Any(1) != Grid.Any(1.0) and hash(one) == hash(Grid.Any(1))
assert made(port=Port.Name("a")) != made(port=Port.Name("b"))
assert len({made(grid=((one, yes),)), made(grid=((one, yes),)), made()}) == 2

# A case without members has a class, too.
assert config.sink == Sink.Drop(SinkDrop()) != Sink.File(SinkFile(path="/a"))
assert made(sink=Sink.File(SinkFile(path="/a"))).sink.value.path == "/a"
refused("value", "found NoneType", lambda: Sink.Drop(None))

# A case checks its value, and a field the class.
refused("value", "from 1 to 65535", lambda: Port.Number(0))
refused("value", "expected a match for the pattern", lambda: Port.Name("A"))
refused("value", "found bool", lambda: Port.Number(True))
refused("value", "from 0 to 9", lambda: Token.Number(10))
expected = "expected a value of the type Port.Name or Port.Number, found "
refused("port", expected + "int", lambda: made(port=80))
refused("port", expected + "Number", lambda: made(port=Admin.Number(80)))
refused("port", expected + "NoneType", lambda: made(port=None))
refused("port", expected + "Absent", lambda: made(port=ABSENT))
refused("grid[0][1]", "Grid.Yes, found bool", lambda: made(grid=((yes, True),)))
refused("grid", "all elements to differ", lambda: made(grid=((yes, one),) * 2))
assert len(made(grid=((yes, one), (yes, Grid.Any(1.0)))).grid) == 2
refused("routes[0]", "found RoutesFull", lambda: made(routes={"a": full}))
refused(
    "value[1]",
    "RoutesSome.On, found bool",
    lambda: Routes.Some((RoutesSome.On(True), True)),
)
refused("next", "Off, found dict", lambda: dataclasses.replace(full, next={}))
assert made(limit=None).limit is None and made().limit == ABSENT
assert made(admin=None).admin is None

# Values cannot be changed, but those of JSON.
try:
    config.port.value = 1
except dataclasses.FrozenInstanceError:
    pass
else:
    raise AssertionError(config.port)
given = {"a": (1,)}
hops = RoutesFullNext.Hops(given)
given["a"] = ()
assert hops.value == {"a": (1,)} and hash(hops) == hash(RoutesFullNext.Hops(hops.value))
given = {"a": [1]}
extra = Extra.Any(given)
given["a"].clear()
assert extra.value == {"a": [1]} != made().extra.value
for copied in (copy.deepcopy(config), pickle.loads(pickle.dumps(config))):
    assert copied == config and type(copied.port) is Port.Number
assert dataclasses.replace(config.port, value=9) == Port.Number(9)

# Secrets are not shown, wherever they are, nor is the case of a secret union.
shown = repr(config)
assert "port=Port.Number(value=80)" in shown and "token=<set>" in shown, shown
assert "hunter2" not in shown and "abcd" not in shown, shown
assert repr(config.token) == "<set>"
assert repr(config.token.reveal()) == "Token(<set>)", repr(config.token.reveal())
assert config.token.reveal() == Token.Text("abcd")
assert "password=<set>" in repr(full)

# Plain data has the content of the case, and the tag of the union if it has one.
plain = config.to_dict()
assert (plain["port"], plain["admin"], plain["sink"]) == (80, "root", {"type": "drop"})
assert "routes" not in plain and "token" not in plain
assert config.to_dict(secrets=True)["routes"]["b"] == [True, "Plain Text", "tls"]

# Overrides are values of the same classes.
with_overrides = Config.load_with(
    data, Overrides(port=Port.Name("http"), admin=None, limit=ABSENT)
)
assert with_overrides.port == Port.Name("http")
assert with_overrides.admin is None and with_overrides.limit == ABSENT
assert config.changed(with_overrides) == ("admin", "limit", "port")
assert Config.load_with(data, Overrides()) == config
refused("port", expected + "str", lambda: Overrides(port="http"), OverrideError)
assert Overrides(extra=extra) == Overrides(extra=Extra.Any({"a": [1]}))
assert Overrides(extra=extra) != Overrides(extra=Extra.Off(True))

# Rules read a case as an optional member.
broken(None, lambda: made(port=Port.Number(79)))
broken(None, lambda: Config.load_with(data, Overrides(port=Port.Number(79))))
assert made(port=Port.Name("a")).port.value == "a"
broken(None, lambda: made(port=Port.Name("a"), admin=Admin.Name("a")))
broken("admin.number", lambda: made(admin=Admin.Number(1023)))
assert made(admin=Admin.Number(1024)).admin.value == 1024
root = dataclasses.replace(full, path="/")
broken("routes.x", lambda: made(routes={"x": Routes.Full(root)}))
