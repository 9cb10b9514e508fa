"""Migrations of a service's database: Alembic with one environment for all services.

A database follows two branches. The kit's (`kit/database/migrations/versions`) has the tables and functions of every
service. The first migration of the service's own (`services/<name>/migrations/versions`) depends on the kit's. A
migration must work with the running release (expand, then contract): add in one release, use in the next, remove in the
one after. Extensions are created with the database, not here.
"""

from __future__ import annotations

import importlib
import time
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from kit.database.transactions import database
from kit.telemetry import log

_log = log.get(__name__)
KIT = Path(__file__).parent / "migrations"
_LOCK = 7_266_002
"""Key of the advisory lock: one process migrates while the others wait."""
_LOOK_EVERY = 2.0
"""Seconds between two checks of a process that waits for the migrations."""


def versions(service: str) -> Path:
    """Return `services/<service>/migrations/versions`, found from the location of the package."""
    package = importlib.import_module(service).__file__
    if package is None:
        raise LookupError(f"{service} is no package")
    return Path(package).parents[2] / "migrations" / "versions"


def _config(service: str, connection: sa.Connection, metadata: sa.MetaData) -> Config:
    config = Config()
    config.set_main_option("script_location", str(KIT))
    config.set_main_option("version_locations", f"{KIT / 'versions'}\n{versions(service)}")
    config.set_main_option("path_separator", "newline")
    config.attributes.update(connection=connection, metadata=metadata)
    return config


def _newest(service: str, config: Config) -> str | None:
    """Return the newest migration of the service's own branch.

    Raises:
        LookupError: if there are two heads; make the later one follow the other.
    """
    folder = versions(service)
    migrations = ScriptDirectory.from_config(config).walk_revisions()
    heads = [one.revision for one in migrations if one.is_head and Path(one.path).parent == folder]
    if len(heads) > 1:
        raise LookupError(f"{service} has {len(heads)} newest migrations: {', '.join(sorted(heads))}")
    return heads[0] if heads else None


def _of_newer_release(connection: sa.Connection, script: ScriptDirectory) -> set[str]:
    """Return the versions of the database that a newer release created: unknown here, and after all known ones of their
    branch."""
    known = {one.revision for one in script.walk_revisions()}

    def after_all(version: str) -> bool:
        return all(version > one for one in known if len(one) == len(version))

    return {version for version in _current(connection) if version not in known and after_all(version)}


def _current(connection: sa.Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection).get_current_heads()


def is_current(service: str, metadata: sa.MetaData) -> bool:
    """True if the database of `service` has every migration of this code, or a newer release's, which are
    compatible."""
    with database().engine.connect() as connection:
        script = ScriptDirectory.from_config(_config(service, connection, metadata))
        current = _current(connection)
        newer = _of_newer_release(connection, script)
        connection.rollback()
    return bool(newer) or not list(script.iterate_revisions("heads", current or "base", implicit_base=True))


def upgrade(service: str, metadata: sa.MetaData) -> None:
    """Upgrade the database of `service` to the newest version, in one transaction.

    Leave the database of a newer release unchanged if it still has everything that these tables declare: so a rollback
    of the release needs no migration.

    Raises:
        LookupError: a newer release created it, and something that this one declares is gone.
    """
    with database().engine.connect() as connection:
        connection.execute(sa.text("select pg_advisory_lock(:lock)"), {"lock": _LOCK})
        connection.commit()
        try:
            config = _config(service, connection, metadata)
            _newest(service, config)
            if newer := _of_newer_release(connection, ScriptDirectory.from_config(config)):
                _bear(service, connection, metadata, sorted(newer))
            else:
                command.upgrade(config, "heads")
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
        finally:
            connection.execute(sa.text("select pg_advisory_unlock(:lock)"), {"lock": _LOCK})
            connection.commit()


def wait(service: str, metadata: sa.MetaData) -> None:
    """Wait until the database of `service` is current, or reachable and current."""
    while True:
        try:
            if is_current(service, metadata):
                return
            reason = "not migrated"
        except (sa.exc.SQLAlchemyError, psycopg.Error) as error:
            reason = str(error)
        _log.info("waits_for_migrations", service=service, reason=reason)
        time.sleep(_LOOK_EVERY)


def _bear(service: str, connection: sa.Connection, metadata: sa.MetaData, versions: list[str]) -> None:
    """Accept a database of a newer release, which may have more than this one declares. Raises LookupError."""
    if unfit := [one for one in _differences(connection, metadata) if not _harmless(one)]:
        raise LookupError(
            f"The database of {service} is of a newer release ({', '.join(versions)}), in which this one cannot write: "
            f"{unfit[0]}. Restore a backup of this release, or upgrade again."
        )
    _log.warning("database_of_newer_release", service=service, versions=versions)


def _harmless(difference: Any) -> bool:
    """Return whether the operation would remove something that rows of this release do not need."""
    kind, *rest = difference if isinstance(difference, tuple) else ("modify", difference)
    if kind != "remove_column":
        return str(kind).startswith("remove_")
    column = rest[-1]
    return bool(column.nullable or column.server_default is not None or column.identity is not None)


def revision(service: str, metadata: sa.MetaData, message: str) -> Path:
    """Upgrade the database, write the migration from there to the declared tables, and return its path.

    Review the file before use.
    """
    folder = versions(service)
    folder.mkdir(parents=True, exist_ok=True)
    upgrade(service, metadata)
    with database().engine.connect() as connection:
        config = _config(service, connection, metadata)
        newest = _newest(service, config)
        script: Any = command.revision(
            config,
            message,
            autogenerate=True,
            head=newest or "base",
            version_path=str(folder),
            rev_id=f"{int(newest or 0) + 1:04}",
            depends_on=None if newest else "kit@head",
        )
        connection.rollback()
    return Path(script.path)


def differences(metadata: sa.MetaData) -> list[Any]:
    """Return the differences between the declared tables and those of the database, in both directions; empty when they
    agree."""
    with database().engine.connect() as connection:
        operations = _differences(connection, metadata)
        connection.rollback()
    return operations


def _differences(connection: sa.Connection, metadata: sa.MetaData) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    operations: list[Any] = compare_metadata(context, metadata)
    return operations
