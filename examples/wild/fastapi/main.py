"""The web service. `settings.py` is generated from `api.cml`, and reads value files without further packages.

Start it with: API_CONFIG=production.cvf uvicorn main:app
"""

import logging
import os
from pathlib import Path
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from settings import Config, Database


def database_url(database: Database) -> str:
    """The URL for SQLAlchemy. It holds the password, so it must not be logged."""
    login = f"{quote(database.user, safe='')}:{quote(database.password.reveal(), safe='')}"
    return f"postgresql+psycopg://{login}@{database.host}:{database.port}/{quote(database.name, safe='')}"


def create_app(config: Config) -> FastAPI:
    """The service with a configuration. Tests call it with `Config.for_tests(…)`."""
    logging.basicConfig(level=config.log_level.name)
    # The `repr` of the configuration masks what is sensitive.
    logging.info("starting with %r", config)

    app = FastAPI(title="api")
    app.state.config = config
    app.add_middleware(
        CORSMiddleware,
        allow_origins=config.cors_origins,
        allow_credentials="*" not in config.cors_origins,
        allow_methods=["*"],
    )

    @app.get("/health")
    def health() -> dict[str, str]:
        return {"environment": config.environment.name.lower()}

    return app


if "API_CONFIG" in os.environ:
    app = create_app(Config.load(Path(os.environ["API_CONFIG"]).read_bytes()))
