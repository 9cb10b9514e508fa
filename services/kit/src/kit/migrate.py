"""Migrations of a service's database: Alembic, driven from here, with one environment for all services.

`services/<name>/migrations/versions/*.py` is all a service keeps. A migration suits the release that is running: add
first, use it in the next release, remove in the one after (expand, then contract). Extensions are made with the
database, not here.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from kit import db

_LOCK = 7_266_002
"""The advisory lock that lets one process migrate while the others wait."""


def versions(service: str) -> Path:
    """`services/<service>/migrations/versions`, found from where the package lies."""
    package = importlib.import_module(service).__file__
    if package is None:
        raise LookupError(f"{service} is no package")
    return Path(package).parents[2] / "migrations" / "versions"


def _config(service: str, connection: sa.Connection, metadata: sa.MetaData) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("version_locations", str(versions(service)))
    config.set_main_option("path_separator", "newline")
    config.attributes.update(connection=connection, metadata=metadata)
    return config


def upgrade(service: str, metadata: sa.MetaData) -> None:
    """Bring the database of `service` to the newest version; all of it or nothing."""
    with db.database().engine.connect() as connection:
        connection.execute(sa.text("select pg_advisory_lock(:lock)"), {"lock": _LOCK})
        connection.commit()
        try:
            command.upgrade(_config(service, connection, metadata), "head")
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
        finally:
            connection.execute(sa.text("select pg_advisory_unlock(:lock)"), {"lock": _LOCK})
            connection.commit()


def revision(service: str, metadata: sa.MetaData, message: str) -> Path:
    """Write the migration from the database as it is to the tables as they are declared; its path. Read it through."""
    versions(service).mkdir(parents=True, exist_ok=True)
    with db.database().engine.connect() as connection:
        made: Any = command.revision(_config(service, connection, metadata), message, autogenerate=True)
        connection.rollback()
    return Path(made.path)


def differences(metadata: sa.MetaData) -> list[Any]:
    """Differences between the declared tables and those of the database, both ways; empty when they agree."""
    with db.database().engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found: list[Any] = compare_metadata(context, metadata)
        connection.rollback()
    return found
