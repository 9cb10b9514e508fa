"""The rows to remind of, in one statement."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from kit.database import tables
from kit.reminders.reminder import Reminder, Rung
from kit.values.days import LONDON

_sent, _setting, _stop = tables.reminder_told, tables.reminder_setting, tables.reminder_stop


@dataclass(frozen=True)
class Step:
    """A rung with its setting: `rung.days` are the days of the setting, and only rows that reach it on the day `since`
    or later count."""

    rung: Rung
    enabled: bool
    since: dt.date | None

    def reached(self, reminder: Reminder, now: dt.date) -> sa.ColumnElement[bool]:
        """Return whether a row has reached the rung by `now`, not before `since`."""
        latest = now - self.rung.after
        if self.since is None:
            return reminder.counted <= latest
        return reminder.counted.between(begins(reminder, self.since) - self.rung.after, latest)


def begins(reminder: Reminder, day: dt.date) -> dt.date:
    """Return the time at which a day begins in London, for exact reminders."""
    if reminder.exact:
        return dt.datetime.combine(day, dt.time(), LONDON).astimezone(dt.UTC)
    return day


def ladder(connection: sa.Connection, reminder: Reminder) -> list[Step]:
    """Return the rungs with their settings, latest first."""
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
    return sorted(steps, key=lambda step: step.rung.after, reverse=True)


@dataclass(frozen=True)
class Waiting:
    """The rows that a run would take for a rung, and the `earlier` ones that it skips because of `since`."""

    now: int
    earlier: int


def count(connection: sa.Connection, reminder: Reminder, today: dt.date) -> dict[str, Waiting]:
    """Return the rows that wait for each rung on `today`; for a disabled rung, those if it were enabled from today
    on."""
    steps = ladder(connection, reminder)
    counts = {}
    for step in steps:
        rows = rows_of(reminder, steps, step, today)
        earlier = sa.func.count().filter(rows.c.earlier)
        row = connection.execute(sa.select(sa.func.count(), earlier).select_from(rows)).one()
        counts[step.rung.name] = Waiting(row[0] - row[1], row[1])
    return counts


def rows_of(reminder: Reminder, steps: Sequence[Step], step: Step, today: dt.date) -> sa.Subquery:
    """Return the rows of `count` for one step of the ladder: record_id, due, late, party_id, and whether a run skips
    them (`earlier`)."""
    since = step.since if step.enabled else today
    without_since = replace(step, enabled=True, since=None)
    select = statement(reminder, [without_since if one is step else one for one in steps], today)
    assert select is not None
    rows = select.order_by(None).subquery()
    earlier = sa.false() if since is None else rows.c.due < begins(reminder, since) - step.rung.after
    columns = (rows.c.record_id, rows.c.due, rows.c.late, rows.c.party_id, earlier.label("earlier"))
    return sa.select(*columns).where(rows.c.rung == step.rung.name).subquery("waiting")


def statement(
    reminder: Reminder, steps: Sequence[Step], now: dt.date, ids: Sequence[int] | None = None
) -> sa.Select[tuple[int, dt.date, int, str, int | None]] | None:
    """Return the statement for the rows to remind of by `now`, a day, or a timestamp for an exact reminder: record_id,
    due, late (days past the due day, or hours past the due time), rung and party_id. None while no rung is enabled.

    Only the highest enabled rung that a row has reached counts. A sent rung supersedes those below it, even when the
    clock is set back. A refused one does not. `ids` restricts the records.
    """
    enabled = [step for step in steps if step.enabled]
    if not enabled:
        return None
    reached = [(step.reached(reminder, now), step.rung) for step in enabled]
    name = sa.case(*((condition, rung.name) for condition, rung in reached))
    # By place in the ladder, the earliest first: a sent rung supersedes those below it.
    height = {step.rung.name: place for place, step in enumerate(reversed(steps))}
    reached_height = sa.case(*((condition, height[rung.name]) for condition, rung in reached))
    same_due = [_sent.c.due == reminder.due_day, *([_sent.c.due_at == reminder.due] if reminder.exact else [])]
    sent = (
        sa.exists()
        .where(
            _sent.c.reminder == reminder.name,
            _sent.c.record_id == reminder.key,
            *same_due,
            _sent.c.refusal.is_(None),
            sa.case(height, value=_sent.c.rung) >= reached_height,
        )
        .correlate_except(_sent)
    )
    party = sa.null() if reminder.party is None else reminder.party
    # Two conditions, since the planner would implement one with OR by a nested loop over the stops.
    unstopped = [~_stopped(reminder, _stop.c.record_id == reminder.key)]
    if reminder.party is not None:
        unstopped.append(~_stopped(reminder, _stop.c.party_id == reminder.party))
    columns = (
        reminder.key.label("record_id"),
        reminder.counted.label("due"),
        _late(reminder, now).label("late"),
        name.label("rung"),
        sa.cast(party, sa.BigInteger).label("party_id"),
    )
    select = sa.select(*columns).select_from(reminder.source)
    # Redundant with the OR, but lets PostgreSQL use the index on the due column.
    bound = reminder.counted <= now - enabled[-1].rung.after
    any_reached = sa.or_(*(condition for condition, _ in reached))
    select = select.where(reminder.waits, bound, any_reached, ~sent, *unstopped).order_by(reminder.key)
    return select if ids is None else select.where(reminder.key.in_(ids))


def _stopped(reminder: Reminder, concerned: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.exists().where(_stop.c.reminder == reminder.name, concerned).correlate_except(_stop)


def _late(reminder: Reminder, now: dt.date) -> sa.ColumnElement[int]:
    """Return the days past the due day, or whole hours past the due time, negative before it."""
    if not reminder.exact:
        return sa.type_coerce(sa.literal(now, sa.Date) - reminder.due_day, sa.Integer)
    seconds = sa.extract("epoch", sa.literal(now, sa.DateTime(timezone=True)) - reminder.due)
    return sa.cast(sa.func.floor(seconds / 3600), sa.Integer)
