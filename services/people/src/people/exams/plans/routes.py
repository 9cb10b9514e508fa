"""Calls about plans of rooms, sittings and days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from pydantic import Field

from kit.database import row_or_404
from kit.http.fastapi import Body, Call, Id, Routes
from people.exams.plans import clashes, showing, sitting
from people.exams.plans.answers import BusyDay, RoomPlan, SeatPlaced, SittingSeated
from people.exams.policy import KEEPS
from people.exams.sessions.model import exam_seat
from people.exams.sessions.policy import INVIGILATES, SEATS
from people.policy import STAFF

routes = Routes()


@routes.get("/exams/sessions/{id}/plan", may=STAFF | INVIGILATES, answers=RoomPlan)
def plan(call: Call, id: Id) -> dict[str, Any]:
    """Return the room plan of a session"""
    return call.read(showing.show, id)


class Place(Body):
    """The number of a seat."""

    seat: Annotated[int, Field(ge=1, le=1000)]


@routes.post("/exams/seats/{id}/place", may=KEEPS, answers=SeatPlaced)
def place(call: Call, id: Id, body: Place) -> dict[str, Any]:
    """Move a candidate to another seat; the candidate in that seat changes places with them"""
    statement = sa.select(exam_seat).where(exam_seat.c.id == id, SEATS.where(call.actor)).with_for_update()
    row = row_or_404(call.tx.connection, statement)
    KEEPS.require(call.actor, row)
    return sitting.place(call.tx, row, body.seat)


class Sitting(Body):
    """A morning, afternoon or evening of a series, and its rooms."""

    seriesId: Id
    day: dt.date
    session: Literal["am", "pm", "ev"]
    rooms: Annotated[list[Id], Field(min_length=1, max_length=100)]


@routes.post("/exams/sittings", may=KEEPS, answers=SittingSeated)
def seat_sitting(call: Call, body: Sitting) -> dict[str, Any]:
    """Seat all who sit a paper of a series at a time, in the chosen rooms"""
    return sitting.seat_sitting(call.tx, body.seriesId, body.day, body.session, body.rooms)


@routes.get("/exams/series/{id}/clashes", may=STAFF, answers=list[BusyDay])
def series_clashes(call: Call, id: Id) -> Sequence[dict[str, Any]]:
    """Return the days of candidates with papers at one time, or with more than the allowed hours"""
    return call.read(clashes.of_series, id)
