"""The content of an installation as hashes, to compare before and after a restore."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import psycopg

_TABLES = "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1"
_ROWS = """
select count(*), md5(coalesce(string_agg(md5(row::text), '' order by row::text collate "C"), '')) from {} row
"""


def databases(admin_url: str) -> list[str]:
    """The databases of the services and of Keycloak."""
    with psycopg.connect(admin_url) as connection:
        names = "select datname from pg_database where datname like 'staffroom\\_%' or datname = 'keycloak' order by 1"
        return [name for (name,) in connection.execute(names) if not name.startswith("staffroom_test_")]


def rows(admin_url: str) -> dict[str, tuple[int, str]]:
    """Return the number and hash of the rows of every table; each database is read in one snapshot."""
    contents: dict[str, tuple[int, str]] = {}
    for name in databases(admin_url):
        with psycopg.connect(database_url(admin_url, name)) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            for (table,) in connection.execute(_TABLES).fetchall():
                contents[f"{name}.{table}"] = connection.execute(_ROWS.format(f'"{table}"')).fetchone() or (0, "")
    return contents


def database_url(admin_url: str, name: str) -> str:
    """Return the address of another database for the same role."""
    return f"{admin_url.rpartition('/')[0]}/{name}"


def objects(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every object by key."""
    paths = [path for path in folder.rglob("*") if path.is_file() and "drafts" not in path.parts]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return the differences by name."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
