"""Calls of the calendar beyond the declared ones."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import Field

from kit.http.fastapi import Body, Call, Id, Routes
from kit.values.days import today
from people.calendar import queries
from people.calendar.answers import FreeSlot
from people.calendar.attributes import ROOM
from people.policy import STAFF

routes = Routes()

Hour = Annotated[int, Field(ge=0, le=24)]


class Somebody(Body):
    """A person whose time is asked for."""

    kind: Literal["student", "tutor", "staff", "client", "candidate", "invigilator", "agent"]
    id: Id


class Wanted(Body):
    """A search for a free time: the persons (a course stands for its tutors and students), the room, the length, the
    first day, and the hours of the day in London."""

    minutes: Annotated[int, Field(ge=5, le=720)] = 60
    people: Annotated[list[Somebody], Field(max_length=50)] = Field(default_factory=list)
    courseId: Id | None = None
    locationId: Id | None = None
    fromDay: dt.date | None = None
    earliest: Hour = 8
    latest: Hour = 20
    number: Annotated[int, Field(ge=1, le=50)] = 6

    def hours(self) -> tuple[int, int]:
        return self.earliest, self.latest


@routes.post("/events/free", may=STAFF, answers=list[FreeSlot])
def free(call: Call, body: Wanted) -> list[dict[str, Any]]:
    """The next times at which everybody and the room are free, within 60 days, on weekdays"""
    who: list[tuple[str, int]] = [(one.kind, one.id) for one in body.people]
    if body.courseId is not None:
        who += call.read(queries.on_course, body.courseId)
    if body.locationId is not None:
        who.append((ROOM, body.locationId))
    return call.read(queries.free_slots, who, body.fromDay or today(), body.minutes, body.hours(), body.number)
