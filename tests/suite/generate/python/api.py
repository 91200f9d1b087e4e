"""Uses the generated module as a program does."""

import copy
import dataclasses
import enum
import json
import math
import pickle
import warnings

import config as module
from config import (
    BrokenRule,
    Config,
    ConstraintViolation,
    Guests,
    GuestsMood,
    LoadError,
    OverrideError,
    Overrides,
    Secret,
)


def plain(value):
    """A value as `confc show --format json` has it."""
    if isinstance(value, enum.Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if isinstance(value, Secret):
        return value.reveal()
    if dataclasses.is_dataclass(value):
        return {
            field.name.rstrip("_"): plain(getattr(value, field.name))
            for field in dataclasses.fields(value)
        }
    return value


def refused(why, make, kind=ConstraintViolation):
    try:
        made = make()
    except kind as error:
        assert why in str(error), f"expected {why!r} in {error}"
        assert isinstance(error, LoadError) and isinstance(error, ValueError)
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error)
    else:
        raise AssertionError(f"{why}: {made}")


with open("values.cvf", "rb") as file:
    data = file.read()
loaded = Config.load(data)

# The same values as confc shows, but for the one that it does not.
with open("shown.json") as file:
    shown_values = {
        field["key"]: field.get("value") for field in json.load(file)["fields"]
    }
assert {**plain(loaded), "code": None} == shown_values, (plain(loaded), shown_values)
assert loaded.code == Secret("12345678") and loaded.code.reveal() == "12345678"
assert loaded.guests[0] == Guests(name="ann", mood=GuestsMood.SAD)
assert loaded.guests[1].mood is GuestsMood.GLAD and (
    GuestsMood.SAD.value,
    GuestsMood.SAD.text,
) == (-1, "sad")

# Immutable, comparable, hashable, copied and pickled.
try:
    loaded.volume = 2.0
except dataclasses.FrozenInstanceError:
    pass
else:
    raise AssertionError("a configuration was changed")
assert not hasattr(loaded, "__dict__")
assert loaded == Config.load(data) and hash(loaded) == hash(Config.load(data))
assert copy.deepcopy(loaded) == loaded and pickle.loads(pickle.dumps(loaded)) == loaded
assert "12345678" not in repr(loaded) and "code=<set>" in repr(loaded)
secret = loaded.code
for shown in [f"{loaded} {[loaded]} {secret} {secret:>20}", repr(secret), str(secret)]:
    assert "12345678" not in shown and "<set>" in shown, shown
assert "12345678" not in "%s %r" % (secret, {secret: secret})
assert (
    pickle.loads(pickle.dumps(secret)) == copy.deepcopy(secret) == secret != Secret("1")
)
assert secret != "12345678" and hash(secret) == hash(Secret("12345678"))
try:
    secret._value = "1"
except AttributeError:
    pass
else:
    raise AssertionError("a secret was changed")
assert "code" not in loaded.to_dict() and "12345678" not in loaded.to_json()
assert {**shown_values, "code": "12345678"} == loaded.to_dict(secrets=True)
assert json.loads(loaded.to_json()) == loaded.to_dict()

# Limits and defaults by name.
assert (Config.LEVEL_MAX, Config.LEVEL_DEFAULT, Config.CLASS_DEFAULT) == (9, 3, True)
assert (Config.FACTOR_MIN, Config.FACTOR_MAX, Config.ROWS_COUNT) == (0.25, 4.0, 2)
assert (Config.GUESTS_MAX_COUNT, Guests.NAME_MAX_SIZE) == (3, 5)
assert not hasattr(Config, "CODE_DEFAULT")


# For tests: whatever has a default needs no value. Nothing is made that the schema forbids.
def made(**values):
    return Config.for_tests(
        **{
            "code": Secret("1234"),
            "factor": 1.0,
            "guests": (),
            "rows": (1, 2),
            "volume": 0.0,
            **values,
        }
    )


assert (
    made().greeting == "hello"
    and made().opaque == "aA"
    and made(volume=1).volume == 1.0
)
guest = Guests(name="x", mood=GuestsMood.SAD)
assert Guests.for_tests(name="x") == Guests(name="x", mood=GuestsMood.GLAD)
assert made(level=...).level == 3
try:
    Config.for_tests()
except TypeError:
    pass
else:
    raise AssertionError("something has a default that should have none")
