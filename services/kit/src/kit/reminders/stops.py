"""Stops: a record, or a party with all its records, that gets no reminders until it is resumed."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, tables

_stop = tables.reminder_stop


def lock(tx: Tx, reminder: str) -> None:
    """Block the runs and the stops of a reminder until the transaction ends.

    A command that locks records before it stops their reminder needs this lock first: a run locks in this order.
    """
    tx.lock(f"reminder {reminder}")


def stop(tx: Tx, reminder: str, reason: str, *, record_id: int | None = None, party_id: int | None = None) -> None:
    """Stop a reminder for one record or one party. Idempotent. After the commit nothing more is sent.

    Raises Invalid unless exactly one of the ids is given.
    """
    lock(tx, reminder)
    values = {
        "reminder": reminder,
        "record_id": record_id,
        "party_id": party_id,
        "reason": reason,
        "user_id": tx.actor.user_id,
        "user_name": tx.actor.name,
    }
    tx.execute(insert(_stop).values(**values).on_conflict_do_nothing())


def resume(tx: Tx, reminder: str, *, record_id: int | None = None, party_id: int | None = None) -> None:
    """Delete the stop of a record or a party."""
    own = (_stop.c.record_id.is_not_distinct_from(record_id), _stop.c.party_id.is_not_distinct_from(party_id))
    tx.execute(sa.delete(_stop).where(_stop.c.reminder == reminder, *own))
