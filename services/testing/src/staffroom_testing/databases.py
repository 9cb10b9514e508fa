"""Databases for tests: one for each service and run, reset after each test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from kit import context
from kit.database import database, migrate
from kit.settings import settings

MISSING = (
    "STAFFROOM_TEST_ADMIN_URL is not set: run `make test`, or start the servers with "
    "`python -m devstack up --only=postgres,nats,valkey` and take the environment from `make env`."
)
_EXTENSIONS = ("pg_trgm", "citext", "btree_gist")
_PREFIX = "staffroom_test_"
_LOCK = 7_266_003
_OWN_CONNECTION = "tests"
"""The application name of our own connection, which `end_sessions` leaves open."""


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect the statements that this process sends to its databases within the block."""
    sent: list[str] = []

    def note(*event: Any) -> None:
        sent.append(event[2])

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)


class TestDatabase:
    """A database for one service, created by its migrations (or from its tables, if it has none)."""

    __test__ = False

    def __init__(self, admin_url: str, service: str, metadata: sa.MetaData, label: str = "") -> None:
        self.service = service
        self.metadata = metadata
        self.name = f"{_PREFIX}{service}{label}_{os.getpid()}"
        self._admin_url = admin_url
        parts = conninfo_to_dict(admin_url)
        password = f":{parts['password']}" if parts.get("password") else ""
        self.url = f"postgresql://{parts['user']}{password}@{parts['host']}:{parts['port']}/{self.name}"
        with psycopg.connect(admin_url, autocommit=True) as admin:
            admin.execute("select pg_advisory_lock(%s)", (_LOCK,))
            _drop_abandoned(admin)
            admin.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(self.name)))
            admin.execute(sql.SQL("create database {} template template0").format(sql.Identifier(self.name)))
            # Stays open, so that other runs see that this database is in use.
            self._connection = psycopg.connect(self.url, autocommit=True, application_name=_OWN_CONNECTION)
        for extension in _EXTENSIONS:
            self._connection.execute(sql.SQL("create extension {}").format(sql.Identifier(extension)))
        self.activate()
        if any(versions_of(service)):
            migrate.upgrade(service, metadata)
        else:
            metadata.create_all(database().engine)
        self._reset = self._reset_statement()

    def activate(self) -> None:
        """Make this database, and its service, those of the process."""
        context.set_service(self.service)
        if os.environ.get("STAFFROOM_DATABASE_URL") != self.url or not database.cache_info().currsize:
            os.environ["STAFFROOM_DATABASE_URL"] = self.url
            settings.cache_clear()
            if database.cache_info().currsize:
                database().dispose()
            database.cache_clear()

    def reset(self) -> None:
        """Restore every table to its state after the migrations. Fail if a test left a transaction open."""
        self._connection.execute(self._reset)

    def end_sessions(self) -> int:
        """End all connections to this database but our own, like a restart of the server; return their number."""
        others = "datname = current_database() and application_name <> %s and backend_type = 'client backend'"
        ended = self._connection.execute(
            f"select count(pg_terminate_backend(pid, 5000)) from pg_stat_activity where {others}",  # noqa: S608  a constant
            (_OWN_CONNECTION,),
        ).fetchone()
        return int(ended[0]) if ended else 0

    def drop(self) -> None:
        if database.cache_info().currsize:
            database().dispose()
        self._connection.close()
        with psycopg.connect(self._admin_url, autocommit=True) as admin:
            admin.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(self.name)))

    def _reset_statement(self) -> sql.Composed:
        """One round trip: delete all rows with foreign keys disabled, then restore the rows that migrations inserted.

        Deleting from fifty empty tables takes some milliseconds; truncating them takes a hundred times as long.
        """
        self._connection.execute("create schema seed")
        statements: list[sql.Composable] = [sql.SQL("set lock_timeout = '5s'; set session_replication_role = replica")]
        for table in self.metadata.sorted_tables:
            name = sql.Identifier(table.name)
            statements.append(sql.SQL("delete from {}").format(name))
            has_rows = self._connection.execute(sql.SQL("select exists (select from {})").format(name)).fetchone()
            if has_rows and has_rows[0]:
                self._connection.execute(sql.SQL("create table seed.{0} as table {0}").format(name))
                columns = [sql.Identifier(column.name) for column in table.columns if column.computed is None]
                names = sql.SQL(", ").join(columns)
                statements.append(
                    sql.SQL("insert into {0} ({1}) overriding system value select {1} from seed.{0}").format(
                        name, names
                    )
                )
        statements.append(sql.SQL("set session_replication_role = default"))
        return sql.SQL("; ").join(statements)


def versions_of(service: str) -> list[Path]:
    """Return the migrations of a service."""
    try:
        return [path for path in migrate.versions(service).iterdir() if path.is_file()]
    except (LookupError, ImportError, FileNotFoundError):
        return []


def _drop_abandoned(admin: psycopg.Connection[Any]) -> None:
    """Drop the databases of killed runs, which no longer have connections."""
    rows = admin.execute(
        "select datname from pg_database d where datname like %s"
        " and not exists (select from pg_stat_activity a where a.datid = d.oid)",
        (_PREFIX + "%",),
    ).fetchall()
    for (name,) in rows:
        admin.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))
