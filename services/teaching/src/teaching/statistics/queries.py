"""Figures that a list cannot aggregate: the time until slips are submitted and approved, and the pairs of tutors and
students, or of departments, by number of slips."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from itertools import accumulate
from math import ceil, floor
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database import all_rows
from kit.errors import Invalid
from kit.lists import months_later, request
from kit.lists.figures.groupings import largest
from kit.lists.request import query
from kit.policy import Actor
from kit.values.days import LONDON
from teaching.copies.model import department
from teaching.slips.model import slip
from teaching.statistics.lists import SLIP_STATISTICS

MOST_PAIRS = 2_000
_c = slip.c
_PAIRS = {"people": ("tutorId", "studentId"), "departments": ("tutorDepartmentId", "studentDepartmentId")}


def _tenths(end: sa.ColumnElement[Any], start: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    return sa.cast(sa.func.date_part("epoch", end - start, type_=sa.Double) / 360.0, sa.Integer)


_UNTIL = {"submission": _tenths(_c.submitted, _c.tutorial_end), "approval": _tenths(_c.approved, _c.submitted)}
"""Tenths of an hour from the end of the tutorial to the submission, and from there to the approval."""
Spans = dict[str, Counter[int]]
"""The number of slips by their tenths of an hour, to submission and to approval."""


def times(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return median and 90th percentile of the hours for the filtered submitted slips. Groups are department and month
    of the tutorial, each alone (the other is None), and overall (both are None). Raises Invalid."""
    chosen = sa.and_(query.where(request.read(SLIP_STATISTICS, asked), actor), _c.submitted.is_not(None))
    starts = _months(connection)
    month = sa.func.width_bucket(_c.tutorial_start, sa.literal(starts, ARRAY(sa.DateTime(timezone=True))))
    source = query.narrowed(SLIP_STATISTICS, [chosen])
    # The database counts slips of the same tenth of an hour: its percentiles would sort half a million rows four times.
    spans_of: dict[tuple[int | None, dt.date | None], Spans] = {}
    for name, tenths in _UNTIL.items():
        keys = (_c.department_id, month, tenths)
        rows = sa.select(*keys, sa.func.count()).select_from(source).where(chosen, tenths.is_not(None))
        for number, place, span, count in connection.execute(rows.group_by(*keys)):
            first = starts[place - 1].date()
            for key in ((number, first), (number, None), (None, first), (None, None)):
                spans_of.setdefault(key, {one: Counter() for one in _UNTIL})[name][span] += count
    named = all_rows(connection, sa.select(department.c.id, department.c.title))
    titles = {one["id"]: one["title"] for one in named}
    timed = [_timed(number, first, spans, titles) for (number, first), spans in spans_of.items()]
    return sorted(timed, key=lambda row: (row["department"] or "", row["month"] or ""))


def _months(connection: sa.Connection) -> list[dt.datetime]:
    """Return the starts in London of all months with slips, with one before and one after. Looking up the month of a
    slip in them takes a third of the time of the database's calendar functions."""
    low, high = connection.execute(sa.select(sa.func.min(_c.tutorial_start), sa.func.max(_c.tutorial_start))).one()
    if low is None:
        return []
    first, last = (months_later(at.astimezone(LONDON).date().replace(day=1), by) for at, by in ((low, -1), (high, 1)))
    number = (last.year - first.year) * 12 + last.month - first.month
    days = (months_later(first, place) for place in range(number + 1))
    return [dt.datetime(day.year, day.month, 1, tzinfo=LONDON) for day in days]


def _timed(number: int | None, month: dt.date | None, spans: Spans, titles: Mapping[int, str]) -> dict[str, Any]:
    return {
        "departmentId": number,
        "department": None if number is None else titles.get(number, f"Department {number}"),
        "month": None if month is None else month.isoformat()[:7],
        "submitted": spans["submission"].total(),
        "approved": spans["approval"].total(),
        **{
            f"{name}{part}": _percentile(counted, share)
            for name, counted in spans.items()
            for part, share in (("Median", 0.5), ("Ninety", 0.9))
        },
    }


def _percentile(counted: Counter[int], share: float) -> float | None:
    """Return the hours that this share of the slips took at most, interpolated between two slips; None without
    slips."""
    if not counted:
        return None
    place = share * (counted.total() - 1)
    ends = list(accumulate(counted[span] for span in sorted(counted)))
    spans = sorted(counted)
    low, high = (spans[bisect_right(ends, at)] for at in (floor(place), ceil(place)))
    return round((low + (high - low) * (place - floor(place))) / 10, 1)


def pairs(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the pairs with most slips: of tutor and student, or with `by=departments` of their departments. Raises
    Invalid."""
    kind = asked.get("by") or "people"
    if kind not in _PAIRS:
        raise Invalid(f"by is {' or '.join(_PAIRS)}", code="unknown_figure", fields={"by": "people or departments"})
    rows = {name: value for name, value in asked.items() if name != "by"}
    one, other = _PAIRS[kind]
    pairs = largest(connection, SLIP_STATISTICS, actor, rows, by=(one, other), most=MOST_PAIRS)
    return {
        "pairs": [
            {
                "fromId": group.keys[0],
                "from": group.texts[0],
                "toId": group.keys[1],
                "to": group.texts[1],
                "slips": group.count,
                "filters": dict(zip((one, other), map(str, group.keys), strict=True)),
            }
            for group in pairs.groups
        ],
        "allPairs": pairs.groups_in_all,
        "allSlips": pairs.rows_in_all,
    }
