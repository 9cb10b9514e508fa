"""The events that teaching publishes; what they say of a slip is declared with it (`slips/attributes.py`)."""

from __future__ import annotations

from kit.events import Event
from staffroom.files.events.v1.events_pb2 import FilesNamed
from staffroom.support.events.v1.events_pb2 import NotificationRaised
from staffroom.teaching.events.v1.events_pb2 import SlipChanged

SLIP_CHANGED = Event.of(SlipChanged)
FILES_NAMED = Event.of(FilesNamed, "teaching")
NOTIFICATION_RAISED = Event.of(NotificationRaised, "teaching")
