"""Attributes of calendar events, their series and their persons (`teaching.md 3`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import (
    Boolean,
    Date,
    DateTime,
    Integer,
    Option,
    RecordId,
    Reference,
    RichText,
    Select,
    Text,
    options,
)
from people.persons.catalogue import KINDS

TYPES = options(
    ("tutorial", "Tutorial", "blue"),
    ("onlineTut", "Online tutorial", "teal"),
    ("pTutorial", "Personal tutorial", "purple"),
    ("supStudy", "Supervised study", "green"),
    ("group", "Group", "blue"),
    ("trial", "Trial", "orange"),
    ("exam", "Exam", "red"),
    ("invigilation session", "Invigilation session", "brown"),
    ("meeting", "Meeting", "amber"),
    ("event", "Event", "pink"),
    ("master", "Master event", "grey"),
    ("busy", "Busy", "grey"),
)
BUSY, SESSION = "busy", "invigilation session"
"""Types of time that people reserve for themselves, and of the work of invigilators."""
STATES = options(("active", "Booked", "green"), ("cancelled", "Cancelled", "red"))
ANSWERS = options(("invited", "Invited", "amber"), ("accepted", "Accepted", "green"), ("declined", "Declined", "red"))
PERSON_KINDS = tuple(kind.name for kind in KINDS)
ROOM = "location"
"""The kind of a `booking` row that reserves a room instead of a person."""
SCOPES = (Option("this", "This event"), Option("following", "This and the following"), Option("all", "All of them"))
"""The dates of a series that a change applies to."""
_TYPE = Select(choices=TYPES, required=True)


class _Place(Reference):
    """A location. The pseudo-location 0 of `platform.md 3` is stored as null."""

    def read(self, raw: Any) -> Any:
        return super().read(raw) or None


def _title() -> Attribute:
    return Attribute(
        name="title",
        type=Text(required=True, max_length=200),
        section="event",
        default=None,
        listed=InList(width=220),
        event="title",
    )


def _where(section: str) -> tuple[Attribute, ...]:
    """Return the attributes for the place, course and department of an event."""
    return (
        Attribute(
            name="locationId",
            type=_Place(source="/locations/calendarList"),
            title="Location",
            section=section,
            links="location.id",
            indexed=True,
            listed=InList(title="Location ID", hidden=True),
            filtered=AsFilter(title="Location"),
        ),
        Attribute(
            name="zoomTutorId",
            type=Reference(source="/tutors/names"),
            title="Zoom room of",
            section=section,
            event="zoomTutorId",
            links="tutor.id",
            listed=InList(title="Zoom tutor ID", hidden=True),
        ),
        Attribute(
            name="courseId",
            type=Reference(source="/courses/names"),
            title="Course",
            section=section,
            event="courseId",
            links="course.id",
            indexed=True,
            listed=InList(title="Course ID", hidden=True),
            filtered=AsFilter(title="Course"),
        ),
        Attribute(
            name="departmentId",
            type=Reference(source="/departments"),
            title="Department",
            section=section,
            event="departmentId",
            links="department.id",
            listed=InList(title="Department ID", hidden=True),
            filtered=AsFilter(title="Department"),
        ),
    )


EVENT = Attributes(
    _title(),
    Attribute(
        name="type",
        type=_TYPE,
        section="event",
        default="tutorial",
        listed=InList(width=150),
        filtered=AsFilter(),
        event="type",
    ),
    Attribute(
        name="start",
        type=DateTime(required=True),
        section="event",
        column=sa.Column("starts", sa.DateTime(timezone=True), nullable=False),
        listed=InList(sortable=True, width=140),
        filtered=AsFilter(),
        event="start",
    ),
    Attribute(
        name="end",
        type=DateTime(required=True),
        section="event",
        column=sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        listed=InList(width=140),
        filtered=AsFilter(),
        event="end",
    ),
    Attribute(
        name="allDay",
        type=Boolean(),
        title="All day",
        section="event",
        listed=InList(hidden=True),
        event="allDay",
    ),
    *_where("place"),
    Attribute(name="notes", type=RichText(), section="event"),
    Attribute(
        name="overrideReason",
        type=Text(max_length=200),
        title="Double-booked because",
        section="place",
        help="Somebody or the room is booked at this time: why the event takes place anyway",
        listed=InList(hidden=True, compact=False),
        internal=True,
    ),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        default="active",
        listed=InList(width=100),
        filtered=AsFilter(),
        event="status",
    ),
    Attribute(name="cancelReason", type=Text(max_length=500), title="Cancelled because", listed=InList(hidden=True)),
    Attribute(
        name="seriesId",
        type=RecordId(),
        title="Series",
        links="event_series.id",
        indexed=True,
        listed=InList(title="Series ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
)

SERIES = Attributes(
    _title(),
    Attribute(
        name="type",
        type=_TYPE,
        section="event",
        default="tutorial",
        listed=InList(width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="rule",
        type=Text(required=True, max_length=300),
        title="Repeats",
        section="event",
        read_only=True,
        default=None,
        listed=InList(width=240),
        comment="RRULE of RFC 5545, without its start",
    ),
    Attribute(
        name="firstDay",
        type=Date(required=True),
        title="First day",
        section="event",
        read_only=True,
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
        column=sa.Column("first_day", sa.Date, nullable=False),
    ),
    Attribute(
        name="time",
        type=Text(required=True, max_length=5),
        section="event",
        read_only=True,
        default=None,
        listed=InList(width=80),
        comment="HH:MM in London",
    ),
    Attribute(
        name="minutes",
        type=Integer(required=True),
        title="Length in minutes",
        section="event",
        read_only=True,
        stored_as=sa.Integer,
        default=None,
        listed=InList(width=90),
    ),
    *_where("place"),
)

BOOKING = Attributes(
    Attribute(
        name="eventId",
        type=RecordId(required=True),
        title="Event",
        section="person",
        read_only=True,
        column=sa.Column("event_id", sa.ForeignKey("event.id", ondelete="CASCADE"), nullable=False),
    ),
    Attribute(
        name="kind",
        type=Select(choices=options(*((kind, kind.capitalize()) for kind in PERSON_KINDS)), required=True),
        section="person",
        read_only=True,
        default=None,
    ),
    Attribute(
        name="personId",
        type=RecordId(required=True),
        title="Person",
        section="person",
        read_only=True,
        column=sa.Column("person_id", sa.BigInteger, nullable=False),
    ),
    Attribute(
        name="cwsId",
        type=RecordId(),
        title="Course with student",
        section="person",
        read_only=True,
        links="course_student.id",
        indexed=True,
    ),
    Attribute(
        name="status",
        type=Select(choices=ANSWERS, required=True),
        title="Answer",
        section="person",
        default="invited",
    ),
)
"""A person on an event; its id is the `ewpId` (`teaching.md 3`). The database keeps such a row for the room of an event
too, of kind `location`, so that one constraint prevents double bookings of both."""
