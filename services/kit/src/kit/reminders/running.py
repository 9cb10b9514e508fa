"""The daily job of the reminders. A message, its notice and its mark are one commit, so a repeated run tells nothing
twice."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
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

_told = tables.reminder_told
BATCH = 200
"""Rows told in one transaction."""


def schedule(service: str, reminders: Sequence[Reminder]) -> Schedule:
    """The schedule that runs `reminders` every morning at seven, London time."""

    def run(job: JobContext) -> dict[str, Any]:
        today = dt.datetime.now(LONDON).date()
        counts = {}
        for reminder in reminders:
            counts[reminder.name] = remind(reminder, as_service(service), today)
            job.progress(len(counts), len(reminders))
        return counts

    return Schedule("reminders", "FREQ=DAILY;BYHOUR=7", Job("remind", run), title="Send reminders")


def remind(reminder: Reminder, actor: Actor, today: dt.date) -> int:
    """Tell what is due on `today`; returns the number of rows told. Idempotent."""
    with database().read() as connection:
        select = waiting.statement(reminder, waiting.ladder(connection, reminder), today)
        ids = [] if select is None else [row.record_id for row in connection.execute(select)]
    count = 0
    for start in range(0, len(ids), BATCH):
        with database().transaction(actor) as tx:
            count += _tell(tx, reminder, ids[start : start + BATCH], today)
    return count


def _tell(tx: Tx, reminder: Reminder, ids: Sequence[int], today: dt.date) -> int:
    """Select and lock the rows again, since they may be done, stopped or told meanwhile; mark them and tell them."""
    lock(tx, reminder.name)
    steps = waiting.ladder(tx.connection, reminder)
    select = waiting.statement(reminder, steps, today, ids)
    rows = [] if select is None else tx.all(select.with_for_update(of=reminder.key))
    count = 0
    for rung in (step.rung for step in steps):
        chosen = {row["record_id"]: row for row in rows if row["rung"] == rung.name}
        if not chosen:
            continue
        refused_before = _refused_before(tx, reminder, rung, chosen.values()) if rung.also else set()
        marked = _mark(tx, reminder, rung, chosen.values())
        refusals = reminder.tell(tx, rung, [chosen[record] for record in marked]) if marked else {}
        for record, refusal in refusals.items():
            own = (_told.c.reminder == reminder.name, _told.c.record_id == record, _told.c.rung == rung.name)
            due = _told.c.due == chosen[record]["due"]
            tx.execute(sa.update(_told).where(*own, due).values(refusal=refusal))
        reached = [chosen[record] for record in marked if record not in refused_before]
        if rung.also and reminder.notify is not None and reached:
            reminder.notify(tx, rung, reached, refusals)
        count += len(marked) - len(refusals)
    return count


def _refused_before(tx: Tx, reminder: Reminder, rung: Rung, rows: Collection[Mapping[str, Any]]) -> set[int]:
    """The records whose message of this rung and due day was refused before: their notice was raised then."""
    keys = [(row["record_id"], row["due"]) for row in rows]
    mine = (_told.c.reminder == reminder.name, _told.c.rung == rung.name)
    marks = sa.select(_told.c.record_id).where(*mine, sa.tuple_(_told.c.record_id, _told.c.due).in_(keys))
    return set(tx.execute(marks).scalars())


def _mark(tx: Tx, reminder: Reminder, rung: Rung, rows: Collection[Mapping[str, Any]]) -> Sequence[int]:
    """Mark the rows as told; the ids of those that were not before."""
    marks = [
        {"reminder": reminder.name, "record_id": row["record_id"], "due": row["due"], "rung": rung.name} for row in rows
    ]
    mark = insert(_told).values(marks)
    mark = mark.on_conflict_do_update(
        index_elements=["reminder", "record_id", "due", "rung"],
        set_={"told": tables.now(), "refusal": None},
        where=_told.c.refusal.is_not(None),
    )
    return tx.execute(mark.returning(_told.c.record_id)).scalars().all()
