"""Schedules: jobs that start at moments of a rule, in London time.

The row in table `schedule` has the next due moment. `enqueue_due` moves it on and enqueues the job in one transaction,
and the moment is the job's key: a due moment runs once, whichever process looks, and a run that loses its worker is
repeated as any job is. After a clock was ahead, the due moment moves back to the next one of the rule; the key keeps
a moment that ran from running again.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from dateutil.rrule import DAILY, MINUTELY, rrule, rruleset, rrulestr
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, database, tables
from kit.jobs.job import Job
from kit.policy import as_service
from kit.telemetry import log
from kit.values.days import LONDON

_log = log.get(__name__)
_schedule = tables.schedule

_DAYS = {
    "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday",
    "SU": "Sunday",
}  # fmt: skip
_HOUR = 60
_EVERY_MINUTES = re.compile(r"FREQ=MINUTELY;INTERVAL=([1-9]\d?)")
_START = dt.datetime(2024, 1, 1)
"""A Monday, from which intervals such as every second week count."""


@dataclass(frozen=True)
class Schedule:
    """A job and the rule of its moments: an RRULE of RFC 5545, days or longer, in London time, or
    `FREQ=MINUTELY;INTERVAL=n`, of every so many minutes of an hour.

    On the day the clocks go forward a moment in the skipped hour is due an hour later; on the day they go back a moment
    in the repeated hour is due the first time. `late` is how long after its moment a missed run still starts; None
    means at any time later. Of several missed moments only the latest runs. `title` is what the operations page calls
    it, by default its name in words.

    Raises ValueError for a rule that cannot be read, or another with a frequency below days.
    """

    name: str
    rule: str
    job: Job
    late: dt.timedelta | None = None
    title: str = ""

    def __post_init__(self) -> None:
        rule = self._rrule
        if not isinstance(rule, rrule) or (rule._freq > DAILY and not self._minutes):
            raise ValueError(f"The rule of schedule {self.name} is neither one of days or longer nor of minutes")

    @cached_property
    def _rrule(self) -> rrule | rruleset:
        """The rule as `dateutil` reads it. It counts from `_START` at each question, and keeps what it has counted."""
        return rrulestr(self.rule, dtstart=_START, cache=True)

    @property
    def _minutes(self) -> int:
        """The minutes between two moments; 0 of a rule of days or longer."""
        minutes = _EVERY_MINUTES.fullmatch(self.rule)
        return int(minutes[1]) if minutes and _HOUR % int(minutes[1]) == 0 else 0

    def in_words(self) -> str:
        """The rule as people say it, `every Monday at 07:00`; a rule of other parts as it is."""
        if self._minutes:
            return "every minute" if self._minutes == 1 else f"every {self._minutes} minutes"
        parts = dict(part.split("=", 1) for part in self.rule.upper().split(";"))
        at = f"at {int(parts.pop('BYHOUR', 0)):02d}:{int(parts.pop('BYMINUTE', 0)):02d}"
        match parts:
            case {"FREQ": "DAILY", **others} if not others:
                return f"every day {at}"
            case {"FREQ": "WEEKLY", "BYDAY": days, **others} if not others:
                return f"every {' and '.join(_DAYS[day] for day in days.split(','))} {at}"
            case {"FREQ": "MONTHLY", "BYMONTHDAY": day, **others} if not others and day.isdecimal():
                return f"on day {day} of each month {at}"
        return self.rule

    def moments(self, after: dt.datetime) -> Iterator[dt.datetime]:
        """The moments after `after`, in UTC, in the order of local time; they end if the rule has an end."""
        if self._minutes:
            yield from self._minutely(after)
            return
        start = after.astimezone(LONDON).replace(tzinfo=None) - dt.timedelta(days=1)
        for local in self._rrule.xafter(start):
            moment = local.replace(tzinfo=LONDON).astimezone(dt.UTC)
            if moment > after:
                yield moment

    def _minutely(self, after: dt.datetime) -> Iterator[dt.datetime]:
        """Hours begin together in UTC and in London, so the clock of UTC counts the minutes."""
        hour = after.astimezone(dt.UTC).replace(minute=0, second=0, microsecond=0)
        yield from rrule(MINUTELY, dtstart=hour, interval=self._minutes).xafter(after)


def enqueue_due(service: str, schedules: Iterable[Schedule], now: dt.datetime | None = None) -> list[str]:
    """Enqueue the jobs of the schedules that are due; returns their names. `now` is the database's clock by default.

    A new schedule, and one whose rule changed, begins with its next moment. A look that finds nothing due costs two
    statements.
    """
    with database().read() as connection:
        now = now or connection.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
        rows = {row.name: row for row in connection.execute(sa.select(_schedule))}
    return [schedule.name for schedule in schedules if _advance(service, schedule, rows.get(schedule.name), now)]


def _advance(service: str, schedule: Schedule, row: Any, now: dt.datetime) -> bool:
    """Move the schedule to its first moment after `now`; whether a job was enqueued for the moment before.

    Another process may be faster: a due moment moves only while it is the one that was read.
    """
    if row is None or row.rule != schedule.rule:
        _begin(service, schedule, now)
        return False
    if row.due is None:
        return False
    if row.due > now:
        _pull_back(service, schedule, row.due, now)
        return False
    latest, following = row.due, None
    for moment in schedule.moments(row.due):
        if moment > now:
            following = moment
            break
        latest = moment
    with database().transaction(as_service(service)) as tx:
        if not _move(tx, schedule, row.due, following):
            return False
        if schedule.late is not None and now - latest > schedule.late:
            _log.warning("schedule_skipped", schedule=schedule.name, due=latest.isoformat())
            return False
        schedule.job.enqueue(tx, f"{schedule.name}@{latest.isoformat()}", {})
    return True


def _begin(service: str, schedule: Schedule, now: dt.datetime) -> None:
    values = {"rule": schedule.rule, "due": next(schedule.moments(now), None)}
    statement = insert(_schedule).values(name=schedule.name, **values)
    with database().transaction(as_service(service)) as tx:
        tx.execute(statement.on_conflict_do_update(index_elements=["name"], set_=values))


def _pull_back(service: str, schedule: Schedule, due: dt.datetime, now: dt.datetime) -> None:
    """Move a due moment back that lies beyond the next one: the clock was ahead when it was set."""
    following = next(schedule.moments(now), None)
    if following is not None and following < due:
        _log.warning("schedule_pulled_back", schedule=schedule.name, due=due.isoformat(), to=following.isoformat())
        with database().transaction(as_service(service)) as tx:
            _move(tx, schedule, due, following)


def _move(tx: Tx, schedule: Schedule, due: dt.datetime, to: dt.datetime | None) -> bool:
    """Set the next due moment, unless another process was faster; whether it was set."""
    own = (_schedule.c.name == schedule.name, _schedule.c.due == due)
    return tx.execute(sa.update(_schedule).where(*own).values(due=to)).rowcount > 0
