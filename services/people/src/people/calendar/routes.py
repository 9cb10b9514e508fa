"""Calls of the calendar beyond the declared ones."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import Field

from kit.http.fastapi import Body, Call, Id, Routes
from kit.policy import signed_in
from kit.policy.share import Share
from kit.records.several import ChangeRequest
from kit.values.days import today
from kit.values.labels import UNSET
from people.calendar import attending, queries, week
from people.calendar.answers import Changed, FreeSlot, Import, Imported, PeopleChanged, Week
from people.calendar.attributes import ROOM
from people.calendar.free import finder
from people.calendar.imported import importing, reading
from people.policy import STAFF

routes = Routes()
IMPORT_SHARE = Share("import", "imports of calendars", at_once=2, a_minute=10)

Hour = Annotated[int, Field(ge=0, le=24)]
PersonKind = Literal["student", "tutor", "staff", "client", "candidate", "invigilator", "agent"]


class Somebody(Body):
    """A person whose free time is searched."""

    kind: PersonKind
    id: Id


class Wanted(Body):
    """A search for a free time: the persons (a course stands for its tutors and students), the room, the length, the
    first day, and the hours of the day in London."""

    minutes: Annotated[int, Field(ge=5, le=720)] = 60
    people: Annotated[list[Somebody], Field(max_length=50)] = Field(default_factory=list)
    courseId: Id | None = None
    locationId: Id | None = None
    fromDay: dt.date | None = None
    earliest: Hour | None = None
    latest: Hour | None = None
    number: Annotated[int, Field(ge=1, le=50)] = 6


@routes.post("/events/free", may=STAFF, answers=list[FreeSlot])
def free(call: Call, body: Wanted) -> list[dict[str, Any]]:
    """Return the next times at which everybody works and they and the room are free, within 60 days"""
    who: list[tuple[str, int]] = [(one.kind, one.id) for one in body.people]
    if body.courseId is not None:
        who += call.read(queries.on_course, body.courseId)
    if body.locationId is not None:
        who.append((ROOM, body.locationId))
    within = (body.earliest, body.latest)
    return call.read(finder.free_slots, who, body.fromDay or today(), body.minutes, within, body.number)


class OldValues(Body):
    """The values that the caller saw before a change. If one of them differs now, nothing changes."""

    start: dt.datetime | None = None
    end: dt.datetime | None = None
    overrideReason: str | None = None


class OtherPerson(Body):
    """A change of the persons on an event: `before` leaves, `after` joins; null is nobody. The time, the room and the
    reason for a double booking may change with it, if they are still `oldValues`. `scope` selects the dates of a
    series; `confirm` answers yes to a question about slips that have begun."""

    kind: PersonKind
    before: Id | None = None
    after: Id | None = None
    start: dt.datetime | None = None
    end: dt.datetime | None = None
    overrideReason: str | None = None
    oldValues: OldValues = Field(default_factory=OldValues)
    scope: Literal["this", "following", "all"] = "this"
    confirm: bool = False


@routes.post("/events/{id}/people", may=STAFF, answers=PeopleChanged)
def other_person(id: Id, call: Call, body: OtherPerson) -> dict[str, Any]:
    """Replace a person on an event or on dates of its series, optionally with a new time"""
    asked = body.model_dump(mode="json", include={"start", "end", "overrideReason"}, exclude_none=True)
    seen = body.oldValues.model_dump(mode="json", exclude_unset=True)
    call.tx.confirmed = body.confirm
    changes = [ChangeRequest(name, value, seen.get(name, UNSET)) for name, value in asked.items()]
    events = attending.change(call.tx, id, body.kind, body.before, body.after, changes, body.scope)
    return {"id": id, "events": events}


@routes.get("/events/week", may=signed_in, answers=Week)
def my_week(call: Call, day: dt.date | None = None) -> dict[str, Any]:
    """Return the caller's own week with that of their children; by default the current week"""
    return call.read(week.week, day or today())


class CalendarFile(Body):
    """A calendar of another program, as iCalendar text. The office sees the busy time, and the titles if they are
    kept."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    content: Annotated[str, Field(min_length=1, max_length=1_000_000)]
    titles: bool = False


@routes.get("/events/imports", may=signed_in, answers=list[Import])
def my_imports(call: Call) -> list[dict[str, Any]]:
    """Return the imported calendars of the caller"""
    return call.read(importing.imports)


@routes.post("/events/imports", may=signed_in, answers=Imported)
def import_calendar(call: Call, body: CalendarFile) -> dict[str, Any]:
    """Import a calendar of another program as busy time for a year ahead; it replaces the earlier import"""
    with IMPORT_SHARE.taken(call.actor):
        file = reading.read(body.content, *reading.horizon(dt.datetime.now(dt.UTC)))
        return importing.run(call.tx, importing.named(body.name), file, titled=body.titles)


@routes.delete("/events/imports/{id}", may=signed_in, answers=Changed)
def remove_import(id: Id, call: Call) -> dict[str, Any]:
    """Remove an imported calendar with its events"""
    importing.remove(call.tx, id)
    return {"id": id}
