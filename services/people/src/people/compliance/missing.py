"""Gaps of requirements, opened and closed with one statement for each requirement, over one record or a whole kind.

A gap opens when a record that the requirement applies to lacks the data. It closes when the record has it, or the
requirement no longer applies. Concurrent runs write nothing twice: the index of open gaps decides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert

from kit.database.sql import TODAY
from kit.database.tables import version_values
from people.checks.validity import has_check
from people.compliance.model import requirement_gap
from people.courses.attributes import COURSE
from people.courses.model import course
from people.enrolment.model import course_student, course_tutor
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES, address, client_student
from people.requirements.model import form_received, requirement

_g, _r = requirement_gap.c, requirement.c
Row = Mapping[str, Any]
_READ = frozenset({"status", "birth_date", "student_type", "type"})
"""Columns by which a requirement selects its records."""
_OF_COLUMNS = ("field", "document", "acceptance")
"""Measures that read a column of the record itself."""


def table_of(kind: str) -> sa.Table:
    """Return the table of one kind of record."""
    return course if kind == "course" else TABLES[kind]


def column_of(kind: str, item: str) -> sa.Column[Any]:
    """Return the column of a required field."""
    return (COURSE if kind == "course" else BY_NAME[kind].attributes)[item].column


def _is_empty(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    if isinstance(column.type, sa.Boolean):
        return ~column
    if isinstance(column.type, ARRAY):
        return sa.func.cardinality(column) == 0
    if isinstance(column.type, JSONB):
        return column == sa.text("'[]'::jsonb")
    if isinstance(column.type, sa.String):
        return sa.func.coalesce(column, "") == ""
    return column.is_(None)


def _lacks_link(kind: str, item: str) -> sa.ColumnElement[bool]:
    key = table_of(kind).c.id
    on: Mapping[str, sa.ColumnElement[bool]] = {
        "guardian": client_student.c.student_id == key,
        "address": sa.and_(address.c.person_type == kind, address.c.person_id == key),
        "tutor": course_tutor.c.course_id == key,
        "student": sa.and_(course_student.c.course_id == key, course_student.c.status != "withdrawn"),
    }
    return ~sa.exists().where(on[item])


def lacks(row: Row) -> sa.ColumnElement[bool]:
    """Return the condition that a record lacks the data of the requirement `row`."""
    kind, what, item = row["kind"], row["what"], row["item"]
    key = table_of(kind).c.id
    if what == "link":
        return _lacks_link(kind, item)
    if what == "check":
        return ~has_check(kind, key, item)
    if what == "form":
        c = form_received.c
        return ~sa.exists().where(c.form_id == row["form_id"], c.kind == kind, c.record_id == key)
    column = column_of(kind, item)
    return sa.or_(column.is_(None), column < TODAY) if what == "document" else _is_empty(column)


def applies(row: Row) -> sa.ColumnElement[bool]:
    """Return the condition that the requirement `row` applies to a record."""
    kind, c = row["kind"], table_of(row["kind"]).c
    conditions: list[sa.ColumnElement[bool]] = [
        sa.true() if row["active"] else sa.false(),
        sa.func.coalesce(sa.literal(row["active_from"], sa.Date), TODAY) <= TODAY,
        c.status.in_(row["statuses"]) if row["statuses"] else c.status.not_in(("retired", "deleted")),
    ]
    if row["age_below"] and kind != "course":
        years = sa.func.make_interval(sa.literal_column(str(int(row["age_below"])), sa.Integer))
        conditions.append(c.birth_date > sa.cast(TODAY - years, sa.Date))
    if row["student_type"] and kind == "student":
        conditions.append(c.student_type == row["student_type"])
    if row["course_type"] and kind == "course":
        conditions.append(c.type == row["course_type"])
    return sa.and_(*conditions)


def reads(row: Row) -> frozenset[str]:
    """Return the columns of a record that decide whether the requirement `row` applies, and whether it is met."""
    own = row["what"] in _OF_COLUMNS
    return _READ | ({column_of(row["kind"], row["item"]).name} if own else set())


def statement(row: Row, record: int | None = None) -> sa.Select[tuple[int, int]]:
    """Return the statement that closes and opens the gaps of a requirement, and answers both numbers.

    It compares the records that lack the data with the open gaps by index alone, and writes only the difference, which
    is small on most nights.
    """
    table = table_of(row["kind"])
    mine = [table.c.id == record] if record is not None else []
    missing = sa.select(table.c.id).where(applies(row), lacks(row), *mine).cte("missing")
    standing_ones = [_g.requirement_id == row["id"], _g.status != "mended"]
    standing_ones += [_g.record_id == record] if record is not None else []
    standing = sa.select(_g.record_id).where(*standing_ones).cte("standing")
    is_other = sa.or_(missing.c.id.is_(None), standing.c.record_id.is_(None))
    joined = missing.join(standing, standing.c.record_id == missing.c.id, full=True)
    difference = (
        sa.select(missing.c.id.label("lacking"), standing.c.record_id.label("supplied"))
        .select_from(joined)
        .where(is_other)
        .cte("difference")
        .prefix_with("MATERIALIZED")
    )
    supplied = sa.select(difference.c.supplied).where(difference.c.supplied.is_not(None)).scalar_subquery()
    close = sa.update(requirement_gap).where(*standing_ones, _g.record_id == sa.func.any(sa.func.array(supplied)))
    now = sa.func.clock_timestamp()
    closed = close.values(status="mended", mended=now, **version_values(requirement_gap)).returning(_g.id).cte("closed")
    values: dict[str, sa.ColumnElement[Any]] = {
        "requirement_id": sa.literal(row["id"], sa.BigInteger),
        "kind": sa.literal(row["kind"], sa.Text),
        "record_id": difference.c.lacking,
        "since": now,
    }
    rows = sa.select(*values.values()).select_from(difference).where(difference.c.lacking.is_not(None))
    opened = (
        insert(requirement_gap).from_select(list(values), rows).on_conflict_do_nothing().returning(_g.id).cte("opened")
    )
    count = sa.select(sa.func.count())
    return sa.select(
        count.select_from(closed).scalar_subquery().label("closed"),
        count.select_from(opened).scalar_subquery().label("opened"),
    )


def requirements(connection: sa.Connection, kind: str | None = None, active: bool = False) -> list[dict[str, Any]]:
    """Return the requirements of a kind, or all."""
    select = sa.select(requirement).order_by(_r.id)
    select = select.where(*([_r.kind == kind] if kind else []), *([_r.active] if active else []))
    return [dict(row) for row in connection.execute(select).mappings()]


def evaluate(connection: sa.Connection, row: Row, record: int | None = None) -> tuple[int, int]:
    """Update the gaps of a requirement; return the numbers closed and opened."""
    counts = connection.execute(statement(row, record)).one()
    return counts.closed, counts.opened


def evaluate_record(connection: sa.Connection, kind: str, record: int, changed: Collection[str] | None = None) -> None:
    """Update the gaps of one record. With `changed` columns, evaluate only the requirements that read one of them."""
    if changed is not None and not changed:
        return
    for row in requirements(connection, kind, active=True):
        if changed is None or reads(row).intersection(changed):
            evaluate(connection, row, record)


def forget(connection: sa.Connection, kind: str, record: int) -> None:
    """Delete the gaps of a deleted record."""
    connection.execute(sa.delete(requirement_gap).where(_g.kind == kind, _g.record_id == record))


def end_waivers(connection: sa.Connection) -> int:
    """Open the gaps whose waiver has ended; return their number."""
    ended = sa.and_(_g.status == "waived", _g.waived_until < TODAY)
    opened = sa.update(requirement_gap).where(ended).values(status="open", **version_values(requirement_gap))
    return connection.execute(opened).rowcount
