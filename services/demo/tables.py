"""Writers of a demo table's rows and of their events for the other services."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, LiteralString

import psycopg
from psycopg import sql

Record = dict[str, Any]


def write(cursor: psycopg.Cursor[Any], table: str, records: Sequence[Record]) -> None:
    """COPY records of one shape into `table`, and continue its id sequence after theirs."""
    columns = list(records[0])
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)) as copy:
        for record in records:
            copy.write_row([record[column] for column in columns])
    if "id" in columns:
        highest = sql.SQL("(SELECT max(id) FROM {})").format(sql.Identifier(table))
        cursor.execute(sql.SQL("SELECT setval(pg_get_serial_sequence(%s, 'id'), {})").format(highest), (table,))


def events(subject: str, table: str, payload: LiteralString) -> sql.Composed:
    """Return the statement that writes an event for every row of `table` to the outbox of the service named first in
    `subject`. `payload` has names and values as in `jsonb_build_object`."""
    service = subject.partition(".")[0]
    return sql.SQL(
        "INSERT INTO outbox (subject, key, payload, actor) "
        "SELECT {}, id::text, jsonb_build_object({}), {} FROM {} ORDER BY id"
    ).format(
        sql.Literal(subject),
        sql.SQL(payload),
        sql.Literal(json.dumps({"service": service, "name": service})),
        sql.Identifier(table),
    )
