"""The job that recomputes the due times of open tickets after changes of service levels, hours and holidays."""

from __future__ import annotations

import sqlalchemy as sa

from kit.jobs import Job, JobContext, Schedule
from support.tickets.clocks import times
from support.tickets.model import ticket

_TOGETHER = 100


def _run(context: JobContext) -> dict[str, int]:
    unresolved = sa.select(ticket.c.id).where(ticket.c.status != "resolved").order_by(ticket.c.id)
    ids = [row["id"] for row in context.db.all(unresolved)]
    for start in range(0, len(ids), _TOGETHER):
        with context.db.transaction(context.actor) as tx:
            chosen = unresolved.where(ticket.c.id.in_(ids[start : start + _TOGETHER])).with_for_update()
            for row in tx.all(chosen):
                times.settle(tx, row["id"])
        context.progress(min(start + _TOGETHER, len(ids)), len(ids))
    return {"tickets": len(ids)}


DUE_TIMES = Job("ticketDueTimes", _run)
SCHEDULES = (Schedule("ticketDueTimes", "FREQ=DAILY;BYHOUR=5", DUE_TIMES, title="Due times of tickets"),)
