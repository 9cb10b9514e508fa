"""Events that teaching publishes; the payload of a slip is declared with it (`slips/attributes.py`)."""

from __future__ import annotations

from kit.events import Event
from staffroom.files.events.v1.events_pb2 import FilesNamed, MarksReleased
from staffroom.support.events.v1.events_pb2 import NotificationRaised
from staffroom.teaching.events.v1.events_pb2 import SlipChanged, TermsAnswered, TuitionOfferChanged

SLIP_CHANGED = Event.of(SlipChanged)
TUITION_CHANGED = Event.of(TuitionOfferChanged)
TERMS_ANSWERED = Event.of(TermsAnswered)
FILES_NAMED = Event.of(FilesNamed, "teaching")
MARKS_RELEASED = Event.of(MarksReleased, "teaching")
NOTIFICATION_RAISED = Event.of(NotificationRaised, "teaching")
