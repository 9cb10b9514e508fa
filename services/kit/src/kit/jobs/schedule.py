"""Schedules: jobs that start by a recurrence rule, in London time.

The row in table `schedule` has the next due time. `enqueue_due` advances it and enqueues the job in one transaction,
with the due time as the job's key. So each due time runs once, whichever process checks, and a run that loses its
worker is repeated like any job. If a clock was ahead, the due time moves back to the next one of the rule; the key
prevents a second run.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, database, tables
from kit.jobs.job import Job
from kit.jobs.recurrence import Recurrence
from kit.policy import as_service
from kit.telemetry import log

_log = log.get(__name__)
_schedule = tables.schedule


@dataclass(frozen=True)
class Schedule:
    """A job and its recurrence rule (`Recurrence`).

    `late` is how long after its due time a missed run still starts; None means at any time later. If several runs were
    missed, only the latest starts. `title` is its name on the operations page, by default derived from its name.

    Raises ValueError for a rule that `Recurrence` refuses.
    """

    name: str
    rule: str
    job: Job
    late: dt.timedelta | None = None
    title: str = ""

    def __post_init__(self) -> None:
        try:
            _ = self._recurrence
        except ValueError as error:
            raise ValueError(f"The rule of schedule {self.name} cannot be used: {error}") from None

    @cached_property
    def _recurrence(self) -> Recurrence:
        return Recurrence(self.rule)

    def in_words(self) -> str:
        """Return the rule in words."""
        return self._recurrence.in_words()

    def moments(self, after: dt.datetime) -> Iterator[dt.datetime]:
        """Return the timestamps after `after`."""
        return self._recurrence.after(after)


def enqueue_due(service: str, schedules: Iterable[Schedule], now: dt.datetime | None = None) -> list[str]:
    """Enqueue the jobs of the due schedules; return their names. `now` is by default the database's clock.

    A new schedule, and one whose rule changed, begins with its next time. With nothing due a check costs two
    statements.
    """
    with database().read() as connection:
        now = now or connection.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
        rows = {row.name: row for row in connection.execute(sa.select(_schedule))}
    return [schedule.name for schedule in schedules if _advance(service, schedule, rows.get(schedule.name), now)]


def _advance(service: str, schedule: Schedule, row: Any, now: dt.datetime) -> bool:
    """Advance the schedule to its first time after `now`; return whether a job was enqueued for the previous time.

    Another process may be faster: advance it only if it still has the value that was read.
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
    """Move a due time back that lies beyond the next one: the clock was ahead when it was set."""
    following = next(schedule.moments(now), None)
    if following is not None and following < due:
        _log.warning("schedule_pulled_back", schedule=schedule.name, due=due.isoformat(), to=following.isoformat())
        with database().transaction(as_service(service)) as tx:
            _move(tx, schedule, due, following)


def _move(tx: Tx, schedule: Schedule, due: dt.datetime, to: dt.datetime | None) -> bool:
    """Set the next due time, unless another process was faster; return whether it was set."""
    own = (_schedule.c.name == schedule.name, _schedule.c.due == due)
    return tx.execute(sa.update(_schedule).where(*own).values(due=to)).rowcount > 0
