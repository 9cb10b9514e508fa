"""Attributes of a whiteboard."""

from __future__ import annotations

import sqlalchemy as sa

from files.boards.rules import MAX_NAME
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, RecordId, Reference, Select, Text, options

BACKGROUNDS = options(("plain", "Plain"), ("grid", "Grid"), ("ruled", "Ruled"), ("dots", "Dots"))
"""The page backgrounds of a board."""

BOARD = Attributes(
    Attribute(
        name="name",
        type=Text(required=True, max_length=MAX_NAME),
        section="board",
        default=None,
        listed=InList(sortable=True, width=230),
    ),
    Attribute(
        name="courseId",
        type=Reference(source="/courses"),
        title="Course",
        section="board",
        column=sa.Column("course_id", sa.BigInteger, index=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="eventId",
        type=RecordId(),
        title="Event",
        section="board",
        read_only=True,
        column=sa.Column("event_id", sa.BigInteger, index=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="background",
        type=Select(choices=BACKGROUNDS, required=True),
        title="Paper",
        section="board",
        default="plain",
    ),
    Attribute(
        name="locked",
        type=Boolean(),
        section="board",
        read_only=True,
        listed=InList(width=95),
        filtered=AsFilter(),
    ),
)
"""`eventId` is set when a board is created from a calendar event. `POST /board/{id}/lock` changes `locked`: then only
those who run the board draw."""
