"""The daily job of the reminders. A message and its mark are one commit, so a repeated run tells nothing twice."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, database, tables
from kit.jobs import Job, JobContext, Schedule
from kit.policy import Actor, as_service
from kit.reminders import waiting
from kit.reminders.reminder import Reminder
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
    tx.lock(f"reminder {reminder.name}")
    rungs = waiting.ladder(tx.connection, reminder)
    select = waiting.statement(reminder, rungs, today, ids)
    rows = [] if select is None else tx.all(select.with_for_update(of=reminder.key))
    count = 0
    for rung, _ in rungs:
        chosen = {row["record_id"]: row for row in rows if row["rung"] == rung.name}
        if not chosen:
            continue
        marks = [{"reminder": reminder.name, "record_id": row["record_id"], "due": row["due"], "rung": rung.name}
                 for row in chosen.values()]  # fmt: skip
        mark = insert(_told).values(marks)
        mark = mark.on_conflict_do_update(
            index_elements=["reminder", "record_id", "due", "rung"],
            set_={"told": tables.now(), "refusal": None},
            where=_told.c.refusal.is_not(None),
        )
        marked = tx.execute(mark.returning(_told.c.record_id)).scalars().all()
        refusals = reminder.tell(tx, rung, [chosen[record] for record in marked]) if marked else {}
        for record, refusal in refusals.items():
            own = (_told.c.reminder == reminder.name, _told.c.record_id == record, _told.c.rung == rung.name)
            due = _told.c.due == chosen[record]["due"]
            tx.execute(sa.update(_told).where(*own, due).values(refusal=refusal))
        count += len(marked) - len(refusals)
    return count
