"""A toy service with one reminder: a message about each bill, sent by the job of a schedule."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, tables
from kit.jobs import job, sweeper
from kit.processes import events
from kit.reminders import Reminder, Rung
from kit.service import Service

# Shorter timers for a test of kills; everything else is as in production.
job.LOST_AFTER = job.QUEUED_AGAIN_AFTER = 2
sweeper._EVERY = events._SCHEDULES_EVERY = 0.1

TELLING_SECONDS = 0.15
"""Seconds between writing the messages of a run and committing them, so that a kill hits in between."""

metadata = tables.service_metadata()
bill = sa.Table(
    "toy_bill", metadata, sa.Column("id", sa.BigInteger, primary_key=True), sa.Column("due", sa.Date, nullable=False)
)
message = sa.Table(
    "toy_message",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("bill_id", sa.BigInteger, nullable=False),
)


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    tx.execute(sa.insert(message), [{"bill_id": row["record_id"]} for row in rows])
    time.sleep(TELLING_SECONDS)
    return {}


BILLS = Reminder("bills", "Bills", bill, bill.c.id, bill.c.due, sa.true(), (Rung("due", "On the day", 0),), _tell)

service = Service(name="toyreminds", metadata=metadata, reminders=[BILLS])
