"""Emergencies of the morning: a room is lost, or a candidate turns up without an entry."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.workflow import Step
from people.exams.entries.commands import planned
from people.exams.entries.fields import complete as complete_entry
from people.exams.entries.model import exam_entry
from people.exams.sessions import seating
from people.exams.sessions.model import exam_incident, exam_room, exam_seat
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.model import location
from people.places.naming import PLACE

_seat, _entry, _r = exam_seat.c, exam_entry.c, exam_room.c
_candidate = TABLES["candidate"]
NO_CANDIDATE = "Please choose a candidate"
SAME_ROOM = "The session is already in this room"


def incident(tx: Tx, session: int, text: str) -> None:
    """Log an incident; the person who made the move is its witness."""
    tx.insert(
        exam_incident,
        {
            "session_id": session,
            "at": dt.datetime.now(dt.UTC),
            "text": text,
            "witness": tx.actor.name or "The office",
            "created_by_id": tx.actor.user_id or 0,
            "created_by_name": tx.actor.name,
        },
    )


def _room_name(tx: Tx, room: int) -> str:
    named = sa.select(PLACE).select_from(exam_room.join(location, location.c.id == _r.location_id))
    return str(tx.scalar(named.where(_r.id == room)) or "")


def move_room(tx: Tx, step: Step) -> dict[str, Any]:
    """Move a session with its candidates to another room; their seats are numbered again if that room has fewer. Raises
    Conflict, Invalid."""
    row, room = step.row, step.body["roomId"]
    if room == row["room_id"]:
        raise Conflict(SAME_ROOM)
    seats = tx.all(sa.select(_seat.id, _seat.seat).where(_seat.session_id == row["id"]).order_by(_seat.seat, _seat.id))
    capacity = seating.hall_of(tx, room, seating.day_in_london(row))["capacity"]
    if len(seats) > capacity:
        raise Conflict(f"This room has {capacity} seats for {len(seats)} candidates. Please choose a larger one")
    if seats and max(one["seat"] or 0 for one in seats) > capacity:
        mine = _seat.session_id == row["id"]
        tx.execute(sa.update(exam_seat).where(mine).values(seat=None, version=_seat.version + 1))
        for number, one in enumerate(seats, start=1):
            tx.execute(sa.update(exam_seat).where(_seat.id == one["id"]).values(seat=number))
    before, now = _room_name(tx, row["room_id"]), _room_name(tx, room)
    incident(tx, row["id"], f"Moved from {before} to {now}: {step.body['reason']}")
    return {"room_id": room}


def admit(tx: Tx, step: Step) -> dict[str, Any]:
    """Seat a candidate who turns up without an entry: plan the entry, give a seat, and log the reason. Raises Conflict,
    Forbidden, Invalid."""
    candidate, component = step.body["candidateId"], step.body["componentId"]
    name = tx.scalar(sa.select(full_name(_candidate)).where(_candidate.c.id == candidate))
    if name is None:
        raise Invalid(NO_CANDIDATE, fields={"candidateId": NO_CANDIDATE})
    paper = seating.paper_of(tx, component)
    key = {"candidate_id": candidate, "exam_id": paper["exam_id"]}
    standing = sa.select(_entry.id).filter_by(**key).where(_entry.status != "withdrawn")
    entry = tx.scalar(standing)
    if entry is None:
        entry = tx.insert(exam_entry, key | complete_entry(tx, key))
        planned(tx, [entry])
        incident(tx, step.row["id"], f"{name} came without an entry for {paper['code']}: {step.body['reason']}")
    values = {"session_id": step.row["id"], "entry_id": entry, "component_id": component}
    if tx.scalar(sa.select(_seat.id).filter_by(**values)) is not None:
        return {}  # A repeated call: the seat exists.
    late = _seat_of(tx, values, step.row)
    tx.insert(exam_seat, values | late)
    ends = max(step.row["ends"], late["ends"])
    seating.ends_until(tx, step.row["id"], ends)
    return {"ends": ends}


def _seat_of(tx: Tx, values: dict[str, Any], session: Row) -> dict[str, Any]:
    """Return the seat columns of a candidate who arrives after the start: their time runs from then."""
    seat = seating.complete(tx, values)
    now = dt.datetime.now(dt.UTC)
    if session["begun"] is None or now <= seat["starts"]:
        return seat
    return seat | {"starts": now, "ends": now + (seat["ends"] - seat["starts"])}
