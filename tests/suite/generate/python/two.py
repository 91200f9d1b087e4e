"""Uses two clients that share a runtime."""

from pathlib import Path

import config
import confc
import gate
from package import gate as other

data = Path("values.cvf").read_bytes()
loaded = config.Config.load(data)
assert gate.LoadError is config.LoadError is confc.LoadError
assert gate.Secret is config.Secret and gate.ABSENT is config.ABSENT
for make in (lambda: gate.Config.load(data), lambda: config.Config.load(data[1:])):
    try:
        make()
    except confc.LoadError as error:
        assert isinstance(error, (gate.ChecksumMismatch, config.DecodeError))
    else:
        raise AssertionError("nothing was refused")

made = gate.Config.for_tests(key=config.Secret("hunter2"))
assert repr(made) == "Config(key=<set>)" and made.key.reveal() == "hunter2"
assert other.Config.for_tests(key=other.Secret("a")).key.reveal() == "a"
assert other.LoadError is not gate.LoadError
