"""The parts of a calendar's answers beyond fields and columns."""

from __future__ import annotations

import datetime as dt
from typing import NotRequired, TypedDict

from kit.policy import Internal
from kit.values.schemas import Moment


class OnEvent(TypedDict):
    """A person on an event (`teaching.md 3`; `ewpId` is the id of the pair)."""

    ewpId: int
    userId: int | None
    kind: str
    id: int
    cwsId: int | None
    name: str
    status: str


class Titled(TypedDict):
    """A record by its title."""

    id: int
    title: str


class SeriesOfEvent(TypedDict):
    """The series that an event belongs to."""

    id: int
    rule: str
    dates: int


class Overlap(TypedDict):
    """Another event at the same time with the same person or room; one of the two was booked despite the conflict."""

    eventId: int
    title: str
    start: Moment
    end: Moment
    name: str
    reason: str


class EventParts(TypedDict):
    """The parts of an event beyond its fields."""

    status: str
    cancelReason: str
    location: Titled | None
    course: Titled | None
    department: str | None
    people: list[OnEvent]
    series: SeriesOfEvent | None
    overlaps: list[Overlap]
    createdBy: NotRequired[Internal[str]]


class EventOfWeek(TypedDict):
    """An event of the caller's own week, with the persons on it whom the caller may see."""

    id: int
    title: str
    type: str
    start: Moment
    end: Moment
    allDay: bool
    status: str
    cancelReason: str
    courseId: int | None
    course: str | None
    location: str | None
    zoomTutorId: int | None
    people: list[OnEvent]


class Week(TypedDict):
    """A week of the caller's own calendar, from the Monday `day`."""

    day: dt.date
    events: list[EventOfWeek]


class FreeSlot(TypedDict):
    """A time at which everybody asked for is free."""

    start: Moment
    end: Moment


class Changed(TypedDict):
    """The event that was changed."""

    id: int


class PeopleChanged(Changed):
    """The number of events whose persons changed."""

    events: int


class Import(TypedDict):
    """A calendar of another program that the caller has imported; `dates` are those still to come."""

    id: int
    name: str
    imported: Moment
    dates: int


class Imported(TypedDict):
    """The numbers of dates that a file added, that were present already, and that it no longer has. Each item that was
    left out has a line with the reason."""

    id: int
    added: int
    kept: int
    removed: int
    leftOut: list[str]
