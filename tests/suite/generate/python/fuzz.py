"""Gives random bytes to a client: as they are, and with the SHA-256 that they should have. For atheris."""

import hashlib
import json
import sys

import atheris

with atheris.instrument_imports(include=["config"]):
    import config

TAG = b"\xa2\x06\x20"


def load(data: bytes) -> None:
    """Loads bytes, which may be refused by an error of the client alone."""
    try:
        loaded = config.Config.load(data)
    except config.LoadError as error:
        assert str(error)
        return
    # Values that were accepted convert to text and back.
    assert repr(loaded) and loaded.changed(config.Config.load(data)) == ()
    assert json.loads(loaded.to_json(secrets=True)) == loaded.to_dict(secrets=True)


def one_input(data: bytes) -> None:
    """Loads the bytes, then their content with a valid SHA-256."""
    load(data)
    content = data[:-35]
    load(content + TAG + hashlib.sha256(content).digest())


atheris.Setup(sys.argv, one_input)
atheris.Fuzz()
