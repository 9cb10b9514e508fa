"""The calendar event of a session. Its confirmed invigilators are on it, so that each has an `iiId` for the slip
(teaching.md 3). The calendar never refuses it, because exam sessions have their own checks."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.database.sql import upsert
from people.calendar.model import booking, event
from people.calendar.publishing import publish
from people.exams.sessions.model import exam_room, exam_seat, exam_session, invigilation

_s, _d, _b, _e = exam_session.c, invigilation.c, booking.c, event.c
TYPE = "invigilation session"
_REASON = "Exam session"
_ANSWERS = {"invited": "invited", "confirmed": "accepted", "declined": "declined"}


def follow(tx: Tx, session_id: int) -> None:
    """Update the event of a session: its title, time, room and persons. A session without a confirmed invigilator has
    none."""
    statement = sa.select(exam_session, exam_room.c.location_id).join(exam_room, exam_room.c.id == _s.room_id)
    row = tx.one(statement.where(_s.id == session_id))
    duties = tx.all(sa.select(_d.invigilator_id, _d.status).where(_d.session_id == session_id))
    if row is None or (row["event_id"] is None and not any(one["status"] == "confirmed" for one in duties)):
        return
    columns = {
        "title": row["title"],
        "type": TYPE,
        "starts": row["starts"],
        "ends": row["ends"],
        "location_id": row["location_id"],
        "override_reason": _REASON,
        "status": "cancelled" if row["status"] == "cancelled" else "active",
    }
    number = row["event_id"]
    if number is None:
        number = tx.insert(event, columns | {"created_by_name": tx.actor.name, "created_by_id": tx.actor.user_id or 0})
        tx.execute(sa.update(exam_session).where(_s.id == session_id).values(event_id=number))
    else:
        tx.execute(sa.update(event).where(_e.id == number).values(columns | {"version": _e.version + 1}))
    _people(tx, number, session_id, duties)
    tx.before_commit(publish, number)


def _people(tx: Tx, number: int, session_id: int, duties: list[dict[str, Any]]) -> None:
    """Put the invigilators and the candidates of a session on its event."""
    seated = sa.select(exam_seat.c.candidate_id).where(exam_seat.c.session_id == session_id).distinct()
    wanted = {("candidate", one): "accepted" for one in tx.execute(seated).scalars()}
    wanted |= {("invigilator", one["invigilator_id"]): _ANSWERS[one["status"]] for one in duties}
    here = tx.all(sa.select(_b.id, _b.kind, _b.person_id).where(_b.event_id == number, _b.kind != "location"))
    gone = [one["id"] for one in here if (one["kind"], one["person_id"]) not in wanted]
    if gone:
        tx.execute(sa.delete(booking).where(_b.id.in_(gone)))
    for (kind, person), status in wanted.items():
        tx.execute(upsert(booking, {"event_id": number, "kind": kind, "person_id": person}, {"status": status}))
