"""Uses the generated module as a program does."""

import copy
import dataclasses
import enum
import json
import math
import pickle
import warnings

import config as module
from config import Config, LoadError, Misfit, Overrides


def plain(value):
    """A value as `confc show --format json` has it."""
    if isinstance(value, enum.Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if dataclasses.is_dataclass(value):
        return {
            field.name.rstrip("_"): plain(getattr(value, field.name))
            for field in dataclasses.fields(value)
        }
    return value


def refused(why, make):
    try:
        made = make()
    except Misfit as error:
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
    shown = {field["key"]: field.get("value") for field in json.load(file)["fields"]}
assert {**plain(loaded), "code": None} == shown, (plain(loaded), shown)
assert loaded.code == "12345678"
assert loaded.guests[0] == Config.Guests(name="ann", mood=Config.Guests.Mood.SAD)
assert (
    loaded.guests[1].mood is Config.Guests.Mood.GLAD
    and Config.Guests.Mood.SAD.value == -1
)

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
assert "12345678" not in f"{loaded} {[loaded]}"

# Limits and defaults by name.
assert (Config.LEVEL_MAX, Config.LEVEL_DEFAULT, Config.CLASS_DEFAULT) == (9, 3, True)
assert (Config.FACTOR_MIN, Config.FACTOR_MAX, Config.ROWS_LENGTH) == (0.25, 4.0, 2)
assert (Config.GUESTS_MAX_COUNT, Config.Guests.NAME_MAX_SIZE) == (3, 5)
assert not hasattr(Config, "CODE_DEFAULT")


# For tests: whatever has a default needs no value. Nothing is made that the schema forbids.
def made(**values):
    return Config.for_tests(
        **{
            "code": "1234",
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
guest = Config.Guests(name="x", mood=Config.Guests.Mood.SAD)
try:
    Config.for_tests()
except TypeError:
    pass
else:
    raise AssertionError("something has a default that should have none")
for why, values in [
    ("field `level`: expected an integer from 0 to 9, found 10", {"level": 10}),
    ("found -1", {"level": -1}),
    ("found bool", {"level": True}),
    ("found float", {"level": 1.0}),
    ("field `class`: expected a value of type bool, found int", {"class_": 1}),
    ("field `code`: expected a match", {"code": "123"}),
    ("field `code`: expected a match", {"code": "1234\n"}),
    ("field `code`: expected a match", {"code": "१२३४"[:2]}),
    ("from 1 to 6 bytes, found 0", {"greeting": ""}),
    ("from 1 to 6 bytes, found 8", {"greeting": "éééé"}),
    ("lone surrogates", {"greeting": "\udc00"}),
    ("found bytes", {"greeting": b"x"}),
    ("expected at least 0.25, found 0.125", {"factor": 0.125}),
    ("expected at most 4.0, found 8", {"factor": 8}),
    ("a finite number of 32 bits", {"factor": 0.3}),
    ("a finite number of 32 bits", {"factor": 1e300}),
    ("a finite number of 64 bits", {"volume": math.nan}),
    ("a finite number of 64 bits", {"volume": math.inf}),
    ("a finite number of 64 bits", {"volume": 2**53 + 1}),
    ("a finite number of 64 bits", {"volume": 10**400}),
    ("0 without a sign", {"volume": -0.0}),
    (
        "found more",
        {"guests": tuple(dataclasses.replace(guest, name=str(n)) for n in range(4))},
    ),
    ("element 1 equals element 0", {"guests": (guest, guest)}),
    (
        "field `guests[0]`: expected a value of type Config.Guests, found str",
        {"guests": ("x",)},
    ),
    ("expected a tuple, found list", {"guests": []}),
    ("from 2 to 2 elements, found 1", {"rows": (1,)}),
    (
        "field `rows[1]`: expected an integer from -9223372036854775808",
        {"rows": (1, 2**63)},
    ),
    ("its pattern is unknown", {"opaque": "aaa"}),
]:
    refused(why, lambda: made(**values))
    if set(values) == {"code"}:
        try:
            made(**values)
        except Misfit as error:
            assert values["code"] not in str(error)
refused(
    "field `name`: expected from 0 to 5 bytes, found 6",
    lambda: Config.Guests(name="xxxxxx", mood=guest.mood),
)

# What a parent may replace.
replaced = Config.load_with(data, Overrides(factor=4.0, greeting="hi"))
assert replaced == dataclasses.replace(loaded, factor=4.0, greeting="hi")
assert Config.load_with(data, Overrides()) == loaded
assert [field.name for field in dataclasses.fields(Overrides)] == [
    "factor",
    "greeting",
    "level",
]
refused(
    "field `factor`: expected at most 4.0, found 5.0", lambda: Overrides(factor=5.0)
)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert Config.load_with(data, Overrides(level=0)).level == 0
[warning] = caught
assert warning.category is DeprecationWarning and warning.filename.endswith("api.py")
assert str(warning.message) == "`level` is deprecated: use `volume`"

# Bytes that are none.
for broken in [b"", data[:-1], data + b"\0", b"\0" * 100]:
    try:
        Config.load(broken)
    except module.DecodeError as error:
        assert str(error).startswith("byte ")
    else:
        raise AssertionError(broken)
