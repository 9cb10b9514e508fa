"""The people on duty for a team at a given time; outside its hours, those of the next duty."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict

import sqlalchemy as sa

from kit.database import all_rows
from kit.values.days import LONDON
from support.directory.queries import active_with_role
from support.levels.queries import PLACE_OF, holidays
from support.levels.working import instant, minute_of
from support.rota.model import duty, duty_absence

DAYS_AHEAD = 28
"""Maximum number of days to search for the next duty."""


def on_duty(  # allow queries-take-the-actor: the rota does not depend on who asks
    connection: sa.Connection, team: str, now: dt.datetime
) -> list[int]:
    """Return the ids of the active members of `team` on duty at `now`, in order; outside its hours, those whose duty
    begins first within DAYS_AHEAD. Empty if the team has no rota, or nobody is available."""
    rows = all_rows(connection, sa.select(duty).where(duty.c.team == team))
    members = set(active_with_role(connection, team)) if rows else set()
    rows = [row for row in rows if row["user_id"] in members]
    if not rows:
        return []
    today = now.astimezone(LONDON).date()
    last = today + dt.timedelta(days=DAYS_AHEAD)
    absent = _absences(connection, today, last)
    closed = holidays(connection)
    coming: dict[dt.datetime, set[int]] = defaultdict(set)
    for day in (today + dt.timedelta(days=number) for number in range(DAYS_AHEAD + 1)):
        if day in closed:
            continue
        for row in rows:
            if day.weekday() not in {PLACE_OF[name] for name in row["days"]} or row["user_id"] in absent[day]:
                continue
            begins, ends = (instant(day, minute_of(row[name])) for name in ("start", "ends"))
            if ends > now:
                coming[max(begins, now)].add(row["user_id"])
        if coming:
            return sorted(coming[min(coming)])
    return []


def _absences(connection: sa.Connection, first: dt.date, last: dt.date) -> dict[dt.date, set[int]]:
    """Return the absent users of each day."""
    within = sa.and_(duty_absence.c.first <= last, duty_absence.c.last >= first)
    absent: dict[dt.date, set[int]] = defaultdict(set)
    for row in all_rows(connection, sa.select(duty_absence).where(within)):
        start, end = max(row["first"], first), min(row["last"], last)
        for number in range((end - start).days + 1):
            absent[start + dt.timedelta(days=number)].add(row["user_id"])
    return absent
