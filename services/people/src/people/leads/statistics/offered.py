"""Statistics of leads for dashboard tiles: conversion, cohorts by month, the time in a status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.lists import ListSpec
from kit.lists.figures.statistics import Counted, Counts, Grouping, Measure, Read, Screen, Statistic
from kit.policy import Actor
from people.leads.statistics import figures, stays
from people.leads.statistics.lists import CONVERSION_DAYS, LEAD_STATISTICS
from people.leads.statistics.stays import LEAD_STAYS
from people.policy import STAFF

_PENCE = "GBP"
_CONVERSION = (
    Measure("leads", "Leads"),
    Measure("won", "Won"),
    Measure("lost", "Lost"),
    Measure("open", "Open"),
    Measure("share", "Won of ended, %"),
    Measure("valueWon", "Value won", "money"),
    Measure("valueLost", "Value lost", "money"),
    Measure("valueOpen", "Value open", "money"),
    Measure("answerHours", "First answer, median hours", "decimal"),
    Measure("conversionDays", "Conversion, median days", "decimal"),
)
_WAYS = (
    Grouping("month", ("Asked in",)),
    Grouping("owner", ("Owner",)),
    Grouping("kind", ("Asks for",)),
    Grouping("origin", ("Origin",)),
    Grouping("campaign", ("Campaign or referrer",)),
    Grouping("department", ("Department",)),
    Grouping("enquirer", ("Enquirer",)),
    Grouping("subject", ("Subject",)),
    Grouping("level", ("Level",)),
)
_COHORTS = (
    Measure("leads", "Leads"),
    *(Measure(f"within{days}", f"Converted in {days} days") for days in CONVERSION_DAYS.values()),
    Measure("converted", "Converted in all"),
    Measure("lost", "Lost"),
)
_STAYS = (
    Measure("stays", "Leads"),
    Measure("still", "Still there"),
    Measure("medianDays", "Days, median", "decimal"),
    Measure("meanDays", "Days, mean", "decimal"),
)
_SCREEN = Screen("/leads/statistics", days="created")


def _filters(spec: ListSpec) -> list[str]:
    return [entry.name for entry in spec.filters]


def _values(measures: Sequence[Measure], row: Mapping[str, Any]) -> list[Any]:
    return [row[one.name] for one in measures]


def _conversion(connection: sa.Connection, actor: Actor, filters: Mapping[str, str], by: str) -> Counts:
    total = figures.together(connection, actor, filters)
    rows = figures.conversion(connection, actor, {**filters, "by": by}) if by else []
    of_wishes = figures.counted_in(by) is not LEAD_STATISTICS
    groups = [
        Counted(
            (row["key"],),
            (row["text"],),
            _values(_CONVERSION, row),
            _PENCE,
            # Rows of a subject are wishes, which are in another list.
            None if of_wishes else row["filters"],
        )
        for row in rows
    ]
    return Counts(groups, [Counted((), (), _values(_CONVERSION, total), _PENCE)])


def _cohorts(connection: sa.Connection, actor: Actor, filters: Mapping[str, str], by: str) -> Counts:
    months = list(reversed(figures.cohorts(connection, actor, filters)))
    rows = [month | {f"within{part['days']}": part["converted"] for part in month["within"]} for month in months]
    values = [_values(_COHORTS, row) for row in rows]
    groups = [
        Counted((row["month"],), (row["text"],), of_month, filters=row["filters"])
        for row, of_month in zip(rows, values, strict=True)
    ]
    # A total that includes months which are not old enough would cover only the other months.
    total = [None if None in of_measure else sum(of_measure) for of_measure in zip(*values, strict=True)]
    return Counts(groups if by else [], [Counted((), (), total)] if values else [])


def _times(connection: sa.Connection, actor: Actor, filters: Mapping[str, str], by: str) -> Counts:
    total = stays.together(connection, actor, filters)
    rows = stays.times(connection, actor, {**filters, "by": by}) if by else []
    groups = [Counted((row["text"],), (row["text"],), _values(_STAYS, row), filters=row["filters"]) for row in rows]
    return Counts(groups, [Counted((), (), _values(_STAYS, total))])


def _statistic(
    path: str,
    title: str,
    spec: ListSpec,
    by: Sequence[Grouping],
    measures: Sequence[Measure],
    read: Read,
) -> Statistic:
    return Statistic(
        path=f"/leads/statistics/{path}",
        title=title,
        may=STAFF,
        spec=spec,
        filters=_filters(spec),
        by=by,
        measures=measures,
        read=read,
        screen=_SCREEN,
        rows=spec.path,
    )


STATISTICS = (
    _statistic("conversion", "Conversion of leads", LEAD_STATISTICS, _WAYS, _CONVERSION, _conversion),
    _statistic(
        "cohorts",
        "Leads of a month followed on",
        LEAD_STATISTICS,
        (Grouping("month", ("Asked in",)),),
        _COHORTS,
        _cohorts,
    ),
    _statistic(
        "times",
        "Time of leads in each status",
        LEAD_STAYS,
        (Grouping("status", ("Status",)), Grouping("owner", ("Owner",)), Grouping("month", ("In the status from",))),
        _STAYS,
        _times,
    ),
)
