"""The event of a board, and the copy of the titles of courses."""

from __future__ import annotations

from files.boards.model import course
from kit.events import Copy, Event
from kit.events.copies import Gone, Payload
from staffroom.files.events.v1.events_pb2 import BoardChanged
from staffroom.people.events.v1.events_pb2 import CourseChanged

BOARD_CHANGED = Event.of(BoardChanged)
"""The name, background, locks or people of a board changed: its open pages reload them."""


def _title(payload: Payload) -> str:
    return " ".join(part for part in (payload["board"], payload["level"], payload["subject"]) if part)


SUBSCRIPTIONS = (
    Copy(
        event=Event.of(CourseChanged),
        table=course,
        columns={"title": _title, "deleted": "deleted"},
        gone=Gone.MARK,
    ),
)
