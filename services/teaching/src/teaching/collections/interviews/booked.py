"""Events of the student on the day of an interview; one of them is the booked interview."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, row_or_404
from kit.policy import Actor, staff
from kit.values.days import span_of
from teaching.collections.model import collection
from teaching.collections.policy import WRITTEN
from teaching.copies.model import event, event_person

_SHOWN = 50


def of_day(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """List the student's events on the day of the interview, by time; none without a day. Staff see all of them, a
    tutor those that they are on. Raises NotFound."""
    row = row_or_404(connection, sa.select(collection).where(collection.c.id == record, WRITTEN.where(actor)))
    if row["date"] is None:
        return []
    begins, ends = span_of(row["date"])
    on, of = event_person.c, event.c
    has = sa.exists().where(on.event_id == of.id, on.kind == "student", on.person_id == row["student_id"])
    mine = sa.exists().where(on.event_id == of.id, on.kind == "tutor", on.person_id == actor.person("tutor"))
    within = sa.and_(of.starts >= begins, of.starts < ends, of.status == "active")
    columns = (of.id, of.title, of.starts.label("start"), of.ends.label("end"), of.location, of.status)
    events = sa.select(*columns).where(within, has, sa.true() if staff(actor) else mine)
    return all_rows(connection, events.order_by(of.starts, of.id).limit(_SHOWN))
