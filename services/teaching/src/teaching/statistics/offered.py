"""Statistics for dashboard tiles: the time until slips are submitted and approved, and the largest pairs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.lists import Dimension, request
from kit.lists.figures import links
from kit.lists.figures.statistics import Counted, Counts, Grouping, Measure, Screen, Statistic
from kit.policy import Actor, staff
from teaching.statistics import queries
from teaching.statistics.lists import SLIP_STATISTICS

MOST_PAIRS = 20
"""Number of pairs in a tile; `/statistics/slipschord` has the others."""
_FILTERS = [entry.name for entry in SLIP_STATISTICS.filters]
_ROWS = "/slips"
_MEASURES = (
    Measure("submitted", "Handed in"),
    Measure("submissionMedian", "Median to submission, h", "decimal"),
    Measure("submissionNinety", "90th percentile to submission, h", "decimal"),
    Measure("approved", "Approved"),
    Measure("approvalMedian", "Median to approval, h", "decimal"),
    Measure("approvalNinety", "90th percentile to approval, h", "decimal"),
)
_DEPARTMENT, _MONTH, _BOTH = "department", "month", "departmentMonth"


def _times(connection: sa.Connection, actor: Actor, filters: Mapping[str, str], by: str) -> Counts:
    rows = queries.times(connection, actor, filters)
    wanted = request.read(SLIP_STATISTICS, filters)
    has_department, has_month = by in {_DEPARTMENT, _BOTH}, by in {_MONTH, _BOTH}
    chosen = [
        row
        for row in rows
        if (row["departmentId"] is not None) == has_department and (row["month"] is not None) == has_month
    ]
    total = [row for row in rows if row["departmentId"] is None and row["month"] is None]
    return Counts(
        [_group(row, wanted) for row in chosen] if by else [], [Counted((), (), _values(row)) for row in total]
    )


def _values(row: Mapping[str, Any]) -> list[Any]:
    return [row[one.name] for one in _MEASURES]


def _group(row: Mapping[str, Any], wanted: request.ListRequest) -> Counted:
    """Return a row of `queries.times` with the filters that select its slips, within those of the request."""
    keys: list[str | int] = []
    texts: list[str] = []
    filters: dict[str, str] = {"handedIn": "true"}
    if row["departmentId"] is not None:
        keys.append(row["departmentId"])
        texts.append(row["department"])
        filters["departmentId"] = str(row["departmentId"])
    if row["month"] is not None:
        month, first = _dimension("tutorialDate.month"), dt.date.fromisoformat(f"{row['month']}-01")
        keys.append(row["month"])
        texts.append(month.text(first, None))
        filters["tutorialDate"] = links.filter_of(SLIP_STATISTICS, month, first, wanted) or ""
    return Counted(keys, texts, _values(row), filters=filters)


def _dimension(name: str) -> Dimension:
    assert SLIP_STATISTICS.figures is not None
    return SLIP_STATISTICS.figures.dimensions[name]


def _pairs(connection: sa.Connection, actor: Actor, filters: Mapping[str, str], by: str) -> Counts:
    answer = queries.pairs(connection, actor, {**filters, "by": by})
    groups = [
        Counted(
            (f"{pair['fromId']} {pair['toId']}",),
            (f"{pair['from']}, {pair['to']}",),
            (pair["slips"],),
            filters=pair["filters"],
        )
        for pair in answer["pairs"][:MOST_PAIRS]
    ]
    return Counts(groups, [Counted((), (), (answer["allSlips"],))], more=answer["allPairs"] > MOST_PAIRS)


STATISTICS = (
    Statistic(
        path="/slip/statistics/times",
        title="Time to submission and approval of slips",
        may=staff,
        spec=SLIP_STATISTICS,
        filters=_FILTERS,
        by=(
            Grouping(_DEPARTMENT, ("Department",)),
            Grouping(_MONTH, ("Month of the tutorial",)),
            Grouping(_BOTH, ("Department", "Month of the tutorial")),
        ),
        measures=_MEASURES,
        read=_times,
        screen=Screen("/statistics/slips", days="tutorialDate", keeps=("departmentId",)),
        rows=_ROWS,
    ),
    Statistic(
        path="/slip/statistics/pairs",
        title="Who teaches whom",
        may=staff,
        spec=SLIP_STATISTICS,
        filters=_FILTERS,
        by=(Grouping("people", ("Tutor and student",)), Grouping("departments", ("Their departments",))),
        measures=(Measure("slips", "Slips"),),
        read=_pairs,
        screen=Screen("/statistics/slipschord", days="tutorialDate", keeps=("departmentId",)),
        rows=_ROWS,
    ),
)
