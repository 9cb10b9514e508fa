"""Parts of a record's answer that come from the records it refers to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from kit.database import first_row
from kit.policy import Actor, Row

Extra = Callable[[sa.Connection, Actor, Row], dict[str, Any]]


def joined(source: sa.FromClause, key: sa.Column[Any], *columns: sa.ColumnElement[Any], by: str = "id") -> Extra:
    """Return the `extra` of a field set: labelled `columns` of `source`, where `key` is the record's column `by`.

    It takes no account of the actor: whoever reads the record reads these."""

    def extra(connection: sa.Connection, _: Actor, row: Row) -> dict[str, Any]:
        return first_row(connection, sa.select(*columns).select_from(source).where(key == row[by])) or {}

    return extra
