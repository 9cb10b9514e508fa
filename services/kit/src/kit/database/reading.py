"""Rows of a query as dicts by column name, and the time of the server."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.errors import NotFound


def all_rows(connection: sa.Connection, statement: sa.Executable, params: Any = None) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(statement, params).mappings()]


def first_row(connection: sa.Connection, statement: sa.Executable, params: Any = None) -> dict[str, Any] | None:
    """Return the first row, or None."""
    row = connection.execute(statement, params).mappings().first()
    return dict(row) if row is not None else None


def transaction_time(connection: sa.Connection) -> dt.datetime:
    """Return the instant at which the transaction began, by the server's clock."""
    began: dt.datetime = connection.execute(sa.select(sa.func.now())).scalar_one()
    return began


def row_or_404(connection: sa.Connection, statement: sa.Executable, text: str | None = None) -> dict[str, Any]:
    """Return the first row. Raises NotFound, with `text` if given."""
    row = first_row(connection, statement)
    if row is None:
        raise NotFound(text) if text else NotFound()
    return row
