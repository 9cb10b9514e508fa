"""Steps in restored databases before any service uses them: positions for `restream`, sessions, object keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from backup.programs import connected

_IDENTITY, _FILES = "staffroom_identity", "staffroom_files"
_DATABASES = "select datname from pg_database where datname like 'staffroom\\_%' order by 1"
_TABLE = "select to_regclass(%s) is not null"
_POSITIONS = "select split_part(subject, '.', 1), max(sequence) from event_position group by 1"
_END_SESSIONS = """
update session set ended = clock_timestamp(), end_reason = 'ended by a restore', version = version + 1,
  modified = clock_timestamp()
where ended is null and expires > clock_timestamp()
"""
_OBJECTS = "select object_key from file order by 1"


def databases(connection: psycopg.Connection[Any]) -> dict[str, str]:
    """Return the database addresses of the services by service name, as the superuser of the connection."""
    known, password = connection.info.dsn, connection.info.password or None
    names = [name for (name,) in connection.execute(_DATABASES)]
    return {name: make_conninfo(known, dbname=name, password=password) for name in names}


def named(urls: Sequence[str]) -> dict[str, str]:
    """Return the addresses by database name."""
    return {str(conninfo_to_dict(url).get("dbname", "")): url for url in urls}


def positions(addresses: Mapping[str, str]) -> dict[str, int]:
    """Return the highest position of any subscriber by publisher: its stream must be republished up to this number."""
    highest: dict[str, int] = {}
    for name in addresses:
        highest.setdefault(name.removeprefix("staffroom_"), 0)
        for publisher, sequence in _rows(addresses, name, "event_position", _POSITIONS):
            highest[publisher] = max(highest.get(publisher, 0), sequence)
    return highest


def end_sessions(addresses: Mapping[str, str]) -> int:
    """End all sessions, since those signed out after the restored point would be valid again. Returns their number."""
    if _IDENTITY not in addresses:
        return 0
    with connected(addresses[_IDENTITY]) as identity:
        return identity.execute(_END_SESSIONS).rowcount


def object_keys(addresses: Mapping[str, str]) -> list[str]:
    """Return the keys of the objects that files refer to."""
    return [key for (key,) in _rows(addresses, _FILES, "file", _OBJECTS)] if _FILES in addresses else []


def _rows(addresses: Mapping[str, str], database: str, table: str, query: str) -> list[tuple[Any, ...]]:
    with connected(addresses[database]) as opened:
        (there,) = opened.execute(_TABLE, (f"public.{table}",)).fetchone() or (False,)
        return opened.execute(query).fetchall() if there else []
