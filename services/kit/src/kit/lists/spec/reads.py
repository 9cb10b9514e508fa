"""Tables that a list reads, so that a page knows which lists a change of a record makes stale."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.sql import visitors

from kit.lists.spec.listspec import ListSpec


def tables_read(spec: ListSpec) -> list[str]:
    """Return the names of the tables in its rows, columns and condition, including aliases and subqueries."""
    parts = [spec.source, *(column.expression for column in spec.columns)]
    if spec.where is not None:
        parts.append(spec.where)
    return sorted({name for part in parts for name in _tables(part)})


def _tables(part: sa.sql.visitors.ExternallyTraversible) -> Iterator[str]:
    for element in visitors.iterate(part):
        if isinstance(element, sa.Table):
            yield element.name
        elif isinstance(element, sa.Column) and isinstance(element.table, sa.FromClause):
            yield from (one.name for one in visitors.iterate(element.table) if isinstance(one, sa.Table))
