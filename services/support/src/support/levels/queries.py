"""The working time of support and the service level of a ticket."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass

import sqlalchemy as sa

from kit.database import all_rows, first_row
from support.levels.attributes import WEEKDAYS
from support.levels.model import service_level, support_holiday, support_hours
from support.levels.working import WorkingTime, minute_of

PLACE_OF = {str(day.value): number for number, day in enumerate(WEEKDAYS)}
"""The number of a weekday by its name; Monday is 0."""


@dataclass(frozen=True)
class Level:
    """A service level, in working minutes."""

    first_answer: int
    resolution: int


def working_time(  # allow queries-take-the-actor: the same for everybody
    connection: sa.Connection,
) -> WorkingTime:
    """Return the working hours and the holidays of support."""
    hours = defaultdict(list)
    for row in all_rows(connection, sa.select(support_hours.c.day, support_hours.c.start, support_hours.c.ends)):
        hours[PLACE_OF[row["day"]]].append((minute_of(row["start"]), minute_of(row["ends"])))
    return WorkingTime(hours, holidays(connection))


def holidays(  # allow queries-take-the-actor: the same for everybody
    connection: sa.Connection,
) -> frozenset[dt.date]:
    """Return the days on which support does not work."""
    return frozenset(connection.execute(sa.select(support_holiday.c.day)).scalars())


def level_of(  # allow queries-take-the-actor: the same for everybody
    connection: sa.Connection, team: str, priority: int
) -> Level | None:
    """Return the level of a team and a priority: of both, otherwise of the team, of the priority, or of all."""
    level = service_level.c
    fits = sa.and_(
        sa.or_(level.team.is_(None), level.team == team),
        sa.or_(level.priority.is_(None), level.priority == priority),
    )
    nearest = sa.select(level.first_answer, level.resolution).where(fits)
    nearest = nearest.order_by(level.team.is_(None), level.priority.is_(None)).limit(1)
    row = first_row(connection, nearest)
    return None if row is None else Level(round(row["first_answer"] * 60), round(row["resolution"] * 60))
