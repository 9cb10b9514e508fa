"""Figures of conversion that a list cannot aggregate: shares, medians, and cohorts by month of enquiry."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.errors import Invalid
from kit.lists import Dimension, ListSpec, Period, request
from kit.lists.figures import links
from kit.lists.request import query
from kit.policy import Actor
from kit.values.days import LONDON
from people.leads.statistics.lists import (
    CONVERSION_BAND,
    CONVERSION_DAYS,
    DAYS_TO_CONVERSION,
    HOURS_TO_ANSWER,
    LEAD_STATISTICS,
    LEAD_WISHES,
    OUTCOME,
)

BY = {
    "month": "created.month",
    "origin": "origin",
    "owner": "ownerId",
    "subject": "subjectId",
    "level": "levelId",
    "kind": "kind",
    "department": "department",
    "campaign": "campaign",
    "enquirer": "enquirer",
}
"""The dimension of the list for each value of `by`."""
_OF_WISHES = ("subject", "level")
_SUMS = ("valueWon", "valueLost", "valueOpen")


def conversion(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the filtered leads by one dimension: the numbers won and lost, the share won of those that ended, their
    worth, and the median times to the first answer and to the conversion.

    Raises Invalid.
    """
    name = asked.get("by") or "month"
    if name not in BY:
        raise Invalid(f"by is one of: {', '.join(BY)}", code="unknown_figure", fields={"by": ", ".join(BY)})
    spec = counted_in(name)
    dimension = dimension_of(spec, BY[name])
    wanted = narrowed_by(spec, asked)
    key = dimension.value.label("key")
    named = (sa.null() if dimension.named is None else dimension.named).label("named")
    statement = _measured(spec, wanted, actor, key, named).group_by(key).order_by(key.asc().nulls_last())
    return [_shown(spec, dimension, row, wanted) for row in all_rows(connection, statement)]


def counted_in(by: str) -> ListSpec:
    """Return the list whose rows this value of `by` counts."""
    return LEAD_WISHES if by in _OF_WISHES else LEAD_STATISTICS


def together(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the measures of `conversion` for all filtered leads. Raises Invalid."""
    wanted = narrowed_by(LEAD_STATISTICS, asked)
    [row] = all_rows(connection, _measured(LEAD_STATISTICS, wanted, actor))
    return _measures(dict(row))


def _measured(spec: ListSpec, wanted: request.ListRequest, actor: Actor, *keys: Any) -> sa.Select[Any]:
    """Return the statement of the keys and measures of the filtered leads."""
    chosen = query.where(wanted, actor)
    won = sa.literal("won") == OUTCOME
    columns = [spec.column(one) for one in _SUMS]
    measures = [
        sa.func.count().label("leads"),
        *(sa.func.count().filter(sa.literal(outcome) == OUTCOME).label(outcome) for outcome in ("won", "lost", "open")),
        *(_sum(one.expression).label(one.name) for one in columns if one is not None),
        median(HOURS_TO_ANSWER).label("answerHours"),
        sa.cast(sa.func.percentile_cont(0.5).within_group(DAYS_TO_CONVERSION).filter(won), sa.Numeric(10, 1)).label(
            "conversionDays"
        ),
    ]
    source = query.narrowed(spec, [chosen, *keys, *measures])
    return sa.select(*keys, *measures).select_from(source).where(chosen)


def dimension_of(spec: ListSpec, name: str) -> Dimension:
    """Return a dimension of a list's figures."""
    assert spec.figures is not None
    return spec.figures.dimensions[name]


def narrowed_by(spec: ListSpec, asked: Mapping[str, str]) -> request.ListRequest:
    """Return the request of the list with the filters of the figures. Raises Invalid."""
    return request.read(spec, {name: value for name, value in asked.items() if name != "by"})


def _sum(expression: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    return sa.cast(sa.func.coalesce(sa.func.sum(expression), 0), sa.BigInteger)


def median(value: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """Return the median of a group, with one decimal."""
    return sa.cast(sa.func.percentile_cont(0.5).within_group(value), sa.Numeric(10, 1))


def as_float(value: Any) -> float | None:
    """Return a number of the database in its JSON form."""
    return None if value is None else float(value)


def _shown(spec: ListSpec, dimension: Dimension, row: dict[str, Any], wanted: request.ListRequest) -> dict[str, Any]:
    key = row.pop("key")
    text = dimension.text(key, row.pop("named"))
    return {
        "key": key.isoformat() if isinstance(key, dt.date) else key,
        "text": text,
        "filters": filters_of(spec, dimension, key, wanted),
        **_measures(row),
    }


def _measures(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its share, and numbers in their JSON form."""
    ended = row["won"] + row["lost"]
    for name in ("answerHours", "conversionDays"):
        row[name] = as_float(row[name])
    return row | {"share": round(100 * row["won"] / ended) if ended else None}


def filters_of(spec: ListSpec, dimension: Dimension, key: Any, wanted: request.ListRequest) -> dict[str, str]:
    """Return the filter that selects the rows of a key, within those of the request."""
    text = links.filter_of(spec, dimension, key, wanted)
    return {} if text is None else {dimension.entry.name: text}


def cohorts(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the leads of each month of enquiry, and how many were converted within 30, 60, 90, 180 and 365 days and at
    all. A number is None until every lead of the month is that old. Raises Invalid."""
    wanted = narrowed_by(LEAD_STATISTICS, asked)
    chosen = query.where(wanted, actor)
    month = dimension_of(LEAD_STATISTICS, BY["month"])
    key = month.value.label("key")
    lost = sa.func.count().filter(sa.literal("lost") == OUTCOME).label("lost")
    names = (*CONVERSION_DAYS, "later")
    bands = [sa.func.count().filter(sa.literal(name) == CONVERSION_BAND).label(name) for name in names]
    source = query.narrowed(LEAD_STATISTICS, [chosen, key, lost, *bands])
    statement = sa.select(key, sa.func.count().label("leads"), lost, *bands).select_from(source).where(chosen)
    rows = all_rows(connection, statement.group_by(key).order_by(key.desc()))
    return [_cohort(month, row, dt.datetime.now(LONDON).date(), wanted) for row in rows]


def _cohort(month: Dimension, row: dict[str, Any], now: dt.date, wanted: request.ListRequest) -> dict[str, Any]:
    last = Period.MONTH.last(row["key"])
    within: list[dict[str, Any]] = []
    names: list[str] = []
    converted = 0
    for name, days in CONVERSION_DAYS.items():
        names.append(name)
        converted += row[name]
        is_over = last + dt.timedelta(days=days) < now
        within.append({"days": days, "converted": converted if is_over else None, "filter": ",".join(names)})
    return {
        "month": row["key"].isoformat()[:7],
        "text": month.text(row["key"], None),
        "leads": row["leads"],
        "lost": row["lost"],
        "converted": converted + row["later"],
        "filters": filters_of(LEAD_STATISTICS, month, row["key"], wanted),
        "within": within,
        "all": ",".join((*CONVERSION_DAYS, "later")),
    }
