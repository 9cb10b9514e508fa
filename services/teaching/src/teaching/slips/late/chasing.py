"""Manual reminders of late slips, and the writers with the age of their oldest slip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, all_rows
from kit.errors import Invalid
from kit.policy import Actor
from teaching.copies.model import event_person
from teaching.slips.late import reminding, unwritten

NOBODY = "None of these slips is late and has a writer"
_on = event_person.c


def by_writer(connection: sa.Connection, _: Actor) -> list[dict[str, Any]]:
    """Return the writers of late slips, the oldest first: their number of slips, and the age of the oldest in days."""
    kind = unwritten.WRITER_KIND.label("kind")
    number, name = unwritten.WRITER_ID.label("id"), unwritten.WRITER.label("name")
    rows = sa.select(kind, number, name, unwritten.DAYS_LATE.label("days")).select_from(unwritten.NAMED)
    late = rows.where(unwritten.WAITS, unwritten.IS_LATE).subquery()
    oldest = sa.func.max(late.c.days)
    columns = (late.c.kind, late.c.id, late.c.name, sa.func.count().label("slips"), oldest.label("oldestDays"))
    grouped = sa.select(*columns).where(late.c.id.is_not(None)).group_by(late.c.kind, late.c.id, late.c.name)
    return all_rows(connection, grouped.order_by(oldest.desc(), sa.func.count().desc(), late.c.name).limit(100))


def remind(tx: Tx, ids: Sequence[int]) -> dict[str, int]:
    """Notify the writers of these late slips, by ewpId, in one notice each; return the numbers of slips and writers.
    Raises Invalid if nobody is notified."""
    statement = sa.select(_on.id.label("record_id"), unwritten.HOURS_LATE.label("late")).select_from(unwritten.NAMED)
    mine = statement.where(_on.id.in_(ids), unwritten.WAITS, unwritten.IS_LATE, unwritten.WRITER_ID.is_not(None))
    rows = tx.all(mine)
    if not rows:
        raise Invalid(NOBODY, fields={"ids": NOBODY})
    return {"slips": len(rows), "writers": reminding.tell_writers(tx, rows)}
