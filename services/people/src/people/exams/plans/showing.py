"""The seating plan of a session, as its page draws it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, row_or_404
from kit.policy import Actor
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.sessions.model import exam_room, exam_seat, exam_session
from people.exams.sessions.policy import SEATS, SESSIONS
from people.exams.sessions.queries import PAPER, PLACED, SEATS_OF
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.naming import PLACE

_s, _r, _seat, _candidate = exam_session.c, exam_room.c, exam_seat.c, TABLES["candidate"]
MINUTES: sa.ColumnElement[int] = sa.cast(sa.func.extract("epoch", _seat.ends - _seat.starts) / 60, sa.Integer)
EXTRA: sa.ColumnElement[int] = MINUTES - sa.func.coalesce(exam_component.c.minutes, MINUTES)
"""The minutes of extra time of a seat."""
ROWS_OF = SEATS_OF.join(exam_entry, exam_entry.c.id == _seat.entry_id).join(
    exam_candidacy, exam_candidacy.c.id == exam_entry.c.candidacy_id
)


def seats(connection: sa.Connection, actor: Actor, session: int) -> list[dict[str, Any]]:
    """Return the seats of a session that the actor reaches, in their order."""
    columns = (
        _seat.id,
        _seat.seat,
        exam_candidacy.c.number,
        full_name(_candidate).label("candidate"),
        _seat.component_id.label("componentId"),
        PAPER.label("paper"),
        _seat.starts,
        _seat.ends,
        EXTRA.label("extra"),
        _seat.status,
        _seat.identity_checked.label("identityChecked"),
        _seat.late_by.label("lateBy"),
    )
    mine = (_seat.session_id == session, SEATS.where(actor))
    return all_rows(connection, sa.select(*columns).select_from(ROWS_OF).where(*mine).order_by(_seat.seat, _seat.id))


def show(connection: sa.Connection, actor: Actor, session: int) -> dict[str, Any]:
    """Return the room of a session with its seats. Raises NotFound."""
    columns = (_s.id, _s.title, _s.status, PLACE.label("room"), _r.capacity, _r.rows, _r.columns)
    row = row_or_404(connection, sa.select(*columns).select_from(PLACED).where(_s.id == session, SESSIONS.where(actor)))
    return row | {"seats": seats(connection, actor, session)}
