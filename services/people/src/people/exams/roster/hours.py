"""Hours of invigilators, and the event of an approval, for payroll."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.values.days import LONDON
from people.events import INVIGILATION_HOURS
from people.exams.sessions.model import exam_room, exam_session, invigilation
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.model import location

_d, _s, _person = invigilation.c, exam_session.c, TABLES["invigilator"]
WORKED: sa.ColumnElement[int] = sa.func.coalesce(
    _d.minutes, sa.cast(sa.func.extract("epoch", _d.ends - _d.starts) / 60, sa.Integer)
)
"""Minutes of a duty: those that the office entered, else the length of the session."""
_ORGANISATION = sa.func.coalesce(_person.c.organisation_id, location.c.organisation_id, 0)
_OF = sa.select(
    _d.id,
    _d.invigilator_id,
    _d.role,
    _d.starts,
    _d.version,
    WORKED.label("worked"),
    _d.hours_approved.is_not(None).label("approved"),
    full_name(_person).label("invigilator"),
    _s.title,
    _ORGANISATION.label("organisation_id"),
).select_from(
    invigilation.join(exam_session, _s.id == _d.session_id)
    .join(exam_room, exam_room.c.id == _s.room_id)
    .join(location, location.c.id == exam_room.c.location_id)
    .join(_person, _person.c.id == _d.invigilator_id)
)


def publish(tx: Tx, duties: list[int]) -> None:
    """Publish the hours of duties as they are at the end of the transaction."""
    rows = tx.all(_OF.where(_d.id.in_(duties)))
    tx.publish_each(
        INVIGILATION_HOURS,
        rows,
        lambda row: {
            "id": row["id"],
            "invigilatorId": row["invigilator_id"],
            "invigilator": row["invigilator"],
            "organisationId": row["organisation_id"],
            "session": row["title"],
            "role": row["role"],
            "day": row["starts"].astimezone(LONDON).date().isoformat(),
            "minutes": row["worked"],
            "approved": row["approved"],
            "userId": tx.actor.acting_user_id,
            "userName": tx.actor.name,
            "version": row["version"],
        },
    )


def any_approved(tx: Tx, *where: Any) -> bool:
    """Return whether the hours of one of these duties are approved."""
    return bool(tx.scalar(sa.select(sa.exists().where(_d.hours_approved.is_not(None), *where))))
