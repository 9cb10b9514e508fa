"""Steps in restored databases before any service uses them: positions for `restream`, sessions, the files they name."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

_DATABASES = "select datname from pg_database where datname like 'staffroom\\_%' order by 1"
_TABLE = "select to_regclass(%s) is not null"
_POSITIONS = "select split_part(subject, '.', 1), max(sequence) from event_position group by 1"
_END_SESSIONS = """
update session set ended = clock_timestamp(), end_reason = 'ended by a restore', version = version + 1,
  modified = clock_timestamp()
where ended is null and expires > clock_timestamp()
"""
_OBJECTS = "select object_key from file order by 1"


def positions(connection: psycopg.Connection[Any]) -> dict[str, int]:
    """The highest position of any subscriber, by publisher: the number up to which its stream must go."""
    highest: dict[str, int] = {}
    for name in databases(connection):
        highest.setdefault(name.removeprefix("staffroom_"), 0)
        for publisher, sequence in _rows(connection, name, "event_position", _POSITIONS):
            highest[publisher] = max(highest.get(publisher, 0), sequence)
    return highest


def end_sessions(connection: psycopg.Connection[Any]) -> int:
    """End all sessions: one that was signed out after the restored moment would live again. Returns their number."""
    if "staffroom_identity" not in databases(connection):
        return 0
    with _opened(connection, "staffroom_identity") as identity:
        return identity.execute(_END_SESSIONS).rowcount


def object_keys(connection: psycopg.Connection[Any]) -> list[str]:
    """Keys of the objects that a file names."""
    if "staffroom_files" not in databases(connection):
        return []
    return [key for (key,) in _rows(connection, "staffroom_files", "file", _OBJECTS)]


def databases(connection: psycopg.Connection[Any]) -> list[str]:
    """The databases of services."""
    return [name for (name,) in connection.execute(_DATABASES)]


def _rows(connection: psycopg.Connection[Any], database: str, table: str, query: str) -> list[tuple[Any, ...]]:
    with _opened(connection, database) as opened:
        (there,) = opened.execute(_TABLE, (f"public.{table}",)).fetchone() or (False,)
        return opened.execute(query).fetchall() if there else []


def _opened(connection: psycopg.Connection[Any], database: str) -> psycopg.Connection[Any]:
    address = make_conninfo(connection.info.dsn, dbname=database, password=connection.info.password or None)
    return psycopg.connect(address, autocommit=True)
