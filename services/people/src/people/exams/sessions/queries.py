"""Queries of rooms, sessions, seats and duties beyond the declared ones; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.policy import Actor, Row
from people import choices
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.joined import joined
from people.exams.model import exam, exam_series
from people.exams.roster import rules
from people.exams.sessions.model import exam_incident, exam_room, exam_seat, exam_session, invigilation
from people.exams.sessions.policy import SESSIONS
from people.exams.sessions.staffing import NEEDED, SEATED, STAFFED
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.model import location
from people.places.naming import PLACE
from people.policy import OF_STAFF, STAFF

_s, _i = exam_session.c, exam_incident.c
_candidate, _invigilator = TABLES["candidate"], TABLES["invigilator"]
PAPER: sa.ColumnElement[str] = EXAM_TITLE + " " + exam_component.c.code
"""A paper in lists: `A-level Physics 7407/1`."""
PLACED = exam_session.join(exam_room, exam_room.c.id == _s.room_id).join(
    location, location.c.id == exam_room.c.location_id
)
"""A session with its room."""
SEATS_OF = (
    exam_seat.join(exam_session, _s.id == exam_seat.c.session_id)
    .join(exam_room, exam_room.c.id == _s.room_id)
    .join(location, location.c.id == exam_room.c.location_id)
    .join(_candidate, _candidate.c.id == exam_seat.c.candidate_id)
    .join(exam_component, exam_component.c.id == exam_seat.c.component_id)
    .join(exam, exam.c.id == exam_component.c.exam_id)
)
"""A seat with its session, room, candidate and paper."""
DUTIES_OF = (
    invigilation.join(exam_session, _s.id == invigilation.c.session_id)
    .join(exam_room, exam_room.c.id == _s.room_id)
    .join(location, location.c.id == exam_room.c.location_id)
    .join(_invigilator, _invigilator.c.id == invigilation.c.invigilator_id)
)
"""A duty with its session, room and invigilator."""


def session_extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return room, series, numbers and incidents of a session."""
    columns = (
        PLACE.label("room"),
        exam_series.c.name.label("series"),
        SEATED.label("seated"),
        NEEDED.label("needed"),
        STAFFED.label("staffed"),
    )
    source = PLACED.join(exam_series, exam_series.c.id == _s.series_id)
    parts = first_row(connection, sa.select(*columns).select_from(source).where(_s.id == row["id"])) or {}
    incidents = sa.select(_i.id, _i.at, _i.text, _i.witness, _i.created_by_name.label("createdByName"))
    warnings = rules.problems(connection, row["id"]) if STAFF(actor) else []
    incidents = incidents.where(_i.session_id == row["id"]).order_by(_i.at)
    return parts | {"warnings": warnings, "incidents": all_rows(connection, incidents)}


seat_extra = joined(
    SEATS_OF,
    exam_seat.c.id,
    full_name(_candidate).label("candidate"),
    PAPER.label("paper"),
    _s.title.label("session"),
    PLACE.label("room"),
)
"""Names of candidate, paper, session and room of a seat."""

duty_extra = joined(
    DUTIES_OF,
    invigilation.c.id,
    full_name(_invigilator).label("invigilator"),
    _s.title.label("session"),
    PLACE.label("room"),
)
"""Names of invigilator, session and room of a duty."""


def room_names(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of exam rooms in use."""
    c = exam_room.c
    statement = sa.select(c.id.label("value"), PLACE.label("label")).join(location, location.c.id == c.location_id)
    return all_rows(connection, statement.where(~c.archived, OF_STAFF.where(actor)).order_by(PLACE, c.id))


def session_names(connection: sa.Connection, actor: Actor, search: str, ids: str) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of sessions that are not over, the next first (`choices.answer`)."""
    begins = sa.func.to_char(sa.func.timezone("Europe/London", _s.starts), "DD/MM/YY HH24:MI")
    label = begins + " " + _s.title + ", " + PLACE
    statement = sa.select(_s.id.label("value"), label.label("label")).select_from(PLACED)
    statement = statement.where(SESSIONS.where(actor)).order_by(_s.starts, _s.id)
    return choices.answer(
        connection,
        statement,
        _s.id,
        search=search,
        ids=ids,
        matches=choices.words_in(label),
        offered=(_s.status.in_(("planned", "running")),),
    )
