"""The event that teaching publishes; what it says of a slip is declared with it (`slips/attributes.py`)."""

from __future__ import annotations

from kit.events import Event
from staffroom.teaching.events.v1.events_pb2 import SlipChanged

SLIP_CHANGED = Event.of(SlipChanged)
