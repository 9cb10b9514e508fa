"""`python -m services.demo.load`: add volume to a running installation. Does nothing where it was added before."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

from devstack.layout import SERVICES
from services.demo.part import Connection


def main() -> int:
    """Load the volume of each service in one transaction per service.

    `services/<service>/load` has `load(connection) -> str`, which returns a summary; a service without it has no
    volume. The database addresses are those of the demo data.
    """
    if os.environ.get("STAFFROOM_DEMO") != "1":
        print("volume is loaded only where STAFFROOM_DEMO=1", file=sys.stderr)
        return 1
    for service in SERVICES:
        name = f"services.{service}.load"
        if importlib.util.find_spec(name) is None:
            continue
        started = time.monotonic()
        address = os.environ[f"STAFFROOM_DATABASE_URL_{service.upper()}"]
        with psycopg.connect(address) as connection:
            summary = importlib.import_module(name).load(connection)
        with psycopg.connect(address, autocommit=True) as connection:
            # Scans of an index alone need the visibility map.
            connection.execute("VACUUM (SKIP_LOCKED)")
        print(f"  {service}: {summary} in {time.monotonic() - started:.0f} s", flush=True)
    return 0


@contextmanager
def without_indexes(connection: Connection, *tables: str) -> Iterator[None]:
    """Drop the indexes that no constraint needs and disable the triggers, to fill big tables fast; afterwards restore
    both, and ANALYZE."""
    definitions = []
    for table in tables:
        indexes = connection.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = %s"
            " AND indexname NOT IN (SELECT conname FROM pg_constraint)",
            (table,),
        ).fetchall()
        for name, definition in indexes:
            connection.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))
            definitions.append(definition)
        connection.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(sql.Identifier(table)))
    yield
    for table in tables:
        connection.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(sql.Identifier(table)))
    for definition in definitions:
        connection.execute(definition.encode())
    for table in tables:
        connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table)))


if __name__ == "__main__":
    raise SystemExit(main())
