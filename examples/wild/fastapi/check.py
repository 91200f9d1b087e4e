"""Says what the service would use. A deployment runs it before it starts the service."""

import sys
from pathlib import Path

from settings import Config, LoadError

try:
    config = Config.load(Path(sys.argv[1]).read_bytes())
except LoadError as error:
    sys.exit(f"{sys.argv[1]}: {error}")

print(f"{config.environment.name.lower()}, log level {config.log_level.name.lower()}")
print(f"database {config.database.name} at {config.database.host}, {config.database.pool_size} connections")
print(f"mail through {config.smtp.host}" if config.smtp else "mail to the log")
print(config.database)
