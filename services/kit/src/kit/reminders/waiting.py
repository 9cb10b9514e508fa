"""The rows to remind of, in one statement."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from kit.database import tables
from kit.reminders.reminder import Reminder, Rung

_told, _setting, _stop = tables.reminder_told, tables.reminder_setting, tables.reminder_stop


@dataclass(frozen=True)
class Step:
    """A rung with its setting: `rung.days` are those of the setting, and only rows that reach it on the day `since` or
    later count."""

    rung: Rung
    enabled: bool
    since: dt.date | None

    def reached(self, late: sa.ColumnElement[int], today: dt.date) -> sa.ColumnElement[bool]:
        """Whether a row that is `late` days past its due day has reached the rung by `today`, not before `since`."""
        if self.since is None:
            return late >= self.rung.days
        return late.between(self.rung.days, self.rung.days + (today - self.since).days)


def ladder(connection: sa.Connection, reminder: Reminder) -> list[Step]:
    """The rungs with their settings, the latest first."""
    rows = connection.execute(sa.select(_setting).where(_setting.c.reminder == reminder.name))
    settings = {row.rung: row for row in rows}
    steps = []
    for rung in reminder.ladder:
        setting = settings.get(rung.name)
        if setting is None:
            steps.append(Step(rung, enabled=False, since=None))
        else:
            days = rung.days if setting.days is None else setting.days
            steps.append(Step(replace(rung, days=days), setting.enabled, setting.since))
    return sorted(steps, key=lambda step: -step.rung.days)


@dataclass(frozen=True)
class Waiting:
    """The rows that a run would take up for a rung, and the `earlier` ones that it passes over because of `since`."""

    now: int
    earlier: int


def count(connection: sa.Connection, reminder: Reminder, today: dt.date) -> dict[str, Waiting]:
    """The rows that wait for each rung on `today`; of a disabled rung, those if it were enabled from today on."""
    steps = ladder(connection, reminder)
    counts = {}
    for step in steps:
        rows = rows_of(reminder, steps, step, today)
        earlier = sa.func.count().filter(rows.c.earlier)
        row = connection.execute(sa.select(sa.func.count(), earlier).select_from(rows)).one()
        counts[step.rung.name] = Waiting(row[0] - row[1], row[1])
    return counts


def rows_of(reminder: Reminder, steps: Sequence[Step], step: Step, today: dt.date) -> sa.Subquery:
    """The rows of `count` for one step of the ladder: record_id, due, late, party_id, and whether a run passes them
    over (`earlier`)."""
    since = step.since if step.enabled else today
    without_since = replace(step, enabled=True, since=None)
    select = statement(reminder, [without_since if one is step else one for one in steps], today)
    assert select is not None
    rows = select.order_by(None).subquery()
    earlier = sa.false() if since is None else rows.c.due < since - dt.timedelta(days=step.rung.days)
    columns = (rows.c.record_id, rows.c.due, rows.c.late, rows.c.party_id, earlier.label("earlier"))
    return sa.select(*columns).where(rows.c.rung == step.rung.name).subquery("waiting")


def statement(
    reminder: Reminder, steps: Sequence[Step], today: dt.date, ids: Sequence[int] | None = None
) -> sa.Select[tuple[int, dt.date, int, str, int | None]] | None:
    """Select record_id, due, late (days past the due day), rung and party_id of the rows to remind of on `today`; None
    while no rung is enabled.

    Only the highest enabled rung that a row has reached counts. A told rung passes those below it, even when the clock
    is set back. A refused one does not. `ids` limits the records.
    """
    enabled = [step for step in steps if step.enabled]
    if not enabled:
        return None
    day = reminder.due_day
    late = sa.type_coerce(sa.literal(today, sa.Date) - day, sa.Integer)
    reached = [(step.reached(late, today), step.rung) for step in enabled]
    name = sa.case(*((condition, rung.name) for condition, rung in reached))
    days = sa.case(*((condition, rung.days) for condition, rung in reached))
    told_days = sa.case({step.rung.name: step.rung.days for step in steps}, value=_told.c.rung)
    told = sa.exists().where(
        _told.c.reminder == reminder.name, _told.c.record_id == reminder.key, _told.c.due == day,
        _told.c.refusal.is_(None), told_days >= days,
    ).correlate(reminder.source)  # fmt: skip
    party = sa.null() if reminder.party is None else reminder.party
    # Two conditions, since the planner answers one with OR by a nested loop over the stops.
    unstopped = [~_stopped(reminder, _stop.c.record_id == reminder.key)]
    if reminder.party is not None:
        unstopped.append(~_stopped(reminder, _stop.c.party_id == reminder.party))
    columns = (
        reminder.key.label("record_id"), day.label("due"), late.label("late"), name.label("rung"),
        sa.cast(party, sa.BigInteger).label("party_id"),
    )  # fmt: skip
    select = sa.select(*columns).select_from(reminder.source)
    any_reached = sa.or_(*(condition for condition, _ in reached))
    select = select.where(reminder.waits, any_reached, ~told, *unstopped).order_by(reminder.key)
    return select if ids is None else select.where(reminder.key.in_(ids))


def _stopped(reminder: Reminder, concerned: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.exists().where(_stop.c.reminder == reminder.name, concerned).correlate(reminder.source)
