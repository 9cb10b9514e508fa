"""Tables of exam rooms, sessions, seats, invigilation, incidents and ratios. The database refuses every clash of a
room, a candidate, an invigilator or a seat."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ExcludeConstraint

from kit.database.constraints import check, constraint_text, unique
from kit.database.tables import creator_columns
from kit.records.fieldset import NOT_IN_ORDER
from people.exams.sessions.attributes import DUTY, INCIDENT, RATIO, ROOM, SEAT, SESSION
from people.schema import metadata


def _no_overlap(name: str, text: str, column: str, where: str | None = None) -> ExcludeConstraint:
    return ExcludeConstraint(
        (column, "="),
        (sa.func.tstzrange(sa.column("starts"), sa.column("ends")), "&&"),
        name=constraint_text(name, text),
        using="gist",
        where=sa.text(where) if where else None,
    )


exam_room = ROOM.table(
    "exam_room",
    metadata,
    unique("uq_exam_room_location", "This location is already an exam room", "location_id"),
    check(
        "ck_exam_room_plan",
        "capacity <= rows * columns",
        "The plan has fewer places than the room has seats",
        about="capacity",
    ),
    info={"nouns": ("exam room", "exam rooms")},
)
ROOM.index_sorts(exam_room)

exam_session = SESSION.table(
    "exam_session",
    metadata,
    check("ck_exam_session_order", "ends > starts", NOT_IN_ORDER, about="ends"),
    _no_overlap(
        "ex_exam_session_room", "This room has another session at this time", "room_id", "status <> 'cancelled'"
    ),
    *SESSION.choice_checks("kind", "status"),
    info={"nouns": ("exam session", "exam sessions")},
)
SESSION.index_sorts(exam_session)

exam_seat = SEAT.table(
    "exam_seat",
    metadata,
    unique("uq_exam_seat_number", "This seat is taken", "session_id", "seat"),
    unique("uq_exam_seat_paper", "This candidate already has a seat for this paper", "entry_id", "component_id"),
    _no_overlap("ex_exam_seat_candidate", "This candidate sits another paper at this time", "candidate_id"),
    *SEAT.choice_checks("kind", "status"),
    info={"nouns": ("seat", "seats")},
)
SEAT.index_sorts(exam_seat)

invigilation = DUTY.table(
    "invigilation",
    metadata,
    unique("uq_invigilation", "This invigilator is already on the session", "session_id", "invigilator_id"),
    _no_overlap(
        "ex_invigilation",
        "This invigilator is on another session at this time",
        "invigilator_id",
        "status <> 'declined'",
    ),
    *DUTY.choice_checks("kind", "status"),
    info={"nouns": ("duty of an invigilator", "duties of invigilators")},
)
DUTY.index_sorts(invigilation)

exam_incident = INCIDENT.table(
    "exam_incident",
    metadata,
    sa.Column("session_id", sa.ForeignKey("exam_session.id"), nullable=False, index=True),
    *creator_columns(server_default="0"),
    info={"nouns": ("incident", "incidents")},
)

exam_ratio = RATIO.table(
    "exam_ratio",
    metadata,
    unique("uq_exam_ratio", "A ratio of this kind already exists from this day", "paper_kind", "valid_from"),
    info={"nouns": ("ratio", "ratios")},
)
RATIO.index_sorts(exam_ratio)
