"""Writing the rows of a demo table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import sql

Record = dict[str, Any]


def write(cursor: psycopg.Cursor[Any], table: str, records: Sequence[Record]) -> None:
    """Copy records of one shape in, and let new ids follow theirs."""
    columns = list(records[0])
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)) as copy:
        for record in records:
            copy.write_row([record[column] for column in columns])
    if "id" in columns:
        highest = sql.SQL("(SELECT max(id) FROM {})").format(sql.Identifier(table))
        cursor.execute(sql.SQL("SELECT setval(pg_get_serial_sequence(%s, 'id'), {})").format(highest), (table,))
