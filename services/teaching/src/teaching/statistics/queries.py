"""Figures that no list can count: the time until slips are handed in and approved, and the pairs of tutors and students
or of departments by their number of slips."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.errors import Invalid
from kit.lists import query, request
from kit.lists.groupings import largest
from kit.policy import Actor
from teaching.copies.model import department
from teaching.slips.model import slip
from teaching.statistics.lists import SLIP_STATISTICS

MOST_PAIRS = 2_000
_c = slip.c
_HALVES = sa.literal_column("ARRAY[0.5, 0.9]")
_PAIRS = {"people": ("tutorId", "studentId"), "departments": ("tutorDepartmentId", "studentDepartmentId")}


def _hours(end: sa.ColumnElement[Any], start: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    return sa.extract("epoch", end - start) / 3600


_UNTIL = {"submission": _hours(_c.submitted, _c.tutorial_end), "approval": _hours(_c.approved, _c.submitted)}
"""Hours from the end of the tutorial to the submission, and from there to the approval."""


def times(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> list[dict[str, Any]]:
    """Median and 90th percentile of the hours by department and month of the tutorial, by each alone (the other is
    None), and of all (both are None), of the slips handed in that the filters leave. Raises Invalid."""
    chosen = sa.and_(
        query.where(SLIP_STATISTICS, request.read(SLIP_STATISTICS, asked), actor), _c.submitted.is_not(None)
    )
    month = sa.cast(sa.func.date_trunc("month", sa.func.timezone("Europe/London", _c.tutorial_start)), sa.Date)
    rows = (
        sa.select(_c.department_id, month.label("month"), *(hours.label(name) for name, hours in _UNTIL.items()))
        .select_from(query.narrowed(SLIP_STATISTICS, [chosen]))
        .where(chosen)
        .subquery("rows")
    )
    of, first = rows.c.department_id, rows.c.month
    percentiles = [
        sa.type_coerce(sa.func.percentile_cont(_HALVES).within_group(rows.c[name]), sa.ARRAY(sa.Float)).label(name)
        for name in _UNTIL
    ]
    grouped = (
        sa.select(
            of, first, sa.func.grouping(of).label("all_departments"), sa.func.grouping(first).label("all_months"),
            sa.func.count().label("submitted"), sa.func.count(rows.c.approval).label("approved"), *percentiles,
        )
        .group_by(sa.func.grouping_sets(sa.tuple_(of, first), sa.tuple_(of), sa.tuple_(first), sa.text("()")))
    )  # fmt: skip
    named = all_rows(connection, sa.select(department.c.id, department.c.title))
    titles = {one["id"]: one["title"] for one in named}
    found = [_timed(row, titles) for row in connection.execute(grouped).mappings() if row["submitted"]]
    return sorted(found, key=lambda row: (row["department"] or "", row["month"] or ""))


def _timed(row: Mapping[str, Any], titles: Mapping[int, str]) -> dict[str, Any]:
    number = None if row["all_departments"] else row["department_id"]
    month: dt.date | None = None if row["all_months"] else row["month"]
    return {
        "departmentId": number,
        "department": None if number is None else titles.get(number, f"Department {number}"),
        "month": None if month is None else month.isoformat()[:7],
        "submitted": row["submitted"],
        "approved": row["approved"],
        **{
            f"{name}{part}": None if row[name] is None or row[name][place] is None else round(row[name][place], 1)
            for name in _UNTIL
            for place, part in enumerate(("Median", "Ninety"))
        },
    }


def pairs(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> dict[str, Any]:
    """The pairs with most slips: of tutor and student, or with `by=departments` of their departments. Raises
    Invalid."""
    kind = asked.get("by") or "people"
    if kind not in _PAIRS:
        raise Invalid(f"by is {' or '.join(_PAIRS)}", code="unknown_figure", fields={"by": "people or departments"})
    rows = {name: value for name, value in asked.items() if name != "by"}
    one, other = _PAIRS[kind]
    found = largest(connection, SLIP_STATISTICS, actor, rows, by=(one, other), most=MOST_PAIRS)
    return {
        "pairs": [
            {
                "fromId": group.keys[0], "from": group.texts[0], "toId": group.keys[1], "to": group.texts[1],
                "slips": group.count, "filters": dict(zip((one, other), map(str, group.keys), strict=True)),
            }
            for group in found.groups
        ],
        "allPairs": found.groups_in_all,
        "allSlips": found.rows_in_all,
    }  # fmt: skip
