"""The jobs of the reminders. A message, its notice and its mark are committed together, so a repeated run sends nothing
twice."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, database, tables
from kit.jobs import Job, JobContext, Schedule
from kit.policy import Actor, as_service
from kit.reminders import waiting
from kit.reminders.reminder import Reminder, Rung
from kit.reminders.stops import lock
from kit.values.days import LONDON

_sent = tables.reminder_told
BATCH = 200
"""Number of rows sent in one transaction."""
EVERY_FEW_MINUTES = "FREQ=MINUTELY;INTERVAL=5"


def schedules(service: str, reminders: Sequence[Reminder]) -> list[Schedule]:
    """Return the schedules of `reminders`: every morning at seven, London time; for exact ones, every five minutes."""

    def run(chosen: Sequence[Reminder], job: JobContext) -> dict[str, Any]:
        counts = {}
        for reminder in chosen:
            counts[reminder.name] = remind(reminder, as_service(service), dt.datetime.now(dt.UTC))
            job.progress(len(counts), len(chosen))
        return counts

    daily = [reminder for reminder in reminders if not reminder.exact]
    exact = [reminder for reminder in reminders if reminder.exact]
    wanted = []
    if daily:
        job = Job("remind", partial(run, daily))
        wanted.append(Schedule("reminders", "FREQ=DAILY;BYHOUR=7", job, title="Send reminders"))
    if exact:
        job = Job("remindExactly", partial(run, exact))
        wanted.append(Schedule("exactReminders", EVERY_FEW_MINUTES, job, title="Send reminders of the hour"))
    return wanted


def remind(reminder: Reminder, actor: Actor, now: dt.date | dt.datetime) -> int:
    """Send the reminders due by `now`, a timestamp or its day, and return the number of rows. Idempotent."""
    if not reminder.exact and isinstance(now, dt.datetime):
        now = now.astimezone(LONDON).date()
    with database().read() as connection:
        select = waiting.statement(reminder, waiting.ladder(connection, reminder), now)
        ids = [] if select is None else [row.record_id for row in connection.execute(select)]
    count = 0
    for start in range(0, len(ids), BATCH):
        with database().transaction(actor) as tx:
            count += _tell(tx, reminder, ids[start : start + BATCH], now)
    return count


def _tell(tx: Tx, reminder: Reminder, ids: Sequence[int], now: dt.date) -> int:
    """Select and lock the rows again, since they may be done, stopped or sent in the meantime; mark and send them."""
    lock(tx, reminder.name)
    steps = waiting.ladder(tx.connection, reminder)
    select = waiting.statement(reminder, steps, now, ids)
    rows = [] if select is None else tx.all(select.with_for_update(of=reminder.locks or reminder.key))
    count = 0
    for rung in (step.rung for step in steps):
        chosen = {row["record_id"]: row for row in rows if row["rung"] == rung.name}
        if not chosen:
            continue
        refused_before = _refused_before(tx, reminder, rung, chosen.values()) if rung.also else set()
        marked = _mark(tx, reminder, rung, chosen.values())
        refusals = reminder.tell(tx, rung, [chosen[record] for record in marked]) if marked else {}
        for record, refusal in refusals.items():
            own = (_sent.c.reminder == reminder.name, _sent.c.record_id == record, _sent.c.rung == rung.name)
            tx.execute(sa.update(_sent).where(*own, _due(reminder) == chosen[record]["due"]).values(refusal=refusal))
        reached = [chosen[record] for record in marked if record not in refused_before]
        if rung.also and reminder.notify is not None and reached:
            reminder.notify(tx, rung, reached, refusals)
        count += len(marked) - len(refusals)
    return count


def _refused_before(tx: Tx, reminder: Reminder, rung: Rung, rows: Collection[Mapping[str, Any]]) -> set[int]:
    """Return the records whose message of this rung and due day was refused before: their notice was raised then."""
    keys = [(row["record_id"], row["due"]) for row in rows]
    mine = (_sent.c.reminder == reminder.name, _sent.c.rung == rung.name)
    marks = sa.select(_sent.c.record_id).where(*mine, sa.tuple_(_sent.c.record_id, _due(reminder)).in_(keys))
    return set(tx.execute(marks).scalars())


def _mark(tx: Tx, reminder: Reminder, rung: Rung, rows: Collection[Mapping[str, Any]]) -> Sequence[int]:
    """Mark the rows as sent, and return the ids of those not marked before."""
    common = {"reminder": reminder.name, "rung": rung.name}
    marks = [{**common, "record_id": row["record_id"], **_marked(reminder, row["due"])} for row in rows]
    mark = insert(_sent).values(marks)
    mark = mark.on_conflict_do_update(
        index_elements=["reminder", "record_id", "due", "due_at", "rung"],
        set_={"told": tables.now(), "refusal": None},
        where=_sent.c.refusal.is_not(None),
    )
    return tx.execute(mark.returning(_sent.c.record_id)).scalars().all()


def _due(reminder: Reminder) -> sa.ColumnElement[Any]:
    """Return the column of the marks that corresponds to a row's `due`."""
    return _sent.c.due_at if reminder.exact else _sent.c.due


def _marked(reminder: Reminder, due: Any) -> dict[str, Any]:
    """Return the columns of a mark with the due time of the row."""
    return {"due": due.astimezone(LONDON).date() if reminder.exact else due, "due_at": due if reminder.exact else None}
