"""Names of the course, the places and the people of a record, from the copies of other services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import row_or_404
from teaching.copies.model import course, department, organisation, person


def names_of(
    connection: sa.Connection,
    table: sa.Table,
    record: int,
    people: tuple[str, ...],
    *more: sa.ColumnElement[Any],
    joined: Mapping[sa.Table, sa.ColumnElement[bool]] | None = None,
) -> dict[str, Any]:
    """Return the copied values of a record of `table`, in one statement: `board`, `level` and `subject` of the course,
    `department_title` and `_color`, `organisation_title`, and `<kind>_user_id` of each of its `people`. `more` columns
    come from tables that are `joined` by a condition. Raises NotFound."""
    c = table.c
    source = (
        table.outerjoin(course, course.c.id == c.course_id)
        .outerjoin(department, department.c.id == c.department_id)
        .outerjoin(organisation, organisation.c.id == c.organisation_id)
    )
    columns = [
        course.c.board,
        course.c.level,
        course.c.subject,
        department.c.title.label("department_title"),
        department.c.color.label("department_color"),
        organisation.c.title.label("organisation_title"),
        *more,
    ]
    for kind in people:
        named = person.alias(kind)
        source = source.outerjoin(named, sa.and_(named.c.kind == kind, named.c.id == c[f"{kind}_id"]))
        columns.append(named.c.user_id.label(f"{kind}_user_id"))
    for other, condition in (joined or {}).items():
        source = source.outerjoin(other, condition)
    return row_or_404(connection, sa.select(*columns).select_from(source).where(c.id == record))
