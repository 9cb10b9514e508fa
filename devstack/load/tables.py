"""Filling a big table: its indexes go first and are built once at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql


@contextmanager
def without_indexes(connection: psycopg.Connection[Any], *tables: str) -> Iterator[None]:
    """Drop the indexes that no constraint needs and switch the triggers off; afterwards make both again, and
    ANALYZE."""
    definitions = []
    for table in tables:
        found = connection.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = %s"
            " AND indexname NOT IN (SELECT conname FROM pg_constraint)",
            (table,),
        ).fetchall()
        for name, definition in found:
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
