"""`python -m services.demo.load [service,...]`: add volume to a running installation, unless it was added before."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

import psycopg
from psycopg import sql

from devstack.layout import SERVICES
from services.demo.part import Connection

FIRST = 10_000_000
"""First id of loaded records, far from those of the demo."""


def main(only: str = "") -> int:
    """Load the volume of each service, or of those named in `only`, in one transaction per service.

    `services/<service>/load` has `load(connection) -> str`, which returns a summary; a service without it has no
    volume. The database addresses are the same as for the demo data.
    """
    if os.environ.get("STAFFROOM_DEMO") != "1":
        print("volume is loaded only where STAFFROOM_DEMO=1", file=sys.stderr)
        return 1
    chosen = {name.strip() for name in only.split(",") if name.strip()}
    if unknown := chosen - set(SERVICES):
        print(f"there is no service {', '.join(sorted(unknown))}", file=sys.stderr)
        return 1
    for service in SERVICES:
        if chosen and service not in chosen:
            continue
        name = f"services.{service}.load"
        if importlib.util.find_spec(name) is None:
            continue
        started = time.monotonic()
        address = os.environ[f"STAFFROOM_DATABASE_URL_{service.upper()}"]
        with psycopg.connect(address) as connection:
            summary = importlib.import_module(name).load(connection)
        with psycopg.connect(address, autocommit=True) as connection:
            # index-only scans need the visibility map
            connection.execute("VACUUM (SKIP_LOCKED)")
        print(f"  {service}: {summary} in {time.monotonic() - started:.0f} s", flush=True)
    return 0


@contextmanager
def without_indexes(connection: Connection, *tables: str) -> Iterator[None]:
    """Drop the indexes that no constraint needs and disable the triggers, to fill big tables fast. Afterwards restore
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


@contextmanager
def unchecked(connection: Connection, constraints: Mapping[str, Sequence[str]]) -> Iterator[None]:
    """Drop the most expensive constraints of the tables; afterwards restore them, which checks all rows at once."""
    definitions = [
        (
            table,
            name,
            connection.execute(
                "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = %s", (name,)
            ).fetchone(),
        )
        for table, names in constraints.items()
        for name in names
    ]
    for table, name, _ in definitions:
        connection.execute(
            sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(sql.Identifier(table), sql.Identifier(name))
        )
    yield
    for table, name, definition in definitions:
        assert definition is not None
        connection.execute(
            sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} ").format(sql.Identifier(table), sql.Identifier(name))
            + sql.SQL(definition[0])
        )


def add(
    connection: Connection, tables: Sequence[str], statements: Sequence[str], numbers: Mapping[str, object]
) -> bool:
    """Run the statements once, with `first` and `numbers` as parameters, while the `tables` they fill have no indexes.
    Returns False if the first table already holds loaded records. `%` is an operator in the statements."""
    exists = sql.SQL("SELECT EXISTS (SELECT FROM {} WHERE id >= %s)").format(sql.Identifier(tables[0]))
    row = connection.execute(exists, (FIRST,)).fetchone()
    if row is not None and row[0]:
        return False
    with ExitStack() as stack:
        for table in tables:
            stack.enter_context(without_indexes(connection, table))
        for statement in statements:
            named = statement.replace("%", "%%").replace("%%(", "%(").encode()
            connection.execute(named, {"first": FIRST, **numbers})
    for table in tables:
        _count_on(connection, table)
    return True


def _count_on(connection: Connection, table: str) -> None:
    """Advance the id sequence of the table past the loaded records, if it has one."""
    of = sql.SQL(
        "SELECT pg_get_serial_sequence({0}, attname) FROM pg_attribute"
        " WHERE attrelid = {0}::regclass AND attname = 'id'"
    ).format(sql.Literal(table))
    counter = connection.execute(of).fetchone()
    if counter is not None and counter[0] is not None:
        highest = sql.SQL("SELECT setval({}, (SELECT max(id) FROM {}))")
        connection.execute(highest.format(sql.Literal(counter[0]), sql.Identifier(table)))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ONLY", "")))