for why, values in [
    ("field `level`: expected an integer from 0 to 9", {"level": 10}),
    ("an integer from 0 to 9", {"level": -1}),
    ("found bool", {"level": True}),
    ("found float", {"level": 1.0}),
    ("field `class`: expected a value of the type bool, found int", {"class_": 1}),
    ("field `code`: expected a match", {"code": Secret("123")}),
    ("field `code`: expected a match", {"code": Secret("1234\n")}),
    ("field `code`: expected a match", {"code": Secret("१२३४"[:2])}),
    ("a value of the type Secret, found str", {"code": "1234"}),
    (
        "field `code`: expected a value of the type str, found Secret",
        {"code": Secret(Secret("1234"))},
    ),
    ("from 1 to 6 bytes", {"greeting": ""}),
    ("from 1 to 6 bytes", {"greeting": "éééé"}),
    ("lone surrogates", {"greeting": "\udc00"}),
    ("found bytes", {"greeting": b"x"}),
    ("expected a number from 0.25 to 4.0", {"factor": 0.125}),
    ("expected a number from 0.25 to 4.0", {"factor": 8}),
    ("a finite number of 32 bits", {"factor": 0.3}),
    ("a finite number of 32 bits", {"factor": 1e300}),
    ("a finite number", {"volume": math.nan}),
    ("a finite number", {"volume": math.inf}),
    ("a finite number of 64 bits", {"volume": 2**53 + 1}),
    ("a finite number of 64 bits", {"volume": 10**400}),
    ("0 without a sign", {"volume": -0.0}),
    (
        "from 0 to 3 elements",
        {"guests": tuple(dataclasses.replace(guest, name=str(n)) for n in range(4))},
    ),
    ("all elements to differ", {"guests": (guest, guest)}),
    (
        "field `guests[0]`: expected a value of the type Guests, found str",
        {"guests": ("x",)},
    ),
    ("expected a value of the type tuple, found list", {"guests": []}),
    ("from 2 to 2 elements", {"rows": (1,)}),
    (
        "field `rows[1]`: expected an integer from -9223372036854775808",
        {"rows": (1, 2**63)},
    ),
    ("a match for the pattern `(?i)a+`", {"opaque": "aab"}),
]:
    refused(why, lambda: made(**values))
    if "code" in values:
        try:
            made(**values)
        except ConstraintViolation as error:
            assert "123" not in str(error)
assert made(opaque="aAa").opaque == "aAa"
refused(
    "field `name`: expected from 0 to 5 bytes",
    lambda: Guests(name="xxxxxx", mood=guest.mood),
)

# What a parent may replace.
replaced = Config.load_with(data, Overrides(factor=4.0, greeting="hi"))
assert replaced == dataclasses.replace(loaded, factor=4.0, greeting="hi")
assert Config.load_with(data, Overrides()) == loaded
assert [field.name for field in dataclasses.fields(Overrides)] == [
    "factor",
    "greeting",
    "level",
    "opaque",
]
assert loaded.changed(replaced) == ("factor", "greeting")
assert replaced.changed(replaced) == ()
assert Overrides(factor=4) == Overrides(factor=4.0) != Overrides()
refused(
    "override of `factor`: expected a number from 0.25 to 4.0",
    lambda: Overrides(factor=5.0),
    OverrideError,
)
refused("found NoneType", lambda: Overrides(factor=None), OverrideError)
refused("a match for the pattern", lambda: Overrides(opaque="b"), OverrideError)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert Config.load_with(data, Overrides(level=0)).level == 0
[warning] = caught
assert warning.category is DeprecationWarning and warning.filename.endswith("api.py")
assert str(warning.message) == "`level` is deprecated: use `volume`"

# Each reason to refuse values has an error class.
assert all(
    issubclass(kind, LoadError)
    for kind in (
        BrokenRule,
        ConstraintViolation,
        OverrideError,
        module.ChecksumMismatch,
        module.CountMismatch,
        module.DecodeError,
    )
)
assert module.CHECKSUM.startswith("sha256:") and not hasattr(module, "PACKAGE_PATH")

# Bytes that are none.
for broken in [b"", data[:-1], data + b"\0", b"\0" * 100]:
    try:
        Config.load(broken)
    except module.DecodeError as error:
        assert str(error).startswith("byte ")
    else:
        raise AssertionError(broken)
