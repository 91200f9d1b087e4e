"""Uses a module whose configuration has nullable fields."""

import warnings

from config import Absent, BrokenRule, Config, Misfit, Overrides


def made(**values):
    return Config.for_tests(**{"mtu": None, "token": None, "ports": None, **values})


def refused(kind, path, make):
    try:
        made = make()
    except kind as error:
        assert getattr(error, "field", path) == path, error
    else:
        raise AssertionError(f"{path}: {made}")


# What is not given has its default: null, a value, or absent.
config = made()
assert (config.mode, config.name, config.limit) == (None, "door", Absent())
assert (config.proxy, config.server, config.labels) == (None, Absent(), Absent())
assert config.site == Config.Site(zone=Absent(), floor=1)
assert config.routes == (Config.Routes(to="a", via=Absent(), weight=None),)
assert Config.ROUTES_DEFAULT == config.routes and Config.NAME_DEFAULT == "door"
assert not hasattr(Config, "MODE_DEFAULT")

# Null and absent are two values.
assert made(limit=None) != config and made(limit=None).limit is None
assert made(limit=Absent()) == config
assert made(server=None).server is None
assert hash(made(limit=None)) == hash(made(limit=None))
site = Config.Site(zone=None, floor=None)
assert made(site=site).site != made(site=Config.Site(zone=Absent(), floor=None)).site

# Neither is a value of another field.
refused(Misfit, "mtu", lambda: made(mtu=Absent()))
refused(Misfit, "mtu", lambda: made(mtu=67))
refused(Misfit, "limit", lambda: made(limit=256))
refused(Misfit, "limit", lambda: made(limit=...))
refused(Misfit, "site", lambda: made(site=None))
refused(Misfit, "site", lambda: made(site=Absent()))
refused(Misfit, "floor", lambda: Config.Site(zone=None, floor=Absent()))
refused(Misfit, "routes", lambda: made(routes=None))

# That a secret is null is secret; that it is absent is not.
shown = repr(made(token=None, pin=None))
assert "token=<set>" in shown and "pin=<set>" in shown, shown
assert "pin=Absent()" in repr(config), repr(config)
assert "mtu=None, " in shown and "limit=Absent()" in shown, shown

# Maps in nullable fields are kept as others.
labels = {"a": [1]}
config = made(labels=labels)
labels["a"].append(2)
assert config.labels["a"] == [1]
assert made(labels=None).labels is None

# Rules find no value in null.
assert made(mtu=70, token="1234").mtu == 70
refused(BrokenRule, "", lambda: made(mtu=70))
refused(BrokenRule, "", lambda: made(limit=9))
refused(BrokenRule, "", lambda: made(ports=(1,), limit=None))
assert made(ports=(1,), limit=0).ports == (1,)
refused(BrokenRule, "", lambda: made(proxy=Config.Proxy(host="h", port=80)))
assert made(proxy=Config.Proxy(host="h", port=None)).proxy.port is None

# An override tells null, absent and nothing apart.
assert (Overrides().mtu, Overrides().limit) == (..., ...)
assert Overrides(mtu=None) != Overrides() and Overrides(limit=Absent()) != Overrides()
refused(Misfit, "limit", lambda: Overrides(limit=256))
refused(Misfit, "mtu", lambda: Overrides(mtu=67))
refused(Misfit, "mtu", lambda: Overrides(mtu=Absent()))
shown = repr(Overrides(token=None, pin=Absent()))
assert "token=<set>" in shown and "pin=Absent()" in shown, shown
assert "token=Ellipsis" in repr(Overrides()), repr(Overrides())
for given in [None, {"a": 1}, Absent()]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Overrides(labels=given)
    assert len(caught) == 1, given
