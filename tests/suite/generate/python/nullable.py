"""Uses a module whose configuration has nullable fields."""

import warnings

from config import (
    ABSENT,
    Absent,
    BrokenRule,
    Config,
    ConstraintViolation,
    OverrideError,
    Overrides,
    Proxy,
    Routes,
    Secret,
    Site,
)


def made(**values):
    return Config.for_tests(
        **{"mtu": None, "token": Secret(None), "ports": None, **values}
    )


def refused(kind, path, make):
    try:
        made = make()
    except kind as error:
        assert getattr(error, "path", path) == path, error
    else:
        raise AssertionError(f"{path}: {made}")


# What is not given has its default: null, a value, or absent.
config = made()
assert (config.mode, config.name, config.limit) == (None, "door", ABSENT)
assert (config.proxy, config.server, config.labels) == (None, ABSENT, ABSENT)
assert config.site == Site(zone=ABSENT, floor=1)
assert config.routes == (Routes(to="a", via=ABSENT, weight=None),)
assert Config.NAME_DEFAULT == "door" and not hasattr(Config, "ROUTES_DEFAULT")
assert isinstance(config.limit, Absent) and config.limit is ABSENT
assert not hasattr(Config, "MODE_DEFAULT")

# Null and absent are two values.
assert made(limit=None) != config and made(limit=None).limit is None
assert made(limit=ABSENT) == config
assert made(server=None).server is None
assert hash(made(limit=None)) == hash(made(limit=None))
site = Site(zone=None, floor=None)
assert made(site=site).site != made(site=Site(zone=ABSENT, floor=None)).site

# Neither is a value of another field.
refused(ConstraintViolation, "mtu", lambda: made(mtu=ABSENT))
refused(ConstraintViolation, "mtu", lambda: made(mtu=67))
refused(ConstraintViolation, "limit", lambda: made(limit=256))
assert made(limit=...) == config
refused(ConstraintViolation, "site", lambda: made(site=None))
refused(ConstraintViolation, "site", lambda: made(site=ABSENT))
refused(ConstraintViolation, "floor", lambda: Site(zone=None, floor=ABSENT))
refused(ConstraintViolation, "routes", lambda: made(routes=None))

# Whether a secret is null is secret; whether it is absent is not.
shown = repr(made(token=Secret(None), pin=Secret(None)))
assert "token=<set>" in shown and "pin=<set>" in shown, shown
assert "pin=ABSENT" in repr(config), repr(config)
assert (config.pin, config.token) == (ABSENT, Secret(None))
assert "mtu=None, " in shown and "limit=ABSENT" in shown, shown

# Maps in nullable fields are kept as others.
labels = {"a": [1]}
config = made(labels=labels)
labels["a"].append(2)
assert config.labels["a"] == [1]
assert made(labels=None).labels is None

# Rules find no value in null.
assert made(mtu=70, token=Secret("1234")).mtu == 70
refused(BrokenRule, "", lambda: made(mtu=70))
refused(BrokenRule, "", lambda: made(limit=9))
refused(BrokenRule, "", lambda: made(ports=(1,), limit=None))
assert made(ports=(1,), limit=0).ports == (1,)
refused(BrokenRule, "", lambda: made(proxy=Proxy(host="h", port=80)))
assert made(proxy=Proxy(host="h", port=None)).proxy.port is None

# An override tells null, absent and nothing apart.
assert (Overrides().mtu, Overrides().limit) == (..., ...)
assert Overrides(mtu=None) != Overrides() and Overrides(limit=ABSENT) != Overrides()
refused(OverrideError, "limit", lambda: Overrides(limit=256))
refused(OverrideError, "mtu", lambda: Overrides(mtu=67))
refused(OverrideError, "mtu", lambda: Overrides(mtu=ABSENT))
shown = repr(Overrides(token=Secret(None), pin=ABSENT))
assert "token=<set>" in shown and "pin=ABSENT" in shown, shown
assert "token=Ellipsis" in repr(Overrides()), repr(Overrides())
for given in [None, {"a": 1}, ABSENT]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Overrides(labels=given)
    assert len(caught) == 1, given
