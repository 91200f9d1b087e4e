"""The database of the shop.

It loads its configuration, and loads it again whenever the file is replaced.
"""

import os
import sys
import time
from pathlib import Path

from database_config import Config, LoadError


def load(path: str) -> Config:
    return Config.load(Path(path).read_bytes())


def state(path: str) -> tuple[int, int]:
    """Values that change when another file gets this name."""
    found = os.stat(path)
    return found.st_ino, found.st_mtime_ns


def describe(config: Config) -> None:
    said = f"{config.max_connections} connections at {config.host}:{config.port}"
    print(f"database: {said}, log level {config.log_level.text}", flush=True)


def main(path: str) -> None:
    seen = state(path)
    config = load(path)
    describe(config)
    while True:
        time.sleep(0.2)
        try:
            found = state(path)
            if found == seen:
                continue
            seen = found
            new = load(path)
        except (OSError, LoadError) as error:
            print(f"database: keeps the old values: {error}", file=sys.stderr)
            continue
        print(f"database: changed {', '.join(config.changed(new))}")
        config = new
        describe(config)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: database.py VALUES")
    try:
        main(sys.argv[1])
    except (OSError, LoadError) as error:
        sys.exit(f"database: {sys.argv[1]}: {error}")
