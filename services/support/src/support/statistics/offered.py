"""The statistics of tickets for tiles of dashboards, by team and by person of a period."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.lists import request
from kit.lists.figures.statistics import Counted, Counts, Grouping, Measure, Screen, Statistic
from kit.lists.request import query
from kit.policy import Actor
from kit.values.types import label_of
from support import teams
from support.statistics.lists import ALL, TICKET_STATISTICS

_NAMES = (
    "open",
    "overdue",
    "raised",
    "answered",
    "answerMedian",
    "answerMost",
    "resolved",
    "resolveMedian",
    "resolveMost",
    "keptShare",
    "missed",
    "reopened",
    "rating",
    "rated",
)
_COLUMNS = [column for name in _NAMES if (column := TICKET_STATISTICS.column(name)) is not None]
_KEYS = [
    column
    for name in ("person", "team", "personId", "whole", "first")
    if (column := TICKET_STATISTICS.column(name)) is not None
]
_USUAL = {"period": "month"}
"""The period with which the screen opens."""


def _read(connection: sa.Connection, actor: Actor, filters: Mapping[str, str], by: str) -> Counts:
    wanted = request.read(TICKET_STATISTICS, _USUAL | {name: value for name, value in filters.items() if value})
    chosen = query.where(wanted, actor)
    columns = [column.expression.label(column.name) for column in (*_KEYS, *_COLUMNS)]
    source = query.narrowed(TICKET_STATISTICS, [chosen, *columns])
    key = sa.select(*columns).select_from(source).where(chosen).order_by(TICKET_STATISTICS.key)
    rows = [dict(row) for row in all_rows(connection, key)]
    teams_ = [row for row in rows if row["whole"] and row["team"] != ALL]
    # a reader of only one team has no row of all teams
    total = [row for row in rows if row["whole"] and row["team"] == ALL] or (teams_ if len(teams_) == 1 else [])
    people = [row for row in rows if not row["whole"]]
    groups = {"team": teams_, "person": people}.get(by, [])
    return Counts([_group(row, by) for row in groups], [Counted((), (), _values(row)) for row in total])


def _values(row: Mapping[str, Any]) -> list[Any]:
    return [value if value is None or isinstance(value, int) else float(value) for value in map(row.get, _NAMES)]


def _group(row: Mapping[str, Any], by: str) -> Counted:
    """A team or a person, with the filters of the ticket list that select those raised in the period."""
    filters = {"status": "", "type": row["team"], "date": f"{row['first']}.."}
    team = label_of(teams.TYPES, row["team"]) or row["team"]
    if by == "team":
        return Counted((row["team"],), (team,), _values(row), filters=filters)
    person = {"responsibleStaff": str(row["personId"])} if row["personId"] else {"unassigned": "true"}
    key = f"{row['team']} {row['personId'] or ''}"
    return Counted((key,), (f"{row['person']}, {team}",), _values(row), filters=filters | person)


STATISTICS = (
    Statistic(
        path="/v2/support/statistics",
        title="Ticket statistics",
        may=teams.support_staff,
        spec=TICKET_STATISTICS,
        filters=("period", "team"),
        by=(Grouping("team", ("Team",)), Grouping("person", ("Person",))),
        measures=[Measure(column.name, column.label(), column.type) for column in _COLUMNS],
        read=_read,
        screen=Screen("/support/statistics", keeps=("period", "team")),
        rows="/v2/support/tickets",
    ),
)
