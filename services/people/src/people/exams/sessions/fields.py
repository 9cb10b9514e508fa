"""Exam rooms, sessions, seats, duties, incidents and ratios as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Row
from kit.policy.rules import reading
from kit.records import Acts, Change, Create, Delete, FieldSet, Parent
from kit.values import Text
from people.exams.model import exam_series
from people.exams.policy import KEEPS, check_kind
from people.exams.roster import booked
from people.exams.sessions import queries, seating, staffing
from people.exams.sessions.answers import DutyParts, SeatParts, SessionParts
from people.exams.sessions.attributes import DUTY, INCIDENT, RATIO, ROOM, SEAT, SESSION
from people.exams.sessions.model import exam_incident, exam_ratio, exam_room
from people.exams.sessions.policy import INCIDENTS, NOTES, ON_THE_DAY
from people.exams.sessions.workflow import DUTY_MOVES, SEAT_MOVES, SESSION_MOVES
from people.policy import EXAMS, OF_STAFF

OVER = "This session is over"
APPROVED = "These hours are approved. Please take the approval back first"
NO_SERIES = "Please choose a series"


@reading("status")
def _over(row: Row) -> str | None:
    return OVER if row["status"] in ("finished", "cancelled") else None


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the kind of series that a new session belongs to. Raises Forbidden, Invalid."""
    kind = tx.scalar(sa.select(exam_series.c.type).where(exam_series.c.id == values["series_id"]))
    if kind is None:
        raise Invalid(NO_SERIES, fields={"seriesId": NO_SERIES})
    check_kind(tx.actor, kind)
    return {"kind": kind}


def _end_follows(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Keep the length of a session when its start moves."""
    return {"ends": change.row["ends"] + (change.new - change.row["starts"])}


def _starts_changed(tx: Tx, change: Change) -> None:
    seating.move_times(tx, change.row["id"], change.new - change.old)
    booked.follow(tx, change.row["id"])


def _ends_changed(tx: Tx, change: Change) -> None:
    seating.ends_until(tx, change.row["id"], change.new)
    booked.follow(tx, change.row["id"])


def _room_changed(tx: Tx, change: Change) -> None:
    seating.check_room(tx, change.row, change.new)
    booked.follow(tx, change.row["id"])


@reading("hours_approved")
def _approved(row: Row) -> str | None:
    return None if row["hours_approved"] is None else APPROVED


def _duty_gone(tx: Tx, row: Row) -> None:
    booked.follow(tx, row["session_id"])


ROOM_FIELDS = FieldSet(
    name="examRoom",
    table=exam_room,
    path="/exams/rooms/{id}",
    sections=ROOM.sections({"room": "Exam room"}),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(fields=("locationId", "capacity", "distance", "rows", "columns", "separate")),
    delete=Delete(named=lambda row: f"room {row['id']}"),
)

SESSION_FIELDS = FieldSet(
    name="examSession",
    path="/exams/sessions/{id}",
    sections=SESSION.sections(
        {"session": "Session", "day": "On the day"},
        {
            "starts": Acts(dependents=_end_follows, after=_starts_changed),
            "ends": Acts(after=_ends_changed),
            "roomId": Acts(after=_room_changed),
            "notes": Acts(may=ON_THE_DAY),
        },
    ),
    may=KEEPS,
    when=_over,
    workflow=SESSION_MOVES,
    create=Create(fields=("seriesId", "title", "roomId", "starts", "ends"), complete=_complete),
    extra=queries.session_extra,
    answers=SessionParts,
    ordered=(("starts", "ends"),),
)

SEAT_FIELDS = FieldSet(
    name="examSeat",
    path="/exams/seats/{id}",
    sections=SEAT.sections({"seat": "Seat"}, {"identityChecked": Acts(may=ON_THE_DAY)}),
    may=KEEPS,
    workflow=SEAT_MOVES,
    create=Create(
        fields=("sessionId", "entryId", "componentId", "seat"), complete=seating.complete, after=seating.seated
    ),
    delete=Delete(),
    extra=queries.seat_extra,
    answers=SeatParts,
)

DUTY_FIELDS = FieldSet(
    name="invigilation",
    path="/exams/invigilation/{id}",
    sections=DUTY.sections(
        {"duty": "Invigilation", "hours": "Hours"},
        {"role": Acts(when=_approved), "minutes": Acts(may=EXAMS, when=_approved)},
    ),
    may=KEEPS,
    workflow=DUTY_MOVES,
    create=Create(
        fields=("sessionId", "invigilatorId", "role"),
        also={"overrideReason": Text(max_length=300)},
        complete=staffing.complete,
    ),
    delete=Delete(when=_approved, after=_duty_gone),
    extra=queries.duty_extra,
    answers=DutyParts,
)


def _noted(tx: Tx, session_id: int) -> None:
    """Change nothing: incidents can be added after the end of the session too."""


def _author(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"created_by_id": tx.actor.user_id, "created_by_name": tx.actor.name}


INCIDENT_FIELDS = FieldSet(
    name="examIncident",
    table=exam_incident,
    path="/exams/incidents/{id}",
    sections=INCIDENT.sections({"incident": "Incident"}, {one.name: Acts(read_only=True) for one in INCIDENT}),
    scope=INCIDENTS,
    may=NOTES,
    parent=replace(Parent.announce(SESSION_FIELDS, exam_incident.c.session_id, _noted), when=None),
    create=Create(path="/exams/sessions/{id}/incident", complete=_author),
)
"""An incident of a session, with its time and a witness. It never changes."""

RATIO_FIELDS = FieldSet(
    name="examRatio",
    table=exam_ratio,
    path="/exams/ratios/{id}",
    sections=RATIO.sections({"ratio": "Ratio"}),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(),
    delete=Delete(),
)

FIELDSETS = (ROOM_FIELDS, SESSION_FIELDS, SEAT_FIELDS, DUTY_FIELDS, INCIDENT_FIELDS, RATIO_FIELDS)
