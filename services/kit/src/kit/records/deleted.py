"""Records that are marked as deleted: they keep their row and existing references, and take no new ones.

A mark is the column `deleted` (a boolean or a timestamp), the values that a field set writes instead of deleting
(`Delete.mark`), or the state `deleted` of a workflow.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

STATE = COLUMN = "deleted"


def condition(kind: Any) -> sa.ColumnElement[bool]:
    """Return whether a row of `kind`, a field set or a workflow, is marked as deleted."""
    marks = [sa.false(), *of_table(kind.table)]
    workflow = getattr(kind, "workflow", None) or kind
    if any(option.value == STATE for option in getattr(workflow, "states", ())):
        marks.append(workflow.column == STATE)
    deletion = getattr(kind, "delete", None)
    if deletion is not None and deletion.mark:
        marks.append(sa.and_(*(kind.table.c[name] == value for name, value in deletion.mark.items())))
    return sa.or_(*marks)


def of_table(table: sa.Table) -> list[sa.ColumnElement[bool]]:
    """Return the condition of the column `deleted`, if the table has one."""
    if COLUMN not in table.c:
        return []
    column = table.c[COLUMN]
    return [column if isinstance(column.type, sa.Boolean) else column.is_not(None)]
