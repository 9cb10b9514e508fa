"""The rows to remind of, in one statement."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

import sqlalchemy as sa

from kit.database import tables
from kit.reminders.reminder import Reminder, Rung

_told, _setting, _stop = tables.reminder_told, tables.reminder_setting, tables.reminder_stop


def ladder(connection: sa.Connection, reminder: Reminder) -> list[tuple[Rung, bool]]:
    """The rungs with the days of their settings, and whether each is enabled; the latest first."""
    rows = connection.execute(sa.select(_setting).where(_setting.c.reminder == reminder.name))
    settings = {row.rung: row for row in rows}
    rungs = []
    for rung in reminder.ladder:
        setting = settings.get(rung.name)
        days = rung.days if setting is None or setting.days is None else setting.days
        rungs.append((replace(rung, days=days), setting is not None and setting.enabled))
    return sorted(rungs, key=lambda entry: -entry[0].days)


def count(connection: sa.Connection, reminder: Reminder, today: dt.date) -> dict[str, int]:
    """The rows that each rung would be told of on `today`; of a disabled rung, those if it were enabled."""
    rungs = ladder(connection, reminder)
    counts = {}
    for rung, _ in rungs:
        select = statement(reminder, [(one, on or one is rung) for one, on in rungs], today)
        assert select is not None
        rows = select.order_by(None).subquery()
        waiting = sa.select(sa.func.count()).where(rows.c.rung == rung.name)
        counts[rung.name] = connection.scalar(waiting) or 0
    return counts


def statement(
    reminder: Reminder, rungs: Sequence[tuple[Rung, bool]], today: dt.date, ids: Sequence[int] | None = None
) -> sa.Select[tuple[int, dt.date, str, int | None]] | None:
    """Select record_id, due, rung and party_id of the rows to remind of on `today`; None while no rung is enabled.

    Only the highest enabled rung that is due counts. A told rung passes those below it, even when the clock is set
    back. A refused one does not. `ids` limits the records.
    """
    enabled = [rung for rung, on in rungs if on]
    if not enabled:
        return None
    day = reminder.due_day
    late = sa.type_coerce(sa.literal(today, sa.Date) - day, sa.Integer)
    name = sa.case(*((late >= rung.days, rung.name) for rung in enabled))
    days = sa.case(*((late >= rung.days, rung.days) for rung in enabled))
    told_days = sa.case({rung.name: rung.days for rung, _ in rungs}, value=_told.c.rung)
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
        reminder.key.label("record_id"), day.label("due"), name.label("rung"),
        sa.cast(party, sa.BigInteger).label("party_id"),
    )  # fmt: skip
    select = sa.select(*columns).select_from(reminder.source)
    select = select.where(reminder.waits, late >= enabled[-1].days, ~told, *unstopped).order_by(reminder.key)
    return select if ids is None else select.where(reminder.key.in_(ids))


def _stopped(reminder: Reminder, concerned: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.exists().where(_stop.c.reminder == reminder.name, concerned).correlate(reminder.source)
